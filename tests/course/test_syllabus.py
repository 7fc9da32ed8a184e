"""The syllabus says what the index says of every lesson, and links to the lessons beside it."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from nbconvert.filters.markdown_mistune import markdown2html_mistune

from chunklab.course.errors import CourseError
from chunklab.course.index import Course
from chunklab.course.syllabus import Syllabus, syllabus


def test_as_text(course: Course) -> None:
    assert (
        str(Syllabus(course))
        == """\
A small course: 2 lessons, 90 minutes, 6 points.

1. Overlap
    60 minutes. You need: Python
    After it you can
    - say where chunks start;
    You write, for 4 points: stride (1), chunk_starts (3)

2. Windows
    30 minutes. You need: nothing
    After it you can
    - cut windows;
    You write, for 2 points: stride (2)"""
    )


def test_in_a_notebook_its_titles_are_links(course: Course) -> None:
    shown = Syllabus(course)._repr_markdown_()
    assert "1. [Overlap](01_overlap.ipynb)\n\n    60 minutes" in shown
    assert "2. [Windows](02_windows.ipynb)\n\n    30 minutes" in shown
    assert "for 4 points: `stride` (1), `chunk_starts` (3)" in shown


def test_all_of_a_lesson_stays_below_its_number_also_where_that_is_long(course: Course) -> None:
    many = replace(course, exercises=course.exercises * 6)
    html = re.sub(r"\n\s*", "", markdown2html_mistune(Syllabus(many)._repr_markdown_()))
    lesson = (
        r"<li><p><a href[^<]*</a></p><p>[^<]*</p><p>[^<]*</p><ul><li>[^<]*</li></ul><p>.*?</li>"
    )
    assert re.search(rf"<ol>({lesson}){{12}}</ol>$", html)


def test_the_course_is_the_one_where_it_is_called(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(course.root / "notebooks")
    assert repr(syllabus()) == str(Syllabus(course))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CourseError, match="No course found"):
        syllabus()
