"""The learner's edition: what is in it and what never is, where it may lie, that it works."""

import ast
import errno
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import chunklab
from chunklab.classroom.release import RECORD, Released
from chunklab.classroom.release import release as release_to
from chunklab.cli import cli
from chunklab.course.errors import CourseError
from chunklab.course.index import Course

ROOT = Path(__file__).parents[2]
CANARY = "canary-4f1d"
MAKE = shutil.which("make") or "make"


@pytest.fixture(autouse=True)
def _no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture
def course(tmp_path: Path) -> Course:
    """A copy of the course, which a test may spoil."""
    root = tmp_path / "course"
    root.mkdir()
    for name in ("chunklab", "docs", "exercises", "notebooks", "solutions", "tests"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in ROOT.iterdir():
        if path.is_file() and path.name != ".git":
            shutil.copy(path, root)
    return Course.load(root)


def release(course: Course, folder: Path, with_solutions: bool = False) -> Released:
    return release_to(course, folder, with_solutions=with_solutions)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


# --- What is in it -------------------------------------------------------------------------------


@pytest.mark.parametrize("with_solutions", [False, True])
def test_the_learners_edition_holds_this_and_no_more(
    course: Course, tmp_path: Path, with_solutions: bool
) -> None:
    done = release(course, tmp_path / "out", with_solutions)
    found = set(contents(tmp_path / "out"))
    lessons = [exercise.name for exercise in course.exercises]
    assert {name for name in found if not name.startswith("chunklab/")} == {
        ".chunklab-release.json",
        ".gitignore",
        "CITATION.cff",
        "LICENSE",
        "LICENSE-TEXT",
        "Makefile",
        "README.md",
        "docs/explorer.svg",
        "docs/hub/jupyterhub_config.py",
        "docs/hub/values.yaml",
        "docs/jupyterhub.md",
        "docs/learners.md",
        "docs/protocol.md",
        "docs/setup.md",
        "environment.yml",
        "exercises/course.toml",
        *(f"exercises/{name}.py" for name in lessons),
        *(f"exercises/questions/{name}.toml" for name in lessons),
        "notebooks/00_start.ipynb",
        *(f"notebooks/{exercise.notebook}" for exercise in course.exercises),
        "pyproject.toml",
        "requirements.txt",
        *(f"tests/exercises/test_{name}.py" for name in lessons),
        *(f"solutions/{name}.py" for name in lessons if with_solutions),
    }
    assert found == {*done.files, RECORD}
    assert set(done.written) == set(done.files)
    assert (done.removed, done.not_named) == ((), ())
    record = json.loads((tmp_path / "out" / RECORD).read_bytes())
    assert record["chunklab"] == chunklab.__version__
    assert record["with_solutions"] is with_solutions


def test_the_package_is_complete(course: Course, tmp_path: Path) -> None:
    done = release(course, tmp_path / "out")
    package = {name for name in contents(course.root) if name.startswith("chunklab/")}
    assert package <= set(done.files), "a new kind of file: say in ALLOWED whether it goes in"


SECRET = ["solutions", "tests/exercises/hidden", "tests/grading"]
# Things that lie about in a course folder: (path, why it must not go in)
STRAY = [
    (f"submissions/{CANARY}/overlap.py", "a learner's answers"),
    (f"grades/feedback/{CANARY}.html", "a learner's grades"),
    (f"work/exercises/{CANARY}.py", "the instructor's own copies"),
    (f"notebooks/{CANARY}.ipynb", "a notebook that course.toml does not name"),
    (f"notebooks/.ipynb_checkpoints/{CANARY}-checkpoint.ipynb", "Jupyter's copy"),
    (f"exercises/{CANARY}.py", "a stub that course.toml does not name"),
    ("exercises/overlap.py.orig", "what a merge left behind"),
    ("exercises/overlap.py~", "an editor's backup"),
    ("exercises/questions/solved.toml", "questions of no lesson"),
    ("tests/exercises/test_secret.py", "checks that course.toml does not name"),
    ("chunklab/.#cli.py", "an editor's lock"),
    ("chunklab/.old/solved.py", "a hidden folder"),
    ("chunklab/__pycache__/solved.cpython-311.pyc", "compiled"),
    (".venv/solved.py", "an environment"),
    (".cache/work/exercises/overlap.py", "a cache"),
    (".git/config", "the history"),
]


@pytest.mark.parametrize("with_solutions", [False, True])
def test_no_secret_gets_out(course: Course, tmp_path: Path, with_solutions: bool) -> None:
    planted = [path for name in SECRET for path in (course.root / name).rglob("*.*")]
    planted += [course.root / name / f"{CANARY}.py" for name in SECRET]
    planted += [course.root / name for name, _ in STRAY]
    for path in planted:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(f"\n# {CANARY}\n")
    done = release(course, tmp_path / "out", with_solutions)
    out = {
        name for name, content in contents(tmp_path / "out").items() if CANARY.encode() in content
    }
    keys = {f"solutions/{exercise.name}.py" for exercise in course.exercises}
    assert out == (keys if with_solutions else set())
    assert not [path for path in (tmp_path / "out").rglob("*") if CANARY in path.name]
    assert set(done.not_named) == {
        f"notebooks/{CANARY}.ipynb",
        f"exercises/{CANARY}.py",
        "exercises/overlap.py.orig",
        "exercises/overlap.py~",
        "exercises/questions/solved.toml",
        "tests/exercises/test_secret.py",
    }


def test_the_course_itself_points_at_no_key(course: Course, tmp_path: Path) -> None:
    """Neither do the checks load it, nor does a lesson show or import it."""
    release(course, tmp_path / "out")
    for folder in ("exercises", "notebooks", "tests"):
        for name, content in contents(tmp_path / "out" / folder).items():
            assert b"solutions" not in content, name
    for path in (tmp_path / "out/tests/exercises").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom):
                assert node.module in ("chunklab.grading.checks", "chunklab.grading.values")
            elif isinstance(node, ast.Import):
                for each in node.names:
                    assert each.name == "pytest" or each.name in sys.stdlib_module_names


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_readme_names_only_what_is_there(course: Course, tmp_path: Path, newline: str) -> None:
    readme = course.root / "README.md"
    before = readme.read_text(encoding="utf-8")
    readme.write_text(before, encoding="utf-8", newline=newline)
    release(course, tmp_path / "out")
    after = (tmp_path / "out/README.md").read_bytes().decode()
    assert after.count("\r\n") == (after.count("\n") if newline == "\r\n" else 0)
    assert re.findall("(?m)^## (.*?)\r?$", after) == [
        heading for heading in re.findall("(?m)^## (.*)$", before) if heading != "For instructors"
    ]
    links = re.findall(r"\]\(([^)]+)\)", after)
    assert links
    assert [link for link in links if not (tmp_path / "out" / link).exists()] == []
    here, there = (
        {path.name for path in folder.iterdir()} for folder in (course.root, tmp_path / "out")
    )
    left_out = here - there
    assert {"solutions", "CONTRIBUTING.md", "contributing.mk"} <= left_out
    assert [name for name in [*left_out, "hidden", "instructor"] if name in after] == []


