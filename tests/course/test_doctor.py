"""``doctor``: every situation that it tells of, made real; its text; that it never fails itself."""

import errno
import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable
from pathlib import Path

import nbclient
import nbformat
import pytest

import chunklab
from chunklab.course import (
    check,
    doctor_jupyter,
    doctor_places,
    doctor_python,
    doctor_sandbox,
    findings,
)
from chunklab.course import doctor as diagnose
from chunklab.course.errors import CourseError
from chunklab.course.findings import Diagnosis, Finding, Standing, good, nameless, note, problem
from chunklab.course.index import INDEX, WORK_RECORD, Course
from chunklab.course.work import Work
from chunklab.grading import nursery

ROOT = Path(__file__).parents[2]
PACKAGES = Path(pytest.__file__).parents[1]
AsOrdinaryUser = Callable[[Callable[[], object]], None]


def says(finding: Finding, standing: Standing, *words: str) -> None:
    """Assert that a finding is of this standing and says these words."""
    assert finding.standing is standing, finding
    for each in words:
        assert each in str(finding)


def only(found: list[Finding]) -> Finding:
    [finding] = found
    return finding


# --- Python --------------------------------------------------------------------------------------


def distribution(folder: Path, name: str, version: str, *requires: str) -> None:
    """Put what pip leaves of an installed package into ``folder``."""
    lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
    lines += [f"Requires-Dist: {each}" for each in requires]
    place = folder / f"{name}-{version}.dist-info"
    place.mkdir(parents=True)
    (place / "METADATA").write_text("\n".join(lines) + "\n")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that installs a package where Python looks first."""
    folder = tmp_path / "first"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return lambda *args: distribution(folder, *args)


def test_packages_that_are_good_are_named_with_their_versions(
    installed: Callable[..., None],
) -> None:
    installed("chunklab", "1.0", "pytest>=9", "hypothesis>=900; extra == 'dev'")
    says(only(doctor_python.packages()), Standing.GOOD, f"pytest {pytest.__version__}")
    assert "hypothesis" not in str(only(doctor_python.packages()))


def test_an_old_and_a_missing_package(installed: Callable[..., None]) -> None:
    installed("chunklab", "1.0", "ipywidgets>=8.1", "not-there>=2", "pytest>=9")
    installed("ipywidgets", "7.7.5")
    old, missing = doctor_python.packages()
    says(old, Standing.PROBLEM, "7.7.5 is too old; 8.1 or newer", "-m pip install 'ipywidgets>=8.1")
    says(missing, Standing.PROBLEM, "not-there: is not installed")


def test_every_requirement_of_the_package_is_understood() -> None:
    [finding] = doctor_python.packages()
    for name in ("click", "ipywidgets", "jinja2", "jupyterlab", "matplotlib", "nbval", "wcwidth"):
        assert f"{name} " in finding.found


@pytest.mark.parametrize(
    ("older", "newer"), [("8.1", "8.1.9"), ("8.9", "8.10"), ("7.7.5", "8.1rc1"), ("4", "4.4+local")]
)
def test_versions_are_compared_as_numbers(older: str, newer: str) -> None:
    assert doctor_python.numbers(older) < doctor_python.numbers(newer)


def test_a_second_chunklab_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    others = [each for each in sys.path if not Path(each, "chunklab").exists()]
    monkeypatch.setattr(sys, "path", [str(ROOT), *others])
    says(doctor_python.copies(), Standing.GOOD, f"{chunklab.__version__}, from {ROOT}")
    (tmp_path / "chunklab").mkdir()
    (tmp_path / "chunklab/__init__.py").write_text('__version__ = "0.9"\n')
    monkeypatch.syspath_prepend(tmp_path)
    says(doctor_python.copies(), Standing.NOTE, f"There is another: 0.9 in {tmp_path}", "uninstall")


def test_a_python_without_packages_gets_findings_and_no_traceback(tmp_path: Path) -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from chunklab.course import doctor; "
        "print(doctor())"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    for words in (
        "note     packages: chunklab is not installed for this Python",
        "problem  JupyterLab: not installed",
        "note     widgets in the page: cannot be seen from here",
        "problem  kernel: ipykernel is not installed for this Python",
        "problem  course folder: none that can be used",
    ):
        assert words in done.stdout
    assert "could not be looked at" not in done.stdout


def test_this_python_is_named_as_one_types_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    for path, typed in [
        ("/home/ann/my course/.venv/bin/python", "~/'my course/.venv/bin/python'"),
        ("/usr/bin/python3", "/usr/bin/python3"),
    ]:
        monkeypatch.setattr(sys, "executable", path)
        assert doctor_python.pip_install("x") == f"{typed} -m pip install x"


def test_windows_is_told_of_wsl(monkeypatch: pytest.MonkeyPatch) -> None:
    says(doctor_python.system(), Standing.GOOD, doctor_python.this_python())
    with monkeypatch.context() as patch:
        patch.setattr(os, "name", "nt")
        windows = doctor_python.system()
    says(windows, Standing.PROBLEM, "Windows", "wsl --install")


@pytest.mark.parametrize(
    ("encoding", "sign"),
    [("latin-1", rb"\u2717"), ("ascii", "✗".encode())],  # click takes ascii for a mistake
)
def test_a_terminal_without_the_signs_gets_codes_and_the_remedy(
    encoding: str, sign: bytes, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from chunklab.cli import main; main()", "doctor"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": encoding},
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
    assert sign + b" problem  course folder" in done.stdout
    assert b"encoding: this terminal is set to " in done.stdout
    assert b"PYTHONUTF8=1" in done.stdout


# --- Jupyter -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment without anything: no package, and no part of Jupyter."""
    folder = tmp_path_factory.mktemp("bare")
    venv.create(folder, symlinks=True)
    return folder


