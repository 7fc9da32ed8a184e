"""How the evidence explorer looks: every text escaped, to scale, marked in words too."""

import base64
import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklab.explorers.evidence_drawing import panel, picture, static_figure, words
from chunklab.explorers.evidence_model import EvidenceState, measure
from chunklab.retrieval import SETTINGS

HOSTILE = '<script>alert("&")</script>'
PLOTS, ROWS, DOCUMENT, ANSWER = (40, 156), (230, 296), (297, 315), (320, 330)


@st.composite
def any_values(draw):
    setting = draw(st.sampled_from(SETTINGS))
    return measure(
        EvidenceState(
            setting.size,
            setting.overlap,
            draw(st.integers(1, 1600)),
            draw(st.sampled_from([1, 5, 20])),
            draw(st.integers(1, 238)),
            setting.cut,
            draw(st.booleans()),
        )
    )


def boxes(svg, css, part):
    """Return x, y, width, height of the rectangles of a class in a part of the picture."""
    root = ET.fromstring(svg)  # noqa: S314  # our own picture
    found = [
        tuple(float(each.get(name)) for name in ("x", "y", "width", "height"))
        for each in root.iter()
        if each.get("class") == css and each.tag.endswith("rect")
    ]
    return sorted(box for box in found if part[0] <= box[1] < part[1])


def lines(svg, css):
    root = ET.fromstring(svg)  # noqa: S314
    return [
        [tuple(map(float, pair.split(","))) for pair in each.get("points").split()]
        for each in root.iter()
        if each.get("class") == css and each.get("points")
    ]


def texts(svg):
    return [each.text for each in ET.fromstring(svg).iter() if each.tag.endswith("text")]  # noqa: S314


@settings(max_examples=40, deadline=None)
@given(any_values())
def test_well_formed_and_in_its_frame_whatever_is_set(values):
    ET.fromstring(panel(values))  # noqa: S314  # our own page
    svg = picture(values)
    root = ET.fromstring(svg)  # noqa: S314
    assert root.get("role") == "img"
    _, _, width, height = map(float, root.get("viewBox").split())
    for each in root.iter():
        if each.tag.endswith("rect") and each.get("x"):
            x, y, wide, high = (float(each.get(a)) for a in ("x", "y", "width", "height"))
            assert 0 <= x <= x + wide <= width + 0.01
            assert 0 <= y <= y + high <= height + 0.01
            assert wide >= 0
            assert high >= 0


@settings(max_examples=40, deadline=None)
@given(any_values())
def test_no_chunk_covers_another(values):
    svg = picture(values)
    drawn = boxes(svg, "cl-found", ROWS)
    here = [each for each in values.pieces if each.document == values.question.document]
    assert len(drawn) == len(here)
    for number, (x, y, width, height) in enumerate(drawn):
        for other_x, other_y, _, _ in drawn[number + 1 :]:
            apart = other_x >= x + width - 0.02 or abs(other_y - y) >= height
            assert apart
    assert ("nothing of it was retrieved" in texts(svg)) == (not here)


def test_what_comes_from_documents_and_questions_is_escaped():
    values = measure(EvidenceState())
    question = replace(values.question, question=HOSTILE + "?", answer=HOSTILE, document=HOSTILE)
    chunks = (replace(values.chunks[0], document=HOSTILE), *values.chunks[1:])
    hostile = replace(values, question=question, chunks=chunks)
    for html in (panel(hostile), picture(hostile), static_figure(hostile)):
        assert "<script" not in html
    html = panel(hostile)
    ET.fromstring(html)  # noqa: S314
    assert f"<td>{'&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;'}</td>" in html


def test_the_plots_are_to_scale():
    values = measure(EvidenceState(400, 0, 150, 5))
    svg = picture(values)
    survival, storage = lines(svg, "cl-line")[:2]
    marks = [box for box in boxes(svg, "cl-new", PLOTS) if box[2] == 7]
    assert len(marks) == 8
    first, last = marks[0], marks[3]  # of survival: 0.64 and 1
    floor, ceiling = 154, 44
    assert first[1] + 3.5 == pytest.approx(floor - values.current.survival * 110, abs=0.01)
    assert last[1] + 3.5 == pytest.approx(ceiling, abs=0.01)
    assert storage[0][1] == pytest.approx(floor - (floor - ceiling) / 2.5, abs=0.01)
    assert storage[-1][1] == pytest.approx(floor - 2 * (floor - ceiling) / 2.5, abs=0.01)
    assert survival[-1][1] == pytest.approx(ceiling, abs=0.01)
    assert survival[0][0] == pytest.approx(first[0] + 3.5, abs=0.01)
    quarter = (marks[2][0] - first[0]) / (last[0] - first[0])  # a quarter is half of the half
    assert quarter == pytest.approx(0.5, abs=0.001)


