"""The course is found from wherever a learner stands, and a mistake in its index is named."""

import json
import os
import re
from pathlib import Path

import pytest

from chunklab.course.errors import CourseError
from chunklab.course.index import INDEX, WORK_RECORD, Course
from chunklab.course.work import Work

REAL_COURSE = Path(__file__).parents[2]


def test_the_course_itself() -> None:
    course = Course.load(REAL_COURSE)
    overlap = course.exercises[0]
    assert (overlap.name, overlap.notebook) == ("overlap", "01_overlap.ipynb")
    assert [function.name for function in overlap.functions] == [
        "stride",
        "chunk_starts",
        "n_chunks",
        "chunk_lengths",
        "stored_positions",
        "duplication_factor",
        "chunk_with_overlap",
    ]
    assert sum(function.points for function in overlap.functions) == 15


def test_found_from_any_folder_of_the_course(course: Course) -> None:
    for folder in (course.root, course.root / "notebooks", course.root / "exercises"):
        assert Course.find(folder) == course


def test_found_from_the_current_folder(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(course.root / "notebooks")
    assert Course.find() == course


def test_found_by_the_environment_variable(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHUNKLAB_COURSE", str(course.root))
    assert Course.find() == course


def test_the_folder_where_the_learner_stands_comes_before_the_variable(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHUNKLAB_COURSE", str(tmp_path / "another"))
    assert Course.find(course.root) == course


def test_found_from_a_work_folder_that_lies_elsewhere(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHUNKLAB_WORK", str(tmp_path / "mine"))
    Work(course).start()
    monkeypatch.delenv("CHUNKLAB_WORK")
    assert Course.find(tmp_path / "mine" / "exercises") == course


def test_not_found_says_what_where_and_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(CourseError) as caught:
        Course.find(tmp_path)
    for word in (str(INDEX), str(tmp_path), "CHUNKLAB_COURSE", "Go to the course folder"):
        assert word in str(caught.value)


def test_a_variable_that_names_no_course_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CHUNKLAB_COURSE", str(tmp_path / "gone"))
    with pytest.raises(CourseError, match=r"CHUNKLAB_COURSE names .*gone"):
        Course.find()


def test_a_work_folder_whose_course_was_moved_is_told(tmp_path: Path) -> None:
    record = {"version": 1, "course": str(tmp_path / "gone"), "files": {}}
    (tmp_path / WORK_RECORD).write_text(json.dumps(record))
    with pytest.raises(CourseError, match=r"belongs to the course in .*gone"):
        Course.find(tmp_path)


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"course": 5}', "\udcff"])
def test_a_damaged_record_is_no_work_folder(tmp_path: Path, damage: str) -> None:
    (tmp_path / WORK_RECORD).write_bytes(damage.encode(errors="surrogateescape"))
    with pytest.raises(CourseError, match="No course found"):
        Course.find(tmp_path)


def test_a_current_folder_that_was_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(CourseError, match="current folder"):
        Course.find()


def test_paths(course: Course) -> None:
    overlap = course.exercise("overlap")
    assert course.notebook(overlap) == course.root / "notebooks/01_overlap.ipynb"
    assert course.stub(overlap) == course.root / "exercises/overlap.py"
    assert course.visible_checks(overlap) == course.root / "tests/exercises/test_overlap.py"
    assert (
        course.hidden_checks(overlap)
        == course.root / "tests/exercises/hidden/test_overlap_hidden.py"
    )
    assert course.solution(overlap) == course.root / "solutions/overlap.py"


def test_look_up_by_name(course: Course) -> None:
    overlap, windows = course.exercises
    assert course.exercise("windows") is windows
    assert overlap.function("chunk_starts").hints == ("d", "e", "f")
    assert course.exercises_with("stride") == (overlap, windows)
    assert course.exercises_with("chunk_starts") == (overlap,)
    assert course.exercises_with("nothing") == ()


def test_a_misspelt_name_gets_the_nearest(course: Course) -> None:
    with pytest.raises(CourseError, match=r"Did you mean 'overlap'.*overlap, windows"):
        course.exercise("overlpa")
    with pytest.raises(CourseError, match=r"Did you mean 'stride'.*stride, chunk_starts"):
        course.exercise("overlap").function("strid")
    with pytest.raises(CourseError, match=r"no exercise 'zzz'\. There is: overlap, windows"):
        course.exercise("zzz")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('title = "A small course"', "", "course.toml: title must .*, and is missing"),
        ('title = "A small course"', "title = 3", "course.toml: title must .*, got 3"),
        ('title = "A small course"', 'title = " "', "title must be a text that is not blank"),
        ("minutes = 30", "minutes = 0", r"\[\[exercise\]\] 2 \('windows'\): minutes .*>= 1, got 0"),
        ("minutes = 30", "minutes = true", "minutes must be a whole number >= 1, got True"),
        ("minutes = 30", "minuets = 30", "minuets is no key of this table"),
        ("minutes = 30", "minutes = 30\nscratch = 1", "scratch must be true or false, got 1"),
        ("points = 3", "points = 1.5", r"\[\[function\]\] 2 \('chunk_starts'\): points .*got 1.5"),
        ('["d", "e", "f"]', '["d", "e"]', "hints must be three: a nudge"),
        ('["d", "e", "f"]', '["d", "", "f"]', "hints must be a list of texts that are not blank"),
        ('["d", "e", "f"]', '"def"', "hints must be a list of texts"),
        ('name = "windows"', 'name = "../up"', "name must be a Python name in lower case"),
        ('name = "windows"', 'name = "class"', "name must be a Python name in lower case"),
        ('name = "windows"', 'name = "overlap"', "two .*exercise.* tables have the name 'overlap'"),
        ('name = "chunk_starts"', 'name = "stride"', "two .*function.* tables have the name"),
        ('objectives = ["cut windows;"]', "", "objectives must be a list of .*, and is missing"),
        ('["cut windows;"]', "[]", r"\('windows'\): objectives must hold at least one, got \[\]"),
        ('["cut windows;"]', '"cut windows;"', "objectives must be a list of texts that are not"),
        (
            '["cut windows;"]',
            '["cut", " "]',
            "objectives must be a list of texts that are not blank",
        ),
        ('"02_windows.ipynb"', '"../02.ipynb"', "notebook must be the name of a .ipynb file"),
        ('"02_windows.ipynb"', '"02_windows.py"', "notebook must be the name of a .ipynb file"),
        ("title =", "title ", "is not a TOML file: .*line 2"),
    ],
)
def test_a_mistake_names_file_table_key_value_and_rule(
    course: Course, old: str, new: str, expected: str
) -> None:
    path = course.root / INDEX
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(CourseError, match=expected) as caught:
        Course.load(course.root)
    assert str(path) in str(caught.value)


def test_an_exercise_needs_a_function(course: Course) -> None:
    path = course.root / INDEX
    text = path.read_text()
    path.write_text(text[: text.rindex("[[exercise.function]]")])
    with pytest.raises(CourseError, match=re.escape("must be 1 or more [[function]] tables")):
        Course.load(course.root)


def test_an_index_that_is_not_text(course: Course) -> None:
    (course.root / INDEX).write_bytes(b"title = '\xff'")
    with pytest.raises(CourseError, match="is not a TOML file"):
        Course.load(course.root)


def test_an_index_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match=f"cannot be read: {os.strerror(2)}"):
        Course.load(tmp_path)
