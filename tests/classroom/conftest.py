"""A class of thirty: every status, every outcome, overrides, and people with difficult names."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from chunklab.classroom.grades import ClassGrades, Grade, Status
from chunklab.classroom.overrides import Override
from chunklab.course.index import Course, Exercise
from chunklab.grading.judge import Verdict
from chunklab.grading.outcomes import Outcome

ROOT = Path(__file__).parents[2]
EXERCISE = Course.load(ROOT).exercise("overlap")
NAMES = [function.name for function in EXERCISE.functions]

DUE = datetime(2025, 3, 14, 22, 0, tzinfo=UTC)
BEFORE = datetime(2025, 3, 13, 9, 30, tzinfo=UTC)
AFTER = datetime(2025, 3, 15, 7, 5, tzinfo=UTC)

MINUS_ONE = Verdict(
    "n_chunks",
    Outcome.WRONG,
    category="the last chunk ends exactly at n",
    hint="The last chunk here is only overlap: stop with the first chunk whose end reaches n.",
    call="n_chunks(950, 200, 50)",
    got="7",
    expected="6",
    difference="expected 6, got 7",
    known=True,
)
ADDS = Verdict(
    "stride",
    Outcome.WRONG,
    category="the worked example",
    hint="250 adds the overlap: 50 tokens between two chunks would be in neither.",
    call="stride(200, 50)",
    got="250",
    expected="150",
    difference="expected 150, got 250",
    known=True,
)
LONG = Verdict(
    "chunk_starts",
    Outcome.WRONG,
    category="a long document",
    hint="Compare your starts with the ones you get by hand, one after another.",
    call="chunk_starts(100000, 200, 50)",
    got="[0, 150, 300, 450, 600, 750, 900, 1050, 1200, 1350... 99150, 99300, 99450, 99600]",
    expected="[0, 150, 300, 450, 600, 750, 900, 1050, 1200, 1350... 99300, 99450, 99600, 99750]",
    difference="expected 666 items, got 665: 99750 at index 665 is missing",
    output="".join(f"start is now {150 * i}\n" for i in range(3000)),
)
HIDDEN = Verdict(
    "chunk_lengths",
    Outcome.WRONG,
    category="one token more than the chunks hold",
    hint="Draw small documents by hand, such as n = 7, size = 4, overlap = 1, and compare.",
)
CRASHED = Verdict(
    "stored_positions",
    Outcome.CRASHED,
    reason="the process ended with exit status 0",
    category="the worked example",
    hint="Six chunks of 200 and one of 100.",
    call="stored_positions(1000, 200, 50)",
)
HELPED = Verdict("n_chunks", Outcome.PASSED, "with correct answers of chunk_starts, not its own")
HOSTILE = Verdict(
    "chunk_with_overlap",
    Outcome.WRONG,
    category="the worked example",
    hint="Take slices.",
    call="chunk_with_overlap(['a', 'b'], 1, 0)",
    got="'<script>alert(\"got\")</script>\u202e'",
    expected="[['a'], ['b']]",
    difference="expected a list, got a string",
    output="</pre><script>alert('out')</script>\x1b[31m\x00 &amp; \ud800\n" + "x" * 60_000,
)


def raised(line: int) -> Verdict:
    return Verdict(
        "duplication_factor",
        Outcome.RAISED,
        category="an empty document",
        hint="For n = 0 there is nothing to divide by: say so with a ValueError.",
        call="duplication_factor(0, 200, 50)",
        got=f"ZeroDivisionError: division by zero (line {line})",
        expected="ValueError",
    )


def plain(outcome: Outcome, reason: str = "") -> Callable[[str], Verdict]:
    return lambda function: Verdict(function, outcome, reason)


NOT_YET = plain(Outcome.NOT_ATTEMPTED, "line 31 still says raise NotImplementedError")
ABSENT = plain(Outcome.ABSENT, "no function of this name is defined")
SLOW = plain(Outcome.TIMED_OUT, "more than 1 s of computing")


def verdicts(*unlike: Verdict) -> dict[str, Verdict]:
    """Return a verdict for every function: those given, else passed."""
    given = {verdict.function: verdict for verdict in unlike}
    return {name: given.get(name, Verdict(name, Outcome.PASSED)) for name in NAMES}


def grade(student: str, *unlike: Verdict, status: Status = Status.GRADED, **more: Any) -> Grade:
    """Return a grade whose functions passed but for the verdicts given."""
    judged = status in (Status.GRADED, Status.SALVAGED)
    handed_in: dict[str, Any] = {"file": "overlap.py", "submitted": BEFORE, "late": False}
    if status is Status.MISSING:
        handed_in = {}
    found = verdicts(*unlike) if judged else {}
    return Grade(EXERCISE, student, status, **{"verdicts": found, **handed_in, **more})


def class_of(grades: Sequence[Grade], exercise: Exercise = EXERCISE, **more: Any) -> ClassGrades:
    return ClassGrades(exercise, tuple(sorted(grades, key=lambda g: g.student)), **more)


def by_hand(points: str, reason: str) -> Override:
    return Override(Decimal(points), reason)


THIRTY = [
    *(grade(f"s{number:02}", name=f"Student {number}") for number in range(1, 6)),
    *(grade(f"s{number:02}", MINUS_ONE, name=f"Student {number}") for number in range(8, 12)),
    grade("s12", ADDS, HELPED, name="Anna Berg", id="00417", email="anna.berg@uni.example"),
    grade("s13", ADDS, MINUS_ONE, raised(14), name="Bilal Ünal"),
    grade("s14", raised(61), name="Chloé d'Ésprit"),
    grade("s15", LONG, name="Dmitri", late=True, submitted=AFTER),
    grade("s16", HIDDEN, name="Eun-ji 김"),
    grade("s17", HIDDEN, SLOW("chunk_starts"), name="Faisal فيصل"),
    grade("s18", CRASHED, name="Gwen"),
    grade("s19", *map(NOT_YET, NAMES), name="Hugo"),
    grade("s20", *map(NOT_YET, NAMES[2:]), ADDS, name="Ines"),
    grade("s21", *map(ABSENT, NAMES[5:]), status=Status.SALVAGED, name="Jun",
          notes=("skipped: SyntaxError: '(' was never closed (line 88)",)),
    grade("s22", status=Status.UNREADABLE, problem="the notebook is cut off after 812 bytes",
          file="lesson (1).ipynb"),
    grade("s23", status=Status.MISSING, name="Lena"),
    grade("s24", status=Status.NOT_JUDGED, name="Mo", problem="the checks did not run"),
    grade("s25", MINUS_ONE, HIDDEN, name="Nora",
          overrides={"n_chunks": by_hand("1.5", "off by one, <b>explained</b> in the oral exam"),
                     "chunk_lengths": by_hand("0", "copied")}),
    grade("s26", status=Status.MISSING, name="Otto",
          overrides={name: by_hand("1", "oral exam") for name in NAMES}),
    grade("s27", name="Pia", same_as=("s05",),
          overrides={"*": by_hand("0", "copied, as they both say")}),
    grade("s28", name="Quentin", same_as=("s06",),
          overrides={"*": Override(None, "wrote it in pairs, as allowed")}),
    grade("Müller, Ö.", name="Östen Müller", listed=False, same_as=("s01", "s02"),
          notes=("2 other attempts were set aside: overlap(1).py, overlap(2).py",)),
    grade("-12", id="+49", email="@sum", name="=HYPERLINK(\"http://example.org\")",
          late=None, submitted=None),
    grade("<script>alert(1)</script>", HOSTILE, name="\"><img src=x onerror=alert(1)>\u202egnp"),
    grade("con", SLOW("chunk_with_overlap"), name="Connor", file="../../con.py"),
]  # fmt: skip


@pytest.fixture
def thirty() -> ClassGrades:
    """The class of thirty."""
    return class_of(
        THIRTY,
        due=DUE,
        layers=("limits", "landlock", "seccomp"),
        refused=("notes.docx: neither a Python file nor a notebook",),
    )


@pytest.fixture
def one() -> Callable[..., Grade]:
    """Make a grade for one student; see :func:`grade`."""
    return grade
