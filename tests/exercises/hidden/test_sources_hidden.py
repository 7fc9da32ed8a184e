"""The hidden checks of the exercise "sources": the answer key's values on generated inputs.

A learner sees only the category and the hint of the one that failed.
"""

import random
from functools import cache

import pytest

from chunklab.grading.checks import Check, Raises
from chunklab.grading.values import Generated

EXERCISE = "sources"

HINT = (
    "Your function gives the values of the lesson, but not all others. Try small texts of every "
    "kind, such as 'é🙂', 'e\\u0301', '\\r\\n' and 'aaaa', with each value worked out by hand."
)
CHARACTERS = "aab é山🙂🇪\u0301\u200d\r\n\0\ufeff한"


def some_text(rng, longest=24):
    return "".join(rng.choice(CHARACTERS) for _ in range(rng.randint(0, longest)))


def settings(rng):
    size = rng.randint(1, 9)
    return size, rng.randrange(size)


def cut(key, rng):
    text, (size, overlap) = some_text(rng), settings(rng)
    return "some text", (list(key.chunks(text, size, overlap)), overlap)


def window(key, rng):
    for text in (some_text(rng), "ab" * rng.randint(1, 9), ""):
        size, overlap = settings(rng)
        yield "some text", (text, size, overlap)
        yield "overlap equal to size", (text, size, size)
        yield "overlap larger than size", (text, size, size + rng.randint(1, 9))
        yield "negative overlap", (text, size, -rng.randint(1, 9))
        yield "a float for an overlap", (text, size, 0.0)
        yield "True for an overlap", (text, size + 1, True)
        yield "text for a size", (text, str(size), 0)


def positions(key, rng):
    text = some_text(rng)
    yield "some text", (text, [rng.randint(0, len(text)) for _ in range(rng.randint(0, 9))])


def units(key, rng):
    text = some_text(rng)
    ends = key.to_utf16(text, range(len(text) + 1))
    yield "some text", (text, [rng.choice(ends) for _ in range(rng.randint(0, 9))])
    for offset in range(-2, ends[-1] + 3):
        if offset not in ends:
            yield "an offset that no position has", (text, [rng.choice(ends), offset])


def exact_text(key, rng):
    yield "some text", (some_text(rng),)
    yield "half a surrogate pair", (some_text(rng) + rng.choice("\ud83d\ude42"),)


def stored(key, rng):
    documents = {name: some_text(rng) * 2 for name in ("first", "second", "third")}
    name = rng.choice(list(documents))
    text = documents[name]
    start = rng.randint(0, len(text))
    end = rng.randint(start, len(text))
    right = {
        "document_id": name,
        "revision": key.revision(text),
        "start": start,
        "end": end,
        "text": text[start:end],
    }
    yield "a chunk as it was stored", (right, documents)
    yield "another offset", ({**right, "start": rng.randint(0, end)}, documents)
    yield "another text", ({**right, "text": text[start:end] + "?"}, documents)
    yield "another document", ({**right, "document_id": rng.choice(["third", "x"])}, documents)
    yield "a document that has changed", (right, {**documents, name: text + " "})
    yield "a document that has gone", (right, {n: t for n, t in documents.items() if n != name})


def found(key, rng):
    starts = [rng.randint(0, 30) for _ in range(rng.randint(0, 8))]
    yield "some spans", ([(start, start + rng.randint(1, 8)) for start in starts],)


CALLS = {
    "chunks": window,
    "reconstruct": lambda key, rng: [cut(key, rng)],
    "to_utf8": positions,
    "to_utf16": positions,
    "from_utf16": units,
    "revision": exact_text,
    "verify": stored,
    "merge_spans": found,
}


def expect(key, function, arguments):
    """Return what the answer key gives: a value, what it yields, or the error it raises."""
    try:
        answer = getattr(key, function)(*arguments)
        return Generated(list(answer)) if function == "chunks" else answer
    except ValueError:
        return Raises(ValueError)


@cache  # the same for every submission
def checks(key, function):
    """Return the checks of one function."""
    rng = random.Random(3)
    return [
        Check(arguments, expect(key, function, arguments), category, HINT)
        for _ in range(20)
        for category, arguments in CALLS[function](key, rng)
    ]


@pytest.mark.parametrize("function", CALLS)
def test_sources_hidden(submission, key, function):
    submission.check(function, checks(key, function), hidden=True)
