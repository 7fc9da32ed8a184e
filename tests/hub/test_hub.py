"""A class on a hub: everybody opens a link, works in their own home, and is graded from there.

Ada and ben pull the course by an nbgitpuller link; cleo and dora read it in one folder that nobody
writes, and dora cannot write her home either; eve's folder is newer than the installed package.
"""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlencode

import pytest
from playwright.sync_api import Browser, Page, expect

from chunklab import __version__

from .conftest import LATER, ROOT, commit, git
from .running import Hub, unprivileged, wait_until

NOTEBOOK = "notebooks/01_overlap.ipynb"
STUB = "exercises/overlap.py"
RIGHT = (ROOT / "solutions" / "overlap.py").read_text()
PAGE = (ROOT / "docs" / "jupyterhub.md").read_text()
WRONG = RIGHT.replace("return size - overlap", "return size")
PATIENCE = 120_000  # milliseconds, for a machine that is busy with other things
CORRECTION = "Corrected on Monday."


class Learner:
    """A learner in a browser of their own, who logs in with the first link that they follow."""

    def __init__(self, hub: Hub, name: str, browser: Browser) -> None:
        self.hub = hub
        self.name = name
        self.home = hub.home(name)
        self.work = self.home / "chunklab-work"
        self.page: Page = browser.new_context().new_page()
        self.page.set_default_timeout(PATIENCE)

    def follow(self, link: str) -> None:
        self.page.goto(f"{self.hub.url}/hub/user-redirect/{link}")
        if self.page.locator("#username_input").count():
            self.page.fill("#username_input", self.name)
            self.page.fill("#password_input", "any")
            self.page.click("#login_submit")

    def arrive(self, path: str) -> None:
        """Wait for JupyterLab with the learner's copy of ``path``."""
        address = f"{self.hub.url}/user/{self.name}/lab/tree/chunklab-work/{path}"
        self.page.wait_for_url(address, wait_until="commit")
        expect(self.page.locator(".jp-Toolbar-kernelName")).to_contain_text(
            "Python 3", timeout=PATIENCE
        )
        self.page.wait_for_selector('.jp-Notebook-ExecutionIndicator[data-status="idle"]')

    def choose(self, menu: str, item: str) -> None:
        self.page.get_by_role("menuitem", name=menu, exact=True).click()
        self.page.get_by_role("menuitem", name=item, exact=True).click()

    def run_lesson(self) -> dict[str, list[dict[str, Any]]]:
        """Run all cells of the lesson that is open; return the outputs, by cell, as saved."""
        before = self.lesson()
        # As it was handed out, the lesson has counts of its own, and no output of its check.
        ran = max(cell["execution_count"] for cell in before.values())
        least = ran if before["code-check"]["outputs"] else 0
        self.choose("Run", "Run All Cells")
        saved = before

        def done() -> bool:
            nonlocal saved
            self.save()
            try:
                saved = self.lesson()
            except json.JSONDecodeError:  # caught while it was being written
                return False
            counts = [cell["execution_count"] or 0 for cell in saved.values()]
            return min(counts) > least and bool(saved["code-check"]["outputs"])

        wait_until(done, "every cell has run and the lesson is saved")
        return {name: cell["outputs"] for name, cell in saved.items()}

    def save(self) -> None:
        self.page.keyboard.press("Control+s")
        self.page.wait_for_timeout(1000)  # before it is pressed again

    def lesson(self) -> dict[str, dict[str, Any]]:
        cells = json.loads((self.work / NOTEBOOK).read_text())["cells"]
        return {cell["id"]: cell for cell in cells if cell["cell_type"] == "code"}

    def write(self, content: str) -> None:
        """Write the exercise file in JupyterLab's editor, save it, and come back to the lesson."""
        page = self.page
        self.choose("File", "Open from Path…")
        page.get_by_role("dialog").get_by_role("textbox").fill(f"chunklab-work/{STUB}")
        page.keyboard.press("Enter")
        page.locator(".jp-FileEditor .cm-content").click()
        page.keyboard.press("Control+a")
        page.keyboard.insert_text(content)
        file = self.work / STUB

        def done() -> bool:
            self.save()
            return file.read_text() == content

        wait_until(done, f"{file} is saved")
        page.get_by_role("tab", name="01_overlap.ipynb").click()


