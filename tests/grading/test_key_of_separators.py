"""The key of lesson 4 against exact chunks, and against what must hold whatever the text is."""

import json
import re
import runpy
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chunklab import chunks

from .lessons import ROOT

KEY = runpy.run_path(str(ROOT / "solutions/separators.py"))
USUAL = ["\n\n", "\n", ". ", " "]
CASES = json.loads(
    (ROOT / "tests/library/cases/recursive_separators.json").read_text(encoding="utf-8")
)["cases"]

TEXTS = st.text(st.sampled_from("aab. ,-\n\r山。🙂\u0301"), max_size=40)
SEPARATORS = st.lists(
    st.sampled_from(["\n\n", "\n", "\r\n", ". ", "。", ", ", " - ", "  ", " ", "a", "aa", "ab"]),
    max_size=4,
)


@st.composite
def settings(draw, most=15):
    size = draw(st.integers(1, most))
    return size, draw(st.integers(0, size - 1))


def pieces(text, separators):
    """Return the text between neighbouring cuts, each found separator giving one on either side."""
    cuts = {0, len(text)}
    for occurrences in KEY["find_separators"](text, separators):
        for occurrence in occurrences:
            cuts |= set(occurrence)
    return list(pairwise(sorted(cuts)))


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_the_chunks_are_exactly_these(case):
    found = KEY["recursive_spans"](case["text"], case["size"], case["overlap"], USUAL)
    assert found == [tuple(span) for span in case["spans"]]


@given(TEXTS, settings(), SEPARATORS)
def test_chunks_cover_the_text_move_on_and_are_no_longer_than_size(text, setting, separators):
    size, overlap = setting
    spans = KEY["recursive_spans"](text, size, overlap, separators)
    assert (spans == []) == (text == "")
    if spans:
        assert (spans[0][0], spans[-1][1]) == (0, len(text))
    assert all(0 < end - start <= size for start, end in spans)
    for (start, end), (next_start, next_end) in pairwise(spans):
        assert start < next_start <= end < next_end
        assert end - next_start <= overlap


@given(TEXTS, settings(), SEPARATORS)
def test_a_piece_that_fits_is_whole_in_some_chunk(text, setting, separators):
    size, overlap = setting
    spans = KEY["recursive_spans"](text, size, overlap, separators)
    for start, end in pieces(text, separators):
        if start < end and end - start <= size:
            assert any(a <= start and end <= b for a, b in spans), (start, end)


@given(TEXTS, settings(), SEPARATORS)
def test_a_chunk_ends_inside_a_piece_only_if_that_is_longer_than_size(text, setting, separators):
    size, overlap = setting
    spans = KEY["recursive_spans"](text, size, overlap, separators)
    for start, end in pieces(text, separators):
        if any(start < chunk_end < end for _, chunk_end in spans):
            assert end - start > size


def test_a_text_of_many_sentences():
    text = "tea and rice. " * 50
    sentences = [(start, start + 14) for start in range(0, 700, 14)]
    assert KEY["split_spans"](text, ". ") == sentences
    pairs = [(start, start + 28) for start in range(0, 700, 28)]
    assert KEY["recursive_spans"](text, 28, 0, USUAL) == pairs
    overlapping = [(start, start + 28) for start in range(0, 673, 14)]
    assert KEY["recursive_spans"](text, 28, 14, USUAL) == overlapping


@given(TEXTS, settings())
def test_without_separators_the_chunks_are_fixed_windows(text, setting):
    windows = [(chunk["start"], chunk["end"]) for chunk in chunks(text, *setting)]
    for separators in ([], ["no such separator"]):
        assert KEY["recursive_spans"](text, *setting, separators) == windows


@given(TEXTS, st.sampled_from([" ", "\n", "a", "aa", ". "]), st.integers(0, 9))
def test_one_separator_and_no_overlap_is_packing_where_every_piece_fits(text, separator, more):
    spans = KEY["split_spans"](text, separator)
    size = max([end - start for start, end in spans], default=1) + more
    packs = KEY["pack"](spans, size)
    assert packs == KEY["recursive_spans"](text, size, 0, [separator])
    assert [position for span in packs for position in range(*span)] == list(range(len(text)))


