"""The explorer of lesson 4: a text in fixed windows, and in chunks that end at separators.

This module holds the widget alone: it reads its controls, and shows what
:mod:`chunklab.explorers.separators_model` computes and
:mod:`chunklab.explorers.separators_drawing` draws.
"""

from collections.abc import Iterable

import ipywidgets as widgets

from chunklab.explorers.controls import SampleOrOwnText, SliderWithBox
from chunklab.explorers.entry import MOST
from chunklab.explorers.explorer import Explorer
from chunklab.explorers.separators_drawing import panel, static_figure, words
from chunklab.explorers.separators_model import SAMPLES, SEPARATORS, SeparatorsState, measure


class SeparatorsExplorer(Explorer):
    r"""Controls for a text, its chunks and their separators; then both ways to cut, side by side.

    ``text`` is a text of at most 4000 code points, the first sample where it is left out; ``size``
    and ``overlap`` are in code points; ``chunk`` is the one to look at first, counted from 1 among
    those that end at separators; ``levels`` names the separators that are switched on, in any
    order. Raises ``ValueError`` for arguments that are out of range or impossible together.
    Settings that a person makes impossible later raise nothing: the explorer says which rule broke
    and keeps the last possible picture, dimmed.

    >>> explorer = SeparatorsExplorer("Wind north. Rain soon.", 14, 5)
    >>> explorer.values.fixed.spans, explorer.values.recursive.spans
    (((0, 14), (9, 22)), ((0, 12), (12, 22)))
    >>> explorer.levels["sentence end"].value = False
    >>> explorer.values.recursive.spans
    ((0, 12), (12, 22))
    >>> explorer.overlap.box.value = 14
    >>> explorer.problem
    'overlap must satisfy 0 <= overlap < size, got overlap=14, size=14'
    """

    def __init__(
        self,
        text: str = SeparatorsState.text,
        size: int = SeparatorsState.size,
        overlap: int = SeparatorsState.overlap,
        *,
        chunk: int = SeparatorsState.chunk,
        levels: Iterable[str] = SeparatorsState.levels,
    ) -> None:
        """Show ``text`` in chunks of at most ``size`` that repeat at most ``overlap``."""
        if type(chunk) is not int or chunk < 1:
            raise ValueError(f"chunk must be an int >= 1, got chunk={chunk!r}")
        on = frozenset(levels)
        self.values = measure(SeparatorsState(text, size, overlap, chunk, on))
        self.text = SampleOrOwnText(SAMPLES, text)
        self.size = SliderWithBox("Size, C", "C =", size, slider_maximum=200, maximum=MOST)
        self.overlap = SliderWithBox("Overlap, O", "O =", overlap, slider_maximum=200, maximum=MOST)
        last = max(1, len(self.values.recursive.spans))
        self.chunk = SliderWithBox(
            "Chunk", "Number", min(chunk, last), minimum=1, slider_maximum=last, maximum=last
        )
        self.previous = widgets.Button(description="Previous", icon="step-backward")
        self.next = widgets.Button(description="Next", icon="step-forward")
        self.levels = {
            level: widgets.Checkbox(
                level in on,
                description=level,
                indent=False,
                layout={"width": "auto", "margin": "2px 1.2em 2px 0"},
            )
            for level in SEPARATORS
        }
        self.view = widgets.HTML()
        super().__init__(
            [
                self.text,
                self.size,
                self.overlap,
                widgets.HBox(
                    [
                        widgets.Label(
                            "Separators, largest first:", layout={"margin": "2px .8em 2px 2px"}
                        ),
                        *self.levels.values(),
                    ],
                    layout={"flex_flow": "row wrap"},
                ),
                self.chunk,
                widgets.HBox([self.previous, self.next]),
                self.view,
            ],
            layout={"max_width": "780px"},
        )
        boxes = (self.text.box, self.size.box, self.overlap.box, self.chunk.box)
        self.watch(*boxes, *self.levels.values())
        self.previous.on_click(lambda _: self.step(-1))
        self.next.on_click(lambda _: self.step(1))
        self.update()

    def update(self) -> None:
        """Show what the controls say."""
        state = SeparatorsState(
            self.text.text,
            self.size.box.value,
            self.overlap.box.value,
            self.chunk.box.value,
            frozenset(level for level, box in self.levels.items() if box.value),
        )
        if self.take(measure, state):
            with self.settling():  # fewer chunks may move the current one: that is drawn below
                self.chunk.set_maximum(max(1, len(self.values.recursive.spans)))
        self.view.value = panel(self.values, problem=self.problem)

    def step(self, by: int) -> None:
        """Move the current chunk ``by`` so many, as far as there are chunks."""
        if not self.problem:
            self.chunk.box.value += by  # the box keeps it in its bounds

    def fallback(self) -> tuple[str, str]:
        """Return the words, and the picture with its words as HTML."""
        return words(self.values), static_figure(self.values)
