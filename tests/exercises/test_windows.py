"""The visible checks of the exercise "windows".

Every value was worked out by hand and could stand in the lesson. A row is a call, what it must
give, what it looks at, and where to look when it fails; ``known`` explains wrong answers that
learners often give. The first row that fails is the one that is shown.
"""

import pytest

from chunklab.grading.checks import Check, Raises
from chunklab.grading.values import Generated, Stream

EXERCISE = "windows"

# The worked document: 20 tokens in windows of 8, overlap 3: 0-8, 5-13, 10-18 and 15-20.
WORKED = (20, 8, 3)

TRAILING = (
    "The last window here is only overlap: the window before it already reaches the end. Stop with "
    "the first window whose end reaches it."
)
SHORT = "A document shorter than one window is one window, cut off at the end of the document."
NEW_LIST = "Return a list, as the docstring says: list(...) makes one of any sequence."
RULE = "Raise ValueError unless 0 <= overlap < size."


def broken_rules(*around, before=()):
    """The settings that a strict function must refuse, between other arguments."""
    return [
        Check(
            (*before, 8, 8, *around),
            Raises(ValueError),
            "overlap equal to size",
            f"With overlap equal to size the windows would never move on. {RULE}",
        ),
        Check(
            (*before, 8, 9, *around),
            Raises(ValueError),
            "overlap larger than size",
            f"With overlap larger than size each window would start before the last one. {RULE}",
        ),
        Check(
            (*before, 8, -1, *around),
            Raises(ValueError),
            "negative overlap",
            f"A negative overlap leaves tokens that no window holds. {RULE}",
        ),
    ]


EARLY = "The early answers come first: no units give [], then size <= 0 gives []. "

