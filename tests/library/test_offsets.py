"""Offset units: exact both ways, or an error that says why; chunks that keep clusters whole."""

import json
import re
from array import array
from collections.abc import Callable
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from wcwidth import iter_graphemes

from chunklab import chunk_starts, chunks
from chunklab.offsets import Offsets, cluster_chunks
from chunklab.tokens import word_spans

CASES = Path(__file__).parent / "cases"
FAMILY = "👩\u200d👩\u200d👧\u200d👦"
ACCENTED = "A🙂e\u0301"

CLUSTERS = [
    pytest.param([], id="no text, no cluster"),
    pytest.param(["A", "🙂", "e\u0301"], id="a combining mark belongs to the letter before it"),
    pytest.param(["\u0301", "e"], id="a mark with nothing before it stands alone"),
    pytest.param(["e" + "\u0301" * 10_000, "!"], id="ten thousand marks are one cluster still"),
    pytest.param(["🇩🇪", "🇫🇷", "🇩"], id="flags are pairs, counted from the first"),
    pytest.param(["\n", "🇩🇪", "🇫🇷"], id="flags after a line end count anew"),
    pytest.param([FAMILY, FAMILY], id="joiners make one of a family, and not of two"),
    pytest.param(["👍🏽", "👍"], id="a skin tone belongs to its hand"),
    pytest.param(["\u1112\u1161\u11ab", "\u1100\u1173\u11af"], id="Hangul jamo make syllables"),
    pytest.param(["한", "글"], id="composed Hangul syllables stand for themselves"),
    pytest.param(["क्ष", "मा"], id="an Indic conjunct is whole, as since Unicode 15.1"),
    pytest.param(["नि", "न"], id="a vowel sign belongs to its consonant"),
    pytest.param(["a", "\r\n", "b"], id="CRLF is one cluster"),
    pytest.param(["\r", "\r\n", "\n"], id="CR alone and LF alone are one each"),
    pytest.param(["\ufeff", "a"], id="a byte order mark is a control, alone"),
    pytest.param(["a", "\0", "\u0301"], id="nothing joins NUL"),
    pytest.param(["❤\ufe0f", "❤"], id="a variation selector joins what it varies"),
    pytest.param(["1\ufe0f\u20e3", "2\u20e3", "3"], id="keycaps"),
    pytest.param(["a", "\ud83d", "\ude42", "b"], id="surrogates are lone, each its own"),
]


@pytest.mark.parametrize("clusters", CLUSTERS)
def test_a_cluster_is_what_a_reader_calls_a_character(clusters: list[str]) -> None:
    text = "".join(clusters)
    edges = list(accumulate(map(len, clusters), initial=0))
    offsets = Offsets(text)
    assert offsets.convert(edges, "code point", "grapheme") == list(range(len(edges)))
    assert offsets.convert(range(len(edges)), "grapheme", "code point") == edges
    cuts = offsets.cuts_cluster(range(len(text) + 1))
    assert [position for position, cut in enumerate(cuts) if not cut] == edges


# Unicode 18 keeps together what 17 broke where a conjunct has no first consonant, and takes the
# scissors U+2701 for an emoji no longer.
NEW_IN_18 = [
    "÷ 094D ÷ 0915 ÷",
    "÷ 094D × 0308 ÷ 0915 ÷",
    "÷ 0061 × 094D ÷ 0924 ÷",
    "÷ 003F × 094D ÷ 0924 ÷",
    "÷ 2701 × 200D × 2701 ÷",
]


def test_the_test_of_unicode_17_but_for_what_18_changed() -> None:
    differ = []
    for row in (CASES / "GraphemeBreakTest-17.0.0.txt").read_text(encoding="utf-8").splitlines():
        if row.startswith("÷"):
            clusters = [part.replace("×", "").split() for part in row.split("÷")[1:-1]]
            edges = list(accumulate(map(len, clusters), initial=0))
            text = "".join(chr(int(number, 16)) for cluster in clusters for number in cluster)
            cuts = Offsets(text).cuts_cluster(range(len(text) + 1))
            if [position for position, cut in enumerate(cuts) if not cut] != edges:
                differ.append(row)
    assert sorted(differ) == sorted(NEW_IN_18)


