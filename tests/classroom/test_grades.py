"""A grade's points are exact, its reason is stable, and it says who has to look."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from chunklab.classroom.grades import ClassGrades, Grade, Status
from chunklab.classroom.overrides import Override
from chunklab.grading.judge import Verdict
from chunklab.grading.outcomes import Outcome

One = Callable[..., Grade]

WRONG = Verdict("n_chunks", Outcome.WRONG, category="ends at n", call="n_chunks(1)", got="7")
BROKE = Verdict("chunk_starts", Outcome.RAISED, category="ends at n", got="E: at 0x7f (line 3)")
CRASHED = Verdict("stride", Outcome.CRASHED, "exit status 1")


LOOKED_AT = {"*": Override(None, "wrote it together")}


def by_hand(points: str, reason: str = "oral exam") -> Override:
    return Override(Decimal(points), reason)


def every(one: One, outcome: Outcome) -> list[Verdict]:
    return [Verdict(name, outcome) for name in one("a").points]


def test_points_and_total(one: One) -> None:
    grade = one("a", WRONG, overrides={"stride": by_hand("0.50"), "n_chunks": by_hand("2.0")})
    assert list(grade.points) == [function.name for function in grade.exercise.functions]
    assert grade.points["stride"] == Decimal("0.5")
    assert repr(grade.points["n_chunks"]) == "2", "a whole number is an int again"
    assert str(grade.total) == "14.5"
    assert (grade.possible, grade.passed) == (15, 6)


def test_thirds_and_tenths_add_up_exactly(one: One) -> None:
    tenths = {"stride": by_hand("0.1"), "n_chunks": by_hand("0.2"), "chunk_starts": by_hand("2.7")}
    assert repr(one("a", overrides=tenths).total) == "12"


@pytest.mark.parametrize(
    ("status", "total", "reason"),
    [
        (Status.MISSING, 0, "nothing came in, nothing is earned"),
        (Status.UNREADABLE, 0, "nothing could be checked; an instructor is asked to look"),
        (Status.NOT_JUDGED, None, "a zero would blame the student for broken checks"),
    ],
)
def test_without_verdicts(one: One, status: Status, total: int | None, reason: str) -> None:
    grade = one("a", status=status)
    assert grade.total == total, reason
    assert set(grade.points.values()) == {total}, reason


def test_points_by_hand_for_what_was_not_judged(one: One) -> None:
    some = one("a", status=Status.NOT_JUDGED, overrides={"stride": by_hand("1")})
    assert (some.points["stride"], some.total) == (1, None)
    everything = {name: by_hand("1") for name in some.points}
    assert replace(some, overrides=everything).total == 7


@pytest.mark.parametrize(
    ("unlike", "more", "words"),
    [
        ([], {}, "all 7 functions passed"),
        (
            [],
            {"status": Status.SALVAGED},
            "all 7 functions passed, from a file that is broken in part",
        ),
        ([WRONG], {}, "6 of 7 passed; n_chunks wrong (ends at n)"),
        (
            [WRONG, BROKE, CRASHED],
            {},
            "4 of 7 passed; stride crashed; chunk_starts raised (ends at n); "
            "n_chunks wrong (ends at n)",
        ),
        (
            [Verdict("stride", Outcome.ABSENT), Verdict("n_chunks", Outcome.ABSENT)],
            {"status": Status.SALVAGED},
            "salvaged: 5 of 7 passed; stride, n_chunks absent",
        ),
        (
            [WRONG],
            {"overrides": {"n_chunks": by_hand("1.50")}},
            "6 of 7 passed; n_chunks wrong (ends at n); "
            "n_chunks changed by hand: 1.5 of 2, oral exam",
        ),
        (
            [],
            {"overrides": LOOKED_AT},
            "all 7 functions passed; looked at by hand, points stay: wrote it together",
        ),
        (
            [],
            {"overrides": {"*": by_hand("0", "copied")}},
            "all 7 functions passed; every function changed by hand: 0 points, copied",
        ),
        (
            [],
            {"overrides": {"stride": by_hand("1"), "*": by_hand("0", "copied")}},
            "all 7 functions passed; stride changed by hand: 1 of 1, oral exam; "
            "every other function changed by hand: 0 points, copied",
        ),
        (
            [],
            {"status": Status.UNREADABLE, "problem": "the notebook is cut off"},
            "unreadable: the notebook is cut off",
        ),
        ([], {"status": Status.MISSING}, "missing"),
        ([], {"status": Status.NOT_JUDGED, "problem": "no checks"}, "not judged: no checks"),
    ],
)
def test_the_reason_in_words(
    one: One, unlike: list[Verdict], more: dict[str, object], words: str
) -> None:
    assert one("a", *unlike, **more).reason == words


def test_the_reason_where_there_is_one_function(one: One) -> None:
    grade = one("a")
    alone = replace(grade.exercise, functions=grade.exercise.functions[:1])
    assert replace(grade, exercise=alone).reason == "the function passed"


def test_nothing_attempted(one: One) -> None:
    assert one("a", *every(one, Outcome.NOT_ATTEMPTED)).reason == "nothing attempted"
    assert "absent" in one("a", *every(one, Outcome.ABSENT)).reason


ABSENT = Verdict("stride", Outcome.ABSENT)


@pytest.mark.parametrize(
    ("unlike", "more", "words"),
    [
        ([WRONG, BROKE], {}, []),
        ([ABSENT], {}, []),
        ([ABSENT], {"status": Status.SALVAGED}, ["lost in a broken file: stride"]),
        ([CRASHED, WRONG], {}, ["crashed: stride"]),
        ([], {"listed": False}, ["not in the roster"]),
        ([], {"same_as": ("b", "c")}, ["the same code as b, c"]),
        ([], {"same_as": tuple("bcdef")}, ["the same code as b, c, d and 2 more"]),
        ([], {"status": Status.UNREADABLE}, ["the file could not be read"]),
        (
            [],
            {"status": Status.NOT_JUDGED},
            ["the checks failed, which is not the student's fault"],
        ),
        ([], {"status": Status.MISSING}, []),
        ([], {"taken_in": ("why",), "listed": False}, ["why", "not in the roster"]),
        ([CRASHED], {"overrides": {"stride": by_hand("1")}}, []),
    ],
)
def test_whom_to_look_at(
    one: One, unlike: list[Verdict], more: dict[str, object], words: list[str]
) -> None:
    assert list(one("a", *unlike, **more).look) == words


def test_a_file_with_none_of_the_functions_is_looked_at(one: One) -> None:
    found = one("a", *every(one, Outcome.ABSENT))
    assert found.look == ("none of the functions is in the file",)


@pytest.mark.parametrize(
    "more",
    [
        {"same_as": ("b",)},
        {"listed": False},
        {"status": Status.UNREADABLE},
        {"status": Status.NOT_JUDGED},
    ],
)
def test_every_reason_to_look_can_be_settled(one: One, more: dict[str, Any]) -> None:
    grade = one("a", **more)
    assert grade.look
    looked_at = replace(grade, overrides=LOOKED_AT)
    assert looked_at.look == ()
    assert looked_at.points == grade.points
    everything = {name: by_hand("1") for name in grade.points}
    assert replace(grade, overrides=everything).look == ()


def test_no_points_for_every_function_but_those_with_a_row_of_their_own(one: One) -> None:
    copied = {"*": by_hand("0", "copied")}
    assert one("a", overrides=copied).total == 0
    assert one("a", overrides={**copied, "n_chunks": by_hand("1.5")}).total == Decimal("1.5")
    assert one("a", status=Status.NOT_JUDGED, overrides=copied).total == 0


@pytest.mark.parametrize(
    ("unlike", "more", "points", "reason"),
    [
        ([WRONG], {}, 0, "nothing to look at"),
        ([], {"status": Status.UNREADABLE}, 15, "everything"),
        (
            [],
            {"status": Status.NOT_JUDGED, "overrides": {"n_chunks": by_hand("2")}},
            13,
            "the rest",
        ),
        ([CRASHED, WRONG], {}, 1, "what crashed, not what is wrong"),
        ([ABSENT, BROKE], {"status": Status.SALVAGED}, 1, "what was lost"),
        ([CRASHED], {"overrides": {"stride": by_hand("0")}, "listed": False}, 0, "decided"),
        ([CRASHED], {"overrides": LOOKED_AT}, 0, "settled"),
        ([], {"same_as": ("b",), "listed": False}, 0, "looking at them adds none"),
    ],
)
def test_points_at_stake(
    one: One, unlike: list[Verdict], more: dict[str, Any], points: int, reason: str
) -> None:
    assert one("a", *unlike, **more).at_stake == points, reason


def test_a_student_has_one_row(one: One) -> None:
    for students in ("aa", "ba"):
        with pytest.raises(ValueError, match="one a student, sorted"):
            ClassGrades(one("a").exercise, tuple(map(one, students)))
