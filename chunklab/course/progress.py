"""What a learner has reached: the best outcome of every function, checks and hints, in one file.

The file is ``progress.json`` in the work folder. One that cannot be read is set aside under
another name and told of in ``Progress.notes``; the course goes on with an empty one.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import datetime

from chunklab.course import files
from chunklab.course.index import Exercise
from chunklab.course.work import Work
from chunklab.grading.outcomes import Outcome

_OUTCOMES = [str(outcome) for outcome in Outcome]  # best first


@dataclass(frozen=True)
class Standing:
    """How far a learner is with one function.

    ``best`` is the best outcome so far, ``None`` before the first check; ``passed_at`` is when it
    was first passed (ISO 8601, local time). ``hints`` counts the hints shown, each once.
    """

    best: str | None = None
    passed_at: str | None = None
    checks: int = 0
    hints: int = 0

    def __post_init__(self) -> None:
        """Refuse values that no check has: they come from a damaged file."""
        if self.best is not None and self.best not in _OUTCOMES:
            raise ValueError(f"best must be one of {', '.join(_OUTCOMES)}, got {self.best!r}")
        if not (self.passed_at is None or isinstance(self.passed_at, str)):
            raise ValueError(f"passed_at must be a text, got {self.passed_at!r}")
        for name, value in (("checks", self.checks), ("hints", self.hints)):
            if type(value) is not int or value < 0:
                raise ValueError(f"{name} must be an int >= 0, got {value!r}")


@dataclass(frozen=True)
class LessonProgress:
    """The standings of one exercise, by function name in the order of the course."""

    exercise: Exercise
    standings: dict[str, Standing]

    @property
    def earned(self) -> int:
        """Points of the functions that have passed."""
        return sum(f.points for f in self.exercise.functions if self.has_passed(f.name))

    @property
    def possible(self) -> int:
        """Points of all functions."""
        return sum(f.points for f in self.exercise.functions)

    def has_passed(self, function: str) -> bool:
        """Say whether ``function`` has ever passed."""
        return self.standings[function].best == "passed"


_Standings = dict[str, dict[str, Standing]]  # by exercise, then by function


class Progress:
    """The progress of the learner whose work folder is ``work``.

    ``notes`` holds what the learner should be told, such as a damaged file that was set aside.
    """

    def __init__(self, work: Work) -> None:
        """Name the file; it is read and written by each call, so that several programs can."""
        self.course = work.course
        self.path = work.root / "progress.json"
        self.notes: list[str] = []

    def record(self, exercise: Exercise, outcomes: Mapping[str, str]) -> None:
        """Count one check of ``exercise``: an outcome, one of :class:`Outcome`, for each function.

        A function that has passed once stays passed. Raises ``CourseError`` for a function that
        the exercise does not have or a file that cannot be written, ``ValueError`` for an outcome
        that is none.
        """
        for function, outcome in outcomes.items():
            exercise.function(function)
            if outcome not in _OUTCOMES:
                raise ValueError(f"outcome must be one of {', '.join(_OUTCOMES)}, got {outcome!r}")
        with self._changing() as standings:
            lesson = standings.setdefault(exercise.name, {})
            for function, outcome in outcomes.items():
                lesson[function] = _checked(lesson.get(function, Standing()), outcome)

    def next_hint(self, exercise: Exercise, function: str) -> int:
        """Count one more hint for ``function`` and return its number, from 1.

        Once all have been shown, the number is one more than there are. Raises ``CourseError`` as
        :meth:`record` does.
        """
        available = len(exercise.function(function).hints)
        with self._changing() as standings:
            lesson = standings.setdefault(exercise.name, {})
            standing = lesson.get(function, Standing())
            level = min(standing.hints, available) + 1
            lesson[function] = replace(standing, hints=min(level, available))
        return level

    def summary(self) -> list[LessonProgress]:
        """Return the progress in every exercise of the course, in reading order."""
        standings: _Standings = {}
        if self.path.exists():
            with files.locked(self.path.parent):
                standings = self._read()
        return [
            LessonProgress(
                exercise,
                {
                    function.name: standings.get(exercise.name, {}).get(function.name, Standing())
                    for function in exercise.functions
                },
            )
            for exercise in self.course.exercises
        ]

    @contextmanager
    def _changing(self) -> Iterator[_Standings]:
        files.make_folder(self.path.parent)
        with files.locked(self.path.parent):
            standings = self._read()
            yield standings
            values = {
                "version": 1,
                "exercises": {
                    exercise: {function: asdict(standing) for function, standing in lesson.items()}
                    for exercise, lesson in standings.items()
                },
            }
            files.replace(self.path, json.dumps(values, indent=1).encode())

    def _read(self) -> _Standings:
        content = files.read(self.path)
        if content is None:
            return {}
        try:
            values = json.loads(content)
            if values["version"] != 1:
                raise ValueError("a version that this program does not know")
            return {
                exercise: {function: Standing(**each) for function, each in lesson.items()}
                for exercise, lesson in values["exercises"].items()
            }
        except (ValueError, LookupError, TypeError, AttributeError):
            aside = files.set_aside(self.path, content)
            self.notes.append(
                f"{self.path} could not be understood. It is kept as {aside.name}, and a new one "
                "has been begun: check your exercises again to fill it."
            )
            return {}


def _checked(standing: Standing, outcome: str) -> Standing:
    best = min(standing.best or outcome, outcome, key=_OUTCOMES.index)
    passed_at = standing.passed_at
    if best == "passed" and passed_at is None:
        passed_at = datetime.now().astimezone().isoformat(timespec="seconds")
    return replace(standing, best=best, passed_at=passed_at, checks=standing.checks + 1)