@pytest.mark.parametrize(
    ("text", "unit", "edges"),
    [
        pytest.param("", "utf-8", [0], id="an empty text has one edge"),
        pytest.param("Aé€🙂", "utf-8", [0, 1, 3, 6, 10], id="one to four bytes"),
        pytest.param("Aé€🙂", "utf-16", [0, 1, 2, 3, 5], id="a pair above U+FFFF only"),
        pytest.param("\ufeffa\0\r\n", "utf-8", [0, 3, 4, 5, 6, 7], id="BOM, NUL and CRLF count"),
        pytest.param(
            "\uffff\U00010000", "utf-16", [0, 1, 3], id="the last one unit, the first pair"
        ),
        pytest.param("\U0010ffff", "utf-8", [0, 4], id="the last code point"),
        pytest.param("a\ud83db", "utf-16", [0, 1, 2, 3], id="a lone surrogate is one unit"),
        pytest.param("\ud83d\ude42", "utf-16", [0, 1, 2], id="so are two that would make a pair"),
        pytest.param("\ude42🙂\ud83d", "utf-16", [0, 1, 3, 4], id="none joins its neighbour"),
        pytest.param("🙂" * 64, "utf-16", range(0, 130, 2), id="as many as a block"),
        pytest.param("é" * 65, "utf-8", range(0, 132, 2), id="one more than a block"),
    ],
)
def test_the_units_of_an_encoding(text: str, unit: str, edges: list[int]) -> None:
    offsets = Offsets(text)
    assert offsets.convert(range(len(text) + 1), "code point", unit) == list(edges)
    for position in range(edges[-1] + 1):
        if position in edges:
            assert offsets.convert(position, unit, "code point") == edges.index(position)
        else:
            with pytest.raises(ValueError, match=rf"^{unit} position {position} lies inside the"):
                offsets.convert(position, unit, "code point")


@pytest.mark.parametrize(
    ("spans", "edges"),
    [
        pytest.param([(0, 2), (2, 4)], {0: 0, 2: 1, 4: 2}, id="tokens that touch"),
        pytest.param(
            [(1, 2), (3, 4)], {1: 0, 2: 1, 3: 1, 4: 2}, id="an edge on each side of a gap"
        ),
        pytest.param([(0, 1, True), (1, 4, True)], {0: 0, 1: 1, 4: 2}, id="as chunklab.tokens"),
        pytest.param([(0, 1), (1, 2), (1, 2), (2, 4)], {0: 0, 1: 1, 2: 3, 4: 4}, id="byte tokens"),
        pytest.param([(0, 2), (1, 3)], {0: 0, 3: 2}, id="both hold a part of one code point"),
        pytest.param([], {0: 0}, id="no token"),
    ],
)
def test_the_edges_of_tokens(spans: list[tuple[int, ...]], edges: dict[int, int]) -> None:
    offsets = Offsets(ACCENTED, spans)
    for position in range(len(ACCENTED) + 1):
        if position in edges:
            token = offsets.convert(position, "code point", "token")
            assert token == edges[position]
            assert edges[offsets.convert(token, "token", "code point")] == token
        else:
            with pytest.raises(
                ValueError, match=f"code point position {position} is not at the ed"
            ):
                offsets.convert(position, "code point", "token")


def test_a_token_starts_after_a_gap_and_the_last_ends_before_one() -> None:
    offsets = Offsets(" one  two ", [(1, 4), (6, 9)])
    assert offsets.convert([0, 1, 2], "token", "code point") == [1, 6, 9]


