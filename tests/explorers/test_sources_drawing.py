"""How the sources explorer looks: every text escaped and seen, bounded, marked in words too."""

import base64
import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab.explorers import units_drawing
from chunklab.explorers.sources_drawing import panel, picture, static_figure, tinted_text, words
from chunklab.explorers.sources_model import SAMPLES, SourcesState, measure
from chunklab.explorers.units_drawing import UnitsFigure, columns
from chunklab.explorers.visible import pieces, plain
from chunklab.offsets import Offsets
from chunklab.preprocessing import STEPS

HOSTILE = '<script>alert("&")</script>\'<b>&amp;'
TEXTS = st.text(
    st.sampled_from("<>&\"' ab\r\n\t\0\ufeff\u200d\u0301🙂🇪🇺") | st.characters(codec="utf-8"),
    max_size=80,
)


@st.composite
def any_values(draw):
    size = draw(st.integers(1, 30))
    steps = draw(st.sets(st.sampled_from(list(STEPS))))
    return measure(
        SourcesState(
            draw(TEXTS),
            size,
            draw(st.integers(0, size - 1)),
            draw(st.integers(1, 9)),
            frozenset(steps),
        )
    )


def shown(html):
    """Return what is left of some HTML without its tags."""
    return re.sub("<[^>]*>", "", html)


@given(any_values())
def test_well_formed_whatever_the_text(values):
    ET.fromstring(panel(values))  # noqa: S314  # our own page
    root = ET.fromstring(picture(values))  # noqa: S314
    assert root.get("role") == "img"


@pytest.mark.parametrize("size", [1, 3, 100])
def test_what_a_person_types_is_shown_as_text(size):
    values = measure(SourcesState(HOSTILE, size, 0, 1))
    for html in (panel(values), tinted_text(values), static_figure(values), picture(values)):
        assert "<script" not in html
        assert "alert(" not in html or "&lt;script&gt;" in html
    whole = measure(SourcesState(HOSTILE, 100, 0, 1))
    assert (
        "&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;&#x27;&lt;b&gt;&amp;amp;"
        in tinted_text(whole)
    )


def test_the_broken_rule_is_escaped_too():
    html = panel(measure(SourcesState("", 4, 1)), problem="<i>")
    assert "Impossible settings: &lt;i&gt;." in html


def test_overlap_is_hatched_and_the_current_chunk_lined():
    html = tinted_text(measure(SourcesState("abcdefgh", 5, 2, 1)))
    assert re.findall(r'<span class="([^"]*)">', html) == [
        "cl-odd cl-current",
        "cl-shared cl-current",
        "cl-even",
    ]
    assert shown(html) == "1abc2defgh"


def test_an_edge_inside_a_character_and_a_broken_chunk_are_marked():
    html = tinted_text(measure(SourcesState("cafe\u0301s", 4, 0, 1, frozenset({"NFC"}))))
    assert shown(html) == "1✗cafe✂2✗◌\u0301s"
    assert html.count("cl-broken") == 2


def test_where_only_an_end_falls_inside_a_character_it_is_marked_too():
    html = tinted_text(measure(SourcesState("abcd👩\u200d🚀ef", 6, 3, 1)))
    assert shown(html) == "1abc2d👩\u200d✂🚀ef"


def test_of_a_long_text_the_part_around_the_current_chunk_is_shown():
    text = "".join(f"{number:04} " for number in range(800))
    html = tinted_text(measure(SourcesState(text, 40, 10, 60)))
    assert "… 1595 code points before …" in html
    assert "… 1705 code points after …" in html
    assert len(panel(measure(SourcesState(text, 2, 1, 60)))) < 120_000


def test_panel_dims_what_was_possible_and_says_the_rule():
    values = measure(SourcesState("abcdefgh", 5, 2, 1))
    assert "cl-dimmed" not in panel(values)
    html = panel(values, problem="overlap must satisfy 0 <= overlap < size")
    assert html.count('class="cl-dimmed"') == 2
    assert "Impossible settings: overlap must satisfy 0 &lt;= overlap &lt; size." in html
    assert "size 5, overlap 2" in html


