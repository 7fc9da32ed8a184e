"""Points that an instructor gives by hand, in a file that grading reads and never writes.

``overrides.csv`` lies beside the submissions and has the columns student, function, points and
reason, and exercise where it speaks of several. Because it is the instructor's own file, grading
again cannot lose what it says; because a mistake in it would be a wrong grade, none is passed over.
"""

import csv
import difflib
import io
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from chunklab.course import files
from chunklab.course.errors import CourseError
from chunklab.course.index import Exercise
from chunklab.grading.source import Unreadable, read_source

COLUMNS = ("student", "function", "points", "reason")
EXERCISE = "exercise"
"""A column that may be there too, at any place."""
EVERY = "*"
"""Stands for every function that has no row of its own."""


@dataclass(frozen=True)
class Override:
    """What one student gets for one function instead of what was judged, and why.

    ``points`` are ``None`` where somebody has looked and left them as they are.
    """

    points: Decimal | None
    reason: str


@dataclass(frozen=True)
class Overrides:
    """The overrides of one file: by student, then by function or :data:`EVERY`.

    ``lines`` says on which line each student is named first.
    """

    path: Path
    by_student: Mapping[str, Mapping[str, Override]] = field(default_factory=dict)
    lines: Mapping[str, int] = field(default_factory=dict)


def read(path: Path, exercise: Exercise, course: Sequence[Exercise] = ()) -> Overrides:
    """Return the overrides that ``path`` holds for ``exercise``; none where there is no such file.

    ``course`` are all exercises that the file may speak of. A row that names another one is passed
    over; its mistakes are told when that is graded. A row that names none counts for ``exercise``
    if that has the function, also where others have one of the same name, and is passed over if
    only others have it. The function ``*`` means every one without a row of its own: with 0 points
    they get none, with blank points they have been looked at and stay as they are. It is a name
    that every exercise has.

    Commas, semicolons or tabs may separate the columns, as spreadsheets write them; points may have
    a decimal comma where no comma separates. Empty rows count for nothing. ``CourseError`` names
    file, line, column, value and the rule that is broken.
    """
    content = files.read(path)
    if content is None:
        return Overrides(path)
    by_student: dict[str, dict[str, Override]] = {}
    lines: dict[str, int] = {}
    first: dict[tuple[str, str], int] = {}
    for row in _rows(path, content):
        if row.is_for_another(exercise, course):
            continue
        student, function = row.text("student"), row.function(exercise)
        if earlier := first.get((student, function)):
            raise row.error("function", f"was given to {student!r} on line {earlier} already")
        if function == EVERY:
            points = row.points_of_every()
        else:
            points = row.points(exercise.function(function).points)
        override = Override(points, row.text("reason"))
        first[student, function] = row.line
        lines.setdefault(student, row.line)
        by_student.setdefault(student, {})[function] = override
    return Overrides(path, by_student, lines)


def looked_at(student: str) -> str:
    """Return the row that says of ``student``: somebody has looked, and the points stay.

    >>> looked_at("Berg, Anna")
    '"Berg, Anna",*,,looked at'
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow([student, EVERY, "", "looked at"])
    return text.getvalue()


def apply(overrides: Overrides, students: Collection[str]) -> dict[str, Mapping[str, Override]]:
    """Return the overrides of every student of the class, by function; most have none.

    ``CourseError`` for a row that names no student of the class: it would be lost in silence.
    """
    for student, line in overrides.lines.items():
        if student not in students:
            close = difflib.get_close_matches(student, students, n=1)
            question = f" Did you mean {close[0]!r}?" if close else ""
            raise CourseError(
                f"{overrides.path}, line {line}: student must be one of the class, got "
                f"{student!r}.{question}"
            )
    return {student: overrides.by_student.get(student, {}) for student in students}


@dataclass(frozen=True)
class _Row:
    """One row of the file; its methods return a column's value or say which rule it breaks."""

    path: Path
    line: int
    cells: dict[str, str]
    decimal_comma: bool

    def error(self, column: str, rule: str) -> CourseError:
        return CourseError(
            f"{self.path}, line {self.line}: {column} {rule}, got {self.cells[column]!r}"
        )

    def text(self, column: str) -> str:
        value = " ".join(self.cells[column].split())
        if not value:
            raise self.error(column, "must not be blank")
        return value

    def is_for_another(self, exercise: Exercise, course: Sequence[Exercise]) -> bool:
        names = [each.name for each in course] or [exercise.name]
        if named := self.cells.get(EXERCISE):
            if named not in names:
                raise self.error(EXERCISE, f"must be one of {', '.join(names)}")
            return named != exercise.name
        if self.cells["function"] == EVERY:
            return False
        having = [each for each in course if self._names_function_of(each)]
        return bool(having) and exercise not in having

    def _names_function_of(self, exercise: Exercise) -> bool:
        return self.cells["function"] in [function.name for function in exercise.functions]

    def function(self, exercise: Exercise) -> str:
        name = self.text("function")
        if name == EVERY:
            return name
        try:
            return exercise.function(name).name
        except CourseError as error:
            raise CourseError(f"{self.path}, line {self.line}, column function: {error}") from error

    def points_of_every(self) -> Decimal | None:
        value = self.cells["points"]
        if value not in ("", "0"):
            raise self.error(
                "points",
                f"must be blank or 0 where the function is {EVERY}: blank means that you have "
                "looked and the points stay, 0 that there are none",
            )
        return Decimal(0) if value else None

    def points(self, most: int) -> Decimal:
        value = self.text("points")
        if self.decimal_comma:
            value = value.replace(",", ".")
        # No exponent and no NaN; so few digits that a total is exact, also as a JSON number.
        if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,4})?", value) or Decimal(value) > most:
            raise self.error("points", f"must be a number from 0 to {most}, such as 1 or 0.5")
        return Decimal(value)


def _rows(path: Path, content: bytes) -> list[_Row]:
    try:
        text = read_source(path.name, content).text
    except Unreadable as error:
        raise CourseError(f"{path} cannot be read: {error}.") from error
    first = text.partition("\n")[0]
    separator = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    records: list[tuple[int, list[str]]] = []
    line = 1
    try:
        for record in reader:
            records.append((line, [cell.strip() for cell in record]))
            line = reader.line_num + 1  # a quoted reason may have several lines
    except csv.Error as error:
        raise CourseError(f"{path}, line {line}: this is not CSV: {error}.") from error
    header = [cell.lower() for cell in records[0][1]] if records else []
    if sorted(header) not in (sorted(COLUMNS), sorted((*COLUMNS, EXERCISE))):
        raise CourseError(
            f"{path}, line 1: the header must be {','.join(COLUMNS)}, and {EXERCISE} if you like, "
            f"got {first!r}"
        )
    rows = []
    for line, record in records[1:]:
        if header[-1] == EXERCISE and len(record) == len(COLUMNS):
            record = [*record, ""]  # written by hand: the last cell may be left out
        if len(record) != len(header) and any(record):
            raise CourseError(
                f"{path}, line {line}: a row must have {len(header)} cells, got {len(record)}: "
                f"{separator.join(record)!r}. Put quotes around a text that holds {separator!r}."
            )
        if any(record):
            cells = dict(zip(header, record, strict=True))
            rows.append(_Row(path, line, cells, decimal_comma=separator != ","))
    return rows
