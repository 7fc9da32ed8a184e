"""Every lesson in real JupyterLab: it runs from top to bottom, again, and survives a reload."""

import pytest
from playwright.sync_api import expect

from chunklab.course.index import Course

from .lab import ROOT

NOTEBOOKS = [exercise.notebook for exercise in Course.load(ROOT).exercises]


@pytest.mark.parametrize("notebook", NOTEBOOKS)
def test_a_lesson_runs_all_twice_without_an_error(lessons, notebook):
    page = lessons(notebook)
    for _ in range(2):
        page.run_all()
        expect(page.error_outputs).to_have_count(0)
    assert page.errors == []


@pytest.mark.parametrize("notebook", NOTEBOOKS)
def test_a_saved_lesson_goes_on_after_a_reload(lessons, notebook):
    page = lessons(notebook)
    page.save()
    page.page.reload()
    page.settle()
    # An explorer is there, alive or, where JupyterLab shows widgets only later, as a picture.
    explorer = page.output("explore-widget")
    expect(explorer.get_by_role("img").first).to_be_visible()
    page.run("explore-widget")  # the kernel has kept what the cells above made
    before = explorer.text_content()
    explorer.locator(".noUi-handle").first.press("ArrowRight")
    expect(explorer).not_to_have_text(before)
    page.run_all()
    expect(page.error_outputs).to_have_count(0)
    assert page.errors == []
