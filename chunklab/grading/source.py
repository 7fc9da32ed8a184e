"""A submission's bytes as the Python text that is judged: any encoding, a file or a notebook.

Whoever wrote the bytes may mean harm, so every step here is bounded and takes time in proportion to
their number. Nothing is parsed as Python, and a notebook is read as the JSON that it is: checking
and upgrading it by its schema would refuse notebooks whose code is there to be read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

MAX_SOURCE = 1_000_000
"""Longest text that is judged, in characters."""

MAX_NOTEBOOK = 20_000_000
"""Largest notebook that is read, in bytes: pictures count, though only code is judged."""

MAX_VALUES = 500_000
"""Most values in a notebook's JSON, of which each takes far more memory than its text."""

MAX_CELLS = 5_000
"""Most code cells that are read."""

MAX_NOTES = 20
"""Most notes on one source."""

_ENCODINGS = (
    *("utf-8", "ascii", "latin-1", "iso-8859-1", "iso-8859-15", "cp1252", "windows-1252"),
    *("cp1251", "koi8-r", "gbk", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"),
)
"""What a coding cookie may ask for: some of Python's own encodings are slow on purpose."""

_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\0\0", "utf-32"),  # before UTF-16, whose BOM it begins with
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_COOKIE = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]{1,20})")

_BEGINS_A_NOTEBOOK = re.compile(
    rb'[\xef\xbb\xbf\xfe\xff\s]*\{\s*"(?:cells|metadata|nbformat\w*|worksheets)"\s*:'
)
_DEFINES = re.compile(rb"(?:\A|[\r\n])(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(")
"""What no notebook has at the beginning of a line, as none of its texts goes over several."""

_SURROGATE = re.compile("[\ud800-\udfff]")
# Possessive only over single characters: with groups, early releases of 3.11 get them wrong.
_CELL_MAGIC = re.compile(r"\s*(%%\w{0,40})")
_MAGIC = re.compile(
    r"""
    (?P<margin>[ \t]*+)
    (?: [%!?]                               # %timeit x   !ls   ?x
      | [\w., ]++ = [ ]* [%!]               # files = !ls
      | %{0,2} [\w.]++ \?{1,2} [ \t]* $     # x?
    )
    (?: \\\n | [^\n] )*
    """,
    re.MULTILINE | re.VERBOSE,
)
_TOKEN = re.compile(
    r"""
      \#[^\n]*+
    | (?P<quotes> '''|\"\"\" ) (?: \\. | (?!(?P=quotes)) [^\\] )* (?P<closed> (?P=quotes) )?
    | (?P<quote> ['"] ) (?: \\. | (?!(?P=quote)) [^\\\n] )* (?P=quote)?
    | \\\n
    | [^\#'"\\\n()\[\]{}]++
    | .
    """,
    re.DOTALL | re.VERBOSE,
)


class Unreadable(ValueError):
    """There is no text to judge; the message says why, in words."""


@dataclass(frozen=True)
class Source:
    """The text to judge, with lines that end in LF, and what a reader should know about it."""

    text: str
    notes: tuple[str, ...] = ()


def read_source(
    name: str, content: bytes, instead: Mapping[str, str] = MappingProxyType({})
) -> Source:
    """Return the text of a submission: a notebook by its suffix ``.ipynb``, else Python text.

    Where the content is plainly the other of the two it is read as that, with a note. Of a notebook
    the text is its code cells, in order; those that begin with ``%%`` are left out, and other lines
    that only IPython understands become ``pass``. A cell that is in ``instead``, without the space
    around it, is replaced by what stands there. Raises :class:`Unreadable`, and nothing else,
    whatever the bytes are.

    >>> read_source("overlap.py", b"x = 1\\r\\n")
    Source(text='x = 1\\n', notes=())
    """
    is_notebook = _is_notebook(name, content)
    if is_notebook:
        text, notes = _notebook(content, instead)
    elif len(content) > 4 * MAX_SOURCE + 4:  # in no encoding short enough, with a BOM or without
        raise Unreadable(f"the file has {len(content):,} bytes; {_MOST}")
    else:
        text, notes = _decode(content)
        if not text.strip():
            notes.append("the file is empty")
    if not name.lower().endswith(".ipynb" if is_notebook else ".py"):
        kind = "a notebook" if is_notebook else "Python text"
        notes.append(f"it was read as {kind}, which its name does not say")
    if "\0" in text:  # what some editors leave after a crash, and no Python text holds
        text = text.replace("\0", "")
        notes.append("NUL characters in it were left out")
    if len(text) > MAX_SOURCE:
        raise Unreadable(f"the text is {len(text):,} characters long; {_MOST}")
    if len(notes) > MAX_NOTES:
        notes[MAX_NOTES - 1 :] = [f"and {len(notes) - MAX_NOTES + 1:,} more such notes"]
    return Source(text, tuple(notes))


_MOST = f"at most {MAX_SOURCE:,} characters are judged"


def _is_notebook(name: str, content: bytes) -> bool:
    beginning = content[:MAX_SOURCE].replace(b"\0", b"")  # of UTF-16 what is ASCII is left
    if name.lower().endswith(".ipynb"):
        return not _DEFINES.search(beginning)
    return bool(_BEGINS_A_NOTEBOOK.match(beginning))


