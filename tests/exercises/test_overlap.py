"""The visible checks of the exercise "overlap".

Every value was worked out by hand and could stand in the lesson. A row is a call, what it must
give, what it looks at, and where to look when it fails; ``known`` explains wrong answers that
learners often give. The first row that fails is the one that is shown.
"""

import pytest

from chunklab.grading.checks import Check, Raises

EXERCISE = "overlap"

WORKED = (1000, 200, 50)  # the worked example of the lesson
STARTS = [0, 150, 300, 450, 600, 750, 900]
LENGTHS = [200, 200, 200, 200, 200, 200, 100]

TRAILING = (
    "The last chunk here is only overlap: the chunk before it already reaches the end. Stop with "
    "the first chunk whose end, start + size, reaches n."
)
FULL = "The last chunk ends exactly where the document ends: it is full, and none follows it."
STEP_OF_ONE = "The stride is 1: each chunk drops its first token and takes one new one."
SHORT = "A document shorter than one chunk is one chunk, cut off at the end of the document."
NEW_LIST = "Return a list, as the docstring says: list(...) makes one of any sequence."


def broken_rules(*before):
    """The settings that every function must refuse, after the arguments ``before``."""
    return [
        Check(
            (*before, 200, 200),
            Raises(ValueError),
            "overlap equal to size",
            "With overlap equal to size the stride is 0, and chunking would never end. Raise "
            "ValueError unless 0 <= overlap < size.",
        ),
        Check(
            (*before, 200, 250),
            Raises(ValueError),
            "overlap larger than size",
            "With overlap larger than size each chunk would start before the last one. Raise "
            "ValueError unless 0 <= overlap < size.",
        ),
        Check(
            (*before, 200, -1),
            Raises(ValueError),
            "negative overlap",
            "A negative overlap leaves tokens between two chunks that no chunk holds. Raise "
            "ValueError unless 0 <= overlap < size.",
        ),
    ]


BROKEN_BUT_EMPTY = Check(
    (0, 200, 200),
    Raises(ValueError),
    "a broken rule in an empty document",
    "A broken rule is an error whatever n is: check size and overlap before looking at n.",
)

