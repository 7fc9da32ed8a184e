"""An index of chunks: true to its documents after every run, whatever stopped the one before."""

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from pathlib import Path

import pytest

from chunklab import ingest as module
from chunklab.ingest import NoIndex, export, ingest, ingest_folder, where_from
from chunklab.provenance import Document, from_json_lines, to_json_lines, verify


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.txt").write_bytes(b"\xef\xbb\xbftea,\r\nrice and tea")
    (folder / "b.md").write_text("soup of the day")
    (folder / "c.csv").write_text("1")
    (folder / "d.txt").mkdir()
    return folder


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "notes.db"


def run(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(statement)


def names(report: module.Report) -> tuple[list[str], ...]:
    return report.stored, report.unchanged, report.removed, list(report.refused)


def test_every_stored_chunk_verifies(folder: Path, database: Path) -> None:
    report = ingest_folder(folder, database, 6, 2)
    assert names(report) == (["a.txt", "b.md"], [], [], [])
    texts = {"a.txt": "tea,\nrice and tea", "b.md": "soup of the day"}
    documents = {name: Document(name, text) for name, text in texts.items()}
    chunks = export(database)
    for chunk in chunks:
        verify(chunk, documents)
    assert [chunk.start for chunk in chunks if chunk.document_id == "b.md"] == [0, 4, 8, 12]
    assert list(from_json_lines(to_json_lines(chunks))) == chunks


def test_what_has_changed_gone_or_become_unreadable(folder: Path, database: Path) -> None:
    ingest_folder(folder, database, 6, 2)
    assert names(ingest_folder(folder, database, 6, 2)) == ([], ["a.txt", "b.md"], [], [])
    (folder / "a.txt").write_text("tea")
    (folder / "b.md").rename(folder / "e.md")
    found = names(ingest_folder(folder, database, 6, 2))
    assert found == (["a.txt", "e.md"], [], ["b.md"], [])
    (folder / "e.md").write_bytes(b"caf\xe9")
    report = ingest_folder(folder, database, 6, 2)
    assert report.refused == {"e.md": "it is no UTF-8: byte 0xe9 at 3"}
    assert [chunk.text for chunk in export(database)] == ["tea"]
    (folder / "a.txt").write_text("")
    assert names(ingest_folder(folder, database, 6, 2))[0] == ["a.txt"]
    assert export(database) == []


def test_nothing_is_written_where_nothing_has_changed(folder: Path, database: Path) -> None:
    ingest_folder(folder, database, 6, 2)
    before = database.read_bytes()
    assert names(ingest_folder(folder, database, 6, 2))[1] == ["a.txt", "b.md"]
    assert not ingest(database, Document("b.md", "soup of the day"), 6, 2)
    assert database.read_bytes() == before
    assert ingest(database, Document("b.md", "soup of the day"), 7, 2)


def test_an_error_leaves_the_database_as_it_was(database: Path) -> None:
    note = Document("note", "one two three")
    ingest(database, note, 4, 1)
    before = export(database)
    with pytest.raises(ValueError, match="overlap"):
        ingest(database, Document("note", ""), 4, 4)
    with pytest.raises(ValueError, match="lone surrogate"):
        ingest(database, Document("note", "\ud83d"), 4, 1)
    with closing(sqlite3.connect(database)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            _impatient(database)
    assert export(database) == before


def _impatient(database: Path) -> None:
    connect = sqlite3.connect
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module.sqlite3, "connect", lambda *a, **k: connect(*a, timeout=0.01, **k))
        ingest(database, Document("note", "another"), 4, 1)


KILLED = """
    import os, sys
    from pathlib import Path
    from chunklab import ingest
    store, folder, database = ingest.store, Path(sys.argv[1]), Path(sys.argv[2])
    class Rows(list):
        pass
    def replace(connection, document_id, new):
        if document_id == "b.md":
            connection.set_progress_handler(lambda: os.kill(os.getpid(), 9), int(sys.argv[3]))
        return right(connection, document_id, new)
    right, ingest._replace = ingest._replace, replace
    ingest.ingest_folder(folder, database, 3, 1)
"""


@pytest.mark.parametrize("steps", [1, 20, 40, 60, 80, 120, 160])
def test_a_killed_run_loses_and_doubles_nothing(folder: Path, database: Path, steps: int) -> None:
    ingest_folder(folder, database, 6, 2)
    old = {chunk for chunk in export(database) if chunk.document_id == "b.md"}
    (folder / "b.md").write_text("a longer text of many words, all of them new")
    command = [sys.executable, "-c", textwrap.dedent(KILLED), folder, database, str(steps)]
    done = subprocess.run(command, check=False)
    assert done.returncode == -signal.SIGKILL
    now = {chunk for chunk in export(database) if chunk.document_id == "b.md"}
    whole = set(module.store(Document("b.md", (folder / "b.md").read_text()), 3, 1))
    assert now in (old, whole)
    report = ingest_folder(folder, database, 3, 1)
    assert sorted(report.stored + report.unchanged) == ["a.txt", "b.md"]
    assert {chunk for chunk in export(database) if chunk.document_id == "b.md"} == whole
    assert len(export(database)) == len(set(export(database)))


def test_a_passage_is_found_wherever_it_stands(folder: Path, database: Path) -> None:
    ingest_folder(folder, database, 3, 1)
    found = where_from(database, "rice and")
    assert [(document, start, end) for document, _, start, end in found] == [("a.txt", 5, 13)]
    assert [start for *_, start, _ in where_from(database, "tea")] == [0, 14]
    assert where_from(database, "coffee") == []
    with pytest.raises(ValueError, match="empty"):
        where_from(database, "")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"a letter to a friend, and no database at all" * 99, "is no SQLite database"),
        ("CREATE TABLE letters (x)", "no index of chunks"),
        ("CREATE TABLE chunks (x)", "no index of chunks"),
        ("CREATE VIEW chunks AS SELECT 1 AS document_id", "no index of chunks"),
        (f"{module._TABLE}; CREATE TABLE more (x)", "no index of chunks"),
    ],
)
def test_a_file_that_is_something_else_is_left_as_it_is(
    folder: Path, database: Path, content: bytes | str, words: str
) -> None:
    if isinstance(content, bytes):
        database.write_bytes(content)
    else:
        with closing(sqlite3.connect(database)) as connection:
            connection.executescript(content)
    before = database.read_bytes()
    for attempt in (
        lambda: ingest_folder(folder, database, 6, 2),
        lambda: ingest(database, Document("a", "b"), 6, 2),
        lambda: where_from(database, "a"),
        lambda: export(database),
    ):
        with pytest.raises(NoIndex, match=words):
            attempt()
    assert database.read_bytes() == before


