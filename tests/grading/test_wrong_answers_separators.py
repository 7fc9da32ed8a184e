"""Wrong answers that learners of lesson 4 really write: each fails where it should, with its hint.

One function of the answer key is replaced at a time, so that every failure is that function's own.
"""

import pytest

from chunklab.grading.judge import Judge
from chunklab.grading.key import Key
from chunklab.grading.outcomes import Outcome

from .lessons import ROOT

EXERCISE = "separators"

NOT_EMPTY = "if not separator: raise ValueError\n"
SIZE = "if size < 1: raise ValueError\n"
CHECKED = """if type(size) is not int or type(overlap) is not int or not 0 <= overlap < size:
    raise ValueError
found, n = find_separators(text, separators), len(text)
"""
FITS = "if n <= start + size: return n\n"
RESORT = (
    "befores = [s for spans in found for s, _ in spans if covered < s <= start + size]\n"
    "return max(befores, default=None)"
)


def search(step="end", visible="not any(a <= start and end <= b for s in found for a, b in s)"):
    """Return a find_separators that searches by itself, with one line in another way."""
    return f"""found = []
for separator in separators:
    if not separator: raise ValueError
    spans, start = [], text.find(separator)
    while start != -1:
        end = start + len(separator)
        if {visible}: spans.append((start, end))
        start = text.find(separator, {step})
    found.append(spans)
return found"""


def rounds(tried="starts", at="starts[0]", then="", first_of_a_cut="starts[:1]", alone="cut"):
    """Return a recursive_spans with one line in another way."""
    return f"""{CHECKED}spans, end, starts = [], 0, [0]
while end < n:
    for start in {tried}:
        new_end = chunk_end(found, n, start, end, size)
        if new_end is not None: break
    cut = new_end is None
    if cut:
        start = {at}
        new_end = start + size
    end = new_end
    spans.append((start, end))
    starts = overlap_starts(found, start, end, overlap)
    if cut: starts = {first_of_a_cut}
    if {alone} and starts == [end]: starts = [end - overlap]
    {then}
return spans"""


