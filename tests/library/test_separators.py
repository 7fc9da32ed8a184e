"""Recursive separators: the cases, a brute-force oracle by the definition, and properties."""

import json
import random
import re
from bisect import bisect_right
from pathlib import Path
from pydoc_data.topics import topics

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklab import chunks
from chunklab.separators import DEFAULT_SEPARATORS, recursive_chunks
from chunklab.tokens import word_spans

CASES = json.loads(
    (Path(__file__).parent / "cases/recursive_separators.json").read_text(encoding="utf-8")
)["cases"]
PROSE = "\n\n".join(topics.values())  # some 465,000 characters of Python's own documentation


def spans(*arguments, **lengths):
    return [(chunk["start"], chunk["end"]) for chunk in recursive_chunks(*arguments, **lengths)]


def n_words(text):
    return len(word_spans(text))


def merging(text):
    """Count code points, but "ab" as one, "abc" as one and "cc" as three: no parts add up."""
    return len(text) - text.count("ab") - text.count("abc") + text.count("cc")


# --- the definition, by trying everything -----------------------------------------------------


def occurrences(text, separators):
    """Return (level, start, end) of every occurrence that counts."""
    found = []
    for level, separator in enumerate(separators):
        start = text.find(separator)
        while start >= 0:
            found.append((level, start, start + len(separator)))
            start = text.find(separator, start + len(separator))
    levels = {(start, end): level for level, start, end in reversed(found)}  # of two, the larger
    longest = max(map(len, separators), default=0)
    return [
        (level, start, end)
        for level, start, end in found
        if not any(
            levels.get((a, b), level) < level
            for a in range(end - longest, start + 1)
            for b in range(end, a + longest + 1)
        )
    ]


def oracle(text, size, overlap, separators, length):
    found = occurrences(text, separators)
    after = sorted({end for _, _, end in found})
    before = sorted({start for _, start, _ in found})

    def reach(start):
        end = start
        while end < len(text) and length(text[start : end + 1]) <= size:
            end += 1
        return end

    def find_end(start, covered):
        if reach(start) == len(text):
            return len(text)
        for level in range(len(separators)):
            ends = [e for at, _, e in found if at == level and covered < e <= reach(start)]
            if ends:
                return max(ends)
        return max((b for b in before if covered < b <= reach(start)), default=None)

    result, start, end, inside = [], -1, 0, False
    while end < len(text):
        fitting = [p for p in after if start < p < end and length(text[p:end]) <= overlap]
        if inside and not fitting:
            back = range(start + 1, end)
            fitting = [p for p in back if length(text[p:end]) <= overlap][:1]
        starts = [*fitting, end] if end else [0]
        for each in starts[:1] if inside else starts:
            new = find_end(each, end)
            if new is not None:
                start, end, inside = each, new, False
                break
        else:
            start = next(each for each in starts if reach(each) > end)
            end, inside = reach(start), True
        result.append((start, end))
    return result


# --- cases and examples -----------------------------------------------------------------------


@pytest.mark.parametrize("case", CASES, ids=lambda case: repr(case["text"][:20]))
def test_case(case):
    expected = [tuple(span) for span in case["spans"]]
    assert spans(case["text"], case["size"], case["overlap"]) == expected
    assert oracle(case["text"], case["size"], case["overlap"], DEFAULT_SEPARATORS, len) == expected


EXAMPLES = [
    # text, size, overlap, separators | spans | why
    ("abcdef ghi", 6, 2, [" "], [(0, 6), (6, 10)], "before a separator as a last resort"),
    ("abcdefghij", 5, 2, [" "], [(0, 5), (3, 8), (6, 10)], "no separator: fixed windows"),
    ("abcdefghij", 5, 2, [], [(0, 5), (3, 8), (6, 10)], "no separators at all"),
    ("a b c d e", 4, 2, [" "], [(0, 4), (2, 6), (4, 8), (6, 9)], "whole words are shared"),
    ("ab cd ef", 6, 2, [" "], [(0, 6), (6, 8)], "a word too long to be shared"),
    ("a. b c", 5, 0, [". ", " "], [(0, 3), (3, 6)], "the larger wins, though it ends earlier"),
    ("a. b c", 5, 0, [" "], [(0, 5), (5, 6)], "the blank in '. ' counts where nothing hides it"),
    ("a\r\nb\r\nc", 5, 3, ["\n"], [(0, 3), (3, 7)], "a carriage return stays in its piece"),
    ("。".join("一二三"), 4, 2, ["。"], [(0, 4), (2, 5)], "a full stop of full width"),
    ("aaaa", 3, 0, ["aa"], [(0, 2), (2, 4)], "occurrences do not overlap"),
    ("xab", 2, 0, ["xa", "ab"], [(0, 2), (2, 3)], "two that overlap in part both count"),
    (" ", 1, 0, [" "], [(0, 1)], "a separator alone"),
    (
        "a bc defghijklm",
        6,
        4,
        [" "],
        [(0, 5), (2, 8), (5, 11), (7, 13), (9, 15)],
        "in a piece that is cut a word's beginning comes before the exact overlap",
    ),
]