def _decode(content: bytes) -> tuple[str, list[str]]:
    """Decode as Python would, and where Python would not, as the author most likely meant it."""
    encoding, notes = _encoding(content), []
    try:
        # Lone surrogates are let in to be replaced below: a text that has one is UTF-8 still.
        text = content.decode(encoding, "surrogatepass" if encoding == "utf-8" else "strict")
    except UnicodeDecodeError:
        if encoding.startswith("utf-") and encoding != "utf-8":
            text = content.decode(encoding, "replace")
            notes.append(f"damaged {encoding.upper()}: some characters were replaced")
        else:
            try:
                text, meant = content.decode("cp1252"), "Windows-1252"
            except UnicodeDecodeError:
                text, meant = content.decode("latin-1"), "Latin-1"
            notes.append(f"not valid {encoding.upper()}: it was read as {meant}")
    return _tidy(text.lstrip("\ufeff")), notes


def _tidy(text: str) -> str:
    """Return a text with lines that end in LF and without lone surrogates: seldom a copy."""
    return _SURROGATE.sub("?", text.replace("\r\n", "\n").replace("\r", "\n"))


def _encoding(content: bytes) -> str:
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return encoding
    beginning = content[:100]
    if len(beginning) > 3:  # of ASCII characters in UTF-16, every second byte is NUL
        if not any(beginning[1::2]) and all(beginning[::2]):
            return "utf-16-le"
        if not any(beginning[::2]) and all(beginning[1::2]):
            return "utf-16-be"
    for line in content[:400].splitlines()[:2]:
        if cookie := _COOKIE.match(line):
            asked = cookie[1].decode("ascii", "replace").lower().replace("_", "-")
            return asked.replace("shift-jis", "shift_jis") if asked in _COOKIES else "utf-8"
    return "utf-8"


_COOKIES = {each.replace("_", "-") for each in _ENCODINGS}


def _notebook(content: bytes, instead: Mapping[str, str]) -> tuple[str, list[str]]:
    if len(content) > MAX_NOTEBOOK:
        raise Unreadable(
            f"the notebook has {len(content):,} bytes; at most {MAX_NOTEBOOK:,} are read"
        )
    if not content.strip(b"\0 \t\r\n"):
        raise Unreadable("the notebook is empty")
    if sum(map(content.count, (b",", b"[", b"{"))) > MAX_VALUES:
        raise Unreadable(f"the notebook has more than {MAX_VALUES:,} values")
    text, notes = _decode(content)
    try:
        values = json.loads(text)
    except RecursionError as error:
        raise Unreadable("the notebook is nested too deeply") from error
    except ValueError as error:  # also a number of too many digits
        raise Unreadable(f"the notebook is cut off or is no JSON: {error}") from error
    del text  # up to 80 MB
    kept: list[str] = []
    length = 0
    for number, source in enumerate(_cells(values), 1):
        if number > MAX_CELLS:
            raise Unreadable(f"the notebook has more than {MAX_CELLS:,} code cells")
        if source is None:
            notes.append(f"code cell {number} was skipped: its source is no text")
        elif (stripped := source.strip()) in instead:
            kept += filter(None, [instead[stripped]])
        elif magic := _CELL_MAGIC.match(source):
            notes.append(f"code cell {number} was skipped: it begins with {magic[1]}")
        elif (length := length + len(source)) > MAX_SOURCE:
            raise Unreadable(f"the notebook's code has {length:,} or more characters; {_MOST}")
        else:
            code, complete = _plain_python(source)
            kept.append(code.rstrip("\n"))
            if not complete:
                notes.append(f"code cell {number} was cut off where a text begins that never ends")
    if not any(kept):
        notes.append("the notebook has no code")
    return "\n\n".join(kept) + "\n", notes


def _cells(notebook: Any) -> Iterator[str | None]:
    """Yield the source of every code cell, ``None`` for one that has none."""
    if not isinstance(notebook, dict):
        raise Unreadable("this is JSON, but no notebook")
    sheets = notebook.get("worksheets")  # format 3 and older
    sheets = [notebook, *(sheets if isinstance(sheets, list) else [])]
    cells = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
    if not any(isinstance(each, list) for each in cells):
        raise Unreadable("this is JSON, but no notebook: it has no cells")
    for each in cells:
        for cell in each if isinstance(each, list) else ():
            if isinstance(cell, dict) and cell.get("cell_type") == "code":
                yield _text(cell.get("source", cell.get("input")))


def _text(source: Any) -> str | None:
    """Return a text that stands as such or, more often, as a list of its lines."""
    lines = source if isinstance(source, list) else [source]
    if not all(isinstance(line, str) for line in lines):
        return None
    return _tidy("".join(lines))


def _plain_python(cell: str) -> tuple[str, bool]:
    """Put ``pass`` in place of the lines that only IPython understands.

    They are told by where they stand: no statement of Python begins with ``%``, ``!`` or ``?``,
    but a line within brackets or a text may. A text that never ends would take the cells below
    with it, which it did not in the notebook, so it is cut off; whether there was none is told.

    >>> print(_plain_python("%matplotlib inline\\nif x:\\n    !ls\\ny = (a\\n% b)")[0])
    pass
    if x:
        pass
    y = (a
    % b)
    """
    kept, depth, position, begins = [], 0, 0, True
    while position < len(cell):
        if begins and (magic := _MAGIC.match(cell, position)):
            kept += [magic["margin"], "pass"]
            position, begins = magic.end(), False
            continue
        token = _TOKEN.match(cell, position)
        if not token or (token["quotes"] and not token["closed"]):
            return "".join(kept), False
        kept.append(token[0])
        position = token.end()
        if token[0] in "([{":
            depth += 1
        elif token[0] in ")]}":
            depth = max(0, depth - 1)
        begins = token[0] == "\n" and depth == 0
    return "".join(kept), True
