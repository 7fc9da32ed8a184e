"""What public text splitters do with offsets and overlap, on ten small texts.

:func:`table` compares them all, and :func:`look` shows one of them on one text. None needs to be
installed: what is not there is shown as it was saved, with its version.
"""

from chunklab.splitters.table import look, table
from chunklab.splitters.texts import TEXTS

__all__ = ["TEXTS", "look", "table"]
