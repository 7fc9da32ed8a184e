"""An index of chunks in SQLite that stays true to a folder of documents.

Each document is prepared, cut, and stored in one transaction in place of its earlier chunks:
whatever interrupts it, the database holds all of the old chunks or all of the new. Every stored
chunk can be verified (:func:`chunklab.provenance.verify`), and every place of a passage be found.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from chunklab.geometry import require_window
from chunklab.preprocessing import prepare
from chunklab.provenance import Document, StoredChunk, merge, store

SUFFIXES = (".txt", ".md")
"""How the names of a folder's documents end."""
STEPS = ("BOM removal", "line endings", "NFC")
"""What is done to a file's text before it is cut, see :mod:`chunklab.preprocessing`."""

_TABLE = (
    'CREATE TABLE chunks (document_id TEXT, revision TEXT, start INTEGER, "end" INTEGER, text TEXT)'
)
_COLUMNS = ["document_id", "revision", "start", "end", "text"]
_ROWS = 'SELECT document_id, revision, start, "end", text FROM chunks ORDER BY document_id, start'
_ROWS_OF_ONE = _ROWS.replace("ORDER", "WHERE document_id = ? ORDER")

NO_ID = "its name is no UTF-8"
"""Why a file is refused whose name cannot be a document's id."""


Watch = Callable[[Sequence[Path]], Iterable[Path]]
"""Passes on the files that are ingested, and may show how far it is."""


class NoIndex(ValueError):
    """A file that is to be the database is something else; nothing of it is touched."""


@dataclass
class Report:
    """What became of each document, by its id: the name of its file.

    ``stored`` had chunks written or removed, ``unchanged`` had not; of the ``removed`` the file has
    gone. What is ``refused``, each with the reason, has no chunks.
    """

    stored: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)


def prepared(raw: bytes) -> str:
    r"""Return the text of a file: UTF-8 without the mark, line feeds for line ends, in NFC.

    Raises ``ValueError`` for bytes that are no UTF-8.

    >>> prepared(b"\xef\xbb\xbfone\r\ntwo")
    'one\ntwo'
    """
    return prepare(raw.decode("utf-8"), STEPS)


def ingest(database: Path, document: Document, size: int, overlap: int) -> bool:
    """Store the chunks of a document in place of its earlier ones; tell whether anything changed.

    A document whose text is empty has no chunks. The database is made if there is none. Raises
    ``ValueError`` as :func:`chunklab.provenance.store` does, :class:`NoIndex` for a file that is
    no index of chunks, and ``sqlite3.Error`` where the database fails; then it is as before.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     database = Path(folder, "notes.db")
    ...     note = Document("note", "tea, rice")
    ...     ingest(database, note, 5, 1), ingest(database, note, 5, 1)
    ...     where_from(database, ", r")[0][2:]
    (True, False)
    (3, 6)
    """
    require_window(size, overlap)
    new = list(store(document, size, overlap))
    with _opened(database, "rwc") as connection:
        return _replace(connection, document.document_id, new)


def where_from(database: Path, passage: str) -> list[tuple[str, str, int, int]]:
    """Return every place of a passage: document, revision, start and end, in order.

    A place counts once, though several chunks may hold it, and also where none holds it whole.
    Places may overlap. Raises ``ValueError`` for an empty passage.
    """
    if not passage:
        raise ValueError("passage must not be empty: it would stand everywhere")
    places = []
    for evidence in merge(export(database)):
        at = evidence.text.find(passage)
        while at != -1:
            start = evidence.start + at
            places.append((evidence.document_id, evidence.revision, start, start + len(passage)))
            at = evidence.text.find(passage, at + 1)
    return sorted(places)


def export(database: Path) -> list[StoredChunk]:
    """Return all chunks, by document and start; ``to_json_lines`` of provenance writes them."""
    with _opened(database, "rw") as connection:
        return [StoredChunk(*row) for row in connection.execute(_ROWS)]