@pytest.mark.parametrize(
    ("text", "size", "overlap", "separators", "expected"),
    [example[:5] for example in EXAMPLES],
    ids=[example[5] for example in EXAMPLES],
)
def test_example(text, size, overlap, separators, expected):
    assert spans(text, size, overlap, separators) == expected


def test_the_text_is_the_slice():
    text = "No line\r\nis stripped.  Not  one."
    for chunk in recursive_chunks(text, 9, 4):
        assert list(chunk) == ["start", "end", "text"]
        assert chunk["text"] == text[chunk["start"] : chunk["end"]]


def test_an_end_can_lie_in_a_dip_of_a_length_that_is_not_monotone():
    # "don'" has two tokens, "don't" one: the reach ends before the second is counted
    assert [n_words(text) for text in ("don", "don'", "don't")] == [1, 2, 1]
    assert spans("don't go", 1, 0, length=n_words)[0] == (0, 3)


# --- against the definition -------------------------------------------------------------------

TEXTS = st.text("abc .\n", max_size=40)
SEPARATORS = st.one_of(
    st.just(DEFAULT_SEPARATORS), st.lists(st.text("abc .\n", min_size=1, max_size=3), max_size=4)
)
WINDOWS = st.integers(1, 12).flatmap(
    lambda size: st.tuples(st.just(size), st.integers(0, size - 1))
)
LENGTHS = [
    pytest.param(len, 1, id="code points"),
    pytest.param(n_words, 1, id="words, not monotone"),
    pytest.param(lambda text: len(re.findall(r"\w+|\S", text)), 1, id="words, some without length"),
    pytest.param(lambda text: sum(1 + ord(c) % 3 for c in text), 3, id="weights"),
    pytest.param(merging, 3, id="parts that do not add up"),
]


@pytest.mark.parametrize(("length", "growth"), LENGTHS)
@settings(max_examples=300, deadline=None)
@given(text=TEXTS, separators=SEPARATORS, window=WINDOWS)
def test_as_defined(text, separators, window, length, growth):
    size, overlap = window
    if any(length(character) > size for character in text):
        with pytest.raises(ValueError, match=re.escape(f"size={size} must hold every code point")):
            spans(text, size, overlap, separators, length=length)
        return
    expected = oracle(text, size, overlap, separators, length)
    assert spans(text, size, overlap, separators, length=length) == expected
    assert spans(text, size, overlap, separators, length=length, growth=growth) == expected


# --- properties -------------------------------------------------------------------------------


def require_sound(text, size, overlap, separators, length=len, **lengths):
    """Check everything that is promised of the chunks, whatever the definition gives."""
    found = spans(text, size, overlap, separators, length=length, **lengths)
    marks = occurrences(text, separators)
    seams = sorted({0, len(text), *(at for _, *span in marks for at in span)})
    covered = 0
    for number, (start, end) in enumerate(found):
        assert 0 <= start <= covered < end <= len(text)
        assert length(text[start:end]) <= size
        assert length(text[start:covered]) <= overlap
        if number:
            assert start > found[number - 1][0]
        for edge in (start, end):
            at = bisect_right(seams, edge)
            if seams[at - 1] != edge:  # inside a piece: it must be one that does not fit
                assert length(text[seams[at - 1] : seams[at]]) > size
        covered = end
    assert covered == len(text)
    return found


WORDS = ["a", "of", "stone", "extraordinarily", "山高", "🙂", "e\u0301", "cd.ef", "..", "1.5"]
GLUE = [" ", " ", " ", ". ", "\n", "\n\n", "\r\n", "  ", "", "\n\n\n", ". \n"]


def some_document(rng):
    return "".join(
        rng.choice(WORDS) * rng.choice([1, 1, 1, 4]) + rng.choice(GLUE)
        for _ in range(rng.randint(0, 25))
    )


def test_ten_thousand_documents():
    rng = random.Random(4)
    for _ in range(10_000):
        size = rng.randint(1, 40)
        require_sound(some_document(rng), size, rng.randrange(size), DEFAULT_SEPARATORS)


