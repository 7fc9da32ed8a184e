"""What the evidence explorer knows: settings in; what overlap buys and costs, and words, out.

For the chosen size all measured overlaps are compared: facts that survive, positions stored, what
the best chunks hold of the corpus's answers, and how much of what they hold is new. Of one question
it is known chunk by chunk. Retrieval comes from saved runs, so only settings that were run can be
chosen. Nothing is drawn here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from chunklab.corpus import Question, documents, questions
from chunklab.evidence import distinct, positions, recall, survival_inside
from chunklab.retrieval import (
    EIGHTHS,
    SIZES,
    Interval,
    Outcome,
    Setting,
    at_k,
    interval,
    retrieved,
    spans,
)

Span = tuple[str, int, int]

CUTS = {"windows": "fixed windows", "separators": "at separators"}
SHARES = dict(zip(EIGHTHS, ("none", "an eighth", "a quarter", "half"), strict=True))
LONGEST = max(SIZES)
MOST = 20
"""How many chunks were kept for a question at every setting."""


@dataclass(frozen=True)
class EvidenceState:
    """What a person has set: how the corpus is cut, which facts, how much is retrieved.

    ``size``, ``overlap`` and ``length``, that of a fact, are in code points; ``k`` chunks are
    retrieved; ``question`` counts those of the corpus from 1. ``merged`` joins retrieved chunks
    where they overlap or touch.
    """

    size: int = 400
    overlap: int = 100
    length: int = 150
    k: int = 5
    question: int = 107
    cut: str = "windows"
    merged: bool = False

    @property
    def setting(self) -> Setting:
        """How the corpus is cut."""
        return Setting(self.size, self.overlap, self.cut)


@dataclass(frozen=True)
class Figures:
    """What one overlap buys and costs, over all documents and questions of the corpus.

    ``formula`` is the survival inside a long text, which is known for fixed windows alone, and
    ``survival`` the counted one. ``whole`` is the share of answers that lie whole in one chunk, or
    in one stretch of merged ones. ``read`` and ``distinct`` are characters a question.
    """

    overlap: int
    formula: float | None
    survival: float
    stored: int
    times: float
    recall: Interval
    whole: Interval
    read: float
    distinct: float

    @property
    def repeated(self) -> float:
        """How many characters a question were read again."""
        return self.read - self.distinct


@dataclass(frozen=True)
class Piece:
    """A retrieved chunk, or a stretch of merged ones: their ``ranks``, and where it lies.

    ``held`` is the share of the answer in it; ``repeats`` are positions that better ranks hold.
    """

    ranks: tuple[int, ...]
    document: str
    start: int
    end: int
    held: float
    repeats: int


@dataclass(frozen=True)
class EvidenceValues:
    """What follows from a state: figures for each overlap, and what was found for a question.

    ``current`` are the figures of the overlap that is set, ``n`` is the length of the question's
    document, ``outcome`` sums up what was found for it: ``chunks``, best first, and the
    ``stretches`` that they make merged.
    """

    state: EvidenceState
    figures: tuple[Figures, ...]
    current: Figures
    question: Question
    n: int
    chunks: tuple[Piece, ...]
    stretches: tuple[Piece, ...]
    outcome: Outcome

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """What is shown of the two."""
        return self.stretches if self.state.merged else self.chunks


def measure(state: EvidenceState) -> EvidenceValues:
    """Return the values of ``state``.

    Raises ``ValueError`` for a setting that was not run, and for what is out of range.

    >>> values = measure(EvidenceState(400, 100, 150, 5))
    >>> for each in values.figures:
    ...     print(each.overlap, f"{each.survival:.2f} {each.times:.2f}", each.recall)
    0 0.64 1.00 0.66 (0.60 to 0.71)
    50 0.73 1.13 0.71 (0.65 to 0.77)
    100 0.84 1.31 0.74 (0.68 to 0.79)
    200 1.00 1.90 0.74 (0.69 to 0.79)
    """
    for name in ("size", "overlap"):
        if type(getattr(state, name)) is not int:
            raise ValueError(f"{name} must be an int, got {name}={getattr(state, name)!r}")
    for name, most in (("length", LONGEST), ("k", MOST), ("question", len(_questions()))):
        value = getattr(state, name)
        if type(value) is not int or not 1 <= value <= most:
            raise ValueError(
                f"{name} must be an int and satisfy 1 <= {name} <= {most}, got {name}={value!r}"
            )
    spans(state.setting)  # it is one of those that were run
    question = _questions()[state.question - 1]
    every = [_figures(replace(state, overlap=state.size * eighths // 8)) for eighths in EIGHTHS]
    found = retrieved(state.setting, question, state.k)
    answer = (question.document, question.start, question.end)
    return EvidenceValues(
        state=state,
        figures=tuple(every),
        current=next(each for each in every if each.overlap == state.overlap),
        question=question,
        n=_lengths()[question.document],
        chunks=tuple(_chunks(found, answer)),
        stretches=tuple(_stretches(found, answer)),
        outcome=at_k(state.setting, state.k)[state.question - 1],
    )


def formulas(values: EvidenceValues, steps: int = 32) -> list[tuple[float, float, float]]:
    """Return overlap, survival and storage by formula, from no overlap to half the size.

    There are none where the corpus is cut at separators.

    >>> values = measure(EvidenceState(400, 0, 150))
    >>> for overlap, survival, times in formulas(values, steps=2):
    ...     print(f"{overlap:.0f} {survival:.2f} {times:.2f}")
    0 0.63 1.00
    100 0.84 1.33
    200 1.00 2.00
    """
    state = values.state
    if state.cut != "windows":
        return []
    overlaps = [state.size // 2 * step // steps for step in range(steps + 1)]
    return [
        (
            overlap,
            survival_inside(state.size, overlap, state.length),
            state.size / (state.size - overlap),
        )
        for overlap in overlaps
    ]


def figures_table(values: EvidenceValues) -> list[tuple[str, ...]]:
    """Return a table: what is measured, and its figure at each overlap.

    >>> for row in figures_table(measure(EvidenceState(400, 0, 150, 5))):
    ...     print(*row, sep=" | ")
    survival by formula | 0.63 | 0.72 | 0.84 | 1.00
    survival counted | 0.64 | 0.73 | 0.84 | 1.00
    positions stored | 140,793 | 159,343 | 183,793 | 267,793
    times the corpus | 1.00 | 1.13 | 1.31 | 1.90
    recall of the answers | 0.66 (0.60 to 0.71) | 0.71 (0.65 to 0.77) \
