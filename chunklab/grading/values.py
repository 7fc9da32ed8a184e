"""Plain values as JSON data, exact in type: the only thing a submission can hand to the judge.

``None``, bools, ints, finite floats, strings and lists stand for themselves. Everything else is a
JSON object with one key that names its kind: ``{"tuple": [...]}``, ``{"float": "nan"}``. A value
that is not plain data travels as its type's name and a short text, and decodes to
:class:`Opaque`, which equals nothing. Only exact types are plain: an instance of a *subclass* of
int is opaque, so no method that a submission writes is ever consulted by the judge.

The child encodes and the parent decodes, so this module imports nothing of the package; and
little else, because every child starts with it.
"""

from __future__ import annotations

import math
import re
from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

MAX_ITEMS = 100_000
"""Most values in one answer, nested ones and the items of a generator included."""

MAX_DEPTH = 50
"""Deepest nesting of one answer."""

MAX_BITS = 8192
"""Longest int in one answer, in bits: far beyond any count, and quick to write in decimal."""

MAX_TEXT = 1_000_000
"""Longest string or bytes in one answer, in code points or bytes."""


MAX_KEYS = 1000
"""Most entries of one set or dict: keys chosen to collide make larger ones slow to build."""


class TooLarge(ValueError):
    """The value breaks a bound of this module; the message says which."""


