"""Whose is it: a table of the names that arrive, and which zips are a whole class's."""

from dataclasses import replace
from pathlib import Path

import pytest

from chunklab.classroom.names import Names, Owner, alike
from chunklab.course.index import Course

ROOT = Path(__file__).parents[2]
NAMES = Names(Course.load(ROOT))
SMITH = Owner("smithanna", "12345", late=False)
SMITH = Owner("smithanna", "12345", late=False)


@pytest.mark.parametrize(
    ("path", "owner"),
    [
        # Canvas
        ("smithanna_12345_67890_overlap.py", SMITH),
        ("smithanna_LATE_12345_67890_overlap.py", replace(SMITH, late=True)),
        ("smithanna_12345_67890_overlap-1.py", replace(SMITH, attempt=1)),
        (
            "smithanna_12345_67890_overlap (2).py",
            replace(SMITH, attempt=2),
        ),
        (
            "smithanna_12345_67890_my_file-3.ipynb",
            replace(SMITH, attempt=3),
        ),
        (
            "smithanna_12345_67890_work.zip/exercises/overlap.py",
            SMITH,
        ),
        # she chose what comes last, to look like another's of Moodle
        ("anna_1_2__777_assignsubmission_file_overlap.py", Owner("anna", "1", late=False)),
        # Moodle
        ("Anna Smith_123456_assignsubmission_file_/overlap.py", Owner("Anna Smith", "123456")),
        ("Anna Smith_123456_assignsubmission_file_/a/b.py", Owner("Anna Smith", "123456")),
        ("Anna Smith_123456_assignsubmission_file/x.py", Owner("Anna Smith", "123456")),
        ("Anna Smith_123456_assignsubmission_file_overlap.py", Owner("Anna Smith", "123456")),
        ("Anna Smith_123456_assignsubmission_file_/", Owner("Anna Smith", "123456")),
        ("Anna Smith_1_assignsubmission_file_bob_7_8_overlap.py", Owner("Anna Smith", "1")),
        # one folder a student, whatever it holds
        ("anna/overlap.py", Owner("anna")),
        ("anna/overlap-2.py", Owner("anna", attempt=2)),
        ("anna/work/exercises/overlap.py", Owner("anna")),
        ("anna/bob_12345_67890_overlap.py", Owner("anna")),  # she chose that name
        ("team_overlap/a.py", Owner("team_overlap")),
        ("anna/", Owner("anna")),
        # a student's zip
        ("anna.zip/overlap.py", Owner("anna")),
        ("overlap_anna.ZIP/x/y.py", Owner("anna")),
        ("anna_overlap.zip/", Owner("anna")),
        # flat files
        ("anna.py", Owner("anna")),
        ("anna_overlap.py", Owner("anna")),
        ("overlap_anna.py", Owner("anna")),
        ("overlap - Anna Smith.py", Owner("Anna Smith")),
        ("Anna Smith - Overlap (1).ipynb", Owner("Anna Smith", attempt=1)),
        ("anna-overlap-2.py", Owner("anna", attempt=2)),
        ("01_overlap_anna.ipynb", Owner("anna")),
        ("Jean-Luc_01_overlap.ipynb", Owner("Jean-Luc")),
        ("overlap_student-1.py", Owner("student-1", attempt=1)),  # not the same as student-2
        ("s1234567.py", Owner("s1234567")),
        ("overlap_anna.py.txt", Owner("anna")),
        ("anna_overlap", Owner("anna")),
        ("overlapper.py", Owner("overlapper")),
        # nobody's
        ("overlap.py", Owner("overlap", named=False)),
        ("01_overlap.ipynb", Owner("01_overlap", named=False)),
        ("overlap.zip/overlap.py", Owner("overlap", named=False)),
        ("../anna.py", None),
        ("/etc/anna.py", None),
        ("C:/anna.py", None),
    ],
)
def test_what_a_path_says_about_its_owner(path, owner):
    assert NAMES.owner(path) == owner


