"""What the sources explorer knows: a text and settings in; chunks, offsets and words out.

Chunks are cut from the text as it is and kept, as an index would keep them. Then the text may be
prepared in some way, and each kept chunk is compared with what stands at its offsets now. Nothing
is drawn here.
"""

from dataclasses import dataclass

from chunklab.explorers.entry import require_showable
from chunklab.explorers.visible import plain
from chunklab.offsets import Offsets
from chunklab.preprocessing import STEPS, first_wrong_offset, prepare
from chunklab.sources import chunks

UNITS = ("code point", "utf-16", "utf-8")
"""The units in which every chunk has whole offsets."""

SAMPLES = {
    "Emoji": (
        "Ferry 🚢 to the islands: Monday 🙂, Friday 👩\u200d🚀 (crew only). "
        "Flags seen on deck: 🇪🇺 🇯🇵 🇧🇷. Bring a coat 🧥 and a hot drink ☕\ufe0f. "
        "Family tickets 👨\u200d👩\u200d👧 are sold on board."
    ),
    "Accents": (
        "The bakery opens at 6, the cafe\u0301 next door at 8. Its naïve owner, "
        "A\u030angstro\u0308m, serves crème bru\u0302le\u0301e. The ﬁlter coffee is 2 m² away."
    ),
    "Hangul": (
        "한국어 책은 좋다. "
        "\u1112\u1161\u11ab\u1100\u116e\u11a8\u110b\u1165 is in parts: each syllable is two or "
        "three code points here, and still one character. 끝."
    ),
    "Line ends": (
        "\ufeffThe first line of a file.\r\nA second,\twith a tab.\r\n\r\nThe fourth.\rOld style."
        "\r\nNo\u00a0break here, a zero\u200bwidth space there.  \r\n"
    ),
    "Repeats": (
        "Yes, sir. The door was shut. Yes, sir. The window was open. Yes, sir. "
        "Nobody had been in the Straße."
    ),
}


@dataclass(frozen=True)
class SourcesState:
    """What a person has set: a text, how it is cut, the chunk they look at, what is done to it.

    ``size`` and ``overlap`` are in code points, ``chunk`` counts from 1, and ``steps`` are names
    from :data:`chunklab.preprocessing.STEPS`.
    """

    text: str = SAMPLES["Emoji"]
    size: int = 24
    overlap: int = 6
    chunk: int = 2
    steps: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Chunk:
    """One chunk: code points ``start`` to ``end``, and the same edges in every unit.

    ``clusters`` numbers the edges in grapheme clusters, ``None`` where one falls inside a cluster.
    ``holds`` says whether the prepared text still has the chunk's text at its offsets.
    """

    number: int
    start: int
    end: int
    text: str
    offsets: dict[str, tuple[int, int]]
    clusters: tuple[int | None, int | None]
    holds: bool

    def cut_edges(self) -> list[str]:
        """Return which of its edges, start and end, fall inside a grapheme cluster."""
        edges = zip(("start", "end"), self.clusters, strict=True)
        return [edge for edge, offset in edges if offset is None]


@dataclass(frozen=True)
class SourcesValues:
    """What follows from a state. ``current`` is None, and ``chunks`` is empty, for an empty text.

    ``prepared`` is the text after the steps, ``first_wrong`` the first offset that they break.
    """

    state: SourcesState
    offsets: Offsets
    chunks: tuple[Chunk, ...]
    current: Chunk | None
    prepared: str
    first_wrong: int | None

    @property
    def broken(self) -> int:
        """How many chunks the prepared text no longer has at their offsets."""
        return sum(not chunk.holds for chunk in self.chunks)


@dataclass(frozen=True)
class View:
    """What somebody who counts in ``unit`` takes when given a chunk's numbers in code points.

    ``numbers`` are those that they need instead, and ``taken`` is the text they get, as shown.
    """

    unit: str
    call: str
    numbers: tuple[int, int]
    taken: str
    right: bool


def measure(state: SourcesState) -> SourcesValues:
    """Return the values of ``state``; a chunk number past the last one means the last.

    Raises ``ValueError`` for settings that :func:`chunklab.chunks` refuses, for a step that is
    none, and for a text that no page can show.

    >>> values = measure(SourcesState("A🙂BCDEFGHI", 4, 1, 2))
    >>> values.current.text, values.current.offsets["utf-16"], values.current.offsets["utf-8"]
    ('CDEF', (4, 8), (6, 10))
    >>> measure(SourcesState("")).current is None
    True
    """
    text = state.text
    require_showable(text)
    prepared = prepare(text, state.steps)
    spans = [(chunk["start"], chunk["end"]) for chunk in chunks(text, state.size, state.overlap)]
    offsets = Offsets(text)
    edges = sorted({edge for span in spans for edge in span})
    numbers = {unit: _numbers(offsets, edges, unit) for unit in UNITS}
    whole = [edge for edge, cut in zip(edges, offsets.cuts_cluster(edges), strict=True) if not cut]
    clusters = _numbers(offsets, whole, "grapheme")
    found = tuple(
        Chunk(
            number,
            start,
            end,
            text[start:end],
            {unit: (numbers[unit][start], numbers[unit][end]) for unit in UNITS},
            (clusters.get(start), clusters.get(end)),
            holds=prepared[start:end] == text[start:end],
        )
        for number, (start, end) in enumerate(spans, start=1)
    )
    return SourcesValues(
        state=state,
        offsets=offsets,
        chunks=found,
        current=found[max(1, min(state.chunk, len(found))) - 1] if found else None,
        prepared=prepared,
        first_wrong=first_wrong_offset(text, prepared),
    )


def _numbers(offsets: Offsets, edges: list[int], unit: str) -> dict[int, int]:
    return dict(zip(edges, offsets.convert(edges, "code point", unit), strict=True))


