"""The syllabus: all that the index says of the lessons, and links to them; and how far one is."""

import pytest

from chunklab.course.errors import CourseError
from chunklab.course.index import Course
from chunklab.course.progress import Progress
from chunklab.course.syllabus import reached, syllabus
from chunklab.course.work import Work


def test_the_syllabus_says_what_the_index_says(course: Course) -> None:
    assert repr(syllabus(course)) == (
        "A small course: 2 lessons, 90 minutes in all.\n\n"
        "1. Overlap\n   60 minutes, 4 points. You need: Python\n   After it you can\n"
        "   - say where chunks start;\n\n"
        "2. Windows\n   30 minutes, 2 points. You need: nothing\n   After it you can\n"
        "   - cut windows;"
    )


def test_its_titles_are_links_to_the_notebooks(course: Course) -> None:
    shown = syllabus(course)._repr_markdown_()
    assert "1. [Overlap](01_overlap.ipynb)\n\n   60 minutes" in shown
    assert "2. [Windows](02_windows.ipynb)\n" in shown


def test_without_a_course_it_says_so(course: Course, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CourseError, match="No course found"):
        syllabus()


def test_what_is_reached_is_what_the_command_tells(work: Work) -> None:
    progress = Progress(work)
    progress.record(work.course.exercise("overlap"), {"stride": "passed", "chunk_starts": "wrong"})
    said = repr(reached(progress))
    assert said == progress.told()
    assert "overlap: 1 of 4 points." in said
    assert said.endswith("Next: write chunk_starts, then: chunklab check overlap")


def test_a_damaged_record_is_told_of(work: Work) -> None:
    progress = Progress(work)
    progress.path.parent.mkdir(exist_ok=True)
    progress.path.write_text("{")
    assert "could not be understood" in repr(reached(progress))
