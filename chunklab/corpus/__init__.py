"""A small corpus with questions, to measure what chunk size and overlap do to retrieval.

Use this when you want figures of your own: split the documents, search for each question, and see
whether the whole answer is in what was found. Documents and questions were written for this
course; the places, ships and cheeses in them are invented. ``documents/`` and ``questions.toml``
lie beside this file, to be read.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class Question:
    """A question, and the span of a document that answers it.

    The span is in code points, end exclusive: ``answer`` is ``documents()[document][start:end]``.
    """

    id: str
    document: str
    question: str
    start: int
    end: int
    answer: str


def documents() -> dict[str, str]:
    """Return the text of every document by its name, in the order of the names.

    >>> texts = documents()
    >>> len(texts), sum(map(len, texts.values()))
    (47, 140793)
    >>> texts["poem-bells"].splitlines()[0]
    'The Bell Buoy Counts the Boats'
    """
    folder = files(__name__).joinpath("documents")
    texts = {
        entry.name.removesuffix(".txt"): entry.read_bytes().decode()
        for entry in folder.iterdir()
        if entry.name.endswith(".txt")
    }
    return dict(sorted(texts.items()))


def questions() -> list[Question]:
    """Return the questions, by document, and within one in the order of their answers.

    >>> every = questions()
    >>> len(every)
    238
    >>> one = next(question for question in every if question.id == "ferry-faq-2")
    >>> one.question
    'Why can one not pay by card on board the ferry?'
    >>> one.answer == documents()[one.document][one.start : one.end]
    True
    """
    table = tomllib.loads(files(__name__).joinpath("questions.toml").read_bytes().decode())
    return [
        Question(**entry, end=entry["start"] + len(entry["answer"])) for entry in table["question"]
    ]
