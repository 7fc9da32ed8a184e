"""The visible checks of the exercise "separators".

Every value was worked out by hand and could stand in the lesson. The first row that fails is the
one that is shown.
"""

import pytest

from chunklab.grading.checks import Check, Raises
from chunklab.grading.values import Generated

EXERCISE = "separators"

USUAL = ["\n\n", "\n", ". ", " "]
TUPLES = "The places are right, but each is to be a tuple (start, end)."

STRIPPED = (
    "The separators are in none of these pieces. Each belongs to the piece that it ends, so that "
    "the next begins where it ends."
)
EMPTY_LAST = (
    "The last of these pieces is empty: after the separator at the end there is nothing left."
)
EMPTY_SEPARATOR = "An empty separator would stand everywhere, and no search for it ever moves on."

# What find_separators gives for "tea and rice. more tea and rice" and [". ", " "]: a sentence ends
# at 14, and words end at 4, 8, 19, 23 and 27. The text ends at 31.
MENU = [[(12, 14)], [(3, 4), (7, 8), (18, 19), (22, 23), (26, 27)]]
BEFORE = "Some separator may still have a start there: as a last resort, cut before it."
REACH = "This is as far as the chunk can reach. Where a separator stands in reach, it is cut there."

GREEK = "Alpha beta gamma.\n\nDelta epsilon zeta eta. Theta."
GREEK_SPANS = [(0, 19), (11, 25), (19, 38), (33, 49)]
WHOLE_PIECES = (
    "Nothing is repeated here, though whole pieces fit in the overlap: try the starts in the order "
    "of overlap_starts, earliest first."
)
ALWAYS_BACK = (
    "Here a chunk begins in the middle of a word. Only where a piece had to be cut is the next "
    "start end - overlap; everywhere else it is one of overlap_starts."
)
STAYS_WHOLE = (
    "The last piece fits in a chunk and was cut all the same. If the first start finds no end, try "
    "the later ones, up to the end itself, before anything is cut."
)
NO_OVERLAP_IN_A_PIECE = (
    "These chunks share nothing, where a long piece was cut. No separator stands there to begin "
    "after, so the next start is end - overlap."
)
RULE = "Raise ValueError unless 0 <= overlap < size."
EXACT = "Ask for the type itself, type(size) is int, and raise ValueError for any other."


def refused(size, overlap, category, hint, text="tea and rice", separators=(" ",)):
    """Return the check that these settings are an error."""
    return Check((text, size, overlap, list(separators)), Raises(ValueError), category, hint)


