"""The notebooks as they are kept: clean, in the order of a lesson, with pictures for a plain page.

That they run, and that worked values are what they say, is nbval's part.
"""

import copy
import json
import re

import nbformat
import pytest

from chunklab.course.index import Course
from chunklab.course.syllabus import Syllabus

from .refresh import NOTEBOOKS, clean

COURSE = Course.load(NOTEBOOKS.parent)
LESSONS = [pytest.param(exercise, id=exercise.name) for exercise in COURSE.exercises]
SECTIONS = [
    "The idea",
    "Predict first",
    "A worked example",
    "Explore",
    "By hand",
    "In code",
    "Check your understanding",
    "The formula, and why it holds",
    "Common mistakes",
    "Key points",
]


@pytest.fixture(params=sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def notebook(request):
    nbformat.validate(json.loads(request.param.read_text(encoding="utf-8")))
    return nbformat.read(request.param, as_version=4)


def code_cells(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_it_is_kept_clean(notebook):
    cleaned = copy.deepcopy(notebook)
    clean(cleaned)
    assert cleaned == notebook


def test_no_output_holds_an_error_or_a_path_of_a_machine(notebook):
    for cell in code_cells(notebook):
        text = json.dumps(cell.outputs)
        assert '"error"' not in text, cell.id
        assert not re.search(r"/(home|root|tmp|usr|Users)/|[A-Z]:\\\\", text), cell.id


def test_links_lead_to_what_a_learner_has_too(notebook):
    """To notebooks and exercise files, which lie in a work folder as they do here."""
    texts = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    shown = [each for cell in code_cells(notebook) for each in cell.outputs if "data" in each]
    texts += [each.data.get("text/markdown", "") for each in shown]
    links = re.findall(r"\]\(([^)#\s]+)\)", "\n".join(texts))
    places = {(NOTEBOOKS / link).resolve() for link in links if "://" not in link}
    notebooks, stubs = NOTEBOOKS.glob("*.ipynb"), (NOTEBOOKS.parent / "exercises").glob("*.py")
    assert places
    assert places <= {*notebooks, *stubs}


def test_cell_ids_say_what_a_cell_is(notebook):
    assert all(re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", cell.id) for cell in notebook.cells)


def test_code_cells_are_short(notebook):
    assert all(len(cell.source.splitlines()) <= 10 for cell in code_cells(notebook))


@pytest.mark.parametrize("exercise", LESSONS)
def test_a_lesson_runs_in_the_order_of_a_lesson(exercise):
    notebook = nbformat.read(COURSE.notebook(exercise), as_version=4)
    text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert re.findall(r"(?m)^## (.+)$", text) == SECTIONS
    assert f"**{exercise.minutes} minutes**" in text
    first = notebook.cells[0].source
    objectives = re.search(r"After this lesson you can\n\n((?:- .+\n)+)", first)[1]
    assert objectives == "".join(f"- {objective}\n" for objective in exercise.objectives)
    assert all(need in text for need in exercise.prerequisites)
    assert f"(../exercises/{exercise.name}.py)" in text


def test_the_first_page_shows_what_the_index_says():
    notebook = nbformat.read(NOTEBOOKS / "00_start.ipynb", as_version=4)
    [output] = next(cell for cell in notebook.cells if cell.id == "lessons-all").outputs
    assert output.data["text/plain"] == str(Syllabus(COURSE))
    assert output.data["text/markdown"] == Syllabus(COURSE)._repr_markdown_()
    prose = "".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert "minutes" not in prose, "only the index says how long a lesson is"


@pytest.mark.parametrize("exercise", LESSONS)
def test_a_page_without_widgets_still_shows_pictures_and_questions(exercise):
    notebook = nbformat.read(COURSE.notebook(exercise), as_version=4)
    shown = {cell.id: json.dumps(cell.outputs) for cell in code_cells(notebook)}
    for cell in ("worked-figure", "explore-widget"):
        assert re.search(r"<img alt=\\\"[^\"]{40}", shown[cell]), cell
    (predict,) = [cell for cell in shown if cell.startswith("predict-")]
    for cell in (predict, "by-hand-numbers", "understand-questions"):
        assert "text/html" in shown[cell], cell
        assert "reply" not in shown[cell]