@pytest.fixture
def jupyter(bare: Path, tmp_path: Path) -> Callable[[str], str]:
    """Return a function: what a look says in ``bare``, which is lent our packages and no more.

    Of Jupyter it reads ``tmp_path/share`` and ``tmp_path/config``.
    """

    def look(name: str) -> str:
        program = f"from chunklab.course.doctor_jupyter import *; print({name}())"
        environment = {
            "HOME": str(tmp_path),
            "JUPYTER_PATH": str(tmp_path / "share"),
            "JUPYTER_CONFIG_DIR": str(tmp_path / "config"),
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(PACKAGES)]),
        }
        return subprocess.run(
            [bare / "bin/python", "-c", program],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    return look


def manager(folder: Path, version: str) -> None:
    """Put the page's half of the widgets where Jupyter looks."""
    place = folder / "share/labextensions" / doctor_jupyter.MANAGER
    place.mkdir(parents=True)
    (place / "package.json").write_text(json.dumps({"version": version}))


def test_the_widgets_of_this_environment() -> None:
    says(doctor_jupyter.widgets(), Standing.GOOD, f"{doctor_jupyter.MANAGER} 5.")


def test_widgets_that_the_page_lacks(jupyter: Callable[[str], str]) -> None:
    said = jupyter("widgets")
    assert "problem  widgets in the page: missing" in said
    assert "--no-deps jupyterlab-widgets, then start JupyterLab again" in said


@pytest.mark.parametrize(("version", "words"), [("3.1.11", "is too old"), ("5.0.16", "good")])
def test_widgets_by_version(
    jupyter: Callable[[str], str], tmp_path: Path, version: str, words: str
) -> None:
    manager(tmp_path, version)
    assert words in jupyter("widgets")


@pytest.mark.parametrize(
    ("disabled", "words"),
    [
        ({doctor_jupyter.MANAGER: True}, "is switched off"),
        ({f"{doctor_jupyter.MANAGER}:plugin": True}, "is switched off"),
        ([doctor_jupyter.MANAGER], "is switched off"),
        ({doctor_jupyter.MANAGER: False}, "good"),
        ({"another": True}, "good"),
    ],
)
def test_widgets_that_are_switched_off(
    jupyter: Callable[[str], str], tmp_path: Path, disabled: object, words: str
) -> None:
    manager(tmp_path, "5.0.16")
    settings = tmp_path / "config/labconfig/page_config.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"disabledExtensions": disabled}))
    said = jupyter("widgets")
    assert words in said
    assert (f"out of disabledExtensions in {settings}" in said) is (words != "good")


def test_the_front_end(monkeypatch: pytest.MonkeyPatch) -> None:
    says(doctor_jupyter.front_end(), Standing.GOOD, "in this environment")
    with monkeypatch.context() as patch:
        patch.setattr(sys, "path", [])
        nothing = doctor_jupyter.front_end()
    says(nothing, Standing.PROBLEM, "-m pip install jupyterlab")


@pytest.fixture
def kernel_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Finding]:
    """Return a function: what is said where the lessons' kernel is described with this Python."""
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    monkeypatch.delenv("PYTHONPATH", raising=False)
    description = tmp_path / "kernels/python3/kernel.json"

    def look(python: str) -> Finding:
        description.parent.mkdir(parents=True)
        argv = [python, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        values = {"argv": argv, "display_name": "Python 3", "language": "python"}
        description.write_text(json.dumps(values))
        return doctor_jupyter.kernel()

    return look


@pytest.mark.parametrize("python", ["python", "python3", sys.executable])
def test_a_kernel_that_is_this_python(kernel_is: Callable[[str], Finding], python: str) -> None:
    says(kernel_is(python), Standing.GOOD, "kernel 'Python 3'", doctor_python.this_python())


def test_a_kernel_that_is_gone(kernel_is: Callable[[str], Finding], tmp_path: Path) -> None:
    says(
        kernel_is("/moved/.venv/bin/python"),
        Standing.PROBLEM,
        "is /moved/.venv/bin/python, which is not there",
        f"Move the folder {tmp_path / 'kernels/python3'} away",
    )
    shutil.rmtree(tmp_path / "kernels/python3")
    says(doctor_jupyter.kernel(), Standing.GOOD, doctor_python.this_python())


def test_a_kernel_that_does_not_start(kernel_is: Callable[[str], Finding]) -> None:
    says(kernel_is(shutil.which("false") or "false"), Standing.PROBLEM, "does not start")


def packages_of(environment: Path) -> Path:
    [folder] = environment.glob("lib/python*/site-packages")
    return folder


@pytest.mark.parametrize(
    ("has", "standing", "words"),
    [
        ([], Standing.PROBLEM, "has no ipykernel: no notebook starts"),
        (["ipykernel"], Standing.PROBLEM, "has no chunklab: import chunklab fails there"),
        (["ipykernel", "chunklab"], Standing.NOTE, "another Python than this one, with the chunkl"),
    ],
)
def test_a_kernel_that_is_another_environment(
    kernel_is: Callable[[str], Finding],
    tmp_path: Path,
    has: list[str],
    standing: Standing,
    words: str,
) -> None:
    venv.create(tmp_path / "other", symlinks=True)
    for name in has:
        package = packages_of(tmp_path / "other") / name
        package.mkdir()
        (package / "__init__.py").touch()
    says(kernel_is(str(tmp_path / "other/bin/python")), standing, words)


@pytest.mark.parametrize("description", ["{", "[]", "{}", '{"argv": []}', '{"argv": 3}'])
def test_a_kernel_whose_description_is_broken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, description: str
) -> None:
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    file = tmp_path / "kernels/python3/kernel.json"
    file.parent.mkdir(parents=True)
    file.write_text(description)
    finding = doctor_jupyter.kernel()
    says(finding, Standing.PROBLEM, "cannot be understood", f"Move the folder {file.parent} away")


