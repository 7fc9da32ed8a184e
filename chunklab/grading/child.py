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
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Protocol

from chunklab.grading import values
from chunklab.grading.outcomes import Outcome
from chunklab.grading.scratch import Scratch

MAX_ANSWER = 4_000_000
"""Most bytes of one answer."""
MAX_OUTPUT = 65_536
"""Most bytes kept of what the submission prints."""
MAX_THREADS = 32
"""Most threads that a submission may have at a time."""
MAX_SKIPPED = 20
"""Most skipped statements that are listed."""


@dataclass(frozen=True)
class Limits:
    """What one function's checks may use, in seconds.

    ``cpu`` is computing; ``wall`` goes by the clock, but for the time in which it waited for a
    processor: a busy machine is no submission's fault.
    """

    cpu: float = 1.0
    wall: float = 3.0


START = Limits(cpu=10.0, wall=60.0)
"""What a child may use to start."""

LOOK = 0.01
"""How often the clocks are read and threads counted, in seconds."""


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


class Missing(Enum):
    """A call that could not be made: the function is not there, or its body is empty."""

    ABSENT = "absent"
    EMPTY = "empty"


@dataclass(frozen=True)
class Returned:
    """A call's plain value, and what the child claims about the arguments.

    ``taken`` tells, for each item of a generator, how much of a stream had been read by then.
    """

    value: Any
    changed: bool
    shares: str
    taken: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Refused:
    """A call whose answer was too large to be taken."""

    reason: str


@dataclass(frozen=True)
class Skipped:
    """A top-level statement that was skipped: why, and the function it would have defined."""

    problem: Problem
    defines: str


Answer = Returned | Problem | Refused | Missing

Help = Callable[[str, list[Any]], dict[str, Any]]
"""Answers a helper's call: ``{"value": encoded}`` or ``{"raises": name, "message": text}``."""


class Parent(Protocol):
    """What starts a child and sees it end: a :class:`~chunklab.grading.nursery.Nursery`."""

    layers: tuple[str, ...]

    def copy(self, descriptors: Sequence[int], folder: str) -> int:
        """Start a child that owns ``descriptors``, in a folder; return its process number."""

    def status(self, pid: int) -> int | None:
        """Return the status with which a child has ended, ``None`` while it runs."""

    def end(self, pid: int) -> None:
        """End a child."""


class SandboxMissing(Exception):
    """No child could be had that is confined as asked: this machine's fault, no submission's."""


class Died(Exception):
    """The child ended, broke the protocol or ran out of time; ``outcome`` says which."""

    def __init__(self, outcome: Outcome, reason: str) -> None:
        super().__init__(reason)
        self.outcome = outcome


