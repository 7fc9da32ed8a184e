"""The drawing kit of the explorers: colours, hatching, escaped shapes, pictures for static pages.

A picture is an SVG string. Inside a notebook it takes its text colour and font from JupyterLab's
theme; where there is no theme (an ``<img>``, a README) the fall-back colours are made for white,
so such a picture is drawn on a white *card*.
"""

import base64
from dataclasses import dataclass
from html import escape

# Okabe and Ito's palette, which people with the common colour-vision deficiencies tell apart.
BLUE = "#0072B2"
ORANGE = "#E69F00"
VERMILLION = "#D55E00"

TEXT = "var(--jp-ui-font-color1, #222)"
MUTED = "var(--jp-ui-font-color2, #5f5f5f)"
PAPER = "var(--jp-layout-color0, #fff)"
FONT = "var(--jp-ui-font-family, system-ui, 'Segoe UI', Helvetica, Arial, sans-serif)"

FONT_SIZE = 12

_STYLE = f"""
.cl-svg text {{ font: {FONT_SIZE}px {FONT}; font-variant-numeric: tabular-nums; fill: {TEXT} }}
.cl-svg .cl-muted {{ fill: {MUTED} }}
.cl-svg .cl-strong {{ font-weight: 700 }}
.cl-svg .cl-paper {{ fill: {PAPER} }}
.cl-svg .cl-faint {{ fill: {TEXT}; fill-opacity: .08 }}
.cl-svg .cl-ground {{ fill: {TEXT}; fill-opacity: .16 }}
.cl-svg .cl-ink {{ fill: {TEXT} }}
.cl-svg .cl-new {{ fill: {BLUE} }}
.cl-svg .cl-repeat {{ fill: url(#cl-hatch) }}
.cl-svg .cl-pale {{ fill: url(#cl-hatch); fill-opacity: .4 }}
.cl-svg .cl-shared {{ fill: {ORANGE}; fill-opacity: .3 }}
.cl-svg .cl-current {{ fill: none; stroke: {TEXT}; stroke-width: 2 }}
.cl-svg .cl-redundant {{ fill: none; stroke: {VERMILLION}; stroke-width: 2; stroke-dasharray: 5 3 }}
"""

_HATCH = (
    '<pattern id="cl-hatch" width="5" height="5" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)">'
    f'<rect width="5" height="5" fill="{ORANGE}"/>'
    '<rect width="1.6" height="5" fill="#000" fill-opacity=".6"/></pattern>'
)


@dataclass(frozen=True)
class Axis:
    """A scale: positions ``first`` to ``last`` of a document lie between ``left`` and ``right``.

    >>> Axis(0, 1000, 50, 150).at(250)
    75.0
    """

    first: int
    last: int
    left: float
    right: float

    def at(self, position: int) -> float:
        """Return where a position lies."""
        share = (position - self.first) / (self.last - self.first)
        return self.left + share * (self.right - self.left)


def document(
    width: float, height: float, label: str, body: str, *, card: bool = False, style: str = ""
) -> str:
    """Return a whole SVG of ``body``, with ``label`` as what a screen reader says.

    It fills the width it is given and keeps its proportions. ``card`` puts a white, rounded
    background behind it, for pages whose colour is unknown. ``style`` is CSS of its own.

    >>> document(10, 5, "a < b", "").startswith('<svg xmlns="http://www.w3.org/2000/svg" ')
    True
    """
    margin = 14 if card else 0
    box = f"{-margin} {-margin} {width + 2 * margin} {height + 2 * margin}"
    # A picture on its own needs a size; one in a page takes the room there is.
    extent = f'width="{width + 2 * margin}" height="{height + 2 * margin}"' if card else ""
    ground = (
        f'<rect x="{-margin}" y="{-margin}" width="{width + 2 * margin}" '
        f'height="{height + 2 * margin}" rx="10" fill="#fff"/>'
        if card
        else ""
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="cl-svg" viewBox="{box}" {extent} '
        f'role="img" aria-label="{escape(label)}" style="max-width:100%">'
        f"<style>{_STYLE}{style}</style><defs>{_HATCH}</defs>{ground}{body}</svg>"
    )