@pytest.mark.parametrize(
    ("path", "after"),
    [
        ("overlap.py", True),
        ("x/Overlap.PY", True),
        ("01_overlap.ipynb", True),
        ("anna_overlap-1.py", True),
        ("overlap (1).py", True),
        ("overlap_final_v2.py", True),
        ("overlaps.py", False),
        ("overlap/solution.py", False),
        ("test_overlap.py", False),
    ],
)
def test_which_files_are_named_after_the_exercise(path, after):
    found = NAMES.exercise(path)
    assert (found.name if found else None) == ("overlap" if after else None)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("a_1_2_overlap.py", "a_1_3_overlap-1.py", True),
        ("a_1_2_overlap.py", "a_LATE_1_3_overlap (2).py", True),
        ("a/Overlap.py", "a/b/overlap(1).py", True),
        ("a/overlap.py", "a/overlap_v2.py", False),
        ("a/overlap.py", "a/overlap.ipynb", False),
        ("a_1_2_overlap.py", "a/overlap.py", True),
        ("class.zip/a_1_2_overlap.py", "class.zip/a_1_3_overlap-1.py", True),
    ],
)
def test_which_names_are_those_of_one_file_handed_in_again(one, other, same):
    assert (NAMES.base(one) == NAMES.base(other)) is same


@pytest.mark.parametrize(
    ("paths", "shared"),
    [
        (["class.zip/anna/overlap.py", "class.zip/bob/overlap.py"], "class.zip/"),
        (["class.zip/anna.zip/overlap.py", "class.zip/bob/"], "class.zip/"),
        (["class.zip/anna.py", "class.zip/bob.py"], "class.zip/"),
        (["class.zip/class/anna/overlap.py"], "class.zip/class/"),  # a folder that was zipped
        (["class.zip/smithanna_1_2_overlap.py"], "class.zip/"),
        # one student's, and no class
        (["anna.zip/overlap.py", "anna.zip/helper.py"], ""),
        (["anna.zip/anna/overlap.py"], ""),
        (["anna.zip/exercises/overlap.py", "anna.zip/notebooks/01_overlap.ipynb"], ""),
        (["anna.zip/"], ""),
        # a folder around all
        (["all/anna/overlap.py", "all/bob/overlap.py"], "all/"),
        (["all/anna.zip/overlap.py", "all/bob_overlap.py"], "all/"),
        (["all/anna/a/overlap.py", "all/anna/b/overlap.py"], ""),  # one alone: all may be hers
        (["anna/solution.py", "anna/helpers.py"], ""),
        (["all/anna/overlap.py", "all/work/overlap.py"], ""),
        (["all/anna/overlap.py", "all/bob/overlap.py", "all/overlap.py"], ""),
        (["all/anna/overlap.py", "all/bob/overlap.py", "carl/overlap.py"], ""),
        # among others
        (["bob/x.py", "one.zip/a_1_2_x.py", "one.zip/b_3_4_x.py"], "one.zip/"),
        (["bob/x.py", "one/a_1_2_x.py", "one/b_3_4_x.py"], "one/"),
        (["bob/x.py", "anna.zip/bob_3_4_overlap.py"], ""),  # she chose that name
        (["bob/x.py", "anna.zip/a/x.py", "anna.zip/b/x.py"], ""),
        (["b_9_9_x.py", "a_1_2_x.zip/b_3_4_x.py", "a_1_2_x.zip/c_5_6_x.py"], ""),  # she chose both
        (
            ["week_2027_01_31.zip/b_3_4_x.py", "week_2027_01_31.zip/c_5_6_x.py"],
            "week_2027_01_31.zip/",
        ),
    ],
)
def test_which_zips_are_the_whole_class(paths, shared):
    holders = {f"{path.partition('/')[0]}/" for path in paths}
    assert NAMES.shared([*paths, *holders]) == ((shared,) if shared else ())


def test_names_inside_what_is_shared_win():
    inside = NAMES.owner("class.zip/x/anna_1_2_overlap.py", ["class.zip/x/"])
    assert inside == Owner("anna", "1", late=False, direct=False)
    assert NAMES.owner("class.zip/../../anna.py", ["class.zip/"]) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Anna", "anna", True),
        ("Anna_Smith", "anna smith", True),
        ("Zoë", "Zoe\u0308", True),  # as macOS writes it
        ("s1_1", "s11", False),
        ("राम", "रीमा", False),  # vowels that are marks
        ("Zoë", "Zoe", False),
        ("___", "---", False),
    ],
)
def test_spellings_that_are_one_student(one, other, same):
    assert (alike(one) == alike(other)) is same
