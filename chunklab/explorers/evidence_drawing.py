"""How the evidence explorer looks: values in, SVG and HTML out; no widget, no state.

Four small plots over the overlap (survival, storage, recall, what is read), below them the document
of one question with the chunks that were found in it; then all of it in words, and two tables. Each
part has the same height whatever it shows, and every text is escaped.
"""

from collections.abc import Callable
from html import escape
from itertools import pairwise

from chunklab.explorers import svg
from chunklab.explorers.evidence_model import (
    EvidenceValues,
    Figures,
    Piece,
    answer_words,
    describe,
    evidence_words,
    fate_words,
    figures_table,
    formulas,
    number,
    pieces_table,
    question_words,
    retrieval_words,
    sentence,
    setting_words,
    share,
    storage_words,
    survival_words,
)

WIDTH, HEIGHT = 640, 374
_PLOT_TOP, _PLOT_END = 44, 154
_PLOTS = ((16, 148), (174, 306), (330, 462), (510, 640))  # where each begins and ends
_INSET = 13  # before the first overlap and after the last
_MOST_TIMES = 2.5  # no measured setting stores more
_MARK = 3.5  # half of how large a mark is
_TITLE_Y, _VALUE_Y, _OVERLAPS_Y, _KEY_Y = 12, 30, 170, 190

_LEFT, _RIGHT = 92, WIDTH - 42
_QUESTION_Y = 224
_ROWS_Y, _ROWS_END = 234, 294
_ROWS_MIDDLE = (_ROWS_Y + _ROWS_END) / 2
_TALLEST_ROW = 24
_BAR_Y, _BAR = 298, 16
_ANSWER_Y = 322
_NUMBERS_Y = 344
_LEGEND_Y = 368

_PICTURE_STYLE = f"""
.cl-svg .cl-found {{ fill: {svg.BLUE}; fill-opacity: .45 }}
.cl-svg .cl-edge {{ fill: none; stroke: {svg.TEXT}; stroke-opacity: .55 }}
.cl-svg .cl-axis {{ fill: none; stroke: {svg.MUTED} }}
.cl-svg .cl-line {{ fill: none; stroke: {svg.MUTED}; stroke-width: 1.5 }}
.cl-svg .cl-whisker {{ fill: none; stroke: {svg.TEXT} }}
.cl-svg .cl-open {{ fill: {svg.PAPER}; stroke: {svg.TEXT}; stroke-width: 1.5 }}
"""

_STYLE = f"""
.cl-evidence {{ max-width: 760px; line-height: 1.45; color: {svg.TEXT};
  font-size: var(--jp-content-font-size1, 14px); margin-top: .8em;
  container-type: inline-size }}
.cl-evidence p {{ margin: 0 0 .25em }}
.cl-evidence svg {{ display: block; width: 100%; min-width: 34em }}
.cl-evidence .cl-words {{ height: 30em; margin: .6em 0 }}
.cl-evidence .cl-now {{ font-weight: 600 }}
.cl-evidence .cl-now:not(:first-child) {{ margin-top: .6em }}
.cl-evidence .cl-note {{ color: {svg.MUTED}; font-size: .92em; margin: .3em 0 .8em }}
.cl-evidence table {{ border-collapse: collapse; width: 100%; min-width: 26em; margin: 0;
  font-size: .92em; font-variant-numeric: tabular-nums }}
.cl-evidence th, .cl-evidence td {{ text-align: left; vertical-align: top;
  padding: .12em .5em; border-bottom: 1px solid var(--jp-border-color2, #ddd); background: none }}
.cl-evidence tbody th {{ font-weight: 400 }}
.cl-evidence .cl-here {{ font-weight: 700;
  background: color-mix(in srgb, currentColor 9%, transparent) }}
.cl-evidence .cl-figures {{ height: 30em }}
.cl-evidence .cl-pieces {{ height: 13em }}
@container (min-width: 420px) {{
  .cl-evidence .cl-figures {{ height: 24em }}
}}
@container (min-width: 540px) {{
  .cl-evidence .cl-words {{ height: 20em }}
  .cl-evidence .cl-figures {{ height: 19.4em }}
}}
"""


