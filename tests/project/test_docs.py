"""The pages: no link is dead, every command is real, and the set-up page's messages are ours."""

import errno
import html
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from chunklab.classroom.release import release
from chunklab.cli import cli
from chunklab.course import check
from chunklab.course.index import INDEX, WORK_RECORD, Course
from chunklab.course.work import Work
from chunklab.grading import nursery
from chunklab.grading.child import Child, Limits

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "CONTRIBUTING.md", *sorted(f"docs/{p.name}" for p in ROOT.glob("docs/*.md")))


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


# --- Links ---------------------------------------------------------------------------------------


def anchors(text: str) -> set[str]:
    """Return the anchors that GitHub and JupyterLab make of headings."""
    headings = re.findall(r"(?m)^#+ (.*)$", text)
    return {re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings}


def dead_links(root: Path) -> list[str]:
    dead = []
    for page in [*root.glob("*.md"), *root.glob("docs/*.md")]:
        for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
            if "://" in link:
                continue
            name, _, anchor = link.partition("#")
            target = (page.parent / name).resolve() if name else page
            if not target.exists() or (anchor and anchor not in anchors(target.read_text("utf-8"))):
                dead.append(f"{page.relative_to(root)}: {link}")
    return dead


def test_no_link_is_dead() -> None:
    assert dead_links(ROOT) == []


def test_no_link_is_dead_in_the_learners_edition(tmp_path: Path) -> None:
    release(Course.load(ROOT), tmp_path / "out")
    assert dead_links(tmp_path / "out") == []


