"""What a lesson shows is for everyone: by axe-core, by keyboard, in words, in the dark, on a phone.

Each lesson is run once, with an answer that fails, with questions answered right and wrong, and
then looked at in both themes, in three widths, and with settings of its explorer that cannot be.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from chunklab.course.index import Course

from .lab import ROOT, LessonPage, Server

COURSE = Course.load(ROOT)
# Not ours, and not to be mended from Python: what breaks a rule, and why a reader can do without.
KNOWN = {
    # ipywidgets gives the handle no name and passes none on. A visible label stands before it, and
    # the number box beside it, which has a name, holds the same value.
    "aria-input-field-name": ".widget-slider .noUi-handle",
    # JupyterLab lets a text scroll where a formula or a table is wider than a phone. Chromium and
    # Firefox let the Tab key reach such a frame.
    "scrollable-region-focusable": ".jp-MarkdownOutput",
}
AXE = """async known => {
    const {violations} = await axe.run(
        {include: [['.jp-OutputArea-output'], ['.jp-MarkdownOutput']]},
        {resultTypes: ['violations'], elementRef: true});
    const serious = violations.filter(({impact}) => ['serious', 'critical'].includes(impact));
    const found = serious.flatMap(({id, nodes}) => nodes.map(({element, html, failureSummary}) =>
        [id, id in known && element.matches(known[id]), html, failureSummary]));
    return {
        ours: found.filter(([_, excused]) => !excused),
        excused: [...new Set(found.filter(([_, excused]) => excused).map(([id]) => id))],
    };
}"""
# A frame that a reader can scroll by keyboard may hold more than its width; nothing else may.
# Sliders are ipywidgets' own.
WIDER_THAN_ITS_ROOM = """() => [...document.querySelectorAll('.jp-OutputArea-output')]
    .flatMap(output => [output, ...output.querySelectorAll('*')])
    .filter(each => !each.closest('svg, input, textarea, .widget-slider'))
    .filter(each => each.clientWidth && each.scrollWidth > each.clientWidth + 1)
    .filter(each => each.tabIndex < 0)
    .map(each => `${each.scrollWidth} in ${each.clientWidth}: ${each.outerHTML.slice(0, 200)}`)"""
OVERLAPPING = """() => [...document.querySelectorAll('.jp-OutputArea-output')].flatMap(output => {
    const controls = 'button, input, textarea, summary, .noUi-base, .widget-label';
    const boxes = [...output.querySelectorAll(controls)]
        .map(each => [each.outerHTML.slice(0, 120), each.getBoundingClientRect()])
        .filter(([_, box]) => box.width && box.height);
    const apart = (one, two) => one.right <= two.left + 1 || two.right <= one.left + 1
        || one.bottom <= two.top + 1 || two.bottom <= one.top + 1;
    return boxes.flatMap(([name, one], i) =>
        boxes.slice(i + 1).filter(([_, two]) => !apart(one, two)).map(([other]) => [name, other]));
})"""


@pytest.fixture(scope="module")
def server(browser, tmp_path_factory) -> Iterator[Server]:
    whole = {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}}
    running = Server(tmp_path_factory.mktemp("lab"), whole)  # every cell is on the page
    yield running
    running.stop()


@pytest.fixture(scope="module", params=COURSE.exercises, ids=lambda exercise: exercise.name)
def shown(request, server, browser, node_modules) -> Iterator[LessonPage]:
    """A lesson that has been run, with a wrong answer and with questions answered."""
    axe = node_modules(ROOT / "tests" / "browser") / "axe-core" / "axe.min.js"
    exercise = request.param
    key = COURSE.solution(exercise).read_text(encoding="utf-8")
    first = exercise.functions[0].name
    wrong = (
        f"\n\ndef {first}(*arguments):\n    print('called with', arguments)\n    return [None]\n"
    )
    (server.work / "exercises" / f"{exercise.name}.py").write_text(key + wrong, encoding="utf-8")
    page = LessonPage(server, browser, COURSE.notebook(exercise).name)
    page.open()
    page.run_all()
    page.page.keyboard.press("Control+b")  # close the list of files, which a phone has no room for
    for question in page.page.locator(".cl-question").all():
        answer(question)
    page.settle()
    page.page.add_script_tag(path=axe)
    yield page
    page.page.set_viewport_size(WIDTHS["whole"])
    page.close()


@pytest.fixture(scope="module")
def excused() -> set[str]:
    """The rules of KNOWN that were broken."""
    return set()


PANELS = ("cl-panel", "wd-panel", "cl-sources", "cl-separators", "cl-evidence", "cl-ingest")
OURS = ("figure", *(f"*[@class='{panel}']" for panel in PANELS))
BESIDE = "xpath=" + " | ".join(f"ancestor::{each}" for each in OURS)
WIDTHS = {
    "whole": {"width": 1200, "height": 800},
    "zoomed": {"width": 600, "height": 400},  # 1200 x 800 at 200 %
    "phone": {"width": 400, "height": 800},
}


def answer(question: Locator) -> None:
    """Answer every part, each choice with another of its options than the one before."""
    for number, group in enumerate(question.locator(".widget-radio").all()):
        options = group.locator("input").all()
        options[number % len(options)].check()
    for entry in question.locator("input[type=text]").all():
        entry.fill("7")
    for button in question.get_by_role("button").all():
        button.click()
        expect(button.locator("xpath=following-sibling::*").last).to_contain_text(".")


def explorer(shown: LessonPage) -> Locator:
    return shown.output("explore-widget")


def set_overlap(shown: LessonPage, overlap: int) -> None:
    box = explorer(shown).get_by_role("spinbutton", name="O =", exact=True)
    if not box.count():  # only what was measured can be chosen
        return
    box.fill(str(overlap))
    box.press("Enter")
    impossible = explorer(shown).get_by_text("Impossible settings")
    expect(impossible).to_have_count(1 if overlap else 0)


def change_theme(shown: LessonPage, theme: str) -> None:
    page = shown.page
    change = "theme => { jupyterapp.commands.execute('apputils:change-theme', {theme}) }"
    page.evaluate(change, theme)
    page.locator(f'body[data-jp-theme-name="{theme}"]').wait_for(state="attached")


def test_both_kinds_of_replies_and_a_failing_check_are_on_the_page(shown):
    for css in (".cl-right", ".cl-wrong", "[role=status] summary"):
        assert shown.page.locator(css).count(), css


@pytest.mark.parametrize(
    ("theme", "width", "overlap"),
    [
        ("JupyterLab Light", "whole", 0),
        ("JupyterLab Light", "phone", 499),
        ("JupyterLab Dark", "phone", 0),
        ("JupyterLab Dark", "whole", 499),
    ],
)
def test_axe_finds_nothing_serious_in_what_is_ours(shown, excused, theme, width, overlap):
    shown.page.set_viewport_size(WIDTHS[width])
    change_theme(shown, theme)
    set_overlap(shown, overlap)
    found = shown.page.evaluate(AXE, KNOWN)
    assert found["ours"] == []
    excused.update(found["excused"])


def test_every_exception_is_still_needed(excused):
    """Runs after the tests above, and says nothing without them."""
    assert excused in (set(), set(KNOWN))


def test_every_control_has_a_name(shown):
    """As a screen reader is told it; what KNOWN excuses is left out."""
    roles = "button|checkbox|combobox|radio|slider|spinbutton|textbox"
    for output in shown.page.locator(".jp-OutputArea-output:has(button, input, textarea)").all():
        tree = output.aria_snapshot()
        assert re.search(rf"(?m)^\s*- ({roles}) ", tree)
        assert re.findall(rf"(?m)^\s*- (?!slider)({roles})(?! \")", tree) == []


def test_every_control_is_reached_by_the_tab_key(shown):
    """Radio buttons each by itself: the arrow keys are JupyterLab's."""
    page = shown.page
    for output in shown.page.locator(".jp-OutputArea-output:has(button, input, textarea)").all():
        controls = output.locator("button, input, textarea, summary, .noUi-handle")
        names = controls.evaluate_all("all => all.map((each, i) => each.dataset.number = `${i}`)")
        controls.first.focus()
        reached = set()
        for _ in range(len(names) + 8):  # frames that scroll are stations too
            reached.add(page.evaluate("document.activeElement.dataset.number"))
            page.keyboard.press("Tab")
        assert set(names) <= reached
        controls.evaluate_all("all => all.forEach(each => delete each.dataset.number)")


def test_a_picture_has_its_words_beside_it(shown):
    pictures = shown.page.locator(".jp-OutputArea-output").locator("svg[role=img], img")
    assert pictures.count() >= 2  # the figure and the explorer
    for picture in pictures.all():
        said = picture.get_attribute("alt") or picture.get_attribute("aria-label")
        assert len(said) > 40
        beside = picture.locator(BESIDE)
        assert beside.count() == 1
        assert len(beside.inner_text()) > 80


@pytest.mark.parametrize("overlap", [0, 499])
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_cut_off_and_no_controls_overlap(shown, width, overlap):
    shown.page.set_viewport_size(WIDTHS[width])
    set_overlap(shown, overlap)
    assert shown.page.evaluate(WIDER_THAN_ITS_ROOM) == []
    assert shown.page.evaluate(OVERLAPPING) == []
