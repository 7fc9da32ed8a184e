"""Write files whole or not at all, and never over what somebody else put there.

Everything that is written for a learner or an instructor goes through here. A problem of the disk
(no permission, no room, a folder where a file belongs) becomes a :class:`CourseError` that names
the path and the remedy.
"""

import errno
import hashlib
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from chunklab.course.errors import CourseError

try:
    from fcntl import LOCK_EX, flock
except ImportError:  # Windows, and Python in the browser
    flock = None  # type: ignore[assignment]

LOCK = ".chunklab-lock"


def digest(content: bytes) -> str:
    """Return the SHA-256 of ``content``, 64 hex digits: equal exactly for equal content."""
    return hashlib.sha256(content).hexdigest()


def read(path: Path) -> bytes | None:
    """Return what the plain file ``path`` holds, or ``None`` where nothing is.

    A link or a folder in its place is an error: to write there would change something that lies
    elsewhere.
    """
    with disk_errors(path):
        if path.is_symlink():
            raise CourseError(f"{path} is a link. Put a plain file in its place, or move it away.")
        if path.is_dir():
            raise CourseError(f"{path} is a folder, where a file belongs. Move it away.")
        try:
            return path.read_bytes()
        except FileNotFoundError:
            return None


def make_folder(path: Path) -> None:
    """Make the folder ``path`` and those above it; one that is there already will do."""
    with disk_errors(path):
        path.mkdir(parents=True, exist_ok=True)


def replace(path: Path, content: bytes) -> None:
    """Put ``content`` in the place of whatever ``path`` holds, in one step.

    A reader sees the old content or the new, never a part. Where it fails the old content stays.
    """
    with disk_errors(path), _written_beside(path, content) as fresh:
        fresh.replace(path)


def create(path: Path, content: bytes) -> bool:
    """Write ``content`` to ``path`` unless something is there; say whether it was written.

    Of several processes that try at once exactly one gets ``True``.
    """
    if os.path.lexists(path):
        return False
    with disk_errors(path), _written_beside(path, content) as fresh:
        try:
            path.hardlink_to(fresh)  # unlike a rename, this refuses an existing name
        except FileExistsError:
            return False
        except OSError:  # a file system without hard links, such as FAT
            return _create_in_place(path, content)
        return True


def set_aside(path: Path, content: bytes, why: str = "unreadable") -> Path:
    """Rename ``path``, which holds ``content``, so that it is out of the way; return where to.

    The new name says why and comes from the content: it can only be taken by the same content.
    """
    aside = path.with_name(f"{path.stem}.{why}-{digest(content)[:8]}{path.suffix}")
    with disk_errors(path):
        return path.replace(aside)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Let one process at a time into ``folder``, which must exist.

    Without locks (Windows, some network drives) two that write in the same instant can each miss
    what the other recorded; a learner's file is safe all the same, by :func:`create`.
    """
    with disk_errors(folder):
        lock = (folder / LOCK).open("a")
    with lock:
        if flock is not None:
            try:
                flock(lock, LOCK_EX)  # let go when the file is closed
            except OSError as error:
                if error.errno not in (errno.ENOLCK, errno.ENOTSUP, errno.ENOSYS):
                    raise
        yield


@contextmanager
def disk_errors(path: Path) -> Iterator[None]:
    """Turn a problem of the disk into a :class:`CourseError` about ``path``."""
    try:
        yield
    except OSError as error:
        raise CourseError(_in_words(path, error)) from error


@contextmanager
def _written_beside(path: Path, content: bytes) -> Iterator[Path]:
    # In the same folder, so that moving it to its place never crosses file systems.
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}.tmp")
    try:
        with fresh.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        yield fresh
    finally:
        fresh.unlink(missing_ok=True)


def _create_in_place(path: Path, content: bytes) -> bool:
    try:
        file = path.open("xb")
    except FileExistsError:
        return False
    try:
        with file:
            file.write(content)
    except BaseException:
        path.unlink()
        raise
    return True


def _in_words(path: Path, error: OSError) -> str:
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return f"{path} cannot be written: the disk is full. Make room, then try again."
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return (
                f"{path} cannot be read or written: you have no permission. Ask for it, or take a "
                "folder of your own (CHUNKLAB_WORK names the one for your copies of the course)."
            )
        case errno.EEXIST | errno.ENOTDIR:
            return f"{path} cannot be a folder: a file or broken link is in its way. Move it."
        case _:
            return f"{path} cannot be read or written: {error.strerror or error}."
