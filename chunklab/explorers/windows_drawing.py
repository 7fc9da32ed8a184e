"""How the windows explorer looks: values in, SVG and HTML out; no widget, no state.

The text itself, its tokens tinted by window and hatched where windows share them; and the windows
around the marked fact as bars to scale, each with what it holds of the fact. Both say in words what
they show, and have the same height whatever that is.
"""

from html import escape
from itertools import groupby

from chunklab.explorers import svg
from chunklab.explorers.overlap_model import number
from chunklab.explorers.windows_model import (
    Run,
    Window,
    WindowsValues,
    describe,
    displayable,
    fact_words,
    fate_words,
    readouts,
    rows,
    runs,
    window_starting_at,
)

MOST_ROWS = 6
MOST_TOKENS = 600
"""Most tokens of a long text that are shown, around the fact."""

WIDTH, HEIGHT = 440, 228
_GAP = 7
_BAR = 15
_STRIP_Y = 4
_ROWS_Y, _PITCH = 40, 26
_NOTE_Y = 202
_LEGEND_Y = 223
_LONGEST = 80  # characters shown of one token, or of the white space between two

# Three of Okabe and Ito's colours, paler, in turn: dark text is easy to read on each of them.
_TINTS = ("#8CCBF0", "#F3E97A", "#DDA8C6")


def _hatch(one: int, other: int) -> str:
    return f"wd-{one % 3}{other % 3}"


def _pattern(one: int, other: int) -> str:
    first, second = _TINTS[one % 3], _TINTS[other % 3]
    return (
        f'<pattern id="{_hatch(one, other)}" width="8" height="8" '
        'patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<rect width="8" height="8" fill="{first}"/><rect width="4" height="8" fill="{second}"/>'
        '<rect width="1.2" height="8" fill="#000" fill-opacity=".65"/></pattern>'
    )


def _stripes(one: int, other: int) -> str:
    first, second, line = _TINTS[one % 3], _TINTS[other % 3], "rgb(0 0 0 / .3)"
    return (
        f"repeating-linear-gradient(135deg, {first} 0 6px, {line} 6px 7px, "
        f"{second} 7px 13px, {line} 13px 14px), {first}"
    )


_PATTERNS = f"<defs>{''.join(_pattern(k, k + 1) for k in range(3))}</defs>"

_PICTURE_STYLE = "".join(
    [
        *(f".cl-svg .wd-{k} {{ fill: {tint} }}" for k, tint in enumerate(_TINTS)),
        *(
            f".cl-svg .{_hatch(k, k + 1)} {{ fill: url(#{_hatch(k, k + 1)}) }}"
            for k in range(len(_TINTS))
        ),
        f".cl-svg .wd-fact {{ fill: {svg.TEXT}; stroke: {svg.PAPER}; stroke-width: 1.5 }}",
        # A number that a line crosses stays readable.
        f".cl-svg text {{ paint-order: stroke; stroke: {svg.PAPER}; stroke-width: 3px }}",
        f".cl-svg .wd-edge {{ fill: {svg.TEXT}; fill-opacity: .55 }}",
    ]
)

_TEXT_STYLE = "\n".join(
    [
        """
.wd-text { line-height: 1.9; padding: .2em .5em; white-space: pre-wrap; overflow-wrap: anywhere;
  font-size: var(--jp-content-font-size1, 14px); color: var(--jp-ui-font-color1, #222) }
.wd-text i { font-style: normal; border-bottom: 1px solid #0009; margin-right: 1px }
.wd-text b { padding: 2px 0; border-radius: 2px; font-weight: inherit; color: #111 }
.wd-text sup { font-weight: 700; padding: 0 2px; line-height: 1; color: inherit }
.wd-text mark { background: none; color: inherit; border: solid var(--jp-ui-font-color1, #222);
  border-width: 2px 0; padding: 4px 0; font-weight: 700 }
.wd-text mark::before, .wd-text mark::after { border: solid var(--jp-ui-font-color1, #222);
  border-width: 0 0 0 3px; padding: 4px 0; content: "" }
""",
        *(f".wd-text .wd-{k} {{ background: {tint} }}" for k, tint in enumerate(_TINTS)),
        *(
            f".wd-text .wd-{one}{other} {{ background: {_stripes(one, other)} }}"
            for one in range(3)
            for other in range(3)
        ),
    ]
)

_PANEL_STYLE = """
.wd-panel { max-width: 560px; line-height: 1.45; color: var(--jp-ui-font-color1, #222);
  font-size: var(--jp-content-font-size1, 14px); margin-top: .6em;
  container-type: inline-size }
.wd-panel svg { display: block; width: 100% }
.wd-panel .wd-words { height: 17.5em; margin-top: .6em }
.wd-panel p { margin: 0 0 .45em }
.wd-panel .wd-fate { font-weight: 600 }
.wd-panel .wd-problem { border-left: 4px solid #D55E00; padding-left: .6em }
.wd-panel dl { display: grid; grid-template-columns: max-content 1fr; gap: .1em 1em; margin: 0 }
.wd-panel dt, .wd-panel dd { float: none; width: auto; margin: 0; padding: 0 }
.wd-panel dt { color: var(--jp-ui-font-color2, #5f5f5f); font-weight: 400 }
.wd-panel dd { font-variant-numeric: tabular-nums }
@container (max-width: 380px) {
  .wd-panel .wd-words { height: 26em }
  .wd-panel dl { grid-template-columns: 1fr }
  .wd-panel dd { margin-bottom: .3em }
}
"""


