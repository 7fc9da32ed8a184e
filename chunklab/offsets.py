"""One place in a text, numbered in code points, UTF-8 bytes, UTF-16 units, clusters or tokens.

Use this when a span leaves Python for a browser, a byte index or a reader's eye, or comes back
from there; and to find or avoid edges that cut what a reader sees as one character.

Every conversion is exact: a position that has no counterpart in the other unit is an error, and is
never rounded.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from itertools import accumulate

from chunklab.geometry import require_window

TYPE_CHECKING = False  # type checkers take it for true; importing typing would take 20 ms
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Protocol, overload

    from chunklab.sources import TextChunk

    class _Ruler(Protocol):
        """The positions of one unit, 0 to ``count``, beside those of code points."""

        count: int

        def to_code_point(self, position: int) -> int: ...

        def from_code_point(self, position: int) -> int: ...


UNITS = ("code point", "utf-8", "utf-16", "grapheme", "token")

# Code points between two checkpoints: more take less memory, and longer to walk.
BLOCK = 64

# Codec, what it does with a lone surrogate, bytes in a unit. With "replace" a lone surrogate
# becomes a question mark, which takes one unit as well, and never joins its neighbour. Python has
# short ways to "utf-16", and none to "utf-16-le"; the byte order mark is what that costs.
CODECS = {"utf-8": ("utf-8", "strict", 1), "utf-16": ("utf-16", "replace", 2)}


class Offsets:
    r"""The positions of ``text`` in every unit of ``UNITS``, converted exactly.

    A position is an edge between two units, from 0 to the number of units, so starts and ends of
    slices convert alike. What a unit needs is prepared when it is first asked for, in time linear
    in the text, and kept in a quarter of a byte a code point (16 bytes a token); a conversion takes
    logarithmic time after that.

    - A lone surrogate has no UTF-8: a text that holds one refuses the unit ``"utf-8"``. In UTF-16
      it is one unit, also where a high one stands before a low one. Those are two code points, and
      the position between them converts; a browser that gets them sees one character.
    - Grapheme clusters are the extended ones of UAX #29, by the package wcwidth (0.9.4: the rules
      and data of Unicode 18, which also keep an Indic conjunct whole).
    - ``tokens`` are (start, end) of each token in code points, in order; text may be left out
      between them. A token position is where that token starts, and the last one is where the last
      token ends; an end before left-out text has the same number as the start after it. Between
      two tokens that share a code point there is no position.

    >>> offsets = Offsets("A🙂é")
    >>> offsets.convert(2, "code point", "utf-8"), offsets.convert(2, "code point", "utf-16")
    (5, 3)
    >>> offsets.convert([0, 1, 3, 4], "utf-16", "code point")
    [0, 1, 2, 3]
    >>> offsets.convert(2, "utf-16", "code point")
    Traceback (most recent call last):
    ValueError: utf-16 position 2 lies inside the surrogate pair of code point 1 (U+1F642)
    """

    def __init__(self, text: str, tokens: Iterable[Sequence[int]] | None = None) -> None:
        _require_text(text)
        self.text = text
        self._clusters: _Clusters | None = None
        self._rulers: dict[str, _Ruler] = {"code point": _CodePoints(text)}
        if tokens is not None:
            self._rulers["token"] = _Tokens(text, tokens)

    if TYPE_CHECKING:

        @overload
        def convert(self, positions: int, source: str, target: str) -> int: ...

        @overload
        def convert(self, positions: Iterable[int], source: str, target: str) -> list[int]: ...

    def convert(self, positions: int | Iterable[int], source: str, target: str) -> int | list[int]:
        r"""Return where ``positions`` of the unit ``source`` lie in the unit ``target``.

        One int gives an int; many, in any order, give a list. Raises ``ValueError``, naming unit,
        position and rule, for a position that is not exactly an int, out of range, inside a code
        point's bytes or surrogate pair, inside a cluster, or not at a token's edge.

        >>> Offsets("e\u0301!").convert([0, 2, 3], "code point", "grapheme")
        [0, 1, 2]
        >>> Offsets("one two", [(0, 3), (4, 7)]).convert([0, 3, 4, 7], "code point", "token")
        [0, 1, 1, 2]
        """
        one, found = isinstance(positions, int), self._checked(positions, source)
        code_points = list(map(self._ruler(source).to_code_point, found))
        try:
            converted = list(map(self._ruler(target).from_code_point, code_points))
        except _NoEdge as error:
            position = found[code_points.index(error.code_point)]
            raise ValueError(f"{source} position {position} {error.rule}") from None
        return converted[0] if one else converted

    if TYPE_CHECKING:

        @overload
        def cuts_cluster(self, positions: int) -> bool: ...

        @overload
        def cuts_cluster(self, positions: Iterable[int]) -> list[bool]: ...

    def cuts_cluster(self, positions: int | Iterable[int]) -> bool | list[bool]:
        r"""Tell whether a cut at ``positions``, in code points, falls inside a grapheme cluster.

        One int gives a bool; many give a list. Raises ``ValueError`` as :meth:`convert` does.

        >>> Offsets("e\u0301!").cuts_cluster([0, 1, 2, 3])
        [False, True, False, False]
        """
        found = self._checked(positions, "code point")
        has_edge = self._grapheme().has_edge
        cuts = [not has_edge(position) for position in found]
        return cuts[0] if isinstance(positions, int) else cuts

    def _checked(self, positions: int | Iterable[int], unit: str) -> list[int]:
        """Return the positions as a list, each exactly an int and within the text."""
        found = _ints(unit, positions)
        count = self._ruler(unit).count
        if found and not 0 <= min(found) <= max(found) <= count:
            odd = next(position for position in found if not 0 <= position <= count)
            raise ValueError(f"{unit} position must be from 0 to {count}, got {odd}")
        return found

    def _ruler(self, unit: str) -> _Ruler:
        if unit not in UNITS:
            raise ValueError(f"unit must be one of {', '.join(UNITS)}, got {unit!r}")
        if unit == "token" and unit not in self._rulers:
            raise ValueError("unit token needs the spans of the tokens: Offsets(text, tokens)")
        if unit == "grapheme":
            return self._grapheme()
        if unit not in self._rulers:
            encoding = _Encoding(self.text, unit)
            one_each = encoding.count == len(self.text)
            self._rulers[unit] = self._rulers["code point"] if one_each else encoding
        return self._rulers[unit]

    def _grapheme(self) -> _Clusters:
        if self._clusters is None:
            self._clusters = _Clusters(self.text)
        return self._clusters


def cluster_chunks(text: str, size: int, overlap: int) -> Iterator[TextChunk]:
    r"""Yield chunks as :func:`chunklab.chunks` does, their edges moved to cluster boundaries.

    A chunk ends at the last boundary that leaves it at most ``size`` code points. The next one
    starts at the first boundary that leaves at most ``overlap`` shared, or at a later one where
    the cluster that follows would not fit otherwise. Starts and ends both rise, every code point
    is covered, and ``end`` of one chunk less ``start`` of the next is what they share.

    A cluster longer than ``size`` cannot be whole in any chunk: it is cut at ``size``, its chunks
    share exactly ``overlap``, and :meth:`Offsets.cuts_cluster` tells the edges inside it.
    A text without clusters of several code points gives what :func:`chunklab.chunks` gives.

    This is a generator: the arguments are checked when iteration starts, as those of
    :func:`chunklab.chunks` are.

    >>> [chunk["text"] for chunk in cluster_chunks("ab\r\ncd\r\n", 3, 1)]
    ['ab', 'b\r\n', 'cd', 'd\r\n']
    """
    _require_text(text)
    require_window(size, overlap)
    clusters = _Clusters(text)
    start, end = -1, 0
    while end < len(text):
        earliest = max(start + 1, end - overlap)
        if clusters.has_edge(end):
            following = clusters.edge_from(end + 1)
            if following - end <= size:
                earliest = max(earliest, following - size)
        start = clusters.edge_from(earliest)
        if start > end:  # the chunk before ended inside a cluster that is too long
            start = earliest
        reach = min(start + size, len(text))
        edge = clusters.edge_up_to(reach)
        end = edge if edge > end else reach
        yield {"start": start, "end": end, "text": text[start:end]}


class _NoEdge(ValueError):
    """A code point position that another unit does not have; ``rule`` goes on from its name."""

    def __init__(self, code_point: int, rule: str) -> None:
        self.code_point, self.rule = code_point, rule


class _CodePoints:
    """The unit that everything is converted through."""

    def __init__(self, text: str) -> None:
        self.count = len(text)

    def to_code_point(self, position: int) -> int:
        return position

    def from_code_point(self, position: int) -> int:
        return position


class _Encoding:
    """The units of an encoded text: how many stand before every block, the rest by encoding."""

    def __init__(self, text: str, unit: str) -> None:
        self.text, self.unit = text, unit
        self.codec, self.errors, self.width = CODECS[unit]
        self.mark = len("".encode(self.codec))
        blocks = (self._units(start, start + BLOCK) for start in range(0, len(text) + 1, BLOCK))
        try:
            self.before = array("Q", accumulate(blocks, initial=0))
        except UnicodeEncodeError:
            at = next(k for k, character in enumerate(text) if "\ud800" <= character <= "\udfff")
            raise ValueError(
                f"a lone surrogate has no UTF-8: code point {at} is U+{ord(text[at]):04X}"
            ) from None
        self.count = self.before.pop()

    def to_code_point(self, position: int) -> int:
        block = bisect_right(self.before, position) - 1
        start, rest = block * BLOCK, position - self.before[block]
        encoded = self.text[start : start + BLOCK].encode(self.codec, self.errors)
        upto = encoded[: self.mark + rest * self.width]
        try:
            return start + len(upto.decode(self.codec))
        except UnicodeDecodeError as error:
            at = start + len(upto[: error.start].decode(self.codec))
            inside = "bytes" if self.unit == "utf-8" else "surrogate pair"
            raise ValueError(
                f"{self.unit} position {position} lies inside the {inside} of code point {at} "
                f"(U+{ord(self.text[at]):04X})"
            ) from None

    def from_code_point(self, position: int) -> int:
        block = position // BLOCK
        return self.before[block] + self._units(block * BLOCK, position)

    def _units(self, start: int, end: int) -> int:
        encoded = self.text[start:end].encode(self.codec, self.errors)
        return (len(encoded) - self.mark) // self.width


class _Clusters:
    """The edges of the grapheme clusters: one bit a code point, and their count by blocks."""

    def __init__(self, text: str) -> None:
        from wcwidth import iter_graphemes

        at_edge = bytearray(b"0") * (len(text) + 1)
        for edge in accumulate(map(len, iter_graphemes(text)), initial=0):
            at_edge[edge] = ord("1")
        # The first code point of a block is the lowest bit of its word.
        starts = range(0, len(at_edge), BLOCK)
        self.words = array("Q", (int(at_edge[k : k + BLOCK][::-1], 2) for k in starts))
        self.before = array("Q", accumulate(map(int.bit_count, self.words), initial=0))
        self.count = self.before.pop() - 1

    def has_edge(self, position: int) -> bool:
        return self.words[position // BLOCK] >> position % BLOCK & 1 == 1

    def edge_from(self, position: int) -> int:
        """Return the first edge at ``position`` or after it."""
        return self.to_code_point(self._edges_before(position))

    def edge_up_to(self, position: int) -> int:
        """Return the last edge at ``position`` or before it."""
        return self.to_code_point(self._edges_before(position + 1) - 1)

    def to_code_point(self, position: int) -> int:
        block = bisect_right(self.before, position) - 1
        word, rest = self.words[block], position - self.before[block]
        bit, width = 0, BLOCK // 2
        while width:  # halve the word, and stay with the half that holds the edge
            in_low_half = (word & (1 << width) - 1).bit_count()
            if rest >= in_low_half:
                word, rest, bit = word >> width, rest - in_low_half, bit + width
            width //= 2
        return block * BLOCK + bit

    def from_code_point(self, position: int) -> int:
        if not self.has_edge(position):
            start, end = self.edge_up_to(position), self.edge_from(position)
            raise _NoEdge(position, f"lies inside the cluster of code points {start} to {end - 1}")
        return self._edges_before(position)

    def _edges_before(self, position: int) -> int:
        block, bit = divmod(position, BLOCK)
        return self.before[block] + (self.words[block] & (1 << bit) - 1).bit_count()


class _Tokens:
    """The edges between tokens: where the token before an edge ends and the one after starts."""

    def __init__(self, text: str, tokens: Iterable[Sequence[int]]) -> None:
        starts, ends = array("Q"), array("Q")
        for number, span in enumerate(tokens):
            start, end = _ints("token", span[:2])
            in_order = not starts or (starts[-1] <= start and ends[-1] <= end)
            if not (0 <= start < end <= len(text) and in_order):
                raise ValueError(
                    "tokens must be non-empty spans within the text, in order, "
                    f"got ({start}, {end}) as token {number}"
                )
            starts.append(start)
            ends.append(end)
        self.count = len(starts)
        self.start_after = array("Q", [*starts, ends[-1] if ends else 0])
        self.end_before = array("Q", [starts[0] if starts else 0, *ends])

    def to_code_point(self, position: int) -> int:
        if self.end_before[position] > self.start_after[position]:
            raise ValueError(
                f"token position {position} lies inside a code point "
                f"that tokens {position - 1} and {position} share"
            )
        return self.start_after[position]

    def from_code_point(self, position: int) -> int:
        number = bisect_left(self.start_after, position)
        if number <= self.count and self.start_after[number] == position >= self.end_before[number]:
            return number
        number = bisect_right(self.end_before, position) - 1
        if number >= 0 and self.end_before[number] == position <= self.start_after[number]:
            return number
        raise _NoEdge(position, "is not at the edge of a token")


def _ints(unit: str, positions: int | Iterable[int]) -> list[int]:
    """Return one or many as a list, each exactly an int: True is none, and neither is 2.0."""
    try:
        found = [positions] if isinstance(positions, int) else list(positions)
    except TypeError:
        found = [positions]  # type: ignore[list-item]
    if not set(map(type, found)) <= {int}:
        odd = next(each for each in found if type(each) is not int)
        raise ValueError(f"a {unit} position must be an int, got {odd!r} ({type(odd).__name__})")
    return found


def _require_text(text: str) -> None:
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, got {type(text).__name__}")
