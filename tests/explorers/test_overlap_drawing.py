"""The picture of the overlap explorer: well-formed in any state, to scale, bounded, in words."""

import base64
import re
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab.explorers import svg
from chunklab.explorers.overlap_drawing import (
    MOST_ROWS,
    WIDTH,
    panel,
    picture,
    static_figure,
    words,
)
from chunklab.explorers.overlap_model import OverlapState, measure

SVG = "{http://www.w3.org/2000/svg}"


@st.composite
def any_values(draw):
    size = draw(st.integers(1, 10**9))
    return measure(
        OverlapState(
            n=draw(st.one_of(st.integers(0, 50), st.integers(0, 10**9))),
            size=size,
            overlap=draw(st.one_of(st.integers(0, size - 1), st.just(size - 1))),
            chunk=draw(st.integers(1, 10**9)),
            blind=draw(st.booleans()),
        )
    )


def shapes(values, css):
    root = ET.fromstring(picture(values))  # noqa: S314  # our own picture
    return [shape for shape in root.iter(f"{SVG}rect") if shape.get("class") == css]


def label_boxes(root):
    """Each label's baseline, left and right end, as wide as the drawing kit takes it to be."""
    for label in root.iter(f"{SVG}text"):
        width = svg.text_width(label.text)
        left = float(label.get("x"))
        left -= {"start": 0, "middle": width / 2, "end": width}[label.get("text-anchor")]
        yield float(label.get("y")), left, left + width


@given(any_values())
def test_well_formed_bounded_and_said_in_words(values):
    drawn = picture(values)
    root = ET.fromstring(drawn)  # noqa: S314
    assert root.get("role") == "img"
    assert root.get("aria-label") == words(values)
    assert len(drawn) < 20_000
    assert len(list(root.iter(f"{SVG}text"))) <= 3 + 4 * MOST_ROWS + 4


@given(any_values())
def test_labels_stay_inside_and_never_collide(values):
    root = ET.fromstring(picture(values))  # noqa: S314
    rows: dict[float, list[tuple[float, float]]] = {}
    for baseline, left, right in label_boxes(root):
        rows.setdefault(baseline, []).append((left, right))
    legend = max(rows)
    for baseline, spans in rows.items():
        if baseline == legend:
            continue  # laid out in fixed columns for words in a text face
        spans.sort()
        assert spans[0][0] >= 0
        assert spans[-1][1] <= WIDTH
        assert all(one[1] <= two[0] for one, two in pairwise(spans))


def test_drawn_to_scale():
    new = shapes(measure(OverlapState(chunk=1)), "cl-new")[1:]  # without the one in the strip
    widths = [float(bar.get("width")) for bar in new[:7]]
    assert widths[1:6] == pytest.approx([widths[0] * 150 / 200] * 5, abs=0.02)
    assert widths[6] == pytest.approx(widths[0] * 50 / 200, abs=0.02)
    repeats = shapes(measure(OverlapState(chunk=1)), "cl-repeat")
    assert float(repeats[0].get("width")) == pytest.approx(widths[0] * 50 / 200, abs=0.02)


def test_one_chunk_is_outlined_and_redundant_ones_are_dashed():
    values = measure(OverlapState(n=1000, size=200, overlap=170, chunk=34, blind=True))
    assert len(shapes(values, "cl-current")) == 1
    assert len(shapes(values, "cl-redundant")) == 6 + 1  # and one in the legend
    assert "redundant: only overlap" in picture(values)


def test_empty_document_has_no_bars():
    drawn = picture(measure(OverlapState(n=0)))
    assert "no chunks" in drawn
    assert 'class="cl-current"' not in drawn


def test_panel_escapes_what_it_is_given():
    shown = panel(measure(OverlapState()), problem="a < b & <script>", notice="<i>")
    assert "a &lt; b &amp; &lt;script&gt;" in shown
    assert "<script" not in shown
    assert "<i>" not in shown


def test_panel_says_the_words_in_a_live_region():
    said = re.search(r'aria-live="polite">(.*?)</div>', panel(measure(OverlapState()))).group(1)
    assert "chunk 2 of 7: tokens 150 to 350; tokens 150 to 200 repeat chunk 1" in said


def test_static_figure_holds_the_picture_on_white_and_its_words():
    values = measure(OverlapState())
    figure = ET.fromstring(static_figure(values))  # noqa: S314
    kind, data = figure.find("img").get("src").split(",")
    assert kind == "data:image/svg+xml;base64"
    assert base64.b64decode(data).decode() == picture(values, card=True)
    assert figure.find("img").get("alt") == figure.find("figcaption").text == words(values)


def test_picture_of_the_readme_is_up_to_date():
    shown = Path(__file__).parents[2] / "docs" / "explorer.svg"
    # To renew it, write the right-hand side to the file.
    assert shown.read_text(encoding="utf-8") == picture(measure(OverlapState()), card=True) + "\n"
