"""What is written for a class: the same bytes each time, and nothing of anybody else's is lost."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from chunklab.classroom.grades import ClassGrades
from chunklab.classroom.pages import page_name
from chunklab.classroom.publish import RECORD, publish
from chunklab.course import files
from chunklab.course.errors import CourseError


def holds(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != files.LOCK
    }


def with_a_note(grades: ClassGrades) -> ClassGrades:
    *others, last = grades.grades
    return replace(grades, grades=(*others, replace(last, notes=("a note",))))


def test_the_same_grades_are_the_same_bytes_and_written_once(
    tmp_path: Path, thirty: ClassGrades
) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    done = publish(thirty, first)
    names = sorted(path.relative_to(first).as_posix() for path in done.written)
    assert sorted(holds(first)) == sorted([RECORD, *names])
    assert (len(done.written), done.set_aside) == (33, ())
    times = {path: path.stat().st_mtime_ns for path in done.written}
    assert publish(thirty, first).written == ()
    assert times == {path: path.stat().st_mtime_ns for path in done.written}
    publish(thirty, second)
    assert holds(first) == holds(second)
    assert not [name for name, content in holds(first).items() if str(tmp_path).encode() in content]


def test_only_what_changed_is_written_and_no_page_is_deleted(
    tmp_path: Path, thirty: ClassGrades
) -> None:
    publish(thirty, tmp_path)
    first, *others = with_a_note(thirty).grades
    done = publish(replace(thirty, grades=tuple(others)), tmp_path)
    assert [path.name for path in done.written] == [
        "grades.csv",
        "results.json",
        page_name(others[-1].student),
        "report.html",
    ]
    left = tmp_path / "feedback" / page_name(first.student)
    assert left.exists()
    assert left.name not in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_what_the_instructor_changed_is_kept_under_another_name(
    tmp_path: Path, thirty: ClassGrades
) -> None:
    publish(thirty, tmp_path)
    (tmp_path / "grades.csv").write_text("mine")
    done = publish(thirty, tmp_path)
    [aside] = done.set_aside
    assert aside.read_text() == "mine"
    assert aside.match("grades.changed-????????.csv")
    assert (tmp_path / "grades.csv").read_bytes().startswith(b"\xef\xbb\xbfstudent,")
    assert publish(thirty, tmp_path).written == ()


@pytest.mark.parametrize("interrupted_at", range(4))
def test_an_interrupted_run_is_completed_and_takes_nothing_for_a_change(
    tmp_path: Path, thirty: ClassGrades, interrupted_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(thirty, tmp_path)
    write, written = files.replace, []

    def some(path: Path, content: bytes) -> None:
        if len(written) == interrupted_at:
            raise KeyboardInterrupt
        written.append(path)
        write(path, content)

    with monkeypatch.context() as patch:
        patch.setattr(files, "replace", some)
        with pytest.raises(KeyboardInterrupt):
            publish(with_a_note(thirty), tmp_path)
    assert publish(thirty, tmp_path).set_aside == ()
    assert publish(with_a_note(thirty), tmp_path).set_aside == ()
    publish(with_a_note(thirty), tmp_path / "anew")
    anew = holds(tmp_path / "anew")
    assert {name: content for name, content in holds(tmp_path).items() if name in anew} == anew


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("grades.csv", "another program's"),
        ("report.html", "my own report"),
        ("feedback/anna.html", "written by hand"),
        ("notes.txt", "nothing of ours, but then this is not a folder for grades"),
    ],
)
def test_files_that_do_not_come_from_here_are_not_written_over(
    tmp_path: Path, thirty: ClassGrades, name: str, content: str
) -> None:
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text(content)
    before = holds(tmp_path)
    with pytest.raises(CourseError, match=f"holds other things .*: {name.partition('/')[0]}"):
        publish(thirty, tmp_path)
    assert holds(tmp_path) == before


def test_the_grades_of_another_exercise_are_not_written_over(
    tmp_path: Path, thirty: ClassGrades
) -> None:
    publish(thirty, tmp_path)
    other = replace(thirty, exercise=replace(thirty.exercise, name="windows"))
    with pytest.raises(CourseError, match="holds the grades of 'overlap'"):
        publish(other, tmp_path)


def test_a_record_that_cannot_be_understood_is_told(tmp_path: Path, thirty: ClassGrades) -> None:
    publish(thirty, tmp_path)
    (tmp_path / RECORD).write_text("[]")
    with pytest.raises(CourseError, match="cannot be understood"):
        publish(thirty, tmp_path)


def test_a_file_in_the_way_is_told(tmp_path: Path, thirty: ClassGrades) -> None:
    publish(thirty, tmp_path)
    shutil.rmtree(tmp_path / "feedback")
    (tmp_path / "feedback").touch()
    with pytest.raises(CourseError, match="cannot be a folder"):
        publish(thirty, tmp_path)
