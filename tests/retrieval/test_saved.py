"""The saved runs are what bm25s finds: they are made again, where it is installed."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from chunklab.corpus import questions
from chunklab.retrieval import SETTINGS, Setting, depth, spans, versions
from chunklab.retrieval.runs import corpus_digest, ranked

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
FILE = ROOT / "chunklab/retrieval/saved.json"
PINS = dict(re.findall(r"(?m)^(\S+)==(\S+)$", (HERE / "requirements.txt").read_text()))


def run(python: Path | str, target: Path) -> subprocess.CompletedProcess[str]:
    command = [python, "-m", "chunklab.retrieval", target]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=env, cwd=target.parent, capture_output=True, text=True)


def test_the_saved_runs_are_of_the_pinned_versions_and_of_this_corpus() -> None:
    assert versions() == PINS
    assert json.loads(FILE.read_text(encoding="utf-8"))["corpus"] == corpus_digest(), (
        "the corpus has changed: make retrieval"
    )


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_every_question_has_its_chunks_each_once(setting: Setting) -> None:
    runs = ranked(setting)
    assert len(runs) == len(questions())
    for numbers in runs:
        assert 1 <= len(numbers) <= depth(setting)
        assert len(set(numbers)) == len(numbers)
        assert max(numbers) < len(spans(setting))


def test_bm25s_finds_what_was_saved(environment: Callable[[Path], Path], tmp_path: Path) -> None:
    python = environment(HERE / "requirements.txt") / "python"
    target = tmp_path / "made.json"
    done = run(python, target)
    assert done.returncode == 0, done.stderr
    assert target.read_bytes() == FILE.read_bytes()


def test_nothing_is_saved_where_bm25s_is_missing(tmp_path: Path) -> None:
    target = tmp_path / "made.json"
    done = run(sys.executable, target)
    assert done.returncode == 1
    assert done.stderr.startswith("Nothing was written. searching needs bm25s, numpy, PyStemmer: ")
    assert not target.exists()


def test_equal_texts_come_in_their_order_and_strangers_not_at_all(
    environment: Callable[[Path], Path],
) -> None:
    python = environment(HERE / "requirements.txt") / "python"
    texts = ["the old ferries", "a ferry", *["ferry one two three"] * 30, "nothing of that"]
    queries = ["Which ferry?", "ferried", "and of the", "zebra"]
    program = (
        f"from chunklab.retrieval.runs import search; print(search({texts!r}, {queries!r}, 9))"
    )
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([python, "-c", program], env=env, capture_output=True, text=True)
    # Of the one-letter words and the stop words nothing remains: 0 is longer than 1.
    found = [1, 0, 2, 3, 4, 5, 6, 7, 8]
    assert done.stdout == f"{[found, found, [], []]}\n", done.stderr


def test_nothing_needs_to_be_installed_to_look_at_them() -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from chunklab.retrieval import Setting, at_k, interval\n"
        "print(interval([each.recall for each in at_k(Setting(400, 100), 5)]))"
    )
    # Without site-packages: the standard library, and what lies in the course folder.
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True
    )
    assert done.stdout == "0.74 (0.68 to 0.79)\n", done.stderr
