"""The command a learner types: what it says, what it does, and how it fails."""

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import chunklab
from chunklab import cli
from chunklab.course.errors import CourseError
from chunklab.course.index import Course
from chunklab.course.progress import Progress
from chunklab.course.work import Work

STUB = Path("work", "exercises", "overlap.py")


@pytest.fixture(autouse=True)
def _in_the_course(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(course.root)


def run(*args: str) -> str:
    """Run the command and return what it printed."""
    result = CliRunner().invoke(cli.cli, args, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_every_command_has_help_in_the_order_of_use() -> None:
    listed = re.findall(r"^  (\w+)  ", run("--help"), re.MULTILINE)
    assert [name for name in listed if name != "check"] == [
        "start",
        "lab",
        "hint",
        "reset",
        "progress",
        "ingest",
        "doctor",
        "release",
        "grade",
    ]
    for name, command in cli.cli.commands.items():
        assert isinstance(command, click.Command)
        assert command.help, name


def test_start() -> None:
    said = run("start")
    assert "Your copies are in work" in said
    assert f"{Path('exercises', 'overlap.py')}: made" in said
    assert said.splitlines()[-1].startswith("Next: chunklab lab")
    assert "nothing to change" in run("start")


def test_start_tells_what_it_did(course: Course) -> None:
    run("start")
    STUB.write_text("mine")
    course.stub(course.exercise("overlap")).write_text("version 2")
    course.stub(course.exercise("windows")).write_text("version 2")
    Path("work/notebooks/01_overlap.ipynb").unlink()
    said = run("start")
    assert re.search(
        r"overlap\.py: yours stays as it is; a new .* overlap\.new-\w{8}\.py\. To go on", said
    )
    assert "windows.py: brought up to date" in said
    assert "01_overlap.ipynb: was gone, made again" in said
    assert re.search(r"overlap\.py: yours stays as it is; .*still beside it: overlap", run("start"))
    Path("work/.chunklab-work.json").write_text("{")
    assert "could not be understood, kept as .chunklab-work.unreadable" in run("start")
    assert STUB.read_text() == "mine"


def test_hint() -> None:
    said = run("hint", "overlap", "stride")
    assert said.startswith("stride, hint 1 of 3 (a nudge):\na\n")
    assert said.endswith(f"Next: edit {STUB}, then: chunklab check overlap\n")
    assert "hint 2 of 3" in run("hint", "overlap", "stride")


def test_reset() -> None:
    run("start")
    STUB.write_text("mine")
    said = run("reset", "overlap")
    kept = re.search(r"what you wrote is kept as (\S+)\n", said)
    assert kept
    assert STUB.with_name(kept[1]).read_text() == "mine"
    assert said.endswith("then: chunklab check overlap\n")


def test_progress(work: Work) -> None:
    progress = Progress(work)
    overlap, windows = work.course.exercises
    progress.record(overlap, {"stride": "passed", "chunk_starts": "wrong"})
    progress.next_hint(overlap, "chunk_starts")
    said = run("progress")
    assert "overlap: 1 of 4 points. Overlap" in said
    assert re.search(r"  stride        1/1  passed on 20..-..-..  \(checks: 1, hints: 0\)", said)
    assert "  chunk_starts  0/3  wrong  (checks: 1, hints: 1)" in said
    assert "  stride  0/2  not checked yet  (checks: 0, hints: 0)" in said
    assert "Altogether: 1 of 6 points" in said
    assert said.endswith("Next: write chunk_starts, then: chunklab check overlap\n")

    progress.record(overlap, {"chunk_starts": "passed"})
    progress.record(windows, {"stride": "passed"})
    assert "Next: everything is passed" in run("progress")


def test_a_damaged_progress_file_is_told(work: Work) -> None:
    work.start()
    Progress(work).path.write_text("{")
    assert "Note: " in run("progress")


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], dict[str, str]]]:
    """The commands that would have taken the place of this process."""
    calls: list[tuple[list[str], dict[str, str]]] = []
    monkeypatch.setattr(os, "execve", lambda _path, args, env: calls.append((args, env)))
    return calls


