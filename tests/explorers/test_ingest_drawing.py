"""How the ingest explorer looks: every text escaped, every row to be seen, told in words too."""

import re
import xml.etree.ElementTree as ET

from hypothesis import given, settings
from hypothesis import strategies as st

from chunklab.explorers.ingest_drawing import panel, picture, static_figure, words
from chunklab.explorers.ingest_model import IngestState, ingest, interrupted, measure, only_add

HOSTILE = '<script>alert("&")</script>\'<b>&amp;'
TEXTS = st.text(
    st.sampled_from("<>&\"' ab\r\n\t\0\ufeff\u200d\u0301🙂") | st.characters(codec="utf-8"),
    max_size=40,
)


def classes(svg):
    root = ET.fromstring(svg)  # noqa: S314  # our own picture
    return [each.get("class") for each in root.iter() if each.tag.endswith("rect")]


@settings(deadline=None)
@given(TEXTS, TEXTS)
def test_well_formed_whatever_the_texts(before, now):
    state = IngestState(now, 7, 2, ingest(IngestState(before, 7, 2)).rows)
    for values in map(measure, (state, only_add(state), interrupted(state))):
        ET.fromstring(panel(values))  # noqa: S314  # our own page
        assert ET.fromstring(picture(values)).get("role") == "img"  # noqa: S314
        for html in (panel(values), static_figure(values)):
            assert "<script" not in html


def test_what_a_person_types_is_shown_as_text():
    html = panel(measure(ingest(IngestState(HOSTILE, 50, 0))))
    assert "&lt;script&gt;" in html


def test_every_row_is_drawn_by_what_it_is_worth():
    before = ingest(IngestState("tea, rice", 5, 1))
    changed = only_add(only_add(IngestState("tea and rice", 5, 1, before.rows)))
    drawn = classes(picture(measure(changed)))
    counts = [drawn.count(f"cl-{name}") for name in ("stale", "ok", "doubled", "repeat")]
    assert counts == [2, 3, 3, 0]
    broken = interrupted(IngestState("tea and rice", 5, 1, before.rows))
    assert classes(picture(measure(broken))).count("cl-repeat") == 1


def test_the_table_says_in_words_what_a_row_is_worth():
    changed = IngestState("tea!", 5, 1, ingest(IngestState("tea", 5, 1)).rows)
    cells = re.findall("<td[^>]*>(.*?)</td>", panel(measure(changed)))
    assert cells[0] == "✗ stale revision"
    assert cells[2:] == ["0", "3", "tea"]


def test_the_static_figure_is_an_image_with_its_words():
    values = measure(ingest(IngestState()))
    html = static_figure(values)
    assert f'<img alt="{words(values)}"' in html
    assert f"<figcaption>{words(values)}</figcaption>" in html


def test_a_broken_rule_is_said_and_the_rest_is_dimmed():
    html = panel(measure(ingest(IngestState())), problem="overlap must be <")
    assert "Impossible settings: overlap must be &lt;." in html
    assert html.count('aria-disabled="true"') == 2
