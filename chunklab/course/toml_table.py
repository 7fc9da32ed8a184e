"""Tables of the course's TOML files, read with errors that say where, which key and what rule."""

import keyword
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from chunklab.course.errors import CourseError


@dataclass(frozen=True)
class Table:
    """A table of a file: ``values`` by key, and ``where`` it stands, in words.

    Every method that takes a key returns its value, or raises ``CourseError`` that names file,
    table, key, value and the rule that it breaks.

    >>> table = Table("course.toml, [[exercise]] 1", {"minutes": 60})
    >>> table.count("minutes")
    60
    >>> table.text("title")
    Traceback (most recent call last):
    chunklab.course.errors.CourseError: course.toml, [[exercise]] 1: title must be a text that is \
not blank, and is missing
    """

    where: str
    values: dict[str, Any]

    @classmethod
    def read(cls, path: Path) -> "Table":
        """Return the top table of a file; fractions are kept exact, as ``Decimal``."""
        try:
            values = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
        except OSError as error:
            raise CourseError(f"{path} cannot be read: {error.strerror}.") from error
        except ValueError as error:  # not TOML, or not UTF-8
            raise CourseError(f"{path} is not a TOML file: {error}.") from error
        return cls(str(path), values)

    def error(self, key: str, rule: str) -> CourseError:
        """Return the error to raise for a key that breaks a rule."""
        value = self.values.get(key)
        shown = str(value) if isinstance(value, Decimal) else repr(value)
        got = f"got {shown}" if key in self.values else "and is missing"
        if isinstance(value, list) and value and isinstance(value[0], dict):
            got = f"got {len(value)} tables"
        return CourseError(f"{self.where}: {key} {rule}, {got}")

    def allow(self, *keys: str) -> None:
        """Refuse any other key: it is most likely misspelt."""
        for key in self.values:
            if key not in keys:
                raise self.error(key, f"is no key of this table (it has {', '.join(keys)})")

    def without(self, *keys: str) -> "Table":
        """Return the table without keys that have been dealt with."""
        left = {key: value for key, value in self.values.items() if key not in keys}
        return Table(self.where, left)

    def text(self, key: str) -> str:
        """Return a text, its line breaks and runs of spaces made single spaces."""
        value = self.values.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.error(key, "must be a text that is not blank")
        return " ".join(value.split())

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts."""
        value = self.values.get(key)
        if not isinstance(value, list) or not all(isinstance(x, str) and x.strip() for x in value):
            raise self.error(key, "must be a list of texts that are not blank")
        return tuple(value)

    def name(self, key: str) -> str:
        """Return a text that can name a function or a module."""
        value = self.text(key)
        if not re.fullmatch("[a-z][a-z0-9_]*", value) or keyword.iskeyword(value):
            raise self.error(key, "must be a Python name in lower case")
        return value

    def file_name(self, key: str, suffix: str) -> str:
        """Return the name of a file in a known folder."""
        value = self.text(key)
        if not re.fullmatch(rf"\w[\w.-]*{re.escape(suffix)}", value):
            raise self.error(key, f"must be the name of a {suffix} file, without a folder")
        return value

    def count(self, key: str) -> int:
        """Return a whole number from 1."""
        value = self.values.get(key)
        if type(value) is not int or value < 1:
            raise self.error(key, "must be a whole number >= 1")
        return value

    def flag(self, key: str) -> bool:
        """Return true or false; a missing key is false."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise self.error(key, "must be true or false")
        return value

    def number(self, key: str) -> Decimal:
        """Return an exact number."""
        if not _is_number(self.values.get(key)):
            raise self.error(key, "must be a number")
        return Decimal(self.values[key])

    def numbers(self, key: str) -> tuple[Decimal, ...]:
        """Return a list of exact numbers that is not empty."""
        value = self.values.get(key)
        if not isinstance(value, list) or not value or not all(map(_is_number, value)):
            raise self.error(key, "must be a list of numbers")
        return tuple(map(Decimal, value))

    def tables(self, key: str, at_least: int = 1) -> "list[Table]":
        """Return the tables written as ``[[key]]``, in order."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
            raise self.error(key, f"must be [[{key}]] tables")
        if len(value) < at_least:
            raise self.error(key, f"must be {at_least} or more [[{key}]] tables")
        return [
            Table(f"{self.where}, [[{key}]] {number}{_called(values)}", values)
            for number, values in enumerate(value, start=1)
        ]

    def unique(self, key: str, names: Iterable[object]) -> None:
        """Refuse ``[[key]]`` tables of which two go by the same name."""
        seen = set[object]()
        for name in names:
            if name in seen:
                raise CourseError(f"{self.where}: two [[{key}]] tables have the name {name!r}")
            seen.add(name)


def _is_number(value: object) -> bool:
    return type(value) is int or (isinstance(value, Decimal) and value.is_finite())


def _called(values: dict[str, Any]) -> str:
    name = values.get("name", values.get("id"))
    return f" ({name!r})" if name is not None else ""