def test_a_dead_link_is_seen(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text("# A b\n[x](docs/a.md) [y](docs/b.md) [z](#a-b) [z](#c)")
    (tmp_path / "docs/a.md").write_text("[x](../README.md#a-b) [x](../README.md#d)")
    assert dead_links(tmp_path) == [
        "README.md: docs/b.md",
        "README.md: #c",
        "docs/a.md: ../README.md#d",
    ]


@pytest.mark.parametrize("page", ["learners", "instructors", "setup"])
def test_the_readme_leads_to(page: str) -> None:
    assert f"(docs/{page}.md)" in text_of("README.md")


# --- Commands ------------------------------------------------------------------------------------

COMMANDS = sorted(
    {
        (page, found.strip())
        for page in PAGES
        for found in re.findall(r"(?:^|`|&& )(chunklab [a-z][^`\n#|&]*)", text_of(page), re.M)
    }
)


@pytest.mark.parametrize(("page", "line"), COMMANDS)
def test_a_command_is_one_and_has_these_options(page: str, line: str) -> None:
    name, *args = shlex.split(line)[1:]
    command = cli.commands[name]
    values, rest, _ = command.make_parser(click.Context(command)).parse_args(args)
    assert rest == []
    # Within a sentence a command may stand by its name alone.
    missing = [each.name for each in command.params if each.required and not values.get(each.name)]
    assert missing == [] or args == []


def test_the_learners_page_shows_every_command_of_a_learner() -> None:
    shown = set(re.findall(r"(?m)^\| `chunklab (\w+)", text_of("docs/learners.md")))
    assert shown == set(cli.commands) - {"release", "grade"}


@pytest.mark.parametrize("page", PAGES)
def test_python_on_a_page_compiles(page: str) -> None:
    for block in re.findall(r"(?ms)^```python\n(.*?)^```", text_of(page)):
        if not block.startswith(">>>"):
            compile(block, page, "exec")


def test_lessons_take_as_long_as_the_course_says() -> None:
    page = text_of("docs/learners.md")
    for exercise in Course.load(ROOT).exercises:
        assert re.search(
            rf"\(\.\./notebooks/{exercise.notebook}\) \({exercise.minutes}[ )]", page
        ), exercise.name


# --- The folds of the set-up page ----------------------------------------------------------------

FOLDS = [
    html.unescape(words)
    for words in re.findall(r"<summary>(?:<code>)?(.*?)</", text_of("docs/setup.md"))
]
SEEN_BY_HAND = {
    ".venv/bin/chunklab: cannot execute: required file not found": "bash 5.2 says it",
    "The port … is already in use, trying another port.": "JupyterLab says it, at its start",
    "Error Starting Kernel [Errno 2] No such file or directory: …": "a dialog of the page",
    "The pictures have no sliders, and the questions no buttons": "a page without widgets",
    "Error displaying widget: model not found": "the page, after a restart and a reload",
}


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Course:
    """A copy of what a learner works with, in an empty home."""
    root = tmp_path / "course"
    for folder in ("exercises", "notebooks", "solutions", "tests/exercises"):
        shutil.copytree(ROOT / folder, root / folder)
    for name in ("Makefile", "requirements.txt", "pyproject.toml"):
        shutil.copy(ROOT / name, root)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("CHUNKLAB_COURSE", "CHUNKLAB_WORK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(root)
    return Course.load(root)


class Situation:
    """What a fold needs to be made real."""

    def __init__(self, course: Course, patch: pytest.MonkeyPatch) -> None:
        self.course = course
        self.root = course.root
        self.patch = patch
        self.work = Work(course)

    def shell(self, command: str, **environment: str) -> str:
        bash = shutil.which("bash") or "bash"
        done = subprocess.run(
            [bash, "-c", command],
            cwd=self.root,
            env={"PATH": os.environ["PATH"], **environment},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout + done.stderr

    def make(self, script: str) -> str:
        """Return what make says where this shell script is Python."""
        python = self.root / "python-of-a-test"
        python.write_text(f"#!/bin/sh\n{script}\n")
        python.chmod(0o755)
        return self.shell(f"make PYTHON={python} lab")

    def run(self, *args: str) -> str:
        result = CliRunner().invoke(cli, args)
        return f"{result.output}{result.exception or ''}"


def made(folder: Path, *, by_make: bool, where: str = "") -> None:
    (folder / ".venv").mkdir()
    if by_make:
        (folder / ".venv/.made-by-make").touch()
        (folder / ".venv/.installed").write_text(f"{where}\n")


def foreign_environment(here: Situation) -> str:
    made(here.root, by_make=False)
    return here.shell("make lab")


def moved_environment(here: Situation) -> str:
    made(here.root, by_make=True, where="/before/it/was/moved")
    return here.shell("make lab")


def kernel_without_chunklab(here: Situation) -> str:
    return here.shell(f"{sys.executable} -I -S -c 'import chunklab'")


def nowhere(here: Situation) -> str:
    here.patch.chdir(here.root.parent)
    return here.run("start")


def course_variable(here: Situation) -> str:
    here.patch.chdir(here.root.parent)
    here.patch.setenv("CHUNKLAB_COURSE", "/before/it/was/moved")
    return here.run("start")


def not_saved(_: Situation) -> str:
    return str(check("overlap"))


def other_version(here: Situation) -> str:
    path = here.root / INDEX
    path.write_text(re.sub('chunklab = ".*?"', 'chunklab = "0.9"', path.read_text("utf-8")))
    return str(check("overlap"))


def damaged_checks(here: Situation) -> str:
    here.course.visible_checks(here.course.exercises[0]).write_text("damaged")
    return here.run("check", "overlap")


def no_landlock(here: Situation) -> str:
    child = here.root / "child"
    shutil.copytree(nursery.WORKER.parent, child)
    with (child / "landlock.py").open("a") as file:
        file.write("\ndef restrict():\n    raise OSError(38, 'Function not implemented')\n")
    here.patch.setattr(nursery, "WORKER", child / "worker.py")
    with nursery.Nursery("require") as own, pytest.raises(nursery.SandboxMissing) as caught:
        Child(own, Limits())
    return str(caught.value)


def refusing(number: int) -> Callable[[Situation], str]:
    def full(here: Situation) -> str:
        def refuse(_: int) -> None:
            raise OSError(number, os.strerror(number))

        here.patch.setattr(os, "fsync", refuse)
        return here.run("start")

    return full


def new_version(here: Situation) -> str:
    here.work.start()
    exercise = here.course.exercises[0]
    here.work.stub(exercise).write_text("mine")
    here.course.stub(exercise).write_text("version 2")
    return here.run("start")


def damaged(name: str, *command: str) -> Callable[[Situation], str]:
    def damage(here: Situation) -> str:
        here.work.start()
        (here.work.root / name).write_text("{")
        return here.run(*command)

    return damage


PRODUCED: dict[str, Callable[[Situation], str]] = {
    "make: command not found": lambda here: here.shell("make lab", PATH="/nowhere"),
    "… is not to be found.": lambda here: here.shell("make PYTHON=python3.99 lab"),
    "Python 3.11 or newer is needed; … is Python …": lambda here: here.make(
        '[ "$1" = --version ] && echo Python 3.9.2; exit 1'
    ),
    "… cannot make environments: its venv or ensurepip module is missing.": lambda here: here.make(
        '[ "$2" != "import venv, ensurepip" ]'
    ),
    "The environment could not be made: see the messages above.": lambda here: here.make(
        '[ "$2" != venv ]'
    ),
    "There is a .venv here that make did not make.": foreign_environment,
    "The environment in .venv was made when this folder was …": moved_environment,
    "chunklab: command not found": lambda here: here.shell("chunklab doctor", PATH="/nowhere"),
    "ModuleNotFoundError: No module named 'chunklab'": kernel_without_chunklab,
    "No course found: there is no exercises/course.toml in … or in a folder above it": nowhere,
    "The environment variable CHUNKLAB_COURSE names …, and there is no exercises/course.toml in "
    "it.": course_variable,
    "not attempted": not_saved,
    "Note: the course folder … is of version …, and the installed chunklab of …": other_version,
    "The checks of … could not run. This is not your code's fault": damaged_checks,
    "this machine lacks a layer of the sandbox: …": no_landlock,
    "… cannot be written: the disk is full. Make room, then try again.": refusing(errno.ENOSPC),
    "… cannot be read or written: you have no permission.": refusing(errno.EACCES),
    "…: yours stays as it is; a new version lies beside it: …": new_version,
    "… could not be understood, kept as …; no copy was overwritten": damaged(WORK_RECORD, "start"),
    "…progress.json could not be understood.": damaged("progress.json", "progress"),
}


def test_every_fold_has_been_seen() -> None:
    assert len(FOLDS) == text_of("docs/setup.md").count("<details>")
    assert len(set(FOLDS)) == len(FOLDS)
    assert set(FOLDS) == {*PRODUCED, *SEEN_BY_HAND}


@pytest.mark.skipif(os.name == "nt", reason="the messages of a Unix shell")
@pytest.mark.parametrize("fold", PRODUCED)
def test_a_fold_has_the_words_that_are_seen(
    fold: str, course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        said = PRODUCED[fold](Situation(course, patch))
    pattern = ".+?".join(map(re.escape, fold.split("…")))
    assert re.search(pattern, said.replace("\n", " ")), said
