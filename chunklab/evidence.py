"""What overlap buys: facts that stay whole, and evidence that is counted once.

A *span* is a run of positions, and it *survives* when some chunk holds all of it. How many do is
arithmetic, as the number of chunks is. What has been retrieved is measured by positions: on the
union of the spans, so that a position which two chunks share counts once.

Spans that are measured are tuples whose last two entries are start and end, end exclusive. What
comes before says which text they are of, if there is more than one: ``(3, 9)`` in the only one,
``("menu", "a9f7", 3, 9)`` in a document of that name and revision.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from chunklab.geometry import n_chunks, stride

Span = tuple[Any, ...]


def surviving_spans(n: int, size: int, overlap: int, length: int) -> int:
    """Return how many of the spans of ``length`` units survive, by exact count.

    A document of ``n`` units has ``n - length + 1`` such spans, or none. The last chunk may be
    shorter than ``size`` and is counted as it is. Raises ``ValueError`` for ``length < 1`` and as
    :func:`chunklab.n_chunks` does.

    >>> surviving_spans(1000, 200, 0, 2)        # 999 spans, of which 4 lie across a cut
    995
    >>> surviving_spans(1000, 200, 50, 51), surviving_spans(1000, 200, 50, 52)
    (950, 943)
    >>> surviving_spans(10**18, 512, 64, 512)
    2232142857142857
    """
    count = n_chunks(n, size, overlap)
    _require_span_length(length)
    if length > min(n, size):
        return 0
    step = stride(size, overlap)
    # A full chunk holds size - length + 1 of them, but those from the next chunk's start on are
    # counted there. What only the last chunk holds begins at its own start.
    last = n - (count - 1) * step
    return (count - 1) * min(step, size - length + 1) + max(0, last - length + 1)


def survival(n: int, size: int, overlap: int, length: int) -> float:
    """Return the share of the spans of ``length`` units that survive, exact at the ends too.

    Raises ``ValueError`` where the document has no such span, and as :func:`surviving_spans` does.

    >>> survival(1000, 200, 50, 100)
    0.6736958934517203
    >>> survival(1000, 200, 50, 51)
    1.0
    >>> survival(20, 200, 50, 51)
    Traceback (most recent call last):
    ValueError: the survival of spans that do not exist is undefined: length must be <= n, \
got length=51, n=20
    """
    surviving = surviving_spans(n, size, overlap, length)
    if length > n:
        raise ValueError(
            f"the survival of spans that do not exist is undefined: length must be <= n, "
            f"got length={length}, n={n}"
        )
    return surviving / (n - length + 1)


def survival_inside(size: int, overlap: int, length: int) -> float:
    """Return the surviving share away from the document's ends, where chunks follow evenly.

    All for ``length <= overlap + 1``, none for ``length > size``, and between the two
    ``(size - length + 1) / stride``. Raises ``ValueError`` for ``length < 1`` and unless
    ``0 <= overlap < size``.

    >>> survival_inside(200, 50, 51), survival_inside(200, 50, 126), survival_inside(200, 50, 201)
    (1.0, 0.5, 0.0)
    """
    step = stride(size, overlap)
    _require_span_length(length)
    return min(step, max(0, size - length + 1)) / step


def smallest_overlap(n: int, size: int, facts: Iterable[tuple[int, int]]) -> int:
    """Return the smallest overlap with which each fact, a start and an end, lies whole in a chunk.

    A larger overlap moves the cuts, so it can part a fact that a smaller one kept whole: all are
    tried from 0 upwards. The longest fact less one is always enough. Raises ``ValueError`` for a
    fact that is longer than ``size``, that is empty, or that leaves the document.

    >>> smallest_overlap(1000, 200, [(190, 210)])       # the second chunk then starts at 190
    10
    >>> smallest_overlap(1000, 200, [(190, 210), (300, 380)])
    10
    >>> smallest_overlap(1000, 200, [])
    0
    >>> smallest_overlap(1000, 200, [(0, 201)])
    Traceback (most recent call last):
    ValueError: no overlap keeps a fact whole that is longer than a chunk, got the fact \