def panel(values: EvidenceValues) -> str:
    """Return the HTML of picture, words and both tables."""
    said = "".join(
        f'<p class="{css}">{escape(sentence(words))}</p>'
        for css, words in (
            ("cl-now", setting_words(values)),
            ("", survival_words(values)),
            ("", storage_words(values)),
            ("", retrieval_words(values)),
            ("cl-now", question_words(values)),
            ("", fate_words(values)),
            ("", evidence_words(values)),
            ("", answer_words(values)),
        )
    )
    told = f'<div aria-live="polite">{said}</div>'
    return (
        f'<div class="cl-evidence"><style>{_STYLE}</style>'
        f"{svg.frame(picture(values), 'What overlap buys and costs, and one question')}"
        f"{svg.frame(told, 'The picture in words', 'cl-words')}"
        f"{_figures(values)}{_pieces(values)}</div>"
    )


def picture(values: EvidenceValues, *, card: bool = False) -> str:
    """Return the SVG: the four plots over the overlap, below them the question's document."""
    body = _plots(values) + _found(values)
    return svg.document(WIDTH, HEIGHT, describe(values), body, card=card, style=_PICTURE_STYLE)


def words(values: EvidenceValues) -> str:
    """Return what all of it says, in words."""
    return describe(values)


def static_figure(values: EvidenceValues) -> str:
    """Return the picture as an ``<img>`` on white with the words, for a page without widgets."""
    said = words(values)
    return svg.figure(svg.image(picture(values, card=True), said), said)


class _Plot:
    """One plot over the overlap: its two scales, and what all plots show alike."""

    def __init__(self, values: EvidenceValues, place: int, most: float) -> None:
        self.values = values
        self.left, self.right = _PLOTS[place]
        self.most = most

    def x(self, overlap: float) -> float:
        room = self.right - self.left - 2 * _INSET
        return self.left + _INSET + overlap / (self.values.state.size / 2) * room

    def y(self, value: float) -> float:
        return _PLOT_END - value / self.most * (_PLOT_END - _PLOT_TOP)

    def frame(self, title: str, now: str, top: str) -> str:
        """Return titles and axes, and where the current overlap is; ``top`` names the largest."""
        here = self.x(self.values.current.overlap)
        marks = [
            svg.text(
                self.x(each.overlap),
                _OVERLAPS_Y,
                str(each.overlap),
                "cl-strong" if each is self.values.current else "cl-muted",
                anchor="middle",
            )
            for each in self.values.figures
        ]
        return "".join(
            [
                svg.text(self.left, _TITLE_Y, title, "cl-muted"),
                svg.text(self.left, _VALUE_Y, now, "cl-strong"),
                svg.text(self.left - 4, self.y(self.most) + 9, top, "cl-muted", anchor="end"),
                svg.text(self.left - 4, _PLOT_END, "0", "cl-muted", anchor="end"),
                svg.rect(here - 11, _PLOT_TOP - 2, 22, _PLOT_END - _PLOT_TOP + 2, "cl-ground"),
                svg.line(
                    [
                        (self.left, _PLOT_TOP - 2),
                        (self.left, _PLOT_END),
                        (self.right, _PLOT_END),
                    ],
                    "cl-axis",
                ),
                *marks,
            ]
        )

    def over_overlaps(self, draw: Callable[[Figures, float], str]) -> str:
        return "".join(draw(each, self.x(each.overlap)) for each in self.values.figures)


def _plots(values: EvidenceValues) -> str:
    state, current = values.state, values.current
    survival = _Plot(values, 0, 1)
    storage = _Plot(values, 1, _MOST_TIMES)
    found = _Plot(values, 2, 1)
    read = _Plot(values, 3, state.k * state.size)
    curves = formulas(values)
    best = f"k = {state.k}"
    parts = [
        survival.frame(f"survival, L = {number(state.length)}", share(current.survival), "1"),
        storage.frame("stored", f"{current.times:.2f} times", "2.5"),
        found.frame(
            f"recall and whole, {best}",
            f"{current.recall.mean:.2f} and {current.whole.mean:.2f}",
            "1",
        ),
        read.frame(
            f"read, {best}",
            number(current.read),
            number(state.k * state.size),
        ),
    ]
    if curves:
        parts += [
            svg.line([(survival.x(at), survival.y(kept)) for at, kept, _ in curves], "cl-line"),
            svg.line([(storage.x(at), storage.y(times)) for at, _, times in curves], "cl-line"),
        ]
    parts += [
        survival.over_overlaps(lambda each, x: _square(x, survival.y(each.survival))),
        storage.over_overlaps(lambda each, x: _square(x, storage.y(each.times))),
        found.over_overlaps(
            lambda each, x: (
                _whisker(x - 5, found.y(each.recall.low), found.y(each.recall.high))
                + _whisker(x + 5, found.y(each.whole.low), found.y(each.whole.high))
                + _diamond(x - 5, found.y(each.recall.mean))
                + _open(x + 5, found.y(each.whole.mean))
            )
        ),
        read.over_overlaps(
            lambda each, x: (
                svg.rect(
                    x - 7, read.y(each.distinct), 14, _PLOT_END - read.y(each.distinct), "cl-new"
                )
                + svg.rect(
                    x - 7,
                    read.y(each.read),
                    14,
                    read.y(each.distinct) - read.y(each.read),
                    "cl-repeat",
                )
            )
        ),
        _plots_key(bool(curves)),
    ]
    return "".join(parts)