def test_a_notebook_tells_of_its_own_kernel(tmp_path: Path) -> None:
    cell = nbformat.v4.new_code_cell("from chunklab.course import doctor; doctor()")
    notebook = nbformat.v4.new_notebook(cells=[cell])
    nbclient.NotebookClient(
        notebook, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    [output] = notebook.cells[0].outputs
    assert set(output.data) == {"text/plain"}
    assert "seen from a notebook" in output.data["text/plain"].splitlines()[0]
    assert "(this kernel)" in output.data["text/plain"]


# --- The disk ------------------------------------------------------------------------------------


def test_no_course_folder() -> None:
    says(
        only(doctor_places.course_and_work()),
        Standing.PROBLEM,
        "none that can be used",
        "Go to the course folder",
    )


@pytest.fixture
def complete(course: Course) -> Course:
    for exercise in course.exercises:
        path = course.visible_checks(exercise)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return course


def test_a_course_folder_that_is_complete(complete: Course) -> None:
    says(only(doctor_places.course_folder(complete)), Standing.GOOD, str(complete.root), "2 less")


def test_a_course_folder_that_is_not(complete: Course) -> None:
    complete.notebook(complete.exercises[0]).unlink()
    complete.visible_checks(complete.exercises[1]).unlink()
    says(
        only(doctor_places.course_folder(complete)),
        Standing.PROBLEM,
        "lacks notebooks/01_overlap.ipynb, tests/exercises/test_windows.py",
    )


def of_version(course: Course, version: str) -> Course:
    path = course.root / INDEX
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(f'"{chunklab.__version__}"', f'"{version}"'), encoding="utf-8")
    return Course.load(course.root)


def test_a_course_folder_of_another_version(complete: Course) -> None:
    first, second = doctor_places.course_folder(of_version(complete, "0.9"))
    says(first, Standing.NOTE, "is of version 0.9, and the installed chunklab", "pip install .")
    says(second, Standing.GOOD, "version 0.9")


