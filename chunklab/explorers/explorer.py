"""What all explorers have in common: they watch their controls, and have a form without widgets."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import ipywidgets as widgets
from traitlets import Bunch

State = TypeVar("State")


class Explorer(widgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """Controls and a picture, which a subclass brings up to date in ``update``.

    ``fallback`` returns the words and the picture as HTML, for a page that cannot run widgets.
    ``problem`` says which rule the settings break, empty where they are possible.
    """

    problem = ""
    _settling = False

    def update(self) -> None:
        """Show what the controls say."""
        raise NotImplementedError

    def fallback(self) -> tuple[str, str]:
        """Return the words, and the picture with its words as HTML."""
        raise NotImplementedError

    def take(self, measure: Callable[[State], Any], state: State) -> bool:
        """Have ``values`` measured; keep the last ones where ``state`` is impossible, and say so.

        ``measure`` raises ``ValueError`` for that. Returns whether it was possible.
        """
        try:
            self.values = measure(state)
        except ValueError as error:
            self.problem = str(error)
            return False
        self.problem = ""
        return True

    def watch(self, *controls: widgets.Widget) -> None:
        """Update whenever one of ``controls`` has another value."""
        for control in controls:
            control.observe(self._changed, "value")

    @contextmanager
    def settling(self) -> Iterator[None]:
        """Answer no change meanwhile: the explorer sets its own controls."""
        self._settling = True
        yield
        self._settling = False

    def _changed(self, change: Bunch) -> None:
        if not self._settling:
            self.update()

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        words, html = self.fallback()
        return {**super()._repr_mimebundle_(**kwargs), "text/plain": words, "text/html": html}
