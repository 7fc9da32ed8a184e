"""One row a student, always: which of their files counts, and what is said about the rest."""

import json
import os
import random
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from chunklab.classroom import attempts, intake
from chunklab.classroom.intake import take_in
from chunklab.classroom.roster import Roster, Student
from chunklab.course.index import Course, Exercise, GradedFunction
from chunklab.course.work import Work

from .zips import Member, zipped

ROOT = Path(__file__).parents[2]
COURSE = Course.load(ROOT)
EXERCISE = COURSE.exercise("overlap")
STUB = COURSE.stub(EXERCISE).read_bytes()
LESSON = COURSE.notebook(EXERCISE).read_bytes()


def nothing_in(*names):
    return (
        "no Python file or notebook with the exercise's functions among what was handed in: "
        + ", ".join(names)
    )


def solved(mark=1):
    """Return a submission that another ``mark`` tells from others."""
    return f"def stride(size, overlap):\n    return {mark}\n".encode()


def notebook(*sources):
    return json.dumps({"cells": [{"cell_type": "code", "source": s} for s in sources]}).encode()


@pytest.fixture
def folder(tmp_path):
    """A class's folder, and a way to put files there: later ones are newer by a day."""
    days = iter(range(1, 1000))

    class Class:
        root = tmp_path / "class"

        def __call__(self, contents):
            for name, content in contents.items():
                path = self.root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
                at = datetime(2026, 1, 1, tzinfo=UTC).timestamp() + 86_400 * next(days)
                os.utime(path, (at, at))
            return self

        def take(self, roster=None, due=None, exercise=EXERCISE, course=COURSE):
            return take_in(self.root, course, exercise, roster, due)

        def only(self, **how):
            (handed,) = self.take(**how).handed
            return handed

    return Class()


def students(taken):
    return [handed.student for handed in taken.handed]


def test_a_class_in_every_shape_gives_one_row_a_student(folder):
    folder(
        {
            "anna/overlap.py": solved("anna"),
            "bob.zip": zipped(Member("work/overlap.py", solved("bob"))),
            "carol_overlap.py": solved("carol"),
            "dan.ipynb": notebook("%time", solved("dan").decode()),
            "evans_12345_67890_overlap-1.py": solved("evans"),
            "Fay Gray_123_assignsubmission_file_/overlap.py": solved("fay"),
            "gus/work/exercises/overlap.py": solved("gus"),
            "hal/my solution.py": solved("hal"),
            "ida_overlap.py": b"\xff\xfe" + solved("ida").decode().encode("utf-16-le"),
            "jon_overlap.ipynb": b'{"cells": [',
            "kim/notes.txt": b"sorry",
            "lea_99_98_overlap.pdf": b"%PDF",
            "max.rar": b"Rar!",
            "ned.zip": b"not a zip",
            "roster.csv": b"student\n",
            "overrides.csv": b"student,points\n",
            "readme.txt": b"",
        }
    )
    (folder.root / "ola").mkdir()
    (folder.root / "pia").symlink_to("/etc")
    (folder.root / "quinn.py").symlink_to("/etc/passwd")
    taken = folder.take()
    readable = {each.student: each.text for each in taken.handed if each.text is not None}
    assert {student: text.split()[-1] for student, text in readable.items()} == {
        **{name: name for name in "anna bob carol dan evans gus hal ida".split()},  # noqa: SIM905
        "Fay Gray": "fay",
    }
    problems = {each.student: each.problem for each in taken.handed if each.text is None}
    assert set(problems) == {"jon", "kim", "lea", "max", "ned", "ola", "pia", "quinn"}
    assert "cut off" in problems.pop("jon")
    assert problems == {
        "kim": nothing_in("notes.txt"),
        "lea": nothing_in("lea_99_98_overlap.pdf"),
        "max": nothing_in("max.rar"),
        "ned": nothing_in("ned.zip"),
        "ola": "the folder is empty",
        "pia": nothing_in("pia"),
        "quinn": nothing_in("quinn.py"),
    }
    assert not any(each.missing for each in taken.handed)
    assert students(taken) == sorted(students(taken))
    assert taken.refused == ("readme.txt is no folder, zip, .py or .ipynb, and was not read",)


