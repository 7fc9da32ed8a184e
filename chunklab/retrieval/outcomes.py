"""What of each question's answer is in what was retrieved, and what else is.

Two comparisons: at an equal number of chunks, where larger chunks bring more text, and at an equal
number of characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from chunklab.corpus import Question, questions
from chunklab.evidence import distinct, positions
from chunklab.retrieval.runs import depth, ranked
from chunklab.retrieval.settings import Setting, spans

Span = tuple[str, int, int]

MOST_CHARACTERS = 3000
"""The largest number of characters for which enough chunks are kept at every setting."""


@dataclass(frozen=True)
class Outcome:
    """What was retrieved for one question; lengths in code points.

    ``recall``, ``precision`` and ``iou`` (intersection over union) are those of
    :mod:`chunklab.evidence`, with the answer as what is wanted. The answer is
    ``whole_in_chunk`` where one chunk holds all of it, and ``whole_merged`` where the chunks do
    that together, merged. ``read`` is the length of what was retrieved, ``distinct`` counts each
    position once, and ``stretches`` are the pieces of evidence that remain after merging.
    """

    recall: float
    precision: float
    iou: float
    whole_in_chunk: bool
    whole_merged: bool
    chunks: int
    read: int
    distinct: int
    stretches: int

    @property
    def repetition(self) -> float:
        """How often a retrieved position was read, on average: 1 without duplicates."""
        return self.read / self.distinct


def retrieved(setting: Setting, question: Question, k: int) -> list[Span]:
    """Return the best ``k`` chunks for a question, or as many as share a word with it.

    Raises as :func:`at_k` does.

    >>> question = next(each for each in questions() if each.id == "ferry-faq-2")
    >>> for document, start, end in retrieved(Setting(400, 200), question, 3):
    ...     print(document, start, end)
    ferry-faq 400 800
    ferry-faq 600 1000
    bicycle-tool-library 200 600
    """
    return _best(setting, k)[_questions().index(question)]


@cache
def at_k(setting: Setting, k: int) -> tuple[Outcome, ...]:
    """Return the outcome of the best ``k`` chunks, for every question of the corpus in its order.

    Raises ``ValueError`` unless ``1 <= k <= depth(setting)``, and for a setting without runs.

    >>> outcomes = at_k(Setting(400, 100), 5)
    >>> len(outcomes), sum(outcome.whole_in_chunk for outcome in outcomes)
    (238, 154)
    """
    return tuple(
        _outcome(question, found, _length(found))
        for question, found in zip(_questions(), _best(setting, k), strict=True)
    )


@cache
def within(setting: Setting, characters: int, *, merged: bool = True) -> tuple[Outcome, ...]:
    """Return the outcome of reading so many characters, for every question of the corpus.

    Chunks are read in the order of their ranks, and the last as far as it goes. If ``merged``,
    what has been read is skipped where it comes again; otherwise it is read again. Fewer
    characters are read where no other chunk shares a word with the question. Raises ``ValueError``
    unless ``1 <= characters <= MOST_CHARACTERS``, and for a setting without runs.

    >>> for merged in (False, True):
    ...     outcomes = within(Setting(400, 200), 2000, merged=merged)
    ...     print(merged, sum(outcome.whole_merged for outcome in outcomes))
    False 159
    True 171
    """
    if not 1 <= characters <= MOST_CHARACTERS:
        raise ValueError(
            f"characters must satisfy 1 <= characters <= {MOST_CHARACTERS}, "
            f"got characters={characters}"
        )
    outcomes = []
    for question, found in zip(_questions(), _best(setting, depth(setting)), strict=True):
        seen = _seen(found, characters, merged)
        read = positions(seen) if merged else _length(seen)
        outcomes.append(_outcome(question, seen, read))
    return tuple(outcomes)


def _outcome(question: Question, found: Sequence[Span], read: int) -> Outcome:
    answer = (question.document, question.start, question.end)
    merged = distinct(found)
    here, there = _length(merged), question.end - question.start
    either = positions([*merged, answer])
    shared = here + there - either
    return Outcome(
        recall=shared / there,
        precision=shared / here,
        iou=shared / either,
        whole_in_chunk=_holds(found, answer),
        whole_merged=_holds(merged, answer),
        chunks=len(found),
        read=read,
        distinct=here,
        stretches=len(merged),
    )


def _seen(found: Sequence[Span], characters: int, merged: bool) -> list[Span]:
    """Return the chunks that so many characters are enough for, the last as far as it is seen."""
    seen: list[Span] = []
    known: dict[str, list[Span]] = {}  # of each document, what has been read
    for chunk in found:
        document, start, end = chunk
        before = known.get(document, []) if merged else []
        for _, first, last in _new(chunk, before):
            read = min(last - first, characters)
            characters -= read
            if first + read < last:
                end = first + read
                break
        seen.append((document, start, end))
        if not characters:
            break
        known[document] = distinct([*before, chunk])
    return seen


def _new(chunk: Span, known: Sequence[Span]) -> Iterator[Span]:
    """Yield the parts of a chunk that are in none of the spans known, all of its document."""
    document, start, end = chunk
    for _, first, last in known:
        if first < end and start < last:
            if start < first:
                yield document, start, first
            start = last
    if start < end:
        yield document, start, end


def _holds(spans: Sequence[Span], answer: Span) -> bool:
    document, start, end = answer
    return any(name == document and first <= start and end <= last for name, first, last in spans)


def _length(spans: Sequence[Span]) -> int:
    return sum(end - start for _, start, end in spans)


def _best(setting: Setting, k: int) -> list[list[Span]]:
    """Return the best ``k`` chunks for every question."""
    if not 1 <= k <= depth(setting):
        raise ValueError(f"k must satisfy 1 <= k <= {depth(setting)} for {setting}, got k={k}")
    every = spans(setting)
    return [[every[number] for number in numbers[:k]] for numbers in ranked(setting)]


@cache
def _questions() -> tuple[Question, ...]:
    return tuple(questions())
