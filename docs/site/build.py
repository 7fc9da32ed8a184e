"""Build the course as a web site that any static host can serve; ``make site`` calls this.

Only the learner's edition goes in: no solutions, no hidden checks.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from pathlib import Path

import lite
import pages

from chunklab.classroom.release import release
from chunklab.course.index import Course

ROOT = Path(__file__).parents[2]


def main() -> None:
    """Build the site; the old one is there until the new one is whole."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--node-modules", type=Path, required=True, help="where npm put pyodide")
    parser.add_argument("--out", type=Path, default=ROOT / "site", help="default: site")
    parser.add_argument(
        "--packages",
        default="",
        metavar="ADDRESS",
        help="where browsers find Pyodide's builds of compiled packages, for figures by matplotlib",
    )
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        release(Course.load(ROOT), scratch / "edition")
        fresh = scratch / "site"
        pages.write(scratch / "edition", fresh, figures=bool(arguments.packages))
        pyodide = arguments.node_modules / "pyodide"
        lite.build(scratch / "edition", fresh / "lite", pyodide, scratch, arguments.packages)
        shutil.rmtree(arguments.out, ignore_errors=True)
        shutil.copytree(fresh, arguments.out)
    print(f"{arguments.out} is ready: put it on any static host, or look at it here with")
    print(f"python3 -m http.server --bind 127.0.0.1 --directory {arguments.out}")


if __name__ == "__main__":
    main()
