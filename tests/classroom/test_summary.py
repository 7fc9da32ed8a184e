"""The numbers of the class report, on classes small enough to count by hand."""

from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

from chunklab.classroom.grades import ClassGrades, Grade, Status
from chunklab.classroom.overrides import Override
from chunklab.classroom.summary import Bar, FunctionCount, HiddenFailure, WrongValue, summarise
from chunklab.grading.judge import Verdict
from chunklab.grading.outcomes import Outcome

One = Callable[..., Grade]

SEVEN = Verdict(
    "n_chunks", Outcome.WRONG, "", "ends at n", "Only overlap.", "n_chunks(9)", "7", "6", known=True
)
EIGHT = replace(SEVEN, got="8", hint="Think again.", known=False)
HIDDEN = Verdict("n_chunks", Outcome.WRONG, category="no overlap", hint="Draw it.")


def raised(line: int) -> Verdict:
    got = f"ZeroDivisionError: division by zero (line {line})"
    return Verdict("stride", Outcome.RAISED, "", "c", "h", "stride(0)", got, "ValueError")


def class_of(*grades: Grade) -> ClassGrades:
    return ClassGrades(grades[0].exercise, grades)


def test_wrong_values_are_counted_by_call_and_answer(one: One) -> None:
    found = summarise(class_of(one("a", EIGHT), one("b", SEVEN), one("c", SEVEN), one("d", HIDDEN)))
    assert found.wrong_values == (
        WrongValue("n_chunks", "n_chunks(9)", "7", "6", "Only overlap.", True, ("b", "c")),
        WrongValue("n_chunks", "n_chunks(9)", "8", "6", "Think again.", False, ("a",)),
    )


def test_the_same_error_on_another_line_is_the_same_answer(one: One) -> None:
    found = summarise(class_of(one("a", raised(3)), one("b", raised(14)))).wrong_values
    assert [(each.got, each.students) for each in found] == [
        ("ZeroDivisionError: division by zero", ("a", "b"))
    ]


def test_what_gave_no_value_is_no_wrong_value(one: One) -> None:
    slow = Verdict("stride", Outcome.TIMED_OUT, "1 s", call="stride(1)", expected="1")
    assert summarise(class_of(one("a", slow))).wrong_values == ()


def test_hidden_failures_by_category_only(one: One) -> None:
    other = replace(HIDDEN, function="stride")
    found = summarise(class_of(one("a", HIDDEN), one("b", HIDDEN, other))).hidden_failures
    assert found == (
        HiddenFailure("n_chunks", "no overlap", ("a", "b")),
        HiddenFailure("stride", "no overlap", ("b",)),
    )


def test_the_share_that_passed_is_of_those_judged(one: One) -> None:
    given = {"n_chunks": Override(Decimal(2), "oral exam")}
    grades = class_of(
        one("a"), one("b", SEVEN, overrides=given), one("c"), one("d", status=Status.MISSING)
    )
    share = {each.function: each for each in summarise(grades).functions}
    assert (share["n_chunks"].passed, share["n_chunks"].judged) == (2, 3)
    assert share["n_chunks"].outcomes == {Outcome.PASSED: 2, Outcome.WRONG: 1}
    assert (share["n_chunks"].percent, share["stride"].percent) == (66, 100)


def test_nearly_everybody_is_not_a_hundred_percent() -> None:
    assert FunctionCount("f", {Outcome.PASSED: 999, Outcome.WRONG: 1}).percent == 99
    assert FunctionCount("f", {}).percent is None


def test_distribution_and_median_of_what_was_judged_or_decided(one: One) -> None:
    half = {"stride": Override(Decimal("0.5"), "late idea")}
    found = summarise(
        class_of(
            one("a"),
            one("b", SEVEN),
            one("c", overrides=half),
            one("d", status=Status.MISSING, overrides={"*": Override(None, "looked at")}),
            one("e", status=Status.NOT_JUDGED),
        )
    )
    assert (found.counted, str(found.median)) == (3, "14.5")
    assert [bar.lowest for bar in found.distribution] == list(range(16))
    counts = {bar.lowest: bar.count for bar in found.distribution if bar.count}
    assert counts == {13: 1, 14: 1, 15: 1}, "14.5 counts with 14, only full marks are 15"


def test_a_large_exercise_has_wider_bars(one: One) -> None:
    exercise = one("a").exercise
    large = replace(exercise, functions=(replace(exercise.functions[0], points=50),))
    (grade,) = [replace(one("a"), exercise=large)]
    bars = summarise(class_of(grade)).distribution
    assert bars[0] == Bar(0, 2, 0)
    assert bars[-2:] == (Bar(48, 49, 0), Bar(50, 50, 1))
    assert [bar.lowest for bar in bars[1:]] == [bar.highest + 1 for bar in bars[:-1]]
    assert [str(bar) for bar in (bars[0], bars[-1])] == ["0 to 2", "50"]


def test_who_needs_help(one: One) -> None:
    points = {"a": "7.5", "b": "7.6", "c": "0", "d": "2"}
    none = [Verdict(name, Outcome.NOT_ATTEMPTED) for name in one("a").points]
    grades = []
    for student, total in points.items():
        left = Decimal(total)
        given = {}
        for function in one("a").exercise.functions:
            given[function.name] = Override(min(left, Decimal(function.points)), "x")
            left -= given[function.name].points
        grades.append(one(student, overrides=given))
    absent = one("f", status=Status.MISSING)
    found = summarise(class_of(*grades, one("e", *none), absent))
    assert [grade.student for grade in found.help] == ["c", "e", "d", "a"]
    assert found.missing == (absent,), "whose work is missing is listed apart"


def test_statuses_late_and_look(one: One) -> None:
    grades = class_of(one("a", late=True), one("b", late=None, listed=False), one("c"))
    found = summarise(grades)
    assert found.statuses == {status: 3 if status is Status.GRADED else 0 for status in Status}
    assert found.late == 1
    assert [grade.student for grade in found.look] == ["b"]


def test_most_points_at_stake_are_looked_at_first(one: One) -> None:
    crashed = [Verdict(name, Outcome.CRASHED) for name in one("a").points]
    found = summarise(
        class_of(
            one("a", same_as=("z",)),
            one("b", listed=False),
            one("c", crashed[0]),
            one("d", *crashed),
            one("e", status=Status.UNREADABLE),
            one("f", status=Status.NOT_JUDGED),
            one("g", *crashed[:2]),
            one("h", same_as=("z",)),
            one("i"),
        )
    )
    assert [grade.student for grade in found.look] == list("efdgcbah")


def test_an_empty_class(one: One) -> None:
    found = summarise(ClassGrades(one("a").exercise, ()))
    assert (found.counted, found.median, found.wrong_values, found.help) == (0, None, (), ())
    assert {each.percent for each in found.functions} == {None}