# what the learner wrote | function | code | category of the check that fails | part of the hint
WRONG = [
    (
        "as str.split leaves them",
        "split_spans",
        f"{NOT_EMPTY}spans, start = [], 0\nfor part in text.split(separator):\n"
        "    spans.append((start, start + len(part)))\n"
        "    start += len(part) + len(separator)\nreturn spans",
        "the worked example",
        "in none of these pieces",
    ),
    (
        "as str.split leaves them, empty ones dropped",
        "split_spans",
        f"{NOT_EMPTY}spans, start = [], 0\nfor part in text.split(separator):\n"
        "    if part: spans.append((start, start + len(part)))\n"
        "    start += len(part) + len(separator)\nreturn spans",
        "the worked example",
        "in none of these pieces",
    ),
    (
        "texts for places",
        "split_spans",
        f"{NOT_EMPTY}parts = text.split(separator)\n"
        "return [p + separator for p in parts[:-1]] + [p for p in parts[-1:] if p]",
        "the worked example",
        "a text alone cannot be found again",
    ),
    (
        "several separators in a row as one",
        "split_spans",
        f"{NOT_EMPTY}import re\nends = [m.end() for m in re.finditer(f'(?:{{re.escape(separator)}})"
        "+|$', text)]\n"
        "return [(a, b) for a, b in zip([0] + ends, ends) if a < b]",
        "the worked example",
        "are two separators",
    ),
    (
        "separators that begin a piece",
        "split_spans",
        f"{NOT_EMPTY}spans, start = [], 0\nwhile start < len(text):\n"
        "    end = text.find(separator, start + 1)\n    if end < 0: end = len(text)\n"
        "    spans.append((start, end))\n    start = end\nreturn spans",
        "the worked example",
        "Here separators begin pieces",
    ),
    (
        "an empty last piece",
        "split_spans",
        f"{NOT_EMPTY}spans, start = [], 0\nfor part in text.split(separator)[:-1]:\n"
        "    end = start + len(part) + len(separator)\n    spans.append((start, end))\n"
        "    start = end\nreturn spans + [(start, len(text))]",
        "a text that ends with a separator",
        "nothing left",
    ),
    (
        "the last piece forgotten",
        "split_spans",
        f"{NOT_EMPTY}spans, start = [], 0\nwhile separator in text[start:]:\n"
        "    end = text.index(separator, start) + len(separator)\n"
        "    spans.append((start, end))\n    start = end\nreturn spans",
        "the worked example",
        "The last piece is missing",
    ),
    (
        "places by searching for the piece",
        "split_spans",
        f"{NOT_EMPTY}parts = text.split(separator)\n"
        "pieces = [p + separator for p in parts[:-1]] + [p for p in parts[-1:] if p]\n"
        "return [(text.find(p), text.find(p) + len(p)) for p in pieces]",
        "the worked example",
        "found the first place",
    ),
    (
        "overlapping occurrences",
        "split_spans",
        f"{NOT_EMPTY}ends = [i + len(separator) for i in range(len(text))"
        " if text.startswith(separator, i)]\n"
        "return [(a, b) for a, b in zip([0] + ends, ends + [len(text)]) if a < b]",
        "occurrences that would overlap",
        "search on from the end of one",
    ),
    (
        "0 taken for not found",
        "split_spans",
        f"{NOT_EMPTY}spans, start = [], 0\nwhile start < len(text):\n"
        "    place = text.find(separator, start)\n"
        "    end = place + len(separator) if place > 0 else len(text)\n"
        "    spans.append((start, end))\n    start = end\nreturn spans",
        "a text that begins with a separator",
        "counts as false",
    ),
    (
        "splitlines for a line end",
        "split_spans",
        f"{NOT_EMPTY}if separator == '\\n': parts = text.splitlines(keepends=True)\n"
        "else: parts = [p + separator for p in text.split(separator)]\n"
        "spans, start = [], 0\nfor part in parts:\n"
        "    if start < len(text): spans.append((start, min(start + len(part), len(text))))\n"
        "    start += len(part)\nreturn spans",
        "line ends of several kinds",
        "splitlines knows more",
    ),
    (
        "the separator as a pattern",
        "split_spans",
        f"{NOT_EMPTY}import re\nends = [m.end() for m in re.finditer(separator, text)]\n"
        "return [(a, b) for a, b in zip([0] + ends, ends + [len(text)]) if a < b]",
        "a full stop",
        "In a regular expression",
    ),
    (
        "an empty separator in an empty text",
        "split_spans",
        "if not text: return []\n"
        f"{NOT_EMPTY}parts = text.split(separator)\nspans, start = [], 0\nfor part in parts:\n"
        "    end = min(start + len(part) + len(separator), len(text))\n"
        "    if start < end: spans.append((start, end))\n    start = end\nreturn spans",
        "an empty separator and an empty text",
        "check it first",
    ),
    (
        "< for <=",
        "pack",
        f"{SIZE}packs = []\nfor start, end in pieces:\n"
        "    if packs and end - packs[-1][0] < size: packs[-1] = (packs[-1][0], end)\n"
        "    else: packs.append((start, end))\nreturn packs",
        "the worked example",
        "still fits in a size of 4",
    ),
    (
        "long pieces cut",
        "pack",
        f"{SIZE}packs = []\nfor start, end in pieces:\n"
        "    if packs and end - packs[-1][0] <= size: packs[-1] = (packs[-1][0], end)\n"
        "    else: packs += [(s, min(s + size, end)) for s in range(start, end, size)]\n"
        "return packs",
        "the worked example",
        "The last piece was cut",
    ),
    (
        "groups of pieces",
        "pack",
        f"{SIZE}packs = []\nfor piece in pieces:\n"
        "    if packs and piece[1] - packs[-1][0][0] <= size: packs[-1].append(piece)\n"
        "    else: packs.append([piece])\nreturn packs",
        "the worked example",
        "a pack is one tuple",
    ),
    (
        "the last pack forgotten",
        "pack",
        f"{SIZE}packs, begun = [], None\nfor start, end in pieces:\n"
        "    if begun and end - begun[0] <= size: begun = (begun[0], end)\n    else:\n"
        "        if begun: packs.append(begun)\n        begun = (start, end)\nreturn packs",
        "the worked example",
        "The last pack is missing",
    ),
    (
        "an empty pack before a long piece",
        "pack",
        f"{SIZE}if not pieces: return []\npacks, begin, last = [], pieces[0][0], pieces[0][0]\n"
        "for start, end in pieces:\n    if end - begin > size:\n"
        "        packs.append((begin, last))\n        begin = start\n    last = end\n"
        "return packs + [(begin, last)]",
        "a long piece first",
        "is empty",
    ),
    (
        "pairs only",
        "pack",
        f"{SIZE}packs, k = [], 0\nwhile k < len(pieces):\n"
        "    two = pieces[k:k + 2]\n    if two[-1][1] - two[0][0] > size: two = two[:1]\n"
        "    packs.append((two[0][0], two[-1][1]))\n    k += len(two)\nreturn packs",
        "as many as fit",
        "do not stop at two",
    ),
    (
        "measured from 0",
        "pack",
        f"{SIZE}packs = []\nfor start, end in pieces:\n"
        "    if packs and end <= size: packs[-1] = (packs[-1][0], end)\n"
        "    else: packs.append((start, end))\nreturn packs",
        "a long piece first",
        "from where the pack begins, not from 0",
    ),
    (
        "the piece alone measured",
        "pack",
        f"{SIZE}packs = []\nfor start, end in pieces:\n"
        "    if packs and end - start <= size: packs[-1] = (packs[-1][0], end)\n"
        "    else: packs.append((start, end))\nreturn packs",
        "as many as fit",
        "the whole pack",
    ),
    (
        "pieces used up",
        "pack",
        f"{SIZE}packs = []\nwhile pieces:\n    start, end = pieces.pop(0)\n"
        "    while pieces and pieces[0][1] - start <= size: end = pieces.pop(0)[1]\n"
        "    packs.append((start, end))\nreturn packs",
        "the worked example",
        "leave them unchanged",
    ),
    (
        "size 0 let through",
        "pack",
        "packs = []\nfor start, end in pieces:\n"
        "    if packs and end - packs[-1][0] <= size: packs[-1] = (packs[-1][0], end)\n"
        "    else: packs.append((start, end))\nreturn packs",
        "size 0",
        "raise if size < 1",
    ),
    (
        "nothing hidden",
        "find_separators",
        search(visible="True"),
        "the worked example",
        "lies inside the full stop",
    ),
    (
        "one list for all",
        "find_separators",
        search().replace("return found", "return [span for spans in found for span in spans]"),
        "the worked example",
        "a list of its own",
    ),
    (
        "starts alone",
        "find_separators",
        search().replace("return found", "return [[s for s, _ in spans] for spans in found]"),
        "the worked example",
        "starts alone",
    ),
    (
        "a dict",
        "find_separators",
        search().replace("return found", "return dict(zip(separators, found))"),
        "the worked example",
        "but in a dict",
    ),
    (
        "overlapping occurrences",
        "find_separators",
        search(step="start + 1"),
        "three line ends",
        "do not overlap",
    ),
    (
        "hidden by the one just before only",
        "find_separators",
        search(visible="not any(a <= start and end <= b for s in found[-1:] for a, b in s)"),
        "hidden by one further up",
        "separator that stands earlier",
    ),
    (
        "hidden where any part is taken",
        "find_separators",
        search(visible="not any(start < b and a < end for s in found for a, b in s)"),
        "two that overlap in part",
        "The dash's occurrence is not inside",
    ),
    (
        "hidden where the start is taken",
        "find_separators",
        search(visible="not any(a <= start <= b for s in found for a, b in s)"),
        "three line ends",
        "outside of the blank line",
    ),
    (
        "taken out of the text before the next is looked for",
        "find_separators",
        """found = []
for separator in separators:
    if not separator: raise ValueError
    spans, start = [], text.find(separator)
    while start != -1:
        spans.append((start, start + len(separator)))
        start = text.find(separator, start + len(separator))
    text = text.replace(separator, '\\0' * len(separator))
    found.append(spans)
return found""",
        "two that overlap in part",
        "is not inside",
    ),
    (
        "sorted by length",
        "find_separators",
        "separators = sorted(separators, key=len, reverse=True)\n" + search(),
        "a short one first in the list",
        "Keep the order of the list",
    ),
    (
        "sorted in place",
        "find_separators",
        "separators.sort(key=len, reverse=True)\n" + search(),
        "a short one first in the list",
        "Keep the order of the list",
    ),
    (
        "line ends made one",
        "find_separators",
        "text = text.replace('\\r\\n', '\\n')\n" + search(),
        "line ends of two characters",
        "Search the text as it is",
    ),
    (
        "none for what stands nowhere",
        "find_separators",
        search().replace("found.append", "if spans: found.append"),
        "hidden by one further up",
        "has a list too",
    ),
    (
        "an empty separator left out",
        "find_separators",
        search().replace("raise ValueError", "continue"),
        "an empty separator",
        "as split_spans does",
    ),
    (
        "the last place of any kind",
        "chunk_end",
        f"{FITS}ends = [e for spans in found for _, e in spans if covered < e <= start + size]\n"
        f"if ends: return max(ends)\n{RESORT}",
        "the largest separator in reach",
        "not the last place",
    ),
    (
        "always as far as it can reach",
        "chunk_end",
        "return min(start + size, n)",
        "the largest separator in reach",
        "as far as the chunk can reach",
    ),
    (
        "before the separator, which is left out",
        "chunk_end",
        f"{FITS}for spans in found:\n"
        "    ends = [s for s, _ in spans if covered < s <= start + size]\n"
        "    if ends: return ends[-1]\nreturn None",
        "the largest separator in reach",
        "belongs to the chunk that it ends",
    ),
    (
        "the first end for the last",
        "chunk_end",
        f"{FITS}for spans in found:\n"
        "    for _, e in spans:\n        if covered < e <= start + size: return e\n"
        f"{RESORT}",
        "the last end of that separator",
        "take the last",
    ),
    (
        "only the largest separator asked",
        "chunk_end",
        f"{FITS}for spans in found:\n"
        "    ends = [e for _, e in spans if covered < e <= start + size]\n"
        "    return ends[-1] if ends else None",
        "the last end of that separator",
        "ask the next one",
    ),
    (
        "< for <= at the reach",
        "chunk_end",
        f"{FITS}for spans in found:\n"
        "    ends = [e for _, e in spans if covered < e < start + size]\n"
        f"    if ends: return ends[-1]\n{RESORT}",
        "an end exactly in reach",
        "14 is in reach",
    ),
    (
        "starts in reach for ends",
        "chunk_end",
        f"{FITS}for spans in found:\n"
        "    ends = [e for s, e in spans if covered < e and s < start + size]\n"
        f"    if ends: return ends[-1]\n{RESORT}",
        "an end one beyond",
        "longer than 13",
    ),
    (
        "ends after start, not after covered",
        "chunk_end",
        f"{FITS}for spans in found:\n"
        "    ends = [e for _, e in spans if start < e <= start + size]\n"
        f"    if ends: return ends[-1]\n{RESORT}",
        "an end that is covered already",
        "bring nothing new",
    ),
    (
        "no last resort",
        "chunk_end",
        f"{FITS}for spans in found:\n"
        "    ends = [e for _, e in spans if covered < e <= start + size]\n"
        "    if ends: return ends[-1]\nreturn None",
        "the last resort",
        "cut before it",
    ),
    (
        "the last resort of the largest first",
        "chunk_end",
        f"{FITS}for places in ([e for _, e in spans] for spans in found), "
        "([s for s, _ in spans] for spans in found):\n"
        "    for each in places:\n"
        "        near = [p for p in each if covered < p <= start + size]\n"
        "        if near: return near[-1]\nreturn None",
        "the last resort of two",
        "the largest has no say",
    ),
    (
        "the last in the lists for the last in the text",
        "chunk_end",
        f"{FITS}for spans in found:\n"
        "    ends = [e for _, e in spans if covered < e <= start + size]\n"
        "    if ends: return ends[-1]\n"
        "befores = [s for spans in found for s, _ in spans if covered < s <= start + size]\n"
        "return befores[-1] if befores else None",
        "the last resort of two, the other way round",
        "may lie before it",
    ),
    (
        "the last resort anywhere in reach",
        "chunk_end",
        f"{FITS}for spans in found:\n"
        "    ends = [e for _, e in spans if covered < e <= start + size]\n"
        "    if ends: return ends[-1]\n"
        "return max((s for spans in found for s, _ in spans if s <= start + size), default=None)",
        "a start that is covered already",
        "after covered as well",
    ),
    (
        "< for <= at the end of the text",
        "chunk_end",
        "if n < start + size: return n\nfor spans in found:\n"
        "    ends = [e for _, e in spans if covered < e <= start + size]\n"
        f"    if ends: return ends[-1]\n{RESORT}",
        "the end of the text exactly in reach",
        "fits in one chunk",
    ),
    (
        "a cut instead of None",
        "chunk_end",
        f"{FITS}for spans in found:\n"
        "    ends = [e for _, e in spans if covered < e <= start + size]\n"
        "    if ends: return ends[-1]\n"
        "befores = [s for spans in found for s, _ in spans if covered < s <= start + size]\n"
        "return max(befores, default=start + size)",
        "a start that is covered already",
        "left to recursive_spans",
    ),
    (
        "without the end",
        "overlap_starts",
        "return sorted({e for spans in found for _, e in spans"
        " if start < e < end and end - e <= overlap})",
        "the worked text",
        "The end itself always counts",
    ),
    (
        "< for <=",
        "overlap_starts",
        "return sorted({e for spans in found for _, e in spans"
        " if start < e < end and end - e < overlap}) + [end]",
        "the worked text",
        "compare with <=",
    ),
    (
        "the end twice",
        "overlap_starts",
        "return [e for e in sorted(e for spans in found for _, e in spans)"
        " if start < e <= end and end - e <= overlap] + [end]",
        "the worked text",
        "which is the end itself",
    ),
    (
        "starts of separators",
        "overlap_starts",
        "return sorted({s for spans in found for s, _ in spans"
        " if start < s < end and end - s <= overlap}) + [end]",
        "the worked text",
        "starts of separators",
    ),
    (
        "the latest first",
        "overlap_starts",
        "return [end] + sorted({e for spans in found for _, e in spans"
        " if start < e < end and end - e <= overlap}, reverse=True)",
        "the worked text",
        "Earliest first",
    ),
    (
        "a set",
        "overlap_starts",
        "return {e for spans in found for _, e in spans"
        " if start < e < end and end - e <= overlap} | {end}",
        "the worked text",
        "A set has no order",
    ),
    (
        "where the chunk began",
        "overlap_starts",
        "return sorted({e for spans in found for _, e in spans"
        " if start <= e < end and end - e <= overlap}) + [end]",
        "not where the chunk began",
        "where this one did",
    ),
    (
        "before the chunk too",
        "overlap_starts",
        "return sorted({e for spans in found for _, e in spans"
        " if e < end and end - e <= overlap}) + [end]",
        "not where the chunk began",
        "later than this one did",
    ),
    (
        "not sorted",
        "overlap_starts",
        "found = list(dict.fromkeys(e for spans in found for _, e in spans"
        " if start < e < end and end - e <= overlap))\nreturn found + [end]",
        "a larger separator in the middle",
        "Sort them",
    ),
    (
        "the largest separator only",
        "overlap_starts",
        "for spans in found:\n"
        "    near = [e for _, e in spans if start < e < end and end - e <= overlap]\n"
        "    if near: return near + [end]\nreturn [end]",
        "a larger separator in the middle",
        "Every separator counts",
    ),
    (
        "a place twice",
        "overlap_starts",
        "return sorted(e for spans in found for _, e in spans"
        " if start < e < end and end - e <= overlap) + [end]",
        "two that end at the same place",
        "each once",
    ),
    (
        "back by overlap where nothing else is",
        "overlap_starts",
        "near = sorted({e for spans in found for _, e in spans"
        " if start < e < end and end - e <= overlap})\n"
        "return near + [end] if near or not overlap else [end - overlap]",
        "a text without separators",
        "left to recursive_spans",
    ),
    (
        "the fixed windows of lesson 1",
        "recursive_spans",
        f"{CHECKED}return [(s, min(s + size, n)) for s in "
        "range(0, max(n - overlap, min(n, 1)), size - overlap)]",
        "the worked example",
        "know no separators",
    ),
    (
        "no overlap",
        "recursive_spans",
        rounds(tried="starts[-1:]", at="starts[-1]"),
        "the worked example",
        "Nothing is repeated here",
    ),
    (
        "the latest start first",
        "recursive_spans",
        rounds(tried="reversed(starts)"),
        "the worked example",
        "earliest first",
    ),
    (
        "always back by overlap",
        "recursive_spans",
        rounds(then="starts = [end - overlap]"),
        "the worked example",
        "in the middle of a word",
    ),
    (
        "texts for places",
        "recursive_spans",
        rounds().replace("return spans", "return [text[a:b] for a, b in spans]"),
        "the worked example",
        "a text alone cannot be found again",
    ),
    (
        "chunks stripped",
        "recursive_spans",
        rounds().replace(
            "return spans", "return [(a, a + len(text[a:b].rstrip())) for a, b in spans]"
        ),
        "the worked example",
        "were stripped",
    ),
    (
        "dicts, as in lesson 3",
        "recursive_spans",
        rounds().replace(
            "return spans",
            "return [{'start': a, 'end': b, 'text': text[a:b]} for a, b in spans]",
        ),
        "the worked example",
        "Here they are tuples",
    ),
    (
        "a generator, as in lesson 3",
        "recursive_spans",
        rounds().replace("return spans", "yield from spans"),
        "the worked example",
        "Return a list",
    ),
    (
        "back by overlap wherever no piece fits in it",
        "recursive_spans",
        rounds(alone="True"),
        "cut before a space",
        "No piece was cut here",
    ),
    (
        "only the first start tried",
        "recursive_spans",
        rounds(tried="starts[:1]"),
        "a piece that fits is not cut",
        "was cut all the same",
    ),
    (
        "the first start, or the end",
        "recursive_spans",
        rounds(tried="[starts[0], starts[-1]]"),
        "the first start that finds an end",
        "only the first and the last",
    ),
    (
        "no overlap in a long piece",
        "recursive_spans",
        rounds(alone="False"),
        "a text without separators",
        "These chunks share nothing",
    ),
    (
        "a long piece left whole",
        "recursive_spans",
        rounds().replace(
            "new_end = start + size",
            "new_end = min([e for s in found for _, e in s if e > end], default=n)",
        ),
        "a text without separators",
        "longer than size",
    ),
    (
        "cut from the last start",
        "recursive_spans",
        rounds(at="starts[-1]"),
        "short words before a long one",
        "Cut it from the first",
    ),
    (
        "all starts tried within a cut piece",
        "recursive_spans",
        rounds(first_of_a_cut="starts"),
        "short words before a long one",
        "only the first is tried",
    ),
    (
        "back by overlap after every cut",
        "recursive_spans",
        rounds(first_of_a_cut="[end - overlap]"),
        "a word's beginning within a cut chunk",
        "inside bc",
    ),
    (
        "only an overlap equal to size refused",
        "recursive_spans",
        rounds().replace("not 0 <= overlap < size", "overlap < 0 or overlap == size"),
        "overlap larger than size",
        "start before the last one",
    ),
    (
        "back by overlap for good after a cut",
        "recursive_spans",
        rounds(alone="ever").replace(
            "cut = new_end is None", "cut = new_end is None\n    ever = cut or bool(spans) and ever"
        ),
        "a long word, and one after it",
        "in the middle of a word",
    ),
    (
        "places by searching for the text",
        "recursive_spans",
        rounds().replace(
            "return spans",
            "places = [text.find(text[a:b]) for a, b in spans]\n"
            "return [(p, p + b - a) for p, (a, b) in zip(places, spans)]",
        ),
        "the same words several times",
        "finds the first place",
    ),
    (
        "a chunk in an empty text",
        "recursive_spans",
        "if not text: return [(0, 0)]\n" + rounds(),
        "an empty text",
        "This chunk is empty",
    ),
    (
        "isinstance for the types",
        "recursive_spans",
        rounds().replace(
            "type(size) is not int or type(overlap) is not int",
            "not isinstance(size, int) or not isinstance(overlap, int)",
        ),
        "True for a size",
        "also by isinstance",
    ),
    (
        "empty before broken",
        "recursive_spans",
        "if not text: return []\n" + rounds(),
        "a broken rule and an empty text",
        "check before looking at it",
    ),
    (
        "empty separators taken out",
        "recursive_spans",
        "separators = [s for s in separators if s]\n" + rounds(),
        "an empty separator",
        "Let find_separators raise",
    ),
]