def test_ten_thousand_documents_without_a_separator():
    rng = random.Random(5)
    for _ in range(10_000):
        text = "".join(rng.choices("ab山🙂\u0301-", k=rng.randint(0, 60)))
        size = rng.randint(1, 20)
        overlap = rng.randrange(size)
        fixed = [(chunk["start"], chunk["end"]) for chunk in chunks(text, size, overlap)]
        assert spans(text, size, overlap) == fixed


@pytest.mark.parametrize(("size", "overlap"), [(40, 39), (200, 50), (1000, 0), (1000, 400)])
def test_real_prose(size, overlap):
    assert len(PROSE) > 400_000
    found = require_sound(PROSE, size, overlap, DEFAULT_SEPARATORS)
    assert len(found) >= len(PROSE) / size


def test_real_prose_in_words():
    prose = PROSE[:60_000]
    found = require_sound(prose, 100, 20, DEFAULT_SEPARATORS, length=n_words, growth=1)
    assert found[:3] == spans(prose[:2000], 100, 20, length=n_words)[:3]  # every prefix asked


# --- work: calls and characters, which are the same on every machine ---------------------------

SHAPES = {
    "prose": lambda n: PROSE[:n],
    "one long line": lambda n: PROSE.replace("\n", " ")[:n],
    "Chinese without spaces": lambda n: "山高水長,風月無邊。" * (n // 10),
    "one far paragraph break": lambda n: "x" * (n - 9000) + "\n\n" + "y z " * 2250,
    "words, then one that is too long": lambda n: ("a " * 200 + "x" * 700) * (n // 1100),
    "nothing but separators": lambda n: " \n" * (n // 2),
}


def work(text, size, overlap, **growth):
    """Return how many calls were made, and how many characters were measured."""
    calls = characters = 0

    def counting(part):
        nonlocal calls, characters
        calls += 1
        characters += len(part)
        return len(part)

    spans(text, size, overlap, length=counting, **growth)
    return calls, characters


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("size", "overlap"), [(500, 100), (500, 499)])
def test_twice_the_text_is_about_twice_the_work(shape, size, overlap):
    calls, characters = work(SHAPES[shape](50_000), size, overlap, growth=1)
    twice_calls, twice_characters = work(SHAPES[shape](100_000), size, overlap, growth=1)
    assert 1.8 * calls < twice_calls < 2.2 * calls + 100
    assert 1.8 * characters < twice_characters < 2.2 * characters + 100 * size


def test_a_promised_growth_saves_nearly_all_calls():
    assert 50 * work(PROSE[:20_000], 500, 100, growth=1)[0] < work(PROSE[:20_000], 500, 100)[0]


# --- what is refused --------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "overlap"), [(0, 0), (4, 4), (4, -1), (True, 0), (4.0, 1)])
def test_windows_are_checked(size, overlap):
    waiting = recursive_chunks("some text", size, overlap)  # as with every generator: no error yet
    with pytest.raises(ValueError, match=r"overlap|size"):
        next(waiting)


def test_text_must_be_text():
    with pytest.raises(TypeError, match="text must be a str, got bytes"):
        next(recursive_chunks(b"bytes", 4, 1))


@pytest.mark.parametrize(
    ("separators", "error", "words"),
    [
        ("\n", TypeError, "must be a list of str, got the str '\\\\n' alone"),
        (["\n", 3], TypeError, r"separators\[1\]=3 \(int\)"),
        (["\n", ""], ValueError, r"must not be empty, got separators\[1\]=''"),
    ],
)
def test_separators_are_checked(separators, error, words):
    with pytest.raises(error, match=words):
        next(recursive_chunks("some text", 4, 1, separators))


@pytest.mark.parametrize("growth", [0, -1, True, 1.0, "1"])
def test_growth_is_checked(growth):
    with pytest.raises(ValueError, match=f"growth must be None or an int >= 1, got .*{growth}"):
        next(recursive_chunks("some text", 4, 1, growth=growth))


def test_a_code_point_longer_than_the_size_is_named():
    with pytest.raises(ValueError, match=r"size=2 .* got '🙂' of length 4 at position 3"):
        next(recursive_chunks("ab 🙂 cd 🙂", 2, 0, length=lambda text: len(text.encode())))


def test_a_growth_that_does_not_hold_is_told_instead_of_going_over_the_size():
    with pytest.raises(ValueError, match=r"growth=1 must bound .* got 4 for text\[0:3\]"):
        list(recursive_chunks("aaé", 3, 0, length=lambda t: len(t.encode()), growth=1))
