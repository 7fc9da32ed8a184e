"""The grade of every student of a class: what was judged, what was changed by hand, and why.

This is the model alone. :mod:`~chunklab.classroom.exports` and
:mod:`~chunklab.classroom.pages` show it, :mod:`~chunklab.classroom.summary` counts it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from enum import StrEnum

from chunklab.classroom.overrides import EVERY, Override
from chunklab.course.index import Exercise
from chunklab.grading.judge import Verdict
from chunklab.grading.outcomes import Outcome

Points = int | Decimal
"""Points are exact: whole where they can be, as a total of overrides may not be."""

_NOTHING_WRITTEN = (Outcome.NOT_ATTEMPTED, Outcome.ABSENT)


class Status(StrEnum):
    """What became of one student's work.

    ``salvaged`` was graded although its file has a syntax error or fails when it is run;
    ``not judged`` means that the checks themselves failed, which is never the student's fault.
    """

    GRADED = "graded"
    SALVAGED = "salvaged"
    UNREADABLE = "unreadable"
    MISSING = "missing"
    NOT_JUDGED = "not judged"


@dataclass(frozen=True)
class Grade:
    """One student's grade for ``exercise``.

    ``id`` and ``email`` are the roster's, for matching an LMS's gradebook; they may be empty.
    ``late`` is ``None`` where it cannot be known, ``submitted`` an aware moment. ``verdicts`` are
    by function, and empty where there was nothing to judge: then ``problem`` says why. It is shown
    in every export, so it never quotes a check or the key. ``notes`` are for the student to read,
    such as other attempts or statements that were skipped. ``listed`` says whether the student is
    in the roster; ``same_as`` names those whose code is the same character by character, untouched
    stubs excepted. ``overrides`` are by function, or by ``*`` for all that have none of their own;
    ``taken_in`` says why to look at what was taken in.
    """

    exercise: Exercise
    student: str
    status: Status
    name: str = ""
    id: str = ""
    email: str = ""
    late: bool | None = None
    submitted: datetime | None = None
    file: str = ""
    verdicts: Mapping[str, Verdict] = field(default_factory=dict)
    problem: str = ""
    notes: tuple[str, ...] = ()
    overrides: Mapping[str, Override] = field(default_factory=dict)
    listed: bool = True
    same_as: tuple[str, ...] = ()
    taken_in: tuple[str, ...] = ()

    @property
    def shown_name(self) -> str:
        """The student's name, or what identifies them where no name is known."""
        return self.name or self.student

    @property
    def points(self) -> dict[str, Points | None]:
        """Points by function, in the order of the course.

        ``None`` where nothing was judged through no fault of the student's: a zero would be one.
        """
        return {function.name: self._points(function.name) for function in self.exercise.functions}

    def _points(self, function: str) -> Points | None:
        override = self.overrides.get(function, self.overrides.get(EVERY))
        if override and override.points is not None:
            return plain(override.points)
        if self.status is Status.NOT_JUDGED:
            return None
        return self.exercise.function(function).points if self.has_passed(function) else 0

    @property
    def total(self) -> Points | None:
        """The sum of the points; ``None`` as long as one of them is not known."""
        total: Points = 0
        for points in self.points.values():
            if points is None:
                return None
            total += points
        return plain(total)

    @property
    def possible(self) -> int:
        """The points of all functions."""
        return sum(function.points for function in self.exercise.functions)

    @property
    def passed(self) -> int:
        """How many functions passed when they were judged."""
        return sum(self.has_passed(function.name) for function in self.exercise.functions)

    def has_passed(self, function: str) -> bool:
        """Say whether ``function`` was judged and passed."""
        verdict = self.verdicts.get(function)
        return verdict is not None and verdict.outcome is Outcome.PASSED

    @property
    def attempted(self) -> bool:
        """Whether any function was written."""
        return any(each.outcome not in _NOTHING_WRITTEN for each in self.verdicts.values())

    @property
    def by_hand(self) -> frozenset[str]:
        """The functions whose points were decided by hand."""
        every = EVERY in self.overrides and self.overrides[EVERY].points is not None
        return frozenset(self.points if every else self.overrides.keys() - {EVERY})

    @property
    def reason(self) -> str:
        """Why the total is what it is, in words that stay the same as long as the grade does.

        What came back is left out: it can change from run to run.
        """
        words = [self._judged_in_words()]
        for function, override in self.overrides.items():
            if override.points is None:
                words.append(f"looked at by hand, points stay: {override.reason}")
            elif function == EVERY:
                which = "every other function" if len(self.overrides) > 1 else "every function"
                words.append(f"{which} changed by hand: 0 points, {override.reason}")
            else:
                given = f"{plain(override.points)} of {self.exercise.function(function).points}"
                words.append(f"{function} changed by hand: {given}, {override.reason}")
        return "; ".join(words)

    def _judged_in_words(self) -> str:
        if not self.verdicts:
            return f"{self.status}: {self.problem}".removesuffix(": ")
        count = len(self.exercise.functions)
        failures = self._failures()
        if not failures:
            passed = f"all {count} functions passed" if count > 1 else "the function passed"
            salvaged = self.status is Status.SALVAGED
            return passed + (", from a file that is broken in part" if salvaged else "")
        if not self.attempted and Outcome.ABSENT not in (o for o, _ in failures):
            words = ["nothing attempted"]
        else:
            words = [f"{self.passed} of {count} passed"]
            for (outcome, category), functions in failures.items():
                where = f" ({category})" if category else ""
                words.append(f"{', '.join(functions)} {outcome}{where}")
        before = "salvaged: " if self.status is Status.SALVAGED else ""
        return before + "; ".join(words)

    def _failures(self) -> dict[tuple[Outcome, str], list[str]]:
        """Return the functions that did not pass, by outcome and by what was checked."""
        failures: dict[tuple[Outcome, str], list[str]] = {}
        for function in self.exercise.functions:
            verdict = self.verdicts.get(function.name)
            if verdict and verdict.outcome is not Outcome.PASSED:
                alike = failures.setdefault((verdict.outcome, verdict.category), [])
                alike.append(function.name)
        return failures

    @property
    def look(self) -> tuple[str, ...]:
        """Why an instructor should look at this work by hand; empty where there is no need.

        A function that has an override has been looked at, and with ``*`` all is.
        """
        if EVERY in self.overrides or self.points.keys() <= self.overrides.keys():
            return ()
        reasons = list(self.taken_in)
        if self.status is Status.UNREADABLE:
            reasons.append("the file could not be read")
        if self.status is Status.NOT_JUDGED:
            reasons.append("the checks failed, which is not the student's fault")
        if lost := self._lost():
            none = len(lost) == len(self.verdicts)
            which = "none of the functions is in the file"
            reasons.append(which if none else f"lost in a broken file: {', '.join(lost)}")
        if crashed := self._open_with(Outcome.CRASHED):
            reasons.append(f"crashed: {', '.join(crashed)}")
        if not self.listed:
            reasons.append("not in the roster")
        if self.same_as:
            reasons.append(f"the same code as {_some_of(self.same_as)}")
        return tuple(reasons)

    @property
    def at_stake(self) -> int:
        """The points of the functions that ``look`` is about, the most that looking could add.

        Nothing is added by who wrote the work, so that counts as 0.
        """
        if not self.look:
            return 0
        if self.status in (Status.UNREADABLE, Status.NOT_JUDGED):
            names = self.points.keys() - self.overrides.keys()
        else:
            names = {*self._lost(), *self._open_with(Outcome.CRASHED)}
        return sum(self.exercise.function(name).points for name in names)

    def _lost(self) -> list[str]:
        """Return the functions that may have been in the file and could not be found there."""
        absent = self._open_with(Outcome.ABSENT)
        all_are = len(absent) == len(self.verdicts)
        return absent if all_are or self.status is Status.SALVAGED else []

    def _open_with(self, outcome: Outcome) -> list[str]:
        return [
            name
            for name, verdict in self.verdicts.items()
            if verdict.outcome is outcome and name not in self.overrides
        ]


@dataclass(frozen=True)
class ClassGrades:
    """The grades of a class for ``exercise``, each student once, in the order of ``student``.

    ``due`` is an aware moment; ``layers`` are those of the sandbox; ``refused`` says what of the
    files that came in could not be taken for anybody's work.
    """

    exercise: Exercise
    grades: tuple[Grade, ...]
    due: datetime | None = None
    layers: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a student without a row of their own."""
        students = [grade.student for grade in self.grades]
        if students != sorted(set(students)):
            raise ValueError(f"grades must be one a student, sorted, got {students}")


def plain(points: Points) -> Points:
    """Return the same number, written as briefly as can be.

    >>> plain(Decimal("3.00")), plain(Decimal("1.50"))
    (3, Decimal('1.5'))
    """
    return int(points) if points == int(points) else Decimal(points).normalize()


def _some_of(students: tuple[str, ...]) -> str:
    shown, rest = students[:3], len(students) - 3
    return ", ".join(shown) + (f" and {rest} more" if rest > 0 else "")
