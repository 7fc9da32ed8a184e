"""The still figures: the worked example, what overlap buys and costs, measured recall."""

import subprocess
import sys

import pytest
from matplotlib.colors import to_hex

from chunklab import duplication_factor
from chunklab.evidence import survival
from chunklab.explorers.svg import BLUE, ORANGE
from chunklab.figures import WordedFigure, overlap_figure, recall_figure, tradeoff_figure
from chunklab.retrieval import CUTS, EIGHTHS, Setting, at_k, interval


def bars(figure, colour):
    patches = figure.axes[0].patches
    return [
        (round(bar.get_x()), round(bar.get_x() + bar.get_width()))
        for bar in patches
        if to_hex(bar.get_facecolor()) == colour.lower()
    ]


def test_bars_and_labels_of_the_worked_example():
    figure = overlap_figure(1000, 200, 50)
    starts = [0, 150, 300, 450, 600, 750, 900]
    assert bars(figure, ORANGE) == [(start, start + 50) for start in starts[1:]]
    assert bars(figure, BLUE)[:2] == [(0, 200), (200, 350)]
    assert bars(figure, BLUE)[-1] == (950, 1000)
    assert [label.get_text() for label in figure.axes[0].texts] == [str(start) for start in starts]
    hatched = [bar for bar in figure.axes[0].patches if bar.get_hatch()]
    assert len(hatched) == 6
    title = figure.axes[0].get_title(loc="left")
    assert title == "1000 tokens, chunks of 200, overlap 50: 7 chunks, 1300 stored"


def test_shows_itself_with_alt_text_and_without_pyplot():
    program = (
        "import sys\nfrom chunklab.figures import overlap_figure\n"
        "print('matplotlib.pyplot' in sys.modules, overlap_figure(1000, 200, 50)._repr_html_())"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith("False ")
    assert '<img alt="A document of 1000 tokens in chunks of 200' in ran.stdout
    assert "<figcaption>A document of 1000 tokens in chunks of 200" in ran.stdout
    for fact in ("stride S: 150", "chunks K: 7", "starts: 0, 150", "last length: 100"):
        assert fact in ran.stdout
    assert "stored positions: 1300; duplication factor: 1.3" in ran.stdout
    assert 'src="data:image/png;base64,' in ran.stdout


@pytest.mark.parametrize(
    ("settings", "rows", "reason"),
    [
        ((0, 200, 50), 0, "empty: the document alone"),
        ((1, 200, 50), 1, "shorter than one chunk"),
        ((40, 1, 0), 40, "as many as fit"),
    ],
)
def test_extreme_settings(settings, rows, reason):
    figure = overlap_figure(*settings)
    assert isinstance(figure, WordedFigure)
    assert len(figure.axes[0].texts) == rows, reason
    assert "<img alt=" in figure._repr_html_()


@pytest.mark.parametrize(
    ("overlap", "fact", "whole"),
    [
        (0, (54, 64), "none"),
        (0, (40, 60), "chunk 3"),  # it starts and ends where a chunk does
        (4, (54, 64), "chunk 4"),
        (15, (54, 64), "chunk 10, chunk 11"),
    ],
)
def test_a_fact_is_marked_and_its_chunks_are_named(overlap, fact, whole):
    figure = overlap_figure(131, 20, overlap, fact=fact)
    assert f"; the fact, tokens {fact[0]} to {fact[1]}, is whole in {whole}. " in figure.words
    assert [label.get_text() for label in figure.axes[0].texts][-1] == "the fact"
    (frame,) = [patch for patch in figure.axes[0].patches if not patch.get_fill()]
    assert (frame.get_x(), frame.get_x() + frame.get_width()) == fact


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ((41, 1, 0), "at most 40 chunks, got 41 for n=41, size=1, overlap=0"),
        ((10**9, 2, 1), "at most 40 chunks, got 999999999"),
        ((1000, 200, 200), "0 <= overlap < size, got overlap=200, size=200"),
    ],
)
def test_refused_with_the_rule(settings, message):
    with pytest.raises(ValueError, match=message):
        overlap_figure(*settings)


