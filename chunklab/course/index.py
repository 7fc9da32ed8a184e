"""The course folder and its index: which lessons there are, and which functions each one grades.

The index is ``exercises/course.toml``. The folder that holds it is the course folder, and every
other file of the course has its place there by name.
"""

import difflib
import json
import os
from dataclasses import dataclass
from pathlib import Path

from chunklab.course.errors import CourseError
from chunklab.course.toml_table import Table
from chunklab.course.version import REMEDY, mismatch

INDEX = Path("exercises", "course.toml")
WORK_RECORD = ".chunklab-work.json"  # marks a work folder, and says which course it belongs to


@dataclass(frozen=True)
class GradedFunction:
    """A function that the learner writes: its points, and three hints that climb."""

    name: str
    points: int
    hints: tuple[str, ...]


@dataclass(frozen=True)
class Exercise:
    """A lesson: its notebook, its minutes, and its functions in the order they build on.

    ``objectives`` are what a learner can do after it, each to be read after "you can".
    ``afterwards`` is what a learner is told who has passed them all. ``scratch`` says that the
    functions work with files: each child in which they are judged has a folder of its own.
    """

    name: str
    title: str
    notebook: str
    minutes: int
    prerequisites: tuple[str, ...]
    objectives: tuple[str, ...]
    afterwards: str
    functions: tuple[GradedFunction, ...]
    scratch: bool = False

    def function(self, name: str) -> GradedFunction:
        """Return the function called ``name``; ``CourseError`` lists the others, nearest first."""
        for function in self.functions:
            if function.name == name:
                return function
        known = [function.name for function in self.functions]
        raise CourseError(f"{self.name} has no function {name!r}. {_did_you_mean(name, known)}")


@dataclass(frozen=True)
class Course:
    """The course in the folder ``root``, lessons in reading order.

    ``version`` is that of the package which the folder belongs to.
    """

    root: Path
    version: str
    title: str
    exercises: tuple[Exercise, ...]

    @classmethod
    def find(cls, start: Path | None = None) -> "Course":
        """Return the course that ``start`` (by default the current folder) belongs to.

        Looked at in this order: ``start`` and the folders above it; the environment variable
        CHUNKLAB_COURSE; the course recorded by the work folder that ``start`` lies in.
        ``CourseError`` says what was looked for, where, and what to do.
        """
        start = current_folder() if start is None else start.resolve()
        for folder in (start, *start.parents):
            if _has_index(folder):
                return cls.load(folder)
        if named := os.environ.get("CHUNKLAB_COURSE"):
            folder = Path(named).expanduser().resolve()
            if _has_index(folder):
                return cls.load(folder)
            raise CourseError(
                f"The environment variable CHUNKLAB_COURSE names {folder}, and there is no {INDEX} "
                "in it. Set it to the course folder, or go to the course folder and try again."
            )
        if work := enclosing_work(start):
            folder = recorded_course(work)
            if _has_index(folder):
                return cls.load(folder)
            raise CourseError(
                f"The work folder {work} belongs to the course in {folder}, and there is no "
                f"{INDEX} there any more. Set the environment variable CHUNKLAB_COURSE to where "
                "the course folder is now."
            )
        raise CourseError(
            f"No course found: there is no {INDEX} in {start} or in a folder above it, and the "
            "environment variable CHUNKLAB_COURSE is not set. Go to the course folder and try "
            "again, or set CHUNKLAB_COURSE to it."
        )

    @classmethod
    def load(cls, root: Path) -> "Course":
        """Read the index of the course folder ``root``.

        ``CourseError`` names file, table, key, value and the rule that it breaks, and says so where
        the folder belongs to another version of the package: then the rule may be another too.
        """
        top = Table.read(root / INDEX)
        version = top.text("chunklab")
        try:
            top.allow("chunklab", "title", "exercise")
            exercises = tuple(_exercise(table) for table in top.tables("exercise"))
            top.unique("exercise", [exercise.name for exercise in exercises])
            return cls(root=root, version=version, title=top.text("title"), exercises=exercises)
        except CourseError as error:
            if differs := mismatch(version, root):
                raise CourseError(f"{error}\nNote that {differs}. {REMEDY}") from error
            raise

    def exercise(self, name: str) -> Exercise:
        """Return the exercise called ``name``; ``CourseError`` lists the others, nearest first."""
        for exercise in self.exercises:
            if exercise.name == name:
                return exercise
        known = [exercise.name for exercise in self.exercises]
        raise CourseError(f"There is no exercise {name!r}. {_did_you_mean(name, known)}")

    def exercises_with(self, function: str) -> tuple[Exercise, ...]:
        """Return the exercises that grade ``function``, in reading order; none gives ``()``."""
        return tuple(
            exercise
            for exercise in self.exercises
            if any(function == graded.name for graded in exercise.functions)
        )

    def notebook(self, exercise: Exercise) -> Path:
        """Return where the lesson's pristine notebook is."""
        return self.root / "notebooks" / exercise.notebook

    def stub(self, exercise: Exercise) -> Path:
        """Return where the pristine stub file is."""
        return self.root / "exercises" / f"{exercise.name}.py"

    def visible_checks(self, exercise: Exercise) -> Path:
        """Return where the checks are that a learner may read."""
        return self.root / "tests" / "exercises" / f"test_{exercise.name}.py"

    def hidden_checks(self, exercise: Exercise) -> Path:
        """Return where the instructor's checks are; the learner's edition has none."""
        return self.root / "tests" / "exercises" / "hidden" / f"test_{exercise.name}_hidden.py"

    def checks(self, exercise: Exercise) -> list[Path]:
        """Return those checks of the two that are there; ``CourseError`` if neither is."""
        both = [self.visible_checks(exercise), self.hidden_checks(exercise)]
        there = [path for path in both if path.exists()]
        if not there:
            raise CourseError(f"There are no checks for {exercise.name!r} in {self.root}.")
        return there

    def solution(self, exercise: Exercise) -> Path:
        """Return where the answer key is; the learner's edition has none."""
        return self.root / "solutions" / f"{exercise.name}.py"


