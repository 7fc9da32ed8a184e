"""What the windows explorer knows: a text, its windows and a marked fact; nothing is drawn here.

Tokens are those of :func:`chunklab.tokens.word_spans`, windows those of :mod:`chunklab.geometry`.
Which windows hold a token or a fact is found by arithmetic, so a long text costs no more per
question than a short one.
"""

import re
from dataclasses import dataclass

from chunklab import geometry
from chunklab.explorers.overlap_model import number
from chunklab.tokens import Span, word_spans


@dataclass(frozen=True)
class WindowsState:
    """What a person has set: a text, lengths in tokens, and the fact's first and last token.

    Tokens are counted from 0, and ``last`` is one of the fact's own. Past the end of the text it
    means the last token that there is.
    """

    text: str
    size: int
    overlap: int
    first: int = 0
    last: int = 0


@dataclass(frozen=True)
class Window:
    """One window, counted from 1: tokens ``start`` to ``end`` (exclusive), the first few repeated.

    ``holds`` counts the tokens of the fact that lie in it, ``whole`` says that all of them do.
    """

    number: int
    start: int
    end: int
    repeated: int
    holds: int
    whole: bool


@dataclass(frozen=True)
class WindowsValues:
    """What follows from a state.

    ``spans`` are the tokens' places in the text, ``count`` is how many windows there are, ``fact``
    the marked tokens, end exclusive, or None in a text without tokens. ``holding`` and ``touching``
    are the numbers of the windows that hold the fact whole, and any of it. ``places`` counts where
    a fact of this length could stand in the text, and ``safe`` at how many of these it survives.
    """

    state: WindowsState
    spans: list[Span]
    count: int
    fact: Span | None
    holding: range
    touching: range
    places: int
    safe: int


def measure(state: WindowsState) -> WindowsValues:
    """Return the values of ``state``.

    Raises ``ValueError`` for impossible settings: in the words of :mod:`chunklab.geometry`, or
    because the fact's last token comes before its first.

    >>> values = measure(WindowsState("Rents fell in May. They rose by 4 in June.", 5, 2, 5, 9))
    >>> values.count, values.fact, values.holding, values.touching
    (4, (5, 10), range(0, 0), range(2, 5))
    >>> values.places, values.safe      # a fact of 5 tokens could stand at 8 places
    (8, 3)
    """
    if not 0 <= state.first <= state.last:
        raise ValueError(
            "the fact's tokens must satisfy 0 <= first <= last, "
            f"got first={state.first}, last={state.last}"
        )
    spans = word_spans(state.text)
    n = len(spans)
    count = geometry.n_chunks(n, state.size, state.overlap)
    if n == 0:
        return WindowsValues(state, spans, count, None, range(0), range(0), 0, 0)
    fact = min(state.first, n - 1), min(state.last, n - 1) + 1
    length = fact[1] - fact[0]
    return WindowsValues(
        state=state,
        spans=spans,
        count=count,
        fact=fact,
        holding=_holding(state, count, fact),
        touching=_touching(state, count, fact),
        places=n - length + 1,
        safe=_safe(state, n, length),
    )


def window_at(values: WindowsValues, window: int) -> Window:
    """Return window number ``window``, counted from 1.

    >>> window_at(measure(WindowsState("One, two, three.", 4, 1, 2, 4)), 2)
    Window(number=2, start=3, end=6, repeated=1, holds=2, whole=False)
    """
    state = values.state
    start = (window - 1) * (state.size - state.overlap)
    end = min(start + state.size, len(values.spans))
    first, past = values.fact or (0, 0)
    return Window(
        number=window,
        start=start,
        end=end,
        repeated=state.overlap if window > 1 else 0,
        holds=max(0, min(end, past) - max(start, first)),
        whole=window in values.holding,
    )


def window_starting_at(values: WindowsValues, token: int) -> int:
    """Return the number of the window that starts with a token, 0 if none does."""
    before, rest = divmod(token, values.state.size - values.state.overlap)
    return before + 1 if rest == 0 and before < values.count else 0


