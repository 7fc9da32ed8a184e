"""Answer key of the exercise "evidence": the definitions, written as loops anyone can follow.

If your version fails, find the first function here that surprises you. Nothing here is quick: each
span is held against every chunk, and each piece of evidence against every other. But nothing goes
position by position, so that evidence may be as long as it likes.
"""


def survival(n, size, overlap, length):
    """Return the share of the spans of one length that some chunk holds whole."""
    if not 0 <= overlap < size:
        raise ValueError(
            f"overlap must satisfy 0 <= overlap < size, got overlap={overlap}, size={size}"
        )
    if not 1 <= length <= n:  # so that below there is at least one span to divide by
        raise ValueError(f"length must satisfy 1 <= length <= n, got length={length}, n={n}")
    chunks = [(0, min(size, n))]
    while chunks[-1][1] < n:  # until one reaches the end: the last, which is often shorter
        chunk_start = chunks[-1][0] + size - overlap
        chunks.append((chunk_start, min(chunk_start + size, n)))
    spans = n - length + 1
    surviving = 0
    for start in range(spans):
        whole = False
        for chunk_start, chunk_end in chunks:
            if chunk_start <= start and start + length <= chunk_end:
                whole = True
        if whole:  # counted here, and not above: a span in two chunks survives once
            surviving += 1
    return surviving / spans


def merge_evidence(found):
    """Return the evidence that holds the same positions without holding one twice."""
    merged = []
    for document, start, end in sorted(found):  # sorted gives a new list: found stays as it is
        # Sorted by document first, so whatever belongs to the last merged one comes right after it.
        if merged and document == merged[-1][0] and start <= merged[-1][2]:  # "<=": they may touch
            _, last_start, last_end = merged[-1]
            merged[-1] = (document, last_start, max(last_end, end))  # it may end inside the last
        else:
            merged.append((document, start, end))
    return merged


def recall(found, wanted):
    """Return the share of the wanted positions that are found."""
    if not wanted:  # not 0.0 or 1.0: either would count a question that asks for nothing
        raise ValueError("recall is undefined where nothing is wanted")
    shared = 0
    total = 0
    # Both merged: else a position would count as often as it stands in the lists.
    for document, start, end in merge_evidence(wanted):
        total += end - start
        for found_document, found_start, found_end in merge_evidence(found):
            if found_document == document:
                # Two runs share what lies between the later start and the earlier end. Where they
                # lie apart that is negative, and must not be taken from the sum.
                shared += max(0, min(end, found_end) - max(start, found_start))
    return shared / total


def precision(found, wanted):
    """Return the share of the found positions that are wanted."""
    if not found:
        raise ValueError("precision is undefined where nothing is found")
    # The same share the other way round: of what was found, how much is among the wanted.
    return recall(wanted, found)


def intersection_over_union(found, wanted):
    """Return the share of the positions in either list that are in both."""
    if not found and not wanted:
        raise ValueError("intersection over union is undefined where nothing is found or wanted")
    in_found = 0
    for _, start, end in merge_evidence(found):
        in_found += end - start
    in_wanted = 0
    for _, start, end in merge_evidence(wanted):
        in_wanted += end - start
    in_either = 0
    for _, start, end in merge_evidence(found + wanted):  # + makes a new list, unlike extend
        in_either += end - start
    # In the sum of the first two, a shared position counts twice, and in the third once.
    in_both = in_found + in_wanted - in_either
    return in_both / in_either


def cheapest_setting(settings, target):
    """Return size and overlap of the setting that stores least among those that find enough."""
    best = None
    for setting in settings:
        if setting["recall"] < target:  # "<": exactly the target is enough
            continue
        # Tuples are compared part by part: a later one counts only where those before it are equal.
        # The smallest is wanted, so the recall, of which more is better, has a minus.
        rank = (setting["stored"], -setting["recall"], setting["size"], setting["overlap"])
        if best is None or rank < best:
            best = rank
    if best is None:  # None for an answer would only make some later line fail
        raise ValueError(f"no setting reaches a recall of {target}")
    return best[2:]
