"""Which of a student's files counts as their attempt at an exercise.

An attempt is every ``.py`` or ``.ipynb`` that is named after the exercise or defines one of its
functions, and every text by another name that defines one. What is of another exercise, by its name
or by most of its functions, is an attempt too if it defines a function that only this one has.
Which one counts is decided by the first of these in which two attempts differ:

1. what has been written on, then what cannot be read, then what is as the course hands it out: an
   instructor would rather judge yesterday's work than note that today's upload is damaged, and
   rather note that than judge an untouched file beside it (a notebook without any of the functions
   counts as untouched: opening the lesson leaves one);
2. what defines a function of the exercise;
3. what lies under its owner's name, over what a folder of several students says is theirs;
4. what is named after the exercise, then what is of no other;
5. the work folder that the course made over other places, and these over a copy of the course;
6. the latest time stamp; then the highest number of resubmission; then the plainest name.

The others are named in the notes, an unreadable one with the reason.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime

from chunklab.classroom.folder import SOURCES, Found, folder_of, name_of
from chunklab.classroom.names import Names, Owner
from chunklab.course.files import digest
from chunklab.course.index import INDEX, WORK_RECORD, Course, Exercise
from chunklab.grading.source import MAX_SOURCE, Source, Unreadable, read_source

MAX_FILES, MAX_BYTES = 300, 5_000_000
"""Most files of one student that are read, and most bytes in all, of which one file counts for
``MAX_SOURCE`` at most: the rest of a notebook is pictures."""

MAX_TEXT = 4_000_000
"""Largest file that is looked into although it is not named like Python, in bytes."""

MAX_TOLD = 10
"""Most other attempts that are named."""

_DEFINITION = re.compile(r"^[ \t]*+(?:async[ \t]++)?def[ \t]++(\w++)|^(\w++)[ \t]*+=", re.MULTILINE)
"""A function, or a name that may be one. Broken texts have them too, and none can hurt this."""

_IMPORT = re.compile(r"^[ \t]*+(?:from[ \t]++\.?(\w++)|import[ \t]++([\w \t,]++))", re.MULTILINE)

_MADE_BY_US = re.compile(r"\.(\d{4}-\d\d-\d\d-\d{6}(-\d+)?|(new|unreadable)-[0-9a-f]{8})\.\w+$")
"""Copies that ``reset`` and ``start`` put beside the learner's own file."""

_UNTOUCHED, _UNREADABLE, _WRITTEN = 1, 2, 3


@dataclass(frozen=True)
class Attempt:
    """A file that may count; ``source`` is ``None`` where it cannot be read, for ``problem``.

    ``rank`` orders the attempts of one student, the one that counts last.
    """

    found: Found
    owner: Owner
    rank: tuple[int, bool, bool, int, int, datetime, int, bool, str]
    source: Source | None
    problem: str = ""
    digest: str = ""

    @property
    def is_untouched(self) -> bool:
        """Whether it is as the course hands it out."""
        return self.rank[0] == _UNTOUCHED

    @property
    def is_written(self) -> bool:
        """Whether it was written on and defines a function of the exercise."""
        return self.rank[:2] == (_WRITTEN, True)

    @property
    def is_of_another(self) -> bool:
        """Whether it is of another exercise, and of this one by the way."""
        return not self.rank[3]


@dataclass
class Choice:
    """What counts of one student's files: ``best``, ``None`` if there is no attempt among them.

    ``notes`` are for the student. ``written`` are the attempts that may be meant as well, ``best``
    itself among them, and ``others`` the names of the exercises that other files are of;
    ``imported`` are the files beside ``best`` that it imports.
    """

    best: Attempt | None = None
    notes: list[str] = field(default_factory=list)
    written: list[Attempt] = field(default_factory=list)
    others: set[str] = field(default_factory=set)
    imported: list[str] = field(default_factory=list)


