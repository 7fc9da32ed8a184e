r"""A text as it stands in a text box on a page, which cannot hold every character.

Such a box turns a carriage return into a line feed and hides others. So it holds ``\r``, ``\uXXXX``
and ``\UXXXXXXXX`` for them, which a person can also type.
"""

import re
import unicodedata

MOST = 4000
"""Most code points of a text that an explorer shows."""


def require_showable(text: str) -> None:
    """Raise ``ValueError`` for a text longer than :data:`MOST` or with half a surrogate pair.

    >>> require_showable("a" * 4001)
    Traceback (most recent call last):
    ValueError: text must have at most 4000 code points, got 4001
    """
    if len(text) > MOST:
        raise ValueError(f"text must have at most {MOST} code points, got {len(text)}")
    half = re.search("[\ud800-\udfff]", text)
    if half:
        raise ValueError(
            f"text must not have half a surrogate pair, got {half[0]!r} at {half.start()}"
        )


def typed(text: str) -> str:
    r"""Return ``text`` as the box holds it, with ``\r`` and ``\uXXXX`` for what a box would lose.

    >>> typed("a\r\nb\\c\ufeff")
    'a\\r\nb\\\\c\\ufeff'
    """
    return "".join(
        {"\\": "\\\\", "\r": "\\r"}.get(character)
        or (
            f"\\u{ord(character):04x}"
            if (character not in "\n\t" and unicodedata.category(character) in ("Cc", "Cs"))
            or character in "\ufeff\u200b\u00a0\u2028\u2029"
            else character
        )
        for character in text
    )


def written(entry: str) -> str:
    r"""Return the text that the box's ``entry`` stands for, the inverse of :func:`typed`.

    >>> written("a\\u0041, \\U0001F642, C:\\\\temp, \\q")
    'aA, 🙂, C:\\temp, \\q'
    """
    return re.sub(r"\\(u[0-9a-fA-F]{4}|U00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4}|r|\\)", _one, entry)


def _one(escaped: re.Match[str]) -> str:
    code = escaped[1]
    return chr(int(code[1:], 16)) if code[0] in "uU" else {"r": "\r"}.get(code, code)
