"""Run the checks of one exercise on submissions, in a pytest of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from chunklab.grading.judge import Judgement
from chunklab.grading.nursery import Sandbox

SECONDS = 60
"""Longest that a run may take for each function of each submission; the judge's own limits keep
well below."""

INTERRUPTED = 2
"""pytest's exit status when somebody stopped it."""

_UNUSED = (
    *("cacheprovider", "debugging", "doctest", "faulthandler", "junitxml", "legacypath"),
    *("logging", "pastebin", "setuponly", "setupplan", "stepwise", "subtests", "terminal"),
    *("threadexception", "tmpdir", "unittest", "unraisableexception", "warnings"),
)


class ChecksDidNotRun(Exception):
    """The checks themselves failed to run; the message holds what pytest said."""


def run_checks(
    root: Path,
    checks: Iterable[Path],
    submissions: Sequence[Path],
    functions: Collection[str],
    sandbox: Sandbox = "best",
) -> list[Judgement]:
    """Return what was found about each submission, with a verdict on each of ``functions``.

    ``root`` is the course folder, ``checks`` are test modules, the visible ones first;
    ``sandbox`` is as for :class:`~chunklab.grading.nursery.Nursery`. Raises
    :class:`ChecksDidNotRun` when a check breaks or a verdict is missing: never the submission's
    fault.
    """
    with tempfile.TemporaryDirectory(prefix="chunklab-") as folder:
        report = Path(folder, "verdicts.json")
        command: list[str | Path] = [
            *(sys.executable, "-P", "-m", "pytest"),  # -P: a json.py of the learner's is not ours
            *(f"-pno:{name}" for name in _UNUSED),  # which keeps the start quick
            *("-c", os.devnull, "--rootdir", root, "--import-mode=importlib", "--assert=plain"),
            *("--noconftest", "-p", "chunklab.grading.plugin"),
            *("--verdicts", report, "--sandbox", sandbox),
            *(f"--submission={path}" for path in submissions),
            *(f"--function={name}" for name in functions),
            *checks,
        ]
        most = SECONDS * (1 + len(functions)) * len(submissions)
        try:
            run = subprocess.run(  # noqa: S603  (our own; the submission runs in the judge's child)
                command,
                capture_output=True,
                text=True,
                check=False,
                cwd=root,
                env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""},
                timeout=most,
            )
        except subprocess.TimeoutExpired as error:
            raise ChecksDidNotRun(f"they had not ended after {most} s") from error
        if not report.exists():
            raise ChecksDidNotRun(f"{run.stdout}{run.stderr}".strip())
        found = json.loads(report.read_text(encoding="utf-8"))
    if run.returncode == INTERRUPTED and not found["broken"]:
        raise KeyboardInterrupt  # it was meant for the whole group of processes
    if found["broken"]:
        raise ChecksDidNotRun("\n".join(found["broken"]))
    judgements = [
        Judgement.from_dict(found["submissions"].get(str(path), asdict(Judgement())))
        for path in submissions
    ]
    for judgement in judgements:
        if missing := set(functions) - judgement.verdicts.keys():
            raise ChecksDidNotRun(f"no check looks at {', '.join(sorted(missing))}")
    return judgements
