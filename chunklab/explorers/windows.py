"""The explorer of lesson 2: put in a text, mark a fact, and see which windows keep or cut it.

This module holds the widget alone: it reads its controls, and shows what
:mod:`chunklab.explorers.windows_model` computes and :mod:`chunklab.explorers.windows_drawing`
draws.
"""

import ipywidgets as widgets

from chunklab.explorers.controls import SliderWithBox
from chunklab.explorers.explorer import Explorer
from chunklab.explorers.windows_drawing import panel, static_figure, text_panel
from chunklab.explorers.windows_model import WindowsState, describe, measure

LARGEST = 10**6


class WindowsExplorer(Explorer):
    """Controls for a text, C, O and the fact, then the tinted text, the windows and their words.

    ``size`` and ``overlap`` are in tokens, up to a million; ``fact`` are the tokens that are marked
    first, end exclusive. Raises ``ValueError`` for arguments that are mistyped, out of range or
    impossible together. Settings that a person makes impossible later raise nothing: the explorer
    says which rule broke and keeps the last possible pictures, dimmed.

    >>> explorer = WindowsExplorer("Rents fell in May. They rose by 4 in June.", 5, 2, fact=(5, 10))
    >>> explorer.values.holding
    range(0, 0)
    >>> explorer.overlap.box.value = 4
    >>> explorer.values.holding
    range(6, 7)
    >>> explorer.last.box.value = 3
    >>> explorer.problem
    "the fact's tokens must satisfy 0 <= first <= last, got first=5, last=3"
    """

    def __init__(
        self, text: str, size: int = 20, overlap: int = 0, *, fact: tuple[int, int] = (0, 1)
    ) -> None:
        """Show ``text`` in windows of ``size`` tokens that repeat ``overlap`` tokens."""
        first, past = fact
        for name, value in (("size", size), ("fact[0]", first), ("fact[1]", past)):
            if type(value) is not int or value > LARGEST:
                raise ValueError(f"{name} must be an int <= {LARGEST}, got {name}={value!r}")
        self.values = measure(WindowsState(text, size, overlap, first, past - 1))
        end = max(0, len(self.values.spans) - 1)
        self.text = widgets.Textarea(
            text,
            description="Text",
            rows=5,
            style={"description_width": "7.5em"},
            layout={"width": "auto"},
        )
        self.size = SliderWithBox("Size, C", "C =", size, slider_maximum=60, maximum=LARGEST)
        self.overlap = SliderWithBox(
            "Overlap, O", "O =", overlap, slider_maximum=60, maximum=LARGEST
        )
        self.first = SliderWithBox(
            "Fact begins", "First =", min(first, end), slider_maximum=end, maximum=end
        )
        self.last = SliderWithBox(
            "Fact ends", "Last =", min(past - 1, end), slider_maximum=end, maximum=end
        )
        # The frame scrolls, not what is in it, so that an update leaves the scrolling as it was.
        self.shown = widgets.HTML(
            layout={"height": "16.5em", "overflow": "auto", "border": "1px solid #8886"}
        )
        self.view = widgets.HTML()
        boxes = [control.box for control in (self.size, self.overlap, self.first, self.last)]
        self.watch(self.text, *boxes)
        super().__init__(
            [self.text, self.size, self.overlap, self.first, self.last, self.shown, self.view],
            layout={"max_width": "580px"},
        )
        self.update()

    def update(self) -> None:
        """Show what the controls say."""
        state = WindowsState(
            self.text.value,
            self.size.box.value,
            self.overlap.box.value,
            self.first.box.value,
            self.last.box.value,
        )
        if self.take(measure, state):
            with self.settling():  # a shorter text may move the fact: that is drawn below
                for control in (self.first, self.last):
                    control.set_maximum(max(0, len(self.values.spans) - 1))
        self.shown.value = text_panel(self.values, dimmed=bool(self.problem))
        self.view.value = panel(self.values, problem=self.problem)

    def fallback(self) -> tuple[str, str]:
        """Return the words, and the picture with its words as HTML."""
        return describe(self.values), static_figure(self.values)
