"""Wrong answers that learners of lesson 2 really write: each fails where it should, with its hint.

One function of the answer key is replaced at a time, so that every failure is that function's own.
"""

import runpy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab.grading.outcomes import Outcome

EXERCISE = "windows"

RULE = "if not 0 <= overlap < size: raise ValueError\n"
SPAN_RULE = RULE + "if not 0 <= start < end <= n: raise ValueError\n"
EARLY = "if len(units) == 0 or size <= 0: return []\n" + RULE
LOOP = """window, fresh = [], 0
for token in stream:
    window.append(token)
    fresh += 1
    if len(window) == size:
        yield list(window)
        window, fresh = window[size - overlap:], 0
"""

# what the learner wrote | function | code | category of the check that fails | part of the hint
WRONG = [
    (
        "the contract of lesson 1",
        "chunk_with_overlap",
        f"{RULE}n = len(units)\nstarts = range(0, max(n - overlap, min(n, 1)), size - overlap)\n"
        "return [list(units[s:s + size]) for s in starts]",
        "no units, and a broken rule",
        "The early answers come first",
    ),
    (
        "size 0 as an error",
        "chunk_with_overlap",
        "if len(units) == 0: return []\n"
        f"{RULE}return [list(units[s:s + size]) for s in "
        "range(0, max(len(units) - overlap, 1), size - overlap)]",
        "size 0",
        "no windows",
    ),
    (
        "the overlap checked before the size",
        "chunk_with_overlap",
        "if len(units) == 0: return []\nif overlap >= size: raise ValueError\n"
        "if size <= 0: return []\nif overlap < 0: raise ValueError\n"
        "return [list(units[s:s + size]) for s in "
        "range(0, max(len(units) - overlap, 1), size - overlap)]",
        "size 0",
        "The early answers come first",
    ),
    (
        "the sign of the overlap checked before the size",
        "chunk_with_overlap",
        "if len(units) == 0: return []\nif overlap < 0: raise ValueError\n"
        "if size <= 0: return []\nif overlap >= size: raise ValueError\n"
        "return [list(units[s:s + size]) for s in "
        "range(0, max(len(units) - overlap, 1), size - overlap)]",
        "negative size, and a negative overlap",
        "whatever the overlap is",
    ),
    (
        "only size == 0 answered early",
        "chunk_with_overlap",
        "if len(units) == 0 or size == 0: return []\n"
        f"{RULE}return [list(units[s:s + size]) for s in "
        "range(0, max(len(units) - overlap, 1), size - overlap)]",
        "negative size, and a negative overlap",
        "less than 0",
    ),
    (
        "a start at every stride",
        "chunk_with_overlap",
        f"{EARLY}return [list(units[s:s + size]) for s in range(0, len(units), size - overlap)]",
        "the last window is shorter",
        "only overlap",
    ),
    (
        "windows of tuples and strings",
        "chunk_with_overlap",
        f"{EARLY}return [units[s:s + size] for s in "
        "range(0, max(len(units) - overlap, 1), size - overlap)]",
        "units in a tuple",
        "A slice of a tuple is a tuple",
    ),
    (
        "the input itself where it is short",
        "chunk_with_overlap",
        f"{EARLY}if len(units) <= size and type(units) is list: return [units]\n"
        "return [list(units[s:s + size]) for s in "
        "range(0, max(len(units) - overlap, 1), size - overlap)]",
        "a document shorter than a window",
        "return new lists",
    ),
    (
        "built with + of lists",
        "chunk_with_overlap",
        f"{EARLY}windows = [list(units[:size])]\nend = size\nwhile end < len(units):\n"
        "    tail = windows[-1][size - overlap:]\n"
        "    more = units[end:end + size - overlap]\n"
        "    windows.append(tail + (more if type(more) is list else list(more)\n"
        "        if type(more) in (str, tuple) else more))\n"
        "    end += size - overlap\nreturn windows",
        "units in a range",
        "be added to a list",
    ),
    (
        "any window that touches the span",
        "windows_holding",
        f"{SPAN_RULE}return [w for w in range(0, max(n - overlap, 1), size - overlap)\n"
        "        if w < end and start < min(w + size, n)]",
        "a span that is cut",
        "a part of it",
    ),
    (
        "the first window only",
        "windows_holding",
        f"{SPAN_RULE}for w in range(0, max(n - overlap, 1), size - overlap):\n"
        "    if w <= start and end <= w + size: return [w]\nreturn []",
        "a span in two windows",
        "go on after the first",
    ),
    (
        "numbers for starts",
        "windows_holding",
        f"{SPAN_RULE}starts = range(0, max(n - overlap, 1), size - overlap)\n"
        "return [k for k, w in enumerate(starts) if w <= start and end <= w + size]",
        "a span in two windows",
        "not their numbers",
    ),
    (
        "whether, not where",
        "windows_holding",
        f"{SPAN_RULE}return any(w <= start and end <= w + size\n"
        "           for w in range(0, max(n - overlap, 1), size - overlap))",
        "a span in two windows",
        "the list of the starts",
    ),
    (
        "an end that is included",
        "windows_holding",
        f"{SPAN_RULE}return [w for w in range(0, max(n - overlap, 1), size - overlap)\n"
        "        if w <= start and end < w + size]",
        "a span in two windows",
        "Ends are not included",
    ),
    (
        "a start that is excluded",
        "windows_holding",
        f"{SPAN_RULE}return [w for w in range(0, max(n - overlap, 1), size - overlap)\n"
        "        if (w < start or w == 0) and end <= w + size]",
        "a span that starts where a window starts",
        "exactly where the span starts",
    ),
    (
        "a start at every stride",
        "windows_holding",
        f"{SPAN_RULE}return [w for w in range(0, n, size - overlap)\n"
        "        if w <= start and end <= w + size]",
        "the last window ends exactly at the end",
        "only overlap",
    ),
    (
        "empty spans let through",
        "windows_holding",
        f"{RULE}return [w for w in range(0, max(n - overlap, 1), size - overlap)\n"
        "        if w <= start and end <= min(w + size, n)]",
        "an empty span",
        "at least one token",
    ),
    (
        "each window's own spans",
        "surviving_spans",
        f"{RULE}if length < 1: raise ValueError\ntotal = 0\n"
        "for w in range(0, max(n - overlap, 1), size - overlap):\n"
        "    total += max(0, min(w + size, n) - w - length + 1)\nreturn total",
        "spans that two windows hold",
        "survives once",
    ),
    (
        "all spans, since overlap saves them",
        "surviving_spans",
        f"{RULE}if length < 1: raise ValueError\nreturn max(0, n - length + 1)",
        "spans of five tokens",
        "Three of them are cut",
    ),
    (
        "the formula's share",
        "surviving_spans",
        f"{RULE}if length < 1: raise ValueError\n"
        "return max(0, n - length + 1) * (size - length + 1) / (size - overlap)",
        "spans of five tokens",
        "Count instead",
    ),
    (
        "the formula's share, rounded down",
        "surviving_spans",
        f"{RULE}if length < 1: raise ValueError\n"
        "return max(0, n - length + 1) * (size - length + 1) // (size - overlap)",
        "spans of five tokens",
        "the last, short window",
    ),
    (
        "the rule left to windows_holding",
        "surviving_spans",
        "if length < 1: raise ValueError\nreturn sum(1 for s in range(n - length + 1)\n"
        "           if windows_holding(n, size, overlap, s, s + length))",
        "a broken rule where there are no spans",
        "check it first",
    ),
    (
        "as much overlap as the fact is long",
        "smallest_overlap",
        "if size < 1 or length < 1: raise ValueError\nreturn length",
        "a fact of four tokens",
        "3 is enough",
    ),
    (
        "half the fact",
        "smallest_overlap",
        "if size < 1 or length < 1: raise ValueError\nreturn length // 2",
        "a fact of four tokens",
        "from 7 to 11 is cut",
    ),
    (
        "what a window has beside the fact",
        "smallest_overlap",
        "if size < 1 or length < 1: raise ValueError\nreturn size - length",
        "a fact of four tokens",
        "Far less is enough",
    ),
    (
        "the formula where one window is enough",
        "smallest_overlap",
        "if size < 1 or length < 1: raise ValueError\nif length > n: return 0\n"
        "if length > size: raise ValueError\nreturn length - 1",
        "a document of one window",
        "one window only",
    ),
    (
        "size before n",
        "smallest_overlap",
        "if size < 1 or length < 1 or length > size: raise ValueError\n"
        "return 0 if n <= size or length > n else length - 1",
        "longer than the document and than a window",
        "Look at n",
    ),
    (
        "n before the settings",
        "smallest_overlap",
        "if n <= size or length > n: return 0\n"
        "if size < 1 or not 1 <= length <= size: raise ValueError\nreturn length - 1",
        "size 0 where there are no spans",
        "check size and length first",
    ),
    (
        "None where nothing helps",
        "smallest_overlap",
        "if size < 1 or length < 1: raise ValueError\nfor overlap in range(size):\n"
        "    if surviving_spans(n, size, overlap, length) == max(0, n - length + 1):\n"
        "        return overlap",
        "longer than a window",
        "take None for an answer",
    ),
    (
        "an overlap that is no overlap",
        "smallest_overlap",
        "if size < 1 or length < 1: raise ValueError\n"
        "return 0 if n <= size or length > n else length - 1",
        "longer than a window",
        "as large as the window",
    ),
    (
        "all of the stream first",
        "windows_of_stream",
        "yield from chunk_with_overlap(list(stream), size, overlap)",
        "the last window is shorter",
        "yield each item as soon",
    ),
    (
        "one token too far",
        "windows_of_stream",
        f"{RULE}window, fresh = [], 0\nfor token in stream:\n"
        "    if len(window) == size:\n        yield list(window)\n"
        "        window, fresh = window[size - overlap:], 0\n"
        "    window.append(token)\n    fresh += 1\nif fresh: yield window",
        "the last window is shorter",
        "yield each item as soon",
    ),
    (
        "a list of windows",
        "windows_of_stream",
        "return chunk_with_overlap(list(stream), size, overlap)",
        "the last window is shorter",
        "yield in place of return",
    ),
    (
        "the rest forgotten",
        "windows_of_stream",
        RULE + LOOP,
        "the last window is shorter",
        "yield what is left",
    ),
    (
        "whatever is left, also mere overlap",
        "windows_of_stream",
        f"{RULE}{LOOP}if window: yield window",
        "the last window ends exactly at the end",
        "nothing but overlap",
    ),
    (
        "window[-overlap:] for overlap 0",
        "windows_of_stream",
        RULE
        + LOOP.replace("window[size - overlap:]", "window[-overlap:]")
        + "if fresh: yield window",
        "no overlap",
        "window[-0:]",
    ),
    (
        "nothing kept for the next window",
        "windows_of_stream",
        RULE + LOOP.replace("window[size - overlap:]", "[]") + "if fresh: yield window",
        "the last window is shorter",
        "share nothing",
    ),
    (
        "the same list again and again",
        "windows_of_stream",
        RULE
        + LOOP.replace("list(window)", "window").replace(
            "window, fresh = window[size - overlap:], 0",
            "del window[:size - overlap]; fresh = 0",
        )
        + "if fresh: yield window",
        "the last window is shorter",
        "a new list for each",
    ),
    (
        "a token that counts as false ends the stream",
        "windows_of_stream",
        f"{RULE}window, fresh = [], 0\nwhile token := next(stream, None):\n"
        + LOOP.split("stream:\n")[1]
        + "if fresh: yield window",
        "tokens that count as false",
        "Only the end of the stream",
    ),
    (
        "the settings looked at only once a token is there",
        "windows_of_stream",
        LOOP.replace("    window.append", f"    {RULE}    window.append")
        + "if fresh: yield window",
        "an empty stream, and a broken rule",
        "before the loop",
    ),
    (
        "next() where the stream may be over",
        "windows_of_stream",
        f"{RULE}while True: yield [next(stream) for _ in range(size)]",
        "the last window is shorter",
        "keep its last tokens",
    ),
    (
        "no check at all",
        "windows_of_stream",
        f"{LOOP}if fresh: yield window",
        "overlap equal to size",
        "never move on",
    ),
]


