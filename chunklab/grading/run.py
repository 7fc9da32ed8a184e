"""Run the checks of one exercise on submissions, in a pytest of their own."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import IO

from chunklab.grading.judge import Judgement
from chunklab.grading.nursery import Sandbox
from chunklab.grading.scratch import Scratch

SECONDS = 60
"""Longest that a run may take for each function of each submission; the judge's own limits keep
well below."""

NOTHING_TO_DO = 5
"""pytest's exit status when there are no tests."""
INTERRUPTED = (2, -signal.SIGINT)
"""pytest's exit status when somebody stopped it, and Python's before pytest was there."""

_UNUSED = (
    *("cacheprovider", "debugging", "doctest", "faulthandler", "junitxml", "legacypath"),
    *("logging", "pastebin", "setuponly", "setupplan", "stepwise", "subtests", "terminal"),
    *("threadexception", "tmpdir", "unittest", "unraisableexception", "warnings"),
)

_SETTINGS = {
    "PYTEST_ADDOPTS": "",
    "PYTHONHASHSEED": "0",  # a set that came back is shown in the same order each time
}


class ChecksDidNotRun(Exception):
    """The checks themselves failed to run; the message holds what pytest said."""


def run_checks(
    root: Path,
    checks: Iterable[Path],
    submissions: Sequence[Path],
    functions: Collection[str],
    sandbox: Sandbox = "best",
) -> Iterator[Judgement]:
    """Yield what was found about each submission, in order, as soon as it is known.

    ``root`` is the course folder, ``checks`` are test modules, the visible ones first. Each
    judgement has a verdict on each of ``functions``. ``sandbox`` is as for
    :class:`~chunklab.grading.nursery.Nursery`. Raises :class:`ChecksDidNotRun` at the first
    submission for which a check breaks or a verdict is missing: never the submission's fault.
    """
    reports, theirs = os.pipe()
    command = [
        *(sys.executable, "-P", "-m", "pytest"),  # -P: a json.py of the learner's is not ours
        *_arguments(root, checks, submissions, functions),
        *(f"--verdicts=/dev/fd/{theirs}", f"--sandbox={sandbox}"),
    ]
    most = SECONDS * (1 + len(functions)) * len(submissions)
    with (
        os.fdopen(reports, encoding="utf-8") as lines,
        tempfile.TemporaryFile() as said,
        Scratch() as folders,  # for those of the submissions: gone whatever ends the checks
    ):
        try:
            process = subprocess.Popen(  # noqa: S603  (our own; submissions run in children of it)
                command,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                pass_fds=[theirs],
                cwd=root,
                env={**os.environ, **_SETTINGS, "TMPDIR": str(folders.path)},
            )
        finally:
            os.close(theirs)
        watch = threading.Timer(most, process.kill)
        watch.start()
        try:
            for _ in submissions:
                line = lines.readline()
                if not line.endswith("\n"):
                    raise _untimely_end(process.wait(), said, functions)
                yield _judgement(line, functions)
        finally:
            watch.cancel()
            process.kill()
            process.wait()


def practise(
    root: Path, checks: Iterable[Path], submission: Path, functions: Collection[str]
) -> Judgement:
    """Return what was found about one submission, by checks that run in this very process.

    For practice where there are no other processes, as in a browser: see
    :mod:`chunklab.grading.practice`. Parameters and errors are those of :func:`run_checks`.
    """
    import pytest  # which takes longer to load than all of the course

    said = io.StringIO()
    with tempfile.TemporaryDirectory(prefix="chunklab-") as folder:
        verdicts = Path(folder, "verdicts")
        with redirect_stdout(said), redirect_stderr(said):
            status = pytest.main(
                [
                    *_arguments(root, checks, [submission], functions),
                    *("--practice", f"--verdicts={verdicts}", "--capture=no"),
                ]
            )
        lines = verdicts.read_text(encoding="utf-8").splitlines() if verdicts.exists() else []
    if not lines:
        raise ChecksDidNotRun(said.getvalue().strip() or f"they ended with exit status {status}")
    return _judgement(lines[0], functions)


def _arguments(
    root: Path, checks: Iterable[Path], submissions: Iterable[Path], functions: Iterable[str]
) -> list[str]:
    """Return what pytest is told, wherever it runs."""
    return [
        *(f"-pno:{name}" for name in _UNUSED),  # which keeps the start quick
        *("-c", os.devnull, f"--rootdir={root}", "--import-mode=importlib", "--assert=plain"),
        *("--noconftest", "--disable-plugin-autoload", "-p", "chunklab.grading.plugin"),
        *(f"--submission={path}" for path in submissions),
        *(f"--function={name}" for name in functions),
        *map(str, checks),
    ]


def _judgement(line: str, functions: Collection[str]) -> Judgement:
    """Return what a line of verdicts says; it must say something of each function."""
    found = json.loads(line)
    if found["broken"]:
        raise ChecksDidNotRun("\n".join(found["broken"]))
    judgement = Judgement.from_dict(found["judgement"])
    if missing := set(functions) - judgement.verdicts.keys():
        raise _unchecked(missing)
    return judgement


def _untimely_end(status: int, said: IO[bytes], functions: Iterable[str]) -> BaseException:
    """Return what to raise where pytest ended before it had judged everything."""
    if status in INTERRUPTED:
        return KeyboardInterrupt()  # it was meant for the whole group of processes
    if status == NOTHING_TO_DO:
        return _unchecked(functions)
    said.seek(0)
    words = said.read().decode("utf-8", "replace").strip()
    return ChecksDidNotRun(words or f"they ended with exit status {status}")


def _unchecked(functions: Iterable[str]) -> ChecksDidNotRun:
    return ChecksDidNotRun(f"no check looks at {', '.join(sorted(functions))}")