def test_no_database_where_there_should_be_one(folder: Path, database: Path) -> None:
    with pytest.raises(NoIndex, match="there is no database"):
        export(database)
    assert not database.exists()
    with pytest.raises(NoIndex, match="must be a file"):
        export(folder)
    with pytest.raises(NoIndex, match="one of the documents"):
        ingest_folder(folder, folder / "b.md", 6, 2)
    with pytest.raises(ValueError, match="overlap"):
        ingest_folder(folder, database, 6, 6)
    with pytest.raises(FileNotFoundError):
        ingest_folder(folder / "no", database, 6, 2)
    assert not database.exists()
    database.touch()
    assert export(database) == []


def test_a_name_that_is_no_text_is_refused(folder: Path, database: Path) -> None:
    name = os.fsdecode(b"\xff.txt")
    try:
        (folder / name).write_text("x")
    except OSError:
        pytest.skip("this file system knows no such names")
    report = ingest_folder(folder, database, 6, 2)
    assert report.refused == {name: module.NO_ID}
    assert report.stored == ["a.txt", "b.md"]


def test_a_folder_with_odd_signs_in_its_path(tmp_path: Path, folder: Path) -> None:
    database = tmp_path / "50% of? #1.db"
    ingest_folder(folder, database, 6, 2)
    assert database.exists()
    assert [path for path in tmp_path.iterdir() if path.is_file()] == [database]
