"""Text chunks that know their place in the source: start, end and the exact text.

Use this when a retrieved chunk must be traced back to where it came from. When only the pieces of
a token sequence are wanted, use :func:`chunklab.chunk_with_overlap`.
"""

from __future__ import annotations

from chunklab.geometry import require_window

TYPE_CHECKING = False  # type checkers take it for true; importing typing would take 20 ms
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypedDict

    class TextChunk(TypedDict):
        """A chunk: ``text`` equals ``source[start:end]``, offsets in code points, end exclusive."""

        start: int
        end: int
        text: str


def chunks(text: str, size: int, overlap: int) -> Iterator[TextChunk]:
    """Yield the chunks of ``text``, at most ``size`` code points each, with their offsets.

    The next chunk starts ``overlap`` code points before the end of the last; the first chunk whose
    end reaches the end of the text is the last. Empty text yields nothing. The first text, then
    every later text without its first ``overlap`` code points, put together give the source.

    This is a generator, so the arguments are checked when iteration starts, not at the call:
    ``ValueError`` unless ``size`` and ``overlap`` are exactly ints with ``0 <= overlap < size``,
    ``TypeError`` unless ``text`` is a ``str``.

    >>> for chunk in chunks("A🙂BCDEFGHI", 4, 1):
    ...     print(chunk)
    {'start': 0, 'end': 4, 'text': 'A🙂BC'}
    {'start': 3, 'end': 7, 'text': 'CDEF'}
    {'start': 6, 'end': 10, 'text': 'FGHI'}
    >>> list(chunks("", 4, 1))
    []
    """
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, got {type(text).__name__}")
    require_window(size, overlap)
    start = end = 0
    while end < len(text):
        end = min(start + size, len(text))
        yield {"start": start, "end": end, "text": text[start:end]}
        start = end - overlap