def test_the_package_of_the_course_folder_itself_is_never_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chunklab, "__version__", "0.9")
    assert len(doctor_places.course_folder(Course.load(ROOT))) == 1


def test_the_first_check_tells_of_another_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("exercises", "notebooks", "solutions", "tests/exercises"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    of_version(Course.load(tmp_path), "0.9")
    monkeypatch.chdir(tmp_path)
    words = "is of version 0.9, and the installed chunklab"
    assert words in str(check("overlap"))
    assert words not in str(check("overlap"))


def test_an_index_that_this_version_cannot_read_names_the_other_version(course: Course) -> None:
    path = course.root / INDEX
    text = path.read_text(encoding="utf-8").replace("minutes", "seconds")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CourseError, match="seconds is no key of this table") as plain:
        Course.load(course.root)
    assert "version" not in str(plain.value)
    with pytest.raises(CourseError, match=r"seconds is no key(?s:.)*is of version 2.0, and the"):
        of_version(course, "2.0")


def test_the_course_folder_is_of_the_version_of_the_package() -> None:
    assert Course.load(ROOT).version == chunklab.__version__


def test_a_work_folder_before_and_after_start(work: Work) -> None:
    says(only(doctor_places.work_folder(work.course)), Standing.GOOD, "not made yet")
    assert not work.root.exists()
    work.start()
    before = sorted(work.root.rglob("*"))
    says(only(doctor_places.work_folder(work.course)), Standing.GOOD, f"{work.root}, writable")
    assert sorted(work.root.rglob("*")) == before, "doctor leaves nothing behind"


def _no_record(work: Work) -> None:
    (work.root / WORK_RECORD).unlink()


def _broken_record(work: Work) -> None:
    (work.root / WORK_RECORD).write_text("{")


def _moved(work: Work) -> None:
    (work.root / WORK_RECORD).write_text('{"course": "/before/it/was/moved"}')


def _broken_progress(work: Work) -> None:
    (work.root / "progress.json").write_text("{")


def _new_version(work: Work) -> None:
    exercise = work.course.exercises[0]
    work.stub(exercise).write_text("mine")
    work.course.stub(exercise).write_text("version 2")
    work.start()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_no_record, ["has no record yet", "chunklab start"]),
        (_broken_record, ["cannot be understood", "your work stays as it is"]),
        (_moved, ["was made for the course in /before/it/was/moved"]),
        (_broken_progress, ["progress.json cannot be understood", "Check your exercises again"]),
        (_new_version, ["new versions lie beside", "overlap.new-"]),
    ],
)
def test_a_work_folder_with_something_to_know(
    work: Work, spoil: Callable[[Work], None], words: list[str]
) -> None:
    work.start()
    spoil(work)
    says(only(doctor_places.work_folder(work.course)), Standing.NOTE, *words)


def test_a_work_folder_that_cannot_be_one(course: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHUNKLAB_WORK", str(course.root))
    says(only(doctor_places.work_folder(course)), Standing.PROBLEM, "Set it to another folder")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="file permissions as on Unix")
