"""The saved figures are what the peers do: they are made again, where these are installed."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from chunklab.splitters.peers import SPLITTERS
from chunklab.splitters.texts import TEXTS

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SAVED = json.loads((ROOT / "chunklab/splitters/saved.json").read_text(encoding="utf-8"))
PINS = dict(re.findall(r"(?m)^(\S+)==(\S+)$", (HERE / "requirements.txt").read_text()))
PEERS = [each for each in SPLITTERS if each.distribution != "chunklab"]


def run(python: Path | str, target: Path, home: Path) -> subprocess.CompletedProcess[str]:
    command = [python, "-m", "chunklab.splitters", target]
    # A home of its own: no peer finds settings there, nor leaves any behind.
    env = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(home)}
    return subprocess.run(command, env=env, cwd=home, capture_output=True, text=True)


def test_the_saved_figures_are_of_the_pinned_versions_and_of_these_texts() -> None:
    assert {name: each["version"] for name, each in SAVED.items()} == {
        each.name: PINS[each.distribution] for each in PEERS
    }
    assert all(list(each["answers"]) == list(TEXTS) for each in SAVED.values())


def test_the_peers_do_what_was_saved(environment: Callable[[Path], Path], tmp_path: Path) -> None:
    python = environment(HERE / "requirements.txt") / "python"
    home, target = tmp_path / "home", tmp_path / "made.json"
    home.mkdir()
    done = run(python, target, home)
    assert done.returncode == 0, done.stderr
    assert json.loads(target.read_text(encoding="utf-8")) == SAVED
    assert list(home.iterdir()) == [], "a peer leaves things in a home folder"


def test_nothing_is_saved_where_a_peer_is_missing(tmp_path: Path) -> None:
    target = tmp_path / "made.json"
    done = run(sys.executable, target, tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("Nothing was written. langchain needs langchain-text-splitters: ")
    assert not target.exists()
