"""How the overlap explorer looks: values in, SVG and HTML out; no widget, no state.

At the top the whole document as one strip, below it a staircase of the chunks around the current
one. Both are to scale, and the picture has the same height whatever it shows.
"""

from html import escape

from chunklab.explorers import svg
from chunklab.explorers.overlap_model import (
    Chunk,
    OverlapValues,
    blind_words,
    current_words,
    describe,
    number,
    readouts,
    rows,
    undrawn_words,
)

MOST_ROWS = 8

WIDTH, HEIGHT = 440, 286
_GAP = 7  # between a bar and the number at its end
_BAR = 15
_STRIP_Y = 12
_ROWS_Y, _ROWS_END = 56, 240
_TALLEST_ROW = 32
_NOTE_Y = 256
_LEGEND_Y = 281

_STYLE = """
.cl-panel { max-width: 560px; line-height: 1.45; color: var(--jp-ui-font-color1, #222);
  font-size: var(--jp-content-font-size1, 14px); margin-top: .8em;
  container-type: inline-size }
.cl-panel svg { display: block; width: 100% }
.cl-panel .cl-words { height: 22em; margin-top: .8em }
.cl-panel p { margin: 0 0 .45em }
.cl-panel .cl-now { font-weight: 600 }
.cl-panel .cl-problem { border-left: 4px solid #D55E00; padding-left: .6em }
.cl-panel dl { display: grid; grid-template-columns: max-content 1fr; gap: .1em 1em;
  margin: .7em 0 0 }
.cl-panel dt, .cl-panel dd { float: none; width: auto; margin: 0; padding: 0 }
.cl-panel dt { color: var(--jp-ui-font-color2, #5f5f5f); font-weight: 400 }
.cl-panel dd { font-variant-numeric: tabular-nums }
@container (min-width: 460px) {
  .cl-panel .cl-words { height: 13.5em }
  .cl-panel dl { grid-template-columns: max-content 1fr max-content 1fr }
  .cl-panel dt:last-of-type { grid-column: 1 }
  .cl-panel dd:last-child { grid-column: 2 / -1 }
}
"""


def picture(values: OverlapValues, *, card: bool = False) -> str:
    """Return the SVG: document strip, staircase, what is not drawn, legend.

    Its size and cost are the same for any number of chunks. ``card`` puts it on white, for a page
    without JupyterLab's colours.

    >>> from chunklab.explorers.overlap_model import OverlapState, measure
    >>> picture(measure(OverlapState())).count("<text")     # labels of strip, 7 rows, legend
    26
    """
    drawn = rows(values, MOST_ROWS)
    if values.current is None:
        body = _empty()
    else:
        body = _strip_and_staircase(values, values.current, drawn)
    body += _legend(values.state.blind)
    return svg.document(WIDTH, HEIGHT, describe(values, drawn), body, card=card)


def panel(values: OverlapValues, *, problem: str = "", notice: str = "") -> str:
    """Return the HTML of picture and words.

    ``problem`` says which rule newer settings broke: then the picture of ``values``, the last
    that were possible, is dimmed. ``notice`` is one more sentence, for anything else.
    """
    if problem:
        state = values.state
        sentences = [
            ("cl-problem", f"Impossible settings: {problem}."),
            (
                "",
                "The dimmed picture shows the last possible ones: "
                f"N = {number(state.n)}, C = {number(state.size)}, O = {number(state.overlap)}.",
            ),
        ]
    else:
        sentences = [("cl-now", current_words(values)), ("", blind_words(values))]
    sentences.append(("", notice))
    said = "".join(f'<p class="{css}">{escape(words)}</p>' for css, words in sentences if words)
    terms = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in readouts(values)
    )
    show = svg.dimmed if problem else str
    told = f'<div aria-live="polite">{said}</div>' + show(f"<dl>{terms}</dl>")
    return (
        f'<div class="cl-panel"><style>{_STYLE}</style>{show(picture(values))}'
        f"{svg.frame(told, 'The picture in words', 'cl-words')}</div>"
    )


def words(values: OverlapValues) -> str:
    """Return what the picture says, in words."""
    return describe(values, rows(values, MOST_ROWS))


def static_figure(values: OverlapValues) -> str:
    """Return the picture as an ``<img>`` on white with its words, for a page without widgets."""
    said = words(values)
    return svg.figure(svg.image(picture(values, card=True), said), said)


def _strip_and_staircase(values: OverlapValues, current: Chunk, drawn: list[Chunk]) -> str:
    n = values.state.n
    # Room for the longest labels there can be, so that nothing moves sideways while stepping.
    names = max(svg.text_width(_name(values.total)), svg.text_width("document"))
    edge = svg.text_width(number(n)) + _GAP
    left, right = names + _GAP + edge, WIDTH - edge
    whole = svg.Axis(0, n, left, right)
    near = svg.Axis(drawn[0].start, drawn[-1].end, left, right)
    pitch = min(_TALLEST_ROW, (_ROWS_END - _ROWS_Y) / len(drawn))
    tops = [_ROWS_Y + row * pitch for row in range(len(drawn))]

    current_top = tops[current.number - drawn[0].number]
    parts = [_strip(n, whole, current), _lens(whole, near, current, current_top)]
    for chunk, top in zip(drawn, tops, strict=True):
        if chunk.number > drawn[0].number:
            parts.append(_shared(chunk, near, top - pitch + _BAR, top))
        parts.append(_row(chunk, near, top, is_current=chunk == current))
    undrawn = undrawn_words(values, drawn)
    if undrawn:
        parts.append(svg.text(WIDTH / 2, _NOTE_Y, undrawn, "cl-muted", anchor="middle"))
    return "".join(parts)