@pytest.mark.parametrize(
    ("position", "source", "target", "says"),
    [
        pytest.param(2, "utf-8", "utf-8", "lies inside the bytes of code point 1", id="bytes"),
        pytest.param(2, "utf-16", "utf-8", "lies inside the surrogate pair of code", id="a pair"),
        pytest.param(3, "code point", "grapheme", "the cluster of code points 2 to 3", id="a mark"),
        pytest.param(6, "utf-8", "grapheme", "the cluster of code points 2 to 3", id="from bytes"),
        pytest.param(6, "utf-8", "token", "is not at the edge of a token", id="beside a token"),
        pytest.param(2, "token", "utf-8", "that tokens 1 and 2 share", id="inside a code point"),
        pytest.param(5, "code point", "utf-8", "must be from 0 to 4, got 5", id="past the end"),
        pytest.param(-1, "code point", "utf-8", "from 0 to 4, got -1", id="not from the end"),
        pytest.param(9, "utf-8", "utf-8", "from 0 to 8, got 9", id="past the bytes"),
        pytest.param(6, "utf-16", "utf-8", "from 0 to 5, got 6", id="past the units"),
        pytest.param(4, "grapheme", "utf-8", "from 0 to 3, got 4", id="past the clusters"),
        pytest.param(4, "token", "utf-8", "from 0 to 3, got 4", id="past the tokens"),
        pytest.param(True, "utf-8", "utf-16", "must be an int, got True (bool)", id="a bool"),
        pytest.param(1.0, "utf-8", "utf-16", "must be an int, got 1.0 (float)", id="a whole float"),
        pytest.param(None, "utf-8", "utf-16", "must be an int, got None", id="nothing"),
        pytest.param("1", "utf-8", "utf-16", "must be an int, got '1' (str)", id="a digit"),
    ],
)
def test_nothing_is_rounded(position: Any, source: str, target: str, says: str) -> None:
    offsets = Offsets(ACCENTED, [(0, 1), (1, 2), (1, 2)])
    for asked in (position, [0, position]):
        with pytest.raises(ValueError, match=re.escape(says)) as caught:
            offsets.convert(asked, source, target)
        assert f"{source} position" in str(caught.value)
        assert repr(position) in str(caught.value)


@pytest.mark.parametrize("unit", ["bytes", "UTF-16", "", None])
def test_a_unit_has_one_name(unit: Any) -> None:
    says = f"unit must be one of code point, utf-8, utf-16, grapheme, token, got {unit!r}"
    for units in ((unit, "utf-8"), ("utf-8", unit)):
        with pytest.raises(ValueError, match=re.escape(says)):
            Offsets("").convert([], *units)


@pytest.mark.parametrize("position", [-1, 5, True, 1.0])
def test_a_cut_is_within_the_text(position: Any) -> None:
    with pytest.raises(ValueError, match="code point position must be"):
        Offsets(ACCENTED).cuts_cluster(position)


def test_a_lone_surrogate_has_no_utf_8() -> None:
    offsets = Offsets("é" * 100 + "\udc00!")
    for source, target in (("utf-8", "code point"), ("code point", "utf-8"), ("grapheme", "utf-8")):
        with pytest.raises(ValueError, match=r"no UTF-8: code point 100 is U\+DC00"):
            offsets.convert(0, source, target)
    assert offsets.convert(102, "code point", "utf-16") == 102


@pytest.mark.parametrize("wrong", [(2, 2), (3, 2), (-1, 2), (2, 9), (0, 3)])
def test_tokens_are_spans_in_order(wrong: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"tokens must be .* got .* as token 1"):
        Offsets("text", [(1, 2), wrong])
    with pytest.raises(ValueError, match="must be an int, got True"):
        Offsets("some text", [(0, True)])
    with pytest.raises(ValueError, match="unit token needs the spans"):
        Offsets("some text").convert(0, "token", "code point")


def test_text_is_a_str() -> None:
    with pytest.raises(TypeError, match="text must be a str, got bytes"):
        Offsets(b"bytes")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="text must be a str, got bytes"):
        next(cluster_chunks(b"bytes", 4, 1))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [list, tuple, iter, lambda many: array("Q", many)])
def test_one_gives_one_and_many_give_a_list(kind: Callable[[list[int]], Any]) -> None:
    offsets = Offsets(ACCENTED)
    assert offsets.convert(2, "code point", "utf-8") == 5
    assert offsets.convert(kind([2, 0, 2]), "code point", "utf-8") == [5, 0, 5]
    assert offsets.cuts_cluster(3) is True
    assert offsets.cuts_cluster(kind([4, 3])) == [False, True]
    assert offsets.convert(kind([]), "utf-8", "grapheme") == []


RECORDED = {
    case["id"]: (case["input"], case["expected"])
    for case in json.loads((CASES / "offset_units.json").read_text(encoding="utf-8"))["cases"]
}


