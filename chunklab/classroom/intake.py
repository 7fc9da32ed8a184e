"""The intake: from whatever lies in a folder of submissions to one text a student, ready to judge.

Whose a file is, its path says (:mod:`~chunklab.classroom.names`); which file of a student counts,
:mod:`~chunklab.classroom.attempts` decides. There is one row a student, whatever they handed in.
Nothing depends on the order in which a folder is listed, and of all that was handed in only the
texts that count are kept.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

from chunklab.classroom.attempts import Choice, Chooser, is_source, upwards
from chunklab.classroom.folder import LIKE_FILES, SOURCES, Found, Sweep, folder_of, name_of, sweep
from chunklab.classroom.names import OF_THE_COURSE, Names, Owner, alike
from chunklab.classroom.roster import Roster, Student
from chunklab.course.index import Course, Exercise

MAX_REFUSED = 10
"""Most refusals that are told of one student."""

MAX_NAMED = 5
"""Most files and folders that one sentence names."""

_ARCHIVES = (".7z", ".rar", ".tar", ".tgz", ".gz", ".bz2", ".xz")


@dataclass(frozen=True)
class Handed:
    """What one student handed in; of a missing student, ``file`` is empty.

    ``student`` is the roster's identifier where there is a roster row, else the name's; ``listed``
    says whether there is one, and is true without a roster. ``file`` is the attempt that counts, or
    the folder where there is none, ``submitted`` its time stamp in UTC, ``late`` is ``None`` where
    no due date is known. ``text`` is what is judged; where it is ``None``, ``problem`` says why.
    ``look`` says why an instructor should look at what was taken in. ``id`` and ``email`` are the
    roster's.
    """

    student: str
    name: str
    listed: bool
    file: str
    submitted: datetime | None
    late: bool | None
    text: str | None
    problem: str
    notes: tuple[str, ...] = ()
    look: tuple[str, ...] = ()
    id: str = ""
    email: str = ""

    @property
    def missing(self) -> bool:
        """Whether nothing of the student's was found."""
        return not self.file


@dataclass(frozen=True)
class Intake:
    """One ``Handed`` a student, sorted, and what was refused and is nobody's, in words."""

    handed: tuple[Handed, ...]
    refused: tuple[str, ...]


def take_in(
    folder: Path,
    course: Course,
    exercise: Exercise,
    roster: Roster | None = None,
    due: datetime | None = None,
) -> Intake:
    """Return what every student handed in for ``exercise``, in a folder or a zip.

    Raises ``CourseError`` where ``folder`` itself cannot be read, and for nothing that is in it.
    """
    names = Names(course)
    with sweep(folder) as swept:
        holders = (f"{holder}/" for holder in swept.holders)
        sources = (found.path for found in swept.files if is_source(found.path))
        shared = names.shared(chain(holders, sources))
        chooser = Chooser(swept.files, names, course, exercise)
        shelves, refused = _sorted_out(swept, names, shared, chooser)
        handed = []
        for whose, shelf in _matched(shelves, roster):
            choice = chooser.choose(shelf.files)
            student = whose if isinstance(whose, Student) else Student(whose)
            listed = roster is None or student is whose
            look = tuple(_reasons_to_look(student, shelf, choice, names, shared))
            handed.append(_handed(student, listed, shelf, choice, due, look))
    return Intake(tuple(sorted(handed, key=lambda each: each.student)), tuple(refused))


@dataclass
class _Shelf:
    """All that is one student's: what is named so, and by the LMS's number where there is one."""

    number: str = ""
    named: bool = True
    spellings: set[str] = field(default_factory=set)
    files: list[tuple[Found, Owner]] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, other: _Shelf) -> None:
        """Take over all that lies on another shelf."""
        self.number = self.number or other.number
        self.named &= other.named
        self.spellings |= other.spellings
        self.files += other.files
        self.places += other.places
        self.notes += other.notes


