"""chunklab: windows with overlap, and offsets that hold.

The reference functions of the course. They need nothing but the standard library. Two modules are
imported by name, since they take longer to load than all of this: :mod:`chunklab.tokens`, windows
over a tokenizer's tokens, and :mod:`chunklab.provenance`, chunks that prove where they come from.
"""

from chunklab.geometry import (
    chunk_lengths,
    chunk_starts,
    duplication_factor,
    n_chunks,
    stored_positions,
    stride,
)
from chunklab.sources import chunks
from chunklab.windows import chunk_with_overlap

__version__ = "1.0.0"

__all__ = [
    "chunk_lengths",
    "chunk_starts",
    "chunk_with_overlap",
    "chunks",
    "duplication_factor",
    "n_chunks",
    "stored_positions",
    "stride",
]