@pytest.mark.parametrize(
    ("function", "body", "category", "hint"),
    [pytest.param(*rest, id=f"{rest[0]}: {name}") for name, *rest in WRONG],
)
def test_each_wrong_answer_fails_in_its_check_with_its_hint(
    nursery, lesson, function, body, category, hint
):
    [verdict] = lesson.verdicts(nursery, lesson.with_body(function, body), function)
    assert verdict.outcome in (Outcome.WRONG, Outcome.RAISED), verdict
    assert verdict.category == category, verdict
    assert hint in verdict.hint


# what the learner wrote | function | code: right answers unlike the key's
RIGHT = [
    (
        "starts from a range",
        "chunk_with_overlap",
        f"{EARLY}starts = range(0, max(len(units) - overlap, 1), size - overlap)\n"
        "return [[*units[s:s + size]] for s in starts]",
    ),
    (
        "by the formula",
        "smallest_overlap",
        "if size < 1 or length < 1: raise ValueError\nif n <= size or length > n: return 0\n"
        "if length > size: raise ValueError\nreturn length - 1",
    ),
    (
        "in slices of the stream",
        "windows_of_stream",
        f"{RULE}from itertools import islice\nwindow = list(islice(stream, size))\n"
        "while window:\n    yield window\n    more = list(islice(stream, size - overlap))\n"
        "    if not more: return\n    window = window[size - overlap:] + more",
    ),
    (
        "checked at the call, and a deque",
        "windows_of_stream",
        f"{RULE}from collections import deque\ndef windows():\n"
        "    window, due, last = deque(maxlen=size), size, 0\n"
        "    for count, token in enumerate(stream, 1):\n        window.append(token)\n"
        "        if count == due:\n            yield [*window]\n"
        "            due, last = due + size - overlap, count\n"
        "    if window and count > last:\n"
        "        yield [*window][last - count - overlap if last else 0:]\nreturn windows()",
    ),
]


