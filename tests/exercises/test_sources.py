"""The visible checks of the exercise "sources".

Every value was worked out by hand and could stand in the lesson; a revision is what any program
for SHA-256 gives. The first row that fails is the one that is shown.
"""

import pytest

from chunklab.grading.checks import Check, Raises
from chunklab.grading.values import Generated

EXERCISE = "sources"


def spans(text, *edges):
    """Return chunks of ``text`` in a list."""
    return [{"start": start, "end": end, "text": text[start:end]} for start, end in edges]


def yields(text, *edges):
    """Return what the generator yields for these chunks of ``text``."""
    return Generated(spans(text, *edges))


SMILE = "A🙂BCDEFGHI"  # the example of the lesson, cut with size 4 and overlap 1
SMILE_EDGES = (0, 4), (3, 7), (6, 10)
TICK = "tick tock tick tock tick tock "
LINES = "ab\r\ncd\r\nef"

A_GENERATOR = (
    "The chunks are right, but this is to be a generator: yield each dict as soon as it is known "
    "instead of collecting them in a list."
)
TRAILING = (
    "The last chunk here is only overlap: the chunk before it already reaches the end. Stop with "
    "the first chunk whose end reaches len(text)."
)
RULE = "Raise ValueError unless 0 <= overlap < size."
EXACT = "Ask for the type itself, type(size) is int, and raise ValueError for any other."


def refused(size, overlap, category, hint, text="abc"):
    """Return the check that these settings are an error."""
    return Check((text, size, overlap), Raises(ValueError), category, hint)


MIXED = "né🙂!"  # characters of 1, 2, 4 and 1 bytes, and of 1, 1, 2 and 1 units
EVERY = [0, 1, 2, 3, 4]
LONG = "a🙂" * 100_000  # two code points are 5 bytes and 3 units
MANY = list(range(0, 200_001, 4))
# from_utf16 may ask to_utf16 for every position, and an answer has at most 100,000 values.
SHORTER = LONG[:80_000]
EVEN = list(range(0, 80_001, 2))


def one_walk(text, asked):
    """Return the hint for reading ``text`` again for each offset that is asked for."""
    return (
        f"{len(text):,} code points, and {len(asked):,} offsets are asked for. Whoever starts at "
        f"the beginning of the text for each reads it {len(asked):,} times: note all offsets in "
        "one walk, then look them up."
    )


ORDER = "Answer in the order in which they are asked for, and each as often as it is."
AS_IT_CAME = "These are the numbers that came in. Add up how much each character takes."

TEA = "a9f74d1ec36ebdeb2da3f6e5868090cd2a2d20b3dcca7b62f60304b1d3d9ef42"
MENU = "tea, rice, tea, beans"
MENU_REVISION = "a019f4367f24b21366e0ce574cd0225f92ec08cb7c2b148bd11099385b7b5396"


def stored(start, end, text, *, revision=MENU_REVISION, document_id="menu"):
    """Return a stored chunk."""
    return {
        "document_id": document_id,
        "revision": revision,
        "start": start,
        "end": end,
        "text": text,
    }


