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
    yield "line ends of every kind", ("a\rb\n\x0bc\u2028\r\n" + text, "\n")
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


def place(key, rng):
    """Return what is found in a text, and a place at which a chunk may begin."""
    text = some_text(rng, 20)
    found = key.find_separators(text, rng.choice(HIERARCHIES[:4]))
    edges = [edge for occurrences in found for span in occurrences for edge in span]
    return found, len(text), rng.choice([0, rng.randint(0, len(text)), *edges])


def ended(key, rng):
    for _ in range(5):
        found, n, start = place(key, rng)
        size = rng.randint(1, 20)
        covered = start + rng.choice([0, 0, rng.randrange(size)])
        yield "some place in a text", (found, max(n, covered + 1), start, covered, size)
    # As separators that overlap in part give it: the last resort is the last start of any.
    first = rng.randint(1, 5)
    spans = [[(first, first + 9)], [(first + 2, first + 12)]]
    rng.shuffle(spans)
    yield "the last resort", (spans, 50, 0, 0, first + rng.randint(0, 5))


def begun(key, rng):
    for _ in range(5):
        found, _, start = place(key, rng)
        end = start + rng.randint(1, 20)
        yield "some chunk of a text", (found, start, end, rng.randint(0, end - start + 5))
    last = rng.randint(3, 9)
    spans = [[(last - 1, last)], [(last - 2, last)]]
    yield "two that end at the same place", (spans, 0, last + 3, rng.randint(0, 6))


def cut(key, rng):
    before_a_long_word = "".join("abcde"[: rng.randint(1, 5)] + " " for _ in range(4))
    for text in (
        some_text(rng),
        some_text(rng, 20),
        "abcdefgh" * rng.randint(1, 4),
        before_a_long_word + "abcdefghijklmnopqrstuvw",
    ):
        yield "some text", (text, *settings(rng), rng.choice(HIERARCHIES))
    text, size = some_text(rng), rng.randint(1, 14)
    yield "overlap equal to size", (text, size, size, [" "])
    yield "overlap larger than size", (text, size, size + rng.randint(1, 9), [" "])
    yield "negative overlap", (text, size, -rng.randint(1, 9), [" "])
    yield "a float for an overlap", (text, size, 0.0, [" "])
    yield "True for an overlap", (text, size + 1, True, [" "])
    yield "text for a size", (text, str(size), 0, [" "])
    yield "an empty separator", (text, size, 0, ["\n", ""])


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
