"""The questions of lesson 6: their numbers are those of the library, and its promises hold."""

import sqlite3
from pathlib import Path

import pytest

import chunklab
from chunklab.course.questions import load
from chunklab.evidence import smallest_overlap
from chunklab.ingest import export, ingest, where_from
from chunklab.provenance import Document, StaleRevision, store, verify

QUESTIONS = load(Path(__file__).parents[2] / "exercises/questions/ingest.toml")
PREDICT, BY_HAND, QUIZ = QUESTIONS.values()
TEXT = "".join(chr(0x4E00 + at) for at in range(100))  # no letter twice
ROWS = list(store(Document("d", TEXT), 30, 10))
LONGER = TEXT[:50] + "x" + TEXT[50:]


def right_answer(choice):
    return next(option.text for option in choice.options if option.reply.right)


def test_the_prediction():
    connection = sqlite3.connect(":memory:", isolation_level=None)  # each statement counts at once
    connection.execute("CREATE TABLE chunks (text TEXT)")
    connection.executemany("INSERT INTO chunks VALUES (?)", [["old"]] * 4)
    connection.execute("DELETE FROM chunks")
    connection.executemany("INSERT INTO chunks VALUES (?)", [["new"]] * 3)
    left = [text for [text] in connection.execute("SELECT text FROM chunks")]
    connection.close()
    assert right_answer(PREDICT) == f"{left.count('new')} new rows, and no old one"
    assert "old" not in left


def test_the_numbers_by_hand():
    standing = [row for row in ROWS if LONGER[row.start : row.end] == row.text]
    assert [field.answer for field in BY_HAND.fields] == [
        len(ROWS),
        sum(len(row.text) for row in ROWS),
        ROWS[2].start + 12,
        len(standing),
        smallest_overlap(1000, 30, [(at, at + 15) for at in range(986)]),
    ]
    assert len(ROWS) == chunklab.n_chunks(100, 30, 10)


@pytest.mark.parametrize(
    ("field", "entry", "value"),
    [
        (0, "3.33", round(100 / 30, 2)),
        (1, "150", 5 * 30),
        (1, "100", len(TEXT)),
        (2, "72", 2 * 30 + 12),
        (2, "32", ROWS[1].start + 12),
        (3, "3", sum(row.start <= 50 for row in ROWS)),
        (4, "16", 15 + 1),
    ],
)
def test_the_usual_wrong_numbers_have_hints_of_their_own(field, entry, value):
    asked = BY_HAND.fields[field]
    assert float(entry) == value
    reply = asked.judge(entry)
    assert not reply.right
    assert reply.text != asked.nudge


def test_every_row_is_stale_after_a_letter_was_put_in():
    for row in ROWS:
        with pytest.raises(StaleRevision):
            verify(row, {"d": Document("d", LONGER)})


def test_the_quiz_agrees_with_the_library(tmp_path):
    prepared, added, within, again, shared, empty = map(right_answer, QUIZ.parts)
    database = tmp_path / "index.db"

    assert prepared.startswith("Before anything is counted")
    assert "no longer does" in added

    assert within == "The old rows, all of them"
    ingest(database, Document("d", TEXT), 30, 10)
    with pytest.raises(ValueError, match="overlap"):
        ingest(database, Document("d", LONGER), 30, 30)
    assert export(database) == ROWS

    assert again == "Nothing"
    assert not ingest(database, Document("d", TEXT), 30, 10)

    assert shared == "One"
    assert len(where_from(database, TEXT[22:28])) == 1

    assert empty == "They are removed"
    assert ingest(database, Document("d", ""), 30, 10)
    assert export(database) == []