def test_case_b55_spans_as_a_browser_numbers_them() -> None:
    given, expected = RECORDED["B55"]
    spans = [[c["start"], c["end"]] for c in chunks(given["text"], given["C"], given["O"])]
    offsets = Offsets(given["text"])
    assert spans == expected["spans"]
    assert [offsets.convert(s, "code point", "utf-16") for s in spans] == expected["utf16_spans"]


def test_case_b57_windows_of_clusters() -> None:
    given, expected = RECORDED["B57"]
    offsets = Offsets(given["text"])
    count = offsets.convert(len(given["text"]), "code point", "grapheme")
    starts = chunk_starts(count, given["C"], given["O"])
    spans = [[start, min(start + given["C"], count)] for start in starts]
    in_text = [offsets.convert(span, "grapheme", "code point") for span in spans]
    assert spans == expected["unit_spans"]
    assert in_text == expected["char_spans"]
    assert [given["text"][start:end] for start, end in in_text] == expected["texts"]


# Pieces that make, and break, every rule of a cluster when they meet.
PIECES = [
    *("a", "Z", " ", ". ", "no no ", "é", "e\u0301", "\u0308", "ß", "€", "中文", "…"),
    *("🙂", "👍🏽", "\u200d", "👩\u200d🚀", "🇩", "🇫🇷", "🏽", "\ufe0f", "1\ufe0f\u20e3", "❤"),
    *("\u1112", "\u1161", "\u11ab", "한", "가", "क", "्", "ष", "ि", "ก็", "\u0600", "עִ"),
    *("\r\n", "\r", "\n", "\0", "\ufeff", "\u200b", "\U0010ffff"),
]
SURROGATES = ["\ud83d", "\ude42", "\ud800", "\udfff"]


def made_of(pieces: list[str], size: int = 12) -> st.SearchStrategy[str]:
    """Return documents of up to ``size`` pieces; a byte picks one, which is quick to draw."""
    return st.binary(max_size=size).map(
        lambda picks: "".join(pieces[pick % len(pieces)] for pick in picks)
    )


documents = made_of(PIECES)
documents_with_surrogates = made_of([*PIECES, *SURROGATES])
setting_of = st.integers(1, 9).flatmap(
    lambda size: st.tuples(st.just(size), st.integers(0, size - 1))
)


def edges_of(text: str) -> list[int]:
    return list(accumulate(map(len, iter_graphemes(text)), initial=0))


