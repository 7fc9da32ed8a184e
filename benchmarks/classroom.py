"""What grading a made-up class of 1,000 costs, beside one plain pytest a student.

The class is mixed: right, wrong, untouched, broken and hostile, in every shape that arrives. Plain
pytest judges in its own process with no protection, and only the visible rows of those that are
right; it is what an instructor would write in an evening.
"""

import os
import runpy
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
STUDENTS = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
JOBS, ALONE = 2, 20
GRADE = """
import resource, sys
from chunklab.cli import cli
try:
    cli(["grade", *sys.argv[1:]])
except SystemExit as end:
    status = end.code
peaks = (resource.getrusage(who).ru_maxrss // 1024
         for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
print("peak memory: parent {} MiB, largest other process {} MiB".format(*peaks))
sys.exit(status)
"""
_grading = runpy.run_path(str(ROOT / "benchmarks/grading.py"))
PLAIN, QUICK = _grading["PLAIN"], _grading["QUICK"]


def seconds(command, *allowed):
    began = time.perf_counter()
    run = subprocess.run(command, cwd=ROOT, env=QUICK, capture_output=True, text=True)
    took = time.perf_counter() - began
    assert run.returncode in allowed, run.stdout + run.stderr
    return took, run.stdout.strip().splitlines()


def main():
    sample = runpy.run_path(str(ROOT / "tests/classroom/sample_class.py"))
    with tempfile.TemporaryDirectory() as folder:
        submissions, right, out = (Path(folder, name) for name in ("in", "right", "out"))
        sample["build"](submissions, STUDENTS)
        right.mkdir()
        for number in range(STUDENTS // 4):
            (right / f"student{number}.py").write_text(f"# {number}\n{sample['KEY']}")
        grade = [sys.executable, "-c", GRADE]
        end = ["--exercise", "overlap", "--sandbox", "best", "-j", str(JOBS)]
        print(f"\nGrading with -j {JOBS}")
        for name, where, count in (
            ("a mixed class", submissions, STUDENTS),
            ("again, nothing changed", submissions, STUDENTS),
            ("all right", right, STUDENTS // 4),
        ):
            told = out / where.name
            took, lines = seconds([*grade, where, "--out", told, *end], 0, 1)
            print(f"{name:30}{took:>8.1f} s{took / count * 1e3:>8.1f} ms each   {lines[-1]}")
        plain = Path(folder, "test_plain.py")
        checks = str(ROOT / "tests/exercises/test_overlap.py")
        alone = 0.0
        for path in list(right.iterdir())[:ALONE]:
            plain.write_text(PLAIN.format(checks=checks, paths=[str(path)]))
            command = [sys.executable, "-P", "-m", "pytest", "-q", "-c", os.devnull, plain]
            alone += seconds(command, 0)[0] / ALONE
        print(f"{'one plain pytest a student':30}{'':10}{alone * 1e3:>8.1f} ms each")


if __name__ == "__main__":
    main()
