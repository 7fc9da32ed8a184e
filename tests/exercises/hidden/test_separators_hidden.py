"""The hidden checks of the exercise "separators": the answer key's values on generated inputs.

A learner sees only the category and the hint of the one that failed.
"""

import random
from functools import cache

import pytest

from chunklab.grading.checks import Check, Raises

EXERCISE = "separators"

HINT = (
    "Your function gives the values of the lesson, but not all others. Try short texts such as "
    "'a. b', ' a  b', 'a\\n\\n\\nb' and 'abcdefgh i', with every small size and overlap, and each "
    "value worked out by hand."
)
WORDS = ["a", "be", "sea", "stone", "abcdefghijkl", "山高", "🙂", "e\u0301", ""]
ENDS = [" ", " ", "  ", ". ", ".\n", "\n", "\n\n", "\n\n\n", "\r\n", ", - ", "。", ""]
HIERARCHIES = [
    ["\n\n", "\n", ". ", " "],
    ["\n\n", "。", "\n", ". ", ", ", " - ", " "],
    [" ", ". ", "\n"],
    ["\r\n", "  "],
    ["a", "aa", " "],
    [" "],
    [],
]


def some_text(rng, most=9):
    words = rng.randint(0, most)
    return "".join(rng.choice(WORDS) + rng.choice(ENDS) for _ in range(words))


def settings(rng):
    size = rng.randint(1, 14)
    return size, rng.randrange(size)


def split(key, rng):
    text = some_text(rng)
    for separator in rng.sample(ENDS[:-1], 3):
        yield "some text", (text, separator)
    yield "letters that repeat", ("ab" * rng.randint(0, 6) + "a", rng.choice(["aba", "b", "ab"]))
    yield "an empty separator", (text, "")


def packed(key, rng):
    pieces, end = [], rng.randint(0, 5)
    for _ in range(rng.randint(0, 9)):
        start, end = end, end + rng.choice([1, 1, 2, 3, 5, 8])
        pieces.append((start, end))
    for size in rng.sample(range(1, 14), 3):
        yield "some pieces", (pieces, size)
    yield "size below 1", (pieces, -rng.randint(0, 2))


def searched(key, rng):
    text = some_text(rng)
    for separators in rng.sample(HIERARCHIES, 3):
        yield "some text", (text, separators)
    yield "an empty separator", (text, ["\n", "", " "])


def ended(key, rng):
    text = some_text(rng)
    found = key.find_separators(text, rng.choice(HIERARCHIES))
    for _ in range(4):
        start = rng.randint(0, len(text))
        size = rng.randint(1, 14)
        covered = rng.randint(start, start + size - 1)
        yield "some place in a text", (found, max(len(text), covered + 1), start, covered, size)


def begun(key, rng):
    text = some_text(rng)
    found = key.find_separators(text, rng.choice(HIERARCHIES))
    for _ in range(4):
        start = rng.randint(0, len(text))
        end = start + rng.randint(1, 14)
        yield "some chunk of a text", (found, start, end, rng.randrange(end - start))


def cut(key, rng):
    for text in (some_text(rng), some_text(rng, 20), "abcdefgh" * rng.randint(1, 4)):
        yield "some text", (text, *settings(rng), rng.choice(HIERARCHIES))
    text, size = some_text(rng), rng.randint(1, 14)
    yield "overlap equal to size", (text, size, size, [" "])
    yield "overlap larger than size", (text, size, size + rng.randint(1, 9), [" "])
    yield "negative overlap", (text, size, -rng.randint(1, 9), [" "])
    yield "a float for an overlap", (text, size, 0.0, [" "])
    yield "True for an overlap", (text, size + 1, True, [" "])
    yield "text for a size", (text, str(size), 0, [" "])


CALLS = {
    "split_spans": split,
    "pack": packed,
    "find_separators": searched,
    "chunk_end": ended,
    "overlap_starts": begun,
    "recursive_spans": cut,
}


def expect(key, function, arguments):
    """Return what the answer key gives: a value, or the error it raises."""
    try:
        return getattr(key, function)(*arguments)
    except ValueError:
        return Raises(ValueError)


@cache  # the same for every submission
def checks(key, function):
    """Return the checks of one function."""
    rng = random.Random(4)
    return [
        Check(arguments, expect(key, function, arguments), category, HINT)
        for _ in range(25)
        for category, arguments in CALLS[function](key, rng)
    ]


@pytest.mark.parametrize("function", CALLS)
def test_separators_hidden(submission, key, function):
    submission.check(function, checks(key, function), hidden=True)
