"""Exercise "overlap": seven small functions about chunks that overlap.

Replace each ``raise NotImplementedError`` with your own code. Run ``check("overlap")`` in the
notebook, or ``chunklab check overlap`` in a terminal, as often as you like; stuck functions have
hints: ``chunklab hint overlap stride``. Later functions may call earlier ones.

The words, for a document of n tokens cut into chunks of ``size`` tokens:

- *overlap*: how many tokens a chunk repeats from the one before it;
- *stride*: how far the start moves from one chunk to the next;
- the first chunk starts at token 0, every next one a stride further; a chunk ends at its start +
  size, or at n if that is less. The end itself is not included, as in Python's slices;
- chunking stops with the first chunk whose end reaches n. A chunk after that one would hold
  overlap and nothing new.

Only Python's standard library is there where your functions are checked.

One rule holds in all seven: ``0 <= overlap < size``. Where it is broken, raise ``ValueError``,
whatever n is. n is never negative.
"""


def stride(size, overlap):
    """Return how many tokens the start moves from one chunk to the next, an int.

    size:    most tokens in one chunk
    overlap: tokens that a chunk repeats from the one before it

    Raise ValueError unless 0 <= overlap < size.

    Example: stride(200, 20) is 180.
    """
    raise NotImplementedError


def chunk_starts(n, size, overlap):
    """Return the start offset of every chunk, in order, as a list of ints.

    n:             number of tokens in the document; 0 means an empty document and no chunks
    size, overlap: as in stride

    The last chunk is the first one whose end, start + size, reaches n.
    Raise ValueError unless 0 <= overlap < size.

    Example: chunk_starts(350, 200, 50) is [0, 150]; the second chunk ends at 350.
    """
    raise NotImplementedError


def n_chunks(n, size, overlap):
    """Return the number of chunks, an int: as many as chunk_starts has, 0 for n = 0.

    Raise ValueError unless 0 <= overlap < size.

    Example: n_chunks(350, 200, 50) is 2, and n_chunks(351, 200, 50) is 3.
    """
    raise NotImplementedError


def chunk_lengths(n, size, overlap):
    """Return the number of tokens in every chunk, in order, as a list of ints.

    Every chunk has size tokens, except that the last one may have fewer; [] for n = 0.
    Raise ValueError unless 0 <= overlap < size.

    Example: chunk_lengths(351, 200, 50) is [200, 200, 51].
    """
    raise NotImplementedError


def stored_positions(n, size, overlap):
    """Return how many token positions an index stores, an int.

    A token that lies in two chunks is stored twice and counts twice; 0 for n = 0.
    Raise ValueError unless 0 <= overlap < size.

    Example: stored_positions(351, 200, 50) is 451.
    """
    raise NotImplementedError


def duplication_factor(n, size, overlap):
    """Return stored positions divided by n, a float: how many times the document is stored.

    Raise ValueError unless 0 <= overlap < size, and also for n = 0, where the factor is undefined.

    Example: duplication_factor(8, 5, 2) is 1.25.
    """
    raise NotImplementedError


def chunk_with_overlap(units, size, overlap):
    """Return the chunks themselves: a list of lists.

    units: a list, tuple or str of tokens; leave it unchanged. Every chunk is a new list, so that
           changing a chunk changes neither units nor another chunk. No units, no chunks: [].
    Raise ValueError unless 0 <= overlap < size.

    Example: chunk_with_overlap([1, 2, 3, 4, 5], 3, 1) is [[1, 2, 3], [3, 4, 5]].
    """
    raise NotImplementedError
