"""A class from end to end: one row a student, always, the same bytes each time, no secret told."""

import csv
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from chunklab.cli import cli
from chunklab.course.errors import CourseError

from . import sample_class

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs/results.schema.json").read_text(encoding="utf-8"))
# Ctrl+C is taken as on a terminal, also where these tests run in the background.
MAIN = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
from chunklab.cli import main
main()
"""
COMMAND = [sys.executable, "-c", MAIN, "grade"]
COMMAND.append("--exercise=overlap")
KEY, STUB = sample_class.KEY, sample_class.STUB


@pytest.fixture(autouse=True)
def _in_the_course(monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(os, "fsync", lambda _: None)  # no waiting for the disk


def grade(submissions, out, *options, status=None):
    """Run the command; return what it printed."""
    arguments = ["grade", str(submissions), "--exercise=overlap", "--out", str(out)]
    arguments += ["--sandbox=best", *options]
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    if status is not None:
        assert result.exit_code == status, result.output
    return result.output


def never(*_):
    raise AssertionError("something was judged")


def rows(out):
    with (out / "grades.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def table(out):
    """Return the CSV's bytes; the pages also show what a submission says, which may vary."""
    return (out / "grades.csv").read_bytes()


def write(folder, **files):
    for student, source in files.items():
        path = folder / student / "overlap.py"
        path.parent.mkdir(parents=True)
        path.write_text(source, encoding="utf-8")


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """Return a mixed class of 48, how it was made, and what grading it wrote."""
    folder = tmp_path_factory.mktemp("class")
    students = sample_class.build(folder / "in", 48, seed=3, hostile=sample_class.QUICK)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        printed = grade(folder / "in", folder / "out", "-j2", status=1)
    return folder, students, printed


def test_one_row_a_student_with_what_is_deserved(graded):
    folder, students, _ = graded
    found = rows(folder / "out")
    assert found.keys() == {student for student, _ in students}
    for student, kind in students:
        total = int(found[student]["total"])
        if kind == "right":
            assert (total, found[student]["reason"]) == (15, "all 7 functions passed")
        elif kind == "untouched":
            assert (total, found[student]["reason"]) == (0, "nothing attempted")
        elif kind == "wrong":
            assert 0 < total < 15
    assert {kind for _, kind in students} == set(sample_class.KINDS)


def test_everything_is_written_and_the_results_keep_to_their_schema(graded):
    folder, students, printed = graded
    out = folder / "out"
    results = json.loads((out / "results.json").read_text())
    jsonschema.validate(results, SCHEMA)
    assert len(list((out / "feedback").iterdir())) == len(students)
    assert (out / "report.html").exists()
    statuses = Counter(each["status"] for each in results["students"])
    for status, count in statuses.items():
        assert f"{count} {status}" in printed
    assert "Look at by hand:" in printed
    assert printed.splitlines()[-1].startswith("Next: open ")


def test_a_refused_member_of_a_zip_is_named_and_costs_nothing(graded):
    folder, _, _ = graded
    assert "escape.py" in (folder / "out/results.json").read_text()


def test_again_nothing_is_judged_and_nothing_written(graded, monkeypatch):
    folder, _, _ = graded
    before = {path: path.stat().st_mtime_ns for path in (folder / "out").rglob("*.*")}
    monkeypatch.setattr("chunklab.classroom.batch.judge_shard", never)
    assert ": 0 new or changed\n" in grade(folder / "in", folder / "out", status=1)
    after = {path: path.stat().st_mtime_ns for path in (folder / "out").rglob("*.*")}
    assert after == before


def test_the_same_bytes_by_one_process_and_from_a_shuffled_folder(graded, tmp_path):
    folder, _, _ = graded
    shuffled = tmp_path / "in"
    shuffled.mkdir()
    entries = list((folder / "in").iterdir())
    random.Random(3).shuffle(entries)
    for entry in entries:
        copy = shutil.copytree if entry.is_dir() else shutil.copy2
        copy(entry, shuffled / entry.name)
    grade(shuffled, tmp_path / "out", "-j1", status=1)
    assert table(tmp_path / "out") == table(folder / "out")


