"""repo2docker, which builds images for Binder and hubs, takes the repository as it is."""

import subprocess
from pathlib import Path

import pytest

from .conftest import ROOT, git


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """What a clone of the repository holds: the tracked files, without this checkout's caches."""
    clone = tmp_path / "clone"
    git(ROOT, "checkout-index", "--all", f"--prefix={clone}/")
    return clone


def dockerfile(image: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [image / "jupyter-repo2docker", "--no-build", "--debug", "."]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True)


def test_the_image_has_the_environment(image: Path, repository: Path) -> None:
    done = dockerfile(image, repository)
    print(done.stdout[-3000:], done.stderr[-8000:], done.returncode)
    assert 0
