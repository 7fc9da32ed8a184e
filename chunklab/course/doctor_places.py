"""What ``doctor`` looks at on the disk: the course folder, the learner's work, home, room."""

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path

from chunklab.course import files
from chunklab.course.errors import CourseError
from chunklab.course.findings import Finding, good, note, problem
from chunklab.course.index import WORK_RECORD, Course, recorded_course
from chunklab.course.version import REMEDY, mismatch
from chunklab.course.work import Work

TRIAL = 1 << 20
"""How much is written to see whether a folder can be written, bytes: quotas are told no other way.
"""
LITTLE = 200 << 20
"""Less room than this is worth a note, bytes."""


def course_and_work() -> list[Finding]:
    """Look for the course folder, and at what a learner has of it."""
    try:
        course = Course.find()
    except CourseError as error:
        return [problem("course folder", "none that can be used", str(error))]
    return [*course_folder(course), *work_folder(course)]


def course_folder(course: Course) -> list[Finding]:
    """Look at whether the course folder is of this version, and complete."""
    findings = []
    if differs := mismatch(course.version, course.root):
        findings.append(note("versions", differs, REMEDY))
    missing = [
        path.relative_to(course.root).as_posix()
        for exercise in course.exercises
        for path in (
            course.notebook(exercise),
            course.stub(exercise),
            course.visible_checks(exercise),
        )
        if not path.is_file()
    ]
    if missing:
        findings.append(
            problem(
                "course folder",
                f"{course.root} lacks {', '.join(missing)}",
                "Fetch the course folder anew, the way you got it. Your own work is in another "
                "folder, and stays.",
            )
        )
    else:
        lessons = len(course.exercises)
        found = f"{course.root}, version {course.version}, {lessons} lessons"
        findings.append(good("course folder", found))
    return findings


def work_folder(course: Course) -> list[Finding]:
    """Look at the folder with the learner's own copies."""
    try:
        root = Work(course).root
    except CourseError as error:
        return [problem("work folder", "there can be none", str(error))]
    if not root.exists():
        nearest = next(folder for folder in root.parents if folder.exists())
        if why := cannot_write(nearest):
            return [problem("work folder", f"{root} cannot be made", why)]
        return [good("work folder", f"{root}, not made yet: chunklab start makes it")]
    if why := cannot_write(root):
        return [problem("work folder", f"{root} cannot be written", why)]
    return [*_record(course, root), *_progress(root), *_beside(root)] or [
        good("work folder", f"{root}, writable")
    ]


def _record(course: Course, root: Path) -> list[Finding]:
    if sys.platform == "emscripten":  # there the app's own files are the copies, and need no record
        return []
    try:
        recorded = recorded_course(root)
    except CourseError:
        if not (root / WORK_RECORD).exists():
            return [note("work folder", f"{root} has no record yet", "Run: chunklab start")]
        return [
            note(
                "work folder",
                f"the record {root / WORK_RECORD} cannot be understood",
                "Run: chunklab start. It sets the record aside and begins a new one; your work "
                "stays as it is.",
            )
        ]
    if recorded != course.root:
        return [
            note(
                "work folder",
                f"{root} was made for the course in {recorded}, and this one is {course.root}",
                "If the course folder was moved, run: chunklab start. Your work stays as it is.",
            )
        ]
    return []


def _progress(root: Path) -> list[Finding]:
    try:
        content = files.read(root / "progress.json")
        json.loads(content or b"{}")
    except (CourseError, ValueError):
        return [
            note(
                "progress",
                f"{root / 'progress.json'} cannot be understood",
                "Check your exercises again: the file is set aside, and a new one is filled.",
            )
        ]
    return []


def _beside(root: Path) -> list[Finding]:
    newer = sorted(
        path.name
        for folder in ("notebooks", "exercises")
        for path in (root / folder).glob("*.new-*")
    )
    if not newer:
        return []
    return [
        note(
            "work folder",
            f"new versions lie beside copies that you changed: {', '.join(newer)}",
            "Yours is used. To go on with the new one, give yours another name and run: chunklab "
            "start",
        )
    ]


def home_folder() -> Finding:
    """Look at whether the home folder can be written: Jupyter keeps its own files there."""
    home = Path(os.path.expanduser("~"))  # noqa: PTH111  (unlike Path.home it never fails)
    if not home.is_dir():
        return problem(
            "home folder",
            f"{home} is not there",
            "Set the environment variable HOME to a folder of your own.",
        )
    if why := cannot_write(home):
        return problem("home folder", "cannot be written, and Jupyter keeps files there", why)
    return _room("home folder", home)


def temporary_folder() -> Finding:
    """Look at the folder for temporary files, in which a notebook's function is checked."""
    try:
        folder = Path(tempfile.gettempdir())
    except FileNotFoundError as error:
        return problem(
            "temporary files",
            str(error),
            "Make room on the disk, or set the environment variable TMPDIR to a folder of your "
            "own.",
        )
    if why := cannot_write(folder):
        return problem("temporary files", f"{folder} cannot be written", why)
    return _room("temporary files", folder)


def cannot_write(folder: Path) -> str | None:
    """Return why nothing can be written to ``folder``, with the remedy; ``None`` if it can.

    It is tried: permissions, full disks and quotas are not told by looking.
    """
    trial = folder / f".chunklab-doctor-{os.getpid()}"
    try:
        files.replace(trial, bytes(TRIAL))
        with files.disk_errors(trial):
            trial.unlink()
    except CourseError as error:
        return str(error)
    return None


def _room(looked_at: str, folder: Path) -> Finding:
    free = shutil.disk_usage(folder).free
    words = f"{folder}, writable, {free >> 20} MB free"
    if free < LITTLE:
        return note(looked_at, words, f"Make room: at least {LITTLE >> 20} MB should be free.")
    return good(looked_at, words)
