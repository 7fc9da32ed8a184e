"""``ask``: a question of an exercise, shown where the lesson asks it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunklab.course.errors import CourseError
from chunklab.course.index import Course
from chunklab.course.questions import load

if TYPE_CHECKING:
    from chunklab.course.question_widgets import QuestionBox


def ask(exercise: str, question: str) -> QuestionBox:
    """Return the widget that asks a question of an exercise: ``ask("overlap", "by-hand")``.

    ``CourseError`` where the course, the exercise's questions or this one cannot be found.
    """
    from chunklab.course.question_widgets import QuestionBox  # checks do without widgets

    path = Course.find().root / "exercises" / "questions" / f"{exercise}.toml"
    questions = load(path)
    if question not in questions:
        raise CourseError(
            f"{exercise} has no question {question!r}. There is: {', '.join(questions)}."
        )
    return QuestionBox(questions[question])
