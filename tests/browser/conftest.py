"""A JupyterLab for all tests of this folder, and the lessons on pages: shared, or of one's own."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import pytest
from playwright.sync_api import Browser

from .lab import LessonPage, Server


@pytest.fixture(scope="package")
def browser(launched: Callable[[], AbstractContextManager[Browser]]) -> Iterator[Browser]:
    with launched() as chromium:
        yield chromium


@pytest.fixture(scope="package")
def server(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:  # after the browser: without one it is not needed
    running = Server(tmp_path_factory.mktemp("lab"))
    yield running
    running.stop()


@pytest.fixture(scope="package")
def lessons(server: Server, browser: Browser) -> Iterator[Callable[[str], LessonPage]]:
    """Return a function: a notebook's name in, its page out, run once and shared by all tests."""
    opened: dict[str, LessonPage] = {}

    def lessons(notebook: str) -> LessonPage:
        if notebook not in opened:
            page = LessonPage(server, browser, notebook)
            page.open()
            page.run_all()
            opened[notebook] = page
        return opened[notebook]

    yield lessons
    for page in opened.values():
        page.close()


@pytest.fixture
def lesson(server: Server, browser: Browser) -> Iterator[Callable[..., LessonPage]]:
    """Return a function: a notebook's name in, an opened page of its own out."""
    opened = []

    def lesson(notebook: str, **page) -> LessonPage:
        opened.append(LessonPage(server, browser, notebook, **page))
        opened[-1].open()
        return opened[-1]

    yield lesson
    for page in opened:
        page.close()
