"""Tokens: their spans lie in the text, and a window's text is the source's own."""

import random
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab import chunk_with_overlap
from chunklab.tokens import (
    Span,
    TokenSpan,
    spans_of_encoder,
    spans_of_encoding,
    token_windows,
    word_spans,
)

# Pieces of the scripts and characters that offsets have been got wrong for.
PIECES = [
    *"aZ09_ \t.,-'’\n\r\0\ufeff\u2028\u00a0山é",
    "e\u0301",
    "🙂",
    "👩‍🚀",
    "🇩🇪",
    "1️⃣",
    "각",
    "\u1100\u1161\u11a8",
    "नि",
    "שלום",
    "\r\n",
    "don't",
]
encodable = st.lists(st.sampled_from(PIECES) | st.characters(codec="utf-8"), max_size=30).map(
    "".join
)
texts = encodable | st.text(st.characters(exclude_categories=[]), max_size=60)


@st.composite
def settings_of(draw: st.DrawFn) -> tuple[int, int]:
    size = draw(st.integers(1, 8))
    return size, draw(st.integers(0, size - 1))


@dataclass
class RecordedEncoding:
    """What an ``Encoding`` of *tokenizers* says of itself."""

    offsets: list[Span]
    special_tokens_mask: list[int]
    n_sequences: int = 1


class PiecesEncoder:
    """An encoder like tiktoken's, whose tokens are given."""

    def __init__(self, pieces: list[bytes]) -> None:
        self.pieces = pieces

    def encode(self, text: str) -> list[int]:
        return list(range(len(self.pieces)))

    def decode_single_token_bytes(self, token: int) -> bytes:
        return self.pieces[token]


@st.composite
def texts_in_pieces(draw: st.DrawFn) -> tuple[str, list[bytes]]:
    """Draw a text, and its UTF-8 cut anywhere, also inside a code point."""
    text = draw(encodable)
    source = text.encode()
    cuts = draw(st.sets(st.integers(1, max(1, len(source) - 1))))
    edges = sorted({0, len(source), *(cut for cut in cuts if cut < len(source))})
    return text, [source[start:end] for start, end in pairwise(edges)]


def spans_by_intersection(text: str, pieces: list[bytes]) -> Iterator[TokenSpan]:
    """Yield each token's span by asking every code point whether it has bytes in the token."""
    edges = [len(text[:position].encode()) for position in range(len(text) + 1)]
    at = 0
    for piece in pieces:
        inside = [
            position
            for position, (start, end) in enumerate(pairwise(edges))
            if start < at + len(piece) and at < end
        ]
        at += len(piece)
        whole = at - len(piece) in edges and at in edges
        yield TokenSpan(inside[0], inside[-1] + 1, whole)


def is_word(character: str) -> bool:
    return character == "_" or unicodedata.category(character).startswith(("L", "N", "M"))


def words_by_loop(text: str) -> list[Span]:
    """Return the spans of words and marks by walking from token to token."""
    spans = []
    start = 0
    while start < len(text):
        end = start + 1
        if is_word(text[start]):
            while end < len(text) and (
                is_word(text[end])
                or (text[end] in "'’" and end + 1 < len(text) and is_word(text[end + 1]))
            ):
                end += 1
        if not text[start].isspace():
            spans.append((start, end))
        start = end
    return spans


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param(" \t\r\n\u00a0\u2028\x1f", [], id="white space, what str.isspace says"),
        pytest.param("It's 5 o'clock", ["It's", "5", "o'clock"], id="apostrophes inside"),
        pytest.param("rock’n’roll", ["rock’n’roll"], id="curly ones, two of them"),
        pytest.param("'dogs'", ["'", "dogs", "'"], id="apostrophes at the edges are quotes"),
        pytest.param("a''b", ["a", "'", "'", "b"], id="two in a row are no apostrophe"),
        pytest.param("3.5%", ["3", ".", "5", "%"], id="a number with a point is three"),
        pytest.param("snake_case x2", ["snake_case", "x2"], id="underscore, digit"),
        pytest.param("well-known...", ["well", "-", "known", ".", ".", "."], id="each mark alone"),
        pytest.param("cafe\u0301 café", ["cafe\u0301", "café"], id="a mark joins its letter"),
        pytest.param("हिन्दी", ["हिन्दी"], id="marks that take space"),
        pytest.param("½ Ⅷ ²", ["½", "Ⅷ", "²"], id="numbers that are no digits"),
        pytest.param("山高水长。", ["山高水长", "。"], id="a script without spaces is one run"),
        pytest.param("🙂🙂", ["🙂", "🙂"], id="each emoji alone"),
        pytest.param("👩\u200d🚀", ["👩", "\u200d", "🚀"], id="so is a joiner"),
        pytest.param("🇩🇪", ["🇩", "🇪"], id="a flag is two code points"),
        pytest.param("\ufeffa\0b", ["\ufeff", "a", "\0", "b"], id="BOM and NUL are no space"),
        pytest.param("\ud800a", ["\ud800", "a"], id="a lone surrogate"),
        pytest.param("<b>&", ["<", "b", ">", "&"], id="markup"),
    ],
)
def test_words_and_punctuation(text: str, tokens: list[str]) -> None:
    assert [text[start:end] for start, end in word_spans(text)] == tokens


