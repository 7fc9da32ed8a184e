"""Answer key of the exercise "separators": the definitions, written as loops anyone can follow.

If your version fails, find the first function here that surprises you. Nothing here is quick: each
question goes through all occurrences again, where a long text calls for bisection.
"""


def split_spans(text, separator):
    """Return the pieces of a text, each closed by the separator that ends it."""
    if separator == "":  # it would be found everywhere, and the search would never move on
        raise ValueError(f"separator must not be empty, got separator={separator!r}")
    pieces = []
    start = 0
    while start < len(text):  # so a text that ends with a separator gets no empty last piece
        found = text.find(separator, start)
        # The separator stays in the piece that it ends, and what none ends is the last piece.
        end = found + len(separator) if found != -1 else len(text)
        pieces.append((start, end))
        start = end
    return pieces


def pack(pieces, size):
    """Return neighbouring pieces put together, as many as fit."""
    if size < 1:
        raise ValueError(f"size must be >= 1, got size={size}")
    packs = []
    for start, end in pieces:
        # Measured from where the pack begins: pieces lie end to end, so this is their total length.
        if packs and end - packs[-1][0] <= size:
            packs[-1] = (packs[-1][0], end)
        else:
            packs.append((start, end))  # also where it is longer than size: here nothing is cut
    return packs


def find_separators(text, separators):
    """Return the occurrences of each separator that no larger one hides."""
    found = []
    for separator in separators:
        visible = []
        for piece_start, end in split_spans(text, separator):
            if not text[piece_start:end].endswith(separator):
                continue  # the last piece, which no separator ends
            start = end - len(separator)
            hidden = False
            for larger in found:  # those before it in the list: it is not in there yet itself
                for larger_start, larger_end in larger:
                    # Both ends: an occurrence that sticks out on one side is not hidden.
                    if larger_start <= start and end <= larger_end:
                        hidden = True
            if not hidden:
                visible.append((start, end))
        found.append(visible)
    return found


def chunk_end(found, n, start, covered, size):
    """Return the end of the chunk that begins at start, None if it finds none."""
    reach = start + size
    if n <= reach:
        return n
    for occurrences in found:  # largest first, and a smaller one is only asked if this has none
        ends = [end for _, end in occurrences if covered < end <= reach]
        if ends:
            return ends[-1]
    # The last resort asks all of them at once: the farthest cut leaves the longest chunk.
    starts = []
    for occurrences in found:
        starts += [before for before, _ in occurrences if covered < before <= reach]
    if starts:
        return max(starts)  # not the last in the list, which is the smallest separator's
    return None


def overlap_starts(found, start, end, overlap):
    """Return where the next chunk may begin, earliest first, at last its end."""
    starts = []
    for occurrences in found:
        for _, after in occurrences:
            # Not at start itself: the next chunk must begin later than this one.
            if start < after < end and end - after <= overlap and after not in starts:
                starts.append(after)
    return [*sorted(starts), end]  # sorted: they were found one separator after the other


def recursive_spans(text, size, overlap, separators):
    """Return the chunks, each cut at the largest separator that it can."""
    # type(...) is int, because isinstance(True, int) holds: a bool would pass for a number.
    if type(size) is not int or type(overlap) is not int:
        raise ValueError(f"size and overlap must be ints, got size={size!r}, overlap={overlap!r}")
    if not 0 <= overlap < size:
        raise ValueError(
            f"overlap must satisfy 0 <= overlap < size, got overlap={overlap}, size={size}"
        )
    found = find_separators(text, separators)
    n = len(text)
    spans = []
    end = 0
    starts = [0]
    while end < n:
        new_end = None
        for start in starts:
            new_end = chunk_end(found, n, start, end, size)
            if new_end is not None:
                break
        cut = new_end is None
        if cut:
            # Not even at the last start, the end itself, did a whole piece fit. It is cut, and then
            # as much as may be repeated is repeated: from the first start.
            start = starts[0]
            new_end = start + size
        end = new_end
        spans.append((start, end))
        starts = overlap_starts(found, start, end, overlap)
        if cut:
            # The rest of the piece begins at no separator, so there is none to wait for.
            starts = starts[:1]
            if starts == [end]:
                starts = [end - overlap]
    return spans