def test_one_folder_whatever_the_order_in_which_it_is_listed(folder, monkeypatch):
    folder(
        {
            **{f"s{i}/overlap.py": solved(i) for i in range(5)},
            **{f"s{i}/other{i % 3}.py": solved(i) for i in range(5)},
            "S1_overlap.py": solved(9),
            "class.zip": zipped(Member("s7/x.py"), Member("../x.py"), Member("s7/overlap.py")),
        }
    )
    expected = folder.take()
    really = os.scandir

    class Shuffled:
        def __init__(self, path):
            with really(path) as listing:
                self._entries = list(listing)
            random.shuffle(self._entries)

        def __enter__(self):
            return iter(self._entries)

        def __exit__(self, *_):
            pass

    monkeypatch.setattr(os, "scandir", Shuffled)
    for _ in range(5):
        assert folder.take() == expected


def test_the_latest_of_several_attempts_counts_and_the_others_are_named(folder):
    handed = folder(
        {
            "ann_1_2_overlap-2.py": solved("old"),
            "ann_1_3_overlap.ipynb": notebook(solved("older").decode()),
            "ann_1_4_overlap-1.py": solved("new"),
        }
    ).only()
    assert handed.file == "ann_1_4_overlap-1.py"
    assert handed.submitted == datetime(2026, 1, 4, tzinfo=UTC)
    assert "return new" in handed.text
    assert handed.notes == (
        "other attempt: ann_1_3_overlap.ipynb, 2026-01-03 00:00:00 UTC",
        "other attempt: ann_1_2_overlap-2.py, 2026-01-02 00:00:00 UTC",
    )


def test_of_the_same_time_the_highest_resubmission_counts(folder):
    names = [f"ann_1_2_overlap{again}.py" for again in ("", "-9", "-10", " (3)")]
    folder({name: solved() for name in names})
    for name in names:
        os.utime(folder.root / name, (1e9, 1e9))
    assert folder.only().file == "ann_1_2_overlap-10.py"


@pytest.mark.parametrize(
    ("earlier", "later", "counts", "why"),
    [
        ("overlap.py", "overlap_v2.py", 1, "the later"),
        ("overlap.py", "solution.py", 0, "named after the exercise"),
        ("01_overlap.ipynb", "solution.py", 0, "so is its notebook"),
        ("work/exercises/overlap.py", "overlap.py", 0, "the work folder"),
        ("work/exercises/overlap.py", "work/overlap.py", 0, "its exercises"),
        ("overlap.py", "lab/exercises/overlap.py", 0, "no copy of the course"),
        ("work/exercises/overlap.py", "lab/exercises/overlap.py", 0, "no copy of the course"),
        ("lab/work/exercises/overlap.py", "overlap.py", 0, "a work folder in the course"),
        ("overlap.py", "lab/solutions/overlap.py", 0, "nothing else of the course"),
        ("solution.py", "lab/chunklab/geometry.py", 0, "nor the library"),
        ("overlap.py", "overlap.2026-01-31-101500.py", 0, "no copy that reset made"),
        ("overlap.py", "overlap.new-0123abcd.py", 0, "no new version"),
        ("overlap.py", "overlap.unreadable-0123abcd.py", 0, "nothing set aside"),
        ("overlap.py", "x/.ipynb_checkpoints/overlap.py", 0, "no checkpoint"),
        ("solution.py", "test_overlap.py", 1, "a file of tests is no better named"),
    ],
)
def test_which_of_two_counts(folder, earlier, later, counts, why):
    folder({"a/lab/exercises/course.toml": b"", "a/lab/exercises/overlap.py": STUB})
    folder({"a/work/.chunklab-work.json": b"", "a/lab/work/.chunklab-work.json": b""})
    content = notebook(solved(0).decode()) if earlier.endswith("ipynb") else solved(0)
    folder({f"a/{earlier}": content, f"a/{later}": solved(1)})
    handed = folder.only()
    assert (handed.file, handed.problem) == (f"a/{(earlier, later)[counts]}", ""), why


def test_the_work_folder_in_a_copy_of_the_course_counts_without_its_hidden_record(folder):
    folder({"a/lab/exercises/course.toml": b"", "a/lab/work/exercises/overlap.py": solved()})
    folder({"a/lab/exercises/overlap.py": STUB, "a/lab/work/notebooks/01_overlap.ipynb": LESSON})
    handed = folder.only()
    assert (handed.file, handed.notes) == ("a/lab/work/exercises/overlap.py", ())


