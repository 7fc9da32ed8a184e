"""Grade a whole class: take in what came, judge it, and say what became of each student."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from chunklab.classroom import overrides
from chunklab.classroom.batch import Kept, judge_texts, layers_here
from chunklab.classroom.grades import ClassGrades, Grade, Status
from chunklab.classroom.intake import Handed, take_in
from chunklab.classroom.overrides import Override
from chunklab.classroom.publish import KEPT, begun
from chunklab.classroom.roster import Roster
from chunklab.course.errors import CourseError
from chunklab.course.index import Course, Exercise
from chunklab.grading.judge import Judgement
from chunklab.grading.nursery import Sandbox

Judged = tuple[str, Judgement | str]
"""A text, with the judgement on it or what was said instead of one."""

Watch = Callable[[Iterator[Judged], int], Iterable[Judged]]
"""Passes on what is judged, of so many texts, and may show how far it is."""


def grade(
    course: Course,
    exercise: Exercise,
    submissions: Path,
    out: Path,
    executor: Executor,
    *,
    roster: Roster | None = None,
    due: datetime | None = None,
    sandbox: Sandbox = "require",
    watch: Watch = lambda judged, _: judged,
) -> ClassGrades:
    """Return the grades of the class whose work is the folder or zip file ``submissions``.

    Judgements are kept in ``out`` for the next run; else nothing is written, and nothing ever in
    ``submissions``. Raises :class:`CourseError` before anything is judged where the instructor's
    own files or settings are not as they should be.
    """
    _keep_apart(submissions, out)
    begun(out, exercise)
    beside = submissions if submissions.is_dir() else submissions.parent
    changes = overrides.read(beside / "overrides.csv", exercise, course.exercises)
    intake = take_in(submissions, course, exercise, roster, due)
    if all(each.missing for each in intake.handed):
        raise CourseError(f"Nobody's work was found in {submissions}. Is it the right folder?")
    changed = overrides.apply(changes, [each.student for each in intake.handed])
    layers = layers_here(sandbox)
    kept = Kept(out / KEPT, course, exercise, [sandbox, *layers])
    by_text: dict[str, list[str]] = defaultdict(list)
    for each in intake.handed:
        if each.text is not None:
            by_text[each.text].append(each.student)
    judging = judge_texts(course, exercise, list(by_text), kept, executor, sandbox)
    judged = dict(watch(judging, len(by_text)))
    grades = (
        _grade(exercise, each, judged, by_text, changed[each.student]) for each in intake.handed
    )
    return ClassGrades(exercise, tuple(grades), due, layers, intake.refused)


def _keep_apart(submissions: Path, out: Path) -> None:
    if (out / "overrides.csv").exists():
        raise CourseError(
            f"{out} holds overrides.csv. It belongs beside the submissions, where nothing is "
            "written: move it there."
        )
    inside, folder = out.resolve(), submissions.resolve()
    if inside == folder or folder in inside.parents or inside in folder.parents:
        raise CourseError(
            f"--out must be a folder apart from the submissions, got {out}: what is written there "
            "would be taken for a student's work."
        )


def _grade(
    exercise: Exercise,
    handed: Handed,
    judged: Mapping[str, Judgement | str],
    by_text: Mapping[str, list[str]],
    changed: Mapping[str, Override],
) -> Grade:
    status, problem = Status.GRADED, handed.problem
    found: Judgement | str = Judgement()
    same_as: tuple[str, ...] = ()
    if handed.missing:
        status = Status.MISSING
    elif handed.text is None:
        status = Status.UNREADABLE
    else:
        found = judged[handed.text]
        if isinstance(found, str):  # it may quote the checks, so it is not for the student
            status, problem = Status.NOT_JUDGED, "the checks did not run"
        elif found.salvaged:
            status = Status.SALVAGED
        same_as = tuple(each for each in by_text[handed.text] if each != handed.student)
    # Once each: an empty file is noted where it is taken in and where it is judged.
    notes = dict.fromkeys((*handed.notes, *([] if isinstance(found, str) else found.notes)))
    grade = Grade(
        exercise,
        handed.student,
        status,
        name=handed.name,
        id=handed.id,
        email=handed.email,
        late=handed.late,
        submitted=handed.submitted,
        file=handed.file,
        verdicts={} if isinstance(found, str) else found.verdicts,
        problem=problem,
        notes=tuple(notes),
        overrides=changed,
        listed=handed.listed,
        taken_in=handed.look,
    )
    # An untouched file is like any other untouched one.
    return replace(grade, same_as=same_as) if grade.attempted else grade
