"""The learner's copies: made once, brought up to date while untouched, and never overwritten."""

import errno
import json
import multiprocessing
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from chunklab.course.errors import CourseError
from chunklab.course.files import digest
from chunklab.course.index import WORK_RECORD, Course
from chunklab.course.work import Outcome, Work

STUB = "exercises/overlap.py"
NAMES = (
    "notebooks/01_overlap.ipynb",
    "notebooks/02_windows.ipynb",
    "exercises/overlap.py",
    "exercises/windows.py",
)


def actions(work: Work, outcomes: list[Outcome]) -> dict[str, str]:
    return {each.path.relative_to(work.root).as_posix(): each.action for each in outcomes}


def contents(folder: Path) -> dict[str, str]:
    """Every file a learner sees, by name."""
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.name.startswith(".chunklab")
    }


def everywhere(work: Work, action: str) -> dict[str, str]:
    return dict.fromkeys(NAMES, action)


def new_version(work: Work, text: str, name: str = STUB) -> Path:
    """Bring a new version into the course; return where it goes beside a touched copy."""
    (work.course.root / name).write_text(text)
    own = work.root / name
    return own.with_name(f"{own.stem}.new-{digest(text.encode())[:8]}{own.suffix}")


# --- start -------------------------------------------------------------------------------------


def test_start_copies_notebooks_and_stubs_in_the_same_layout(work: Work) -> None:
    assert actions(work, work.start()) == everywhere(work, "made")
    assert contents(work.root) == {
        name: (work.course.root / name).read_text() for name in sorted(NAMES)
    }
    assert work.stub(work.course.exercise("overlap")) == work.root / STUB
    assert work.notebook(work.course.exercise("overlap")) == work.root / NAMES[0]


def test_start_again_does_nothing(work: Work) -> None:
    work.start()
    before = {path: path.stat() for path in work.root.rglob("*")}
    assert actions(work, work.start()) == everywhere(work, "kept")
    after = {path: path.stat() for path in work.root.rglob("*")}
    assert before.keys() == after.keys()
    for path, old in before.items():
        assert (old.st_ino, old.st_mtime_ns) == (after[path].st_ino, after[path].st_mtime_ns), path


def test_a_touched_file_is_kept(work: Work) -> None:
    work.start()
    (work.root / STUB).write_text("mine")
    assert actions(work, work.start()) == everywhere(work, "kept")
    assert (work.root / STUB).read_text() == "mine"


def test_an_untouched_file_follows_the_course(work: Work) -> None:
    work.start()
    new_version(work, "version 2")
    assert actions(work, work.start()) == everywhere(work, "kept") | {STUB: "updated"}
    assert (work.root / STUB).read_text() == "version 2"
    assert actions(work, work.start()) == everywhere(work, "kept")


def test_a_new_version_is_laid_beside_a_touched_file(work: Work) -> None:
    work.start()
    (work.root / STUB).write_text("mine")
    beside = new_version(work, "version 2")
    outcomes = work.start()
    assert actions(work, outcomes) == everywhere(work, "kept") | {STUB: "new version beside"}
    assert Outcome(work.root / STUB, "new version beside", beside) in outcomes
    assert (work.root / STUB).read_text() == "mine"
    assert beside.read_text() == "version 2"

    before = contents(work.root)
    assert Outcome(work.root / STUB, "kept", beside) in work.start(), "told of while it lies there"
    assert contents(work.root) == before


@pytest.mark.parametrize("touched", [True, False])
@pytest.mark.parametrize("name", ["notebooks/01_overlap.ipynb", STUB])
def test_a_lesson_is_behind_until_start_has_brought_the_new_version(
    work: Work, name: str, touched: bool
) -> None:
    overlap, windows = work.course.exercises
    assert not work.is_behind(overlap), "there are no copies yet"
    work.start()
    if touched:
        (work.root / name).write_text("mine")
    assert not work.is_behind(overlap)
    new_version(work, "corrected", name)
    before = contents(work.root)
    assert work.is_behind(overlap)
    assert not work.is_behind(windows)
    assert contents(work.root) == before
    work.start()
    assert not work.is_behind(overlap)


def test_a_damaged_record_is_left_to_start(work: Work) -> None:
    work.start()
    (work.root / WORK_RECORD).write_text("{")
    new_version(work, "corrected")
    assert not work.is_behind(work.course.exercises[0])
    assert (work.root / WORK_RECORD).read_text() == "{"


