"""Wrong answers that learners of lesson 5 really write: each fails where it should, with its hint.

One function of the answer key is replaced at a time, so that every failure is that function's own.
"""

import pytest

from chunklab.grading.judge import Judge
from chunklab.grading.key import Key
from chunklab.grading.outcomes import Outcome

from .lessons import ROOT

EXERCISE = "evidence"

CHECKED = "if not 0 <= overlap < size or not 1 <= length <= n: raise ValueError\n"
NOTHING_WANTED = "if not wanted: raise ValueError\n"
NOTHING_FOUND = "if not found: raise ValueError\n"
NOTHING = "if not found and not wanted: raise ValueError\n"
UNION = "\ndef count(runs): return sum(end - start for _, start, end in merge_evidence(runs))\n"
POSITIONS = (
    "there = {(d, p) for d, s, e in found for p in range(s, e)}\n"
    "asked = {(d, p) for d, s, e in wanted for p in range(s, e)}\n"
)


def counted(
    checked=CHECKED,
    chunks="a + size < n",
    whole="a <= s and s + length <= b",
    times="any",
    starts="range(n - length + 1)",
    share="surviving / (n - length + 1)",
):
    """Return a survival with one line in another way."""
    return f"""{checked}a, chunks = 0, []
while {chunks}:
    chunks.append((a, a + size))
    a += size - overlap
chunks.append((a, n))
surviving = sum({times}({whole} for a, b in chunks) for s in {starts})
return {share}"""


def joined(
    order="sorted(found)", same="d == document", near="start <= b", end="max(b, end)", new="True"
):
    """Return a merge_evidence with one line in another way."""
    return f"""merged = []
for document, start, end in {order}:
    if merged:
        d, a, b = merged[-1]
        if {same} and {near}:
            merged[-1] = (d, a, {end})
            continue
    if {new}: merged.append((document, start, end))
return merged"""


def pairs(
    checked,
    total,
    found="merge_evidence(found)",
    wanted="merge_evidence(wanted)",
    same="d == f",
    common="max(0, min(b, y) - max(a, x))",
    share="shared / total",
):
    """Return a recall or a precision, whatever ``total`` is, with one line in another way."""
    return f"""{checked}found, wanted = {found}, {wanted}
shared = sum({common} for d, a, b in wanted for f, x, y in found if {same})
total = {total}
return {share}"""


ALL_WANTED = "sum(b - a for _, a, b in wanted)"
ALL_FOUND = "sum(y - x for _, x, y in found)"


def of_wanted(**other):
    return pairs(NOTHING_WANTED, ALL_WANTED, **other)


def of_found(**other):
    return pairs(NOTHING_FOUND, ALL_FOUND, **other)


def of_either(**other):
    either = f"{ALL_WANTED} + {ALL_FOUND} - shared"
    return pairs(NOTHING, other.pop("total", either), **other)


def by_document(checked, share):
    """Return the mean of a share over the documents."""
    return f"""{checked}shares = []
for name in sorted({{d for d, _, _ in wanted}}):
    there = {{p for d, s, e in found if d == name for p in range(s, e)}}
    asked = {{p for d, s, e in wanted if d == name for p in range(s, e)}}
    shares.append({share})
return sum(shares) / max(1, len(shares))"""


def picked(
    reached='s["recall"] >= target',
    best="min",
    rank='(s["stored"], -s["recall"], s["size"], s["overlap"])',
    none="raise ValueError",
    answer='best["size"], best["overlap"]',
):
    """Return a cheapest_setting with one line in another way."""
    return f"""good = [s for s in settings if {reached}]
if not good: {none}
best = {best}(good, key=lambda s: {rank})
return {answer}"""


