"""The course as static pages: every lesson to read, without a kernel, a script or another address.

What a page links to becomes a page too, and a link to what learners do not get is an error.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
from jinja2 import Environment, FileSystemLoader
from latex2mathml.converter import convert
from nbconvert import HTMLExporter
from nbconvert.filters.markdown_mistune import markdown2html_mistune
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from chunklab.course.index import Course, Exercise

HERE = Path(__file__).parent
START = "notebooks/00_start.ipynb"
"""The page for learners that has the lessons, and how a lesson goes."""
FORMULA = re.compile(r"\$\$(?P<block>.+?)\$\$|\$(?P<inline>[^$\n]+?)\$", re.DOTALL)
LINK = re.compile(r'(?P<before><a [^>]*href=")(?P<target>[^"]+)')
TEMPLATES = Environment(loader=FileSystemLoader(HERE), autoescape=False)  # noqa: S701  (our HTML)


@dataclass(frozen=True)
class Lesson:
    """A lesson, where it is read and where it is taken, and what it promises, as HTML."""

    exercise: Exercise
    page: str
    app: str
    promise: str


def write(edition: Path, out: Path, *, figures: bool) -> None:
    """Write the pages of the learner's ``edition`` to ``out``.

    ``figures`` tells whether the app beside them can draw with matplotlib.
    """
    course = Course.load(edition)
    lessons = [_lesson(exercise) for exercise in course.exercises]
    out.mkdir(parents=True, exist_ok=True)
    style = (HERE / "style.css").read_text(encoding="utf-8")
    code = HtmlFormatter().get_style_defs(".highlight")
    (out / "style.css").write_text(f"{style}{code}\n", encoding="utf-8")
    index = TEMPLATES.get_template("index.html").render(
        course=course, lessons=lessons, figures=figures, start=_page(START), app=_app(START)
    )
    _write(out / "index.html", course, lessons, course.title, index)
    waiting = [START, *(f"notebooks/{exercise.notebook}" for exercise in course.exercises)]
    done: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in done:
            continue
        done.add(name)
        body = _body(edition / name)
        waiting += _targets(body, name)
        page = out / _page(name)
        page.parent.mkdir(parents=True, exist_ok=True)
        body = LINK.sub(lambda link: link["before"] + _page(link["target"]), body)
        app = _app(name) if name.endswith(".ipynb") else ""
        _write(page, course, lessons, f"{page.stem}: {course.title}", body, app)


def _write(
    page: Path, course: Course, lessons: list[Lesson], title: str, body: str, app: str = ""
) -> None:
    top = "" if page.name == "index.html" else "../"
    text = TEMPLATES.get_template("page.html").render(
        title=title,
        top=top,
        course=course,
        start=_page(START),
        lessons=[(each.exercise, each.page) for each in lessons],
        body=body,
        app=app,
    )
    page.write_text(text, encoding="utf-8")


def _lesson(exercise: Exercise) -> Lesson:
    name = f"notebooks/{exercise.notebook}"
    needs = ", ".join(exercise.prerequisites) or "nothing"
    objectives = "\n".join(f"- {objective}" for objective in exercise.objectives)
    promise = (
        f"**{exercise.minutes} minutes** · You need: {needs}\n\n"
        f"After this lesson you can\n\n{objectives}"
    )
    return Lesson(exercise, _page(name), _app(name), markdown2html_mistune(promise))


def _app(notebook: str) -> str:
    return f"lite/lab/index.html?path={notebook}"


def _page(name: str) -> str:
    """Return the page on which a file of the course is shown; other addresses stay."""
    if urlsplit(name).scheme or name.startswith("#"):
        return name
    return f"{name.removesuffix('.ipynb')}.html"


def _targets(body: str, name: str) -> Iterator[str]:
    folder = posixpath.dirname(name)
    for link in LINK.finditer(body):
        target = link["target"]
        if not (urlsplit(target).scheme or target.startswith("#")):
            yield posixpath.normpath(posixpath.join(folder, target))


def _body(path: Path) -> str:
    """Return the HTML of a file: a lesson, a Python file, or a text."""
    match path.suffix:
        case ".ipynb":
            notebook = nbformat.read(path, as_version=4)
            for cell in notebook.cells:
                if cell.cell_type == "markdown":
                    cell.source = FORMULA.sub(_as_mathml, cell.source)
            body, _ = HTMLExporter(template_name="basic").from_notebook_node(notebook)
            return str(body)
        case ".py":
            code = path.read_text(encoding="utf-8")
            return f"<h1>{path.name}</h1>\n{highlight(code, PythonLexer(), HtmlFormatter())}"
        case ".md":
            return str(markdown2html_mistune(path.read_text(encoding="utf-8")))
    raise ValueError(f"a page links to {path}, and only .ipynb, .py and .md files become pages")


def _as_mathml(formula: re.Match[str]) -> str:
    """Return a formula as browsers show it themselves, where the notebook leaves it to MathJax."""
    block = formula["block"]
    return convert(block or formula["inline"], display="block" if block else "inline")
