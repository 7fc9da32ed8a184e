"""Write what is made of a class's grades: tables for programs, pages for people.

A record beside them says what was written. A file that is not as it was left has been changed by
somebody, who may want it back: it is kept under another name.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from chunklab.classroom.exports import grades_csv, results_json
from chunklab.classroom.grades import ClassGrades
from chunklab.classroom.pages import feedback_page, page_name, report_page
from chunklab.classroom.summary import summarise
from chunklab.course import files
from chunklab.course.errors import CourseError
from chunklab.course.index import Exercise

FEEDBACK = "feedback"
KEPT = "judged"
"""The folder of judgements kept for the next run; where it is gone, all is judged again."""
RECORD = ".chunklab-grades.json"

_Ours = dict[str, list[str]]  # by name, the SHA-256 of what was written there, newest last


@dataclass(frozen=True)
class Published:
    """The files that had to be written, and those that had been changed, under their new names."""

    written: tuple[Path, ...]
    set_aside: tuple[Path, ...]


def publish(grades: ClassGrades, out: Path) -> Published:
    """Write everything into the folder ``out``, as far as it is not there already.

    A file that holds the same is left alone, date included. The page of a student who is no longer
    in the class stays: it may be the only record of what that student was told, and no list leads
    to it. ``CourseError`` where a file cannot be written; each is old or new, never a part.
    """
    contents = _contents(grades)
    new = {name: files.digest(content) for name, content in contents.items()}
    files.make_folder(out / FEEDBACK)
    with files.locked(out):
        old = begun(out, grades.exercise)
        there = {name: files.read(out / name) for name in contents}
        to_write = [name for name, content in contents.items() if there[name] != content]
        if not to_write:
            return Published((), ())
        # Until all is written a file may be the old one or the new: a run may be interrupted.
        either = {name: [*old.get(name, []), digest] for name, digest in new.items()}
        _write_record(out, grades.exercise, {**old, **either})
        aside = []
        for name in to_write:
            content = there[name]
            if content is not None and files.digest(content) not in either[name]:
                aside.append(files.set_aside(out / name, content, why="changed"))
            files.replace(out / name, contents[name])
        _write_record(out, grades.exercise, {**old, **{name: [each] for name, each in new.items()}})
    return Published(tuple(out / name for name in to_write), tuple(aside))


def begun(out: Path, exercise: Exercise) -> _Ours:
    """Return what was written to ``out`` before; ``CourseError`` if it is not for these grades."""
    content = files.read(out / RECORD)
    if content is None:
        others = _others(out)
        if others:
            raise CourseError(
                f"{out} holds other things and no grades from here: {', '.join(others[:5])}. Name "
                "a new folder, or an empty one."
            )
        return {}
    try:
        record = json.loads(content)
        if record["version"] != 1:
            raise ValueError("a version that this program does not know")
        graded, ours = (
            str(record["exercise"]),
            {n: list(each) for n, each in record["files"].items()},
        )
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise CourseError(
            f"{out / RECORD} cannot be understood, so it is not known what in this folder may be "
            "written again. Name another folder."
        ) from error
    if graded != exercise.name:
        raise CourseError(
            f"{out} holds the grades of {graded!r}. Name another folder for {exercise.name!r}."
        )
    return ours


def _others(out: Path) -> list[str]:
    """Return what lies in the folder besides what an interrupted first run leaves there."""
    with files.disk_errors(out):
        there = {path.name for path in out.iterdir()} if out.is_dir() else set()
        feedback = out / FEEDBACK
        begun = {KEPT, files.LOCK}
        if feedback.is_dir() and not any(feedback.iterdir()):
            begun.add(FEEDBACK)
    return sorted(there - begun)


def _write_record(out: Path, exercise: Exercise, ours: _Ours) -> None:
    record = {"version": 1, "exercise": exercise.name, "files": dict(sorted(ours.items()))}
    files.replace(out / RECORD, json.dumps(record, indent=1).encode("ascii"))


def _contents(grades: ClassGrades) -> dict[str, bytes]:
    """Return what to write, by name relative to the folder."""
    summary = summarise(grades)
    contents = {"grades.csv": grades_csv(grades), "results.json": results_json(grades, summary)}
    for grade in grades.grades:
        page = feedback_page(grade, grades.layers)
        contents[f"{FEEDBACK}/{page_name(grade.student)}"] = page.encode()
    contents["report.html"] = report_page(grades, summary).encode()  # last: it links to all
    return contents
