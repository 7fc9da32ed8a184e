"""The questions of lesson 5: their numbers are those of the library and of the measurement."""

from pathlib import Path
from statistics import mean

import pytest

import chunklab
from chunklab.course.questions import load
from chunklab.evidence import (
    intersection_over_union,
    positions,
    precision,
    recall,
    smallest_overlap,
    survival_inside,
)
from chunklab.retrieval import Setting, at_k, times_stored

QUESTIONS = load(Path(__file__).parents[2] / "exercises/questions/evidence.toml")
PREDICT, BY_HAND, QUIZ = QUESTIONS.values()
FOUND, WANTED = [(0, 100), (80, 180), (240, 340)], [(90, 250)]
ADDED = sum(min(end, 250) - max(start, 90) for start, end in FOUND)


def right_answer(choice):
    return next(option.text for option in choice.options if option.reply.right)


def recalled(overlap):
    return mean(outcome.recall for outcome in at_k(Setting(400, overlap), 5))


def test_the_prediction():
    assert [f"{recalled(overlap):.2f}" for overlap in (0, 100)] == ["0.66", "0.74"]
    assert abs(recalled(200) - recalled(100)) < 0.01
    assert right_answer(PREDICT) == "It stays about where it is"


def test_the_numbers_by_hand():
    assert chunklab.chunk_starts(400, 100, 20) == [0, 80, 160, 240, 320]
    assert [float(field.answer) for field in BY_HAND.fields] == [
        80 * survival_inside(100, 20, 40),
        positions(FOUND),
        recall(FOUND, WANTED) * positions(WANTED),
        100 * recall(FOUND, WANTED),
        positions(FOUND + WANTED),
    ]


@pytest.mark.parametrize(
    ("field", "entry", "value"),
    [
        (0, "60", 100 - 40),
        (0, "21", 20 + 1),
        (1, "300", sum(end - start for start, end in FOUND)),
        (1, "340", 340),
        (2, "110", ADDED),
        (2, "90", 180 - 90),
        (2, "160", positions(WANTED)),
        (3, "68.75", 100 * ADDED / 160),
        (3, "35.7", round(100 * precision(FOUND, WANTED), 1)),
        (3, "29.4", round(100 * intersection_over_union(FOUND, WANTED), 1)),
        (3, "0.625", recall(FOUND, WANTED)),
        (4, "440", positions(FOUND) + positions(WANTED)),
        (4, "400", 400),
    ],
)
def test_the_usual_wrong_numbers_have_hints_of_their_own(field, entry, value):
    asked = BY_HAND.fields[field]
    assert float(entry) == value
    reply = asked.judge(entry)
    assert not reply.right
    assert reply.text != asked.nudge


def test_the_quiz_agrees_with_the_library():
    smallest, twice, between, larger, merged, cheapest = map(right_answer, QUIZ.parts)

    assert int(smallest) == smallest_overlap(2000, 200, [(at, at + 60) for at in range(1941)])

    assert twice.startswith("1,")
    assert recall([(0, 100), (50, 150)], [(60, 90)]) == 1

    assert "do not tell" in between

    assert "four times" in larger
    assert 1600 / 400 == 4

    assert "read once" in merged

    measured = {
        name: (f"{recalled(overlap):.2f}", f"{times_stored(Setting(400, overlap)):.2f}")
        for name, overlap in (("A", 0), ("B", 100), ("C", 200))
    }
    assert measured == {"A": ("0.66", "1.00"), "B": ("0.74", "1.31"), "C": ("0.74", "1.90")}
    assert cheapest == "B"
