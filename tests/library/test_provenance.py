"""Provenance: a chunk comes back as it left, or the error says what is wrong with it."""

import hashlib
import json
import random
import re
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab import chunks
from chunklab.provenance import (
    Document,
    Evidence,
    ProvenanceError,
    StaleRevision,
    StoredChunk,
    TextDiffers,
    UnknownDocument,
    from_json_lines,
    merge,
    store,
    to_json_lines,
    verify,
)

RECORDED = {
    case["kind"]: (case["input"], case["expected"])
    for case in json.loads(
        (Path(__file__).parent / "cases" / "provenance.json").read_text(encoding="utf-8")
    )["cases"]
}

PIECES = [
    *'ab \r\n\t\0\ufeff\u2028\u2029\x85"\\é山',
    *("e\u0301", "🙂", "👩‍🚀", "🇩🇪", "\u1100\u1161\u11a8", "שלום", "\r\n", "Yes sir. "),
]
texts = st.lists(st.sampled_from(PIECES) | st.characters(codec="utf-8"), max_size=40).map("".join)

NOTE = Document("note", "Yes sir. Yes sir. Yes sir. ")
NOTES = {"note": NOTE}
SECOND = StoredChunk("note", NOTE.revision, 9, 17, "Yes sir.")


@st.composite
def settings_of(draw: st.DrawFn) -> tuple[int, int]:
    size = draw(st.integers(1, 20))
    return size, draw(st.integers(0, size - 1))


@st.composite
def retrieved_chunks(draw: st.DrawFn) -> tuple[str, list[StoredChunk]]:
    """Draw a text, and spans of it in any order, some of them twice, some of them empty."""
    text = draw(texts)
    edges = st.integers(0, len(text))
    spans = draw(st.lists(st.tuples(edges, edges).map(sorted), max_size=12))
    return text, [chunk_of(text, start, end) for start, end in spans]


def chunk_of(text: str, start: int, end: int, name: str = "a", revision: str = "r1") -> StoredChunk:
    return StoredChunk(name, revision, start, end, text[start:end])


def evidence_by_position(text: str, found: list[StoredChunk]) -> list[tuple[int, int, str]]:
    """Return maximal runs of positions that are in some chunk, by looking at each position."""
    covered = {position for chunk in found for position in range(chunk.start, chunk.end)}
    # Chunks that only touch cover neighbouring positions, one run: what merge promises.
    starts = sorted(position for position in covered if position - 1 not in covered)
    ends = sorted(position + 1 for position in covered if position + 1 not in covered)
    return [(start, end, text[start:end]) for start, end in zip(starts, ends, strict=True)]


@given(texts)
def test_a_revision_is_the_sha_256_of_the_utf_8(text: str) -> None:
    assert Document("a", text).revision == hashlib.sha256(text.encode("utf-8")).hexdigest()


@pytest.mark.parametrize(
    "other",
    [
        pytest.param("Café\r\nend", id="line ends"),
        pytest.param("Cafe\u0301\nend", id="NFD"),
        pytest.param("Café\nend ", id="a blank at the end"),
        pytest.param("café\nend", id="case"),
        pytest.param("\ufeffCafé\nend", id="a BOM"),
    ],
)
def test_any_other_text_is_another_revision(other: str) -> None:
    assert Document("a", other).revision != Document("a", "Café\nend").revision


def test_a_lone_surrogate_has_no_revision() -> None:
    with pytest.raises(ValueError, match=r"lone surrogate.*'\\udc80' at position 2 of 'a'"):
        _ = Document("a", "ab\udc80").revision
    with pytest.raises(ValueError, match="lone surrogate"):
        next(store(Document("a", "ab\udc80"), 4, 1))


def test_documents_and_chunks_do_not_change() -> None:
    for value in (NOTE, SECOND):
        with pytest.raises(FrozenInstanceError):
            value.text = "other"  # type: ignore[misc]


@given(texts, settings_of())
def test_stored_are_the_chunks_of_the_text(text: str, setting: tuple[int, int]) -> None:
    document = Document("a", text)
    stored = list(store(document, *setting))
    assert [{"start": s.start, "end": s.end, "text": s.text} for s in stored] == list(
        chunks(text, *setting)
    )
    assert {(s.document_id, s.revision) for s in stored} <= {("a", document.revision)}


def test_a_bad_setting_is_refused_when_iteration_starts() -> None:
    waiting = store(Document("a", ""), 4, 4)
    with pytest.raises(ValueError, match="overlap=4, size=4"):
        next(waiting)


