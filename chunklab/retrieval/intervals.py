"""How sure a mean over questions is: confidence intervals by the bootstrap.

Other questions would have given another mean. The percentile bootstrap asks how different it could
have been: it draws as many questions from those at hand, with replacement, again and again, and
reports between which values the middle 95 per cent of the means lie. That says what other
questions of this kind would do, and nothing about other documents or another search.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter, sub

RESAMPLES = 1000
LEVEL = 0.95

_SEED = 20


@dataclass(frozen=True)
class Interval:
    """A ``mean``, and the ends of its confidence interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        """Return all three with two digits.

        >>> str(Interval(0.5, 0.438, 0.562))
        '0.50 (0.44 to 0.56)'
        """
        return f"{self.mean:.2f} ({self.low:.2f} to {self.high:.2f})"


def interval(values: Sequence[float]) -> Interval:
    """Return the mean of values, one a question, with its 95 per cent interval.

    The questions drawn are the same at every call. Raises ``ValueError`` without values.

    >>> str(interval([0, 1] * 100))
    '0.50 (0.43 to 0.58)'
    >>> str(interval([0.25] * 7))
    '0.25 (0.25 to 0.25)'
    """
    if not values:
        raise ValueError("the mean of no values is undefined: values must not be empty")
    count = len(values)
    means = sorted(sum(drawn(values)) / count for drawn in _draws(count))
    outside = round(RESAMPLES * (1 - LEVEL) / 2)
    return Interval(sum(values) / count, means[outside], means[-1 - outside])


def difference(first: Sequence[float], second: Sequence[float]) -> Interval:
    """Return the mean of ``second - first`` with its interval, paired question by question.

    Both are of the same questions in the same order, and each difference stays together when
    questions are drawn: easy and hard ones cancel out, so this is sharper than two intervals side
    by side. Raises ``ValueError`` for two lengths, or without values.

    >>> str(difference([0, 0, 1, 1] * 50, [0, 1, 1, 1] * 50))
    '0.25 (0.19 to 0.32)'
    """
    if len(first) != len(second):
        raise ValueError(
            f"both must be of the same questions, got {len(first)} and {len(second)} values"
        )
    return interval(list(map(sub, second, first)))


@lru_cache(maxsize=2)  # all means of a comparison are over the same number of questions
def _draws(count: int) -> list[Callable[[Sequence[float]], Sequence[float]]]:
    """Return functions, each of which takes a resample from values: fast, and always the same."""
    dice = random.Random(_SEED)  # noqa: S311 - statistics, no secret
    drawn = (dice.choices(range(count), k=count) for _ in range(RESAMPLES))
    return [itemgetter(*places) if count > 1 else list for places in drawn]
