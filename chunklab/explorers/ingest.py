"""The explorer of lesson 6: a document that changes, and ways to keep its rows true, or not.

This module holds the widget alone: it reads its controls, and shows what
:mod:`chunklab.explorers.ingest_model` computes and :mod:`chunklab.explorers.ingest_drawing` draws.
"""

from collections.abc import Callable
from dataclasses import replace

import ipywidgets as widgets

from chunklab.explorers import ingest_model as model
from chunklab.explorers.controls import SliderWithBox
from chunklab.explorers.entry import MOST, typed, written
from chunklab.explorers.explorer import Explorer
from chunklab.explorers.ingest_drawing import panel, static_figure, words
from chunklab.explorers.ingest_model import IngestState, measure


class IngestExplorer(Explorer):
    """Controls for a document and for ways to ingest it; then its rows and what they are worth.

    ``text`` is a document of at most 4000 code points, ``size`` and ``overlap`` are in code points.
    It begins with the rows of ``text``. Raises ``ValueError`` for arguments that are impossible.
    Settings that a person makes impossible later raise nothing: the explorer says which rule broke
    and keeps the last possible picture, dimmed.

    >>> explorer = IngestExplorer("tea, rice", 5, 1)
    >>> explorer.text.value = "tea and rice"
    >>> explorer.values.worth
    ('stale revision', 'stale revision')
    >>> explorer.ingest.click()
    >>> explorer.values.worth
    ('ok', 'ok', 'ok')
    """

    def __init__(
        self,
        text: str = IngestState.text,
        size: int = IngestState.size,
        overlap: int = IngestState.overlap,
    ) -> None:
        """Show ``text`` and its rows, cut by ``size`` and ``overlap``."""
        self.values = measure(model.ingest(IngestState(text, size, overlap)))
        self.text = widgets.Textarea(
            typed(text),
            description="The document",
            rows=3,
            style={"description_width": "7.5em"},
            layout={"width": "auto"},
        )
        self.size = SliderWithBox("Size, C", "C =", size, slider_maximum=80, maximum=MOST)
        self.overlap = SliderWithBox("Overlap, O", "O =", overlap, slider_maximum=80, maximum=MOST)
        self.transaction = widgets.Checkbox(
            True, description="In one transaction", indent=False, layout={"width": "auto"}
        )
        self.ingest = self._button("Ingest", model.ingest)
        self.interrupted = self._button("Ingest, interrupted", self._interrupted)
        self.add = self._button("Only add", model.only_add)
        self.view = widgets.HTML()
        super().__init__(
            [
                self.text,
                self.size,
                self.overlap,
                widgets.HBox(
                    [self.ingest, self.interrupted, self.add],
                    layout={"flex_flow": "row wrap"},
                ),
                self.transaction,
                self.view,
            ],
            layout={"max_width": "660px"},
        )
        self.watch(self.text, self.size.box, self.overlap.box)
        self.update()

    def update(self) -> None:
        """Show what the controls say."""
        self._show(self._state())

    def fallback(self) -> tuple[str, str]:
        """Return the words, and the picture with its words as HTML."""
        return words(self.values), static_figure(self.values)

    def act(self, way: Callable[[IngestState], IngestState]) -> None:
        """Ingest in some ``way``, as far as the settings are possible."""
        if not self.problem:
            self._show(way(self._state()))

    def _state(self) -> IngestState:
        state: IngestState = self.values.state
        return replace(
            state,
            text=written(self.text.value),
            size=self.size.box.value,
            overlap=self.overlap.box.value,
        )

    def _show(self, state: IngestState) -> None:
        self.take(measure, state)
        self.view.value = panel(self.values, problem=self.problem)

    def _interrupted(self, state: IngestState) -> IngestState:
        transaction: bool = self.transaction.value
        return model.interrupted(state, transaction=transaction)

    def _button(self, name: str, way: Callable[[IngestState], IngestState]) -> widgets.Button:
        button = widgets.Button(description=name, layout={"width": "auto"})
        button.on_click(lambda _: self.act(way))
        return button
