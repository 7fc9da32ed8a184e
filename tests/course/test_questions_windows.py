"""The questions of lesson 2: their numbers are those of the library, and none is given away."""

from pathlib import Path

import pytest

import chunklab
from chunklab.course.questions import load
from chunklab.explorers.windows_model import WindowsState, measure
from chunklab.tokens import word_spans

QUESTIONS = load(Path(__file__).parents[2] / "exercises/questions/windows.toml")
PREDICT, BY_HAND, QUIZ = QUESTIONS.values()
N, SIZE, OVERLAP = 50, 20, 5


def right_answer(choice):
    return next(option.text for option in choice.options if option.reply.right)


def marked(n, size, overlap, first, length):
    return measure(WindowsState("tide " * n, size, overlap, first, first + length - 1))


def lost(n, size, overlap, length):
    found = marked(n, size, overlap, 0, length)
    return found.places - found.safe


def test_the_prediction():
    assert right_answer(PREDICT).startswith("That depends")
    fates = {bool(marked(100, 20, 4, first, 6).holding) for first in range(95)}
    assert fates == {True, False}
    [always] = [
        option.reply.text for option in PREDICT.options if option.text.startswith("Yes, alw")
    ]
    assert "one token before a window starts" in " ".join(always.split())
    assert [bool(marked(100, 20, 4, 16 - k, 6).holding) for k in (1, 2)] == [False, True]


def test_the_numbers_by_hand():
    ends = [start + SIZE for start in chunklab.chunk_starts(N, SIZE, OVERLAP)]
    assert ends[-1] == N
    assert [field.answer for field in BY_HAND.fields] == [
        len(marked(N, SIZE, OVERLAP, 16, 3).holding),
        lost(N, SIZE, OVERLAP, 8),
        next(overlap for overlap in range(SIZE) if not lost(N, SIZE, overlap, 8)),
        ends[1],
    ]
    # What is said of the spans that are cut, and of an overlap of 6.
    assert [s for s in range(43) if not marked(N, SIZE, OVERLAP, s, 8).holding] == [13, 14, 28, 29]
    assert not marked(N, SIZE, 6, 13, 8).holding
    assert chunklab.chunk_starts(N, SIZE, 6) == [0, 14, 28, 42]


@pytest.mark.parametrize(
    ("field", "entry", "value"),
    [
        (0, "3", len(chunklab.chunk_starts(N, SIZE, OVERLAP))),
        (1, "39", marked(N, SIZE, OVERLAP, 0, 8).safe),
        (1, "43", N - 8 + 1),
        (1, "6", 2 * (8 - OVERLAP)),
        (1, "14", lost(60, SIZE, 0, 8)),  # three windows that share nothing
        (1, "9", 3 * (8 - OVERLAP)),
        (2, "8", 8),
        (2, "4", 8 / 2),
        (2, "12", SIZE - 8),
        (3, "40", 2 * SIZE),
        (3, "50", N),
        (3, "36", 35 + 1),
        (3, "30", 2 * (SIZE - OVERLAP)),
    ],
)
def test_the_usual_wrong_numbers_have_hints_of_their_own(field, entry, value):
    asked = BY_HAND.fields[field]
    assert float(entry) == value
    reply = asked.judge(entry)
    assert not reply.right
    assert reply.text != asked.nudge


def test_the_quiz_agrees_with_the_library():
    budget, luck, empty, fresh, single, stream = map(right_answer, QUIZ.parts)

    assert "far more than 100" in budget
    assert len(word_spans("9,4; " * 80)) > 100
    assert len("9,4; " * 80) == 400

    assert "elsewhere" in luck
    assert (bool(marked(131, 20, 5, 54, 10).holding), bool(marked(131, 20, 6, 54, 10).holding)) == (
        True,
        False,
    )

    assert empty.startswith("The index is empty")
    assert chunklab.chunk_with_overlap(["a", "b"], 0, 0) == []

    assert fresh == "Nothing"
    tokens = list("abcdefgh")
    windows = chunklab.chunk_with_overlap(tokens, 5, 2)
    assert windows[0][4] == windows[1][1]
    windows[0][4] = "X"
    assert (windows[1], tokens) == (list("defgh"), list("abcdefgh"))

    assert "0 is enough" in single
    assert lost(300, 300, 0, 40) == 0

    assert "until the stream ends" in stream