def test_make_help_names_only_what_is_there(course: Course, tmp_path: Path) -> None:
    release(course, tmp_path / "out")
    here, there = (
        subprocess.run([MAKE, "-C", folder, "help"], stdout=-1, text=True, check=True).stdout
        for folder in (course.root, tmp_path / "out")
    )
    assert "make lab" in there
    assert "make bench" in here
    assert "make bench" not in there


# --- How it is written ---------------------------------------------------------------------------


def test_two_releases_are_the_same_and_a_second_one_writes_nothing(
    course: Course, tmp_path: Path
) -> None:
    release(course, tmp_path / "a")
    release(course, tmp_path / "deep/er/b")
    first = contents(tmp_path / "a")
    assert first == contents(tmp_path / "deep/er/b")
    again = release(course, tmp_path / "a")
    assert (again.written, again.removed) == ((), ())
    assert contents(tmp_path / "a") == first


def test_bytes_and_executable_bits_are_kept(course: Course, tmp_path: Path) -> None:
    stub = course.stub(course.exercises[0])
    stub.write_bytes(b"# \xe4\r\ndef stride(): ...\n\r")
    (course.root / "chunklab/cli.py").chmod(0o755)
    release(course, tmp_path / "out")
    assert (tmp_path / "out/exercises/overlap.py").read_bytes() == stub.read_bytes()
    assert os.access(tmp_path / "out/chunklab/cli.py", os.X_OK)
    assert not os.access(tmp_path / "out/README.md", os.X_OK)
    (course.root / "Makefile").chmod(0o755)
    release(course, tmp_path / "out")
    assert os.access(tmp_path / "out/Makefile", os.X_OK)