@pytest.mark.parametrize(
    ("function", "body", "category", "hint"),
    [pytest.param(*rest, id=f"{rest[0]}: {name}") for name, *rest in WRONG],
)
def test_each_wrong_answer_fails_in_its_check_with_its_hint(
    nursery, lesson, function, body, category, hint
):
    [verdict] = lesson.verdicts(nursery, lesson.with_body(function, body), function)
    assert (verdict.outcome, verdict.category) == (Outcome.WRONG, category), verdict
    assert hint in verdict.hint, verdict


# what the learner wrote | code: they wait for an end that lies after the one before, for ever
ENDLESS = [
    ("a cut that never comes", rounds().replace("new_end = start + size", "new_end = end")),
    ("a start that stands still", rounds(first_of_a_cut="[start]")),
]


@pytest.mark.parametrize("body", [pytest.param(body, id=name) for name, body in ENDLESS])
def test_a_loop_that_never_ends_is_ended_and_named(nursery, lesson, body):
    [verdict] = lesson.verdicts(
        nursery, lesson.with_body("recursive_spans", body), "recursive_spans"
    )
    assert verdict.outcome in (Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY), verdict
    assert verdict.category == "a text without separators"


def test_a_mistake_in_chunk_end_does_not_cost_recursive_spans_that_asks_it(nursery, lesson):
    source = lesson.with_body("chunk_end", "return min(start + size, n)")
    with (
        Key(ROOT / "solutions/separators.py", nursery) as key,
        Judge(source, "separators.py", nursery, key) as judge,
    ):
        verdict = judge.walk("recursive_spans", lesson.checks["recursive_spans"])
    assert verdict.outcome is Outcome.PASSED, verdict
    assert "chunk_end" in verdict.reason


