"""What is often done to a text before it is cut, and where that moves what stood in it.

Prepare first, then take offsets: every step here shifts or breaks offsets that were taken before.
The steps are those of everyday programs. Offsets are in code points.
"""

from __future__ import annotations

import unicodedata

TYPE_CHECKING = False  # type checkers take it for true; importing typing would take 20 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping


def _without_mark(text: str) -> str:
    return text.removeprefix("\ufeff")


def _line_feeds(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


def _nfkc(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


STEPS: Mapping[str, Callable[[str], str]] = {
    "BOM removal": _without_mark,
    "line endings": _line_feeds,
    "trimming": str.strip,
    "NFC": _nfc,
    "NFKC": _nfkc,
    "case folding": str.casefold,
}
"""The steps by name, in the order in which :func:`prepare` takes them."""


def prepare(text: str, steps: Collection[str]) -> str:
    """Return ``text`` after the named ``steps``, taken in the order of :data:`STEPS`.

    Raises ``ValueError`` for a name that is no step.

    >>> prepare("Straße\\r\\n", ["trimming"])
    'Straße'
    >>> prepare("Straße", ["case folding"])
    'strasse'
    >>> prepare("Straße", ["stemming"])
    Traceback (most recent call last):
    ValueError: a step must be one of BOM removal, line endings, trimming, NFC, NFKC, \
case folding, got 'stemming'
    """
    for step in steps:
        if step not in STEPS:
            raise ValueError(f"a step must be one of {', '.join(STEPS)}, got {step!r}")
    for name, change in STEPS.items():
        if name in steps:
            text = change(text)
    return text


def first_wrong_offset(before: str, after: str) -> int | None:
    r"""Return the first offset at which ``after`` has another character, ``None`` if none has.

    An offset at which only one of the two has ended counts as well. Up to there every offset that
    was taken in ``before`` holds in ``after``; from there on none can be relied on.

    >>> first_wrong_offset("one\r\ntwo", "one\ntwo")
    3
    >>> first_wrong_offset("same", "same") is None
    True
    """
    if before == after:
        return None
    shorter = min(len(before), len(after))
    for offset in range(shorter):
        if before[offset] != after[offset]:
            return offset
    return shorter
