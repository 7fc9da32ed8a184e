"""The values and words of the overlap explorer, without widgets and without a picture."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab import geometry
from chunklab.explorers.overlap_model import (
    OverlapState,
    blind_words,
    chunk_at,
    current_words,
    describe,
    measure,
    readouts,
    rows,
    undrawn_words,
)


@st.composite
def states(draw, most_n=400, blind=None):
    size = draw(st.integers(1, 60))
    return OverlapState(
        n=draw(st.integers(0, most_n)),
        size=size,
        overlap=draw(st.integers(0, size - 1)),
        chunk=draw(st.integers(1, 80)),
        blind=draw(st.booleans()) if blind is None else blind,
    )


@given(states(blind=False))
def test_chunks_are_those_of_the_geometry(state):
    values = measure(state)
    settings = (state.n, state.size, state.overlap)
    chunks = [chunk_at(state, number) for number in range(1, values.total + 1)]

    assert [chunk.start for chunk in chunks] == geometry.chunk_starts(*settings)
    assert [chunk.end - chunk.start for chunk in chunks] == geometry.chunk_lengths(*settings)
    assert not any(chunk.redundant for chunk in chunks)
    assert sum(chunk.repeated for chunk in chunks) == values.stored - state.n
    assert values.last_length == (geometry.chunk_lengths(*settings) or [None])[-1]


@given(states(blind=True))
def test_blind_chunks_are_those_of_a_blind_range_and_redundant_ones_hold_nothing_new(state):
    values = measure(state)
    starts = list(range(0, state.n, values.stride))
    chunks = [chunk_at(state, number) for number in range(1, values.total + 1)]

    assert [chunk.start for chunk in chunks] == starts
    assert [chunk.number for chunk in chunks if chunk.redundant] == [
        number for number in range(1, len(starts) + 1) if number > values.count
    ]
    seen: set[int] = set()
    for chunk in chunks:
        tokens = set(range(chunk.start, chunk.end))
        assert len(tokens & seen) == chunk.repeated
        assert chunk.redundant == (tokens <= seen)
        seen |= tokens


@given(states(), st.integers(1, 10))
def test_rows_are_consecutive_and_hold_the_current_chunk(state, limit):
    values = measure(state)
    drawn = rows(values, limit)
    numbers = [chunk.number for chunk in drawn]

    assert len(numbers) == min(limit, values.total)
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True
    assert values.current in drawn if values.total else values.current is None


@pytest.mark.parametrize(
    ("state", "words", "reason"),
    [
        (OverlapState(chunk=1), "chunk 1 of 7: tokens 0 to 200", "the first repeats nothing"),
        (
            OverlapState(chunk=2),
            "chunk 2 of 7: tokens 150 to 350; tokens 150 to 200 repeat chunk 1",
            "the ordinary one",
        ),
        (
            OverlapState(chunk=99),
            "chunk 7 of 7: tokens 900 to 1000; tokens 900 to 950 repeat chunk 6",
            "past the last means the last",
        ),
        (
            OverlapState(overlap=0, chunk=3),
            "chunk 3 of 5: tokens 400 to 600; nothing is repeated",
            "no overlap",
        ),
        (
            OverlapState(n=950, chunk=7, blind=True),
            "chunk 7 of 7: tokens 900 to 950; tokens 900 to 950 repeat chunk 6; "
            "redundant: only overlap",
            "a redundant one can be stepped to",
        ),
        (OverlapState(n=0), "no chunks: the document is empty", "nothing to look at"),
        (
            OverlapState(n=10**9, size=2, overlap=1, chunk=10**9),
            "chunk 999,999,999 of 999,999,999: tokens 999,999,998 to 1,000,000,000; "
            "tokens 999,999,998 to 999,999,999 repeat chunk 999,999,998",
            "a billion chunks",
        ),
    ],
)
def test_words_of_the_current_chunk(state, words, reason):
    assert current_words(measure(state)) == words, reason


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (OverlapState(n=950), ""),
        (
            OverlapState(n=1000, size=200, overlap=170, blind=True),
            "Blind range(0, 1000, 30) makes 34 chunks where 28 reach the end: "
            "6 are redundant, only overlap.",
        ),
        (
            OverlapState(n=150, size=200, overlap=100, blind=True),
            "Blind range(0, 150, 100) makes 2 chunks where 1 reaches the end: "
            "1 is redundant, only overlap.",
        ),
        (
            OverlapState(n=0, blind=True),
            "Blind range(0, 0, 150) makes 0 chunks too: here the two rules agree.",
        ),
    ],
)
def test_words_of_the_blind_rule(state, words):
    assert blind_words(measure(state)) == words


@pytest.mark.parametrize(
    ("chunk", "words"),
    [
        (1, "96 more chunks after"),
        (4, "1 more chunk before, 95 after"),
        (100, "96 more chunks before"),
    ],
)
def test_words_for_what_is_not_drawn(chunk, words):
    values = measure(OverlapState(n=15_000, chunk=chunk))
    assert undrawn_words(values, rows(values, 4)) == words


def test_all_drawn_needs_no_words():
    values = measure(OverlapState())
    assert undrawn_words(values, rows(values, 7)) == ""


def test_readouts_of_an_empty_document():
    assert dict(readouts(measure(OverlapState(n=0)))) == {
        "stride S": "150 tokens",
        "chunks K": "0",
        "last length": "none",
        "stored positions": "0",
        "duplication factor": "undefined",
        "starts": "none",
    }


def test_readouts_abbreviate_many_starts_and_mark_a_rounded_factor():
    shown = dict(readouts(measure(OverlapState(n=950 + 150 * 10))))
    assert shown["starts"] == "0, 150, 300, 450, ..., 2250"
    assert shown["duplication factor"] == "about 1.3061"


def test_description_holds_all_the_words():
    values = measure(OverlapState(n=15_000, chunk=40, blind=True))
    said = describe(values, rows(values, 8))
    for part in (
        "chunk 40 of 100",
        "35 more chunks before, 57 after",
        "the two rules agree",
        "1.33",
    ):
        assert part in said


@pytest.mark.parametrize(
    ("state", "rule"),
    [
        (OverlapState(overlap=200), "overlap must satisfy 0 <= overlap < size"),
        (OverlapState(size=0, overlap=0), "overlap must satisfy 0 <= overlap < size"),
        (OverlapState(n=-1), "n must be >= 0"),
    ],
)
def test_impossible_settings_are_refused_in_the_words_of_the_library(state, rule):
    with pytest.raises(ValueError, match=rule):
        measure(state)


def test_neither_the_library_nor_the_pure_layer_needs_widgets_or_matplotlib():
    program = (
        "import sys, chunklab.explorers.overlap_drawing, chunklab.explorers.windows_drawing\n"
        "print(sorted({'ipywidgets', 'matplotlib'} & set(sys.modules)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.strip() == "[]"
