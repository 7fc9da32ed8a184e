"""The course on a page, made from its index: what each lesson takes, asks for and leads to."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import indent

from chunklab.course.index import Course, Exercise


@dataclass(frozen=True, repr=False)
class Syllabus:
    """Every lesson of ``course``: as text, and in a notebook with links to the lessons beside it.

    Markdown and not HTML, as every page that shows notebooks makes its own links of it.
    """

    course: Course

    def __str__(self) -> str:
        """Return the page as text."""
        return self._page("{title}", code="", gap="\n")

    def __repr__(self) -> str:
        """Return the text, so that a plain Python prompt shows it too."""
        return str(self)

    def _repr_markdown_(self) -> str:
        return self._page("[{title}]({notebook})", code="`", gap="\n\n")

    def _page(self, heading: str, code: str, gap: str) -> str:
        lessons = self.course.exercises
        minutes = sum(lesson.minutes for lesson in lessons)
        points = sum(map(_points, lessons))
        parts = [
            f"{self.course.title}: {len(lessons)} lessons, {minutes} minutes, {points} points."
        ]
        for number, lesson in enumerate(lessons, start=1):
            title = heading.format(title=lesson.title, notebook=lesson.notebook)
            below = indent(_lines(lesson, code, gap), "    ")  # as far as "10. " reaches
            parts.append(f"{number}. {title}{gap}{below}")
        return "\n\n".join(parts)


def syllabus() -> Syllabus:
    """Return the syllabus of the course found from the current folder.

    ``CourseError`` if there is none.
    """
    return Syllabus(Course.find())


def _lines(lesson: Exercise, code: str, gap: str) -> str:
    functions = ", ".join(f"{code}{each.name}{code} ({each.points})" for each in lesson.functions)
    return gap.join(
        [
            f"{lesson.minutes} minutes. You need: {', '.join(lesson.prerequisites) or 'nothing'}",
            "After it you can",
            "\n".join(f"- {objective}" for objective in lesson.objectives),
            f"You write, for {_points(lesson)} points: {functions}",
        ]
    )


def _points(lesson: Exercise) -> int:
    return sum(function.points for function in lesson.functions)