@pytest.mark.parametrize(
    ("stub", "why"),
    [
        (STUB, "byte by byte"),
        (STUB.replace(b"\n", b"\r\n"), "with the line ends of Windows"),
        (b"\xef\xbb\xbf" + STUB + b"\n\n", "saved by another editor"),
    ],
)
def test_an_untouched_file_never_hides_what_was_written(folder, stub, why):
    handed = folder({"a/solution.py": solved(), "a/overlap.py": stub}).only()
    assert handed.file == "a/solution.py", why
    assert handed.notes == ()


def test_a_lesson_that_was_opened_and_run_hides_neither_file_nor_stub(folder):
    run = json.loads(LESSON)
    run["cells"].append({"cell_type": "code", "source": "n = 5", "outputs": []})
    run = json.dumps(run).encode()
    handed = folder({"a/exercises/overlap.py": STUB, "a/notebooks/01_overlap.ipynb": run}).only()
    assert handed.file == "a/exercises/overlap.py"
    assert handed.notes == ("nothing was written in it: it is as the course hands it out",)
    folder({"a/exercises/overlap.py": solved(), "a/notebooks/01_overlap.ipynb": run})
    assert folder.only().file == "a/exercises/overlap.py"


def test_functions_written_in_the_lesson_count_where_the_file_is_untouched(folder):
    lesson = json.loads(LESSON)
    lesson["cells"].append({"cell_type": "code", "source": solved().decode(), "outputs": []})
    names = {"a/notebooks/01_overlap.ipynb": json.dumps(lesson).encode()}
    assert folder({**names, "a/exercises/overlap.py": STUB}).only().file == next(iter(names))


def test_a_home_folder_as_a_hub_has_it(folder, monkeypatch):
    home = folder.root / "anna"
    for part in ("exercises", "notebooks", "chunklab", "solutions", "tests/exercises"):
        shutil.copytree(ROOT / part, home / "course" / part)
    monkeypatch.setenv("CHUNKLAB_WORK", str(home / "work"))
    Work(Course.load(home / "course")).start()
    assert folder.only().notes == ("nothing was written in it: it is as the course hands it out",)
    (home / "work/exercises/overlap.py").write_bytes(solved())
    handed = folder.only()
    assert (handed.file, handed.text) == ("anna/work/exercises/overlap.py", solved().decode())
    assert handed.notes == ()


def test_an_older_attempt_that_can_be_read_counts_and_the_newer_is_named(folder):
    handed = folder({"a/overlap.py": solved(), "a/overlap.ipynb": b"{"}).only()
    assert (handed.file, handed.problem) == ("a/overlap.py", "")
    (note,) = handed.notes
    assert note.startswith(
        "newer attempt: a/overlap.ipynb, 2026-01-03 00:00:00 UTC, cannot be read"
    )


def test_a_damaged_attempt_is_not_hidden_by_an_untouched_file(folder):
    handed = folder({"a/overlap.ipynb": b"{", "a/overlap.py": STUB}).only()
    assert (handed.file, handed.text) == ("a/overlap.ipynb", None)
    assert handed.submitted == datetime(2026, 1, 2, tzinfo=UTC)
    assert handed.problem.startswith("the notebook is cut off or is no JSON")


@pytest.mark.parametrize(
    ("name", "problem"),
    [("a/Untitled.ipynb", "the notebook is cut off"), ("a.ipynb", "the notebook is cut off")],
)
def test_the_only_file_tells_why_it_cannot_be_read_whatever_its_name(folder, name, problem):
    assert folder({name: b"{"}).only().problem.startswith(problem)


def test_a_huge_file_is_unreadable(folder):
    folder({"a/overlap.py": b""})
    with (folder.root / "a/overlap.py").open("wb") as file:
        file.truncate(100_000_000)
    assert folder.only().problem == "the file has 100,000,000 bytes; at most 20,000,000 are read"


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("def stride(size): return (", True),  # a broken text has functions too
        ("  async  def\tchunk_starts(n): pass", True),
        ("n_chunks = lambda n: 1", True),
        ("def strides(): pass\nprint('def stride')", False),
        ("", False),
    ],
)
def test_a_renamed_file_is_known_by_the_functions_in_it(folder, text, counts):
    handed = folder({"a/x.py": text.encode()}).only()
    assert (handed.text, handed.problem) == ((text, "") if counts else (None, nothing_in("x.py")))


