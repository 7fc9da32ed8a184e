"""Build the course as a static web site, for `make site`."""

import argparse
import tempfile
from pathlib import Path

import lite

from chunklab.classroom.release import release
from chunklab.course.index import Course

ROOT = Path(__file__).parents[2]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path)
    parser.add_argument("--pyodide", type=Path)
    parser.add_argument("--address", default="")
    a = parser.parse_args()
    with tempfile.TemporaryDirectory() as s:
        s = Path(s)
        release(Course.load(ROOT), s / "edition")
        lite.build(s / "edition", a.out / "lite", a.pyodide, s, a.address)


if __name__ == "__main__":
    main()
