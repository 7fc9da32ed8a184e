"""repo2docker, which builds images for Binder and hubs, takes the repository as it is."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from .conftest import ROOT, git

UPDATE = 'env update -p ${NB_PYTHON_PREFIX} --file "environment.yml"'


@pytest.fixture
def repository(tmp_path: Path, not_here: Callable[[str], NoReturn]) -> Path:
    """What a clone of the repository holds: the tracked files, without this checkout's caches."""
    if not (ROOT / ".git").exists():
        not_here("this folder is no git checkout, so what belongs to it is not known")
    clone = tmp_path / "clone"
    for name in git(ROOT, "ls-files", "-z").split("\0"):
        if (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            (clone / name).write_bytes((ROOT / name).read_bytes())
    return clone


def repo2docker(image: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    # With --debug it prints the Dockerfile that it would have built.
    command = [image / "jupyter-repo2docker", "--no-build", "--debug", "."]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_the_image_has_the_environment(image: Path, repository: Path) -> None:
    done = repo2docker(image, repository)
    assert done.returncode == 0, done.stderr
    assert "Building conda environment for python=3.13" in done.stderr
    copied = re.search(r"^COPY --chown=\d+:\d+ src/ \$\{REPO_DIR\}/$", done.stdout, re.MULTILINE)
    assert copied
    # The course itself is among what is installed, so it must be there first.
    assert UPDATE in done.stdout[copied.end() :]


@pytest.mark.parametrize(
    "broken",
    ["name: chunklab\n  dependencies: [", "- a list\n"],
    ids=["no YAML", "not a mapping"],
)
def test_a_broken_environment_is_refused(image: Path, repository: Path, broken: str) -> None:
    (repository / "environment.yml").write_text(broken)
    assert repo2docker(image, repository).returncode != 0