def test_a_file_of_another_exercise_is_none_of_this(folder):
    functions = tuple(GradedFunction(name, 1, ("", "", "")) for name in ("stride", "windows"))
    other = Exercise("text_overlap", "", "02_text.ipynb", 1, (), (), "", functions)
    course = Course(ROOT, "1", "", (EXERCISE, other))
    both = b"def stride(): return 1\ndef windows(): return 2\n"
    folder({"a/text_overlap.py": solved(), "b/x.py": both, "c/x.py": solved()})
    counted = {h.student: h.text is not None for h in folder.take(course=course).handed}
    assert counted == {"a": False, "b": False, "c": True}
    counted = {
        h.student: h.text is not None for h in folder.take(course=course, exercise=other).handed
    }
    assert counted == {"a": True, "b": True, "c": True}


@pytest.fixture
def course():
    """A course of two exercises."""
    functions = (GradedFunction("n_cuts", 1, ("", "", "")),)
    return Course(
        ROOT, "1", "", (EXERCISE, Exercise("cuts", "", "02_cuts.ipynb", 1, (), (), "", functions))
    )


CUTS = b"def n_cuts(n): return 0\n"


@pytest.mark.parametrize(
    ("contents", "overlap", "cuts", "why"),
    [
        ({"x.py": solved() + CUTS}, "x.py", "x.py", "one of each"),
        ({"overlap.py": solved() + CUTS}, "overlap.py", "overlap.py", "the name is of one alone"),
        ({"cuts.py": solved() + CUTS}, "cuts.py", "cuts.py", "the same the other way round"),
        (
            {"overlap.py": solved() + CUTS, "cuts.py": CUTS},
            *("overlap.py", "cuts.py", "there is a better one"),
        ),
        (
            {"x.py": solved() + b"n_chunks = 1\n" + CUTS, "y.py": CUTS},
            *("x.py", "y.py", "one that is of this exercise alone"),
        ),
        ({"overlap.py": solved() + CUTS, "cuts.py": b"{"}, "overlap.py", "overlap.py", "broken"),
    ],
)
def test_one_file_may_hold_two_exercises(folder, course, contents, overlap, cuts, why):
    folder({f"a/{name}": content for name, content in contents.items()})
    found = [folder.only(course=course, exercise=each) for each in course.exercises]
    assert [each.file for each in found] == [f"a/{overlap}", f"a/{cuts}"], why


def test_what_is_of_another_exercise_is_told_where_there_is_nothing_else(folder, course):
    handed = folder({"a/cuts.py": CUTS, "a/notes.pdf": b""}).only(course=course)
    assert (handed.problem, handed.text) == (
        "only another exercise was handed in, cuts: cuts.py, notes.pdf",
        None,
    )


@pytest.mark.parametrize(
    ("name", "content", "note"),
    [
        ("a/overlap.py.txt", solved(), "it was read as Python text, which its name does not say"),
        ("a/overlap.txt", solved(), "it was read as Python text, which its name does not say"),
        ("a/overlap", solved(), "it was read as Python text, which its name does not say"),
        ("a_overlap.txt", solved(), "it was read as Python text, which its name does not say"),
        ("a.zip", zipped(Member("x/y/overlap.py.txt", solved())), "it was read as Python text"),
        ("a/overlap.ipynb", solved(), "it was read as Python text, which its name does not say"),
        ("a/overlap.py", notebook(solved().decode()), "it was read as a notebook"),
        ("a/overlap", notebook(solved().decode()), "it was read as a notebook"),
    ],
)
def test_python_by_another_name(folder, name, content, note):
    handed = folder({name: content}).only()
    assert (handed.student, handed.text) == ("a", solved().decode())
    assert handed.notes[0].startswith(note)


def test_a_text_by_another_name_counts_only_for_a_function_and_after_the_others(folder):
    folder({"a/overlap.py": solved(1), "a/readme": b"def", "b/overlap.txt": b"sorry"})
    folder({"notes.txt": b"stride = ?", "README": b"Graded by hand"})
    taken = folder.take()
    assert [(each.student, each.file) for each in taken.handed] == [
        ("a", "a/overlap.py"),
        ("b", "b"),
        ("notes", "notes.txt"),
    ]
    assert taken.refused == ("README is no folder, zip, .py or .ipynb, and was not read",)


def test_a_renamed_text_that_cannot_be_read_is_of_no_other_exercise(folder):
    handed = folder({"a/overlap.txt": b"#" * 1_000_001}).only()
    assert handed.problem == nothing_in("overlap.txt")


