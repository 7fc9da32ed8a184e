"""Turn a function written in a notebook into a text that runs anywhere, for ``check(stride)``.

A judge runs a learner's function in another process, which has nothing but Python's standard
library. What the function needs of its notebook therefore travels with it: its helpers, imports
and plain data, as they are now. What cannot travel is named, and the rest travels all the same.
"""

import __future__

import builtins
import functools
import inspect
import io
import sys
import types
from dataclasses import dataclass, field
from typing import Any

from chunklab.course.definitions import (
    CaptureError,
    Definition,
    Needs,
    attribute_of,
    class_definition,
    definition_of,
    dotted_names,
    needs_of,
    unwrapped,
)
from chunklab.course.plain_data import (
    MAX_DATA,
    NotPlainError,
    as_source,
    type_name,
    with_article,
)

__all__ = ["MAX_DATA", "CaptureError", "Captured", "capture"]

_ANNOTATIONS = "from __future__ import annotations"
_MODULE_NAMES = frozenset({*vars(types.ModuleType("")), "__builtins__"})
_ONLY_STANDARD = "the judge has only Python's standard library"


@dataclass(frozen=True)
class Captured:
    """A function that can travel: ``source`` is the text of a module that defines ``name``.

    ``left_behind`` says in words, one a name, what the function refers to and could not travel.
    """

    name: str
    source: str
    left_behind: tuple[str, ...]


def capture(function: object) -> Captured:
    """Return the current definition of ``function`` with all that it needs from its notebook.

    Needed is what its text names, helpers' needs included: functions and classes of the notebook,
    modules and names of the standard library, and plain data (None, bool, int, float, str, bytes,
    and list, tuple, dict, set of these, up to ``MAX_DATA`` characters). Names reached in another
    way, such as ``globals()["size"]``, are not seen.

    Raises :class:`CaptureError` for anything but a function written in the notebook with ``def``:
    its message says what was given and what to do.

    After ``def stride(size, overlap): return size - overlap`` in a cell::

        capture(stride) == Captured("stride", "def stride(size, overlap): ...", ())
    """
    written = _written(function)
    load = _Load(written.__globals__)
    name = written.__code__.co_name
    load.define(name, written, definition_of(written, function))
    load.follow()
    left_behind = tuple(words for _, words in sorted(load.left_behind.items()))
    return Captured(name, load.source(), left_behind)


# What was given


def _written(given: object) -> types.FunctionType:
    """Return the function that the learner's ``def`` made, below its decorators, or refuse."""
    if isinstance(given, type):
        raise CaptureError(f"{given.__name__} is a class, and check takes a function. {_TAKES}")
    if isinstance(given, types.MethodType):
        raise CaptureError(
            f"{given.__name__} is a method of an object, and check takes a function on its own. "
            f"{_TAKES}"
        )
    if isinstance(given, functools.partial):
        raise CaptureError(
            "This is a functools.partial, a function with some arguments filled in already. "
            "Check the function itself, with all its parameters."
        )
    function = unwrapped(given)
    if isinstance(function, types.BuiltinFunctionType):
        raise CaptureError(f"{function.__name__} is built into Python. {_OWN}")
    if not isinstance(function, types.FunctionType):
        raise CaptureError(_no_function(given))
    _require_written_here(function)
    return function


_TAKES = "Write it with def in a cell, and give check its name: check(stride)."
_OWN = "Write your own with def in a cell, run the cell, and check that one."


def _no_function(given: object) -> str:
    if isinstance(given, str):
        return (
            f"{given[:40]!r} is a text. Give check the function itself, without quotes: "
            "check(stride)."
        )
    what = f"{with_article(type_name(given))}, and check takes a function"
    if callable(given):
        return f"This is an object that can be called, {what}. {_TAKES}"
    return (
        f"This is {what}. Give it the function itself, not what it returns: check(stride), "
        "without brackets after the name."
    )


def _require_written_here(function: types.FunctionType) -> None:
    code = function.__code__
    if home := _home(function):
        raise CaptureError(
            f"{function.__name__} comes from {home}: it was not written in this notebook. {_OWN} "
            f"It begins with: def {function.__name__}{_parameters(function)}:"
        )
    if code.co_name == "<lambda>":
        raise CaptureError(
            "This function is a lambda, which has no name of its own. Write it with def: "
            f"def stride{_parameters(function)}: and then return, followed by what stands after "
            "the colon of the lambda."
        )
    if code.co_freevars:
        outer = code.co_qualname.split(".<locals>")[0]
        raise CaptureError(
            f"{code.co_name} was defined inside {outer} and uses what only exists there: "
            f"{', '.join(code.co_freevars)}. Define it at the left margin of a cell. (If {outer} "
            "is a decorator, put @functools.wraps(...) above its inner function.)"
        )
    if "." in code.co_qualname and "<locals>" not in code.co_qualname:
        raise CaptureError(
            f"{code.co_name} is part of the class {code.co_qualname.rpartition('.')[0]}. "
            "Define it at the left margin of a cell, outside the class."
        )


