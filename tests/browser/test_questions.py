"""Every question of every lesson, answered on the page: wrong by mouse, right by keyboard."""

import pytest
from playwright.sync_api import Locator, expect

from chunklab.course.index import Course
from chunklab.course.question_widgets import marked_up
from chunklab.course.questions import Choice, Numbers, Quiz, Reply, load

from .lab import ROOT

EXERCISES = Course.load(ROOT).exercises


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
def test_each_question_answers_what_is_answered(lessons, exercise):
    page = lessons(exercise.notebook)
    questions = load(ROOT / "exercises" / "questions" / f"{exercise.name}.toml")
    for name, question in questions.items():
        [box] = (
            page.output(page.cell_with(f'ask("{exercise.name}", "{name}")'))
            .locator(".cl-question")
            .all()
        )
        blocks = box.locator(":scope > .widget-vbox").all()
        parts = question.parts if isinstance(question, Quiz) else [question]
        for block, part in zip(blocks, parts, strict=True):
            answer = by_hand if isinstance(part, Numbers) else choose
            answer(block, part)
    assert page.errors == []


def choose(block: Locator, choice: Choice) -> None:
    radios = block.get_by_role("radio").all()
    check = block.get_by_role("button", name="Check")
    expect(block.locator(".cl-reply")).to_have_count(0)
    for radio, option in zip(radios, choice.options, strict=True):
        if not option.reply.right:
            radio.click()
            check.click()
            told(block, [option.reply])
    for radio, option in zip(radios, choice.options, strict=True):
        if option.reply.right:
            radio.press("Space")
            check.press("Enter")
            told(block, [option.reply])


def by_hand(block: Locator, numbers: Numbers) -> None:
    wrong = [str(field.mistakes[0].values[0]) for field in numbers.fields]
    right = [str(field.answer) for field in numbers.fields]
    boxes = [block.get_by_role("textbox", name=field.label, exact=True) for field in numbers.fields]
    for box, entry in zip(boxes, wrong, strict=True):
        box.fill(entry)
    block.get_by_role("button", name="Check").click()
    told(block, numbers.judge(wrong))
    boxes[0].focus()
    for entry in right:
        block.page.keyboard.press("Control+A")
        block.page.keyboard.type(entry)
        block.page.keyboard.press("Tab")
    block.page.keyboard.press("Enter")  # the Check button comes after the last box
    told(block, numbers.judge(right))


def told(block: Locator, replies: list[Reply]) -> None:
    """Assert that the page shows these replies and no other, each with its word."""
    shown = block.locator(".cl-reply")
    expect(shown).to_have_count(len(replies))
    for place, reply in enumerate(replies):
        words = block.page.evaluate(
            "html => { const e = document.createElement('p'); e.innerHTML = html; "
            "return e.textContent }",
            marked_up(reply.text),
        )
        expect(shown.nth(place)).to_contain_text("Right." if reply.right else "Not yet.")
        expect(shown.nth(place)).to_contain_text(words)