(0, 201), size=200
    """
    n_chunks(n, size, 0)  # the arguments are checked
    wanted = list(facts)
    for start, end in wanted:
        if not 0 <= start < end <= n:
            raise ValueError(
                f"a fact must satisfy 0 <= start < end <= n, got the fact ({start}, {end}), n={n}"
            )
        if end - start > size:
            raise ValueError(
                f"no overlap keeps a fact whole that is longer than a chunk, "
                f"got the fact ({start}, {end}), size={size}"
            )
    return next(
        overlap
        for overlap in range(size)
        if all(_whole(size, overlap, start, end) for start, end in wanted)
    )


def _whole(size: int, overlap: int, start: int, end: int) -> bool:
    """Return whether the last chunk that begins in time, which reaches furthest, holds it.

    Where there is no chunk so late, the document's last holds it: its end is the document's.
    """
    step = size - overlap
    return end <= start // step * step + size


def distinct(spans: Iterable[Span]) -> list[Span]:
    """Return the union of spans: sorted, and what overlaps or touches within one text joined.

    An empty span adds nothing. Raises ``ValueError`` for a span that ends before it starts.

    >>> distinct([(5, 9), (0, 3), (3, 4), (7, 8)])
    [(0, 4), (5, 9)]
    >>> distinct([("menu", 0, 5), ("note", 3, 8), ("menu", 3, 9)])
    [('menu', 0, 9), ('note', 3, 8)]
    """
    union: list[Span] = []
    for span in sorted(spans):
        *source, start, end = span
        if start > end:
            raise ValueError(f"a span must satisfy start <= end, got {span!r}")
        if start == end:
            continue
        if union:
            *last_source, last_start, last_end = union[-1]
            if source == last_source and start <= last_end:
                union[-1] = (*source, last_start, max(end, last_end))
                continue
        union.append(span)
    return union


def positions(spans: Iterable[Span]) -> int:
    """Return how many positions spans cover together, each counted once.

    >>> positions([(0, 5), (3, 9)])
    9
    >>> positions([("menu", 0, 5), ("note", 3, 9)])
    11
    """
    return sum(end - start for *_, start, end in distinct(spans))


def recall(found: Iterable[Span], wanted: Iterable[Span]) -> float:
    """Return the share of the wanted positions that were found.

    Raises ``ValueError`` where nothing is wanted: there is nothing to have a share of.

    >>> recall(found=[(0, 5), (3, 9)], wanted=[(6, 12)])
    0.5
    """
    _, there, shared = _measured(found, wanted)
    if not there:
        raise ValueError("recall is undefined where nothing is wanted: wanted has no positions")
    return shared / there


def precision(found: Iterable[Span], wanted: Iterable[Span]) -> float:
    """Return the share of the found positions that were wanted.

    Raises ``ValueError`` where nothing is found.

    >>> precision(found=[(0, 5), (3, 9)], wanted=[(6, 12)])
    0.3333333333333333
    """
    here, _, shared = _measured(found, wanted)
    if not here:
        raise ValueError("precision is undefined where nothing is found: found has no positions")
    return shared / here


def intersection_over_union(found: Iterable[Span], wanted: Iterable[Span]) -> float:
    """Return the positions both found and wanted, as a share of those that are either.

    Raises ``ValueError`` where nothing is found and nothing is wanted.

    >>> intersection_over_union(found=[(0, 5), (3, 9)], wanted=[(6, 12)])
    0.25
    """
    here, there, shared = _measured(found, wanted)
    either = here + there - shared
    if not either:
        raise ValueError(
            "intersection over union is undefined where nothing is found and nothing is wanted: "
            "neither has positions"
        )
    return shared / either


def _measured(found: Iterable[Span], wanted: Iterable[Span]) -> tuple[int, int, int]:
    """Return how many positions are found, are wanted, and are both."""
    here, there = list(found), list(wanted)
    either = positions([*here, *there])
    return positions(here), positions(there), positions(here) + positions(there) - either


def _require_span_length(length: int) -> None:
    if type(length) is not int or length < 1:
        raise ValueError(f"length must be an int >= 1, got length={length!r}")
