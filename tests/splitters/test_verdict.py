"""One rule judges all splitters: chunks made by hand, one for every verdict, and our own chunks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab.separators import recursive_chunks
from chunklab.sources import chunks
from chunklab.splitters.verdict import judge

# text, overlap, chunks, verdict, reason
OFFSETS = [
    ("abcdef", 1, [(0, "abc"), (2, "cdef")], "true", "each stands at its start"),
    ("ab  cd", 1, [(0, "ab"), (4, "cd")], "true", "white space may be left out between"),
    (" ab cd\n", 1, [(1, "ab"), (4, "cd")], "true", "and around"),
    ("", 1, [], "true", "nothing to be wrong about"),
    (" \n", 1, [], "true", "white space alone may give no chunk"),
    ("abcdef", 1, [(0, "abc"), (3, "cdef")], "other text", "one to the right"),
    ("abcdef", 1, [(0, "abc"), (-1, "cdef")], "other text", "what a failed search gives"),
    ("aba", 1, [(0, "ab"), (-1, "a")], "other text", "-1 is no place, also where a slice fits"),
    ("abcdef", 1, [(0, "abc"), (None, "cdef")], "other text", "one start is missing"),
    ("abcdef", 1, [(0, "abc"), (2, "xyz")], "other text", "text that was never there"),
    ("abcdef", 1, [(None, "abc"), (None, "cdef")], "none reported", "no start at all"),
    ("na na na", 2, [(0, "na"), (0, "na"), (6, "na")], "other place", "the first occurrence"),
    ("na na na", 2, [(0, "na na"), (3, "na")], "other place", "the end is in no chunk"),
    ("na na x na", 2, [(3, "na x"), (8, "na")], "other place", "na is in none, and there"),
    ("na na x na", 2, [(3, "na"), (3, "na x"), (8, "na")], "other place", "the start is in none"),
    (
        "la la la la la la",
        4,
        [(0, "la la la"), (3, "la la la"), (12, "la la")],
        "other place",
        "5 shared, not 4; at 6 it would be 2",
    ),
    ("la la la la", 5, [(0, "la la"), (3, "la la"), (6, "la la")], "true", "as others would be"),
    ("ab   ", 1, [(0, "ab"), (4, " ")], "true", "and where only the last has other places"),
    (
        "a b a b",
        3,
        [(0, "a b"), (2, "b"), (0, "a b"), (4, "a b")],
        "other place",
        "the third would begin before the second",
    ),
    ("abcdef", 4, [(0, "abcdef"), (4, "ef")], "true", "a chunk of overlap alone has its place"),
    ("abcdef", 4, [(0, "ab"), (0, "abcdef")], "true", "a chunk may begin with all of the last"),
    ("abcdef", 1, [(0, "ab"), (4, "ef")], "true", "a lost word is not the fault of the starts"),
    ("ab cd ab", 1, [(0, "ab"), (0, "ab")], "other place", "cd is lost, and the starts lose more"),
]


@pytest.mark.parametrize(("text", "overlap", "pieces", "verdict", "reason"), OFFSETS)
def test_offsets(text, overlap, pieces, verdict, reason):
    assert judge(text, overlap, pieces).offsets == verdict, reason


def test_the_places_that_fit_agree_with_as_many_reported_starts_as_can_be():
    verdict = judge("na na na na.", 2, [(0, "na na"), (3, "na"), (9, "na.")])
    assert (verdict.offsets, verdict.places) == ("other place", (0, 6, 9))


OVERLAPS = [
    ("abcdefgh", 2, [(0, "abcd"), (2, "cdef"), (4, "efgh")], (2, 2), "every pair", "all of it"),
    ("abcdefgh", 2, [(0, "abcd"), (3, "defg"), (6, "gh")], (1, 1), "every pair", "one is enough"),
    (
        "abcdefgh",
        2,
        [(0, "abcd"), (4, "ef"), (5, "fgh")],
        (0, 1),
        "some pairs",
        "one pair has none",
    ),
    ("abcdefgh", 2, [(0, "abcd"), (4, "efgh")], (0,), "no pair", "neighbours touch"),
    ("la la", 2, [(0, "la"), (3, "la")], (0,), "no pair", "equal text is not shared positions"),
    ("abcdefgh", 2, [(0, "abcdefgh")], (), "one chunk", "no neighbours"),
    ("abcdefgh", 2, [(None, "abcde"), (None, "defgh")], (2,), "every pair", "places are found"),
    ("abcdefgh", 2, [(9, "abcde"), (9, "defgh")], (2,), "every pair", "wrong starts, right texts"),
    ("abcdefgh", 2, [(None, "abcX"), (None, "cXh")], (2,), "every pair", "of no place: the texts"),
    ("abcdefgh", 2, [(None, "aXX"), (None, "cc")], (0,), "no pair", "of no place, nothing alike"),
    ("abcdefgh", 2, [(None, "Xabcd"), (None, "abcdY")], (4,), "every pair", "more than was asked"),
]


@pytest.mark.parametrize(("text", "overlap", "pieces", "shared", "kept", "reason"), OVERLAPS)
def test_overlap(text, overlap, pieces, shared, kept, reason):
    verdict = judge(text, overlap, pieces)
    assert (verdict.shared, verdict.overlap) == (shared, kept), reason


@pytest.mark.parametrize(
    ("text", "pieces", "left_out", "became", "reason"),
    [
        ("ab cd", [(0, "ab "), (3, "cd")], "", "whole", "every character is in a chunk"),
        ("ab cd\n", [(0, "ab"), (3, "cd")], " \n", "blanks left out", "stripped"),
        ("ab cd", [(0, "ab")], " cd", "characters lost", "the end is missing"),
        ("ab\r\ncd", [(0, "ab\ncd")], "ab\r\ncd", "changed", "line ends were made one character"),
        ("ab cd ab", [(5, "ab")], " cd ", "characters lost", "counted wherever a chunk may stand"),
    ],
)
def test_what_became_of_the_text(text, pieces, left_out, became, reason):
    verdict = judge(text, 1, pieces)
    assert (verdict.left_out, verdict.text) == (left_out, became), reason


def test_length_and_chunks_that_hold_nothing_new():
    verdict = judge("abcdefgh", 3, [(0, "abcdef"), (4, "ef"), (5, "fgh")])
    assert (verdict.longest, verdict.nothing_new) == (6, 1)
    assert judge("abc", 2, [(None, "abX"), (None, "bX")]).nothing_new == 1


# Few letters, so that nearly everything stands at several places.
TEXTS = st.text(alphabet="ab \n.", max_size=40)
SETTINGS = st.integers(1, 12).flatmap(lambda c: st.tuples(st.just(c), st.integers(0, c - 1)))


@pytest.mark.parametrize("cut", [chunks, recursive_chunks])
@given(text=TEXTS, settings=SETTINGS)
def test_our_own_chunks_are_true_and_lose_nothing(cut, text, settings):
    size, overlap = settings
    found = [(each["start"], each["text"]) for each in cut(text, size, overlap)]
    verdict = judge(text, overlap, found)
    assert verdict.offsets == "true"
    assert verdict.text == "whole"
    assert verdict.nothing_new == 0
    assert verdict.longest <= size


@given(text=TEXTS, settings=SETTINGS, wrong=st.integers(0, 100), by=st.integers(1, 5))
def test_a_start_that_is_moved_is_noticed_where_the_text_is_another(text, settings, wrong, by):
    size, overlap = settings
    found = [(each["start"], each["text"]) for each in chunks(text, size, overlap)]
    if not found:
        return
    start, piece = found[wrong % len(found)]
    if text.startswith(piece, start + by):
        return
    found[wrong % len(found)] = (start + by, piece)
    assert judge(text, overlap, found).offsets == "other text"