def text_panel(values: WindowsValues, *, dimmed: bool = False) -> str:
    """Return the HTML of the text: tokens tinted and hatched, each window's start numbered.

    All of the text is escaped. Of a long one, 600 tokens around the fact are shown.

    >>> from chunklab.explorers.windows_model import WindowsState, measure
    >>> panel = text_panel(measure(WindowsState("Is 1 < 2?", 3, 1, 1, 1)))
    >>> panel[panel.index("<sup>") :]
    '<sup>1</sup><b class="wd-0"><i title="0">Is</i></b> <mark><b class="wd-0">\
<i title="1">1</i></b></mark> <sup>2</sup><b class="wd-01"><i title="2">&lt;</i></b> \
<b class="wd-1"><i title="3">2</i><i title="4">?</i></b></div>'
    """
    first, past = _shown(values)
    pieces = [_omitted(first, "before")]
    for in_fact, alike in groupby(runs(values, first, past), key=lambda run: run.in_fact):
        opening, closing = ("<mark>", "</mark>") if in_fact else ("", "")
        for run in alike:
            pieces += [_gap(values, run.first) if run.first > first else "", opening]
            pieces.append(_run(values, run))
            opening = ""
        pieces.append(closing)
    pieces.append(_omitted(len(values.spans) - past, "after"))
    label = "The text, its tokens tinted by window"
    shown = (
        f'<div class="wd-text" role="region" aria-label="{label}" tabindex="0">'
        f"{''.join(pieces)}</div>"
    )
    return f"<style>{_TEXT_STYLE}</style>{svg.dimmed(shown) if dimmed else shown}"


def picture(values: WindowsValues, *, card: bool = False) -> str:
    """Return the SVG: the document as a strip, below it the windows around the fact.

    Its size is the same for any text. ``card`` puts it on white, for a page without JupyterLab's
    colours.

    >>> from chunklab.explorers.windows_model import WindowsState, measure
    >>> drawn = picture(measure(WindowsState("Rents fell in May.", 3, 1, 1, 2)))
    >>> ">whole</text>" in drawn, ">1 of 2</text>" in drawn
    (True, True)
    """
    drawn = rows(values, MOST_ROWS)
    body = _strip_and_rows(values, drawn) if drawn else _empty()
    body = _PATTERNS + body + _legend()
    return svg.document(WIDTH, HEIGHT, describe(values), body, card=card, style=_PICTURE_STYLE)


def panel(values: WindowsValues, *, problem: str = "") -> str:
    """Return the HTML of picture and words.

    ``problem`` says which rule newer settings broke: then the picture of ``values``, the last
    that were possible, is dimmed.
    """
    if problem:
        sentences = [
            ("wd-problem", f"Impossible settings: {problem}"),
            ("", "The dimmed pictures show the last possible ones"),
        ]
    else:
        sentences = [("wd-fate", fate_words(values)), ("", fact_words(values))]
    said = "".join(f'<p class="{css}">{escape(words)}.</p>' for css, words in sentences if words)
    terms = "".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in readouts(values)
    )
    show = svg.dimmed if problem else str
    told = f'<div aria-live="polite">{said}</div>' + show(f"<dl>{terms}</dl>")
    return (
        f'<div class="wd-panel"><style>{_PANEL_STYLE}</style>{show(picture(values))}'
        f"{svg.frame(told, 'The picture in words', 'wd-words')}</div>"
    )


def static_figure(values: WindowsValues) -> str:
    """Return the picture as an ``<img>`` on white with its words, for a page without widgets."""
    said = describe(values)
    return svg.figure(svg.image(picture(values, card=True), said), said)


