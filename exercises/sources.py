"""Exercise "sources": eight functions for chunks that can be traced to their source.

Replace each ``raise NotImplementedError`` with your own code. Run ``check("sources")`` in the
notebook, or ``chunklab check sources`` in a terminal, as often as you like; stuck functions have
hints: ``chunklab hint sources chunks``. Later functions may call earlier ones.

The words:

- *offset*: a position in a text. Python counts it in code points, from 0; the end of a span is not
  included, as in Python's slices;
- *UTF-8 byte*, *UTF-16 unit*: what files and what browsers count in. A code point takes 1 to 4
  bytes of UTF-8, and 1 or 2 units of UTF-16;
- *revision*: a fingerprint of a document's exact text. Any change of the text changes it.

Only Python's standard library is there where your functions are checked.
"""


def chunks(text, size, overlap):
    """Yield the chunks of a text, in order: this is a generator.

    text:    a str
    size:    most code points in one chunk
    overlap: code points that a chunk repeats from the one before it

    Each chunk is a new dict with exactly the keys "start", "end" and "text", where "text" is
    text[start:end]. The first chunk starts at 0 and each next one at the last end less overlap;
    chunking stops with the first chunk whose end reaches the end of the text. Empty text yields
    nothing.

    Raise ValueError, when iteration starts, unless size and overlap are exactly of type int (so
    True and 4.0 are refused) and 0 <= overlap < size.

    Example: list(chunks("abcdefgh", 5, 2)) is
    [{"start": 0, "end": 5, "text": "abcde"}, {"start": 3, "end": 8, "text": "defgh"}].
    """
    raise NotImplementedError


def reconstruct(pieces, overlap):
    """Return the text that was cut, a str, put together from all of its chunks.

    pieces:  the chunks in order, a list of dicts as chunks yields them; "" for an empty list
    overlap: what they were cut with

    Example: reconstruct([{"start": 0, "end": 3, "text": "abc"},
                          {"start": 2, "end": 5, "text": "cde"}], 1) is "abcde".
    """
    raise NotImplementedError


def to_utf8(text, positions):
    """Return each position's offset in UTF-8 bytes, a list of ints in the order of positions.

    positions: a list of code-point positions, 0 <= position <= len(text), in any order, some of
               them perhaps twice

    The offset of a position is the number of bytes before it. Walk over the text once, however
    many positions there are: a text may be long and have many.

    Example: to_utf8("né!", [0, 2, 3]) is [0, 3, 4].
    """
    raise NotImplementedError


def to_utf16(text, positions):
    """Return each position's offset in UTF-16 units, a list of ints in the order of positions.

    The same as to_utf8, in the units of a browser: a code point above U+FFFF takes two of them,
    any other takes one.

    Example: to_utf16("a🙂b", [0, 1, 2, 3]) is [0, 1, 3, 4].
    """
    raise NotImplementedError


def from_utf16(text, offsets):
    """Return each UTF-16 offset's position in code points, a list of ints in the order of offsets.

    The way back from to_utf16, and again in one walk over the text. Raise ValueError for an offset
    that no position has: one between the two units of a code point, one below 0, or one beyond the
    end of the text.

    Example: from_utf16("a🙂b", [4, 1]) is [3, 1], and from_utf16("a🙂b", [2]) raises ValueError.
    """
    raise NotImplementedError


def revision(text):
    """Return the revision of a text, a str: the SHA-256 of its UTF-8 bytes in 64 hex digits.

    Hexadecimal digits are in lower case. Raise ValueError for a text that has no UTF-8, because
    half of a surrogate pair stands in it alone.

    Example: revision("tea") begins with "a9f74d1e".
    """
    raise NotImplementedError


def verify(chunk, documents):
    """Return what becomes of a stored chunk when it is checked against the documents, a str.

    chunk:     a dict with the keys "document_id", "revision", "start", "end" and "text"
    documents: a dict with the text of each document under its id

    "unknown document" if no document has the chunk's id; else
    "stale revision"   if the document's revision is not the chunk's; else
    "text differs"     if the chunk's text is not what stands at start to end; else
    "ok".

    Example: verify({"document_id": "menu", "revision": revision("tea, rice"), "start": 5,
                     "end": 9, "text": "rice"}, {"menu": "tea, rice"}) is "ok".
    """
    raise NotImplementedError


def merge_spans(spans):
    """Return the distinct evidence in some spans of one document: a list of (start, end) tuples.

    spans: a list of (start, end) tuples with start < end, in any order, some of them perhaps very
           long; leave it unchanged

    The answer holds every position that is in some span, and no other. It is in order, and no two
    of its spans overlap or touch. No spans give [].

    Example: merge_spans([(30, 50), (0, 20), (15, 32), (60, 70)]) is [(0, 50), (60, 70)].
    """
    raise NotImplementedError
