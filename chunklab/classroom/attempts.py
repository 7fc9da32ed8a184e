"""Which of a student's files counts as their attempt at an exercise.

An attempt is every ``.py`` or ``.ipynb`` that is named after the exercise or defines one of its
functions. Which one counts is decided by the first of these in which two attempts differ:

1. what has been written on, then what cannot be read, then what is as the course hands it out: an
   instructor would rather judge yesterday's work than note that today's upload is damaged, and
   rather note that than judge an untouched file beside it (a notebook without any of the functions
   counts as untouched: opening the lesson leaves one);
2. what defines a function of the exercise;
3. what lies under its owner's name, over what a folder of several students says is theirs;
4. what is named after the exercise;
5. the work folder that the course made over other places, and these over a copy of the course;
6. the latest time stamp; then the highest number of resubmission; then the plainest name.

The others are named in the notes, an unreadable one with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from chunklab.classroom.folder import Found
from chunklab.classroom.names import Names, Owner
from chunklab.course.index import INDEX, WORK_RECORD, Course, Exercise
from chunklab.grading.source import MAX_SOURCE, Source, Unreadable, read_source

MAX_FILES, MAX_BYTES = 300, 5_000_000
"""Most files of one student that are read, and most bytes in all, of which one file counts for
``MAX_SOURCE`` at most: the rest of a notebook is pictures."""

MAX_TOLD = 10
"""Most other attempts that are named."""

_DEFINITION = re.compile(r"^[ \t]*+(?:async[ \t]++)?def[ \t]++(\w++)|^(\w++)[ \t]*+=", re.MULTILINE)
"""A function, or a name that may be one. Broken texts have them too, and none can hurt this."""

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
    rank: tuple[int, bool, bool, bool, int, datetime, int, bool, str]
    source: Source | None
    problem: str = ""

    @property
    def is_untouched(self) -> bool:
        """Whether it is as the course hands it out."""
        return self.rank[0] == _UNTOUCHED


class Chooser:
    """Chooses attempts at ``exercise``; ``files`` are all that were found in the class's folder."""

    def __init__(
        self, files: Iterable[Found], names: Names, course: Course, exercise: Exercise
    ) -> None:
        self._names = names
        self._exercise = exercise
        self._functions = {
            each.name: {function.name for function in each.functions} for each in course.exercises
        }
        paths = [found.path for found in files]
        index = f"/{INDEX.as_posix()}"
        self._works = {_folder(path) for path in paths if _name(path) == WORK_RECORD}
        self._copies = {path.removesuffix(index) for path in paths if path.endswith(index)}
        self._pristine = {
            read_source(path.name, path.read_bytes()).text.strip()
            for path in (course.stub(exercise), course.notebook(exercise))
            if path.exists()
        }

    def choose(self, files: Iterable[tuple[Found, Owner]]) -> tuple[Attempt | None, list[str]]:
        """Return the attempt of one student that counts, ``None`` if there is none, and notes.

        The files are read one after another, and only the text of the best so far is kept.
        """
        best: Attempt | None = None
        others: list[Attempt] = []
        notes: list[str] = []
        to_read: list[tuple[Found, Owner]] = []
        room = MAX_BYTES
        for each in sorted(files, key=self._reading_order):
            room -= min(each[0].size, MAX_SOURCE)
            if len(to_read) == MAX_FILES or room < 0:
                notes.append(f"too many or too large files: only {len(to_read)} were read")
                break
            to_read.append(each)
        # By path, as a zip within a zip is unpacked anew whenever another was read meanwhile.
        for found, owner in sorted(to_read, key=lambda each: each[0].path):
            attempt = self._attempt(found, owner)
            if not attempt:
                continue
            worse = best
            if best and attempt.rank < best.rank:
                worse = attempt
            else:
                best = attempt
            if worse and not worse.is_untouched:
                others.append(replace(worse, source=None))
        if best:
            others.sort(key=lambda each: each.rank, reverse=True)
            notes += [_told(each, best) for each in others[:MAX_TOLD]]
            if more := others[MAX_TOLD:]:
                notes.append(f"and {len(more)} more attempts")
            if best.is_untouched:
                notes.append("nothing was written in it: it is as the course hands it out")
        return best, notes

    def _reading_order(self, each: tuple[Found, Owner]) -> tuple[bool, int, str]:
        path = each[0].path
        return self._names.exercise(path) != self._exercise, path.count("/"), path

    def _attempt(self, found: Found, owner: Owner) -> Attempt | None:
        """Read one file; ``None`` for one that is no attempt at this exercise."""
        place, after = self._place(found.path), self._names.exercise(found.path)
        if place is None or _MADE_BY_US.search(found.path) or after not in (None, self._exercise):
            return None
        source, problem, matches = None, "", 0
        try:
            source = read_source(found.path, found.read())
        except Unreadable as error:
            problem = str(error)
            level = _UNREADABLE if after else 0
        else:
            matches, better = self._matches(source.text)
            if not after and (not matches or better):
                return None
            touched = source.text.strip() not in self._pristine
            is_file = not found.path.lower().endswith(".ipynb")
            level = _WRITTEN if touched and (matches or is_file) else _UNTOUCHED
        rank = (
            *(level, matches > 0, owner.direct, after is not None, place),
            *(found.time, owner.attempt, self._names.is_plainly(found.path), found.path),
        )
        return Attempt(found, owner, rank, source, problem)

    def _place(self, path: str) -> int | None:
        """Return how good a place a file lies in, ``None`` for a part of the course itself."""
        folder = _folder(path)
        for above in _upwards(folder):
            if above in self._works:
                return 2 if folder == f"{above}/exercises" else 1
            if above in self._copies:
                part = path.removeprefix(f"{above}/").partition("/")
                return 0 if part[0] in ("exercises", "notebooks") or not part[1] else None
        return 1

    def _matches(self, text: str) -> tuple[int, bool]:
        """Return how many of the exercise's functions are defined, and if another has more."""
        defined = {name for names in _DEFINITION.findall(text) for name in names}
        counts = {name: len(defined & wanted) for name, wanted in self._functions.items()}
        mine = counts[self._exercise.name]
        return mine, mine < max(counts.values())


def _told(other: Attempt, best: Attempt) -> str:
    newer = "newer" if other.found.time > best.found.time else "other"
    said = f"{newer} attempt: {other.found.path}, {other.found.time:%Y-%m-%d %H:%M:%S} UTC"
    return f"{said}, cannot be read: {other.problem}" if other.problem else said


def _upwards(folder: str) -> Iterator[str]:
    while folder:
        yield folder
        folder = _folder(folder)


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _name(path: str) -> str:
    return path.rpartition("/")[2]