def test_panel_says_the_words_in_a_live_region():
    html = panel(measure(SourcesState("A🙂BCDEFGHI", 4, 1, 2)))
    assert 'aria-live="polite"><p class="cl-now">chunk 2 of 3: code points 3 to 7; ' in html


def test_tables_give_every_unit_and_mark_the_current_chunk():
    html = panel(measure(SourcesState("A🙂BCDEFGHI", 4, 1, 2)))
    assert "<td>▶ 2</td><td>3 to 7</td><td>4 to 8</td><td>6 to 10</td><td>3 to 7</td>" in html
    assert html.count('aria-current="true"') == 1
    assert "<code>text.slice(3, 7)</code>" in html


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("abcd", "In every unit: all 4 code points of chunk 1."),
        ("🙂" * 9, "In every unit: the first 8 of 9 code points of chunk 1."),
        ("a" * 33, "In every unit: the first 32 of 33 code points of chunk 1."),
        ("", "Nothing to number."),
    ],
)
def test_how_much_of_the_chunk_is_numbered_is_said(text, said):
    assert said in panel(measure(SourcesState(text, 40, 0, 1)))


def test_an_empty_text_has_no_rows():
    html = panel(measure(SourcesState("", 4, 1)))
    assert "no chunks: the text is empty" in html
    assert "<td>" not in html


def test_static_figure_holds_the_picture_on_white_and_its_words():
    values = measure(SourcesState("A🙂B", 4, 1, 1))
    html = static_figure(values)
    data = re.search('base64,([^"]*)', html)[1]
    assert base64.b64decode(data).decode() == picture(values, card=True)
    assert f"<figcaption>{words(values)}</figcaption>" in html


# the picture of the units


def test_columns_cover_what_they_number_without_a_gap():
    text = "".join(SAMPLES.values())
    drawn = columns(Offsets(text), 0, len(text))
    assert "".join(each.character for each in drawn) == text
    assert [n for each in drawn for n in each.in_utf8] == list(range(len(text.encode())))
    units = len(text.encode("utf-16-le")) // 2
    assert [n for each in drawn for n in each.in_utf16] == list(range(units))


def test_a_box_is_drawn_for_each_unit():
    root = ET.fromstring(units_drawing.picture(columns(Offsets("né🙂e\u0301"), 0, 5)))  # noqa: S314
    boxes = [shape for shape in root.iter() if shape.tag.endswith("rect") and shape.get("class")]
    assert len(boxes) == 4 + 5 + 6 + 10  # characters, code points, units, bytes
    labels = [label.text for label in root.iter() if label.tag.endswith("text")]
    assert labels[:4] == ["character", "code point", "UTF-16 unit", "UTF-8 byte"]


def test_a_figure_shows_itself_in_words_too_and_only_as_much_as_a_page_holds():
    figure = UnitsFigure("né")
    shown = figure._repr_html_()
    assert '<img alt="n: code point 0, UTF-16 unit 0, UTF-8 byte 0; é' in shown
    assert f"<figcaption>{figure.words}</figcaption>" in shown
    with pytest.raises(ValueError, match="at most 160 bytes, got 161"):
        UnitsFigure("a" * 161)


# what cannot be seen


@given(st.text(st.characters(), max_size=30))
def test_nothing_that_hides_or_turns_what_is_beside_it_is_left(text):
    for said, _ in pieces(text):
        assert not re.search(
            "[\0-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\ufeff\ud800-\udfff]", said
        )
    assert bool(plain(text)) == bool(text)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\r\n", "a[CR][LF]"),
        ("\0\t\x1b\x7f", "[NUL][TAB][U+001B][U+007F]"),
        ("\ufeff\u00a0\u200b", "[BOM][NBSP][ZWSP]"),
        ("\u202eabc", "[U+202E]abc"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("\u200d🚀", "[ZWJ]🚀"),
        ("\u0301a", "◌\u0301a"),
        ("\n\u0301\u0301\r\u200d", "[LF]◌\u0301\u0301[CR][ZWJ]"),  # nothing to join on to
        ("\ud83d", "[U+D83D]"),
        ("", ""),
    ],
)
def test_names(text, seen):
    assert plain(text) == seen