@given(texts)
def test_words_are_those_of_the_loop(text: str) -> None:
    assert word_spans(text) == words_by_loop(text)


@given(texts)
def test_words_leave_out_white_space_alone(text: str) -> None:
    spans = word_spans(text)
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    assert edges == sorted(edges)
    assert all(start < end for start, end in spans)
    between = "".join(text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True))
    assert between == "".join(character for character in text if character.isspace())


def test_a_window_is_a_plain_dict() -> None:
    text = "One fact,  two parts."
    assert list(token_windows(text, word_spans(text), 3, 1)) == [
        {"start": 0, "end": 9, "text": "One fact,", "first": 0, "last": 3},
        {"start": 8, "end": 20, "text": ",  two parts", "first": 2, "last": 5},
        {"start": 15, "end": 21, "text": "parts.", "first": 4, "last": 6},
    ]


@given(texts, settings_of())
def test_windows_keep_every_promise(text: str, setting: tuple[int, int]) -> None:
    spans = word_spans(text)
    windows = list(token_windows(text, spans, *setting))
    assert all(window["text"] == text[window["start"] : window["end"]] for window in windows)
    held = [spans[window["first"] : window["last"]] for window in windows]
    assert held == chunk_with_overlap(spans, *setting)
    assert [(window["start"], window["end"]) for window in windows] == [
        (tokens[0][0], tokens[-1][1]) for tokens in held
    ]


def test_ten_thousand_documents_of_mixed_scripts() -> None:
    rng = random.Random(2)
    for _ in range(10_000):
        text = "".join(rng.choices(PIECES, k=rng.randrange(12)))
        source = text.encode()
        cuts = sorted({0, len(source), *(rng.randrange(len(source) + 1) for _ in range(4))})
        pieces = [source[start:end] for start, end in pairwise(cuts)]
        for spans in (word_spans(text), spans_of_encoder(PiecesEncoder(pieces), text)):
            for window in token_windows(text, spans, 3, 1):
                assert window["text"] == text[window["start"] : window["end"]]
                assert (window["start"], window["end"]) == (
                    spans[window["first"]][0],
                    spans[window["last"] - 1][1],
                )


@pytest.mark.parametrize("text", ["", " \r\n"], ids=["empty", "without tokens"])
def test_no_tokens_no_windows(text: str) -> None:
    assert list(token_windows(text, word_spans(text), 3, 1)) == []
    with pytest.raises(ValueError, match="overlap=3, size=3"):
        next(token_windows(text, [], 3, 3))


@pytest.mark.parametrize(
    ("size", "overlap"),
    [
        pytest.param(0, 0, id="size 0"),
        pytest.param(2, 2, id="it would never end"),
        pytest.param(2, -1, id="tokens would fall between the windows"),
        pytest.param(True, 0, id="a bool for the size"),
        pytest.param(2, 1.0, id="a float that is whole"),
    ],
)
def test_a_bad_setting_is_refused_when_iteration_starts(size: Any, overlap: Any) -> None:
    waiting = token_windows("a b", [(0, 1), (2, 3)], size, overlap)
    with pytest.raises(ValueError, match=r"must (be an int|satisfy 0 <= overlap < size)"):
        next(waiting)


