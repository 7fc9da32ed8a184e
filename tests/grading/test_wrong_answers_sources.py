"""Wrong answers that learners of lesson 3 really write: each fails where it should, with its hint.

One function of the answer key is replaced at a time, so that every failure is that function's own.
"""

import pytest

from chunklab.grading.judge import Judge
from chunklab.grading.key import Key
from chunklab.grading.outcomes import Outcome

from .lessons import ROOT, Lesson

SOURCES = Lesson("sources")

CHECKED = """if type(size) is not int or type(overlap) is not int or not 0 <= overlap < size:
    raise ValueError
"""

# what the learner wrote | function | code | category of the check that fails | part of the hint
WRONG = [
    (
        "a list of the chunks",
        "chunks",
        CHECKED + "found, start, end = [], 0, 0\n"
        "while end < len(text):\n    end = min(start + size, len(text))\n"
        "    found.append({'start': start, 'end': end, 'text': text[start:end]})\n"
        "    start = end - overlap\nreturn found",
        "the worked example",
        "to be a generator",
    ),
    (
        "one dict for all chunks",
        "chunks",
        CHECKED + "chunk, start, end = {}, 0, 0\n"
        "while end < len(text):\n    end = min(start + size, len(text))\n"
        "    chunk.update(start=start, end=end, text=text[start:end])\n"
        "    yield chunk\n    start = end - overlap",
        "the worked example",
        "make a new",
    ),
    (
        "texts alone",
        "chunks",
        CHECKED + "end = 0\nwhile end < len(text):\n    start = max(0, end - overlap)\n"
        "    end = min(start + size, len(text))\n    yield text[start:end]",
        "the worked example",
        "a text alone cannot be traced",
    ),
    (
        "tuples",
        "chunks",
        CHECKED + "end = 0\nwhile end < len(text):\n    start = max(0, end - overlap)\n"
        "    end = min(start + size, len(text))\n    yield start, end, text[start:end]",
        "the worked example",
        "as tuples",
    ),
    (
        "ends included",
        "chunks",
        CHECKED + "end = 0\nwhile end < len(text):\n    start = max(0, end - overlap)\n"
        "    end = min(start + size, len(text))\n"
        "    yield {'start': start, 'end': end - 1, 'text': text[start:end]}",
        "the worked example",
        "The end is not included",
    ),
    (
        "no overlap at all",
        "chunks",
        CHECKED + "for start in range(0, len(text), size):\n"
        "    end = min(start + size, len(text))\n"
        "    yield {'start': start, 'end': end, 'text': text[start:end]}",
        "the worked example",
        "share nothing",
    ),
    (
        "a chunk at every stride",
        "chunks",
        CHECKED + "for start in range(0, len(text), size - overlap):\n"
        "    end = min(start + size, len(text))\n"
        "    yield {'start': start, 'end': end, 'text': text[start:end]}",
        "the worked example",
        "only overlap",
    ),
    (
        "only full chunks",
        "chunks",
        CHECKED + "for start in range(0, max(1, len(text) - size + 1), size - overlap):\n"
        "    end = min(start + size, len(text))\n"
        "    yield {'start': start, 'end': end, 'text': text[start:end]}",
        "the last chunk is shorter",
        "in no chunk",
    ),
    (
        "an end beyond the text",
        "chunks",
        CHECKED + "start = 0\nwhile True:\n"
        "    yield {'start': start, 'end': start + size, 'text': text[start:start + size]}\n"
        "    if start + size >= len(text): return\n    start += size - overlap",
        "the last chunk is shorter",
        "the number that is stored does not",
    ),
    (
        "places by searching",
        "chunks",
        CHECKED + "end = 0\nwhile end < len(text):\n    begin = max(0, end - overlap)\n"
        "    end = min(begin + size, len(text))\n    piece = text[begin:end]\n"
        "    start = text.find(piece)\n"
        "    yield {'start': start, 'end': start + len(piece), 'text': piece}",
        "the same words several times",
        "finds the first place",
    ),
    (
        "texts stripped",
        "chunks",
        CHECKED + "end = 0\nwhile end < len(text):\n    start = max(0, end - overlap)\n"
        "    end = min(start + size, len(text))\n"
        "    yield {'start': start, 'end': end, 'text': text[start:end].strip()}",
        "the same words several times",
        "nothing is stripped",
    ),
    (
        "a chunk in an empty text",
        "chunks",
        CHECKED + "start = 0\nwhile True:\n    end = min(start + size, len(text))\n"
        "    yield {'start': start, 'end': end, 'text': text[start:end]}\n"
        "    if end == len(text): return\n    start = end - overlap",
        "an empty text",
        "yields nothing",
    ),
    (
        "isinstance for the types",
        "chunks",
        "if not isinstance(size, int) or not 0 <= overlap < size: raise ValueError\n"
        "end = 0\nwhile end < len(text):\n    start = max(0, end - overlap)\n"
        "    end = min(start + size, len(text))\n"
        "    yield {'start': start, 'end': end, 'text': text[start:end]}",
        "True for a size",
        "also by isinstance",
    ),
    (
        "TypeError for a wrong type",
        "chunks",
        "if type(size) is not int or type(overlap) is not int: raise TypeError\n"
        "if not 0 <= overlap < size: raise ValueError\n"
        "end = 0\nwhile end < len(text):\n    start = max(0, end - overlap)\n"
        "    end = min(start + size, len(text))\n"
        "    yield {'start': start, 'end': end, 'text': text[start:end]}",
        "True for a size",
        "raise ValueError for any other",
    ),
    (
        "empty before broken",
        "chunks",
        "if not text: return\n" + CHECKED + "end = 0\nwhile end < len(text):\n"
        "    start = max(0, end - overlap)\n    end = min(start + size, len(text))\n"
        "    yield {'start': start, 'end': end, 'text': text[start:end]}",
        "a broken rule and an empty text",
        "check before looking at it",
    ),
    (
        "all texts joined",
        "reconstruct",
        "return ''.join(piece['text'] for piece in pieces)",
        "the worked example",
        "there already",
    ),
    (
        "the first one cut too",
        "reconstruct",
        "return ''.join(piece['text'][overlap:] for piece in pieces)",
        "the worked example",
        "repeats nothing",
    ),
    (
        "cut at the end, by -0",
        "reconstruct",
        "return ''.join(p['text'][:-overlap] for p in pieces[:-1]) + pieces[-1]['text']",
        "no overlap",
        "text[:-0]",
    ),
    (
        "the longest common part",
        "reconstruct",
        """text = ''
for piece in pieces:
    shared = len(piece['text']) if text else 0
    while not text.endswith(piece['text'][:shared]): shared -= 1
    text += piece['text'][shared:]
return text""",
        "a text that repeats itself",
        "finds too much",
    ),
    (
        "code points",
        "to_utf8",
        "return list(positions)",
        "characters of every width",
        "the numbers that came in",
    ),
    (
        "UTF-16 for UTF-8",
        "to_utf8",
        "return to_utf16(text, positions)",
        "characters of every width",
        "In UTF-8 é takes two",
    ),
    (
        "ends for offsets",
        "to_utf8",
        "return [len(text[:position + 1].encode()) for position in positions]",
        "characters of every width",
        "These are ends",
    ),
    (
        "sorted",
        "to_utf8",
        "return [len(text[:position].encode()) for position in sorted(positions)]",
        "in any order",
        "These are sorted",
    ),
    (
        "each once",
        "to_utf8",
        "return [len(text[:position].encode()) for position in sorted(set(positions))]",
        "in any order",
        "asked for twice",
    ),
    (
        "bytes for units",
        "to_utf16",
        "return [len(text[:position].encode('utf-16-le')) for position in positions]",
        "characters of every width",
        "A unit is two bytes",
    ),
    (
        "with the byte order mark",
        "to_utf16",
        "return [len(text[:position].encode('utf-16')) // 2 for position in positions]",
        "characters of every width",
        "byte order mark in front",
    ),
    (
        "UTF-8 for UTF-16",
        "to_utf16",
        "return to_utf8(text, positions)",
        "characters of every width",
        "only the smile takes two",
    ),
    (
        ">= for >",
        "to_utf16",
        "sizes = [2 if ord(c) >= 0xFFFF else 1 for c in text]\n"
        "return [sum(sizes[:position]) for position in positions]",
        "the last code point of one unit",
        "with > and not >=",
    ),
    (
        "inside a pair rounded down",
        "from_utf16",
        "ends = to_utf16(text, range(len(text) + 1))\n"
        "return [sum(end <= offset for end in ends) - 1 for offset in offsets]",
        "an offset inside the smile",
        "whatever is rounded",
    ),
    (
        "inside a pair left out",
        "from_utf16",
        "ends = to_utf16(text, range(len(text) + 1))\n"
        "found = [ends.index(offset) for offset in offsets if offset in ends]\n"
        "if not found and offsets: raise ValueError\nreturn found",
        "one such offset among others",
        "fewer positions",
    ),
    (
        "only the first document",
        "verify",
        "for name, text in documents.items():\n"
        "    if name != chunk['document_id']: return 'unknown document'\n"
        "    if revision(text) != chunk['revision']: return 'stale revision'\n"
        "    same = text[chunk['start']:chunk['end']] == chunk['text']\n"
        "    return 'ok' if same else 'text differs'\n"
        "return 'unknown document'",
        "the worked example",
        "look at all ids",
    ),
    (
        "half of the bytes, divided by /",
        "to_utf16",
        "return [len(text[:each].encode('utf-16-le')) / 2 for each in positions]",
        "characters of every width",
        "as floats",
    ),
    (
        "a slice decoded",
        "from_utf16",
        "data = text.encode('utf-16-le')\n"
        "return [len(data[:2 * offset].decode('utf-16-le')) for offset in offsets]",
        "an offset beyond the end",
        "4, its end, is the last",
    ),
    (
        "the digest's bytes",
        "revision",
        "return hashlib.sha256(text.encode()).digest()",
        "the worked example",
        "hexdigest() writes them",
    ),
    (
        "in UTF-16",
        "revision",
        "return hashlib.sha256(text.encode('utf-16-le')).hexdigest()",
        "the worked example",
        "in UTF-16",
    ),
    (
        "MD5",
        "revision",
        "return hashlib.md5(text.encode()).hexdigest()",
        "the worked example",
        "easily made",
    ),
    (
        "stripped first",
        "revision",
        "return hashlib.sha256(text.strip().encode()).hexdigest()",
        "a line end at the end",
        "the exact text",
    ),
    (
        "normalised first",
        "revision",
        "import unicodedata\n"
        "return hashlib.sha256(unicodedata.normalize('NFC', text).encode()).hexdigest()",
        "a combining mark",
        "normalised first",
    ),
    (
        "half a pair replaced",
        "revision",
        "return hashlib.sha256(text.encode(errors='replace')).hexdigest()",
        "half a surrogate pair",
        "the same revision",
    ),
    (
        "True for ok",
        "verify",
        "text = documents.get(chunk['document_id'])\n"
        "return text is not None and chunk['revision'] == revision(text) "
        "and text[chunk['start']:chunk['end']] == chunk['text']",
        "the worked example",
        "three ways to fail",
    ),
    (
        "nothing at the end",
        "verify",
        """if chunk['document_id'] not in documents: return 'unknown document'
if chunk['revision'] != revision(documents[chunk['document_id']]): return 'stale revision'""",
        "the worked example",
        "say so at the end",
    ),
    (
        "searched for",
        "verify",
        """text = documents.get(chunk['document_id'])
if text is None: return 'unknown document'
if chunk['revision'] != revision(text): return 'stale revision'
return 'ok' if chunk['text'] in text else 'text differs'""",
        "the words stand elsewhere",
        "do not search",
    ),
    (
        "the first place only",
        "verify",
        """text = documents.get(chunk['document_id'])
if text is None: return 'unknown document'
if chunk['revision'] != revision(text): return 'stale revision'
return 'ok' if text.find(chunk['text']) == chunk['start'] else 'text differs'""",
        "the second of two places",
        "look at its own offsets",
    ),
    (
        "no revision looked at",
        "verify",
        """text = documents.get(chunk['document_id'])
if text is None: return 'unknown document'
return 'ok' if text[chunk['start']:chunk['end']] == chunk['text'] else 'text differs'""",
        "another revision with the same words",
        "the document has changed since",
    ),
    (
        "text before revision",
        "verify",
        """text = documents.get(chunk['document_id'])
if text is None: return 'unknown document'
if text[chunk['start']:chunk['end']] != chunk['text']: return 'text differs'
return 'ok' if chunk['revision'] == revision(text) else 'stale revision'""",
        "two checks fail at once",
        "Check the revision first",
    ),
    (
        "an empty document taken for none",
        "verify",
        """text = documents.get(chunk['document_id'])
if not text: return 'unknown document'
if chunk['revision'] != revision(text): return 'stale revision'
return 'ok' if text[chunk['start']:chunk['end']] == chunk['text'] else 'text differs'""",
        "a document that has become empty",
        "is still there",
    ),
    (
        "any document will do",
        "verify",
        """for text in documents.values():
    if revision(text) == chunk['revision']:
        same = text[chunk['start']:chunk['end']] == chunk['text']
        return 'ok' if same else 'text differs'
return 'stale revision'""",
        "an unknown document",
        "proves nothing",
    ),
    (
        "not sorted",
        "merge_spans",
        """merged = []
for start, end in spans:
    if merged and merged[-1][0] <= start <= merged[-1][1]:
        merged[-1] = merged[-1][0], max(merged[-1][1], end)
    elif merged and start <= merged[-1][0] <= end:
        merged[-1] = start, max(merged[-1][1], end)
    else: merged.append((start, end))
return merged""",
        "the worked example",
        "sort",
    ),
    (
        "sorted in place",
        "merge_spans",
        """spans.sort()
merged = []
for start, end in spans:
    if merged and start <= merged[-1][1]: merged[-1] = merged[-1][0], max(merged[-1][1], end)
    else: merged.append((start, end))
return merged""",
        "the worked example",
        "leave them unchanged",
    ),
    (
        "lists for tuples",
        "merge_spans",
        """merged = []
for start, end in sorted(spans):
    if merged and start <= merged[-1][1]: merged[-1][1] = max(merged[-1][1], end)
    else: merged.append([start, end])
return merged""",
        "the worked example",
        "each is to be a tuple",
    ),
    (
        "neighbours only",
        "merge_spans",
        """merged, before = [], None
for span in sorted(spans):
    if before and span[0] <= before[1]: merged[-1] = before[0], max(before[1], span[1])
    else: merged.append(span)
    before = span
return merged""",
        "the worked example",
        "continues the last of the answer",
    ),
    (
        "the last end wins",
        "merge_spans",
        """merged = []
for start, end in sorted(spans):
    if merged and start <= merged[-1][1]: merged[-1] = merged[-1][0], end
    else: merged.append((start, end))
return merged""",
        "a span inside another",
        "take the larger end",
    ),
    (
        "touching spans kept apart",
        "merge_spans",
        """merged = []
for start, end in sorted(spans):
    if merged and start < merged[-1][1]: merged[-1] = merged[-1][0], max(merged[-1][1], end)
    else: merged.append((start, end))
return merged""",
        "two spans that touch",
        "no position is missing",
    ),
    (
        "a gap of one closed",
        "merge_spans",
        """merged = []
for start, end in sorted(spans):
    if merged and start <= merged[-1][1] + 1:
        merged[-1] = merged[-1][0], max(merged[-1][1], end)
    else: merged.append((start, end))
return merged""",
        "a gap of one position",
        "must not hold it",
    ),
]

