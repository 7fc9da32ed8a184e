"""The hidden checks of the exercise "evidence": the answer key's values on generated inputs.

A learner sees only the category and the hint of the one that failed.
"""

import random
from functools import cache

import pytest

from chunklab.grading.checks import Check, Raises

EXERCISE = "evidence"

HINT = (
    "Your function gives the values of the lesson, but not all others. Try documents of a few "
    "units, runs such as 0 to 3, 2 to 5 and 5 to 6 in two documents, and settings that are equal "
    "in all but one number, with each value worked out by hand."
)
NAMES = ["tea", "rice", "tea 2", "Tea", ""]


def survived(rng):
    size = rng.randint(1, 9)
    overlap = rng.randrange(size)
    full = size + rng.randint(0, 4) * (size - overlap)
    for category, n in (
        ("some document", rng.randint(1, 40)),
        ("the last chunk ends exactly at the end", full),
        ("one unit more than the chunks hold", full + 1),
        ("a document shorter than a chunk", rng.randint(1, size)),
    ):
        for length in (1, overlap + 1, overlap + 2, size, n, rng.randint(1, n)):
            if length <= n:
                yield category, (n, size, overlap, length)
        yield "longer than the document", (n, size, overlap, n + rng.randint(1, 3))
    n, length = rng.randint(1, 40), rng.randint(1, 5)
    yield "no units", (0, size, overlap, length)
    yield "spans of no units", (n, size, overlap, -rng.randint(0, 2))
    yield "overlap equal to size", (n, size, size, 1)
    yield "overlap larger than size", (n, size, size + rng.randint(1, 9), 1)
    yield "negative overlap", (n, size, -rng.randint(1, 9), 1)


def runs(rng, names=NAMES, most=8):
    """Return some runs, many of which touch or overlap."""
    base = rng.choice([0, 0, 0, 10**12])
    starts = [(rng.choice(names), base + rng.randrange(25)) for _ in range(rng.randint(0, most))]
    return [(name, start, start + rng.choice([1, 1, 2, 3, 5, 12])) for name, start in starts]


def merged(rng):
    yield "some evidence", (runs(rng),)
    yield "evidence of one document", (runs(rng, ["tea"]),)
    yield "evidence of two documents", (runs(rng, ["tea", "rice"]),)


def measured(rng):
    for names in (NAMES[:1], NAMES[:2], NAMES):
        yield "some evidence", (runs(rng, names), runs(rng, names))
    found = runs(rng, ["tea"])
    yield "the same evidence", (found, rng.sample(found, len(found)))
    yield "other documents", (found, [("rice", start, end) for _, start, end in found])
    yield "nothing found", ([], runs(rng))
    yield "nothing wanted", (runs(rng), [])
    far = rng.randint(1, 10**12)
    yield "very long runs", ([("log", 0, 3 * 10**12)], [("log", far, far + 3 * 10**12)])


def chosen(rng):
    # Few values of each kind, so that many settings are equal in some of them.
    pairs = [(size, overlap) for size in (100, 200, 300) for overlap in (0, 20, 50)]
    for most in (1, 4, 9):
        settings = [
            {
                "recall": rng.randint(15, 18) / 20,
                "size": size,
                "stored": rng.choice([1000, 1100, 1200]),
                "overlap": overlap,
            }
            for size, overlap in rng.sample(pairs, most)
        ]
        for twentieths in (0, 16, 18):
            yield "some settings", (settings, twentieths / 20)
        yield "a target that none reaches", (settings, 0.95)
        just_below = [{**setting, "recall": setting["recall"] - 0.001} for setting in settings]
        yield "recalls just below the target", (just_below, rng.randint(15, 18) / 20)
        yield "recalls of 0.0", ([{**setting, "recall": 0.0} for setting in settings], 0.0)
    yield "no settings", ([], rng.randint(0, 20) / 20)


CALLS = {
    "survival": survived,
    "merge_evidence": merged,
    "recall": measured,
    "precision": measured,
    "intersection_over_union": measured,
    "cheapest_setting": chosen,
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
    rng = random.Random(5)
    return [
        Check(arguments, expect(key, function, arguments), category, HINT)
        for _ in range(20)
        for category, arguments in CALLS[function](rng)
    ]


@pytest.mark.parametrize("function", CALLS)
def test_evidence_hidden(submission, key, function):
    submission.check(function, checks(key, function), hidden=True)
