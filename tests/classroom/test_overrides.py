"""What an instructor decides by hand is taken exactly as written, and no mistake is passed over."""

from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chunklab.classroom.overrides import Override, Overrides, apply, looked_at, read
from chunklab.course.errors import CourseError
from chunklab.course.index import Course

EXERCISE = Course.load(Path(__file__).parents[2]).exercise("overlap")
OTHER = replace(
    EXERCISE,
    name="cuts",
    functions=tuple(
        replace(EXERCISE.functions[0], name=name) for name in ("n_cuts", "chunk_with_overlap")
    ),
)
HEADER = "student,function,points,reason\n"


def reading(tmp_path: Path, text: str | bytes) -> Overrides:
    path = tmp_path / "overrides.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    before = path.read_bytes()
    try:
        return read(path, EXERCISE, [EXERCISE, OTHER])
    finally:
        assert path.read_bytes() == before


ONE = {"ann": {"stride": Override(Decimal("0.5"), "oral exam")}}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HEADER + "ann,stride,0.5,oral exam\n", "as the documentation has it"),
        ("\ufeff" + HEADER + "ann,stride,0.5,oral exam", "a byte order mark, no line end"),
        (HEADER.replace(",", ";") + "ann;stride;0,5;oral exam\n", "a spreadsheet's decimal comma"),
        ("reason,points,function,student\noral exam,0.5,stride,ann\n", "columns in another order"),
        (HEADER + ' ann ,stride, 0.5 ,"oral\r\n exam"\r\n', "spaces and a line break in a cell"),
        (HEADER + ",,,\n\nann,stride,0.5,oral exam\n,,\n", "rows that a spreadsheet left empty"),
        ("Student;FUNCTION;Points;Reason\r\nann;stride;0,5;oral exam\r\n", "a header in any case"),
        (HEADER.replace(",", "\t") + "ann\tstride\t0,5\toral exam\n", "tabs"),
        ((HEADER + "ann,stride,0.5,oral exam\n").encode("utf-16"), "a spreadsheet's Unicode text"),
        (HEADER.replace("\n", "\r") + "ann,stride,0.5,oral exam\r", "line ends of old systems"),
    ],
)
def test_read(tmp_path: Path, text: str | bytes, reason: str) -> None:
    assert reading(tmp_path, text).by_student == ONE, reason


def test_the_encoding_of_a_western_spreadsheet(tmp_path: Path) -> None:
    found = reading(tmp_path, (HEADER + "Müller,stride,1,oral – late\n").encode("cp1252"))
    assert found.by_student == {"Müller": {"stride": Override(Decimal(1), "oral – late")}}


WIDE = HEADER.replace("\n", ",exercise\n")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HEADER + "ann,stride,0.5,oral exam\nbo,n_cuts,1,oral\n", "only another has n_cuts"),
        (WIDE + "ann,stride,0.5,oral exam,overlap\nbo,n_cuts,1,oral,cuts\n", "both are named"),
        (WIDE + "ann,stride,0.5,oral exam,\nbo,n_cuts,1,oral,\n", "blank is as without"),
        (WIDE + "ann,stride,0.5,oral exam\n", "the last cell may be left out"),
        (WIDE + "ann,stride,0.5,oral exam\nbo,chunk_with_overlap,1,oral,cuts\n", "in both"),
        (WIDE + "ann,stride,0.5,oral exam\nbo,n_cuts,99,,cuts\n", "told when cuts is graded"),
    ],
)
def test_rows_of_other_exercises_are_passed_over(tmp_path: Path, text: str, reason: str) -> None:
    assert reading(tmp_path, text).by_student == ONE, reason


def test_a_name_in_two_exercises_counts_for_the_one_that_is_graded(tmp_path: Path) -> None:
    path = tmp_path / "overrides.csv"
    path.write_text(HEADER + "ann,chunk_with_overlap,1,oral exam\n")
    for exercise in (EXERCISE, OTHER):
        found = read(path, exercise, [EXERCISE, OTHER])
        assert list(found.by_student["ann"]) == ["chunk_with_overlap"]


@pytest.mark.parametrize(("cell", "points"), [("", None), ("0", Decimal(0))])
def test_every_function_in_one_row(tmp_path: Path, cell: str, points: Decimal | None) -> None:
    found = reading(tmp_path, HEADER + f"ann,*,{cell},looked at\nann,stride,1,oral exam\n")
    assert found.by_student["ann"] == {
        "*": Override(points, "looked at"),
        "stride": Override(Decimal(1), "oral exam"),
    }


