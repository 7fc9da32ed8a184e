"""The recorded cases of cases/fixed_windows.json, through every function that knows the answer."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from chunklab import (
    chunk_lengths,
    chunk_starts,
    chunk_with_overlap,
    chunks,
    duplication_factor,
    n_chunks,
    stored_positions,
    stride,
)
from chunklab.provenance import Document, Evidence, merge, store, verify
from chunklab.tokens import token_windows

RECORDED = json.loads(
    (Path(__file__).parent / "cases" / "fixed_windows.json").read_text(encoding="utf-8")
)["cases"]


def params(*, raising: bool, units: set[str]) -> list[Any]:
    return [
        pytest.param(case["input"], case["expected"], id=f"{case['id']} {case['kind']}")
        for case in RECORDED
        if ("raises" in case["expected"]) is raising and case["input"]["unit"] in units
    ]


def words_of(text: str) -> list[tuple[int, int]]:
    """Return the span of every maximal run of non-whitespace, in code points."""
    return [match.span() for match in re.finditer(r"\S+", text)]


def length_of(document: dict[str, Any]) -> int:
    if document["unit"] == "position":
        return int(document["N"])
    text = document["text"]
    return len(words_of(text) if document["unit"] == "word" else text)


@pytest.mark.parametrize(
    ("document", "expected"), params(raising=False, units={"position", "codepoint", "word"})
)
def test_geometry(document: dict[str, Any], expected: dict[str, Any]) -> None:
    setting = length_of(document), document["C"], document["O"]
    starts, lengths = chunk_starts(*setting), chunk_lengths(*setting)
    spans = [[start, start + size] for start, size in zip(starts, lengths, strict=True)]

    # A case states what was once got wrong, not everything: compare what it states.
    computed = {
        "K": n_chunks(*setting),
        "spans": spans,
        "unit_spans": spans,
        "stored": stored_positions(*setting),
        "stored_units": stored_positions(*setting),
    }
    stated = {key: value for key, value in expected.items() if key in computed}
    assert stated or document["unit"] == "word"
    assert {key: computed[key] for key in stated} == stated
    assert max(lengths) <= expected.get("max_len", document["C"])


@pytest.mark.parametrize(("document", "expected"), params(raising=False, units={"codepoint"}))
def test_text_chunks(document: dict[str, Any], expected: dict[str, Any]) -> None:
    text = document["text"]
    found = list(chunks(text, document["C"], document["O"]))
    assert [[item["start"], item["end"]] for item in found] == expected["spans"]
    cut = [text[start:end] for start, end in expected["spans"]]
    assert [item["text"] for item in found] == cut == expected.get("texts", cut)


@pytest.mark.parametrize(("document", "expected"), params(raising=False, units={"codepoint"}))
def test_stored_chunks(document: dict[str, Any], expected: dict[str, Any]) -> None:
    source = Document("case", document["text"])
    stored = list(store(source, document["C"], document["O"]))
    assert [[chunk.start, chunk.end] for chunk in stored] == expected["spans"]
    for chunk in stored:
        verify(chunk, {"case": source})
    assert merge(stored) == [
        Evidence("case", source.revision, 0, len(source.text), source.text),
    ]


@pytest.mark.parametrize(("document", "expected"), params(raising=False, units={"word"}))
def test_windows_of_words(document: dict[str, Any], expected: dict[str, Any]) -> None:
    text = document["text"]
    windows = chunk_with_overlap(words_of(text), document["C"], document["O"])
    char_spans = [[window[0][0], window[-1][1]] for window in windows]
    assert char_spans == expected["char_spans"]
    texts = [text[start:end] for start, end in char_spans]
    assert texts == expected.get("texts", texts)

    traced = list(token_windows(text, words_of(text), document["C"], document["O"]))
    assert [[window["start"], window["end"]] for window in traced] == char_spans
    assert [window["text"] for window in traced] == texts
    unit_spans = [[window["first"], window["last"]] for window in traced]
    assert unit_spans == expected.get("unit_spans", unit_spans)


@pytest.mark.parametrize(
    ("document", "expected"), params(raising=True, units={"codepoint", "word"})
)
def test_refused(document: dict[str, Any], expected: dict[str, Any]) -> None:
    assert expected == {"raises": "ValueError"}
    n, setting = length_of(document), (document["C"], document["O"])
    for function in (chunk_starts, n_chunks, chunk_lengths, stored_positions, duplication_factor):
        with pytest.raises(ValueError, match="must"):
            function(n, *setting)
    with pytest.raises(ValueError, match="must"):
        stride(*setting)
    with pytest.raises(ValueError, match="must"):
        next(chunks(document["text"], *setting))
    with pytest.raises(ValueError, match="must"):
        next(token_windows(document["text"], words_of(document["text"]), *setting))
    if type(document["C"]) is int and document["C"] <= 0:
        assert chunk_with_overlap(document["text"], *setting) == []  # its published early answer
    else:
        with pytest.raises(ValueError, match="must"):
            chunk_with_overlap(document["text"], *setting)
