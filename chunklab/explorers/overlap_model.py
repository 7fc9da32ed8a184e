"""What the overlap explorer knows: settings in, values and words out; nothing is drawn here.

Every value comes from :mod:`chunklab.geometry`. Nothing is listed that grows with the number of
chunks, so a document of a billion tokens in a billion chunks costs no more than a short one.
"""

from dataclasses import dataclass

from chunklab import geometry


@dataclass(frozen=True)
class OverlapState:
    """What a person has set: lengths in tokens, and the chunk they look at, counted from 1.

    ``blind`` also shows the chunks that a blind ``range(0, n, stride)`` makes past the end rule.
    """

    n: int = 1000
    size: int = 200
    overlap: int = 50
    chunk: int = 2  # the first that repeats anything
    blind: bool = False


@dataclass(frozen=True)
class Chunk:
    """One chunk: tokens ``start`` to ``end`` (exclusive), of which it repeats the first few.

    ``repeated`` counts the tokens that the chunk before it holds too. A ``redundant`` chunk
    repeats all it has.
    """

    number: int
    start: int
    end: int
    repeated: int
    redundant: bool


@dataclass(frozen=True)
class OverlapValues:
    """What follows from a state. ``current`` is None, as are two more, for an empty document.

    ``count`` is the number of chunks by the coverage-stopping rule; ``total`` adds the redundant
    ones when the state is ``blind``.
    """

    state: OverlapState
    stride: int
    count: int
    total: int
    stored: int
    factor: float | None
    last_length: int | None
    current: Chunk | None


def measure(state: OverlapState) -> OverlapValues:
    """Return the values of ``state``; a chunk number past the last one means the last.

    Raises ``ValueError`` for impossible settings, in the words of :mod:`chunklab.geometry`.

    >>> values = measure(OverlapState())
    >>> values.stride, values.count, values.last_length, values.stored, values.factor
    (150, 7, 100, 1300, 1.3)
    >>> values.current
    Chunk(number=2, start=150, end=350, repeated=50, redundant=False)
    >>> measure(OverlapState(n=0)).current is None
    True
    """
    settings = (state.n, state.size, state.overlap)
    count = geometry.n_chunks(*settings)
    total = len(_blind_starts(state)) if state.blind else count
    return OverlapValues(
        state=state,
        stride=geometry.stride(state.size, state.overlap),
        count=count,
        total=total,
        stored=geometry.stored_positions(*settings),
        factor=geometry.duplication_factor(*settings) if count else None,
        last_length=_length(chunk_at(state, count)) if count else None,
        current=chunk_at(state, max(1, min(state.chunk, total))) if total else None,
    )


def chunk_at(state: OverlapState, number: int) -> Chunk:
    """Return chunk ``number``, counted from 1; past the last real one come the redundant ones.

    Raises ``IndexError`` where even a blind range has no such chunk.

    >>> chunk_at(OverlapState(n=950), 7)
    Chunk(number=7, start=900, end=950, repeated=50, redundant=True)
    """
    starts = _blind_starts(state)
    start = starts[number - 1]
    end = min(start + state.size, state.n)
    covered = min(starts[number - 2] + state.size, state.n) if number > 1 else 0
    return Chunk(number, start, end, covered - start, redundant=number > 1 and covered == state.n)


