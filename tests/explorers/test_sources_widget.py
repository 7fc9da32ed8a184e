"""The sources explorer as a person moves it: setting values fires its observers, no browser."""

import ipywidgets as widgets
import pytest

from chunklab.explorers.controls import SampleOrOwnText
from chunklab.explorers.entry import typed
from chunklab.explorers.sources import SourcesExplorer
from chunklab.explorers.sources_drawing import words
from chunklab.explorers.sources_model import SAMPLES

LINES = "Line ends"


def all_widgets(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from all_widgets(child)


@pytest.fixture
def explorer():
    made = SourcesExplorer()
    yield made
    made.close()


def test_starts_at_the_first_sample(explorer):
    assert explorer.text.sample.value == "Emoji"
    assert "chunk 2 of 9: code points 18 to 42" in explorer.view.value


def test_every_control_has_a_visible_label(explorer):
    hidden = widgets.Box | widgets.HTML | widgets.Label
    controls = [w for w in all_widgets(explorer) if not isinstance(w, hidden)]
    assert len(controls) == 2 + 3 * 2 + 2 + 6
    assert all(control.description.strip() for control in controls)


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_sample_fills_the_box(explorer, sample):
    explorer.text.sample.value = sample
    assert explorer.values.state.text == SAMPLES[sample]
    assert explorer.problem == ""


def test_own_text_is_named_so_and_a_sample_typed_in_is_recognised(explorer):
    explorer.text.box.value = r"one\r" + "\ntwo " + r"\u0041"
    assert explorer.values.state.text == "one\r\ntwo A"
    explorer.text.box.value = r"\U0001f642 \U00110000"  # there are no code points above U+10FFFF
    assert explorer.values.state.text == r"🙂 \U00110000"
    assert explorer.text.sample.value == SampleOrOwnText.OWN
    explorer.text.box.value = typed(SAMPLES[LINES])
    assert explorer.text.sample.value == LINES


def test_choosing_own_text_keeps_what_is_in_the_box(explorer):
    explorer.text.sample.value = SampleOrOwnText.OWN
    assert explorer.values.state.text == SAMPLES["Emoji"]


def test_what_a_person_types_is_shown_as_text(explorer):
    explorer.text.box.value = "<script>alert('&')</script>"
    assert "<script" not in explorer.view.value
    assert "&lt;script&gt;" in explorer.view.value


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("sample", LINES),
        ("box", "my own"),
    ],
)
def test_one_change_is_one_update(monkeypatch, explorer, part, value):
    updates = []
    update = explorer.update
    monkeypatch.setattr(explorer, "update", lambda: (updates.append(1), update()))
    getattr(explorer.text, part).value = value
    assert len(updates) == 1


@pytest.mark.parametrize("part", ["slider", "box"])
@pytest.mark.parametrize("control", ["size", "overlap", "chunk"])
def test_one_change_of_a_number_is_one_update(monkeypatch, explorer, control, part):
    updates = []
    update = explorer.update
    monkeypatch.setattr(explorer, "update", lambda: (updates.append(1), update()))
    getattr(getattr(explorer, control), part).value = 7
    assert len(updates) == 1


def test_buttons_step_and_stop_at_both_ends(explorer):
    explorer.previous.click()
    explorer.previous.click()
    assert explorer.values.current.number == 1
    for _ in range(12):
        explorer.next.click()
    assert explorer.values.current.number == 9
    assert "chunk 9 of 9" in explorer.view.value


def test_fewer_chunks_bring_the_current_one_down(explorer):
    explorer.chunk.box.value = 9
    explorer.size.box.value = 80
    assert explorer.chunk.box.value == explorer.values.current.number == 3


def test_a_step_marks_what_it_breaks_and_taken_back_all_holds(explorer):
    explorer.text.sample.value = LINES
    explorer.steps["line endings"].value = True
    assert explorer.values.broken == 6
    assert explorer.view.value.count("✗ broken") == 6
    assert "the first offset that goes wrong is 26" in explorer.view.value
    explorer.steps["line endings"].value = False
    assert explorer.values.broken == 0


@pytest.mark.parametrize("overlap", [24, 25, 80])
def test_impossible_settings_say_the_rule_and_dim_the_last_picture(explorer, overlap):
    picture = explorer.view.value.split("<svg")[1].split("</svg>")[0]
    explorer.overlap.box.value = overlap
    assert f"got overlap={overlap}, size=24" in explorer.view.value
    assert "cl-dimmed" in explorer.view.value
    assert picture in explorer.view.value
    explorer.next.click()
    assert explorer.values.current.number == 2
    explorer.overlap.box.value = 6
    assert explorer.problem == ""
    assert "cl-dimmed" not in explorer.view.value


def test_a_text_that_is_too_long_or_half_a_pair_is_explained_too(explorer):
    explorer.text.box.value = "a" * 4001
    assert "at most 4000 code points, got 4001" in explorer.view.value
    explorer.text.box.value = r"\ud83d"
    assert "half a surrogate pair" in explorer.view.value
    explorer.text.box.value = "short"
    assert explorer.problem == ""


def test_an_empty_text(explorer):
    explorer.text.box.value = ""
    assert "no chunks: the text is empty" in explorer.view.value
    explorer.next.click()
    assert explorer.chunk.box.value == 1
    explorer.text.box.value = "back"
    assert explorer.values.current.number == 1


def test_a_page_without_widgets_gets_the_picture_and_the_words(explorer):
    bundle = explorer._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/plain"] == words(explorer.values)
    assert '<img alt="162 code points in chunks of 24' in bundle["text/html"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"text": "a" * 4001}, "text must have at most 4000"),
        ({"text": "\ud83d"}, "half a surrogate pair"),
        ({"size": True}, "size must be an int, got size=True"),
        ({"overlap": 24}, "0 <= overlap < size, got overlap=24, size=24"),
        ({"chunk": 0}, "chunk must be an int >= 1, got chunk=0"),
        ({"steps": ("stemming",)}, "a step must be one of"),
    ],
)
def test_arguments_are_checked(arguments, message):
    with pytest.raises(ValueError, match=message):
        SourcesExplorer(**arguments)
