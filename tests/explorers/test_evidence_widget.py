"""The evidence explorer as a person moves it: setting values fires its observers, no browser."""

import subprocess
import sys

import ipywidgets as widgets
import pytest

from chunklab.explorers.evidence import EvidenceExplorer
from chunklab.explorers.evidence_drawing import panel, words
from chunklab.explorers.evidence_model import EvidenceState, measure
from chunklab.retrieval import SIZES


def all_widgets(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from all_widgets(child)


@pytest.fixture
def explorer():
    made = EvidenceExplorer()
    yield made
    made.close()


@pytest.fixture
def updates(monkeypatch, explorer):
    made = []
    update = explorer.update
    monkeypatch.setattr(explorer, "update", lambda: (made.append(1), update()))
    return made


def test_starts_where_overlap_parts_an_answer_that_merging_makes_whole(explorer):
    assert explorer.view.value == panel(measure(EvidenceState()))
    assert "No chunk holds the answer whole, but merged, ranks 1 and 4 do" in explorer.view.value


def test_every_control_has_a_visible_label(explorer):
    hidden = widgets.Box | widgets.HTML
    controls = [w for w in all_widgets(explorer) if not isinstance(w, hidden)]
    assert len(controls) == 3 + 3 * 2 + 1 + 2
    assert all(control.description.strip() for control in controls)


@pytest.mark.parametrize("part", ["slider", "box"])
@pytest.mark.parametrize("control", ["length", "k", "question"])
def test_a_change_of_a_number_is_one_update(explorer, updates, control, part):
    getattr(getattr(explorer, control), part).value = 7
    assert len(updates) == 1
    assert getattr(explorer.values.state, control) == 7


@pytest.mark.parametrize(
    ("control", "value"), [("cut", "separators"), ("size", 800), ("overlap", 4), ("merged", True)]
)
def test_a_change_of_a_choice_is_one_update(explorer, updates, control, value):
    before = explorer.view.value
    getattr(explorer, control).value = value
    assert len(updates) == 1
    assert explorer.view.value != before


def test_a_larger_size_keeps_the_share_of_the_overlap(explorer):
    for size in SIZES:
        explorer.size.value = size
        assert explorer.values.state.overlap == size // 4
        assert f"overlap {size // 4} (a quarter)" in explorer.view.value


def test_whatever_is_chosen_has_all_figures(explorer):
    for control in (explorer.cut, explorer.size, explorer.overlap):
        for _, value in control.options:
            control.value = value
            assert explorer.view.value == panel(measure(explorer.values.state))


def test_numbers_out_of_range_come_back_into_it(explorer):
    for control, most in ((explorer.length, 1600), (explorer.k, 20), (explorer.question, 238)):
        control.box.value = 10**6
        assert control.box.value == most
        control.box.value = -1
        assert control.box.value == 1


def test_buttons_step_through_the_questions_and_stop_at_both_ends(explorer):
    explorer.next.click()
    assert "Question 108 of 238" in explorer.view.value
    explorer.question.box.value = 2
    for _ in range(3):
        explorer.previous.click()
    assert explorer.values.state.question == 1
    explorer.question.box.value = 238
    explorer.next.click()
    assert explorer.values.state.question == 238


def test_a_page_without_widgets_gets_the_picture_and_the_words(explorer):
    bundle = explorer._repr_mimebundle_()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    assert bundle["text/plain"] == words(explorer.values)
    assert '<img alt="Size 400, overlap 100 (a quarter), fixed windows' in bundle["text/html"]


def test_all_settings_can_be_given():
    explorer = EvidenceExplorer(
        1600, 800, length=900, k=3, question=193, cut="separators", merged=True
    )
    state = EvidenceState(1600, 800, 900, 3, 193, "separators", True)
    assert explorer.values == measure(state)
    shown = [widget.value for widget in (explorer.cut, explorer.size, explorer.overlap)]
    assert shown == ["separators", 1600, 4]
    explorer.close()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"size": 500}, "there are runs for the sizes"),
        ({"overlap": 400}, "overlaps of none, an eighth"),
        ({"overlap": "half"}, "overlap must be an int, got overlap='half'"),
        ({"length": 0}, "1 <= length <= 1600"),
        ({"k": 21}, "1 <= k <= 20"),
        ({"question": 0}, "1 <= question <= 238"),
        ({"cut": "pages"}, "the cuts windows, separators"),
    ],
)
def test_arguments_are_checked(arguments, message):
    with pytest.raises(ValueError, match=message):
        EvidenceExplorer(**arguments)


def test_it_needs_nothing_that_searches_or_draws():
    """As in a browser: none of these is imported, and each is missing."""
    code = """
import sys
for name in ("numpy", "bm25s", "Stemmer", "matplotlib"):
    sys.modules[name] = None
from chunklab.explorers.evidence import EvidenceExplorer
EvidenceExplorer().next.click()
"""
    subprocess.run([sys.executable, "-c", code], check=True)  # our own code
