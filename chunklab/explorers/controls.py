"""Controls that the explorers share: a number on a slider and in a box, a text, and a player.

They are stock widgets put together so that every control has a visible label: the handle of a
stock slider and the buttons of the stock Play widget have no accessible name.
"""

import asyncio
from collections.abc import Callable, Mapping

import ipywidgets as widgets
from traitlets import Bunch

from chunklab.explorers.entry import typed, written

_LABEL = {"description_width": "7.5em"}


class SliderWithBox(widgets.HBox):  # type: ignore[misc]  # ipywidgets has no types
    """A whole number set by slider or by number box; ``box.value`` is the truth, observe that.

    The slider covers the practical range up to ``slider_maximum``, the box goes to ``maximum``.
    Where the box holds more than the slider can show, the slider rests at its end.

    >>> control = SliderWithBox("Length", "N =", 1000, slider_maximum=2000, maximum=10**9)
    >>> control.slider.value = 1500
    >>> control.box.value
    1500
    >>> control.box.value = 10**6
    >>> control.slider.value
    2000
    """

    def __init__(
        self,
        label: str,
        box_label: str,
        value: int,
        *,
        minimum: int = 0,
        slider_maximum: int,
        maximum: int,
    ) -> None:
        """Show ``value`` under a ``label`` for the slider and a ``box_label`` for the box."""
        self.slider = widgets.IntSlider(
            value,
            min(minimum, slider_maximum),
            slider_maximum,
            description=label,
            readout=False,
            style=_LABEL,
            layout={"flex": "1 1 17em", "width": "auto", "min_width": "14em"},
        )
        self.box = widgets.BoundedIntText(
            value,
            minimum,
            maximum,
            description=box_label,
            style={"description_width": "5em"},
            layout={"width": "14em"},
        )
        self._following = False
        self.slider.observe(self._follow_slider, "value")
        self.box.observe(self._follow_box, "value")
        super().__init__([self.slider, self.box], layout={"flex_flow": "row wrap"})

    def set_maximum(self, maximum: int) -> None:
        """Let both go to ``maximum``; a greater value comes down to it."""
        self.box.max = maximum
        self._following = True
        self.slider.max = maximum
        self._following = False

    def _follow_slider(self, change: Bunch) -> None:
        if not self._following:
            self.box.value = change.new

    def _follow_box(self, change: Bunch) -> None:
        # The slider may stop short of the box's value, and must not pull it back.
        self._following = True
        self.slider.value = change.new
        self._following = False


class Choice(widgets.ToggleButtons):  # type: ignore[misc]  # ipywidgets has no types
    """One of a few values, each a button; ``value`` is the chosen one.

    Buttons, no list: JupyterLab takes the arrow keys up and down for itself.

    >>> control = Choice("Overlap", {"none": 0, "half": 100}, 100)
    >>> control.label
    'half'
    """

    def __init__(self, label: str, options: Mapping[str, object], value: object) -> None:
        """Show the names of ``options`` under a ``label``, with ``value`` chosen."""
        super().__init__(
            options=list(options.items()),
            value=value,
            description=label,
            style={**_LABEL, "button_width": "auto"},
        )


class SampleOrOwnText(widgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A text chosen from samples or written in a box; the box is the truth, observe that.

    >>> control = SampleOrOwnText({"Short": "Tea?", "None": ""}, "Tea?")
    >>> control.box.value = "Tea, please."
    >>> control.sample.value, control.text
    ('Your own text', 'Tea, please.')
    """

    OWN = "Your own text"

    def __init__(self, samples: Mapping[str, str], text: str) -> None:
        """Show ``text``, and ``samples`` by their names."""
        self._samples = samples
        self.sample = Choice(
            "Text", {each: each for each in (*samples, self.OWN)}, self._name_of(text)
        )
        self.box = widgets.Textarea(
            typed(text), description="In the box", rows=4, style=_LABEL, layout={"width": "auto"}
        )
        self.sample.observe(self._take_sample, "value")
        self.box.observe(self._take_box, "value")
        super().__init__([self.sample, self.box])

    @property
    def text(self) -> str:
        """The text that stands in the box."""
        return written(self.box.value)

    def _take_sample(self, change: Bunch) -> None:
        if change.new in self._samples:
            self.box.value = typed(self._samples[change.new])

    def _take_box(self, change: Bunch) -> None:
        self.sample.value = self._name_of(self.text)

    def _name_of(self, text: str) -> str:
        return next((name for name, sample in self._samples.items() if sample == text), self.OWN)


class Player(widgets.Button):  # type: ignore[misc]  # ipywidgets has no types
    """A Play/Pause button that calls ``advance`` once per ``interval`` seconds.

    It stops when ``advance`` returns False, and it needs the event loop that a kernel runs.
    """

    def __init__(self, advance: Callable[[], bool], interval: float = 0.8) -> None:
        """Make a button at rest; the caller decides what a click does."""
        super().__init__()
        self._advance = advance
        self.interval = interval
        self._task: asyncio.Task[None] | None = None
        self._show()

    @property
    def playing(self) -> bool:
        """Whether it is playing."""
        return self._task is not None

    def play(self) -> None:
        """Start, unless it is playing. Raises ``RuntimeError`` where no event loop runs."""
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())
            self._show()

    def pause(self) -> None:
        """Stop, if it is playing."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._show()

    async def _run(self) -> None:
        try:
            more = True
            while more:
                await asyncio.sleep(self.interval)
                more = self._advance()
        finally:
            # After a pause the task of the next play may be here already.
            if self._task is asyncio.current_task():
                self._task = None
                self._show()

    def _show(self) -> None:
        self.description = "Pause" if self.playing else "Play"
        self.icon = "pause" if self.playing else "play"
