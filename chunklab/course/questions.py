"""Questions of a lesson: what is asked, which answers there are, and what is said to each.

A lesson's questions stand in ``exercises/questions/NAME.toml``, so that a notebook's cells hold no
answers. This module reads that file and judges answers; the widgets are in
:mod:`chunklab.course.question_widgets`.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from chunklab.course.toml_table import Table


@dataclass(frozen=True)
class Reply:
    """What is said to an answer. A reply to a wrong one explains it and gives nothing away."""

    right: bool
    text: str


@dataclass(frozen=True)
class Option:
    """One of the answers to choose from, and the reply to it."""

    text: str
    reply: Reply


@dataclass(frozen=True)
class Choice:
    """A question with several answers of which exactly one is right."""

    prompt: str
    options: tuple[Option, ...]

    def judge(self, option: int | None) -> Reply:
        """Return the reply to the option at a position; ``None`` says that none is chosen yet."""
        if option is None:
            return Reply(False, "Choose one of the answers first.")
        return self.options[option].reply


@dataclass(frozen=True)
class Mistake:
    """Wrong numbers that come from one known way of thinking, and a hint that answers it."""

    values: tuple[Decimal, ...]
    hint: str


@dataclass(frozen=True)
class NumberField:
    """A number to work out by hand."""

    label: str
    answer: Decimal
    right: str
    nudge: str
    mistakes: tuple[Mistake, ...]

    def judge(self, entry: str) -> Reply:
        """Return the reply to what was typed: right, a known mistake, wrong, or no number."""
        try:
            number = parse_number(entry)
        except ValueError as problem:
            return Reply(False, str(problem))
        if number == self.answer:
            return Reply(True, self.right)
        for mistake in self.mistakes:
            if number in mistake.values:
                return Reply(False, mistake.hint)
        return Reply(False, self.nudge)


@dataclass(frozen=True)
class Numbers:
    """A question that is answered with one number a field."""

    prompt: str
    fields: tuple[NumberField, ...]

    def judge(self, entries: list[str]) -> list[Reply]:
        """Return the reply to each field's entry, in order."""
        return [field.judge(entry) for field, entry in zip(self.fields, entries, strict=True)]


@dataclass(frozen=True)
class Quiz:
    """Several choices in a row, each answered on its own."""

    prompt: str
    parts: tuple[Choice, ...]


Question = Choice | Numbers | Quiz


def load(path: Path) -> dict[str, Question]:
    """Read a file of questions, in its order, by their ids.

    ``CourseError`` names the file, the table, the key, its value and the rule that it breaks.
    """
    top = Table.read(path)
    top.allow("question")
    tables = top.tables("question")
    names = [table.text("id") for table in tables]
    top.unique("question", names)
    return dict(zip(names, map(_question, tables), strict=True))


_NUMBER = re.compile(r"[+-]?(\d{1,3}(?P<gap>[, _'’])\d{3}((?P=gap)\d{3})*|\d+)?(\.\d*)?")


def parse_number(entry: str) -> Decimal:
    """Return the number that a learner typed, exactly.

    Thousands may be set apart, by commas, spaces, apostrophes or underscores. ``ValueError``
    explains to the learner what is no number.

    >>> parse_number(" 1,300 "), parse_number("1 300"), parse_number("7.33")
    (Decimal('1300'), Decimal('1300'), Decimal('7.33'))
    >>> parse_number("7,33")
    Traceback (most recent call last):
    ValueError: A comma sets thousands apart, as in 1,300. Write a fraction with a point: 7.33.
    """
    # NFKC makes plain what keyboards and copied text bring along: full-width digits, hard spaces.
    plain = unicodedata.normalize("NFKC", entry).strip().replace("−", "-")
    if not plain:
        raise ValueError("Write a number here first.")
    if _NUMBER.fullmatch(plain) and any(character.isdigit() for character in plain):
        return Decimal(re.sub(r"[, _'’]", "", plain))
    if re.fullmatch(r"[+-]?\d+,\d+", plain):
        pointed = plain.replace(",", ".")
        raise ValueError(
            f"A comma sets thousands apart, as in 1,300. Write a fraction with a point: {pointed}."
        )
    shown = plain if len(plain) <= 20 else f"{plain[:20]}…"
    raise ValueError(f"“{shown}” is not a number. Write digits alone, as in 1300 or 7.5.")


def _question(table: Table) -> Question:
    kinds: dict[str, Callable[[Table], Question]] = {
        "choice": _choice,
        "numbers": _numbers,
        "quiz": _quiz,
    }
    kind = table.text("kind")
    if kind not in kinds:
        raise table.error("kind", f"must be one of {', '.join(kinds)}")
    return kinds[kind](table.without("id", "kind"))


def _choice(table: Table) -> Choice:
    table.allow("prompt", "option")
    prompt = table.text("prompt")
    options = tuple(_option(each) for each in table.tables("option", at_least=2))
    table.unique("option", [option.text for option in options])
    if sum(option.reply.right for option in options) != 1:
        raise table.error("option", "must have `right = true` exactly once")
    return Choice(prompt, options)


def _option(table: Table) -> Option:
    table.allow("text", "right", "reply")
    return Option(table.text("text"), Reply(table.flag("right"), table.text("reply")))


def _quiz(table: Table) -> Quiz:
    table.allow("prompt", "part")
    parts = tuple(_choice(each) for each in table.tables("part"))
    return Quiz(table.text("prompt"), parts)


def _numbers(table: Table) -> Numbers:
    table.allow("prompt", "field")
    fields = tuple(_number_field(each) for each in table.tables("field"))
    table.unique("field", [field.label for field in fields])
    return Numbers(table.text("prompt"), fields)


def _number_field(table: Table) -> NumberField:
    table.allow("label", "answer", "right", "nudge", "mistake")
    answer = table.number("answer")
    mistakes = tuple(_mistake(each) for each in table.tables("mistake", at_least=0))
    known = [answer, *(value for mistake in mistakes for value in mistake.values)]
    for value in known:
        if known.count(value) > 1:
            raise table.error("mistake", f"must have each value once, and not the answer: {value}")
    return NumberField(
        table.text("label"), answer, table.text("right"), table.text("nudge"), mistakes
    )


def _mistake(table: Table) -> Mistake:
    table.allow("values", "hint")
    return Mistake(table.numbers("values"), table.text("hint"))
