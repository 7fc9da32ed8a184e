"""A lesson is read without running it: on a plain page without a network, and before it is trusted.

Pictures and questions then stand in their static form, which the saved notebook holds. That it
holds nothing of a widget's state is a test of the notebooks.
"""

import re

import pytest
from nbconvert import HTMLExporter
from playwright.sync_api import Locator, expect

from chunklab.course.index import Course

from .lab import ROOT, Server

COURSE = Course.load(ROOT)
LESSONS = [pytest.param(each, id=each.name) for each in COURSE.exercises]
TRUSTED = """jupyterapp.shell.currentWidget.content.widgets
    .filter(cell => cell.model.type === 'code' && cell.model.trusted).length"""


def shows_a_picture_and_its_words(output: Locator) -> None:
    picture = output.locator("img")
    expect(picture).to_be_visible()
    assert picture.evaluate("async image => { await image.decode(); return image.naturalWidth; }")
    words = picture.get_attribute("alt")
    assert len(words) > 40
    expect(output.locator("figcaption")).to_have_text(words)


def shows_a_question(output: Locator) -> None:
    expect(output.locator("p").first).to_be_visible()
    assert output.locator("li").count() >= 3


def shows_its_static_forms(output, predict: str) -> None:
    for cell in ("worked-figure", "explore-widget"):
        shows_a_picture_and_its_words(output(cell))
    for cell in (predict, "by-hand-numbers", "understand-questions"):
        shows_a_question(output(cell))


def predict_cell(exercise) -> str:
    notebook = COURSE.notebook(exercise).read_text(encoding="utf-8")
    return re.search('"id": "(predict-[a-z]+)"', notebook).group(1)


@pytest.mark.parametrize("exercise", LESSONS)
def test_on_a_plain_page_without_a_network(browser, tmp_path, exercise):
    html, _ = HTMLExporter().from_filename(COURSE.notebook(exercise))
    path = tmp_path / "lesson.html"
    path.write_text(html, encoding="utf-8")
    page = browser.new_page()
    page.route(re.compile("^(?!file:|data:)"), lambda route: route.abort())
    page.goto(path.as_uri())
    shows_its_static_forms(
        lambda cell: page.locator(f'[id="cell-id={cell}"] .jp-OutputArea-output'),
        predict_cell(exercise),
    )
    expect(page.locator('[data-mime-type*="error"], [data-mime-type*="stderr"]')).to_have_count(0)
    page.close()


@pytest.fixture(scope="module")
def server(browser, tmp_path_factory):
    """A server of its own: what another test has saved is trusted."""
    running = Server(tmp_path_factory.mktemp("lab"))
    yield running
    running.stop()


@pytest.mark.parametrize("exercise", LESSONS)
def test_before_it_is_trusted(lesson, exercise):
    page = lesson(COURSE.notebook(exercise).name)
    assert page.page.evaluate(TRUSTED) == 0
    shows_its_static_forms(page.output, predict_cell(exercise))
    expect(page.error_outputs).to_have_count(0)