CHECKS = {
    "chunk_with_overlap": [
        Check(
            (list("abcdefghij"), 5, 2),
            [list("abcde"), list("defgh"), list("ghij")],
            "the last window is shorter",
            "One slice, units[start:start + size], for every start.",
            known=[
                ([tuple("abcde"), tuple("defgh"), tuple("ghij")], f"Windows are lists. {NEW_LIST}"),
                (["abcde", "defgh", "ghij"], f"Each window is a list of units. {NEW_LIST}"),
                (
                    [list("abcde"), list("fghij")],
                    "These windows share nothing: move by the stride.",
                ),
                ([list("abcde"), list("defgh"), list("ghij"), ["j"]], TRAILING),
                ([list("abcde"), list("defgh")], "The last two tokens are in no window."),
            ],
        ),
        Check(
            (list("abcdefgh"), 5, 2),
            [list("abcde"), list("defgh")],
            "the last window ends exactly at the end",
            "The window that starts at 3 already ends at 8.",
            known=[([list("abcde"), list("defgh"), list("gh")], TRAILING)],
        ),
        Check(
            (list("abcdef"), 3, 0),
            [list("abc"), list("def")],
            "no overlap",
            "Without overlap the windows lie end to end.",
        ),
        Check(
            (list("abc"), 10, 3),
            [list("abc")],
            "a document shorter than a window",
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
        Check(
            (range(6), 4, 1),
            [[0, 1, 2, 3], [3, 4, 5]],
            "units in a range",
            "Use nothing of units but its length and its slices: a range has no copy(), and cannot "
            "be added to a list.",
        ),
        Check(([], 5, 2), [], "no units", "No units, no windows: []."),
        Check(
            ([], 5, 5),
            [],
            "no units, and a broken rule",
            f"{EARLY}Only after that is a broken rule an error.",
        ),
        Check(("abc", 0, 0), [], "size 0", f"{EARLY}Windows of no tokens are no windows."),
        Check(
            ("abc", 0, 7),
            [],
            "size 0, and a broken rule",
            f"{EARLY}Only after that is overlap >= size an error.",
        ),
        Check(
            ("abc", -2, -5),
            [],
            "negative size, and a negative overlap",
            f"{EARLY}A size of -2 is less than 0, whatever the overlap is.",
        ),
        *broken_rules(before=("abc",)),
    ],
    "windows_holding": [
        Check(
            (*WORKED, 6, 8),
            [0, 5],
            "a span in two windows",
            "Tokens 6 and 7 lie in the windows 0 to 8 and 5 to 13: both hold them whole.",
            known=[
                ([0], "One window more holds it whole: go on after the first one you find."),
                ([5], "Ends are not included: tokens 6 and 7 fit in a window that ends at 8."),
                ([0, 1], "Return where the windows start, not their numbers."),
                (True, "Return the list of the starts: an empty one says that it is cut."),
                ([(0, 8), (5, 13)], "Return the starts alone, without the ends."),
                ([[0, 8], [5, 13]], "Return the starts alone, without the ends."),
            ],
        ),
        Check(
            (*WORKED, 4, 9),
            [],
            "a span that is cut",
            "The window 0 to 8 lacks token 8, and the window 5 to 13 lacks token 4.",
            known=[
                ([0, 5], "Each of the two holds a part of it. It must lie in one window whole."),
                ([0], "That window holds its first token, and ends before its last."),
                ([5], "That window holds its last token, but starts after its first."),
            ],
        ),
        Check(
            (*WORKED, 5, 10),
            [5],
            "a span that starts where a window starts",
            "It fits from its first token on: a window may start exactly where the span starts.",
        ),
        Check(
            (*WORKED, 12, 18),
            [10],
            "a span that ends where a window ends",
            "Ends are not included: a span that ends at 18 fits in a window that ends at 18.",
        ),
        Check(
            (*WORKED, 15, 20),
            [15],
            "a span in the last, short window",
            "The last window runs from 15 to the end of the document, 20.",
        ),
        Check((*WORKED, 0, 8), [0], "a span as long as a window", "It fills the first window."),
        Check(
            (*WORKED, 0, 9), [], "a span longer than a window", "No window holds nine tokens here."
        ),
        Check(
            (18, 8, 3, 15, 18),
            [10],
            "the last window ends exactly at the end",
            "The window 10 to 18 reaches the end. There is no window at 15.",
            known=[([10, 15], TRAILING)],
        ),
        Check(
            (10, 4, 3, 3, 5),
            [1, 2, 3],
            "the largest overlap",
            "The windows start at 0, 1, 2, ..., 6. Which of them hold tokens 3 and 4?",
        ),
        Check((6, 3, 0, 2, 4), [], "no overlap", "The cut at 3 goes through the middle of it."),
        Check((3, 10, 3, 0, 3), [0], "a document shorter than a window", SHORT),
        *broken_rules(0, 1, before=(20,)),
        Check(
            (*WORKED, 4, 4),
            Raises(ValueError),
            "an empty span",
            "A span has at least one token: raise ValueError unless start < end.",
        ),
        Check(
            (*WORKED, 18, 21),
            Raises(ValueError),
            "a span that leaves the document",
            "There is no token 20 in this document: raise ValueError unless end <= n.",
        ),
        Check(
            (*WORKED, -1, 2),
            Raises(ValueError),
            "a span before the document",
            "Tokens are counted from 0: raise ValueError unless 0 <= start.",
        ),
    ],
    "surviving_spans": [
        Check(
            (*WORKED, 5),
            13,
            "spans of five tokens",
            "There are 16 spans of 5 tokens. Those that start at 4, 9 and 14 are cut.",
            known=[
                (16, "16 is how many there are. Three of them are cut."),
                (3, "3 are cut. Count the others."),
                (12, "In the last, short window one more span of 5 fits: tokens 15 to 20."),
                (12.8, "The formula's share, 4/5 of 16, holds away from the ends. Count instead."),
                (13 / 16, "That is the share of the spans. Return their number."),
            ],
        ),
        Check(
            (*WORKED, 2),
            19,
            "spans that two windows hold",
            "All 19 spans of 2 tokens survive. Those inside an overlap survive once, not twice.",
            known=[(25, "25 counts a span in two windows twice. It survives once.")],
        ),
        Check((*WORKED, 4), 17, "one token longer than the overlap", "None of these is cut."),
        Check(
            (*WORKED, 8),
            3,
            "as long as a window",
            "Only the full windows hold so long a span, each of them one; the last has 5 tokens.",
        ),
        Check((*WORKED, 9), 0, "longer than a window", "No window holds nine tokens here."),
        Check((*WORKED, 1), 20, "single tokens", "Every token lies in some window."),
        Check(
            (*WORKED, 21),
            0,
            "longer than the document",
            "A document of 20 tokens has no span of 21: none survives, and none is lost.",
        ),
        Check((6, 3, 0, 2), 4, "no overlap", "Only the span from 2 to 4 is cut."),
        Check((5, 10, 3, 2), 4, "a document shorter than a window", SHORT),
        *broken_rules(4, before=(20,)),
        Check(
            (20, 8, 8, 30),
            Raises(ValueError),
            "a broken rule where there are no spans",
            "A broken rule is an error whatever else you are given: check it first.",
        ),
        Check(
            (*WORKED, 0),
            Raises(ValueError),
            "spans of no tokens",
            "A span has at least one token: raise ValueError unless length >= 1.",
        ),
    ],
    "smallest_overlap": [
        Check(
            (40, 10, 4),
            3,
            "a fact of four tokens",
            "Put the fact where it is worst off: one token before the next window starts. How many "
            "of its tokens must the two windows share?",
            known=[
                (4, "4 is safe, but 3 is enough: the worst fact starts one token before a window."),
                (2, "With 2 the span from 7 to 11 is cut: the windows are 0 to 10 and 8 to 18."),
                (6, "6 is what a window has beside the fact. Far less is enough."),
            ],
        ),
        Check((40, 10, 1), 0, "single tokens", "A single token is never cut: 0 is enough."),
        Check((40, 10, 10), 9, "as long as a window", "Only a stride of 1 saves all of these."),
        Check(
            (10, 10, 7),
            0,
            "a document of one window",
            "One window holds the whole document: nothing is cut, whatever the overlap is.",
            known=[(6, "6 would do, but there is one window only. Even 0 cuts nothing.")],
        ),
        Check(
            (11, 10, 7),
            6,
            "one token more than a window",
            "Now there is a second window, and the span from 4 to 11 needs it.",
        ),
        Check(
            (8, 10, 9),
            0,
            "longer than the document",
            "A document without such spans loses nothing: 0.",
        ),
        Check(
            (9, 10, 11),
            0,
            "longer than the document and than a window",
            "A document without such spans loses nothing: 0. Look at n before you look at size.",
        ),
        Check(
            (40, 10, 11),
            Raises(ValueError),
            "longer than a window",
            "No window of 10 tokens holds 11, whatever the overlap is: raise ValueError.",
            known=[
                (10, "An overlap of 10 is as large as the window, and still no window holds 11."),
                (
                    None,
                    "Whoever calls this would take None for an answer. Raise ValueError.",
                ),
            ],
        ),
        Check(
            (40, 0, 4),
            Raises(ValueError),
            "size 0",
            "There are no windows of size 0: raise ValueError unless size >= 1.",
        ),
        Check(
            (3, 0, 4),
            Raises(ValueError),
            "size 0 where there are no spans",
            "A broken rule is an error whatever else you are given: check size and length first.",
        ),
        Check(
            (40, 10, 0),
            Raises(ValueError),
            "spans of no tokens",
            "A span has at least one token: raise ValueError unless length >= 1.",
        ),
    ],
    "windows_of_stream": [
        Check(
            (Stream("abcdefghij"), 5, 2),
            Generated([list("abcde"), list("defgh"), list("ghij")]),
            "the last window is shorter",
            "Append each token to a list; once it is full, yield it and keep its last tokens.",
            taken=[5, 8, 10],
            known=[
                (
                    [list("abcde"), list("defgh"), list("ghij")],
                    "The windows are right, but they come all at once: yield them one by one, with "
                    "yield in place of return.",
                ),
                (
                    Generated([list("abcde"), list("defgh")]),
                    "The last two tokens are in no window: yield what is left at the end.",
                ),
                (
                    Generated([list("abcde"), list("fghij")]),
                    "These windows share nothing: keep the last tokens of a window for the next.",
                ),
                (
                    Generated(["abcde", "defgh", "ghij"]),
                    "Each window is a list of tokens, not a string.",
                ),
                (
                    Generated([tuple("abcde"), tuple("defgh"), tuple("ghij")]),
                    f"Windows are lists. {NEW_LIST}",
                ),
            ],
        ),
        Check(
            (Stream("abcdefgh"), 5, 2),
            Generated([list("abcde"), list("defgh")]),
            "the last window ends exactly at the end",
            "When the stream ends, is there anything in your list that no window had?",
            taken=[5, 8],
            known=[
                (
                    Generated([list("abcde"), list("defgh"), list("gh")]),
                    f"{TRAILING} What is left when the stream ends may be nothing but overlap.",
                )
            ],
        ),
        Check(
            (Stream("abcdef"), 3, 0),
            Generated([list("abc"), list("def")]),
            "no overlap",
            "Keep nothing of a window for the next. Mind window[-0:], which is the whole window.",
            taken=[3, 6],
        ),
        Check(
            (Stream("abc"), 10, 3),
            Generated([list("abc")]),
            "a stream shorter than a window",
            "The stream ends before the first window is full: yield what is there.",
        ),
        Check(
            (Stream([4, 8, 15, 16, 23]), 3, 2),
            Generated([[4, 8, 15], [8, 15, 16], [15, 16, 23]]),
            "the largest overlap",
            "Each window drops its first token and takes one new one.",
            taken=[3, 4, 5],
        ),
        Check(
            (Stream([0, None, "", 0]), 3, 1),
            Generated([[0, None, ""], ["", 0]]),
            "tokens that count as false",
            "A token may be 0, None or an empty string. Only the end of the stream ends it.",
            taken=[3, 4],
        ),
        Check((Stream(""), 5, 2), Generated([]), "an empty stream", "No tokens, no windows."),
        *broken_rules(before=(Stream("abcdefghij"),)),
        Check(
            (Stream(""), 5, 5),
            Raises(ValueError),
            "an empty stream, and a broken rule",
            "A broken rule is an error whatever else you are given: check it before the loop.",
        ),
    ],
}


@pytest.mark.parametrize("function", CHECKS)
def test_windows(submission, function):
    submission.check(function, CHECKS[function])
