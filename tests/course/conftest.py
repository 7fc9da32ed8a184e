"""A course of two lessons in a folder of its own, and no trace of the real one."""

import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import chunklab
from chunklab.course.index import Course
from chunklab.course.work import Work

INDEX = f"""\
chunklab = "{chunklab.__version__}"
title = "A small course"

[[exercise]]
name = "overlap"
title = "Overlap"
notebook = "01_overlap.ipynb"
minutes = 60
prerequisites = ["Python"]
objectives = ["say where chunks start;"]
afterwards = "well done."

[[exercise.function]]
name = "stride"
points = 1
hints = ["a", "b", "c"]

[[exercise.function]]
name = "chunk_starts"
points = 3
hints = ["d", "e", "f"]

[[exercise]]
name = "windows"
title = "Windows"
notebook = "02_windows.ipynb"
minutes = 30
prerequisites = []
objectives = ["cut windows;"]
afterwards = "well done."

[[exercise.function]]
name = "stride"
points = 2
hints = ["g", "h", "i"]
"""

FILES = {
    "exercises/course.toml": INDEX,
    "exercises/overlap.py": "def stride(): ...\n",
    "exercises/windows.py": "def windows(): ...\n",
    "notebooks/01_overlap.ipynb": '{"cells": []}\n',
    "notebooks/02_windows.ipynb": '{"cells": [1]}\n',
}


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.delenv("CHUNKLAB_COURSE", raising=False)
    monkeypatch.delenv("CHUNKLAB_WORK", raising=False)
    monkeypatch.chdir(home)


@pytest.fixture
def course(tmp_path: Path) -> Course:
    for name, text in FILES.items():
        path = tmp_path / "course" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Course.load(tmp_path / "course")


@pytest.fixture
def work(course: Course) -> Work:
    return Work(course)


@pytest.fixture
def as_ordinary_user() -> Callable[[Callable[[], object]], None]:
    """Return a function: it runs another as a user whom file permissions bind, as root is not."""

    def as_ordinary_user(action: Callable[[], object]) -> None:
        if os.geteuid() != 0:
            action()
            return
        child = os.fork()
        if child == 0:
            try:
                os.setgroups([])
                os.setgid(65534)
                os.setuid(65534)
                action()
            except BaseException:
                traceback.print_exc(file=sys.stdout)
                os._exit(1)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, "see the output above"

    return as_ordinary_user


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can enter, unlike ``tmp_path``."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        folder.chmod(0o755)
        yield folder
