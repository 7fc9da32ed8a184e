"""The learner's own copies of notebooks and stubs, which the course never overwrites.

A learner edits copies in the work folder, in the same layout as the course so that links hold. A
record beside them says which version of the course each copy came from: a copy that still equals
it has not been touched and follows the course; any other is the learner's, and a new version is
put beside it under a name of its own.
"""

import json
import os
import time
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Literal

from chunklab.course import files
from chunklab.course.errors import CourseError
from chunklab.course.index import (
    WORK_RECORD,
    Course,
    Exercise,
    current_folder,
    enclosing_work,
    recorded_course,
)

Action = Literal[
    "made", "made again", "updated", "new version beside", "kept", "reset", "set aside"
]


@dataclass(frozen=True)
class Outcome:
    """What became of one file of the work folder.

    ``made`` and ``made again`` (it was made before and was gone), ``updated`` (untouched, so it
    followed the course), ``kept`` and ``new version beside`` (touched, so it stays), ``reset``, and
    ``set aside`` (the record could not be read). ``beside`` is, if there is one, the newer version,
    the dated copy of what was reset, or the file set aside.
    """

    path: Path
    action: Action
    beside: Path | None = None

    def sentence(self, root: Path) -> str:
        """Say it to the learner, the file named from ``root``; empty where nothing happened."""
        name = self.path.relative_to(root)
        beside = self.beside.name if self.beside else None
        match self.action:
            case "made":
                return f"{name}: made"
            case "made again":
                return f"{name}: was gone, made again"
            case "updated":
                return f"{name}: brought up to date; you had not changed it"
            case "new version beside":
                return (
                    f"{name}: yours stays as it is; a new version lies beside it: {beside}. To go "
                    "on with the new one, give yours another name and run: chunklab start"
                )
            case "kept" if beside:
                return f"{name}: yours stays as it is; the new version is still beside it: {beside}"
            case "kept":
                return ""
            case "reset":
                return f"{name}: as at the beginning; what you wrote is kept as {beside}"
            case "set aside":
                return f"{name}: could not be understood, kept as {beside}; no copy was overwritten"


@dataclass(frozen=True)
class _Origin:
    """The SHA-256 of two pristine versions: what a copy came from, and what was put beside it."""

    copied: str | None = None
    offered: str | None = None


class Work:
    """The work folder of ``course``.

    Its ``root`` is, first match wins: the environment variable CHUNKLAB_WORK; the work folder of
    this course that the current folder lies in; ``work`` in the course folder; where the course
    folder cannot be written, ``chunklab-work`` in the home folder. Nothing is made before
    :meth:`start` or :meth:`reset`.
    """

    def __init__(self, course: Course) -> None:
        """Find the place of the work folder; ``CourseError`` where CHUNKLAB_WORK cannot be one."""
        self.course = course
        self.root = _place(course)

    def notebook(self, exercise: Exercise) -> Path:
        """Return where the learner's copy of the lesson's notebook is."""
        return self._own(self.course.notebook(exercise))

    def stub(self, exercise: Exercise) -> Path:
        """Return where the learner's copy of the stub file is."""
        return self._own(self.course.stub(exercise))

    def is_behind(self, exercise: Exercise) -> bool:
        """Say whether :meth:`start` would bring something new of the lesson; write nothing."""
        record = files.read(self.root / WORK_RECORD)
        try:
            origins = {} if record is None else _parsed(record)
        except _NOT_A_RECORD:  # start tells of it
            origins = {}
        for path in (self.course.notebook(exercise), self.course.stub(exercise)):
            own = self._own(path)
            origin = origins.get(self._name(own))
            pristine, current = _read_pristine(path), files.read(own)
            if origin is None or pristine is None or current is None:
                continue
            known = (origin.copied, origin.offered, _version(own, current))
            if _version(own, pristine) not in known:
                return True
        return False

    def start(self) -> list[Outcome]:
        """Copy what is missing, bring untouched copies up to date, and overwrite nothing else.

        Safe to repeat, and to run twice at once. Raises ``CourseError`` for a link or a folder in
        the place of a file (before anything is written), and where the disk is full or closed.
        """
        pristine = {self._own(path): path for path in _pristine_files(self.course)}
        self._make_folders()
        with files.locked(self.root):
            for own in pristine:
                files.read(own)
            origins, outcomes = self._read_record()
            for own, path in pristine.items():
                content = _read_pristine(path)
                if content is None:  # the course itself changed meanwhile
                    continue
                name = self._name(own)
                outcome, origins[name] = _bring(own, content, origins.get(name))
                outcomes.append(outcome)
            self._write_record(origins)
        return outcomes

    def reset(self, exercise: Exercise) -> list[Outcome]:
        """Put the pristine stub back; ``beside`` is the dated copy of what the learner wrote.

        A stub that is pristine already is ``kept``, without a copy. Raises as :meth:`start` does.
        """
        pristine = _read_pristine(self.course.stub(exercise))
        if pristine is None:
            raise CourseError(f"The course has no stub file {self.course.stub(exercise)}.")
        own = self.stub(exercise)
        self._make_folders()
        with files.locked(self.root):
            current = files.read(own)
            origins, outcomes = self._read_record()
            if current is None or current == pristine:
                outcome, _ = _bring(own, pristine, None)
            else:
                outcome = Outcome(own, "reset", beside=_dated_copy(own, current))
                files.replace(own, pristine)
            origins[self._name(own)] = _Origin(_version(own, pristine))
            self._write_record(origins)
        return [*outcomes, outcome]

    def _own(self, pristine: Path) -> Path:
        return self.root / pristine.relative_to(self.course.root)

    def _name(self, own: Path) -> str:
        return own.relative_to(self.root).as_posix()

    def _make_folders(self) -> None:
        files.make_folder(self.root)
        for folder in (self.root / "notebooks", self.root / "exercises"):
            if folder.is_symlink():
                raise CourseError(f"{folder} is a link. Put a plain folder there, or move it away.")
            files.make_folder(folder)

    def _read_record(self) -> tuple[dict[str, _Origin], list[Outcome]]:
        path = self.root / WORK_RECORD
        content = files.read(path)
        if content is None:
            return {}, []
        try:
            return _parsed(content), []
        except _NOT_A_RECORD:
            # Without a record every copy counts as touched, so nothing is at risk.
            return {}, [Outcome(path, "set aside", beside=files.set_aside(path, content))]

    def _write_record(self, origins: dict[str, _Origin]) -> None:
        values = {
            "version": 1,
            "course": str(self.course.root),
            "files": {name: asdict(origin) for name, origin in sorted(origins.items())},
        }
        content = json.dumps(values, indent=1).encode()
        path = self.root / WORK_RECORD
        if files.read(path) != content:
            files.replace(path, content)


