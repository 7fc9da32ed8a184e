"""What ``doctor`` says: findings, each with its remedy, and the text a learner pastes.

The text is fit for a forum: a home folder is ``~`` in it, and a user's name in a path ``USER``.
"""

import getpass
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

_NAME_ENDS = r"(?![\w-]|\.\w)"  # a full stop may be the sentence's


class Standing(StrEnum):
    """How it stands with something that was looked at."""

    GOOD = "good"
    NOTE = "note"
    PROBLEM = "problem"


SIGNS = {Standing.GOOD: "✓", Standing.NOTE: "!", Standing.PROBLEM: "✗"}


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at, what was found, and what to do unless it is good.

    A note is worth knowing and stops nothing that the course needs; a problem does.
    """

    looked_at: str
    standing: Standing
    found: str
    remedy: str = ""

    def __post_init__(self) -> None:
        """Refuse a finding that leaves a learner without a remedy, or gives one for nothing."""
        if bool(self.remedy) == (self.standing is Standing.GOOD):
            raise ValueError(
                f"remedy must be given exactly where standing is not good, got {self.remedy!r} for "
                f"{self.standing}"
            )

    def __str__(self) -> str:
        """Return the finding as a line, and another for its remedy."""
        line = f"{SIGNS[self.standing]} {self.standing:<7}  {self.looked_at}: {self.found}"
        return f"{line}\n             Remedy: {self.remedy}" if self.remedy else line


def good(looked_at: str, found: str) -> Finding:
    """Return a finding that needs no remedy."""
    return Finding(looked_at, Standing.GOOD, found)


def note(looked_at: str, found: str, remedy: str) -> Finding:
    """Return a finding that is worth knowing."""
    return Finding(looked_at, Standing.NOTE, found, remedy)


def problem(looked_at: str, found: str, remedy: str) -> Finding:
    """Return a finding that explains why something does not work."""
    return Finding(looked_at, Standing.PROBLEM, found, remedy)


@dataclass(frozen=True)
class Diagnosis:
    """All findings; ``heading`` says which versions they are about and where they were seen from.

    Its text, also in a notebook, is what a learner pastes where they ask for help.
    """

    heading: str
    findings: Sequence[Finding]

    @property
    def problems(self) -> list[Finding]:
        """The findings that explain why something does not work."""
        return [each for each in self.findings if each.standing is Standing.PROBLEM]

    @property
    def next_step(self) -> str:
        """What to do now."""
        if self.problems:
            return (
                "do what the first problem's remedy says, then run chunklab doctor again. Where "
                "that does not help, paste all of this where you ask for help."
            )
        return (
            "go on; nothing here stops the course. If something does not work all the same, look "
            "for its message in docs/setup.md, or paste all of this with it where you ask for help."
        )

    def __str__(self) -> str:
        """Return all as text, without the names of the user and of their home folder."""
        notes = sum(each.standing is Standing.NOTE for each in self.findings)
        counted = f"Problems: {len(self.problems)}, notes: {notes}."
        lines = [
            self.heading,
            *map(str, self.findings),
            f"{len(self.findings)} things looked at. {counted}",
            f"Next: {self.next_step}",
        ]
        return nameless("\n".join(lines))

    def __repr__(self) -> str:
        """Return the text, which is what a notebook shows."""
        return str(self)


def nameless(text: str) -> str:
    """Return ``text`` with the home folder as ``~``, and the user's name in paths as ``USER``."""
    home = os.path.expanduser("~")  # noqa: PTH111  (unlike Path.home it never fails)
    for folder in sorted({home, os.path.realpath(home)}, key=len, reverse=True):
        if Path(folder).is_absolute() and folder != Path(folder).anchor:
            text = re.sub(re.escape(folder) + _NAME_ENDS, "~", text)
    try:
        user = getpass.getuser()
    except (OSError, KeyError, ImportError):  # a container's user may have no name
        return text
    return re.sub(rf"(?<=[/\\]){re.escape(user)}{_NAME_ENDS}", "USER", text)
