"""The site, built once as `make site` builds it."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "docs" / "site"


@pytest.fixture(scope="session")
def build(environment, node_modules):
    """Return a function that builds the site in a folder, and returns how that ended."""
    python = environment(SOURCES / "requirements.txt") / "python"
    command = [python, SOURCES / "build.py", f"--node-modules={node_modules(SOURCES)}"]

    def build(out):
        return subprocess.run(
            [*command, f"--out={out}"],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
        )

    return build


@pytest.fixture(scope="session")
def site(build, not_here, tmp_path_factory):
    out = tmp_path_factory.mktemp("site") / "some" / "path"
    done = build(out)
    if "No matching distribution" in done.stderr or "ConnectionError" in done.stderr:
        not_here(f"the wheels of docs/site/browser.txt are not to be had:\n{done.stderr}")
    assert done.returncode == 0, done.stdout + done.stderr
    return out
