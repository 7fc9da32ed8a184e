"""What the ingest explorer knows: a document as it is now, and the rows that were stored of it.

The rows are those that a database would hold, kept in a tuple, so that this works where there is no
SQLite. Each way to ingest takes the rows that are there and returns those that are there
afterwards. Nothing is drawn here.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from chunklab.evidence import distinct
from chunklab.explorers.entry import require_showable
from chunklab.geometry import require_window
from chunklab.provenance import Document, StoredChunk, store

NAME = "notice.txt"
TEXT = (
    "The ferry leaves at seven. In fog it waits. The bell on the pier rings twice before it goes."
)
OK, STALE, DOUBLED = "ok", "stale revision", "doubled"

Rows = tuple[StoredChunk, ...]


@dataclass(frozen=True)
class IngestState:
    """A document's ``text`` as it is now, how it is cut, and the ``rows`` stored of it before.

    ``size`` and ``overlap`` are in code points. ``done`` says what was done last.
    """

    text: str = TEXT
    size: int = 30
    overlap: int = 8
    rows: Rows = ()
    done: str = "Nothing has been ingested yet"


@dataclass(frozen=True)
class IngestValues:
    """What follows from a state: what each row is worth, and which positions no good row holds."""

    state: IngestState
    document: Document
    worth: tuple[str, ...]
    missing: tuple[tuple[int, int], ...]


def measure(state: IngestState) -> IngestValues:
    """Return the values of ``state``.

    Raises ``ValueError`` for an impossible setting, and for a text that no page can show.

    >>> values = measure(only_add(only_add(IngestState("tea, rice", 5, 1))))
    >>> values.worth, values.missing
    (('ok', 'ok', 'doubled', 'doubled'), ())
    >>> values = measure(interrupted(values.state))     # nothing to write, so nothing to interrupt
    >>> values.worth
    ('ok', 'ok', 'doubled', 'doubled')
    """
    require_showable(state.text)
    require_window(state.size, state.overlap)
    document = Document(NAME, state.text)
    worth = []
    for number, row in enumerate(state.rows):
        if row.revision != document.revision:
            worth.append(STALE)
        else:
            worth.append(DOUBLED if row in state.rows[:number] else OK)
    good = [(row.start, row.end) for row, each in zip(state.rows, worth, strict=True) if each == OK]
    return IngestValues(state, document, tuple(worth), tuple(_gaps(good, len(state.text))))


def ingest(state: IngestState) -> IngestState:
    """Return the state after an ingest that replaces: the rows of the text as it is now.

    >>> [row.text for row in ingest(IngestState("tea, rice", 5, 1)).rows]
    ['tea, ', ' rice']
    """
    new = _new(state)
    done = (
        "Ingested: nothing to write, all rows were there"
        if new == state.rows
        else (f"Ingested: {_rows(len(state.rows))} went, {_rows(len(new))} came")
    )
    return _after(state, new, done)


def only_add(state: IngestState) -> IngestState:
    """Return the state after an ingest that only adds its rows to those that are there."""
    new = _new(state)
    return _after(state, state.rows + new, f"Only added: {_rows(len(new))} more")


def interrupted(state: IngestState, *, transaction: bool = False) -> IngestState:
    """Return the state after an ingest that dies when half of the new rows are written.

    In a ``transaction`` the rows are as they were. Without one, the old rows have gone. Where the
    rows are those of the text already, nothing is written and nothing can be interrupted.

    >>> before = ingest(IngestState("tea, rice", 5, 1))
    >>> after = interrupted(IngestState("tea and rice", 5, 1, before.rows))
    >>> [row.text for row in after.rows]
    ['tea a']
    >>> interrupted(IngestState("tea and rice", 5, 1, before.rows), transaction=True).rows == (
    ...     before.rows
    ... )
    True
    """
    new = _new(state)
    if set(new) <= set(state.rows):
        return _after(state, state.rows, "Nothing to write, so nothing was interrupted")
    half = len(new) // 2
    if transaction:
        return _after(state, state.rows, "Interrupted and rolled back: the rows are as they were")
    went = _rows(len(state.rows))
    done = f"Interrupted: {went} went, and {half} of {_rows(len(new))} came"
    return _after(state, new[:half], done)


def words(values: IngestValues) -> list[str]:
    """Return what is stored, in sentences without their full stops.

    >>> for sentence in words(measure(only_add(IngestState("tea, rice", 5, 1)))):
    ...     print(sentence)
    Only added: 2 rows more
    notice.txt has 9 code points. Stored: 2 rows; 2 ok, 0 stale, 0 doubled
    Every position is in a row that is ok
    The next ingest cuts with size 5 and overlap 1
    """
    counts = [values.worth.count(each) for each in (OK, STALE, DOUBLED)]
    stored = "{} ok, {} stale, {} doubled".format(*counts)
    missing = ", ".join(f"{start} to {end}" for start, end in values.missing)
    return [
        values.state.done,
        f"{NAME} has {len(values.state.text)} code points. "
        f"Stored: {_rows(len(values.state.rows))}; {stored}",
        f"In no row that is ok: {missing}" if missing else "Every position is in a row that is ok",
        f"The next ingest cuts with size {values.state.size} and overlap {values.state.overlap}",
    ]


def _new(state: IngestState) -> Rows:
    return tuple(store(Document(NAME, state.text), state.size, state.overlap))


def _after(state: IngestState, rows: Rows, done: str) -> IngestState:
    return IngestState(state.text, state.size, state.overlap, rows, done)


def _gaps(spans: list[tuple[int, int]], n: int) -> Iterator[tuple[int, int]]:
    reached = 0
    for start, end in [*distinct(spans), (n, n)]:
        if start > reached:
            yield reached, start
        reached = end


def _rows(count: int) -> str:
    return f"{count} row" if count == 1 else f"{count} rows"
