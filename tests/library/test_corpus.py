"""The corpus that retrieval is measured on: answers are where they are said to be, and varied."""

import tomllib
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import pytest

import chunklab
from chunklab.corpus import Question, documents, questions

FOLDER = Path(chunklab.__file__).with_name("corpus")
DOCUMENTS = documents()
QUESTIONS = questions()

# A refrain: how often the answer occurs, and which of these is meant, counted from 1.
REPEATED = {"ferry-incident-log-5": (3, 3), "poem-bells-1": (4, 4)}


def places(text: str, part: str) -> list[int]:
    """Return where ``part`` occurs in ``text``, also where it overlaps itself."""
    return [start for start in range(len(text)) if text.startswith(part, start)]


def words(text: str, size: int) -> set[tuple[str, ...]]:
    """Return every run of ``size`` words of ``text``."""
    found = text.split()
    return {tuple(found[k : k + size]) for k in range(len(found) - size + 1)}


def by_id(question: Question) -> str:
    return question.id


@pytest.mark.parametrize("question", QUESTIONS, ids=by_id)
def test_an_answer_lies_where_it_is_said_to_be(question: Question) -> None:
    text = DOCUMENTS[question.document]
    assert text[question.start : question.end] == question.answer
    occurs, meant = REPEATED.get(question.id, (1, 1))
    found = places(text, question.answer)
    assert len(found) == occurs
    assert found[meant - 1] == question.start


@pytest.mark.parametrize("question", QUESTIONS, ids=by_id)
def test_a_question_is_one_line_and_does_not_say_its_answer(question: Question) -> None:
    assert question.question == " ".join(question.question.split())
    assert question.question.endswith("?")
    assert 20 <= len(question.question) <= 200
    assert question.answer == question.answer.strip()
    assert " ".join(question.answer.split()).lower() not in question.question.lower()
    assert not words(question.question.lower(), 7) & words(question.answer.lower(), 7)


def test_the_refrains_are_all_in_the_list() -> None:
    assert set(REPEATED) <= {question.id for question in QUESTIONS}


def test_what_is_loaded_is_what_lies_there() -> None:
    there = {path.stem: path.read_bytes() for path in FOLDER.joinpath("documents").iterdir()}
    assert {name: text.encode() for name, text in DOCUMENTS.items()} == there
    assert list(DOCUMENTS) == sorted(there)
    [(key, entries)] = tomllib.loads(FOLDER.joinpath("questions.toml").read_text("utf-8")).items()
    assert key == "question"
    assert [entry["id"] for entry in entries] == [question.id for question in QUESTIONS]


def test_ids_are_the_document_and_a_number_in_the_order_of_the_answers() -> None:
    assert len({question.id for question in QUESTIONS}) == len(QUESTIONS)
    assert len({question.question for question in QUESTIONS}) == len(QUESTIONS)
    for name in DOCUMENTS:
        own = [question for question in QUESTIONS if question.document == name]
        assert [question.id for question in own] == [f"{name}-{k + 1}" for k in range(len(own))]
        assert all(one.start <= two.start for one, two in pairwise(own))


def test_every_document_has_two_to_seven_questions() -> None:
    counts = Counter(question.document for question in QUESTIONS)
    assert set(counts) == set(DOCUMENTS)
    assert min(counts.values()) >= 2
    assert max(counts.values()) <= 7


def test_there_are_enough_of_both() -> None:
    lengths = sorted(map(len, DOCUMENTS.values()))
    assert len(DOCUMENTS) >= 42
    assert len(QUESTIONS) >= 130
    assert 110_000 <= sum(lengths) <= 145_000
    assert lengths[0] >= 600
    assert lengths[-1] <= 9_000
    assert sum(length < 1_500 for length in lengths) >= 3, "a few short ones"
    assert sum(length >= 7_000 for length in lengths) >= 3, "a few long ones"


def test_answers_are_short_of_a_sentence_and_long() -> None:
    lengths = [question.end - question.start for question in QUESTIONS]
    assert min(lengths) >= 10
    assert max(lengths) <= 450
    short = sum(length <= 50 for length in lengths)
    long = sum(length > 160 for length in lengths)
    for part in (short, len(lengths) - short - long, long):
        assert 0.25 <= part / len(lengths) <= 0.42
    assert sum("\n" in question.answer for question in QUESTIONS) >= 10, "across lines"
    assert sum("\n\n" in question.answer for question in QUESTIONS) >= 2, "across paragraphs"


def test_answers_lie_all_over_the_documents() -> None:
    thirds = Counter(3 * one.start // len(DOCUMENTS[one.document]) for one in QUESTIONS)
    assert sorted(thirds) == [0, 1, 2]
    assert min(thirds.values()) >= len(QUESTIONS) / 5


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_plain_text(name: str) -> None:
    text = DOCUMENTS[name]
    assert name == name.lower().strip("-")
    assert name.replace("-", "").isalnum()
    assert all(character.isprintable() or character == "\n" for character in text)
    assert text == text.strip() + "\n"
    assert all(line == line.rstrip() for line in text.split("\n"))


def test_no_two_documents_are_alike() -> None:
    runs = {name: words(text, 8) for name, text in DOCUMENTS.items()}
    for one, two in combinations(DOCUMENTS, 2):
        shared = len(runs[one] & runs[two])  # a line that several carry at their foot is welcome
        assert shared <= 20, (one, two)