def _shown(values: WindowsValues) -> tuple[int, int]:
    """Return which tokens are shown, end exclusive; it moves in jumps, not with every token."""
    n = len(values.spans)
    if n <= MOST_TOKENS or values.fact is None:
        return 0, n
    quarter = MOST_TOKENS // 4
    first = max(0, values.fact[0] // quarter - 1) * quarter
    first = min(first, n - MOST_TOKENS)
    return first, first + MOST_TOKENS


def _omitted(count: int, where: str) -> str:
    return f"… {number(count)} more {where} …" if count else ""


def _gap(values: WindowsValues, token: int) -> str:
    """Return what stands between a token and the one before it, escaped."""
    start, end = values.spans[token - 1][1], values.spans[token][0]
    return escape(displayable(values.state.text[start : min(end, start + _LONGEST)]))


def _run(values: WindowsValues, run: Run) -> str:
    """Return a run of tokens; a window that starts with it is numbered."""
    parts = []
    for token in range(run.first, run.past):
        if token > run.first:
            parts.append(_gap(values, token))
        start, end = values.spans[token]
        shown = displayable(values.state.text[start : min(end, start + _LONGEST)])
        cut = "…" if end - start > _LONGEST else ""
        parts.append(f'<i title="{token}">{escape(shown)}{cut}</i>')
    one, other = run.windows[0], run.windows[-1]
    css = f"wd-{(one - 1) % 3}" if one == other else _hatch(one - 1, other - 1)
    starts = window_starting_at(values, run.first)
    label = f"<sup>{number(starts)}</sup>" if starts else ""
    return f'{label}<b class="{css}">{"".join(parts)}</b>'


def _strip_and_rows(values: WindowsValues, drawn: list[Window]) -> str:
    assert values.fact  # noqa: S101  (where there are windows there is a fact)
    n = len(values.spans)
    names = max(svg.text_width(_name(drawn[-1])), svg.text_width("text"))
    edge = svg.text_width(number(n)) + _GAP
    length = number(values.fact[1] - values.fact[0])
    status = max(svg.text_width(f"{length} of {length}"), svg.text_width("whole"))
    left, right = names + _GAP + edge, WIDTH - status - _GAP - edge
    whole = svg.Axis(0, n, left, right)
    near = svg.Axis(drawn[0].start, drawn[-1].end, left, right)
    parts = [_strip(values, whole, drawn), _fact_edges(values, near, len(drawn))]
    for row, window in enumerate(drawn):
        parts.append(_row(values, window, near, _ROWS_Y + row * _PITCH))
    if len(drawn) < values.count:
        note = f"{number(len(drawn))} of {number(values.count)} windows are drawn"
        parts.append(svg.text(WIDTH / 2, _NOTE_Y, note, "cl-muted", anchor="middle"))
    return "".join(parts)


def _empty() -> str:
    return svg.text(WIDTH / 2, HEIGHT / 2, "no tokens, no windows", "cl-muted", anchor="middle")


def _strip(values: WindowsValues, whole: svg.Axis, drawn: list[Window]) -> str:
    """Return the whole text: what is drawn below is darker, the fact darkest."""
    assert values.fact  # noqa: S101
    baseline = _STRIP_Y + 12
    first, past = values.fact
    shown = whole.at(drawn[0].start), whole.at(drawn[-1].end)
    return "".join(
        [
            svg.text(0, baseline, "text", "cl-muted"),
            svg.text(whole.left - _GAP, baseline, "0", "cl-muted", anchor="end"),
            svg.text(whole.right + _GAP, baseline, number(whole.last), "cl-muted"),
            svg.rect(whole.left, _STRIP_Y, whole.right - whole.left, _BAR, "cl-faint"),
            svg.rect(shown[0], _STRIP_Y, shown[1] - shown[0], _BAR, "cl-ground"),
            svg.rect(
                whole.at(first), _STRIP_Y, max(3, whole.at(past) - whole.at(first)), _BAR, "wd-fact"
            ),
        ]
    )


def _fact_edges(values: WindowsValues, near: svg.Axis, count: int) -> str:
    """Return two lines through all rows, where the fact begins and ends."""
    assert values.fact  # noqa: S101
    bottom = _ROWS_Y + (count - 1) * _PITCH + _BAR + 4
    return "".join(
        svg.rect(near.at(token) - 0.75, _ROWS_Y - 6, 1.5, bottom - _ROWS_Y + 6, "wd-edge")
        for token in values.fact
        if near.first <= token <= near.last
    )


def _row(values: WindowsValues, window: Window, near: svg.Axis, top: float) -> str:
    assert values.fact  # noqa: S101
    left, right = near.at(window.start), near.at(window.end)
    fresh = near.at(window.start + window.repeated)
    tint = window.number - 1
    baseline = top + 12
    weight = "cl-strong" if window.whole else ""
    parts = [
        svg.text(0, baseline, _name(window), weight or "cl-muted"),
        svg.text(left - _GAP, baseline, number(window.start), weight, anchor="end"),
        svg.text(right + _GAP, baseline, number(window.end), weight),
        svg.rect(left, top, max(right - left, 1), _BAR, f"wd-{tint % 3}"),
    ]
    if window.repeated:
        parts.append(svg.rect(left, top, fresh - left, _BAR, _hatch(tint - 1, tint)))
    if window.holds:
        start, end = max(window.start, values.fact[0]), min(window.end, values.fact[1])
        width = max(3, near.at(end) - near.at(start))
        parts.append(svg.rect(near.at(start), top + 3.5, width, _BAR - 7, "wd-fact"))
        length = values.fact[1] - values.fact[0]
        status = "whole" if window.whole else f"{number(window.holds)} of {number(length)}"
        parts.append(svg.text(WIDTH, baseline, status, weight, anchor="end"))
    return "".join(parts)


def _legend() -> str:
    entries = [
        (1, "wd-0", "only in this window"),
        (158, "wd-01", "also in the one before"),
        (318, "wd-fact", "the fact"),
    ]
    return "".join(
        svg.rect(x, _LEGEND_Y - 10, 16, 11, css) + svg.text(x + 22, _LEGEND_Y, words, "cl-muted")
        for x, css, words in entries
    )


def _name(window: Window) -> str:
    return f"window {number(window.number)}"
