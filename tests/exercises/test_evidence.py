"""The visible checks of the exercise "evidence".

Every value was worked out by hand and could stand in the lesson. The first row that fails is the
one that is shown.
"""

import pytest

from chunklab.grading.checks import Check, Raises

EXERCISE = "evidence"

# The document of lesson 2: 20 units in chunks of 8, overlap 3: 0-8, 5-13, 10-18 and 15-20.
WORKED = (20, 8, 3)

RULE = "Raise ValueError unless 0 <= overlap < size."
FLOAT = "The number is right, but a share is a float, also where it is 0.0 or 1.0: divide with /."
WHOLE_NUMBERS = "// drops what comes after the point, and so does int(...). Divide with /."
PERCENT = "This is a percentage. A share lies between 0.0 and 1.0."
TWICE = "A position that stands in two tuples counts once: merge both lists first."
APART = (
    "A document of another name is another document, though its positions have the same numbers: "
    "compare the names before the positions."
)
ENDS = "The end is not included: from 10 to 20 there are 10 positions, not 11."
WHOLE = "This counts the whole of what is found. Count only the positions that are in both."
HITS = "This counts runs that are hit. Count positions: a run may be found in part."
MEAN = (
    "This is the mean over the documents, or over the runs. Add up the positions of all of them, "
    "and divide once: thus each position counts the same."
)
BETWEEN = (
    "Sorted by start, a tuple of another document came between two of one. Sort by document first."
)
LISTING = (
    "Compare the ends of the runs. Listing their positions, or going through them, takes as long "
    "as they are."
)
UNDEFINED = "Whoever calls this would take that for a measurement. Raise ValueError."
DIVIDED = "Dividing by 0 raises an error of another name: look before you divide."


def too_long(n, length):
    """Return the check that a document without such spans has no share."""
    return Check(
        (n, *WORKED[1:], length),
        Raises(ValueError),
        f"spans of {length} in a document of {n}",
        f"There is no such span, and a share of nothing is undefined. {DIVIDED}",
        known=[
            (0.0, f"0.0 says that every such span is cut, but there is none. {UNDEFINED}"),
            (-0.0, f"There is no such span, and a share of nothing is undefined. {UNDEFINED}"),
            (1.0, f"1.0 says that every such span survives, but there is none. {UNDEFINED}"),
            (None, UNDEFINED),
        ],
    )


FOUND = [("tea", 0, 40)]  # the worked example of the three shares: 10 to 40 is in both
WANTED = [("tea", 10, 60)]
FAR_FOUND = [("log", 0, 10**9)]
FAR_WANTED = [("log", 5 * 10**8, 25 * 10**8)]


def setting(size, overlap, recall, stored, **more):
    """Return one measured setting."""
    return {"size": size, "overlap": overlap, "recall": recall, "stored": stored, **more}


MEASURED = [
    setting(400, 200, 0.99, 1900),
    setting(100, 0, 0.8, 1000),
    setting(100, 20, 0.92, 1250),
    setting(200, 40, 0.95, 1240),
]
NONE_REACHES = (
    "No setting is good enough, and whoever calls this must hear of it: raise ValueError."
)