CHECKS = {
    "split_spans": [
        Check(
            ("a b  c", " "),
            [(0, 2), (2, 4), (4, 5), (5, 6)],
            "the worked example",
            "A piece ends after the next separator, and the next piece begins there. The second of "
            "the two spaces is a piece by itself.",
            known=[
                ([(0, 1), (2, 3), (4, 4), (5, 6)], STRIPPED),
                ([(0, 1), (2, 3), (5, 6)], STRIPPED),
                (
                    ["a ", "b ", " ", "c"],
                    "The texts are right, but a text alone cannot be found again: return where "
                    "each piece stands.",
                ),
                ([[0, 2], [2, 4], [4, 5], [5, 6]], TUPLES),
                (
                    [(0, 2), (2, 4), (1, 2), (5, 6)],
                    "The third piece stands at 4: a search for a space found the first place where "
                    "one stands. Search on from the end of the piece before.",
                ),
                (
                    [(0, 2), (2, 5), (5, 6)],
                    "Two spaces in a row are two separators, and each ends a piece.",
                ),
                (
                    [(0, 2), (2, 4), (5, 6)],
                    "The space at 4 is in no piece: a separator alone is a piece too.",
                ),
                (
                    [(0, 1), (1, 3), (3, 4), (4, 6)],
                    "Here separators begin pieces. They are to end them.",
                ),
                (
                    [(0, 2), (2, 4), (4, 5)],
                    "The last piece is missing: after the last separator there is still some text.",
                ),
            ],
        ),
        Check(
            ("Tea. Rice. ", ". "),
            [(0, 5), (5, 11)],
            "a text that ends with a separator",
            "The second piece ends with the text, and nothing is left for a third.",
            known=[([(0, 5), (5, 11), (11, 11)], EMPTY_LAST)],
        ),
        Check(
            ("tea, tea, tea", ", "),
            [(0, 5), (5, 10), (10, 13)],
            "the same piece several times",
            "Count on from the end of the piece before. A search for a piece finds the first place "
            "where it stands.",
        ),
        Check(
            (" a", " "),
            [(0, 1), (1, 2)],
            "a text that begins with a separator",
            "The first piece is the separator alone, from 0 to 1. Position 0 is a place like any "
            "other, though it counts as false.",
        ),
        Check(
            ("aaaaa", "aa"),
            [(0, 2), (2, 4), (4, 5)],
            "occurrences that would overlap",
            "Search on from the end of an occurrence, so that the next shares nothing with it.",
            known=[
                (
                    [(0, 2), (2, 3), (3, 4), (4, 5)],
                    "These occurrences overlap: search on from the end of one, not from its start "
                    "plus 1.",
                )
            ],
        ),
        Check(
            ("tea", ", "),
            [(0, 3)],
            "a text without the separator",
            "Where no separator stands, the whole text is one piece. find says so with -1.",
            known=[([], "The text is in no piece: what no separator ends is the last piece.")],
        ),
        Check(
            ("ab\r\ncd\ref\n", "\n"),
            [(0, 4), (4, 10)],
            "line ends of several kinds",
            "Nothing but the separator ends a piece: a \\r stays where it is, in the middle.",
            known=[
                (
                    [(0, 4), (4, 7), (7, 10)],
                    "splitlines knows more line ends than the one that was asked for.",
                ),
            ],
        ),
        Check(
            ("a.b.c", "."),
            [(0, 2), (2, 4), (4, 5)],
            "a full stop",
            "A separator is looked for as it is. In a regular expression a full stop stands for "
            "any character.",
        ),
        Check(
            ("山高。水🙂。", "。"),
            [(0, 3), (3, 6)],
            "Chinese and a smile",
            "Python's own positions: each of these characters counts 1.",
        ),
        Check(("ab", "ab"), [(0, 2)], "nothing but a separator", "The separator alone is a piece."),
        Check(
            ("", " "),
            [],
            "an empty text",
            "No piece is empty, so an empty text has none.",
            known=[([(0, 0)], "This piece is empty. An empty text has no piece: [].")],
        ),
        Check(("a b", ""), Raises(ValueError), "an empty separator", f"{EMPTY_SEPARATOR} Raise."),
        Check(
            ("", ""),
            Raises(ValueError),
            "an empty separator and an empty text",
            "An empty separator is an error whatever the text is: check it first.",
        ),
    ],
    "pack": [
        Check(
            ([(0, 2), (2, 4), (4, 9)], 4),
            [(0, 4), (4, 9)],
            "the worked example",
            "The first two fit together. The third is longer than size and stays alone.",
            known=[
                (
                    [(0, 2), (2, 4), (4, 9)],
                    "0 to 4 is 4 code points, and that still fits in a size of 4: compare with <=.",
                ),
                (
                    [(0, 4), (4, 8), (8, 9)],
                    "The last piece was cut. Here a piece stays as it is, however long.",
                ),
                ([(0, 4)], "The last pack is missing: no piece is left out."),
                ([[0, 4], [4, 9]], TUPLES),
                (
                    [[(0, 2), (2, 4)], [(4, 9)]],
                    "These are the right packs, but a pack is one tuple: from where its first "
                    "piece begins to where its last one ends.",
                ),
            ],
        ),
        Check(
            ([(0, 4), (4, 6), (6, 8), (8, 12)], 8),
            [(0, 8), (8, 12)],
            "as many as fit",
            "Three pieces fit in the first pack. Go on until the next does not fit.",
            known=[
                (
                    [(0, 6), (6, 12)],
                    "6 to 8 still fits in the first pack: do not stop at two, nor below size.",
                ),
                ([(0, 12)], "This is longer than 8: measure the whole pack, not the last piece."),
            ],
        ),
        Check(
            ([(0, 9), (9, 11), (11, 13)], 4),
            [(0, 9), (9, 13)],
            "a long piece first",
            "The first is too long for a pack and stays alone, and the others are packed after it.",
            known=[
                ([(0, 0), (0, 9), (9, 13)], "The first of these is empty: nothing was in it yet."),
                ([(9, 13)], "The long piece is missing. Every piece lies in some pack."),
                ([(0, 13)], "A piece longer than size stays alone: nothing is put with it."),
                (
                    [(0, 9), (9, 11), (11, 13)],
                    "The last two fit together: measure from where the pack begins, not from 0.",
                ),
            ],
        ),
        Check(
            ([(0, 1), (1, 9), (9, 10)], 4),
            [(0, 1), (1, 9), (9, 10)],
            "a long piece between short ones",
            "A long piece is alone: neither what is before nor what is after it joins it.",
        ),
        Check(
            ([(5, 7), (7, 9), (9, 11)], 4),
            [(5, 9), (9, 11)],
            "pieces that begin at 5",
            "A pack's length is its end less its own start. The first piece need not begin at 0.",
            known=[([(0, 4), (4, 6)], "These are lengths added up from 0. Keep the offsets.")],
        ),
        Check(
            ([(0, 1), (1, 2), (2, 3)], 100),
            [(0, 3)],
            "all in one",
            "Where everything fits, there is one pack.",
            known=[([], "What was still being packed at the end is missing.")],
        ),
        Check(
            ([(0, 3), (3, 4), (4, 5)], 3),
            [(0, 3), (3, 5)],
            "a piece of exactly size",
            "The first piece fills its pack, and the next begins a new one.",
        ),
        Check(([(0, 3)], 5), [(0, 3)], "a single piece", "One piece is one pack."),
        Check(
            ([(0, 1), (1, 2)], 1),
            [(0, 1), (1, 2)],
            "size 1",
            "Each pack holds one code point, and 1 is a size like any other.",
        ),
        Check(
            ([], 4),
            [],
            "no pieces",
            "Where there is nothing to pack, there is no pack: [].",
            known=[([(0, 0)], "This pack is empty. No pieces give no packs: [].")],
        ),
        Check(([(0, 2)], 0), Raises(ValueError), "size 0", "Nothing fits in 0: raise if size < 1."),
        Check(
            ([], -1),
            Raises(ValueError),
            "a negative size and no pieces",
            "A size below 1 is an error whatever the pieces are: check it first.",
        ),
    ],
    "find_separators": [
        Check(
            ("a. b c", [". ", " "]),
            [[(1, 3)], [(4, 5)]],
            "the worked example",
            "The full stop and its space stand from 1 to 3. The space at 2 lies in there and is "
            "hidden, the one at 4 is not.",
            known=[
                (
                    [[(1, 3)], [(2, 3), (4, 5)]],
                    "The space from 2 to 3 lies inside the full stop's occurrence: leave it out.",
                ),
                (
                    [(1, 3), (4, 5)],
                    "The places are right, but in one list: give each separator a list of its own.",
                ),
                ([[1], [4]], "These are starts alone. An occurrence is a tuple (start, end)."),
                ([[3], [5]], "These are ends alone. An occurrence is a tuple (start, end)."),
                ([[[1, 3]], [[4, 5]]], TUPLES),
                ([[(4, 5)], [(1, 3)]], "Answer in the order of the list, the largest first."),
                (
                    {". ": [(1, 3)], " ": [(4, 5)]},
                    "The places are right, but in a dict. Return a list of lists, in the order of "
                    "separators.",
                ),
            ],
        ),
        Check(
            ("a\n\nb\nc", ["\n\n", "\n"]),
            [[(1, 3)], [(4, 5)]],
            "a blank line",
            "Both halves of the blank line lie inside it, the first and the second.",
        ),
        Check(
            ("a\n\n\nb", ["\n\n", "\n"]),
            [[(1, 3)], [(3, 4)]],
            "three line ends",
            "The first two are the blank line, and hide what is in it. The third stands alone.",
            known=[
                (
                    [[(1, 3), (2, 4)], []],
                    "Two occurrences of one separator do not overlap: search on from the end.",
                ),
                ([[(1, 3)], []], "The line end from 3 to 4 lies outside of the blank line."),
            ],
        ),
        Check(
            ("a\n\nb", ["\n\n", ". ", "\n"]),
            [[(1, 3)], [], []],
            "hidden by one further up",
            "Every separator that stands earlier in the list hides what lies in it, not only the "
            "one just before.",
            known=[
                ([[(1, 3)]], "A separator that stands nowhere has a list too, an empty one."),
                (
                    [[(1, 3)], [], [(1, 2), (2, 3)]],
                    "The line ends lie inside the blank line, two further up in the list: every "
                    "separator that stands earlier hides what lies in it.",
                ),
            ],
        ),
        Check(
            ("a, - b", [", ", " -"]),
            [[(1, 3)], [(2, 4)]],
            "two that overlap in part",
            "The comma ends at 3, and the dash from 2 to 4 sticks out: it is not inside, so both "
            "count.",
            known=[
                (
                    [[(1, 3)], []],
                    "The dash's occurrence is not inside the comma's: it ends later. Hidden means "
                    "that it starts no earlier and ends no later.",
                )
            ],
        ),
        Check(
            ("a -, b", [", ", " -"]),
            [[(3, 5)], [(1, 3)]],
            "two that touch",
            "The dash ends where the comma begins, so neither is inside the other.",
        ),
        Check(
            ("a. b", [" ", ". "]),
            [[(2, 3)], [(1, 3)]],
            "a short one first in the list",
            "Largest is what stands first in the list, however long it is. The space does not hold "
            "the full stop, so nothing is hidden.",
            known=[
                ([[(2, 3)], []], "The space hides only what lies inside it, and it is shorter."),
                (
                    [[], [(1, 3)]],
                    "The list says which is larger, not the length: the space is first.",
                ),
                ([[(1, 3)], []], "Keep the order of the list: the space is first."),
            ],
        ),
        Check(
            ("a - b", ["- ", " - "]),
            [[(2, 4)], [(1, 4)]],
            "a longer one that begins earlier",
            "The second holds the first, and not the other way round. Hidden is only what lies "
            "inside one that stands earlier in the list.",
        ),
        Check(
            ("a.   b", [". ", "  "]),
            [[(1, 3)], [(2, 4)]],
            "found first, then hidden",
            "Find all occurrences of a separator from the left, and only then leave out the hidden "
            "ones. Two spaces stand from 2 to 4, which is not inside 1 to 3.",
            known=[
                (
                    [[(1, 3)], [(3, 5)]],
                    "The full stop was taken out of the text before the spaces were looked for. "
                    "Search the text as it is, and leave out afterwards.",
                )
            ],
        ),
        Check(
            ("tea, tea, tea", [", "]),
            [[(3, 5), (8, 10)]],
            "the same words several times",
            "Every occurrence counts, each at its own place.",
            known=[
                ([[(3, 5)]], "Search on after the first one."),
                ([[(3, 5), (3, 5)]], "Search on from the end of the one before."),
                ([[(3, 5), (8, 10), (11, 13)]], "At 11 stands no separator: the text just ends."),
            ],
        ),
        Check(
            ("ab\r\ncd\r\n\r\nef", ["\n\n", "\n"]),
            [[], [(3, 4), (7, 8), (9, 10)]],
            "line ends of two characters",
            "In this text a \\r stands before each \\n, so no two \\n are neighbours. Search the "
            "text as it is, and strip nothing.",
        ),
        Check(
            ("山。水🙂。", ["。", " "]),
            [[(1, 2), (4, 5)], []],
            "Chinese and a smile",
            "Python's own positions: each of these characters counts 1.",
        ),
        Check(
            ("abc", [".", " "]),
            [[], []],
            "separators that stand nowhere",
            "Each separator has a list, also if it is empty. And a full stop means a full stop.",
            known=[([], "Each separator has a list, also if it is empty.")],
        ),
        Check(("", [" "]), [[]], "an empty text", "The list of the one separator is empty."),
        Check(("a b", []), [], "no separators", "No separators, no lists."),
        Check(
            ("a b", [" ", ""]),
            Raises(ValueError),
            "an empty separator",
            f"{EMPTY_SEPARATOR} Raise ValueError, as split_spans does.",
        ),
    ],
    "chunk_end": [
        Check(
            (MENU, 31, 0, 0, 20),
            14,
            "the largest separator in reach",
            "From 0 the chunk reaches 20. The sentence ends at 14, which is in reach, so no word "
            "is asked.",
            known=[
                (
                    19,
                    "At 19 ends a word, at 14 a sentence: the largest separator counts, not the "
                    "last place.",
                ),
                (18, "Cut after the largest separator in reach, at 14. Before one is last resort."),
                (4, "At 4 ends a word, at 14 a sentence: the largest separator counts."),
                (20, REACH),
                (12, "The full stop belongs to the chunk that it ends: return its end."),
                (13, "The full stop's space belongs to the chunk too: return the whole end."),
                ((12, 14), "The right occurrence, but return its end alone."),
            ],
        ),
        Check(
            (MENU, 31, 14, 14, 10),
            23,
            "the last end of that separator",
            "From 14 the chunk reaches 24. No sentence ends after 14, words end at 19 and at 23.",
            known=[
                (19, "At 23 ends another word in reach: take the last."),
                (None, "If the largest has no end in reach, ask the next one in the list."),
                (24, REACH),
                (27, "27 is out of reach: the chunk would be longer than size."),
                (22, "Cutting before a separator is the last resort. At 23 one ends in reach."),
                (14, "The new end must lie after covered, which is 14."),
            ],
        ),
        Check(
            (MENU, 31, 0, 0, 14),
            14,
            "an end exactly in reach",
            "A chunk from 0 to 14 has exactly size code points, and that is allowed.",
            known=[(8, "14 is in reach: a chunk may have exactly size, so compare with <=.")],
        ),
        Check(
            (MENU, 31, 0, 0, 13),
            8,
            "an end one beyond",
            "The sentence ends at 14, one too far, although it starts in reach. Ask the words.",
            known=[
                (14, "The chunk from 0 to 14 is longer than 13."),
                (12, "Words end in reach, so it is not yet time for the last resort."),
                (13, REACH),
            ],
        ),
        Check(
            (MENU, 31, 8, 14, 12),
            19,
            "an end that is covered already",
            "The chunk before ended at 14, so this one must end later. The word at 19 is in reach.",
            known=[
                (
                    14,
                    "The chunk before ended at 14 already: this one would bring nothing new. Look "
                    "for ends with covered < end.",
                )
            ],
        ),
        Check(
            (MENU, 31, 14, 14, 4),
            18,
            "the last resort",
            "No separator ends from 15 to 18. But one starts at 18: cut before it.",
            known=[(None, BEFORE), (19, "19 is out of reach: the chunk would be too long.")],
        ),
        Check(
            ([[(4, 7)], [(6, 9)]], 20, 0, 0, 6),
            6,
            "the last resort of two",
            "As a last resort all separators count alike: the last start in reach, 6.",
            known=[
                (4, "As a last resort the largest has no say: take the last start of any."),
                (None, BEFORE),
            ],
        ),
        Check(
            ([[(6, 9)], [(4, 7)]], 20, 0, 0, 6),
            6,
            "the last resort of two, the other way round",
            "The last start in reach is 6, whichever separator it belongs to. The last that you "
            "find in the lists may lie before it.",
        ),
        Check(
            ([[(4, 7)]], 20, 0, 4, 6),
            None,
            "a start that is covered already",
            "The chunk before ended at 4, so an end at 4 brings nothing new: None.",
            known=[
                (4, "The last resort has to lie after covered as well."),
                (6, "Cutting a piece is left to recursive_spans: no end is found here."),
            ],
        ),
        Check(
            ([[(0, 3)]], 20, 0, 0, 2),
            None,
            "a separator where the chunk begins",
            "A chunk from 0 to 0 is empty: the end must lie after covered.",
            known=[(0, "A chunk from 0 to 0 is empty, and the next would begin at 0 again.")],
        ),
        Check(
            (MENU, 31, 14, 14, 17),
            31,
            "the end of the text exactly in reach",
            "What is left of the text fits: 14 + 17 is 31. No separator is asked.",
            known=[
                (27, "What is left of the text fits in one chunk, so it is not cut again."),
            ],
        ),
        Check(
            (MENU, 31, 14, 14, 16),
            27,
            "the end of the text one beyond",
            "From 14 the chunk reaches 30, one short of the end. The last word in reach ends at "
            "27.",
            known=[(31, "The chunk from 14 to 31 is longer than 16."), (30, REACH)],
        ),
        Check(
            (MENU, 31, 20, 23, 20),
            31,
            "the end of the text, well in reach",
            "A chunk cannot end beyond the text: the end is n.",
            known=[(40, "There is nothing beyond 31: the end of the text is n.")],
        ),
        Check(
            ([[], []], 10, 0, 0, 4),
            None,
            "a text without separators",
            "No separator stands anywhere, so no end is found: None.",
            known=[
                (4, "Cutting a piece is left to recursive_spans: no end is found here."),
                (10, "10 is out of reach."),
                (0, "If no end is found, return None."),
            ],
        ),
        Check(
            ([], 9, 0, 0, 9),
            9,
            "no separators at all",
            "The whole text fits in one chunk, whatever separators there are.",
        ),
    ],
    "overlap_starts": [
        Check(
            (MENU, 0, 14, 10),
            [4, 8, 14],
            "the worked text",
            "Words end at 4 and at 8, no more than 10 before 14. And 14 itself always counts.",
            known=[
                ([4, 8], "The end itself always counts, and is last."),
                ([8, 14], "From 4 to 14 is 10, and that is allowed: compare with <=."),
                ([14, 8, 4], "Earliest first, please."),
                ([14, 4, 8], "In order, please: the end is the last of them."),
                ([4, 8, 14, 14], "Each once: the sentence ends at 14, which is the end itself."),
                (
                    [3, 7, 12, 14],
                    "These are starts of separators. A chunk begins after one, so take their ends.",
                ),
                (
                    [7, 12, 14],
                    "These are starts of separators. A chunk begins after one, so take their ends.",
                ),
                ({4, 8, 14}, "A set has no order: return a sorted list."),
                ((4, 8, 14), "The values are right, but return a list."),
                ([4], "The later ones count too: all are to be tried in order."),
            ],
        ),
        Check(
            (MENU, 0, 14, 9),
            [8, 14],
            "one more than the overlap",
            "From 4 to 14 is 10, which is more than 9.",
            known=[([4, 8, 14], "From 4 to 14 is 10, which is more than 9.")],
        ),
        Check(
            (MENU, 0, 14, 0),
            [14],
            "no overlap",
            "Nothing may be repeated: only the end itself is left.",
            known=[([], "The end itself always counts, also here.")],
        ),
        Check(
            (MENU, 14, 27, 20),
            [19, 23, 27],
            "not where the chunk began",
            "The next chunk must begin later than this one did, which began at 14.",
            known=[
                (
                    [14, 19, 23, 27],
                    "A chunk that begins at 14 would begin where this one did: start < p.",
                ),
                (
                    [8, 14, 19, 23, 27],
                    "The next chunk must begin later than this one did, which began at 14.",
                ),
            ],
        ),
        Check(
            ([[(8, 10)], [(3, 4), (13, 14)]], 0, 14, 12),
            [4, 10, 14],
            "a larger separator in the middle",
            "All separators count alike here: sort what you found.",
            known=[
                ([10, 4, 14], "Sort them: the earliest is to be tried first."),
                ([10, 14], "Every separator counts here, not only the largest that has one."),
            ],
        ),
        Check(
            ([[(2, 3)], [(1, 3)]], 0, 6, 5),
            [3, 6],
            "two that end at the same place",
            "Both separators end at 3: each place counts once.",
            known=[([3, 3, 6], "Both separators end at 3, but it is one place: each once.")],
        ),
        Check(
            (MENU, 0, 18, 11),
            [8, 14, 18],
            "an end at which no separator ends",
            "The chunk was cut before a separator. Its end counts all the same, and 19 lies "
            "beyond it.",
            known=[
                ([8, 14], "The end itself always counts, and is last."),
                ([8, 14, 18, 19], "No chunk begins after this one's end: a gap would be left."),
            ],
        ),
        Check(
            (MENU, 19, 31, 4),
            [27, 31],
            "the end of the text",
            "From 27 to 31 is exactly 4.",
        ),
        Check(
            ([[]], 0, 5, 3),
            [5],
            "a text without separators",
            "No separator ends in the chunk, so only its end is left.",
            known=[
                ([2], "Going back by overlap is left to recursive_spans, after a cut."),
                ([2, 5], "Going back by overlap is left to recursive_spans, after a cut."),
                ([], "The end itself always counts, also here."),
            ],
        ),
    ],
    "recursive_spans": [
        Check(
            (GREEK, 20, 8, USUAL),
            GREEK_SPANS,
            "the worked example",
            "The first chunk ends with the paragraph, at 19. Of its words, the one that begins at "
            "11 is within 8 of its end: there the second chunk begins.",
            known=[
                ([(0, 19), (19, 38), (38, 49)], WHOLE_PIECES),
                ([(0, 19), (11, 25), (17, 33), (25, 43), (35, 49)], ALWAYS_BACK),
                ([(0, 20), (12, 32), (24, 44), (36, 49)], "These windows know no separators."),
                ([[0, 19], [11, 25], [19, 38], [33, 49]], TUPLES),
                (
                    [GREEK[start:end] for start, end in GREEK_SPANS],
                    "The texts are right, but a text alone cannot be found again: return where "
                    "each chunk stands.",
                ),
                ([(0, 19), (11, 25), (19, 38)], "The end of the text is in no chunk."),
                (
                    [(0, 17), (11, 24), (19, 37), (33, 49)],
                    "The spaces and line ends that close these chunks were stripped, so that some "
                    "of the text is in no chunk. A separator belongs to what it ends.",
                ),
                (
                    [
                        {"start": start, "end": end, "text": GREEK[start:end]}
                        for start, end in GREEK_SPANS
                    ],
                    "The chunks are right, but as dicts, as in lesson 3. Here they are tuples.",
                ),
                (
                    Generated(GREEK_SPANS),
                    "The chunks are right, but this is a generator, as in lesson 3. Return a list.",
                ),
            ],
        ),
        Check(
            ("abcdef ghi", 6, 2, USUAL),
            [(0, 6), (6, 10)],
            "cut before a space",
            "The first chunk ends before the space, at 6, and no word ends within 2 of it. So the "
            "next one begins at 6.",
            known=[
                (
                    [(0, 6), (4, 10)],
                    "No piece was cut here, only separated from its space. The start end - overlap "
                    "is for what follows a cut, where chunk_end found no end.",
                )
            ],
        ),
        Check(
            ("aa bb cccc", 6, 3, [" "]),
            [(0, 6), (6, 10)],
            "a piece that fits is not cut",
            "From 3 the chunk reaches 9, and cccc ends at 10. From 6 it fits: try the later starts "
            "before you cut.",
            known=[([(0, 6), (3, 9), (6, 10)], STAYS_WHOLE)],
        ),
        Check(
            ("aa bb cc dddd e f", 9, 6, [" "]),
            [(0, 9), (6, 14), (9, 17)],
            "the first start that finds an end",
            "From 3 the chunk reaches 12, and dddd ends after that. From 6 it fits: there the "
            "chunk begins, as the overlap should be as large as it can.",
            known=[
                (
                    [(0, 9), (9, 17)],
                    "The starts were not tried in order, or only the first and the last of them.",
                ),
                ([(0, 9), (3, 12), (6, 14), (9, 17)], STAYS_WHOLE),
            ],
        ),
        Check(
            ("abcdefghi", 5, 2, [" "]),
            [(0, 5), (3, 8), (6, 9)],
            "a text without separators",
            "The chunks of lesson 1: nowhere is an end found, so each chunk but the last is cut, "
            "and the next begins at end - overlap.",
            known=[
                ([(0, 5), (5, 9)], NO_OVERLAP_IN_A_PIECE),
                ([(0, 9)], "This chunk is longer than size. A piece that does not fit is cut."),
                (
                    [(0, 5), (3, 8), (6, 9), (7, 9)],
                    "The last chunk is only overlap: stop with the first that ends at len(text).",
                ),
            ],
        ),
        Check(
            ("abcdefghij kl", 4, 1, [" "]),
            [(0, 4), (3, 7), (6, 10), (10, 13)],
            "a long word, and one after it",
            "The long word is cut at 4 and at 7. At 10 an end is found again, before the space, "
            "and no word ends within 1 of it.",
            known=[
                ([(0, 4), (4, 8), (8, 11), (11, 13)], NO_OVERLAP_IN_A_PIECE),
                ([(0, 4), (3, 7), (6, 10), (9, 13)], ALWAYS_BACK),
            ],
        ),
        Check(
            ("abcdefg hi jk", 5, 2, [" "]),
            [(0, 5), (3, 8), (8, 13)],
            "after the rest of a long word",
            "The long word's rest ends with its space, at 8. An end was found there, so from then "
            "on only separators count.",
            known=[
                ([(0, 5), (5, 8), (8, 13)], NO_OVERLAP_IN_A_PIECE),
                ([(0, 5), (3, 8), (6, 11), (9, 13)], ALWAYS_BACK),
            ],
        ),
        Check(
            ("a b cdefghijk", 6, 4, [" "]),
            [(0, 4), (2, 8), (4, 10), (6, 12), (8, 13)],
            "short words before a long one",
            "From neither 2 nor 4 does the long word fit. It is cut from the first of them, 2, and "
            "after that only the first start is tried.",
            known=[
                (
                    [(0, 4), (4, 10), (6, 12), (8, 13)],
                    "The long word was cut from the last start. Cut it from the first, 2: thus as "
                    "much is repeated as the overlap allows.",
                ),
                (
                    [(0, 4), (2, 8), (8, 13)],
                    "After the cut at 8 the starts are 4 and 8. Within a cut piece only the first "
                    "is tried; from the other one nothing would be repeated.",
                ),
                ([(0, 4), (2, 8), (4, 10), (10, 13)], NO_OVERLAP_IN_A_PIECE),
                (
                    [(0, 4), (2, 8), (4, 8), (8, 13)],
                    "A chunk that ends where the one before did brings nothing new.",
                ),
            ],
        ),
        Check(
            ("a bc defghijklm", 6, 4, [" "]),
            [(0, 5), (2, 8), (5, 11), (7, 13), (9, 15)],
            "a word's beginning within a cut chunk",
            "After the cut at 8 the first start is 5, where the long word begins. Going back by "
            "overlap is for where overlap_starts gives nothing but the end.",
            known=[
                (
                    [(0, 5), (2, 8), (4, 10), (6, 12), (8, 14), (10, 15)],
                    "After the cut at 8 the next chunk begins at 4, inside bc. At 5 the long word "
                    "begins, and overlap_starts gives that: only where it gives the end alone is "
                    "the start end - overlap.",
                ),
                ([(0, 5), (5, 11), (7, 13), (9, 15)], "Cut the long word from the first start."),
                ([(0, 5), (2, 8), (5, 11), (11, 15)], NO_OVERLAP_IN_A_PIECE),
            ],
        ),
        Check(
            ("tea tea tea tea tea", 8, 4, [" "]),
            [(0, 8), (4, 12), (8, 16), (12, 19)],
            "the same words several times",
            "Count the offsets on. A search finds the first place where the words stand.",
            known=[([(0, 8), (8, 16), (16, 19)], WHOLE_PIECES)],
        ),
        Check(
            ("Tea.\r\nRice.\r\n\r\nTea.\r\n", 9, 6, USUAL),
            [(0, 6), (6, 15), (13, 21)],
            "line ends of two characters",
            "Here every \\n has a \\r before it, so there is no \\n\\n. The second chunk holds the "
            "empty line, and the third repeats it.",
            known=[([(0, 6), (6, 15), (15, 21)], WHOLE_PIECES)],
        ),
        Check(
            ("山高。水🙂长。好。", 5, 3, ["。"]),
            [(0, 3), (3, 7), (7, 9)],
            "Chinese and a smile",
            "Each character counts 1, and the full-width stop is the only separator. No sentence "
            "is as short as the overlap.",
        ),
        Check(
            ("ab cd ef", 6, 0, [" "]),
            [(0, 6), (6, 8)],
            "no overlap",
            "Without overlap the chunks lie end to end.",
        ),
        Check(
            ("abcdef", 2, 1, []),
            [(0, 2), (1, 3), (2, 4), (3, 5), (4, 6)],
            "no separators at all",
            "An empty list of separators is a list too: every chunk is cut.",
        ),
        Check(
            ("one two", 7, 3, [" "]),
            [(0, 7)],
            "a text of exactly one chunk",
            "What fits in one chunk is one chunk, separators or not.",
            known=[
                ([(0, 4), (4, 7)], "The whole text fits, 7 is the size: no cut is needed."),
                ([(0, 7), (4, 7)], "The second chunk is only overlap: stop when the end is n."),
            ],
        ),
        Check(
            ("", 4, 1, [" "]),
            [],
            "an empty text",
            "Nothing to cut, no chunk.",
            known=[([(0, 0)], "This chunk is empty. An empty text has none: [].")],
        ),
        refused(
            4, 4, "overlap equal to size", f"The next chunk would start where this did. {RULE}"
        ),
        refused(
            4, 5, "overlap larger than size", f"Each chunk would start before the last one. {RULE}"
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
        refused(
            4,
            1,
            "an empty separator",
            f"{EMPTY_SEPARATOR} Let find_separators raise its error.",
            separators=[" ", ""],
        ),
    ],
}


@pytest.mark.parametrize("function", CHECKS)
def test_separators(submission, function):
    submission.check(function, CHECKS[function])