def test_what_was_handed_in_is_named_to_a_bound(folder):
    folder({f"a/{i}.pdf": b"" for i in range(9)})
    (folder.root / "b").mkdir()
    a, b = folder({"c.zip": zipped()}).take().handed[:2]
    assert a.problem == nothing_in("0.pdf", "1.pdf", "2.pdf", "3.pdf", "4.pdf and 4 more")
    assert b.problem == "the folder is empty"
    assert folder.take().handed[2].problem == "the zip is empty"
    deep = zipped(Member("x/y/z/essay.docx"))
    assert folder({"d.zip": deep}).take().handed[3].problem == nothing_in("x")


def test_a_folder_around_the_whole_class_is_no_student(folder):
    folder({f"submissions/{name}/overlap.py": solved(name) for name in ("anna", "bob")})
    folder({"roster.csv": b"student\n"})
    assert [(each.student, each.look) for each in folder.take().handed] == [
        ("anna", ()),
        ("bob", ()),
    ]


@pytest.mark.parametrize(
    ("names", "look"),
    [
        (
            ["x/overlap.py", "y/overlap.py"],
            "work lies in several folders (x, y): is A one student?",
        ),
        (["h/x/overlap.py", "h/y/z/overlap.py"], "work lies in several folders (x, y): is A one"),
        (["work/exercises/overlap.py", "overlap.py"], ""),
        (["exercises/overlap.py", "notebooks/overlap.py"], ""),
        (["overlap_v2.py", "overlap.py"], "overlap.py was judged; overlap_v2.py may be meant"),
        (["overlap.py", "solution.py"], "overlap.py was judged; solution.py may be meant"),
        (["overlap.py", "overlap (1).py"], ""),
        (["overlap.py", "x/notes.py"], "overlap.py was judged; x/notes.py may be meant"),
    ],
)
def test_what_an_instructor_should_look_at(folder, names, look):
    folder({f"A/{name}": solved(name.replace(" ", "")[:-3]) for name in names})
    folder({"b/overlap.py": solved()})
    a, b = folder.take().handed
    assert [each[: len(look)] for each in a.look] == ([look] if look else [])
    assert not b.look


def test_two_files_of_the_same_text_need_no_look_nor_what_the_lms_took_twice(folder):
    folder({"a/overlap.py": solved(), "a/overlap_v2.py": solved() + b"\n"})
    folder({"b_1_2_overlap.py": solved(1), "b_1_3_overlap-1.py": solved(2)})
    folder({f"c_5_{i}_work{i}.zip": zipped(Member("overlap.py", solved(i))) for i in (6, 7)})
    again = [Member(f"d_8_{i}_overlap-{i}.py", solved(i)) for i in (0, 1)]
    folder({"more.zip": zipped(*again, Member("e_9_1_x.zip", zipped(again[0])))})
    assert {each.student: each.look for each in folder.take().handed} == dict.fromkeys("abcde", ())


@pytest.mark.parametrize(
    "line",
    ["from helpers import f", "import os, helpers", "  from .helpers import *", "import helpers"],
)
def test_a_file_that_needs_another_one_beside_it(folder, line):
    folder({"a/overlap.py": f"import other\n{line}\n".encode(), "a/helpers.py": b"x = 1\n"})
    assert folder.only().look == ("it imports helpers.py, which lies beside it and was not judged",)


def test_of_the_lesson_in_a_notebook_only_what_it_defines_is_judged(folder):
    lesson = json.loads(LESSON)
    lesson["cells"].append({"cell_type": "code", "source": solved().decode(), "outputs": []})
    handed = folder({"a/01_overlap.ipynb": json.dumps(lesson).encode()}).only()
    assert handed.notes == ()
    assert "chunklab" not in handed.text
    assert "from math import ceil" in handed.text  # a learner's function may need it
    assert handed.text.endswith(solved().decode())


def test_spellings_of_one_student_are_merged_and_two_of_one_name_are_not(folder):
    folder({"Anna/overlap.py": solved(1), "anna_overlap.py": solved(2), "ANNA.zip": zipped()})
    handed = folder.only()
    assert (handed.student, handed.file) == ("ANNA", "anna_overlap.py")
    folder({"smith_1_2_overlap.py": solved(3), "smith_9_3_overlap.py": solved(4)})
    assert students(folder.take()) == ["ANNA", "smith_1", "smith_9"]


