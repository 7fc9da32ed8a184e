"""The hidden checks of the exercise "ingest": the answer key's values on generated inputs.

A learner sees only the category and the hint of the one that failed. Every scene has a folder of
its own, so no file tells of another one.
"""

import random
from functools import cache

import pytest

from chunklab.grading.checks import Call, Check, Files, Interrupted, Raises, Statement, Stored

EXERCISE = "ingest"

HINT = (
    "Your function gives the values of the lesson, but not all others. Try small texts with "
    "letters of every kind and several documents, and look at every row after each call."
)
WORDS = ("tea", "rice", "soup", "ÿ山🙂", "aa", "a", "'", "%", "\n", " ")
NAMES = ("a", "b'", "ä", "Z", "a%")
ALL = 'SELECT document_id, revision, start, "end", text FROM chunks ORDER BY 1, 2, 3, 4, 5'
TABLE = (
    'CREATE TABLE chunks (document_id TEXT, revision TEXT, start INTEGER, "end" INTEGER, text TEXT)'
)
HANG = (
    "BEGIN SELECT count(*) FROM (WITH RECURSIVE numbers(i) AS "
    "(SELECT 1 UNION ALL SELECT i + 1 FROM numbers) SELECT i FROM numbers); END"
)
REFUSE = "BEGIN SELECT RAISE(ABORT, 'refused'); END"


def some_text(rng, least=0):
    return "".join(rng.choice(WORDS) for _ in range(rng.randint(least, 12)))


def settings(rng):
    size = rng.randint(1, 7)
    return size, rng.randrange(size)


def holding(database, rows, rng):
    shuffled = rng.sample(rows, len(rows))
    insert = "INSERT INTO chunks VALUES (?, ?, ?, ?, ?)"
    yield Statement(database, TABLE, "")
    if rows:
        yield Statement(database, insert, "", shuffled)


def trigger(database, event, action, when=""):
    return Statement(
        database, f"CREATE TRIGGER on_{event} BEFORE {event} ON chunks {when} {action}", ""
    )


def documents(key, rng):
    """Return some documents' texts, and their rows in one setting."""
    setting = settings(rng)
    texts = {name: some_text(rng) for name in rng.sample(NAMES, 3)}
    rows = [row for name, text in texts.items() for row in key._chunk_rows(name, text, *setting)]
    return texts, rows, setting


def prepared(key, rng):
    pieces = ["\ufeff", "\r\n", "\r", "\n", "e\u0301", "é", "a", " ", "\u1100\u1161", "ﬁ", "\u212b"]
    for _ in range(40):
        text = "".join(rng.choice(pieces) for _ in range(rng.randint(0, 8)))
        yield Check((text.encode(),), key.prepared(text.encode()), "some bytes", HINT)
        broken = text.encode() + rng.choice([b"\xff", b"\xc3", b"\xed\xa0\x80", b"\x80a"])
        yield Check((broken,), Raises(ValueError), "bytes that are no UTF-8", HINT)


def choose_setting(key, rng):
    for _ in range(60):
        n, longest = rng.randint(0, 60), rng.randint(1, 9)
        sizes = [rng.randint(1, 30) for _ in range(rng.randint(0, 6))]
        for budget in (n - 1, n, n + rng.randint(0, 3 * longest), 3 * n):
            arguments = (n, longest, budget, sizes)
            try:
                expected = key.choose_setting(*arguments)
            except ValueError:
                expected = Raises(ValueError)
            yield Check(arguments, expected, "some document and budget", HINT)


def ingest(key, rng):
    for number in range(6):
        texts, rows, setting = documents(key, rng)
        name = rng.choice(list(texts))
        others = [row for row in rows if row[0] != name]
        database = f"{rng.choice(WORDS[:3])}.db"
        now = some_text(rng, least=3)
        new = key._chunk_rows(name, now, *setting)
        held = list(holding(database, rows, rng))
        arguments = (database, name, now, *setting)
        yield Check(
            arguments,
            len(new),
            "a document that has changed",
            HINT,
            before=held,
            stored=Stored(database, ALL, sorted([*others, *new])),
        )
        yield Check(
            (database, name, texts[name], *setting),
            len(rows) - len(others),
            "the same again",
            HINT,
            before=[
                *held,
                *(trigger(database, event, REFUSE) for event in ("INSERT", "DELETE", "UPDATE")),
            ],
            stored=Stored(database, ALL, sorted(rows)),
        )
        yield Check(
            (database, name, "", *setting),
            0,
            "a text that has become empty",
            HINT,
            before=[Call(arguments), Call((database, "other", "tea", 3, 0))],
            stored=Stored(database, ALL, key._chunk_rows("other", "tea", 3, 0)),
        )
        when = f"WHEN NEW.start = {rng.choice(new)[2]}"
        yield Check(
            arguments,
            Raises(Exception),
            "an error in the middle",
            HINT,
            before=[*held, trigger(database, "INSERT", REFUSE, when)],
            stored=Stored(database, ALL, sorted(rows)),
        )
        if number % 3 == 0:  # each takes a while
            yield Check(
                arguments,
                len(new),
                "once more after a power cut",
                HINT,
                before=[
                    *held,
                    trigger(database, "INSERT", HANG, when),
                    Interrupted(arguments),
                    Statement(database, "DROP TRIGGER on_INSERT", ""),
                ],
                stored=Stored(database, ALL, sorted([*others, *new])),
            )
            yield Check(
                (database, "other", "", 1, 0),
                0,
                "a power cut in the middle",
                HINT,
                before=[
                    *held,
                    trigger(database, "INSERT", HANG, when),
                    Interrupted(arguments),
                ],
                stored=Stored(database, ALL, sorted(rows)),
            )


