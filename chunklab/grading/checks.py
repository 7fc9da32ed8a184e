"""What a function is checked for: a table of calls, with a reason beside each row."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chunklab.grading.compare import difference


@dataclass(frozen=True)
class Raises:
    """Expect an exception of this built-in type; its wording does not count.

    >>> Raises(ValueError)
    Raises(kind=<class 'ValueError'>)
    """

    kind: type[Exception]


@dataclass(frozen=True)
class Check:
    """One call and what it must give.

    ``arguments`` are passed by position and are plain values; ``expected`` is a plain value or
    :class:`Raises`. ``category`` says in a few words what is looked at, ``hint`` where to look when
    it fails. ``known`` pairs wrong answers that learners really give with the mistake behind each.

    Where an argument is a :class:`~chunklab.grading.values.Stream`, and ``expected`` is therefore
    :class:`~chunklab.grading.values.Generated`, ``taken`` says how many items of the stream are
    enough for each item that is yielded.

    >>> Check((200, 50), 150, "the worked example", "What is new in each chunk?",
    ...       known=[(250, "250 adds the overlap.")]).misconception(250)
    '250 adds the overlap.'
    """

    arguments: tuple[Any, ...]
    expected: Any
    category: str
    hint: str
    known: Sequence[tuple[Any, str]] = ()
    taken: Sequence[int] = ()

    def misconception(self, got: Any) -> str | None:
        """Return the mistake behind a known wrong answer, ``None`` for any other."""
        for wrong, explanation in self.known:
            if difference(wrong, got) is None:
                return explanation
        return None
