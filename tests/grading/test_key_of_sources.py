"""The key of lesson 3 against answers that share no code with it: encoders, sets, the library."""

import runpy
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab import chunks, provenance

from .lessons import ROOT

KEY = runpy.run_path(str(ROOT / "solutions/sources.py"))
CHARACTERS = "ab é山🙂🇪\u0301\u200d\r\n\0\ufeff\uffff\U00010000"
TEXTS = st.text(st.sampled_from(CHARACTERS) | st.characters(codec="utf-8"), max_size=40)


@st.composite
def windows(draw):
    size = draw(st.integers(1, 12))
    return draw(TEXTS), size, draw(st.integers(0, size - 1))


@given(windows())
def test_chunks_are_those_of_the_library_and_give_the_text_back(window):
    found = list(KEY["chunks"](*window))
    assert found == list(chunks(*window))
    assert KEY["reconstruct"](found, window[2]) == window[0]


@pytest.mark.parametrize(
    "setting", [(0, 0), (4, 4), (4, -1), (True, 0), (4, False), (4.0, 1), ("4", 1), (4, None)]
)
def test_settings_are_refused_when_iteration_starts(setting):
    waiting = KEY["chunks"]("abc", *setting)
    with pytest.raises(ValueError, match="size"):
        next(waiting)


@given(TEXTS)
def test_offsets_are_what_the_encoders_write(text):
    positions = range(len(text) + 1)
    in_utf16 = KEY["to_utf16"](text, positions)
    assert KEY["to_utf8"](text, positions) == [len(text[:p].encode()) for p in positions]
    assert in_utf16 == [len(text[:p].encode("utf-16-le")) // 2 for p in positions]
    assert KEY["from_utf16"](text, in_utf16) == list(positions)
    for offset in set(range(-2, in_utf16[-1] + 3)) - set(in_utf16):
        with pytest.raises(ValueError, match=str(offset)):
            KEY["from_utf16"](text, [offset])


@given(TEXTS)
def test_revisions_are_those_of_the_library(text):
    assert KEY["revision"](text) == provenance.Document("any", text).revision


@given(TEXTS, TEXTS, st.integers(0, 9), st.integers(0, 9), st.booleans(), st.booleans())
def test_verify_says_what_the_library_raises(text, later, start, length, changed, moved):
    end = min(start + length, len(text))
    start = min(start, end)
    document = provenance.Document("d", text)
    chunk = provenance.StoredChunk(
        "d", document.revision, start + moved, end + moved, text[start:end]
    )
    now = provenance.Document("d", later if changed else text)
    if chunk.end > len(now.text):
        return  # the library sees that offsets leave the document; a slice is cut off in silence
    assert KEY["verify"](vars(chunk), {"d": now.text}) == in_a_word(chunk, {"d": now})


def in_a_word(chunk, documents):
    try:
        provenance.verify(chunk, documents)
    except provenance.ProvenanceError as error:
        return str(error).split(":")[0]
    return "ok"


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9)), max_size=9))
def test_merged_spans_hold_each_position_once_and_leave_gaps(pairs):
    spans = [(start, start + length) for start, length in pairs]
    merged = KEY["merge_spans"](spans)
    listed = [position for start, end in merged for position in range(start, end)]
    assert listed == sorted({p for start, end in spans for p in range(start, end)})
    assert all(before[1] < after[0] for before, after in pairwise(merged))