| 0.74 (0.68 to 0.79) | 0.74 (0.69 to 0.79)
    answers whole in one chunk | 0.52 (0.45 to 0.58) | 0.61 (0.54 to 0.67) \
| 0.65 (0.59 to 0.71) | 0.66 (0.60 to 0.72)
    characters read | 1,936 | 1,957 | 1,954 | 1,972
    of them distinct | 1,936 | 1,916 | 1,849 | 1,640
    of them repeated | 0, 0 % | 41, 2 % | 105, 5 % | 332, 17 %
    """
    every = values.figures
    rows = [
        ("survival counted", [share(each.survival) for each in every]),
        ("positions stored", [number(each.stored) for each in every]),
        ("times the corpus", [f"{each.times:.2f}" for each in every]),
        ("recall of the answers", [str(each.recall) for each in every]),
        (f"answers whole in one {_unit(values)}", [str(each.whole) for each in every]),
        ("characters read", [number(each.read) for each in every]),
        ("of them distinct", [number(each.distinct) for each in every]),
        (
            "of them repeated",
            [f"{number(each.repeated)}, {100 * each.repeated / each.read:.0f} %" for each in every],
        ),
    ]
    by_formula = [share(each.formula) for each in every if each.formula is not None]
    if by_formula:
        rows.insert(0, ("survival by formula", by_formula))
    return [(what, *figures) for what, figures in rows]


def setting_words(values: EvidenceValues) -> str:
    """Return what is set.

    >>> setting_words(measure(EvidenceState()))
    'Size 400, overlap 100 (a quarter), fixed windows; the best 5 chunks'
    """
    state = values.state
    share = SHARES[state.overlap * 8 // state.size]
    chunks = "chunk" if state.k == 1 else f"{state.k} chunks"
    return (
        f"Size {state.size}, overlap {state.overlap} ({share}), {CUTS[state.cut]}; the best "
        f"{chunks}{', merged' if state.merged else ''}"
    )


def survival_words(values: EvidenceValues) -> str:
    """Return which share of the facts survives, by formula and counted.

    >>> survival_words(measure(EvidenceState(length=150)))
    'Facts of 150: the share (C - L + 1) / (C - O) = 251 / 300 = 0.84 survives inside; \
counted in the corpus 0.84'
    >>> survival_words(measure(EvidenceState(length=101)))
    'Facts of 101: all survive, since L <= O + 1; counted in the corpus 1.00'
    """
    state, current = values.state, values.current
    facts = f"Facts of {number(state.length)}: "
    counted = f"counted in the corpus {share(current.survival)}"
    if current.formula is None:
        return f"{facts}{counted} survive; there is no formula at separators"
    if current.formula == 0:
        return f"{facts}none survives, since L > C; {counted}"
    if current.formula == 1:
        return f"{facts}all survive, since L <= O + 1; {counted}"
    room, stride = state.size - state.length + 1, state.size - state.overlap
    return (
        f"{facts}the share (C - L + 1) / (C - O) = {room} / {stride} = {share(current.formula)} "
        f"survives inside; {counted}"
    )


def storage_words(values: EvidenceValues) -> str:
    """Return what is stored.

    >>> storage_words(measure(EvidenceState()))
    'Stored: 183,793 positions, 1.31 times the corpus'
    """
    current = values.current
    return f"Stored: {number(current.stored)} positions, {current.times:.2f} times the corpus"


def retrieval_words(values: EvidenceValues) -> str:
    """Return what the best chunks hold of the answers, and how much of it is repetition.

    >>> print(retrieval_words(measure(EvidenceState())))
    Over 238 questions: recall of the answers 0.74 (0.68 to 0.79), whole in one chunk \
