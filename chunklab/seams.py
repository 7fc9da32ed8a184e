"""Where the separators of a hierarchy stand in a text, and the seams that they make there.

Each occurrence makes two seams, after it and before it, unless it lies inside an occurrence of a
larger separator. Nothing is listed beforehand: a question about a part of the text is answered by
looking at that part, so a long text costs no memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence


class Seams:
    """The seams of ``text`` at the separators ``marks``, the largest first.

    Offsets are in code points. Raises ``TypeError`` for marks that are not ``str``, and for a
    ``str`` in place of a list; ``ValueError`` for an empty mark.

    >>> seams = Seams("One. Two three", [". ", " "])
    >>> seams.first_end(0, 14), seams.first_end(6, 14), seams.first_end(10, 14)
    (5, 9, None)
    >>> seams.best_end(0, 12), seams.best_end(5, 12), seams.best_end(5, 8), seams.best_end(9, 12)
    (5, 9, 8, None)
    """

    def __init__(self, text: str, marks: Sequence[str]) -> None:
        """Look for the marks in ``text``."""
        _require_marks(marks)
        self.separators: list[Separator] = []
        for mark in marks:
            self.separators.append(Separator(text, mark, self.separators[:]))

    def first_end(self, low: int, high: int) -> int | None:
        """Return the first place in ``[low, high)`` just after a separator, if there is one."""
        ends = (separator.first_end(low, high) for separator in self.separators)
        return min((end for end in ends if end is not None), default=None)

    def best_end(self, covered: int, reach: int) -> int | None:
        """Return where to end after ``covered`` and not after ``reach``, if there is a seam.

        That is the last place after an occurrence of the largest separator that has one there; if
        none has, the last place before one.
        """
        for separator in self.separators:
            width = len(separator.mark)
            start = separator.last_start(covered + 1 - width, reach + 1 - width)
            if start is not None:
                return start + width
        starts = (each.last_start(covered + 1, reach + 1) for each in self.separators)
        return max((start for start in starts if start is not None), default=None)


class Separator:
    """The occurrences of one separator, ``mark``, that lie outside of those of larger ones."""

    def __init__(self, text: str, mark: str, larger: Sequence[Separator]) -> None:
        """Look for ``mark`` in ``text``, where the ``larger`` ones stand too."""
        self.text, self.mark = text, mark
        self.hiding = [(other, at) for other in larger for at in _places(other.mark, mark)]
        # Occurrences are counted from left to right and do not overlap. Where they could, as blank
        # lines in a row, only the whole text tells which of them count.
        self.counted: set[int] | None = None
        if any(mark.startswith(mark[at:]) for at in range(1, len(mark))):
            self.counted = {match.start() for match in re.finditer(re.escape(mark), text)}

    def first_end(self, low: int, high: int) -> int | None:
        """Return the first end in ``[low, high)``, if there is one."""
        low, high = max(0, low - len(self.mark)), max(0, high - 1)
        start = self.text.find(self.mark, low, high)
        while start >= 0 and self._is_hidden(start):
            start = self.text.find(self.mark, start + 1, high)
        return start + len(self.mark) if start >= 0 else None

    def ends(self, low: int, high: int) -> Iterator[int]:
        """Yield every end in ``[low, high)``, in order."""
        end = self.first_end(low, high)
        while end is not None:
            yield end
            end = self.first_end(end + 1, high)

    def last_start(self, low: int, high: int) -> int | None:
        """Return the last start in ``[low, high)``, if there is one."""
        low, width = max(0, low), len(self.mark)
        start = self.text.rfind(self.mark, low, max(0, high - 1 + width))
        while start >= 0 and self._is_hidden(start):
            start = self.text.rfind(self.mark, low, start - 1 + width)
        return start if start >= 0 else None

    def _is_hidden(self, start: int) -> bool:
        if self.counted is not None and start not in self.counted:
            return True
        return any(other._stands_at(start - at) for other, at in self.hiding)

    def _stands_at(self, start: int) -> bool:
        if self.counted is not None:
            return start in self.counted
        return start >= 0 and self.text.startswith(self.mark, start)


def _places(text: str, part: str) -> list[int]:
    return [at for at in range(len(text)) if text.startswith(part, at)]


def _require_marks(marks: Sequence[str]) -> None:
    if isinstance(marks, str):
        raise TypeError(f"separators must be a list of str, got the str {marks!r} alone")
    for number, separator in enumerate(marks):
        if not isinstance(separator, str):
            raise TypeError(
                "separators must be str, "
                f"got separators[{number}]={separator!r} ({type(separator).__name__})"
            )
        if not separator:
            raise ValueError(f"separators must not be empty, got separators[{number}]=''")