def _empty() -> str:
    middle = WIDTH / 2
    return svg.rect(middle - 0.5, _STRIP_Y, 1, _BAR, "cl-ink") + svg.text(
        middle, (_ROWS_Y + _ROWS_END) / 2, "no chunks", "cl-muted", anchor="middle"
    )


def _strip(n: int, whole: svg.Axis, current: Chunk) -> str:
    middle = (whole.at(current.start) + whole.at(current.end)) / 2
    baseline = _STRIP_Y + 12
    return "".join(
        [
            svg.text(0, baseline, "document", "cl-muted"),
            svg.text(whole.left - _GAP, baseline, "0", "cl-muted", anchor="end"),
            svg.text(whole.right + _GAP, baseline, number(n), "cl-muted"),
            svg.rect(whole.left, _STRIP_Y, whole.right - whole.left, _BAR, "cl-ground"),
            _bar(current, whole, _STRIP_Y),
            svg.polygon(
                [(middle - 5, _STRIP_Y - 10), (middle + 5, _STRIP_Y - 10), (middle, _STRIP_Y - 3)],
                "cl-ink",
            ),
        ]
    )


def _lens(whole: svg.Axis, near: svg.Axis, current: Chunk, top: float) -> str:
    """Return the faint band that leads from the current chunk's place in the strip to its row."""
    above = [(whole.at(end), float(_STRIP_Y + _BAR)) for end in (current.start, current.end)]
    below = [(near.at(end), _ROWS_Y - 8.0) for end in (current.end, current.start)]
    column = [(x, top) for x, _ in below]
    return svg.polygon([*above, below[0], *column, below[1]], "cl-faint")


def _shared(chunk: Chunk, near: svg.Axis, top: float, bottom: float) -> str:
    """Return the tint between two rows where they hold the same tokens."""
    if not chunk.repeated:
        return ""
    left, right = near.at(chunk.start), near.at(chunk.start + chunk.repeated)
    return svg.rect(left, top, right - left, bottom - top, "cl-shared")


def _row(chunk: Chunk, near: svg.Axis, top: float, *, is_current: bool) -> str:
    left, right = near.at(chunk.start), near.at(chunk.end)
    baseline = top + 12
    weight = "cl-strong" if is_current else ""
    parts = [
        svg.text(0, baseline, _name(chunk.number), weight or "cl-muted"),
        svg.text(left - _GAP, baseline, number(chunk.start), weight, anchor="end"),
        svg.text(right + _GAP, baseline, number(chunk.end), weight),
        _bar(chunk, near, top),
    ]
    if chunk.redundant:
        parts.append(_redundant_label(chunk, near, baseline))
        parts.append(svg.rect(left, top, right - left, _BAR, "cl-redundant"))
    if is_current:
        # Outside a dashed outline, so that both are seen.
        parts.append(svg.rect(left - 3, top - 3, right - left + 6, _BAR + 6, "cl-current"))
    return "".join(parts)


def _bar(chunk: Chunk, axis: svg.Axis, top: float) -> str:
    left, right = axis.at(chunk.start), axis.at(chunk.end)
    fresh = axis.at(chunk.start + chunk.repeated)
    if chunk.redundant:
        return svg.rect(left, top, max(right - left, 1), _BAR, "cl-pale")
    # However small its share, what is new never vanishes.
    new = svg.rect(fresh, top, max(right - fresh, 1), _BAR, "cl-new")
    if not chunk.repeated:
        return new
    return svg.rect(left, top, fresh - left, _BAR, "cl-repeat") + new


def _redundant_label(chunk: Chunk, near: svg.Axis, baseline: float) -> str:
    """Return the word for a redundant row: before its start if there is room, else on its bar."""
    start_label = near.at(chunk.start) - _GAP - svg.text_width(number(chunk.start))
    room = start_label - 2 * _GAP - svg.text_width(_name(chunk.number))
    bar = near.at(chunk.end) - near.at(chunk.start)
    phrases = ("redundant: only overlap", "redundant")
    for phrase in phrases:
        width = svg.text_width(phrase)
        if width <= room:
            return svg.text(start_label - _GAP, baseline, phrase, anchor="end")
        if width + 4 * _GAP <= bar:
            middle = (near.at(chunk.start) + near.at(chunk.end)) / 2
            plate = svg.rect(
                middle - width / 2 - _GAP, baseline - 11, width + 2 * _GAP, 13, "cl-paper"
            )
            return plate + svg.text(middle, baseline, phrase, anchor="middle")
    return ""  # the legend still has the word


def _legend(blind: bool) -> str:
    entries = [(1, "cl-new", "new"), (62, "cl-repeat", "repeats the chunk before")]
    if blind:
        entries.append((256, "cl-redundant", "redundant: only overlap"))
    return "".join(
        svg.rect(x, _LEGEND_Y - 10, 16, 11, css) + svg.text(x + 22, _LEGEND_Y, words, "cl-muted")
        for x, css, words in entries
    )


def _name(chunk_number: int) -> str:
    return f"chunk {number(chunk_number)}"
