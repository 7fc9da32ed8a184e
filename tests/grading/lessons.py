"""A lesson's answer key, stub and checks, and the judge, for the tests that try them out."""

import re
import runpy
from pathlib import Path

from chunklab.course.index import Course
from chunklab.grading.judge import Judge, Verdict
from chunklab.grading.nursery import Nursery

ROOT = Path(__file__).parents[2]


class Lesson:
    """The exercise ``name``; one function of its key can be replaced, so that all else is right."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.key = (ROOT / f"solutions/{name}.py").read_text(encoding="utf-8")
        self.stub = (ROOT / f"exercises/{name}.py").read_text(encoding="utf-8")
        self.scratch = Course.load(ROOT).exercise(name).scratch
        self.checks = runpy.run_path(str(ROOT / f"tests/exercises/test_{name}.py"))["CHECKS"]

    def with_body(self, function: str, body: str) -> str:
        """Return the answer key with another body for one function."""
        pattern = rf"(?m)^(def {function}\(.*\):\n)((?:[ ].*|)\n)*"
        indented = "".join(f"    {line}\n" for line in body.splitlines())
        replaced, count = re.subn(pattern, lambda match: match[1] + indented + "\n\n", self.key)
        assert count == 1
        return replaced

    def verdicts(self, nursery: Nursery, source: str, *functions: str) -> list[Verdict]:
        """Judge the functions of a source, all of them unless some are named."""
        with Judge(source, f"{self.name}.py", nursery) as judge:
            return [
                judge.walk(function, self.checks[function]) for function in functions or self.checks
            ]
