"""What chunk size and overlap do to retrieval: measured on the corpus, searched with BM25.

:func:`at_k` and :func:`within` give what of each answer was found, :func:`interval` and
:func:`difference` say how sure a mean of that is. The runs are saved, so nothing needs to be
installed.

>>> found = [outcome.recall for outcome in at_k(Setting(400, 0), 5)]
>>> with_overlap = [outcome.recall for outcome in at_k(Setting(400, 100), 5)]
>>> print(interval(found), interval(with_overlap), difference(found, with_overlap), sep="; ")
0.66 (0.60 to 0.71); 0.74 (0.68 to 0.79); 0.08 (0.04 to 0.12)
"""

from chunklab.retrieval.intervals import Interval, difference, interval
from chunklab.retrieval.outcomes import MOST_CHARACTERS, Outcome, at_k, retrieved, within
from chunklab.retrieval.runs import depth, versions
from chunklab.retrieval.settings import CUTS, EIGHTHS, SETTINGS, SIZES, Setting, spans, times_stored

__all__ = [
    "CUTS",
    "EIGHTHS",
    "MOST_CHARACTERS",
    "SETTINGS",
    "SIZES",
    "Interval",
    "Outcome",
    "Setting",
    "at_k",
    "depth",
    "difference",
    "interval",
    "retrieved",
    "spans",
    "times_stored",
    "versions",
    "within",
]
