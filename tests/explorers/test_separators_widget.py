"""The separators explorer as a person moves it: setting values fires its observers, no browser."""

import ipywidgets as widgets
import pytest

from chunklab.explorers.controls import SampleOrOwnText
from chunklab.explorers.entry import typed
from chunklab.explorers.separators import SeparatorsExplorer
from chunklab.explorers.separators_drawing import words
from chunklab.explorers.separators_model import SAMPLES, SEPARATORS


def all_widgets(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from all_widgets(child)


@pytest.fixture
def explorer():
    made = SeparatorsExplorer()
    yield made
    made.close()


@pytest.fixture
def updates(monkeypatch, explorer):
    made = []
    update = explorer.update
    monkeypatch.setattr(explorer, "update", lambda: (made.append(1), update()))
    return made


def test_starts_at_the_first_sample_with_the_usual_separators(explorer):
    assert explorer.text.sample.value == "Prose"
    assert "Chunk 2 of 13 at separators: 36 to 94" in explorer.view.value
    assert [name for name, box in explorer.levels.items() if not box.value] == ["full-width stop"]


def test_every_control_has_a_visible_label(explorer):
    hidden = widgets.Box | widgets.HTML | widgets.Label
    controls = [w for w in all_widgets(explorer) if not isinstance(w, hidden)]
    assert len(controls) == 2 + 3 * 2 + 2 + len(SEPARATORS)
    assert all(control.description.strip() for control in controls)


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_sample_fills_the_box(explorer, sample):
    explorer.text.sample.value = sample
    assert explorer.values.state.text == SAMPLES[sample]
    assert explorer.problem == ""


def test_own_text_is_named_so_and_shown_as_text(explorer):
    explorer.text.box.value = r"<script>alert('&')</script>\r"
    assert explorer.values.state.text == "<script>alert('&')</script>\r"
    assert explorer.text.sample.value == SampleOrOwnText.OWN
    assert "<script" not in explorer.view.value
    assert "&lt;script&gt;" in explorer.view.value


@pytest.mark.parametrize(("part", "value"), [("sample", "Log"), ("box", "my own")])
def test_a_change_of_the_text_is_one_update(explorer, updates, part, value):
    getattr(explorer.text, part).value = value
    assert len(updates) == 1


@pytest.mark.parametrize("part", ["slider", "box"])
@pytest.mark.parametrize("control", ["size", "overlap", "chunk"])
def test_a_change_of_a_number_is_one_update(explorer, updates, control, part):
    getattr(getattr(explorer, control), part).value = 7
    assert len(updates) == 1


@pytest.mark.parametrize("level", SEPARATORS)
def test_each_separator_is_switched_by_itself_in_one_update(explorer, updates, level):
    explorer.text.box.value = typed("".join(SAMPLES.values()))
    updates.clear()
    before = explorer.values.seams
    explorer.levels[level].value = not explorer.levels[level].value
    assert len(updates) == 1
    assert explorer.values.seams != before


def test_with_none_switched_on_both_sides_are_fixed_windows(explorer):
    for box in explorer.levels.values():
        box.value = False
    assert explorer.values.recursive.spans == explorer.values.fixed.spans
    assert "no separator is switched on" in explorer.view.value


def test_buttons_step_and_stop_at_both_ends(explorer):
    explorer.previous.click()
    explorer.previous.click()
    assert explorer.values.current == 1
    for _ in range(15):
        explorer.next.click()
    assert explorer.values.current == 13
    assert "Chunk 13 of 13" in explorer.view.value


def test_fewer_chunks_bring_the_current_one_down(explorer):
    explorer.chunk.box.value = 13
    explorer.size.box.value = 200
    assert (
        explorer.chunk.box.value == explorer.values.current == len(explorer.values.recursive.spans)
    )


@pytest.mark.parametrize("overlap", [60, 61, 200])
def test_impossible_settings_say_the_rule_and_dim_the_last_picture(explorer, overlap):
    picture = explorer.view.value.split("<svg")[1].split("</svg>")[0]
    explorer.overlap.box.value = overlap
    assert f"got overlap={overlap}, size=60" in explorer.view.value
    assert "cl-dimmed" in explorer.view.value
    assert picture in explorer.view.value
    explorer.next.click()
    assert explorer.values.current == 2
    explorer.overlap.box.value = 15
    assert explorer.problem == ""
    assert "cl-dimmed" not in explorer.view.value


def test_size_0_and_texts_that_no_page_can_show_are_explained_too(explorer):
    explorer.size.box.value = 0
    assert "got overlap=15, size=0" in explorer.view.value
    explorer.size.box.value = 60
    explorer.text.box.value = "a" * 4001
    assert "at most 4000 code points, got 4001" in explorer.view.value
    explorer.text.box.value = r"\ud83d"
    assert "half a surrogate pair" in explorer.view.value
    explorer.text.box.value = "short"
    assert explorer.problem == ""


def test_an_empty_text(explorer):
    explorer.text.box.value = ""
    assert "No chunks: the text is empty" in explorer.view.value
    explorer.next.click()
    assert explorer.chunk.box.value == 1
    explorer.text.box.value = "back"
    assert explorer.values.current == 1


def test_a_page_without_widgets_gets_the_picture_and_the_words(explorer):
    bundle = explorer._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/plain"] == words(explorer.values)
    assert '<img alt="434 code points in chunks of at most 60' in bundle["text/html"]


def test_the_separators_can_be_given():
    explorer = SeparatorsExplorer(SAMPLES["Japanese"], levels=["full-width stop"])
    assert [name for name, box in explorer.levels.items() if box.value] == ["full-width stop"]
    assert explorer.values.levels == ("full-width stop",)
    assert explorer.text.sample.value == "Japanese"
    explorer.close()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"text": "a" * 4001}, "text must have at most 4000"),
        ({"text": "\ud83d"}, "half a surrogate pair"),
        ({"size": True}, "size must be an int, got size=True"),
        ({"overlap": 60}, "0 <= overlap < size, got overlap=60, size=60"),
        ({"chunk": 0}, "chunk must be an int >= 1, got chunk=0"),
        ({"levels": ["tab"]}, "a level must be one of .*, got 'tab'"),
    ],
)
def test_arguments_are_checked(arguments, message):
    with pytest.raises(ValueError, match=message):
        SeparatorsExplorer(**arguments)
