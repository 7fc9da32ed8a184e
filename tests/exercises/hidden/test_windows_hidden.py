"""The hidden checks of the exercise "windows": the answer key's values on generated inputs.

A learner sees only the category and the hint of the one that failed.
"""

import random
from functools import cache

import pytest

from chunklab.grading.checks import Check, Raises
from chunklab.grading.values import Generated, Stream

EXERCISE = "windows"

HINT = (
    "Your function gives the values of the lesson, but not all others. Draw small documents by "
    "hand, such as 7 tokens in windows of 4, overlap 1, and its neighbours of 6 and 8 tokens, and "
    "compare."
)


def settings():
    """Yield (category, n, size, overlap), the same ones every time."""
    rng = random.Random(21)
    for _ in range(5):
        size = rng.randint(1, 9)
        overlap = rng.randrange(size)
        full = size + rng.randint(0, 4) * (size - overlap)
        yield "some document", rng.randint(1, 40), size, overlap
        yield "the last window ends exactly at the end", full, size, overlap
        yield "one token more than the windows hold", full + 1, size, overlap
        yield "a document shorter than a window", rng.randint(1, size), size, overlap
    for size in (1, 7):
        yield "no units", 0, size, 0
        yield "no units, and a broken rule", 0, size, size
        for n in (size, 20):
            yield "no overlap", n, size, 0
            yield "the largest overlap", n, size, size - 1
            yield "overlap equal to size", n, size, size
            yield "overlap larger than size", n, size, size + rng.randint(1, 9)
            yield "negative overlap", n, size, -rng.randint(1, 9)
    for size, overlap in ((0, 0), (0, 4), (-3, 2), (-3, -5)):
        yield "size 0 or less", rng.randint(1, 9), size, overlap
        yield "no units, and size 0 or less", 0, size, overlap


def calls(function):
    """Yield (category, arguments) for one function."""
    rng = random.Random(51)
    for category, n, size, overlap in settings():
        tokens = [rng.choice(["the", "tide", "", 7, 0]) for _ in range(n)]
        if function == "chunk_with_overlap":
            units = rng.choice([tokens, tuple(tokens), range(n), "x" * n])
            yield category, (units, size, overlap)
        elif function == "windows_of_stream":
            yield category, (tokens, size, overlap)
        elif function == "smallest_overlap":
            yield category, (n, size, rng.randint(1, size + 1) if size > 0 else 1)
        elif function == "surviving_spans":
            yield (
                category,
                (n, size, overlap, rng.choice([1, overlap + 1, overlap + 2, size, n + 1])),
            )
        else:
            start = rng.randint(0, n)
            yield category, (n, size, overlap, start, start + rng.randint(0, 4))


def expect(key, function, arguments):
    """Return what the answer key gives: a value, or the error it raises."""
    try:
        answer = getattr(key, function)(*arguments)
        return Generated(list(answer)) if function == "windows_of_stream" else answer
    except ValueError:
        return Raises(ValueError)


def stream_check(category, expected, tokens, size, overlap):
    """Ask for the windows of a stream, and that each comes as soon as its last token is there."""
    taken = []
    if isinstance(expected, Generated):
        stride = size - overlap
        taken = [min(size + k * stride, len(tokens)) for k in range(len(expected.items))]
    return Check((Stream(tokens), size, overlap), expected, category, HINT, taken=taken)


FUNCTIONS = [
    "chunk_with_overlap",
    "windows_holding",
    "surviving_spans",
    "smallest_overlap",
    "windows_of_stream",
]


@cache  # the same for every submission
def checks(key, function):
    """Return the checks of one function."""
    found = []
    for category, arguments in calls(function):
        expected = expect(key, function, arguments)
        if function == "windows_of_stream":
            found.append(stream_check(category, expected, *arguments))
        else:
            found.append(Check(arguments, expected, category, HINT))
    return found


@pytest.mark.parametrize("function", FUNCTIONS)
def test_windows_hidden(submission, key, function):
    submission.check(function, checks(key, function), hidden=True)
