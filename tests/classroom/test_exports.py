"""The files for other programs: no cell is a formula, and every result fits the schema."""

import csv
import io
import json
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chunklab.classroom.exports import as_text, grades_csv, results_json
from chunklab.classroom.grades import ClassGrades, Grade, Status
from chunklab.classroom.summary import summarise
from chunklab.grading.outcomes import Outcome

SCHEMA = json.loads(
    Path(__file__).parents[2].joinpath("docs", "results.schema.json").read_text(encoding="utf-8")
)


def rows(content: bytes) -> list[dict[str, str]]:
    text = content.decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def results(grades: ClassGrades) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(results_json(grades, summarise(grades)))
    return found


@pytest.mark.parametrize(
    ("text", "cell", "reason"),
    [
        ("=1+1", "'=1+1", "a formula"),
        ("+1", "'+1", "a formula"),
        ("-12", "'-12", "an identifier that a spreadsheet would take for a number"),
        ("@SUM(A1)", "'@SUM(A1)", "a formula of old spreadsheets"),
        ("\t=1", "'⟨U+0009⟩=1", "a tab is dropped by some readers"),
        ("\r=1", "'⟨U+000D⟩=1", "and so is a line end"),
        ("\t7", "'⟨U+0009⟩7", "a tab alone"),
        ("  =1", "'  =1", "spaces are dropped by some readers"),
        ("\u00a0=1", "'\u00a0=1", "so are other spaces"),
        ("＝1", "'＝1", "full width"),
        ("＋1", "'＋1", "full width"),
        ("－1", "'－1", "full width"),
        ("＠A", "'＠A", "full width"),
        ("\ufeff=1", "⟨U+FEFF⟩=1", "no longer at the beginning"),
        ("a=1", "a=1", "no formula"),
        ("a;=1; b;\u2003@2", "a;'=1; b;'\u2003@2", "cells, to a spreadsheet with decimal commas"),
        ("", "", "nothing"),
        ("a\nb\x00c", "a⟨U+000A⟩b⟨U+0000⟩c", "controls are visible"),
        ("Zoë 김 👩‍🔬", "Zoë 김 👩‍🔬", "names stay as they are"),
        ("a\u202eb\ud800", "a⟨U+202E⟩b⟨U+D800⟩", "what turns text around or cannot be written"),
    ],
)
def test_a_cell_is_text(text: str, cell: str, reason: str) -> None:
    assert as_text(text) == cell, reason


@given(st.text())
@example("\u2003\t ﹢1")
def test_no_text_becomes_a_formula_or_breaks_the_file(text: str) -> None:
    cell = as_text(text)
    for part in cell.split(";"):
        assert unicodedata.normalize("NFKC", part).lstrip()[:1] not in {"=", "+", "-", "@"}
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow([cell, "next"])
    content = out.getvalue().encode()  # a lone surrogate would fail here
    assert content.count(b"\n") == 1
    assert next(csv.reader(io.StringIO(content.decode(), newline=""))) == [cell, "next"]


def test_one_row_a_student(thirty: ClassGrades) -> None:
    content = grades_csv(thirty)
    assert content.startswith(b"\xef\xbb\xbfstudent,name,id,email,status,late,stride,")
    assert content.count(b"\r\n") == content.count(b"\n") == 31
    found = {row["student"]: row for row in rows(content)}
    assert len(found) == 30
    assert list(found["s25"])[-4:] == ["total", "possible", "reason", "look"]
    assert found["s25"]["n_chunks"] == "1.5"
    assert (found["s25"]["total"], found["s25"]["possible"]) == ("12.5", "15")
    assert found["s15"]["late"] == "yes"
    assert found["'-12"]["late"] == "", "not known"
    assert found["'-12"]["name"].startswith("'=HYPERLINK")
    assert (found["'-12"]["id"], found["'-12"]["email"]) == ("'+49", "'@sum")
    assert (found["s12"]["id"], found["s12"]["email"]) == ("00417", "anna.berg@uni.example")
    assert found["s13"]["id"] == found["s13"]["email"] == "", "the columns are always there"
    assert found["s24"]["total"] == found["s24"]["stride"] == "", "not judged is not zero"
    assert found["Müller, Ö."]["look"] == "not in the roster; the same code as s01, s02"


def test_what_came_back_is_not_in_the_table(one: Callable[..., Grade], thirty: ClassGrades) -> None:
    grade = next(grade for grade in thirty.grades if grade.student == "s13")
    verdict = grade.verdicts["duplication_factor"]
    again = replace(verdict, got="ZeroDivisionError: at 0x7f00 (line 99)", output="other")
    other = replace(grade, verdicts={**grade.verdicts, verdict.function: again})
    assert grades_csv(replace(thirty, grades=(grade,))) == grades_csv(
        replace(thirty, grades=(other,))
    )


def test_results_fit_the_schema(thirty: ClassGrades) -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    found = results(thirty)
    jsonschema.validate(found, SCHEMA, jsonschema.Draft202012Validator)
    assert {student["status"] for student in found["students"]} == set(Status)
    verdicts = [each for student in found["students"] for each in student["verdicts"].values()]
    assert {each["outcome"] for each in verdicts} == set(Outcome) - {Outcome.OUT_OF_MEMORY}
    assert max(len(each["output"]) for each in verdicts) < 8000, "shortened as on the page"
    empty = ClassGrades(thirty.exercise, ())
    jsonschema.validate(results(empty), SCHEMA, jsonschema.Draft202012Validator)


def test_the_schema_knows_every_status_and_outcome() -> None:
    student = SCHEMA["properties"]["students"]["items"]["properties"]
    assert student["status"]["enum"] == list(Status)
    verdict = student["verdicts"]["additionalProperties"]["properties"]
    assert verdict["outcome"]["enum"] == list(Outcome)


def parts(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a schema and all schemas in it."""
    below = [*schema.get("properties", {}).values(), schema.get("items")]
    below.append(schema.get("additionalProperties"))
    return [schema, *(part for each in below if isinstance(each, dict) for part in parts(each))]


def test_the_schema_is_strict_and_describes_every_field() -> None:
    for part in parts(SCHEMA):
        if "properties" in part:
            assert part["additionalProperties"] is False
            assert part["required"] == list(part["properties"])
            assert all(field.get("description") for field in part["properties"].values())


@pytest.mark.parametrize("spoil", [{"more": 1}, {"total": -1}, {"status": "late"}, {"name": None}])
def test_the_schema_refuses_what_does_not_belong(
    thirty: ClassGrades, spoil: dict[str, object]
) -> None:
    found = results(thirty)
    found["students"][0] |= spoil
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(found, SCHEMA, jsonschema.Draft202012Validator)


def test_points_by_hand_stay_exact_in_json(thirty: ClassGrades) -> None:
    text = results_json(thirty, summarise(thirty)).decode("ascii")
    assert '"total": 12.5' in text
    assert '"id": "00417", "email": "anna.berg@uni.example"' in text
    assert '"overrides": {"n_chunks": {"points": 1.5, ' in text
