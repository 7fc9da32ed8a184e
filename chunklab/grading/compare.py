"""Compare what came back with what was expected: exactly, and in words when they differ."""

import math
from typing import Any

from chunklab.grading.values import Generated, Opaque, Stream

TOLERANCE = 1e-9
"""Relative difference that two floats may have: room for rounding in another order, no more."""


def difference(expected: Any, got: Any) -> str | None:
    """Return the first difference in words, or ``None`` when the two are equal.

    Types must be the same: ``1`` is not ``1.0``, and a tuple is not a list. ``got`` holds plain
    values only (see :mod:`chunklab.grading.values`), so no code of a submission runs here.

    >>> difference([0, 150, 300], [0, 150, 350])
    'index 2: expected 300, got 350'
    >>> difference([0, 150], [0, 150, 300])
    'expected 2 items, got 3: 300 at index 2 is one too many'
    >>> difference([0, 150], range(0, 300, 150))
    'expected a list, got a range'
    >>> difference(0.1 + 0.2, 0.3) is None
    True
    """
    if type(expected) is not type(got):
        return f"expected {_kind(expected)}, got {_kind(got)}"
    if isinstance(expected, Generated):
        return difference(expected.items, got.items)
    if isinstance(expected, list | tuple):
        return _difference_of_items(expected, got)
    if isinstance(expected, dict):
        return _difference_of_dicts(expected, got)
    if isinstance(expected, float):
        equal = expected == got or math.isclose(expected, got, rel_tol=TOLERANCE)
        equal &= math.copysign(1, expected) == math.copysign(1, got)
    else:
        equal = expected == got
    return None if equal else f"expected {show(expected)}, got {show(got)}"


def show(value: Any, width: int = 120) -> str:
    """Return a value as a learner would write it, cut to about ``width`` characters.

    >>> show([0, 150]), show(list(range(100)), 20)
    ('[0, 150]', '[0, 1, 2,... 98, 99]')
    """
    if isinstance(value, Generated):
        text = f"a generator of {show(value.items, width)}"
    else:
        text = repr(value)
    if len(text) <= width:
        return text
    tail = (width - 3) // 2
    return f"{text[: width - 3 - tail]}...{text[-tail:]}"


def _difference_of_items(
    expected: list[Any] | tuple[Any, ...], got: list[Any] | tuple[Any, ...]
) -> str | None:
    for index, (wanted, found) in enumerate(zip(expected, got, strict=False)):
        inner = difference(wanted, found)
        if inner:
            return f"index {index}: {inner}"
    if len(got) == len(expected):
        return None
    plural = "" if len(expected) == 1 else "s"
    counts = f"expected {len(expected)} item{plural}, got {len(got)}"
    if len(got) > len(expected):
        extra = len(expected)
        return f"{counts}: {show(got[extra], 40)} at index {extra} is one too many"
    missing = len(got)
    return f"{counts}: {show(expected[missing], 40)} at index {missing} is missing"


def _difference_of_dicts(expected: dict[Any, Any], got: dict[Any, Any]) -> str | None:
    for key, wanted in expected.items():
        if key not in got:
            return f"key {show(key, 40)} is missing"
        inner = difference(wanted, got[key])
        if inner:
            return f"key {show(key, 40)}: {inner}"
    for key in got:
        if key not in expected:
            return f"key {show(key, 40)} is one too many"
    return None


def _kind(value: Any) -> str:
    if value is None:
        return "None"
    names = {Generated: "generator", Stream: "stream", str: "string"}
    name = names.get(type(value), type(value).__name__)
    if isinstance(value, Opaque):
        name = value.type_name
    return f"an {name}" if name[:1] in "aeiou" else f"a {name}"
