"""The stagehand: sets a check's scene in a scratch folder, and reads what is left there.

It is handed to a child of its own as a submission is, and confined in the same way, because the
files that it reads are a stranger's. What it reads it hands on as plain values and judges nothing.
"""

from __future__ import annotations

import os
import sqlite3

PATIENCE = 0.5
"""How long to wait for a database that somebody holds locked, in seconds."""
MOST_ROWS = 10_000
"""Most rows that are read."""


def put(files: dict[str, bytes | None]) -> None:
    """Write files by name, with the folders that they are in; ``None`` removes one."""
    for name, content in files.items():
        if content is None:
            os.remove(name)
            continue
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        with open(name, "wb") as file:
            file.write(content)


def execute(database: str, statement: str, rows: list[list[object]]) -> None:
    """Carry out one statement, once or with each of some rows; the database is made if need be."""
    connection = sqlite3.connect(database, PATIENCE)
    with connection:
        if rows:
            connection.executemany(statement, rows)
        else:
            connection.execute(statement)
    connection.close()


def query(database: str, statement: str) -> list[tuple[object, ...]]:
    """Return the rows that a statement finds in a database that is there."""
    if not os.path.exists(database):
        raise FileNotFoundError(f"there is no file {database}")
    connection = sqlite3.connect(database, PATIENCE)
    connection.execute("PRAGMA trusted_schema = OFF")
    found = connection.execute(statement).fetchmany(MOST_ROWS)
    connection.close()
    return found
