"""A text in segments: stretches that lie in the same chunks from their first letter to their last.

Two chunks that overlap make three segments: what is in the first alone, in both, in the second
alone. Drawings tint segments, since no letter can have two colours. Nothing is drawn here.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True)
class Segment:
    """A stretch of text, ``start`` to ``end``, that lies in the same chunks throughout.

    ``owner`` is the number of the last of them, ``shared`` says that there are others, ``current``
    that the current chunk is among them, ``starts`` that the owner begins here, and ``cut`` that
    the edge where the segment begins cuts something apart.
    """

    start: int
    end: int
    text: str
    owner: int
    shared: bool
    current: bool
    starts: bool
    cut: bool


def segments(
    text: str,
    spans: Sequence[tuple[int, int]],
    start: int,
    end: int,
    *,
    current: int = 0,
    cuts: Container[int] = (),
) -> list[Segment]:
    """Return the segments of the text from ``start`` to ``end``, in order.

    ``spans`` are the chunks, which cover the text, starts and ends in order. Their numbers count
    from 1, and ``current`` is one of them or 0 for none. ``cuts`` are the edges that are marked.

    >>> found = segments("abcdefgh", [(0, 5), (3, 8)], 0, 8, current=1)
    >>> [(each.text, each.owner, each.shared, each.current) for each in found]
    [('abc', 1, False, True), ('de', 2, True, True), ('fgh', 2, False, False)]
    """
    edges = {edge for span in spans for edge in span if start < edge < end}
    found = []
    first = last = 0  # of the chunks that hold the segment
    for here, there in pairwise(sorted(edges | {start, end})):
        while spans[first][1] <= here:
            first += 1
        while last + 1 < len(spans) and spans[last + 1][0] <= here:
            last += 1
        found.append(
            Segment(
                here,
                there,
                text[here:there],
                last + 1,
                shared=last > first,
                current=first < current <= last + 1,
                starts=spans[last][0] == here,
                cut=here in cuts,
            )
        )
    return found


def excerpt(n: int, current: tuple[int, int] | None, least: int = 700) -> tuple[int, int]:
    """Return where to begin and end showing ``n`` characters: the current chunk and some around it.

    >>> excerpt(3000, (1000, 1040))
    (825, 1525)
    >>> excerpt(300, (100, 140)), excerpt(0, None)
    ((0, 300), (0, 0))
    """
    if current is None:
        return 0, 0
    start = max(0, min(current[0] - least // 4, n - least))
    return start, min(n, max(current[1] + least // 4, start + least))
