"""The values and words of the sources explorer, without widgets and without a picture."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

import chunklab
from chunklab.explorers.entry import MOST
from chunklab.explorers.sources_model import (
    SAMPLES,
    SourcesState,
    brief,
    broken_words,
    current_words,
    cut_words,
    describe,
    measure,
    rows,
    steps_words,
    views,
)
from chunklab.preprocessing import STEPS, prepare

TEXTS = st.text(
    st.sampled_from("ab é山🙂🇪🇺e\u0301\u200d👩🚀\r\n\t\ufeffﬁßᄒ\u1161\u11ab")
    | st.characters(codec="utf-8"),
    max_size=60,
)


@st.composite
def states(draw):
    size = draw(st.integers(1, 20))
    return SourcesState(
        draw(TEXTS),
        size,
        draw(st.integers(0, size - 1)),
        draw(st.integers(1, 30)),
        frozenset(draw(st.sets(st.sampled_from(list(STEPS))))),
    )


@given(states())
def test_chunks_are_those_of_the_library_and_their_offsets_slice_in_every_unit(state):
    values = measure(state)
    text = state.text
    assert [
        {"start": chunk.start, "end": chunk.end, "text": chunk.text} for chunk in values.chunks
    ] == list(chunklab.chunks(text, state.size, state.overlap))
    for chunk in values.chunks:
        start, end = chunk.offsets["utf-8"]
        assert text.encode()[start:end].decode() == chunk.text
        start, end = chunk.offsets["utf-16"]
        assert text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le") == chunk.text
        assert chunk.offsets["code point"] == (chunk.start, chunk.end)
        assert chunk.holds == (prepare(text, state.steps)[chunk.start : chunk.end] == chunk.text)


@given(states())
def test_a_change_breaks_at_least_one_chunk_and_none_before_it(state):
    values = measure(state)
    changed = values.first_wrong is not None and values.first_wrong < len(state.text)
    assert bool(values.broken) == changed
    for chunk in values.chunks:
        assert chunk.holds or chunk.end > values.first_wrong


@given(states())
def test_a_reader_takes_the_chunk_with_its_own_numbers_and_python_always_does(state):
    found = views(measure(state))
    assert not found or found[0].right
    for view in found:
        assert view.right or view.numbers != found[0].numbers


@given(states(), st.integers(1, 10))
def test_rows_are_consecutive_and_hold_the_current_chunk(state, limit):
    values = measure(state)
    listed = rows(values, limit)
    numbers = [chunk.number for chunk in listed]
    assert len(numbers) == min(limit, len(values.chunks))
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True
    assert values.current in listed if values.chunks else values.current is None


@pytest.mark.parametrize(
    ("text", "size", "in_browser", "in_file", "reason"),
    [
        ("A🙂BCDEFGHI", 4, "A🙂B", r"A\xf0\x9f\x99", "two units and four bytes for one"),
        ("A🙂BC", 2, r"A\ud83d", r"A\xf0", "half a surrogate pair, a quarter of its bytes"),
        ("né!", 3, "né!", "né", "one unit, two bytes"),
        ("tea", 2, "te", "te", "ASCII is the same for all"),
    ],
)
def test_what_others_take_is_computed(text, size, in_browser, in_file, reason):
    _, browser, file = views(measure(SourcesState(text, size, 0, 1)))
    assert (browser.taken, file.taken) == (in_browser, in_file), reason


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (
            SourcesState("abcdefgh", 5, 2, 9),
            "chunk 2 of 2: code points 3 to 8; 3 to 5 repeat chunk 1",
        ),
        (SourcesState("abcdefgh", 4, 0, 2), "chunk 2 of 2: code points 4 to 8"),
        (
            SourcesState("🇪🇺🇪🇺", 1, 0, 2),
            "chunk 2 of 4: code points 1 to 2; its start falls inside a character",
        ),
        (
            SourcesState("👩\u200d🚀", 1, 0, 2),
            "chunk 2 of 3: code points 1 to 2; its start and its end fall inside a character",
        ),
        (SourcesState("", 4, 1), "no chunks: the text is empty"),
    ],
)
def test_words_of_the_current_chunk(state, words):
    assert current_words(measure(state)) == words


def test_words_of_cut_edges():
    assert cut_words(measure(SourcesState("🇪🇺", 1, 0))) == (
        "In all, 2 chunks of 2 have an edge inside a character"
    )
    assert cut_words(measure(SourcesState("abc", 2, 0))) == ""


def test_words_of_the_steps():
    def said(text, *steps, size=4):
        return steps_words(measure(SourcesState(text, size, 0, 1, frozenset(steps))))

    assert said("cafe\u0301") == ""
    assert said("cafe", "NFC") == "After NFC: nothing has changed, and every chunk holds"
    assert said("cafe\u0301", "NFC") == (
        "After NFC: the first offset that goes wrong is 3, and 2 of 2 chunks are broken"
    )
    assert said("tea \n", "NFC", "trimming", size=9) == (
        "After trimming, NFC: the first offset that goes wrong is 3, and 1 of 1 chunk is broken"
    )


def test_words_of_a_broken_chunk():
    values = measure(SourcesState("\ufefftea", 3, 0, 1, frozenset({"BOM removal"})))
    assert broken_words(values) == "Chunk 1 was kept as “[BOM]te”; there is now “tea”"
    assert broken_words(measure(SourcesState("tea", 3, 0))) == ""


def test_brief_leaves_the_middle_out():
    assert brief("a" * 40 + "b" * 40, 20) == "a" * 10 + " … " + "b" * 10
    assert brief("line\r\n") == "line[CR][LF]"


def test_description_holds_all_the_words():
    said = describe(measure(SourcesState("A🙂BC\r\n", 3, 1, 1, frozenset({"line endings"}))))
    for part in (
        "6 code points in chunks of 3, overlap 1",
        "chunk 1 of 3",
        "After line endings: the first offset that goes wrong is 4",
        "text.slice(0, 3) gives “A🙂”, which is not the chunk: in utf-16 it is 0 to 4",
    ):
        assert part in said


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        (SourcesState("abc", 4, 4), "overlap must satisfy 0 <= overlap < size"),
        (SourcesState("abc", 0, 0), "overlap must satisfy 0 <= overlap < size"),
        (SourcesState("a" * (MOST + 1), 4, 1), "text must have at most 4000 code points"),
        (SourcesState("ab\ud83d", 4, 1), r"half a surrogate pair, got '\\ud83d' at 2"),
        (SourcesState("abc", 4, 1, 1, frozenset({"stemming"})), "a step must be one of"),
    ],
)
def test_impossible_settings_are_refused(state, rule):
    with pytest.raises(ValueError, match=rule):
        measure(state)


def test_the_samples_hold_what_they_are_for():
    emoji, marks, hangul, lines, same = SAMPLES.values()
    assert "\u200d" in emoji
    assert "🇪🇺" in emoji
    assert unicodedata.normalize("NFC", marks) != marks
    assert unicodedata.normalize("NFC", hangul) != hangul
    assert lines.startswith("\ufeff")
    assert {"\r\n", "\t"} <= {part for part in ("\r\n", "\t") if part in lines}
    assert same.count("Yes, sir.") == 3