def where_from(key, rng):
    for _ in range(12):
        texts, rows, _ = documents(key, rng)
        text = rng.choice([text for text in texts.values() if text] or ["tea"])
        start = rng.randrange(len(text))
        for passage in (text[start : start + rng.randint(1, 6)], rng.choice(WORDS)):
            found = [
                (name, key._chunk_rows(name, text, 1, 0)[0][1], at, at + len(passage))
                for name, text in texts.items()
                for at in range(len(text))
                if text.startswith(passage, at)
            ]
            before = list(holding("where.db", rows, rng))
            yield Check(("where.db", passage), sorted(found), "some passage", HINT, before=before)


def export_rows(key, rng):
    keys = ("document_id", "revision", "start", "end", "text")
    for _ in range(8):
        _, rows, _ = documents(key, rng)
        yield Check(
            ("rows.db",),
            [dict(zip(keys, row, strict=True)) for row in sorted(rows)],
            "some documents",
            HINT,
            before=list(holding("rows.db", rows, rng)),
        )


def ingest_folder(key, rng):
    for number in range(8):
        setting = settings(rng)
        names = rng.sample(["a.txt", "b.md", "ä.txt", "Z.md", "c c.txt", "d.md", "e.txt"], 6)
        before = {name: some_text(rng) for name in names[:4]}
        now = {name: some_text(rng) for name in names[2:]}
        now[names[2]] = before[names[2]]
        held = [r for name, text in before.items() for r in key._chunk_rows(name, text, *setting)]
        bad = rng.choice([None, *names[2:]])
        rows = {
            name: key._chunk_rows(name, key.prepared(text.encode()), *setting)
            for name, text in now.items()
            if name != bad
        }
        report = {"stored": [], "unchanged": [], "removed": [], "refused": [bad] if bad else []}
        for name in sorted(rows):
            same = rows[name] == [row for row in held if row[0] == name]
            report["unchanged" if same else "stored"].append(name)
        report["removed"] = [name for name in sorted({row[0] for row in held}) if name not in now]
        contents = {f"docs/{name}": text.encode() for name, text in now.items()}
        if bad:
            contents[f"docs/{bad}"] += b"\xff"
        contents["docs/no.csv"] = contents["docs/below/no.txt"] = b"tea"
        call = ("docs", "docs.db", *setting)
        stored = Stored("docs.db", ALL, sorted(row for each in rows.values() for row in each))
        steps = [Files(contents), *holding("docs.db", held, rng)]
        yield Check(call, report, "some folder", HINT, before=steps, stored=stored)
        again = {
            **report,
            "stored": [],
            "unchanged": sorted(report["stored"] + report["unchanged"]),
            "removed": [],
        }
        yield Check(call, again, "the same again", HINT, before=[*steps, Call(call)], stored=stored)
        if number % 4 == 0 and any(rows.values()):
            cut = max(name for name in rows if rows[name])
            when = f"WHEN NEW.document_id = '{cut}'"
            hang = trigger("docs.db", "INSERT", HANG, when)
            drop = Statement("docs.db", "DROP TRIGGER on_INSERT", "")
            was_there = rows[cut] == [row for row in held if row[0] == cut]
            after = {
                "stored": [] if was_there else [cut],
                "unchanged": [name for name in sorted(rows) if was_there or name != cut],
                "refused": report["refused"],
            }
            # What has gone may be removed before the rest or after it.
            steps = [Files(contents), *holding("docs.db", [r for r in held if r[0] in now], rng)]
            yield Check(
                call,
                {**after, "removed": []},
                "once more after a power cut",
                HINT,
                before=[*steps, hang, Interrupted(call), drop],
                stored=stored,
            )


MAKERS = {
    "prepared": prepared,
    "choose_setting": choose_setting,
    "ingest": ingest,
    "where_from": where_from,
    "export_rows": export_rows,
    "ingest_folder": ingest_folder,
}


@cache  # the same for every submission
def checks(key, function):
    """Return the checks of one function."""
    return list(MAKERS[function](key, random.Random(6)))


@pytest.mark.parametrize("function", MAKERS)
def test_ingest_hidden(submission, key, function):
    submission.check(function, checks(key, function), hidden=True)
