"""How far a learner has come: for a terminal as text, for a notebook as a table for each lesson."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from chunklab.course.index import Course, Exercise
from chunklab.course.progress import LessonProgress, Progress, Standing
from chunklab.course.report import cell
from chunklab.course.work import Work

_ALL_PASSED = "everything is passed"


@dataclass(frozen=True)
class Reached:
    """The progress in all lessons; ``notes`` are what a learner should know besides."""

    lessons: Sequence[LessonProgress]
    notes: Sequence[str] = ()

    def __str__(self) -> str:
        """Return every function with its points, the sum, and the next step."""
        lines = [line for lesson in self.lessons for line in _lines(lesson)]
        lines += [self._altogether(), *(f"Note: {note}" for note in self.notes)]
        if step := self._next():
            exercise, function = step
            return "\n".join(
                [*lines, f"Next: write {function}, then: chunklab check {exercise.name}"]
            )
        return "\n".join(
            [*lines, f"Next: {_ALL_PASSED}; chunklab lab takes you back to the lessons"]
        )

    def __repr__(self) -> str:
        """Return the text, so that a plain Python prompt shows it too."""
        return str(self)

    def _repr_html_(self) -> str:
        step = self._next()
        tables = "".join(
            _table(lesson, is_next=step is not None and step[0] is lesson.exercise)
            for lesson in self.lessons
        )
        notes = "".join(f"<p>Note: {escape(note)}</p>" for note in self.notes)
        words = _ALL_PASSED
        if step:
            exercise, function = step
            # Beside this notebook, wherever it lies.
            lesson = f'<a href="{escape(exercise.notebook)}">{escape(exercise.title)}</a>'
            words = f"write <code>{escape(function)}</code>, in {lesson}"
        return (
            f"<div>{tables}<p><strong>{escape(self._altogether())}</strong></p>{notes}"
            f"<p><strong>Next:</strong> {words}</p></div>"
        )

    def _altogether(self) -> str:
        earned = sum(lesson.earned for lesson in self.lessons)
        possible = sum(lesson.possible for lesson in self.lessons)
        return f"Altogether: {earned} of {possible} points"

    def _next(self) -> tuple[Exercise, str] | None:
        """Return the first function that has not passed, and whose it is."""
        for lesson in self.lessons:
            for function in lesson.exercise.functions:
                if not lesson.has_passed(function.name):
                    return lesson.exercise, function.name
        return None


def progress() -> Reached:
    """Return what you have passed, checked and asked hints for, and the next step.

    It is the progress in the course found from the current folder; ``CourseError`` if there is
    none.
    """
    own = Progress(Work(Course.find()))
    return Reached(own.summary(), own.notes)


def _lines(lesson: LessonProgress) -> Iterator[str]:
    yield _heading(lesson)
    width = max(len(function.name) for function in lesson.exercise.functions)
    for name, points, best, standing in _rows(lesson):
        yield (
            f"  {name:<{width}}  {points}  {best}"
            f"  (checks: {standing.checks}, hints: {standing.hints})"
        )


def _table(lesson: LessonProgress, *, is_next: bool) -> str:
    """Return a lesson that opens at a click; the one to go on with is open."""
    names = ("function", "points", "best so far", "checks", "hints")
    head = "".join(cell(name, "th") for name in names)
    rows = "".join(
        f"<tr>{cell(f'<code>{escape(name)}</code>')}{cell(points)}{cell(escape(best))}"
        f"{cell(str(standing.checks))}{cell(str(standing.hints))}</tr>"
        for name, points, best, standing in _rows(lesson)
    )
    return (
        f"<details{' open' * is_next}><summary>{escape(_heading(lesson))}</summary>"
        f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></details>"
    )


def _heading(lesson: LessonProgress) -> str:
    exercise = lesson.exercise
    return f"{exercise.name}: {lesson.earned} of {lesson.possible} points. {exercise.title}"


def _rows(lesson: LessonProgress) -> Iterator[tuple[str, str, str, Standing]]:
    """Yield of every function its name, points, best outcome in words, and standing."""
    for function in lesson.exercise.functions:
        standing = lesson.standings[function.name]
        best = standing.best or "not checked yet"
        if standing.passed_at:
            best += f" on {standing.passed_at[:10]}"
        points = function.points if lesson.has_passed(function.name) else 0
        yield function.name, f"{points}/{function.points}", best, standing
