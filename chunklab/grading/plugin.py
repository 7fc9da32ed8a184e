"""The pytest plugin: judges submissions with the checks in tests/exercises.

A test module of checks names its exercise, ``EXERCISE = "overlap"``, and asks for the fixture
``submission``. ``--submission FILE``, repeatable, says what is judged; without it, that is the
answer key, ``solutions/overlap.py``. In exercises/course.toml stands whether the exercise needs a
scratch folder. ``--verdicts FILE`` writes what was found, a line of JSON for
each submission as soon as it is judged.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import asdict
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import TextIO

import pytest

from chunklab.grading.checks import Check
from chunklab.grading.judge import Judge, Judgement, Verdict
from chunklab.grading.key import Key
from chunklab.grading.nursery import Nursery
from chunklab.grading.outcomes import Outcome
from chunklab.grading.practice import Practice
from chunklab.grading.source import Unreadable, read_source

BROKEN = pytest.StashKey[list[str]]()
REPORT = pytest.StashKey[TextIO]()


class Submission:
    """One submission under judgement; the fixture ``submission``.

    ``judge`` may be the reason why there is none: then every function is absent.
    """

    def __init__(self, judge: Judge | Unreadable, verdicts: dict[str, Verdict]) -> None:
        self._judge = judge
        self._verdicts = verdicts

    def check(self, function: str, checks: Iterable[Check], *, hidden: bool = False) -> None:
        """Fail the test unless the function passes every check; record the verdict.

        A function that has failed is not judged again: the first failure is the one to read.
        """
        earlier = self._verdicts.get(function)
        if earlier and earlier.outcome is not Outcome.PASSED:
            pytest.skip(f"{function} has failed already")
        if isinstance(self._judge, Unreadable):
            verdict = Verdict(function, Outcome.ABSENT, str(self._judge))
        else:
            verdict = self._judge.walk(function, checks, hidden=hidden)
        self._verdicts[function] = verdict
        if verdict.outcome is not Outcome.PASSED:
            facts = [f"{label}: {fact}".removeprefix(": ") for label, fact in verdict.facts()]
            pytest.fail("\n  ".join([f"{function}: {verdict.outcome}", *facts]), pytrace=False)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that name what is judged."""
    group = parser.getgroup("chunklab")
    group.addoption("--submission", action="append", type=Path, help="file to judge; repeatable")
    group.addoption("--function", action="append", help="judge this function only; repeatable")
    group.addoption(
        "--sandbox",
        choices=("require", "best", "none"),
        default="best",
        help="refuse to judge without every layer; take what this system has (default); or none",
    )
    group.addoption(
        "--practice",
        action="store_true",
        help="judge in this very process, without the key's help; no grade may come of it",
    )
    group.addoption("--verdicts", type=Path, help="write what is found to this file")


