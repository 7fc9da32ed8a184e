"""Exercise "windows": five functions about token windows, and the facts that they keep or cut.

Replace each ``raise NotImplementedError`` with your own code. Run ``check("windows")`` in the
notebook, or ``chunklab check windows`` in a terminal, as often as you like; stuck functions have
hints: ``chunklab hint windows smallest_overlap``. Later functions may call earlier ones, and you
may copy in what you wrote for lesson 1.

Windows are the chunks of lesson 1: the first starts at token 0, every next one size - overlap
tokens further, and the last is the first one whose end reaches the end of the document.

A *span* is a run of tokens, start to end, end not included. A window holds it whole when the window
starts no later and ends no earlier. A span *survives* when at least one window holds it whole.

Only Python's standard library is there where your functions are checked.

``chunk_with_overlap`` has a contract of its own, below. In all the others a broken rule, such as
``0 <= overlap < size``, raises ``ValueError``, whatever else you were given.
"""


def chunk_with_overlap(units, size, overlap):
    """Return the windows: a list of lists.

    units: any sequence with a length and slices: list, tuple, str, range, ...; leave it unchanged.
           Every window is a new list, so that changing it changes neither units nor another window.

    Two settings have an early answer, in this order, before anything else is checked: no units
    give [], and a size of 0 or less gives []. Only then raise ValueError where overlap >= size,
    and where overlap < 0.

    Examples: chunk_with_overlap("abcdefgh", 5, 2) is [["a", "b", "c", "d", "e"],
    ["d", "e", "f", "g", "h"]]; chunk_with_overlap("abc", 0, 7) is [].
    """
    raise NotImplementedError


def windows_holding(n, size, overlap, start, end):
    """Return where the windows start that hold tokens start to end whole, as a list of ints.

    n:          number of tokens in the document
    start, end: the span, end not included

    An empty list says that the span does not survive: each window holds a part of it, or nothing.
    Raise ValueError unless 0 <= overlap < size, and unless 0 <= start < end <= n: a span has at
    least one token and lies in the document.

    Example: windows_holding(20, 8, 3, 6, 8) is [0, 5], as tokens 6 and 7 lie in the windows 0 to 8
    and 5 to 13.
    """
    raise NotImplementedError


def surviving_spans(n, size, overlap, length):
    """Return how many of all spans of ``length`` tokens in the document survive, an int.

    A document of n tokens has n - length + 1 such spans, and none if length is greater than n. A
    span that two windows hold whole survives once.

    Raise ValueError unless 0 <= overlap < size, and unless length >= 1.

    Example: surviving_spans(6, 3, 0, 2) is 4: of the five spans of 2 tokens, the windows 0 to 3 and
    3 to 6 cut only the one from 2 to 4.
    """
    raise NotImplementedError


def smallest_overlap(n, size, length):
    """Return the smallest overlap with which every span of ``length`` tokens survives, an int.

    Raise ValueError unless size >= 1 and length >= 1, and where no overlap from 0 to size - 1 is
    enough. A document without such a span loses nothing: 0.

    Example: smallest_overlap(6, 3, 2) is 1.
    """
    raise NotImplementedError


def windows_of_stream(stream, size, overlap):
    """Yield the windows of a stream of tokens, in order, each a new list: a generator.

    stream: an iterator, which can be read once, from front to back: it has no length and no slices,
            and may have more tokens than your memory holds. So keep no more than one window of
            tokens, and yield each window as soon as you have taken its last token.

    The windows are those of chunk_with_overlap: the last may be shorter, and none holds overlap
    alone. An empty stream yields nothing.

    Raise ValueError unless 0 <= overlap < size. (In a generator that happens when it is first read,
    not when it is called.)

    Example: list(windows_of_stream(iter("abcdefgh"), 5, 2)) is [["a", "b", "c", "d", "e"],
    ["d", "e", "f", "g", "h"]]; the first of the two was there after five tokens.
    """
    raise NotImplementedError