def _parameters(function: types.FunctionType) -> str:
    return f"({', '.join(inspect.signature(function, follow_wrapped=False).parameters)})"


def _home(function: types.FunctionType) -> str | None:
    """Return the module that ``function`` was imported from, or ``None`` for the notebook's own.

    A name proves nothing: ``__module__`` can be set, and ``functools.wraps`` copies it. So the
    namespace it runs in and the file its code was compiled from must be the notebook's too.
    """
    # A file that %run ran leaves a namespace without a name.
    for module in (function.__globals__.get("__name__", "__main__"), function.__module__):
        if module != "__main__":
            return str(module or "elsewhere")
    for name, loaded in list(sys.modules.items()):
        if name != "__main__" and isinstance(loaded, types.ModuleType):
            file = vars(loaded).get("__file__")
            if file is not None and file == function.__code__.co_filename:
                return name
    return None


# What it needs


@dataclass(frozen=True)
class _Part:
    """One name's statement in the module to be written, and what must stand above it."""

    text: str
    rank: int
    needs: Needs = field(default_factory=Needs)


_IMPORT, _DATA, _DEFINITION = range(3)


class _Load:
    """What travels: parts by the name they define, and the words for what does not."""

    def __init__(self, namespace: dict[str, Any]) -> None:
        self.left_behind: dict[str, str] = {}
        self._namespace = namespace
        self._parts: dict[str, _Part] = {}
        self._submodules: set[str] = set()
        self._above: dict[str, set[str]] = {}  # beyond what a part itself needs
        self._lazy_annotations = False
        self._waiting: list[str] = []

    def follow(self) -> None:
        """Take along, or name as left behind, whatever the parts need, and those parts' needs."""
        while self._waiting:
            name = self._waiting.pop()
            if name in self._parts or name in self.left_behind or name in _MODULE_NAMES:
                continue
            if name == "get_ipython":
                self._leave(
                    name, "works only in a notebook (a line that begins with % or ! uses it)"
                )
            elif name in self._namespace:
                self._take(name, self._namespace[name])
            elif not hasattr(builtins, name):
                self._leave(name, "is not defined; run the cell that defines it")
            elif not _in_every_python(getattr(builtins, name)):
                self._leave(name, "works only in a notebook")

    def define(self, name: str, function: types.FunctionType, definition: Definition) -> None:
        """Add a function of the notebook under the ``name`` that the notebook has for it."""
        lazy = bool(function.__code__.co_flags & __future__.annotations.compiler_flag)
        called = function.__code__.co_name
        if called == "<lambda>":
            called = definition.text.partition("=")[0].strip()
        self._add_definition(name, called, definition.text, lazy=lazy)

    def source(self) -> str:
        """Return the module's text, every statement below what it needs when it runs."""
        lazy = self._lazy_annotations or self.left_behind  # an annotation must not stop the module
        head = [_ANNOTATIONS] if lazy else []
        head += [f"import {module}" for module in sorted(self._submodules)]
        text = "\n".join(head)
        rank = _IMPORT
        for name in self._order():
            part = self._parts[name]
            gap = "\n\n\n" if part.rank == _DEFINITION else "\n" if part.rank == rank else "\n\n"
            text += (gap if text else "") + part.text
            rank = part.rank
        return text + "\n"

    def _leave(self, name: str, why: str) -> None:
        self.left_behind[name] = f"{name} {why}"

    def _take(self, name: str, value: object) -> None:
        function = unwrapped(value)
        if name in vars(builtins) and function is vars(builtins)[name]:
            return  # IPython puts its own `open` around Python's
        try:
            self._parts[name] = _Part(f"{name} = {as_source(value)}", _DATA)
        except NotPlainError as reason:
            if isinstance(value, types.ModuleType):
                self._take_module(name, value)
            elif isinstance(value, type) and value.__module__ == "__main__":
                self._take_class(name, value)
            elif isinstance(function, types.FunctionType) and self._is_ours(function):
                self._take_function(name, function, value)
            elif origin := _origin(name, value):
                module, attribute = origin
                as_name = "" if attribute == name else f" as {name}"
                self._parts[name] = _Part(f"from {module} import {attribute}{as_name}", _IMPORT)
            else:
                self._leave(name, _why_not(value, str(reason)))

    def _is_ours(self, function: types.FunctionType) -> bool:
        return function.__globals__ is self._namespace and _home(function) is None

    def _take_module(self, name: str, module: types.ModuleType) -> None:
        path = module.__name__
        if _is_standard(path) and sys.modules.get(path) is module:
            as_name = "" if path == name else f" as {name}"
            self._parts[name] = _Part(f"import {path}{as_name}", _IMPORT)
        else:
            self._leave(name, f"is the module {path}; {_ONLY_STANDARD}")

    def _take_class(self, name: str, kind: type) -> None:
        definition = class_definition(kind)
        if definition is None or "<locals>" in kind.__qualname__:
            self._leave(
                name,
                "is a class whose text cannot be found for certain; put it, with a docstring, at "
                "the left margin of the cell of the function",
            )
        else:
            self._add_definition(name, kind.__name__, definition.text, lazy=False)

    def _take_function(self, name: str, function: types.FunctionType, value: object) -> None:
        if function.__code__.co_freevars:
            outer = function.__code__.co_qualname.split(".<locals>")[0]
            self._leave(name, f"was made inside {outer} and uses what only exists there")
            return
        try:
            definition = definition_of(function, value)
        except CaptureError as error:
            self._leave(name, f"cannot travel: {error}")
        else:
            self.define(name, function, definition)

    def _add_definition(self, name: str, called: str, text: str, *, lazy: bool) -> None:
        needs = needs_of(f"{_ANNOTATIONS}\n{text}" if lazy else text)
        self._note_submodules(text)
        if called != name and self._namespace.get(called) is self._namespace.get(name):
            text, needs = f"{name} = {called}", Needs(at_once={called})
        elif called != name:
            # The text defines another name. Whatever that name means now must come after it.
            text += f"\n{name} = {called}"
            self._above.setdefault(called, set()).add(name)
        self._lazy_annotations |= lazy
        self._parts[name] = _Part(text, _DEFINITION, needs)
        self._waiting += sorted(
            need for need in needs.all() if need not in needs.perhaps or need in self._namespace
        )

    def _note_submodules(self, text: str) -> None:
        """Have ``xml.etree`` imported where only ``xml`` has a name in the notebook."""
        for root, *rest in dotted_names(text):
            module = self._namespace.get(root)
            for step in rest:
                if not isinstance(module, types.ModuleType) or not _is_standard(module.__name__):
                    break
                path = f"{module.__name__}.{step}"
                module = sys.modules.get(path)
                if module is not None:
                    self._submodules.add(path)

    def _order(self) -> list[str]:
        """Return the names of the parts: imports, data, definitions, and needs before their use."""
        placed: dict[str, None] = {}
        for name in sorted(self._parts, key=lambda name: (self._parts[name].rank, name)):
            self._place(name, placed, set())
        return list(placed)

    def _place(self, name: str, placed: dict[str, None], begun: set[str]) -> None:
        if name in placed or name in begun:
            return  # needs in a circle: Python itself could not have run them in a better order
        begun.add(name)
        for need in sorted(self._above.get(name, set()) | self._parts[name].needs.at_once):
            for each in self._reached(need):
                self._place(each, placed, begun)
        placed[name] = None

    def _reached(self, name: str) -> list[str]:
        """Return ``name`` and all that a call of it can need."""
        reached: dict[str, None] = {}
        waiting = [name]
        while waiting:
            each = waiting.pop()
            if each in self._parts and each not in reached:
                reached[each] = None
                waiting += sorted(self._parts[each].needs.all())
        return list(reached)


