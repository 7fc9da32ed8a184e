"""Every control of every explorer, by keyboard and by mouse: the words follow the settings.

After each action the settings are read off the page, and all that is said and drawn has to be what
the explorer's model gives for them: something else than before.
"""

import time
from dataclasses import replace
from typing import ClassVar

import pytest
from playwright.sync_api import Locator, expect

from chunklab.explorers import (
    evidence_drawing,
    ingest_drawing,
    ingest_model,
    overlap_drawing,
    separators_drawing,
    sources_drawing,
    windows_drawing,
)
from chunklab.explorers.entry import written
from chunklab.explorers.evidence_model import CUTS, SHARES, EvidenceState
from chunklab.explorers.evidence_model import measure as measure_evidence
from chunklab.explorers.overlap_model import OverlapState
from chunklab.explorers.overlap_model import measure as measure_overlap
from chunklab.explorers.separators_model import SAMPLES as SEPARATORS_SAMPLES
from chunklab.explorers.separators_model import SEPARATORS, SeparatorsState
from chunklab.explorers.separators_model import measure as measure_separators
from chunklab.explorers.sources_model import SAMPLES as SOURCES_SAMPLES
from chunklab.explorers.sources_model import SourcesState
from chunklab.explorers.sources_model import measure as measure_sources
from chunklab.explorers.windows_model import WindowsState
from chunklab.explorers.windows_model import measure as measure_windows
from chunklab.preprocessing import STEPS

from .lab import LessonPage

TEXT = """element => {
    const copy = element.cloneNode(true);
    for (const style of copy.querySelectorAll("style")) style.remove();
    return copy.textContent;
}"""
BLIND = "Blind rule range(0, N, S)"
MERGE = "Merge what overlaps"


class Explorer:
    """The explorer of a lesson, as it stands on the page."""

    notebook: str
    sliders: ClassVar[dict[str, str]]  # the label of each slider, and of the number box beside it

    def __init__(self, lesson: LessonPage) -> None:
        self.lesson = lesson
        self.page = lesson.page
        self.output = lesson.output("explore-widget")
        self.view = self.output.locator(".widget-html").last

    def slider(self, label: str) -> Locator:
        return self.output.locator(
            ".widget-slider", has=self.page.locator(f'label:text-is("{label}")')
        )

    def handle(self, label: str) -> Locator:
        return self.slider(label).locator(".noUi-handle")

    def box(self, label: str) -> Locator:
        return self.output.get_by_role("spinbutton", name=label, exact=True)

    def number(self, label: str) -> int:
        return int(self.box(label).input_value())

    def button(self, label: str) -> Locator:
        return self.output.get_by_role("button", name=label)

    def tick(self, label: str) -> Locator:
        return self.output.get_by_role("checkbox", name=label, exact=True)

    def choice(self, label: str) -> Locator:
        """Return the buttons that are chosen from."""
        return self.output.locator(
            ".widget-toggle-buttons", has=self.page.locator(f'label:text-is("{label}")')
        ).get_by_role("button")

    def chosen(self, label: str) -> str:
        """Return the name of the button that is pressed."""
        [name] = self.choice(label).and_(self.page.locator(".mod-active")).all_inner_texts()
        return name

    def text(self, label: str) -> Locator:
        return self.output.get_by_role("textbox", name=label, exact=True)

    def panel(self) -> str:
        """Return the HTML that belongs to the settings on the page."""
        raise NotImplementedError

    def said(self) -> str:
        """Return all the text of the picture and its words."""
        return self.view.locator(".widget-html-content").evaluate(TEXT)

    def expected(self) -> str:
        """Return what should be said for the settings on the page."""
        return self.page.evaluate(
            f"""html => {{
                const element = document.createElement("div");
                element.innerHTML = html;
                return ({TEXT})(element);
            }}""",
            self.panel(),
        )

    def answers(self, before: str) -> None:
        """Assert that all is said for the settings, and is not what was said ``before``."""
        deadline = time.monotonic() + 10
        while True:
            said, expected = self.said(), self.expected()
            if said == expected != before or time.monotonic() > deadline:
                break
            self.page.wait_for_timeout(20)
        assert said == expected
        assert said != before
        assert "Impossible" not in said


