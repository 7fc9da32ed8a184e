"""The roster: who is in the class, by an optional CSV file, and which of them a name means.

The file begins with a line of column names. ``student``, the identifier as it stands in the names
of files or folders, is needed; ``name``, ``id`` (the LMS's number) and ``email`` may be there, and
any other column is ignored. Commas, semicolons and tabs separate.
"""

from __future__ import annotations

import csv
import io
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from chunklab.classroom.names import Owner, alike
from chunklab.course.errors import CourseError
from chunklab.grading.source import Unreadable, read_source


@dataclass(frozen=True)
class Student:
    """One row of the roster; all but ``student`` may be empty."""

    student: str
    name: str = ""
    id: str = ""
    email: str = ""


class Roster:
    """The students of a class, in the order of the file."""

    def __init__(self, students: Iterable[Student]) -> None:
        """Take students whose identifiers are all different."""
        self.students = tuple(students)
        # Of two keys the earlier is the surer one, and a name is looked up in all of one table
        # before the next.
        self._by_number = _table((s.id, s) for s in self.students)
        self._by_key = [
            _table((alike(s.student), s) for s in self.students),
            _table((_letters(s.student), s) for s in self.students),
            _table((key, s) for s in self.students for key in _keys_of_name(s)),
        ]

    @classmethod
    def read(cls, path: Path) -> Roster:
        """Read the CSV file ``path``; ``CourseError`` names the line and the rule it breaks."""
        try:
            text = read_source(path.name, path.read_bytes()).text
        except OSError as error:
            raise CourseError(f"The roster {path} cannot be read: {error.strerror}.") from error
        except Unreadable as error:
            raise CourseError(f"The roster {path} cannot be read: {error}.") from error
        return cls(_students(text, path))

    def find(self, owner: Owner) -> Student | None:
        """Return whom a submission belongs to; ``None`` for nobody, or for more than one.

        The LMS's number counts most, then the identifier, then what can be made of name and email.
        """
        if owner.number and (student := self._by_number.get(owner.number)):
            return student
        for table, key in zip(
            self._by_key,
            (alike(owner.student), _letters(owner.student), _letters(owner.student)),
            strict=True,
        ):
            if key in table:
                return table[key]
        return None


def _table(pairs: Iterable[tuple[str, Student]]) -> dict[str, Student | None]:
    """Return whom each key means: ``None`` where it means two."""
    table: dict[str, Student | None] = {}
    for key, student in pairs:
        if key:
            table[key] = student if table.get(key, student) is student else None
    return table


def _keys_of_name(student: Student) -> Iterator[str]:
    """Yield the name in every order that an LMS makes of it, and the email's local part.

    The identifier may be a name too, as in a list that has no other column.
    """
    for name in (student.name, student.student):
        words = name.replace(",", " ").split()
        for i in range(len(words)):  # "Smith, Anna", "annasmith", "smithanna"
            yield _letters(" ".join(words[i:] + words[:i]))
    yield _letters(student.email.partition("@")[0])


def _letters(text: str) -> str:
    """Return only letters and digits, without accents: what an LMS leaves of a name.

    >>> _letters("Müller-Núñez, Zoë"), _letters("राम") == _letters("रीमा")
    ('mullernunezzoe', False)
    """
    # Marks of class 0 are no accents: they are the vowels of Indian and Thai names.
    return "".join(
        each
        for each in unicodedata.normalize("NFKD", text).casefold()
        if each.isalnum()
        or (unicodedata.category(each)[0] == "M" and not unicodedata.combining(each))
    )


def _students(text: str, path: Path) -> Iterator[Student]:
    header = next((line for line in text.splitlines() if line.strip()), "")
    # csv.Sniffer guesses by the values, which may hold any character.
    delimiter = max(",;\t", key=header.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    lines: dict[str, int] = {}
    columns: list[str] = []
    try:
        for row in rows:
            values = [value.strip() for value in row]
            if not any(values):
                continue
            if not columns:
                columns = [value.lower() for value in values]
                if columns.count("student") != 1:
                    raise _error(
                        path,
                        rows.line_num,
                        f"there must be one column student, got {header[:80]!r}",
                    )
                continue
            fields = dict(zip(columns, values, strict=False))
            student = fields.get("student", "")
            if student == "Points Possible":  # a line of Canvas' gradebook that is no student's
                continue
            if not student:
                raise _error(path, rows.line_num, "student must not be blank")
            if first := lines.get(alike(student)):
                raise _error(
                    path,
                    rows.line_num,
                    f"student must be different in every line, got {student!r} as in line {first}; "
                    "give the two different identifiers, as in the names of their files",
                )
            lines[alike(student)] = rows.line_num
            yield Student(
                **{key: fields.get(key, "") for key in ("student", "name", "id", "email")}
            )
    except csv.Error as error:
        raise _error(path, rows.line_num, f"this is no CSV: {error}") from error
    if not columns:
        raise _error(path, 1, "there must be one column student, and the file is empty")


def _error(path: Path, line: int, rule: str) -> CourseError:
    return CourseError(f"The roster {path}, line {line}: {rule}.")