def test_a_run_that_is_killed_is_resumed_to_the_same_bytes(graded, tmp_path):
    folder, _, _ = graded
    options = [folder / "in", "--out", tmp_path, "-j2", "--sandbox=best"]
    rng = random.Random(5)
    kept = []
    for _ in range(3):
        with subprocess.Popen(
            [*COMMAND, *options], start_new_session=True, stderr=subprocess.DEVNULL
        ) as process:
            time.sleep(rng.uniform(0.3, 2.0))
            process.kill()
        kept.append(len(list(tmp_path.glob("judged/*.json"))))
    assert kept == sorted(kept), "what was judged is kept"
    grade(folder / "in", tmp_path, "-j2", status=1)
    assert table(tmp_path) == table(folder / "out")


@pytest.mark.parametrize("moment", [0.8, 2.0])  # while a session starts, and while it judges
def test_a_run_that_is_stopped_ends_soon_and_says_how_to_go_on(tmp_path, moment):
    sleeper = "import time\ndef stride(size, overlap): time.sleep(99)\n"
    write(tmp_path / "in", **{f"student{n}": f"# {n}\n{sleeper}" for n in range(20)})
    with subprocess.Popen(
        [*COMMAND, tmp_path / "in", "--out", tmp_path / "out", "-j2", "--sandbox=best"],
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        time.sleep(moment)
        began = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        printed, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "the same command goes on from there" in printed
    assert time.monotonic() - began < 20, "it waited for all the others"
    assert not (tmp_path / "out/grades.csv").exists()


def test_two_graders_at_once_do_not_harm_each_other(graded, tmp_path):
    folder, _, _ = graded
    options = [folder / "in", "--out", tmp_path, "-j1", "--sandbox=best"]
    both = [
        subprocess.Popen([*COMMAND, *options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for _ in range(2)
    ]
    for process in both:
        printed, _ = process.communicate(timeout=120)
        assert process.returncode == 1, printed.decode()
    assert table(tmp_path) == table(folder / "out")


def test_points_given_by_hand_are_shown_and_outlive_a_new_grading(tmp_path):
    write(tmp_path / "in", anna=STUB, bert=KEY)
    (tmp_path / "in/overrides.csv").write_text(
        "student,function,points,reason\nanna,stride,1,oral exam\n"
    )
    for again in range(2):
        grade(tmp_path / "in", tmp_path / "out", status=0)
        anna = rows(tmp_path / "out")["anna"]
        assert (anna["stride"], anna["total"]) == ("1", "1")
        assert "stride changed by hand: 1 of 1, oral exam" in anna["reason"]
        assert "oral exam" in (tmp_path / "out/feedback/anna.html").read_text()
        write(tmp_path / "in", **{f"chris{again}": f"# {again}\n{KEY}"})
    assert (tmp_path / "in/overrides.csv").read_text().endswith("oral exam\n")


def test_the_roster_adds_names_and_the_missing_and_the_due_date_marks_the_late(tmp_path):
    write(tmp_path / "in", anna=KEY, bert=KEY.replace("# ", "#"))
    (tmp_path / "roster.csv").write_text("student,name\nanna,Anna Berg\ncem,Cem Kaya\n")
    os.utime(tmp_path / "in/anna/overlap.py", (1_900_000_000, 1_900_000_000))
    os.utime(tmp_path / "in/bert/overlap.py", (1_700_000_000, 1_700_000_000))
    options = ["--roster", str(tmp_path / "roster.csv"), "--due", "2027-01-31"]
    printed = grade(tmp_path / "in", tmp_path / "out", *options, status=1)
    found = rows(tmp_path / "out")
    assert {s: (r["name"], r["status"], r["late"]) for s, r in found.items()} == {
        "anna": ("Anna Berg", "graded", "yes"),
        "bert": ("", "graded", "no"),
        "cem": ("Cem Kaya", "missing", ""),
    }
    assert "bert: not in the roster" in printed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--due", "tomorrow"], "--due must be a date or a time .* got 'tomorrow'"),
        (["--exercise", "overlop"], "no exercise 'overlop'"),
        (["--roster", "nowhere.csv"], "nowhere.csv"),
        (["--out", "{in}/grades"], "--out must be a folder apart"),
        (["--out", "docs"], "docs holds other things"),
        (["--out", "{in}/../beside"], "holds overrides.csv. It belongs beside the submissions"),
    ],
)
def test_what_cannot_be_done_is_told_before_anything_is_judged(
    tmp_path, options, message, monkeypatch
):
    write(tmp_path / "in", anna=KEY)
    monkeypatch.setattr("chunklab.classroom.batch.judge_shard", never)
    (tmp_path / "beside").mkdir()
    (tmp_path / "beside/overrides.csv").touch()
    options = [option.format(**{"in": tmp_path / "in"}) for option in options]
    with pytest.raises(CourseError, match=message):
        grade(tmp_path / "in", tmp_path / "out", *options)
    assert not list(tmp_path.glob("*/grades.csv"))


def test_a_folder_without_anybodys_work_is_told_and_no_table_is_written(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "roster.csv").write_text("student\nanna\n")
    for options in ([], ["--roster", str(tmp_path / "roster.csv")]):
        with pytest.raises(CourseError, match="Nobody's work was found in"):
            grade(tmp_path / "in", tmp_path / "out", *options)
    assert not (tmp_path / "out").exists()


def test_a_full_disk_is_told_and_leaves_nothing_half_written(tmp_path, monkeypatch):
    write(tmp_path / "in", anna=KEY)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CourseError, match="the disk is full"):
        grade(tmp_path / "in", tmp_path / "out")
    assert [p.name for p in (tmp_path / "out").rglob("*") if p.is_file()] == []