def test_folders_that_are_read_only(
    course: Course,
    open_folder: Path,
    as_ordinary_user: AsOrdinaryUser,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    work = open_folder / "work"
    monkeypatch.setenv("HOME", str(open_folder))
    monkeypatch.setenv("CHUNKLAB_WORK", str(work))

    def learner() -> None:
        says(doctor_places.home_folder(), Standing.PROBLEM, "cannot be written", "no permission")
        [finding] = doctor_places.work_folder(course)
        says(finding, Standing.PROBLEM, f"{work} cannot be", "no permission", "CHUNKLAB_WORK names")

    open_folder.chmod(0o555)
    as_ordinary_user(learner)
    open_folder.chmod(0o755)
    work.mkdir(0o555)
    open_folder.chmod(0o555)
    as_ordinary_user(learner)
    open_folder.chmod(0o755)


def test_a_home_folder_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    says(doctor_places.home_folder(), Standing.GOOD, "MB free")
    monkeypatch.setenv("HOME", "/not/there")
    says(doctor_places.home_folder(), Standing.PROBLEM, "/not/there is not there", "HOME")


def test_temporary_files_that_have_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    says(doctor_places.temporary_folder(), Standing.GOOD, "MB free")
    monkeypatch.setattr(doctor_places.tempfile, "tempdir", "/not/there")
    says(doctor_places.temporary_folder(), Standing.PROBLEM, "/not/there cannot be written")


def test_a_full_disk(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    work.start()
    monkeypatch.setattr(os, "fsync", full)
    for finding in (doctor_places.home_folder(), *doctor_places.work_folder(work.course)):
        says(finding, Standing.PROBLEM, "the disk is full. Make room")
    assert list(work.root.glob(".chunklab-doctor*")) == []


def test_little_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor_places, "LITTLE", 1 << 80)
    says(doctor_places.home_folder(), Standing.NOTE, "MB free", "Make room")


# --- The sandbox ---------------------------------------------------------------------------------


@pytest.fixture
def worker_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Return a function: from now on a child starts from a module with this text added."""

    def change(module: str, text: str) -> None:
        for path in nursery.WORKER.parent.glob("*.py"):
            shutil.copy(path, tmp_path)
        with (tmp_path / module).open("a") as file:
            file.write(text)
        monkeypatch.setattr(nursery, "WORKER", tmp_path / "worker.py")

    return change


def test_the_sandbox_of_this_machine() -> None:
    finding = doctor_sandbox.sandbox()
    assert finding.standing is not Standing.PROBLEM
    assert "rlimits" in finding.found


@pytest.mark.parametrize("layer", ["landlock", "seccomp"])
def test_a_layer_that_this_machine_lacks(
    worker_with: Callable[[str, str], None], layer: str
) -> None:
    worker_with(
        f"{layer}.py", "\ndef restrict(*options):\n    raise OSError(38, 'not on this machine')\n"
    )
    finding = doctor_sandbox.sandbox()
    says(finding, Standing.NOTE, "rlimits", f"lacks a layer of the sandbox: {layer}: not on this")


def test_a_child_that_cannot_start(worker_with: Callable[[str, str], None]) -> None:
    worker_with("values.py", "\nraise SystemExit('no memory for anything')\n")
    says(doctor_sandbox.sandbox(), Standing.PROBLEM, "checks cannot run", "no memory for anything")


# --- The text ------------------------------------------------------------------------------------

ALL = Diagnosis(
    "chunklab",
    [good("a", "fine"), note("b", "odd", "know it"), problem("c", "broken", "mend it")],
)


def test_the_text_in_full() -> None:
    assert str(ALL).splitlines() == [
        "chunklab",
        "✓ good     a: fine",
        "! note     b: odd",
        "             Remedy: know it",
        "✗ problem  c: broken",
        "             Remedy: mend it",
        "3 things looked at. Problems: 1, notes: 1.",
        f"Next: {ALL.next_step}",
    ]
    assert "first problem's remedy" in ALL.next_step
    assert "nothing here stops the course" in Diagnosis("", ALL.findings[:2]).next_step
    assert repr(ALL) == str(ALL)


@pytest.mark.parametrize(
    ("standing", "remedy"), [(Standing.GOOD, "do it"), (Standing.NOTE, ""), (Standing.PROBLEM, "")]
)
def test_a_remedy_exactly_where_it_is_not_good(standing: Standing, remedy: str) -> None:
    with pytest.raises(ValueError, match="remedy must be given exactly where"):
        Finding("a", standing, "b", remedy)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("/home/ann/course: fine", "~/course: fine"),
        ("in /home/ann. Go", "in ~. Go"),
        ("/home/anna/course, /home/ann.old", "/home/anna/course, /home/ann.old"),
        ("/nfs/ann/course, /nfs/ann", "/nfs/USER/course, /nfs/USER"),
        ("ann of /nfs/annex", "ann of /nfs/annex"),
    ],
)
def test_neither_home_nor_user_is_named(
    text: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setattr(findings.getpass, "getuser", lambda: "ann")
    assert nameless(text) == shown


def test_a_user_without_a_name_and_a_home_that_is_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise OSError("No username set in the environment")

    monkeypatch.setattr(findings.getpass, "getuser", nobody)
    monkeypatch.setenv("HOME", "/")
    assert nameless("/usr/bin/python") == "/usr/bin/python"


def test_what_breaks_a_look_is_a_finding(complete: Course, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(complete.root)
    assert diagnose().problems == []

    def broken() -> Finding:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr(doctor_jupyter, "widgets", broken)
    assert "could not be looked at: RuntimeError: unforeseen" in str(diagnose())
    assert diagnose().problems == []


def test_in_a_browser_only_what_is_there_is_looked_at(
    complete: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(complete.root)
    monkeypatch.setattr(sys, "platform", "emscripten")
    Work(complete).root.mkdir()  # the app's own files, without a record
    said = diagnose()
    assert [each.standing for each in said.findings] == ["good"] * 4
    assert "seen from a browser" in said.heading
    assert [each.looked_at for each in said.findings] == [
        "chunklab",
        "course folder",
        "work folder",
        "encoding",
    ]