class Chooser:
    """Chooses attempts at ``exercise``; ``files`` are all that were found in the class's folder."""

    def __init__(
        self, files: Iterable[Found], names: Names, course: Course, exercise: Exercise
    ) -> None:
        self._names = names
        self._exercise = exercise
        self._exercises = (exercise, *course.exercises)  # of as many functions, the first
        paths = self._paths = {found.path for found in files}
        index = f"/{INDEX.as_posix()}"
        self._works = {folder_of(path) for path in paths if name_of(path) == WORK_RECORD}
        self._copies = {path.removesuffix(index) for path in paths if path.endswith(index)}
        # The record is a hidden file, which many a download or zip leaves out.
        self._works |= {f"{copy}/work" for copy in self._copies}
        handed_out = [
            path
            for each in course.exercises
            for path in (course.notebook(each), course.stub(each))
            if path.exists()
        ]
        self._lesson = {
            cell.strip(): _needed(cell)
            for path in handed_out
            if path.suffix == ".ipynb"
            for cell in _code_cells(path.read_bytes())
        }
        self._pristine = {
            read_source(path.name, path.read_bytes(), self._lesson).text.strip()
            for path in handed_out
        }

    def is_attempt(self, found: Found) -> bool:
        """Say whether a file is an attempt at the exercise, whosever it is."""
        return may_be_source(found) and isinstance(self._attempt(found, Owner("")), Attempt)

    def choose(self, files: Iterable[tuple[Found, Owner]]) -> Choice:
        """Return which attempt of one student counts.

        The files are read one after another, and only the text of the best so far is kept.
        """
        best: Attempt | None = None
        others: list[Attempt] = []
        choice = Choice()
        notes, room = choice.notes, MAX_BYTES
        to_read: list[tuple[Found, Owner]] = []
        sources = (each for each in files if may_be_source(each[0]))
        for each in sorted(sources, key=self._reading_order):
            room -= min(each[0].size, MAX_SOURCE)
            if len(to_read) == MAX_FILES or room < 0:
                if is_source(each[0].path):  # the others come last
                    notes.append(f"too many or too large files: only {len(to_read)} were read")
                break
            to_read.append(each)
        # By path, as a zip within a zip is unpacked anew whenever another was read meanwhile.
        for found, owner in sorted(to_read, key=lambda each: each[0].path):
            attempt = self._attempt(found, owner)
            if not isinstance(attempt, Attempt):
                choice.others |= {attempt.name} if attempt else set()
                continue
            worse = best
            if best and attempt.rank < best.rank:
                worse = attempt
            else:
                best = attempt
            if worse and not worse.is_untouched:
                others.append(replace(worse, source=None))
        if best:
            others = [each for each in others if best.is_of_another or not each.is_of_another]
            others.sort(key=lambda each: each.rank, reverse=True)
            notes += [_told(each, best) for each in others[:MAX_TOLD]]
            if more := others[MAX_TOLD:]:
                notes.append(f"and {len(more)} more attempts")
            if best.is_untouched:
                notes.append("nothing was written in it: it is as the course hands it out")
            choice.imported = self._imported(best)
            choice.written = [each for each in (best, *others) if each.is_written]
        choice.best = best
        return choice

    def _imported(self, attempt: Attempt) -> list[str]:
        text = attempt.source.text if attempt.source else ""
        names = " ".join(name for pair in _IMPORT.findall(text) for name in pair)
        files = {f"{module}.py" for module in re.findall(r"\w+", names)}
        folder = attempt.found.path.removesuffix(name_of(attempt.found.path))
        return sorted(each for each in files if folder + each in self._paths)

    def _reading_order(self, each: tuple[Found, Owner]) -> tuple[bool, bool, int, str]:
        path = each[0].path
        after = self._names.exercise(path)
        return not is_source(path), after != self._exercise, path.count("/"), path

    def _attempt(self, found: Found, owner: Owner) -> Attempt | Exercise | None:
        """Read one file; return the exercise that it is of where that is only another."""
        place, after = self._place(found.path), self._names.exercise(found.path)
        if place is None or _MADE_BY_US.search(found.path):
            return None
        source, problem, matches, of = None, "", 0, after or self._exercise
        try:
            source = read_source(name_of(found.path), found.read(), self._lesson)
        except Unreadable as error:
            if of != self._exercise or not is_source(found.path):
                return None if of == self._exercise else of
            problem = str(error)
            level = _UNREADABLE if after else 0
        else:
            matches, of = self._matches(source.text, after)
            if not matches and (after != self._exercise or not is_source(found.path)):
                return None if of == self._exercise else of
            touched = source.text.strip() not in self._pristine
            is_file = not found.path.lower().endswith(".ipynb")
            level = _WRITTEN if touched and (matches or is_file) else _UNTOUCHED
        rank = (
            *(level, matches > 0, owner.direct),
            *(0 if of != self._exercise else 2 if after else 1, place),
            *(found.time, owner.attempt, self._names.is_plainly(found.path), found.path),
        )
        same = digest(source.text.strip().encode()) if source else ""
        return Attempt(found, owner, rank, source, problem, same)

    def _place(self, path: str) -> int | None:
        """Return how good a place a file lies in, ``None`` for a part of the course itself."""
        folder = folder_of(path)
        for above in upwards(folder):
            if above in self._works:
                return 2 if folder == f"{above}/exercises" else 1
            if above in self._copies:
                part = path.removeprefix(f"{above}/").partition("/")
                return 0 if part[0] in ("exercises", "notebooks") or not part[1] else None
        return 1

    def _matches(self, text: str, after: Exercise | None) -> tuple[int, Exercise]:
        """Return how many of the exercise's functions are defined, and whose file it is.

        That is the exercise that it is named ``after``, or that most of its functions are of. If it
        is another, the functions that this has as well are not counted.
        """
        defined = {name for names in _DEFINITION.findall(text) for name in names}
        of = after or max(self._exercises, key=lambda each: len(defined & _functions(each)))
        mine = defined & _functions(self._exercise)
        return len(mine if of == self._exercise else mine - _functions(of)), of


