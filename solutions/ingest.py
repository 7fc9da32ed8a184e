"""Answer key of the exercise "ingest": preparing, choosing, storing and finding, step by step.

If your version fails, find the first function here that surprises you.
"""

import hashlib
import sqlite3
import unicodedata
from contextlib import closing
from pathlib import Path

TABLE = """CREATE TABLE IF NOT EXISTS chunks
(document_id TEXT, revision TEXT, start INTEGER, "end" INTEGER, text TEXT)"""
ROWS = 'SELECT document_id, revision, start, "end", text FROM chunks ORDER BY document_id, start'


def prepared(raw):
    """Return the text of a file, ready to be chunked."""
    text = raw.decode("utf-8")  # its error is a UnicodeDecodeError, which is a ValueError
    text = text.removeprefix("\ufeff")
    # Pairs first: the other way round, each would become two line feeds.
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", text)


def choose_setting(n, longest, budget, sizes):
    """Return the smallest size, with its overlap, that stays in the budget."""
    overlap = longest - 1
    # Each is tried: a larger size mostly stores less, but not always.
    for size in sorted(sizes):
        if overlap < size and _stored_positions(n, size, overlap) <= budget:
            return size, overlap
    raise ValueError(
        f"none of the sizes {sizes} holds a fact of {longest} and stores {n} in {budget} positions"
    )


def _stored_positions(n, size, overlap):
    """Return how many positions the chunks of a document have together."""
    if n <= size:
        return n
    # Every chunk but the first repeats the overlap. Rounded up: a part of a stride is a chunk too.
    more_chunks = -((n - size) // -(size - overlap))
    return n + more_chunks * overlap


def _chunk_rows(document_id, text, size, overlap):
    """Return the rows that are to be stored of a document."""
    if not 0 <= overlap < size:
        raise ValueError(
            f"overlap must satisfy 0 <= overlap < size, got overlap={overlap}, size={size}"
        )
    revision = hashlib.sha256(text.encode("utf-8")).hexdigest()
    rows = []
    start = end = 0
    while end < len(text):
        end = min(start + size, len(text))
        rows.append((document_id, revision, start, end, text[start:end]))
        start = end - overlap
    return rows


def ingest(database, document_id, text, size, overlap):
    """Store the chunks of a document in place of its earlier ones."""
    new = _chunk_rows(document_id, text, size, overlap)  # what can fail here has touched nothing
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(TABLE)
        old = [row for row in connection.execute(ROWS) if row[0] == document_id]
        if old != new:
            # "with connection" commits at its end, and rolls back after an error. Until then
            # nobody else sees any of it, and if this process ends, nobody ever will.
            with connection:
                connection.execute("DELETE FROM chunks WHERE document_id = ?", [document_id])
                connection.executemany("INSERT INTO chunks VALUES (?, ?, ?, ?, ?)", new)
    return len(new)


def where_from(database, passage):
    """Return every place where a passage stands in a document."""
    if not passage:
        raise ValueError("a passage must not be empty: it would stand everywhere")
    places = []
    for (document_id, revision), text in _documents(database).items():
        start = text.find(passage)
        while start != -1:
            places.append((document_id, revision, start, start + len(passage)))
            start = text.find(passage, start + 1)  # one further only: places may overlap
    return sorted(places)


def _documents(database):
    """Return each document's text, put together from its chunks."""
    texts = {}
    for row in export_rows(database):
        source = (row["document_id"], row["revision"])
        text = texts.get(source, "")
        # What is already there of this chunk is the overlap.
        texts[source] = text + row["text"][len(text) - row["start"] :]
    return texts


def export_rows(database):
    """Return all rows as dicts, sorted."""
    with closing(sqlite3.connect(database)) as connection:
        connection.execute(TABLE)  # a database may be new
        keys = ["document_id", "revision", "start", "end", "text"]
        return [dict(zip(keys, row, strict=True)) for row in connection.execute(ROWS)]


def ingest_folder(folder, database, size, overlap):
    """Bring a database up to date with a folder."""
    before = _rows_by_document(database)
    report = {"stored": [], "unchanged": [], "removed": [], "refused": []}
    for path in sorted(Path(folder).iterdir()):
        name = path.name
        if not (name.endswith((".txt", ".md")) and path.is_file()):
            continue
        try:
            text = prepared(path.read_bytes())
        except ValueError:
            ingest(database, name, "", size, overlap)  # what was stored of it is of another text
            report["refused"].append(name)
            continue
        ingest(database, name, text, size, overlap)
        now = _rows_by_document(database)
        same = before.get(name) == now.get(name)
        report["unchanged" if same else "stored"].append(name)
    seen = report["stored"] + report["unchanged"] + report["refused"]
    for document_id in sorted(before):
        if document_id not in seen:
            ingest(database, document_id, "", size, overlap)
            report["removed"].append(document_id)
    return report


def _rows_by_document(database):
    """Return the rows of each document under its id."""
    rows = {}
    for row in export_rows(database):
        rows.setdefault(row["document_id"], []).append(row)
    return rows
