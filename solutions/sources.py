"""Answer key of the exercise "sources": the definitions, written as loops anyone can follow.

If your version fails, find the first function here that surprises you.
"""

import hashlib


def chunks(text, size, overlap):
    """Yield the chunks of a text with their offsets."""
    # type(...) is int, because isinstance(True, int) holds: a bool would pass for a number.
    if type(size) is not int or type(overlap) is not int:
        raise ValueError(f"size and overlap must be ints, got size={size!r}, overlap={overlap!r}")
    if not 0 <= overlap < size:
        raise ValueError(
            f"overlap must satisfy 0 <= overlap < size, got overlap={overlap}, size={size}"
        )
    end = 0
    start = 0
    while end < len(text):  # "end", not "start": a start inside the text can bring nothing new
        end = min(start + size, len(text))
        yield {"start": start, "end": end, "text": text[start:end]}
        start = end - overlap


def reconstruct(pieces, overlap):
    """Return the first text and, after it, what is new in every later one."""
    text = ""
    for number, piece in enumerate(pieces):
        if number == 0:
            text += piece["text"]
        else:
            text += piece["text"][overlap:]
    return text


def to_utf8(text, positions):
    """Return each position's offset in UTF-8 bytes."""
    offsets = [0]  # offsets[i] is the offset of position i, and the end is a position too
    for character in text:
        offsets.append(offsets[-1] + len(character.encode("utf-8")))
    return [offsets[position] for position in positions]


def to_utf16(text, positions):
    """Return each position's offset in UTF-16 units."""
    offsets = _utf16_offsets(text)
    return [offsets[position] for position in positions]


def from_utf16(text, offsets):
    """Return each UTF-16 offset's position in code points."""
    positions = {}
    for position, offset in enumerate(_utf16_offsets(text)):
        positions[offset] = position
    answer = []
    for offset in offsets:
        # An offset between the two halves is nobody's; rounding it would point elsewhere.
        if offset not in positions:
            raise ValueError(f"no code point begins at UTF-16 offset {offset}")
        answer.append(positions[offset])
    return answer


def _utf16_offsets(text):
    """Return the offset in UTF-16 units of every position of a text, the end included."""
    offsets = [0]
    for character in text:
        units = 2 if ord(character) > 0xFFFF else 1
        offsets.append(offsets[-1] + units)
    return offsets


def revision(text):
    """Return the SHA-256 of the exact text, in hexadecimal digits."""
    # A lone surrogate makes encode raise UnicodeEncodeError, which is a ValueError.
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def verify(chunk, documents):
    """Return the first check that a stored chunk fails, or "ok"."""
    if chunk["document_id"] not in documents:
        return "unknown document"
    text = documents[chunk["document_id"]]
    if chunk["revision"] != revision(text):
        return "stale revision"
    # At its offsets: the same words may stand elsewhere in the document too.
    if text[chunk["start"] : chunk["end"]] != chunk["text"]:
        return "text differs"
    return "ok"


def merge_spans(spans):
    """Return the spans that hold the same positions without holding one twice."""
    merged = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:  # "<=": spans that touch leave no gap
            last_start, last_end = merged[-1]
            merged[-1] = (last_start, max(last_end, end))  # it may end inside the last one
        else:
            merged.append((start, end))
    return merged