def is_source(path: str) -> bool:
    """Say whether a file is named like Python or a notebook."""
    return path.lower().endswith(SOURCES)


def may_be_source(found: Found) -> bool:
    """Say whether a file may be Python or a notebook: mail and Windows rename them."""
    name = name_of(found.path).lower()
    renamed = name.endswith(".txt") or "." not in name
    return is_source(name) or (renamed and found.size <= MAX_TEXT)


def _functions(exercise: Exercise) -> set[str]:
    return {function.name for function in exercise.functions}


def _code_cells(notebook: bytes) -> Iterator[str]:
    for cell in json.loads(notebook)["cells"]:
        if cell["cell_type"] == "code":
            yield "".join(cell["source"])


def _needed(cell: str) -> str:
    """Return what a learner's functions may need of a cell of the lesson.

    The rest of it shows something, by the course's own modules, which are not there to be judged.
    """
    try:
        statements = ast.parse(cell).body
    except SyntaxError:  # there are magics in it
        return ""
    kinds = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
    kept = [ast.unparse(each) for each in statements if isinstance(each, kinds)]
    return "\n".join(each for each in kept if "chunklab" not in each)


def _told(other: Attempt, best: Attempt) -> str:
    newer = "newer" if other.found.time > best.found.time else "other"
    said = f"{newer} attempt: {other.found.path}, {other.found.time:%Y-%m-%d %H:%M:%S} UTC"
    return f"{said}, cannot be read: {other.problem}" if other.problem else said


def upwards(folder: str) -> Iterator[str]:
    """Yield a folder and all that it lies in."""
    while folder:
        yield folder
        folder = folder_of(folder)