_NOT_A_RECORD = (ValueError, LookupError, TypeError, AttributeError)


def _parsed(record: bytes) -> dict[str, _Origin]:
    values = json.loads(record)
    if values["version"] != 1:
        raise ValueError("a version that this program does not know")
    return {name: _Origin(**origin) for name, origin in values["files"].items()}


def _place(course: Course) -> Path:
    if named := os.environ.get("CHUNKLAB_WORK"):
        root = Path(named).expanduser().resolve()
        if (root / "exercises") == (course.root / "exercises"):
            raise CourseError(
                f"CHUNKLAB_WORK is the course folder itself, {root}. Set it to another folder: the "
                "files of the course stay as they are, and you work on copies."
            )
        return root
    around = enclosing_work(current_folder())
    if around and recorded_course(around) == course.root:
        return around
    beside = course.root / "work"
    if os.access(beside if beside.is_dir() else course.root, os.W_OK | os.X_OK):
        return beside
    try:
        return Path.home() / "chunklab-work"
    except RuntimeError as error:
        raise CourseError(
            f"{course.root} cannot be written and there is no home folder. Set CHUNKLAB_WORK to a "
            "folder of your own."
        ) from error


def _pristine_files(course: Course) -> list[Path]:
    notebooks = (course.root / "notebooks").glob("*.ipynb")
    stubs = (course.root / "exercises").glob("*.py")
    # Names with a dot in front are other programs' leftovers.
    return [path for path in [*sorted(notebooks), *sorted(stubs)] if path.name[0] != "."]


def _read_pristine(path: Path) -> bytes | None:
    return files.read(path.resolve())  # an installed course may consist of links; copies may not


def _bring(own: Path, pristine: bytes, origin: _Origin | None) -> tuple[Outcome, _Origin]:
    new = _version(own, pristine)
    if files.create(own, pristine):
        return Outcome(own, "made again" if origin else "made"), _Origin(new)
    origin = origin or _Origin()
    current = files.read(own)
    version = None if current is None else _version(own, current)
    if version == new:
        return Outcome(own, "kept"), _Origin(new)
    if version is not None and version == origin.copied:
        files.replace(own, pristine)
        return Outcome(own, "updated"), _Origin(new)
    if origin.copied == new:
        return Outcome(own, "kept"), origin
    beside = own.with_name(f"{own.stem}.new-{new[:8]}{own.suffix}")
    # Offered once: a learner who has taken it over and removed it does not get it again.
    if origin.offered != new and files.create(beside, pristine):
        return Outcome(own, "new version beside", beside), _Origin(origin.copied, new)
    still_there = beside if beside.exists() else None
    return Outcome(own, "kept", still_there), _Origin(origin.copied, new)


def _version(path: Path, content: bytes) -> str:
    """Return a digest of what a learner writes in a file.

    Of a notebook that is the kind and source of its cells: opening and running one changes its
    metadata and outputs, and is no reason to keep a new version from the learner.
    """
    if path.suffix == ".ipynb":
        try:
            cells = [(cell["cell_type"], cell["source"]) for cell in json.loads(content)["cells"]]
            # A source is a text or a list of its lines.
            written = [(kind, "".join(source)) for kind, source in cells]
            return files.digest(json.dumps(written).encode())
        except (ValueError, LookupError, TypeError):
            return files.digest(content)
    return files.digest(content)


def _dated_copy(own: Path, content: bytes) -> Path:
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    for number in count(1):
        again = f"-{number}" if number > 1 else ""
        dated = own.with_name(f"{own.stem}.{stamp}{again}{own.suffix}")
        if files.create(dated, content):
            return dated
    raise AssertionError("unreachable: count() never ends")