_Shelves = dict[tuple[str, str], _Shelf]


def _sorted_out(
    swept: Sweep, names: Names, shared: tuple[str, ...], chooser: Chooser
) -> tuple[_Shelves, list[str]]:
    """Return every student's shelf, by name and number, and what is nobody's."""
    shelves: _Shelves = {}
    nobodys = []

    def shelf_of(owner: Owner) -> _Shelf:
        shelf = shelves.setdefault((alike(owner.student), owner.number), _Shelf(owner.number))
        shelf.spellings.add(owner.student)
        shelf.named &= owner.named
        return shelf

    for holder in (f"{path}/" for path in swept.holders):
        owner = names.owner(holder, shared)
        if owner and not any(prefix.startswith(holder) for prefix in shared):
            shelf_of(owner).places.append(holder.removesuffix("/"))

    def is_flat(path: str) -> bool:
        return any(path == f"{prefix}{name_of(path)}" for prefix in ("", *shared))

    for found in swept.files:
        owner, flat = names.owner(found.path, shared), is_flat(found.path)
        if owner and (
            owner.number
            or not flat
            or found.path.lower().endswith((*SOURCES, *_ARCHIVES))
            or chooser.is_attempt(found)
        ):
            shelf_of(owner).files.append((found, owner))
        elif flat and not found.path.lower().endswith(".csv"):  # a roster, or marks by hand
            nobodys.append(f"{found.path} is no folder, zip, .py or .ipynb, and was not read")
    for refused in swept.refused:
        owner, flat = names.owner(refused.path, shared), is_flat(refused.path)
        handed_in = not flat or refused.path.lower().endswith(LIKE_FILES)
        if owner and handed_in and ".." not in refused.path.split("/"):
            shelf_of(owner).places.append(refused.path)
        if owner and (alike(owner.student), owner.number) in shelves:
            shelf_of(owner).notes.append(str(refused))
        else:
            nobodys.append(str(refused))
    return shelves, nobodys


def _matched(shelves: _Shelves, roster: Roster | None) -> Iterator[tuple[Student | str, _Shelf]]:
    """Yield who each shelf belongs to: a row of the roster, else a name of their own.

    Every row of the roster comes once, with an empty shelf if nothing was found.
    """
    numbers: dict[str, list[str]] = {}
    for key, number in sorted(shelves):
        if number:
            numbers.setdefault(key, []).append(number)
    for key in [key for key, number in shelves if not number]:
        if len(numbers.get(key, ())) == 1:  # once by the LMS, once by hand
            shelves[key, numbers[key][0]].add(shelves.pop((key, "")))
    rows: dict[Student, list[_Shelf]] = {student: [] for student in (roster or Roster([])).students}
    strangers = []
    for (key, number), shelf in sorted(shelves.items()):
        owners = [Owner(spelling, number) for spelling in sorted(shelf.spellings)]
        row = next(filter(None, map(roster.find, owners)), None) if roster else None
        if row:
            rows[row].append(shelf)
        else:
            strangers.append((key, shelf))
    for row, found in rows.items():
        if len({shelf.number for shelf in found if shelf.number}) > 1:
            # The LMS says that these are two people: at most the one with the row's number is it.
            sure = [shelf for shelf in found if shelf.number in ("", row.id)]
            strangers += [(alike(min(s.spellings)), s) for s in found if s not in sure]
            found = sure
        shelf = _Shelf()
        for each in found:
            shelf.add(each)
        yield row, shelf
    taken = {row.student for row in rows}
    numbered = []
    for key, shelf in strangers:
        name = min(shelf.spellings)
        if shelf.number and (len(numbers[key]) > 1 or name in taken):
            numbered.append((f"{name}_{shelf.number}", shelf))
        else:
            taken.add(name)
            yield name, shelf
    for name, shelf in numbered:
        while name in taken:  # somebody is called so
            name += "_"
        taken.add(name)
        yield name, shelf


