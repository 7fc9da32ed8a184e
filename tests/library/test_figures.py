"""The still figure of the worked example."""

import subprocess
import sys

import pytest
from matplotlib.colors import to_hex

from chunklab.explorers.svg import BLUE, ORANGE
from chunklab.figures import WordedFigure, overlap_figure


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
