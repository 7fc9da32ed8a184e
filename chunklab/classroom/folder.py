"""What lies in a folder of submissions, or in a zip in its place: files to read, and refusals.

Whoever filled it may mean harm. No link is followed, so nothing outside is read and nothing counts
twice; only plain files are opened; nothing of a zip is written to disk. One folder or zip that
breaks a bound is refused in words, and the others are taken all the same.
"""

from __future__ import annotations

import io
import os
import posixpath
import stat
import struct
import unicodedata
import zipfile
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path

from chunklab.course.errors import CourseError
from chunklab.course.index import INDEX, WORK_RECORD
from chunklab.grading.source import MAX_NOTEBOOK, Unreadable

MAX_DEPTH = 20
"""Most folders within each other."""

MAX_ENTRIES = 50_000
"""Most files and folders below one entry of the folder, and most members of one zip."""

MAX_DIRECTORY = 5_000_000
"""Longest list of members of a zip, in bytes, which Python reads in one go."""

MAX_MEMBER = 50_000_000
"""Largest member of a zip, in bytes; a zip within a zip is unpacked in memory."""

MAX_NESTED = 1_000
"""Most zips within zips below one entry of the folder, and most files in each of them."""

MAX_IN_NESTED = 100_000
"""Most files and folders in all zips within zips below one entry of the folder."""

MAX_NAME = 1_000
"""Longest path that is taken, in characters as they are shown."""

MAX_REFUSED = 20
"""Most refusals of one zip that are told one by one."""

_PASSED_OVER = {"__MACOSX", "__pycache__", "node_modules", "site-packages", "venv"}
SOURCES = (".py", ".ipynb")
"""How the name of a Python file or a notebook ends, in lower case."""
LIKE_FILES = (*SOURCES, ".zip")
"""And of whatever else may be handed in as a file."""
_NEEDED = (*SOURCES, WORK_RECORD, INDEX.name)  # of a zip; its other files only near its top


@dataclass(frozen=True, slots=True)
class Found:
    """A plain file: its ``path`` below the folder (``anna.zip/overlap.py`` within a zip).

    ``read`` returns its content, or raises ``Unreadable`` for one of more than ``MAX_NOTEBOOK``
    bytes and whatever else cannot be read.
    """

    path: str
    time: datetime
    size: int
    read: Callable[[], bytes]


@dataclass(frozen=True)
class Refused:
    """What was not taken: ``path``, and ``why`` in words that follow it."""

    path: str
    why: str

    def __str__(self) -> str:
        return f"{self.path} {self.why}"


@dataclass
class Sweep:
    """All that was found; ``holders`` are the paths of folders and zips, also of empty ones.

    A file of a zip can be read until the sweep is over.
    """

    files: list[Found] = field(default_factory=list)
    holders: list[str] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)


@contextmanager
def sweep(root: Path) -> Iterator[Sweep]:
    """Look through the folder ``root``; ``CourseError`` where it cannot be read.

    A zip in its place counts as a folder that holds nothing else.

    Passed over in silence: hidden files and folders, environments and what tools leave behind.
    """
    archives = _Archives()
    try:
        yield _Sweeper(archives).look_through(root)
    finally:
        archives.close()


def folder_of(path: str) -> str:
    """Return the folder that a path below the root lies in, empty for the root itself."""
    return path.rpartition("/")[0]


def name_of(path: str) -> str:
    """Return the last part of a path below the root."""
    return path.rpartition("/")[2]


def printable(text: str) -> str:
    """Return a text of a stranger's so that a terminal shows it and does nothing else.

    >>> printable("a\\x1b[2Jb\\xa0c")
    'a\\\\x1b[2Jb c'
    """
    # Persian and Indian names need the two joiners.
    return "".join(
        each
        if each.isprintable() or each in "\u200c\u200d"
        else " "
        if unicodedata.category(each) == "Zs"
        else ascii(each)[1:-1]
        for each in text
    )


