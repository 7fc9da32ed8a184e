"""The questions of lesson 4: their numbers are those of the library, and none is given away."""

from pathlib import Path

import pytest

import chunklab
from chunklab.course.questions import load
from chunklab.separators import DEFAULT_SEPARATORS, recursive_chunks

QUESTIONS = load(Path(__file__).parents[2] / "exercises/questions/separators.toml")
PREDICT, BY_HAND, QUIZ = QUESTIONS.values()
NOTICE = "Tea is at four. Bring a cup or two.\n\nThe boat leaves at six."
GAP = "Mind the gap. The bus is late. We wait at the gate."
CHUNKS = list(recursive_chunks(GAP, 20, 8, [". ", " "]))


def right_answer(choice):
    return next(option.text for option in choice.options if option.reply.right)


def test_the_prediction_and_its_wrong_answers():
    first = next(recursive_chunks(NOTICE, 30, 0))["text"]
    assert right_answer(PREDICT) == first.rstrip()
    fixed, blank, _, paragraph = (option.text for option in PREDICT.options)
    assert fixed == NOTICE[:30]
    assert blank == next(recursive_chunks(NOTICE, 30, 0, [" "]))["text"].rstrip()
    assert paragraph == NOTICE.split("\n\n")[0]
    assert len(paragraph) > 30


def test_the_numbers_by_hand():
    first, second, third, *_ = CHUNKS
    assert (len(GAP), GAP.index("The")) == (51, 14)
    assert [field.answer for field in BY_HAND.fields] == [
        first["end"],
        second["start"],
        second["end"],
        second["end"] - third["start"],
        len(CHUNKS),
    ]
    assert GAP[third["start"] : second["end"]] == "bus is "


@pytest.mark.parametrize(
    ("field", "entry", "value"),
    [
        (0, "20", 20),
        (0, "18", GAP.rindex(" ", 0, 20) + 1),
        (0, "12", GAP.index(".")),
        (1, "6", 14 - 8),
        (1, "5", GAP.index("the")),
        (1, "12", chunklab.stride(20, 8)),
        (2, "31", GAP.index(". We") + 2),
        (2, "29", 9 + 20),
        (3, "8", 8),
        (4, "4", chunklab.n_chunks(51, 20, 8)),
        (4, "3", GAP.count(".")),
    ],
)
def test_the_usual_wrong_numbers_have_hints_of_their_own(field, entry, value):
    asked = BY_HAND.fields[field]
    assert int(entry) == value
    reply = asked.judge(entry)
    assert not reply.right
    assert reply.text != asked.nudge


def test_the_quiz_agrees_with_the_library():
    shared, line, order, kept, budget, _ = map(right_answer, QUIZ.parts)

    assert "longer than 50" in shared
    text = "short words " * 12 + "x" * 60 + " " + "more words " * 12
    [first, second, *_] = recursive_chunks(text, 205, 50, [" "])
    assert first["end"] == second["start"]

    assert line.startswith("The fixed windows")
    letters = "x" * 5000
    assert list(recursive_chunks(letters, 200, 50)) == list(chunklab.chunks(letters, 200, 50))

    assert order.startswith("Chunks end at the last blank")
    turned = list(recursive_chunks(NOTICE, 30, 0, DEFAULT_SEPARATORS[::-1]))
    assert turned[0]["text"] == "Tea is at four. Bring a cup "

    assert "slice" in kept
    assert all(chunk["text"] == GAP[chunk["start"] : chunk["end"]] for chunk in CHUNKS)

    assert budget.startswith("Yes, where")
