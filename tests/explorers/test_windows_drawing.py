"""The pictures of the windows explorer: well-formed in any state, bounded, escaped, in words."""

import base64
import re
import xml.etree.ElementTree as ET
from html import unescape
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab.explorers import svg
from chunklab.explorers.windows_drawing import (
    MOST_ROWS,
    MOST_TOKENS,
    WIDTH,
    panel,
    picture,
    static_figure,
    text_panel,
)
from chunklab.explorers.windows_model import WindowsState, describe, measure

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<script>alert(\"1\")</script> 'a' & b <i> </mark></div> ]]> &amp;"

ANY_TEXT = st.text(st.characters(codec=None, categories=["L", "M", "N", "P", "S", "Z", "C"]))


@st.composite
def any_values(draw):
    size = draw(st.integers(1, 10**6))
    first = draw(st.integers(0, 10**6))
    return measure(
        WindowsState(
            text=draw(st.one_of(ANY_TEXT, st.integers(0, 900).map("tide ".__mul__))),
            size=draw(st.sampled_from([size, 20, 1])),
            overlap=0,
            first=first,
            last=first + draw(st.integers(0, 30)),
        )
    )


@st.composite
def tight_values(draw):
    size = draw(st.integers(1, 60))
    n = draw(st.integers(1, 300))
    first = draw(st.integers(0, n))
    overlap = draw(st.one_of(st.integers(0, size - 1), st.just(size - 1)))
    return measure(WindowsState("a " * n, size, overlap, first, first + draw(st.integers(0, 70))))


def text_of(html):
    """What a reader sees of the tinted text, its window numbers left out."""
    html = re.sub(r"<style>.*?</style>|<sup>\d+</sup>", "", html, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", "", html))


def shapes(values, css):
    root = ET.fromstring(picture(values))  # noqa: S314  # our own picture
    return [shape for shape in root.iter(f"{SVG}rect") if shape.get("class") == css]


@given(any_values() | tight_values())
def test_well_formed_bounded_and_said_in_words(values):
    drawn = picture(values)
    root = ET.fromstring(drawn)  # noqa: S314
    assert root.get("role") == "img"
    assert len(drawn) < 20_000
    assert len(list(root.iter(f"{SVG}text"))) <= 3 + 4 * MOST_ROWS + 4


@given(tight_values())
def test_labels_stay_inside_and_never_collide(values):
    root = ET.fromstring(picture(values))  # noqa: S314
    lines: dict[float, list[tuple[float, float]]] = {}
    for label in root.iter(f"{SVG}text"):
        width = svg.text_width(label.text)
        left = (
            float(label.get("x"))
            - {"start": 0, "middle": width / 2, "end": width}[label.get("text-anchor")]
        )
        lines.setdefault(float(label.get("y")), []).append((left, left + width))
    del lines[max(lines)]  # the legend, laid out in fixed columns
    for spans in lines.values():
        spans.sort()
        assert spans[0][0] >= 0
        assert spans[-1][1] <= WIDTH
        assert all(one[1] <= two[0] + 0.01 for one, two in pairwise(spans))


@given(tight_values())
def test_a_row_says_what_its_window_holds_of_the_fact(values):
    drawn = picture(values)
    length = len(range(*values.fact))
    assert (">whole</text>" in drawn) == bool(values.holding)
    said = [int(part) for part in re.findall(rf">(\d+) of {length}</text>", drawn)]
    assert all(0 < part < length for part in said)
    # One bar for each window with a part of it, one in the strip, one in the legend.
    parts = len(said) + drawn.count(">whole</text>")
    assert len(shapes(values, "wd-fact")) == parts + 2


@pytest.mark.parametrize("text", [HOSTILE, f"{HOSTILE} " * 30, "\x00\x0b\ud800 &#60; é\u0301"])
def test_the_text_is_shown_as_text(text):
    values = measure(WindowsState(text, 4, 1, 1, 6))
    for html in (text_panel(values), panel(values), static_figure(values)):
        assert "<script" not in html
        assert html.encode()
    ET.fromstring(picture(values))  # noqa: S314


def test_all_of_a_short_text_is_there_character_by_character():
    text = "  " + HOSTILE + "\n\n e\u0301 🙂🙂\tend.  "
    shown = text_of(text_panel(measure(WindowsState(text, 3, 2, 2, 9))))
    assert shown == text.strip()


def test_of_a_long_text_the_part_around_the_fact_is_there():
    values = measure(WindowsState("".join(f"w{k} " for k in range(5000)), 20, 5, 2000, 2009))
    shown = text_of(text_panel(values))
    assert all(f"w{k} " in shown for k in range(2000, 2010))
    assert len(re.findall(r"\bw\d", shown)) == MOST_TOKENS
    before, after = re.findall(r"… ([\d,]+) more (?:before|after) …", shown)
    assert int(before.replace(",", "")) + int(after.replace(",", "")) == 5000 - MOST_TOKENS


def test_a_huge_token_and_a_huge_gap_are_cut():
    values = measure(WindowsState("a" * 10**5 + " " * 10**5 + "b", 4, 1, 0, 1))
    assert len(text_panel(values)) + len(panel(values)) < 20_000


def test_tokens_are_tinted_by_window_and_hatched_in_two():
    shown = text_panel(measure(WindowsState("a b c d e f", 3, 1, 5, 5)))
    tints = re.findall(r'<b class="(wd-\d+)">', shown)
    # Windows abc, cde, ef: c lies in windows 1 and 2, e in 2 and 3.
    assert tints == ["wd-0", "wd-01", "wd-1", "wd-12", "wd-2"]
    assert re.findall(r"<sup>(\d+)</sup>", shown) == ["1", "2", "3"]


def test_every_tint_and_hatch_has_a_style():
    shown = text_panel(measure(WindowsState("a " * 40, 9, 8, 5, 5)))
    style, body = shown.split("</style>")
    assert all(f".{css} {{" in style for css in re.findall(r'<b class="(wd-\d+)">', body))


def test_the_fact_is_one_frame_over_all_its_windows():
    shown = text_panel(measure(WindowsState("a b c d e f", 2, 0, 1, 4)))
    marked = re.search(r"<mark>(.*)</mark>", shown).group(1)
    assert text_of(marked) == "b c d e"
    assert shown.count("<mark>") == 1


def test_an_impossible_setting_dims_and_explains():
    values = measure(WindowsState("a b c", 2, 1, 0, 1))
    shown = panel(values, problem="a < b & <script>")
    assert "a &lt; b &amp; &lt;script&gt;" in shown
    assert svg.dimmed(picture(values)) in shown
    assert "cl-dimmed" in text_panel(values, dimmed=True)
    assert "cl-dimmed" not in panel(values) + text_panel(values)


def test_the_words_are_in_a_live_region():
    said = re.search(
        r'aria-live="polite">(.*?)</div>', panel(measure(WindowsState("a b c", 2, 1, 0, 1)))
    ).group(1)
    assert "It survives: window 1 holds it whole." in said
    assert "from number 0 to number 1: “a b”." in said


def test_static_figure_holds_the_picture_on_white_and_its_words():
    values = measure(WindowsState("Is 1 < 2 & 3?", 3, 1, 1, 3))
    figure = ET.fromstring(static_figure(values))  # noqa: S314
    kind, data = figure.find("img").get("src").split(",")
    assert kind == "data:image/svg+xml;base64"
    assert base64.b64decode(data).decode() == picture(values, card=True)
    assert figure.find("img").get("alt") == figure.find("figcaption").text == describe(values)