def test_a_name_by_hand_joins_the_one_of_the_lms(folder):
    folder({"smith_1_2_overlap.py": solved(1), "smith/overlap.py": solved(2)})
    assert folder.only().file == "smith/overlap.py"


def test_a_file_that_names_nobody_says_so(folder):
    handed = folder({"overlap.py": solved()}).only()
    assert (handed.student, handed.file) == ("overlap", "overlap.py")
    assert handed.look == ("its name does not say who handed it in",)
    folder({"overlap (1).py": solved(2), "anna_overlap.py": solved(3)})
    looks = {each.student: bool(each.look) for each in folder.take().handed}
    assert looks == {"anna": False, "overlap": True, "overlap (1)": True}


def test_nobody_can_hand_in_for_another(folder):
    folder(
        {
            "bob/overlap.py": solved("bob"),
            "anna.zip": zipped(Member("bob_1_2_overlap.py", solved("forged"))),
            "carl/bob/overlap.py": solved("forged"),
            "dora.zip": zipped(  # looks like a zip of the class
                *[Member(f"{name}_1_2_overlap.py", solved("forged")) for name in ("bob", "eve")]
            ),
        }
    )
    texts = {each.student: each.text for each in folder.take().handed}
    assert texts["bob"] == solved("bob").decode()
    assert set(texts) == {"anna", "bob", "carl", "eve"}


def test_nobody_can_take_what_an_lms_says_is_anothers(folder):
    folder({"bob_777_1_overlap.py": solved("bob"), "eve_778_1_overlap.py": solved("eve")})
    theirs = folder.take(
        roster := Roster(
            [Student(s, id=i) for s, i in (("bob", "777"), ("eve", "778"), ("mal", "1"))]
        )
    )
    folder(
        {
            f"mal_1_{n}_x.zip": zipped(
                *[Member(f"{s}_{n}_2_overlap.py", solved("forged")) for s in ("bob", "eve")]
            )
            for n in (3, 778)
        }
    )
    folder({"mal_1_9_a_777_assignsubmission_file_overlap.py": solved("forged")})
    taken = folder.take(roster)
    assert taken.handed[:2] == theirs.handed[:2]
    assert students(taken) == ["bob", "eve", "mal"]
    assert students(folder.take()) == ["bob", "eve", "mal"]


def test_a_name_with_a_number_is_never_the_same_as_anothers_name(folder):
    folder({f"bob_{number}_1_overlap.py": solved() for number in (1, 2)})
    folder({"bob_1/overlap.py": solved("hers")})
    taken = folder.take()
    assert students(taken) == ["bob_1", "bob_1_", "bob_2"]
    assert taken.handed[0].file == "bob_1/overlap.py"


def test_a_zip_of_the_class(folder):
    members = [Member(f"{name}/overlap.py", solved(name)) for name in ("anna", "bob")]
    folder(
        {"class.zip": zipped(*members, Member("carl/"), Member("dora.zip", b""), Member("../x.py"))}
    )
    taken = folder.take()
    assert students(taken) == ["anna", "bob", "carl", "dora"]
    assert taken.refused == ("class.zip/../x.py would leave the folder",)
    assert take_in(folder.root / "class.zip", COURSE, EXERCISE) == taken


@pytest.mark.parametrize(
    "member",
    [
        Member("kim.py", flags=1),
        Member("kim.py", b"/etc/passwd", mode=0o120777),
        Member("kim.zip", flags=1),
        Member("kim/overlap.py", flags=1),
        Member("kim/essay.pdf"),
        Member("class/Kim_7_assignsubmission_file_/essay.pdf"),
        Member("kim_7_8_essay.pdf"),
        Member("kim.7z"),
    ],
)
def test_nobody_is_lost_from_a_zip_of_the_class(folder, member):
    wrapper = "class/" if member.name.startswith("class/") else ""
    folder({"class.zip": zipped(Member(f"{wrapper}ann/overlap.py"), member)})
    ann, kim = folder.take().handed if not wrapper else reversed(folder.take().handed)
    assert (ann.student, kim.student.lower()) == ("ann", "kim")
    assert (kim.text, kim.missing) == (None, False)
    assert kim.problem == nothing_in(member.name.rpartition("/")[2])