CHECKS = {
    "chunks": [
        Check(
            (SMILE, 4, 1),
            yields(SMILE, *SMILE_EDGES),
            "the worked example",
            "Yield a dict for each chunk: the first covers 0 to 4, the next starts 1 before its "
            "end. Positions are Python's own, so the smile counts 1.",
            known=[
                (spans(SMILE, *SMILE_EDGES), A_GENERATOR),
                (
                    Generated(["A🙂BC", "CDEF", "FGHI"]),
                    "The texts are right, but a text alone cannot be traced: yield a dict with "
                    "start, end and text.",
                ),
                (
                    Generated([(0, 4, "A🙂BC"), (3, 7, "CDEF"), (6, 10, "FGHI")]),
                    "Right, but as tuples: yield a dict with the keys start, end and text.",
                ),
                (
                    yields(SMILE, *SMILE_EDGES, (9, 10)),
                    TRAILING,
                ),
                (
                    yields(SMILE, (0, 4), (4, 8), (8, 10)),
                    "These chunks share nothing: the next start is the last end less overlap.",
                ),
                (
                    Generated(
                        [
                            {"start": 0, "end": 3, "text": "A🙂BC"},
                            {"start": 3, "end": 6, "text": "CDEF"},
                            {"start": 6, "end": 9, "text": "FGHI"},
                        ]
                    ),
                    "The end is not included, as in Python's slices: text[0:4] ends at 4.",
                ),
            ],
        ),
        Check(
            ("abcdefgh", 5, 2),
            yields("abcdefgh", (0, 5), (3, 8)),
            "the last chunk ends exactly at the end",
            "The chunk that starts at 3 already ends at 8, the end of the text.",
            known=[(yields("abcdefgh", (0, 5), (3, 8), (6, 8)), TRAILING)],
        ),
        Check(
            ("abcdefghi", 5, 2),
            yields("abcdefghi", (0, 5), (3, 8), (6, 9)),
            "the last chunk is shorter",
            "The last chunk ends where the text ends, at 9, and its end says so.",
            known=[
                (
                    Generated(
                        [
                            *spans("abcdefghi", (0, 5), (3, 8)),
                            {"start": 6, "end": 11, "text": "ghi"},
                        ]
                    ),
                    "A slice stops at the end of the text by itself, but the number that is stored "
                    "does not: the end is min(start + size, len(text)).",
                ),
                (yields("abcdefghi", (0, 5), (3, 8)), "The last character is in no chunk."),
            ],
        ),
        Check(
            (TICK, 12, 4),
            yields(TICK, (0, 12), (8, 20), (16, 28), (24, 30)),
            "the same words several times",
            "Count the offsets on while you cut. A search finds the first place where the words "
            "stand, and here they stand in several.",
            known=[
                (
                    Generated(
                        [
                            {"start": 0, "end": 12, "text": "tick tock ti"},
                            {"start": 8, "end": 20, "text": "k tick tock"},
                            {"start": 16, "end": 28, "text": "ock tick toc"},
                            {"start": 24, "end": 30, "text": "tock"},
                        ]
                    ),
                    "A text is text[start:end] with every space in it: nothing is stripped.",
                )
            ],
        ),
        Check(
            (LINES, 4, 1),
            yields(LINES, (0, 4), (3, 7), (6, 10)),
            "line ends and spaces",
            "A text is text[start:end], with every space and line end in it: nothing is stripped.",
        ),
        Check(
            ("abc", 10, 3),
            yields("abc", (0, 3)),
            "a text shorter than a chunk",
            "A text shorter than one chunk is one chunk, and ends where the text ends.",
        ),
        Check(
            ("a", 2, 1),
            yields("a", (0, 1)),
            "a text of one character",
            "One character is a text as well, and is one chunk.",
        ),
        Check(
            ("abcdef", 3, 0),
            yields("abcdef", (0, 3), (3, 6)),
            "no overlap",
            "Without overlap the chunks lie end to end.",
        ),
        Check(
            ("abcde", 3, 2),
            yields("abcde", (0, 3), (1, 4), (2, 5)),
            "the largest overlap",
            "Each chunk drops its first character and takes one new one.",
        ),
        Check(
            ("", 4, 1),
            Generated([]),
            "an empty text",
            "Empty text yields nothing: a generator that ends at once.",
            known=[([], "Nothing, but in a list: a generator that yields nothing ends at once.")],
        ),
        refused(
            4, 4, "overlap equal to size", f"The next chunk would start where this did. {RULE}"
        ),
        refused(4, -1, "negative overlap", f"Between the chunks some text would be lost. {RULE}"),
        refused(0, 0, "size 0", f"A chunk of size 0 gets nowhere, so chunking never ends. {RULE}"),
        refused(
            True, 0, "True for a size", f"True counts as 1 in Python, also by isinstance. {EXACT}"
        ),
        refused(
            4.0, 1, "a float for a size", f"Offsets would be floats, which no slice takes. {EXACT}"
        ),
        refused(4, False, "False for an overlap", f"False counts as 0 in Python. {EXACT}"),
        refused(
            4,
            4,
            "a broken rule and an empty text",
            "A broken rule is an error whatever the text is: check before looking at it.",
            text="",
        ),
    ],
    "reconstruct": [
        Check(
            (spans(SMILE, *SMILE_EDGES), 1),
            SMILE,
            "the worked example",
            "Take the first text whole, and of every later one what it does not repeat.",
            known=[
                ("A🙂BCCDEFFGHI", "Each later text begins with a character that is there already."),
                ("🙂BCDEFGHI", "The first chunk repeats nothing: take the whole of it."),
                ("A🙂BCDEF", "The last text is missing."),
            ],
        ),
        Check(
            (spans("abcdef", (0, 3), (3, 6)), 0),
            "abcdef",
            "no overlap",
            "With overlap 0 every text is new as a whole.",
            known=[
                (
                    "def",
                    "text[:-overlap] is meant to leave out the last few, but text[:-0] is "
                    "text[:0], nothing at all. Cut at the front: text[overlap:].",
                )
            ],
        ),
        Check(
            (spans("ooooooo", (0, 4), (3, 7)), 1),
            "ooooooo",
            "a text that repeats itself",
            "How much is repeated is known: overlap characters. Looking for what two texts have in "
            "common finds too much where a text repeats itself.",
        ),
        Check(
            (spans(LINES, (0, 4), (3, 7), (6, 10)), 1),
            LINES,
            "line ends and spaces",
            "Every line end must come back as it was: add nothing between the texts, and strip "
            "nothing.",
        ),
        Check(
            (spans("abc", (0, 3)), 2),
            "abc",
            "a single chunk",
            "One chunk is the whole text.",
        ),
        Check(
            ([], 2), "", "no chunks", "Nothing was cut: the text is empty, and so is the answer."
        ),
    ],
    "to_utf8": [
        Check(
            (MIXED, EVERY),
            [0, 1, 3, 7, 8],
            "characters of every width",
            'Add up len(character.encode("utf-8")): n takes 1 byte, é takes 2, the smile takes 4. '
            "The end of the text is a position too.",
            known=[
                (EVERY, AS_IT_CAME),
                ([0, 1, 2, 4, 5], "These count UTF-16 units. In UTF-8 é takes two bytes."),
                ([0, 2, 4, 8, 10], "These count bytes of UTF-16. Encode as utf-8."),
                (
                    [1, 3, 7, 8],
                    "Position 0 has an offset too: nothing stands before it, so it is 0.",
                ),
                ([1, 3, 7, 8, 8], "These are ends. An offset counts the bytes before a position."),
            ],
        ),
        Check(
            (MIXED, [4, 0, 3, 3]),
            [8, 0, 7, 7],
            "in any order",
            ORDER,
            known=[
                ([0, 7, 7, 8], f"These are sorted. {ORDER}"),
                ([0, 7, 8], f"These are sorted, and 3 was asked for twice. {ORDER}"),
            ],
        ),
        Check(
            ("山水", [2, 1]),
            [6, 3],
            "characters of three bytes",
            "A Chinese character takes three bytes of UTF-8.",
        ),
        Check(
            ("e\u0301!", [1, 2, 3]),
            [1, 3, 4],
            "a combining mark",
            "This é is two code points, the letter and its accent. Take the text as it is, without "
            "normalising it.",
        ),
        Check((MIXED, []), [], "no positions", "Where nothing is asked, nothing is answered."),
        Check(("", [0]), [0], "an empty text", "Even an empty text has one position, its end."),
        Check(
            (LONG, MANY),
            [position // 2 * 5 for position in MANY],
            "a long text and many positions",
            one_walk(LONG, MANY),
        ),
    ],
    "to_utf16": [
        Check(
            (MIXED, EVERY),
            [0, 1, 2, 4, 5],
            "characters of every width",
            "A character above U+FFFF, as the smile is, takes two units. Any other takes one. The "
            "end of the text is a position too.",
            known=[
                (EVERY, AS_IT_CAME),
                (
                    [0, 1, 3, 7, 8],
                    "These count bytes of UTF-8. In UTF-16 only the smile takes two.",
                ),
                ([0, 2, 4, 8, 10], "These count bytes of UTF-16. A unit is two bytes."),
                ([0.0, 1.0, 2.0, 4.0, 5.0], "Right, but as floats: divide by // to get ints."),
                (
                    [1, 2, 3, 5, 6],
                    'encode("utf-16") puts a byte order mark in front, a unit more. With '
                    '"utf-16-le" there is none.',
                ),
            ],
        ),
        Check(
            (MIXED, [4, 0, 3, 3]),
            [5, 0, 4, 4],
            "in any order",
            ORDER,
            known=[
                ([0, 4, 4, 5], f"These are sorted. {ORDER}"),
                ([0, 4, 5], f"These are sorted, and 3 was asked for twice. {ORDER}"),
            ],
        ),
        Check(
            ("\uffff\U00010000", [0, 1, 2]),
            [0, 1, 3],
            "the last code point of one unit",
            "U+FFFF still fits in one unit, and U+10000 is the first that needs two.",
            known=[
                ([0, 2, 4], "U+FFFF itself still fits in one unit: compare with > and not >=."),
                ([0, 1, 2], "U+10000 is the first that needs two units."),
            ],
        ),
        Check(
            ("🇪🇺", [1, 2]),
            [2, 4],
            "a flag",
            "A flag is two code points, and each of them takes two units.",
        ),
        Check(
            ("山é", [1, 2]),
            [1, 2],
            "letters beyond ASCII",
            "These take three and two bytes of UTF-8, but one unit of UTF-16 each.",
        ),
        Check((MIXED, []), [], "no positions", "Where nothing is asked, nothing is answered."),
        Check(
            (LONG, MANY),
            [position // 2 * 3 for position in MANY],
            "a long text and many positions",
            one_walk(LONG, MANY),
        ),
    ],
    "from_utf16": [
        Check(
            (MIXED, [0, 1, 2, 4, 5]),
            EVERY,
            "characters of every width",
            "Look for the position whose UTF-16 offset this is: to_utf16 gives them all. The end "
            "of the text is a position too.",
            known=[([0, 1, 2, 4, 5], AS_IT_CAME)],
        ),
        Check(("a🙂b", [4, 1, 4]), [3, 1, 3], "in any order", ORDER),
        Check(
            ("a🙂b", [2]),
            Raises(ValueError),
            "an offset inside the smile",
            "Offset 2 lies between the two units of the smile, where no code point begins. Raise "
            "ValueError: whatever is rounded here points to another place than was meant.",
        ),
        Check(
            ("a🙂b", [0, 2, 4]),
            Raises(ValueError),
            "one such offset among others",
            "Offset 2 lies inside the smile. Raise ValueError; an answer with fewer positions than "
            "were asked for could not be read.",
        ),
        Check(
            ("a🙂b", [5]),
            Raises(ValueError),
            "an offset beyond the end",
            "The text has four units, so 4, its end, is the last offset. Raise ValueError.",
        ),
        Check(
            ("a🙂b", [-1]),
            Raises(ValueError),
            "an offset below 0",
            "Python counts -1 from the end, but as an offset it means nothing. Raise ValueError.",
        ),
        Check((MIXED, []), [], "no offsets", "Where nothing is asked, nothing is answered."),
        Check(
            (SHORTER, [position // 2 * 3 for position in EVEN]),
            EVEN,
            "a long text and many offsets",
            f"{one_walk(SHORTER, EVEN)} A dict looks up at once; a list's index walks again.",
        ),
    ],
    "revision": [
        Check(
            ("tea",),
            TEA,
            "the worked example",
            "Encode the text as UTF-8, and let hashlib take the SHA-256 of those bytes. Python's "
            "own hash() is another in each run.",
            known=[
                (bytes.fromhex(TEA), "These are the 32 bytes themselves: hexdigest() writes them."),
                (TEA.upper(), "Hexadecimal digits are in lower case, as hexdigest() gives them."),
                (
                    "f564cbc834abc57e853ac3e3fbbc6556b3dfb37158d2b730659d34b3128161de",
                    "This is the SHA-256 of the text in UTF-16. Encode it as utf-8.",
                ),
                (
                    "5d14f5840025e68b0e09c3620f3ac0c8092cad95e26717a8c8c36e95f1323b54",
                    "This is the SHA-256 of the text in UTF-16. Encode it as utf-8.",
                ),
                (
                    "7239ea2b5dc943f61f3c0a0276c20974",
                    "This is MD5, for which two texts with one fingerprint are easily made.",
                ),
                (
                    "75490f32c06a50051804339453d3fe2f0cd5564b",
                    "This is SHA-1, for which two texts with one fingerprint have been made.",
                ),
            ],
        ),
        Check(
            ("tea\n",),
            "b49c876df8b640bda8d61932383cbb787236104f12ebfaf1007ea6dcc11d64aa",
            "a line end at the end",
            "A line end is part of the exact text.",
            known=[
                (TEA, "The text was stripped first, but its revision is that of the exact text.")
            ],
        ),
        Check(
            ("cafe\u0301",),
            "81ef060bcd98adc7824eb5c1ada83c32491b16018e11e79f00ab9d09e04b015a",
            "a combining mark",
            "Take the text as it is.",
            known=[
                (
                    "850f7dc43910ff890f8879c0ed26fe697c93a067ad93a7d50f466a7028a9bf4e",
                    "The text was normalised first, but its revision is that of the exact text.",
                )
            ],
        ),
        Check(
            ("",),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            "an empty text",
            "An empty text has a revision too: the SHA-256 of no bytes.",
        ),
        Check(
            ("tea \ud83d",),
            Raises(ValueError),
            "half a surrogate pair",
            "Half a surrogate pair has no UTF-8, and encode raises an error that is a ValueError: "
            "let it. Whoever leaves such characters out or replaces them gives different texts the "
            "same revision.",
        ),
    ],
    "verify": [
        Check(
            (stored(5, 9, "rice"), {"drinks": "tea", "menu": MENU}),
            "ok",
            "the worked example",
            "The id is known, the revision is the document's, and rice stands at 5 to 9.",
            known=[
                (
                    True,
                    'Answer in words, "ok": there are three ways to fail, and each has its name.',
                ),
                (None, 'A chunk that passes all three checks is "ok": say so at the end.'),
                ("unknown document", "The menu is there, after the drinks: look at all ids."),
            ],
        ),
        Check(
            (stored(11, 14, "tea"), {"menu": MENU}),
            "ok",
            "the second of two places",
            "The word stands at 0 and at 11. This chunk is from 11: look at its own offsets.",
        ),
        Check(
            (stored(5, 9, "rice", document_id="lunch"), {"menu": MENU}),
            "unknown document",
            "an unknown document",
            "No document has the id lunch, whatever other documents say: the first of the checks.",
            known=[
                ("ok", "The chunk is from lunch. That menu has the same words proves nothing."),
            ],
        ),
        Check(
            (stored(5, 9, "rice", revision=TEA), {"menu": MENU}),
            "stale revision",
            "another revision with the same words",
            "The chunk's revision is not revision(text) of the document as it is now.",
            known=[
                (
                    "ok",
                    "The words still stand there, but the document has changed since, and who says "
                    "that they still mean the same? Compare the revisions.",
                )
            ],
        ),
        Check(
            (stored(6, 10, "rice"), {"menu": MENU}),
            "text differs",
            "the words stand elsewhere",
            "At 6 to 10 stands something else: compare text[start:end] with the chunk's text.",
            known=[
                (
                    "ok",
                    "The word is in the document, but not at 6 to 10. Compare the slice, and do "
                    "not search.",
                )
            ],
        ),
        Check(
            (stored(5, 9, "Rice"), {"menu": MENU}),
            "text differs",
            "a capital letter",
            "The stored text must be the document's own, letter by letter.",
        ),
        Check(
            (stored(0, 5, "bread", revision=TEA), {"menu": MENU}),
            "stale revision",
            "two checks fail at once",
            "Check in the order of the description: of two failures the first is named.",
            known=[("text differs", "Check the revision first: it explains why the text differs.")],
        ),
        Check(
            (stored(5, 9, "rice"), {"menu": ""}),
            "stale revision",
            "a document that has become empty",
            "A document with an empty text is still there: ask whether its id is in documents.",
        ),
        Check(
            (stored(5, 9, "rice"), {}),
            "unknown document",
            "no documents at all",
            "No documents: every chunk's document is unknown.",
        ),
    ],
    "merge_spans": [
        Check(
            ([(30, 50), (0, 20), (15, 32), (60, 70)],),
            [(0, 50), (60, 70)],
            "the worked example",
            "Sort the spans. Then each one either continues the last of the answer or begins anew.",
            known=[
                (
                    [(0, 32), (30, 50), (60, 70)],
                    "0 to 32 and 30 to 50 still overlap: compare each span with what has been "
                    "merged so far, not with the span before it.",
                ),
                ([[0, 50], [60, 70]], "The spans are right, but each is to be a tuple."),
                ([(0, 70)], "Nothing was found between 50 and 60: that gap must stay."),
                (
                    [(30, 50), (0, 32), (60, 70)],
                    "A span may continue one that comes later in the list: sort them first.",
                ),
            ],
        ),
        Check(
            ([(0, 10), (2, 5)],),
            [(0, 10)],
            "a span inside another",
            "The end of what is merged is the larger of the two ends.",
            known=[([(0, 5)], "The merged span must not end before 10: take the larger end.")],
        ),
        Check(
            ([(0, 5), (5, 9)],),
            [(0, 9)],
            "two spans that touch",
            "5 is the first span's end, which is not included, and the second one's start: between "
            "them no position is missing.",
        ),
        Check(
            ([(0, 5), (6, 9)],),
            [(0, 5), (6, 9)],
            "a gap of one position",
            "Position 5 is in neither span, so the answer must not hold it.",
            known=[([(0, 9)], "Position 5 is in neither span, so the answer must not hold it.")],
        ),
        Check(
            ([(7, 12), (2, 5), (0, 10)],),
            [(0, 12)],
            "a span inside another, and one after",
            "After 0 to 10 and 2 to 5 the end is still 10, and 7 to 12 continues from there.",
        ),
        Check(
            ([(3, 4), (3, 4)],),
            [(3, 4)],
            "the same span twice",
            "Found twice, it is one piece of evidence.",
        ),
        Check(
            ([(0, 10**9), (5 * 10**8, 2 * 10**9)],),
            [(0, 2 * 10**9)],
            "very long spans",
            "Compare the ends of the spans. Listing their positions takes as long as they are.",
        ),
        Check(([],), [], "no spans", "No spans, no evidence: []."),
    ],
}


@pytest.mark.parametrize("function", CHECKS)
def test_sources(submission, function):
    submission.check(function, CHECKS[function])