def test_an_earlier_release_is_brought_up_to_date(course: Course, tmp_path: Path) -> None:
    out = tmp_path / "out"
    module = course.root / "chunklab/extra/module.py"
    module.parent.mkdir()
    module.write_text('"""Extra."""')
    release(course, out, with_solutions=True)
    others = {".git/HEAD": b"x", "SYLLABUS.md": b"mine", "solutions/notes.txt": b"mine"}
    for name, content in others.items():
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_bytes(content)
    (out / "LICENSE").unlink()
    shutil.rmtree(module.parent)
    course.stub(course.exercises[0]).write_text("new")

    done = release(course, out)
    assert done.written == ("LICENSE", "exercises/overlap.py")
    keys = [f"solutions/{exercise.name}.py" for exercise in course.exercises]
    assert sorted(done.removed) == sorted(["chunklab/extra/module.py", *keys])
    assert not (out / "chunklab/extra").exists()
    release(course, tmp_path / "fresh")
    assert contents(out) == contents(tmp_path / "fresh") | others


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("exercises/overlap.py", "changed there, and new in the course"),
        ("LICENSE", "changed there"),
        ("chunklab/gone.py", "changed there, and gone from the course"),
        ("chunklab/new.py", "somebody else's, and new in the course"),
    ],
)
def test_what_somebody_changed_is_never_overwritten(
    course: Course, tmp_path: Path, name: str, why: str
) -> None:
    out = tmp_path / "out"
    (course.root / "chunklab/gone.py").write_text('"""Gone."""')
    release(course, out)
    (course.root / "chunklab/gone.py").unlink()
    (course.root / "chunklab/new.py").write_text('"""New."""')
    course.stub(course.exercises[0]).write_text("new")
    (out / name).write_text("theirs")
    before = contents(out)
    with pytest.raises(CourseError, match=rf"Nothing was written.* {name}\. Move"):
        release(course, out)
    assert contents(out) == before
    shutil.move(out / name, tmp_path / "elsewhere")
    release(course, out)
    assert (tmp_path / "elsewhere").read_text() == "theirs"


@pytest.mark.parametrize(
    ("number", "words"), [(errno.ENOSPC, "the disk is full"), (errno.EACCES, "no permission")]
)
@pytest.mark.parametrize("earlier", [False, True], ids=["first", "later"])
@pytest.mark.parametrize("writes", [0, 1, 30, -1])
def test_an_interrupted_release_is_completed_by_the_next(
    course: Course,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    writes: int,
    earlier: bool,
    number: int,
    words: str,
) -> None:
    """Wherever it stops, from the first record to the last; also by one of a third version."""
    out = tmp_path / "out"
    modules = sorted((course.root / "chunklab").rglob("*.py"))
    changing = len(modules)
    if earlier:
        (course.root / "chunklab/gone.py").write_text('"""Gone."""')
        release(course, out)
        (course.root / "chunklab/gone.py").unlink()
    else:
        changing = len(release(course, tmp_path / "other").files)
    for path in modules:
        path.write_bytes(path.read_bytes() + b"# second\n")
    left = writes if writes >= 0 else changing + earlier  # a first record is also the last

    def disk(_: int) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", disk)
        with pytest.raises(CourseError, match=words):
            release(course, out)
    for path in modules[::2]:
        path.write_bytes(path.read_bytes() + b"# third\n")
    release(course, out)
    release(course, tmp_path / "fresh")
    assert contents(out) == contents(tmp_path / "fresh")


# --- Where it may be written ---------------------------------------------------------------------


@pytest.mark.parametrize("where", [".", "out", "work/out", ".."])
def test_course_and_release_lie_apart(course: Course, where: str) -> None:
    before = contents(course.root.parent)
    with pytest.raises(CourseError, match=r"must lie outside .*course-release\.$"):
        release(course, course.root / where)
    assert contents(course.root.parent) == before


def _file(out: Path) -> None:
    out.write_text("theirs")


def _dangling_link(out: Path) -> None:
    out.symlink_to(out.with_name("nowhere"))


def _other_things(out: Path) -> None:
    out.mkdir()
    (out / "README.md").write_text("theirs")


def _only_hidden(out: Path) -> None:
    out.mkdir()
    (out / ".bashrc").write_text("theirs")


def _damaged_record(out: Path) -> None:
    out.mkdir()
    (out / RECORD).write_text("{")


def _record_of_the_future(out: Path) -> None:
    out.mkdir()
    (out / RECORD).write_text('{"format": 2, "files": {}}')


