"""What holds of the questions of every lesson: no reply gives an answer away."""

import re
from pathlib import Path

import pytest

from chunklab.course.questions import Choice, Numbers, Quiz, load

ROOT = Path(__file__).parents[2]
QUESTIONS = [
    pytest.param(question, id=f"{path.stem} {name}")
    for path in sorted((ROOT / "exercises/questions").glob("*.toml"))
    for name, question in load(path).items()
]


def of(kind):
    return [each for each in QUESTIONS if isinstance(each.values[0], kind)]


def choices():
    for each in of(Choice):
        yield each
    for each in of(Quiz):
        for number, part in enumerate(each.values[0].parts, start=1):
            yield pytest.param(part, id=f"{each.id} {number}")


@pytest.mark.parametrize("choice", list(choices()))
def test_no_wrong_option_gives_the_right_one_away(choice):
    [answer] = [option.text for option in choice.options if option.reply.right]
    wrong = [option.reply.text for option in choice.options if not option.reply.right]
    assert len({*wrong}) == len(wrong) == len(choice.options) - 1
    for text in wrong:
        assert answer not in text
        if number := re.match(r"[\d,]+", answer):
            assert not re.search(rf"\b{number[0]}\b", text), text


@pytest.mark.parametrize("numbers", of(Numbers))
def test_no_reply_gives_the_number_of_a_field_away(numbers):
    # Neither its own nor that of a field which may be wrong still; "7 x 150" is a learner's sum.
    for field in numbers.fields:
        for text in (field.right, field.nudge, *(mistake.hint for mistake in field.mistakes)):
            for other in numbers.fields:
                assert not re.search(rf"\b{other.answer}\b(?! x)", text), text
