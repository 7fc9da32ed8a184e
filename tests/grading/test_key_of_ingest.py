"""The key of the exercise "ingest" against the library and answers that share no code with it."""

import runpy
import tempfile
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklab import chunks, ingest

from .lessons import ROOT

KEY = runpy.run_path(str(ROOT / "solutions/ingest.py"))
CHARACTERS = "ab é山🙂\u0301\r\n\ufeff'%"
TEXTS = st.text(st.sampled_from(CHARACTERS), max_size=30)
FOLDERS = st.dictionaries(
    st.sampled_from(["a.txt", "b.md", "ä.txt", "Z.md", "c.csv"]),
    TEXTS.map(str.encode) | st.just(b"\xff"),
    max_size=4,
)


@st.composite
def windows(draw):
    size = draw(st.integers(1, 9))
    return size, draw(st.integers(0, size - 1))


@given(st.binary(max_size=12) | TEXTS.map(str.encode))
def test_prepared_is_that_of_the_library(raw):
    try:
        expected = ingest.prepared(raw)
    except ValueError:
        with pytest.raises(ValueError, match="utf-8"):
            KEY["prepared"](raw)
        return
    assert KEY["prepared"](raw) == expected
    assert "\r" not in expected
    assert unicodedata.is_normalized("NFC", expected)


@given(
    st.integers(0, 60),
    st.integers(1, 9),
    st.integers(0, 120),
    st.lists(st.integers(1, 30), max_size=5),
)
def test_choose_setting_is_what_counting_every_chunk_gives(n, longest, budget, sizes):
    fitting = [
        size
        for size in sizes
        if longest <= size
        and sum(c["end"] - c["start"] for c in chunks("x" * n, size, longest - 1)) <= budget
    ]
    if not fitting:
        with pytest.raises(ValueError, match="none of the sizes"):
            KEY["choose_setting"](n, longest, budget, sizes)
        return
    size, overlap = KEY["choose_setting"](n, longest, budget, sizes)
    assert (size, overlap) == (min(fitting), longest - 1)
    held = {
        (start, start + longest)
        for c in chunks("x" * n, size, overlap)
        for start in range(c["start"], c["end"] - longest + 1)
    }
    assert held == {(start, start + longest) for start in range(n - longest + 1)}


@settings(max_examples=40, deadline=None)
@given(st.lists(FOLDERS, min_size=1, max_size=3), windows(), TEXTS.filter(bool))
def test_folders_come_to_the_same_as_in_the_library(states, window, passage):
    with tempfile.TemporaryDirectory() as place:
        folder, mine, theirs = (Path(place, name) for name in ("notes", "mine.db", "theirs.db"))
        folder.mkdir()
        for state in states:
            for path in folder.iterdir():
                path.unlink()
            for name, raw in state.items():
                (folder / name).write_bytes(raw)
            report = ingest.ingest_folder(folder, mine, *window)
            expected = {**vars(report), "refused": list(report.refused)}
            assert KEY["ingest_folder"](str(folder), str(theirs), *window) == expected
            rows = [vars(chunk) for chunk in ingest.export(mine)]
            assert KEY["export_rows"](str(theirs)) == rows
        assert KEY["where_from"](str(theirs), passage) == ingest.where_from(mine, passage)
        texts = {
            name: ingest.prepared(raw)
            for name, raw in states[-1].items()
            if raw != b"\xff" and name != "c.csv"
        }
        found = [(name, start) for name, _, start, _ in ingest.where_from(mine, passage)]
        assert found == sorted(
            (name, at)
            for name, text in texts.items()
            for at in range(len(text))
            if text.startswith(passage, at)
        )


@given(TEXTS, TEXTS, windows())
@settings(max_examples=40, deadline=None)
def test_one_document_after_another_text_of_it(before, now, window):
    with tempfile.TemporaryDirectory() as place:
        mine, theirs = Path(place, "mine.db"), Path(place, "theirs.db")
        for text in (before, now, now):
            document = ingest.Document("d", text)
            ingest.ingest(mine, document, *window)
            count = KEY["ingest"](str(theirs), "d", text, *window)
            rows = [vars(chunk) for chunk in ingest.export(mine)]
            assert KEY["export_rows"](str(theirs)) == rows
            assert count == len(rows)
