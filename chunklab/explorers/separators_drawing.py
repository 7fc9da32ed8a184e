"""How the separators explorer looks: values in, SVG and HTML out; no widget, no state.

Both ways to cut a text as bars on one scale with the separators between them, the same text tinted
by either, the current chunk in words, and a table of what is counted. Each part has the same height
whatever it shows, and every text is escaped.
"""

from chunklab.explorers import svg, tinted
from chunklab.explorers.segments import Segment, excerpt, segments
from chunklab.explorers.separators_model import (
    SEPARATORS,
    Scheme,
    SeparatorsState,
    SeparatorsValues,
    counts,
    current_words,
    describe,
    end_words,
    measure,
    start_words,
)
from chunklab.explorers.told import told

WIDTH, HEIGHT = 640, 136
_LEFT, _RIGHT = 100, WIDTH - 8
_BAR = 18
_FIXED_Y, _RECURSIVE_Y = 13, 67
_MARK = 8  # how high the sign of a cut word is
_TICKS = dict(zip(SEPARATORS, (22, 17, 12, 12, 6), strict=True))
_NUMBERS_Y = 109
_LEGEND_Y = 131

_PICTURE_STYLE = f"""
.cl-svg .cl-odd {{ fill: {svg.BLUE}; fill-opacity: .33 }}
.cl-svg .cl-even {{ fill: #F0E442; fill-opacity: .5 }}
.cl-svg .cl-cut {{ fill: {svg.VERMILLION} }}
"""

_STYLE = f"""{tinted.STYLE}
.cl-separators {{ max-width: 760px; line-height: 1.45; color: {svg.TEXT};
  font-size: var(--jp-content-font-size1, 14px); margin-top: .8em;
  container-type: inline-size }}
.cl-separators p {{ margin: 0 0 .25em }}
.cl-separators svg {{ display: block; width: 100%; min-width: 36em }}
.cl-separators .cl-words {{ height: 12.5em; margin: .6em 0 }}
.cl-separators .cl-now {{ font-weight: 600 }}
.cl-separators .cl-problem {{ border-left: 4px solid {svg.VERMILLION}; padding-left: .6em }}
.cl-separators .cl-both {{ display: grid; grid-template-columns: minmax(0, 1fr); gap: .6em }}
.cl-separators .cl-head {{ font-weight: 600 }}
.cl-separators .cl-text {{ height: 11em }}
.cl-separators .cl-key {{ margin: .5em 0 }}
.cl-separators table {{ border-collapse: collapse; width: 100%; min-width: 20em; margin: 0;
  font-size: .92em; font-variant-numeric: tabular-nums }}
.cl-separators th, .cl-separators td {{ text-align: left; vertical-align: top;
  padding: .12em .5em; border-bottom: 1px solid var(--jp-border-color2, #ddd); background: none }}
.cl-separators .cl-counts {{ height: 27em }}
.cl-separators tbody th {{ font-weight: 400 }}
@container (min-width: 420px) {{
  .cl-separators .cl-words {{ height: 8em }}
  .cl-separators .cl-counts {{ height: 14em }}
}}
@container (min-width: 540px) {{
  .cl-separators .cl-both {{ grid-template-columns: repeat(2, minmax(0, 1fr)) }}
  .cl-separators .cl-text {{ height: 19em }}
  .cl-separators .cl-words {{ height: 6.5em }}
}}
"""

_KEY = tinted.key(("✂", "an edge inside a word"))


def panel(values: SeparatorsValues, *, problem: str = "") -> str:
    """Return the HTML of picture, words, both texts and the table.

    ``problem`` says which rule newer settings broke: then what ``values``, the last that were
    possible, show is dimmed.
    """
    sentences = [tell(values) for tell in (current_words, end_words, start_words)]
    last = f"size {values.state.size}, overlap {values.state.overlap}"
    show = svg.dimmed if problem else str
    texts = "".join(
        f'<div><p class="cl-head">{scheme.name.capitalize()}</p>{tinted_text(values, scheme)}</div>'
        for scheme in (values.fixed, values.recursive)
    )
    texts = f'<div class="cl-both">{texts}</div>{_KEY}'
    return (
        f'<div class="cl-separators"><style>{_STYLE}</style>'
        f"{show(svg.frame(picture(values), 'Both ways to cut, on one scale'))}"
        f"{told(sentences, 'The chunk in words', problem=problem, last=last)}"
        f"{show(texts + _table(values))}</div>"
    )


def tinted_text(values: SeparatorsValues, scheme: Scheme) -> str:
    """Return the text around the current chunk, tinted by the chunks of a ``scheme``."""
    return tinted.box(
        values.state.text, _shown(values, scheme), f"The text in {_chunks_of(scheme)}"
    )


