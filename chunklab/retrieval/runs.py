"""Which chunks BM25 finds for each question, searched anew or as it was saved.

BM25 ranks chunks by the words that they share with a question: rare words weigh more, a word that
comes again adds less each time, long chunks are discounted. It is bm25s's, with its default
constants, over lower-case words of two letters or more; English stop words are left out and the
rest reduced to their stems. Chunks of equal score come in the order of the corpus.

The saved runs are made by ``python -m chunklab.retrieval``, so that none of this needs to be
installed to look at them.
"""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib import metadata, resources
from pathlib import Path
from typing import Any

from chunklab.corpus import documents, questions
from chunklab.retrieval.settings import SETTINGS, Setting, spans

SEARCHED_WITH = ("bm25s", "numpy", "PyStemmer")


class NotInstalled(Exception):
    """What searches is not installed; the message says what and why."""


def depth(setting: Setting) -> int:
    """Return how many chunks are kept for a question: 20, or 8000 characters of smaller ones.

    >>> depth(Setting(1600, 0)), depth(Setting(200, 0))
    (20, 40)
    """
    return max(20, 8000 // setting.size)


@cache
def ranked(setting: Setting) -> tuple[tuple[int, ...], ...]:
    """Return the saved numbers of the chunks that were found, best first, for each question.

    The questions are in the order of :func:`chunklab.corpus.questions`, and a number is the place
    in :func:`spans`. Raises ``ValueError`` for a setting that is not among ``SETTINGS``.

    >>> [spans(Setting(1600, 0))[number] for number in ranked(Setting(1600, 0))[0][:2]]
    [('bicycle-syllabus', 0, 1600), ('bicycle-syllabus', 1600, 2773)]
    """
    spans(setting)  # it is one of those that were run
    return tuple(map(_unpacked, _saved()["runs"][_name(setting)]))


def versions() -> dict[str, str]:
    """Return the versions of what the saved runs were made with, by the names that pip uses."""
    return dict(_saved()["versions"])


def search(texts: Sequence[str], queries: Sequence[str], most: int) -> list[list[int]]:
    """Return for each query the numbers of the texts found, best first, at most ``most``.

    A text that shares no word with a query is not found by it. Needs what ``SEARCHED_WITH`` names:
    raises ``NotInstalled``.
    """
    try:
        import bm25s
        import Stemmer
    except ImportError as error:
        raise NotInstalled(
            f"searching needs {', '.join(SEARCHED_WITH)}: {type(error).__name__}: {error}"
        ) from error

    def words(parts: Sequence[str]) -> list[list[str]]:
        tokens: list[list[str]] = bm25s.tokenize(
            list(parts),
            stopwords="en",
            stemmer=Stemmer.Stemmer("english"),
            return_ids=False,
            show_progress=False,
        )
        return tokens

    index = bm25s.BM25(dtype="float64")
    index.index(words(texts), show_progress=False)
    found = []
    for query in words(queries):
        # Its own selection of the best leaves equal scores in any order. Rounded, since sums of
        # equal parts may differ in the last place.
        known = index.get_tokens_ids(query)
        scores = [round(float(score), 9) for score in index.get_scores_from_ids(known)]
        best = sorted(range(len(texts)), key=lambda number: (-scores[number], number))
        found.append([number for number in best[:most] if scores[number] > 0])
    return found


def save(path: Path) -> None:
    """Run every setting and write the runs to a file; raises ``NotInstalled``, and writes none."""
    asked = [each.question for each in questions()]
    texts = documents()
    runs = {}
    for setting in SETTINGS:
        parts = [texts[name][start:end] for name, start, end in spans(setting)]
        runs[_name(setting)] = list(map(_packed, search(parts, asked, depth(setting))))
    made = {
        "versions": {each: metadata.version(each) for each in SEARCHED_WITH},
        "corpus": corpus_digest(),
        "runs": runs,
    }
    path.write_text(json.dumps(made, indent=0) + "\n", encoding="utf-8")


def corpus_digest() -> str:
    """Return the SHA-256 of documents and questions: other texts, other runs."""
    asked = [(each.id, each.question) for each in questions()]
    return sha256(json.dumps([documents(), asked]).encode()).hexdigest()


@cache
def _saved() -> dict[str, Any]:
    file = resources.files(__package__).joinpath("saved.json")
    kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return kept


def _name(setting: Setting) -> str:
    return f"{setting.cut} {setting.size} {setting.overlap}"


def _packed(numbers: list[int]) -> str:
    """Return numbers as text, two bytes each: in decimals the file would be half as large again."""
    return base64.b64encode(struct.pack(f"<{len(numbers)}H", *numbers)).decode()


def _unpacked(text: str) -> tuple[int, ...]:
    return tuple(number for (number,) in struct.iter_unpack("<H", base64.b64decode(text)))
