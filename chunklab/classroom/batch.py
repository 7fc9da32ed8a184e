"""Judge the texts of a class, several at a time, and keep each judgement for the next run.

A shard of texts is judged in one pytest session of its own; sessions run on whatever
``concurrent.futures`` executor is given, threads here or a cluster elsewhere. What is kept is found
again by a digest of all that a judgement depends on, so a run that was interrupted goes on where it
stopped, and a class that has not changed is not judged again.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import asdict
from functools import partial
from pathlib import Path

from chunklab.course import files
from chunklab.course.errors import CourseError
from chunklab.course.index import Course, Exercise
from chunklab.grading import judge
from chunklab.grading.child import Limits, SandboxMissing
from chunklab.grading.judge import Judgement
from chunklab.grading.nursery import Nursery, Sandbox
from chunklab.grading.run import ChecksDidNotRun, run_checks

SHARD = 32
"""Most texts that share a session: its start then costs each little."""


class Kept:
    """The judgements kept in a folder, each in a file named after all that it depends on.

    That is the text, the checks and the answer key, the judge's own code, the version of Python,
    and the sandbox. A file that cannot be understood counts as none.
    """

    def __init__(
        self, folder: Path, course: Course, exercise: Exercise, sandbox: Sequence[str]
    ) -> None:
        self._folder = folder
        functions = [function.name for function in exercise.functions]
        self._functions = set(functions)
        depends_on = [
            *course.checks(exercise),
            course.solution(exercise),
            *sorted(Path(judge.__file__).parent.glob("*.py")),
        ]
        contents = [files.digest(path.read_bytes()) for path in depends_on if path.exists()]
        self._surroundings = json.dumps(
            [contents, sys.version, list(sandbox), functions, exercise.scratch]
        )
        files.make_folder(folder)

    def get(self, text: str) -> Judgement | None:
        """Return the judgement kept for a text, or ``None``."""
        content = files.read(self._path(text))
        if content is None:
            return None
        try:
            judgement = Judgement.from_dict(json.loads(content))
        except (ValueError, LookupError, TypeError, AttributeError):
            return None
        return judgement if judgement.verdicts.keys() == self._functions else None

    def put(self, text: str, judgement: Judgement) -> None:
        """Keep a judgement, whole or not at all."""
        files.replace(self._path(text), json.dumps(asdict(judgement)).encode("ascii"))

    def _path(self, text: str) -> Path:
        key = f"{self._surroundings}\n{text}".encode("utf-8", "surrogatepass")
        return self._folder / f"{files.digest(key)}.json"


def layers_here(sandbox: Sandbox) -> tuple[str, ...]:
    """Return the sandbox's layers on this machine; ``CourseError`` where what is asked is not."""
    try:
        with Nursery(sandbox) as nursery, nursery.child(Limits()) as child:
            return child.layers
    except SandboxMissing as error:
        raise CourseError(
            f"{error} To grade with the layers that there are, add --sandbox=best; only where you "
            "would run the submissions yourself."
        ) from error


def judge_texts(
    course: Course,
    exercise: Exercise,
    texts: Collection[str],
    kept: Kept,
    executor: Executor,
    sandbox: Sandbox,
) -> Iterator[tuple[str, Judgement | str]]:
    """Yield each text with its judgement, as they come; those kept from earlier runs first.

    Where the checks themselves failed to run there is no judgement but what was said instead.
    """
    left = []
    for text in dict.fromkeys(texts):
        if judgement := kept.get(text):
            yield text, judgement
        else:
            left.append(text)
    size = min(SHARD, 1 + len(left) // 8)  # a small class is judged in parts too
    shards = [left[at : at + size] for at in range(0, len(left), size)]
    job = partial(judge_shard, course, exercise, kept, sandbox)
    running = {executor.submit(job, shard): shard for shard in shards}
    try:
        for future in as_completed(running):
            yield from zip(running.pop(future), future.result(), strict=True)
    finally:
        for future in running:
            future.cancel()


def judge_shard(
    course: Course, exercise: Exercise, kept: Kept, sandbox: Sandbox, texts: Sequence[str]
) -> list[Judgement | str]:
    """Return the judgement on each text, kept as soon as it was made.

    Where the checks did not run, that is what was said instead; the next texts then get a session
    of their own.
    """
    functions = [function.name for function in exercise.functions]
    judged: list[Judgement | str] = []
    with (
        files.disk_errors(Path(tempfile.gettempdir())),
        tempfile.TemporaryDirectory(prefix="chunklab-") as folder,
    ):
        paths = []
        for number, text in enumerate(texts):
            path = Path(folder, str(number), "submission.py")
            path.parent.mkdir()
            # With a BOM, as the text may have a coding cookie that was true of the student's file.
            path.write_bytes(text.encode("utf-8-sig", "backslashreplace"))  # no lone surrogates
            paths.append(path)
        while len(judged) < len(texts):
            left = paths[len(judged) :]
            try:
                for found in run_checks(
                    course.root, course.checks(exercise), left, functions, sandbox
                ):
                    kept.put(texts[len(judged)], found)
                    judged.append(found)
            except ChecksDidNotRun as error:
                judged.append(str(error))
    return judged