LEAKS = [
    "print(given); return given",
    "raise ValueError(given)",
    "raise KeyError(*given)",
    "import os; os.write(1, repr(given).encode()); os._exit(1)",
    "while True: print(given)",
    "raise NotImplementedError(given)",
]


def leaking(leak):
    """Return the answer key, but for a last function that tells what hidden checks ask."""
    honest = KEY.replace("def chunk_with_overlap", "def right")
    telling = f"    if 'CANARY' in repr(given):\n        {leak}\n    return right(*given)\n"
    return f"{honest}\n\ndef chunk_with_overlap(*given):\n{telling}"


def test_nothing_of_hidden_checks_and_key_is_told(tmp_path, monkeypatch):
    course = tmp_path / "course"
    shutil.copytree(ROOT / "exercises", course / "exercises")
    shutil.copytree(ROOT / "tests/exercises", course / "tests/exercises")
    (course / "solutions").mkdir()
    (course / "solutions/overlap.py").write_text(f"# CANARY\n{KEY}\nCANARY = 'CANARY'\n")
    checks = course / "tests/exercises/hidden/test_overlap_hidden.py"
    planted = checks.read_text().replace('["the", "a", "tide", "", "7"]', '["CANARY"]')
    assert "CANARY" in planted
    checks.write_text(f"{planted}\n# CANARY\n")
    write(tmp_path / "in", **{f"student{n}": leaking(leak) for n, leak in enumerate(LEAKS)})
    monkeypatch.chdir(course)
    printed = [grade(tmp_path / "in", tmp_path / "out", status=1)]
    assert {row["total"] for row in rows(tmp_path / "out").values()} == {"12"}
    checks.write_text(f"{planted}\nraise RuntimeError('CANARY')\n")
    grade(tmp_path / "in", tmp_path / "out", status=1)
    assert {row["status"] for row in rows(tmp_path / "out").values()} == {"not judged"}
    written = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert len(written) > len(LEAKS)
    assert [path for path in written if b"CANARY" in path.read_bytes()] == []
    assert "CANARY" not in "".join(printed)


def test_what_is_noted_twice_is_told_once(tmp_path):
    write(tmp_path / "class", anna="")
    grade(tmp_path / "class", tmp_path / "out", status=1)
    [anna] = json.loads((tmp_path / "out/results.json").read_text(encoding="utf-8"))["students"]
    assert anna["notes"] == ["the file is empty"]
