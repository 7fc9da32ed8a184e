"""The windows explorer as a person moves it: setting values fires its observers, no browser."""

import ipywidgets as widgets
import pytest

from chunklab.explorers import svg
from chunklab.explorers.windows import WindowsExplorer
from chunklab.explorers.windows_model import describe

TEXT = "Rents fell in May. They rose by 4 in June."  # 12 tokens


def all_widgets(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from all_widgets(child)


@pytest.fixture
def explorer():
    made = WindowsExplorer(TEXT, 5, 2, fact=(5, 10))
    yield made
    made.close()


def test_starts_with_what_it_is_given(explorer):
    assert "It is cut. Window 2 holds its first 3 tokens" in explorer.view.value
    assert "“They rose by 4 in”" in explorer.view.value
    assert ">Rents</i>" in explorer.shown.value


def test_every_control_has_a_visible_label(explorer):
    controls = [w for w in all_widgets(explorer) if not isinstance(w, widgets.Box | widgets.HTML)]
    assert len(controls) == 1 + 4 * 2
    assert all(control.description.strip() for control in controls)


def test_the_fact_is_found_or_lost_as_the_overlap_moves(explorer):
    explorer.overlap.slider.value = 4
    assert "It survives: window 6 holds it whole." in explorer.view.value
    explorer.overlap.box.value = 3
    assert "It is cut" in explorer.view.value


def test_the_fact_is_moved_by_its_ends(explorer):
    explorer.first.slider.value = 6
    assert explorer.values.fact == (6, 10)
    assert list(explorer.values.holding) == [3]
    explorer.last.box.value = 6
    assert "1 token, number 6: “rose”" in explorer.view.value


@pytest.mark.parametrize(
    ("control", "value"), [("size", 7), ("overlap", 0), ("overlap", 9), ("first", 2), ("last", 11)]
)
@pytest.mark.parametrize("part", ["slider", "box"])
def test_one_change_is_one_update(monkeypatch, explorer, control, value, part):
    updates = []
    update = explorer.update
    monkeypatch.setattr(explorer, "update", lambda: (updates.append(1), update()))
    getattr(getattr(explorer, control), part).value = value
    assert len(updates) == 1


def test_another_text_is_one_update_and_moves_the_fact_into_it(monkeypatch, explorer):
    updates = []
    update = explorer.update
    monkeypatch.setattr(explorer, "update", lambda: (updates.append(1), update()))
    explorer.text.value = "Only four tokens here"
    assert len(updates) == 1
    assert explorer.values.fact == (3, 4)
    assert explorer.first.box.value == explorer.last.box.max == explorer.last.slider.max == 3
    explorer.text.value = TEXT
    assert explorer.last.slider.max == 11


def test_an_empty_text_says_so_and_is_left_again(explorer):
    explorer.text.value = " "
    assert "No windows: the text has no tokens." in explorer.view.value
    explorer.text.value = TEXT
    assert explorer.values.count == 4


def test_the_text_is_shown_as_text(explorer):
    explorer.text.value = "<script>alert('1')</script> & \"more\""
    assert "<script" not in explorer.shown.value + explorer.view.value
    assert "&lt;" in explorer.shown.value


@pytest.mark.parametrize(
    ("control", "value", "rule"),
    [
        ("overlap", 5, "0 &lt;= overlap &lt; size, got overlap=5, size=5"),
        ("size", 2, "got overlap=2, size=2"),
        ("size", 0, "got overlap=2, size=0"),
        ("last", 4, "0 &lt;= first &lt;= last, got first=5, last=4"),
    ],
)
def test_impossible_settings_say_the_rule_and_dim_the_last_pictures(explorer, control, value, rule):
    picture = explorer.view.value.split("<svg")[1].split("</svg>")[0]
    box = getattr(explorer, control).box
    before = box.value
    box.value = value
    assert rule in explorer.view.value
    assert svg.dimmed(f"<svg{picture}</svg>") in explorer.view.value
    assert "cl-dimmed" in explorer.shown.value
    box.value = before
    assert explorer.problem == ""
    assert "cl-dimmed" not in explorer.view.value + explorer.shown.value


def test_the_frame_of_the_text_keeps_its_height_and_scrolls_inside(explorer):
    assert explorer.shown.layout.height
    assert explorer.shown.layout.overflow == "auto"


def test_a_page_without_widgets_gets_the_picture_and_the_words(explorer):
    bundle = explorer._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/plain"] == describe(explorer.values)
    assert '<img alt="12 tokens in windows of 5, overlap 2.' in bundle["text/html"]
    assert 'src="data:image/svg+xml;base64,' in bundle["text/html"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": 10**6 + 1}, "size must be an int <= 1000000, got size=1000001"),
        ({"size": 5.0}, "size must be an int <= 1000000, got size=5.0"),
        ({"size": 5, "overlap": 5}, "0 <= overlap < size, got overlap=5, size=5"),
        ({"overlap": True}, "overlap must be an int, got overlap=True"),
        ({"fact": (3, 3)}, "0 <= first <= last, got first=3, last=2"),
        ({"fact": (-1, 3)}, "0 <= first <= last, got first=-1, last=2"),
        ({"fact": (0, "3")}, r"fact\[1\] must be an int <= 1000000, got fact\[1\]='3'"),
    ],
)
def test_arguments_are_checked(arguments, message):
    with pytest.raises(ValueError, match=message):
        WindowsExplorer(TEXT, **arguments)


def test_the_text_must_be_a_text():
    with pytest.raises(TypeError, match="text must be a str, got NoneType"):
        WindowsExplorer(None)
