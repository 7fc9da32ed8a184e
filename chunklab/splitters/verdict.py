"""What a splitter's chunks are worth: whether the offsets hold, and the overlap, and the text.

Everything is told from the text and the chunks alone, so the same rule judges every splitter. That
a chunk's text stands at its start is not enough: in a text with repeats it stands at other places
too. So the chunks have to *fit* together:

- each stands in the text, from its start on;
- they run through the text: no start lies before that of the chunk before;
- they leave out nothing but white space, before, between and after them;
- neighbours share at most the overlap that was asked for.

Where the reported starts do not fit and others would, the reported ones are of other places with
the same text. What fits may still not be where a splitter really cut; nobody could see that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import NamedTuple

Piece = tuple[int | None, str]
"""A chunk as a splitter reports it: its start, or ``None`` where it reports none, and its text."""

TRUE = "true"
OTHER_TEXT = "other text"
OTHER_PLACE = "other place"
NOT_REPORTED = "none reported"


@dataclass(frozen=True)
class Verdict:
    """What is seen of one text's chunks; offsets in code points.

    ``offsets`` is one of "true"; "other text", when at some reported start the chunk does not
    stand; "other place", when everywhere it does, but the chunks only fit at other starts; and
    "none reported". ``places`` are the starts that fit, or ``None`` where none do. ``shared`` says
    for each pair of neighbours how many code points both hold: positions where the places are
    known, else the longest end of the one text that begins the other.
    ``left_out`` is what no chunk holds, ``nothing_new`` how many chunks lie inside the one before,
    ``changed`` how many stand nowhere in the text, and ``longest`` the length of the longest.
    """

    offsets: str
    places: tuple[int, ...] | None
    shared: tuple[int, ...]
    left_out: str
    nothing_new: int
    changed: int
    longest: int

    @property
    def overlap(self) -> str:
        """Where neighbours share at least one code point: "every pair", "some", "no pair".

        A single chunk has no neighbours: "one chunk".
        """
        if not self.shared:
            return "one chunk"
        if all(self.shared):
            return "every pair"
        return "some pairs" if any(self.shared) else "no pair"

    @property
    def text(self) -> str:
        """What became of the text: "whole", "blanks left out", "characters lost", "changed"."""
        if self.changed:
            return "changed"
        if self.left_out.strip():
            return "characters lost"
        return "blanks left out" if self.left_out else "whole"


class _Way(NamedTuple):
    agree: int
    places: tuple[int, ...]
    span: tuple[int, int]


_agreement = attrgetter("agree")


def judge(text: str, overlap: int, chunks: Sequence[Piece]) -> Verdict:
    """Return what is seen of the ``chunks`` of ``text``, of which ``overlap`` was asked.

    The second chunk stands at 3 as well, but then the end of the text would be in no chunk:

    >>> judge("ha ha ha ha", 2, [(0, "ha ha"), (3, "ha ha")]).offsets
    'other place'
    >>> judge("ha ha ha ha", 2, [(0, "ha ha"), (3, "ha ha")]).places
    (0, 6)
    >>> judge("ha ha ha ha", 2, [(0, "ha ha"), (6, "ha ha")]).offsets
    'true'
    """
    reported = [start for start, _ in chunks]
    stands = all(
        start is not None and start >= 0 and text.startswith(piece, start)
        for start, piece in chunks
    )
    places = _fitting(text, overlap, chunks)
    if places is None and stands:
        # Nothing fits where a splitter drops a word: not the fault of starts that lose no more.
        at_reported = tuple(start or 0 for start in reported)
        lost = "".join(_left_out(text, chunks, at_reported).split())
        if lost == "".join(_left_out(text, chunks, None).split()):
            places = at_reported
    if chunks and all(start is None for start in reported):
        offsets = NOT_REPORTED
    elif not stands:
        offsets = OTHER_TEXT
    else:
        offsets = TRUE if places == tuple(reported) else OTHER_PLACE
    return Verdict(
        offsets,
        places,
        _shared(chunks, places),
        _left_out(text, chunks, places),
        _nothing_new(chunks, places),
        sum(piece not in text for _, piece in chunks),
        max((len(piece) for _, piece in chunks), default=0),
    )


def _fitting(text: str, overlap: int, chunks: Sequence[Piece]) -> tuple[int, ...] | None:
    """Return starts at which all chunks fit, those that agree with most of the reported ones."""
    # A way is the places of all chunks so far, and how many of them agree. One is kept for every
    # place of the last; before the first chunk stands an empty one at the start of the text.
    ways: list[_Way] = [_Way(0, (), (0, 0))]
    for reported, piece in chunks:
        grown = []
        for start in _occurrences(text, piece):
            span = (start, start + len(piece))
            fit = [way for way in ways if _follows(text, overlap, way.span, span)]
            if fit:
                best = max(fit, key=_agreement)
                grown.append(_Way(best.agree + (start == reported), (*best.places, start), span))
        ways = grown
    complete = [way for way in ways if not text[way.span[1] :].strip()]
    return max(complete, key=_agreement).places if complete else None


def _follows(text: str, overlap: int, last: tuple[int, int], span: tuple[int, int]) -> bool:
    return (
        last[0] <= span[0] and last[1] - span[0] <= overlap and not text[last[1] : span[0]].strip()
    )


def _occurrences(text: str, piece: str) -> Iterator[int]:
    start = text.find(piece)
    while start >= 0:
        yield start
        start = text.find(piece, start + 1)


def _shared(chunks: Sequence[Piece], places: tuple[int, ...] | None) -> tuple[int, ...]:
    pieces = [piece for _, piece in chunks]
    pairs = pairwise(pieces)
    if places is None:
        return tuple(_common(one, other) for one, other in pairs)
    return tuple(
        max(0, min(start + len(one), following + len(other)) - max(start, following))
        for (one, other), (start, following) in zip(pairs, pairwise(places), strict=True)
    )


def _common(one: str, other: str) -> int:
    return next(length for length in range(len(other), -1, -1) if one.endswith(other[:length]))


def _nothing_new(chunks: Sequence[Piece], places: tuple[int, ...] | None) -> int:
    if places is None:
        return sum(other in one for (_, one), (_, other) in pairwise(chunks))
    ends = [start + len(piece) for start, (_, piece) in zip(places, chunks, strict=True)]
    return sum(other <= one for one, other in pairwise(ends))


def _left_out(text: str, chunks: Sequence[Piece], places: tuple[int, ...] | None) -> str:
    """Return what is in no chunk; without places, what no chunk could hold wherever it stands."""
    held: set[int] = set()
    for number, (_, piece) in enumerate(chunks):
        starts = _occurrences(text, piece) if places is None else [places[number]]
        for start in starts:
            held.update(range(start, start + len(piece)))
    return "".join(each for position, each in enumerate(text) if position not in held)
