"""The explorer of lesson 3: where the chunks of a text are, in every unit, and what breaks them.

This module holds the widget alone: it reads its controls, and shows what
:mod:`chunklab.explorers.sources_model` computes and :mod:`chunklab.explorers.sources_drawing`
draws.
"""

import ipywidgets as widgets

from chunklab.explorers.controls import SampleOrOwnText, SliderWithBox
from chunklab.explorers.entry import MOST
from chunklab.explorers.explorer import Explorer
from chunklab.explorers.sources_drawing import panel, static_figure, words
from chunklab.explorers.sources_model import SAMPLES, SourcesState, measure
from chunklab.preprocessing import STEPS


class SourcesExplorer(Explorer):
    r"""Controls for a text, its chunks and what is done to it; then the text and its offsets.

    ``text`` is a text of at most 4000 code points, the first sample where it is left out; ``size``
    and ``overlap`` are in code points; ``chunk`` is the one to look at first, counted from 1;
    ``steps`` names what is done to the text after it was cut. Raises ``ValueError`` for arguments
    that are out of range or impossible together. Settings that a person makes impossible later
    raise nothing: the explorer says which rule broke and keeps the last possible picture, dimmed.

    A box on a page cannot hold a carriage return, so it shows one as ``\r``. That can be typed, as
    can ``\uXXXX`` and ``\UXXXXXXXX`` for any code point, and ``\\`` for a backslash.

    >>> explorer = SourcesExplorer("A🙂BCDEFGHI", 4, 1)
    >>> explorer.values.current.number, explorer.values.current.offsets["utf-16"]
    (2, (4, 8))
    >>> explorer.overlap.box.value = 4
    >>> explorer.problem
    'overlap must satisfy 0 <= overlap < size, got overlap=4, size=4'
    """

    def __init__(
        self,
        text: str = SourcesState.text,
        size: int = SourcesState.size,
        overlap: int = SourcesState.overlap,
        *,
        chunk: int = 2,
        steps: tuple[str, ...] = (),
    ) -> None:
        """Show ``text`` in chunks of ``size`` that repeat ``overlap`` code points."""
        if type(chunk) is not int or chunk < 1:
            raise ValueError(f"chunk must be an int >= 1, got chunk={chunk!r}")
        self.values = measure(SourcesState(text, size, overlap, chunk, frozenset(steps)))
        self.text = SampleOrOwnText(SAMPLES, text)
        self.size = SliderWithBox("Size, C", "C =", size, slider_maximum=80, maximum=MOST)
        self.overlap = SliderWithBox("Overlap, O", "O =", overlap, slider_maximum=80, maximum=MOST)
        last = max(1, len(self.values.chunks))
        self.chunk = SliderWithBox(
            "Chunk", "Number", min(chunk, last), minimum=1, slider_maximum=last, maximum=last
        )
        self.previous = widgets.Button(description="Previous", icon="step-backward")
        self.next = widgets.Button(description="Next", icon="step-forward")
        self.steps = {
            step: widgets.Checkbox(
                step in steps,
                description=step,
                indent=False,
                layout={"width": "auto", "margin": "2px 1.2em 2px 0"},
            )
            for step in STEPS
        }
        self.view = widgets.HTML()
        super().__init__(
            [
                self.text,
                self.size,
                self.overlap,
                self.chunk,
                widgets.HBox([self.previous, self.next]),
                widgets.HBox(
                    [widgets.Label("Done afterwards:"), *self.steps.values()],
                    layout={"flex_flow": "row wrap"},
                ),
                self.view,
            ],
            layout={"max_width": "660px"},
        )
        boxes = (self.text.box, self.size.box, self.overlap.box, self.chunk.box)
        self.watch(*boxes, *self.steps.values())
        self.previous.on_click(lambda _: self.step(-1))
        self.next.on_click(lambda _: self.step(1))
        self.update()

    def update(self) -> None:
        """Show what the controls say."""
        state = SourcesState(
            self.text.text,
            self.size.box.value,
            self.overlap.box.value,
            self.chunk.box.value,
            frozenset(step for step, box in self.steps.items() if box.value),
        )
        if self.take(measure, state):
            with self.settling():  # fewer chunks may move the current one: that is drawn below
                self.chunk.set_maximum(max(1, len(self.values.chunks)))
        self.view.value = panel(self.values, problem=self.problem)

    def step(self, by: int) -> None:
        """Move the current chunk ``by`` so many, as far as there are chunks."""
        if not self.problem:
            self.chunk.box.value += by  # the box keeps it in its bounds

    def fallback(self) -> tuple[str, str]:
        """Return the words, and the picture with its words as HTML."""
        return words(self.values), static_figure(self.values)
