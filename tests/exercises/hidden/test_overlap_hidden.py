"""The hidden checks of the exercise "overlap": the answer key's values on generated inputs.

A learner sees only the category and the hint of the one that failed.
"""

import random
from functools import cache

import pytest

from chunklab.grading.checks import Check, Raises

EXERCISE = "overlap"

HINT = (
    "Your function gives the values of the lesson, but not all others. Draw small documents by "
    "hand, such as n = 7, size = 4, overlap = 1 and its neighbours n = 6 and n = 8, and compare."
)


def settings():
    """Yield (category, n, size, overlap), the same ones every time."""
    rng = random.Random(20)
    for _ in range(6):
        size = rng.randint(1, 12)
        overlap = rng.randrange(size)
        full = size + rng.randint(0, 5) * (size - overlap)
        yield "some document", rng.randint(1, 60), size, overlap
        yield "the last chunk ends exactly at n", full, size, overlap
        yield "one token more than the chunks hold", full + 1, size, overlap
        yield "a document shorter than a chunk", rng.randint(1, size), size, overlap
    for size in (1, 9):
        for n in (0, size, 30):
            yield "no overlap", n, size, 0
            yield "the largest overlap", n, size, size - 1
            yield "overlap equal to size", n, size, size
            yield "overlap larger than size", n, size, size + rng.randint(1, 9)
            yield "negative overlap", n, size, -rng.randint(1, 9)
    yield "size 0", 10, 0, 0
    yield "negative size", 10, -4, 0


def calls(function):
    """Yield (category, arguments) for one function."""
    rng = random.Random(50)
    for category, n, size, overlap in settings():
        if function == "stride":
            yield category, (size, overlap)
        elif function != "chunk_with_overlap":
            yield category, (n, size, overlap)
        elif n > 0 and size > 0:  # the lesson leaves the other cases open for the chunks themselves
            tokens = [rng.choice(["the", "a", "tide", "", "7"]) for _ in range(n)]
            yield category, (rng.choice([tokens, tuple(tokens)]), size, overlap)


def expect(key, function, arguments):
    """Return what the answer key gives: a value, or the error it raises."""
    try:
        return getattr(key, function)(*arguments)
    except ValueError:
        return Raises(ValueError)


FUNCTIONS = [
    "stride",
    "chunk_starts",
    "n_chunks",
    "chunk_lengths",
    "stored_positions",
    "duplication_factor",
    "chunk_with_overlap",
]


@cache  # the same for every submission
def checks(key, function):
    """Return the checks of one function."""
    return [
        Check(arguments, expect(key, function, arguments), category, HINT)
        for category, arguments in calls(function)
    ]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_overlap_hidden(submission, key, function):
    submission.check(function, checks(key, function), hidden=True)