def test_what_was_refused_is_told_to_whose_it_is(folder):
    folder({"a.zip": zipped(*[Member(f"../{i}.py") for i in range(99)], Member("overlap.py"))})
    (folder.root / "b").mkdir()
    (folder.root / "b/overlap.py").symlink_to("/etc/passwd")
    a, b = folder.take().handed
    assert a.text == "x = 1\n"
    assert a.notes[0] == "a.zip/../0.py would leave the folder"
    assert len(a.notes) == intake.MAX_REFUSED + 1
    assert (b.problem, b.notes) == (
        nothing_in("overlap.py"),
        ("b/overlap.py is a link, and links are not followed",),
    )


def test_a_flood_of_files_is_read_to_a_bound(folder, monkeypatch):
    monkeypatch.setattr(attempts, "MAX_FILES", 20)
    folder({f"a/{i}.py": solved() for i in range(30)})
    folder({"a/z/overlap.py": solved("mine")})
    handed = folder.only()
    assert handed.text == solved("mine").decode()  # names come first
    assert "too many or too large files: only 20 were read" in handed.notes
    assert "and 9 more attempts" in handed.notes


DUE = datetime(2026, 1, 3, tzinfo=UTC)


@pytest.mark.parametrize(
    ("name", "due", "late"),
    [
        ("a_overlap.py", None, None),
        ("a_overlap.py", datetime(2026, 1, 1, 23, 59, 59, tzinfo=UTC), True),
        ("a_overlap.py", datetime(2026, 1, 2, tzinfo=UTC), False),  # at the very second
        ("a_1_2_overlap.py", datetime(2026, 1, 1, tzinfo=UTC), False),  # so Canvas says
        ("a_1_2_overlap.py", None, None),
        ("a_1_2_essay.pdf", datetime(2026, 1, 1, tzinfo=UTC), False),
        ("a_LATE_1_2_overlap.py", None, True),
        ("a_LATE_1_2_overlap.py", datetime(2026, 1, 3, tzinfo=UTC), True),  # the LMS knows better
    ],
)
def test_lateness(folder, name, due, late):
    assert folder({name: solved()}).only(due=due).late is late


def test_a_roster_adds_names_and_the_missing(folder):
    roster = Roster(
        [
            Student("s1", "Smith, Anna", "12345"),
            Student("s2", "Bo Li"),
            Student("s3", "Cem Öz"),
            Student("s4", "Ed"),
        ]
    )
    folder({"whoever_12345_1_overlap.py": solved(1), "oz cem.zip": zipped(Member("overlap.py"))})
    assert folder.take(roster).handed[0].id == "12345"
    folder({"zed/overlap.py": solved(2), "S4/notes.txt": b"", "csv/overlap.py": solved(3)})
    os.mkfifo(folder.root / "bo li")
    taken = folder.take(roster, DUE)
    assert [(h.student, h.name, h.listed, h.missing, h.late) for h in taken.handed] == [
        ("csv", "", False, False, True),
        ("s1", "Smith, Anna", True, False, False),
        ("s2", "Bo Li", True, True, None),
        ("s3", "Cem Öz", True, False, False),
        ("s4", "Ed", True, False, True),
        ("zed", "", False, False, True),
    ]
    assert [h.problem for h in taken.handed][2] == "nothing was handed in"


def test_two_of_one_name_in_the_lms_are_not_taken_for_one_of_the_roster(folder):
    folder({"smithanna_1_9_overlap.py": solved(1), "smithanna_2_9_overlap.py": solved(2)})
    listed = {h.student: h.listed for h in folder.take(Roster([Student("s", "Anna Smith")])).handed}
    assert listed == {"s": True, "smithanna_1": False, "smithanna_2": False}
    sure = folder.take(Roster([Student("s", "Anna Smith", "2")])).handed
    assert {h.student: h.file for h in sure} == {
        "s": "smithanna_2_9_overlap.py",
        "smithanna_1": "smithanna_1_9_overlap.py",
    }
    folder({"SmithAnna/overlap.py": solved(3)})
    by_hand = folder.take(Roster([Student("smithanna")])).handed
    assert {h.student: h.file for h in by_hand if h.listed} == {"smithanna": "SmithAnna/overlap.py"}
    assert len(by_hand) == 3


def test_an_empty_folder_gives_no_row_and_all_of_the_roster(folder):
    folder.root.mkdir()
    assert folder.take().handed == ()
    assert [h.missing for h in folder.take(Roster([Student("a"), Student("b")])).handed] == [
        True
    ] * 2
