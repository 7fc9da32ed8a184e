"""Questions: the file, the judging of answers, and the widgets without a browser."""

import json
import re
import subprocess
import sys
from decimal import Decimal
from pathlib import Path
from typing import Any

import ipywidgets
import pytest
from hypothesis import given
from hypothesis import strategies as st

import chunklab
from chunklab.course.ask import ask
from chunklab.course.errors import CourseError
from chunklab.course.question_widgets import (
    ChoiceBlock,
    NumbersBlock,
    QuestionBox,
    static_html,
    static_text,
)
from chunklab.course.questions import (
    Choice,
    Numbers,
    Question,
    Quiz,
    Reply,
    load,
    parse_number,
)

QUESTIONS = Path(__file__).parents[2] / "exercises" / "questions"
OVERLAP = load(QUESTIONS / "overlap.toml")


def right_answer(choice: Choice) -> str:
    return next(option.text for option in choice.options if option.reply.right)


def quiz() -> Quiz:
    found = OVERLAP["understanding"]
    assert isinstance(found, Quiz)
    return found


def by_hand() -> Numbers:
    found = OVERLAP["by-hand"]
    assert isinstance(found, Numbers)
    return found


# The numbers of overlap.toml


def test_predict_stride() -> None:
    question = OVERLAP["predict-stride"]
    assert isinstance(question, Choice)
    assert right_answer(question) == f"{chunklab.stride(200, 50)} tokens after it"


def test_by_hand() -> None:
    example = 1000, 200, 50
    assert {field.label: field.answer for field in by_hand().fields} == {
        "Number of chunks": chunklab.n_chunks(*example),
        "Tokens in the last chunk": chunklab.chunk_lengths(*example)[-1],
        "Stored positions": chunklab.stored_positions(*example),
        "Start of the last chunk": chunklab.chunk_starts(*example)[-1],
    }


