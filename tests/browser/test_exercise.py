"""A function is written into the exercise file in JupyterLab's editor, and ``check`` sees it."""

import ast
import re

import pytest
from playwright.sync_api import expect

from chunklab.course.index import Course

from .lab import ROOT

EXERCISES = Course.load(ROOT).exercises


def with_function(stub: str, function: str, source: str) -> str:
    """Return the stub file with other source for one function."""
    [old] = [each for each in ast.parse(stub).body if getattr(each, "name", "") == function]
    lines = stub.splitlines(keepends=True)
    return "".join([*lines[: old.lineno - 1], source, "\n", *lines[old.end_lineno :]])


def key(exercise: str, function: str) -> tuple[str, str]:
    """Return the answer key's imports, and its source of a function."""
    source = (ROOT / "solutions" / f"{exercise}.py").read_text()
    body = ast.parse(source).body
    [found] = [each for each in body if getattr(each, "name", "") == function]
    imports = [ast.unparse(each) for each in body if isinstance(each, ast.Import | ast.ImportFrom)]
    return "".join(f"{each}\n" for each in imports), ast.get_source_segment(source, found)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_check_follows_what_is_saved_in_the_editor(lessons, exercise):
    page = lessons(exercise.notebook)
    report = page.output("code-check")
    total = len(exercise.functions)
    expect(report).to_contain_text(f"0 of {total} functions passed")

    name = exercise.functions[0].name
    imports, right = key(exercise.name, name)
    heading = right[: right.index(":\n")]
    stub = page.server.work / "exercises" / f"{exercise.name}.py"
    pristine = stub.read_text()
    for source, passed, outcome in (
        (f"{heading}:\n    return -7", 0, "wrong"),
        (right, 1, "passed"),
        (f"{heading}:\n    return undefined_name", 0, "raised"),
    ):
        page.cell("code").get_by_role("link", name="your exercise file").click()
        editor = page.page.locator(".jp-FileEditor .cm-content")
        expect(editor).to_be_visible()
        editor.click()
        page.page.keyboard.press("Control+A")
        text = with_function(pristine, name, imports + source)
        page.page.keyboard.insert_text(text)
        page.page.keyboard.press("Control+S")
        tab = page.page.get_by_role("tab", name=stub.name)
        expect(tab).not_to_have_class(re.compile("jp-mod-dirty"))
        assert stub.read_text() == text
        page.page.get_by_role("tab", name=exercise.notebook).click()
        page.run("code-check")
        row = report.get_by_role("row").filter(has=page.page.get_by_text(name, exact=True))
        expect(row).to_contain_text(outcome)
        expect(report).to_contain_text(f"{passed} of {total} functions passed")
    assert page.errors == []
