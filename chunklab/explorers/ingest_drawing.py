"""How the ingest explorer looks: values in, SVG and HTML out; no widget, no state.

The document as a bar with the rows below it, what is stored in words, and the table of the rows,
each with what it is worth. Every text is escaped.
"""

from html import escape

from chunklab.explorers import svg
from chunklab.explorers.ingest_model import DOUBLED, OK, STALE, IngestValues
from chunklab.explorers.ingest_model import words as sentences
from chunklab.explorers.told import told
from chunklab.explorers.visible import plain

WIDTH, HEIGHT = 640, 158
_LEFT, _RIGHT = 90, WIDTH - 10
_ROW = 12
_LANES = {OK: 44, STALE: 76, DOUBLED: 108}
_SIGNS = {OK: "✓", STALE: "✗", DOUBLED: "="}

_PICTURE_STYLE = f"""
.cl-svg .cl-ok {{ fill: {svg.BLUE}; fill-opacity: .45; stroke: {svg.TEXT}; stroke-width: .5 }}
.cl-svg .cl-stale {{ fill: none; stroke: {svg.VERMILLION}; stroke-width: 1.5;
  stroke-dasharray: 4 2 }}
.cl-svg .cl-doubled {{ fill: {svg.ORANGE}; fill-opacity: .5; stroke: {svg.TEXT};
  stroke-width: .5 }}
"""

_STYLE = f"""
.cl-ingest {{ max-width: 640px; line-height: 1.45; color: {svg.TEXT};
  font-size: var(--jp-content-font-size1, 14px); margin-top: .8em; container-type: inline-size }}
.cl-ingest p {{ margin: 0 0 .25em }}
.cl-ingest svg {{ display: block; width: 100%; min-width: 30em }}
.cl-ingest .cl-words {{ height: 8em; margin: .6em 0 }}
.cl-ingest .cl-now {{ font-weight: 600 }}
.cl-ingest .cl-problem {{ border-left: 4px solid {svg.VERMILLION}; padding-left: .6em }}
.cl-ingest .cl-rows {{ height: 17em }}
.cl-ingest table {{ border-collapse: collapse; width: 100%; min-width: 30em; margin: 0;
  font-size: .92em; font-variant-numeric: tabular-nums }}
.cl-ingest th, .cl-ingest td {{ text-align: left; vertical-align: top; padding: .12em .5em;
  border-bottom: 1px solid var(--jp-border-color2, #ddd); background: none }}
.cl-ingest td.cl-wrap {{ white-space: pre-wrap; overflow-wrap: anywhere }}
"""


def panel(values: IngestValues, *, problem: str = "") -> str:
    """Return the HTML of picture, words and table.

    ``problem`` says which rule newer settings broke: then what ``values``, the last that were
    possible, show is dimmed.
    """
    last = f"size {values.state.size}, overlap {values.state.overlap}"
    show = svg.dimmed if problem else str
    return (
        f'<div class="cl-ingest"><style>{_STYLE}</style>'
        f"{show(svg.frame(picture(values), 'The document and its rows'))}"
        f"{told(sentences(values), 'What is stored, in words', problem=problem, last=last)}"
        f"{show(_table(values))}</div>"
    )


def picture(values: IngestValues, *, card: bool = False) -> str:
    """Return the SVG: the document as a bar, and the rows below, in a lane for each worth."""
    n = max([1, len(values.state.text), *(row.end for row in values.state.rows)])
    axis = svg.Axis(0, n, _LEFT, _RIGHT)
    end = axis.at(len(values.state.text))
    parts = [
        svg.text(0, 27, "document", "cl-muted"),
        svg.rect(_LEFT, 16, end - _LEFT, 14, "cl-ground"),
        svg.text(_LEFT, 11, "0", "cl-muted"),
        svg.text(_RIGHT, 11, str(n), "cl-muted", anchor="end"),
    ]
    for worth, top in _LANES.items():
        name = "stale" if worth == STALE else worth
        parts.append(svg.text(0, top + 14, f"{_SIGNS[worth]} {name}", "cl-muted"))
        rows = [r for r, each in zip(values.state.rows, values.worth, strict=True) if each == worth]
        for number, row in enumerate(rows):
            left, right = axis.at(row.start), axis.at(row.end)
            y = top + (number % 2) * (_ROW + 2)  # neighbours share positions: two heights in turn
            parts.append(svg.rect(left, y, right - left, _ROW, f"cl-{name}"))
    parts.append(svg.text(0, HEIGHT - 8, "missing", "cl-muted"))
    for start, stop in values.missing:
        left, right = axis.at(start), axis.at(stop)
        parts.append(svg.rect(left, HEIGHT - 17, right - left, 10, "cl-repeat"))
    body = "".join(parts)
    return svg.document(WIDTH, HEIGHT, words(values), body, card=card, style=_PICTURE_STYLE)


def words(values: IngestValues) -> str:
    """Return what all of it says, in words."""
    return ". ".join(sentences(values)) + "."


def static_figure(values: IngestValues) -> str:
    """Return the picture as an ``<img>`` on white with the words, for a page without widgets."""
    said = words(values)
    return svg.figure(svg.image(picture(values, card=True), said), said)


def _table(values: IngestValues) -> str:
    body = "".join(
        f"<tr><td>{_SIGNS[worth]} {worth}</td><td>{row.revision[:6]}</td><td>{row.start}</td>"
        f'<td>{row.end}</td><td class="cl-wrap">{escape(plain(row.text))}</td></tr>'
        for row, worth in zip(values.state.rows, values.worth, strict=True)
    )
    heads = ("worth", "revision", "start", "end", "text")
    head = "".join(f'<th scope="col">{each}</th>' for each in heads)
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return svg.frame(table, "The rows that are stored", "cl-rows")
