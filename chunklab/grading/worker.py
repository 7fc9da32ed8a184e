"""The child: loads one submission and answers calls to its functions, and knows nothing else.

Run as ``python -I -S worker.py REQUESTS ANSWERS LEVEL``: two inherited file descriptors that carry
one JSON object a line (see docs/protocol.md), and how it is to be confined (see sandbox.py). It
holds no expected value and no key; whatever the submission does to this process, it can only change
the data that the judge receives.
"""

from __future__ import annotations

import _ast  # the module ast without its helpers: a quarter of this process's start
import builtins
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120  (quick)
import sandbox  # type: ignore[import-not-found]  # beside this file: -I -S hides the package
import values  # type: ignore[import-not-found]

del sys.path[0]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

BUILTIN_ERRORS = frozenset(
    kind
    for kind in vars(builtins).values()
    if isinstance(kind, type) and issubclass(kind, BaseException)
)


class Submission:
    """The learner's module, as far as it could be loaded."""

    def __init__(self, source: str, name: str) -> None:
        self.name = name
        self.namespace: dict[str, Any] = {"__name__": "submission", "__builtins__": __builtins__}
        self.trouble: dict[str, Any] | None = None
        self.empty: set[str] = set()
        try:
            tree: Any = compile(source, name, "exec", _ast.PyCF_ONLY_AST, dont_inherit=True)
            self.empty = {
                node.name
                for node in tree.body
                if isinstance(node, _ast.FunctionDef) and _is_empty(node.body)
            }
            exec(compile(tree, name, "exec", dont_inherit=True), self.namespace)  # noqa: S102
        except BaseException as error:
            self.trouble = self.describe(error)

    def call(self, function: str, encoded: list[Any]) -> dict[str, Any]:
        """Call a function with encoded arguments; return the answer to send."""
        if not callable(self.namespace.get(function)):
            return {"missing": "absent"}
        if function in self.empty:
            return {"missing": "empty"}
        arguments = tuple(values.decode(argument) for argument in encoded)
        try:
            result = self.namespace[function](*arguments)
            answer = values.encode(result)
        except values.TooLarge as error:
            return {"refused": f"the answer is too large to judge: {error}"}
        except BaseException as error:
            return {"raised": self.describe(error)}
        changed = [values.encode(argument) for argument in arguments] != encoded
        return {
            "value": answer,
            "changed": changed,
            "shares": values.aliases(result, arguments),
        }

    def describe(self, error: BaseException) -> dict[str, Any]:
        """Say what was raised, and at which line of the submission."""
        line = error.lineno if isinstance(error, SyntaxError) else None
        where = ""
        step = error.__traceback__
        while step:
            code = step.tb_frame.f_code
            if code.co_filename == self.name:
                line, where = step.tb_lineno, code.co_name
            step = step.tb_next
        try:
            message = str(error)[:500]
        except Exception:  # a submission's own __str__ may do anything
            message = "(its message failed)"
        # By identity: a class that only calls itself ValueError is none.
        kinds = [kind.__name__ for kind in type(error).__mro__ if kind in BUILTIN_ERRORS]
        if type(error) not in BUILTIN_ERRORS:
            kinds.insert(0, f"{type(error).__name__} (its own class)")
        return {"kinds": kinds, "message": message, "line": line, "where": where}


def _is_empty(body: list[_ast.stmt]) -> bool:
    """Tell whether a function's body is only a docstring, pass or ``...``."""
    return all(
        isinstance(statement, _ast.Pass)
        or (isinstance(statement, _ast.Expr) and isinstance(statement.value, _ast.Constant))
        for statement in body
    )


def main(requests: int, answers: int, level: str) -> None:
    """Confine this process and say how; then load a submission and answer calls to it.

    The first request names the submission; it ends with the requests.
    """
    try:
        _send(answers, {"layers": sandbox.confine(level, keep=(requests, answers))})
    except sandbox.SandboxError as error:
        _send(answers, {"refused": str(error)})
        return
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    with open(requests, encoding="utf-8") as lines:
        order = json.loads(lines.readline())
        submission = Submission(order["source"], order["name"])
        _send(answers, {"trouble": submission.trouble})
        for line in lines:
            order = json.loads(line)
            _send(answers, submission.call(order["function"], order["arguments"]))


def _send(answers: int, message: dict[str, Any]) -> None:
    try:
        sys.stdout.flush()
    except Exception:  # the submission may have closed or replaced it
        sys.stdout = None
    data = json.dumps(message).encode("ascii") + b"\n"
    while data:
        data = data[os.write(answers, data) :]


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