def test_ten_thousand_documents_go_to_an_index_and_come_back() -> None:
    rng = random.Random(3)
    for number in range(10_000):
        document = Document(f"d{number}", "".join(rng.choices(PIECES, k=rng.randrange(10))))
        size = rng.randrange(1, 9)
        stored = list(store(document, size, rng.randrange(size)))
        returned = list(from_json_lines(to_json_lines(stored)))
        assert returned == stored
        for chunk in returned:
            verify(chunk, {document.document_id: document})
        rng.shuffle(returned)
        assert [evidence.text for evidence in merge(returned)] == [document.text] * bool(returned)


# --- verify -----------------------------------------------------------------------------------


def test_the_same_text_in_another_place_is_another_chunk() -> None:
    given_, expected = RECORDED["wrong-occurrence"]
    document = Document("a", given_["text"])
    places = [match.span() for match in re.finditer(re.escape(given_["find"]), document.text)]
    start, end = places[given_["which"] - 1]
    assert (start, end) == (expected["start"], expected["end"])

    meant = StoredChunk("a", document.revision, start, end, given_["find"])
    verify(meant, {"a": document})
    found = document.text.find(given_["find"])
    searched = StoredChunk("a", document.revision, found, found + len(meant.text), meant.text)
    assert len(merge([meant, searched])) == 2


def test_a_chunk_moved_off_its_place_is_not_searched_for() -> None:
    with pytest.raises(TextDiffers, match="position 10"):
        verify(replace(SECOND, start=10, end=18), NOTES)


@pytest.mark.parametrize(
    ("chunk", "error", "words"),
    [
        pytest.param(
            replace(SECOND, document_id="memo", revision="old", text="x"),
            UnknownDocument,
            r"^unknown document: \[9, 17\) of 'memo'",
            id="unknown comes first",
        ),
        pytest.param(
            replace(SECOND, revision="old", text="x"),
            StaleRevision,
            rf"^stale revision: \[9, 17\) of 'note'.* old, .* {NOTE.revision}$",
            id="stale comes second",
        ),
        pytest.param(
            replace(SECOND, text="Yes Sir."),
            TextDiffers,
            r"^text differs: \[9, 17\) of 'note' at position 13, .*'sir.', .*'Sir.'$",
            id="another character",
        ),
        pytest.param(
            replace(SECOND, text="Yes sir"),
            TextDiffers,
            r"at position 16, .*'\.', .*''$",
            id="less text than the offsets say",
        ),
        pytest.param(
            replace(SECOND, text="Yes sir. "),
            TextDiffers,
            r"at position 17, .*'', .*' '$",
            id="more text than the offsets say",
        ),
        pytest.param(
            replace(SECOND, start=18, end=28, text="Yes sir. "),
            TextDiffers,
            r"\[18, 28\) of 'note' .* ends, at position 27$",
            id="past the end, where a slice would be the same",
        ),
        pytest.param(
            StoredChunk("note", NOTE.revision, 30, 30, ""),
            TextDiffers,
            r"at position 27$",
            id="nothing, but past the end",
        ),
    ],
)
def test_the_first_check_that_fails_is_named(
    chunk: StoredChunk, error: type[ProvenanceError], words: str
) -> None:
    with pytest.raises(ProvenanceError, match=words) as caught:
        verify(chunk, NOTES)
    assert caught.type is error


def test_a_document_under_another_name_is_unknown() -> None:
    with pytest.raises(UnknownDocument):
        verify(replace(SECOND, document_id="memo"), {"memo": NOTE})


@given(texts, settings_of(), st.data())
def test_a_changed_character_is_found_where_it_is(
    text: str, setting: tuple[int, int], data: st.DataObject
) -> None:
    document = Document("a", text + "!")
    chunk = data.draw(st.sampled_from(list(store(document, *setting))))
    at = data.draw(st.integers(0, len(chunk.text) - 1))
    other = "x" if chunk.text[at] != "x" else "y"
    changed = replace(chunk, text=chunk.text[:at] + other + chunk.text[at + 1 :])
    with pytest.raises(TextDiffers, match=f"at position {chunk.start + at},"):
        verify(changed, {"a": document})


# --- merge ------------------------------------------------------------------------------------


def test_spans_that_share_positions_are_one_piece_of_evidence() -> None:
    given_, expected = RECORDED["duplicate-retrieval"]
    text = "One fact in two hits."
    hits = [chunk_of(text, start, end) for start, end in given_["hits"]]
    evidence = merge(hits)
    assert [[piece.start, piece.end] for piece in evidence] == expected["union"]
    distinct = sum(len(piece.text) for piece in evidence)
    assert distinct == expected["distinct"]
    assert sum(len(hit.text) for hit in hits) - distinct == expected["counted_twice"]


@given(retrieved_chunks())
def test_each_position_counts_once(drawn: tuple[str, list[StoredChunk]]) -> None:
    text, found = drawn
    evidence = merge(found)
    assert {type(piece) for piece in evidence} <= {Evidence}
    places = [(piece.start, piece.end, piece.text) for piece in evidence]
    assert places == evidence_by_position(text, found)
    assert merge(evidence) == evidence