CHECKS = {
    "survival": [
        Check(
            (*WORKED, 5),
            0.8125,
            "the worked example",
            "There are 16 spans of 5 units. Those that start at 4, 9 and 14 are cut: 13 / 16.",
            known=[
                (
                    0.8,
                    "The formula's share, 4/5, holds away from the ends of the document. Count the "
                    "spans instead.",
                ),
                (13, "13 is their number. Divide it by the number of spans."),
                (0.1875, "This is the share of those that are cut."),
                (0.75, "In the last, short chunk one more span of 5 lies whole: 15 to 20."),
                (0.65, "Divide by the number of spans, 16: the last one starts at 15, not at 19."),
                (13 / 15, "A document of 20 has 16 spans of 5: those that start at 0, 1, ..., 15."),
                (81.25, PERCENT),
                (0, WHOLE_NUMBERS),
                (1.0, "Ends are not included: a span from 4 to 9 does not lie in 0 to 8."),
                (0.5625, "A span that ends where a chunk ends lies in it whole: compare with <=."),
            ],
        ),
        Check(
            (*WORKED, 2),
            1.0,
            "spans that two chunks hold",
            "All 19 spans of 2 units survive. Those in an overlap survive once, not twice.",
            known=[
                (25 / 19, "25 counts a span in two chunks twice. A share is never more than 1.0."),
                (1.4, "The formula (size - length + 1) / stride is for length > overlap + 1 only."),
                (1, FLOAT),
            ],
        ),
        Check(
            (6, 3, 0, 2),
            0.8,
            "no overlap",
            "Of five spans only the one from 2 to 4 is cut.",
            known=[(2 / 3, "The formula's share is too low here: at the ends nothing is cut.")],
        ),
        Check(
            (*WORKED, 4),
            1.0,
            "one unit longer than the overlap",
            "None of these is cut: overlap + 1 units always lie in some chunk whole.",
        ),
        Check(
            (*WORKED, 8),
            3 / 13,
            "as long as a chunk",
            "Only the full chunks hold so long a span, each of them one; the last has 5 units.",
            known=[
                (0.2, "The formula's share, 1/5, holds away from the ends. Count the spans."),
                (4 / 13, "The last chunk is from 15 to 20: it holds no span of 8."),
                (0.0, "A span as long as a chunk lies in it whole: compare with <=."),
            ],
        ),
        Check(
            (*WORKED, 10),
            0.0,
            "longer than a chunk",
            "There are 11 such spans, and no chunk holds one: 0.0, and no error.",
            known=[
                (-0.2, "The formula gives less than nothing. No chunk holds such a span: 0.0."),
                (0, FLOAT),
                (None, "There are 11 such spans, and none survives: 0.0."),
            ],
        ),
        Check(
            (*WORKED, 1),
            1.0,
            "single units",
            "Every unit lies in some chunk.",
            known=[(1.6, "A share is never more than 1.0. Count the spans.")],
        ),
        Check(
            (5, 10, 3, 2),
            1.0,
            "a document shorter than a chunk",
            "A document shorter than one chunk is one chunk, and nothing is cut.",
            known=[(9 / 7, "A share is never more than 1.0. Count the spans.")],
        ),
        Check(
            (9, 9, 0, 9),
            1.0,
            "as long as the document",
            "There is one such span, n - length + 1, and the only chunk holds it.",
            known=[(0.0, "There is one such span, the whole document, and the chunk holds it.")],
        ),
        Check(
            (1000, 200, 50, 100),
            607 / 901,
            "the document of lesson 1",
            "Each of the six full chunks holds 101 of the 901 spans, and the last chunk holds one.",
            known=[
                (101 / 150, "The formula's share, 101/150, is near, but a count is exact."),
                (606 / 901, "The last chunk, from 900 to 1000, holds one more."),
            ],
        ),
        Check(
            (10, 4, 3, 4),
            1.0,
            "the largest overlap",
            "The chunks start at 0, 1, 2, ..., 6, so each span has a chunk of its own.",
        ),
        Check(
            (20, 8, 8, 4),
            Raises(ValueError),
            "overlap equal to size",
            f"With overlap equal to size the chunks would never move on. {RULE}",
        ),
        Check(
            (20, 8, 9, 4),
            Raises(ValueError),
            "overlap larger than size",
            f"With overlap larger than size each chunk would start before the last one. {RULE}",
        ),
        Check(
            (20, 8, -1, 4),
            Raises(ValueError),
            "negative overlap",
            f"A negative overlap leaves units that no chunk holds. {RULE}",
        ),
        Check(
            (*WORKED, 0),
            Raises(ValueError),
            "spans of no units",
            "A span has at least one unit: raise ValueError unless length >= 1.",
        ),
        too_long(20, 21),
        too_long(20, 22),
        too_long(0, 1),
    ],
    "merge_evidence": [
        Check(
            (
                [
                    ("tea", 30, 50),
                    ("rice", 15, 32),
                    ("tea", 0, 20),
                    ("rice", 40, 45),
                    ("tea", 15, 32),
                ],
            ),
            [("rice", 15, 32), ("rice", 40, 45), ("tea", 0, 50)],
            "the worked example",
            "Sort the tuples. Then each one either continues the last of the answer, if it is of "
            "the same document, or begins anew.",
            known=[
                (
                    [("rice", 0, 50)],
                    APART,
                ),
                ([("tea", 0, 50)], APART),
                ([("rice", 15, 32), ("rice", 40, 50)], APART),
                (
                    [("rice", 15, 32), ("rice", 40, 45), ("tea", 0, 20), ("tea", 15, 50)],
                    BETWEEN,
                ),
                (
                    [("tea", 0, 20), ("rice", 15, 32), ("tea", 15, 50), ("rice", 40, 45)],
                    BETWEEN,
                ),
                (
                    [("tea", 0, 50), ("rice", 15, 32), ("rice", 40, 45)],
                    "The runs are right, but not in order: rice stands before tea.",
                ),
                (
                    [("tea", 0, 50), ("rice", 40, 45), ("rice", 15, 32)],
                    "The runs are right, but not in order: by document, then by start.",
                ),
                (
                    [("rice", 15, 32), ("rice", 40, 45), ("tea", 0, 32), ("tea", 30, 50)],
                    "0 to 32 and 30 to 50 still overlap: compare each tuple with what has been "
                    "merged so far, not with the tuple before it.",
                ),
                (
                    [("rice", 15, 45), ("tea", 0, 50)],
                    "Of rice nothing was found between 32 and 40: that gap must stay.",
                ),
                (
                    [["rice", 15, 32], ["rice", 40, 45], ["tea", 0, 50]],
                    "The runs are right, but each is to be a tuple.",
                ),
                (
                    {"rice": [(15, 32), (40, 45)], "tea": [(0, 50)]},
                    "The runs are right, but in a dict: return a list of tuples (document, start, "
                    "end).",
                ),
                (
                    [(15, 32), (40, 45), (0, 50)],
                    "Without its document a run cannot be found again: (document, start, end).",
                ),
            ],
        ),
        Check(
            ([("tea", 0, 5), ("tea", 5, 9)],),
            [("tea", 0, 9)],
            "two that touch",
            "5 is the first one's end, which is not included, and the second one's start: between "
            "them no position is missing.",
        ),
        Check(
            ([("tea", 0, 5), ("tea", 6, 9)],),
            [("tea", 0, 5), ("tea", 6, 9)],
            "a gap of one position",
            "Position 5 is in neither, so the answer must not hold it.",
            known=[([("tea", 0, 9)], "Position 5 is in neither, so the answer must not hold it.")],
        ),
        Check(
            ([("rice", 0, 5), ("tea", 5, 9)],),
            [("rice", 0, 5), ("tea", 5, 9)],
            "two of different documents",
            "One ends where the other starts, but in another document. Both stay.",
            known=[([("rice", 0, 9)], APART), ([("tea", 0, 9)], APART)],
        ),
        Check(
            ([("rice", 0, 9), ("tea", 2, 4), ("rice", 8, 12), ("tea", 4, 7)],),
            [("rice", 0, 12), ("tea", 2, 7)],
            "two documents by turns",
            "Whatever stands between them in the list, two tuples of one document that overlap are "
            "one.",
            known=[
                ([("rice", 0, 9), ("rice", 8, 12), ("tea", 2, 7)], BETWEEN),
                ([("rice", 0, 9), ("tea", 2, 7), ("rice", 8, 12)], BETWEEN),
            ],
        ),
        Check(
            ([("tea", 0, 10), ("tea", 2, 5)],),
            [("tea", 0, 10)],
            "one inside another",
            "The end of what is merged is the larger of the two ends.",
            known=[
                ([("tea", 0, 5)], "What is merged must not end before 10: take the larger end.")
            ],
        ),
        Check(
            ([("tea", 7, 12), ("tea", 2, 5), ("tea", 0, 10)],),
            [("tea", 0, 12)],
            "one inside another, and one after",
            "After 0 to 10 and 2 to 5 the end is still 10, and 7 to 12 continues from there.",
        ),
        Check(
            ([("tea", 0, 2), ("tea", 1, 3), ("tea", 2, 4), ("tea", 3, 5)],),
            [("tea", 0, 5)],
            "a chain",
            "Each one continues what has been merged so far: all four are one run.",
        ),
        Check(
            ([("tea", 3, 4), ("tea", 3, 4)],),
            [("tea", 3, 4)],
            "the same twice",
            "Found twice, it is one piece of evidence.",
        ),
        Check(
            ([("log", 5 * 10**8, 2 * 10**9), ("log", 0, 10**9)],),
            [("log", 0, 2 * 10**9)],
            "very long runs",
            LISTING,
        ),
        Check(([],), [], "nothing found", "Nothing found, no evidence: []."),
    ],
    "recall": [
        Check(
            (FOUND, WANTED),
            0.6,
            "the worked example",
            "Of 50 wanted positions 30 are found, those from 10 to 40.",
            known=[
                (0.75, "This is precision, the share of what is found. Divide by what is wanted."),
                (0.5, "This divides by the positions in either. Divide by those wanted."),
                (0.8, WHOLE),
                (1.0, HITS),
                (0.0, "Less than the whole run is found, but 30 of its positions are."),
                (0, WHOLE_NUMBERS),
                (30, "30 is the number of positions found. Divide it by the number wanted."),
                (60.0, PERCENT),
                (31 / 51, ENDS),
                (31 / 50, ENDS),
            ],
        ),
        Check(
            ([("menu", 0, 20), ("menu", 10, 30)], [("menu", 0, 40)]),
            0.75,
            "found twice",
            "Positions 10 to 20 were found twice and count once: 30 of 40.",
            known=[(1.0, TWICE)],
        ),
        Check(
            ([("menu", 0, 20)], [("menu", 0, 20), ("menu", 10, 40)]),
            0.5,
            "wanted twice",
            "Positions 10 to 20 are wanted twice and count once: 20 of 40.",
            known=[(0.6, TWICE), (2 / 3, MEAN), (0.4, TWICE), (0.75, TWICE)],
        ),
        Check(
            ([("tea", 0, 10)], [("rice", 0, 10)]),
            0.0,
            "another document",
            "What was found is of another document, so nothing of what is wanted was found.",
            known=[(1.0, APART), (0, FLOAT)],
        ),
        Check(
            ([("tea", 0, 10), ("rice", 0, 10)], [("tea", 0, 10), ("rice", 0, 30)]),
            0.5,
            "two documents",
            "40 positions are wanted in the two documents together, and 20 of them are found.",
            known=[
                (2 / 3, MEAN),
                (1 / 3, APART),
                (1.0, APART),
            ],
        ),
        Check(
            ([("menu", 60, 70), ("menu", 0, 10)], [("menu", 5, 65)]),
            1 / 6,
            "two found in one wanted",
            "10 of the 60 wanted positions are found, 5 at each end.",
            known=[
                (1.0, "Between 10 and 60 nothing was found: that gap must stay."),
                (1 / 12, "Both found runs share something with the wanted one: add that up."),
            ],
        ),
        Check(
            ([("menu", 0, 10)], [("menu", 10, 20)]),
            0.0,
            "two that touch",
            "Ends are not included: these two share no position.",
            known=[(0.1, ENDS), (1 / 11, ENDS), (1.0, HITS)],
        ),
        Check(
            ([("menu", 0, 10)], [("menu", 5, 10), ("menu", 30, 35)]),
            0.5,
            "one of two wanted",
            "5 of 10 wanted positions are found. Those at 30 lie far away: they share nothing with "
            "0 to 10, and less than nothing is not possible.",
            known=[
                (-1.5, "Runs that lie apart share nothing, not less than nothing: max(0, ...)."),
                (1.0, "The positions from 30 to 35 are wanted too, and were not found."),
            ],
        ),
        Check(
            ([("menu", 0, 100)], [("menu", 10, 20)]),
            1.0,
            "more found than wanted",
            "All wanted positions are found. What was found beyond them does not count here.",
            known=[(10.0, "Only found positions that are wanted count: cut them at its ends.")],
        ),
        Check(
            (FAR_FOUND, FAR_WANTED),
            0.25,
            "very long runs",
            LISTING,
        ),
        Check(
            ([], WANTED),
            0.0,
            "nothing found",
            "Of 50 wanted positions none was found: 0.0, and no error.",
            known=[(0, FLOAT), (None, "None of 50 is 0.0.")],
        ),
        Check(
            (FOUND, []),
            Raises(ValueError),
            "nothing wanted",
            f"A share of nothing is undefined. {DIVIDED}",
            known=[(0.0, UNDEFINED), (0, UNDEFINED), (1.0, UNDEFINED), (None, UNDEFINED)],
        ),
        Check(
            ([], []),
            Raises(ValueError),
            "nothing found and nothing wanted",
            "Where nothing is wanted there is no share, whatever was found: look at wanted first.",
        ),
    ],
    "precision": [
        Check(
            (FOUND, WANTED),
            0.75,
            "the worked example",
            "Of 40 found positions 30 are wanted, those from 10 to 40.",
            known=[
                (0.6, "This is recall, the share of what is wanted. Divide by what is found."),
                (0.5, "This divides by the positions in either. Divide by those found."),
                (1.0, HITS),
                (0.0, "Not the whole run is wanted, but 30 of its positions are."),
                (0, WHOLE_NUMBERS),
                (30, "30 is the number of positions in both. Divide it by the number found."),
                (75.0, PERCENT),
                (31 / 41, ENDS),
                (31 / 40, ENDS),
            ],
        ),
        Check(
            ([("menu", 0, 20), ("menu", 10, 40)], [("menu", 10, 20)]),
            0.25,
            "found twice",
            "40 positions were found, those from 10 to 20 twice, which counts once: 10 of 40.",
            known=[(0.4, TWICE), (0.5, TWICE), (0.2, TWICE), (1.0, "This is recall.")],
        ),
        Check(
            ([("menu", 0, 20)], [("menu", 0, 10), ("menu", 5, 10)]),
            0.5,
            "wanted twice",
            "Positions 5 to 10 are wanted twice and count once: 10 of 20.",
            known=[(0.75, TWICE)],
        ),
        Check(
            ([("tea", 0, 10), ("rice", 0, 30)], [("tea", 0, 10), ("rice", 20, 25)]),
            0.375,
            "two documents",
            "40 positions were found in the two documents together, and 15 of them are wanted.",
            known=[(7 / 12, MEAN), (0.5, APART), (0.625, APART)],
        ),
        Check(
            ([("tea", 0, 10)], [("rice", 0, 10)]),
            0.0,
            "another document",
            "What was found is of another document, so nothing of it is wanted.",
            known=[(1.0, APART), (0, FLOAT)],
        ),
        Check(
            ([("menu", 0, 10)], [("menu", 5, 10), ("menu", 30, 35)]),
            0.5,
            "two wanted, one of them far away",
            "5 of 10 found positions are wanted. What lies far away shares nothing with them, and "
            "less than nothing is not possible.",
            known=[
                (-1.5, "Runs that lie apart share nothing, not less than nothing: max(0, ...).")
            ],
        ),
        Check(
            ([("menu", 10, 20)], [("menu", 0, 100)]),
            1.0,
            "more wanted than found",
            "All found positions are wanted. What is wanted beyond them does not count here.",
        ),
        Check(
            (FAR_WANTED, FAR_FOUND),
            0.25,
            "very long runs",
            LISTING,
        ),
        Check(
            (FOUND, []),
            0.0,
            "nothing wanted",
            "Of 40 found positions none is wanted: 0.0, and no error. It is nothing found for "
            "which there is no answer.",
            known=[(0, FLOAT), (None, "None of 40 is 0.0.")],
        ),
        Check(
            ([], WANTED),
            Raises(ValueError),
            "nothing found",
            f"A share of nothing is undefined. {DIVIDED}",
            known=[(0.0, UNDEFINED), (0, UNDEFINED), (1.0, UNDEFINED), (None, UNDEFINED)],
        ),
        Check(
            ([], []),
            Raises(ValueError),
            "nothing found and nothing wanted",
            "Where nothing is found there is no share, whatever is wanted: look at found first.",
        ),
    ],
    "intersection_over_union": [
        Check(
            (FOUND, WANTED),
            0.5,
            "the worked example",
            "From 0 to 60 there are 60 positions in either, and 30 of them are in both.",
            known=[
                (0.6, "This is recall. Divide by the positions in either list."),
                (0.75, "This is precision. Divide by the positions in either list."),
                (1 / 3, "In 40 + 50 the 30 shared positions count twice. Either holds them once."),
                (2 / 3, "This is twice the shared over the sum of both. Divide by the union."),
                (0, WHOLE_NUMBERS),
                (30, "30 is the number of positions in both. Divide it by those in either."),
                (50.0, PERCENT),
                (31 / 61, ENDS),
                (31 / 60, ENDS),
            ],
        ),
        Check(
            ([("menu", 0, 20), ("menu", 10, 40)], [("menu", 10, 20), ("menu", 15, 50)]),
            0.6,
            "found and wanted twice",
            "Found is 0 to 40 and wanted 10 to 50, each once: 30 of 50 positions are in both.",
            known=[(50 / 45, TWICE), (50 / 95, TWICE), (1.0, TWICE), (30 / 65, TWICE)],
        ),
        Check(
            ([("menu", 90, 100), ("menu", 0, 10)], [("menu", 0, 10)]),
            0.5,
            "a gap in what is found",
            "Between 10 and 90 nothing was found or wanted: 20 positions are in either.",
            known=[
                (0.1, "Between 10 and 90 nothing was found or wanted: that gap must stay."),
                (1 / 3, "In 20 + 10 the shared positions count twice."),
            ],
        ),
        Check(
            ([("tea", 0, 10), ("rice", 0, 30)], [("tea", 0, 10), ("rice", 20, 40)]),
            0.4,
            "two documents",
            "In the two documents together there are 10 + 40 positions in either, 10 + 10 in both.",
            known=[
                (0.625, MEAN),
                (0.5, APART),
                (0.6, APART),
                (0.75, APART),
            ],
        ),
        Check(
            ([("tea", 0, 10)], [("rice", 0, 10)]),
            0.0,
            "another document",
            "What was found is of another document: 20 positions in either, none in both.",
            known=[(1.0, APART), (0, FLOAT)],
        ),
        Check(
            ([("menu", 5, 9), ("menu", 0, 5)], [("menu", 0, 9)]),
            1.0,
            "the same positions",
            "Both lists hold the positions 0 to 9, however they are cut up.",
            known=[(1, FLOAT)],
        ),
        Check(
            ([("menu", 0, 10)], [("menu", 10, 20)]),
            0.0,
            "two that touch",
            "Ends are not included: these two share no position.",
            known=[(1 / 20, ENDS), (1 / 21, ENDS)],
        ),
        Check(
            (FAR_FOUND, FAR_WANTED),
            0.2,
            "very long runs",
            LISTING,
        ),
        Check(
            ([], WANTED),
            0.0,
            "nothing found",
            "50 positions are in either, and none is in both: 0.0, and no error.",
            known=[(0, FLOAT)],
        ),
        Check(
            (FOUND, []),
            0.0,
            "nothing wanted",
            "40 positions are in either, and none is in both: 0.0, and no error.",
            known=[(0, FLOAT)],
        ),
        Check(
            ([], []),
            Raises(ValueError),
            "nothing found and nothing wanted",
            f"No position is in either, and a share of nothing is undefined. {DIVIDED}",
            known=[(0.0, UNDEFINED), (0, UNDEFINED), (1.0, UNDEFINED), (None, UNDEFINED)],
        ),
    ],
    "cheapest_setting": [
        Check(
            (MEASURED, 0.9),
            (200, 40),
            "the worked table",
            "Three settings reach 0.9. They store 1900, 1250 and 1240 positions.",
            known=[
                (
                    (100, 0),
                    "This stores least of all, but its recall is 0.8: first leave out what does "
                    "not reach the target.",
                ),
                (
                    (100, 20),
                    "Its recall is the lowest that reaches 0.9. But one with a higher recall "
                    "stores less.",
                ),
                (
                    (400, 200),
                    "Its recall is the highest, but it stores 1900 positions. Take the cheapest of "
                    "those that reach the target.",
                ),
                (MEASURED[3], "The right setting, but return its size and overlap only."),
                ([200, 40], "The right setting, but return a tuple: (size, overlap)."),
                ((40, 200), "The right setting, but size comes first: (size, overlap)."),
                (1240, "This is how much it stores. Return its size and overlap."),
                (3, "This is its place in the list. Return its size and overlap."),
                (200, "The right size. Return a tuple: (size, overlap)."),
                ((1240, -0.95, 200, 40), "The right setting. Return its size and overlap only."),
            ],
        ),
        Check(
            (MEASURED, 0.99),
            (400, 200),
            "a recall of exactly the target",
            "0.99 reaches a target of 0.99: compare with >=.",
        ),
        Check(
            ([setting(50, 10, 0.8999, 900), setting(80, 10, 0.91, 950)], 0.9),
            (80, 10),
            "a recall just below the target",
            "0.8999 is less than 0.9: do not round.",
            known=[((50, 10), "0.8999 is less than 0.9: do not round.")],
        ),
        Check(
            ([setting(100, 0, 0.91, 1200), setting(300, 90, 0.96, 1200)], 0.9),
            (300, 90),
            "two that store equally few",
            "Both store 1200 positions. Of these choose the one with the higher recall.",
            known=[
                (
                    (100, 0),
                    "Both store 1200 positions, and the other has the higher recall. Of equally "
                    "cheap ones the recall decides, before size and overlap, and before the order "
                    "of the list.",
                )
            ],
        ),
        Check(
            ([setting(300, 90, 0.96, 1200), setting(100, 0, 0.91, 1200)], 0.9),
            (300, 90),
            "two that store equally few, the other way round",
            "The order of the list does not count: the higher recall decides.",
        ),
        Check(
            (
                [
                    setting(300, 20, 0.9, 1200),
                    setting(200, 60, 0.9, 1200),
                    setting(200, 30, 0.9, 1200),
                    setting(250, 10, 0.9, 1200),
                ],
                0.9,
            ),
            (200, 30),
            "four that differ in size and overlap only",
            "The smaller size decides, and of the two with a size of 200 the smaller overlap.",
            known=[
                (
                    (300, 20),
                    "Their recall is equal too, so the smaller size decides, not the list.",
                ),
                ((250, 10), "The size decides before the overlap."),
                ((200, 60), "Two have a size of 200: of these the smaller overlap decides."),
                ((200, 10), "There is no such setting: choose a whole one, not its numbers."),
            ],
        ),
        Check(
            (
                [
                    {"stored": 1300, "overlap": 5, "recall": 1.0, "precision": 0.1, "size": 10},
                    {"stored": 1100, "overlap": 9, "recall": 1.0, "precision": 0.2, "size": 90},
                ],
                1.0,
            ),
            (90, 9),
            "other keys, and in another order",
            "Look each value up by its key: a setting may have more keys, in any order.",
        ),
        Check(
            (MEASURED, 0.0),
            (100, 0),
            "a target of 0.0",
            "Every setting reaches 0.0, so the one that stores least is chosen.",
        ),
        Check(
            ([setting(100, 0, 0.0, 1000)], 0.0),
            (100, 0),
            "a recall of 0.0",
            "0.0 reaches a target of 0.0, though it counts as false.",
        ),
        Check(
            (MEASURED, 0.995),
            Raises(ValueError),
            "a target that none reaches",
            NONE_REACHES,
            known=[
                (None, NONE_REACHES),
                ((), NONE_REACHES),
                ((400, 200), f"The best is not good enough: 0.99 is less. {NONE_REACHES}"),
                ((100, 0), NONE_REACHES),
                ((0, 0), NONE_REACHES),
                ((None, None), NONE_REACHES),
            ],
        ),
        Check(
            ([], 0.5),
            Raises(ValueError),
            "no settings",
            "Where there is no setting, none reaches the target: raise ValueError.",
            known=[(None, NONE_REACHES)],
        ),
    ],
}


@pytest.mark.parametrize("function", CHECKS)
def test_evidence(submission, function):
    submission.check(function, CHECKS[function])