def current_folder() -> Path:
    """Return the current folder; ``CourseError`` where it has been removed meanwhile."""
    try:
        return Path.cwd()
    except FileNotFoundError as error:
        raise CourseError(
            "The current folder is not there any more. Go to the course folder and try again."
        ) from error


def shown(path: Path) -> str:
    """Return ``path`` as a learner would type it here: short where it lies below this folder."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def enclosing_work(start: Path) -> Path | None:
    """Return the work folder that ``start`` is or lies in, or ``None``."""
    for folder in (start, *start.parents):
        try:
            recorded_course(folder)
        except CourseError:
            continue
        return folder
    return None


def recorded_course(work: Path) -> Path:
    """Return the course folder that the work folder ``work`` was made from."""
    try:
        return Path(json.loads((work / WORK_RECORD).read_bytes())["course"])
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise CourseError(f"{work} is not a work folder: it has no readable record.") from error


def _has_index(folder: Path) -> bool:
    return os.access(folder / INDEX, os.R_OK)


def _did_you_mean(name: str, known: list[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    question = f"Did you mean {close[0]!r}? " if close else ""
    return f"{question}There is: {', '.join(known)}."


def _exercise(table: Table) -> Exercise:
    table.allow(
        *("name", "title", "notebook", "minutes", "prerequisites", "objectives", "afterwards"),
        *("function", "scratch"),
    )
    functions = tuple(_graded_function(each) for each in table.tables("function"))
    table.unique("function", [function.name for function in functions])
    return Exercise(
        name=table.name("name"),
        title=table.text("title"),
        notebook=table.file_name("notebook", ".ipynb"),
        minutes=table.count("minutes"),
        prerequisites=table.texts("prerequisites"),
        objectives=_objectives(table),
        afterwards=table.text("afterwards"),
        functions=functions,
        scratch=table.flag("scratch"),
    )


def _objectives(table: Table) -> tuple[str, ...]:
    objectives = table.texts("objectives")
    if not objectives:
        raise table.error("objectives", "must hold at least one")
    return objectives


def _graded_function(table: Table) -> GradedFunction:
    table.allow("name", "points", "hints")
    hints = table.texts("hints")
    if len(hints) != 3:
        raise table.error("hints", "must be three: a nudge, the idea, nearly the code")
    return GradedFunction(name=table.name("name"), points=table.count("points"), hints=hints)