0.65 (0.59 to 0.71); of 1,954 characters read 1,849 are distinct
    """
    current = values.current
    if values.state.merged:
        read = f"{number(current.read)} characters read, none of them twice"
    else:
        read = f"of {number(current.read)} characters read {number(current.distinct)} are distinct"
    return (
        f"Over {len(_questions())} questions: recall of the answers {current.recall}, "
        f"whole in one {_unit(values)} {current.whole}; {read}"
    )


def question_words(values: EvidenceValues) -> str:
    """Return the question that is looked at.

    >>> question_words(measure(EvidenceState(question=63)))
    'Question 63 of 238: Why can one not pay by card on board the ferry?'
    """
    return f"Question {values.state.question} of {len(_questions())}: {values.question.question}"


def answer_words(values: EvidenceValues) -> str:
    """Return the answer, and where it stands.

    >>> answer_words(measure(EvidenceState(question=63)))
    'Its answer is 41 characters, ferry-faq 706 to 747: \
"because there is no signal beyond the bar"'
    """
    asked = values.question
    said = " ".join(asked.answer.split())
    return (
        f"Its answer is {asked.end - asked.start} characters, {asked.document} {asked.start} to "
        f'{asked.end}: "{said}"'
    )


def fate_words(values: EvidenceValues) -> str:
    """Return which chunk holds the answer, or what the chunks hold of it together.

    >>> for overlap in (0, 100, 200):
    ...     print(fate_words(measure(EvidenceState(overlap=overlap))))
    No chunk holds the answer whole: 0.63 of it was retrieved, by rank 1
    No chunk holds the answer whole, but merged, ranks 1 and 4 do: library-readme 0 to 700
    Rank 3 holds the answer whole
    """
    pieces = values.pieces
    whole = [each for each in pieces if each.held == 1]
    part = [each for each in pieces if each.held]
    if whole and values.state.merged and len(whole[0].ranks) > 1:
        [stretch] = whole
        return f"Merged, {_ranks(stretch.ranks)} hold the answer whole: {_place(stretch)}"
    if whole:
        holders = [each.ranks[0] for each in whole]
        return f"{_ranks(holders)} hold{'s' * (len(holders) == 1)} the answer whole".capitalize()
    if values.outcome.whole_merged:
        [stretch] = [each for each in values.stretches if each.held == 1]
        ranks = _ranks(stretch.ranks)
        return f"No chunk holds the answer whole, but merged, {ranks} do: {_place(stretch)}"
    if part:
        parts = sorted(rank for each in part for rank in each.ranks)
        return (
            f"No {_unit(values)} holds the answer whole: {share(values.outcome.recall)} of it was "
            f"retrieved, by {_ranks(parts)}"
        )
    return "Nothing of the answer was retrieved"


def evidence_words(values: EvidenceValues) -> str:
    """Return how much distinct evidence was found for the question.

    >>> print(evidence_words(measure(EvidenceState())))
    Retrieved: 5 chunks, 1,891 characters, of which 1,791 distinct, in 4 stretches of evidence
    """
    outcome = values.outcome
    return (
        f"Retrieved: {_many(outcome.chunks, 'chunk')}, {number(outcome.read)} characters, of which "
        f"{number(outcome.distinct)} distinct, in "
        f"{_many(outcome.stretches, 'stretch', 'stretches')} of evidence"
    )


def pieces_table(values: EvidenceValues) -> list[tuple[str, ...]]:
    """Return a table of what was found: ranks, document, start, end, share of answer, repeats.

    >>> for row in pieces_table(measure(EvidenceState(k=4))):
    ...     print(*row, sep=" | ")
    1 | library-readme | 0 | 400 | 0.63 | 0
    2 | library-readme | 2400 | 2691 | nothing | 0
    3 | library-user-stories | 0 | 400 | nothing | 0
    4 | library-readme | 300 | 700 | 0.79 | 100
    """
    return [
        (
            " and ".join(map(str, each.ranks)) if len(each.ranks) < 3 else _list(each.ranks),
            each.document,
            str(each.start),
            str(each.end),
            "all" if each.held == 1 else share(each.held) if each.held else "nothing",
            str(each.repeats),
        )
        for each in values.pieces
    ]


def describe(values: EvidenceValues) -> str:
    """Return all the words together, for those who do not see the picture."""
    rows = figures_table(values)
    overlaps = _list([each.overlap for each in values.figures])
    sentences = [
        setting_words(values),
        survival_words(values),
        storage_words(values),
        retrieval_words(values),
        f"At the overlaps {overlaps}: "
        + "; ".join(f"{what} {', '.join(figures)}" for what, *figures in rows),
        question_words(values),
        fate_words(values),
        evidence_words(values),
        answer_words(values),
    ]
    return " ".join(map(sentence, sentences))


def sentence(words: str) -> str:
    """Return words with a full stop, where nothing else ends them.

    >>> sentence("Rank 3 holds it"), sentence("Why?")
    ('Rank 3 holds it.', 'Why?')
    """
    return words if words.endswith(("?", '"')) else f"{words}."


def number(value: float) -> str:
    """Return a whole number with its thousands apart.

    >>> number(1790.6)
    '1,791'
    """
    return f"{value:,.0f}"


def share(value: float) -> str:
    """Return a share with two digits, which says all or nothing only where it is.

    >>> [share(value) for value in (0, 0.001, 0.5, 0.999, 1)]
    ['0.00', '0.01', '0.50', '0.99', '1.00']
    """
    return f"{value if value in (0, 1) else min(max(value, 0.01), 0.99):.2f}"


def _figures(state: EvidenceState) -> Figures:
    setting, k = state.setting, state.k
    outcomes = at_k(setting, k)
    stored = sum(end - start for _, start, end in spans(setting))
    different = sum(each.distinct for each in outcomes) / len(outcomes)
    read = sum(each.read for each in outcomes) / len(outcomes)
    windows = state.cut == "windows"
    return Figures(
        overlap=state.overlap,
        formula=survival_inside(state.size, state.overlap, state.length) if windows else None,
        survival=_survival(setting, state.length),
        stored=stored,
        times=stored / sum(_lengths().values()),
        recall=_mean(setting, k, "recall"),
        whole=_mean(setting, k, "whole_merged" if state.merged else "whole_in_chunk"),
        read=different if state.merged else read,
        distinct=different,
    )


@lru_cache(maxsize=256)
def _survival(setting: Setting, length: int) -> float:
    """Return the share of the corpus's facts of a length that some chunk holds whole."""
    # A fact is where it begins: a chunk holds those that begin early enough to end in it.
    surviving = positions(
        (document, start, end - length + 1)
        for document, start, end in spans(setting)
        if length <= end - start
    )
    return surviving / sum(max(0, n - length + 1) for n in _lengths().values())