class Generated:
    """What a generator yielded, in order."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items


class Stream:
    """An iterator over ``items``: read once, front to back; ``taken`` counts what has been read.

    As an argument of a check it travels whole, however much of it was read.

    >>> stream = Stream("abc")
    >>> next(stream), list(stream), list(stream), stream.taken
    ('a', ['b', 'c'], [], 3)
    """

    def __init__(self, items: Iterable[Any]) -> None:
        self.items = list(items)
        self.taken = 0

    def __iter__(self) -> Stream:
        return self

    def __next__(self) -> Any:
        if self.taken == len(self.items):
            raise StopIteration
        self.taken += 1
        return self.items[self.taken - 1]

    def __repr__(self) -> str:
        return f"iter({self.items!r})"  # what a learner would write to try the call


class Opaque:
    """A value that is not plain data: the name of its type and a short text."""

    def __init__(self, type_name: str, text: str) -> None:
        self.type_name = type_name
        self.text = text

    def __repr__(self) -> str:
        return f"{self.text} ({self.type_name})"


def encode(value: object) -> Any:
    """Return ``value`` as data that :mod:`json` writes without loss.

    A generator is consumed. Raises :class:`TooLarge` past a bound; errors of a generator's own
    code pass through.

    >>> encode([1, (2.5, "x"), float("nan")])
    [1, {'tuple': [2.5, 'x']}, {'float': 'nan'}]
    """
    return _Encoder().encode(value, 0)


class _Encoder:
    def __init__(self) -> None:
        self.left = MAX_ITEMS

    def encode(self, value: Any, depth: int) -> Any:
        self.left -= 1
        if self.left < 0:
            raise TooLarge(f"more than {MAX_ITEMS} values")
        if depth > MAX_DEPTH:
            raise TooLarge(f"nested more than {MAX_DEPTH} deep")
        kind = type(value)
        if value is None or kind is bool:
            return value
        if kind is int:
            if value.bit_length() > MAX_BITS:
                raise TooLarge(f"an int of more than {MAX_BITS} bits")
            return value
        if kind is float:
            return value if math.isfinite(value) else {"float": str(value)}
        if kind is str or kind is bytes:
            if len(value) > MAX_TEXT:
                raise TooLarge(f"a {kind.__name__} longer than {MAX_TEXT}")
            return value if kind is str else {"bytes": value.hex()}
        if kind is list:
            return self.items(value, depth)
        if kind in (set, frozenset, dict) and len(value) > MAX_KEYS:
            raise TooLarge(f"a {kind.__name__} of more than {MAX_KEYS} entries")
        if kind in (tuple, set, frozenset):
            return {kind.__name__: self.items(value, depth)}
        if kind is dict:
            return {"dict": [self.items(pair, depth + 1) for pair in value.items()]}
        if kind is range:
            return {"range": self.items((value.start, value.stop, value.step), depth)}
        if kind is Stream:
            return {"stream": self.items(value.items, depth)}
        if kind is GENERATOR:
            # One more than may still be encoded is enough to notice an endless one.
            return {"generator": self.items(islice(value, self.left + 1), depth)}
        return {"opaque": [kind.__name__[:100], _text(value)]}

    def items(self, values: Any, depth: int) -> list[Any]:
        return [self.encode(value, depth + 1) for value in values]


GENERATOR = type(None for _ in ())


def _text(value: object) -> str:
    try:
        return str.__str__(repr(value))[:200]
    except Exception:  # a submission's own __repr__ may do anything
        return "(its repr failed)"


def decode(data: Any) -> Any:
    """Return the value that ``data`` stands for, the inverse of :func:`encode`.

    Raises ``ValueError`` for anything that :func:`encode` would not have written, what breaks its
    bounds included: the sender is not trusted.

    >>> decode([1, {"tuple": [2.5, "x"]}])
    [1, (2.5, 'x')]
    """
    return _Decoder().decode(data, 0)


class _Decoder:
    def __init__(self) -> None:
        self.left = MAX_ITEMS

    def decode(self, data: Any, depth: int) -> Any:
        self.left -= 1
        if self.left < 0 or depth > MAX_DEPTH:
            raise TooLarge("beyond the bounds of an answer")
        if isinstance(data, list):
            return self.items(data, depth)
        if not isinstance(data, dict):
            return data
        if len(data) != 1:
            raise ValueError("a tagged value has exactly one key")
        [(tag, content)] = data.items()
        try:
            return self.tagged(tag, content, depth)
        except TypeError as error:
            raise ValueError(f"malformed {tag!r} value: {error}") from None

    def items(self, data: list[Any], depth: int) -> list[Any]:
        return [self.decode(item, depth + 1) for item in data]

    def tagged(self, tag: str, content: Any, depth: int) -> Any:
        if tag in ("set", "frozenset", "dict") and len(content) > MAX_KEYS:
            raise TooLarge(f"a {tag} of more than {MAX_KEYS} entries")
        match tag:
            case "float" if content in ("nan", "inf", "-inf"):
                return float(content)
            case "bytes":
                return bytes.fromhex(content)
            case "tuple":
                return tuple(self.items(content, depth))
            case "set" | "frozenset":
                return (set if tag == "set" else frozenset)(self.items(content, depth))
            case "dict":
                return dict(map(self._pair, content))
            case "range":
                return range(*content)
            case "generator":
                return Generated(self.items(content, depth))
            case "stream":
                return Stream(self.items(content, depth))
            case "opaque":
                type_name, text = content
                return Opaque(printable(str(type_name), 100), printable(str(text), 200))
        raise ValueError(f"unknown kind of value {tag!r}")

    def _pair(self, pair: Any) -> tuple[Any, Any]:
        key, value = self.items(pair, 1)
        return key, value


def printable(text: str, longest: int) -> str:
    """Return a stranger's text, cut, that any terminal or file can take.

    Addresses in memory are left out: they differ from run to run.

    >>> printable("\\x1b[2J a line\\n and \\ud800", 99)
    '\\\\x1b[2J a line\\n and \\\\ud800'
    >>> printable("<object object at 0x7fd1c05e4b70>", 99)
    '<object object>'
    """
    text = text[:longest]
    if " at 0x" in text:
        text = re.sub(" at 0x[0-9a-fA-F]+", "", text)
    if text.isprintable():  # nearly always
        return text
    return "".join(
        character if character.isprintable() or character in "\n\t" else ascii(character)[1:-1]
        for character in text
    )


def aliases(result: object, arguments: tuple[object, ...]) -> str:
    """Name what a result's lists and dicts share: ``"argument"``, ``"itself"`` or ``""``.

    >>> row = [0]
    >>> aliases([row], (row,)), aliases([row, row], ()), aliases([[0], [0]], (row,))
    ('argument', 'itself', '')
    """
    theirs = {id(part) for argument in arguments for part in _containers(argument)}
    seen: set[int] = set()
    for part in _containers(result):
        if id(part) in theirs:
            return "argument"
        if id(part) in seen:
            return "itself"
        seen.add(id(part))
    return ""


def _containers(value: object) -> list[object]:
    """Return the lists and dicts within a value that :func:`encode` accepted, each occurrence."""
    found: list[object] = []
    stack = [value]
    while stack:
        part = stack.pop()
        if isinstance(part, dict):
            found.append(part)
            stack.extend(part.values())
        elif isinstance(part, list):
            found.append(part)
            stack.extend(part)
        elif isinstance(part, tuple):
            stack.extend(part)
    return found
