"""The parent's end: one child process that holds a submission, asked one call at a time.

Nothing that comes back is trusted. An answer is a line of JSON of bounded size; a child that says
anything else, dies, or uses up its time is reported as such and replaced by the caller.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

from chunklab.grading import values

WORKER = Path(__file__).with_name("worker.py")
MAX_ANSWER = 4_000_000
"""Most bytes of one answer."""
MAX_OUTPUT = 65_536
"""Most bytes kept of what the submission prints."""


@dataclass(frozen=True)
class Limits:
    """What one function's checks may use, in seconds."""

    cpu: float = 1.0
    wall: float = 5.0


@dataclass(frozen=True)
class Problem:
    """What a submission's code raised.

    ``kinds`` holds the exception's own type name, then the built-in types it is one of; ``line``
    and ``where`` are the innermost line and function of the submission that it passed through.
    """

    kinds: list[str]
    message: str
    line: int | None
    where: str

    @property
    def kind(self) -> str:
        """The name of the exception's own type."""
        return self.kinds[0]


class Missing(Enum):
    """A call that could not be made: the function is not there, or its body is empty."""

    ABSENT = "absent"
    EMPTY = "empty"


@dataclass(frozen=True)
class Returned:
    """A call's plain value, and what the child claims about the arguments."""

    value: Any
    changed: bool
    shares: str


@dataclass(frozen=True)
class Refused:
    """A call whose answer was too large to be taken."""

    reason: str


Answer = Returned | Problem | Refused | Missing


class Died(Exception):
    """The child ended, broke the protocol or ran out of time; ``outcome`` says which."""

    def __init__(self, outcome: str, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome


class Child:
    """A running child; use as a context manager, and not again after :class:`Died`."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._output = bytearray()
        self._answer = bytearray()
        requests, self._requests = os.pipe()
        self._answers, answers = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", WORKER, str(requests), str(answers)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(requests, answers),
            start_new_session=True,  # so that whatever it starts can be ended with it
            cwd=WORKER.anchor,
            env={},
        )
        os.close(requests)
        os.close(answers)
        assert self._process.stdout is not None
        self._stdout = self._process.stdout
        self._events = selectors.DefaultSelector()
        for readable in (self._answers, self._stdout.fileno()):
            os.set_blocking(readable, False)
            self._events.register(readable, selectors.EVENT_READ)
        os.set_blocking(self._requests, False)
        self.grant()

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def grant(self) -> None:
        """Start the clock anew: from now on the child may use its limits once more."""
        self._cpu_end = self._cpu_seconds() + self._limits.cpu
        self._wall_end = time.monotonic() + self._limits.wall

    def load(self, source: str, name: str) -> Problem | None:
        """Hand over the submission's text and run its top level; return what stopped it, if any."""
        answer = self._ask({"source": source, "name": name})
        with _distrust():
            trouble = answer["trouble"]
            return None if trouble is None else _problem(trouble)

    def call(self, function: str, arguments: tuple[Any, ...]) -> Answer:
        """Call one function of the submission with plain values, by position."""
        encoded = [values.encode(argument) for argument in arguments]
        answer = self._ask({"function": function, "arguments": encoded})
        with _distrust():
            if "missing" in answer:
                return Missing(answer["missing"])
            if "raised" in answer:
                return _problem(answer["raised"])
            if "refused" in answer:
                return Refused(str(answer["refused"])[:500])
            value = values.decode(answer["value"])
            return Returned(value, answer["changed"] is True, str(answer["shares"]))

    def take_output(self) -> str:
        """Return what the submission printed since the last call of this method."""
        text = self._output.decode("utf-8", "replace")
        self._output.clear()
        return text

    def close(self) -> None:
        """End the child and whatever it started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._events.close()
        self._stdout.close()
        os.close(self._requests)
        os.close(self._answers)

    def _ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send one request and wait for its answer, keeping what is printed meanwhile."""
        if self._receive():
            raise Died("crashed", "it answered before it was asked")
        unsent = json.dumps(request).encode("ascii") + b"\n"
        self._events.register(self._requests, selectors.EVENT_WRITE)
        try:
            while True:
                for key, _ in self._events.select(self._patience()):
                    if key.fd == self._requests:
                        unsent = unsent[os.write(self._requests, unsent) :]
                        if not unsent:
                            self._events.unregister(self._requests)
                    elif key.fd == self._answers:
                        if not self._receive():
                            raise self._death()
                    else:
                        self._listen()
                if self._answer.endswith(b"\n"):
                    self._listen()
                    return self._parse()
        except BrokenPipeError:
            raise self._death() from None
        finally:
            if unsent:
                self._events.unregister(self._requests)

    def _receive(self) -> bool:
        """Take in what the child has answered so far; tell whether there was anything."""
        with contextlib.suppress(BlockingIOError):
            data = os.read(self._answers, MAX_ANSWER)
            self._answer += data
            if len(self._answer) > MAX_ANSWER:
                raise Died("crashed", f"it answered with more than {MAX_ANSWER} bytes")
            return bool(data)
        return False

    def _listen(self) -> None:
        """Keep the beginning of what the submission prints, drop the rest."""
        with contextlib.suppress(BlockingIOError):
            while data := os.read(self._stdout.fileno(), MAX_OUTPUT):
                self._output += data[: MAX_OUTPUT - len(self._output)]
            if self._stdout.fileno() in self._events.get_map():
                self._events.unregister(self._stdout.fileno())

    def _parse(self) -> dict[str, Any]:
        with _distrust():
            answer = json.loads(self._answer)
            self._answer.clear()
            if isinstance(answer, dict):
                return answer
        raise _nonsense()

    def _patience(self) -> float:
        """Return how long to wait before looking at the clocks again, in seconds."""
        cpu_left = self._cpu_end - self._cpu_seconds()
        wall_left = self._wall_end - time.monotonic()
        if cpu_left <= 0:
            raise Died("timed out", f"no answer within {self._limits.cpu:g} s of computing")
        if wall_left <= 0:
            raise Died("timed out", f"no answer within {self._limits.wall:g} s")
        return min(wall_left, max(cpu_left, 0.01))

    def _cpu_seconds(self) -> float:
        """Return the CPU time the child has used; 0 where the system does not tell."""
        # POSIX: clock_getcpuclockid, which Python lacks; Linux puts the pid into the clock's number.
        if sys.platform == "linux":
            with contextlib.suppress(OSError):
                return time.clock_gettime((~self._process.pid << 3) | 2)
        return 0.0

    def _death(self) -> Died:
        """Say how the child ended; called when its pipes have closed."""
        try:
            status = self._process.wait(timeout=1.0)
        except subprocess.TimeoutExpired:
            return Died("crashed", "it closed its connection to the judge")
        self._listen()
        if status < 0:
            return Died("crashed", f"it was ended by {signal.Signals(-status).name}")
        return Died("crashed", f"it ended the program itself, with exit status {status}")


def _problem(data: dict[str, Any]) -> Problem:
    line = data["line"]
    return Problem(
        kinds=[str(kind)[:100] for kind in data["kinds"]][:20] or ["nothing"],
        message=str(data["message"])[:500],
        line=line if type(line) is int else None,
        where=str(data["where"])[:100],
    )


@contextlib.contextmanager
def _distrust() -> Iterator[None]:
    """Turn whatever a malformed answer can cause into :class:`Died`."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise _nonsense() from error


def _nonsense() -> Died:
    return Died("crashed", "it sent the judge something that is no answer")
