"""One hub for all tests: the learner's edition as a repository, as a shared folder, installed."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from chunklab import __version__
from chunklab.classroom.release import release
from chunklab.course.index import Course

from .running import Hub, running

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LATER = "99.0.0"

# Cleo and dora read the course in one folder that nobody writes; eve's is of a later version.
FOLDERS = """
folders = {{"cleo": {shared!r}, "dora": {shared!r}, "eve": {later!r}}}
c.Spawner.environment.update({{"CHUNKLAB_COURSE": lambda spawner: folders.get(
    spawner.user.name, "~/chunking")}})
"""


@pytest.fixture(scope="session")
def place() -> Iterator[Path]:
    """A folder that any user may read, which pytest's own are not."""
    with tempfile.TemporaryDirectory(prefix="chunklab-hub-") as name:
        yield Path(name)


@pytest.fixture(scope="session")
def edition(place: Path, not_here: Callable[[str], NoReturn]) -> Path:
    """The learner's edition, as the git repository that an instructor publishes."""
    shutil.which("git") or not_here("there is no git; on Debian: apt install it")
    folder = place / "edition"
    release(Course.load(ROOT), folder)
    git(folder, "init", "--quiet", "--initial-branch=main")
    commit(folder, "The first release")
    return folder


def git(folder: Path, *arguments: str) -> str:
    command = [shutil.which("git") or "git", "-C", folder, *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def commit(folder: Path, message: str) -> None:
    git(folder, "add", "--all")
    name = ("-c", "user.name=Instructor", "-c", "user.email=instructor@example.org")
    git(folder, *name, "commit", "--quiet", "-m", message)


@pytest.fixture(scope="session")
def image(edition: Path, environment: Callable[[Path], Path]) -> Path:
    """The ``bin`` of an environment as a hub's image has it: the package is no editable install."""
    bin_folder = environment(HERE / "requirements.txt")
    command = [
        *(sys.executable, "-m", "uv", "pip", "install", "--quiet"),
        *("--python", str(bin_folder / "python")),
        *("--no-deps", "--no-build-isolation", "--reinstall-package", "chunklab", str(edition)),
    ]
    subprocess.run(command, check=True)
    return bin_folder


@pytest.fixture(scope="session")
def shared(place: Path, edition: Path) -> Path:
    """The edition in a folder that a learner cannot write."""
    folder = place / "shared"
    shutil.copytree(edition, folder, ignore=shutil.ignore_patterns(".git"))
    for path in [folder, *folder.rglob("*")]:
        path.chmod(path.stat().st_mode & 0o555)
    return folder


@pytest.fixture(scope="session")
def later(place: Path, edition: Path) -> Path:
    """The edition as it is once the course has another version than the image's package."""
    folder = place / "later"
    shutil.copytree(edition, folder, ignore=shutil.ignore_patterns(".git"))
    index = folder / "exercises" / "course.toml"
    text = index.read_text(encoding="utf-8")
    assert text.count(f'chunklab = "{__version__}"') == 1
    index.write_text(text.replace(f'"{__version__}"', f'"{LATER}"'), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def hub(
    place: Path,
    image: Path,
    shared: Path,
    later: Path,
    node_modules: Callable[[Path], Path],
    not_here: Callable[[str], NoReturn],
) -> Iterator[Hub]:
    if os.geteuid() == 0 and not shutil.which("setpriv"):
        not_here("root may write everywhere, and there is no setpriv to change that")
    proxy = node_modules(HERE) / ".bin" / "configurable-http-proxy"
    folder = place / "hub"
    folder.mkdir()
    settings = FOLDERS.format(shared=str(shared), later=str(later))
    with running(folder, image, proxy, settings) as hub:
        yield hub
