"""Every lesson in real JupyterLab: it opens, runs from top to bottom, and runs again."""

import pytest
from playwright.sync_api import expect

from chunklab.course.index import Course

from .lab import ROOT

NOTEBOOKS = [exercise.notebook for exercise in Course.load(ROOT).exercises]


@pytest.mark.parametrize("notebook", NOTEBOOKS)
def test_a_lesson_runs_all_twice_and_after_a_reload(lesson, notebook):
    page = lesson(notebook)
    for _ in range(2):
        page.run_all()
        expect(page.error_outputs).to_have_count(0)
    page.page.reload()
    page.settle()
    page.run_all()
    expect(page.error_outputs).to_have_count(0)
    assert page.errors == []
