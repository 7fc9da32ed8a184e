"""The answer key: which functions it defines, in which order, and what they answer."""

from __future__ import annotations

import ast
import builtins
from pathlib import Path
from typing import Any

from chunklab.grading import values
from chunklab.grading.child import Child, Died, Limits, Problem, Returned
from chunklab.grading.nursery import Nursery
from chunklab.grading.scratch import Scratch

NO_ANSWER = "no answer for these values"
"""How the message of an answer begins that the key could not give."""


class Key:
    """An answer key, running in a child of its own; use as a context manager.

    The key is trusted, but the arguments that a submission may hand it are not: an answer that
    takes too long or too much memory must end that child and nothing else.
    """

    def __init__(self, path: Path, nursery: Nursery, limits: Limits | None = None) -> None:
        self._source = path.read_text(encoding="utf-8")
        self._name = path.name
        self._nursery = nursery
        self._limits = limits or Limits()
        self._child: Child | None = None
        self._scratch: Scratch | None = None
        self.functions = {
            node.name: [parameter.arg for parameter in node.args.args]
            for node in ast.parse(self._source).body
            if isinstance(node, ast.FunctionDef)
        }
        """The parameters of each function, in the order in which functions build on each other."""

    def __enter__(self) -> Key:
        return self

    def __exit__(self, *_: object) -> None:
        self.rest()

    def before(self, function: str) -> dict[str, list[str]]:
        """Return the functions that come before ``function``; none for an unknown one."""
        names = list(self.functions)
        earlier = names[: names.index(function)] if function in names else []
        return {name: self.functions[name] for name in earlier}

    def answer(
        self, function: str, arguments: list[Any], scratch: Scratch | None = None
    ) -> dict[str, Any]:
        """Answer a helper's call, as :data:`chunklab.grading.child.Help` says.

        ``scratch`` is the folder of who asks: what the key writes for it, it writes there.
        """
        if not _is_plain(arguments):
            return {"raises": "RuntimeError", "message": f"{NO_ANSWER}: they are no plain data"}
        try:
            if self._child is None or self._scratch is not scratch:
                self.rest()
                self._scratch = scratch
                self._child = self._nursery.child(self._limits, None, scratch)
                self._child.load(self._source, self._name)
            self._child.grant()
            answer = self._child.call(function, tuple(arguments))
        except Died as death:
            self.rest()
            return {"raises": "RuntimeError", "message": f"{NO_ANSWER}: {death}"}
        except ValueError as error:  # arguments, or an answer, beyond the bounds
            return {"raises": "RuntimeError", "message": f"{NO_ANSWER}: {error}"}
        match answer:
            case Returned(value=value):
                return {"value": values.encode(value)}
            case Problem(kinds=kinds, message=message):
                return {"raises": _raisable(kinds), "message": message}
        return {"raises": "RuntimeError", "message": NO_ANSWER}

    def rest(self) -> None:
        """End the child in which it runs, until it is asked again."""
        if self._child:
            self._child.close()
        self._child = None


def _raisable(kinds: list[str]) -> str:
    """Return the first of an error's types that a message alone makes an error of."""
    for kind in kinds:
        try:
            getattr(builtins, kind)("")
        except (AttributeError, TypeError):  # a class of its own; a UnicodeDecodeError
            continue
        return kind
    return "Exception"


def _is_plain(value: Any) -> bool:
    """Tell whether a value that came from a submission arrived whole."""
    if isinstance(value, dict):
        return all(map(_is_plain, [*value, *value.values()]))
    if isinstance(value, list | tuple | set | frozenset):
        return all(map(_is_plain, value))
    return not isinstance(value, values.Opaque | values.Generated | values.Stream)
