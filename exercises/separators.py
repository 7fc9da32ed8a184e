"""Exercise "separators": six functions that cut a text where the text itself has a seam.

Replace each ``raise NotImplementedError`` with your own code. Run ``check("separators")`` in the
notebook, or ``chunklab check separators`` in a terminal, as often as you like; stuck functions have
hints: ``chunklab hint separators chunk_end``. Later functions may call earlier ones: the last one
is put together from them.

The words:

- *separator*: a string at which a text may be cut, such as a blank line, or a full stop and the
  space after it. A list of separators has the largest, where a cut costs least, first;
- *occurrence*: a place where a separator stands, a tuple (start, end) of offsets in code points;
- *piece*: the text between two neighbouring cuts. A separator belongs to the piece that it ends:
  nothing is stripped, and nothing is joined again, so that every offset holds.

Only Python's standard library is there where your functions are checked.
"""


def split_spans(text, separator):
    """Return the pieces of a text, in order: a list of (start, end) tuples.

    Every piece is closed by the separator that ends it, which is part of the piece. Together they
    are the whole text: each begins where the one before ended. Only the last may be without a
    separator, where the text does not end with one; no piece is empty, so that an empty text has
    none: [].

    Occurrences are found from the left and do not overlap, as str.split finds them. Raise
    ValueError for an empty separator, whatever the text is.

    Example: split_spans("a b  c", " ") is [(0, 2), (2, 4), (4, 5), (5, 6)].
    """
    raise NotImplementedError


def pack(pieces, size):
    """Return neighbouring pieces put together, a list of (start, end) tuples.

    pieces: (start, end) tuples in order, none empty, each beginning where the one before ended; the
            first need not begin at 0. Leave the list unchanged
    size:   most code points in a pack

    Go from left to right, and put as many pieces as fit into each pack before you begin another. A
    piece longer than size stays as it is, alone. No pieces give [].

    Raise ValueError if size < 1, whatever the pieces are.

    Example: pack([(0, 2), (2, 4), (4, 9)], 4) is [(0, 4), (4, 9)].
    """
    raise NotImplementedError


def find_separators(text, separators):
    """Return where each separator stands: for each a list of (start, end) tuples, in a list.

    separators: a list of strings, largest first. The answer has a list for each of them, in the
                same order, and an empty one for a separator that stands nowhere.

    Occurrences of one separator are found from the left and do not overlap. Then those are left out
    that lie inside an occurrence of a larger separator, any that stands earlier in the list. Two
    that overlap only in part both count.

    Raise ValueError for an empty separator.

    Example: find_separators("a. b c", [". ", " "]) is [[(1, 3)], [(4, 5)]], as the space from 2 to
    3 lies inside the full stop's occurrence.
    """
    raise NotImplementedError


def chunk_end(found, n, start, covered, size):
    """Return where the chunk ends that begins at start, an int, or None if no end is found.

    found:   what find_separators gives for the text
    n:       the text's length
    covered: the end of the chunk before, 0 for the first. The new end must lie after it
    size:    most code points in the chunk, so that start + size is as far as it can reach

    In this order:

    - n, if n <= start + size;
    - else take the largest separator that has an occurrence with covered < its end <= start + size,
      and return the last such end;
    - else, as a last resort, cut before a separator: return the last start of an occurrence of any
      separator, covered < that <= start + size;
    - else None.

    Example: with found = find_separators("a. b c", [". ", " "]), chunk_end(found, 6, 0, 0, 5) is 3,
    and chunk_end(found, 6, 0, 0, 2) is 1.
    """
    raise NotImplementedError


def overlap_starts(found, start, end, overlap):
    """Return where the chunk after start to end may begin: a list of ints, each once, in order.

    found:   what find_separators gives for the text
    overlap: most code points that the next chunk may repeat

    It may begin after a separator: at the end p of an occurrence of any separator, if
    start < p < end and no more than overlap code points lie between p and end. And it may begin
    at end itself, which is always the last in the list.

    Example: with found = find_separators("a. b c", [". ", " "]), overlap_starts(found, 0, 5, 2) is
    [3, 5], and overlap_starts(found, 0, 5, 1) is [5].
    """
    raise NotImplementedError


def recursive_spans(text, size, overlap, separators):
    """Return the chunks of a text, cut at its largest separators: a list of (start, end) tuples.

    text:       a str; an empty one gives []
    size:       most code points in one chunk
    overlap:    most code points that a chunk repeats from the one before it
    separators: a list of strings, largest first, as for find_separators

    Raise ValueError unless size and overlap are exactly of type int and 0 <= overlap < size,
    whatever the text is; an empty separator raises it in find_separators.

    The first chunk begins at 0, and the last one is the first that ends at len(text). Where the
    next one may begin, overlap_starts says, and where it ends, chunk_end. Try those starts in
    order, and take the first for which an end is found: thus a piece that fits in size stays whole.

    If no start finds an end, the next piece is longer than size and must be cut: the chunk is
    [s, s + size), where s is the first of the starts. From such a cut on, until an end is found
    again, only the first start is tried. And where overlap_starts gives nothing but the end, that
    start is end - overlap. So a text without any separator gives the windows of lesson 1.

    Examples: recursive_spans("tea, rice, tea", 11, 6, [", "]) is [(0, 11), (5, 14)], and
    recursive_spans("abcdefgh", 5, 2, [" "]) is [(0, 5), (3, 8)].
    """
    raise NotImplementedError