@pytest.mark.parametrize(
    ("function", "body"), [pytest.param(*rest, id=f"{rest[0]}: {name}") for name, *rest in RIGHT]
)
def test_another_right_answer_passes(nursery, lesson, function, body):
    [verdict] = lesson.verdicts(nursery, lesson.with_body(function, body), function)
    assert verdict.outcome is Outcome.PASSED, verdict


# An oracle that shares no loop with the key: a window is a set of positions.

KEY = runpy.run_path(str(Path(__file__).parents[2] / "solutions/windows.py"))


@st.composite
def documents(draw):
    size = draw(st.integers(1, 9))
    return draw(st.integers(1, 30)), size, draw(st.integers(0, size - 1))


def windows_as_sets(n, size, overlap):
    """By the definition of redundancy: a window at every stride, less those that bring nothing."""
    seen = set()
    for start in range(0, n, size - overlap):
        window = set(range(start, start + size)) & set(range(n))
        if window - seen:
            yield window
        seen |= window


@given(documents(), st.integers(1, 10))
def test_the_key_agrees_with_sets_of_positions(document, length):
    n, size, overlap = document
    windows = list(windows_as_sets(n, size, overlap))
    as_lists = [sorted(window) for window in windows]
    assert KEY["chunk_with_overlap"](range(n), size, overlap) == as_lists
    assert list(KEY["windows_of_stream"](iter(range(n)), size, overlap)) == as_lists
    spans = [set(range(start, start + length)) for start in range(n - length + 1)]
    whole = [[min(window) for window in windows if span <= window] for span in spans]
    assert [
        KEY["windows_holding"](n, size, overlap, min(span), max(span) + 1) for span in spans
    ] == whole
    assert KEY["surviving_spans"](n, size, overlap, length) == sum(map(bool, whole))


@given(documents(), st.integers(1, 10))
def test_the_smallest_overlap_of_the_key_is_that_of_the_formula(document, length):
    n, size, _ = document
    if n <= size or length > n:
        assert KEY["smallest_overlap"](n, size, length) == 0
    elif length > size:
        with pytest.raises(ValueError, match="longer than a window"):
            KEY["smallest_overlap"](n, size, length)
    else:
        assert KEY["smallest_overlap"](n, size, length) == length - 1
