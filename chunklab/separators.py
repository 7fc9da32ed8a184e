"""Recursive separators: chunks that end where the text has a seam, with overlap and with offsets.

A hierarchy of separators says which seams are best, a paragraph's end before a line's, a line's
before a sentence's. Each chunk ends at the largest that is in its reach, and repeats whole pieces
of the chunk before. Use this for prose; where every chunk has to be of the same length, use
:func:`chunklab.chunks`, which does not look at the text.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from chunklab.geometry import require_window
from chunklab.seams import Seams

if TYPE_CHECKING:
    from chunklab.sources import TextChunk

DEFAULT_SEPARATORS = ("\n\n", "\n", ". ", " ")

_ANY = sys.maxsize  # the growth of a length of which nothing is promised


def recursive_chunks(
    text: str,
    size: int,
    overlap: int,
    separators: Sequence[str] = DEFAULT_SEPARATORS,
    *,
    length: Callable[[str], int] = len,
    growth: int | None = None,
) -> Iterator[TextChunk]:
    r"""Yield chunks of ``text`` that end at the largest separator in reach, with their offsets.

    ``separators`` come largest first. A separator closes the piece that it ends: nothing is
    stripped or joined, and ``text[start:end]`` is the chunk. An occurrence inside that of a larger
    separator does not count.

    ``size`` and ``overlap`` are in what ``length`` counts, code points by default. It is asked for
    the length of a chunk's own text, so no chunk is longer than ``size`` even where the lengths of
    two parts do not add up, as with a tokenizer. A chunk begins after a separator, at most
    ``overlap`` before the last chunk's end, so neighbours share whole pieces, perhaps none. A piece
    that fits in ``size`` is never cut; one that does not is cut like :func:`chunklab.chunks` cuts.
    Starts and ends strictly increase and every code point is in a chunk. Empty text yields nothing.

    A chunk's reach ends where its text first gets longer than ``size``. Nothing being known of
    ``length``, that takes a call for every prefix. ``growth`` promises that one code point more,
    before or behind, never adds more than so many: 1 for words, 4 for UTF-8 bytes. Then a few calls
    find the same reach.

    This is a generator, so the arguments are checked when iteration starts. ``ValueError`` unless
    ``size`` and ``overlap`` are exactly ints with ``0 <= overlap < size``, for an empty separator,
    for a ``growth`` that is not an int >= 1 or turns out not to hold, and for a code point that is
    longer than ``size`` by itself. ``TypeError`` unless ``text`` and the separators are ``str``.

    >>> text = "Alpha beta gamma.\n\nDelta epsilon zeta eta. Theta."
    >>> for chunk in recursive_chunks(text, 20, 8):
    ...     print(chunk["start"], chunk["end"], repr(chunk["text"]))
    0 19 'Alpha beta gamma.\n\n'
    11 25 'gamma.\n\nDelta '
    19 38 'Delta epsilon zeta '
    33 49 'zeta eta. Theta.'
    >>> def words(text):
    ...     return len(text.split())
    >>> [chunk["text"] for chunk in recursive_chunks("one two three", 2, 1, length=words, growth=1)]
    ['one two ', 'two three']
    >>> list(recursive_chunks("", 20, 8))
    []
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, got {type(text).__name__}")
    require_window(size, overlap)
    _require_growth(growth)
    ruler = _Ruler(text, length, growth or (1 if length is len else _ANY))
    ruler.require_code_points_within(size)
    seams = Seams(text, separators)

    start, end, inside = -1, 0, False  # inside: whether the last end was a cut through a piece
    while end < len(text):
        starts = _starts(ruler, seams, start, end, overlap, inside)
        start, end, inside = _span(ruler, seams, starts, end, size, inside)
        chunk = text[start:end]
        if growth is not None and length(chunk) > size:
            raise ValueError(
                f"growth={growth} must bound what one code point more can add to the length, "
                f"got {length(chunk)} for text[{start}:{end}] where {size} were expected at most"
            )
        yield {"start": start, "end": end, "text": chunk}


def _starts(
    ruler: _Ruler, seams: Seams, previous: int, covered: int, overlap: int, inside: bool
) -> Iterator[int]:
    """Yield where the next chunk may start, the earliest first; the last is ``covered``."""
    starts = ruler.starts(seams.first_end, previous, covered, overlap)
    first = next(starts, covered)
    if inside and first == covered:  # in a piece without a seam, the windows of fixed length
        first = next(ruler.starts(_any_place, previous, covered, overlap), covered)
    yield first
    yield from starts
    if first < covered:
        yield covered


def _any_place(low: int, high: int) -> int | None:
    return low if low < high else None


def _span(
    ruler: _Ruler, seams: Seams, starts: Iterator[int], covered: int, size: int, inside: bool
) -> tuple[int, int, bool]:
    """Return the next chunk's start and end, and whether it ends inside a piece."""
    cut_start = cut_end = covered
    for tried, start in enumerate(starts):
        reach = ruler.reach(start, size)
        if not (inside and tried):
            end = len(ruler.text) if reach == len(ruler.text) else seams.best_end(covered, reach)
            if end is not None:
                return start, end, False
        if cut_end == covered and reach > covered:
            cut_start, cut_end = start, reach
        if inside and cut_end > covered:
            break
    return cut_start, cut_end, True


class _Ruler(NamedTuple):
    """A length over the parts of a text, which grows by at most ``growth`` a code point."""

    text: str
    length: Callable[[str], int]
    growth: int

    def require_code_points_within(self, size: int) -> None:
        longer = {character for character in set(self.text) if self.length(character) > size}
        for position, character in enumerate(self.text if longer else ""):
            if character in longer:
                raise ValueError(
                    f"size={size} must hold every code point, got {character!r} "
                    f"of length {self.length(character)} at position {position}"
                )

    def reach(self, start: int, size: int) -> int:
        """Return the end of the longest prefix of text[start:] before one is over ``size``."""
        reached = start
        while reached < len(self.text):
            spare = size - self.length(self.text[start : reached + 1])
            if spare < 0:
                break
            reached = min(reached + 1 + spare // self.growth, len(self.text))
        return reached

    def starts(
        self, first: Callable[[int, int], int | None], previous: int, end: int, most: int
    ) -> Iterator[int]:
        """Yield the places after ``previous`` whose text up to ``end`` is at most ``most`` long.

        ``first(low, high)`` is the first place in ``[low, high)``, if there is one.
        """
        place = first(previous + 1, end)
        while place is not None:
            excess = self.length(self.text[place:end]) - most
            if excess <= 0:
                yield place
            place = first(place + max(1, -(-excess // self.growth)), end)


def _require_growth(growth: int | None) -> None:
    if growth is not None and (type(growth) is not int or growth < 1):
        raise ValueError(f"growth must be None or an int >= 1, got growth={growth!r}")
