"""Check a learner's exercise file, or one function from a notebook, and say what is next."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from chunklab.course import files
from chunklab.course.capture import capture
from chunklab.course.errors import CourseError
from chunklab.course.index import Course, Exercise
from chunklab.course.progress import Progress
from chunklab.course.report import Report
from chunklab.course.version import REMEDY, mismatch
from chunklab.course.work import Work
from chunklab.grading.nursery import Sandbox
from chunklab.grading.run import ChecksDidNotRun, practise, run_checks

PRACTICE = (
    "In a browser your code runs beside the checks, not apart from them. This is for practice, not "
    "for grades. Should a check never end, restart the kernel (in the menu Kernel)."
)
"""What a learner is told where there are no other processes."""

_told: set[Path] = set()  # course folders whose other version this process has told of


def check(what: str | Callable[..., Any], exercise: str | None = None) -> Report:
    """Check your exercise file, or one function that you wrote in this notebook.

    ``what`` is the name of an exercise, whose file in your work folder is then checked as it was
    last saved, or a function that you have defined. ``exercise`` is needed only for a function
    whose name belongs to two lessons. What your file reaches is remembered as your progress.
    Raises :class:`CourseError`, with the remedy, for what cannot be checked.
    """
    course = Course.find()
    work = Work(course)
    if isinstance(what, str):
        names = {each.name for each in course.exercises}
        if course.exercises_with(what) and what not in names:  # "ingest" is both
            raise CourseError(
                f"{what!r} is a function. check({what}), without quotes, checks the one that you "
                "wrote in this notebook; the name of an exercise checks your file."
            )
        return check_file(work, course.exercise(what))
    captured = capture(what)
    with tempfile.TemporaryDirectory(prefix="chunklab-") as folder:
        submission = Path(folder, "notebook.py")
        submission.write_text(captured.source, encoding="utf-8", errors="surrogatepass")
        notes = [f"Not sent to the checks: {words}" for words in captured.left_behind]
        return _judged(
            work, _lesson_of(course, captured.name, exercise), submission, [captured.name], notes
        )


def check_file(work: Work, exercise: Exercise, sandbox: Sandbox = "best") -> Report:
    """Check the learner's file of an exercise; the first time, their copies are made.

    ``sandbox`` is as for :class:`~chunklab.grading.nursery.Nursery`.
    """
    notes = []
    stub = work.stub(exercise)
    if not stub.exists():
        work.start()
        notes.append(f"Your own copies of the course's files were made in {work.root}")
    files.read(stub)  # says clearly what cannot be read
    if work.is_behind(exercise):
        notes.append(
            "The course has a new version of this lesson. chunklab start, in a terminal, brings it "
            "and keeps what you have changed."
        )
    functions = [function.name for function in exercise.functions]
    report = _judged(work, exercise, stub, functions, notes, sandbox)
    progress = Progress(work)
    progress.record(exercise, {each.function: each.outcome for each in report.verdicts})
    return replace(report, notes=[*report.notes, *progress.notes])


def _judged(
    work: Work,
    exercise: Exercise,
    submission: Path,
    functions: list[str],
    notes: list[str],
    sandbox: Sandbox = "best",
) -> Report:
    course = work.course
    tests = course.checks(exercise)
    _require_sqlite(exercise)
    try:
        if sys.platform == "emscripten":
            found = practise(course.root, tests, submission, functions)
            notes = [*notes, PRACTICE]
        else:
            [found] = run_checks(course.root, tests, [submission], functions, sandbox)
    except ChecksDidNotRun as error:
        raise CourseError(
            f"The checks of {exercise.name!r} could not run. This is not your code's fault; please "
            f"show this to your instructor:\n{error}"
        ) from error
    if not course.hidden_checks(exercise).exists():
        notes.append("These are the visible checks only; grading adds others.")
    notes = [*notes, *found.notes, *_other_version(course)]
    verdicts = [found.verdicts[name] for name in functions]
    return Report(exercise, verdicts, work.stub(exercise), notes, found.layers)


def _require_sqlite(exercise: Exercise) -> None:
    """Say so where this Python lacks the module, as one in a browser may."""
    if not exercise.scratch:
        return
    try:
        import sqlite3  # noqa: F401
    except ImportError as error:
        raise CourseError(
            f"The checks of {exercise.name!r} keep a database with Python's module sqlite3, which "
            "this Python does not have. Check this exercise where Python is installed, or on your "
            "course's server."
        ) from error


def _other_version(course: Course) -> list[str]:
    """Return a note where folder and package are of different versions, the first time only."""
    differs = mismatch(course.version, course.root)
    if differs is None or course.root in _told:
        return []
    _told.add(course.root)
    return [f"{differs}. {REMEDY}"]


def _lesson_of(course: Course, function: str, name: str | None) -> Exercise:
    """Return the exercise that grades ``function``, the one called ``name`` if given."""
    if name is not None:
        exercise = course.exercise(name)
        exercise.function(function)
        return exercise
    match course.exercises_with(function):
        case (exercise,):
            return exercise
        case ():
            known = ", ".join(f.name for e in course.exercises for f in e.functions)
            raise CourseError(
                f"No lesson asks for a function called {function!r}. The functions are: {known}."
            )
        case several:
            names = " or ".join(f'exercise="{e.name}"' for e in several)
            raise CourseError(
                f"{function!r} belongs to more than one lesson: call check({function}, {names})."
            )
