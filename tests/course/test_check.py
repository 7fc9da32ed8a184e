"""``check``: the learner's file or function, judged, told in words, and remembered."""

import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from IPython.core.interactiveshell import InteractiveShell

from chunklab.cli import cli
from chunklab.course import check
from chunklab.course.errors import CourseError
from chunklab.course.index import Course
from chunklab.course.progress import Progress
from chunklab.course.work import Work

ROOT = Path(__file__).parents[2]
KEY = (ROOT / "solutions/overlap.py").read_text(encoding="utf-8")


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A clone of the course, with the learner standing in it."""
    for folder in ("exercises", "notebooks", "solutions", "tests/exercises"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    monkeypatch.chdir(tmp_path / "notebooks")
    for name in ("CHUNKLAB_COURSE", "CHUNKLAB_WORK"):
        monkeypatch.delenv(name, raising=False)
    return Course.find()


@pytest.fixture
def mine(course):
    """The learner's exercise file."""
    work = Work(course)
    work.start()
    return work.stub(course.exercise("overlap"))


def outcomes(report):
    return {verdict.function: str(verdict.outcome) for verdict in report.verdicts}


def test_the_first_check_makes_the_copies_and_says_so(course):
    report = check("overlap")
    assert set(outcomes(report).values()) == {"not attempted"}
    assert str(course.root / "work") in str(report)
    assert str(report).splitlines()[0] == "overlap: 0 of 7 functions passed, 0 of 15 points"
    assert str(report).splitlines()[-1] == (
        "Next: write stride in overlap.py, save it, and check again."
    )
    assert "Note" not in str(check("overlap"))
    assert "Your code ran in a sandbox of: rlimits" in str(check("overlap"))


def test_a_new_version_of_the_lesson_is_told_until_it_has_been_brought(course, mine):
    mine.write_text(KEY, encoding="utf-8")
    news = "The course has a new version of this lesson. chunklab start"
    assert news not in str(check("overlap"))
    stub = course.stub(course.exercise("overlap"))
    stub.write_text(f"{stub.read_text()}\n# Corrected.\n")
    assert news not in str(check("windows"))
    report = check("overlap")
    assert news in str(report)
    assert report.passed
    Work(course).start()
    assert news not in str(check("overlap"))


def test_a_python_without_sqlite_says_so_where_it_is_needed(course, monkeypatch):
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    with pytest.raises(CourseError, match="sqlite3, which this Python does not have"):
        check("ingest")
    assert "0 of 7 functions passed" in str(check("overlap"))


def test_a_right_file_passes_and_is_offered_another_way(mine):
    mine.write_text(KEY, encoding="utf-8")
    report = check("overlap")
    assert report.passed
    assert "7 of 7 functions passed, 15 of 15 points" in str(report)
    assert "second way" in report.next_step


def test_a_wrong_answer_is_shown_with_all_that_helps(mine):
    mine.write_text(KEY.replace("return size - overlap", "return size + overlap"), encoding="utf-8")
    text = str(check("overlap"))
    for line in (
        "  ✗ stride              wrong",
        "      call: stride(200, 50)",
        "      came back: 250",
        "      expected: 150",
        "  ✓ n_chunks            passed",
        "      with correct answers of chunk_starts, not its own",
    ):
        assert line in text.splitlines()
    assert "think about: 250 adds the overlap" in text
    assert text.splitlines()[-1].startswith("Next: look at stride. For a hint:")


def test_one_endless_loop_leaves_the_others_judged(mine):
    loop = "def chunk_with_overlap(units, size, overlap):\n    while True: pass\n"
    mine.write_text(KEY + loop, encoding="utf-8")
    found = outcomes(check("overlap"))
    assert found.pop("chunk_with_overlap") == "timed out"
    assert list(found.values()) == ["passed"] * 6


def test_hidden_checks_see_what_visible_ones_do_not_and_keep_it_to_themselves(mine):
    learnt_by_heart = (
        "def stride(size, overlap):\n"
        "    if not 0 <= overlap < size: raise ValueError\n"
        "    return {(200, 50): 150, (7, 0): 7, (7, 6): 1}[size, overlap]\n"
    )
    mine.write_text(learnt_by_heart, encoding="utf-8")
    verdict = check("overlap").verdicts[0]
    assert (verdict.outcome, verdict.got, verdict.call) == ("raised", "", "")
    assert verdict.category == "some document"


def test_without_hidden_checks_the_report_says_so(course, mine):
    shutil.rmtree(course.root / "tests/exercises/hidden")
    shutil.rmtree(course.root / "solutions")
    mine.write_text(KEY, encoding="utf-8")
    report = check("overlap")
    assert report.passed
    assert "These are the visible checks only; grading adds others." in report.notes


def test_a_function_of_the_notebook_earns_nothing(course):
    shell = InteractiveShell.instance()
    shell.run_cell(KEY)
    assert check(shell.user_ns["stride"]).passed
    lesson, *_ = Progress(Work(course)).summary()
    assert lesson.earned == 0


def test_a_leftover_raise_is_named(mine):
    mine.write_text("def stride(size, overlap):\n    x = 1\n    raise NotImplementedError\n")
    verdict = check("overlap").verdicts[0]
    assert (verdict.outcome, verdict.reason) == (
        "not attempted",
        "line 3 still says raise NotImplementedError",
    )


