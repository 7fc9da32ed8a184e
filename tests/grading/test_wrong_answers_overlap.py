"""Wrong answers that learners of lesson 1 really write: each fails where it should, with its hint.

One function of the answer key is replaced at a time, so that every failure is that function's own.
"""

import pytest

from chunklab.grading.outcomes import Outcome

EXERCISE = "overlap"

# what the learner wrote | function | code | category of the check that fails | part of the hint
WRONG = [
    ("size + overlap", "stride", "return size + overlap", "the worked example", "adds the overlap"),
    ("the overlap itself", "stride", "return overlap", "the worked example", "what is repeated"),
    ("a float", "stride", "return size / 1 - overlap", "the worked example", "return an int"),
    ("no check at all", "stride", "return size - overlap", "overlap equal to size", "stride is 0"),
    (
        "ValueError missing at O = C",
        "stride",
        "if overlap > size or overlap < 0: raise ValueError\nreturn size - overlap",
        "overlap equal to size",
        "never end",
    ),
    (
        "negative overlap let through",
        "stride",
        "if overlap >= size: raise ValueError\nreturn size - overlap",
        "negative overlap",
        "no chunk holds",
    ),
    (
        "another error",
        "stride",
        "assert 0 <= overlap < size\nreturn size - overlap",
        "overlap equal to size",
        "Raise ValueError",
    ),
    (
        "redundant trailing chunk",
        "chunk_starts",
        "return list(range(0, n, stride(size, overlap)))",
        "the last chunk ends exactly at n",
        "only overlap",
    ),
    (
        "starts as a range",
        "chunk_starts",
        "return range(0, max(n - overlap, min(n, 1)), stride(size, overlap))",
        "the worked example",
        "A range is not a list",
    ),
    (
        "starts as a tuple",
        "chunk_starts",
        "return tuple(range(0, n - overlap, stride(size, overlap)))",
        "the worked example",
        "A tuple is not a list",
    ),
    (
        "no overlap at all",
        "chunk_starts",
        "stride(size, overlap)\nreturn list(range(0, n, size))",
        "the worked example",
        "no overlap at all",
    ),
    (
        "only full chunks",
        "chunk_starts",
        "return list(range(0, n - size + 1, stride(size, overlap)))",
        "the worked example",
        "last 50 tokens are in no chunk",
    ),
    (
        "nothing for a short document",
        "chunk_starts",
        "return list(range(0, n - overlap, stride(size, overlap)))",
        "a document shorter than a chunk",
        "is one chunk",
    ),
    (
        "a chunk in an empty document",
        "chunk_starts",
        """starts = [0]
while starts[-1] + size < n: starts.append(starts[-1] + stride(size, overlap))
return starts""",
        "an empty document",
        "no chunks",
    ),
    (
        "empty before broken",
        "chunk_starts",
        "return list(range(0, max(n - overlap, 1), stride(size, overlap))) if n else []",
        "a broken rule in an empty document",
        "whatever n is",
    ),
    (
        "n // stride",
        "n_chunks",
        "return n // stride(size, overlap)",
        "the worked example",
        "rounds down",
    ),
    (
        "ceil(n / stride)",
        "n_chunks",
        "return -(-n // stride(size, overlap))",
        "the last chunk ends exactly at n",
        "only overlap",
    ),
    (
        "ceil(n / size)",
        "n_chunks",
        "stride(size, overlap)\nreturn -(-n // size)",
        "the worked example",
        "forgets that chunks repeat",
    ),
    (
        "rounded down",
        "n_chunks",
        "return 1 + (n - size) // stride(size, overlap) if n else 0",
        "the worked example",
        "rounds down",
    ),
    (
        "not rounded",
        "n_chunks",
        "return 1 + (n - size) / stride(size, overlap)",
        "the worked example",
        "round up",
    ),
    (
        "one stride too many",
        "n_chunks",
        "return 2 + (n - size) // stride(size, overlap) if n > size else min(n, 1)",
        "the last chunk ends exactly at n",
        "only overlap",
    ),
    (
        "nothing shorter than the overlap",
        "n_chunks",
        "return -(-(n - overlap) // stride(size, overlap))",
        "a document shorter than the overlap",
        "is one chunk",
    ),
    (
        "last length always full",
        "chunk_lengths",
        "return [size for start in chunk_starts(n, size, overlap)]",
        "the worked example",
        "cannot reach past n",
    ),
    (
        "last length without its overlap",
        "chunk_lengths",
        "count = n_chunks(n, size, overlap)\n"
        "return [size] * (count - 1) + [n - size - (count - 2) * stride(size, overlap)]",
        "the worked example",
        "it starts at 900",
    ),
    (
        "strides for lengths",
        "chunk_lengths",
        "starts = chunk_starts(n, size, overlap)\n"
        "return [b - a for a, b in zip(starts, [*starts[1:], n])]",
        "the worked example",
        "150 is the stride",
    ),
    (
        "chunks times size",
        "stored_positions",
        "return n_chunks(n, size, overlap) * size",
        "the worked example",
        "holds only 100 tokens",
    ),
    (
        "duplicates not counted",
        "stored_positions",
        "stride(size, overlap)\nreturn n",
        "the worked example",
        "stored twice",
    ),
    (
        "an overlap for every chunk",
        "stored_positions",
        "return n + n_chunks(n, size, overlap) * overlap",
        "the worked example",
        "the first chunk repeats nothing",
    ),
    (
        "whole-number division",
        "duplication_factor",
        "return stored_positions(n, size, overlap) // n",
        "the worked example",
        "use / and not //",
    ),
    (
        "size over stride",
        "duplication_factor",
        "return size / stride(size, overlap)",
        "the worked example",
        "long documents come close",
    ),
    (
        "upside down",
        "duplication_factor",
        "return n / stored_positions(n, size, overlap)",
        "the worked example",
        "the other way round",
    ),
    (
        "ZeroDivisionError for the empty document",
        "duplication_factor",
        "return stored_positions(n, size, overlap) / n",
        "an empty document",
        "nothing to divide by",
    ),
    (
        "a made-up factor for the empty document",
        "duplication_factor",
        "stored = stored_positions(n, size, overlap)\nreturn stored / n if n else 0.0",
        "an empty document",
        "made up",
    ),
    (
        "chunks as tuples",
        "chunk_with_overlap",
        "return [tuple(units[s:s + size]) for s in chunk_starts(len(units), size, overlap)]",
        "the last chunk is shorter",
        "Chunks are lists",
    ),
    (
        "chunks joined to strings",
        "chunk_with_overlap",
        "return [''.join(units[s:s + size]) for s in chunk_starts(len(units), size, overlap)]",
        "the last chunk is shorter",
        "a list of units",
    ),
    (
        "redundant trailing chunk",
        "chunk_with_overlap",
        "return [units[s:s + size] for s in range(0, len(units), stride(size, overlap))]",
        "the last chunk is shorter",
        "only overlap",
    ),
    (
        "chunks that share nothing",
        "chunk_with_overlap",
        "stride(size, overlap)\nreturn [units[s:s + size] for s in range(0, len(units), size)]",
        "the last chunk is shorter",
        "move by the stride",
    ),
    (
        "slices of whatever came in",
        "chunk_with_overlap",
        "return [units[s:s + size] for s in chunk_starts(len(units), size, overlap)]",
        "units in a tuple",
        "A slice of a tuple is a tuple",
    ),
    (
        "input aliased",
        "chunk_with_overlap",
        "starts = chunk_starts(len(units), size, overlap)\n"
        "if len(starts) == 1 and type(units) is list: return [units]\n"
        "return [list(units[s:s + size]) for s in starts]",
        "a document shorter than a chunk",
        "return new lists",
    ),
    (
        "input used up",
        "chunk_with_overlap",
        "step = stride(size, overlap)\nchunks = [list(units[:size])]\n"
        "while len(units) > size:\n    del units[:step]\n    chunks.append(list(units[:size]))\n"
        "return chunks",
        "the last chunk is shorter",
        "leave them unchanged",
    ),
    (
        "no chunk for no units",
        "chunk_with_overlap",
        "starts = chunk_starts(len(units), size, overlap) or [0]\n"
        "return [list(units[s:s + size]) for s in starts]",
        "no units",
        "no chunks",
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
    assert (verdict.outcome, verdict.category) == (Outcome.WRONG, category), verdict
    assert hint in verdict.hint
