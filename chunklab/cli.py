"""The ``chunklab`` command. Each subcommand ends by naming the next step."""

import io
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chunklab import __version__
from chunklab.classroom.commands import grade, release
from chunklab.classroom.visible import visible
from chunklab.course import progress_bar
from chunklab.course.check import check_file
from chunklab.course.doctor import doctor as diagnose
from chunklab.course.errors import CourseError
from chunklab.course.hints import hint as next_hint
from chunklab.course.index import Course, shown
from chunklab.course.progress import Progress
from chunklab.course.reached import progress as own_progress
from chunklab.course.work import Outcome, Work
from chunklab.grading.nursery import Sandbox

if TYPE_CHECKING:
    from chunklab.ingest import Report

# Start-up is kept quick: what needs Jupyter, matplotlib or pytest is imported by its own command.


def main() -> None:
    """Run the command line; a :class:`CourseError` is a message and exit status 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal may lack the signs for ✓ and é
            stream.reconfigure(errors="backslashreplace")
    try:
        cli()
    except CourseError as error:
        click.echo(f"chunklab: {error}", err=True)
        sys.exit(2)


class _InOrder(click.Group):
    """Lists its commands in the order in which a learner meets them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(cls=_InOrder, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__)
def cli() -> None:
    """A Jupyter course on chunking with overlap."""


@cli.command()
def start() -> None:
    """Make or refresh your own copies of notebooks and exercises.

    Nothing that you have changed is overwritten: a new version is put beside it.
    """
    work = Work(Course.find())
    _tell(work, work.start())
    click.echo("Next: chunklab lab (opens the first lesson)")


@cli.command(context_settings={"ignore_unknown_options": True, "help_option_names": ["--help"]})
@click.argument("args", nargs=-1, type=click.UNPROCESSED)
def lab(args: tuple[str, ...]) -> None:
    """Open the first lesson in JupyterLab; ARGS go on to it.

    For example: chunklab lab --no-browser --port=8890
    """
    work = Work(Course.find())
    _tell(work, work.start())
    lesson = work.notebook(work.course.exercises[0])
    if not lesson.is_file():
        raise CourseError(f"There is no notebook {lesson}, and the course has none to copy.")
    click.echo("Next: read on in JupyterLab. Its address is printed below; Ctrl+C stops it.")
    # As the address, not as a file argument: then the address that JupyterLab prints leads to the
    # lesson too, where no browser can be opened.
    address = f"/lab/tree/{lesson.relative_to(work.root).as_posix()}"
    command = [
        *(sys.executable, "-m", "jupyterlab"),
        f"--ServerApp.root_dir={work.root}",
        f"--LabApp.default_url={address}",
        *(["--allow-root"] if _is_root() else []),
        *args,
    ]
    # The kernels find the same course and the same copies as this command did.
    environment = {
        **os.environ,
        "CHUNKLAB_COURSE": str(work.course.root),
        "CHUNKLAB_WORK": str(work.root),
    }
    if os.name == "nt":  # there, exec returns to the prompt at once
        sys.exit(subprocess.call(command, env=environment))  # noqa: S603
    os.execve(command[0], command, environment)  # noqa: S606


@cli.command()
@click.argument("exercise")
@click.option(
    "--sandbox",
    type=click.Choice(["require", "best", "none"]),
    default="best",
    help="What your code runs in: every layer or not at all, what this system has, or none.",
)
def check(exercise: str, sandbox: Sandbox) -> None:
    """Check your file of EXERCISE and say what is wrong and why.

    Exit status 0 when every function passes, 1 when not yet.
    """
    work = Work(Course.find())
    report = check_file(work, work.course.exercise(exercise), sandbox)
    click.echo(report)
    sys.exit(0 if report.passed else 1)


