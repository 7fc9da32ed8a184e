"""A scratch folder: empty at first, for one submission to work in, bounded, and gone at the end.

What a submission leaves there is never opened here. It is counted, by names and sizes, and removed.
"""

from __future__ import annotations

import os
import secrets
import stat
import tempfile
import time
from pathlib import Path

MOST_BYTES = 16 << 20
"""Most bytes of all files together."""
MOST_ENTRIES = 64
"""Most files and folders."""

PATIENCE = 5.0
"""How long to try to remove a folder into which somebody still writes, in seconds."""


class Scratch:
    """An empty folder of its own in the system's folder for temporary files.

    As a context manager it removes itself.

    >>> scratch = Scratch()
    >>> (scratch.path / "notes.txt").write_text("tea, rice")
    9
    >>> scratch.excess()
    ''
    >>> scratch.remove()
    >>> scratch.path.exists()
    False
    """

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="chunklab-")).resolve()

    def __enter__(self) -> Scratch:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    def excess(self) -> str:
        """Say which limit the folder is beyond, in words; nothing if it is within all of them.

        It looks at no more entries than there may be, and at each by its name only.
        """
        entries = size = 0
        folders = [str(self.path)]
        try:
            while folders:
                with os.scandir(folders.pop()) as found:
                    for entry in found:
                        entries += 1
                        if entries > MOST_ENTRIES:
                            return f"it made more than {MOST_ENTRIES} files and folders"
                        size += _size(entry)
                        if entry.is_dir(follow_symlinks=False):
                            folders.append(entry.path)
        except FileNotFoundError:  # removed meanwhile: the next look counts the rest
            pass
        except OSError as error:  # so nobody could count what is below it
            return f"it made a folder that cannot be listed: {error.strerror}"
        if size > MOST_BYTES:
            return f"its files have more than {MOST_BYTES >> 20} MB together"
        return ""

    def remove(self) -> None:
        """Remove the folder with all that is in it, whatever a submission has made there.

        Nothing is followed, and a tree may be deeper than any path can be long. What the system
        does not let go of, such as a file that an unconfined submission has made immutable, stays.
        """
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return _remove(self.path)
            except OSError:  # something is still written
                if time.monotonic() > end:
                    return None
                time.sleep(0.01)


def _size(entry: os.DirEntry[str]) -> int:
    """Return a file's size, counting holes in it as if they were filled."""
    try:
        return entry.stat(follow_symlinks=False).st_size
    except FileNotFoundError:
        return 0


def _remove(folder: Path) -> None:
    """Remove a folder: what is in a folder below it comes up, until no folder has any."""
    if not _is_folder(folder):  # an unconfined submission may have put something in its place
        return
    folder.chmod(stat.S_IRWXU)
    while entries := list(folder.iterdir()):
        for entry in entries:
            if not _is_folder(entry):
                entry.unlink()
                continue
            entry.chmod(stat.S_IRWXU)
            for inner in list(entry.iterdir()):
                if _is_folder(inner):
                    inner.chmod(stat.S_IRWXU)  # or it could not be moved
                inner.rename(folder / secrets.token_hex(16))
            entry.rmdir()
    folder.rmdir()


def _is_folder(path: Path) -> bool:
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except FileNotFoundError:
        return False
