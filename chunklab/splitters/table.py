"""How the comparison is shown: a table of all splitters, and one splitter on one text in detail.

Both show themselves in a notebook as an HTML table, and as plain text everywhere else.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from html import escape

from chunklab.explorers import svg
from chunklab.splitters.figures import Figures, figures_of
from chunklab.splitters.peers import SPLITTERS
from chunklab.splitters.texts import OVERLAP, SIZE, TEXTS, Text
from chunklab.splitters.verdict import (
    NOT_REPORTED,
    OTHER_PLACE,
    OTHER_TEXT,
    TRUE,
    Piece,
    Verdict,
    judge,
)

CAPTION = (
    f"Public splitters on {len(TEXTS)} small texts, asked for chunks of at most {SIZE} characters "
    f"with an overlap of {OVERLAP}. Offsets are true where every chunk stands at its reported "
    "start and all chunks fit together: nothing but white space is left out, and neighbours share "
    "no more than was asked. Overlap is kept in a pair of neighbours that share at least one "
    "character. To see the chunks of a splitter on a text, call look with both names, such as "
    'look("llama-index", "equal rows").'
)

_WIDTH = 96

# Two classes in a rule: JupyterLab's own for tables would win over one.
_STYLE = f"""
.cl-splitters {{ color: {svg.TEXT}; font-size: var(--jp-content-font-size1, 14px);
  line-height: 1.4; margin: .8em 0 }}
.cl-splitters .cl-table {{ border-collapse: collapse; width: 100%; min-width: 46em; margin: 0;
  table-layout: auto; font-size: .92em; font-variant-numeric: tabular-nums }}
.cl-splitters .cl-table caption {{ text-align: left; padding: .3em 0 .6em; color: {svg.TEXT};
  caption-side: top }}
