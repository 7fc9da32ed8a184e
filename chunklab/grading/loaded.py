"""A submission in the child: loaded statement by statement, and called with plain values.

Whatever the submission does in this process, it can only change the data that the judge receives.
The worker loads this module from beside itself, so it imports little.
"""

from __future__ import annotations
import __future__

import _ast
import builtins
import sys

if __package__:
    from chunklab.grading import statements, values
else:  # in a child: they lie beside this file, as worker.py says
    import statements  # type: ignore[import-not-found, no-redef]
    import values  # type: ignore[import-not-found, no-redef]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

BUILTIN_ERRORS = frozenset(
    kind
    for kind in vars(builtins).values()
    if isinstance(kind, type) and issubclass(kind, BaseException)
)


class Submission:
    """The learner's module, as far as it can be loaded, statement by statement."""

    def __init__(self, source: str, name: str, *, only_definitions: bool = False) -> None:
        self.name = name
        module = type(sys)("submission")
        sys.modules["submission"] = module  # dataclasses, among others, look their module up
        self.namespace: dict[str, Any] = module.__dict__
        found, broken = statements.split(source, name)
        self.skipped = [self.skip(piece.error, piece.defines) for piece in broken]
        found = _without_later_stubs(found)
        self.empty = _empty_functions(found)
        flags = _future_flags(found)
        for statement in found:
            if not only_definitions or _is_definition(statement):
                self.run(statement, flags)

    def run(self, statement: Any, flags: int) -> None:
        """Run one top-level statement; one that fails is skipped and listed."""
        try:
            module = _ast.Module([statement], [])
            exec(  # noqa: S102
                compile(module, self.name, "exec", flags, dont_inherit=True), self.namespace
            )
        except BaseException as error:
            self.skipped.append(self.skip(error, getattr(statement, "name", "")))

    def skip(self, error: BaseException, defines: str) -> dict[str, Any]:
        """Describe a statement that was skipped, and the function it would have defined."""
        return {**self.describe(error), "defines": defines}

    def call(self, function: str, encoded: list[Any]) -> dict[str, Any]:
        """Call a function with encoded arguments; return the answer to send."""
        if not callable(self.namespace.get(function)):
            return {"missing": "absent"}
        if function in self.empty:
            return {"missing": "empty"}
        arguments = tuple(values.decode(argument) for argument in encoded)
        taken: list[int] = []
        try:
            result = self.namespace[function](*arguments)
            parts = result
            if type(result) is values.GENERATOR:
                parts = []
                result = _noted(result, arguments, parts, taken)
            answer = values.encode(result)
        except values.TooLarge as error:
            return {"refused": f"the answer is too large to judge: {error}"}
        except BaseException as error:
            return {"raised": self.describe(error)}
        changed = [values.encode(argument) for argument in arguments] != encoded
        return {
            "value": answer,
            "changed": changed,
            "shares": values.aliases(parts, arguments),
            "taken": taken,
        }

    def describe(self, error: BaseException) -> dict[str, Any]:
        """Say what was raised, and at which line of the submission."""
        line = error.lineno if isinstance(error, SyntaxError) else None
        where = ""
        # A StopIteration in a generator is only the cause of what comes out of it.
        for raised in (error.__cause__, error):
            step = raised.__traceback__ if raised else None
            while step:
                code = step.tb_frame.f_code
                if code.co_filename == self.name:
                    line, where = step.tb_lineno, code.co_name
                step = step.tb_next
        try:
            # A SyntaxError's text repeats the line.
            message = (error.msg if isinstance(error, SyntaxError) else str(error))[:500]
        except Exception:  # a submission's own __str__ may do anything
            message = "(its message failed)"
        # By identity: a class that only calls itself ValueError is none.
        kinds = [kind.__name__ for kind in type(error).__mro__ if kind in BUILTIN_ERRORS]
        if type(error) not in BUILTIN_ERRORS:
            kinds.insert(0, f"{type(error).__name__} (its own class)")
        return {"kinds": kinds, "message": message, "line": line, "where": where}


def _noted(
    generator: Iterator[Any], arguments: tuple[Any, ...], parts: list[Any], taken: list[int]
) -> Iterator[Any]:
    """Pass on what a generator yields; note it, and how much of a stream it had taken by then."""
    streams = [each for each in arguments if type(each) is values.Stream]
    for part in generator:
        parts.append(part)
        taken.extend(stream.taken for stream in streams[:1])
        yield part