def _square(x: float, y: float) -> str:
    return svg.rect(x - _MARK, y - _MARK, 2 * _MARK, 2 * _MARK, "cl-new")


def _open(x: float, y: float) -> str:
    return svg.rect(x - 2.5, y - 2.5, 5, 5, "cl-open")


def _diamond(x: float, y: float) -> str:
    far = _MARK + 0.5
    return svg.polygon([(x, y - far), (x + far, y), (x, y + far), (x - far, y)], "cl-new")


def _whisker(x: float, low: float, high: float) -> str:
    """Return an interval as a line with a bar at either end, both seen beside its mark."""
    bars = "".join(svg.line([(x - 3.5, y), (x + 3.5, y)], "cl-whisker") for y in (low, high))
    return bars + svg.line([(x, low), (x, high)], "cl-whisker")


def _plots_key(curves: bool) -> str:
    y = _KEY_Y
    first, second, third, fourth = (left for left, _ in _PLOTS)
    shapes = [
        _square(first + 4, y - 4),
        _diamond(third + 4, y - 4),
        _open(third + 68, y - 4),
        svg.rect(fourth - 30, y - 10, 12, 11, "cl-new"),
        svg.rect(fourth + 42, y - 10, 12, 11, "cl-repeat"),
    ]
    said = [
        (first + 14, "counted"),
        (third + 14, "recall"),
        (third + 78, "whole"),
        (fourth - 14, "distinct"),
        (fourth + 58, "repeated"),
    ]
    if curves:
        shapes.append(svg.line([(second, y - 4), (second + 18, y - 4)], "cl-line"))
        said.append((second + 24, "by formula"))
    return "".join(shapes) + "".join(svg.text(x, y, name, "cl-muted") for x, name in said)


def _found(values: EvidenceValues) -> str:
    asked = values.question
    axis = svg.Axis(0, values.n, _LEFT, _RIGHT)
    here = [each for each in values.pieces if each.document == asked.document]
    left, right = axis.at(asked.start), axis.at(asked.end)
    chunks = sum(len(each.ranks) for each in here)
    title = f"question {values.state.question}, in its document {asked.document}"
    count = f"chunks of it: {chunks} of {values.outcome.chunks}"
    return "".join(
        [
            svg.text(0, _QUESTION_Y, title, "cl-muted"),
            svg.text(WIDTH, _QUESTION_Y, count, "cl-muted", anchor="end"),
            svg.text(
                0, _ROWS_MIDDLE + 4, "merged" if values.state.merged else "by rank", "cl-muted"
            ),
            svg.text(0, _BAR_Y + 13, "document", "cl-muted"),
            svg.text(0, _ANSWER_Y + 8, "answer", "cl-muted"),
            svg.rect(left, _ROWS_Y - 2, right - left, _ANSWER_Y - _ROWS_Y + 2, "cl-ground"),
            _rows(here, axis),
            _document(here, axis),
            svg.rect(left, _ANSWER_Y, max(right - left, 1.5), 7, "cl-ink"),
            _answer_place(asked.start, asked.end, left, right),
            svg.text(_LEFT - 5, _BAR_Y + 13, "0", "cl-muted", anchor="end"),
            svg.text(_RIGHT + 5, _BAR_Y + 13, number(values.n), "cl-muted"),
            _legend(),
        ]
    )


