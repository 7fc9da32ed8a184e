"""Answer key of the exercise "overlap": the definitions, written as loops anyone can follow.

If your version fails, find the first function here that surprises you. The library's
``chunklab/geometry.py`` answers the same questions by formula; the tests hold the two equal.
"""


def stride(size, overlap):
    """Return how far the start moves from one chunk to the next."""
    # With overlap >= size the start would stand still or move back, and chunking would never end.
    if not 0 <= overlap < size:
        raise ValueError(
            f"overlap must satisfy 0 <= overlap < size, got overlap={overlap}, size={size}"
        )
    return size - overlap


def chunk_starts(n, size, overlap):
    """Return the list of start offsets; the last chunk is the first whose end reaches n."""
    step = stride(size, overlap)
    starts = []
    start = 0
    covered = 0  # every token before this position lies in some chunk
    while covered < n:  # "covered", not "start": a start inside n can still bring nothing new
        starts.append(start)
        covered = start + size
        start += step
    return starts


def n_chunks(n, size, overlap):
    """Return how many chunks there are."""
    return len(chunk_starts(n, size, overlap))


def chunk_lengths(n, size, overlap):
    """Return the length of every chunk; a chunk cannot reach past the end of the document."""
    lengths = []
    for start in chunk_starts(n, size, overlap):
        end = min(start + size, n)
        lengths.append(end - start)
    return lengths


def stored_positions(n, size, overlap):
    """Return how many positions are stored: a token in two chunks is stored twice."""
    return sum(chunk_lengths(n, size, overlap))


def duplication_factor(n, size, overlap):
    """Return how many times the document is stored."""
    stored = stored_positions(n, size, overlap)  # first: bad settings are an error for n = 0 too
    if n == 0:
        raise ValueError("the duplication factor of an empty document is undefined, got n=0")
    return stored / n


def chunk_with_overlap(units, size, overlap):
    """Return the chunks themselves, each a new list."""
    windows = []
    for start in chunk_starts(len(units), size, overlap):
        windows.append(list(units[start : start + size]))  # a slice stops at the end by itself
    return windows