@pytest.mark.parametrize(("user", "extra"), [(0, ["--allow-root"]), (1000, [])])
def test_lab_opens_the_learners_copy_of_lesson_1(
    course: Course,
    launched: list[tuple[list[str], dict[str, str]]],
    monkeypatch: pytest.MonkeyPatch,
    user: int,
    extra: list[str],
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    said = run("lab", "--ip=127.0.0.1", "--no-browser", "--port", "8890")
    assert "01_overlap.ipynb: made" in said
    [(command, environment)] = launched
    work = course.root / "work"
    assert command == [
        *(sys.executable, "-m", "jupyterlab"),
        f"--ServerApp.root_dir={work}",
        "--LabApp.default_url=/lab/tree/notebooks/01_overlap.ipynb",
        *extra,
        *("--ip=127.0.0.1", "--no-browser", "--port", "8890"),
    ]
    assert environment["CHUNKLAB_COURSE"] == str(course.root)
    assert environment["CHUNKLAB_WORK"] == str(work)
    assert environment["HOME"] == os.environ["HOME"]


def test_lab_without_a_notebook(
    course: Course, launched: list[tuple[list[str], dict[str, str]]]
) -> None:
    course.notebook(course.exercises[0]).unlink()
    result = CliRunner().invoke(cli.cli, ["lab"])
    assert isinstance(result.exception, CourseError)
    assert "no notebook" in str(result.exception)
    assert launched == []


def command(*args: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from chunklab.cli import main; main()", *args],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_an_error_is_a_message_and_status_2(course: Course, tmp_path: Path) -> None:
    elsewhere = command("start", folder=tmp_path)
    assert (elsewhere.returncode, elsewhere.stdout) == (2, "")
    assert elsewhere.stderr.startswith("chunklab: No course found")
    assert len(elsewhere.stderr.splitlines()) == 1
    misspelt = command("hint", "overlap", "strid", folder=course.root)
    assert misspelt.returncode == 2
    assert "Did you mean 'stride'?" in misspelt.stderr


def test_ingest(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.txt").write_text("tea, rice")
    (notes / "b.md").write_text("soup")
    first = command("ingest", "notes", "--database", "notes.db", folder=tmp_path)
    assert (first.returncode, first.stderr) == (0, "ingested 1 of 2\ningested 2 of 2\n")
    assert first.stdout.splitlines()[0] == "2 stored, 0 unchanged, 0 removed, 0 refused"
    assert first.stdout.splitlines()[-1].startswith("Next: ")
    (notes / "a.txt").unlink()
    (notes / "b.md").write_bytes(b"caf\xe9")
    second = command("ingest", "notes", "--database", "notes.db", folder=tmp_path)
    assert second.returncode == 1
    assert "0 stored, 0 unchanged, 1 removed, 1 refused" in second.stdout
    assert "refused: b.md: it is no UTF-8: byte 0xe9 at 3" in second.stdout
    (notes / "b.md").unlink()
    empty = command("ingest", "notes", "--database", "notes.db", folder=tmp_path)
    assert (empty.returncode, empty.stderr) == (0, "")
    assert "no files *.txt or *.md" in empty.stdout


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["no"], "chunklab: no cannot be read: No such file or directory."),
        ([".", "--size", "5", "--overlap", "5"], "0 <= overlap < size, got overlap=5, size=5."),
        ([".", "--database", "letter.txt"], "must not be one of the documents, got letter.txt."),
        (["below", "--database", "letter.txt"], "is no SQLite database; it is left as it is."),
        (["below", "--database", "no/notes.db"], "no/notes.db failed: unable to open database"),
    ],
)
def test_ingest_says_what_cannot_be_done_and_touches_nothing(
    tmp_path: Path, args: list[str], words: str
) -> None:
    here = tmp_path / "here"
    (here / "below").mkdir(parents=True)
    (here / "letter.txt").write_text("a letter to a friend" * 99)
    default = [] if "--database" in args else ["--database", "notes.db"]
    done = command("ingest", *args, *default, folder=here)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert (here / "letter.txt").read_text() == "a letter to a friend" * 99
    assert sorted(path.name for path in here.iterdir()) == ["below", "letter.txt"]


def test_doctor_ends_with_the_next_step_and_a_status(course: Course, tmp_path: Path) -> None:
    elsewhere = command("doctor", folder=tmp_path)
    assert (elsewhere.returncode, elsewhere.stderr) == (1, "")
    assert elsewhere.stdout.startswith(f"chunklab {chunklab.__version__}, Python ")
    assert elsewhere.stdout.splitlines()[-1].startswith("Next: do what the first problem's remedy")
    for exercise in course.exercises:
        checks = course.visible_checks(exercise)
        checks.parent.mkdir(parents=True, exist_ok=True)
        checks.touch()
    here = command("doctor", folder=course.root)
    assert (here.returncode, here.stderr) == (0, ""), here.stdout
    assert here.stdout.splitlines()[-1].startswith("Next: go on")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys, chunklab.cli; print([name for name in sys.modules if name.split('.')[0] in "
        "('IPython', 'ipywidgets', 'jupyterlab', 'jupyter_server', 'matplotlib', 'numpy', "
        "'pytest', '_pytest')])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