class Overlap(Explorer):
    notebook = "01_overlap.ipynb"
    sliders: ClassVar = {
        "Document, N": "N =",
        "Chunk size, C": "C =",
        "Overlap, O": "O =",
        "Chunk": "Number",
    }

    def panel(self) -> str:
        numbers = map(self.number, self.sliders.values())
        state = OverlapState(*numbers, self.tick(BLIND).is_checked())
        return overlap_drawing.panel(measure_overlap(state))


class Windows(Explorer):
    notebook = "02_windows.ipynb"
    sliders: ClassVar = {
        "Size, C": "C =",
        "Overlap, O": "O =",
        "Fact begins": "First =",
        "Fact ends": "Last =",
    }

    def panel(self) -> str:
        text = self.text("Text").input_value()
        state = WindowsState(text, *map(self.number, self.sliders.values()))
        return windows_drawing.panel(measure_windows(state))


class Sources(Explorer):
    notebook = "03_sources.ipynb"
    sliders: ClassVar = {"Size, C": "C =", "Overlap, O": "O =", "Chunk": "Number"}

    def panel(self) -> str:
        text = written(self.text("In the box").input_value())
        steps = frozenset(step for step in STEPS if self.tick(step).is_checked())
        state = SourcesState(text, *map(self.number, self.sliders.values()), steps)
        return sources_drawing.panel(measure_sources(state))


class Separators(Explorer):
    notebook = "04_separators.ipynb"
    sliders: ClassVar = {"Size, C": "C =", "Overlap, O": "O =", "Chunk": "Number"}

    def panel(self) -> str:
        text = written(self.text("In the box").input_value())
        levels = frozenset(level for level in SEPARATORS if self.tick(level).is_checked())
        state = SeparatorsState(text, *map(self.number, self.sliders.values()), levels)
        return separators_drawing.panel(measure_separators(state))