@pytest.fixture(scope="module")
def pull(edition: Path) -> str:
    """The link that an instructor hands out."""
    asked = {
        "repo": edition.as_uri(),
        "branch": "main",
        "targetpath": "chunking",
        "urlpath": "chunklab/lesson/overlap",
    }
    return f"git-pull?{urlencode(asked)}"


@pytest.fixture(scope="module")
def ada(hub: Hub, browser: Browser, pull: str) -> Learner:
    return at_work(Learner(hub, "ada", browser), pull)


@pytest.fixture(scope="module")
def ben(hub: Hub, browser: Browser, pull: str) -> Learner:
    return at_work(Learner(hub, "ben", browser), pull)


def at_work(learner: Learner, link: str) -> Learner:
    learner.follow(link)
    learner.arrive(NOTEBOOK)
    return learner


def check_said(learner: Learner) -> str:
    """Run the lesson, in which nothing fails, and return what its check says."""
    outputs = learner.run_lesson()
    wrong = [each for cell in outputs.values() for each in cell if each["output_type"] == "error"]
    assert not wrong
    return "".join(
        "".join(each["data"]["text/plain"])
        for each in outputs["code-check"]
        if each["output_type"] == "execute_result"
    )


def test_learners_work_in_their_own_homes_and_are_graded(
    ada: Learner, ben: Learner, tmp_path: Path
) -> None:
    assert "0 of 7 functions passed" in check_said(ada)
    ada.write(RIGHT)
    ben.write(WRONG)
    assert "7 of 7 functions passed" in check_said(ada)
    assert "✗ stride" in check_said(ben)
    for learner in (ada, ben):  # nobody works in the course's own files
        assert git(learner.home / "chunking", "status", "--porcelain") == ""

    rows = graded(ada.hub, tmp_path)
    assert rows["ada"]["total"] == rows["ada"]["possible"]
    assert rows["ben"]["stride"] == "0"
    assert 0 < float(rows["ben"]["total"]) < float(rows["ben"]["possible"])


def graded(hub: Hub, folder: Path) -> dict[str, dict[str, str]]:
    """Collect as the page for administrators says, and grade; return the rows of the table."""
    (commands,) = re.findall(r"```sh\n(for home in .*?)```", PAGE, flags=re.DOTALL)
    sudo = folder / "bin" / "sudo"  # here all homes are this user's
    sudo.parent.mkdir()
    sudo.write_text('#!/bin/sh\nshift 2\nexec "$@"\n')
    sudo.chmod(0o755)
    subprocess.run(
        ["/bin/sh", "-euc", commands.replace("/home/jupyter-", f"{hub.homes}/")],
        cwd=folder,
        env={"PATH": f"{sudo.parent}:{os.environ['PATH']}"},
        check=True,
    )
    where = [folder / "submissions", "--exercise=overlap", f"--out={folder / 'grades'}"]
    run = "from chunklab.cli import main; main()"
    subprocess.run([sys.executable, "-c", run, "grade", *where], cwd=ROOT)
    with (folder / "grades" / "grades.csv").open(newline="", encoding="utf-8-sig") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