@settings(max_examples=500)
@given(st.lists(documents, min_size=20, max_size=20))  # 10,000 documents
def test_every_unit_goes_there_and_back(texts: list[str]) -> None:
    for text in texts:
        spans = word_spans(text)
        offsets, everywhere = Offsets(text, spans), range(len(text) + 1)
        plain = {
            "code point": list(everywhere),
            "utf-8": [len(text[:i].encode("utf-8")) for i in everywhere],
            "utf-16": [len(text[:i].encode("utf-16-le")) // 2 for i in everywhere],
        }
        for source, numbers in plain.items():
            for target, expected in plain.items():
                assert offsets.convert(numbers, source, target) == expected
        edges = edges_of(text)
        at_edges = [plain["utf-8"][edge] for edge in edges]
        assert offsets.convert(at_edges, "utf-8", "grapheme") == list(range(len(edges)))
        assert offsets.convert(range(len(edges)), "grapheme", "utf-8") == at_edges
        assert offsets.cuts_cluster(everywhere) == [i not in edges for i in everywhere]
        tokens = range(len(spans) + 1)
        there = offsets.convert(tokens, "token", "utf-16")
        assert offsets.convert(there, "utf-16", "token") == list(tokens)


@given(st.lists(documents_with_surrogates, min_size=20, max_size=20))
def test_lone_surrogates_are_units_of_utf_16(texts: list[str]) -> None:
    for text in texts:
        offsets, everywhere = Offsets(text), range(len(text) + 1)
        plain = [len(text[:i].encode("utf-16-le", "surrogatepass")) // 2 for i in everywhere]
        assert offsets.convert(everywhere, "code point", "utf-16") == plain
        assert offsets.convert(plain, "utf-16", "code point") == list(everywhere)


@given(made_of(PIECES, size=300))
def test_a_text_of_several_blocks_does_as_a_short_one(text: str) -> None:
    offsets, everywhere = Offsets(text), range(len(text) + 1)
    for unit, codec, width in (("utf-8", "utf-8", 1), ("utf-16", "utf-16-le", 2)):
        plain = [len(text[:i].encode(codec)) // width for i in everywhere]
        assert offsets.convert(everywhere, "code point", unit) == plain
        assert offsets.convert(plain, unit, "code point") == list(everywhere)
    edges = edges_of(text)
    assert offsets.convert(range(len(edges)), "grapheme", "code point") == edges
    assert offsets.convert(edges, "code point", "grapheme") == list(range(len(edges)))


def spans_by_search(text: str, size: int, overlap: int) -> list[tuple[int, int]]:
    """Return the spans by trying every start and every end there is, in the order of preference."""
    edges, found = edges_of(text), []
    start, end = -1, 0
    while end < len(text):
        starts = range(max(start + 1, end - overlap), end + 1)
        whole = [
            (s, max(e for e in edges if end < e <= s + size))
            for s in starts
            if s in edges and any(end < e <= s + size for e in edges)
        ]
        if end in edges and whole:
            start, end = whole[0]
        else:
            start = next((s for s in starts if s in edges), starts[0])
            reach = min(start + size, len(text))
            end = max((e for e in edges if end < e <= reach), default=reach)
        found.append((start, end))
    return found


@settings(max_examples=500)
@given(st.lists(documents_with_surrogates, min_size=20, max_size=20), setting_of)
@example(["e" + "\u0301" * 20], (4, 3))
def test_chunks_keep_clusters_whole(texts: list[str], setting: tuple[int, int]) -> None:
    size, overlap = setting
    for text in texts:
        found = list(cluster_chunks(text, size, overlap))
        spans = [(chunk["start"], chunk["end"]) for chunk in found]
        assert all(chunk["text"] == text[chunk["start"] : chunk["end"]] for chunk in found)
        assert all(0 < end - start <= size for start, end in spans)
        for (start, end), (next_start, next_end) in pairwise(spans):
            assert start < next_start <= end < next_end
            assert end - next_start <= overlap
        assert (spans[0][0], spans[-1][1]) == (0, len(text)) if spans else text == ""
        edges = edges_of(text)
        too_long = [(a, b) for a, b in pairwise(edges) if b - a > size]
        for edge in {edge for span in spans for edge in span} - set(edges):
            assert any(a < edge < b for a, b in too_long)
        assert spans == spans_by_search(text, size, overlap)


@given(st.text("ab 中é", max_size=60), setting_of)
def test_a_text_of_single_code_points_is_cut_as_ever(text: str, setting: tuple[int, int]) -> None:
    assert list(cluster_chunks(text, *setting)) == list(chunks(text, *setting))


@pytest.mark.parametrize(
    ("text", "size", "overlap", "expected"),
    [
        pytest.param("", 4, 1, [], id="nothing"),
        pytest.param("abe\u0301", 3, 1, ["ab", "be\u0301"], id="the end moves back"),
        pytest.param("ae\u0301bcd", 4, 2, ["ae\u0301b", "bcd"], id="the start moves forward"),
        pytest.param("a\r\nb\r\n", 2, 0, ["a", "\r\n", "b", "\r\n"], id="CRLF stays together"),
        pytest.param("ab🇩🇪🇫🇷", 4, 3, ["ab🇩🇪", "🇩🇪🇫🇷"], id="a flag is shared or not"),
        pytest.param(
            "abcde\u0301\u0302", 4, 3, ["abcd", "de\u0301\u0302"], id="a later start fits"
        ),
        pytest.param(
            "ab" + FAMILY + "c",
            3,
            1,
            ["ab", "b👩\u200d", "\u200d👩\u200d", "\u200d👧\u200d", "\u200d👦c"],
            id="one longer than size is cut, its parts share what they may",
        ),
    ],
)
def test_edges_move_to_clusters(text: str, size: int, overlap: int, expected: list[str]) -> None:
    assert [chunk["text"] for chunk in cluster_chunks(text, size, overlap)] == expected


def test_a_bad_setting_is_refused_when_iteration_starts() -> None:
    waiting = cluster_chunks("", 4, 4)
    with pytest.raises(ValueError, match="must satisfy 0 <= overlap < size"):
        next(waiting)