def test_every_function_of_one_exercise(tmp_path: Path) -> None:
    found = reading(tmp_path, WIDE + "ann,*,0,copied,cuts\nbo,*,0,copied,overlap\nbea,*,,fine,\n")
    assert sorted(found.by_student) == ["bea", "bo"]


@given(st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1))
@example('Müller, "Ö."')
def test_the_row_of_who_was_looked_at_is_read_again(student: str) -> None:
    with TemporaryDirectory() as folder:
        found = reading(Path(folder), HEADER + looked_at(student) + "\n")
    assert found.by_student == {student: {"*": Override(None, "looked at")}}


def test_no_file_and_no_rows_are_no_overrides(tmp_path: Path) -> None:
    assert read(tmp_path / "overrides.csv", EXERCISE).by_student == {}
    assert reading(tmp_path, HEADER).by_student == {}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["line 1", "header must be student,function,points,reason"]),
        ("student,function,points\n", ["line 1", "header", "'student,function,points'"]),
        ("student,function,points,reason,note\n", ["line 1", "header", "note"]),
        ("ann,stride,1,oral\n", ["line 1", "header", "'ann,stride,1,oral'"]),
        (HEADER + "ann,strid,1,oral\n", ["line 2", "function", "'strid'", "Did you mean 'stride'"]),
        (WIDE + "ann,stride,1,oral,cut\n", ["line 2", "exercise", "overlap, cuts", "'cut'"]),
        (WIDE + "ann,n_cuts,1,oral,overlap\n", ["line 2", "function", "'n_cuts'"]),
        (HEADER + "ann,*,7,oral\n", ["line 2", "blank or 0", "points stay", "'7'"]),
        (HEADER + "ann,*,,\n", ["line 2", "reason must not be blank"]),
        (HEADER + "ann,*,,a\nann,*,0,b\n", ["line 3", "'ann' on line 2", "'*'"]),
        (HEADER + "ann,,1,oral\n", ["line 2", "function must not be blank", "''"]),
        (HEADER + "ann,stride,one,oral\n", ["line 2", "points", "from 0 to 1", "'one'"]),
        (HEADER + "ann,stride,2,oral\n", ["line 2", "points", "from 0 to 1", "'2'"]),
        (HEADER + "ann,stride,-1,oral\n", ["line 2", "points", "from 0 to 1", "'-1'"]),
        (HEADER + "ann,stride,NaN,oral\n", ["points", "'NaN'"]),
        (HEADER + "ann,stride,1e-9,oral\n", ["points", "'1e-9'"]),
        (HEADER + "ann,stride,١,oral\n", ["points", "'١'"]),
        (HEADER + 'ann,stride,"0,5",oral\n', ["points", "'0,5'"]),
        (HEADER + "ann,stride,,oral\n", ["points", "''"]),
        (HEADER + "ann,stride,1, \n", ["line 2", "reason must not be blank"]),
        (HEADER + ",stride,1,oral\n", ["line 2", "student must not be blank"]),
        (
            HEADER + "ann,stride,1,oral\nbo,stride,1,oral\nann,stride,0,copied\n",
            ["line 4", "function", "'ann' on line 2", "'stride'"],
        ),
        (HEADER + "ann,stride,1,oral, and more\n", ["line 2", "4 cells", "got 5", "quotes"]),
        (HEADER + 'ann,stride,1,"oral\n', ["line 2", "not CSV"]),
        (HEADER + 'bo,stride,1,"two\nlines"\nann,stride,2,oral\n', ["line 4", "points"]),
        (HEADER + "ann,stride,1,oral\n" * 200_000, ["cannot be read", "1,000,000 characters"]),
    ],
)
def test_a_mistake_is_named_with_file_line_column_value_and_rule(
    tmp_path: Path, text: str | bytes, words: list[str]
) -> None:
    with pytest.raises(CourseError) as caught:
        reading(tmp_path, text)
    for word in [str(tmp_path / "overrides.csv"), *words]:
        assert word in str(caught.value)


def test_every_student_gets_theirs(tmp_path: Path) -> None:
    found = reading(tmp_path, HEADER + "ann,stride,0.5,oral exam\n")
    assert apply(found, ["ann", "bo"]) == {**ONE, "bo": {}}


def test_a_student_who_is_not_of_the_class_is_an_error(tmp_path: Path) -> None:
    found = reading(tmp_path, HEADER + "bo,stride,1,oral\nanne,stride,1,oral\n")
    with pytest.raises(CourseError, match=r"line 3: student .* 'anne'. Did you mean 'ann'\?"):
        apply(found, ["ann", "bo"])
    with pytest.raises(CourseError, match=r"got 'bo'\.$"):
        apply(found, ["zoe"])