@pytest.mark.parametrize(
    ("spans", "named"),
    [
        pytest.param([(-1, 2)], r"0 <= start .*=\(-1, 2\)", id="a slice would count from the end"),
        pytest.param([(0, 1), (2, 7)], r"<= 6.*spans\[1\]=\(2, 7\)", id="past the text"),
        pytest.param([(3, 2)], r"spans\[0\]=\(3, 2\)", id="the end before the start"),
        pytest.param([(2, 3), (0, 1)], r"spans\[1\]=\(0, 1\).*ends at 3", id="backwards"),
        pytest.param([(0, 3), (2, 4)], r"spans\[1\]=\(2, 4\).*ends at 3", id="overlapping"),
        pytest.param([(False, 1)], r"ints, got spans\[0\]=\(False, 1\)", id="a bool"),
        pytest.param([(0, 1.0)], r"ints, got spans\[0\]=\(0, 1.0\)", id="a float"),
        pytest.param(
            [TokenSpan(0, 2, True), TokenSpan(1, 3, False)], r"\(1, 3\)", id="the first is whole"
        ),
        pytest.param(
            [TokenSpan(0, 2, False), TokenSpan(1, 3, True)], r"\(1, 3\)", id="the second is whole"
        ),
        pytest.param(
            [TokenSpan(0, 3, False), TokenSpan(1, 4, False)], r"\(1, 4\)", id="two code points"
        ),
        pytest.param(
            [TokenSpan(0, 3, False), TokenSpan(2, 2, False)], r"\(2, 2\)", id="the end goes back"
        ),
    ],
)
def test_spans_that_cannot_be_are_refused(spans: list[Any], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        next(token_windows("abcdef", spans, 2, 1))


def test_what_is_no_text_is_refused() -> None:
    for call in (word_spans, lambda text: next(token_windows(text, [], 2, 1))):
        with pytest.raises(TypeError, match="text must be a str, got bytes"):
            call(b"ab")
    with pytest.raises(TypeError, match="text must be a str, got bytes"):
        spans_of_encoder(PiecesEncoder([]), b"ab")  # type: ignore[arg-type]


def test_a_code_point_of_three_tokens_is_in_the_window_of_each() -> None:
    spans = spans_of_encoder(PiecesEncoder([b"\xe2", b"\x98", b"\x83"]), "☃")
    assert spans == [TokenSpan(0, 1, False)] * 3
    windows = list(token_windows("☃", spans, 1, 0))
    assert [(window["first"], window["last"]) for window in windows] == [(0, 1), (1, 2), (2, 3)]
    assert [window["text"] for window in windows] == ["☃"] * 3


# Offsets as tokenizers 0.23 gave them, for byte-level BPE unless the reason says otherwise.
@pytest.mark.parametrize(
    ("text", "offsets", "expected"),
    [
        pytest.param("", [], [], id="nothing"),
        pytest.param(
            "hello 🙂🙂",
            [(0, 5), (5, 7), (7, 8), (7, 8)],
            [("hello", True), (" 🙂", True), ("🙂", False), ("🙂", False)],
            id="one emoji is a token with its blank, one is two tokens",
        ),
        pytest.param(
            "hello  🙂 ",
            [(0, 5), (6, 6), (7, 8), (9, 9)],
            [("hello", True), ("", True), ("🙂", True), ("", True)],
            id="offsets trimmed: blanks keep their place and no text",
        ),
        pytest.param(
            "hello world",
            [(0, 5), (5, 11)],
            [("hello", True), (" world", True)],
            id="a blank put before the text leaves no trace",
        ),
        pytest.param(
            "a b",
            [(0, 1), (0, 1), (1, 2), (2, 3)],
            [("a", False), ("a", False), (" ", True), ("b", True)],
            id="or, with Metaspace, is reported as the first code point",
        ),
        pytest.param(
            "\ufb01x",
            [(0, 1), (0, 1), (1, 2)],
            [("\ufb01", False), ("\ufb01", False), ("x", True)],
            id="NFKC: a ligature becomes two letters",
        ),
        pytest.param(
            "cafe\u0301 x",
            [(0, 1), (1, 3), (3, 4), (5, 6), (6, 7)],
            [("c", True), ("af", True), ("e", True), (" ", True), ("x", True)],
            id="NFC: the accent that was joined is in no token",
        ),
        pytest.param(
            "a hello b",
            [(0, 1), (1, 7), (6, 7), (6, 7), (7, 8), (8, 9)],
            [
                ("a", True),
                (" hello", False),
                ("o", False),
                ("o", False),
                (" ", True),
                ("b", True),
            ],
            id="Replace: what it adds is reported as the last code point",
        ),
        pytest.param(
            "a 🙂è",
            [(0, 1), (1, 2), (3, 4)],
            [("a", True), (" ", True), ("è", True)],
            id="bytes without a token are left out: the first byte of è looks whole",
        ),
    ],
)
def test_offsets_of_an_encoding(
    text: str, offsets: list[Span], expected: list[tuple[str, bool]]
) -> None:
    spans = spans_of_encoding(RecordedEncoding(offsets, [0] * len(offsets)))
    assert [(text[start:end], whole) for start, end, whole in spans] == expected
    assert len(list(token_windows(text, spans, 1, 0))) == len(offsets)


def test_special_tokens_count_only_where_they_stand_in_the_text() -> None:
    """``hello<|end|>`` was given; ``<s>``, ``</s>`` and padding were added."""
    encoding = RecordedEncoding(
        offsets=[(0, 0), (0, 5), (5, 12), (0, 0), (0, 0)], special_tokens_mask=[1, 0, 0, 1, 1]
    )
    assert spans_of_encoding(encoding) == [TokenSpan(0, 5, True), TokenSpan(5, 12, True)]


def test_two_texts_encoded_together_are_refused() -> None:
    with pytest.raises(ValueError, match="one text, got n_sequences=2"):
        spans_of_encoding(RecordedEncoding([(0, 1), (0, 2)], [0, 0], n_sequences=2))


@pytest.mark.parametrize(
    "offsets",
    [
        pytest.param([(0, 5), (0, 3), (3, 5)], id="a text given in pieces begins anew"),
        pytest.param([(0, 5), (3, 6)], id="two code points shared"),
        pytest.param([(0, 5), (4, 4)], id="the end goes back"),
        pytest.param([(3, 2)], id="the end before the start"),
        pytest.param([(-1, 2)], id="before the text"),
    ],
)
def test_offsets_that_cannot_be_are_refused(offsets: list[Span]) -> None:
    with pytest.raises(ValueError, match=r"offsets must ascend.*got \(") as caught:
        spans_of_encoding(RecordedEncoding(offsets, [0] * len(offsets)))
    assert any(f"got {pair}" in str(caught.value) for pair in offsets)


@given(texts_in_pieces())
def test_bytes_give_the_code_points_that_they_meet(drawn: tuple[str, list[bytes]]) -> None:
    text, pieces = drawn
    spans = spans_of_encoder(PiecesEncoder(pieces), text)
    assert spans == list(spans_by_intersection(text, pieces))


@given(texts_in_pieces())
def test_an_encoding_and_an_encoder_agree(drawn: tuple[str, list[bytes]]) -> None:
    text, pieces = drawn
    spans = spans_of_encoder(PiecesEncoder(pieces), text)
    offsets = [(start, end) for start, end, _ in spans]
    assert spans_of_encoding(RecordedEncoding(offsets, [0] * len(offsets))) == spans


def test_the_name_of_a_special_token_in_the_text_is_text() -> None:
    class Tiktoken(PiecesEncoder):
        def encode(self, text: str) -> list[int]:
            raise ValueError("Encountered text corresponding to disallowed special token")

        def encode_ordinary(self, text: str) -> list[int]:
            return super().encode(text)

    spans = spans_of_encoder(Tiktoken([b"<|", b"end", b"|>"]), "<|end|>")
    assert spans == [TokenSpan(0, 2, True), TokenSpan(2, 5, True), TokenSpan(5, 7, True)]


@pytest.mark.parametrize(
    ("text", "pieces", "named"),
    [
        pytest.param("ab 1 cd", [b"ab", b"cd"], r"byte 2: .*b' 1 cd'.*b'cd'", id="some left out"),
        pytest.param("abc", [b"ab"], r"byte 2: .*b'c'.*b''", id="the end left out"),
        pytest.param("ab", [b"ab", b"!"], r"byte 2: .*b''.*b'!'", id="more than the text"),
        pytest.param("é", [b"e"], r"byte 0: .*b'\\xc3\\xa9'.*b'e'", id="normalised"),
        pytest.param("a", [], r"byte 0: ", id="nothing at all"),
    ],
)
def test_tokens_that_are_not_the_text_are_refused(
    text: str, pieces: list[bytes], named: str
) -> None:
    with pytest.raises(ValueError, match="the tokens' bytes must be the text's UTF-8.*" + named):
        spans_of_encoder(PiecesEncoder(pieces), text)


def test_a_lone_surrogate_has_no_bytes() -> None:
    replaced = PiecesEncoder(["a\ufffd".encode()])  # what tiktoken makes of it without a word
    with pytest.raises(ValueError, match=r"lone surrogate, '\\ud800', at position 1"):
        spans_of_encoder(replaced, "a\ud800")
