"""The instructors' page: its exercise is added and judged, and its commands are real."""

import re
import shlex
import shutil
from pathlib import Path

import click
import pytest

from chunklab.classroom.release import release
from chunklab.cli import cli
from chunklab.course.index import Course
from chunklab.course.syllabus import Syllabus
from chunklab.grading.judge import Verdict
from chunklab.grading.outcomes import Outcome
from chunklab.grading.run import run_checks

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/instructors.md").read_text(encoding="utf-8")
COMMANDS = [
    line
    for block in re.findall(r"(?ms)^```sh\n(.*?)^```", PAGE)
    for line in block.splitlines()
    if line.startswith("chunklab ")
]


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    """A copy of the course with the exercise of the page, and ``wrong.py`` beside it."""
    root = tmp_path_factory.mktemp("instructor") / "course"
    spared = shutil.ignore_patterns(".git", ".*cache", ".venv", "__pycache__", "work")
    shutil.copytree(ROOT, root, ignore=spared)
    walk_through = PAGE.partition("## Add an exercise")[2].partition("\n## ")[0]
    # The file is the last that the line before the block names.
    for line, text in re.findall(r"(?ms)^(\S[^\n]*):\n\n```(?!sh)\w+\n(.*?)^```$", walk_through):
        path = root / re.findall(r"`([^`]+\.\w+)`", line)[-1]
        with path.open("a" if "end of" in line else "x", encoding="utf-8") as file:
            file.write(text)
    return Course.load(root)


def judged(course: Course, submission: str) -> Verdict:
    exercise = course.exercise("cuts")
    file = course.root / submission
    [found] = run_checks(course.root, course.checks(exercise), [file], ["n_cuts"])
    return found.verdicts["n_cuts"]


def test_the_exercise_is_in_the_course(course: Course) -> None:
    exercise = course.exercise("cuts")
    assert course.exercises[-1] is exercise
    for path in (course.notebook, course.stub, course.visible_checks, course.solution):
        assert path(exercise).is_file()
    assert course.hidden_checks(exercise).is_file()


def test_its_lesson_says_what_the_index_says_and_so_does_the_first_page(course: Course) -> None:
    exercise = course.exercise("cuts")
    lesson = course.notebook(exercise).read_text(encoding="utf-8")
    page = str(Syllabus(course))
    assert f"**{exercise.minutes} minutes**" in lesson
    for words in (*exercise.prerequisites, *exercise.objectives):
        assert words in lesson
        assert words in page
    command = "make notebooks ARGS=notebooks/00_start.ipynb"
    assert command in PAGE
    assert (ROOT / command.partition("=")[2]).is_file()


def test_the_answer_key_passes(course: Course) -> None:
    assert judged(course, "solutions/cuts.py").outcome is Outcome.PASSED


def test_the_stub_is_not_attempted(course: Course) -> None:
    assert judged(course, "exercises/cuts.py").outcome is Outcome.NOT_ATTEMPTED


def test_the_wrong_answer_fails_in_the_check_that_the_page_names(course: Course) -> None:
    verdict = judged(course, "wrong.py")
    assert (verdict.outcome, verdict.known) == (Outcome.WRONG, True)
    (named,) = re.findall(r'meant for it, here "(.*?)"', PAGE)
    assert verdict.category == named


def test_the_next_release_holds_it(course: Course, tmp_path: Path) -> None:
    done = release(course, tmp_path / "out")
    assert [name for name in done.files if "cuts" in name and "chunklab" not in name] == [
        "exercises/cuts.py",
        "notebooks/02_cuts.ipynb",
        "tests/exercises/test_cuts.py",
    ]


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_has_the_options_that_the_page_gives_it(line: str) -> None:
    name, *args = shlex.split(line)[1:]
    command = cli.commands[name]
    values, rest, _ = command.make_parser(click.Context(command)).parse_args(args)
    assert rest == []
    required = [each.name for each in command.params if each.required]
    assert [each for each in required if values.get(each) is None] == []


def test_the_page_shows_every_command_of_an_instructor() -> None:
    assert {line.split()[1] for line in COMMANDS} == {"release", "grade"}


def test_the_page_is_linked_and_its_links_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (ROOT / "docs" / target).exists(), target
    for name in ("README.md", "CONTRIBUTING.md"):
        assert "(docs/instructors.md)" in (ROOT / name).read_text(encoding="utf-8")
