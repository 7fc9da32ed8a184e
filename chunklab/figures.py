"""Still figures for the lessons, drawn with matplotlib and shown without pyplot.

A bare ``Figure`` shows as text in a notebook until pyplot is imported, and pyplot keeps every
figure alive. :class:`WordedFigure` shows itself, and says in words what it shows.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from chunklab.evidence import survival
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
from chunklab.geometry import duplication_factor
from chunklab.retrieval import (
    CUTS,
    EIGHTHS,
    Interval,
    Outcome,
    Setting,
    at_k,
    interval,
    within,
)

try:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
except ModuleNotFoundError:  # a browser's Python may have to do without
    _CAN_DRAW = False
else:
    _CAN_DRAW = True

MOST_CHUNKS = 40
MOST_LENGTHS = 4
RECALL_SIZES = (200, 400, 800, 1600)

NO_PICTURE = (
    "The figure is drawn with matplotlib, which this Python does not have. The explorers draw "
    "without it."
)

_BAR = 0.62
_GREY = "#d9d9d9"
_GREEN = "#009E73"  # Okabe and Ito's, too

# A line is known by its colour, by its strokes and by its marker.
_LINES = ((BLUE, "-", "o"), (VERMILLION, "--", "s"), (_GREEN, "-.", "^"), (ORANGE, ":", "D"))
_MARKED = (0, 1, 2, 4, 6)  # the eighths of the size at which a line has its markers


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


def tradeoff_figure(n: int, size: int, lengths: Sequence[int]) -> WordedFigure | WordsAlone:
    """Return a figure of what overlap buys, above what it costs, for overlaps up to 3/4 of size.

    Above is the share of the facts of each of ``lengths`` tokens that survive in a document of
    ``n`` tokens, below how many times the document is stored. Both are exact. Raises
    ``ValueError`` for a length that the document has no fact of, for more than 4 lengths or none,
    and for impossible settings. Without matplotlib it is words.

    >>> tradeoff_figure(1000, 200, [20, 100]).words
    'A document of 1000 tokens in chunks of 200, at the overlaps 0, 25, 50, 100, 150. Share of the \
facts that are whole in a chunk, facts of 20 tokens: 0.923, 1, 1, 1, 1; facts of 100 tokens: 0.56, \
0.589, 0.674, 1, 1. Times that the document is stored: 1, 1.12, 1.3, 1.8, 3.4.'
    """
    if not 1 <= len(lengths) <= MOST_LENGTHS:
        raise ValueError(
            f"a figure shows 1 to {MOST_LENGTHS} lengths, got {len(lengths)}: {list(lengths)}"
        )
    last = size * _MARKED[-1] // 8
    overlaps = sorted({*range(0, last + 1, max(1, last // 300)), *_marked(size)})
    shares = [[survival(n, size, overlap, length) for overlap in overlaps] for length in lengths]
    stored = [duplication_factor(n, size, overlap) for overlap in overlaps]
    words = _tradeoff_words(n, size, lengths)
    if not _CAN_DRAW:
        return WordsAlone(words)
    figure = WordedFigure(figsize=(7, 5), layout="constrained")
    figure.words = words
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(2, 1))
    markers = [overlaps.index(overlap) for overlap in _marked(size)]
    for length, values, (colour, strokes, marker) in zip(lengths, shares, _LINES, strict=False):
        (line,) = above.plot(overlaps, values, strokes, color=colour, marker=marker)
        line.set_markevery(markers)
        line.set_label(f"facts of {length} tokens")
    below.plot(overlaps, stored, color="#000000")
    above.set_title(
        f"{n} tokens in chunks of {size}: what overlap buys, and what it costs", loc="left"
    )
    above.set_ylabel("share of facts\nwhole in a chunk")
    above.set_ylim(0, 1.05)
    above.legend(loc="lower right", frameon=False, handlelength=4)
    below.set_ylabel("times stored")
    below.set_ylim(bottom=0)
    below.set_xlabel("overlap in tokens")
    for axes in (above, below):
        axes.grid(color=_GREY, linewidth=0.6)
        axes.spines[["top", "right"]].set_visible(False)
    return figure


def recall_figure(
    *, k: int | None = None, characters: int | None = None
) -> WordedFigure | WordsAlone:
    """Return a figure of measured recall against overlap, for four sizes and both ways of cutting.

    Recall is the mean over the questions of the corpus, with its 95 per cent interval, of the best
    ``k`` chunks or of so many ``characters`` read, merged: see :mod:`chunklab.retrieval`. Raises
    ``ValueError`` unless exactly one of them is given, and as that does. Without matplotlib it is
    words.

    >>> recall_figure(k=5).words.split("; ")[1]
    'cut at windows, size 400: 0.66 (0.60 to 0.71), 0.71 (0.65 to 0.77), 0.74 (0.68 to 0.79), \
0.74 (0.69 to 0.79)'
    """
    lines = {
        (cut, size): [
            interval([outcome.recall for outcome in _outcomes(setting, k, characters)])
            for setting in (Setting(size, size * eighths // 8, cut) for eighths in EIGHTHS)
        ]
        for cut in CUTS
        for size in RECALL_SIZES
    }
    read = (
        f"the best {k} chunks" if characters is None else f"{characters} characters read, each once"
    )
    words = _recall_words(read, lines)
    if not _CAN_DRAW:
        return WordsAlone(words)
    figure = WordedFigure(figsize=(7, 4), layout="constrained")
    figure.words = words
    panels = figure.subplots(1, len(CUTS), sharey=True)
    for axes, cut in zip(panels, CUTS, strict=True):
        for number, size in enumerate(RECALL_SIZES):
            _draw_recall(axes, number, size, lines[cut, size])
        axes.set_title(f"cut at {cut}", loc="left")
        axes.set_xticks(EIGHTHS, ["0", "1/8", "1/4", "1/2"])
        axes.set_ylim(0, 1)
        axes.set_xlabel("overlap, as a part of the size")
        axes.grid(color=_GREY, linewidth=0.6)
        axes.spines[["top", "right"]].set_visible(False)
    panels[0].set_ylabel("recall")
    panels[-1].legend(loc="lower right", frameon=False, handlelength=4)
    figure.suptitle(f"Recall in {read}", x=0.01, ha="left")
    return figure


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


def _marked(size: int) -> list[int]:
    return sorted({size * eighths // 8 for eighths in _MARKED})


def _tradeoff_words(n: int, size: int, lengths: Sequence[int]) -> str:
    marked = _marked(size)
    overlaps = f"overlap{'' if len(marked) == 1 else 's'} {', '.join(map(str, marked))}"
    facts = "; ".join(
        f"facts of {length} tokens: "
        + ", ".join(f"{survival(n, size, overlap, length):.3g}" for overlap in marked)
        for length in lengths
    )
    stored = ", ".join(f"{duplication_factor(n, size, overlap):.3g}" for overlap in marked)
    return (
        f"A document of {n} tokens in chunks of {size}, at the {overlaps}. Share of the facts that "
        f"are whole in a chunk, {facts}. Times that the document is stored: {stored}."
    )


def _outcomes(setting: Setting, k: int | None, characters: int | None) -> Sequence[Outcome]:
    if k is not None and characters is None:
        return at_k(setting, k)
    if characters is not None and k is None:
        return within(setting, characters)
    raise ValueError(
        f"exactly one of k and characters must be given, got k={k}, characters={characters}"
    )


def _recall_words(read: str, lines: dict[tuple[str, int], list[Interval]]) -> str:
    each = "; ".join(
        f"cut at {cut}, size {size}: {', '.join(map(str, intervals))}"
        for (cut, size), intervals in lines.items()
    )
    return (
        f"Recall in {read}, with 95 per cent intervals, at overlaps of 0, 1/8, 1/4 and 1/2 of the "
        f"size. {each[0].upper()}{each[1:]}."
    )


def _draw_recall(axes: Axes, number: int, size: int, intervals: list[Interval]) -> None:
    colour, strokes, marker = _LINES[number]
    # Side by side, so that no interval hides another.
    places = [eighths + 0.12 * (number - (len(RECALL_SIZES) - 1) / 2) for eighths in EIGHTHS]
    below = [each.mean - each.low for each in intervals]
    above = [each.high - each.mean for each in intervals]
    means = [each.mean for each in intervals]
    axes.errorbar(
        places,
        means,
        (below, above),
        fmt=strokes + marker,
        color=colour,
        capsize=2,
        markersize=4,
        label=f"size {size}",
    )


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