class Helper:
    """Stands in for an earlier function of the submission: the judge answers its calls."""

    def __init__(
        self, function: str, parameters: list[str], ask: Callable[[dict[str, Any]], Any]
    ) -> None:
        self._function = function
        self._parameters = parameters
        self._ask = ask

    def __call__(self, *given: Any, **named: Any) -> Any:
        """Return or raise what the judge answers."""
        arguments = list(given)
        for parameter in self._parameters[len(given) :]:
            if parameter in named:
                arguments.append(named.pop(parameter))
        if named:
            raise TypeError(f"{self._function}() got an unexpected argument {min(named)!r}")
        answer = self._ask({"ask": self._function, "arguments": values.encode(arguments)})
        if "value" in answer:
            return values.decode(answer["value"])
        raise getattr(builtins, answer["raises"])(answer["message"])


class ImportGuide:
    """The last finder: says why a module cannot be imported, instead of just not finding it."""

    def find_spec(self, name: str, *_: object) -> None:
        """Raise the error that says why; asked when no other finder knows the module."""
        top = name.partition(".")[0]
        why = "only Python's standard library is there where submissions are judged"
        if top in ("chunklab", "solutions", "tests"):
            why = "a submission is judged on code of its own"
        raise ModuleNotFoundError(f"{top} cannot be imported: {why}", name=name)


def _without_later_stubs(found: list[Any]) -> list[Any]:
    """Leave out empty functions below a written one of that name: a cell that was duplicated."""
    written: set[str] = set()
    kept = []
    for statement in found:
        if isinstance(statement, _ast.FunctionDef):
            if not _is_empty(statement.body):
                written.add(statement.name)
            elif statement.name in written:
                continue
        kept.append(statement)
    return kept


def _empty_functions(found: list[Any]) -> set[str]:
    """Return the functions whose last definition has nothing in it."""
    empty: set[str] = set()
    for statement in found:
        if isinstance(statement, _ast.FunctionDef) and _is_empty(statement.body):
            empty.add(statement.name)
        elif isinstance(statement, _ast.Assign):
            empty -= {target.id for target in statement.targets if isinstance(target, _ast.Name)}
        elif isinstance(statement, _ast.Import | _ast.ImportFrom):
            empty -= {alias.asname or alias.name for alias in statement.names}
        else:
            empty.discard(getattr(statement, "name", ""))
    return empty


def _is_empty(body: list[Any]) -> bool:
    """Tell whether a body is only a docstring, pass, ``...`` or ``raise NotImplementedError``."""
    return all(
        isinstance(statement, _ast.Pass)
        or (isinstance(statement, _ast.Expr) and isinstance(statement.value, _ast.Constant))
        or (isinstance(statement, _ast.Raise) and _is_not_implemented(statement.exc))
        for statement in body
    )


def _is_not_implemented(raised: Any) -> bool:
    name = raised.func if isinstance(raised, _ast.Call) else raised
    return isinstance(name, _ast.Name) and name.id == "NotImplementedError"


def _is_definition(statement: Any) -> bool:
    """Tell whether a statement defines, imports, or names a value without calling anything."""
    if isinstance(statement, _ast.Assign | _ast.AnnAssign):
        return not _calls(statement)
    if isinstance(statement, _ast.Try):
        handled = [each for handler in statement.handlers for each in handler.body]
        parts = [*statement.body, *handled, *statement.orelse, *statement.finalbody]
        return all(map(_is_definition, parts))
    return isinstance(statement, _ast.FunctionDef | _ast.ClassDef | _ast.Import | _ast.ImportFrom)


def _calls(node: Any) -> bool:
    if isinstance(node, list):
        return any(map(_calls, node))
    if isinstance(node, _ast.Lambda):
        return _calls(node.args)  # its defaults run now, its body does not
    if isinstance(node, _ast.AST):
        looping = _ast.Call | _ast.ListComp | _ast.SetComp | _ast.DictComp | _ast.Pow | _ast.LShift
        return isinstance(node, looping) or any(
            _calls(getattr(node, field, None)) for field in node._fields
        )
    return False


def _future_flags(found: list[Any]) -> int:
    flags = 0
    for statement in found:
        if isinstance(statement, _ast.ImportFrom) and statement.module == "__future__":
            for alias in statement.names:
                flags |= getattr(__future__, alias.name).compiler_flag
    return flags
