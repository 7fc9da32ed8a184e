"""Recursive separators: chunks that end where the text has a seam, with overlap and with offsets.

A hierarchy of separators says which seams are best, a paragraph's end before a line's, a line's
before a sentence's. Each chunk ends at the largest that is in its reach, and repeats whole pieces
of the chunk before. Use this for prose; where every chunk has to be of the same length, use
:func:`chunklab.chunks`, which does not look at the text.
"""

from __future__ import annotations

import re
import sys
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from chunklab.geometry import require_window

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
    _require_separators(separators)
    _require_growth(growth)
    ruler = _Ruler(text, length, growth or (1 if length is len else _ANY))
    ruler.require_code_points_within(size)
    seams = Seams.of(text, separators)

    start, end, inside = -1, 0, False  # inside: whether the last end was a cut through a piece
    while end < len(text):
        starts = _starts(ruler, seams, start, end, overlap, inside) if end else iter([0])
        start, end, inside = _span(ruler, seams, starts, end, size, inside)
        chunk = text[start:end]
        if growth is not None and length(chunk) > size:
            raise ValueError(
                f"growth={growth} must bound what one code point more can add to the length, "
                f"got {length(chunk)} for text[{start}:{end}] where {size} were expected at most"
            )
        yield {"start": start, "end": end, "text": chunk}


def _starts(
    ruler: _Ruler, seams: Seams, previous: int, end: int, overlap: int, inside: bool
) -> Iterator[int]:
    """Yield where the next chunk may start, the earliest first; the last is ``end``."""
    starts = ruler.starts(seams.after, previous, end, overlap)
    first = next(starts, end)
    if inside and first == end:  # in a piece without a seam, the windows of fixed length
        first = next(ruler.starts(range(end), previous, end, overlap), end)
    yield first
    yield from starts
    if first < end:
        yield end


def _span(
    ruler: _Ruler, seams: Seams, starts: Iterator[int], covered: int, size: int, inside: bool
) -> tuple[int, int, bool]:
    """Return the next chunk's start and end, and whether it ends inside a piece."""
    cut_start = cut_end = covered
    for tried, start in enumerate(starts):
        reach = ruler.reach(start, size)
        if not (inside and tried):
            end = len(ruler.text) if reach == len(ruler.text) else seams.last(covered, reach)
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

    def starts(self, places: Sequence[int], after: int, end: int, most: int) -> Iterator[int]:
        """Yield the places between ``after`` and ``end`` from where to ``end`` it is ``most``."""
        at = bisect_right(places, after)
        while at < len(places) and places[at] < end:
            excess = self.length(self.text[places[at] : end]) - most
            if excess <= 0:
                yield places[at]
                at = bisect_right(places, places[at], at)  # two separators may end in one place
            else:
                at = bisect_left(places, places[at] - (-excess // self.growth), at)


class Seams(NamedTuple):
    """Where separators stand: ``ends`` of each, and the places just after and before any."""

    ends: list[array[int]]
    after: array[int]
    before: array[int]

    @classmethod
    def of(cls, text: str, separators: Sequence[str]) -> Seams:
        r"""Find all that count; an occurrence inside that of a larger separator does not.

        >>> seams = Seams.of("One. Two.\n\nThree", ["\n\n", "\n", ". "])
        >>> [list(ends) for ends in seams.ends], list(seams.after), list(seams.before)
        ([[11], [], [5]], [5, 11], [3, 9])
        """
        starts: list[array[int]] = []
        for separator in separators:
            larger = sorted(
                (start, start + len(other))
                for other, found in zip(separators, starts, strict=False)
                for start in found
            )
            starts.append(array("q", _outside(larger, re.finditer(re.escape(separator), text))))
        ends = [
            array("q", (start + len(separator) for start in found))
            for separator, found in zip(separators, starts, strict=True)
        ]
        return cls(ends, array("q", sorted(chain(*ends))), array("q", sorted(chain(*starts))))

    def last(self, covered: int, reach: int) -> int | None:
        """Return the best end after ``covered`` and not after ``reach``, if there is one."""
        for places in (*self.ends, self.before):
            at = bisect_right(places, reach)
            if at and places[at - 1] > covered:
                return places[at - 1]
        return None


def _outside(larger: list[tuple[int, int]], matches: Iterator[re.Match[str]]) -> Iterator[int]:
    """Yield the starts of the matches that do not lie inside one of the ``larger`` spans."""
    at = reached = 0  # how many of the larger begin so far, and how far they reach
    for match in matches:
        start, end = match.span()
        while at < len(larger) and larger[at][0] <= start:
            reached = max(reached, larger[at][1])
            at += 1
        if end > reached:
            yield start


def _require_separators(separators: Sequence[str]) -> None:
    if isinstance(separators, str):
        raise TypeError(f"separators must be a list of str, got the str {separators!r} alone")
    for number, separator in enumerate(separators):
        if not isinstance(separator, str):
            raise TypeError(
                "separators must be str, "
                f"got separators[{number}]={separator!r} ({type(separator).__name__})"
            )
        if not separator:
            raise ValueError(f"separators must not be empty, got separators[{number}]=''")


def _require_growth(growth: int | None) -> None:
    if growth is not None and (type(growth) is not int or growth < 1):
        raise ValueError(f"growth must be None or an int >= 1, got growth={growth!r}")