def rect(x: float, y: float, width: float, height: float, css: str) -> str:
    """Return a rectangle of CSS class ``css``.

    >>> rect(0, 1.25, 10, 5, "cl-new")
    '<rect class="cl-new" x="0.00" y="1.25" width="10.00" height="5.00" rx="1.5"/>'
    """
    return (
        f'<rect class="{css}" x="{x:.2f}" y="{y:.2f}" width="{width:.2f}" '
        f'height="{height:.2f}" rx="1.5"/>'
    )


def polygon(points: list[tuple[float, float]], css: str) -> str:
    """Return a filled polygon of CSS class ``css``.

    >>> polygon([(0, 0), (4, 0), (2, 3)], "cl-ink")
    '<polygon class="cl-ink" points="0.00,0.00 4.00,0.00 2.00,3.00"/>'
    """
    return f'<polygon class="{css}" points="{_pairs(points)}"/>'


def line(points: list[tuple[float, float]], css: str) -> str:
    """Return a line through points, of CSS class ``css``.

    >>> line([(0, 0), (4, 2.5)], "cl-line")
    '<polyline class="cl-line" points="0.00,0.00 4.00,2.50"/>'
    """
    return f'<polyline class="{css}" points="{_pairs(points)}"/>'


def text(x: float, y: float, content: str, css: str = "", *, anchor: str = "start") -> str:
    """Return escaped text whose baseline is at ``y``; ``anchor`` is start, middle or end.

    >>> text(0, 9, "a < b")
    '<text class="" x="0.00" y="9.00" text-anchor="start">a &lt; b</text>'
    """
    return (
        f'<text class="{css}" x="{x:.2f}" y="{y:.2f}" text-anchor="{anchor}">'
        f"{escape(content)}</text>"
    )


def text_width(content: str) -> float:
    """Return at most about how wide ``content`` is drawn, measured for a wide font in bold.

    The reader's font is not known, so this leaves room to spare in most.

    >>> round(text_width("1000"), 1), round(text_width("chunk 1,000"), 1)
    (33.6, 84.7)
    """
    narrow = sum(content.count(sign) for sign in " ,.:")
    return FONT_SIZE * (0.7 * len(content) - 0.32 * narrow)


def dimmed(html: str) -> str:
    """Return ``html`` so that all can tell it shows settings that hold no more.

    >>> dimmed("<svg/>").endswith('aria-disabled="true" style="opacity:.5"><svg/></div>')
    True
    """
    return (
        '<div class="cl-dimmed" role="group" aria-label="The last possible settings" '
        f'aria-disabled="true" style="opacity:.5">{html}</div>'
    )


def frame(html: str, label: str, css: str = "") -> str:
    """Return a frame in which wide ``html`` scrolls, by the keyboard too.

    >>> frame("<table></table>", "Chunks", "cl-chunks")
    '<div class="cl-chunks" role="group" aria-label="Chunks" tabindex="0" \
style="overflow:auto"><table></table></div>'
    """
    return (
        f'<div class="{css}" role="group" aria-label="{escape(label)}" tabindex="0" '
        f'style="overflow:auto">{html}</div>'
    )


def image(svg: str, alt: str) -> str:
    """Return ``svg`` as an HTML ``<img>`` that needs no script and survives sanitising.

    >>> image("<svg/>", 'a "quoted" word')
    '<img alt="a &quot;quoted&quot; word" style="min-width:30em" \
src="data:image/svg+xml;base64,PHN2Zy8+"/>'
    """
    data = base64.b64encode(svg.encode()).decode()
    return (
        f'<img alt="{escape(alt)}" style="min-width:30em" src="data:image/svg+xml;base64,{data}"/>'
    )


def figure(image: str, words: str) -> str:
    """Return an HTML ``<img>`` with its words below; on a narrow page it scrolls sideways.

    >>> figure("<img>", "1 < 2")
    '<figure tabindex="0" style="margin:1em 0;overflow:auto"><img>\
<figcaption>1 &lt; 2</figcaption></figure>'
    """
    return (
        f'<figure tabindex="0" style="margin:1em 0;overflow:auto">{image}'
        f"<figcaption>{escape(words)}</figcaption></figure>"
    )


def _pairs(points: list[tuple[float, float]]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in points)