def rows(values: OverlapValues, limit: int) -> list[Chunk]:
    """Return the chunks to draw: all of them, or ``limit`` of them around the current one.

    >>> [chunk.number for chunk in rows(measure(OverlapState(n=3000, chunk=10)), 5)]
    [8, 9, 10, 11, 12]
    >>> [chunk.number for chunk in rows(measure(OverlapState(n=3000, chunk=1)), 5)]
    [1, 2, 3, 4, 5]
    """
    if values.current is None:
        return []
    latest_first = max(1, values.total - limit + 1)
    first = max(1, min(values.current.number - limit // 2, latest_first))
    return [
        chunk_at(values.state, number)
        for number in range(first, min(first + limit, values.total + 1))
    ]


def current_words(values: OverlapValues) -> str:
    """Return what the current chunk holds and what of it is repeated.

    >>> current_words(measure(OverlapState()))
    'chunk 2 of 7: tokens 150 to 350; tokens 150 to 200 repeat chunk 1'
    >>> current_words(measure(OverlapState(chunk=1)))
    'chunk 1 of 7: tokens 0 to 200'
    >>> current_words(measure(OverlapState(n=0)))
    'no chunks: the document is empty'
    """
    chunk = values.current
    if chunk is None:
        return "no chunks: the document is empty"
    words = (
        f"chunk {number(chunk.number)} of {number(values.total)}: "
        f"tokens {number(chunk.start)} to {number(chunk.end)}"
    )
    if chunk.repeated:
        words += (
            f"; tokens {number(chunk.start)} to {number(chunk.start + chunk.repeated)} "
            f"repeat chunk {number(chunk.number - 1)}"
        )
    elif chunk.number > 1:
        words += "; nothing is repeated"
    return words + ("; redundant: only overlap" if chunk.redundant else "")


def blind_words(values: OverlapValues) -> str:
    """Return how the blind rule compares, or nothing while its switch is off.

    >>> blind_words(measure(OverlapState(n=950, blind=True)))
    'Blind range(0, 950, 150) makes 7 chunks where 6 reach the end: 1 is redundant, only overlap.'
    >>> blind_words(measure(OverlapState(blind=True)))
    'Blind range(0, 1000, 150) makes 7 chunks too: here the two rules agree.'
    """
    if not values.state.blind:
        return ""
    made = f"Blind range(0, {values.state.n}, {values.stride}) makes {_chunks(values.total)}"
    redundant = values.total - values.count
    if not redundant:
        return f"{made} too: here the two rules agree."
    verb = "is" if redundant == 1 else "are"
    reach = "reaches" if values.count == 1 else "reach"
    return (
        f"{made} where {number(values.count)} {reach} the end: "
        f"{number(redundant)} {verb} redundant, only overlap."
    )


def undrawn_words(values: OverlapValues, drawn: list[Chunk]) -> str:
    """Return how many chunks lie before and after those ``drawn``, or nothing if none do.

    >>> values = measure(OverlapState(n=15000, chunk=6))
    >>> undrawn_words(values, rows(values, 4))
    '3 more chunks before, 93 after'
    """
    if not drawn:
        return ""
    before, after = drawn[0].number - 1, values.total - drawn[-1].number
    sides = [(count, side) for count, side in ((before, "before"), (after, "after")) if count]
    if not sides:
        return ""
    (count, side), *others = sides
    noun = "chunk" if count == 1 else "chunks"
    first = f"{number(count)} more {noun} {side}"
    return ", ".join([first, *(f"{number(count)} {side}" for count, side in others)])


def readouts(values: OverlapValues) -> list[tuple[str, str]]:
    """Return what there is to read off, name and value, by the coverage-stopping rule.

    >>> for name, value in readouts(measure(OverlapState())):
    ...     print(f"{name}: {value}")
    stride S: 150 tokens
    chunks K: 7
    last length: 100 tokens
    stored positions: 1300
    duplication factor: 1.3
    starts: 0, 150, 300, 450, 600, 750, 900
    """
    length = values.last_length
    return [
        ("stride S", _tokens(values.stride)),
        ("chunks K", number(values.count)),
        ("last length", "none" if length is None else _tokens(length)),
        ("stored positions", number(values.stored)),
        ("duplication factor", "undefined" if values.factor is None else _decimal(values.factor)),
        ("starts", _starts_words(values)),
    ]


def describe(values: OverlapValues, drawn: list[Chunk]) -> str:
    """Return all the words together: what the picture of ``drawn`` says to those not seeing it."""
    state = values.state
    sentences = [
        f"N = {number(state.n)}, C = {number(state.size)}, O = {number(state.overlap)}",
        current_words(values),
        undrawn_words(values, drawn),
        blind_words(values).removesuffix("."),
        "; ".join(f"{name}: {value}" for name, value in readouts(values)),
    ]
    return ". ".join(sentence for sentence in sentences if sentence) + "."


def number(value: int) -> str:
    """Return ``value`` in digits, in groups of three from five digits on.

    >>> number(1000), number(15000)
    ('1000', '15,000')
    """
    return f"{value:,}" if value >= 10_000 else str(value)


def _blind_starts(state: OverlapState) -> range:
    # A range is lazy: its length and any one of its starts cost the same at any scale.
    return range(0, state.n, geometry.stride(state.size, state.overlap))


def _length(chunk: Chunk) -> int:
    return chunk.end - chunk.start


def _starts_words(values: OverlapValues) -> str:
    starts = [number(start) for start in _blind_starts(values.state)[: min(values.count, 9)]]
    if values.count == 0:
        return "none"
    if values.count <= len(starts):
        return ", ".join(starts)
    last = chunk_at(values.state, values.count).start
    return f"{', '.join(starts[:4])}, ..., {number(last)}"


def _tokens(count: int) -> str:
    return f"{number(count)} {'token' if count == 1 else 'tokens'}"


def _chunks(count: int) -> str:
    return f"{number(count)} {'chunk' if count == 1 else 'chunks'}"


def _decimal(value: float) -> str:
    rounded = round(value, 4)
    shown = f"{rounded:,.4f}".rstrip("0").rstrip(".")
    return shown if rounded == value else f"about {shown}"