def _rows(here: list[Piece], axis: svg.Axis) -> str:
    """Return the chunks in as many rows as it takes for none to cover another."""
    rows: list[list[Piece]] = []
    for piece in sorted(here, key=lambda each: (each.start, each.end)):
        for row in rows:
            if row[-1].end <= piece.start:
                row.append(piece)
                break
        else:
            rows.append([piece])
    if not rows:
        middle = (axis.left + axis.right) / 2
        return svg.text(middle, _ROWS_MIDDLE + 4, "nothing of it was retrieved", anchor="middle")
    pitch = min(_TALLEST_ROW, (_ROWS_END - _ROWS_Y) / len(rows))
    top = _ROWS_MIDDLE - len(rows) * pitch / 2
    return "".join(
        _row(piece, axis, top + place * pitch, pitch - 2)
        for place, row in enumerate(rows)
        for piece in row
    )


def _row(piece: Piece, axis: svg.Axis, top: float, height: float) -> str:
    left, width = axis.at(piece.start), axis.at(piece.end) - axis.at(piece.start)
    name = " ".join(map(str, piece.ranks))
    edge = "cl-current" if piece.held == 1 else "cl-edge"
    parts = [
        svg.rect(left, top, width, height, "cl-found"),
        svg.rect(left, top, width, height, edge),
    ]
    if svg.text_width(name) < width + 6:  # its estimate leaves room to spare
        middle = left + width / 2
        parts.append(svg.text(middle, top + height / 2 + 4.2, name, anchor="middle"))
    return "".join(parts)


def _document(here: list[Piece], axis: svg.Axis) -> str:
    """Return the whole document, tinted where chunks were found, hatched where several were."""
    parts = [svg.rect(axis.left, _BAR_Y, axis.right - axis.left, _BAR, "cl-faint")]
    edges = sorted({edge for each in here for edge in (each.start, each.end)})
    for start, end in pairwise(edges):
        held = sum(each.start <= start and end <= each.end for each in here)
        if held:
            css = "cl-repeat" if held > 1 else "cl-found"
            parts.append(svg.rect(axis.at(start), _BAR_Y, axis.at(end) - axis.at(start), _BAR, css))
    return "".join(parts)


def _answer_place(start: int, end: int, left: float, right: float) -> str:
    said = f"{number(start)} to {number(end)}"
    half = svg.text_width(said) / 2
    middle = min(max((left + right) / 2, _LEFT + half), _RIGHT - half)
    return svg.text(middle, _NUMBERS_Y, said, anchor="middle")


def _legend() -> str:
    y = _LEGEND_Y
    entries = (
        (0, "cl-found", "retrieved"),
        (92, "cl-repeat", "in two chunks or more"),
        (260, "cl-faint", "not retrieved"),
        (376, "cl-current", "holds the answer whole"),
        (556, "cl-ink", "answer"),
    )
    return "".join(
        svg.rect(x + 1, y - 10, 16, 11, css) + svg.text(x + 23, y, name, "cl-muted")
        for x, css, name in entries
    )


def _figures(values: EvidenceValues) -> str:
    marked = [each is values.current for each in values.figures]
    mark = ' class="cl-here"'

    def cells(tag: str, attributes: str, contents: list[str]) -> str:
        return "".join(
            f"<{tag}{attributes}{mark * here}>{content}</{tag}>"
            for content, here in zip(contents, marked, strict=True)
        )

    def in_lines(figures: list[str]) -> list[str]:
        return [figure.replace(" (", "<br/>(") for figure in figures]

    head = cells("th", ' scope="col"', [f"O = {each.overlap}" for each in values.figures])
    body = "".join(
        f'<tr><th scope="row">{what}</th>{cells("td", "", in_lines(figures))}</tr>'
        for what, *figures in figures_table(values)
    )
    state = values.state
    table = (
        f'<table><thead><tr><th scope="col">C = {state.size}, L = {state.length}, k = {state.k}'
        f"</th>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
    return (
        svg.frame(table, "What overlap buys and costs", "cl-figures")
        + '<p class="cl-note">In brackets 95 per cent intervals, by the bootstrap over the '
        "questions. At the same k larger chunks bring more text: compare what is read.</p>"
    )


def _pieces(values: EvidenceValues) -> str:
    columns = ("ranks" if values.state.merged else "rank", "document", "from", "to")
    head = "".join(
        f'<th scope="col">{name}</th>' for name in (*columns, "of the answer", "read before")
    )
    body = "".join(
        f'<tr><th scope="row">{ranks}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        + "</tr>"
        for ranks, *cells in pieces_table(values)
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return svg.frame(table, "What was found for the question", "cl-pieces")
