"""The numbers of a class report: how totals are spread, what passed, what went wrong and why.

Everything here is counted from :class:`~chunklab.classroom.grades.ClassGrades` and nothing else.
"""

import re
import statistics
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal

from chunklab.classroom.grades import ClassGrades, Grade, Points, Status, plain
from chunklab.grading.judge import Verdict
from chunklab.grading.outcomes import Outcome

MOST_BARS = 21
"""A distribution has a bar for every point, or wider ones where that would be more."""


@dataclass(frozen=True)
class Bar:
    """How many totals lie from ``lowest`` to ``highest``; the last bar is full marks.

    A fraction of a point counts with the whole points below it.
    """

    lowest: int
    highest: int
    count: int

    def __str__(self) -> str:
        """Return the points in words."""
        alone = self.lowest == self.highest
        return str(self.lowest) if alone else f"{self.lowest} to {self.highest}"


@dataclass(frozen=True)
class FunctionCount:
    """How the judged submissions fared in one function: how many came to each outcome."""

    function: str
    outcomes: dict[Outcome, int]

    @property
    def passed(self) -> int:
        """How many passed."""
        return self.outcomes.get(Outcome.PASSED, 0)

    @property
    def judged(self) -> int:
        """How many were judged."""
        return sum(self.outcomes.values())

    @property
    def percent(self) -> int | None:
        """The share that passed, rounded down so that 100 means everybody; ``None`` of nobody."""
        return 100 * self.passed // self.judged if self.judged else None


@dataclass(frozen=True)
class WrongValue:
    """An answer that a visible check refused, and who gave it.

    ``got`` is the answer or the error, without the line that raised it. ``hint`` is the
    misconception behind the answer where ``known`` says so, else only where to look.
    """

    function: str
    call: str
    got: str
    expected: str
    hint: str
    known: bool
    students: tuple[str, ...]


@dataclass(frozen=True)
class HiddenFailure:
    """What a hidden check looked at, and whose function failed there."""

    function: str
    category: str
    students: tuple[str, ...]


@dataclass(frozen=True)
class Summary:
    """The numbers of a class.

    ``statuses`` counts students, ``late`` those known to be late. ``distribution`` and ``median``
    are of ``counted`` totals: of work that was judged, or given points by hand. ``help`` are the
    students who need some, the lowest total first; ``missing`` those of whom nothing came in;
    ``look`` those whom an instructor should look at by hand, most points at stake first.
    """

    statuses: dict[Status, int]
    late: int
    counted: int
    median: Points | None
    distribution: tuple[Bar, ...]
    functions: tuple[FunctionCount, ...]
    wrong_values: tuple[WrongValue, ...]
    hidden_failures: tuple[HiddenFailure, ...]
    help: tuple[Grade, ...]
    missing: tuple[Grade, ...]
    look: tuple[Grade, ...]


def summarise(grades: ClassGrades) -> Summary:
    """Return the numbers of a class; of an empty one they are zeros and empty."""
    all_ = grades.grades
    statuses = Counter(grade.status for grade in all_)
    totals = [total for grade in all_ if (total := _counted(grade)) is not None]
    return Summary(
        statuses={status: statuses[status] for status in Status},
        late=sum(grade.late is True for grade in all_),
        counted=len(totals),
        median=plain(statistics.median(map(Decimal, totals))) if totals else None,
        distribution=_distribution(totals, sum(f.points for f in grades.exercise.functions)),
        functions=tuple(_count(function.name, all_) for function in grades.exercise.functions),
        wrong_values=_wrong_values(grades),
        hidden_failures=_hidden_failures(grades),
        help=tuple(sorted(filter(_needs_help, all_), key=lambda g: (g.total, g.student))),
        missing=tuple(grade for grade in all_ if grade.status is Status.MISSING),
        look=to_look_at(grades),
    )


def to_look_at(grades: ClassGrades) -> tuple[Grade, ...]:
    """Return whom an instructor should look at by hand, most points at stake first."""
    return tuple(sorted((grade for grade in grades.grades if grade.look), key=_urgency))


def _counted(grade: Grade) -> Points | None:
    return grade.total if grade.verdicts or grade.by_hand else None


def _needs_help(grade: Grade) -> bool:
    """Half of the points or less; whoever attempted nothing has none."""
    total = _counted(grade)
    return total is not None and 2 * total <= grade.possible


def _urgency(grade: Grade) -> tuple[int, bool, bool, str]:
    """Sort by points at stake; of as many, what was not judged first, what is alike last."""
    return (-grade.at_stake, bool(grade.verdicts), grade.listed, grade.student)


def _distribution(totals: list[Points], possible: int) -> tuple[Bar, ...]:
    width = -(-possible // (MOST_BARS - 1))
    starts = [*range(0, possible, width), possible]
    counts = Counter(
        possible if total == possible else int(total // width) * width for total in totals
    )
    return tuple(
        Bar(start, following - 1, counts[start])
        for start, following in zip(starts, [*starts[1:], possible + 1], strict=True)
    )


def _count(function: str, grades: tuple[Grade, ...]) -> FunctionCount:
    found = Counter(g.verdicts[function].outcome for g in grades if function in g.verdicts)
    return FunctionCount(
        function, {outcome: found[outcome] for outcome in Outcome if found[outcome]}
    )


def _wrong_values(grades: ClassGrades) -> tuple[WrongValue, ...]:
    students: dict[tuple[str, str, str, str, str, bool], list[str]] = {}
    for grade, verdict in _failures(grades):
        if verdict.call and verdict.got:
            told = (verdict.call, _without_line(verdict.got), verdict.expected, verdict.hint)
            key = (verdict.function, *told, verdict.known)
            students.setdefault(key, []).append(grade.student)
    found = [WrongValue(*key, tuple(who)) for key, who in students.items()]
    order = _order(grades)
    return tuple(
        sorted(found, key=lambda w: (-len(w.students), order[w.function], w.call, w.got, w.hint))
    )


def _hidden_failures(grades: ClassGrades) -> tuple[HiddenFailure, ...]:
    students: dict[tuple[str, str], list[str]] = {}
    for grade, verdict in _failures(grades):
        if verdict.category and not verdict.call:
            students.setdefault((verdict.function, verdict.category), []).append(grade.student)
    found = [HiddenFailure(*key, tuple(who)) for key, who in students.items()]
    order = _order(grades)
    return tuple(sorted(found, key=lambda h: (-len(h.students), order[h.function], h.category)))


def _failures(grades: ClassGrades) -> list[tuple[Grade, Verdict]]:
    return [
        (grade, verdict)
        for grade in grades.grades
        for verdict in grade.verdicts.values()
        if verdict.outcome is not Outcome.PASSED
    ]


def _order(grades: ClassGrades) -> dict[str, int]:
    return {function.name: i for i, function in enumerate(grades.exercise.functions)}


def _without_line(got: str) -> str:
    """Return an error without the line it stands on, so that the same mistakes are counted as one.

    >>> _without_line("ZeroDivisionError: division by zero (line 14)")
    'ZeroDivisionError: division by zero'
    """
    return re.sub(r" \(line \d+\)$", "", got)
