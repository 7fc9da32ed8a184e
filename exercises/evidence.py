"""Exercise "evidence": six functions that measure what a size and an overlap buy.

Replace each ``raise NotImplementedError`` with your own code. Run ``check("evidence")`` in the
notebook, or ``chunklab check evidence`` in a terminal, as often as you like; stuck functions have
hints: ``chunklab hint evidence recall``. Later functions may call earlier ones, and you may copy in
what you wrote for the lessons before.

The words:

- *chunk*: as in lesson 1. The first starts at 0, every next one size - overlap units further, and
  the last is the first one whose end reaches the end of the document;
- *evidence*: a run of positions in a document, a tuple (document, start, end). The document is
  known by its name, a string; start < end, and the end is not included. A run may be very long, so
  compare ends instead of listing positions;
- *found* and *wanted*: two lists of such tuples, what a search brought back and what answers the
  question. In both the tuples may come in any order, and they may overlap: a position that stands
  in two of them is one position, and counts once.

Every share is a float between 0.0 and 1.0, and every function leaves what it is given unchanged.

Only Python's standard library is there where your functions are checked.
"""


def survival(n, size, overlap, length):
    """Return the share of the spans of ``length`` units that survive in a document, a float.

    n:      number of units in the document
    length: units in a span. A document has n - length + 1 such spans

    A span survives if at least one chunk holds it whole. Count them, those at the two ends of the
    document included: surviving spans / (n - length + 1). A span that two chunks hold survives
    once. Where spans are longer than every chunk, none survives: 0.0.

    Raise ValueError unless 0 <= overlap < size, and unless length >= 1. Raise it also if
    length > n: there is no such span, and a share of nothing is undefined.

    Example: survival(6, 3, 0, 2) is 0.8: of the five spans of 2 units, the chunks 0 to 3 and 3 to 6
    cut only the one from 2 to 4.
    """
    raise NotImplementedError


def merge_evidence(found):
    """Return the distinct evidence, a list of (document, start, end) tuples.

    found: a list of (document, start, end) tuples in any order; leave it unchanged

    The answer holds every position that is in some tuple, and no other. It is sorted by document,
    then by start, and in it no two of one document overlap or touch. Nothing found gives [].

    Example: merge_evidence([("tea", 0, 9), ("rice", 4, 8), ("rice", 0, 5)]) is
    [("rice", 0, 8), ("tea", 0, 9)].
    """
    raise NotImplementedError


def recall(found, wanted):
    """Return the share of the wanted positions that are found, a float.

    Nothing found gives 0.0. Raise ValueError if nothing is wanted.

    Example: recall([("tea", 0, 40)], [("tea", 10, 60)]) is 0.6: of 50 wanted positions, the 30 from
    10 to 40 are found.
    """
    raise NotImplementedError


def precision(found, wanted):
    """Return the share of the found positions that are wanted, a float.

    Nothing wanted gives 0.0. Raise ValueError if nothing is found.

    Example: precision([("tea", 0, 40)], [("tea", 10, 60)]) is 0.75: of 40 found positions, the 30
    from 10 to 40 are wanted.
    """
    raise NotImplementedError


def intersection_over_union(found, wanted):
    """Return the share of the positions in either list that are in both, a float.

    If one of the two is empty, nothing is shared: 0.0. Raise ValueError if both are.

    Example: intersection_over_union([("tea", 0, 40)], [("tea", 10, 60)]) is 0.5: the 60 positions
    from 0 to 60 are in either, and the 30 from 10 to 40 in both.
    """
    raise NotImplementedError


def cheapest_setting(settings, target):
    """Return the setting that stores least and still finds enough: a tuple (size, overlap).

    settings: a list of dicts in any order, each with the keys "size", "overlap", "recall" and
              "stored", the number of stored positions, and perhaps with other keys. No two have the
              same size and overlap
    target:   the recall that is asked for. A setting that has exactly this recall reaches it

    Of the settings whose recall reaches the target, choose the one with the fewest stored
    positions. Of those that store equally few, choose the one with the higher recall; of those
    equal in that too, the one with the smaller size, and then with the smaller overlap.

    Raise ValueError if no setting reaches the target.

    Example: with the settings {"size": 100, "overlap": 0, "recall": 0.75, "stored": 1000} and
    {"size": 100, "overlap": 50, "recall": 0.95, "stored": 1900} in a list,
    cheapest_setting(settings, 0.9) is (100, 50), and cheapest_setting(settings, 0.5) is (100, 0).
    """
    raise NotImplementedError
