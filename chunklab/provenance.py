"""Chunks that can prove where they come from, also after a journey through an index.

A stored chunk names its document, the revision that it was cut from, its offsets and its exact
text, so that it can be checked when it comes back. A chunk is found by its offsets, never by
searching for its text: the same sentence may stand in a document many times. Offsets are in code
points, end exclusive.
"""

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from chunklab.sources import chunks

_FIELDS = {"document_id": str, "revision": str, "start": int, "end": int, "text": str}


@dataclass(frozen=True)
class Document:
    """A text and the name it is known by."""

    document_id: str
    text: str

    @cached_property
    def revision(self) -> str:
        """The SHA-256 of the text's UTF-8, 64 hex digits: another text, another revision.

        Raises ``ValueError`` for a lone surrogate, which has no UTF-8.

        >>> Document("note", "one line").revision[:8], Document("note", "one line ").revision[:8]
        ('6ddd8602', 'cee745ca')
        """
        try:
            return hashlib.sha256(self.text.encode()).hexdigest()
        except UnicodeEncodeError as error:
            raise ValueError(
                f"a document with a lone surrogate has no revision, got "
                f"{self.text[error.start]!r} at position {error.start} of {self.document_id!r}"
            ) from None


@dataclass(frozen=True)
class StoredChunk:
    """What an index keeps of a chunk. Its text is a claim until :func:`verify` has seen it.

    Raises ``ValueError`` for a value of another type, a bool being no int, and unless
    ``0 <= start <= end``.
    """

    document_id: str
    revision: str
    start: int
    end: int
    text: str

    def __post_init__(self) -> None:
        for name, kind in _FIELDS.items():
            value = getattr(self, name)
            if type(value) is not kind:
                raise ValueError(
                    f"{name} must be of type {kind.__name__}, "
                    f"got {name}={value!r:.80} ({type(value).__name__})"
                )
        if not 0 <= self.start <= self.end:
            raise ValueError(
                f"offsets must satisfy 0 <= start <= end, got start={self.start}, end={self.end}"
            )


@dataclass(frozen=True)
class Evidence(StoredChunk):
    """A stretch of a document that retrieved chunks cover together, each position once."""


class ProvenanceError(ValueError):
    """A stored chunk is not what it says."""


class UnknownDocument(ProvenanceError):
    """There is no document of the chunk's name."""


class StaleRevision(ProvenanceError):
    """The document's text is not the one that the chunk was cut from."""


class TextDiffers(ProvenanceError):
    """At the chunk's offsets the document has other text."""


def store(document: Document, size: int, overlap: int) -> Iterator[StoredChunk]:
    """Yield the chunks of a document, cut as :func:`chunklab.chunks` does, ready for an index.

    An empty document gives none. When iteration starts it raises as ``chunks`` does, and
    ``ValueError`` for a text with a lone surrogate.

    >>> for chunk in store(Document("note", "Yes sir. Yes sir."), 9, 0):
    ...     print(chunk.document_id, chunk.revision[:8], chunk.start, chunk.end, repr(chunk.text))
    note 0b72a3da 0 9 'Yes sir. '
    note 0b72a3da 9 17 'Yes sir.'
    """
    for chunk in chunks(document.text, size, overlap):
        yield StoredChunk(document.document_id, document.revision, **chunk)


def verify(chunk: StoredChunk, documents: Mapping[str, Document]) -> None:
    """Raise the first check that fails: document known, revision the same, text the same.

    ``documents`` are found by their id. The errors are :class:`UnknownDocument`,
    :class:`StaleRevision` and :class:`TextDiffers`, all of them :class:`ProvenanceError`; each
    names the chunk and what differs. A chunk whose offsets leave the document has other text.
    A document with a lone surrogate has no revision: ``ValueError``.

    >>> note = Document("note", "Yes sir. Yes sir.")
    >>> verify(StoredChunk("note", note.revision, 9, 12, "Yes"), {"note": note})
    >>> verify(StoredChunk("note", note.revision, 9, 12, "Yet"), {"note": note})
    Traceback (most recent call last):
    chunklab.provenance.TextDiffers: text differs: [9, 12) of 'note' at position 11, \
the document goes on with 's', the chunk with 't'
    """
    document = documents.get(chunk.document_id)
    if document is None or document.document_id != chunk.document_id:
        raise UnknownDocument(f"unknown document: {_place(chunk)} is in none of those given")
    if chunk.revision != document.revision:
        raise StaleRevision(
            f"stale revision: {_place(chunk)} was cut from {chunk.revision}, "
            f"the document is now {document.revision}"
        )
    if chunk.end > len(document.text):
        raise TextDiffers(
            f"text differs: {_place(chunk)} goes on where the document ends, at position "
            f"{len(document.text)}"
        )
    found = document.text[chunk.start : chunk.end]
    if found != chunk.text:
        at = _first_difference(found, chunk.text)
        raise TextDiffers(
            f"text differs: {_place(chunk)} at position {chunk.start + at}, the document goes on "
            f"with {found[at : at + 8]!r}, the chunk with {chunk.text[at : at + 8]!r}"
        )


def merge(chunks: Iterable[StoredChunk]) -> list[Evidence]:
    """Return the distinct evidence in retrieved chunks: what touches or overlaps becomes one.

    Only chunks of the same document and revision come together. Documents are in the order in
    which they first appear, and evidence within one by its start. A chunk without text adds
    nothing; no chunks, no evidence.

    The text is put together from the chunks' own: ``ValueError`` if two of them disagree about a
    position, or if a text is not as long as its offsets say.

    >>> note = Document("note", "One. Two. Three. Four.")
    >>> retrieved = [chunk for chunk in store(note, 8, 3) if chunk.start != 10]
    >>> [(chunk.start, chunk.end) for chunk in retrieved]
    [(0, 8), (5, 13), (15, 22)]
    >>> [(evidence.start, evidence.end, evidence.text) for evidence in merge(retrieved)]
    [(0, 13, 'One. Two. Thr'), (15, 22, '. Four.')]
    """
    by_source: dict[tuple[str, str], list[StoredChunk]] = {}
    for chunk in chunks:
        _require_length(chunk)
        by_source.setdefault((chunk.document_id, chunk.revision), []).append(chunk)
    return [_joined(run) for found in by_source.values() for run in _runs(found)]


