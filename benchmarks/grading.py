"""What judging one right submission costs, in a session of 50, beside what it would cost otherwise.

Plain pytest on the same file runs the same rows in its own process, with no protection at all: what
an instructor would write without this course.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAMES = ("test_overlap.py", "hidden/test_overlap_hidden.py")
CHECKS = [ROOT / "tests/exercises" / name for name in NAMES]
SUBMISSIONS, ROUNDS = 50, 5
QUICK = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_ADDOPTS": ""}

PLAIN = """
import runpy
import pytest
from chunklab.grading.checks import Raises
CHECKS = runpy.run_path({checks!r})["CHECKS"]

@pytest.mark.parametrize("path", {paths!r})
@pytest.mark.parametrize("function", CHECKS)
def test_plain(path, function):
    call = runpy.run_path(path)[function]
    for check in CHECKS[function]:
        if isinstance(check.expected, Raises):
            with pytest.raises(check.expected.kind):
                call(*check.arguments)
        else:
            assert call(*check.arguments) == check.expected
"""


def seconds(command):
    began = time.perf_counter()
    subprocess.run(command, check=True, env=QUICK, cwd=ROOT, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def judging(paths):
    submissions = [word for path in paths for word in ("--submission", path)]
    return [sys.executable, "-P", "-m", "pytest", "-q", *submissions, *CHECKS]


def main():
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"student{number:02}.py") for number in range(SUBMISSIONS)]
        for path in paths:
            shutil.copy(ROOT / "solutions/overlap.py", path)
        plain = Path(folder, "test_plain.py")
        plain.write_text(PLAIN.format(checks=str(CHECKS[0]), paths=[str(path) for path in paths]))
        plain_command = [sys.executable, "-P", "-m", "pytest", "-q", "-c", os.devnull, plain]
        times = {"bare interpreter": [], "plain pytest, visible rows": [], "judged": []}
        for _ in range(ROUNDS):
            times["bare interpreter"].append(seconds([sys.executable, "-I", "-S", "-c", "pass"]))
            for name, all_of_them, one in (
                ("plain pytest, visible rows", plain_command, [*plain_command, "-k", "student00"]),
                ("judged", judging(paths), judging(paths[:1])),
            ):
                # What one submission more costs, without the session's own start.
                more = (seconds(all_of_them) - seconds(one)) / (SUBMISSIONS - 1)
                times[name].append(more)
    bare = statistics.median(times["bare interpreter"])
    print(f"\nOne right submission in a session of {SUBMISSIONS}, median of {ROUNDS}")
    for name, found in times.items():
        median = statistics.median(found)
        print(f"{name:44}{median * 1e3:>8.1f} ms{median / bare:>9.2f}")


if __name__ == "__main__":
    main()