def _handed(
    student: Student,
    listed: bool,
    shelf: _Shelf,
    choice: Choice,
    due: datetime | None,
    look: tuple[str, ...],
) -> Handed:
    best, notes = choice.best, list(choice.notes)
    file, submitted, late, text, problem = "", None, None, None, "nothing was handed in"
    if best:
        file, problem = best.found.path, best.problem
        if best.source:
            text, notes = best.source.text, [*best.source.notes, *notes]
    elif shelf.files or shelf.places:
        file = min([*shelf.places, *(found.path for found, _ in shelf.files)])
        problem = _nothing_usable(shelf, choice)
    if shelf.files:
        newest = max(shelf.files, key=lambda each: (each[0].time, each[0].path))
        found, owner = (best.found, best.owner) if best else newest
        submitted, late = found.time, _is_late(found, owner, due)
    refused = shelf.notes[:MAX_REFUSED]
    if more := len(shelf.notes) - len(refused):
        refused.append(f"and {more} more that were refused")
    return Handed(
        *(student.student, student.name, listed, file, submitted, late, text, problem),
        *((*notes, *refused), look, student.id, student.email),
    )


def _is_late(found: Found, owner: Owner, due: datetime | None) -> bool | None:
    if due is None:
        return owner.late or None
    # Canvas marks what is late, and the times of the files that it gives say nothing.
    return found.time > due.astimezone(UTC) if owner.late is None else owner.late


def _nothing_usable(shelf: _Shelf, choice: Choice) -> str:
    paths = {*shelf.places, *(found.path for found, _ in shelf.files)}
    if len(paths) == 1 and not shelf.files and not shelf.notes:
        return f"the {'zip' if min(paths).lower().endswith('.zip') else 'folder'} is empty"
    around = {above for path in paths for above in upwards(folder_of(path))}
    names = _some(sorted({name_of(path) for path in paths - around}))
    if choice.others:
        return f"only another exercise was handed in, {', '.join(sorted(choice.others))}: {names}"
    return (
        "no Python file or notebook with the exercise's functions among what was handed in: "
        f"{names}"
    )


def _reasons_to_look(
    student: Student, shelf: _Shelf, choice: Choice, names: Names, shared: tuple[str, ...]
) -> Iterator[str]:
    if not shelf.named:
        yield "its name does not say who handed it in"
    best = choice.best
    for module in choice.imported[:MAX_NAMED]:
        yield f"it imports {module}, which lies beside it and was not judged"
    if not best or len(choice.written) < 2:
        return
    above, folders = _apart([each.found.path for each in choice.written])
    if above and f"{above}/" not in shared and len(folders) > 1:
        yield f"work lies in several folders ({_some(folders)}): is {student.student} one student?"
    base = names.base(best.found.path)
    meant = [
        each.found.path
        for each in choice.written
        if each.digest != best.digest
        and (names.base(each.found.path) != base or each.found.time > best.found.time)
    ]
    if meant:
        above, _ = _apart([best.found.path, *meant])
        judged, *others = (path.removeprefix(f"{above}/") for path in (best.found.path, *meant))
        yield f"{judged} was judged; {_some(others)} may be meant"


def _apart(paths: list[str]) -> tuple[str, list[str]]:
    """Return the folder that all paths lie in, and the folders in it that any of them lies in.

    Those of the course itself are left out: one student works in several.
    """
    above = posixpath.commonpath([folder_of(path) for path in paths])
    inner = [path.removeprefix(f"{above}/").partition("/") for path in paths]
    return above, sorted({first for first, within, _ in inner if within} - OF_THE_COURSE)


def _some(names: list[str]) -> str:
    more = len(names) - MAX_NAMED
    shown = ", ".join(name[:80] for name in names[:MAX_NAMED])
    return shown + (f" and {more} more" if more > 0 else "")