def test_a_time_out_names_the_call(mine):
    endless = KEY.replace("while covered < n:", "while True: pass\n    while covered < n:")
    assert endless != KEY  # it does not grow: memory is not what ends it
    mine.write_text(endless, encoding="utf-8")
    verdict = check("overlap").verdicts[1]
    assert (verdict.outcome, verdict.call) == ("timed out", "chunk_starts(1000, 200, 50)")
    assert verdict.hint


def test_what_is_printed_in_a_loop_is_shown_shortened(mine):
    mine.write_text("def stride(size, overlap):\n    while True: print('x')\n")
    text = str(check("overlap"))
    assert len(text.splitlines()) < 60
    assert "more lines ..." in text


def test_a_folder_in_place_of_the_file_is_told_as_that(mine):
    mine.unlink()
    mine.mkdir()
    with pytest.raises(CourseError, match="folder"):
        check("overlap")


def test_a_function_s_name_is_no_exercise(course):
    with pytest.raises(CourseError, match=r"check\(stride\), without quotes"):
        check("stride")


def test_progress_is_remembered(course, mine):
    mine.write_text(KEY, encoding="utf-8")
    check("overlap")
    mine.write_text("", encoding="utf-8")
    check("overlap")
    lesson, *_ = Progress(Work(course)).summary()
    assert (lesson.earned, lesson.possible) == (15, 15)
    assert lesson.standings["stride"].checks == 2


def test_a_syntax_error_is_told_with_its_line(mine):
    mine.write_text("x = 1\ndef stride(size, overlap)\n    return 1\n", encoding="utf-8")
    text = str(check("overlap"))
    assert "its definition does not work: SyntaxError: expected ':'" in text
    assert "(line 2)" in text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1"])
def test_any_bytes_are_judged(mine, encoding):
    mine.write_bytes(("# é\n" + KEY).encode(encoding))
    found = set(outcomes(check("overlap")).values())
    assert found == {"passed"}


def test_the_html_of_a_report_escapes_what_the_learner_wrote(mine):
    mine.write_text("def stride(size, overlap):\n    print('<b>')\n    return '<script>'\n")
    html = check("overlap")._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
    assert "<summary>printed</summary><pre>&lt;b&gt;" in html


def test_a_function_of_the_notebook(course):
    shell = InteractiveShell.instance()
    shell.run_cell(
        "def helper(a, b): return a - b\n"
        "def stride(size, overlap):\n"
        "    if not 0 <= overlap < size: raise ValueError\n"
        "    return helper(size, overlap)\n"
    )
    report = check(shell.user_ns["stride"])
    assert outcomes(report) == {"stride": "passed"}
    assert report.next_step == 'check the whole exercise: check("overlap").'
    assert check(shell.user_ns["stride"], exercise="overlap").passed
    with pytest.raises(CourseError, match="No lesson asks for a function called 'helper'"):
        check(shell.user_ns["helper"])


def test_what_cannot_be_checked_is_said(course):
    with pytest.raises(CourseError, match="overlap"):
        check("overlapp")
    shutil.rmtree(course.root / "tests")
    with pytest.raises(CourseError, match="no checks for 'overlap'"):
        check("overlap")


def test_broken_checks_are_not_blamed_on_the_learner(course, mine):
    path = course.root / "tests/exercises/hidden/test_overlap_hidden.py"
    path.write_text("raise RuntimeError('a bug of the course')", encoding="utf-8")
    with pytest.raises(CourseError, match=r"not your code's fault(?s:.*)a bug of the course"):
        check("overlap")
    (course.root / "solutions/overlap.py").unlink()
    shutil.copy(ROOT / "tests/exercises/hidden/test_overlap_hidden.py", path)
    with pytest.raises(CourseError, match="FileNotFoundError"):
        check("overlap")
    path.unlink()
    visible = course.root / "tests/exercises/test_overlap.py"
    visible.write_text('EXERCISE = "overlap"\n', encoding="utf-8")
    with pytest.raises(CourseError, match="no check looks at chunk_lengths"):
        check("overlap")


def test_a_name_in_two_lessons_needs_the_lesson(course):
    shell = InteractiveShell.instance()
    shell.run_cell("def chunk_with_overlap(units, size, overlap): return []")
    with pytest.raises(CourseError, match='exercise="overlap" or exercise="windows"'):
        check(shell.user_ns["chunk_with_overlap"])
    report = check(shell.user_ns["chunk_with_overlap"], exercise="windows")
    assert report.verdicts[0].category == "the last window is shorter"


def test_the_command(mine):
    result = CliRunner().invoke(cli, ["check", "overlap"])
    assert (result.exit_code, result.output.splitlines()[-1][:18]) == (1, "Next: write stride")
    mine.write_text(KEY, encoding="utf-8")
    assert CliRunner().invoke(cli, ["check", "overlap"]).exit_code == 0


def test_a_file_of_the_learner_is_never_imported_by_the_judge(course, mine):
    for folder in (course.root / "notebooks", mine.parent):
        (folder / "json.py").write_text("raise SystemExit('imported')", encoding="utf-8")
    mine.write_text(KEY, encoding="utf-8")
    assert check("overlap").passed
