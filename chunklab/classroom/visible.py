"""Make visible the characters of a stranger's text that hide, or that turn others around.

Names, file names and what a program printed come from outside. A control character, an override of
the direction of writing, or half of a surrogate pair in them could hide a part of a page or make a
file that cannot be written.
"""

import re

# Controls of ASCII and Latin 1; separators of lines and of the direction of writing; fillers
# without a width; lone surrogates. Joiners (U+200C, U+200D) stay: names and emoji need them.
_HIDING = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def visible(text: str, keep: str = "") -> str:
    r"""Return ``text`` with a sign or a number for every hiding character not in ``keep``.

    >>> visible("two\tcells, \x1b[31mred"), visible("a\u202egnp.py", keep="\n")
    ('two␉cells, ␛[31mred', 'a⟨U+202E⟩gnp.py')
    """
    return _HIDING.sub(lambda found: found[0] if found[0] in keep else _sign(found[0]), text)


def _sign(character: str) -> str:
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)  # the pictures of the ASCII controls
    return "␡" if code == 0x7F else f"⟨U+{code:04X}⟩"