@given(TEXTS, st.sampled_from([" ", "\n", "a", "aa", ". ", "no such separator"]))
@example("a b  c", " ")
def test_pieces_are_what_split_finds(text, separator):
    texts = [text[start:end] for start, end in KEY["split_spans"](text, separator)]
    parts = text.split(separator)
    expected = [part + separator for part in parts[:-1]] + [parts[-1]] * (parts[-1] != "")
    assert texts == expected


@given(st.lists(st.integers(1, 9), max_size=12), st.integers(0, 5), st.integers(1, 12))
def test_packs_are_as_long_as_they_can_be(lengths, first, size):
    edges = [first]
    for length in lengths:
        edges.append(edges[-1] + length)
    whole = list(pairwise(edges))
    packs = KEY["pack"](whole, size)
    assert [p for pack in packs for p in range(*pack)] == list(range(first, edges[-1]))
    assert {edge for pack in packs for edge in pack} <= set(edges)
    assert all(end - start <= size or (start, end) in whole for start, end in packs)
    for (start, end), (_, after) in pairwise(packs):
        next_piece_end = min(edge for edge in edges if edge > end)
        assert next_piece_end <= after
        assert next_piece_end - start > size


@given(TEXTS, SEPARATORS)
def test_occurrences_are_those_of_a_regular_expression_less_the_hidden_ones(text, separators):
    every = [
        [match.span() for match in re.finditer(re.escape(separator), text)]
        for separator in separators
    ]
    visible = [
        [
            (start, end)
            for start, end in spans
            if not any(a <= start and end <= b for larger in every[:number] for a, b in larger)
        ]
        for number, spans in enumerate(every)
    ]
    assert KEY["find_separators"](text, separators) == visible


@given(TEXTS, SEPARATORS, st.integers(0, 40), st.integers(1, 15), st.data())
def test_ends_and_starts_by_their_definition(text, separators, start, size, data):
    found = KEY["find_separators"](text, separators)
    covered = data.draw(st.integers(start, start + size - 1))
    n = max(len(text), covered + 1)
    in_reach = range(covered + 1, start + size + 1)
    by_rank = [[end for _, end in spans if end in in_reach] for spans in found]
    before = [begin for spans in found for begin, _ in spans if begin in in_reach]
    largest = next((ends for ends in by_rank if ends), before)
    assert KEY["chunk_end"](found, n, start, covered, size) == (
        n if n - start <= size else max(largest, default=None)
    )
    overlap = data.draw(st.integers(0, 15))
    after = {end for spans in found for _, end in spans} & set(range(start + 1, covered))
    near = sorted(place for place in after if covered - place <= overlap)
    if covered > start:
        assert KEY["overlap_starts"](found, start, covered, overlap) == [*near, covered]


@pytest.mark.parametrize(
    "setting",
    [(0, 0), (4, 4), (4, 5), (4, -1), (True, 0), (4, False), (4.0, 1), ("4", 1), (4, None)],
)
@pytest.mark.parametrize("text", ["tea and rice", ""])
def test_settings_are_refused_whatever_the_text_is(text, setting):
    with pytest.raises(ValueError, match="size"):
        KEY["recursive_spans"](text, *setting, USUAL)


@pytest.mark.parametrize("text", ["tea and rice", ""])
def test_an_empty_separator_is_refused_by_name(text):
    for refused in (
        lambda: KEY["split_spans"](text, ""),
        lambda: KEY["find_separators"](text, [" ", ""]),
        lambda: KEY["recursive_spans"](text, 4, 1, [""]),
    ):
        with pytest.raises(ValueError, match="separator must not be empty"):
            refused()


@pytest.mark.parametrize("size", [0, -1])
@pytest.mark.parametrize("given_pieces", [[], [(0, 2)]])
def test_a_size_below_1_packs_nothing(given_pieces, size):
    with pytest.raises(ValueError, match="size must be >= 1"):
        KEY["pack"](given_pieces, size)
