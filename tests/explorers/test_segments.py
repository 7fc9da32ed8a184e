"""Segments of a text, and the part of a long one that is shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab import chunks
from chunklab.explorers.segments import excerpt, segments


@st.composite
def cut_texts(draw):
    text = draw(st.text("abc ", max_size=40))
    size = draw(st.integers(1, 12))
    overlap = draw(st.integers(0, size - 1))
    return text, [(chunk["start"], chunk["end"]) for chunk in chunks(text, size, overlap)]


@given(cut_texts(), st.integers(0, 9), st.sets(st.integers(0, 40)))
def test_put_together_they_are_the_text_and_each_lies_in_its_chunks(cut_text, current, cuts):
    text, spans = cut_text
    found = segments(text, spans, 0, len(text), current=current, cuts=cuts)
    assert "".join(each.text for each in found) == text
    assert {each.start for each in found} == {e for span in spans for e in span if e < len(text)}
    for each in found:
        for position in range(each.start, each.end):
            holding = [n for n, (a, b) in enumerate(spans, 1) if a <= position < b]
            assert holding[-1] == each.owner
            assert each.shared == (len(holding) > 1)
            assert each.current == (current in holding)
        assert each.starts == (spans[each.owner - 1][0] == each.start)
        assert each.cut == (each.start in cuts)


def test_of_a_part_of_the_text_the_segments_end_where_it_ends():
    found = segments("abcdefgh", [(0, 5), (3, 8)], 1, 7)
    assert [(each.start, each.end, each.text) for each in found] == [
        (1, 3, "bc"),
        (3, 5, "de"),
        (5, 7, "fg"),
    ]


@pytest.mark.parametrize("start", [0, 25, 1225, 2450, 2970])
def test_the_excerpt_holds_the_current_chunk_and_is_bounded(start):
    shown = excerpt(3000, (start, start + 30))
    assert 0 <= shown[0] <= start < start + 30 <= shown[1] <= 3000
    assert 700 <= shown[1] - shown[0] <= 700 + 30


def test_a_chunk_longer_than_the_excerpt_is_shown_whole():
    assert excerpt(5000, (1000, 3000)) == (825, 3175)