def pytest_configure(config: pytest.Config) -> None:
    """Open the file that ``--verdicts`` names."""
    config.stash[BROKEN] = []
    if target := config.getoption("verdicts"):
        config.stash[REPORT] = target.open("w", encoding="utf-8")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the checks of a module once for every submission."""
    if "submission" in metafunc.fixturenames:
        key = _key_path(metafunc)
        paths = metafunc.config.getoption("submission") or [key]
        # Session scope lets visible and hidden checks of one submission share its child.
        metafunc.parametrize(
            "submission",
            [(path, key) for path in paths],
            indirect=True,
            scope="session",
            ids=map(str, paths),
        )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the functions that ``--function`` does not name; put hidden checks last.

    What hidden checks ask for must not be told in what a later visible check shows.
    """
    judged = [
        i for i, item in enumerate(items) if "submission" in getattr(item, "fixturenames", ())
    ]
    turns: dict[object, int] = {}
    by_turn = sorted(
        (items[i] for i in judged),
        key=lambda item: (
            turns.setdefault(item.callspec.params["submission"], len(turns)),  # type: ignore[attr-defined]
            item.path.parent.name == "hidden",
        ),
    )
    for i, item in zip(judged, by_turn, strict=True):
        items[i] = item
    if wanted := config.getoption("function"):
        items[:] = [
            item
            for item in items
            if isinstance(item, pytest.Function) and item.callspec.params["function"] in wanted
        ]


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Report nothing on the submission whose judging somebody has just stopped."""
    stash = session.config.stash
    if exitstatus == pytest.ExitCode.INTERRUPTED and not stash[BROKEN] and REPORT in stash:
        stash[REPORT].close()
        del stash[REPORT]


def pytest_unconfigure(config: pytest.Config) -> None:
    """Report what broke and belongs to no submission."""
    if config.stash[BROKEN]:
        _report(config)


def _report(config: pytest.Config, **found: object) -> None:
    """Write one line: what was found, and what broke meanwhile, as no judgement is then sound."""
    if report := config.stash.get(REPORT, None):
        try:
            report.write(json.dumps({**found, "broken": config.stash[BROKEN]}) + "\n")
            report.flush()
        except BrokenPipeError:  # who asked has ended: what is left is judged for nobody
            pytest.exit("nobody reads what is found")
    config.stash[BROKEN].clear()


def pytest_exception_interact(
    node: pytest.Item | pytest.Collector, call: pytest.CallInfo[object], report: pytest.TestReport
) -> None:
    """Note what broke the checks themselves, which no submission may be blamed for."""
    if call.excinfo and not isinstance(call.excinfo.value, pytest.fail.Exception):
        node.config.stash[BROKEN].append(report.longreprtext)


@pytest.fixture(scope="session")
def nurseries(request: pytest.FixtureRequest) -> Iterator[Callable[[bool], Nursery | Practice]]:
    """Give the warm process of which each child is a copy, with scratch folders or without."""
    with ExitStack() as stack:

        @cache
        def nursery(scratch: bool) -> Nursery | Practice:
            if request.config.getoption("practice"):
                return Practice(scratch=scratch)
            sandbox = request.config.getoption("sandbox")
            return stack.enter_context(Nursery(sandbox, scratch=scratch))

        yield nursery


@pytest.fixture(scope="session")
def running_keys(
    nurseries: Callable[[bool], Nursery | Practice],
) -> Iterator[Callable[[Path, bool], Key | None]]:
    """Give each answer key's running form, started once; ``None`` where there is no key."""
    with ExitStack() as stack:

        @cache
        def running_key(path: Path, scratch: bool) -> Key | None:
            nursery = nurseries(scratch)
            if isinstance(nursery, Practice) or not path.exists():
                return None
            return stack.enter_context(Key(path, nursery))

        yield running_key


@pytest.fixture(scope="session")
def submission(
    request: pytest.FixtureRequest,
    nurseries: Callable[[bool], Nursery | Practice],
    running_keys: Callable[[Path, bool], Key | None],
) -> Iterator[Submission]:
    """The submission that is judged, in a child process of its own."""
    path, key_path = request.param
    if not request.config.getoption("submission") and not key_path.exists():
        pytest.skip(f"no {key_path.name} in solutions/: name a file with --submission")
    found = Judgement()
    try:
        source = read_source(path.name, path.read_bytes())
    except Unreadable as error:
        yield Submission(error, found.verdicts)
    else:
        scratch = _needs_scratch(request.config.rootpath, key_path.stem)
        running_key = running_keys(key_path, scratch)
        with Judge(source.text, path.name, nurseries(scratch), running_key) as judge:
            yield Submission(judge, found.verdicts)
            found.notes, found.salvaged = [*source.notes, *judge.notes], judge.salvaged
            found.layers = list(judge.layers)
    _report(request.config, submission=str(path), judgement=asdict(found))


@pytest.fixture
def key(request: pytest.FixtureRequest) -> ModuleType:
    """The answer key of the module's exercise; hidden checks take expected values from it."""
    return _loaded_key(_key_path(request))


@cache
def _loaded_key(path: Path) -> ModuleType:
    loader = SourceFileLoader(f"key_{path.stem}", str(path))
    key = ModuleType(loader.name)
    loader.exec_module(key)
    return key


def _needs_scratch(root: Path, exercise: str) -> bool:
    """Tell what the course's index says of an exercise; without one there are no such folders."""
    index = root / "exercises" / "course.toml"
    exercises = tomllib.loads(index.read_text("utf-8"))["exercise"] if index.exists() else []
    # That it is true or false, and nothing else, chunklab.course.index sees to.
    return any(each["name"] == exercise and each.get("scratch", False) for each in exercises)


def _key_path(asking: pytest.Metafunc | pytest.FixtureRequest) -> Path:
    path: Path = asking.config.rootpath / "solutions" / f"{asking.module.EXERCISE}.py"
    return path
