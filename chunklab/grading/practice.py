"""A stand-in for child processes where there are none, as for Python in a browser: for practice.

The submission runs in the judge's own process. It could read expected values and change verdicts,
so nothing that is found here may count as a grade. A loop written in Python is interrupted once
its time is up; one inside of C code is not, and whoever waits has to restart Python.
"""

from __future__ import annotations

import builtins
import io
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from types import CodeType
from typing import Any, TypeVar

from chunklab.grading import values
from chunklab.grading.child import (
    MAX_OUTPUT,
    MAX_SKIPPED,
    Answer,
    Died,
    Limits,
    Skipped,
    skipped,
    understood,
)
from chunklab.grading.loaded import ImportGuide, Submission
from chunklab.grading.outcomes import Outcome
from chunklab.grading.scratch import Scratch

T = TypeVar("T")

TOOL = 3
"""The number under which the submission is watched; debuggers and profilers have others."""


class Practice:
    """Gives what :class:`~chunklab.grading.nursery.Nursery` gives, without a process."""

    interrupts = False

    def __init__(self, *, scratch: bool = False) -> None:
        self.scratch = scratch

    def child(
        self, limits: Limits, help: object = None, scratch: Scratch | None = None
    ) -> PracticeChild:
        """Return a new holder of one submission; it cannot be helped by an answer key."""
        if help is not None:
            raise ValueError("a submission that is checked for practice is not helped by the key")
        return PracticeChild(limits, scratch)


class PracticeChild:
    """Holds a submission and answers as :class:`~chunklab.grading.child.Child` does.

    Of its ``limits`` only those by the clock hold. What runs in it has the folder ``scratch`` for
    its working directory.
    """

    layers: tuple[str, ...] = ()

    def __init__(self, limits: Limits, scratch: Scratch | None = None) -> None:
        self._limits = limits
        self._scratch = scratch
        self._output = _Output()
        self._born = time.monotonic()
        self.grant()

    def grant(self, limits: Limits | None = None) -> None:
        """Start the clock anew."""
        self._limits = limits or self._limits
        self._end = time.monotonic() + self._limits.wall

    def load(
        self,
        source: str,
        name: str,
        *,
        helpers: Mapping[str, list[str]],
        only_definitions: bool = False,
    ) -> list[Skipped]:
        """Run the submission's top level, as :meth:`Child.load` does; ``helpers`` is empty."""
        self._name = name
        self._submission = self._in_time(
            lambda: Submission(source, name, only_definitions=only_definitions)
        )
        return [skipped(each) for each in self._submission.skipped[:MAX_SKIPPED]]

    def calls(self, function: str, several: Sequence[tuple[Any, ...]]) -> Iterator[Answer]:
        """Call one function several times; yield the answers in order."""
        for arguments in several:
            # Copies, as a child gets: the submission can change no check.
            encoded = [values.encode(each) for each in arguments]
            yield understood(self._in_time(lambda: self._submission.call(function, encoded)))  # noqa: B023  (called at once)

    def take_output(self) -> str:
        """Return what the submission printed since the last call of this method."""
        text = values.printable(self._output.getvalue(), MAX_OUTPUT)
        self._output = _Output()
        return text

    def lifetime(self) -> float:
        """Return how long it has lived, in seconds."""
        return time.monotonic() - self._born

    def close(self) -> None:
        """Let it go: there is nothing to end."""

    def _in_time(self, run: Callable[[], T]) -> T:
        """Return what ``run`` does, unless time is up by then."""
        try:
            with (
                _only_standard_imports(),
                redirect_stdout(self._output),
                redirect_stderr(self._output),
                _in_folder(self._scratch),
                self._interrupted(),
            ):
                result = run()
        except KeyboardInterrupt:
            if time.monotonic() < self._end:
                raise
        if time.monotonic() >= self._end:
            raise Died(Outcome.TIMED_OUT, f"no answer within {self._limits.wall:g} s")
        if self._scratch and (excess := self._scratch.excess()):
            raise Died(Outcome.CRASHED, excess)
        return result

    @contextmanager
    def _interrupted(self) -> Iterator[None]:
        """Interrupt the submission's own code once time is up, at every call and turn of a loop."""
        if sys.version_info < (3, 12):  # no browser's Python; there is only the clock afterwards
            yield
            return
        monitoring = sys.monitoring
        looked_at = (monitoring.events.PY_START, monitoring.events.JUMP)

        def look(code: CodeType, *_: int) -> object:
            if code.co_filename != self._name:
                return monitoring.DISABLE
            # Again and again: a submission may catch it.
            if time.monotonic() >= self._end:
                raise KeyboardInterrupt
            return None

        monitoring.use_tool_id(TOOL, "chunklab")
        for event in looked_at:
            monitoring.register_callback(TOOL, event, look)
        monitoring.set_events(TOOL, sum(looked_at))
        try:
            yield
        finally:
            monitoring.set_events(TOOL, 0)
            monitoring.free_tool_id(TOOL)


class _Output(io.StringIO):
    """Keeps the beginning of what is printed, and drops the rest."""

    def write(self, text: str) -> int:
        super().write(text[: max(0, MAX_OUTPUT - self.tell())])
        return len(text)


@contextmanager
def _in_folder(scratch: Scratch | None) -> Iterator[None]:
    """Work in a folder, if there is one."""
    if scratch is None:
        yield
        return
    before = Path.cwd()
    os.chdir(scratch.path)
    try:
        yield
    finally:
        os.chdir(before)


@contextmanager
def _only_standard_imports() -> Iterator[None]:
    """Let the submission import no more than it can where it is graded."""
    original = builtins.__import__

    def guarded(name: str, *rest: Any, **named: Any) -> Any:
        asking = rest[0] if rest else named.get("globals")
        if (
            asking
            and asking.get("__name__") == "submission"
            and name.partition(".")[0] not in sys.stdlib_module_names
        ):
            ImportGuide().find_spec(name)
        return original(name, *rest, **named)

    builtins.__import__ = guarded
    try:
        yield
    finally:
        builtins.__import__ = original
