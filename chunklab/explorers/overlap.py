"""The explorer of lesson 1: move size and overlap, and see where the chunks of a document fall.

This module holds the widget alone: it reads its controls, and shows what
:mod:`chunklab.explorers.overlap_model` computes and :mod:`chunklab.explorers.overlap_drawing`
draws.
"""

import ipywidgets as widgets

from chunklab.explorers.controls import Player, SliderWithBox
from chunklab.explorers.explorer import Explorer
from chunklab.explorers.overlap_drawing import panel, static_figure, words
from chunklab.explorers.overlap_model import OverlapState, measure

LARGEST = 10**9


class OverlapExplorer(Explorer):
    """Controls for N, C, O and the current chunk, then a picture of the chunks and its words.

    ``n``, ``size`` and ``overlap`` are lengths in tokens, up to a billion; ``chunk`` is the one to
    look at first, counted from 1 (the last one where there are fewer); ``blind`` also shows what a
    blind ``range(0, n, stride)`` adds. Raises ``ValueError`` for arguments that are mistyped, out
    of range or impossible together. Settings that a person makes impossible later raise nothing:
    the explorer says which rule broke and keeps the last possible picture, dimmed.

    >>> explorer = OverlapExplorer(1000, 200, 50)
    >>> explorer.size.box.value = 300
    >>> explorer.values.stride, explorer.values.count
    (250, 4)
    >>> explorer.overlap.box.value = 300
    >>> explorer.problem
    'overlap must satisfy 0 <= overlap < size, got overlap=300, size=300'
    """

    def __init__(
        self,
        n: int = 1000,
        size: int = 200,
        overlap: int = 50,
        *,
        chunk: int = 2,
        blind: bool = False,
    ) -> None:
        """Show a document of ``n`` tokens in chunks of ``size`` that repeat ``overlap`` tokens."""
        self.player = Player(self._advance)  # first: close() needs it after a refused argument
        if type(chunk) is not int or chunk < 1:
            raise ValueError(f"chunk must be an int >= 1, got chunk={chunk!r}")
        if type(blind) is not bool:
            raise ValueError(f"blind must be True or False, got blind={blind!r}")
        self.values = measure(OverlapState(n, size, overlap, chunk, blind))
        for name, value in (("n", n), ("size", size)):
            if value > LARGEST:
                raise ValueError(f"{name} must be <= {LARGEST}, got {name}={value}")
        self.n = SliderWithBox("Document, N", "N =", n, slider_maximum=2000, maximum=LARGEST)
        self.size = SliderWithBox("Chunk size, C", "C =", size, slider_maximum=500, maximum=LARGEST)
        self.overlap = SliderWithBox(
            "Overlap, O", "O =", overlap, slider_maximum=500, maximum=LARGEST
        )
        last = max(1, self.values.total)
        self.chunk = SliderWithBox(
            "Chunk", "Number", min(chunk, last), minimum=1, slider_maximum=last, maximum=last
        )
        self.blind = widgets.Checkbox(
            blind,
            description="Blind rule range(0, N, S)",
            indent=False,
            layout={"width": "auto", "margin": "2px 2px 2px 1.2em"},
        )
        self.previous = widgets.Button(description="Previous", icon="step-backward")
        self.next = widgets.Button(description="Next", icon="step-forward")
        self.view = widgets.HTML()

        self.watch(self.n.box, self.size.box, self.overlap.box, self.chunk.box, self.blind)
        self.previous.on_click(lambda _: self.step(-1))
        self.next.on_click(lambda _: self.step(1))
        self.player.on_click(lambda _: self.toggle())
        buttons = widgets.HBox(
            [self.previous, self.player, self.next, self.blind], layout={"flex_flow": "row wrap"}
        )
        for button in (self.previous, self.player, self.next):
            button.layout.width = "8em"
        super().__init__(
            [self.n, self.size, self.overlap, self.chunk, buttons, self.view],
            layout={"max_width": "580px"},
        )
        self.update()

    def update(self, notice: str = "") -> None:
        """Show what the controls say, and ``notice`` below it."""
        state = OverlapState(
            self.n.box.value,
            self.size.box.value,
            self.overlap.box.value,
            self.chunk.box.value,
            self.blind.value,
        )
        if self.take(measure, state):
            with self.settling():  # fewer chunks may move the current one: that is drawn below
                self.chunk.set_maximum(max(1, self.values.total))
        self.view.value = panel(self.values, problem=self.problem, notice=notice)

    def step(self, by: int) -> bool:
        """Move the current chunk ``by`` so many, within the document, and say whether it moved."""
        current = self.values.current
        if self.problem or current is None or not 1 <= current.number + by <= self.values.total:
            return False
        self.chunk.box.value = current.number + by
        return True

    def toggle(self) -> None:
        """Play or pause; from the last chunk, play from the first."""
        if self.player.playing:
            self.player.pause()
            return
        try:
            self.player.play()
        except RuntimeError:
            self.update("Play needs the event loop of a running notebook. Use Next instead.")
            return
        if self.chunk.box.value == self.values.total:
            self.chunk.box.value = 1

    def close(self) -> None:
        """Pause, and leave the page."""
        self.player.pause()
        super().close()

    def _advance(self) -> bool:
        return self.step(1) and self.chunk.box.value < self.values.total

    def fallback(self) -> tuple[str, str]:
        """Return the words, and the picture with its words as HTML."""
        return words(self.values), static_figure(self.values)
