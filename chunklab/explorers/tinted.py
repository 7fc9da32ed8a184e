"""A text tinted by the chunks that hold it, in turns: segments in, HTML out.

What two chunks share is hatched, every chunk's number stands where it begins, and every character
is shown, also those that are not seen elsewhere. The text is escaped.
"""

from collections.abc import Container, Sequence
from html import escape

from chunklab.explorers import svg
from chunklab.explorers.segments import Segment
from chunklab.explorers.visible import pieces

STYLE = f"""
.cl-text {{ overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.9;
  padding: .2em .6em; border: 1px solid var(--jp-border-color1, #bbb) }}
.cl-text span {{ padding: .12em 0; border: 0 solid {svg.TEXT} }}
:is(.cl-text, .cl-key) .cl-odd {{ background: {svg.BLUE}55 }}
:is(.cl-text, .cl-key) .cl-even {{ background: #F0E44266 }}
:is(.cl-text, .cl-key) .cl-shared {{ background: repeating-linear-gradient(45deg,
  {svg.ORANGE}90 0 4px, {svg.ORANGE}30 4px 8px) }}
.cl-text .cl-current {{ border-width: 2px 0 }}
.cl-text .cl-broken {{ text-decoration: underline wavy {svg.VERMILLION} 2px;
  text-underline-offset: .18em }}
.cl-text .cl-tag {{ font-size: .7em; vertical-align: .45em; font-weight: 700; padding: 0 .15em }}
.cl-text .cl-cut {{ color: {svg.VERMILLION}; filter: brightness(1.1) }}
.cl-text .cl-name {{ font-size: .75em; font-style: normal; color: {svg.TEXT};
  border: 1px dotted currentColor; padding: 0 .15em; opacity: .85 }}
.cl-key span {{ color: {svg.TEXT}; padding: 0 .4em; margin-right: .2em }}
.cl-key {{ color: {svg.MUTED}; font-size: .9em }}
"""


def box(text: str, segments: Sequence[Segment], label: str, *, broken: Container[int] = ()) -> str:
    """Return a frame with the segments, a part of ``text``, which scrolls by keyboard too.

    ``label`` is what a screen reader says of it, and ``broken`` are numbers of chunks to underline.
    """
    before = after = ""
    if segments and segments[0].start:
        before = f"<i>… {segments[0].start} code points before …</i>\n"
    if segments and segments[-1].end < len(text):
        after = f"\n<i>… {len(text) - segments[-1].end} code points after …</i>"
    body = "".join(_segment(each, broken=each.owner in broken) for each in segments)
    return (
        f'<div class="cl-text" tabindex="0" role="group" aria-label="{escape(label)}">'
        f"{before}{body}{after}</div>"
    )


def key(*signs: tuple[str, str]) -> str:
    """Return what the tints mean, and after them each of ``signs`` with its meaning.

    >>> key(("✂", "an edge inside a word")).endswith("<b>✂</b> an edge inside a word</p>")
    True
    """
    told = "; ".join(f"<b>{escape(sign)}</b> {escape(meaning)}" for sign, meaning in signs)
    return (
        '<p class="cl-key"><span class="cl-odd">chunks</span><span class="cl-even">in turn</span>'
        '<span class="cl-shared">shared by two or more</span> between two lines: the current chunk;'
        f" {told}</p>"
    )


def _segment(segment: Segment, *, broken: bool) -> str:
    css = ["cl-shared" if segment.shared else "cl-odd" if segment.owner % 2 else "cl-even"]
    if segment.current:
        css.append("cl-current")
    if broken:
        css.append("cl-broken")
    mark = '<b class="cl-cut">✂</b>' if segment.cut else ""
    if segment.starts:
        mark += f'<b class="cl-tag">{segment.owner}{"✗" if broken else ""}</b>'
    return f'<span class="{" ".join(css)}">{mark}{_visible(segment.text)}</span>'


def _visible(text: str) -> str:
    """Return a text as HTML: escaped, with names for what is not seen, and its line feeds."""
    return "".join(
        f'<i class="cl-name">{said}</i>' + ("\n" if said == "LF" else "") if named else escape(said)
        for said, named in pieces(text)
    )
