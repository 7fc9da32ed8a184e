"""How the sources explorer looks: values in, HTML out; no widget, no state.

The text tinted by chunk, its words, how other units read the current chunk's numbers, its first
characters in every unit, and a table of the chunks around it. Each part has the same height
whatever it shows, and every text is escaped.
"""

from html import escape

from chunklab.explorers import svg, tinted, units_drawing
from chunklab.explorers.segments import excerpt, segments
from chunklab.explorers.sources_model import (
    UNITS,
    Chunk,
    SourcesValues,
    View,
    brief,
    broken_words,
    current_words,
    cut_words,
    describe,
    rows,
    steps_words,
    views,
)
from chunklab.explorers.told import told
from chunklab.explorers.units_drawing import Column, columns, fitting

MOST_ROWS = 9
_LINES = 2
_MOST = _LINES * units_drawing.BYTES_A_LINE  # no code point takes less than a byte

_NAMES = {"code point": "code points", "utf-16": "UTF-16", "utf-8": "UTF-8 bytes"}
_READERS = {"code point": "Python", "utf-16": "a browser, UTF-16", "utf-8": "a file, UTF-8"}

_STYLE = f"""{tinted.STYLE}
.cl-sources {{ max-width: 640px; line-height: 1.45; color: {svg.TEXT};
  font-size: var(--jp-content-font-size1, 14px); margin-top: .8em;
  container-type: inline-size }}
.cl-sources .cl-text {{ height: 11em }}
.cl-sources .cl-words {{ height: 7.4em; margin: .6em 0 }}
.cl-sources .cl-units {{ font-weight: 600; font-size: .92em }}
.cl-sources p {{ margin: 0 0 .25em }}
.cl-sources .cl-now {{ font-weight: 600 }}
.cl-sources .cl-problem {{ border-left: 4px solid {svg.VERMILLION}; padding-left: .6em }}
.cl-sources table {{ border-collapse: collapse; width: 100%; min-width: 33em; margin: 0;
  font-size: .92em; font-variant-numeric: tabular-nums }}
.cl-sources caption {{ text-align: left; font-weight: 600; padding: .3em 0;
  color: {svg.TEXT}; caption-side: top }}
.cl-sources th, .cl-sources td {{ text-align: left; vertical-align: top; padding: .12em .5em;
  border-bottom: 1px solid var(--jp-border-color2, #ddd); background: none }}
.cl-sources td.cl-wrap {{ white-space: pre-wrap; overflow-wrap: anywhere }}
.cl-sources tr.cl-row {{ outline: 2px solid {svg.TEXT}; outline-offset: -2px; font-weight: 600 }}
.cl-sources .cl-views {{ height: 13em }}
.cl-sources .cl-chunks {{ height: 19em }}
.cl-sources svg {{ display: block; width: 100%; min-width: 30em; margin: .6em 0 }}
"""


def panel(values: SourcesValues, *, problem: str = "") -> str:
    """Return the HTML of text, words, pictures and tables.

    ``problem`` says which rule newer settings broke: then what ``values``, the last that were
    possible, show is dimmed.
    """
    sentences = [tell(values) for tell in (current_words, cut_words, steps_words, broken_words)]
    last = f"size {values.state.size}, overlap {values.state.overlap}"
    show = svg.dimmed if problem else str
    units = svg.frame(picture(values), "The numbers in every unit")
    offsets = (
        f'{_views_table(values)}<p class="cl-units">{_drawn_words(values)}</p>{units}'
        f"{_chunks_table(values)}"
    )
    return (
        f'<div class="cl-sources"><style>{_STYLE}</style>{show(tinted_text(values) + _KEY)}'
        f"{told(sentences, 'The chunk in words', problem=problem, last=last)}{show(offsets)}</div>"
    )