def test_every_new_version_has_a_name_of_its_own(work: Work) -> None:
    work.start()
    (work.root / STUB).write_text("mine")
    second = new_version(work, "version 2")
    work.start()
    second.write_text("version 2, and mine")
    third = new_version(work, "version 3")
    work.start()
    assert (work.root / STUB).read_text() == "mine"
    assert second.read_text() == "version 2, and mine"
    assert third.read_text() == "version 3"


def test_a_new_version_that_was_removed_does_not_come_back(work: Work) -> None:
    work.start()
    (work.root / STUB).write_text("mine")
    beside = new_version(work, "version 2")
    work.start()
    beside.unlink()
    assert Outcome(work.root / STUB, "kept") in work.start()
    assert not beside.exists()


def test_a_new_version_that_was_taken_over_counts_as_untouched(work: Work) -> None:
    work.start()
    (work.root / STUB).write_text("mine")
    beside = new_version(work, "version 2")
    work.start()
    beside.rename(work.root / STUB)
    work.start()
    new_version(work, "version 3")
    assert actions(work, work.start())[STUB] == "updated"


def test_a_file_without_a_record_counts_as_touched(work: Work) -> None:
    (work.root / "exercises").mkdir(parents=True)
    (work.root / STUB).write_text("mine")
    outcomes = work.start()
    assert actions(work, outcomes) == everywhere(work, "made") | {STUB: "new version beside"}
    assert (work.root / STUB).read_text() == "mine"


def test_a_deleted_file_comes_back_and_is_told(work: Work) -> None:
    work.start()
    (work.root / STUB).unlink()
    assert actions(work, work.start()) == everywhere(work, "kept") | {STUB: "made again"}


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"version": 1}',
        '{"version": 2, "files": {}}',
        '{"version": 1, "files": []}',
        '{"version": 1, "files": {"exercises/overlap.py": "x"}}',
        '{"version": 1, "files": {"exercises/overlap.py": {"copied": "x", "odd": 1}}}',
    ],
)
def test_a_damaged_record_costs_nothing(work: Work, damage: str) -> None:
    work.start()
    (work.root / STUB).write_text("mine")
    record = work.root / WORK_RECORD
    record.write_text(damage)
    windows = "exercises/windows.py"
    new_version(work, "version 2", windows)
    old = (work.root / windows).read_text()
    outcomes = work.start()
    assert outcomes[0].path == record
    assert outcomes[0].action == "set aside"
    assert outcomes[0].beside is not None
    assert outcomes[0].beside.read_text() == damage
    assert (work.root / STUB).read_text() == "mine"
    assert (work.root / windows).read_text() == old, "who knows whether it was touched?"
    assert actions(work, work.start()) == everywhere(work, "kept")


def test_a_lost_record_costs_nothing(work: Work) -> None:
    work.start()
    (work.root / STUB).write_text("mine")
    (work.root / WORK_RECORD).unlink()
    beside = new_version(work, "version 2")
    work.start()
    assert (work.root / STUB).read_text() == "mine"
    assert beside.read_text() == "version 2"


def test_a_run_that_was_cut_off_before_its_record(work: Work) -> None:
    work.start()
    record = (work.root / WORK_RECORD).read_text()
    new_version(work, "version 2")
    work.start()
    (work.root / WORK_RECORD).write_text(record)
    assert actions(work, work.start()) == everywhere(work, "kept")
    new_version(work, "version 3")
    assert actions(work, work.start())[STUB] == "updated"


def test_copies_of_read_only_files_can_be_written(work: Work) -> None:
    for name in NAMES:
        (work.course.root / name).chmod(0o444)
    work.start()
    for name in NAMES:
        assert (work.root / name).stat().st_mode & stat.S_IWUSR


def test_a_course_that_consists_of_links(work: Work, tmp_path: Path) -> None:
    stub = work.course.root / STUB
    stub.rename(tmp_path / "elsewhere.py")
    stub.symlink_to(tmp_path / "elsewhere.py")
    work.start()
    assert not (work.root / STUB).is_symlink()
    (work.root / STUB).write_text("mine")
    work.reset(work.course.exercise("overlap"))
    assert (work.root / STUB).read_text() == stub.read_text() != "mine"


def test_leftovers_of_other_programs_are_not_copied(work: Work) -> None:
    (work.course.root / "exercises" / "._overlap.py").touch()
    (work.course.root / "exercises" / ".#overlap.py").symlink_to("nobody@nowhere")
    (work.course.root / "notebooks" / ".ipynb_checkpoints").mkdir()
    assert actions(work, work.start()) == everywhere(work, "made")