def test_without_matplotlib_it_says_all_in_words_and_why():
    program = (
        "import sys\nsys.modules['matplotlib'] = None\n"
        "from chunklab.figures import overlap_figure\n"
        "print(overlap_figure(1000, 200, 50)._repr_html_())"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith("<p>A document of 1000 tokens in chunks of 200, overlap 50.")
    assert "starts: 0, 150, 300, 450, 600, 750, 900." in ran.stdout
    assert "drawn with matplotlib, which this Python does not have" in ran.stdout


def lines(axes):
    return {line.get_label(): line for line in axes.lines}


def test_the_trade_off_is_drawn_as_it_is_counted():
    figure = tradeoff_figure(1000, 200, [20, 100])
    above, below = figure.axes
    drawn = lines(above)
    assert list(drawn) == ["facts of 20 tokens", "facts of 100 tokens"]
    for length, line in zip((20, 100), drawn.values(), strict=True):
        overlaps, shares = line.get_data()
        assert list(overlaps) == list(range(151))
        assert list(shares) == [survival(1000, 200, overlap, length) for overlap in range(151)]
    assert list(below.lines[0].get_ydata()) == [
        duplication_factor(1000, 200, overlap) for overlap in range(151)
    ]
    assert list(drawn["facts of 20 tokens"].get_markevery()) == [0, 25, 50, 100, 150]


@pytest.mark.parametrize("figure", [tradeoff_figure(1000, 200, [1, 2, 3, 4]), recall_figure(k=5)])
def test_lines_differ_in_more_than_their_colour(figure):
    handles, labels = figure.axes[-1].get_legend_handles_labels()
    if not handles:
        handles, labels = figure.axes[0].get_legend_handles_labels()
    drawn = [getattr(each, "lines", [each])[0] for each in handles]
    for of in ("get_color", "get_linestyle", "get_marker"):
        assert len({getattr(each, of)() for each in drawn}) == len(labels) == 4


def test_a_large_document_is_drawn_with_few_points():
    figure = tradeoff_figure(10**18, 10**6, [1000])
    assert len(figure.axes[0].lines[0].get_xdata()) < 320
    assert "<img alt=" in figure._repr_html_()


def test_a_size_of_one_has_one_overlap():
    figure = tradeoff_figure(10, 1, [1])
    assert list(figure.axes[0].lines[0].get_xdata()) == [0]
    assert ", at the overlap 0. " in figure.words


def test_measured_recall_is_drawn_with_its_intervals():
    figure = recall_figure(k=5)
    panels = figure.axes
    assert [axes.get_title(loc="left") for axes in panels] == [
        "cut at windows",
        "cut at separators",
    ]
    for axes, cut in zip(panels, CUTS, strict=True):
        containers = axes.containers
        for size, container in zip((200, 400, 800, 1600), containers, strict=True):
            assert container.get_label() == f"size {size}"
            line, _, (bars,) = container.lines
            expected = [
                interval([each.recall for each in at_k(Setting(size, size * e // 8, cut), 5)])
                for e in EIGHTHS
            ]
            assert list(line.get_ydata()) == [each.mean for each in expected]
            ends = [(low, high) for (_, low), (_, high) in bars.get_segments()]
            assert ends == [pytest.approx((each.low, each.high)) for each in expected]
            assert f"cut at {cut}, size {size}: {expected[0]}, " in figure.words.replace(
                "Cut", "cut"
            )


def test_recall_of_characters_read_is_another_figure():
    words = recall_figure(characters=2000).words
    assert words.startswith("Recall in 2000 characters read, each once, with 95 per cent")
    assert words != recall_figure(k=5).words


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: tradeoff_figure(1000, 200, []), "1 to 4 lengths, got 0"),
        (lambda: tradeoff_figure(1000, 200, [1, 2, 3, 4, 5]), "1 to 4 lengths, got 5"),
        (lambda: tradeoff_figure(10, 200, [11]), "length must be <= n, got length=11, n=10"),
        (lambda: tradeoff_figure(10, 0, [1]), "0 <= overlap < size, got overlap=0, size=0"),
        (recall_figure, "exactly one of k and characters must be given"),
        (lambda: recall_figure(k=5, characters=1000), "exactly one of k and characters"),
        (lambda: recall_figure(k=21), "1 <= k <= 20 for "),
    ],
)
def test_the_figures_of_evidence_are_refused_with_the_rule(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()


def test_without_matplotlib_the_figures_of_evidence_are_words():
    program = (
        "import sys\nsys.modules['matplotlib'] = None\n"
        "from chunklab.figures import recall_figure, tradeoff_figure\n"
        "print(tradeoff_figure(1000, 200, [20]), recall_figure(characters=2000))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "facts of 20 tokens: 0.923, 1, 1, 1, 1. Times" in ran.stdout
    assert "cut at separators, size 1600: 0.78 (0.72 to 0.83), " in ran.stdout
    assert ran.stdout.count("drawn with matplotlib, which this Python does not have") == 2
