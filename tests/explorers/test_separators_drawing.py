"""How the separators explorer looks: every text escaped, to scale, marked in words too."""

import base64
import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab.explorers.separators_drawing import (
    SeparatorsFigure,
    panel,
    picture,
    static_figure,
    tinted_text,
    words,
)
from chunklab.explorers.separators_model import SEPARATORS, SeparatorsState, measure

HOSTILE = '<script>alert("&")</script>\'<b>&amp;'
TEXTS = st.text(
    st.sampled_from("<>&\"' ab\r\n\t\0\ufeff\u200d\u0301🙂。.") | st.characters(codec="utf-8"),
    max_size=80,
)


@st.composite
def any_values(draw):
    size = draw(st.integers(1, 30))
    return measure(
        SeparatorsState(
            draw(TEXTS),
            size,
            draw(st.integers(0, size - 1)),
            draw(st.integers(1, 9)),
            frozenset(draw(st.sets(st.sampled_from(list(SEPARATORS))))),
        )
    )


def shown(html):
    """Return what is left of some HTML without its tags."""
    return re.sub("<[^>]*>", "", html)


def shapes(svg, css):
    """Return the rectangles and polygons of a class; the legend has the first, of ticks two."""
    root = ET.fromstring(svg)  # noqa: S314  # our own picture
    return [each for each in root.iter() if each.get("class") == css][2 if css == "cl-ink" else 1 :]


@given(any_values())
def test_well_formed_whatever_the_text(values):
    ET.fromstring(panel(values))  # noqa: S314  # our own page
    root = ET.fromstring(picture(values))  # noqa: S314
    assert root.get("role") == "img"


@pytest.mark.parametrize("size", [1, 3, 100])
def test_what_a_person_types_is_shown_as_text(size):
    values = measure(SeparatorsState(HOSTILE, size, 0))
    for html in (panel(values), static_figure(values), picture(values)):
        assert "<script" not in html
    whole = measure(SeparatorsState(HOSTILE, 100, 0))
    assert (
        panel(whole).count(
            "&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;&#x27;&lt;b&gt;&amp;amp;"
        )
        == 2
    )


def test_both_texts_are_tinted_and_cut_words_marked():
    values = measure(SeparatorsState("Wind north. Rain soon.", 14, 5))
    assert shown(tinted_text(values, values.fixed)) == "1Wind nort✂2h. Ra✂in soon."
    assert shown(tinted_text(values, values.recursive)) == "1Wind north. 2Rain soon."
    assert "cl-current" not in tinted_text(values, values.fixed)
    assert tinted_text(values, values.recursive).count("cl-current") == 1
    html = panel(values)
    assert html.index("Fixed windows") < html.index("At separators")
    assert "<b>✂</b> an edge inside a word" in html


def test_a_line_end_has_a_name():
    values = measure(SeparatorsState("One\nTwo", 5, 0))
    assert '<i class="cl-name">LF</i>' in tinted_text(values, values.recursive)


def test_the_picture_has_both_to_scale():
    svg = picture(measure(SeparatorsState("Wind north. Rain soon.", 14, 5, 2)))
    odd, even = shapes(svg, "cl-odd"), shapes(svg, "cl-even")
    lower = {each.get("y") for each in even}
    assert len(odd) == len(even) == len(lower) == 2
    first, second = (float(each[-1].get("width")) for each in (odd, even))
    assert second / first == pytest.approx(10 / 12, abs=0.001)
    assert len(shapes(svg, "cl-repeat")) == 1
    assert len(shapes(svg, "cl-cut")) == 2
    assert len(shapes(svg, "cl-current")) == 1


def test_there_is_a_tick_for_each_separator_that_is_on_and_the_largest_is_the_longest():
    text = "One two. Three\nfour\n\nfive 一。二"
    heights = [
        float(each.get("height"))
        for each in shapes(picture(measure(SeparatorsState(text, 99, 0))), "cl-ink")
    ]
    assert len(heights) == 5
    assert heights == [22, 17, 12, 6, 6]  # ordered by level
    every = picture(measure(SeparatorsState(text, 99, 0, levels=frozenset(SEPARATORS))))
    assert len(shapes(every, "cl-ink")) == 6
    none = picture(measure(SeparatorsState(text, 99, 0, levels=frozenset())))
    assert shapes(none, "cl-ink") == []


def test_of_a_long_text_the_same_part_is_shown_in_both():
    text = "".join(f"{number:04} " for number in range(800))
    html = panel(measure(SeparatorsState(text, 40, 10, 60)))
    assert html.count("… 1595 code points before …") == 2
    assert html.count("… 1705 code points after …") == 2
    assert ">1595</text>" in html
    assert ">2295</text>" in html


def test_panel_dims_what_was_possible_and_says_the_rule():
    values = measure(SeparatorsState("Wind north. Rain soon.", 14, 5))
    assert "cl-dimmed" not in panel(values)
    html = panel(values, problem="overlap must satisfy 0 <= overlap < size")
    assert html.count('class="cl-dimmed"') == 2
    assert "Impossible settings: overlap must satisfy 0 &lt;= overlap &lt; size." in html
    assert "size 14, overlap 5" in html


def test_panel_says_the_words_in_a_live_region():
    html = panel(measure(SeparatorsState("Wind north. Rain soon.", 14, 5)))
    assert '<div aria-live="polite"><p class="cl-now">Chunk 2 of 2 at separators: 12 to 22.' in html
    assert "<p>Of chunk 1 it repeats nothing: its last piece is longer than" in html


def test_the_table_has_both_beside_each_other():
    html = panel(measure(SeparatorsState("Wind north. Rain soon.", 14, 5)))
    assert '<th scope="col">fixed windows</th><th scope="col">at separators</th>' in html
    assert '<th scope="row">edges inside a word</th><td>2 of 4</td><td>0 of 3</td>' in html


def test_an_empty_text_has_no_bars():
    values = measure(SeparatorsState(""))
    assert "No chunks: the text is empty." in panel(values)
    assert len(shapes(picture(values), "cl-odd")) == 0


def test_static_figure_holds_the_picture_on_white_and_its_words():
    values = measure(SeparatorsState("Wind north. Rain soon.", 14, 5))
    html = static_figure(values)
    data = re.search('base64,([^"]*)', html)[1]
    assert base64.b64decode(data).decode() == picture(values, card=True)
    assert f"<figcaption>{words(values)}</figcaption>" in html


def test_the_figure_of_a_text_is_that_of_the_explorer_with_all_separators():
    figure = SeparatorsFigure("Wind north. Rain soon.", 14, 5)
    values = measure(SeparatorsState("Wind north. Rain soon.", 14, 5))
    assert repr(figure) == words(values)
    assert figure._repr_html_() == static_figure(values)
    with pytest.raises(ValueError, match="overlap must satisfy"):
        SeparatorsFigure("Wind north.", 5, 5)
