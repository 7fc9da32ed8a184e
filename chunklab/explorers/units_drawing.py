"""One text numbered in four units: a picture in which each unit is a box, to scale by its bytes.

A character that a person sees stands above its code points, those above their UTF-16 units, those
above their UTF-8 bytes. A box that begins a code point is darker than one inside it, where no
offset may point.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from chunklab.explorers import svg
from chunklab.explorers.visible import plain
from chunklab.offsets import Offsets

BYTES_A_LINE = 16

WIDTH = 548
_LEFT = 96
_BYTE = (WIDTH - _LEFT) / BYTES_A_LINE
_ROW, _TALL = 19, 28
_LINE = _TALL + 3 * _ROW + 14

# As many digits as there may be, in a box that is a byte wide.
_STYLE = ".cl-svg .cl-small { font-size: 9.5px }"

_NAMES = ("character", "code point", "UTF-16 unit", "UTF-8 byte")


@dataclass(frozen=True)
class Column:
    """A code point: where it begins in each unit, and how many units it takes.

    ``begins`` says that a grapheme cluster begins here too.
    """

    character: str
    position: int
    in_utf16: range
    in_utf8: range
    begins: bool


def columns(offsets: Offsets, start: int, end: int) -> list[Column]:
    """Return the code points from ``start`` to ``end`` of a text with their numbers in every unit.

    >>> drawn = columns(Offsets("né🙂"), 1, 3)
    >>> [(each.position, each.in_utf16, each.in_utf8) for each in drawn]
    [(1, range(1, 2), range(1, 3)), (2, range(2, 4), range(3, 7))]
    """
    positions = list(range(start, end + 1))
    in_utf16 = offsets.convert(positions, "code point", "utf-16")
    in_utf8 = offsets.convert(positions, "code point", "utf-8")
    return [
        Column(
            offsets.text[position],
            position,
            range(in_utf16[i], in_utf16[i + 1]),
            range(in_utf8[i], in_utf8[i + 1]),
            begins=not offsets.cuts_cluster(position),
        )
        for i, position in enumerate(positions[:-1])
    ]


def picture(drawn: list[Column], *, lines: int = 0, card: bool = False) -> str:
    """Return the SVG of some columns, at least ``lines`` high, in lines of at most 16 bytes."""
    broken = list(_lines(drawn))
    body = "".join(_line(line, number * _LINE) for number, line in enumerate(broken))
    height = max(lines, len(broken), 1) * _LINE
    return svg.document(WIDTH, height, words(drawn), body, card=card, style=_STYLE)


def words(drawn: list[Column]) -> str:
    """Return what the picture says.

    >>> words(columns(Offsets("né"), 1, 2))
    'é: code point 1, UTF-16 unit 1, UTF-8 bytes 1, 2.'
    """
    if not drawn:
        return "No code points."
    return (
        "; ".join(
            f"{plain(each.character)}: code point {each.position}, "
            f"UTF-16 {_listed('unit', each.in_utf16)}, UTF-8 {_listed('byte', each.in_utf8)}"
            for each in drawn
        )
        + "."
    )


class UnitsFigure:
    """The picture of a whole short text; in a notebook it shows itself, with its words.

    Raises ``ValueError`` for more than 160 bytes, which no page could show.
    """

    def __init__(self, text: str) -> None:
        """Draw ``text``."""
        drawn = columns(Offsets(text), 0, len(text))
        if drawn and drawn[-1].in_utf8.stop > 10 * BYTES_A_LINE:
            raise ValueError(
                f"a figure shows at most {10 * BYTES_A_LINE} bytes, got {drawn[-1].in_utf8.stop}"
            )
        self.words = words(drawn)
        self._picture = picture(drawn, card=True)

    def __repr__(self) -> str:
        return self.words

    def _repr_html_(self) -> str:
        return svg.figure(svg.image(self._picture, self.words), self.words)


def fitting(drawn: list[Column], lines: int) -> list[Column]:
    """Return as many of the first columns as there is room for in so many lines."""
    room = [column for line in list(_lines(drawn))[:lines] for column in line]
    return drawn[: len(room)]


def _lines(drawn: list[Column]) -> Iterator[list[Column]]:
    line: list[Column] = []
    for column in drawn:
        if line and column.in_utf8.stop - line[0].in_utf8.start > BYTES_A_LINE:
            yield line
            line = []
        line.append(column)
    if line:
        yield line


def _line(line: list[Column], top: float) -> str:
    first = line[0].in_utf8.start
    rows = [top, *(top + _TALL + row * _ROW for row in range(3))]
    parts = [
        svg.text(0, y + (_TALL if name == "character" else _ROW) / 2 + 4, name, "cl-muted")
        for name, y in zip(_NAMES, rows, strict=True)
    ]
    for cluster in _clusters(line):
        left = _LEFT + (cluster[0].in_utf8.start - first) * _BYTE
        width = (cluster[-1].in_utf8.stop - cluster[0].in_utf8.start) * _BYTE
        shown = plain("".join(column.character for column in cluster))
        parts.append(_box(left, rows[0], width, _TALL, shown, inside=not cluster[0].begins))
    for column in line:
        left = _LEFT + (column.in_utf8.start - first) * _BYTE
        width = len(column.in_utf8) * _BYTE
        parts.append(
            _box(left, rows[1], width, _ROW, str(column.position), inside=not column.begins)
        )
        for numbers, y in ((column.in_utf16, rows[2]), (column.in_utf8, rows[3])):
            each = width / len(numbers)
            parts += [
                _box(left + i * each, y, each, _ROW, str(number), inside=i > 0)
                for i, number in enumerate(numbers)
            ]
    return "".join(parts)


def _clusters(line: list[Column]) -> Iterator[list[Column]]:
    cluster: list[Column] = []
    for column in line:
        if cluster and column.begins:
            yield cluster
            cluster = []
        cluster.append(column)
    yield cluster


def _box(left: float, top: float, width: float, height: float, said: str, *, inside: bool) -> str:
    return svg.rect(
        left + 0.75, top + 0.75, width - 1.5, height - 1.5, "cl-faint" if inside else "cl-ground"
    ) + svg.text(
        left + width / 2,
        top + height / 2 + 4,
        said,
        "cl-small" if len(said) > 3 else "",
        anchor="middle",
    )


def _listed(noun: str, numbers: range) -> str:
    plural = "" if len(numbers) == 1 else "s"
    return f"{noun}{plural} {', '.join(map(str, numbers))}"
