"""The first page in real JupyterLab: it runs, shows where one is, and links the lessons."""

import pytest
from playwright.sync_api import expect

from chunklab.course.index import Course

from .lab import ROOT, LessonPage
from .test_accessibility import AXE, KNOWN, WIDER_THAN_ITS_ROOM, WIDTHS, change_theme

COURSE = Course.load(ROOT)


@pytest.fixture
def page(lesson) -> LessonPage:
    page = lesson("00_start.ipynb")
    page.run_all()
    return page


def test_it_runs_and_links_every_lesson(page):
    expect(page.error_outputs).to_have_count(0)
    lessons = page.output("lessons-all")
    titles = [exercise.title for exercise in COURSE.exercises]
    expect(lessons.get_by_role("link")).to_have_text(titles)
    progress = page.output("progress-mine")  # of all that was checked on this server so far
    expect(progress.locator("details")).to_have_count(len(COURSE.exercises))
    expect(progress).to_contain_text("Next:")
    assert page.errors == []


def test_it_is_for_everyone(page, node_modules):
    page.page.keyboard.press("Control+b")  # close the list of files, which a phone has no room for
    lessons = page.output("progress-mine").locator("details")
    for lesson in lessons.all():
        if lesson.get_attribute("open") is None:  # the one to go on with is open
            lesson.locator("summary").press("Enter")
    expect(lessons.and_(page.page.locator("[open]"))).to_have_count(len(COURSE.exercises))
    page.page.add_script_tag(
        path=node_modules(ROOT / "tests" / "browser") / "axe-core" / "axe.min.js"
    )
    for theme, width in (("JupyterLab Light", "whole"), ("JupyterLab Dark", "phone")):
        page.page.set_viewport_size(WIDTHS[width])
        change_theme(page, theme)
        assert page.page.evaluate(AXE, KNOWN)["ours"] == []
        assert page.page.evaluate(WIDER_THAN_ITS_ROOM) == []
    change_theme(page, "JupyterLab Light")
    page.page.set_viewport_size(WIDTHS["whole"])