def rows(values: SourcesValues, limit: int) -> tuple[Chunk, ...]:
    """Return the chunks to list: all of them, or ``limit`` of them around the current one."""
    if values.current is None:
        return ()
    latest = max(0, len(values.chunks) - limit)
    first = max(0, min(values.current.number - 1 - limit // 2, latest))
    return values.chunks[first : first + limit]


def views(values: SourcesValues) -> list[View]:
    """Return how the current chunk's code-point numbers are understood, unit by unit.

    What a browser or a file makes of them is computed: the text is put into UTF-16 or UTF-8, cut
    there, and read again. Halves of a character are shown as ``\\\\udXXX`` or ``\\\\xXX``.

    >>> for view in views(measure(SourcesState("A🙂BCDEFGHI", 4, 1, 1))):
    ...     print(view.call, view.numbers, view.taken, view.right)
    text[0:4] (0, 4) A🙂BC True
    text.slice(0, 4) (0, 5) A🙂B False
    bytes[0:4] (0, 7) A\\xf0\\x9f\\x99 False
    """
    chunk = values.current
    if chunk is None:
        return []
    text, start, end = values.state.text, chunk.start, chunk.end
    in_utf16 = text.encode("utf-16-le")[2 * start : 2 * end]
    taken = {
        "code point": ("text[{}:{}]", chunk.text),
        "utf-16": ("text.slice({}, {})", in_utf16.decode("utf-16-le", "surrogatepass")),
        "utf-8": ("bytes[{}:{}]", text.encode()[start:end].decode(errors="backslashreplace")),
    }
    return [
        View(
            unit,
            call.format(start, end),
            chunk.offsets[unit],
            what.encode(errors="backslashreplace").decode(),
            right=what == chunk.text,
        )
        for unit, (call, what) in taken.items()
    ]


def current_words(values: SourcesValues) -> str:
    """Return what the current chunk holds, what it repeats, and which edges are cut.

    >>> current_words(measure(SourcesState("cafe\u0301s", 4, 1, 2)))
    'chunk 2 of 2: code points 3 to 6; 3 to 4 repeat chunk 1'
    >>> current_words(measure(SourcesState("cafe\u0301s", 4, 1, 1)))
    'chunk 1 of 2: code points 0 to 4; its end falls inside a character'
    >>> current_words(measure(SourcesState("")))
    'no chunks: the text is empty'
    """
    chunk = values.current
    if chunk is None:
        return "no chunks: the text is empty"
    said = f"chunk {chunk.number} of {len(values.chunks)}: code points {chunk.start} to {chunk.end}"
    if chunk.number > 1 and values.state.overlap:
        shared = chunk.start + values.state.overlap
        said += f"; {chunk.start} to {shared} repeat chunk {chunk.number - 1}"
    cut = chunk.cut_edges()
    if cut:
        said += f"; its {' and its '.join(cut)} {_fall(cut)} inside a character"
    return said


def cut_words(values: SourcesValues) -> str:
    """Return how many chunks have an edge inside a character, or nothing if none has."""
    cut = sum(bool(chunk.cut_edges()) for chunk in values.chunks)
    if not cut:
        return ""
    return f"In all, {_chunks(cut)} of {len(values.chunks)} {_have(cut)} an edge inside a character"


def steps_words(values: SourcesValues) -> str:
    """Return what the steps did to the kept chunks, or nothing while there are none.

    >>> steps_words(measure(SourcesState("ab\\r\\ncd", 3, 1, 1, frozenset({"line endings"}))))
    'After line endings: the first offset that goes wrong is 2, and 3 of 3 chunks are broken'
    """
    if not values.state.steps:
        return ""
    after = f"After {', '.join(name for name in STEPS if name in values.state.steps)}"
    if values.first_wrong is None:
        return f"{after}: nothing has changed, and every chunk holds"
    return (
        f"{after}: the first offset that goes wrong is {values.first_wrong}, and "
        f"{values.broken} of {_chunks(len(values.chunks))} {'is' if values.broken == 1 else 'are'} "
        "broken"
    )


def broken_words(values: SourcesValues) -> str:
    """Return what the prepared text has in the current chunk's place, if the chunk is broken."""
    chunk = values.current
    if chunk is None or chunk.holds:
        return ""
    now = values.prepared[chunk.start : chunk.end]
    return f"Chunk {chunk.number} was kept as “{brief(chunk.text)}”; there is now “{brief(now)}”"


def describe(values: SourcesValues) -> str:
    """Return all the words together, for those who do not see the picture."""
    state = values.state
    sentences = [
        f"{len(state.text)} code points in chunks of {state.size}, overlap {state.overlap}",
        current_words(values),
        cut_words(values),
        steps_words(values),
        broken_words(values),
        *(view_words(view) for view in views(values)),
    ]
    return ". ".join(sentence for sentence in sentences if sentence) + "."


def view_words(view: View) -> str:
    """Return a view in words: the call, what it gives, and the numbers that would be right."""
    start, end = view.numbers
    told = "" if view.right else f", which is not the chunk: in {view.unit} it is {start} to {end}"
    return f"{view.call} gives “{brief(view.taken)}”{told}"


def brief(text: str, most: int = 60) -> str:
    """Return ``text`` so that all of it can be seen, its middle left out where it is long."""
    if len(text) > most:
        return f"{plain(text[: most // 2])} … {plain(text[-most // 2 :])}"
    return plain(text)


def _chunks(count: int) -> str:
    return f"{count} {'chunk' if count == 1 else 'chunks'}"


def _fall(edges: list[str]) -> str:
    return "falls" if len(edges) == 1 else "fall"


def _have(count: int) -> str:
    return "has" if count == 1 else "have"