class _Sweeper:
    def __init__(self, archives: _Archives) -> None:
        self._archives = archives
        self._sweep = Sweep()
        self._left = self._nested = self._left_in_nested = 0

    def look_through(self, root: Path) -> Sweep:
        try:
            root = root.resolve()
            if root.is_dir():
                with os.scandir(root) as listing:
                    entries = sorted(listing, key=lambda entry: entry.name)
                for entry in entries:
                    self._top(entry)
                return self._sweep
            time = _time_of_file(root.stat())
            self._archives.open((root,))
        except OSError as error:
            raise CourseError(f"{root} cannot be read: {error.strerror or error}.") from error
        except Exception as error:
            raise CourseError(f"{root} is neither a folder nor a zip: {error}.") from error
        self._make_room()
        self._zip(printable(root.name), (root,), time)
        return self._sweep

    def _make_room(self) -> None:
        self._left, self._nested = MAX_ENTRIES, MAX_NESTED
        self._left_in_nested = MAX_IN_NESTED

    def _top(self, entry: os.DirEntry[str]) -> None:
        """Look at one entry of the root and all below it: no other can take its share of room."""
        self._make_room()
        waiting = deque(self._entry(entry, "", 0))
        while waiting:  # what lies near the top comes first
            folder, place, depth = waiting.popleft()
            try:
                with os.scandir(folder) as listing:
                    entries = sorted(islice(listing, self._left + 1), key=lambda entry: entry.name)
            except OSError as error:
                self._refuse(place, f"cannot be looked into: {error.strerror}")
                continue
            if any(entry.name == "pyvenv.cfg" for entry in entries):
                continue
            if len(entries) > self._left or depth > MAX_DEPTH:
                self._refuse(
                    place,
                    f"was not looked into: at most {MAX_ENTRIES:,} files are looked at, and "
                    f"{MAX_DEPTH} folders within each other",
                )
                continue
            self._left -= len(entries)
            for entry in entries:
                waiting.extend(self._entry(entry, f"{place}/", depth))

    def _entry(
        self, entry: os.DirEntry[str], above: str, depth: int
    ) -> Iterator[tuple[str, str, int]]:
        """Take one entry of a folder; yield it where it is a folder to look into."""
        if _is_passed_over(entry.name):
            return
        place = above + printable(entry.name)
        if len(place) > MAX_NAME:
            self._refuse(place[:MAX_NAME], "is the beginning of too long a name")
            return
        like_file = place.lower().endswith(LIKE_FILES)
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError as error:
            self._refuse(place, f"cannot be read: {error.strerror}")
            return
        if stat.S_ISLNK(status.st_mode):
            self._refuse(place, "is a link, and links are not followed")
            if not like_file:
                self._sweep.holders.append(place)
        elif stat.S_ISDIR(status.st_mode):
            if like_file:
                self._refuse(place, "is a folder, named like a file")
            self._sweep.holders.append(place)
            yield entry.path, place, depth + 1
        elif not stat.S_ISREG(status.st_mode):
            self._refuse(place, "is no plain file")
        elif place.lower().endswith(".zip"):
            self._zip(place, (Path(entry.path),), _time_of_file(status))
        else:
            read = partial(_read_file, entry.path)
            self._sweep.files.append(Found(place, _time_of_file(status), status.st_size, read))

    def _zip(self, place: str, chain: _Chain, time: datetime) -> None:
        self._sweep.holders.append(place)
        try:
            members = self._archives.open(chain).infolist()
        except Exception as error:  # a broken zip can make zipfile raise nearly anything
            self._refuse(place, f"cannot be read as a zip: {_in_words(error)}")
            return
        if len(members) > MAX_ENTRIES:
            self._refuse(place, f"has {len(members):,} members; at most {MAX_ENTRIES:,} are read")
            return
        refused: list[Refused] = []
        found: dict[str, Found] = {}
        folders: set[str] = set()
        nested: dict[str, tuple[int, datetime]] = {}
        overlapping = _overlapping(members)
        for index, member in enumerate(members):
            name = _member_name(member)
            path = f"{place}/{printable(posixpath.normpath(name))}"
            if why := _why_refused(member, name, index in overlapping):
                refused.append(Refused(f"{place}/{printable(name)[:MAX_NAME]}", why))
            elif any(_is_passed_over(part) for part in name.split("/")):
                continue
            elif name.endswith("/"):
                folders.add(path)
            elif not name.lower().endswith(".zip"):
                if name.count("/") > 2 and not name.lower().endswith(_NEEDED):
                    # The folder at the top still says that something was handed in.
                    folders.add("/".join(path.split("/")[: place.count("/") + 2]))
                    continue
                read = partial(self._archives.read, chain, index, MAX_NOTEBOOK)
                found[path] = Found(path, _time_of_member(member, time), member.file_size, read)
            elif len(chain) > 1:
                refused.append(Refused(path, "is a zip in a zip in a zip"))
            elif self._nested == 0:
                refused.append(Refused(path, f"is one of more than {MAX_NESTED:,} zips in a zip"))
            elif member.file_size > max(100_000, 20 * member.compress_size):
                refused.append(Refused(path, "is a zip that was compressed to almost nothing"))
            else:
                self._nested -= 1
                nested[path] = index, _time_of_member(member, time)
        kept = len(found) + len(folders)
        within = len(chain) > 1
        if kept > (min(MAX_NESTED, self._left_in_nested) if within else self._left):
            self._refuse(place, f"holds {kept:,} files and folders, which is too many")
            return
        self._left -= 0 if within else kept
        self._left_in_nested -= kept if within else 0
        self._sweep.holders += sorted(folders)
        self._sweep.files += found.values()  # of members with the same name the last, as in unzip
        for path, (index, its_time) in nested.items():
            self._zip(path, (*chain, index), its_time)
        if len(refused) > MAX_REFUSED:
            more = f"has {len(refused) - MAX_REFUSED:,} more members that were refused"
            refused[MAX_REFUSED:] = [Refused(place, more)]
        self._sweep.refused += refused

    def _refuse(self, place: str, why: str) -> None:
        self._sweep.refused.append(Refused(place, why))


