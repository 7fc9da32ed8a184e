"""A course of two lessons in a folder of its own, and no trace of the real one."""

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
