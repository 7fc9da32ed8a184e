"""What the edges of chunks cut apart: examples, and a count position by position."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab import chunks
from chunklab.cuts import cut_sentences, cut_words, edges, sentence_spans, shared_positions
from chunklab.separators import recursive_chunks
from chunklab.tokens import word_spans

TEXTS = st.text(st.sampled_from("ab é\u0301山'.!?。” \n\r\t_9)"), max_size=40)


@given(TEXTS, st.sets(st.integers(0, 45)))
def test_an_edge_in_a_word_has_some_of_it_on_both_sides(text, places):
    expected = [e for e in sorted(places) if any(a < e < b for a, b in word_spans(text))]
    assert cut_words(text, places) == expected


@given(TEXTS, st.sets(st.integers(0, 45)))
def test_an_edge_in_a_sentence_has_some_of_it_on_both_sides(text, places):
    expected = [e for e in sorted(places) if any(a < e < b for a, b in sentence_spans(text))]
    assert cut_sentences(text, places) == expected


@given(TEXTS)
def test_sentences_are_in_order_and_all_else_is_white_space(text):
    spans = sentence_spans(text)
    assert all(one[1] <= other[0] for one, other in pairwise(spans))
    assert all(start < end for start, end in spans)
    bounds = [0, *(edge for span in spans for edge in span), len(text)]
    between = [text[a:b] for a, b in zip(bounds[::2], bounds[1::2], strict=True)]
    assert "".join(between).strip() == ""
    for start, end in spans:
        sentence = text[start:end]
        assert sentence == sentence.strip()
        assert "\n" not in sentence
        assert not re.search(r"[.!?]\s|。[^'”)]", sentence[1:])


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It rains. Stay in.", ["It rains.", "Stay in."]),
        ("No end", ["No end"]),
        ("Rose by 4.6. Then", ["Rose by 4.6.", "Then"]),
        ('"Why?" (He left.) So', ['"Why?"', "(He left.)", "So"]),
        ("one \r\n\r\n two\n", ["one", "two"]),
        ("「出た。」鐘！", ["「出た。」", "鐘！"]),
        ("Dr. Who", ["Dr.", "Who"]),
        (" \n ", []),
        ("", []),
    ],
)
def test_sentences(text, sentences):
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences


@pytest.mark.parametrize("edge", [0, 9, 10, 11, 18])
def test_between_two_sentences_nothing_is_cut(edge):
    assert cut_sentences("It rains.  Stay in", [edge]) == []


def test_an_edge_counts_once_and_edges_beyond_the_text_do_not():
    assert cut_words("word", [2, 2, 0, 4, 9]) == [2]


@given(TEXTS, st.integers(1, 12), st.data())
def test_edges_and_shared_positions_are_those_of_the_chunks(text, size, data):
    overlap = data.draw(st.integers(0, size - 1))
    for found in (list(chunks(text, size, overlap)), list(recursive_chunks(text, size, overlap))):
        places = edges(found)
        assert places == sorted(set(places))
        assert set(places) == {c["start"] for c in found} | {c["end"] for c in found}
        held = sum(len(chunk["text"]) for chunk in found)
        assert held - sum(shared_positions(found)) == len(text)
        assert all(0 <= shared <= overlap for shared in shared_positions(found))


@pytest.mark.parametrize(
    ("part", "words", "sentences"),
    [
        ("a", 4999, 4999),
        (" ", 0, 0),
        (".", 0, 4999),
        (".)", 0, 4999),
        ("a.\n", 0, 1667),
        ("。", 0, 0),
    ],
)
def test_half_a_million_characters_of_one_kind(part, words, sentences):
    """With a search that backs up this would never end."""
    text = part * (500_000 // len(part))
    places = range(0, len(text), 100)
    assert len(cut_words(text, places)) == words
    assert len(cut_sentences(text, places)) == sentences