@cli.command()
@click.argument("exercise")
@click.argument("function")
def hint(exercise: str, function: str) -> None:
    """Show the next hint for FUNCTION of EXERCISE.

    There are three for each function: a nudge, the idea, and nearly the code.
    """
    work = Work(Course.find())
    progress = Progress(work)
    click.echo(next_hint(exercise, function, progress))
    _tell_notes(progress)
    stub = work.stub(work.course.exercise(exercise))
    click.echo(f"Next: edit {shown(stub)}, then: chunklab check {exercise}")


@cli.command()
@click.argument("exercise")
def reset(exercise: str) -> None:
    """Begin EXERCISE again; what you wrote is kept under a dated name."""
    work = Work(Course.find())
    found = work.course.exercise(exercise)
    _tell(work, work.reset(found))
    click.echo(f"Next: edit {shown(work.stub(found))}, then: chunklab check {exercise}")


@cli.command()
def progress() -> None:
    """Show what you have passed, checked and asked hints for."""
    click.echo(own_progress())


@cli.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--database",
    type=click.Path(path_type=Path),
    required=True,
    help="SQLite file for the chunks; made if there is none.",
)
@click.option("--size", default=1000, show_default=True, help="Most code points in a chunk.")
@click.option(
    "--overlap", default=200, show_default=True, help="How many it repeats from the last one."
)
def ingest(folder: Path, database: Path, size: int, overlap: int) -> None:
    """Keep an index of the documents in FOLDER: its files *.txt and *.md, as lesson 6 does.

    Run it again when files have changed or gone: nothing stale is left, and what has not changed
    is not written. Your files are only read. An interrupted run is completed by the next one.

    Exit status 0 when all files were taken in, 1 when some were refused, 2 for what cannot be done.
    """
    import sqlite3

    from chunklab.ingest import ingest_folder

    try:
        report = ingest_folder(
            folder,
            database,
            size,
            overlap,
            watch=lambda paths: progress_bar.shown(paths, len(paths), "Ingesting", "ingested"),
        )
    except KeyboardInterrupt:
        click.echo("Stopped. Every document is whole: the same command goes on from there.")
        sys.exit(130)
    except OSError as error:
        raise CourseError(f"{error.filename} cannot be read: {error.strerror}.") from error
    except ValueError as error:
        raise CourseError(f"{error}.") from error
    except sqlite3.Error as error:
        raise CourseError(
            f"The database {database} failed: {error}. What was stored before is whole."
        ) from error
    _tell_report(report)
    click.echo(f"Next: look for a passage, with where_from of chunklab.ingest, in {database}")
    sys.exit(1 if report.refused else 0)


@cli.command()
def doctor() -> None:
    """Say what is wrong where something does not work, with the remedy.

    Paste it where you ask for help: it holds no name of yours. Exit status 0 when nothing stops
    the course, 1 when something does.
    """
    diagnosis = diagnose()
    click.echo(diagnosis)
    sys.exit(1 if diagnosis.problems else 0)


cli.add_command(release)
cli.add_command(grade)


def _tell(work: Work, outcomes: Iterable[Outcome]) -> None:
    click.echo(f"Your copies are in {shown(work.root)}")
    sentences = [sentence for each in outcomes if (sentence := each.sentence(work.root))]
    for sentence in sentences:
        click.echo(f"  {sentence}")
    if not sentences:
        click.echo("  nothing to change: every file is as you left it")


def _tell_report(report: "Report") -> None:
    if not (report.stored or report.unchanged or report.removed or report.refused):
        click.echo("There are no files *.txt or *.md.")
    click.echo(
        f"{len(report.stored)} stored, {len(report.unchanged)} unchanged, "
        f"{len(report.removed)} removed, {len(report.refused)} refused"
    )
    for name, reason in report.refused.items():
        click.echo(f"  refused: {visible(name)}: {reason}")


def _tell_notes(progress: Progress) -> None:
    for note in progress.notes:
        click.echo(f"Note: {note}", err=True)


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0  # JupyterLab refuses to start as root