class Child:
    """A running child of ``nursery``; use as a context manager, and not again after :class:`Died`.

    ``layers`` names the parts of the sandbox that it confined itself with before it was handed
    anything. ``help`` answers for helpers, see :meth:`load`. ``scratch`` is the folder in which it
    works; what it makes there is counted, and more than may be there ends it. Raises
    :class:`SandboxMissing` where the nursery does.
    """

    def __init__(
        self,
        nursery: Parent,
        limits: Limits,
        help: Help | None = None,
        scratch: Scratch | None = None,
    ) -> None:
        self._born = time.monotonic()
        self._owes = 0
        self._nursery = nursery
        self._limits = START
        self._help = help
        self._scratch = scratch
        self._helpers: Collection[str] = ()
        self._output = bytearray()
        self._answer = bytearray()
        requests, self._requests = os.pipe()
        self._answers, answers = os.pipe()
        self._printed, printed = os.pipe()
        try:
            self._pid = nursery.copy(
                (requests, answers, printed), str(scratch.path) if scratch else ""
            )
        except BaseException:
            self._close_pipes()
            raise
        finally:
            for theirs in (requests, answers, printed):
                os.close(theirs)
        for ours in (self._requests, self._answers, self._printed):
            os.set_blocking(ours, False)
        self._events = selectors.DefaultSelector()
        self._events.register(self._answers, selectors.EVENT_READ)
        self._events.register(self._printed, selectors.EVENT_READ)
        try:
            self.grant()
            self.layers = (*nursery.layers, *self._greeting())
        except BaseException:
            self.close()
            raise
        self.grant(limits)

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def grant(self, limits: Limits | None = None) -> None:
        """Start the clock anew: from now on the child may use its limits, or others, once more."""
        if limits:
            self._limits = limits
        self._cpu_end = self._cpu_seconds() + self._limits.cpu
        self._wall_end = time.monotonic() - self._waited() + self._limits.wall
        self._next_look = time.monotonic() + LOOK

    def load(
        self,
        source: str,
        name: str,
        *,
        helpers: Mapping[str, list[str]] | None = None,
        only_definitions: bool = False,
    ) -> list[Skipped]:
        """Hand over the submission's text and run its top level; return what had to be skipped.

        Calls of the functions in ``helpers``, which gives their parameters' names, are answered by
        the ``help`` given to this child, not by the submission. ``only_definitions`` leaves out
        statements that do anything else than define, import, or name a plain value.
        """
        answer = self._ask(
            {
                "source": source,
                "name": name,
                "helpers": dict(helpers or {}),
                "only_definitions": only_definitions,
            }
        )
        self._helpers = frozenset(helpers or ())  # only now: the top level may not ask
        with _distrust():
            return [skipped(each) for each in answer["skipped"][:MAX_SKIPPED]]

    def call(self, function: str, arguments: tuple[Any, ...]) -> Answer:
        """Call one function of the submission with plain values, by position."""
        [answer] = self.calls(function, [arguments])
        return answer

    def calls(self, function: str, several: Sequence[tuple[Any, ...]]) -> Iterator[Answer]:
        """Call one function several times, asked for at once; yield the answers in order."""
        encoded = [[values.encode(each) for each in arguments] for arguments in several]
        if not encoded:
            return
        answer = self._ask({"function": function, "calls": encoded}, len(encoded))
        while True:
            yield understood(answer)
            if not self._owes:
                return
            answer = self._answer_or_help(b"")

    def take_output(self) -> str:
        """Return what the submission printed since the last call of this method."""
        self._listen()
        text = values.printable(self._output.decode("utf-8", "replace"), MAX_OUTPUT)
        self._output.clear()
        return text

    def lifetime(self) -> float:
        """Return how long it has lived, but for waiting for a processor, in seconds."""
        return time.monotonic() - self._waited() - self._born

    def close(self) -> None:
        """End the child and whatever it started."""
        self._nursery.end(self._pid)
        self._events.close()
        self._close_pipes()

    def _close_pipes(self) -> None:
        for ours in (self._requests, self._answers, self._printed):
            os.close(ours)

    def _greeting(self) -> tuple[str, ...]:
        """Wait until the child has confined itself; return how."""
        try:
            greeting = self._answer_to(b"")
        except Died as death:
            reason = f"the child did not start: {death}. {self.take_output()}".rstrip()
            raise SandboxMissing(reason) from death
        if "refused" in greeting:
            raise SandboxMissing(
                f"this machine lacks a layer of the sandbox: {greeting['refused']}"
            )
        return tuple(greeting["layers"])

    def _ask(self, request: dict[str, Any], answers: int = 1) -> dict[str, Any]:
        """Send a request for so many answers and return the first."""
        if self._receive():
            raise Died(Outcome.CRASHED, "it answered before it was asked")
        self._owes = answers
        return self._answer_or_help(_line(request))

    def _answer_or_help(self, request: bytes) -> dict[str, Any]:
        """Return the next answer; meanwhile, help where help is asked for."""
        answer = self._answer_to(request)
        while "ask" in answer:
            self._patience()  # raises where time is up: the next question may lie here already
            with _distrust():
                function, arguments = str(answer["ask"]), values.decode(answer["arguments"])
            if self._help is None or function not in self._helpers or type(arguments) is not list:
                raise Died(Outcome.CRASHED, "it asked the judge for help that it may not have")
            answer = self._answer_to(_line(self._help(function, arguments)))
        self._owes -= 1
        if self._answer and not self._owes:
            raise Died(Outcome.CRASHED, "it answered more than it was asked")
        return answer

    def _answer_to(self, request: bytes) -> dict[str, Any]:
        """Send and wait for a line of answer, keeping what is printed meanwhile."""
        unsent = self._send(request) if request else b""
        if unsent:  # more than the pipe holds: send on whenever the child has read some
            self._events.register(self._requests, selectors.EVENT_WRITE)
        while b"\n" not in self._answer:
            for key, _ in self._events.select(self._patience()):
                if key.fd == self._requests:
                    unsent = self._send(unsent)
                    if not unsent:
                        self._events.unregister(self._requests)
                elif key.fd == self._answers:
                    if not self._receive():
                        raise self._death()
                else:
                    self._listen()
        if unsent:
            raise Died(Outcome.CRASHED, "it answered before it had read the question")
        self._count_files()
        return self._parse()

    def _send(self, data: bytes) -> bytes:
        """Write as much as the pipe takes; return the rest."""
        try:
            return data[os.write(self._requests, data) :]
        except BlockingIOError:
            return data
        except BrokenPipeError:
            raise self._death() from None

    def _receive(self) -> bool:
        """Take in what the child has answered so far; tell whether there was anything."""
        with contextlib.suppress(BlockingIOError):
            data = os.read(self._answers, 65_536)  # what a pipe holds
            self._answer += data
            if len(self._answer) > MAX_ANSWER:
                raise Died(Outcome.CRASHED, f"it answered with more than {MAX_ANSWER} bytes")
            return bool(data)
        return False

    def _listen(self) -> None:
        """Keep the beginning of what the submission prints, drop the rest."""
        # KeyError: it was closed, and unregistered, before.
        with contextlib.suppress(BlockingIOError, KeyError):
            while data := os.read(self._printed, MAX_OUTPUT):
                self._output += data[: MAX_OUTPUT - len(self._output)]
            self._events.unregister(self._printed)  # closed: there is nothing more to hear

    def _parse(self) -> dict[str, Any]:
        with _distrust():
            line, _, self._answer = self._answer.partition(b"\n")
            answer = json.loads(line.decode("ascii"))
            if isinstance(answer, dict):
                return answer
        raise _nonsense()

    def _patience(self) -> float:
        """Return how long to wait before looking at the clocks again, in seconds."""
        now = time.monotonic()
        if now < self._next_look:  # most answers come sooner
            return self._next_look - now
        cpu_left = self._cpu_end - self._cpu_seconds()
        wall_left = self._wall_end - (now - self._waited())
        if cpu_left <= 0:
            raise Died(Outcome.TIMED_OUT, f"no answer within {self._limits.cpu:g} s of computing")
        if wall_left <= 0:
            raise Died(Outcome.TIMED_OUT, f"no answer within {self._limits.wall:g} s")
        if self._threads() > MAX_THREADS:
            raise Died(Outcome.CRASHED, f"it started more than {MAX_THREADS} threads")
        self._count_files()
        self._next_look = now + LOOK
        return min(wall_left, max(cpu_left, LOOK), 0.1)

    def _threads(self) -> int:
        """Return how many threads the child has; 0 where the system does not tell."""
        # Counted here, as no layer of the sandbox can: a filter has no memory, and limits on
        # processes do not bind root.
        with contextlib.suppress(OSError):
            return Path(f"/proc/{self._pid}/task").stat().st_nlink - 2
        return 0

    def _count_files(self) -> None:
        # Counted here too: a quota would need a file system of its own, and whoever may mount one.
        if self._scratch and (excess := self._scratch.excess()):
            raise Died(Outcome.CRASHED, excess)

    def _waited(self) -> float:
        """Return how long the child waited for a processor; 0 where the system does not tell."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            return int(Path(f"/proc/{self._pid}/schedstat").read_text().split()[1]) / 1e9
        return 0.0

    def _cpu_seconds(self) -> float:
        """Return the CPU time the child has used; 0 where the system does not tell."""
        # POSIX: clock_getcpuclockid, which Python lacks; Linux codes the pid in the clock's number.
        if sys.platform == "linux":
            with contextlib.suppress(OSError):
                return time.clock_gettime((~self._pid << 3) | 2)
        return 0.0

    def _death(self) -> Died:
        """Say how the child ended; called when its pipes have closed."""
        deadline = time.monotonic() + 1.0
        while (status := self._nursery.status(self._pid)) is None:
            if time.monotonic() > deadline:
                return Died(Outcome.CRASHED, "it closed its connection to the judge")
            time.sleep(0.001)
        self._listen()
        if status < 0:
            return Died(Outcome.CRASHED, f"it was ended by a signal: {signal.strsignal(-status)}")
        return Died(Outcome.CRASHED, f"it ended the program itself, with exit status {status}")


def _line(message: dict[str, Any]) -> bytes:
    return json.dumps(message).encode("ascii") + b"\n"


def skipped(data: dict[str, Any]) -> Skipped:
    """Return what a description of a statement that was skipped says."""
    return Skipped(_problem(data), values.printable(str(data["defines"]), 100))


def understood(answer: dict[str, Any]) -> Answer:
    """Return what an answer says; one that is no answer ends its child."""
    with _distrust():
        if "missing" in answer:
            return Missing(answer["missing"])
        if "raised" in answer:
            return _problem(answer["raised"])
        if "refused" in answer:
            return Refused(values.printable(str(answer["refused"]), 500))
        value = values.decode(answer["value"])
        # No more than an argument can hold: it is said in words when it is too much.
        taken = [min(count, values.MAX_ITEMS) for count in answer["taken"] if type(count) is int]
        return Returned(value, answer["changed"] is True, str(answer["shares"]), taken)


def _problem(data: dict[str, Any]) -> Problem:
    line = data["line"]
    return Problem(
        kinds=[values.printable(str(kind), 100) for kind in data["kinds"][:20]] or ["nothing"],
        message=values.printable(str(data["message"]), 500),
        line=line if type(line) is int else None,
        where=values.printable(str(data["where"]), 100),
    )


@contextlib.contextmanager
def _distrust() -> Iterator[None]:
    """Turn whatever a malformed answer can cause into :class:`Died`."""
    try:
        yield
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise _nonsense() from error


def _nonsense() -> Died:
    return Died(Outcome.CRASHED, "it sent the judge something that is no answer")
