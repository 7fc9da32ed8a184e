"""Find the text that defined a function or a class in a notebook, and the names that it needs."""

import ast
import inspect
import linecache
import symtable
import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from chunklab.course.errors import CourseError

_COMPREHENSIONS = frozenset({"lambda", "genexpr", "listcomp", "setcomp", "dictcomp"})


class CaptureError(CourseError):
    """This is no function that the learner wrote in the notebook, or its text cannot be found."""


@dataclass(frozen=True)
class Definition:
    """A statement of a cell that defines something, complete lines where it is a def or class."""

    text: str
    decorators: int


def definition_of(function: types.FunctionType, given: object) -> Definition:
    """Return the text that defined ``function``, or refuse; ``given`` is what decorators made."""
    code = function.__code__
    for node, lines in _statements(code.co_filename):
        if not _defines(node, code):
            continue
        definition = _cut(node, lines)
        if _layers(given) > definition.decorators:
            raise CaptureError(
                f"{code.co_name} was wrapped after it was defined. Write the decorator on a line "
                f"of its own above it, @..., and run the cell again."
            )
        return definition
    raise CaptureError(
        f"The text of {code.co_name} cannot be found. Write its def in a cell of its own, without "
        "exec and without %%time or another such line at the top, and run that cell."
    )


def _defines(node: ast.stmt, code: types.CodeType) -> bool:
    if isinstance(node, ast.Assign):
        # A lambda is told from others of its line by nothing; two in one statement are refused.
        lambdas = [part for part in ast.walk(node) if isinstance(part, ast.Lambda)]
        return (
            code.co_name == "<lambda>"
            and lambdas == [node.value]
            and node.value.lineno == code.co_firstlineno
            and isinstance(node.targets[0], ast.Name)
        )
    return (
        isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name == code.co_name
        and _first_line(node) == code.co_firstlineno
    )


def class_definition(kind: type) -> Definition | None:
    """Return the text of a class of the notebook, or ``None`` where that is not certain.

    A class does not know its cell. A method's code does; without one, every cell that is still
    remembered is searched for a class that looks like it, and all finds must be alike.
    """
    methods = [
        member.__code__
        for member in map(_plain_method, vars(kind).values())
        if isinstance(member, types.FunctionType)
        and member.__code__.co_qualname.startswith(f"{kind.__qualname__}.")
    ]
    for code in methods:
        for node, lines in _statements(code.co_filename):
            within = _first_line(node) <= code.co_firstlineno <= (node.end_lineno or 0)
            if isinstance(node, ast.ClassDef) and node.name == kind.__name__ and within:
                return _cut(node, lines)
    found = {
        _cut(node, lines)
        for file in list(linecache.cache)
        for node, lines in _statements(file, containing=f"class {kind.__name__}")
        if isinstance(node, ast.ClassDef) and _looks_like(node, kind)
    }
    return found.pop() if len(found) == 1 else None


def _looks_like(node: ast.ClassDef, kind: type) -> bool:
    """Tell whether nothing speaks against ``kind`` having been made by this class statement."""
    docstring = ast.get_docstring(node, clean=False)
    made_up = str(kind.__doc__).startswith(f"{kind.__name__}(")  # by dataclass and NamedTuple
    annotated = [
        part.target.id
        for part in node.body
        if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    ]
    return (
        node.name == kind.__name__
        and (docstring == kind.__doc__ or (docstring is None and made_up))
        and annotated == list(inspect.get_annotations(kind))
        # Python 3.13 and later know the line.
        and vars(kind).get("__firstlineno__", _first_line(node)) == _first_line(node)
    )


def _plain_method(member: object) -> object:
    for inside in ("__func__", "fget", "func"):  # static and class methods, properties
        member = attribute_of(member, inside) or member
    return unwrapped(member)


def _statements(file: str, containing: str = "") -> Iterator[tuple[ast.stmt, list[str]]]:
    """Yield every statement of a cell or file with all of its lines; nothing if unreadable."""
    linecache.checkcache(file)
    lines = linecache.getlines(file)
    text = "".join(lines)
    if containing not in text:
        return
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            yield node, lines


def _first_line(node: ast.stmt) -> int:
    """Return the line where a statement begins or its first decorator, as code objects count."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def _cut(node: ast.stmt, lines: list[str]) -> Definition:
    if isinstance(node, ast.Assign):
        return Definition(ast.get_source_segment("".join(lines), node) or "", 0)
    text = "".join(lines[_first_line(node) - 1 : node.end_lineno]).rstrip("\n")
    if node.col_offset:
        # Taking the indentation away could change a text inside; this cannot.
        text = f"if True:\n{text}"
    return Definition(text, len(getattr(node, "decorator_list", [])))


@dataclass(frozen=True)
class Needs:
    """The names of the namespace that a statement refers to.

    ``at_once`` are looked up when it runs (decorators, defaults, annotations, a class's body),
    ``later`` when it is called; ``perhaps`` are those of both that it may also set itself.
    """

    at_once: set[str] = field(default_factory=set)
    later: set[str] = field(default_factory=set)
    perhaps: set[str] = field(default_factory=set)

    def all(self) -> set[str]:
        """Return the names of both times."""
        return self.at_once | self.later


def needs_of(text: str) -> Needs:
    """Return the names that the statement ``text`` takes from around it, built-ins included."""
    needs = Needs()
    _collect(symtable.symtable(text, "<notebook>", "exec"), needs, called=False)
    return needs


def _collect(table: symtable.SymbolTable, needs: Needs, *, called: bool) -> None:
    kind = str(table.get_type())
    for symbol in table.get_symbols():
        if symbol.is_referenced() if kind == "module" else _reaches_out(symbol, kind):
            (needs.later if called else needs.at_once).add(symbol.get_name())
            if symbol.is_assigned():
                needs.perhaps.add(symbol.get_name())
    for child in table.get_children():
        function = str(child.get_type()) == "function" and child.get_name() not in _COMPREHENSIONS
        _collect(child, needs, called=called or function)


def _reaches_out(symbol: symtable.Symbol, kind: str) -> bool:
    # In a class's body `size = size` reads the outer name, although it is the class's own too.
    return symbol.is_global() or (kind == "class" and symbol.is_local() and symbol.is_referenced())


def dotted_names(text: str) -> Iterator[list[str]]:
    """Yield every ``a.b.c`` of a text as its parts."""
    for node in ast.walk(ast.parse(text)):
        parts: list[str] = []
        step: ast.AST = node
        while isinstance(step, ast.Attribute):
            parts.append(step.attr)
            step = step.value
        if isinstance(step, ast.Name) and parts:
            yield [step.id, *reversed(parts)]


def _chain(value: object) -> list[object]:
    """Return ``value``, what it wraps, and so on to the innermost (``functools.wraps`` says)."""
    chain = [value]
    while (inner := attribute_of(chain[-1], "__wrapped__")) is not None and len(chain) < 100:
        chain.append(inner)
    return chain


def unwrapped(value: object) -> object:
    """Return what ``value`` wraps, at the innermost, or ``value`` itself."""
    return _chain(value)[-1]


def _layers(value: object) -> int:
    return len(_chain(value)) - 1


def attribute_of(value: object, name: str) -> Any:
    """Return an attribute of whatever the notebook holds; ``None`` where that fails."""
    try:
        return getattr(value, name, None)
    except Exception:  # a learner's own __getattr__ may do anything
        return None
