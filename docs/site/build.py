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
MARK = ".chunklab-site"
"""The file that says of a folder that it is a site built here, and may be replaced."""


def main() -> None:
    """Build the site; an old one is there until the new one is whole. Nothing else is replaced."""
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
    out: Path = arguments.out
    if out.exists() and not (out / MARK).is_file() and (not out.is_dir() or any(out.iterdir())):
        parser.error(f"--out must be a new folder, an empty one or an earlier site, got {out}")
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        release(Course.load(ROOT), scratch / "edition")
        fresh = scratch / "site"
        pages.write(scratch / "edition", fresh, figures=bool(arguments.packages))
        pyodide = arguments.node_modules / "pyodide"
        lite.build(scratch / "edition", fresh / "lite", pyodide, scratch, arguments.packages)
        out.mkdir(parents=True, exist_ok=True)
        (out / MARK).touch()  # first: what is interrupted from here on may be replaced
        for old in out.iterdir():
            if old.name != MARK:
                shutil.rmtree(old) if old.is_dir() else old.unlink()
        shutil.copytree(fresh, out, dirs_exist_ok=True)
    print(f"{out} is ready: put it on any static host, or look at it here with")
    print(f"python3 -m http.server --bind 127.0.0.1 --directory {out}")


if __name__ == "__main__":
    main()
