"""Hints that climb: a nudge, the idea, nearly the code, one at each request."""

from dataclasses import dataclass

from chunklab.course.index import Course
from chunklab.course.progress import Progress
from chunklab.course.work import Work

KINDS = ("a nudge", "the idea", "nearly the code")


@dataclass(frozen=True, repr=False)
class Hint:
    """One hint: ``number`` of ``total``; ``repeated`` where all had been shown before.

    >>> Hint("stride", 2, 3, "The start moves by what is new.", repeated=False)
    stride, hint 2 of 3 (the idea):
    The start moves by what is new.
    1 more hint if you need it.
    """

    function: str
    number: int
    total: int
    text: str
    repeated: bool

    def __str__(self) -> str:
        """Return the hint with its number, and how many remain, in words."""
        remaining = self.total - self.number
        if self.repeated:
            left = "That was the last hint, shown again."
        elif remaining == 0:
            left = "That was the last hint."
        elif remaining == 1:
            left = "1 more hint if you need it."
        else:
            left = f"{remaining} more hints if you need them."
        kind = KINDS[self.number - 1]
        return f"{self.function}, hint {self.number} of {self.total} ({kind}):\n{self.text}\n{left}"

    def __repr__(self) -> str:
        """Return the text, which is what a notebook shows."""
        return str(self)


def hint(exercise: str, function: str, progress: Progress | None = None) -> Hint:
    """Return the next hint for ``function`` of ``exercise``, and remember that it was shown.

    After the last one it is repeated. Without ``progress`` it is that of the course found from the
    current folder. ``CourseError`` for a name that the course does not have.
    """
    progress = progress or Progress(Work(Course.find()))
    lesson = progress.course.exercise(exercise)
    texts = lesson.function(function).hints
    level = progress.next_hint(lesson, function)
    number = min(level, len(texts))
    return Hint(function, number, len(texts), texts[number - 1], repeated=level > len(texts))