def _record_without_digests(out: Path) -> None:
    out.mkdir()
    (out / RECORD).write_text('{"format": 1, "files": ["README.md"]}')


def _record_that_reaches_out(out: Path) -> None:
    out.mkdir()
    (out / RECORD).write_text('{"format": 1, "files": {"../course/LICENSE": ["x"]}}')


def _record_of_another_place(out: Path) -> None:
    out.mkdir()
    name = str(out.with_name("course") / "LICENSE")
    (out / RECORD).write_text(json.dumps({"format": 1, "files": {name: ["x"]}}))


def _folder_for_a_file(out: Path) -> None:
    (out / "LICENSE").mkdir(parents=True)
    (out / RECORD).write_text('{"format": 1, "files": {}}')


def _file_for_a_folder(out: Path) -> None:
    out.mkdir()
    (out / "exercises").write_text("theirs")
    (out / RECORD).write_text('{"format": 1, "files": {}}')


def _link_for_a_folder(out: Path) -> None:
    out.mkdir()
    (out / "exercises").symlink_to(out.with_name("course") / "exercises")
    (out / RECORD).write_text('{"format": 1, "files": {}}')


def _link_for_a_file(out: Path) -> None:
    out.mkdir()
    (out / "LICENSE").symlink_to(out.with_name("course") / "LICENSE")
    (out / RECORD).write_text('{"format": 1, "files": {}}')


@pytest.mark.parametrize(
    ("prepare", "words"),
    [
        (_file, "a file or broken link is in its way"),
        (_dangling_link, "a file or broken link is in its way"),
        (_other_things, r"holds other things.*: README\.md\. Name a new folder"),
        (_only_hidden, r"holds other things.*: \.bashrc"),
        (_damaged_record, "cannot be understood.*Name another folder"),
        (_record_of_the_future, "cannot be understood"),
        (_record_without_digests, "cannot be understood"),
        (_record_that_reaches_out, "leads elsewhere"),
        (_record_of_another_place, "leads elsewhere"),
        (_folder_for_a_file, "LICENSE is a folder, where a file belongs"),
        (_file_for_a_folder, "a file or broken link is in its way"),
        (_link_for_a_folder, "leads elsewhere by a link"),
        (_link_for_a_file, "LICENSE is a link"),
    ],
)
def test_what_is_in_the_way_is_named_before_anything_is_written(
    course: Course, tmp_path: Path, prepare, words: str
) -> None:
    prepare(tmp_path / "out")
    before = contents(tmp_path)
    with pytest.raises(CourseError, match=words):
        release(course, tmp_path / "out")
    assert contents(tmp_path) == before


@pytest.mark.parametrize("already", [None, "", ".git"])
def test_new_empty_or_with_a_git_folder(
    course: Course, tmp_path: Path, already: str | None
) -> None:
    if already is not None:
        (tmp_path / "out" / already).mkdir(parents=True)
    release(course, tmp_path / "out")
    assert (tmp_path / "out/README.md").exists()


# --- What the course must be like ----------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "exercises/overlap.py",
        "notebooks/01_overlap.ipynb",
        "tests/exercises/test_overlap.py",
        "requirements.txt",
        "solutions/overlap.py",
    ],
)
def test_what_a_release_needs_must_be_there(course: Course, tmp_path: Path, name: str) -> None:
    (course.root / name).unlink()
    with pytest.raises(CourseError, match=rf"There is no .*{name}, and a release needs it"):
        release(course, tmp_path / "out", with_solutions=True)
    assert not (tmp_path / "out").exists()


def test_a_lesson_may_ask_nothing(course: Course, tmp_path: Path) -> None:
    shutil.rmtree(course.root / "exercises/questions")
    assert "exercises/overlap.py" in release(course, tmp_path / "out").files


@pytest.mark.parametrize(
    ("name", "target", "words"),
    [
        ("exercises/overlap.py", "solutions/overlap.py", "overlap.py is a link"),
        ("docs", "tests/exercises/hidden", "leads elsewhere by a link"),
        ("exercises", "elsewhere", "leads elsewhere by a link"),
    ],
)
def test_no_link_of_the_course_is_followed(
    course: Course, tmp_path: Path, name: str, target: str, words: str
) -> None:
    shutil.copytree(course.root / "exercises", course.root / "elsewhere")
    shutil.move(course.root / name, tmp_path / "aside")
    (course.root / name).symlink_to(course.root / target)
    with pytest.raises(CourseError, match=words):
        release(course, tmp_path / "out")
    assert not (tmp_path / "out").exists()


