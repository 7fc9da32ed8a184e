"""A file is written whole or not at all, and what stands in the way is named."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from chunklab.course import files
from chunklab.course.errors import CourseError


def failing(number: int) -> Callable[..., None]:
    def fail(*_args: object, **_options: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


def test_read_write_create(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    assert files.read(path) is None
    assert files.create(path, b"1")
    assert not files.create(path, b"2")
    assert files.read(path) == b"1"
    files.replace(path, b"3")
    assert files.read(path) == b"3"
    assert list(tmp_path.iterdir()) == [path]


def test_create_does_not_overwrite_what_comes_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.py"
    fsync = os.fsync

    def somebody_else_is_quicker(number: int) -> None:
        path.write_bytes(b"theirs")
        fsync(number)

    monkeypatch.setattr(os, "fsync", somebody_else_is_quicker)
    assert not files.create(path, b"mine")
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == b"theirs"


@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOTSUP, errno.EACCES])
def test_create_without_hard_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(os, "link", failing(number))
    path = tmp_path / "a.py"
    assert files.create(path, b"1")
    assert not files.create(path, b"2")
    assert path.read_bytes() == b"1"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("write", [files.create, files.replace])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_leaves_no_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, write: Callable[..., object]
) -> None:
    monkeypatch.setattr(os, "fsync", failing(number))
    with pytest.raises(CourseError, match=r"the disk is full\. Make room"):
        write(tmp_path / "a.py", b"new")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, call, failing(errno.ENOSPC))
    with pytest.raises(CourseError, match="the disk is full"):
        files.replace(path, b"new")
    assert list(tmp_path.iterdir()) == [path]
    assert path.read_bytes() == b"old"


def test_a_disk_that_fills_up_while_a_file_is_made_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class FullDisk:
        def __init__(self, path: Path) -> None:
            path.touch(exist_ok=False)

        def __enter__(self) -> "FullDisk":
            return self

        def __exit__(self, *_error: object) -> None: ...

        write = staticmethod(failing(errno.ENOSPC))

    monkeypatch.setattr(Path, "open", lambda path, _mode: FullDisk(path))
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        files._create_in_place(tmp_path / "a.py", b"1")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_no_permission_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    monkeypatch.setattr(os, "replace", failing(number))
    with pytest.raises(CourseError, match=r"no permission.*CHUNKLAB_WORK"):
        files.replace(tmp_path / "a.py", b"1")


def test_any_other_error_keeps_the_words_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "replace", failing(errno.EIO))
    with pytest.raises(CourseError, match=os.strerror(errno.EIO)):
        files.replace(tmp_path / "a.py", b"1")


def test_links_and_folders_in_the_place_of_a_file(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_bytes(b"elsewhere")
    (tmp_path / "link").symlink_to(target)
    (tmp_path / "dangling").symlink_to(tmp_path / "nothing")
    for name in ("link", "dangling"):
        with pytest.raises(CourseError, match=f"{name} is a link"):
            files.read(tmp_path / name)
        assert not files.create(tmp_path / name, b"1")
    with pytest.raises(CourseError, match="is a folder, where a file belongs"):
        files.read(tmp_path)
    assert target.read_bytes() == b"elsewhere"


def test_a_file_in_the_place_of_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "work"
    path.touch()
    for folder in (path, path / "exercises"):
        with pytest.raises(CourseError, match="cannot be a folder"):
            files.make_folder(folder)


def test_what_is_set_aside_keeps_its_content(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    asides = set()
    for content in (b"{", b"}", b"{"):
        path.write_bytes(content)
        aside = files.set_aside(path, content)
        assert (aside.read_bytes(), path.exists()) == (content, False)
        asides.add(aside)
    assert len(asides) == 2, "the same content once, another content under another name"


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS])
def test_a_network_drive_without_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    pytest.importorskip("fcntl")
    monkeypatch.setattr(files, "flock", failing(number))
    entered = False
    with files.locked(tmp_path):
        entered = True
    assert entered