# Right, and too slow by far: they read the text again for every offset.
SLOW = [
    ("to_utf8", "return [len(text[:each].encode()) for each in positions]"),
    (
        "from_utf16",
        "ends = to_utf16(text, range(len(text) + 1))\n"
        "return [ends.index(offset) for offset in offsets]",
    ),
]


@pytest.mark.parametrize(
    ("function", "body", "category", "hint"),
    [pytest.param(*rest, id=f"{rest[0]}: {name}") for name, *rest in WRONG],
)
def test_each_wrong_answer_fails_in_its_check_with_its_hint(
    nursery, function, body, category, hint
):
    [verdict] = SOURCES.verdicts(nursery, SOURCES.with_body(function, body), function)
    assert (verdict.outcome, verdict.category) == (Outcome.WRONG, category), verdict
    assert hint in verdict.hint, verdict


def test_a_mistake_in_to_utf16_does_not_cost_from_utf16_that_asks_it_for_every_position(nursery):
    source = (
        "def to_utf16(text, positions): return positions\n"
        "def from_utf16(text, offsets):\n"
        "    ends = to_utf16(text, list(range(len(text) + 1)))\n"
        "    positions = {offset: position for position, offset in enumerate(ends)}\n"
        "    if not positions.keys() >= set(offsets): raise ValueError\n"
        "    return [positions[offset] for offset in offsets]\n"
    )
    with (
        Key(ROOT / "solutions/sources.py", nursery) as key,
        Judge(source, "sources.py", nursery, key) as judge,
    ):
        verdict = judge.walk("from_utf16", SOURCES.checks["from_utf16"])
    assert verdict.outcome is Outcome.PASSED, verdict
    assert "to_utf16" in verdict.reason


