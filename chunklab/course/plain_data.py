"""Plain data as Python text: what evaluates to an equal value, by brackets and literals alone."""

from collections.abc import Iterator
from typing import Any

MAX_DATA = 100_000
"""Most characters that one name's data may take when written out."""
MAX_NESTING = 50
"""Most levels of lists in lists: Python's own parser stops at 200 brackets."""


class NotPlainError(Exception):
    """What keeps a value from being written out as plain data, in words."""


def as_source(value: object) -> str:
    """Return an expression that evaluates to an equal value, whatever the names around it mean.

    Equal and alike, down to the types inside; an object that stands in two places arrives twice.
    Raises ``NotPlainError`` for other types, and for more than ``MAX_DATA`` characters.

    >>> as_source({"size": [200, (50,)], "share": float("inf")})
    "{'size': [200, (50,)], 'share': 1e999}"
    >>> as_source([1, object()])
    Traceback (most recent call last):
    chunklab.course.plain_data.NotPlainError: data that holds an object; only plain data can travel
    """
    pieces = []
    room = MAX_DATA
    for piece in _pieces(value, 0):
        pieces.append(piece)
        room -= len(piece)
        if room < 0:
            raise _too_large()
    return "".join(pieces)


def _too_large() -> NotPlainError:
    return NotPlainError(f"too large to travel: more than {MAX_DATA:,} characters when written out")


def _pieces(value: object, depth: int) -> Iterator[str]:
    # By exact type: a namedtuple, an IntEnum or a numpy.float64 would arrive as something else.
    if type(value) not in (type(None), bool, int, float, str, bytes, list, tuple, dict, set):
        holder = "data that holds " if depth else ""
        raise NotPlainError(f"{holder}{with_article(type_name(value))}; only plain data can travel")
    if depth > MAX_NESTING:
        raise NotPlainError(f"nested more than {MAX_NESTING} levels deep, too deep to travel")
    if isinstance(value, str | bytes | list | tuple | dict | set) and len(value) > MAX_DATA:
        raise _too_large()
    if isinstance(value, list):
        yield "["
        yield from _joined(value, depth)
        yield "]"
    elif isinstance(value, tuple):
        yield "("
        yield from _joined(value, depth)
        yield ",)" if len(value) == 1 else ")"
    elif isinstance(value, set) and value:
        yield f"{{{', '.join(sorted(''.join(_pieces(each, depth + 1)) for each in value))}}}"
    elif isinstance(value, set):
        yield "{*()}"  # the name set may be taken
    elif isinstance(value, dict):
        yield "{"
        for position, (key, each) in enumerate(value.items()):
            yield ", " if position else ""
            yield from _pieces(key, depth + 1)
            yield ": "
            yield from _pieces(each, depth + 1)
        yield "}"
    elif isinstance(value, float):
        # inf and nan have no literal, and the names inf, nan and float may be taken.
        yield repr(value).replace("inf", "1e999").replace("nan", "(1e999 - 1e999)")
    elif isinstance(value, int) and value.bit_length() > 10_000:
        if value.bit_length() > 4 * MAX_DATA:
            raise _too_large()
        yield hex(value)  # Python refuses decimal numbers of more than 4300 digits
    else:
        yield repr(value)


def _joined(values: list[Any] | tuple[Any, ...], depth: int) -> Iterator[str]:
    for position, each in enumerate(values):
        yield ", " if position else ""
        yield from _pieces(each, depth + 1)


def type_name(value: object) -> str:
    """Return what a learner calls the type: ``int``, ``numpy.ndarray``, or an own class's name."""
    kind = type(value)
    own = kind.__module__ in ("builtins", "__main__")
    return kind.__qualname__ if own else f"{kind.__module__}.{kind.__qualname__}"


def with_article(noun: str) -> str:
    """Return ``a`` or ``an`` and the noun, by its first letter."""
    return f"an {noun}" if noun[0] in "aeioAEIO" else f"a {noun}"