def test_a_correction_is_seen_and_touches_nothing_of_theirs(
    ada: Learner, ben: Learner, pull: str, edition: Path
) -> None:
    # Both have written their exercise; ben has also added to his lesson.
    write_into_notebook(ben.work / NOTEBOOK, "Ben's own note.")
    theirs = [ada.work / STUB, ben.work / STUB, ben.work / NOTEBOOK]
    as_left = [path.read_bytes() for path in theirs]

    write_into_notebook(edition / NOTEBOOK, CORRECTION)
    with (edition / STUB).open("a") as file:
        file.write(f"\n# {CORRECTION}\n")
    commit(edition, "A correction")

    for learner, news in ((ada, [STUB]), (ben, [NOTEBOOK, STUB])):
        page = learner.page
        learner.follow(pull)
        page.get_by_role("heading", name="There is a new version").wait_for()
        told = page.get_by_role("listitem").all_inner_texts()
        assert [each.partition(":")[0] for each in told] == news
        links = page.get_by_role("link", name="Open the new version").all()
        addresses = [link.get_attribute("href") or "" for link in links]
        for address in addresses:
            offered = learner.home / unquote(address.partition("/lab/tree/")[2])
            assert CORRECTION in offered.read_text()
    # Where a pull cannot be mended, the course is deleted and pulled again.
    shutil.rmtree(ben.home / "chunking")
    ben.follow(pull)
    ben.page.get_by_role("heading", name="There is a new version").wait_for()
    # Ada's lesson was as it had been handed out, but for outputs, and has followed the course.
    ada.page.get_by_role("link", name="Go on with your own").click()
    ada.arrive(NOTEBOOK)
    ada.page.get_by_role("paragraph").filter(has_text=CORRECTION).wait_for()
    assert [path.read_bytes() for path in theirs] == as_left


def write_into_notebook(path: Path, words: str) -> None:
    notebook = json.loads(path.read_text())
    cell = {"cell_type": "markdown", "id": "added", "metadata": {}, "source": words}
    notebook["cells"].insert(1, cell)
    path.write_text(json.dumps(notebook))


def test_one_folder_for_all_that_nobody_writes(
    hub: Hub, browser: Browser, shared: Path, tmp_path: Path
) -> None:
    cleo = at_work(Learner(hub, "cleo", browser), "chunklab/lesson/overlap")
    (cleo.work / STUB).write_text(RIGHT)
    assert "7 of 7 functions passed" in check_said(cleo)
    row = graded(hub, tmp_path)["cleo"]
    assert row["total"] == row["possible"]
    assert not (shared / "work").exists()


def test_a_home_that_cannot_be_written_is_told_of(
    hub: Hub, browser: Browser, shared: Path, image: Path
) -> None:
    dora = Learner(hub, "dora", browser)
    # What Jupyter itself must write is there; without it, no server would start.
    for name in (".ipython", ".jupyter", ".local"):
        (dora.home / name).mkdir(parents=True)
    dora.home.chmod(0o555)
    try:
        dora.follow("chunklab/lesson/overlap")
        dora.page.get_by_role("heading", name="The lesson cannot be opened").wait_for()
        said = dora.page.locator("body").inner_text()
        assert f"{dora.work} cannot be read or written: you have no permission" in said
        assert "CHUNKLAB_WORK" in said
        assert "Traceback" not in said
        done = in_a_terminal(dora, image, shared, "check", "overlap")
        assert done.returncode == 2
        assert f"chunklab: {dora.work} cannot be read or written: you have no" in done.stderr
        assert "Traceback" not in done.stderr
    finally:
        dora.home.chmod(0o755)


def in_a_terminal(
    learner: Learner, image: Path, course: Path, *arguments: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*unprivileged(), image / "chunklab", *arguments],
        cwd=learner.home,
        env={"HOME": str(learner.home), "PATH": "/usr/bin", "CHUNKLAB_COURSE": str(course)},
        capture_output=True,
        text=True,
    )


def test_a_folder_and_a_package_of_different_versions_are_told_of(
    hub: Hub, browser: Browser, later: Path, image: Path
) -> None:
    eve = at_work(Learner(hub, "eve", browser), "chunklab/lesson/overlap")
    told = f"is of version {LATER}, and the installed chunklab of {__version__}"
    assert told in check_said(eve)
    assert told in in_a_terminal(eve, image, later, "doctor").stdout
