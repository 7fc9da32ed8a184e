"""The ways of cutting the corpus that are compared: windows and separators, sizes and overlaps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from chunklab.corpus import documents
from chunklab.separators import recursive_chunks
from chunklab.sources import chunks

CUTS = {"windows": chunks, "separators": recursive_chunks}
SIZES = (200, 400, 600, 800, 1200, 1600)
EIGHTHS = (0, 1, 2, 4)  # of the size: so large are the overlaps


@dataclass(frozen=True)
class Setting:
    """A size and an overlap in code points, and where is cut: at ``windows`` or ``separators``.

    >>> Setting(400, 100)
    Setting(size=400, overlap=100, cut='windows')
    """

    size: int
    overlap: int
    cut: str = "windows"


SETTINGS = tuple(
    Setting(size, size * eighths // 8, cut) for cut in CUTS for size in SIZES for eighths in EIGHTHS
)


@cache
def spans(setting: Setting) -> tuple[tuple[str, int, int], ...]:
    """Return all chunks of the corpus as (document, start, end); a chunk's number is its place.

    Raises ``ValueError`` for a setting that is not among ``SETTINGS``.

    >>> spans(Setting(1600, 0))[:2]
    (('bicycle-syllabus', 0, 1600), ('bicycle-syllabus', 1600, 2773))
    >>> len(spans(Setting(200, 100))), len(spans(Setting(200, 100, "separators")))
    (1383, 1960)
    """
    if setting not in SETTINGS:
        raise ValueError(
            f"there are runs for the sizes {', '.join(map(str, SIZES))}, overlaps of none, an "
            f"eighth, a quarter and half of it, and the cuts {', '.join(CUTS)}; got {setting}"
        )
    cut = CUTS[setting.cut]
    return tuple(
        (name, chunk["start"], chunk["end"])
        for name, text in documents().items()
        for chunk in cut(text, setting.size, setting.overlap)
    )


def times_stored(setting: Setting) -> float:
    """Return how many times the corpus is stored: its duplication factor.

    >>> round(times_stored(Setting(400, 200)), 2)
    1.9
    >>> round(times_stored(Setting(400, 200, "separators")), 2)
    2.32
    """
    stored = sum(end - start for _, start, end in spans(setting))
    return stored / sum(map(len, documents().values()))
