"""The top-level statements of a submission, as many as can be compiled.

One statement at a time is what lets a submission survive its own mistakes: one that fails to
compile or to run costs itself and nothing else. The child loads this module beside the worker, so
it imports little.
"""

from __future__ import annotations

import _ast  # the module ast without its helpers, which would double the child's start
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_STARTS = re.compile(r"(?!(?:else|elif|except|finally)\b)[^\s#)\]}]")
"""How a line begins that may begin a statement at the left margin."""

_DEFINES = re.compile(r"(?:async\s+def|def|class)\s+(\w+)")

_ALLOW_INCOMPLETE_INPUT = 0x4000  # a flag that only the module codeop names, as its own

MAX_JOINED = 100
"""Most lines at the left margin that one statement is thought to have, where the text is broken."""


class Broken:
    """A piece of the text that does not compile: what it would define, and the error."""

    def __init__(self, defines: str, error: Exception) -> None:
        self.defines = defines
        self.error = error


def split(source: str, name: str) -> tuple[list[Any], list[Broken]]:
    """Return the statements of a module (``ast`` nodes) and the pieces that do not compile.

    >>> statements, broken = split("x = 1\\ndef f(:\\n    pass\\ny = 2", "example.py")
    >>> len(statements), [(piece.defines, piece.error.lineno) for piece in broken]
    (2, [('f', 2)])
    """
    try:
        return parse(source, name), []
    except Exception:  # SyntaxError, and on odd texts ValueError, RecursionError, MemoryError
        return _piece_by_piece(source.splitlines(keepends=True), name)


def parse(source: str, name: str) -> list[Any]:
    """Return the statements of a module that compiles as a whole."""
    tree: Any = compile(source, name, "exec", _ast.PyCF_ONLY_AST, dont_inherit=True)
    compile(tree, name, "exec", dont_inherit=True)  # finds "return outside function" and the like
    return list(tree.body)


def _piece_by_piece(lines: list[str], name: str) -> tuple[list[Any], list[Broken]]:
    """Cut where a statement may begin, and join pieces again until they compile."""
    cuts = [0, *(i for i, line in enumerate(lines) if i and _STARTS.match(line)), len(lines)]
    statements: list[Any] = []
    broken: list[Broken] = []
    first = 0
    while first < len(cuts) - 1:
        last, found = _read_one(lines, cuts, first, name)
        if isinstance(found, Exception):
            match = _DEFINES.match(lines[cuts[first]])
            broken.append(Broken(match[1] if match else "", found))
        else:
            statements += found
        first = last
    return statements, broken


def _read_one(
    lines: list[str], cuts: list[int], first: int, name: str
) -> tuple[int, list[Any] | Exception]:
    """Read from one cut on; return the cut to go on from, and the statements or the error."""
    begin, error = cuts[first], None
    for last in range(first + 1, min(first + 1 + MAX_JOINED, len(cuts))):
        # Empty lines in front keep the line numbers of the whole.
        text = "\n" * begin + "".join(lines[begin : cuts[last]])
        try:
            return last, parse(text, name)
        except Exception as problem:
            error = error or problem
            if not _is_unfinished(text, name):
                break
    return first + 1, error or ValueError("empty")


def _is_unfinished(text: str, name: str) -> bool:
    """Tell whether more lines could make the text compile, as an interactive prompt would."""
    try:
        compile(text, name, "exec", _ast.PyCF_ONLY_AST | _ALLOW_INCOMPLETE_INPUT)
    except SyntaxError as problem:
        return "incomplete input" in str(problem)
    except Exception:
        return False
    return False