def rows(values: WindowsValues, limit: int) -> list[Window]:
    """Return the windows to draw: all of them, or ``limit`` of them around the fact.

    >>> values = measure(WindowsState("a b c d e f g h i j", 2, 1, 5, 6))
    >>> [window.number for window in rows(values, 4)]
    [4, 5, 6, 7]
    """
    wanted = values.holding or values.touching
    if not wanted:
        return []
    middle = (wanted[0] + wanted[-1] + 1) // 2
    first = max(1, min(middle - limit // 2, values.count - limit + 1))
    numbers = range(first, min(first + limit, values.count + 1))
    return [window_at(values, number) for number in numbers]


@dataclass(frozen=True)
class Run:
    """Neighbouring tokens ``first`` to ``past`` (exclusive) that lie in the same ``windows``."""

    first: int
    past: int
    windows: range
    in_fact: bool


def runs(values: WindowsValues, first: int, past: int) -> list[Run]:
    """Return the tokens ``first`` to ``past`` in runs that look alike, in order.

    >>> for run in runs(measure(WindowsState("One, two, three.", 4, 1, 2, 4)), 0, 6):
    ...     print(run.first, run.past, list(run.windows), run.in_fact)
    0 2 [1] False
    2 3 [1] True
    3 4 [1, 2] True
    4 5 [2] True
    5 6 [2] False
    """
    found: list[Run] = []
    begin, end = values.fact or (0, 0)
    for token in range(first, past):
        windows = _touching(values.state, values.count, (token, token + 1))
        in_fact = begin <= token < end
        if found and (found[-1].windows, found[-1].in_fact) == (windows, in_fact):
            found[-1] = Run(found[-1].first, token + 1, windows, in_fact)
        else:
            found.append(Run(token, token + 1, windows, in_fact))
    return found


def quote(values: WindowsValues, longest: int = 60) -> str:
    """Return the fact as it stands in the text, its middle left out if it is long.

    >>> quote(measure(WindowsState("Rents  fell in May.", 5, 2, 1, 3)))
    'fell in May'
    >>> quote(measure(WindowsState("Rents  fell in May.", 5, 2, 0, 3)), 9)
    'Rent…May'
    """
    if values.fact is None:
        return ""
    first, past = values.fact
    text = values.state.text[values.spans[first][0] : values.spans[past - 1][1]]
    words = displayable(" ".join(text.split()))
    if len(words) <= longest:
        return words
    half = (longest - 1) // 2
    return f"{words[:half].rstrip()}…{words[-half:].lstrip()}"


def displayable(text: str) -> str:
    """Return a text of the same length that every page can show.

    Control characters and lone surrogates, which no page may hold, become U+FFFD.

    >>> displayable("tide\\x00 \\ud800")
    'tide� �'
    """
    return re.sub("[^\t\n\r -~\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "�", text)


def fact_words(values: WindowsValues) -> str:
    """Return which tokens the fact is.

    >>> fact_words(measure(WindowsState("Rents fell in May.", 5, 2, 1, 3)))
    'The fact: 3 tokens, from number 1 to number 3: “fell in May”'
    """
    if values.fact is None:
        return "No windows: the text has no tokens"
    first, past = values.fact
    if past - first == 1:
        return f"The fact: 1 token, number {number(first)}: “{quote(values)}”"
    return (
        f"The fact: {number(past - first)} tokens, from number {number(first)} "
        f"to number {number(past - 1)}: “{quote(values)}”"
    )


def fate_words(values: WindowsValues) -> str:
    """Return whether the fact survives, and in which windows.

    >>> text = "Rents fell in May. They rose by 4 in June."
    >>> fate_words(measure(WindowsState(text, 5, 2, 5, 9)))
    'It is cut. Window 2 holds its first 3 tokens, window 3 its last 4; none holds all 5'
    >>> fate_words(measure(WindowsState(text, 5, 2, 6, 9)))
    'It survives: window 3 holds it whole'
    >>> fate_words(measure(WindowsState(text, 5, 4, 6, 7)))
    'It survives: windows 4 to 7 hold it whole'
    >>> fate_words(measure(WindowsState(text, 5, 2, 0, 9)))
    'It is cut: a window holds at most 5 tokens, and the fact has 10'
    """
    if values.fact is None:
        return ""
    length = values.fact[1] - values.fact[0]
    held = values.holding
    if len(held) == 1:
        return f"It survives: window {number(held[0])} holds it whole"
    if held:
        several = "and {} both hold" if len(held) == 2 else "to {} hold"
        return f"It survives: windows {number(held[0])} {several.format(number(held[-1]))} it whole"
    if length > values.state.size:
        return (
            f"It is cut: a window holds at most {_tokens(values.state.size)}, "
            f"and the fact has {number(length)}"
        )
    before, after = (window_at(values, each) for each in _around_the_cut(values))
    return (
        f"It is cut. Window {number(before.number)} holds its first {_tokens(before.holds)}, "
        f"window {number(after.number)} its last {number(after.holds)}; "
        f"none holds all {number(length)}"
    )


def readouts(values: WindowsValues) -> list[tuple[str, str]]:
    """Return what there is to read off, name and value.

    >>> text = "Rents fell in May. They rose by 4 in June."
    >>> for name, value in readouts(measure(WindowsState(text, 5, 2, 5, 9))):
    ...     print(f"{name}: {value}")
    tokens N: 12
    windows K: 4
    places for a fact of 5 tokens: 8
    it survives at: 3 of the 8
    every place is safe from: overlap 4
    """
    n = len(values.spans)
    found = [("tokens N", number(n)), ("windows K", number(values.count))]
    if values.fact is None:
        return found
    length = values.fact[1] - values.fact[0]
    if n <= values.state.size:
        enough = "overlap 0: there is one window"
    elif length > values.state.size:
        enough = "no overlap: it is longer than a window"
    else:
        enough = f"overlap {number(length - 1)}"
    return [
        *found,
        (f"places for a fact of {_tokens(length)}", number(values.places)),
        ("it survives at", f"{number(values.safe)} of the {number(values.places)}"),
        ("every place is safe from", enough),
    ]


def describe(values: WindowsValues) -> str:
    """Return all the words together: what the pictures say to those who do not see them."""
    state = values.state
    sentences = [
        f"{_tokens(len(values.spans))} in windows of {number(state.size)}, "
        f"overlap {number(state.overlap)}",
        fact_words(values),
        fate_words(values),
        "; ".join(f"{name}: {value}" for name, value in readouts(values)),
    ]
    return ". ".join(sentence for sentence in sentences if sentence) + "."


def _holding(state: WindowsState, count: int, fact: Span) -> range:
    """Return the numbers, from 1, of the windows that hold a span whole."""
    stride = state.size - state.overlap
    first, past = fact
    earliest = max(0, -(-(past - state.size) // stride))  # the first that does not end too early
    latest = min(first // stride, count - 1)  # the last that does not start too late
    return range(earliest + 1, latest + 2) if earliest <= latest else range(0)


def _touching(state: WindowsState, count: int, fact: Span) -> range:
    """Return the numbers, from 1, of the windows that hold any token of a span."""
    stride = state.size - state.overlap
    first, past = fact
    earliest = max(0, (first - state.size) // stride + 1)
    latest = min((past - 1) // stride, count - 1)
    return range(earliest + 1, latest + 2)


def _around_the_cut(values: WindowsValues) -> tuple[int, int]:
    """Return the last window that holds the first token of a cut fact, and the one after it."""
    assert values.fact  # noqa: S101  (only a fact is cut)
    first, _ = values.fact
    before = _touching(values.state, values.count, (first, first + 1))[-1]
    return before, before + 1


def _safe(state: WindowsState, n: int, length: int) -> int:
    # Each window has its own places; those within an overlap are places of two neighbours.
    lengths = geometry.chunk_lengths(n, state.size, state.overlap)
    own = sum(max(0, each - length + 1) for each in lengths)
    return own - (len(lengths) - 1) * max(0, state.overlap - length + 1)


def _tokens(count: int) -> str:
    return f"{number(count)} {'token' if count == 1 else 'tokens'}"
