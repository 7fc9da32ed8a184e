"""What a check found, for a terminal as text and for a notebook as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from chunklab.course.index import Exercise
from chunklab.grading.judge import Verdict
from chunklab.grading.outcomes import Outcome

FIRST, LAST, WIDTH = 10, 3, 500
"""How much of what a function printed is shown: lines at both ends, characters of each."""

_SIGNS = {Outcome.PASSED: "✓", Outcome.NOT_ATTEMPTED: "·"}  # any other outcome: ✗


@dataclass(frozen=True)
class Report:
    """The verdicts on an exercise or on some of its functions.

    ``stub`` is the learner's file, ``notes`` what they should know besides, ``layers`` the parts of
    the sandbox that the code ran in.
    """

    exercise: Exercise
    verdicts: Sequence[Verdict]
    stub: Path
    notes: Sequence[str] = ()
    layers: Sequence[str] = ()

    @property
    def passed(self) -> bool:
        """Whether every function that was checked passed."""
        return all(verdict.outcome is Outcome.PASSED for verdict in self.verdicts)

    @property
    def next_step(self) -> str:
        """What to do now, in one sentence."""
        for verdict in self.verdicts:
            name, function = self.exercise.name, verdict.function
            if verdict.outcome is Outcome.NOT_ATTEMPTED:
                return f"write {function} in {self.stub.name}, save it, and check again."
            if verdict.outcome is Outcome.ABSENT:
                return f"see above why {function} is absent, mend that, save, and check again."
            if verdict.outcome is not Outcome.PASSED:
                return (
                    f"look at {function}. For a hint: hint({name!r}, {function!r}) in a notebook, "
                    f"chunklab hint {name} {function} in a terminal."
                )
        if len(self.verdicts) == len(self.exercise.functions):
            return self.exercise.afterwards
        return f'check the whole exercise: check("{self.exercise.name}").'

    def __str__(self) -> str:
        """Return the report as text."""
        width = max(len(verdict.function) for verdict in self.verdicts)
        lines = [self._summary()]
        for verdict in self.verdicts:
            lines.append(
                f"  {sign(verdict.outcome)} {verdict.function:<{width}}  {verdict.outcome}"
            )
            lines += [f"      {label}{fact}" for label, fact in _labelled(verdict)]
        lines += [f"Note: {note}" for note in self.notes]
        return "\n".join([*lines, self._sandbox(), f"Next: {self.next_step}"])

    def __repr__(self) -> str:
        """Return the text, so that a plain Python prompt shows it too."""
        return str(self)

    def _repr_html_(self) -> str:
        rows = "".join(map(_rows, self.verdicts))
        notes = "".join(f"<p>Note: {escape(note)}</p>" for note in self.notes)
        return (
            f'<div role="status"><p><strong>{escape(self._summary())}</strong></p>'
            f"<table><thead><tr>{cell('function', 'th')}{cell('outcome', 'th')}</tr></thead>"
            f"<tbody>{rows}</tbody></table>{notes}"
            f"<p><small>{escape(self._sandbox())}</small></p>"
            f"<p><strong>Next:</strong> {escape(self.next_step)}</p></div>"
        )

    def _sandbox(self) -> str:
        return f"Your code ran in a sandbox of: {', '.join(self.layers) or 'nothing'}."

    def _summary(self) -> str:
        passed = [v.function for v in self.verdicts if v.outcome is Outcome.PASSED]
        points = {function.name: function.points for function in self.exercise.functions}
        earned = sum(points[function] for function in passed)
        possible = sum(points[verdict.function] for verdict in self.verdicts)
        return (
            f"{self.exercise.name}: {len(passed)} of {len(self.verdicts)} functions passed, "
            f"{earned} of {possible} points"
        )


def sign(outcome: Outcome) -> str:
    """Return the sign that stands before an outcome's word."""
    return _SIGNS.get(outcome, "✗")


def _rows(verdict: Verdict) -> str:
    """Return a row for the outcome, and one below it for the reasons: a phone is too narrow."""
    name = f"{sign(verdict.outcome)} <code>{escape(verdict.function)}</code>"
    rows = f"<tr{_RULED}>{cell(name)}{cell(verdict.outcome)}</tr>"
    facts = _facts_as_html(verdict)
    if facts:
        rows += f"<tr{_PLAIN}>{cell(facts, columns=2)}</tr>"
    return rows


# JupyterLab tints every other row, and here two may belong together.
_PLAIN = ' style="background:none"'
_RULED = ' style="background:none;border-top:1px solid #8888"'


def cell(content: str, tag: str = "td", columns: int = 1) -> str:
    """Return a cell of a table, aligned to the left.

    JupyterLab would align it to the right, which tears answers apart.
    """
    style = "text-align:left;vertical-align:top;overflow-wrap:anywhere"
    return f'<{tag} colspan="{columns}" style="{style}">{content}</{tag}>'


def _labelled(verdict: Verdict) -> list[tuple[str, str]]:
    """Return the verdict's facts, each with a label such as ``"expected: "``."""
    return [(f"{label}: " if label else "", shortened(fact)) for label, fact in verdict.facts()]


def shortened(text: str) -> str:
    """Return a text of many lines without its middle, and no line in full that is very long.

    >>> shortened("1\\n" * 10_000).splitlines()[9:12]
    ['1', '... 9987 more lines ...', '1']
    """
    lines = text.splitlines()
    if len(lines) > FIRST + LAST:
        left_out = f"... {len(lines) - FIRST - LAST} more lines ..."
        lines = [*lines[:FIRST], left_out, *lines[-LAST:]]
    return "\n".join(line[:WIDTH] for line in lines)


def _facts_as_html(verdict: Verdict) -> str:
    parts = []
    for label, fact in verdict.facts():
        if label == "printed":
            text = escape(shortened(fact))
            parts.append(f"<details><summary>printed</summary><pre>{text}</pre></details>")
        elif label in ("call", "came back", "expected"):
            parts.append(f"<div>{label}: <code>{escape(fact)}</code></div>")
        else:
            parts.append(f"<div>{label + ': ' if label else ''}{escape(fact)}</div>")
    return "".join(parts)
