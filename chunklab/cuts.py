"""What the edges of chunks cut apart: words and sentences; and what neighbours share.

Counts to compare ways of chunking by, on texts of any length: each takes time in proportion to the
text. They know nothing of a language, and say so where it matters.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from itertools import pairwise

from chunklab.tokens import word_spans

TYPE_CHECKING = False  # type checkers take it for true; importing typing would take 20 ms
if TYPE_CHECKING:
    from collections.abc import Iterable

    from chunklab.sources import TextChunk

_SENTENCE = re.compile(r"""\S[^\n]*?(?:[.!?]["'”’»)\]]*(?=\s)|[。！？]["'”’»)\]」』]*|(?=\n)|\Z)""")


def edges(chunks: Iterable[TextChunk]) -> list[int]:
    """Return every position where a chunk starts or ends, each once, in order.

    >>> edges([{"start": 0, "end": 4, "text": "one "}, {"start": 4, "end": 7, "text": "two"}])
    [0, 4, 7]
    """
    return sorted({edge for chunk in chunks for edge in (chunk["start"], chunk["end"])})


def cut_words(text: str, edges: Iterable[int]) -> list[int]:
    """Return those of the ``edges`` that fall inside a word, each once, in order.

    A word is a run of letters, digits, marks and underscores, with any single apostrophe inside it.
    In a script written without spaces that is all between two punctuation marks, so nearly every
    edge counts.

    >>> cut_words("It won't rain.", [0, 3, 6, 8, 11, 14])
    [6, 11]
    >>> cut_words("船は出る。", [0, 2, 5])
    [2]
    """
    words = [(start, end) for start, end in word_spans(text) if end - start > 1]
    return _inside(words, edges)


def cut_sentences(text: str, edges: Iterable[int]) -> list[int]:
    """Return those of the ``edges`` that fall inside a sentence, each once, in order.

    The white space between two sentences belongs to neither. See :func:`sentence_spans` for what a
    sentence is here.

    >>> cut_sentences("It rains. Stay in.", [0, 3, 9, 10, 15, 18])
    [3, 15]
    """
    return _inside(sentence_spans(text), edges)


def sentence_spans(text: str) -> list[tuple[int, int]]:
    r"""Return the span of every sentence, as told by punctuation and line ends alone.

    One ends with ``.``, ``!`` or ``?`` before white space, with ``。``, ``！`` or ``？``, and at a
    line's end; closing quotes and brackets after the mark are part of it. "Dr. Who" is two.

    >>> text = "It rains. \"Stay in!\"\n- a list\n一。二"
    >>> [text[start:end] for start, end in sentence_spans(text)]
    ['It rains.', '"Stay in!"', '- a list', '一。', '二']
    """
    return [
        (match.start(), match.start() + len(match[0].rstrip()))
        for match in _SENTENCE.finditer(text)
    ]


def shared_positions(chunks: Iterable[TextChunk]) -> list[int]:
    """Return how many positions each two neighbours have in common, seam by seam.

    >>> from chunklab.sources import chunks
    >>> shared_positions(chunks("abcdefghij", 4, 1))
    [1, 1]
    """
    return [one["end"] - other["start"] for one, other in pairwise(chunks)]


def _inside(spans: list[tuple[int, int]], edges: Iterable[int]) -> list[int]:
    """Return the edges after the start and before the end of one of the spans, all in order."""
    ends = [end for _, end in spans]
    found = []
    for edge in sorted(set(edges)):
        at = bisect_left(ends, edge)
        if at < len(spans) and spans[at][0] < edge < spans[at][1]:
            found.append(edge)
    return found
