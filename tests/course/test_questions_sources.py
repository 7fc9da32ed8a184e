"""The questions of lesson 3: their numbers are those of the library, and none is given away."""

from pathlib import Path

import pytest

import chunklab
from chunklab.course.questions import load
from chunklab.offsets import Offsets
from chunklab.provenance import (
    Document,
    ProvenanceError,
    StaleRevision,
    StoredChunk,
    merge,
    store,
    verify,
)

QUESTIONS = load(Path(__file__).parents[2] / "exercises/questions/sources.toml")
PREDICT, BY_HAND, QUIZ = QUESTIONS.values()
BICYCLE = "Zoë 🚲 ok"


def right_answer(choice):
    return next(option.text for option in choice.options if option.reply.right)


def in_browser(text, start, end):
    return text.encode("utf-16-le")[2 * start : 2 * end].decode("utf-16-le")


def test_the_prediction_and_its_wrong_answers():
    text = "A🙂BCDEFGHI"
    assert right_answer(PREDICT) == in_browser(text, 3, 7)
    assert PREDICT.options[0].text == text[3:7]
    assert text.encode()[3:7].decode(errors="replace").endswith("BC")


def test_the_numbers_by_hand():
    chunks = list(chunklab.chunks(BICYCLE, 4, 1))
    start, offsets = chunks[-1]["start"], Offsets(BICYCLE)
    first, second = chunks[:2]
    assert len(BICYCLE) == 8
    assert [field.answer for field in BY_HAND.fields] == [
        len(chunks),
        start,
        offsets.convert(start, "code point", "utf-16"),
        offsets.convert(start, "code point", "utf-8"),
        len({*range(first["start"], first["end"]), *range(second["start"], second["end"])}),
    ]


@pytest.mark.parametrize(
    ("field", "entry", "value"),
    [
        (0, "2", 8 / 4),
        (0, "2.67", 8 / 3),
        (1, "8", 2 * 4),
        (2, "14", len(BICYCLE[:6].encode("utf-16-le"))),
        (2, "8", 6 + len("ë🚲")),
        (3, "8", len(BICYCLE[:6].encode()) - 2),
        (4, "8", 4 + 4),
    ],
)
def test_the_usual_wrong_numbers_have_hints_of_their_own(field, entry, value):
    asked = BY_HAND.fields[field]
    assert float(entry) == round(value, 2)
    reply = asked.judge(entry)
    assert not reply.right
    assert reply.text != asked.nudge


def test_the_quiz_agrees_with_the_library():
    found, waits, inside, saved, composed, evidence = map(right_answer, QUIZ.parts)

    log = "One. All in order. Two. All in order. Three. All in order."
    assert found.startswith("The place of the first")
    assert log.find("All in order.") == log.index("All") < log.rindex("All")

    assert "before the first chunk is asked for" in waits
    waiting = chunklab.chunks("some text", 4, 4)
    with pytest.raises(ValueError, match="overlap"):
        next(waiting)

    assert inside.startswith("None")
    with pytest.raises(ValueError, match="2"):
        Offsets("a🙂b").convert(2, "utf-16", "code point")

    assert saved == "stale revision"
    [first, *_] = store(Document("d", "one\ntwo\n"), 3, 0)
    with pytest.raises(StaleRevision):
        verify(first, {"d": Document("d", "one\r\ntwo\r\n")})
    assert issubclass(StaleRevision, ProvenanceError)

    assert composed == "Those up to the first é"

    spans = [(10, 40), (30, 60), (60, 70), (80, 90)]
    merged = merge(StoredChunk("d", "r", a, b, "x" * (b - a)) for a, b in spans)
    assert evidence == f"Two pieces, {sum(len(each.text) for each in merged)} positions"
    assert len(merged) == 2
