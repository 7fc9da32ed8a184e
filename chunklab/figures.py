"""Still figures for the lessons, drawn with matplotlib and shown without pyplot.

A bare ``Figure`` shows as text in a notebook until pyplot is imported, and pyplot keeps every
figure alive. :class:`WordedFigure` shows itself, and says in words what it shows.
"""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass
from html import escape

from chunklab.explorers import svg
from chunklab.explorers.overlap_model import (
    Chunk,
    OverlapState,
    OverlapValues,
    chunk_at,
    measure,
    readouts,
)
from chunklab.explorers.svg import BLUE, ORANGE, VERMILLION

try:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
except ModuleNotFoundError:  # a browser's Python may have to do without
    _CAN_DRAW = False
else:
    _CAN_DRAW = True

MOST_CHUNKS = 40

NO_PICTURE = (
    "The figure is drawn with matplotlib, which this Python does not have. The explorers draw "
    "without it."
)

_BAR = 0.62
_GREY = "#d9d9d9"


@dataclass(frozen=True)
class WordsAlone:
    """What stands for a figure where matplotlib is missing: the ``words``, and the reason.

    >>> print(WordsAlone("A document of 3 tokens in chunks of 2, overlap 1."))
    A document of 3 tokens in chunks of 2, overlap 1.
    (The figure is drawn with matplotlib, which this Python does not have. The explorers draw \
without it.)
    """

    words: str

    def __repr__(self) -> str:
        """Return the words, and why there is no picture."""
        return f"{self.words}\n({NO_PICTURE})"

    def _repr_html_(self) -> str:
        return f"<p>{escape(self.words)}</p><p><small>({escape(NO_PICTURE)})</small></p>"


def overlap_figure(
    n: int, size: int, overlap: int, *, fact: tuple[int, int] | None = None
) -> WordedFigure | WordsAlone:
    """Return a figure of a document of ``n`` tokens above its chunks, one row each, to scale.

    What a chunk repeats from the one before is hatched. An empty document has no rows. The tokens
    of a ``fact``, start and end, are marked through all rows. Raises ``ValueError`` for impossible
    settings, and for more than 40 chunks, which no page could show. Without matplotlib it is words.

    >>> overlap_figure(1000, 200, 50).words
    'A document of 1000 tokens in chunks of 200, overlap 50. stride S: 150 tokens; chunks K: 7; \
last length: 100 tokens; stored positions: 1300; duplication factor: 1.3; \
starts: 0, 150, 300, 450, 600, 750, 900.'
    >>> overlap_figure(40, 20, 0, fact=(15, 25)).words.partition("; ")[2][:43]
    'the fact, tokens 15 to 25, is whole in none'
    >>> overlap_figure(10**6, 200, 50)
    Traceback (most recent call last):
    ValueError: a figure shows at most 40 chunks, got 6667 for n=1000000, size=200, overlap=50
    """
    values = measure(OverlapState(n, size, overlap))
    if values.count > MOST_CHUNKS:
        raise ValueError(
            f"a figure shows at most {MOST_CHUNKS} chunks, got {values.count} "
            f"for n={n}, size={size}, overlap={overlap}"
        )
    chunks = [chunk_at(values.state, number) for number in range(1, values.count + 1)]
    words = _words(values, chunks, fact)
    return _drawn(values, chunks, fact, words) if _CAN_DRAW else WordsAlone(words)


if _CAN_DRAW:

    class WordedFigure(Figure):
        """A figure with ``words``: what it shows, for everyone who cannot see it."""

        words = ""

        def _repr_html_(self) -> str:
            data = io.BytesIO()
            # Twice the pixels of its size on the page, so that it is crisp on a dense screen.
            self.savefig(data, format="png", dpi=2 * self.dpi, facecolor="white")
            width, height = (round(inches * self.dpi) for inches in self.get_size_inches())
            image = (
                f'<img alt="{escape(self.words)}" width="{width}" height="{height}" '
                'style="max-width:100%;min-width:32em;height:auto" '
                f'src="data:image/png;base64,{base64.b64encode(data.getvalue()).decode()}">'
            )
            return svg.figure(image, self.words)


def _drawn(
    values: OverlapValues, chunks: list[Chunk], fact: tuple[int, int] | None, words: str
) -> WordedFigure:
    figure = WordedFigure(figsize=(7, 1.5 + 0.3 * len(chunks)), layout="constrained")
    figure.words = words
    axes = figure.add_subplot()
    axes.barh(0, values.state.n, _BAR, color=_GREY)
    for chunk in chunks:
        _draw_row(axes, chunk)
    if fact:
        axes.axvspan(*fact, fill=False, edgecolor=VERMILLION, linewidth=2, linestyle="--")
        axes.annotate(
            "the fact", (fact[1], 0), xytext=(4, 0), textcoords="offset points", va="center"
        )
    _finish(axes, values, chunks)
    return figure


def _words(values: OverlapValues, chunks: list[Chunk], fact: tuple[int, int] | None) -> str:
    state = values.state
    settings = f"{state.n} tokens in chunks of {state.size}, overlap {state.overlap}"
    if fact:
        start, end = fact
        whole = [f"chunk {c.number}" for c in chunks if c.start <= start and end <= c.end]
        settings += f"; the fact, tokens {start} to {end}, is whole in {', '.join(whole) or 'none'}"
    facts = "; ".join(f"{name}: {value}" for name, value in readouts(values))
    return f"A document of {settings}. {facts}."


def _draw_row(axes: Axes, chunk: Chunk) -> None:
    fresh = chunk.start + chunk.repeated
    axes.barh(chunk.number, chunk.end - fresh, _BAR, left=fresh, color=BLUE)
    if chunk.repeated:
        axes.barh(
            chunk.number,
            chunk.repeated,
            _BAR,
            left=chunk.start,
            color=ORANGE,
            hatch="////",
            edgecolor="#00000099",
            linewidth=0,
        )
    axes.annotate(
        str(chunk.start),
        (chunk.start, chunk.number),
        xytext=(-4, 0),
        textcoords="offset points",
        ha="right",
        va="center",
    )


def _finish(axes: Axes, values: OverlapValues, chunks: list[Chunk]) -> None:
    state = values.state
    count = f"{values.count} {'chunk' if values.count == 1 else 'chunks'}"
    axes.set_title(
        f"{state.n} tokens, chunks of {state.size}, overlap {state.overlap}: "
        f"{count}, {values.stored} stored",
        loc="left",
    )
    axes.set_yticks(
        range(len(chunks) + 1), ["document", *(f"chunk {chunk.number}" for chunk in chunks)]
    )
    axes.set_ylim(len(chunks) + 0.6, -0.6)  # the document on top
    axes.set_xlim(0, max(1, state.n))  # an empty document still needs an axis
    axes.set_xlabel("token (blue: new, hatched: repeats the chunk before)")
    axes.tick_params(axis="y", length=0, pad=34)  # the first start is written in between
    axes.spines[["left", "top", "right"]].set_visible(False)