_Chain = tuple[Path | int, ...]
"""The path of a zip, then the member's number in it that is a zip itself."""


class _Archives:
    """Opens zips, and keeps the last one open: of those in a folder, and of those within it."""

    def __init__(self) -> None:
        self._open: dict[int, tuple[_Chain, zipfile.ZipFile, io.BufferedReader]] = {}

    def open(self, chain: _Chain) -> zipfile.ZipFile:
        """Return the zip; raises whatever zipfile does for a broken one."""
        within = len(chain) - 1
        if within not in self._open or self._open[within][0] != chain:
            self.close(within)
            *outer, last = chain
            if isinstance(last, Path):
                raw: io.RawIOBase | io.BytesIO = io.FileIO(last, opener=_open_plainly)
            else:
                raw = io.BytesIO(self.read(tuple(outer), last, MAX_MEMBER))
            file = _Bounded(raw)
            try:
                self._open[within] = chain, zipfile.ZipFile(file), file
            except BaseException:
                file.close()
                raise
        return self._open[within][1]

    def read(self, chain: _Chain, index: int, most: int) -> bytes:
        """Return a member of a zip; ``Unreadable`` for one of more than ``most`` bytes."""
        parts, size = [], 0
        try:
            archive = self.open(chain)
            with archive.open(archive.infolist()[index]) as member:
                while part := member.read(65_536):  # so that no more is unpacked than is read
                    parts.append(part)
                    size += len(part)
                    if size > most:
                        raise Unreadable(f"it unpacks to more than {most:,} bytes")
        except Unreadable:
            raise
        except Exception as error:  # a broken zip can make zipfile raise nearly anything
            raise Unreadable(f"it cannot be unpacked: {_in_words(error)}") from error
        return b"".join(parts)

    def close(self, within: int | None = None) -> None:
        """Close all zips, or the one that lies within so many others."""
        for each in list(self._open) if within is None else [within]:
            if each in self._open:
                _, archive, file = self._open.pop(each)
                archive.close()
                file.close()