.cl-splitters .cl-table th, .cl-splitters .cl-table td {{ text-align: left; vertical-align: top;
  padding: .35em .6em; border-bottom: 1px solid var(--jp-border-color2, #ddd); background: none;
  color: {svg.TEXT}; white-space: normal }}
.cl-splitters .cl-table .cl-who {{ min-width: 10.5em; overflow-wrap: anywhere }}
.cl-splitters .cl-table thead th {{ border-bottom: 2px solid currentColor }}
.cl-splitters .cl-table p {{ margin: 0 0 .2em }}
.cl-splitters .cl-table .cl-note {{ color: {svg.MUTED}; font-weight: 400 }}
.cl-splitters .cl-table .cl-count {{ white-space: nowrap }}
.cl-splitters .cl-table code {{ white-space: pre-wrap; overflow-wrap: anywhere; padding: 0;
  color: {svg.TEXT}; background: none }}
.cl-splitters .cl-table th code {{ font-size: .88em }}
.cl-splitters .cl-table .cl-false {{ font-weight: 600; text-underline-offset: .18em;
  text-decoration: underline wavy {svg.VERMILLION} 2px }}
"""


@dataclass(frozen=True)
class Row:
    """What one splitter's figures say."""

    figures: Figures

    @cached_property
    def verdicts(self) -> dict[str, Verdict]:
        """The verdict on each text by its name, without those on which the splitter raised."""
        return {
            name: judge(TEXTS[name].text, OVERLAP, answer)
            for name, answer in self.figures.answers.items()
            if not isinstance(answer, str)
        }

    @property
    def origin(self) -> str:
        """Where the figures are from."""
        return "installed here" if self.figures.installed else "saved"

    @property
    def offsets(self) -> str:
        """On how many texts the offsets are true."""
        true = sum(each.offsets == TRUE for each in self.verdicts.values())
        return f"{true} of {len(self.figures.answers)}"

    @property
    def overlap(self) -> list[str]:
        """On how many texts the overlap was kept in every pair, in some, in none."""
        kinds = [each.overlap for each in self.verdicts.values()]
        return [
            f"{kind}: {kinds.count(kind)}"
            for kind in ("every pair", "some pairs", "no pair", "one chunk")
            if kind in kinds
        ]

    @property
    def seen(self) -> list[str]:
        """What goes wrong, or is different from what was asked, in sentences."""
        found = [
            ("Something else stands at a reported start", self._where("offsets", OTHER_TEXT)),
            ("The same text, but of another place", self._elsewhere()),
            ("No start is reported", self._where("offsets", NOT_REPORTED)),
            ("No pair shares anything", self._where("overlap", "no pair")),
            ("Some pairs share nothing", self._where("overlap", "some pairs")),
            (
                f"Longer than {SIZE}",
                [f"{n} ({v.longest})" for n, v in self.verdicts.items() if v.longest > SIZE],
            ),
            ("A chunk holds nothing new", [n for n, v in self.verdicts.items() if v.nothing_new]),
            ("A chunk stands nowhere in the text", self._where("text", "changed")),
            ("Characters are in no chunk", self._where("text", "characters lost")),
            ("White space is left out", self._where("text", "blanks left out")),
        ]
        raised = [
            f"Raised on {name}: {answer}."
            for name, answer in self.figures.answers.items()
            if isinstance(answer, str)
        ]
        return [f"{what}: {self._listed(names)}." for what, names in found if names] + raised

    def _where(self, aspect: str, value: str) -> list[str]:
        return [name for name, each in self.verdicts.items() if getattr(each, aspect) == value]

    def _elsewhere(self) -> list[str]:
        return [f"{name}{self._first_wrong(name)}" for name in self._where("offsets", OTHER_PLACE)]

    def _first_wrong(self, name: str) -> str:
        pairs = zip(self.figures.answers[name], self.verdicts[name].places or (), strict=False)
        for number, ((reported, _), place) in enumerate(pairs, start=1):
            if reported != place:
                return f" (chunk {number} is said to start at {reported}, and fits at {place})"
        return ""

    def _listed(self, names: list[str]) -> str:
        everywhere = len(names) == len(self.figures.answers) and set(names) <= set(TEXTS)
        return f"on all {len(names)} texts" if everywhere else ", ".join(names)


class Comparison:
    """All splitters on all texts; in a notebook it shows itself as a table."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = list(rows)

    def __repr__(self) -> str:
        return "\n\n".join([textwrap.fill(CAPTION, _WIDTH), *map(_row_text, self.rows)])

    def _repr_html_(self) -> str:
        heads = ("splitter", "version", "offsets true", "overlap kept, on how many texts", "seen")
        head = "".join(f'<th scope="col">{each}</th>' for each in heads)
        body = "".join(map(_row_html, self.rows))
        return _html(CAPTION, head, body, "Public splitters compared")


class Detail:
    """One splitter on one text, chunk by chunk; in a notebook it shows itself as a table."""

    def __init__(self, row: Row, text: Text) -> None:
        self.row = row
        self.text = text

    @property
    def caption(self) -> str:
        """What was asked, and the verdict."""
        figures, name = self.row.figures, self.text.name
        asked = (
            f"{figures.splitter.name} {figures.version} ({self.row.origin}) on the text “{name}”: "
            f"{self.text.reason}. Asked for chunks of at most {SIZE} characters with an overlap of "
            f"{OVERLAP}."
        )
        answer = figures.answers[name]
        if isinstance(answer, str):
            return f"{asked} It raised {answer}."
        verdict = self.row.verdicts[name]
        return (
            f"{asked} Offsets: {_OFFSETS[verdict.offsets]}. Overlap: {_OVERLAP[verdict.overlap]}."
        )

    @property
    def chunks(self) -> list[tuple[Piece, str, str]]:
        """Each chunk with what stands at its start, and what it shares with the one before."""
        answer = self.row.figures.answers[self.text.name]
        if isinstance(answer, str):
            return []
        verdict = self.row.verdicts[self.text.name]
        places = verdict.places or (None,) * len(answer)
        shares = ["", *(f"{each} of {OVERLAP}" for each in verdict.shared)]
        return [
            (piece, self._standing(piece, place), shared)
            for piece, place, shared in zip(answer, places, shares, strict=False)
        ]

    def _standing(self, piece: Piece, place: int | None) -> str:
        start, chunk = piece
        if start is None:
            return "nothing, no start is reported"
        there = self.text.text[start : start + len(chunk)] if start >= 0 else ""
        fits = "" if place in (None, start) else f"; the chunk fits at {place}"
        if there != chunk:
            return f"other text: {there!r}{fits}"
        return f"the same text{fits}" if fits else "the chunk"

    def __repr__(self) -> str:
        lines = [textwrap.fill(self.caption, _WIDTH)]
        for number, ((start, chunk), standing, shared) in enumerate(self.chunks, start=1):
            with_last = f", shares {shared} with the one before" if shared else ""
            lines.append(f"{number}. start {start}, length {len(chunk)}{with_last}")
            lines += [f"   {chunk!r}", f"   at the start: {standing}"]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        heads = ("chunk", "its text", "start", "at the start stands", "shared with the one before")
        head = "".join(f'<th scope="col">{each}</th>' for each in heads)
        body = "".join(
            f'<tr><th scope="row">{number}</th><td><code>{escape(repr(chunk))}</code></td>'
            f'<td>{start}</td><td class="{"" if standing == "the chunk" else "cl-false"}">'
            f"{escape(standing)}</td><td>{shared}</td></tr>"
            for number, ((start, chunk), standing, shared) in enumerate(self.chunks, start=1)
        )
        return _html(self.caption, head, body, "One splitter on one text")


def table() -> Comparison:
    """Return the comparison of all splitters on all texts.

    A splitter that is installed is run; for any other the figures are those saved with chunklab.
    """
    return Comparison(Row(figures_of(each)) for each in SPLITTERS)


def look(splitter: str, text: str) -> Detail:
    """Return what one splitter made of one text, both by the names that the table shows.

    Raises ``ValueError`` for a name that is not there, with all that are.

    >>> look("chunks", "echo").row.offsets
    '10 of 10'
    >>> look("langchain", "Greek")
    Traceback (most recent call last):
    ValueError: text must be one of refrain, equal rows, echo, CRLF, URL, Chinese, marks, blanks, \
paragraph, code, got 'Greek'
    """
    splitters = {each.name: each for each in SPLITTERS}
    for argument, value, known in (("splitter", splitter, splitters), ("text", text, TEXTS)):
        if value not in known:
            raise ValueError(f"{argument} must be one of {', '.join(known)}, got {value!r}")
    return Detail(Row(figures_of(splitters[splitter])), TEXTS[text])


_OFFSETS = {
    TRUE: "true",
    OTHER_TEXT: "false, something else stands at a reported start",
    OTHER_PLACE: "false, the same text stands there, but the chunks fit at other places",
    NOT_REPORTED: "none reported",
}
_OVERLAP = {
    "every pair": "kept in every pair",
    "some pairs": "kept in some pairs",
    "no pair": "kept in no pair",
    "one chunk": "a single chunk has none",
}


def _row_text(row: Row) -> str:
    splitter = row.figures.splitter
    facts = f"offsets true: {row.offsets}; overlap kept, texts with {', '.join(row.overlap)}"
    said = [facts, *(row.seen or ["Nothing else to report."]), f"({splitter.note})"]
    wrapped = (
        textwrap.fill(each, _WIDTH, initial_indent="    ", subsequent_indent="      ")
        for each in said
    )
    head = f"{splitter.name} {row.figures.version}, {row.origin}: {splitter.call}"
    return "\n".join([head, *wrapped])


def _row_html(row: Row) -> str:
    splitter = row.figures.splitter
    seen = "".join(f"<p>{escape(each)}</p>" for each in row.seen or ["Nothing else to report."])
    overlap = "<br>".join(map(escape, row.overlap))
    return (
        f'<tr><th scope="row" class="cl-who">{escape(splitter.name)}<div class="cl-note"><code>'
        f"{escape(splitter.call).replace('(', '(<wbr>').replace('.', '.<wbr>')}</code></div></th>"
        f"<td>{escape(row.figures.version)}<br>{row.origin}</td>"
        f'<td class="cl-count">{row.offsets}</td><td class="cl-count">{overlap}</td>'
        f'<td>{seen}<p class="cl-note">{escape(splitter.note)}</p></td></tr>'
    )


def _html(caption: str, head: str, body: str, label: str) -> str:
    grid = (
        f'<table class="cl-table"><caption>{escape(caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
    return f"<style>{_STYLE}</style>{svg.frame(grid, label, 'cl-splitters')}"