def tinted_text(values: SourcesValues) -> str:
    """Return the text around the current chunk, tinted by chunk, all of it to be seen."""
    current = values.current
    source = values.state.text
    start, end = excerpt(len(source), (current.start, current.end) if current else None)
    spans = [(chunk.start, chunk.end) for chunk in values.chunks]
    cuts = {
        edge
        for chunk in values.chunks
        for edge, cluster in zip((chunk.start, chunk.end), chunk.clusters, strict=True)
        if cluster is None
    }
    number = current.number if current else 0
    return tinted.box(
        source,
        segments(source, spans, start, end, current=number, cuts=cuts),
        "The text, tinted by chunk",
        broken={chunk.number for chunk in values.chunks if not chunk.holds},
    )


def picture(values: SourcesValues, *, card: bool = False) -> str:
    """Return the SVG of the current chunk's first characters in every unit."""
    return units_drawing.picture(_drawn(values), lines=_LINES, card=card)


def _drawn(values: SourcesValues) -> list[Column]:
    chunk = values.current
    if chunk is None:
        return []
    end = min(chunk.end, chunk.start + _MOST)
    return fitting(columns(values.offsets, chunk.start, end), _LINES)


def _drawn_words(values: SourcesValues) -> str:
    if values.current is None:
        return "Nothing to number."
    drawn, there = len(_drawn(values)), len(values.current.text)
    part = "all" if drawn == there else f"the first {drawn} of"
    return f"In every unit: {part} {there} code points of chunk {values.current.number}."


def words(values: SourcesValues) -> str:
    """Return what all of it says, in words."""
    return describe(values)


def static_figure(values: SourcesValues) -> str:
    """Return the picture as an ``<img>`` on white with the words, for a page without widgets."""
    said = words(values)
    return svg.figure(svg.image(picture(values, card=True), said), said)


_KEY = tinted.key(("✂", "an edge inside a character"), ("✗", "broken"))


def _views_table(values: SourcesValues) -> str:
    body = "".join(map(_view_row, views(values)))
    table = (
        "<table><caption>Given the numbers in code points, each reader takes</caption>"
        "<tr><th>reader</th><th>call</th><th>text</th><th>its own numbers</th></tr>"
        f"{body}</table>"
    )
    return svg.frame(table, "What each reader takes", "cl-views")


def _view_row(view: View) -> str:
    start, end = view.numbers
    verdict = "✓ the chunk" if view.right else "✗ not the chunk"
    return (
        f"<tr><td>{_READERS[view.unit]}</td><td><code>{view.call}</code></td>"
        f'<td class="cl-wrap">{escape(brief(view.taken))}<br/>{verdict}</td>'
        f"<td>{start} to {end}</td></tr>"
    )


def _chunks_table(values: SourcesValues) -> str:
    listed = rows(values, MOST_ROWS)
    heads = "".join(f"<th>{_NAMES[unit]}</th>" for unit in UNITS)
    body = "".join(_chunk_row(chunk, current=chunk is values.current) for chunk in listed)
    total = len(values.chunks)
    caption = "The chunks" if len(listed) == total else f"{len(listed)} of {total} chunks"
    table = (
        f"<table><caption>{caption}, in every unit</caption>"
        f"<tr><th>chunk</th>{heads}<th>characters</th><th>after the steps</th></tr>"
        f"{body}</table>"
    )
    return svg.frame(table, "The chunks", "cl-chunks")


def _chunk_row(chunk: Chunk, *, current: bool) -> str:
    units = "".join(
        f"<td>{start} to {end}</td>" for start, end in map(chunk.offsets.__getitem__, UNITS)
    )
    start, end = ("✂" if edge is None else edge for edge in chunk.clusters)
    row = '<tr class="cl-row" aria-current="true">' if current else "<tr>"
    return (
        f"{row}<td>{'▶ ' if current else ''}{chunk.number}</td>{units}"
        f"<td>{start} to {end}</td><td>{'✓ holds' if chunk.holds else '✗ broken'}</td></tr>"
    )