def test_each_interval_is_a_line_with_ends_and_read_text_is_stacked():
    values = measure(EvidenceState(400, 200, 150, 5))
    svg = picture(values)
    whiskers = [line for line in lines(svg, "cl-whisker") if line[0][0] == line[1][0]]
    assert len(whiskers) == 8
    low, high = whiskers[0][0][1], whiskers[0][1][1]
    interval = values.figures[0].recall
    assert (low - high) / 110 == pytest.approx(interval.high - interval.low, abs=0.001)
    distinct = [box for box in boxes(svg, "cl-new", PLOTS) if box[2] == 14]
    repeated = boxes(svg, "cl-repeat", PLOTS)
    assert len(distinct) == len(repeated) == 4
    for below, above, each in zip(distinct, repeated, values.figures, strict=True):
        assert above[0] == below[0]
        assert above[1] + above[3] == pytest.approx(below[1], abs=0.011)
        assert above[3] / 110 == pytest.approx(each.repeated / 2000, abs=0.001)


def test_at_separators_there_is_no_formula_to_draw():
    svg = picture(measure(EvidenceState(cut="separators")))
    assert lines(svg, "cl-line") == []
    assert "by formula" not in texts(svg)
    assert "by formula" in texts(picture(measure(EvidenceState())))


@pytest.mark.parametrize(("overlap", "place"), [(0, 0), (50, 1), (100, 2), (200, 3)])
def test_the_current_overlap_is_marked_in_every_plot_and_in_the_table(overlap, place):
    values = measure(EvidenceState(400, overlap))
    svg = picture(values)
    assert len(boxes(svg, "cl-ground", PLOTS)) == 4
    assert svg.count(f'cl-strong" x="{_x(svg, overlap)}') >= 1
    html = panel(values)
    head = re.search("<thead>.*?</thead>", html)[0]
    assert (
        re.findall('<th scope="col"( class="cl-here")?>O = ', head).index(' class="cl-here"')
        == place
    )
    assert html.count('<td class="cl-here">') == 9


def _x(svg, overlap):
    return re.search(rf'<text class="cl-strong" x="([\d.]+)"[^>]*>{overlap}</text>', svg)[1]


def test_document_chunks_and_answer_are_to_scale():
    svg = picture(measure(EvidenceState(400, 100)))
    scale = (640 - 42 - 92) / 2691
    rows = boxes(svg, "cl-found", ROWS)
    assert [round((x - 92) / scale) for x, *_ in rows] == [0, 300, 2400]
    assert [round(width / scale) for _, _, width, _ in rows] == [400, 400, 291]
    [hatched] = boxes(svg, "cl-repeat", DOCUMENT)
    assert round((hatched[0] - 92) / scale) == 300
    assert round(hatched[2] / scale) == 100
    [answer] = boxes(svg, "cl-ink", ANSWER)
    assert round((answer[0] - 92) / scale) == 252
    assert round(answer[2] / scale) == 234
    assert {"1", "2", "4", "252 to 486", "chunks of it: 3 of 5"} <= set(texts(svg))


def test_merged_there_is_no_hatching_and_the_ranks_stand_together():
    svg = picture(measure(EvidenceState(400, 100, merged=True)))
    assert boxes(svg, "cl-repeat", DOCUMENT) == []
    assert len(boxes(svg, "cl-found", ROWS)) == 2
    assert {"1 4", "2", "chunks of it: 3 of 5"} <= set(texts(svg))


def test_what_holds_the_answer_whole_is_outlined():
    for state in (EvidenceState(400, 100), EvidenceState(400, 50, question=75)):  # 0.79, 0.96
        assert boxes(picture(measure(state)), "cl-current", ROWS) == []
    [outline] = boxes(picture(measure(EvidenceState(400, 200))), "cl-current", ROWS)
    assert round((outline[0] - 92) / (640 - 42 - 92) * 2691) == 200


def test_the_words_are_a_live_region_and_the_tables_have_heads():
    values = measure(EvidenceState())
    html = panel(values)
    assert '<div aria-live="polite"><p class="cl-now">Size 400, overlap 100 (a quarter)' in html
    assert '<p class="">No chunk holds the answer whole, but merged, ranks 1 and 4 do' in html
    assert '<th scope="row">recall of the answers</th><td>0.66<br/>(0.60 to 0.71)</td>' in html
    assert '<th scope="col">of the answer</th><th scope="col">read before</th>' in html
    assert ".." not in re.sub("<[^>]*>", "", html)
    assert '<th scope="col">ranks</th>' in panel(measure(EvidenceState(merged=True)))


def test_static_figure_holds_the_picture_on_white_and_its_words():
    values = measure(EvidenceState())
    html = static_figure(values)
    data = re.search('base64,([^"]*)', html)[1]
    assert base64.b64decode(data).decode() == picture(values, card=True)
    assert words(values).startswith("Size 400, overlap 100 (a quarter), fixed windows")
    assert "<figcaption>Size 400, overlap 100" in html
