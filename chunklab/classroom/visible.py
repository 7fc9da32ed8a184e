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
    r"""Return ``text`` with a number in place of every hiding character that is not in ``keep``.

    >>> visible("a\u202egnp.py"), visible("one\ntwo\x1b[31m", keep="\n")
    ('a⟨U+202E⟩gnp.py', 'one\ntwo⟨U+001B⟩[31m')
    """
    return _HIDING.sub(
        lambda found: found[0] if found[0] in keep else f"⟨U+{ord(found[0]):04X}⟩", text
    )
