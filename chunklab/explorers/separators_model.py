"""What the separators explorer knows: a text and settings in; both ways to cut it, and words out.

The same text is cut into fixed windows and at separators, and what the edges of each fall into is
counted. Of one chunk, the current one, it is known why it ends and begins where it does. Nothing is
drawn here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from chunklab.cuts import cut_sentences, cut_words, edges, shared_positions
from chunklab.explorers.entry import require_showable
from chunklab.seams import Seams
from chunklab.separators import recursive_chunks
from chunklab.sources import chunks

if TYPE_CHECKING:
    from chunklab.sources import TextChunk

SEPARATORS = {
    "blank line": "\n\n",
    "line end": "\n",
    "sentence end": ". ",
    "full-width stop": "。",
    "space": " ",
}
"""The separators that can be switched on, by name, largest first."""

SAMPLES = {
    "Prose": (
        "The ferry to the islands runs three times a day. In winter it runs twice, because the "
        "evening crossing meets the north wind.\n\n"
        "Tickets are sold on the quay. Children under six travel free. A bicycle costs half a "
        "fare, and a dog nothing at all, as long as it stays on deck.\n\n"
        "Nobody has missed the last boat since the bell was hung. It is rung five minutes before "
        "the ramp goes up. Visitors take it for a church bell, and walk on slowly."
    ),
    "Log": (
        "06:10 ramp down, 41 passengers\n"
        "06:30 cast off. Wind north, force 4\n"
        "07:05 off the skerries, engine temperature high\n"
        "07:06 speed reduced. Engine temperature falling\n"
        "07:40 moored, eleven minutes late\n\n"
        "12:00 cast off\n"
        "12:55 moored\n\n"
        "17:00 crossing cancelled. Wind north, force 8\n"
        "17:20 passengers told; 23 beds found in the village\n"
        "18:00 end of watch"
    ),
    "A long address": (
        "The timetable is on the notice board and at "
        "https://ferry.example/timetables/winter/2025-2026/northern-islands/outer-skerries.html"
        "?day=monday&direction=outbound, which is longer than many a chunk. "
        "Ask for the Schiffahrtsgesellschaftskapitän if you want to read it aloud. "
        "Everything else fits."
    ),
    "Japanese": (
        "島へ渡る船は一日に三回出ます。朝の便は六時半、昼の便は正午、夕方の便は五時です。"
        "冬は北風が強いので、夕方の便は休みになることがあります。\n"
        "切符は港の窓口で買えます。六歳より小さい子どもは無料です。"
        "自転車は半額、犬は甲板にいるかぎり無料です。\n"
        "最終便の五分前に鐘が鳴ります。初めて来た人は教会の鐘だと思って、ゆっくり歩いてきます。"
    ),
}


@dataclass(frozen=True)
class SeparatorsState:
    """What a person has set: a text, how it is cut, the chunk they look at.

    ``size`` and ``overlap`` are in code points, ``chunk`` counts the chunks that end at separators,
    from 1, and ``levels`` are the names of the :data:`SEPARATORS` that are switched on.
    """

    text: str = SAMPLES["Prose"]
    size: int = 60
    overlap: int = 15
    chunk: int = 2
    levels: frozenset[str] = frozenset({"blank line", "line end", "sentence end", "space"})


@dataclass(frozen=True)
class Scheme:
    """One way to cut the text: its chunks' ``spans``, and what their edges fall into.

    ``shared`` has the positions that each two neighbours have in common.
    """

    name: str
    spans: tuple[tuple[int, int], ...]
    edges: list[int]
    cut_words: frozenset[int]
    cut_sentences: frozenset[int]
    shared: list[int]

    @property
    def lengths(self) -> list[int]:
        """How long the chunks are."""
        return [end - start for start, end in self.spans]


@dataclass(frozen=True)
class SeparatorsValues:
    """What follows from a state.

    ``current`` is the number of the current chunk, 0 if the text is empty, and ``seams`` is where
    the separators stand that are switched on.
    """

    state: SeparatorsState
    fixed: Scheme
    recursive: Scheme
    levels: tuple[str, ...]
    seams: Seams
    current: int

    @property
    def current_span(self) -> tuple[int, int] | None:
        """Where the current chunk starts and ends."""
        return self.recursive.spans[self.current - 1] if self.current else None


def measure(state: SeparatorsState) -> SeparatorsValues:
    """Return the values of ``state``; a chunk number past the last one means the last.

    Raises ``ValueError`` for settings that :func:`chunklab.chunks` refuses, for a level that is
    none, and for a text that no page can show.

    >>> values = measure(SeparatorsState("Wind north. Rain soon.", 14, 5))
    >>> values.fixed.spans, sorted(values.fixed.cut_words)
    (((0, 14), (9, 22)), [9, 14])
    >>> values.recursive.spans, sorted(values.recursive.cut_words)
    (((0, 12), (12, 22)), [])
    """
    text, size, overlap = state.text, state.size, state.overlap
    require_showable(text)
    unknown = sorted(state.levels - set(SEPARATORS))
    if unknown:
        raise ValueError(f"a level must be one of {', '.join(SEPARATORS)}, got {unknown[0]!r}")
    levels = tuple(level for level in SEPARATORS if level in state.levels)
    separators = [SEPARATORS[level] for level in levels]
    fixed = _scheme("fixed windows", text, chunks(text, size, overlap))
    recursive = _scheme("at separators", text, recursive_chunks(text, size, overlap, separators))
    return SeparatorsValues(
        state=state,
        fixed=fixed,
        recursive=recursive,
        levels=levels,
        seams=Seams(text, separators),
        current=max(1, min(state.chunk, len(recursive.spans))) if recursive.spans else 0,
    )


def _scheme(name: str, text: str, chunks: Iterable[TextChunk]) -> Scheme:
    found = list(chunks)
    places = edges(found)
    return Scheme(
        name,
        tuple((chunk["start"], chunk["end"]) for chunk in found),
        places,
        frozenset(cut_words(text, places)),
        frozenset(cut_sentences(text, places)),
        shared_positions(found),
    )


def counts(values: SeparatorsValues) -> list[tuple[str, str, str]]:
    """Return a table: what is counted, in fixed windows, at separators.

    >>> for row in counts(measure(SeparatorsState("Wind north. Rain soon.", 14, 5))):
    ...     print(*row, sep=" | ")
    chunks | 2 | 2
    positions stored | 27 (1.23 times) | 22 (1.00 times)
    edges inside a word | 2 of 4 | 0 of 3
    ends inside a sentence | 1 of 2 | 0 of 2
    starts inside a sentence | 1 of 2 | 0 of 2
    shared at a seam | 5 | 0
    chunk lengths | 13 to 14, mean 13.5 | 10 to 12, mean 11.0
    """
    names = (
        "chunks",
        "positions stored",
        "edges inside a word",
        "ends inside a sentence",
        "starts inside a sentence",
        "shared at a seam",
        "chunk lengths",
    )
    fixed, recursive = (
        _counts(scheme, len(values.state.text)) for scheme in (values.fixed, values.recursive)
    )
    return list(zip(names, fixed, recursive, strict=True))


def _counts(scheme: Scheme, n: int) -> tuple[str, ...]:
    stored = sum(scheme.lengths)
    return (
        str(len(scheme.spans)),
        f"{stored} ({stored / n:.2f} times)" if n else "0",
        f"{len(scheme.cut_words)} of {len(scheme.edges)}",
        *(
            f"{sum(span[side] in scheme.cut_sentences for span in scheme.spans)} "
            f"of {len(scheme.spans)}"
            for side in (1, 0)
        ),
        _range(scheme.shared),
        _range(scheme.lengths),
    )


def _range(numbers: list[int]) -> str:
    if not numbers:
        return "none"
    least, most = min(numbers), max(numbers)
    if least == most:
        return str(least)
    return f"{least} to {most}, mean {sum(numbers) / len(numbers):.1f}"


def current_words(values: SeparatorsValues) -> str:
    """Return which chunk at separators is the current one.

    >>> current_words(measure(SeparatorsState("Wind north. Rain soon.", 14, 5)))
    'Chunk 2 of 2 at separators: 12 to 22'
    """
    if values.current_span is None:
        return "No chunks: the text is empty"
    start, end = values.current_span
    return (
        f"Chunk {values.current} of {len(values.recursive.spans)} at separators: {start} to {end}"
    )


def end_words(values: SeparatorsValues) -> str:
    """Return why the current chunk ends where it ends.

    >>> text = "Wind north. Rain soon, says the harbour-master-in-chief."
    >>> for number in (1, 2, 4, 5):
    ...     print(end_words(measure(SeparatorsState(text, 16, 0, number))))
    Its reach goes to 16. The largest separator in it is a sentence end: it ends after the last one
    Its reach goes to 28. Past 12 the largest separator in it is a space: it ends after the last one
    Its reach goes to 48. Past 32 there is no separator in it, so it cuts a piece longer than 16
    The end of the text is in its reach
    """
    if values.current_span is None:
        return ""
    start, end = values.current_span
    if end == len(values.state.text):
        return "The end of the text is in its reach"
    reach = f"Its reach goes to {start + values.state.size}"
    if not values.levels:
        return f"{reach}, and no separator is switched on"
    covered = _covered(values)
    where = f"Past {covered} the" if covered else "The"
    for level, separator in zip(values.levels, values.seams.separators, strict=True):
        if separator.first_end(end, end + 1):
            return (
                f"{reach}. {where} largest separator in it is a {level}: it ends after the last one"
            )
    if any(each.last_start(end, end + 1) for each in values.seams.separators):
        return f"{reach}. {where} last separator begins in it and ends beyond: it ends before it"
    where = f"Past {covered} there" if covered else "There"
    return (
        f"{reach}. {where} is no separator in it, so it cuts a piece longer than "
        f"{values.state.size}"
    )


def start_words(values: SeparatorsValues) -> str:
    """Return how much of the chunk before the current one repeats, and why so much.

    >>> text = "Wind north. Rain soon, says the harbour-master-in-chief."
    >>> for number in (2, 4, 5):
    ...     print(start_words(measure(SeparatorsState(text, 16, 5, number))))
    Of chunk 1 it repeats nothing: its last piece is longer than the overlap, 5
    Of chunk 3 it repeats 4: the whole pieces that the overlap, 5, has room for
    Of chunk 4 it repeats exactly the overlap, 5: that chunk was cut inside a piece
    """
    if values.current < 2 or values.current_span is None:
        return ""
    overlap, covered = values.state.overlap, _covered(values)
    start, _ = values.current_span
    of = f"Of chunk {values.current - 1} it repeats"
    if not overlap:
        return f"{of} nothing: the overlap is 0"
    if start < covered and not values.seams.first_end(start, start + 1):
        return f"{of} exactly the overlap, {overlap}: that chunk was cut inside a piece"
    earliest = _earliest_start(values, covered)
    if start > earliest:
        room = f"the overlap, {overlap}, has room for {covered - earliest}"
        return f"{of} {covered - start or 'nothing'}: {room}, but then the next piece would not fit"
    if start == covered:
        return f"{of} nothing: its last piece is longer than the overlap, {overlap}"
    return f"{of} {covered - start}: the whole pieces that the overlap, {overlap}, has room for"


def _earliest_start(values: SeparatorsValues, covered: int) -> int:
    """Return where the current chunk would start if only whole pieces and overlap mattered."""
    before, _ = values.recursive.spans[values.current - 2]
    farthest = max(before + 1, covered - values.state.overlap)
    return values.seams.first_end(farthest, covered) or covered


def _covered(values: SeparatorsValues) -> int:
    """Return where the chunk before the current one ends."""
    return values.recursive.spans[values.current - 2][1] if values.current > 1 else 0


def describe(values: SeparatorsValues) -> str:
    """Return all the words together, for those who do not see the picture."""
    state = values.state
    switched = ", ".join(values.levels) or "none"
    sentences = [
        f"{len(state.text)} code points in chunks of at most {state.size}, "
        f"overlap {state.overlap}; separators: {switched}",
        *(
            f"{what.capitalize()}: {fixed} in fixed windows, {recursive} at separators"
            for what, fixed, recursive in counts(values)
        ),
        current_words(values),
        end_words(values),
        start_words(values),
    ]
    return ". ".join(sentence for sentence in sentences if sentence) + "."
