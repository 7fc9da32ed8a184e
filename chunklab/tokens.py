"""Tokens by their place in the text, and windows over them whose text is the source itself.

Use this when a budget is counted in tokens and a window must still be traced back to where it came
from. The text of a window is always a slice of the source: what a tokenizer decodes may have other
characters. Spans are in code points, end exclusive.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple, Protocol, TypedDict

from chunklab.geometry import chunk_starts, require_window

Span = tuple[int, int]

_CONTINUING = bytes(range(0b1000_0000, 0b1100_0000))  # in UTF-8, all of a code point but its first


class TokenSpan(NamedTuple):
    """Where a tokenizer's token lies; ``whole`` is false if it has only part of a code point.

    A byte-level tokenizer can cut inside a code point, where no offset in code points exists. Each
    of the tokens that share the code point then has it in its span.
    """

    start: int
    end: int
    whole: bool


class TokenWindow(TypedDict):
    """A window: ``text`` equals ``source[start:end]``; it holds the tokens ``[first, last)``."""

    start: int
    end: int
    text: str
    first: int
    last: int


class Encoding(Protocol):
    """What is read of an ``Encoding`` of Hugging Face's *tokenizers*."""

    @property
    def offsets(self) -> Sequence[Span]:
        """The span of each token, in code points of the text that was given."""

    @property
    def special_tokens_mask(self) -> Sequence[int]:
        """1 for each token that was put in beside the text, and for padding."""

    @property
    def n_sequences(self) -> int:
        """How many texts were encoded together."""


class Encoder(Protocol):
    """What is called of an encoder like tiktoken's."""

    def encode(self, text: str, /) -> Sequence[int]:
        """Return the numbers of the text's tokens."""

    def decode_single_token_bytes(self, token: int, /) -> bytes:
        """Return the bytes that a token stands for."""


def word_spans(text: str) -> list[Span]:
    """Return the span of every word and punctuation mark of ``text``, in code points.

    A run of letters, digits, marks (accents, say) and underscores is one token, with any single
    apostrophe (' or ’) inside it. Every other character that is not white space is a token of its
    own. White space is in none. Text without tokens gives an empty list.

    >>> text = "Don't round 3.5 up!"
    >>> [text[start:end] for start, end in word_spans(text)]
    ["Don't", 'round', '3', '.', '5', 'up', '!']
    >>> word_spans(text)[:2]
    [(0, 5), (6, 11)]
    >>> word_spans(" ")
    []
    """
    _require_str(text)
    kinds = "".join(map(_kind, text))  # as long as the text: what is found here lies there
    return [match.span() for match in re.finditer("w+(?:'w+)*|[^ ]", kinds)]


@cache
def _kind(character: str) -> str:
    if character == "_" or unicodedata.category(character)[0] in "LNM":
        return "w"
    if character.isspace():
        return " "
    return "'" if character in "'’" else "."


def token_windows(
    text: str, spans: Sequence[Span | TokenSpan], size: int, overlap: int
) -> Iterator[TokenWindow]:
    """Yield the windows of at most ``size`` tokens, neighbours sharing ``overlap`` tokens.

    ``spans`` are the tokens of ``text`` in order. A window's text is the slice of ``text`` from the
    start of its first token to the end of its last, so white space around those two is not in it.
    A code point that tokens share is in the window of each. The first window that holds the last
    token is the last. No tokens, no windows.

    This is a generator, so the arguments are checked when iteration starts: ``ValueError`` unless
    ``size`` and ``overlap`` are exactly ints with ``0 <= overlap < size``, and unless the spans
    ascend within the text without overlap (neighbours that are not ``whole`` may share one code
    point); ``TypeError`` unless ``text`` is a ``str``.

    >>> text = "Wait - what?"
    >>> for window in token_windows(text, word_spans(text), 2, 1):
    ...     print(window)
    {'start': 0, 'end': 6, 'text': 'Wait -', 'first': 0, 'last': 2}
    {'start': 5, 'end': 11, 'text': '- what', 'first': 1, 'last': 3}
    {'start': 7, 'end': 12, 'text': 'what?', 'first': 2, 'last': 4}
    """
    _require_str(text)
    require_window(size, overlap)
    _require_spans(text, spans)
    for first in chunk_starts(len(spans), size, overlap):
        last = min(first + size, len(spans))
        start, end = spans[first][0], spans[last - 1][1]
        yield {"start": start, "end": end, "text": text[start:end], "first": first, "last": last}


def _require_spans(text: str, spans: Sequence[Span | TokenSpan]) -> None:
    reached, cut = 0, False  # where the token before ends, and whether it may share a code point
    for number, span in enumerate(spans):
        start, end = span[0], span[1]
        if type(start) is not int or type(end) is not int:
            raise ValueError(f"spans must hold ints, got spans[{number}]=({start!r}, {end!r})")
        if not 0 <= start <= end <= len(text):
            raise ValueError(
                f"spans must satisfy 0 <= start <= end <= {len(text)}, the length of the text, "
                f"got spans[{number}]=({start}, {end})"
            )
        cut_before, cut = cut, isinstance(span, TokenSpan) and not span.whole
        if start < reached - (cut_before and cut) or end < reached:
            raise ValueError(
                f"spans must ascend without overlap, got spans[{number}]=({start}, {end}) "
                f"where the token before ends at {reached}"
            )
        reached = end


