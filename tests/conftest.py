"""What tests need from outside of the Python environment: a browser, npm's packages, environments.

Where something is not to be had, the tests that need it are skipped with the reason. Where
CHUNKLAB_REQUIRE_ALL=1 is set nothing is skipped for that: they fail.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import NoReturn

import provided  # from tests/outside
import pytest
from chromium import FLAGS  # from tests/outside too
from playwright.sync_api import Browser, sync_playwright


@pytest.fixture(scope="session")
def not_here() -> Callable[[str], NoReturn]:
    """Skip the test for a reason, or fail it where nothing may be missing."""

    def not_here(reason: str) -> NoReturn:
        if os.environ.get("CHUNKLAB_REQUIRE_ALL"):
            pytest.fail(f"CHUNKLAB_REQUIRE_ALL is set, and {reason}")
        pytest.skip(reason)

    return not_here


@pytest.fixture(scope="session")
def launched(not_here: Callable[[str], NoReturn]) -> Callable[[], AbstractContextManager[Browser]]:
    """Return a function that starts the system's Chromium, to be used in a ``with``."""

    @contextmanager
    def launched() -> Iterator[Browser]:
        path = shutil.which("chromium") or not_here(
            "there is no chromium; on Debian: apt install chromium"
        )
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
            yield chromium
            chromium.close()

    return launched


# Of one module, not of the session: playwright runs an event loop in this thread, and other
# modules run loops of their own.
@pytest.fixture(scope="module")
def browser(launched: Callable[[], AbstractContextManager[Browser]]) -> Iterator[Browser]:
    """The system's Chromium."""
    with launched() as chromium:
        yield chromium


@pytest.fixture(scope="session")
def node_modules(not_here: Callable[[str], NoReturn]) -> Callable[[Path], Path]:
    """Return a function: a folder with a package.json in, its installed node_modules out."""
    return partial(_provided, not_here, provided.node_modules)


@pytest.fixture(scope="session")
def environment(not_here: Callable[[str], NoReturn]) -> Callable[[Path], Path]:
    """Return a function: a requirements file in, the ``bin`` of an environment with them out."""
    return partial(_provided, not_here, provided.environment)


def _provided(
    not_here: Callable[[str], NoReturn], provide: Callable[[Path], Path], path: Path
) -> Path:
    try:
        return provide(path)
    except provided.NotToBeHad as error:
        not_here(str(error))
