"""The grades for other programs: ``grades.csv`` for a spreadsheet, ``results.json`` for the rest.

Both are the same bytes for the same grades.
"""

import csv
import io
import json
import unicodedata
from dataclasses import asdict
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from chunklab.classroom.grades import ClassGrades, Grade, Points
from chunklab.classroom.pages import page_name
from chunklab.classroom.summary import Summary
from chunklab.classroom.visible import visible
from chunklab.course.report import shortened

VERSION = 1
"""Version of ``results.json``; ``docs/results.schema.json`` describes it."""

_LATE = {True: "yes", False: "no", None: ""}


def grades_csv(grades: ClassGrades) -> bytes:
    """Return one row a student: UTF-8 with a byte order mark, lines as RFC 4180 has them.

    Points that are not known are empty. No cell is taken for a formula by a spreadsheet.
    """
    functions = [function.name for function in grades.exercise.functions]
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    who = ("student", "name", "id", "email", "status", "late")
    writer.writerow([*who, *functions, "total", "possible", "reason", "look"])
    for grade in grades.grades:
        known = (grade.student, grade.name, grade.id, grade.email)
        texts = (*known, grade.status, _LATE[grade.late])
        numbers = (*grade.points.values(), grade.total, grade.possible)
        words = (grade.reason, "; ".join(grade.look))
        writer.writerow([*map(as_text, texts), *numbers, *map(as_text, words)])
    return text.getvalue().encode("utf-8-sig")


def as_text(text: str) -> str:
    """Return ``text`` as a cell that no spreadsheet takes for a formula.

    An apostrophe goes before what could begin one, also after spaces or tabs and in the wide forms
    that some programs read alike; control characters become visible. So an identifier such as -12
    is written with an apostrophe too: as a number it could be changed by the spreadsheet. Where
    decimals have a comma, a spreadsheet may begin a new cell at each semicolon.

    >>> as_text("=1+1"), as_text("a = 1"), as_text(" ＋1"), as_text("\\t7"), as_text("a;=1")
    ("'=1+1", 'a = 1', "' ＋1", "'⟨U+0009⟩7", "a;'=1")
    """
    return ";".join(map(_no_formula, text.split(";")))


def _no_formula(text: str) -> str:
    begins = unicodedata.normalize("NFKC", text.lstrip()[:1])
    escape = begins in ("=", "+", "-", "@") or text.startswith(("\t", "\r"))
    return ("'" if escape else "") + visible(text)


def results_json(grades: ClassGrades, summary: Summary) -> bytes:
    """Return everything that the pages show, each student on a line of their own."""
    exercise = grades.exercise
    head = {
        "version": VERSION,
        "exercise": {
            "name": exercise.name,
            "title": exercise.title,
            "functions": [{"name": f.name, "points": f.points} for f in exercise.functions],
        },
        "due": _moment(grades.due),
        "layers": list(grades.layers),
        "refused": list(grades.refused),
        "summary": _summary(summary),
    }
    begin = json.dumps(head, indent=1).removesuffix("\n}")
    # An indented line for every value would be five times as long, and slow for a large class.
    students = ",\n".join(json.dumps(_student(grade)) for grade in grades.grades)
    return f'{begin},\n "students": [\n{students}\n]}}\n'.encode()


def _summary(summary: Summary) -> dict[str, Any]:
    return {
        "statuses": summary.statuses,
        "late": summary.late,
        "counted": summary.counted,
        "median": _number(summary.median),
        "distribution": [asdict(bar) for bar in summary.distribution],
        "functions": [
            {**asdict(each), "passed": each.passed, "judged": each.judged}
            for each in summary.functions
        ],
        "wrong_values": [asdict(each) for each in summary.wrong_values],
        "hidden_failures": [asdict(each) for each in summary.hidden_failures],
        "help": [grade.student for grade in summary.help],
        "missing": [grade.student for grade in summary.missing],
        "look": [grade.student for grade in summary.look],
    }


def _student(grade: Grade) -> dict[str, Any]:
    return {
        "student": grade.student,
        "name": grade.name,
        "id": grade.id,
        "email": grade.email,
        "listed": grade.listed,
        "status": grade.status,
        "late": grade.late,
        "submitted": _moment(grade.submitted),
        "file": grade.file,
        "points": {function: _number(points) for function, points in grade.points.items()},
        "total": _number(grade.total),
        "possible": grade.possible,
        "reason": grade.reason,
        "look": list(grade.look),
        "problem": grade.problem,
        "notes": list(grade.notes),
        "same_as": list(grade.same_as),
        "overrides": {
            function: {"points": _number(override.points), "reason": override.reason}
            for function, override in grade.overrides.items()
        },
        "verdicts": {
            function.name: {**vars(verdict), "output": shortened(verdict.output)}
            for function in grade.exercise.functions
            if (verdict := grade.verdicts.get(function.name))
        },
        "page": page_name(grade.student),
    }


def _moment(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).isoformat(timespec="seconds") if moment else None


def _number(points: Points | None) -> int | float | None:
    # Exact: overrides have so few digits that their shortest float is what was written.
    return float(points) if isinstance(points, Decimal) else points
