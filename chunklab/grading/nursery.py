"""The parent's end of the warm process (worker.py), of which every child is a copy."""

from __future__ import annotations

import contextlib
import json
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from chunklab.grading import values
from chunklab.grading.child import Child, Help, Limits, SandboxMissing
from chunklab.grading.scratch import Scratch

WORKER = Path(__file__).with_name("worker.py")
PATIENCE = 60
"""Longest that the warm process may take to start or to answer, in seconds."""

Sandbox = Literal["require", "best", "none"]


class _Gone(Exception):
    """The warm process has ended, or does not answer; the message holds what it said last."""


class Nursery:
    """A warm, confined process that is copied for each child; use as a context manager.

    ``sandbox`` says how it confines itself before it is handed anything: ``"require"`` every layer,
    or raise :class:`SandboxMissing`; the ``"best"`` that this system has; ``"none"`` but limits on
    memory and the like. ``layers`` names those that are on, once there is a child. It starts with
    the first child, and ends with the thread that started it, if not before.

    ``scratch`` says that each child has a folder in which it may write. What runs in one can be
    interrupted: ``interrupts``.
    """

    interrupts = True

    def __init__(self, sandbox: Sandbox = "best", *, scratch: bool = False) -> None:
        self.layers: tuple[str, ...] = ()
        self.scratch = scratch
        self._sandbox = sandbox
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Nursery:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def child(
        self, limits: Limits, help: Help | None = None, scratch: Scratch | None = None
    ) -> Child:
        """Return a new child for one submission, in its folder ``scratch`` if there are any."""
        return Child(self, limits, help, scratch)

    def copy(self, descriptors: Sequence[int], folder: str) -> int:
        """Start a child that owns ``descriptors``: its requests, answers, and what it prints.

        ``folder`` is the one in which it works, "" for none. Returns its process number, which
        stays its own until :meth:`end`.
        """
        if bool(folder) is not self.scratch:
            raise ValueError(f"a child has a folder if scratch=True, got {folder!r}")
        order = {"copy": True, "folder": folder}
        if self._process:
            with contextlib.suppress(_Gone):  # an unconfined child may have ended it
                return int(self._ask(order, descriptors)["pid"])
        try:
            self._start()
            return int(self._ask(order, descriptors)["pid"])
        except _Gone as gone:
            raise SandboxMissing(f"the child did not start: {gone}".rstrip(" :.") + ".") from gone

    def status(self, pid: int) -> int | None:
        """Return how a child ended, as ``Popen.returncode`` does; ``None`` if it has not."""
        with contextlib.suppress(_Gone):
            return self._ask({"pid": pid}).get("status")
        return None

    def end(self, pid: int) -> None:
        """End a child and whatever it started; nothing if it has ended."""
        with contextlib.suppress(_Gone):  # then the system has ended its children
            self._ask({"pid": pid, "end": True})

    def close(self) -> None:
        """End the warm process; its children end with it."""
        if self._process:
            self._process.kill()
            self._process.communicate()
            self._control.close()
        self._process = None

    def _start(self) -> None:
        self.close()
        self._control, theirs = socket.socketpair()
        self._control.settimeout(PATIENCE)
        with theirs:
            try:
                self._process = subprocess.Popen(  # noqa: S603  (our own worker)
                    # As -I, but for the one variable: sets of texts have the same order each time.
                    [
                        *(sys.executable, "-P", "-s", "-S"),
                        WORKER,
                        str(theirs.fileno()),
                        self._sandbox,
                        str(int(self.scratch)),
                    ],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.PIPE,
                    pass_fds=(theirs.fileno(),),
                    cwd=WORKER.anchor,
                    env={"PYTHONHASHSEED": "0", **({"TMPDIR": "."} if self.scratch else {})},
                )
            except OSError as error:
                self._control.close()
                raise SandboxMissing(f"no child could be started: {error.strerror}") from error
        greeting = self._hear()
        if "refused" in greeting:
            raise SandboxMissing(
                f"this machine lacks a layer of the sandbox: {greeting['refused']}"
            )
        self.layers = tuple(greeting["layers"])

    def _ask(self, order: dict[str, Any], descriptors: Sequence[int] = ()) -> dict[str, Any]:
        if self._process is None:
            raise _Gone
        try:
            socket.send_fds(self._control, [json.dumps(order).encode("ascii")], descriptors)
        except OSError:
            raise self._gone() from None
        return self._hear()

    def _hear(self) -> dict[str, Any]:
        line = b""
        while not line.endswith(b"\n"):
            try:
                part = self._control.recv(4096)
            except OSError:  # it takes too long
                part = b""
            if not part:
                raise self._gone()
            line += part
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _gone(self) -> _Gone:
        assert self._process  # noqa: S101  (asked of a running one only)
        self._process.kill()
        _, said = self._process.communicate()
        status = self._process.returncode
        self._control.close()
        self._process = None
        text = values.printable(said.decode("utf-8", "replace"), 1000).strip()
        return _Gone(f"it ended with exit status {status}. {text}")
