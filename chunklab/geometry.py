"""Where fixed-size chunks start and how long they are, by arithmetic alone.

A document of ``n`` units (tokens, or code points) is cut into chunks of at most ``size`` units.
Each chunk repeats the last ``overlap`` units of the one before it, so the starts are one *stride*,
``size - overlap``, apart. Chunking stops with the first chunk whose end reaches ``n`` (the
coverage-stopping rule): one more would hold overlap and nothing new.

Nothing here touches a document. Every count is an exact ``int`` found in constant time, for a
document of any length.
"""


def require_window(size: int, overlap: int) -> None:
    """Raise ``ValueError`` unless ``size`` and ``overlap`` are ints with ``0 <= overlap < size``.

    >>> require_window(200, 50)
    >>> require_window(200, 200)
    Traceback (most recent call last):
    ValueError: overlap must satisfy 0 <= overlap < size, got overlap=200, size=200
    """
    _require_int("size", size)
    _require_int("overlap", overlap)
    if not 0 <= overlap < size:
        raise ValueError(
            f"overlap must satisfy 0 <= overlap < size, got overlap={overlap}, size={size}"
        )


def stride(size: int, overlap: int) -> int:
    """Return how many units the start moves from one chunk to the next: ``size - overlap``.

    Raises ``ValueError`` unless ``0 <= overlap < size``. A stride of zero would never end.

    >>> stride(200, 50)
    150
    >>> stride(200, 0)      # no overlap: chunks lie end to end
    200
    """
    require_window(size, overlap)
    return size - overlap


def chunk_starts(n: int, size: int, overlap: int) -> list[int]:
    """Return the start offset of every chunk, in units, first to last.

    Chunk ``k`` covers ``[start, min(start + size, n))``, end exclusive. An empty document has no
    chunks. Raises ``ValueError`` for ``n < 0`` and unless ``0 <= overlap < size``.

    >>> chunk_starts(1000, 200, 50)
    [0, 150, 300, 450, 600, 750, 900]
    >>> chunk_starts(950, 200, 50)      # [750, 950) already reaches the end: no start at 900
    [0, 150, 300, 450, 600, 750]
    >>> chunk_starts(0, 200, 50)
    []
    """
    step = stride(size, overlap)
    return list(range(0, n_chunks(n, size, overlap) * step, step))


def n_chunks(n: int, size: int, overlap: int) -> int:
    """Return the number of chunks, as many as :func:`chunk_starts` has.

    The first chunk covers ``size`` units and every later one adds at most a stride, so a longer
    document needs ``1 + ceil((n - size) / stride)``. Raises as :func:`chunk_starts` does.

    >>> n_chunks(1000, 200, 50)
    7
    >>> n_chunks(200, 200, 50), n_chunks(201, 200, 50), n_chunks(0, 200, 50)
    (1, 2, 0)
    >>> n_chunks(10**18, 512, 64)
    2232142857142857
    """
    step = stride(size, overlap)
    _require_length(n)
    if n == 0:
        return 0
    beyond_first = max(0, n - size)
    return 1 + -(-beyond_first // step)  # ceiling division without a float, exact at any scale


def chunk_lengths(n: int, size: int, overlap: int) -> list[int]:
    """Return the length of every chunk, in units; only the last can be shorter than ``size``.

    Raises as :func:`chunk_starts` does. An empty document gives an empty list.

    >>> chunk_lengths(1000, 200, 50)
    [200, 200, 200, 200, 200, 200, 100]
    >>> chunk_lengths(3, 10, 3)         # shorter than one chunk
    [3]
    """
    count = n_chunks(n, size, overlap)
    if count == 0:
        return []
    last_start = (count - 1) * stride(size, overlap)
    return [size] * (count - 1) + [n - last_start]


def stored_positions(n: int, size: int, overlap: int) -> int:
    """Return how many positions an index stores, duplicates counted: the sum of the lengths.

    Every chunk after the first stores ``overlap`` positions a second time. Raises as
    :func:`chunk_starts` does.

    >>> stored_positions(1000, 200, 50)     # 1000 + 6 * 50
    1300
    >>> stored_positions(0, 200, 50)
    0
    """
    count = n_chunks(n, size, overlap)
    return n + (count - 1) * overlap if count else 0


def duplication_factor(n: int, size: int, overlap: int) -> float:
    """Return stored positions divided by ``n``: how many times the document is stored.

    Raises ``ValueError`` for an empty document, whose factor is undefined, and as
    :func:`chunk_starts` does.

    >>> duplication_factor(1000, 200, 50)
    1.3
    >>> duplication_factor(0, 200, 50)
    Traceback (most recent call last):
    ValueError: the duplication factor of an empty document is undefined: n must be >= 1, got n=0
    """
    stored = stored_positions(n, size, overlap)
    if n == 0:
        raise ValueError(
            "the duplication factor of an empty document is undefined: n must be >= 1, got n=0"
        )
    return stored / n


def _require_length(n: int) -> None:
    _require_int("n", n)
    if n < 0:
        raise ValueError(f"n must be >= 0, got n={n}")


def _require_int(name: str, value: object) -> None:
    # Exactly int: True is an int to isinstance, yet a size of True is a mistake.
    if type(value) is not int:
        raise ValueError(f"{name} must be an int, got {name}={value!r} ({type(value).__name__})")
