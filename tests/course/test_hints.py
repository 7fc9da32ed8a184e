"""Hints climb one at a time, say how many remain, and end."""

import pytest

from chunklab.course.errors import CourseError
from chunklab.course.hints import hint
from chunklab.course.index import Course
from chunklab.course.progress import Progress
from chunklab.course.work import Work


def test_three_hints_and_the_last_repeated(work: Work) -> None:
    hints = [hint("overlap", "stride", Progress(work)) for _ in range(4)]
    texts = [str(each) for each in hints]
    assert texts == [
        "stride, hint 1 of 3 (a nudge):\na\n2 more hints if you need them.",
        "stride, hint 2 of 3 (the idea):\nb\n1 more hint if you need it.",
        "stride, hint 3 of 3 (nearly the code):\nc\nThat was the last hint.",
        "stride, hint 3 of 3 (nearly the code):\nc\nThat was the last hint, shown again.",
    ]
    assert [repr(each) for each in hints] == texts  # what a notebook shows


def test_in_a_notebook_the_course_is_found(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(course.root)
    assert hint("windows", "stride").text == "g"
    assert Progress(Work(course)).summary()[1].standings["stride"].hints == 1


def test_names_that_the_course_does_not_have(work: Work) -> None:
    with pytest.raises(CourseError, match="no exercise 'overlaps'"):
        hint("overlaps", "stride", Progress(work))
    with pytest.raises(CourseError, match="no function 'strides'"):
        hint("overlap", "strides", Progress(work))