@pytest.mark.parametrize("name", ["exercises", STUB, "notebooks"])
@pytest.mark.parametrize("kind", ["link", "dangling link"])
def test_a_link_is_refused_before_anything_is_written(
    work: Work, tmp_path: Path, name: str, kind: str
) -> None:
    target = tmp_path / "elsewhere"
    if kind == "link":
        target.write_text("theirs") if name == STUB else target.mkdir()
    (work.root / name).parent.mkdir(parents=True)
    (work.root / name).symlink_to(target)
    with pytest.raises(CourseError, match=f"{Path(name).name} is a link"):
        work.start()
    assert contents(work.root) == ({STUB: "theirs"} if (kind, name) == ("link", STUB) else {})
    assert target.exists() == (kind == "link")


def test_a_folder_in_the_place_of_a_file(work: Work) -> None:
    (work.root / STUB).mkdir(parents=True)
    with pytest.raises(CourseError, match=r"overlap\.py is a folder"):
        work.start()
    assert contents(work.root) == {}


@pytest.mark.parametrize("name", ["", "exercises"])
def test_a_file_in_the_place_of_a_folder(work: Work, name: str) -> None:
    path = work.root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("mine")
    with pytest.raises(CourseError, match="cannot be a folder"):
        work.start()
    assert path.read_text() == "mine"


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk(work: Work, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    work.start()
    (work.root / STUB).write_text("mine")
    new_version(work, "version 2")
    new_version(work, "version 2", NAMES[0])
    before = contents(work.root)

    def full(*_args: object, **_options: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, call, full)
        with pytest.raises(CourseError, match="the disk is full"):
            work.start()
        assert contents(work.root) == before
        with pytest.raises(CourseError, match="the disk is full"):
            work.reset(work.course.exercise("overlap"))
        assert (work.root / STUB).read_text() == "mine"

    work.start()
    assert (work.root / STUB).read_text() == "mine"
    assert (work.root / NAMES[0]).read_text() == "version 2"


# --- reset -------------------------------------------------------------------------------------


def test_reset_keeps_a_dated_copy(work: Work) -> None:
    work.start()
    (work.root / STUB).write_text("mine")
    [outcome] = work.reset(work.course.exercise("overlap"))
    assert outcome.action == "reset"
    assert (work.root / STUB).read_text() == (work.course.root / STUB).read_text()
    assert outcome.beside is not None
    assert outcome.beside.match("exercises/overlap.20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]-*.py")
    assert outcome.beside.read_text() == "mine"
    new_version(work, "version 2")
    assert actions(work, work.start())[STUB] == "updated"


def test_reset_many_times_in_a_second(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.strftime", lambda _format: "2026-11-30-143005")
    work.start()
    for number in range(3):
        (work.root / STUB).write_text(f"mine {number}")
        work.reset(work.course.exercise("overlap"))
    assert {
        name: text for name, text in contents(work.root).items() if "2026" in name
    } == {
        "exercises/overlap.2026-11-30-143005.py": "mine 0",
        "exercises/overlap.2026-11-30-143005-2.py": "mine 1",
        "exercises/overlap.2026-11-30-143005-3.py": "mine 2",
    }  # fmt: skip


def test_reset_of_a_pristine_stub_makes_no_copy(work: Work) -> None:
    work.start()
    before = contents(work.root)
    assert work.reset(work.course.exercise("overlap")) == [Outcome(work.root / STUB, "kept")]
    assert contents(work.root) == before


def test_reset_before_start_makes_the_stub(work: Work) -> None:
    assert work.reset(work.course.exercise("overlap")) == [Outcome(work.root / STUB, "made")]
    assert actions(work, work.start()) == everywhere(work, "made") | {STUB: "kept"}


def test_reset_without_a_pristine_stub(work: Work) -> None:
    work.start()
    (work.root / STUB).write_text("mine")
    (work.course.root / STUB).unlink()
    with pytest.raises(CourseError, match="no stub file"):
        work.reset(work.course.exercise("overlap"))
    assert (work.root / STUB).read_text() == "mine"


# --- where the work folder is ------------------------------------------------------------------


def test_the_work_folder_is_in_the_course(course: Course) -> None:
    assert Work(course).root == course.root / "work"


def test_the_variable_moves_the_work_folder(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHUNKLAB_WORK", "~/mine")
    assert Work(course).root == Path.home() / "mine"


def test_the_course_folder_is_no_work_folder(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHUNKLAB_WORK", str(course.root))
    with pytest.raises(CourseError, match="CHUNKLAB_WORK is the course folder itself"):
        Work(course)


def test_the_work_folder_where_the_learner_stands_is_used(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHUNKLAB_WORK", str(tmp_path / "mine"))
    Work(course).start()
    monkeypatch.delenv("CHUNKLAB_WORK")
    assert Work(course).root == course.root / "work"
    monkeypatch.chdir(tmp_path / "mine" / "exercises")
    assert Work(course).root == tmp_path / "mine"


def test_a_work_folder_of_another_course_is_not_used(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / WORK_RECORD).write_text('{"course": "/another"}')
    monkeypatch.chdir(tmp_path)
    assert Work(course).root == course.root / "work"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="file permissions as on Unix")
def test_a_read_only_course_is_worked_on_in_the_home_folder(
    course: Course,
    open_folder: Path,
    as_ordinary_user: Callable[[Callable[[], object]], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    root = open_folder / "course"
    course.root.rename(root)
    home = open_folder / "home"
    home.mkdir()
    home.chmod(0o777)
    for path in [root, *root.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home)

    def learner() -> None:
        work = Work(Course.load(root))
        assert work.root == home / "chunklab-work"
        assert actions(work, work.start()) == everywhere(work, "made")
        (work.root / STUB).write_text("mine")
        os.chdir(work.root / "exercises")
        assert Course.find() == work.course

    as_ordinary_user(learner)
    for path in [root, *root.rglob("*")]:
        path.chmod(0o755)
    assert not (root / "work").exists()
    assert (home / "chunklab-work" / STUB).read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="file permissions as on Unix")
def test_nowhere_to_write_is_told(
    course: Course,
    open_folder: Path,
    as_ordinary_user: Callable[[Callable[[], object]], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    root = open_folder / "course"
    course.root.rename(root)
    home = open_folder / "home"
    home.mkdir()
    for path in [home, root, *root.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home)

    def learner() -> None:
        with pytest.raises(CourseError, match=r"no permission.*CHUNKLAB_WORK"):
            Work(Course.load(root)).start()

    as_ordinary_user(learner)
    for path in [home, root, *root.rglob("*")]:
        path.chmod(0o755)
    assert list(home.iterdir()) == []


# --- two at once -------------------------------------------------------------------------------


def _start(root: Path, barrier: "multiprocessing.synchronize.Barrier", locks: bool) -> None:
    if not locks:
        from chunklab.course import files

        files.flock = None
    work = Work(Course.load(root))
    barrier.wait(60)
    work.start()


@pytest.mark.parametrize("locks", [True, False], ids=["with locks", "without locks"])
def test_two_starts_at_once(work: Work, locks: bool) -> None:
    context = multiprocessing.get_context("spawn")
    for attempt in range(3):
        text = f"version {attempt}"
        beside = new_version(work, text)
        new_version(work, text, NAMES[0])
        barrier = context.Barrier(2)
        runs = [
            context.Process(target=_start, args=(work.course.root, barrier, locks))
            for _ in range(2)
        ]
        for run in runs:
            run.start()
        for run in runs:
            run.join(60)
        assert [run.exitcode for run in runs] == [0, 0]
        assert (work.root / NAMES[0]).read_text() == text
        if attempt:
            assert beside.read_text() == text
        (work.root / STUB).write_text("mine")
        assert actions(work, work.start()) == everywhere(work, "kept")
    assert (work.root / STUB).read_text() == "mine"
    assert len(contents(work.root)) == len(NAMES) + 2, "no leftovers, no spurious new versions"


def test_a_notebook_that_was_only_run_is_brought_up_to_date(course):
    pristine = course.root / "notebooks" / course.exercises[0].notebook
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "source": ["x = 1"]}
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    pristine.write_text(json.dumps(notebook))
    work = Work(course)
    work.start()
    own = work.notebook(course.exercises[0])

    run = {**notebook, "metadata": {"kernelspec": {"display_name": "Python 3 (ipykernel)"}}}
    run["cells"] = [{**cell, "source": "x = 1", "outputs": [1], "execution_count": 7}]
    own.write_text(json.dumps(run))
    pristine.write_text(json.dumps({**notebook, "cells": [cell, {**cell, "id": "b"}]}))
    assert "updated" in {each.action for each in work.start() if each.path == own}

    written = {**notebook, "cells": [{**cell, "source": "x = 2"}]}
    own.write_text(json.dumps(written))
    pristine.write_text(json.dumps(notebook))
    assert "new version beside" in {each.action for each in work.start() if each.path == own}
    assert json.loads(own.read_text()) == written


def test_a_notebook_that_is_none_is_compared_by_its_bytes(course):
    pristine = course.root / "notebooks" / course.exercises[0].notebook
    pristine.write_text("not JSON")
    work = Work(course)
    work.start()
    own = work.notebook(course.exercises[0])
    own.write_text("not JSON either")
    pristine.write_text("[]")
    assert "new version beside" in {each.action for each in work.start() if each.path == own}