@pytest.mark.parametrize(("function", "body"), SLOW)
def test_reading_the_text_again_for_every_offset_takes_too_long(nursery, function, body):
    [verdict] = SOURCES.verdicts(nursery, SOURCES.with_body(function, body), function)
    assert verdict.outcome is Outcome.TIMED_OUT
    assert verdict.category.startswith("a long text and many ")
    assert "note all offsets in one walk" in verdict.hint


# what the learner wrote | function | code: right answers unlike the key's
RIGHT = [
    (
        "checked at the call, starts from a range",
        "chunks",
        CHECKED + "starts = range(0, max(len(text) - overlap, min(len(text), 1)), size - overlap)\n"
        "return ({'text': text[s:s + size], 'end': min(s + size, len(text)), 'start': s} "
        "for s in starts)",
    ),
    (
        "each text put in its place",
        "reconstruct",
        "letters = {}\nfor piece in pieces:\n"
        "    letters.update(enumerate(piece['text'], piece['start']))\n"
        "return ''.join(letters[position] for position in sorted(letters))",
    ),
    (
        "in the order of the positions",
        "to_utf8",
        "found, reached, offset = {}, 0, 0\nfor position in sorted(positions):\n"
        "    offset += len(text[reached:position].encode())\n    reached = position\n"
        "    found[position] = offset\nreturn [found[position] for position in positions]",
    ),
    (
        "by the wide ones before",
        "to_utf16",
        "from bisect import bisect_left\nwide = [i for i, c in enumerate(text) if c > '\\uffff']\n"
        "return [position + bisect_left(wide, position) for position in positions]",
    ),
    (
        "by bisection",
        "from_utf16",
        "from bisect import bisect_left\nends = to_utf16(text, range(len(text) + 1))\nanswer = []\n"
        "for offset in offsets:\n    position = bisect_left(ends, offset)\n"
        "    if position == len(ends) or ends[position] != offset: raise ValueError(offset)\n"
        "    answer.append(position)\nreturn answer",
    ),
    (
        "surrogates looked for",
        "revision",
        "if any(0xD800 <= ord(c) < 0xE000 for c in text): raise ValueError(text)\n"
        "digest = hashlib.new('sha256')\ndigest.update(bytes(text, 'utf8'))\n"
        "return digest.digest().hex()",
    ),
    (
        "by the error",
        "verify",
        "try: text = documents[chunk['document_id']]\nexcept KeyError: return 'unknown document'\n"
        "if revision(text) != chunk['revision']: return 'stale revision'\n"
        "same = text.startswith(chunk['text'], chunk['start'])\n"
        "same = same and len(chunk['text']) == chunk['end'] - chunk['start']\n"
        "return 'ok' if same else 'text differs'",
    ),
    (
        "by edges, from the left",
        "merge_spans",
        "edges = [(start, 0) for start, _ in spans] + [(end, 1) for _, end in spans]\n"
        "merged, depth = [], 0\nfor edge, closes in sorted(edges):\n"
        "    if not depth: begun = edge\n    depth += -1 if closes else 1\n"
        "    if not depth: merged.append((begun, edge))\nreturn merged",
    ),
]


@pytest.mark.parametrize(
    ("function", "body"), [pytest.param(*rest, id=f"{rest[0]}: {name}") for name, *rest in RIGHT]
)
def test_another_right_answer_passes(nursery, function, body):
    [verdict] = SOURCES.verdicts(nursery, SOURCES.with_body(function, body), function)
    assert verdict.outcome is Outcome.PASSED, verdict
