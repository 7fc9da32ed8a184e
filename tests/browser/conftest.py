"""A JupyterLab for the tests of a module, and each lesson opened on a page of its own."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from .lab import LessonPage, Server


@pytest.fixture(scope="module")
def server(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:  # after the browser: without one it is not needed
    running = Server(tmp_path_factory.mktemp("lab"))
    yield running
    running.stop()


@pytest.fixture
def lesson(server: Server, browser: Browser) -> Iterator[Callable[..., LessonPage]]:
    """Return a function: a notebook's name in, its opened page out, closed after the test."""
    opened = []

    def lesson(notebook: str, **page) -> LessonPage:
        opened.append(LessonPage(server, browser, notebook, **page))
        opened[-1].open()
        return opened[-1]

    yield lesson
    for each in opened:
        each.close()
