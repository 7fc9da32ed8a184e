"""Any text so that all of it can be seen: names for line ends and hidden characters, lone marks."""

import unicodedata

_NAMES = {
    "\0": "NUL",
    "\t": "TAB",
    "\n": "LF",
    "\r": "CR",
    "\ufeff": "BOM",
    "\u00a0": "NBSP",
    "\u200b": "ZWSP",
    "\u200c": "ZWNJ",
    "\u200d": "ZWJ",
}
_JOINS = {"\u200d", *map(chr, range(0xE0020, 0xE0080))}
"""Format characters that are part of what a person sees, unless nothing stands before them."""


def pieces(text: str) -> list[tuple[str, bool]]:
    r"""Return ``text`` in pieces, each with whether it names a character that is not seen.

    The pieces hold no control character, and no format character but those that join on to what
    stands before them, so nothing in them can turn, hide or break what stands beside them. A mark
    that has lost its letter stands on a dotted circle.

    >>> pieces("ab\r\n\ufeff")
    [('ab', False), ('CR', True), ('LF', True), ('BOM', True)]
    >>> pieces("\u0301e\n\u0301")
    [('◌́e', False), ('LF', True), ('◌́', False)]
    """
    found: list[tuple[str, bool]] = []
    for character in text:
        alone = not found or found[-1][1]
        name = _name(character, alone=alone)
        if name:
            found.append((name, True))
        elif alone:
            mark = unicodedata.category(character).startswith("M")
            found.append(("◌" * mark + character, False))
        else:
            found[-1] = (found[-1][0] + character, False)
    return found


def plain(text: str) -> str:
    r"""Return the pieces as one text, names in brackets.

    >>> plain("a\r\n\ufeffb")
    'a[CR][LF][BOM]b'
    """
    return "".join(f"[{said}]" if named else said for said, named in pieces(text))


def _name(character: str, *, alone: bool) -> str:
    """Return the name of a character that is not seen, nothing for any other."""
    if " " <= character <= "~" or (character in _JOINS and not alone):
        return ""
    if character in _NAMES:
        return _NAMES[character]
    if unicodedata.category(character) in ("Cc", "Cf", "Cs", "Zl", "Zp", "Zs"):
        return f"U+{ord(character):04X}"
    return ""
