"""The warm process: confines itself once, and is copied (forked) for each child.

Run as ``python -P -s -S worker.py CONTROL LEVEL SCRATCH``: a socket to the judge, how it is to be
confined (see sandbox.py), and whether each copy has a folder of its own, 1 or 0. A copy costs a
tenth of a fresh start of Python. Each loads one submission and answers calls to its functions, and
knows nothing else: no expected value, no key, no other submission. What is said on the socket and
on a child's pipes is in docs/protocol.md.
"""

from __future__ import annotations

import _socket
import json
import os
import sys
from contextlib import suppress

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120  (quick)
# Beside this file: -S and -P hide the package.
import sandbox  # type: ignore[import-not-found]
from loaded import Helper, ImportGuide, Submission  # type: ignore[import-not-found]

del sys.path[0]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_SKIPPED = 20
"""Most statements that are listed as skipped."""
MAX_ORDER = 50_000
"""More bytes than an order of the judge's has: a folder's path has at most 4096, as text more."""


def main(control: int, level: str, scratch: bool) -> None:
    """Confine this process, say how, and copy it on demand; a copy serves one submission."""
    sandbox.end_with(os.getppid())
    try:
        layers = sandbox.enclose(level, keep=(control,), scratch=scratch)
    except sandbox.SandboxError as error:
        _send(control, {"refused": str(error)})
        return
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    sys.meta_path.append(ImportGuide())
    if scratch:
        with suppress(ImportError):  # once for all copies: it takes as long as a copy does
            import sqlite3  # noqa: F401
    _send(control, {"layers": layers})
    if given := copied_on_demand(control):
        requests, answers, folder = given
        if folder:
            os.chdir(folder)
        try:
            _send(answers, {"layers": sandbox.lock(level, folder)})
        except sandbox.SandboxError as error:
            _send(answers, {"refused": str(error)})
            return
        serve(requests, answers)


def copied_on_demand(control: int) -> tuple[int, int, str] | None:
    """Copy this process whenever the judge asks; tell how copies end, and end them.

    Returns in a copy, with the two ends of its pipes and its scratch folder, "" for none, and once
    the judge is gone: then ``None``.
    """
    judge = _socket.socket(fileno=control)
    myself = os.getpid()
    running: set[int] = set()
    while True:
        message, attached, _, _ = judge.recvmsg(MAX_ORDER, _socket.CMSG_LEN(3 * 4))
        if not message:
            return None
        order = json.loads(message)
        answer: dict[str, Any] = {}
        if "copy" in order:
            [(_, _, numbers)] = attached
            requests, answers, printed = memoryview(numbers).cast("i")
            copy = os.fork()
            if not copy:
                sandbox.end_with(myself)
                os.setsid()  # so that whatever it starts can be ended with it
                for stream in (1, 2):
                    os.dup2(printed, stream)
                os.close(printed)
                judge.close()
                return requests, answers, order["folder"]
            for descriptor in (requests, answers, printed):
                os.close(descriptor)
            running.add(copy)
            answer["pid"] = copy
        elif (pid := order["pid"]) in running:
            # Only one that is still there, or still to be waited for, has this number for sure.
            if "end" in order:
                for kill in (os.kill, os.killpg):  # by number, should it have no group yet
                    with suppress(ProcessLookupError, PermissionError):
                        kill(pid, sandbox.SIGKILL)
            ended, status = os.waitpid(pid, 0 if "end" in order else os.WNOHANG)
            if ended:
                running.remove(pid)
                answer["status"] = os.waitstatus_to_exitcode(status)
        _send(control, answer)


def serve(requests: int, answers: int) -> None:
    """Load the submission that the first request names, and answer calls; end with the requests."""
    with open(requests, encoding="utf-8") as lines:

        def ask(question: dict[str, Any]) -> Any:
            _send(answers, question)
            return json.loads(lines.readline())

        order = json.loads(lines.readline())
        submission = Submission(
            order["source"], order["name"], only_definitions=order["only_definitions"]
        )
        for function, parameters in order["helpers"].items():
            submission.namespace[function] = Helper(function, parameters, ask)
        _send(answers, {"skipped": submission.skipped[:MAX_SKIPPED]})
        while line := lines.readline():
            order = json.loads(line)
            for arguments in order["calls"]:
                _send(answers, submission.call(order["function"], arguments))


def _send(descriptor: int, message: dict[str, Any]) -> None:
    try:
        sys.stdout.flush()
    except Exception:  # the submission may have closed or replaced it
        sys.stdout = None
    data = json.dumps(message).encode("ascii") + b"\n"
    while data:
        data = data[os.write(descriptor, data) :]


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3] == "1")