class Evidence(Explorer):
    notebook = "05_evidence.ipynb"
    sliders: ClassVar = {"Fact length, L": "L =", "Retrieved, k": "k =", "Question": "Number"}

    def panel(self) -> str:
        size = int(self.chosen("Size, C"))
        share = {name: eighths for eighths, name in SHARES.items()}[self.chosen("Overlap, O")]
        cut = {name: cut for cut, name in CUTS.items()}[self.chosen("Chunks")]
        numbers = map(self.number, self.sliders.values())
        merged = self.tick(MERGE).is_checked()
        state = EvidenceState(size, size * share // 8, *numbers, cut, merged)
        return evidence_drawing.panel(measure_evidence(state))


class Ingest(Explorer):
    notebook = "06_ingest.ipynb"
    sliders: ClassVar = {"Size, C": "C =", "Overlap, O": "O ="}

    def __init__(self, lesson: LessonPage) -> None:
        super().__init__(lesson)
        self.before = ingest_model.ingest(ingest_model.IngestState())

    def state(self) -> ingest_model.IngestState:
        text = written(self.text("The document").input_value())
        size, overlap = map(self.number, self.sliders.values())
        return replace(self.before, text=text, size=size, overlap=overlap)

    def panel(self) -> str:
        return ingest_drawing.panel(ingest_model.measure(self.state()))


@pytest.fixture
def made(lessons):
    """Return a function: the class of an explorer in, a new one on its lesson's page out."""
    used = []

    def made(kind):
        explorer = kind(lessons(kind.notebook))
        explorer.lesson.run("explore-widget")
        used.append(explorer)
        return explorer

    yield made
    for explorer in used:
        assert explorer.lesson.errors == []


EVERY_SLIDER = [
    pytest.param(kind, slider, id=f"{kind.__name__}: {slider}")
    for kind in (Overlap, Windows, Sources, Separators, Evidence, Ingest)
    for slider in kind.sliders
]


@pytest.mark.parametrize(("kind", "slider"), EVERY_SLIDER)
def test_a_slider_and_its_box_answer_to_keyboard_and_mouse(made, kind, slider):
    explorer = made(kind)
    box = explorer.box(kind.sliders[slider])

    before, was = explorer.said(), box.input_value()
    explorer.handle(slider).focus()
    explorer.page.keyboard.press("ArrowRight")
    expect(box).to_have_value(str(int(was) + 1))
    explorer.answers(before)

    before = explorer.said()
    box.focus()
    explorer.page.keyboard.press("ArrowDown")
    expect(box).to_have_value(was)
    explorer.answers(before)

    before = explorer.said()
    place = explorer.slider(slider).locator(".noUi-target").bounding_box()
    share = 0.2 if slider in ("Overlap, O", "Fact begins") else 0.8  # where settings are possible
    explorer.page.mouse.click(place["x"] + share * place["width"], place["y"] + place["height"] / 2)
    expect(box).not_to_have_value(was)
    explorer.answers(before)

    before = explorer.said()
    box.click(click_count=3)
    explorer.page.keyboard.type(str(int(was) + 3))
    explorer.page.keyboard.press("Enter")
    explorer.answers(before)
    assert explorer.number(kind.sliders[slider]) == int(was) + 3


@pytest.mark.parametrize("act", [lambda each: each.click(), lambda each: each.press("Enter")])
@pytest.mark.parametrize("kind", [Overlap, Sources, Separators])
def test_the_buttons_step_through_the_chunks(made, kind, act):
    explorer = made(kind)
    for button, number in (("Next", "3"), ("Previous", "2"), ("Previous", "1")):
        before = explorer.said()
        act(explorer.button(button))
        expect(explorer.box("Number")).to_have_value(number)
        explorer.answers(before)


@pytest.mark.parametrize("act", [lambda each: each.click(), lambda each: each.press("Space")])
def test_the_blind_rule_is_shown_and_hidden(made, act):
    explorer = made(Overlap)
    explorer.box("N =").fill("950")
    explorer.box("N =").press("Enter")
    for _ in range(2):
        before = explorer.said()
        act(explorer.tick(BLIND))
        explorer.answers(before)


@pytest.mark.parametrize("act", [lambda each: each.click(), lambda each: each.press("Enter")])
def test_play_runs_to_the_last_chunk_and_pause_stops_it(made, act):
    explorer = made(Overlap)
    number = explorer.box("Number")
    act(explorer.button("Play"))
    expect(number).to_have_value("3")
    act(explorer.button("Pause"))
    expect(explorer.button("Play")).to_be_visible()
    stopped = number.input_value()
    before = explorer.said()
    act(explorer.button("Play"))  # goes on from where it stood
    expect(number).to_have_value(str(int(stopped) + 1))
    expect(number).to_have_value("7", timeout=15_000)
    expect(explorer.button("Play")).to_be_visible()
    explorer.answers(before)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Windows, "Text"),
        (Sources, "In the box"),
        (Separators, "In the box"),
        (Ingest, "The document"),
    ],
)
def test_a_text_of_ones_own_is_taken_letter_by_letter(made, kind, text):
    explorer = made(kind)
    before = explorer.said()
    explorer.text(text).click()
    explorer.page.keyboard.press("Control+A")
    explorer.page.keyboard.type("Rents <b>fell</b> & rose: cafe\u0301s, 🚢.")
    explorer.page.keyboard.press("Tab")
    explorer.answers(before)
    assert explorer.text(text).input_value() == "Rents <b>fell</b> & rose: cafe\u0301s, 🚢."


@pytest.mark.parametrize("act", [lambda each: each.click(), lambda each: each.press("Enter")])
@pytest.mark.parametrize(
    ("kind", "samples"), [(Sources, SOURCES_SAMPLES), (Separators, SEPARATORS_SAMPLES)]
)
def test_the_samples_are_chosen_by_buttons(made, kind, samples, act):
    explorer = made(kind)
    for name in list(samples)[1:]:
        before = explorer.said()
        act(explorer.button(name))
        explorer.answers(before)