CHECKS = {
    "stride": [
        Check(
            (200, 50),
            150,
            "the worked example",
            "How many tokens of a chunk are new, once the repeated ones are taken away?",
            known=[
                (250, "250 adds the overlap: 50 tokens between two chunks would be in neither."),
                (50, "50 is the overlap, what is repeated. The stride is what is new."),
                (150.0, "The value is right, but a stride counts tokens: return an int."),
            ],
        ),
        Check((7, 0), 7, "no overlap", "Without overlap every token of a chunk is new."),
        Check((7, 6), 1, "the largest overlap", "The overlap may be as large as size - 1."),
        *broken_rules(),
    ],
    "chunk_starts": [
        Check(
            WORKED,
            STARTS,
            "the worked example",
            "Start at 0 and add the stride, 150, until a chunk's end reaches n.",
            known=[
                (range(0, 1000, 150), f"A range is not a list. {NEW_LIST}"),
                (tuple(STARTS), f"A tuple is not a list. {NEW_LIST}"),
                ([0, 200, 400, 600, 800], "These starts are a size apart: no overlap at all."),
                (STARTS[:-1], "The last 50 tokens are in no chunk. Go on until an end reaches n."),
                (STARTS[1:], "The first chunk starts at token 0."),
            ],
        ),
        Check(
            (950, 200, 50),
            STARTS[:-1],
            "the last chunk ends exactly at n",
            "The chunk that starts at 750 ends at 950, the end of the document.",
            known=[(STARTS, TRAILING)],
        ),
        Check(
            (351, 200, 50),
            [0, 150, 300],
            "one token more than two chunks hold",
            "Two chunks cover 350 tokens. Token 350, the last one, needs a third.",
        ),
        Check((200, 200, 50), [0], "exactly one chunk", FULL, known=[([0, 150], TRAILING)]),
        Check((3, 10, 3), [0], "a document shorter than a chunk", SHORT),
        Check((10, 4, 3), [0, 1, 2, 3, 4, 5, 6], "the largest overlap", STEP_OF_ONE),
        Check((6, 3, 0), [0, 3], "no overlap", "Without overlap the chunks lie end to end."),
        Check((0, 200, 50), [], "an empty document", "An empty document has no chunks."),
        *broken_rules(1000),
        BROKEN_BUT_EMPTY,
    ],
    "n_chunks": [
        Check(
            WORKED,
            7,
            "the worked example",
            "Count the starts of the worked example: 0, 150, 300, ...",
            known=[
                (6, "6 rounds down and drops the last 50 tokens. They need a chunk too."),
                (5, "5 is n / size: it forgets that chunks repeat 50 tokens."),
                (8, "8 is one too many: the chunk at 900 already reaches the end."),
                (7.0, "The value is right, but a count is an int."),
                (1 + 950 / 150, "A count is a whole number, and n - overlap is not what is left."),
                (1 + 800 / 150, "A count is a whole number: a stride begun is a chunk, round up."),
            ],
        ),
        Check(
            (950, 200, 50),
            6,
            "the last chunk ends exactly at n",
            "Look at chunk_starts(950, 200, 50): how many are there?",
            known=[(7, TRAILING)],
        ),
        Check((351, 200, 50), 3, "one token more than two chunks hold", "Round up, not down."),
        Check((350, 200, 50), 2, "exactly two chunks", FULL, known=[(3, TRAILING)]),
        Check((200, 200, 50), 1, "exactly one chunk", FULL, known=[(2, TRAILING)]),
        Check((1, 200, 50), 1, "a document shorter than the overlap", SHORT),
        Check((10, 4, 3), 7, "the largest overlap", STEP_OF_ONE),
        Check((0, 200, 50), 0, "an empty document", "An empty document has no chunks."),
        *broken_rules(1000),
        BROKEN_BUT_EMPTY,
    ],
    "chunk_lengths": [
        Check(
            WORKED,
            LENGTHS,
            "the worked example",
            "The last chunk starts at 900, and the document ends at 1000.",
            known=[
                ([200] * 7, "The last chunk cannot reach past n: it ends at 1000, not at 1100."),
                (tuple(LENGTHS), f"A tuple is not a list. {NEW_LIST}"),
                ([150] * 6 + [100], "150 is the stride. A chunk holds its repeated tokens too."),
                ([200] * 6 + [50], "The last chunk repeats 50 tokens too: it starts at 900."),
            ],
        ),
        Check(
            (950, 200, 50),
            [200] * 6,
            "the last chunk ends exactly at n",
            FULL,
            known=[([200] * 6 + [50], TRAILING)],
        ),
        Check(
            (351, 200, 50),
            [200, 200, 51],
            "one token more than two chunks hold",
            "The third chunk starts at 300: 50 repeated tokens and one new one.",
        ),
        Check((3, 10, 3), [3], "a document shorter than a chunk", SHORT),
        Check((6, 3, 0), [3, 3], "no overlap", "Without overlap the chunks lie end to end."),
        Check((0, 200, 50), [], "an empty document", "An empty document has no chunks."),
        *broken_rules(1000),
        BROKEN_BUT_EMPTY,
    ],
    "stored_positions": [
        Check(
            WORKED,
            1300,
            "the worked example",
            "Add the lengths of the seven chunks.",
            known=[
                (1400, "1400 is 7 times 200, but the last chunk holds only 100 tokens."),
                (1000, "1000 counts every token once. The repeated ones are stored twice."),
                (1350, "1350 counts seven overlaps, but the first chunk repeats nothing."),
            ],
        ),
        Check(
            (950, 200, 50),
            1200,
            "the last chunk ends exactly at n",
            FULL,
            known=[(1250, TRAILING)],
        ),
        Check((10, 4, 3), 28, "the largest overlap", "Seven chunks of four tokens each."),
        Check((6, 3, 0), 6, "no overlap", "Without overlap every token is stored once."),
        Check((3, 10, 3), 3, "a document shorter than a chunk", SHORT),
        Check((0, 200, 50), 0, "an empty document", "An empty document stores nothing."),
        *broken_rules(1000),
        BROKEN_BUT_EMPTY,
    ],
    "duplication_factor": [
        Check(
            WORKED,
            1.3,
            "the worked example",
            "1300 stored positions for a document of 1000 tokens.",
            known=[
                (1.4, "1.4 counts the last chunk as full, but it holds only 100 tokens."),
                (1, "Whole-number division drops what you are after: use / and not //."),
                (1.0, "1.0 counts every token once. The repeated ones are stored twice."),
                (
                    200 / 150,
                    "size / stride is what long documents come close to. Divide stored "
                    "positions by n.",
                ),
                (
                    1000 / 1300,
                    "That is n / stored. How many times the document is stored is the "
                    "other way round.",
                ),
            ],
        ),
        Check((6, 3, 0), 1.0, "no overlap", "Stored once: 1.0, a float, as / gives."),
        Check((10, 4, 3), 2.8, "the largest overlap", "28 stored positions for 10 tokens."),
        Check(
            (0, 200, 50),
            Raises(ValueError),
            "an empty document",
            "For n = 0 there is nothing to divide by. Raise ValueError that says so; any number "
            "would be made up.",
        ),
        *broken_rules(1000),
    ],
    "chunk_with_overlap": [
        Check(
            (list("abcdefghij"), 5, 2),
            [list("abcde"), list("defgh"), list("ghij")],
            "the last chunk is shorter",
            "One slice, units[start:start + size], for every start.",
            known=[
                ([tuple("abcde"), tuple("defgh"), tuple("ghij")], f"Chunks are lists. {NEW_LIST}"),
                (["abcde", "defgh", "ghij"], f"Each chunk is a list of units. {NEW_LIST}"),
                ([list("abcde"), list("fghij")], "These chunks share nothing: move by the stride."),
                ([list("abcde"), list("defgh"), list("ghij"), ["j"]], TRAILING),
                ([list("abcde"), list("defgh")], "The last two tokens are in no chunk."),
            ],
        ),
        Check(
            (list("abcdefgh"), 5, 2),
            [list("abcde"), list("defgh")],
            "the last chunk ends exactly at n",
            "The chunk that starts at 3 already ends at 8.",
            known=[([list("abcde"), list("defgh"), list("gh")], TRAILING)],
        ),
        Check(
            (list("abcdef"), 3, 0),
            [list("abc"), list("def")],
            "no overlap",
            "Without overlap the chunks lie end to end.",
        ),
        Check(
            (list("abc"), 10, 3),
            [list("abc")],
            "a document shorter than a chunk",
            f"{SHORT} It is a new list all the same.",
        ),
        Check(
            ((10, 20, 30, 40, 50), 3, 1),
            [[10, 20, 30], [30, 40, 50]],
            "units in a tuple",
            f"A slice of a tuple is a tuple. {NEW_LIST}",
        ),
        Check(
            ("abcde", 3, 1),
            [list("abc"), list("cde")],
            "units in a string",
            f"A slice of a string is a string. {NEW_LIST}",
        ),
        Check(([], 5, 2), [], "no units", "No units, no chunks."),
        *broken_rules(list("abc")),
    ],
}


@pytest.mark.parametrize("function", CHECKS)
def test_overlap(submission, function):
    submission.check(function, CHECKS[function])
