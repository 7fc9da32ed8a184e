"""The explorer of lesson 5: what size and overlap buy and cost, measured on the course's corpus.

This module holds the widget alone: it reads its controls, and shows what
:mod:`chunklab.explorers.evidence_model` computes and :mod:`chunklab.explorers.evidence_drawing`
draws.
"""

import ipywidgets as widgets

from chunklab.corpus import questions
from chunklab.explorers.controls import Choice, SliderWithBox
from chunklab.explorers.evidence_drawing import panel, static_figure, words
from chunklab.explorers.evidence_model import (
    CUTS,
    LONGEST,
    MOST,
    SHARES,
    EvidenceState,
    measure,
)
from chunklab.explorers.explorer import Explorer
from chunklab.retrieval import SIZES


class EvidenceExplorer(Explorer):
    """Controls for size, overlap, fact length and k; then survival, storage, recall and evidence.

    ``size`` and ``overlap`` are in code points and must be a setting that was run, one of
    :data:`chunklab.retrieval.SETTINGS`: only these can be chosen. ``cut`` is ``"windows"`` or
    ``"separators"``, ``length`` that of a fact, ``k`` how many chunks are retrieved, ``question``
    the one to look at first, counted from 1, and ``merged`` says whether retrieved chunks are
    joined where they overlap. Raises ``ValueError`` for anything else.

    >>> explorer = EvidenceExplorer(400, 100, k=5)
    >>> str(explorer.values.current.recall)
    '0.74 (0.68 to 0.79)'
    >>> explorer.overlap.value = 0      # none of the size
    >>> str(explorer.values.current.recall)
    '0.66 (0.60 to 0.71)'
    """

    def __init__(
        self,
        size: int = EvidenceState.size,
        overlap: int = EvidenceState.overlap,
        *,
        length: int = EvidenceState.length,
        k: int = EvidenceState.k,
        question: int = EvidenceState.question,
        cut: str = EvidenceState.cut,
        merged: bool = EvidenceState.merged,
    ) -> None:
        """Show the corpus in chunks of ``size`` that repeat ``overlap``."""
        measure(EvidenceState(size, overlap, length, k, question, cut, merged))  # checks them
        self.cut = Choice("Chunks", {name: cut for cut, name in CUTS.items()}, cut)
        self.size = Choice("Size, C", {str(each): each for each in SIZES}, size)
        self.overlap = Choice(
            "Overlap, O",
            {name: eighths for eighths, name in SHARES.items()},
            overlap * 8 // size,
        )
        self.length = SliderWithBox(
            "Fact length, L", "L =", length, minimum=1, slider_maximum=LONGEST, maximum=LONGEST
        )
        self.k = SliderWithBox(
            "Retrieved, k", "k =", k, minimum=1, slider_maximum=MOST, maximum=MOST
        )
        last = len(questions())
        self.question = SliderWithBox(
            "Question", "Number", question, minimum=1, slider_maximum=last, maximum=last
        )
        self.merged = widgets.Checkbox(
            merged,
            description="Merge what overlaps",
            indent=False,
            layout={"width": "auto"},
        )
        self.previous = widgets.Button(description="Previous", icon="step-backward")
        self.next = widgets.Button(description="Next", icon="step-forward")
        self.view = widgets.HTML()
        super().__init__(
            [
                self.cut,
                self.size,
                self.overlap,
                self.length,
                self.k,
                self.merged,
                self.question,
                widgets.HBox([self.previous, self.next]),
                self.view,
            ],
            layout={"max_width": "780px"},
        )
        numbers = (self.length, self.k, self.question)
        self.watch(self.cut, self.size, self.overlap, self.merged, *(each.box for each in numbers))
        self.previous.on_click(lambda _: self.step(-1))
        self.next.on_click(lambda _: self.step(1))
        self.update()

    def update(self) -> None:
        """Show what the controls say: whatever that is, it was run."""
        size = self.size.value
        self.values = measure(
            EvidenceState(
                size,
                size * self.overlap.value // 8,
                self.length.box.value,
                self.k.box.value,
                self.question.box.value,
                self.cut.value,
                self.merged.value,
            )
        )
        self.view.value = panel(self.values)

    def step(self, by: int) -> None:
        """Move the question ``by`` so many, as far as there are questions."""
        self.question.box.value += by  # the box keeps it in its bounds

    def fallback(self) -> tuple[str, str]:
        """Return the words, and the picture with its words as HTML."""
        return words(self.values), static_figure(self.values)