def documents(folder: Path) -> list[Path]:
    """Return the files of a folder that are documents, by name."""
    found = (path for path in folder.iterdir() if path.name.endswith(SUFFIXES) and path.is_file())
    return sorted(found, key=lambda path: path.name)


def ingest_folder(
    folder: Path, database: Path, size: int, overlap: int, *, watch: Watch = lambda paths: paths
) -> Report:
    """Bring a database up to date with the documents of a folder; say what became of each.

    Afterwards the database holds the chunks of these files as they are now, and nothing else. Each
    is stored in a transaction of its own, in the order of names: what was done stays done where a
    later one fails or is interrupted. A file that cannot be read, or is no UTF-8, is refused and
    costs nothing else. ``watch`` passes on the files, and may show how far it is. Raises as
    :func:`ingest` does, and ``OSError`` for a folder that cannot be listed.
    """
    require_window(size, overlap)
    paths = documents(folder)
    if database.resolve() in {path.resolve() for path in paths}:
        raise NoIndex(f"the database must not be one of the documents, got {database}")
    report = Report()
    with _opened(database, "rwc") as connection:
        for path in watch(paths):
            text, reason = _text(path)
            if reason:
                report.refused[path.name] = reason
            if reason == NO_ID:  # under such a name nothing was ever stored
                continue
            new = store(Document(path.name, text), size, overlap)
            changed = _replace(connection, path.name, list(new))
            if not reason:
                (report.stored if changed else report.unchanged).append(path.name)
        kept = {path.name for path in paths}
        found = connection.execute("SELECT DISTINCT document_id FROM chunks ORDER BY document_id")
        for [document_id] in found.fetchall():
            if document_id not in kept:
                _replace(connection, document_id, [])
                report.removed.append(document_id)
    return report


def _text(path: Path) -> tuple[str, str]:
    """Return a file's text, prepared, or the reason why there is none."""
    try:
        path.name.encode("utf-8")
    except UnicodeEncodeError:
        return "", NO_ID
    try:
        return prepared(path.read_bytes()), ""
    except UnicodeDecodeError as error:
        return "", f"it is no UTF-8: byte {error.object[error.start]:#04x} at {error.start}"
    except OSError as error:
        return "", f"it cannot be read: {error.strerror}"


def _replace(connection: sqlite3.Connection, document_id: str, new: list[StoredChunk]) -> bool:
    """Replace the chunks of a document in one transaction; tell whether anything had to change."""
    rows = [(each.document_id, each.revision, each.start, each.end, each.text) for each in new]
    with connection:  # commits, or rolls back after an error
        connection.execute("BEGIN IMMEDIATE")  # nobody writes between the look and the change
        if connection.execute(_ROWS_OF_ONE, [document_id]).fetchall() == rows:
            return False
        connection.execute("DELETE FROM chunks WHERE document_id = ?", [document_id])
        connection.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?, ?)", rows)
    return True


@contextmanager
def _opened(database: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """Open an index, or make it if ``mode`` is ``"rwc"``; refuse what is something else."""
    if database.exists() and not database.is_file():
        raise NoIndex(f"the database must be a file, got {database}")
    if mode == "rw" and not database.exists():
        raise NoIndex(f"there is no database {database}")
    with closing(
        sqlite3.connect(f"{database.absolute().as_uri()}?mode={mode}", uri=True)
    ) as opened:
        try:
            there = opened.execute("SELECT type, name FROM sqlite_schema").fetchall()
            columns = [row[1] for row in opened.execute("PRAGMA table_info(chunks)")]
        except sqlite3.OperationalError:  # locked, or not to be opened
            raise
        except sqlite3.DatabaseError as error:
            raise NoIndex(f"{database} is no SQLite database; it is left as it is") from error
        if not there:
            with opened:
                opened.execute(_TABLE)
        elif there != [("table", "chunks")] or columns != _COLUMNS:
            raise NoIndex(
                f"{database} is a database, but no index of chunks: it must have the table chunks "
                f"({', '.join(_COLUMNS)}) and nothing else. It is left as it is"
            )
        yield opened