def spans_of_encoding(encoding: Encoding) -> list[TokenSpan]:
    """Return the spans of an ``Encoding`` of Hugging Face's *tokenizers*, special tokens left out.

    Special tokens are those that were put in beside the text, and padding; one that stands in the
    text is a token like any other. Two tokens that share a code point both have it and are not
    ``whole``. A token that was trimmed to nothing keeps its place, with an empty span.

    Offsets do not tell everything. It cannot be known here

    - which part of a shared code point a token has, and whether it has any: a blank that the
      tokenizer puts before the text is reported as the first code point;
    - what a normaliser changed: a letter joined with its accent is reported as the letter alone;
    - what was left out, by truncation or for want of a token: the rest of a code point looks whole.

    Raises ``ValueError`` if two texts were encoded together, and unless the offsets ascend, with
    one code point shared at most. Those of a text given in pieces rarely do.

    >>> from types import SimpleNamespace
    >>> encoding = SimpleNamespace(             # "a🙂", from a byte-level tokenizer
    ...     n_sequences=1,
    ...     offsets=[(0, 0), (0, 1), (1, 2), (1, 2)],
    ...     special_tokens_mask=[1, 0, 0, 0],
    ... )
    >>> for span in spans_of_encoding(encoding):
    ...     print(span)
    TokenSpan(start=0, end=1, whole=True)
    TokenSpan(start=1, end=2, whole=False)
    TokenSpan(start=1, end=2, whole=False)
    """
    if encoding.n_sequences != 1:
        raise ValueError(
            f"the encoding must be that of one text, got n_sequences={encoding.n_sequences}"
        )
    spans: list[TokenSpan] = []
    for (start, end), special in zip(encoding.offsets, encoding.special_tokens_mask, strict=True):
        if special:
            continue
        reached = spans[-1].end if spans else 0
        if not max(0, reached - 1) <= start <= end or end < reached:
            raise ValueError(
                "offsets must ascend, and neighbours share one code point at most, "
                f"got ({start}, {end}) where the token before ends at {reached}"
            )
        shares = start < reached
        if shares:
            spans[-1] = spans[-1]._replace(whole=False)
        spans.append(TokenSpan(start, end, whole=not shares))
    return spans


def spans_of_encoder(encoder: Encoder, text: str) -> list[TokenSpan]:
    """Return the spans of the tokens that an encoder like tiktoken's makes of ``text``.

    The encoder has ``encode(text)`` and ``decode_single_token_bytes(token)``; ``encode_ordinary``
    is taken instead of ``encode`` where there is one, so that the name of a special token in the
    text is text. A token that begins or ends inside a code point is not ``whole``.

    Raises ``ValueError`` for a lone surrogate, which has no UTF-8, and if the bytes of the tokens,
    put together, are not the text's UTF-8: the message names the first byte that differs.

    >>> class Bytes:
    ...     def encode(self, text):
    ...         return list(text.encode())
    ...     def decode_single_token_bytes(self, token):
    ...         return bytes([token])
    >>> for span in spans_of_encoder(Bytes(), "aé"):
    ...     print(span)
    TokenSpan(start=0, end=1, whole=True)
    TokenSpan(start=1, end=2, whole=False)
    TokenSpan(start=1, end=2, whole=False)
    """
    _require_str(text)
    try:
        source = text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(
            f"text must have UTF-8, got a lone surrogate, {text[error.start]!r}, "
            f"at position {error.start}"
        ) from None
    encode = getattr(encoder, "encode_ordinary", encoder.encode)
    pieces = [encoder.decode_single_token_bytes(token) for token in encode(text)]
    _require_bytes(source, b"".join(pieces))

    spans = []
    at = begun = 0  # bytes read; code points that begin in them
    for piece in pieces:
        opens = _is_edge(source, at)
        start = begun if opens else begun - 1
        at += len(piece)
        begun += len(piece.translate(None, _CONTINUING))
        spans.append(TokenSpan(start, begun, opens and _is_edge(source, at)))
    return spans


def _require_str(text: str) -> None:
    if not isinstance(text, str):
        raise TypeError(f"text must be a str, got {type(text).__name__}")


def _require_bytes(source: bytes, decoded: bytes) -> None:
    if decoded == source:
        return
    shorter = min(len(source), len(decoded))
    at = next((k for k in range(shorter) if source[k] != decoded[k]), shorter)
    raise ValueError(
        f"the tokens' bytes must be the text's UTF-8, they differ at byte {at}: "
        f"the text goes on with {source[at : at + 8]!r}, the tokens with {decoded[at : at + 8]!r}"
    )


def _is_edge(source: bytes, at: int) -> bool:
    return at == len(source) or source[at] not in _CONTINUING
