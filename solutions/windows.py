"""Answer key of the exercise "windows": the definitions, written as loops anyone can follow.

If your version fails, find the first function here that surprises you. Nothing here is quick: each
function counts what the one before it tells. The lesson shows the formula for
``smallest_overlap``; the tests hold the two equal.
"""


def chunk_with_overlap(units, size, overlap):
    """Return the windows, each a new list."""
    if len(units) == 0:  # not "if not units": some sequences, numpy's arrays, refuse that question
        return []
    if size <= 0:
        return []
    # With overlap >= size the start would stand still or move back, and there would be no end.
    if not 0 <= overlap < size:
        raise ValueError(
            f"overlap must satisfy 0 <= overlap < size, got overlap={overlap}, size={size}"
        )
    windows = []
    start = 0
    covered = 0  # every unit before this position lies in some window
    while covered < len(units):  # "covered", not "start": a start can still bring nothing new
        windows.append(list(units[start : start + size]))  # list: a slice of a str is a str
        covered = start + size
        start += size - overlap
    return windows


def windows_holding(n, size, overlap, start, end):
    """Return the starts of the windows that hold a span whole."""
    if not 0 <= overlap < size:
        raise ValueError(
            f"overlap must satisfy 0 <= overlap < size, got overlap={overlap}, size={size}"
        )
    if not 0 <= start < end <= n:
        raise ValueError(
            f"a span must satisfy 0 <= start < end <= n, got start={start}, end={end}, n={n}"
        )
    holding = []
    window_start = 0
    window_end = 0
    while window_end < n:
        window_end = min(window_start + size, n)
        if window_start <= start and end <= window_end:  # both: else the window cuts the span
            holding.append(window_start)
        window_start += size - overlap
    return holding


def surviving_spans(n, size, overlap, length):
    """Return how many spans of one length some window holds whole."""
    if not 0 <= overlap < size:  # here too: a document without such spans asks no window
        raise ValueError(
            f"overlap must satisfy 0 <= overlap < size, got overlap={overlap}, size={size}"
        )
    if length < 1:
        raise ValueError(f"length must be >= 1, got length={length}")
    surviving = 0
    for start in range(n - length + 1):
        if windows_holding(n, size, overlap, start, start + length):
            surviving += 1
    return surviving


def smallest_overlap(n, size, length):
    """Return the smallest overlap with which all spans of one length survive."""
    if size < 1 or length < 1:
        raise ValueError(f"size and length must be >= 1, got size={size}, length={length}")
    spans = max(0, n - length + 1)
    for overlap in range(size):
        if surviving_spans(n, size, overlap, length) == spans:
            return overlap
    raise ValueError(
        f"no overlap is enough: a span of length={length} is longer than a window of size={size}"
    )


def windows_of_stream(stream, size, overlap):
    """Yield the windows of an iterator, holding one window at a time."""
    if not 0 <= overlap < size:
        raise ValueError(
            f"overlap must satisfy 0 <= overlap < size, got overlap={overlap}, size={size}"
        )
    window = []
    fresh = 0  # how many tokens of the window no earlier window held
    for token in stream:
        window.append(token)
        fresh += 1
        if len(window) == size:
            yield list(window)  # a copy: what the caller does to it must not reach the next one
            window = window[size - overlap :]  # not [-overlap:], which keeps all for overlap 0
            fresh = 0
    if fresh:  # else the last full window reached the end, and this one would be only overlap
        yield window