@pytest.mark.parametrize("act", [lambda each: each.click(), lambda each: each.press("Space")])
def test_each_step_of_lesson_3_shows_what_it_breaks(made, act):
    explorer = made(Sources)
    explorer.text("In the box").fill("\\ufeff  O\u0301 One\\r\n\ufb01nal words of the text ")
    explorer.text("In the box").press("Tab")
    for step in STEPS:
        before = explorer.said()
        act(explorer.tick(step))
        explorer.answers(before)


@pytest.mark.parametrize("act", [lambda each: each.click(), lambda each: each.press("Space")])
def test_each_separator_of_lesson_4_is_switched_by_itself(made, act):
    explorer = made(Separators)
    before = explorer.said()
    explorer.text("In the box").fill("One, two. Three\nfour five\n\nsix. 七八。九十。 Eleven")
    for label, number in (("O =", "5"), ("C =", "20")):  # so small that every separator counts
        explorer.box(label).fill(number)
        explorer.box(label).press("Enter")
    explorer.answers(before)
    for level in SEPARATORS:
        before = explorer.said()
        act(explorer.tick(level))
        explorer.answers(before)


@pytest.mark.parametrize("act", [lambda each: each.click(), lambda each: each.press("Enter")])
@pytest.mark.parametrize("label", ["Chunks", "Size, C", "Overlap, O"])
def test_each_measured_setting_of_lesson_5_is_chosen_by_its_button(made, label, act):
    explorer = made(Evidence)
    for button in reversed(explorer.choice(label).all()):
        if button.inner_text() != explorer.chosen(label):
            before = explorer.said()
            act(button)
            explorer.answers(before)
            assert explorer.chosen(label) == button.inner_text()


@pytest.mark.parametrize("act", [lambda each: each.click(), lambda each: each.press("Space")])
def test_what_was_retrieved_in_lesson_5_is_merged_and_taken_apart(made, act):
    explorer = made(Evidence)
    for _ in range(2):
        before = explorer.said()
        act(explorer.tick(MERGE))
        explorer.answers(before)


@pytest.mark.parametrize("act", [lambda each: each.click(), lambda each: each.press("Enter")])
def test_the_buttons_step_through_the_questions(made, act):
    explorer = made(Evidence)
    for button, step in (("Next", 1), ("Previous", -1), ("Previous", -1)):
        before, was = explorer.said(), explorer.number("Number")
        act(explorer.button(button))
        expect(explorer.box("Number")).to_have_value(str(was + step))
        explorer.answers(before)


@pytest.mark.parametrize("kind", [Overlap, Windows, Sources, Separators, Ingest])
def test_impossible_settings_are_told_and_the_last_picture_stays_dimmed(made, kind):
    explorer = made(kind)
    size, overlap = explorer.number("C ="), explorer.number("O =")
    explorer.box("O =").fill(str(size))
    explorer.box("O =").press("Enter")
    rule = f"overlap must satisfy 0 <= overlap < size, got overlap={size}, size={size}"
    expect(explorer.view).to_contain_text(f"Impossible settings: {rule}.")
    dimmed = explorer.view.locator("[class$=dimmed]").first
    assert float(dimmed.evaluate("each => getComputedStyle(each).opacity")) < 0.6
    expect(dimmed.locator("svg, .cl-text").first).to_be_visible()
    problem = explorer.said()
    explorer.box("O =").fill(str(overlap))
    explorer.box("O =").press("Enter")
    explorer.answers(before=problem)


@pytest.mark.parametrize("act", [lambda each: each.click(), lambda each: each.press("Enter")])
def test_each_way_to_ingest_leaves_other_rows(made, act):
    explorer = made(Ingest)
    before = explorer.said()
    explorer.text("The document").fill("The ferry waits in fog. The bell on the pier rings once.")
    explorer.text("The document").press("Tab")
    explorer.answers(before)
    explorer.tick("In one transaction").press("Space")
    for button, way in (
        ("Only add", ingest_model.only_add),
        ("Ingest", ingest_model.ingest),
        ("Only add", ingest_model.only_add),
        ("Ingest, interrupted", ingest_model.interrupted),
    ):
        before = explorer.said()
        act(explorer.output.get_by_role("button", name=button, exact=True))
        explorer.before = way(explorer.state())
        explorer.answers(before)