@pytest.mark.parametrize(
    ("field", "entry", "value"),
    [
        (0, "5", 1000 / 200),
        (0, "6", 1 + (1000 - 200) // 150),
        (0, "6.33", 1 + (1000 - 200) / 150),
        (0, "6.67", 1000 / 150),
        (0, "7.33", 1 + (1000 - 50) / 150),
        (0, "8", 1 + -(-(1000 - 50) // 150)),
        (0, "4", 1000 / 250),
        (0, "20", 1000 / 50),
        (1, "200", 200),
        (1, "0", 1000 % 200),
        (2, "1,400", 7 * 200),
        (2, "1000", 1000),
        (2, "1350", 1000 + 7 * 50),
        (2, "1050", 7 * 150),
        (3, "800", 1000 - 200),
        (3, "1050", 7 * 150),
        (3, "950", 1000 - 50),
    ],
)
def test_the_usual_wrong_numbers_have_hints_of_their_own(
    field: int, entry: str, value: float
) -> None:
    asked = by_hand().fields[field]
    assert float(parse_number(entry)) == round(value, 2)
    reply = asked.judge(entry)
    assert not reply.right
    assert reply.text not in (asked.nudge, asked.right)


def test_a_right_and_an_unknown_number() -> None:
    for field in by_hand().fields:
        assert field.judge(f" {field.answer:,} ") == Reply(True, field.right)
        assert field.judge("123456") == Reply(False, field.nudge)


def test_the_quiz_agrees_with_the_library() -> None:
    start, trailing, same, storage, evidence, fact = map(right_answer, quiz().parts)
    assert start == str(4480 + chunklab.stride(512, 64))
    assert 4480 in chunklab.chunk_starts(10_000, 512, 64)

    assert trailing.startswith("Nothing new")
    assert list(range(0, 950, 150))[-1] == 900
    assert chunklab.chunk_starts(950, 200, 50)[-1] == 750
    assert 750 + chunklab.chunk_lengths(950, 200, 50)[-1] == 950

    assert "never ends" in same
    with pytest.raises(ValueError, match="overlap"):
        chunklab.stride(200, 200)

    assert storage == f"{round(chunklab.stored_positions(10**6, 400, 100), -4):,}"

    assert evidence.startswith("One")
    assert {300, 450} <= set(chunklab.chunk_starts(1000, 200, 50))

    always = [overlap for overlap in range(200) if survives_everywhere(60, 200, overlap)]
    assert fact == str(always[0])
    assert 60 in always


def survives_everywhere(length: int, size: int, overlap: int) -> bool:
    starts = chunklab.chunk_starts(3000, size, overlap)
    return all(
        any(start <= first and first + length <= start + size for start in starts)
        for first in range(1000, 2000)
    )


# Numbers as people type them


@pytest.mark.parametrize(
    ("entry", "number"),
    [
        ("1300", 1300),
        ("1,300", 1300),
        ("1 300", 1300),
        ("1\u202f300", 1300),
        ("1\u00a0300\u00a0000", 1300000),
        ("1’300", 1300),
        ("1_300", 1300),
        (" 7 ", 7),
        ("+7", 7),
        ("-7", -7),
        ("−7", -7),
        ("7.33", Decimal("7.33")),
        ("7.0", 7),
        ("7.", 7),
        (".5", Decimal("0.5")),
        ("1,300.25", Decimal("1300.25")),
        ("１３００", 1300),
        ("007", 7),
    ],
)
def test_numbers(entry: str, number: int | Decimal) -> None:
    assert parse_number(entry) == number


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("", "Write a number"),
        ("  ", "Write a number"),
        ("seven", "“seven” is not a number"),
        ("7,33", "Write a fraction with a point: 7.33"),
        ("7 chunks", "“7 chunks” is not a number"),
        ("1,30,0", "is not a number"),
        ("1,300 000", "is not a number"),
        ("1.3.0", "is not a number"),
        (".", "is not a number"),
        ("-", "is not a number"),
        ("nan", "is not a number"),
        ("1e3", "is not a number"),
        ("x" * 5000, "“xxxxxxxxxxxxxxxxxxxx…” is not a number"),
    ],
)
def test_no_numbers(entry: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        parse_number(entry)


@given(st.integers(), st.sampled_from([",", " ", "_", "'", "\u202f", ""]))
def test_a_whole_number_is_read_however_it_is_grouped(number: int, gap: str) -> None:
    assert parse_number(f"{number:,}".replace(",", gap)) == number


@given(st.decimals(allow_nan=False, allow_infinity=False, places=3))
def test_a_fraction_is_read_exactly(number: Decimal) -> None:
    assert parse_number(f" {number:,f}") == number


@given(st.text())
def test_whatever_is_typed_gets_a_reply(entry: str) -> None:
    for reply in by_hand().judge([entry] * 4):
        assert reply.text.strip()
        assert len(reply.text) < 500


# The file


CHOICE = """
[[question]]
id = "q"
kind = "choice"
prompt = "P?"
[[question.option]]
text = "a"
reply = "r1"
[[question.option]]
text = "b"
right = true
reply = "r2"
"""
NUMBERS = """
[[question]]
id = "n"
kind = "numbers"
prompt = "P?"
[[question.field]]
label = "L"
answer = 7
right = "yes"
nudge = "no"
[[question.field.mistake]]
values = [6, 7.33]
hint = "h"
"""


def load_text(tmp_path: Path, text: str) -> dict[str, Question]:
    path = tmp_path / "q.toml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def test_a_file_is_read_in_its_order(tmp_path: Path) -> None:
    assert list(load_text(tmp_path, NUMBERS + CHOICE)) == ["n", "q"]


@pytest.mark.parametrize(
    ("text", "old", "new", "words"),
    [
        (
            CHOICE,
            'id = "q"',
            "",
            "[[question]] 1: id must be a text that is not blank, and is missing",
        ),
        (
            CHOICE,
            'id = "q"',
            "id = 3",
            "[[question]] 1 (3): id must be a text that is not blank, got 3",
        ),
        (
            CHOICE,
            '"choice"',
            '"essay"',
            "('q'): kind must be one of choice, numbers, quiz, got 'essay'",
        ),
        (
            CHOICE,
            '"P?"',
            '" "',
            "[[question]] 1 ('q'): prompt must be a text that is not blank, got ' '",
        ),
        (CHOICE, '"b"', '"a"', "('q'): two [[option]] tables have the name 'a'"),
        (CHOICE, "true", "false", "option must have `right = true` exactly once, got 2 tables"),
        (CHOICE, '"r1"', '"r1"\nright = true', "option must have `right = true` exactly once"),
        (CHOICE, "true", '"yes"', "[[option]] 2: right must be true or false, got 'yes'"),
        (
            CHOICE,
            'reply = "r1"',
            "",
            "[[option]] 1: reply must be a text that is not blank, and is missing",
        ),
        (
            CHOICE,
            "reply =",
            "repl =",
            "repl is no key of this table (it has text, right, reply), got",
        ),
        (CHOICE, CHOICE, CHOICE + CHOICE, "two [[question]] tables have the name 'q'"),
        (CHOICE, CHOICE, "", "question must be 1 or more [[question]] tables, and is missing"),
        (CHOICE, CHOICE, "question = 3", "question must be [[question]] tables, got 3"),
        (CHOICE, "[[question]]", "[question", "is not a TOML file"),
        (NUMBERS, "= 7\n", "= '7'\n", "[[field]] 1: answer must be a number, got '7'"),
        (NUMBERS, "= 7\n", "= true\n", "[[field]] 1: answer must be a number, got True"),
        (NUMBERS, "= 7\n", "= nan\n", "[[field]] 1: answer must be a number, got NaN"),
        (NUMBERS, "[6, 7.33]", "[]", "[[mistake]] 1: values must be a list of numbers, got []"),
        (NUMBERS, "[6, 7.33]", "[7]", "mistake must have each value once, and not the answer: 7"),
        (NUMBERS, "[6, 7.33]", "[6, 6.0]", "mistake must have each value once"),
        (NUMBERS, 'hint = "h"', "", "[[mistake]] 1: hint must be a text"),
        (
            NUMBERS,
            "[[question.field]]",
            "[[question.field]]\nlabel = 'L'\nanswer = 1\nright = 'r'\n"
            "nudge = 'n'\n[[question.field]]",
            "two [[field]] tables have the name",
        ),
    ],
)
def test_an_error_names_file_table_key_value_and_rule(
    tmp_path: Path, text: str, old: str, new: str, words: str
) -> None:
    assert load_text(tmp_path, text)
    with pytest.raises(CourseError, match=re.escape(words)) as error:
        load_text(tmp_path, text.replace(old, new, 1))
    assert "q.toml" in str(error.value)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match=r"none.toml cannot be read: No such file"):
        load(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b'x = "\xe9"')
    with pytest.raises(CourseError, match=r"latin.toml is not a TOML file"):
        load(tmp_path / "latin.toml")


# The widgets


def state(widget: Any) -> str:
    """Return all that a widget and those inside it would send to the page."""
    sent = json.dumps(widget.get_state(), default=lambda child: state(child))
    return sent + "".join(state(child) for child in getattr(widget, "children", ()))


def replies(question: Question) -> list[str]:
    """Return what only an answer may bring up."""
    if isinstance(question, Numbers):
        return [
            text
            for field in question.fields
            for text in (field.right, field.nudge, *(mistake.hint for mistake in field.mistakes))
        ]
    parts = question.parts if isinstance(question, Quiz) else (question,)
    return [option.reply.text for part in parts for option in part.options]


@pytest.mark.parametrize("name", OVERLAP)
def test_nothing_is_chosen_or_told_before_an_answer(name: str) -> None:
    box = QuestionBox(OVERLAP[name])
    bundle = box._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    shown = state(box) + json.dumps(data)
    for reply in replies(OVERLAP[name]):
        assert json.dumps(reply[:20])[1:-1] not in shown
    for block in box.blocks:
        assert block.reply.value == ""
        if isinstance(block, ChoiceBlock):
            assert block.answer.value is None
        else:
            assert {entry.value for entry in block.entries} == {""}


def choice_block() -> ChoiceBlock:
    (block,) = QuestionBox(OVERLAP["predict-stride"]).blocks
    assert isinstance(block, ChoiceBlock)
    return block


def test_a_choice_is_answered_and_can_be_tried_again() -> None:
    block = choice_block()
    block.check()
    assert "Choose one of the answers first" in block.reply.value
    block.answer.value = 0
    assert block.reply.value == ""
    block.check()
    assert "adds the overlap to the size" in block.reply.value
    assert "Not yet" in block.reply.value
    assert "✗" in block.reply.value
    block.answer.value = 2
    assert block.reply.value == ""
    block.check()
    assert "Right" in block.reply.value
    assert "✓" in block.reply.value
    assert "stride" in block.reply.value


def test_the_button_checks() -> None:
    block = choice_block()
    block.answer.value = 1
    block.button.click()
    assert "moves the start by the overlap itself" in block.reply.value


def test_numbers_are_answered_one_by_one() -> None:
    (block,) = QuestionBox(by_hand()).blocks
    assert isinstance(block, NumbersBlock)
    for entry, value in zip(block.entries, ["7.33", " 100", "1,300", "ten"], strict=True):
        entry.value = value
    block.button.click()
    first, second, third, fourth = block.reply.value.split("</p>")[:4]
    assert "Number of chunks: Not yet." in first
    assert "1 + 950 / 150" in first
    assert "Tokens in the last chunk: Right." in second
    assert "Stored positions: Right." in third
    assert "“ten” is not a number" in fourth
    block.entries[0].value = "7"
    assert block.reply.value == ""


def test_a_reply_is_announced_to_those_who_do_not_see_it() -> None:
    block = choice_block()
    block.check()
    assert 'role="alert" aria-live="polite"' in block.reply.value


def test_whatever_is_written_or_typed_is_shown_as_text(tmp_path: Path) -> None:
    text = (CHOICE + NUMBERS).replace('"P?"', '"<b>&`<i>`"').replace('"r1"', '"<b>`x<y`"')
    choice, numbers = load_text(tmp_path, text.replace('"L"', '"<b>"')).values()
    (block,) = QuestionBox(choice).blocks
    assert isinstance(block, ChoiceBlock)
    block.answer.value = 0
    block.check()
    assert "&lt;b&gt;<code>x&lt;y</code>" in block.reply.value
    assert "<p>&lt;b&gt;&amp;<code>&lt;i&gt;</code></p>" in static_html(choice)
    assert block.children[0].value == "<p>&lt;b&gt;&amp;<code>&lt;i&gt;</code></p>"
    (fields,) = QuestionBox(numbers).blocks
    assert isinstance(fields, NumbersBlock)
    fields.entries[0].value = "<img src=x>"
    fields.check()
    assert "&lt;img src=x&gt;" in fields.reply.value
    assert "<b>:" not in fields.reply.value


def test_a_page_without_widgets_shows_what_is_asked() -> None:
    bundle = QuestionBox(quiz())._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "application/vnd.jupyter.widget-view+json" in data
    assert data["text/html"] == static_html(quiz())
    assert data["text/plain"] == static_text(quiz())
    for number, part in enumerate(quiz().parts, start=1):
        assert f"{number}. {part.prompt}" in data["text/plain"]
        for option in part.options:
            assert f"- {option.text}" in data["text/plain"]
    assert "- Stored positions" in static_text(by_hand())


def test_every_control_has_a_visible_label() -> None:
    for question in OVERLAP.values():
        for block in QuestionBox(question).blocks:
            assert block.button.description == "Check"
            if isinstance(block, NumbersBlock):
                assert all(entry.description for entry in block.entries)


def test_ask_finds_a_question_of_the_course(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHUNKLAB_COURSE", str(QUESTIONS.parents[1]))
    (block,) = ask("overlap", "by-hand").blocks
    assert isinstance(block, NumbersBlock)
    with pytest.raises(CourseError, match=r"overlap has no question 'hand'\. There is: predict"):
        ask("overlap", "hand")
    with pytest.raises(CourseError, match=r"overlaps.toml cannot be read"):
        ask("overlaps", "by-hand")


def test_judging_needs_no_widgets() -> None:
    code = (
        "import sys; sys.modules['ipywidgets'] = None\n"
        "from pathlib import Path; from chunklab.course.questions import load\n"
        f"print(*load(Path({str(QUESTIONS / 'overlap.toml')!r})))"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ended.stdout.split() == ["predict-stride", "by-hand", "understanding"]


def test_the_style_is_the_only_widget_without_a_part() -> None:
    box = QuestionBox(OVERLAP["by-hand"])
    assert [type(child) for child in box.children] == [ipywidgets.HTML, NumbersBlock]