# what the learner wrote | function | code: right answers unlike the key's
RIGHT = [
    (
        "counted on over str.split",
        "split_spans",
        "spans, start = [], 0\nfor part in text.split(separator):\n"
        "    end = min(start + len(part) + len(separator), len(text))\n"
        "    if start < end: spans.append((start, end))\n    start = end\nreturn spans",
    ),
    (
        "by a regular expression",
        "split_spans",
        f"{NOT_EMPTY}import re\n"
        "ends = [m.end() for m in re.finditer(re.escape(separator), text)]\n"
        "return [(a, b) for a, b in zip([0] + ends, ends + [len(text)]) if a < b]",
    ),
    (
        "from the ends",
        "pack",
        f"{SIZE}packs, ends = [], [end for _, end in pieces]\n"
        "begin = pieces[0][0] if pieces else 0\nwhile ends:\n"
        "    last = max([e for e in ends if e - begin <= size], default=ends[0])\n"
        "    packs.append((begin, last))\n    begin = last\n"
        "    ends = [e for e in ends if e > last]\nreturn packs",
    ),
    ("searched for by itself", "find_separators", search()),
    (
        "by regular expressions",
        "find_separators",
        "import re\nif '' in separators: raise ValueError\n"
        "every = [[m.span() for m in re.finditer(re.escape(s), text)] for s in separators]\n"
        "def hidden(k, s, e): return any(a <= s and e <= b for x in every[:k] for a, b in x)\n"
        "return [[(s, e) for s, e in x if not hidden(k, s, e)] for k, x in enumerate(every)]",
    ),
    (
        "by rank",
        "chunk_end",
        f"{FITS}ranked = [(-k, e) for k, spans in enumerate(found) for _, e in spans]\n"
        "ranked += [(-len(found), s) for spans in found for s, _ in spans]\n"
        "near = [pair for pair in ranked if covered < pair[1] <= start + size]\n"
        "return max(near)[1] if near else None",
    ),
    (
        "from a set with the end",
        "overlap_starts",
        "places = {end}.union(*({e for _, e in spans} for spans in found))\n"
        "return [p for p in sorted(places) if max(start + 1, end - overlap) <= p <= end]",
    ),
    ("with a flag", "recursive_spans", rounds()),
    (
        "a text without separators apart",
        "recursive_spans",
        f"{CHECKED}if not any(found):\n"
        "    last = max(n - overlap, min(n, 1))\n"
        "    return [(s, min(s + size, n)) for s in range(0, last, size - overlap)]\n"
        + rounds().removeprefix(CHECKED),
    ),
]


@pytest.mark.parametrize(
    ("function", "body"), [pytest.param(*rest, id=f"{rest[0]}: {name}") for name, *rest in RIGHT]
)
def test_another_right_answer_passes(nursery, lesson, function, body):
    [verdict] = lesson.verdicts(nursery, lesson.with_body(function, body), function)
    assert verdict.outcome is Outcome.PASSED, verdict
