"""The values and words of the separators explorer, without widgets and without a picture."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab import chunks, stored_positions
from chunklab.cuts import sentence_spans
from chunklab.explorers.entry import MOST
from chunklab.explorers.separators_model import (
    SAMPLES,
    SEPARATORS,
    SeparatorsState,
    counts,
    current_words,
    describe,
    end_words,
    measure,
    start_words,
)
from chunklab.separators import recursive_chunks
from chunklab.tokens import word_spans

NOTICE = "Wind north. Rain soon, says the harbour-master-in-chief."
TEXTS = st.text(st.sampled_from("ab 。.\n") | st.characters(codec="utf-8"), max_size=60)


@st.composite
def states(draw):
    size = draw(st.integers(1, 20))
    return SeparatorsState(
        draw(TEXTS),
        size,
        draw(st.integers(0, size - 1)),
        draw(st.integers(1, 30)),
        frozenset(draw(st.sets(st.sampled_from(list(SEPARATORS))))),
    )


def spans(found):
    return tuple((chunk["start"], chunk["end"]) for chunk in found)


def occurrences(text, levels):
    """Return where each separator stands that is switched on and in no larger one."""
    found = {}
    for name in [name for name in SEPARATORS if name in levels]:
        larger = [span for spans in found.values() for span in spans]
        matches = [m.span() for m in re.finditer(re.escape(SEPARATORS[name]), text)]
        found[name] = [(s, e) for s, e in matches if not any(a <= s and e <= b for a, b in larger)]
    return found


@given(states())
def test_both_ways_to_cut_are_those_of_the_library(state):
    values = measure(state)
    separators = [separator for name, separator in SEPARATORS.items() if name in state.levels]
    settings = state.text, state.size, state.overlap
    assert values.fixed.spans == spans(chunks(*settings))
    assert values.recursive.spans == spans(recursive_chunks(*settings, separators))


@given(states())
def test_without_separators_both_are_the_same(state):
    values = measure(replace(state, levels=frozenset()))
    assert values.recursive.spans == values.fixed.spans
    for _, fixed, recursive in counts(values):
        assert fixed == recursive


@given(states())
def test_the_table_agrees_with_counting_one_by_one(state):
    values = measure(state)
    words, sentences = word_spans(state.text), sentence_spans(state.text)

    def inside(found, edge):
        return any(start < edge < end for start, end in found)

    for column, scheme in ((1, values.fixed), (2, values.recursive)):
        row = {each[0]: each[column] for each in counts(values)}
        total = len(scheme.spans)
        edges = {edge for span in scheme.spans for edge in span}
        starts = sum(inside(sentences, start) for start, _ in scheme.spans)
        ends = sum(inside(sentences, end) for _, end in scheme.spans)
        cut = sum(inside(words, edge) for edge in edges)
        assert row["chunks"] == str(total)
        assert row["edges inside a word"] == f"{cut} of {len(edges)}"
        assert row["starts inside a sentence"] == f"{starts} of {total}"
        assert row["ends inside a sentence"] == f"{ends} of {total}"
        stored = int(row["positions stored"].split()[0])
        assert stored == sum(end - start for start, end in scheme.spans)
    row = {name: fixed for name, fixed, _ in counts(values)}
    stored = stored_positions(len(state.text), state.size, state.overlap)
    assert row["positions stored"].split()[0] == str(stored)
    if len(values.fixed.spans) > 1:
        assert row["shared at a seam"] == str(state.overlap)


@given(states())
def test_what_is_said_of_an_end_is_so(state):
    values = measure(state)
    if not values.current:
        assert end_words(values) == ""
        return
    start, end = values.current_span
    said, text = end_words(values), state.text
    covered = values.recursive.spans[values.current - 2][1] if values.current > 1 else 0
    reach = start + state.size
    standing = occurrences(text, state.levels)
    in_reach = {name: [e for _, e in standing[name] if covered < e <= reach] for name in standing}
    named = re.search("largest separator in it is a (.+): it ends after the last one", said)
    if named:
        assert next(name for name in in_reach if in_reach[name]) == named[1]
        assert end == max(in_reach[named[1]])
    elif "cuts a piece" in said or "no separator is switched on" in said:
        assert end - start == state.size
        assert bool(state.levels) == ("cuts a piece" in said)
    elif "it ends before it" in said:
        assert not any(in_reach.values())
        assert end in [s for found in standing.values() for s, _ in found]
    else:
        assert said == "The end of the text is in its reach"
        assert end == len(text)


@given(states())
def test_what_is_said_of_a_start_is_so(state):
    values = measure(state)
    said = start_words(values)
    if values.current < 2:
        assert said == ""
        return
    shared = values.recursive.shared[values.current - 2]
    number = re.match(
        rf"Of chunk {values.current - 1} it repeats (exactly the overlap, )?(\d+|nothing)", said
    )
    assert number[2] == (str(shared) if shared else "nothing")
    if number[1]:
        assert shared == state.overlap
    room = re.search(r"has room for (\d+),", said)
    if room:
        assert shared < int(room[1]) <= state.overlap


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (
            SeparatorsState(NOTICE, 16, 5, 1),
            "Its reach goes to 16. The largest separator in it is a sentence end: "
            "it ends after the last one",
        ),
        (
            SeparatorsState(NOTICE, 16, 5, 3),
            "Its reach goes to 39. Past 28 the largest separator in it is a space: "
            "it ends after the last one",
        ),
        (
            SeparatorsState(NOTICE, 16, 5, 5),
            "Its reach goes to 55. Past 44 there is no separator in it, "
            "so it cuts a piece longer than 16",
        ),
        (SeparatorsState(NOTICE, 16, 5, 6), "The end of the text is in its reach"),
        (
            SeparatorsState("abcdef ghi", 6, 2, 1),
            "Its reach goes to 6. The last separator begins in it and ends beyond: "
            "it ends before it",
        ),
        (
            SeparatorsState("abcdefghi", 6, 2, 1, frozenset()),
            "Its reach goes to 6, and no separator is switched on",
        ),
        (SeparatorsState("", 6, 2), ""),
    ],
)
def test_words_of_an_end(state, words):
    assert end_words(measure(state)) == words


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (SeparatorsState(NOTICE, 16, 5, 1), ""),
        (
            SeparatorsState(NOTICE, 16, 5, 2),
            "Of chunk 1 it repeats nothing: its last piece is longer than the overlap, 5",
        ),
        (
            SeparatorsState(NOTICE, 16, 5, 4),
            "Of chunk 3 it repeats 4: the whole pieces that the overlap, 5, has room for",
        ),
        (
            SeparatorsState(NOTICE, 16, 5, 5),
            "Of chunk 4 it repeats exactly the overlap, 5: that chunk was cut inside a piece",
        ),
        (SeparatorsState(NOTICE, 16, 0, 2), "Of chunk 1 it repeats nothing: the overlap is 0"),
        (
            SeparatorsState("a b c d longer", 8, 4, 2),
            "Of chunk 1 it repeats 2: the overlap, 4, has room for 4, "
            "but then the next piece would not fit",
        ),
        (
            SeparatorsState("a b c d longest", 8, 4, 2),
            "Of chunk 1 it repeats nothing: the overlap, 4, has room for 4, "
            "but then the next piece would not fit",
        ),
        (SeparatorsState("", 6, 2), ""),
    ],
)
def test_words_of_a_start(state, words):
    assert start_words(measure(state)) == words


def test_a_chunk_past_the_last_one_means_the_last():
    values = measure(SeparatorsState(NOTICE, 16, 5, 99))
    assert current_words(values) == "Chunk 6 of 6 at separators: 50 to 56"
    assert values.current_span == (50, 56)


def test_an_empty_text_has_no_chunks():
    values = measure(SeparatorsState(""))
    assert current_words(values) == "No chunks: the text is empty"
    assert values.current_span is None
    assert ("positions stored", "0", "0") in counts(values)


def test_description_holds_all_the_words():
    values = measure(SeparatorsState(NOTICE, 16, 5, 3))
    said = describe(values)
    assert "56 code points in chunks of at most 16, overlap 5; separators: blank line, " in said
    assert "Edges inside a word: 3 of 10 in fixed windows, 1 of 10 at separators" in said
    for tell in (current_words, end_words, start_words):
        assert tell(values) in said


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        (SeparatorsState("abc", 4, 4), "overlap must satisfy 0 <= overlap < size"),
        (SeparatorsState("abc", 0, 0), "overlap must satisfy 0 <= overlap < size"),
        (SeparatorsState("a" * (MOST + 1)), "text must have at most 4000 code points"),
        (SeparatorsState("ab\ud83d"), "half a surrogate pair"),
        (SeparatorsState("abc", levels=frozenset({"tab"})), "a level must be one of .*'tab'"),
    ],
)
def test_impossible_settings_are_refused(state, rule):
    with pytest.raises(ValueError, match=rule):
        measure(state)


def test_the_samples_hold_what_they_are_for():
    prose, log, address, japanese = SAMPLES.values()
    assert {"\n\n", ". "} <= {separator for separator in SEPARATORS.values() if separator in prose}
    assert log.count("\n") > 8
    assert max(map(len, address.split())) > SeparatorsState.size
    assert " " not in japanese
    assert "。" in japanese
    for text in SAMPLES.values():
        assert "\r" not in text
        values = measure(SeparatorsState(text))
        assert len(values.recursive.cut_words) < len(values.fixed.cut_words)