# what the learner wrote | function | code | category of the check that fails | part of the hint
WRONG = [
    (
        "the formula",
        "survival",
        f"{CHECKED}return min(1.0, max(0.0, (size - length + 1) / (size - overlap)))",
        "the worked example",
        "Count the spans instead",
    ),
    (
        "the formula where it is no more than 1, counted at the end",
        "survival",
        f"{CHECKED}if length > size: return (size - length + 1) / (size - overlap)\n"
        + counted(checked=""),
        "longer than a chunk",
        "less than nothing",
    ),
    (
        "the number of spans",
        "survival",
        counted(share="surviving"),
        "the worked example",
        "Divide it by the number of spans",
    ),
    (
        "the share that is lost",
        "survival",
        counted(share="1 - surviving / (n - length + 1)"),
        "the worked example",
        "share of those that are cut",
    ),
    (
        "full chunks only",
        "survival",
        counted().replace("chunks.append((a, n))", "if a + size == n: chunks.append((a, n))"),
        "the worked example",
        "15 to 20",
    ),
    (
        "a share of n",
        "survival",
        counted(share="surviving / n"),
        "the worked example",
        "the last one starts at 15",
    ),
    (
        "a share of n - length",
        "survival",
        counted(share="surviving / (n - length or 1)"),
        "the worked example",
        "has 16 spans of 5",
    ),
    (
        "//",
        "survival",
        counted(share="surviving // (n - length + 1)"),
        "the worked example",
        "Divide with /",
    ),
    (
        "per cent",
        "survival",
        counted(share="100 * surviving / (n - length + 1)"),
        "the worked example",
        "percentage",
    ),
    (
        "the end included",
        "survival",
        counted(whole="a <= s and s + length - 1 <= b"),
        "the worked example",
        "Ends are not included",
    ),
    (
        "< for <=",
        "survival",
        counted(whole="a <= s and s + length < b"),
        "the worked example",
        "compare with <=",
    ),
    (
        "a span in two chunks twice",
        "survival",
        counted(times="sum"),
        "spans that two chunks hold",
        "never more than 1.0",
    ),
    (
        "rounded",
        "survival",
        counted(share="round(surviving / (n - length + 1), 2)"),
        "the worked example",
        "13 / 16",
    ),
    (
        "1 for all of them",
        "survival",
        counted(share="1 if surviving == n - length + 1 else surviving / (n - length + 1)"),
        "spans that two chunks hold",
        "a share is a float",
    ),
    (
        "an error where none survives",
        "survival",
        "if length > size: raise ValueError\n" + counted(),
        "longer than a chunk",
        "and no error",
    ),
    (
        "the last start left out",
        "survival",
        f"{CHECKED}if n == length: return 0.0\n" + counted(checked="", starts="range(n - length)"),
        "the worked example",
        "15 to 20",
    ),
    (
        "the longest span forgotten",
        "survival",
        f"{CHECKED}if length == n: return 0.0\n" + counted(checked=""),
        "as long as the document",
        "There is one such span",
    ),
    (
        "only an overlap equal to size refused",
        "survival",
        counted(
            checked="if overlap == size or not 1 <= length <= n: raise ValueError\n"
            "overlap = min(overlap, size - 1)\n"
        ),
        "overlap larger than size",
        "before the last one",
    ),
    (
        "a negative overlap let through",
        "survival",
        counted(checked="if overlap >= size or not 1 <= length <= n: raise ValueError\n"),
        "negative overlap",
        "units that no chunk holds",
    ),
    (
        "spans of nothing let through",
        "survival",
        counted(checked="if not 0 <= overlap < size or length > n: raise ValueError\n"),
        "spans of no units",
        "at least one unit",
    ),
    (
        "divided without looking",
        "survival",
        counted(checked="if not 0 <= overlap < size or length < 1: raise ValueError\n"),
        "spans of 21 in a document of 20",
        "look before you divide",
    ),
    (
        "0.0 where there is no span",
        "survival",
        f"if length > n: return 0.0\n{counted()}",
        "spans of 21 in a document of 20",
        "but there is none",
    ),
    (
        "only a length of n + 1 refused",
        "survival",
        counted(
            checked="if not 0 <= overlap < size or length < 1: raise ValueError\n"
            "if n - length + 1 == 0: raise ValueError\n"
        ),
        "spans of 22 in a document of 20",
        "a share of nothing is undefined",
    ),
    (
        "documents ignored",
        "merge_evidence",
        joined(order="sorted(found, key=lambda run: run[1])", same="True"),
        "the worked example",
        "another document",
    ),
    (
        "documents ignored after sorting by them",
        "merge_evidence",
        joined(same="True"),
        "the worked example",
        "another document",
    ),
    (
        "unsorted",
        "merge_evidence",
        joined(order="found"),
        "the worked example",
        "continues the last of the answer",
    ),
    (
        "sorted by start only",
        "merge_evidence",
        joined(order="sorted(found, key=lambda run: run[1])"),
        "the worked example",
        "Sort by document first",
    ),
    (
        "sorted by start, and by document only at the end",
        "merge_evidence",
        joined(order="sorted(found, key=lambda run: run[1:])").replace(
            "return merged", "return sorted(merged)"
        ),
        "the worked example",
        "Sort by document first",
    ),
    (
        "documents in the order in which they came",
        "merge_evidence",
        "names = list(dict.fromkeys(name for name, _, _ in found))\n"
        + joined(order="sorted(found, key=lambda run: (names.index(run[0]), run[1:]))"),
        "the worked example",
        "rice stands before tea",
    ),
    (
        "sorted backwards",
        "merge_evidence",
        joined().replace("return merged", "return merged[::-1]"),
        "the worked example",
        "not in order",
    ),
    (
        "neighbours only",
        "merge_evidence",
        "runs, merged, k = sorted(found), [], 0\nwhile k < len(runs):\n"
        "    d, a, b = runs[k]\n"
        "    if k + 1 < len(runs) and runs[k + 1][0] == d and runs[k + 1][1] <= b:\n"
        "        merged.append((d, a, max(b, runs[k + 1][2])))\n        k += 1\n"
        "    else: merged.append((d, a, b))\n    k += 1\nreturn merged",
        "the worked example",
        "merged so far",
    ),
    (
        "the hull of a document",
        "merge_evidence",
        joined(near="True"),
        "the worked example",
        "that gap must stay",
    ),
    (
        "lists for tuples",
        "merge_evidence",
        joined().replace("return merged", "return [list(run) for run in merged]"),
        "the worked example",
        "to be a tuple",
    ),
    (
        "grouped in a dict",
        "merge_evidence",
        joined().replace(
            "return merged",
            "groups = {}\nfor d, a, b in merged: groups.setdefault(d, []).append((a, b))\n"
            "return groups",
        ),
        "the worked example",
        "in a dict",
    ),
    (
        "without the document",
        "merge_evidence",
        joined().replace("return merged", "return [(a, b) for _, a, b in merged]"),
        "the worked example",
        "cannot be found again",
    ),
    (
        "sorted in place",
        "merge_evidence",
        f"found.sort()\n{joined(order='found')}",
        "the worked example",
        "leave them unchanged",
    ),
    (
        "touching ones apart",
        "merge_evidence",
        joined(near="start < b"),
        "two that touch",
        "no position is missing",
    ),
    (
        "a gap of one closed",
        "merge_evidence",
        joined(near="start <= b + 1"),
        "a gap of one position",
        "must not hold it",
    ),
    (
        "the last end for the larger",
        "merge_evidence",
        joined(end="end"),
        "one inside another",
        "take the larger end",
    ),
    (
        "what lies inside left out, and its end remembered",
        "merge_evidence",
        "merged, last = [], 0\nfor d, a, b in sorted(found):\n"
        "    if merged and merged[-1][0] == d and a <= last:\n"
        "        merged[-1] = (d, merged[-1][1], max(b, merged[-1][2]))\n"
        "    else: merged.append((d, a, b))\n    last = b\nreturn merged",
        "one inside another, and one after",
        "the end is still 10",
    ),
    (
        "an empty run for nothing",
        "merge_evidence",
        f"if not found: return [('', 0, 0)]\n{joined()}",
        "nothing found",
        "no evidence: []",
    ),
    (
        "precision for recall",
        "recall",
        NOTHING_WANTED + "if not found: return 0.0\n" + of_found(),
        "the worked example",
        "This is precision",
    ),
    (
        "intersection over union for recall",
        "recall",
        NOTHING_WANTED + of_either(),
        "the worked example",
        "positions in either",
    ),
    (
        "runs that are hit",
        "recall",
        f"{NOTHING_WANTED}hit = [any(d == f and x < b and a < y for f, x, y in found) "
        "for d, a, b in merge_evidence(wanted)]\nreturn sum(hit) / len(hit)",
        "the worked example",
        "counts runs that are hit",
    ),
    (
        "whole runs only",
        "recall",
        f"{NOTHING_WANTED}hit = [any(d == f and x <= a and b <= y for f, x, y in found) "
        "for d, a, b in merge_evidence(wanted)]\nreturn sum(hit) / len(hit)",
        "the worked example",
        "30 of its positions are",
    ),
    (
        "//",
        "recall",
        of_wanted(share="shared // total"),
        "the worked example",
        "Divide with /",
    ),
    (
        "the end included",
        "recall",
        pairs(
            NOTHING_WANTED,
            "sum(b - a + 1 for _, a, b in wanted)",
            common="max(0, min(b, y) - max(a, x) + 1)",
        ),
        "the worked example",
        "not 11",
    ),
    (
        "the number of positions",
        "recall",
        of_wanted(share="shared"),
        "the worked example",
        "Divide it by the number wanted",
    ),
    (
        "found not merged",
        "recall",
        of_wanted(found="found"),
        "found twice",
        "counts once",
    ),
    (
        "wanted not merged",
        "recall",
        of_wanted(wanted="wanted"),
        "wanted twice",
        "counts once",
    ),
    (
        "documents ignored",
        "recall",
        of_wanted(same="True"),
        "another document",
        "is another document",
    ),
    (
        "sets of positions, without the document",
        "recall",
        f"{NOTHING_WANTED}there = {{p for _, s, e in found for p in range(s, e)}}\n"
        "asked = {p for _, s, e in wanted for p in range(s, e)}\n"
        "return len(there & asked) / len(asked)",
        "another document",
        "is another document",
    ),
    (
        "the mean over the documents",
        "recall",
        by_document(NOTHING_WANTED, "len(there & asked) / len(asked)"),
        "two documents",
        "mean over the documents",
    ),
    (
        "the best of the found",
        "recall",
        of_wanted().replace("for f, x, y in found if", "for f, x, y in found[:1] if"),
        "two documents",
        "40 positions are wanted in the two documents",
    ),
    (
        "less than nothing shared",
        "recall",
        of_wanted(common="min(b, y) - max(a, x)"),
        "one of two wanted",
        "less than nothing",
    ),
    (
        "wanted runs not cut",
        "recall",
        of_wanted(common="y - x if a < y and x < b else 0"),
        "the worked example",
        "Count only the positions",
    ),
    (
        "an error where nothing is found",
        "recall",
        NOTHING_FOUND + of_wanted(),
        "nothing found",
        "0.0, and no error",
    ),
    (
        "0 where nothing is found",
        "recall",
        f"{NOTHING_WANTED}if not found: return 0\n{of_wanted()}",
        "nothing found",
        "a share is a float",
    ),
    (
        "divided without looking",
        "recall",
        pairs("", ALL_WANTED),
        "nothing wanted",
        "look before you divide",
    ),
    (
        "1.0 where nothing is wanted",
        "recall",
        f"if not wanted: return 1.0\n{of_wanted()}",
        "nothing wanted",
        "take that for a measurement",
    ),
    (
        "found looked at before wanted",
        "recall",
        f"if not found: return 0.0\n{of_wanted()}",
        "nothing found and nothing wanted",
        "look at wanted first",
    ),
    (
        "wanted sorted in place",
        "recall",
        f"{NOTHING_WANTED}total = shared = 0\nwanted.sort()\n"
        "for d, a, b in merge_evidence(wanted):\n    total += b - a\n"
        "    for f, x, y in merge_evidence(found):\n"
        "        if d == f: shared += max(0, min(b, y) - max(a, x))\nreturn shared / total",
        "two documents",
        "leave them unchanged",
    ),
    (
        "recall for precision",
        "precision",
        NOTHING_FOUND + "if not wanted: return 0.0\n" + of_wanted(),
        "the worked example",
        "This is recall",
    ),
    (
        "recall as it stands",
        "precision",
        "return recall(found, wanted)",
        "the worked example",
        "This is recall",
    ),
    (
        "found not merged",
        "precision",
        of_found(found="found"),
        "found twice",
        "merge both lists",
    ),
    (
        "wanted not merged",
        "precision",
        of_found(wanted="wanted"),
        "wanted twice",
        "counts once",
    ),
    (
        "found counted as it was returned, shared positions once",
        "precision",
        f"{NOTHING_FOUND}{POSITIONS}return len(there & asked) / sum(e - s for _, s, e in found)",
        "found twice",
        "counts once",
    ),
    (
        "the mean over the documents",
        "precision",
        by_document(NOTHING_FOUND, "len(there & asked) / max(1, len(there))"),
        "two documents",
        "mean over the documents",
    ),
    (
        "documents ignored",
        "precision",
        of_found(same="True"),
        "two documents",
        "is another document",
    ),
    (
        "less than nothing shared",
        "precision",
        of_found(common="min(b, y) - max(a, x)"),
        "two wanted, one of them far away",
        "less than nothing",
    ),
    (
        "an error where nothing is wanted",
        "precision",
        NOTHING_WANTED + of_found(),
        "nothing wanted",
        "0.0, and no error",
    ),
    (
        "0.0 where nothing is found",
        "precision",
        f"if not found: return 0.0\n{of_found()}",
        "nothing found",
        "take that for a measurement",
    ),
    (
        "divided without looking",
        "precision",
        pairs("", ALL_FOUND),
        "nothing found",
        "look before you divide",
    ),
    (
        "wanted looked at before found",
        "precision",
        f"if not wanted: return 0.0\n{of_found()}",
        "nothing found and nothing wanted",
        "look at found first",
    ),
    (
        "the sum of both for the union",
        "intersection_over_union",
        of_either(total=f"{ALL_WANTED} + {ALL_FOUND}"),
        "the worked example",
        "count twice",
    ),
    (
        "twice the shared over the sum",
        "intersection_over_union",
        of_either(total=f"{ALL_WANTED} + {ALL_FOUND}", share="2 * shared / total"),
        "the worked example",
        "Divide by the union",
    ),
    (
        "recall for it",
        "intersection_over_union",
        f"{NOTHING}return recall(found, wanted) if wanted else 0.0",
        "the worked example",
        "This is recall",
    ),
    (
        "neither merged",
        "intersection_over_union",
        of_either(found="found", wanted="wanted"),
        "found and wanted twice",
        "counts once",
    ),
    (
        "from the first to the last",
        "intersection_over_union",
        of_either(
            total="max([b for _, _, b in wanted + found]) - min([a for _, a, _ in wanted + found])"
        ),
        "a gap in what is found",
        "that gap must stay",
    ),
    (
        "less than nothing shared",
        "intersection_over_union",
        of_either(common="min(b, y) - max(a, x)"),
        "a gap in what is found",
        "nothing was found or wanted",
    ),
    (
        "documents ignored",
        "intersection_over_union",
        of_either(same="True"),
        "two documents",
        "is another document",
    ),
    (
        "the mean over the documents",
        "intersection_over_union",
        by_document(NOTHING, "len(there & asked) / len(there | asked)"),
        "two documents",
        "mean over the documents",
    ),
    (
        "an error where one is empty",
        "intersection_over_union",
        f"{NOTHING_FOUND}{of_either()}",
        "nothing found",
        "0.0, and no error",
    ),
    (
        "an error where nothing is wanted",
        "intersection_over_union",
        f"{NOTHING_WANTED}{of_either()}",
        "nothing wanted",
        "0.0, and no error",
    ),
    (
        "1.0 for two empty ones",
        "intersection_over_union",
        f"if found == wanted: return 1.0\n{of_either()}",
        "nothing found and nothing wanted",
        "take that for a measurement",
    ),
    (
        "divided without looking",
        "intersection_over_union",
        of_either().removeprefix(NOTHING),
        "nothing found and nothing wanted",
        "look before you divide",
    ),
    (
        "found extended by wanted",
        "intersection_over_union",
        f"{NOTHING}{UNION}"
        "a, b = count(found), count(wanted)\nfound += wanted\neither = count(found)\n"
        "return (a + b - either) / either",
        "the worked example",
        "leave them unchanged",
    ),
    (
        "the cheapest of all",
        "cheapest_setting",
        picked(reached="True"),
        "the worked table",
        "first leave out",
    ),
    (
        "the lowest recall that reaches the target",
        "cheapest_setting",
        picked(rank='(s["recall"], s["stored"], s["size"], s["overlap"])'),
        "the worked table",
        "one with a higher recall",
    ),
    (
        "the highest recall",
        "cheapest_setting",
        picked(rank='(-s["recall"], s["stored"], s["size"], s["overlap"])'),
        "the worked table",
        "Its recall is the highest",
    ),
    (
        "the first that reaches the target",
        "cheapest_setting",
        'for s in settings:\n    if s["recall"] >= target: return s["size"], s["overlap"]\n'
        "raise ValueError",
        "the worked table",
        "Take the cheapest",
    ),
    (
        "the whole setting",
        "cheapest_setting",
        picked(answer="best"),
        "the worked table",
        "its size and overlap only",
    ),
    (
        "a list",
        "cheapest_setting",
        picked(answer='[best["size"], best["overlap"]]'),
        "the worked table",
        "return a tuple",
    ),
    (
        "overlap first",
        "cheapest_setting",
        picked(answer='(best["overlap"], best["size"])'),
        "the worked table",
        "size comes first",
    ),
    (
        "what it stores",
        "cheapest_setting",
        picked(answer='best["stored"]'),
        "the worked table",
        "how much it stores",
    ),
    (
        "> for >=",
        "cheapest_setting",
        picked(reached='s["recall"] > target'),
        "a recall of exactly the target",
        "compare with >=",
    ),
    (
        "rounded",
        "cheapest_setting",
        picked(reached='round(s["recall"], 2) >= target'),
        "a recall just below the target",
        "do not round",
    ),
    (
        "the first of equally cheap ones",
        "cheapest_setting",
        picked(rank='s["stored"]'),
        "two that store equally few",
        "before the order of the list",
    ),
    (
        "the last of equally cheap ones",
        "cheapest_setting",
        picked(rank='s["stored"]').replace("(good, ", "(good[::-1], "),
        "two that store equally few, the other way round",
        "The order of the list does not count",
    ),
    (
        "the lower recall of equally cheap ones",
        "cheapest_setting",
        picked(rank='(s["stored"], s["recall"], s["size"], s["overlap"])'),
        "two that store equally few",
        "the other has the higher recall",
    ),
    (
        "the smaller size before the recall",
        "cheapest_setting",
        picked(rank='(s["stored"], s["size"], s["overlap"])'),
        "two that store equally few",
        "before size and overlap",
    ),
    (
        "no size in the rank",
        "cheapest_setting",
        picked(rank='(s["stored"], -s["recall"])'),
        "four that differ in size and overlap only",
        "not the list",
    ),
    (
        "no overlap in the rank",
        "cheapest_setting",
        picked(rank='(s["stored"], -s["recall"], s["size"])'),
        "four that differ in size and overlap only",
        "the smaller overlap decides",
    ),
    (
        "overlap before size",
        "cheapest_setting",
        picked(rank='(s["stored"], -s["recall"], s["overlap"], s["size"])'),
        "four that differ in size and overlap only",
        "size decides before the overlap",
    ),
    (
        "each number by itself",
        "cheapest_setting",
        picked(rank='(s["stored"], -s["recall"])').replace(
            "return best",
            'good = [s for s in good if (s["stored"], s["recall"]) == '
            '(best["stored"], best["recall"])]\n'
            'return min(s["size"] for s in good), min(s["overlap"] for s in good) #',
        ),
        "four that differ in size and overlap only",
        "There is no such setting",
    ),
    (
        "values by their order",
        "cheapest_setting",
        "found = [tuple(s.values()) for s in settings]\n"
        "good = [(d, -c, a, b) for a, b, c, d in found if c >= target]\n"
        "if not good: raise ValueError\nreturn min(good)[2:]",
        "other keys, and in another order",
        "by its key",
    ),
    (
        "a recall of 0.0 taken for none",
        "cheapest_setting",
        picked(reached='s["recall"] and s["recall"] >= target'),
        "a recall of 0.0",
        "counts as false",
    ),
    (
        "None where none reaches it",
        "cheapest_setting",
        picked(none="return None"),
        "a target that none reaches",
        "raise ValueError",
    ),
    (
        "the best where none reaches it",
        "cheapest_setting",
        picked(none='good = sorted(settings, key=lambda s: -s["recall"])[:1]'),
        "a target that none reaches",
        "The best is not good enough",
    ),
    (
        "None where there are no settings",
        "cheapest_setting",
        f"if not settings: return None\n{picked()}",
        "no settings",
        "raise ValueError",
    ),
    (
        "settings sorted in place",
        "cheapest_setting",
        f'settings.sort(key=lambda s: s["stored"])\n{picked()}',
        "the worked table",
        "leave them unchanged",
    ),
    (
        "settings taken out of the list",
        "cheapest_setting",
        'for s in list(settings):\n    if s["recall"] < target: settings.remove(s)\n'
        f"{picked(reached='True')}",
        "the worked table",
        "leave them unchanged",
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
    assert verdict.outcome in (Outcome.WRONG, Outcome.RAISED), verdict
    assert verdict.category == category, verdict
    assert hint in verdict.hint, verdict


# function | code: they would list 10**9 positions, and are kept from it
LISTED = [
    (
        "merge_evidence",
        "every = sorted({(d, p) for d, s, e in found for p in range(s, e)})\n"
        "starts = [(d, p) for d, p in every if (d, p - 1) not in every]\n"
        "ends = [(d, p + 1) for d, p in every if (d, p + 1) not in every]\n"
        "return [(d, s, e) for (d, s), (_, e) in zip(starts, ends)]",
    ),
    ("recall", f"{NOTHING_WANTED}{POSITIONS}return len(there & asked) / len(asked)"),
    ("precision", f"{NOTHING_FOUND}{POSITIONS}return len(there & asked) / len(there)"),
    (
        "intersection_over_union",
        f"{NOTHING}{POSITIONS}return len(there & asked) / len(there | asked)",
    ),
]


@pytest.mark.parametrize(("function", "body"), LISTED)
def test_listing_the_positions_of_very_long_runs_is_ended_and_named(
    nursery, lesson, function, body
):
    [verdict] = lesson.verdicts(nursery, lesson.with_body(function, body), function)
    assert verdict.outcome in (Outcome.TIMED_OUT, Outcome.OUT_OF_MEMORY), verdict
    assert verdict.category == "very long runs"
    assert "Compare the ends" in verdict.hint


def test_a_mistake_in_merge_evidence_does_not_cost_those_that_ask_it(nursery, lesson):
    source = lesson.with_body("merge_evidence", joined(same="True"))
    with (
        Key(ROOT / "solutions/evidence.py", nursery) as key,
        Judge(source, "evidence.py", nursery, key) as judge,
    ):
        for function, asked in (
            ("recall", "merge_evidence"),
            ("precision", "recall"),
            ("intersection_over_union", "merge_evidence"),
        ):
            verdict = judge.walk(function, lesson.checks[function])
            assert verdict.outcome is Outcome.PASSED, verdict
            assert f"correct answers of {asked}," in verdict.reason


# what the learner wrote | function | code: right answers unlike the key's
RIGHT = [
    ("with any", "survival", counted()),
    (
        "by the last chunk that begins in time",
        "survival",
        f"{CHECKED}held = sum(s % (size - overlap) + length <= size for s in range(n - length + 1))"
        "\nreturn held / (n - length + 1)",
    ),
    (
        "by a set of starts",
        "survival",
        f"{CHECKED}alive, a = set(), 0\nwhile True:\n    b = min(a + size, n)\n"
        "    alive |= set(range(a, b - length + 1))\n    if b == n: break\n"
        "    a += size - overlap\nreturn len(alive) / (n - length + 1)",
    ),
    (
        "by arithmetic",
        "survival",
        f"{CHECKED}step = size - overlap\nchunks = 1 + -(-max(0, n - size) // step)\n"
        "last = n - (chunks - 1) * step\n"
        "full = min(step, max(0, size - length + 1))\n"
        "return ((chunks - 1) * full + max(0, last - length + 1)) / (n - length + 1)",
    ),
    (
        "with a trailing chunk of overlap",
        "survival",
        f"{CHECKED}starts = range(0, n, size - overlap)\n"
        "held = sum(any(a <= s and s + length <= a + size for a in starts)"
        " for s in range(n - length + 1))\nreturn held / (n - length + 1)",
    ),
    (
        "one document after the other",
        "merge_evidence",
        "merged = []\nfor name in sorted({name for name, _, _ in found}):\n"
        "    runs = sorted((s, e) for d, s, e in found if d == name)\n"
        "    begin, last = runs[0]\n    for s, e in runs:\n"
        "        if s > last:\n            merged.append((name, begin, last))\n"
        "            begin = s\n        last = max(last, e)\n"
        "    merged.append((name, begin, last))\nreturn merged",
    ),
    (
        "by counting what is open",
        "merge_evidence",
        "edges = [(d, s, -1) for d, s, _ in found] + [(d, e, 1) for d, _, e in found]\n"
        "merged, depth = [], 0\nfor d, place, kind in sorted(edges):\n"
        "    if depth == 0: begin = place\n    depth -= kind\n"
        "    if depth == 0: merged.append((d, begin, place))\nreturn merged",
    ),
    ("as a sum over pairs", "recall", of_wanted()),
    (
        "from the union",
        "recall",
        f"{NOTHING_WANTED}{UNION}asked = count(wanted)\n"
        "return (count(found) + asked - count([*found, *wanted])) / asked",
    ),
    (
        "between neighbouring edges",
        "recall",
        f"{NOTHING_WANTED}every = found + wanted\n"
        "edges = sorted({(d, p) for d, s, e in every for p in (s, e)})\n"
        "shared = total = 0\nfor (d, s), (f, e) in zip(edges, edges[1:]):\n"
        "    if d == f and any(d == x and a <= s < b for x, a, b in wanted):\n"
        "        total += e - s\n"
        "        shared += (e - s) * any(d == x and a <= s < b for x, a, b in found)\n"
        "return shared / total",
    ),
    ("as a sum over pairs", "precision", of_found()),
    ("as a sum over pairs", "intersection_over_union", of_either()),
    (
        "from recall and precision",
        "intersection_over_union",
        f"{NOTHING}if not found or not wanted: return 0.0\n"
        "r, p = recall(found, wanted), precision(found, wanted)\n"
        "return r * p / (r + p - r * p) if r else 0.0",
    ),
    ("with min", "cheapest_setting", picked()),
    (
        "sorted several times",
        "cheapest_setting",
        'good = [s for s in settings if s["recall"] >= target]\n'
        'for key in ("overlap", "size"): good = sorted(good, key=lambda s: s[key])\n'
        'good = sorted(good, key=lambda s: s["recall"], reverse=True)\n'
        'for s in sorted(good, key=lambda s: s["stored"]): return s["size"], s["overlap"]\n'
        "raise ValueError",
    ),
]


@pytest.mark.parametrize(
    ("function", "body"), [pytest.param(*rest, id=f"{rest[0]}: {name}") for name, *rest in RIGHT]
)
def test_another_right_answer_passes(nursery, lesson, function, body):
    [verdict] = lesson.verdicts(nursery, lesson.with_body(function, body), function)
    assert verdict.outcome is Outcome.PASSED, verdict