def picture(values: SeparatorsValues, *, card: bool = False) -> str:
    """Return the SVG: fixed windows above, separators between, chunks that end at them below."""
    first, last = _excerpt(values)
    body = _labels() + _legend()
    if first < last:
        axis = svg.Axis(first, last, _LEFT, _RIGHT)
        body += (
            _bar(values, values.fixed, axis, _FIXED_Y)
            + _ticks(values, axis)
            + _bar(values, values.recursive, axis, _RECURSIVE_Y)
            + svg.text(_LEFT, _NUMBERS_Y, str(first), "cl-muted")
            + svg.text(_RIGHT, _NUMBERS_Y, str(last), "cl-muted", anchor="end")
        )
    return svg.document(WIDTH, HEIGHT, describe(values), body, card=card, style=_PICTURE_STYLE)


def words(values: SeparatorsValues) -> str:
    """Return what all of it says, in words."""
    return describe(values)


def static_figure(values: SeparatorsValues) -> str:
    """Return the picture as an ``<img>`` on white with the words, for a page without widgets."""
    said = words(values)
    return svg.figure(svg.image(picture(values, card=True), said), said)


class SeparatorsFigure:
    """The picture of a text cut both ways; in a notebook it shows itself, with its words.

    Raises ``ValueError`` as :func:`~chunklab.explorers.separators_model.measure` does.
    """

    def __init__(self, text: str, size: int, overlap: int) -> None:
        """Draw ``text`` in chunks of ``size`` that repeat ``overlap`` code points."""
        self._values = measure(SeparatorsState(text, size, overlap))

    def __repr__(self) -> str:
        return words(self._values)

    def _repr_html_(self) -> str:
        return static_figure(self._values)


def _chunks_of(scheme: Scheme) -> str:
    return scheme.name if scheme.name.startswith("fixed") else f"chunks that end {scheme.name}"


def _excerpt(values: SeparatorsValues) -> tuple[int, int]:
    return excerpt(len(values.state.text), values.current_span)


def _shown(values: SeparatorsValues, scheme: Scheme) -> list[Segment]:
    return segments(
        values.state.text,
        scheme.spans,
        *_excerpt(values),
        current=values.current if scheme is values.recursive else 0,
        cuts=scheme.cut_words,
    )


def _labels() -> str:
    rows = (("fixed windows", _FIXED_Y), ("separators", 44), ("at separators", _RECURSIVE_Y))
    return "".join(svg.text(0, y + 13, name, "cl-muted") for name, y in rows)


def _bar(values: SeparatorsValues, scheme: Scheme, axis: svg.Axis, top: float) -> str:
    parts = []
    above = scheme is values.fixed
    for each in _shown(values, scheme):
        left, right = axis.at(each.start), axis.at(each.end)
        css = "cl-repeat" if each.shared else "cl-odd" if each.owner % 2 else "cl-even"
        parts.append(svg.rect(left, top, right - left, _BAR, css))
        number = str(each.owner)
        if not each.shared and svg.text_width(number) < right - left:
            middle = (left + right) / 2
            parts.append(svg.text(middle, top + 13, number, anchor="middle"))
        if each.cut:
            far, near = (top - _MARK - 2, top - 2) if above else (top + _BAR + _MARK + 2, top + 20)
            parts.append(svg.polygon([(left - 4, far), (left + 4, far), (left, near)], "cl-cut"))
    if not above and values.current_span:
        left, right = map(axis.at, values.current_span)
        parts.append(svg.rect(left - 1, top - 1, right - left + 2, _BAR + 2, "cl-current"))
    return "".join(parts)


def _ticks(values: SeparatorsValues, axis: svg.Axis) -> str:
    """Return a line where each separator ends, the larger the longer, down to the lower bar."""
    return "".join(
        svg.rect(axis.at(end) - 0.5, _RECURSIVE_Y - 3 - _TICKS[level], 1, _TICKS[level], "cl-ink")
        for level, separator in zip(values.levels, values.seams.separators, strict=True)
        for end in separator.ends(axis.first + 1, axis.last + 1)
    )


def _legend() -> str:
    y = _LEGEND_Y
    shapes = (
        svg.rect(0, y - 10, 12, 11, "cl-odd"),
        svg.rect(13, y - 10, 12, 11, "cl-even"),
        svg.rect(132, y - 10, 16, 11, "cl-repeat"),
        svg.polygon([(212, y - 9), (220, y - 9), (216, y - 1)], "cl-cut"),
        svg.rect(350, y - 9, 16, 10, "cl-current"),
        svg.rect(470, y - 11, 1, 12, "cl-ink"),
        svg.rect(475, y - 5, 1, 6, "cl-ink"),
    )
    said = (
        (31, "chunks in turn"),
        (154, "shared"),
        (226, "edge inside a word"),
        (372, "current chunk"),
        (482, "separators, by size"),
    )
    return "".join(shapes) + "".join(svg.text(x, y, name, "cl-muted") for x, name in said)


def _table(values: SeparatorsValues) -> str:
    body = "".join(
        f'<tr><th scope="row">{what}</th><td>{fixed}</td><td>{recursive}</td></tr>'
        for what, fixed, recursive in counts(values)
    )
    table = (
        '<table><thead><tr><th scope="col">counted</th>'
        f'<th scope="col">{values.fixed.name}</th><th scope="col">{values.recursive.name}</th>'
        f"</tr></thead><tbody>{body}</tbody></table>"
    )
    return svg.frame(table, "What is counted, in both", "cl-counts")