@cache
def _mean(setting: Setting, k: int, what: str) -> Interval:
    """Return the mean of one of the outcome's figures, whose interval takes a while."""
    return interval([getattr(outcome, what) for outcome in at_k(setting, k)])


def _chunks(found: Sequence[Span], answer: Span) -> list[Piece]:
    known = [positions(found[:rank]) for rank in range(len(found) + 1)]
    return [
        Piece(
            (rank,),
            *span,
            held=recall([span], [answer]),
            repeats=positions([span]) - (known[rank] - known[rank - 1]),
        )
        for rank, span in enumerate(found, 1)
    ]


def _stretches(found: Sequence[Span], answer: Span) -> list[Piece]:
    """Return the stretches in the order of the best chunk in each."""
    pieces = []
    for document, start, end in distinct(found):
        ranks = tuple(
            rank
            for rank, (name, first, last) in enumerate(found, 1)
            if name == document and start <= first and last <= end
        )
        held = recall([(document, start, end)], [answer])
        pieces.append(Piece(ranks, document, start, end, held, repeats=0))
    return sorted(pieces, key=lambda each: each.ranks)


def _unit(values: EvidenceValues) -> str:
    return "stretch" if values.state.merged else "chunk"


def _place(piece: Piece) -> str:
    return f"{piece.document} {piece.start} to {piece.end}"


def _ranks(ranks: Sequence[int]) -> str:
    return f"rank{'s' * (len(ranks) > 1)} {_list(ranks)}"


def _list(numbers: Sequence[int]) -> str:
    *before, last = map(str, numbers)
    return f"{', '.join(before)} and {last}" if before else last


def _many(count: int, one: str, several: str = "") -> str:
    return f"{count} {one if count == 1 else several or one + 's'}"


@cache
def _questions() -> tuple[Question, ...]:
    return tuple(questions())


@cache
def _lengths() -> dict[str, int]:
    return {name: len(text) for name, text in documents().items()}