class _Bounded(io.BufferedReader):
    """A file that gives no more at a time than the longest list of members."""

    def read(self, size: int | None = -1, /) -> bytes:
        if size is not None and size > MAX_DIRECTORY:
            raise zipfile.BadZipFile(f"its list of members has {size:,} bytes")
        return super().read(size)


def _in_words(error: Exception) -> str:
    return printable(str(error)[:200])  # it may quote a name from the zip, of any length


def _is_passed_over(name: str) -> bool:
    return name in _PASSED_OVER or (name.startswith(".") and name not in (".", "..", WORK_RECORD))


def _why_refused(member: zipfile.ZipInfo, name: str, overlaps: bool) -> str:
    parts = name.split("/")
    kind = stat.S_IFMT(member.external_attr >> 16)
    if ".." in parts or not parts[0] or parts[0][1:2] == ":":
        return "would leave the folder"
    if len(printable(name)) > MAX_NAME or len(parts) > MAX_DEPTH:
        return f"is too long a name, or lies in more than {MAX_DEPTH} folders"
    if kind == stat.S_IFLNK:
        return "is a link, and links are not followed"
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "is no plain file"
    if member.flag_bits & 0x1:
        return "is encrypted"
    if member.file_size > MAX_MEMBER:
        return f"would unpack to {member.file_size:,} bytes; at most {MAX_MEMBER:,} are allowed"
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is compressed in a way that zips seldom are"  # and that zipfile cannot bound
    if overlaps:
        return "shares its place in the zip with another member"
    return ""


def _overlapping(members: list[zipfile.ZipInfo]) -> set[int]:
    """Return the numbers of the members that begin before one in front of them has ended."""
    overlapping, end = set(), 0
    for index, member in sorted(enumerate(members), key=lambda each: each[1].header_offset):
        if member.header_offset < end:
            overlapping.add(index)
        end = max(end, member.header_offset + member.compress_size)
    return overlapping


def _member_name(member: zipfile.ZipInfo) -> str:
    name = member.filename
    if not member.flag_bits & 0x800:
        with suppress(UnicodeError):  # macOS writes UTF-8 and does not say so
            name = name.encode("cp437").decode("utf-8")
    return name.replace("\\", "/")  # as some zips from Windows have it


def _time_of_member(member: zipfile.ZipInfo, otherwise: datetime) -> datetime:
    """Return the extra field's time, which is in UTC, or else the local time that all zips have."""
    extra = member.extra
    while len(extra) >= 4:
        kind, size = struct.unpack_from("<HH", extra)
        if kind == 0x5455 and size >= 5 and len(extra) >= 9 and extra[4] & 1:
            return _time(struct.unpack_from("<i", extra, 5)[0])
        extra = extra[4 + size :]
    if member.date_time[:3] == (1980, 1, 1):  # the beginning of a zip's time stands for none
        return otherwise
    try:
        return datetime(*member.date_time).astimezone(UTC)
    except (ValueError, OverflowError):
        return otherwise


def _time_of_file(status: os.stat_result) -> datetime:
    return _time(status.st_mtime)


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(min(max(seconds, 0), 250_000_000_000), UTC)  # up to 9892


def _read_file(path: str) -> bytes:
    try:
        with open(path, "rb", opener=_open_plainly) as file:
            content = file.read(MAX_NOTEBOOK + 1)
            size = os.fstat(file.fileno()).st_size
    except OSError as error:
        raise Unreadable(f"the file cannot be read: {error.strerror}") from error
    if len(content) > MAX_NOTEBOOK:
        raise Unreadable(f"the file has {size:,} bytes; at most {MAX_NOTEBOOK:,} are read")
    return content


def _open_plainly(path: str, flags: int) -> int:
    """Open without following a link or waiting for a pipe that has taken the file's place."""
    careful = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    return os.open(path, flags | careful)