@pytest.mark.parametrize(
    ("spans", "merged"),
    [
        pytest.param([], [], id="nothing retrieved"),
        pytest.param([(2, 2)], [], id="a chunk without text"),
        pytest.param([(0, 3), (3, 5)], [(0, 5)], id="touching"),
        pytest.param([(0, 3), (4, 5)], [(0, 3), (4, 5)], id="one position apart"),
        pytest.param([(2, 6), (0, 3)], [(0, 6)], id="in any order"),
        pytest.param([(0, 8), (2, 3), (5, 9)], [(0, 9)], id="one inside another, then one beyond"),
        pytest.param([(1, 3), (1, 5), (1, 3)], [(1, 5)], id="the same start, and one twice"),
        pytest.param([(0, 2), (2, 2), (3, 4)], [(0, 2), (3, 4)], id="nothing bridges nothing"),
    ],
)
def test_what_touches_or_overlaps_becomes_one(
    spans: list[tuple[int, int]], merged: list[tuple[int, int]]
) -> None:
    text = "abcdefghij"
    evidence = merge(chunk_of(text, *span) for span in spans)
    assert evidence == [Evidence("a", "r1", *span, text[slice(*span)]) for span in merged]


def test_only_the_same_document_and_revision_come_together() -> None:
    """In the order in which they are first retrieved."""
    text = "abcdef"
    retrieved = [
        chunk_of(text, 3, 5, "b"),
        chunk_of(text, 2, 4, "a", "r2"),
        chunk_of(text, 0, 3, "a", "r1"),
        chunk_of(text, 0, 2, "b"),
        chunk_of(text, 4, 6, "a", "r2"),
    ]
    assert [(e.document_id, e.revision, e.start, e.end) for e in merge(retrieved)] == [
        ("b", "r1", 0, 2),
        ("b", "r1", 3, 5),
        ("a", "r2", 2, 6),
        ("a", "r1", 0, 3),
    ]


@pytest.mark.parametrize(
    ("places", "words"),
    [
        pytest.param(
            [(0, "abcd"), (2, "cx")],
            r"\[0, 4\) of 'a' and \[2, 4\) of 'a' differ at position 3: 'd' and 'x'",
            id="in the overlap",
        ),
        pytest.param(
            [(0, "abcdefgh"), (1, "bc"), (4, "xf")],
            r"\[0, 8\) of 'a' and \[4, 6\) of 'a' differ at position 4: 'e' and 'x'",
            id="with one that starts before the one before",
        ),
        pytest.param(
            [(3, "x"), (0, "abcd")], r"differ at position 3: 'd' and 'x'", id="in any order"
        ),
    ],
)
def test_chunks_that_disagree_are_refused(places: list[tuple[int, str]], words: str) -> None:
    found = [StoredChunk("a", "r1", start, start + len(text), text) for start, text in places]
    with pytest.raises(ValueError, match=words):
        merge(found)


def test_a_text_of_another_length_than_its_offsets_is_refused() -> None:
    with pytest.raises(ValueError, match=r"end - start code points, got 2 in \[0, 3\) of 'a'"):
        merge([StoredChunk("a", "r1", 0, 3, "ab")])


# --- JSON Lines -------------------------------------------------------------------------------


@st.composite
def any_chunk(draw: st.DrawFn) -> StoredChunk:
    """Draw a chunk of any text that no surrogates make a pair in, and of any names."""
    characters = st.characters(exclude_categories=[])
    strings = st.text(characters, max_size=20).filter(
        lambda text: not re.search("[\ud800-\udbff][\udc00-\udfff]", text)
    )
    text, start = draw(strings), draw(st.integers(0, 10**20))
    return StoredChunk(draw(strings), draw(strings), start, start + len(text), text)


@given(st.lists(any_chunk(), max_size=5))
def test_every_character_comes_back(stored: list[StoredChunk]) -> None:
    written = list(to_json_lines(stored))
    assert list(from_json_lines(written)) == stored
    whole = "".join(written)
    assert whole.isascii()
    assert whole.count("\n") == len(written) == len(whole.splitlines())


def test_every_code_point_comes_back_through_a_file(tmp_path: Path) -> None:
    everything = "".join(
        map(chr, [*range(0xD800), *range(0xDC00, 0x110000), *range(0xD800, 0xDC00)])
    )
    stored = [StoredChunk("a", "r1", 0, len(everything), everything)]
    path = tmp_path / "index.jsonl"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(to_json_lines(stored))
    with path.open(encoding="utf-8") as file:
        assert list(from_json_lines(file)) == stored


