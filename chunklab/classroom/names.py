"""Whose is it? What the path of a submission says about who handed it in.

============================================================  ==================================
path                                                          says
============================================================  ==================================
``smithanna_12345_67890_overlap.py``                          smithanna, number 12345 (Canvas)
``smithanna_LATE_12345_67890_overlap-1.py``                   the same, late, resubmission 1
``smithanna_12345_67890_work.zip/overlap.py``                 smithanna, number 12345
``Anna Smith_123456_assignsubmission_file_/overlap.py``       Anna Smith, number 123456 (Moodle)
``Anna Smith_123456_assignsubmission_file_overlap.py``        the same
``anna/overlap.py``, ``anna/work/exercises/overlap.py``       anna: the first folder
``anna.zip/overlap.py``, ``overlap_anna.zip/a/b.py``          anna: the zip without the exercise
``anna.py``, ``anna_overlap.py``, ``overlap - anna (1).py``   anna: the file without the exercise
``overlap.py``, ``01_overlap.ipynb``                          nobody; "overlap" stands for them
``class.zip/...``                                             what the rest of the path says
``submissions/anna/overlap.py``                               the same
============================================================  ==================================

A zip is the class's in the last two rows if nothing else was handed in, unless at its top there is
a file that names nobody or a folder of the course: then it is one student's. The same is true of a
folder that holds two or more folders, zips and files named after an exercise. A folder or zip among
others is the class's if all that it holds are names by an LMS, of two students at least; if an LMS
named it too, all the others must be the class's. Elsewhere a name further down counts for nothing:
a student chose it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

from chunklab.classroom.folder import name_of
from chunklab.course.index import Course, Exercise

_CANVAS = re.compile(r"(?P<student>.+?)(?P<late>_LATE)?_(?P<number>\d+)_\d+_(?P<file>.+)")
_MOODLE = re.compile(r"(?P<student>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+_?(?P<file>.*)")
_AGAIN = re.compile(r"(?:-| ?\()(\d{1,3})\)?$")
"""What an LMS or a browser appends to a name that it has already: ``-1`` or ``(1)``."""

_SUFFIX = re.compile(
    r"(\.(tar|py|ipynb))?\.(py|ipynb|txt|zip|7z|rar|tar|tgz|gz|bz2|xz)$", re.IGNORECASE
)
OF_THE_COURSE = {"exercises", "notebooks", "work"}
_AROUND = " _-.,+()"


@dataclass(frozen=True)
class Owner:
    """Who handed a file in, as its path says: ``number`` is the LMS's, or empty.

    ``attempt`` is the number of the resubmission, 0 for the first; ``late`` says whether Canvas
    calls it late, and is ``None`` for all other names. Where the path is not ``named`` after
    anybody, ``student`` is what it is named. It is ``direct`` unless a folder or zip of several
    students says so.
    """

    student: str
    number: str = ""
    attempt: int = 0
    late: bool | None = None
    named: bool = True
    direct: bool = True


class Names:
    """Reads names, given the exercises of ``course``, after which files are named."""

    def __init__(self, course: Course) -> None:
        self._exercises = {
            name.casefold(): exercise
            for exercise in course.exercises
            for name in (exercise.notebook.removesuffix(".ipynb"), exercise.name)
        }
        longest_first = sorted(self._exercises, key=len, reverse=True)
        # As a whole word, where "_" is none of its letters.
        self._word = re.compile(
            rf"(?<![^\W_])({'|'.join(map(re.escape, longest_first))})(?![^\W_])(-\d{{1,3}}$)?",
            re.IGNORECASE,
        )

    def exercise(self, path: str) -> Exercise | None:
        """Return the exercise that a file is named after, unless it is a file of tests."""
        stem = _stem(name_of(path))
        found = self._word.search(stem)
        if not found or stem.lower().startswith("test_"):
            return None
        return self._exercises[found[1].casefold()]

    def is_plainly(self, path: str) -> bool:
        """Say whether a file's name is that of an exercise, or of its notebook, and no more."""
        return _stem(name_of(path)).casefold() in self._exercises

    def base(self, path: str) -> str:
        """Return the name of a file without what an LMS or a browser put around it.

        It tells a file that was handed in again from another file.
        """
        name = name_of(path)
        if lms := _lms(name):
            name = lms["file"]
        stem = _stem(name)
        return f"{_AGAIN.sub('', stem)}{name.removeprefix(stem)}".casefold()

    def owner(self, path: str, shared: Iterable[str] = ()) -> Owner | None:
        """Return whose ``path`` is, or ``None``; that of a folder or zip ends with ``/``.

        ``shared`` is what :meth:`shared` returned.
        """
        for prefix in shared:
            if path.startswith(prefix):
                owner = self.owner(path.removeprefix(prefix))
                return owner and replace(owner, direct=False)
        first, within, rest = path.partition("/")
        if not first.strip(_AROUND) or re.match("[A-Za-z]:", first):  # in zips: "..", "/", "C:"
            return None
        last = rest.rstrip("/").rpartition("/")[2]
        again = self._attempt(last)
        if lms := _lms(first):
            return Owner(
                lms["student"],
                lms["number"],
                again or _number(_AGAIN.search(_stem(lms["file"]))),
                None if lms.re is _MOODLE else lms["late"] is not None,
            )
        if within and not first.lower().endswith(".zip"):
            return Owner(first, attempt=again)
        stem = _stem(first)
        student = self._without_exercise(stem)
        return Owner(student or stem, attempt=again or self._attempt(first), named=bool(student))

    def shared(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Return the beginnings of paths that are the class's: ``"class.zip/"`` and the like.

        ``paths`` are of all files that may count, and of all folders and zips, ending with ``/``.
        """
        tops: dict[str, list[str]] = {}
        for path in sorted(paths):
            top, _, inner = path.partition("/")
            tops.setdefault(top, []).append(inner)
        prefixes = {}
        for top, inners in tops.items():
            prefix, inners = f"{top}/", [inner for inner in inners if inner]
            wrapper = f"{_stem(top)}/"  # zipping a folder puts it into the zip
            if inners and all(inner.startswith(wrapper) for inner in inners):
                prefix += wrapper
                inners = [inner.removeprefix(wrapper) for inner in inners if inner != wrapper]
            named = [_lms(inner.partition("/")[0]) for inner in inners]
            students = {lms["student"] for lms in named if lms}
            many = len(set(filter(None, map(self._likely, inners)))) > 1
            alone = len(tops) == 1 and (top.lower().endswith(".zip") or many)
            if (all(named) and len(students) > 1) or (
                alone and inners and not any(map(self._is_one_students, inners))
            ):
                prefixes[top] = prefix
        # What an LMS named, among others, is one student's: within it all names are theirs.
        lone = len(prefixes) < len(tops)
        return tuple(prefix for top, prefix in prefixes.items() if not (lone and _lms(top)))

    def _likely(self, inner: str) -> str:
        top, within, _ = inner.partition("/")
        return top if within or _lms(top) or self.exercise(top) else ""

    def _is_one_students(self, inner: str) -> bool:
        top, within, _ = inner.partition("/")
        if within and not top.lower().endswith(".zip"):
            return top.lower() in OF_THE_COURSE
        return not _lms(top) and not self._without_exercise(_stem(top))

    def _without_exercise(self, stem: str) -> str:
        found = self._word.search(stem)
        if not found:
            return stem.strip(_AROUND)
        # Not "-1" at the end, which may be all that tells two students apart.
        after = re.sub(r"\(\d{1,3}\)$", "", stem[found.end() :])
        return f"{stem[: found.start()].strip(_AROUND)} {after.strip(_AROUND)}".strip()

    def _attempt(self, name: str) -> int:
        stem = _stem(name)
        return _number(_AGAIN.search(stem)) if self._word.search(stem) else 0


def alike(student: str) -> str:
    """Return what the spellings of a name have in common: case, marks of separation and encoding.

    >>> alike("Anna_Smith") == alike("anna  smith"), alike("s1_1") == alike("s11")
    (True, False)
    """
    text = unicodedata.normalize("NFKC", student).casefold()
    return " ".join(re.sub(r"[\s_.,+()-]+", " ", text).split()) or text


def _lms(name: str) -> re.Match[str] | None:
    """Return the parts of a name by an LMS: what follows its first number, a student chose."""
    matches = filter(None, (pattern.fullmatch(name) for pattern in (_MOODLE, _CANVAS)))
    return min(matches, key=lambda match: match.end("number"), default=None)


def _stem(name: str) -> str:
    return _SUFFIX.sub("", name)


def _number(found: re.Match[str] | None) -> int:
    return int(found[1]) if found else 0
