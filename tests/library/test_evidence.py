"""Evidence: values worked by hand, and properties against counting position by position."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab.evidence import (
    distinct,
    intersection_over_union,
    positions,
    precision,
    recall,
    smallest_overlap,
    survival,
    survival_inside,
    surviving_spans,
)
from chunklab.provenance import Document, merge, store

# n, size, overlap, length, surviving, reason
SURVIVING = [
    (10, 4, 1, 1, 10, "one unit is always whole"),
    (10, 4, 1, 2, 9, "up to overlap + 1 all survive: 9 of 9"),
    (10, 4, 1, 3, 6, "starts 0, 1, 3, 4, 6, 7 of 0 to 7"),
    (10, 4, 1, 4, 3, "only the chunks themselves"),
    (10, 4, 1, 5, 0, "longer than a chunk"),
    (8, 4, 1, 2, 7, "the last chunk, [6, 8), is short and holds the last of them"),
    (8, 4, 1, 3, 4, "the last chunk is too short to hold any"),
    (3, 10, 3, 2, 2, "one chunk, shorter than size"),
    (3, 10, 3, 4, 0, "longer than the document: there is no such span"),
    (0, 10, 3, 1, 0, "an empty document has no spans"),
    (10**18, 512, 64, 65, 10**18 - 64, "all of them, at a scale where nothing can be listed"),
    # K = 2232142857142857 chunks, the last [999999999999999488, 10**18) full: K * 1.
    (10**18, 512, 64, 512, 2232142857142857, "each chunk holds itself"),
    (10**18, 512, 64, 511, 2 * 2232142857142857, "each chunk holds two"),
]


@pytest.mark.parametrize(("n", "size", "overlap", "length", "surviving", "reason"), SURVIVING)
def test_surviving_spans_by_hand(n, size, overlap, length, surviving, reason):
    assert surviving_spans(n, size, overlap, length) == surviving, reason


WINDOWS = st.integers(1, 12).flatmap(lambda c: st.tuples(st.just(c), st.integers(0, c - 1)))


def windows(n, size, overlap):
    """Cut as the definition says, one chunk after the other."""
    found, start = [], 0
    while n:
        found.append((start, min(start + size, n)))
        if found[-1][1] == n:
            break
        start += size - overlap
    return found


def whole(cuts, start, end):
    return any(first <= start and end <= last for first, last in cuts)


@given(n=st.integers(0, 60), window=WINDOWS, length=st.integers(1, 70))
def test_surviving_spans_are_those_that_are_found_by_looking(n, window, length):
    cuts = windows(n, *window)
    spans = [whole(cuts, start, start + length) for start in range(n - length + 1)]
    assert surviving_spans(n, *window, length) == sum(spans)
    if spans:
        assert survival(n, *window, length) == sum(spans) / len(spans)


@given(window=WINDOWS, length=st.integers(1, 14), k=st.integers(0, 11))
def test_inside_the_formula_is_what_is_counted_over_one_stride(window, length, k):
    size, overlap = window
    step = size - overlap
    cuts = windows(1000, size, overlap)
    first = 100 * step if 100 * step < 500 else step * (500 // step)  # far from both ends
    spans = [whole(cuts, start, start + length) for start in range(first, first + step)]
    assert survival_inside(size, overlap, length) == sum(spans) / step
    assert survival_inside(size, overlap, min(k, overlap) + 1) == 1


def test_the_share_comes_near_the_formula_in_a_long_document():
    assert survival(10**18, 200, 50, 126) == pytest.approx(survival_inside(200, 50, 126))
    assert survival(10**18, 200, 50, 126) == 0.5


@pytest.mark.parametrize(
    ("function", "arguments", "message"),
    [
        (survival, (20, 200, 50, 21), "undefined: length must be <= n, got length=21, n=20"),
        (survival, (0, 200, 50, 1), "undefined: length must be <= n, got length=1, n=0"),
        (survival, (20, 5, 5, 2), "0 <= overlap < size, got overlap=5, size=5"),
        (surviving_spans, (20, 5, 1, 0), "length must be an int >= 1, got length=0"),
        (surviving_spans, (-1, 5, 1, 2), "n must be >= 0, got n=-1"),
        (surviving_spans, (20, 5, 5, 2), "0 <= overlap < size, got overlap=5, size=5"),
        (survival_inside, (5, 1, True), "length must be an int >= 1, got length=True"),
        (survival_inside, (5, -1, 2), "0 <= overlap < size, got overlap=-1, size=5"),
        (smallest_overlap, (9, 4, [(0, 5)]), r"longer than a chunk, got the fact \(0, 5\), size=4"),
        (smallest_overlap, (9, 4, [(8, 10)]), r"0 <= start < end <= n, got the fact \(8, 10\)"),
        (smallest_overlap, (9, 4, [(3, 3)]), r"0 <= start < end <= n, got the fact \(3, 3\)"),
        (smallest_overlap, (9, 0, []), "0 <= overlap < size, got overlap=0, size=0"),
        (distinct, ([(3, 2)],), r"start <= end, got \(3, 2\)"),
        (recall, ([(0, 3)], []), "recall is undefined where nothing is wanted"),
        (recall, ([(0, 3)], [(4, 4)]), "recall is undefined where nothing is wanted"),
        (precision, ([], [(0, 3)]), "precision is undefined where nothing is found"),
        (intersection_over_union, ([], [(1, 1)]), "undefined where nothing is found and nothing"),
    ],
)
def test_what_is_undefined_says_so(function, arguments, message):
    with pytest.raises(ValueError, match=message):
        function(*arguments)


# n, size, facts, overlap, reason
SMALLEST = [
    (20, 5, [], 0, "no facts"),
    (20, 5, [(5, 10)], 0, "a chunk as it is"),
    (20, 5, [(4, 6)], 1, "the second chunk starts at 4"),
    (20, 5, [(4, 8)], 1, "the same"),
    (20, 5, [(3, 7)], 2, "starts 0, 3"),
    (20, 5, [(4, 6), (5, 10)], 4, "1 parts the second, 2 and 3 part it too; 4 starts everywhere"),
    (7, 5, [(4, 7)], 1, "the last chunk is short and ends with the document"),
    (10**18, 512, [(448, 960)], 64, "the second chunk"),
    (10**18, 512, [(448, 960), (10**18 - 512, 10**18)], 64, "and the last, which is full"),
]


@pytest.mark.parametrize(("n", "size", "facts", "overlap", "reason"), SMALLEST)
def test_the_smallest_overlap_by_hand(n, size, facts, overlap, reason):
    assert smallest_overlap(n, size, facts) == overlap, reason


def test_more_overlap_can_part_a_fact():
    assert whole(windows(20, 5, 1), 4, 9)
    assert not whole(windows(20, 5, 2), 4, 9)
    assert smallest_overlap(20, 5, [(4, 9)]) == 1


@given(data=st.data(), n=st.integers(1, 60), size=st.integers(1, 12))
def test_the_smallest_overlap_is_the_first_that_is_found_by_looking(data, n, size):
    span = st.integers(0, n - 1).flatmap(
        lambda s: st.tuples(st.just(s), st.integers(s + 1, min(n, s + size)))
    )
    facts = data.draw(st.lists(span, max_size=4))
    looked = (o for o in range(size) if all(whole(windows(n, size, o), *fact) for fact in facts))
    assert smallest_overlap(n, size, facts) == next(looked)


@pytest.mark.parametrize(
    ("spans", "union", "reason"),
    [
        ([], [], "nothing"),
        ([(4, 4)], [], "an empty span has no position"),
        ([(0, 2), (2, 4)], [(0, 4)], "they touch"),
        ([(0, 2), (3, 4)], [(0, 2), (3, 4)], "they do not"),
        ([(0, 9), (2, 4), (9, 9)], [(0, 9)], "one inside the other"),
        ([("b", 0, 2), ("a", 1, 3), ("b", 1, 3)], [("a", 1, 3), ("b", 0, 3)], "documents apart"),
        (
            [("a", "r1", 0, 2), ("a", "r2", 2, 4)],
            [("a", "r1", 0, 2), ("a", "r2", 2, 4)],
            "another revision is another text",
        ),
        ([(0, 10**18), (10**18, 10**18 + 1)], [(0, 10**18 + 1)], "at any scale"),
    ],
)
def test_distinct_by_hand(spans, union, reason):
    assert distinct(spans) == union, reason


def test_metrics_at_a_scale_where_positions_cannot_be_listed():
    half = 10**18 // 2
    assert recall([("a", 0, half), ("a", 0, half)], [("a", 0, 10**18)]) == 0.5
    assert precision([("a", 0, 10**18)], [("a", 0, half)]) == 0.5
    assert intersection_over_union([("a", 0, half)], [("a", 0, 10**18)]) == 0.5
    assert recall([("a", 0, half)], [("b", 0, half)]) == 0


SPANS = st.lists(
    st.tuples(st.sampled_from("ab"), st.integers(0, 30), st.integers(0, 12)).map(
        lambda drawn: (drawn[0], drawn[1], drawn[1] + drawn[2])
    ),
    max_size=8,
)


def listed(spans):
    return {(document, at) for document, start, end in spans for at in range(start, end)}


@given(spans=SPANS)
def test_the_union_has_the_same_positions_and_nothing_in_it_touches(spans):
    union = distinct(spans)
    assert listed(union) == listed(spans)
    assert positions(spans) == len(listed(spans))
    assert union == sorted(union)
    for (one, _, end), (other, start, _) in pairwise(union):
        assert one != other or end < start


@given(found=SPANS, wanted=SPANS)
def test_the_metrics_are_those_of_sets_of_positions(found, wanted):
    here, there = listed(found), listed(wanted)
    if there:
        assert recall(found, wanted) == len(here & there) / len(there)
    if here:
        assert precision(found, wanted) == len(here & there) / len(here)
    if here | there:
        assert intersection_over_union(found, wanted) == len(here & there) / len(here | there)


@given(found=SPANS, wanted=SPANS, data=st.data())
@pytest.mark.parametrize("metric", [recall, precision, intersection_over_union])
def test_what_is_found_or_wanted_twice_changes_nothing(metric, found, wanted, data):
    if not (listed(found) and listed(wanted)):
        return
    again = []
    for document, start, end in data.draw(st.lists(st.sampled_from(found + wanted), max_size=4)):
        first = data.draw(st.integers(start, end))
        again.append((document, first, data.draw(st.integers(first, end))))
    of_found = [each for each in again if listed([each]) <= listed(found)]
    of_wanted = [each for each in again if listed([each]) <= listed(wanted)]
    once = metric(found, wanted)
    assert metric([*found, *of_found, *found], wanted) == once
    assert metric(found, [*of_wanted, *wanted, *wanted]) == once


def test_metrics_take_what_can_be_read_only_once():
    assert recall(iter([(0, 5)]), iter([(0, 10)])) == 0.5


@given(text=st.text("ab ", max_size=40), window=WINDOWS, data=st.data())
def test_the_union_is_that_of_merged_chunks(text, window, data):
    chunks = list(store(Document("note", text), *window))
    found = [chunk for chunk in chunks if data.draw(st.booleans())]
    spans = [(chunk.document_id, chunk.revision, chunk.start, chunk.end) for chunk in found]
    merged = [(each.document_id, each.revision, each.start, each.end) for each in merge(found)]
    assert distinct(spans) == merged
