"""The site, built once as `make site` builds it."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "docs" / "site"


@pytest.fixture(scope="session")
def site(environment, node_modules, not_here, tmp_path_factory):
    python = environment(SOURCES / "requirements.txt") / "python"
    out = tmp_path_factory.mktemp("site") / "some" / "path"
    command = [python, SOURCES / "build.py", f"--node-modules={node_modules(SOURCES)}"]
    done = subprocess.run(
        [*command, f"--out={out}"],
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "HOME": str(out.parents[1])},
        capture_output=True,
        text=True,
    )
    if "No matching distribution" in done.stderr or "ConnectionError" in done.stderr:
        not_here(f"the wheels of docs/site/browser.txt are not to be had:\n{done.stderr}")
    assert done.returncode == 0, done.stdout + done.stderr
    return out