# --- That it works -------------------------------------------------------------------------------


def in_edition(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a learner's edition, with that edition's own package."""
    environment = {name: os.environ[name] for name in os.environ if "CHUNKLAB" not in name}
    environment |= {"PYTHONPATH": str(folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def command(folder: Path, *args: str) -> str:
    done = in_edition(folder, "-c", "from chunklab.cli import main; main()", *args)
    assert done.stderr == ""
    return done.stdout


HALF_RIGHT = """\
def stride(size, overlap):
    return size - overlap + 1

def chunk_starts(n, size, overlap):
    step, starts, covered = stride(size, overlap), [], 0
    while covered < n:
        starts.append(len(starts) * step)
        covered = starts[-1] + size
    return starts
"""


def test_a_learner_works_in_it(course: Course, tmp_path: Path) -> None:
    """With the visible checks, own helper functions, and no second try with right ones."""
    out = tmp_path / "out"
    release(course, out)
    assert "exercises/overlap.py: made" in command(out, "start")
    assert "hint 1 of 3" in command(out, "hint", "overlap", "stride")
    (out / "work/exercises/overlap.py").write_text(HALF_RIGHT)
    said = command(out, "check", "overlap")
    assert re.search(r"stride +wrong", said)
    assert re.search(r"chunk_starts +wrong", said)
    assert "visible checks only" in said
    assert "overlap: 0 of 15 points" in command(out, "progress")

    release(course, out, with_solutions=True)
    said = command(out, "check", "overlap")
    assert re.search(r"chunk_starts +passed\n +with correct answers of stride", said)
    assert "visible checks only" in said


def test_its_tests_pass(course: Course, tmp_path: Path) -> None:
    """Without a key there is nothing to judge, unless somebody says what; and that is said."""
    out = tmp_path / "out"
    release(course, out)
    unasked = in_edition(out, "-m", "pytest", "tests")
    assert unasked.returncode == 0, unasked.stdout
    assert re.search(r"no overlap.py in solutions/: name a file with --submission", unasked.stdout)
    functions = sum(len(exercise.functions) for exercise in course.exercises)
    assert f"= {functions} skipped" in unasked.stdout
    checks = "tests/exercises/test_overlap.py"
    asked = in_edition(out, "-m", "pytest", checks, "--submission", "exercises/overlap.py")
    assert "7 failed" in asked.stdout
    assert "stride: not attempted" in asked.stdout


def test_a_new_version_in_mid_term_leaves_a_learners_work_alone(
    course: Course, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    release(course, out)
    command(out, "start")
    (out / "work/exercises/overlap.py").write_text(HALF_RIGHT)
    course.stub(course.exercises[0]).write_text("def stride(): ...\n")
    notebook = course.notebook(course.exercises[0])
    notebook.write_bytes(notebook.read_bytes().replace(b"Lesson 1: Overlap", b"Lesson 1: Overlaps"))

    done = release(course, out)
    assert done.written == ("exercises/overlap.py", "notebooks/01_overlap.ipynb")
    said = command(out, "start")
    assert "overlap.py: yours stays as it is; a new version lies beside it" in said
    assert "01_overlap.ipynb: brought up to date" in said
    assert (out / "work/exercises/overlap.py").read_text() == HALF_RIGHT


# --- The command ---------------------------------------------------------------------------------


def test_the_command_says_what_it_did(
    course: Course, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(course.root)
    monkeypatch.delenv("CHUNKLAB_COURSE", raising=False)
    (course.root / "notebooks/scratch.ipynb").write_text("{}")

    def run(*args: str) -> str:
        done = CliRunner().invoke(cli, ["release", "../out", *args], catch_exceptions=False)
        assert done.exit_code == 0
        return done.output

    said = run()
    count = len(contents(tmp_path / "out")) - 1
    assert f"chunklab {chunklab.__version__}, is in {tmp_path / 'out'}\n" in said
    assert f"  {count} of {count} files written, 0 removed\n" in said
    assert "solutions: left out" in said
    assert "not named in course.toml, so left out: notebooks/scratch.ipynb\n" in said
    assert said.splitlines()[-1].startswith("Next: ")
    said = run("--with-solutions")
    keys = len(course.exercises)
    assert f"  {keys} of {count + keys} files written, 0 removed\n" in said
    assert "solutions: in it" in said