def _runs(chunks: list[StoredChunk]) -> list[list[StoredChunk]]:
    """Return the chunks by stretch of the document, without those that bring no position."""
    runs: list[list[StoredChunk]] = []
    for chunk in sorted(chunks, key=lambda chunk: chunk.start):
        if not chunk.text:
            continue
        if not runs or chunk.start > runs[-1][-1].end:
            runs.append([chunk])
            continue
        # The last of a run reaches furthest and starts no later: it has all that is shared.
        furthest = runs[-1][-1]
        _require_agreement(furthest, chunk)
        if chunk.end > furthest.end:
            runs[-1].append(chunk)
    return runs


def _joined(run: list[StoredChunk]) -> Evidence:
    new = [after.text[before.end - after.start :] for before, after in pairwise(run)]
    first, last = run[0], run[-1]
    text = "".join([first.text, *new])
    return Evidence(first.document_id, first.revision, first.start, last.end, text)


def to_json_lines(chunks: Iterable[StoredChunk]) -> Iterator[str]:
    r"""Yield a line of JSON for each chunk, in ASCII, ending in a line feed.

    The object in it has exactly the keys document_id, revision, start, end and text. Every
    character comes back from :func:`from_json_lines`, NUL, U+2028 and a lone surrogate too.
    ``ValueError`` if the text is not as long as the offsets say, and where a high surrogate stands
    before a low one: JSON would give them back as one character.

    >>> print(*to_json_lines([StoredChunk("note", "r1", 4, 7, "é\n🙂")]), end="")
    {"document_id": "note", "revision": "r1", "start": 4, "end": 7, "text": "\u00e9\n\ud83d\ude42"}
    """
    for chunk in chunks:
        _require_length(chunk)
        for name in ("document_id", "revision", "text"):
            if pair := re.search("[\ud800-\udbff][\udc00-\udfff]", getattr(chunk, name)):
                raise ValueError(
                    f"{name} must not hold two surrogates that make a pair, got {pair[0]!r} at "
                    f"position {pair.start()} of the {name} of {_place(chunk)}"
                )
        yield json.dumps(vars(chunk)) + "\n"


def from_json_lines(lines: Iterable[str]) -> Iterator[StoredChunk]:
    """Yield the chunks of lines that :func:`to_json_lines` wrote, such as those of an open file.

    Blank lines are skipped. Reading is strict: ``ValueError``, with the number of the line, for
    what is not JSON, for a key that is missing, unknown or there twice, for a value that
    :class:`StoredChunk` refuses, and for a text that is not as long as the offsets say.

    >>> list(from_json_lines(['{"document_id": "note", "revision": "r1", "start": 4}']))
    Traceback (most recent call last):
    ValueError: line 1: keys must be exactly document_id, revision, start, end, text, \
got missing ['end', 'text'], unknown []
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            chunk = _from_json(line)
        except (ValueError, RecursionError) as error:
            raise ValueError(f"line {number}: {error}") from None
        yield chunk


def _from_json(line: str) -> StoredChunk:
    try:
        value = json.loads(line, object_pairs_hook=_without_duplicates)
    except json.JSONDecodeError as error:
        raise ValueError(f"must be JSON: {error.msg} at column {error.pos + 1}") from None
    if not isinstance(value, dict):
        raise ValueError(f"must be a JSON object, got {value!r:.80}")
    missing = [name for name in _FIELDS if name not in value]
    unknown = [name for name in value if name not in _FIELDS]
    if missing or unknown:
        raise ValueError(
            f"keys must be exactly {', '.join(_FIELDS)}, got missing {missing}, unknown {unknown}"
        )
    chunk = StoredChunk(**value)
    _require_length(chunk)
    return chunk


def _without_duplicates(pairs: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(pairs)
    if len(value) < len(pairs):
        key, times = Counter(key for key, _ in pairs).most_common(1)[0]
        raise ValueError(f"each key must stand once, got {key!r} {times} times")
    return value


def _require_length(chunk: StoredChunk) -> None:
    if len(chunk.text) != chunk.end - chunk.start:
        raise ValueError(
            f"text must have end - start code points, got {len(chunk.text)} in {_place(chunk)}"
        )


def _require_agreement(before: StoredChunk, after: StoredChunk) -> None:
    """Raise unless two chunks agree where they overlap; ``after`` starts no earlier."""
    shared = min(before.end, after.end) - after.start
    offset = after.start - before.start
    ours, theirs = before.text[offset : offset + shared], after.text[:shared]
    if ours != theirs:
        at = _first_difference(ours, theirs)
        raise ValueError(
            f"chunks that overlap must agree, {_place(before)} and {_place(after)} differ at "
            f"position {after.start + at}: {ours[at]!r} and {theirs[at]!r}"
        )


def _first_difference(one: str, other: str) -> int:
    """Return the first position at which two different texts differ, or where one ends."""
    for position, (ours, theirs) in enumerate(zip(one, other, strict=False)):
        if ours != theirs:
            return position
    return min(len(one), len(other))


def _place(chunk: StoredChunk) -> str:
    return f"[{chunk.start}, {chunk.end}) of {chunk.document_id!r}"
