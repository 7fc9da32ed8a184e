"""The link that opens a lesson, in a Jupyter server that shows the course folder as Binder does."""

import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest

from chunklab.course.errors import CourseError
from chunklab.course.lesson_link import address_in_lab

from .conftest import FILES

TOKEN = "a-token"  # noqa: S105
Answer = tuple[int, str, str]  # status, where it leads, what it says


class Stay(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """The folder of a course, and the address of a server that shows it."""
    folder = tmp_path_factory.mktemp("served").resolve()
    for name, content in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(content)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        *(sys.executable, "-m", "jupyter", "server", "--no-browser", "--allow-root"),
        *(f"--ServerApp.port={port}", "--ServerApp.port_retries=0", "--ServerApp.ip=127.0.0.1"),
        f"--IdentityProvider.token={TOKEN}",
        "--ServerApp.jpserver_extensions={'chunklab.course.lesson_link': True}",
    ]
    home = tmp_path_factory.mktemp("server-home")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("CHUNKLAB", "JUPYTER"))}
    environment.update(HOME=str(home), JUPYTER_NO_CONFIG="1")
    log = (home / "log").open("w")
    server = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
    address = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 60
        while not is_up(address):
            assert server.poll() is None, (home / "log").read_text()
            assert time.monotonic() < deadline, "the server does not answer"
            time.sleep(0.1)
        yield folder, address
    finally:
        server.terminate()
        server.wait(30)
        log.close()


def is_up(address: str) -> bool:
    try:
        get(f"{address}/api")
    except URLError:
        return False
    return True


def get(address: str, token: str = TOKEN) -> Answer:
    request = Request(address, headers={"Authorization": f"token {token}"})  # noqa: S310
    try:
        with build_opener(Stay).open(request) as answer:
            return answer.status, "", answer.read().decode()
    except HTTPError as error:
        return error.code, error.headers.get("Location", ""), error.read().decode()


@pytest.fixture
def follow(served: tuple[Path, str]) -> Callable[..., Answer]:
    return lambda name, token=TOKEN: get(f"{served[1]}/chunklab/lesson/{name}", token)


def test_the_link_makes_the_copies_and_leads_to_the_lesson(
    served: tuple[Path, str], follow: Callable[..., Answer]
) -> None:
    status, leads_to, _ = follow("overlap")
    assert (status, leads_to) == (302, "/lab/tree/work/notebooks/01_overlap.ipynb")
    assert (served[0] / "work/exercises/overlap.py").read_text() == FILES["exercises/overlap.py"]


def test_a_stranger_is_sent_to_log_in(follow: Callable[..., Answer]) -> None:
    status, leads_to, _ = follow("overlap", token="wrong")  # noqa: S106
    assert status == 302
    assert leads_to.startswith("/login")


def test_a_new_version_is_shown_before_the_lesson_that_it_is_about(
    served: tuple[Path, str], follow: Callable[..., Answer]
) -> None:
    folder, _ = served
    follow("overlap")
    (folder / "work/exercises/overlap.py").write_text("mine")
    (folder / "exercises/overlap.py").write_text("corrected")
    for _ in range(2):  # for as long as it lies there
        status, _, said = follow("overlap")
        assert status == 200
        own, new = "work/notebooks/01_overlap.ipynb", re.escape("work/exercises/overlap.new-")
        assert f'href="/lab/tree/{own}"' in said
        (link,) = re.findall(f'href="/lab/tree/({new}.*?)"', said)
        assert (folder / link).read_text() == "corrected"
    assert (folder / "work/exercises/overlap.py").read_text() == "mine"
    assert follow("windows")[0] == 302
    (folder / link).unlink()
    assert follow("overlap")[0] == 302


def test_an_untouched_lesson_follows_the_course(
    served: tuple[Path, str], follow: Callable[..., Answer]
) -> None:
    folder, _ = served
    follow("windows")
    corrected = json.dumps({"cells": [{"cell_type": "markdown", "source": "corrected"}]})
    (folder / "notebooks/02_windows.ipynb").write_text(corrected)
    assert follow("windows")[:2] == (302, "/lab/tree/work/notebooks/02_windows.ipynb")
    assert (folder / "work/notebooks/02_windows.ipynb").read_text() == corrected


def test_what_is_wrong_is_said_as_text(follow: Callable[..., Answer]) -> None:
    status, _, said = follow("%3Cb%3Eoverlop")
    assert status == 500
    assert "There is no exercise &#x27;&lt;b&gt;overlop&#x27;" in said
    assert "overlap, windows" in said


def test_a_work_folder_that_jupyterlab_does_not_show() -> None:
    with pytest.raises(CourseError, match=r"/srv/x lies outside of /home/ada, .*CHUNKLAB_WORK"):
        address_in_lab("/", Path("/home/ada"), Path("/srv/x"))


def test_the_settings_name_the_module() -> None:
    settings = Path(__file__).parents[2] / "chunklab/course/lesson_link.json"
    enabled = json.loads(settings.read_text())["ServerApp"]["jpserver_extensions"]
    assert enabled == {"chunklab.course.lesson_link": True}