# What a value is


def _in_every_python(value: object) -> bool:
    """Tell Python's own built-ins from those that a notebook or ``site`` adds, such as ``exit``."""
    modules = {type(value).__module__, getattr(value, "__module__", "builtins")}
    return modules <= {"builtins", "_io", "io"}


class _Absent:
    """Stands for what a module does not hold."""


def _is_standard(module: str) -> bool:
    return module.partition(".")[0] in sys.stdlib_module_names


def _origin(name: str, value: object) -> tuple[str, str] | None:
    """Return a standard module and the name under which it holds this very object, or ``None``.

    An object's own ``__module__`` can be private (``_functools`` for ``reduce``) or missing
    (``random.random``), so it only comes first where it is public.
    """
    own = attribute_of(value, "__module__")
    public = {
        path: module
        for path, module in sys.modules.copy().items()
        if _is_standard(path) and "._" not in f".{path}" and isinstance(module, types.ModuleType)
    }
    for path in sorted(public, key=lambda path: (path != own, path)):
        for attribute in (attribute_of(value, "__name__"), name):
            if isinstance(attribute, str) and vars(public[path]).get(attribute, _Absent) is value:
                return path, attribute
    return None


def _why_not(value: object, reason: str) -> str:
    if str(attribute_of(value, "__module__")).startswith("IPython."):
        return "works only in a notebook"
    if isinstance(value, io.IOBase):
        return "is an open file, which cannot travel"
    if isinstance(value, type | types.FunctionType | types.BuiltinFunctionType):
        if value.__module__ == "__main__":
            return "was not defined in a cell; copy its definition into one"
        return f"is imported from {value.__module__}; {_ONLY_STANDARD}"
    return f"is {reason}"
