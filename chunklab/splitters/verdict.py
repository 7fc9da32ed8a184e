"""What a splitter's chunks are worth: whether the offsets hold, and the overlap, and the text.

Everything is told from the text and the chunks alone, so the same rule judges every splitter. That
a chunk's text stands at its start is not enough: in a text with repeats it stands at other places
too. So the chunks have to *fit* together:

- each stands in the text, from its start on;
- they run through the text: no start and no end lies before that of the chunk before;
- they leave out nothing but white space, before, between and after them;
- neighbours share at most the overlap that was asked for.

Where the reported starts do not fit and others would, the reported ones are of other places with
the same text. What fits may still not be where a splitter really cut; nobody could see that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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
    known, else the longest end of the one that begins the other, up to the overlap.
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
        # Where the text itself was cut badly nothing fits, and the starts are as good as can be.
        at_reported = tuple(start or 0 for start in reported)
        at_best = _left_out(text, chunks, None).split()
        if _left_out(text, chunks, at_reported).split() == at_best:
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
        _shared(overlap, chunks, places),
        _left_out(text, chunks, places),
        _nothing_new(chunks, places),
        sum(piece not in text for _, piece in chunks),
        max((len(piece) for _, piece in chunks), default=0),
    )


def _fitting(text: str, overlap: int, chunks: Sequence[Piece]) -> tuple[int, ...] | None:
    """Return starts at which all chunks fit, those that agree with most of the reported ones."""
    # For every place of the last chunk so far: how many starts agree, and all places up to it.
    ways: dict[int, tuple[int, tuple[int, ...]]] = {}
    before = ""
    for number, (reported, piece) in enumerate(chunks):
        grown = {}
        for start in _occurrences(text, piece):
            if number == 0:
                best = None if text[:start].strip() else (0, ())
            else:
                best = max(
                    (
                        way
                        for last, way in ways.items()
                        if _follows(text, overlap, (last, last + len(before)), start, len(piece))
                    ),
                    key=lambda way: way[0],
                    default=None,
                )
            if best is not None:
                grown[start] = (best[0] + (start == reported), (*best[1], start))
        ways, before = grown, piece
    complete = [way for last, way in ways.items() if not text[last + len(before) :].strip()]
    if not chunks:
        return None if text.strip() else ()
    return max(complete, key=lambda way: way[0])[1] if complete else None


def _follows(text: str, overlap: int, last: tuple[int, int], start: int, length: int) -> bool:
    last_start, last_end = last
    return (
        last_start <= start
        and last_end <= start + length
        and last_end - start <= overlap
        and not text[last_end:start].strip()
    )


def _occurrences(text: str, piece: str) -> Iterator[int]:
    start = text.find(piece)
    while start >= 0:
        yield start
        start = text.find(piece, start + 1)


def _shared(
    overlap: int, chunks: Sequence[Piece], places: tuple[int, ...] | None
) -> tuple[int, ...]:
    pieces = [piece for _, piece in chunks]
    pairs = zip(pieces, pieces[1:], strict=False)
    if places is None:
        return tuple(_common(one, other, overlap) for one, other in pairs)
    return tuple(
        max(0, min(start + len(one), following + len(other)) - max(start, following))
        for (one, other), start, following in zip(pairs, places, places[1:], strict=False)
    )


def _common(one: str, other: str, most: int) -> int:
    lengths = range(min(most, len(one), len(other)), 0, -1)
    return next((length for length in lengths if one.endswith(other[:length])), 0)


def _nothing_new(chunks: Sequence[Piece], places: tuple[int, ...] | None) -> int:
    if places is None:
        return sum(other in one for (_, one), (_, other) in zip(chunks, chunks[1:], strict=False))
    ends = [start + len(piece) for start, (_, piece) in zip(places, chunks, strict=True)]
    return sum(other <= one for one, other in zip(ends, ends[1:], strict=False))


def _left_out(text: str, chunks: Sequence[Piece], places: tuple[int, ...] | None) -> str:
    """Return what is in no chunk; without places, what no chunk could hold wherever it stands."""
    held: set[int] = set()
    for number, (_, piece) in enumerate(chunks):
        starts = _occurrences(text, piece) if places is None else [places[number]]
        for start in starts:
            held.update(range(start, start + len(piece)))
    return "".join(each for position, each in enumerate(text) if position not in held)
