"""What each splitter made of each text: now, where it is installed, else as it was saved.

The saved figures are the chunks themselves with the starts that were reported, and the versions;
they are made by ``python -m chunklab.splitters``. Verdicts are computed from either alike.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import metadata, resources
from pathlib import Path
from typing import Any

import chunklab
from chunklab.splitters.peers import SPLITTERS, Split, Splitter
from chunklab.splitters.texts import OVERLAP, SIZE, TEXTS
from chunklab.splitters.verdict import Piece

Answer = list[Piece] | str
"""The chunks of a text, or the error that was raised instead of them, in words."""


@dataclass(frozen=True)
class Figures:
    """What a ``splitter`` of a ``version`` answered for each text, by the text's name.

    ``installed`` says that it was run here and now.
    """

    splitter: Splitter
    version: str
    installed: bool
    answers: dict[str, Answer]


class NotInstalled(Exception):
    """A splitter is not installed, or cannot be set up; the message says which and why."""


def run(splitter: Splitter) -> Figures:
    """Run a splitter on all texts; raises ``NotInstalled`` where that is not possible."""
    try:
        version = (
            chunklab.__version__
            if splitter.distribution == "chunklab"
            else metadata.version(splitter.distribution)
        )
        split = splitter.set_up(SIZE, OVERLAP)
    except Exception as error:  # of somebody else's import, which may fail in any way
        raise NotInstalled(
            f"{splitter.name} needs {splitter.distribution}: {type(error).__name__}: {error}"
        ) from error
    return Figures(
        splitter, version, True, {name: _answer(split, each.text) for name, each in TEXTS.items()}
    )


def figures_of(splitter: Splitter) -> Figures:
    """Return a splitter's figures: run now where it is installed, else saved."""
    try:
        return run(splitter)
    except NotInstalled:
        kept = _saved()[splitter.name]
    answers: dict[str, Answer] = {
        name: each if isinstance(each, str) else [(start, piece) for start, piece in each]
        for name, each in kept["answers"].items()
    }
    return Figures(splitter, kept["version"], False, answers)


def save(path: Path) -> None:
    """Run every peer and write the figures to a file; raises ``NotInstalled`` if one is missing."""
    made = {
        splitter.name: {"version": figures.version, "answers": figures.answers}
        for splitter in SPLITTERS
        if splitter.distribution != "chunklab"
        for figures in [run(splitter)]
    }
    path.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


@cache
def _saved() -> dict[str, Any]:
    file = resources.files(__package__).joinpath("saved.json")
    kept: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return kept


def _answer(split: Split, text: str) -> Answer:
    try:
        return split(text)
    except Exception as error:  # of somebody else's code; the table says so
        return f"{type(error).__name__}: {error}"
