"""Token windows: a sequence of units cut into overlapping lists.

Use this when the pieces themselves are wanted. When a piece must be traced back to its place in a
text, use :func:`chunklab.chunks`.
"""

from __future__ import annotations

from chunklab.geometry import chunk_starts

TYPE_CHECKING = False  # type checkers take it for true; importing typing would take 20 ms
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol, TypeVar

    Unit_co = TypeVar("Unit_co", covariant=True)

    class Sliceable(Protocol[Unit_co]):
        """Anything with a length and slices: list, tuple, str, range, array, a tokenizer's ids."""

        def __len__(self) -> int: ...

        def __getitem__(self, index: slice, /) -> Iterable[Unit_co]: ...


def chunk_with_overlap(units: Sliceable[Unit_co], size: int, overlap: int) -> list[list[Unit_co]]:
    """Return the windows of at most ``size`` units, neighbours sharing exactly ``overlap``.

    Every window is a new list: changing it changes neither ``units`` nor another window. The last
    window may be shorter; none follows the one that reaches the end.

    Two settings are answered before anything else is checked, in this order: empty ``units`` gives
    ``[]``, and so does an int ``size <= 0``. After that ``overlap < 0``, ``overlap >= size`` and a
    ``size`` or ``overlap`` that is not exactly an int raise ``ValueError``.

    >>> ["".join(window) for window in chunk_with_overlap("abcdefghij", 5, 2)]
    ['abcde', 'defgh', 'ghij']
    >>> chunk_with_overlap(range(6), 3, 0)
    [[0, 1, 2], [3, 4, 5]]
    >>> chunk_with_overlap(("a", "b", "c"), 10, 3)      # shorter than one window
    [['a', 'b', 'c']]
    >>> chunk_with_overlap([], 5, 2), chunk_with_overlap("abc", 0, 0)
    ([], [])
    """
    if len(units) == 0:
        return []
    if type(size) is int and size <= 0:
        return []
    starts = chunk_starts(len(units), size, overlap)
    return [list(units[start : start + size]) for start in starts]