def test_a_line_is_plain_json_with_five_keys() -> None:
    (line,) = to_json_lines([SECOND])
    assert line.endswith("}\n")
    assert json.loads(line) == {
        "document_id": "note",
        "revision": NOTE.revision,
        "start": 9,
        "end": 17,
        "text": "Yes sir.",
    }


@pytest.mark.parametrize(
    "pair",
    [
        pytest.param(chr(0xD800) + chr(0xDC00), id="the least"),
        pytest.param(chr(0xDBFF) + chr(0xDFFF), id="the greatest"),
    ],
)
@pytest.mark.parametrize("name", ["document_id", "revision", "text"])
def test_surrogates_that_make_a_pair_cannot_be_written(name: str, pair: str) -> None:
    chunk = replace(StoredChunk("a", "r1", 0, 3, "abc"), **{name: "x" + pair})
    with pytest.raises(ValueError, match=rf"{name} must not hold two surrogates.*position 1 of"):
        next(to_json_lines([chunk]))


def test_what_could_not_be_read_is_not_written() -> None:
    with pytest.raises(ValueError, match=r"got 2 in \[0, 3\) of 'a'"):
        next(to_json_lines([StoredChunk("a", "r1", 0, 3, "ab")]))


def test_lines_are_read_one_at_a_time_and_blank_ones_skipped() -> None:
    good = next(to_json_lines([SECOND]))
    reading = from_json_lines(["\n", good, " \r\n", "", good.replace("\n", "\r\n"), "{"])
    assert [next(reading), next(reading)] == [SECOND, SECOND]
    with pytest.raises(ValueError, match=r"line 6: must be JSON: .* at column 2"):
        next(reading)


def line_with(**values: Any) -> str:
    fields = {"document_id": "a", "revision": "r1", "start": 0, "end": 2, "text": "ab"} | values
    return json.dumps({name: value for name, value in fields.items() if value is not ...})


@pytest.mark.parametrize(
    ("line", "words"),
    [
        pytest.param("[1]", r"must be a JSON object, got \[1\]", id="no object"),
        pytest.param("null", "must be a JSON object, got None", id="nothing"),
        pytest.param("{'a': 1}", "must be JSON: .* at column 2", id="Python's quotes"),
        pytest.param("\ufeff" + line_with(), "must be JSON: .*BOM", id="a BOM"),
        pytest.param(line_with() * 2, "must be JSON: Extra data", id="two objects on a line"),
        pytest.param("[" * 100_000, "recursion", id="so deep that no reader follows"),
        pytest.param(line_with(text=...), r"missing \['text'\], unknown \[\]", id="a key missing"),
        pytest.param(line_with(score=1), r"missing \[\], unknown \['score'\]", id="one too many"),
        pytest.param(
            line_with().replace('"end"', '"start"'),
            "each key must stand once, got 'start' 2 times",
            id="one there twice",
        ),
        pytest.param(
            line_with(document_id=7), "document_id must be of type str, got .*=7", id="id"
        ),
        pytest.param(line_with(revision=None), "revision must be .*None", id="no revision"),
        pytest.param(line_with(start=False), "start must be of type int, got .*False", id="bool"),
        pytest.param(line_with(end=2.0), r"end must be .* end=2\.0 \(float\)", id="whole float"),
        pytest.param(line_with(end="2"), "end must be of type int, got end='2'", id="digits"),
        pytest.param(line_with(end=float("nan")), "end must be .*nan", id="NaN"),
        pytest.param(line_with(text=["ab"]), "text must be of type str", id="a list"),
        pytest.param(
            line_with(start=3), "0 <= start <= end, got start=3, end=2", id="the wrong way round"
        ),
        pytest.param(line_with(start=-2, end=0), "0 <= start .*start=-2", id="before the text"),
        pytest.param(line_with(end=3), r"text must have .*got 2 in \[0, 3\)", id="too short"),
        pytest.param(
            line_with(text="🙂"), r"text must have .*got 1 in \[0, 2\)", id="UTF-16 units"
        ),
        pytest.param('{"start": ' + "9" * 5000 + "}", "limit", id="a number without end"),
    ],
)
def test_reading_is_strict(line: str, words: str) -> None:
    good = next(to_json_lines([SECOND]))
    reading = from_json_lines([good, line])
    assert next(reading) == SECOND
    with pytest.raises(ValueError, match=f"^line 2: .*{words}"):
        next(reading)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        pytest.param("start", True, id="a bool is no int"),
        pytest.param("end", 17.0, id="nor is a float"),
        pytest.param("text", b"Yes sir.", id="bytes are no text"),
        pytest.param("document_id", 7, id="a number is no name"),
    ],
)
def test_a_chunk_of_another_type_cannot_be_made(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"{name} must be of type .*{name}={value!r}"):
        replace(SECOND, **{name: value})
