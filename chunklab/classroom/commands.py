"""The instructor's subcommands of ``chunklab``; what each of them needs it imports when it runs."""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chunklab import __version__
from chunklab.course import progress_bar
from chunklab.course.errors import CourseError
from chunklab.course.index import Course, Exercise, shown
from chunklab.grading.nursery import Sandbox

if TYPE_CHECKING:
    from chunklab.classroom.grade import Judged
    from chunklab.classroom.grades import ClassGrades
    from chunklab.classroom.publish import Published

MOST_SHOWN = 10
"""Most students to look at who are listed on the terminal; the report has them all."""


@click.command()
@click.argument("submissions", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    required=True,
    help="Folder for the grades; made if need be.",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    default=os.cpu_count,
    help="How many sessions judge at a time; as many as there are processors if not given.",
)
@click.option(
    "--roster",
    type=click.Path(path_type=Path),
    help="CSV with the column student, and name, id, email if you like: the missing get a row.",
)
@click.option(
    "--due",
    help="When it was due, such as 2027-01-31 or 2027-01-31T18:00+01:00; later ones are marked.",
)
@click.option("--exercise", "name", help="Which exercise; needed if the course has several.")
@click.option(
    "--sandbox",
    type=click.Choice(["require", "best", "none"]),
    default="require",
    help="What submissions run in: every layer or not at all (default), what there is, or none.",
)
def grade(
    submissions: Path,
    out: Path,
    jobs: int,
    roster: Path | None,
    due: str | None,
    name: str | None,
    sandbox: Sandbox,
) -> None:
    """Grade a class: SUBMISSIONS is a folder or a zip file, in any of the usual shapes.

    Run it again to go on after an interruption, or when something changed: what was judged is not
    judged again. Points given by hand in overrides.csv, beside the submissions, are kept.

    Exit status 0 when all were graded, 1 when you should look at some, 2 for what cannot be done.
    """
    broken: list[str] = []
    try:
        from concurrent.futures import ThreadPoolExecutor

        from chunklab.classroom.grade import grade as grade_class
        from chunklab.classroom.publish import publish
        from chunklab.classroom.roster import Roster

        course = Course.find()
        exercise = _only_exercise(course) if name is None else course.exercise(name)
        with ThreadPoolExecutor(jobs) as executor:
            grades = grade_class(
                course,
                exercise,
                submissions,
                out,
                executor,
                roster=None if roster is None else Roster.read(roster),
                due=None if due is None else _moment(due),
                sandbox=sandbox,
                watch=lambda judged, total: progress_bar.shown(
                    _noting(judged, broken), total, "Judging", "judged"
                ),
            )
        published = publish(grades, out)
    except KeyboardInterrupt:
        click.echo("Stopped. What was judged is kept: the same command goes on from there.")
        sys.exit(130)  # as the shell has it; 1 would say that grading is done
    _tell(grades, published, out)
    if broken:
        click.echo(f"The checks did not run, and said first:\n{broken[0]}", err=True)
    if not course.hidden_checks(exercise).exists():
        click.echo("Note: there are no hidden checks here; these are the visible ones only.")
    click.echo(f"Next: open {shown(out / 'report.html')}")
    sys.exit(1 if grades.refused or any(grade.look for grade in grades.grades) else 0)


def _tell(grades: "ClassGrades", published: "Published", out: Path) -> None:
    from chunklab.classroom.summary import to_look_at
    from chunklab.classroom.visible import visible

    statuses = Counter(grade.status for grade in grades.grades)
    counts = ", ".join(f"{number} {status}" for status, number in sorted(statuses.items()))
    students = "student" if len(grades.grades) == 1 else "students"
    click.echo(f"{len(grades.grades)} {students}: {counts}")
    looks = [f"{each.student}: {'; '.join(each.look)}" for each in to_look_at(grades)]
    looks += [f"refused: {each}" for each in grades.refused]
    if looks:
        click.echo("Look at by hand:")
        for each in looks[:MOST_SHOWN]:
            click.echo(f"  {visible(each)}")
        if len(looks) > MOST_SHOWN:
            click.echo(f"  and {len(looks) - MOST_SHOWN} more, listed in the report")
    for path in published.set_aside:
        click.echo(f"Somebody had changed a file that was to be written; it is kept as {path.name}")
    click.echo(f"{shown(out)}: {len(published.written)} new or changed")


def _only_exercise(course: Course) -> Exercise:
    try:
        [exercise] = course.exercises
    except ValueError:
        known = ", ".join(each.name for each in course.exercises)
        raise CourseError(f"--exercise must say which of the exercises it is: {known}.") from None
    return exercise


def _moment(due: str) -> datetime:
    try:
        moment = datetime.fromisoformat(due)
    except ValueError:
        raise CourseError(
            f"--due must be a date or a time such as 2027-01-31 or 2027-01-31T18:00, got {due!r}."
        ) from None
    if "T" not in due and " " not in due:  # a day ends with its last second
        moment = moment.replace(hour=23, minute=59, second=59)
    return moment.astimezone()


def _noting(judged: "Iterator[Judged]", broken: list[str]) -> "Iterator[Judged]":
    """Pass on what is judged, and note what was said where the checks did not run."""
    for text, found in judged:
        if isinstance(found, str):
            broken.append(found)
        yield text, found


@click.command()
@click.argument("folder", metavar="DEST", type=click.Path(path_type=Path))
@click.option("--with-solutions", is_flag=True, help="With the answer key: after the deadline.")
def release(folder: Path, with_solutions: bool) -> None:
    """Write the learner's edition of the course to the folder DEST.

    DEST is new, or empty but for a .git, or an earlier release: that is brought up to date, and
    what others changed or added there is never overwritten.
    """
    from chunklab.classroom.release import release as write_release

    done = write_release(Course.find(), folder, with_solutions=with_solutions)
    written, removed = len(done.written), len(done.removed)
    click.echo(f"The learner's edition, chunklab {__version__}, is in {shown(done.folder)}")
    click.echo(f"  {written} of {len(done.files)} files written, {removed} removed")
    click.echo("  solutions: " + ("in it" if with_solutions else "left out"))
    click.echo("  hidden checks, and what else is for instructors: left out")
    if done.not_named:
        click.echo(f"  not named in course.toml, so left out: {', '.join(done.not_named)}")
    click.echo("Next: hand the folder out, as a zip file, a git repository or a hub's link")
