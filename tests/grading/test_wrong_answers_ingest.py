"""Wrong answers to the exercise "ingest": each fails where it should, with its hint.

One function of the answer key is replaced at a time, so that every failure is that function's own.
"""

import pytest

from chunklab.grading.judge import Judge
from chunklab.grading.key import Key
from chunklab.grading.outcomes import Outcome

from .lessons import ROOT, Lesson

EXERCISE = "ingest"
INGEST = Lesson(EXERCISE)

NEW = "new = _chunk_rows(document_id, text, size, overlap)\n"
OPEN = "connection = sqlite3.connect(database)\nconnection.execute(TABLE)\n"
CONNECT = NEW + OPEN
OLD = "old = [row for row in connection.execute(ROWS) if row[0] == document_id]\n"
DELETE = "connection.execute('DELETE FROM chunks WHERE document_id = ?', [document_id])\n"
INSERT = "connection.executemany('INSERT INTO chunks VALUES (?, ?, ?, ?, ?)', new)\n"
COMMIT = "connection.commit()\n"
DONE = "return len(new)"
UNLESS_SAME = CONNECT + OLD + "if old == new: return len(new)\n"

FIND = """
    start = text.find(passage)
    while start != -1:
        found.append((document_id, revision, start, start + len(passage)))
        start = text.find(passage, start + 1)
"""
WALK = (
    "if not passage: raise ValueError\nfound = []\n"
    "for (document_id, revision), text in _documents(database).items():" + FIND
)
BY_CHUNK = (
    "if not passage: raise ValueError\nfound = {}\nwith closing(sqlite3.connect(database)) as c:\n"
    "    for document_id, revision, at, _, text in c.execute(ROWS):\n"
    "        start = text.find(passage)\n        while start != -1:\n"
    "            place = (document_id, revision, at + start, at + start + len(passage))\n"
    "            found[place] = 1\n            start = text.find(passage, start + 1)\n"
    "return sorted(found)"
)

FOLDER = """
before = _rows_by_document(database)
report = {"stored": [], "unchanged": [], "removed": [], "refused": []}
for path in sorted(Path(folder).iterdir()):
    name = path.name
    if not (name.endswith((".txt", ".md")) and path.is_file()):
        continue
    try:
        text = prepared(path.read_bytes())
    except ValueError:
        ingest(database, name, "", size, overlap)
        report["refused"].append(name)
        continue
    ingest(database, name, text, size, overlap)
    same = before.get(name) == _rows_by_document(database).get(name)
    report["unchanged" if same else "stored"].append(name)
seen = report["stored"] + report["unchanged"] + report["refused"]
for document_id in sorted(before):
    if document_id not in seen:
        ingest(database, document_id, "", size, overlap)
        report["removed"].append(document_id)
return report
"""


def folder(*changes):
    """Return the right body of ingest_folder with changes."""
    body = FOLDER
    for old, new in changes:
        assert body.count(old) == 1, old
        body = body.replace(old, new)
    return body


# what the learner wrote | function | code | category of the check that fails | part of the hint
WRONG = [
    (
        "line ends left as they are",
        "prepared",
        "return unicodedata.normalize('NFC', raw.decode())",
        "the worked example",
        "still those of the file",
    ),
    (
        "carriage returns first",
        "prepared",
        "text = raw.decode('utf-8-sig').replace('\\r', '\\n').replace('\\r\\n', '\\n')\n"
        "return unicodedata.normalize('NFC', text)",
        "the worked example",
        "the pair first",
    ),
    (
        "universal newlines of splitlines",
        "prepared",
        "text = raw.decode('utf-8-sig')\n"
        "return unicodedata.normalize('NFC', '\\n'.join(text.splitlines()))",
        "line ends of every kind",
        "each is one line end",
    ),
    (
        "carriage returns dropped",
        "prepared",
        "return unicodedata.normalize('NFC', raw.decode('utf-8-sig').replace('\\r', ''))",
        "line ends of every kind",
        "each is one line end",
    ),
    (
        "the mark forgotten",
        "prepared",
        "text = raw.decode().replace('\\r\\n', '\\n').replace('\\r', '\\n')\n"
        "return unicodedata.normalize('NFC', text)",
        "a byte order mark",
        "cannot be seen",
    ),
    (
        "every mark removed",
        "prepared",
        "text = raw.decode().replace('\\ufeff', '')\n"
        "text = text.replace('\\r\\n', '\\n').replace('\\r', '\\n')\n"
        "return unicodedata.normalize('NFC', text)",
        "more than one such mark",
        "the others are text",
    ),
    (
        "marks stripped",
        "prepared",
        "text = raw.decode().lstrip('\\ufeff').replace('\\r\\n', '\\n').replace('\\r', '\\n')\n"
        "return unicodedata.normalize('NFC', text)",
        "more than one such mark",
        "the others are text",
    ),
    (
        "not normalised",
        "prepared",
        "return raw.decode('utf-8-sig').replace('\\r\\n', '\\n').replace('\\r', '\\n')",
        "a letter and its accent apart",
        "Normalise to NFC",
    ),
    (
        "NFKC",
        "prepared",
        "text = raw.decode('utf-8-sig').replace('\\r\\n', '\\n').replace('\\r', '\\n')\n"
        "return unicodedata.normalize('NFKC', text)",
        "characters that only look alike",
        "NFKC does not",
    ),
    (
        "stripped",
        "prepared",
        "text = raw.decode('utf-8-sig').replace('\\r\\n', '\\n').replace('\\r', '\\n')\n"
        "return unicodedata.normalize('NFC', text).strip()",
        "line ends of every kind",
        "",
    ),
    (
        "bad bytes replaced",
        "prepared",
        "text = raw.decode('utf-8-sig', 'replace').replace('\\r\\n', '\\n').replace('\\r', '\\n')\n"
        "return unicodedata.normalize('NFC', text)",
        "bytes that are no UTF-8",
        "in no file",
    ),
    (
        "Latin-1 where it is no UTF-8",
        "prepared",
        "try: text = raw.decode('utf-8-sig')\nexcept ValueError: text = raw.decode('latin-1')\n"
        "text = text.replace('\\r\\n', '\\n').replace('\\r', '\\n')\n"
        "return unicodedata.normalize('NFC', text)",
        "bytes that are no UTF-8",
        "Latin-1",
    ),
    (
        "the largest size",
        "choose_setting",
        "for size in sorted(sizes, reverse=True):\n"
        "    if longest - 1 < size and _stored_positions(n, size, longest - 1) <= budget:\n"
        "        return size, longest - 1\nraise ValueError",
        "the worked example",
        "200 is smaller",
    ),
    (
        "an overlap as long as the fact",
        "choose_setting",
        "for size in sorted(sizes):\n"
        "    if longest < size and _stored_positions(n, size, longest) <= budget:\n"
        "        return size, longest\nraise ValueError",
        "the worked example",
        "One less is enough",
    ),
    (
        "the first that does",
        "choose_setting",
        "for size in sizes:\n"
        "    if longest - 1 < size and _stored_positions(n, size, longest - 1) <= budget:\n"
        "        return size, longest - 1\nraise ValueError",
        "the worked example",
        "200 is smaller",
    ),
    (
        "within the budget, but not exactly",
        "choose_setting",
        "for size in sorted(sizes):\n"
        "    if longest - 1 < size and _stored_positions(n, size, longest - 1) < budget:\n"
        "        return size, longest - 1\nraise ValueError",
        "exactly the budget",
        "are in a budget",
    ),
    (
        "sizes that are too small not left out",
        "choose_setting",
        "for size in sorted(sizes):\n"
        "    if longest - 1 <= size and _stored_positions(n, size, longest - 1) <= budget:\n"
        "        return size, longest - 1\nraise ValueError",
        "an empty document, and a size that is too small",
        "must be less",
    ),
    (
        "the factor of an endless document",
        "choose_setting",
        "for size in sorted(sizes):\n"
        "    if longest - 1 < size and n * size / (size - longest + 1) <= budget:\n"
        "        return size, longest - 1\nraise ValueError",
        "exactly the budget",
        "are in a budget",
    ),
    (
        "every chunk counted in full",
        "choose_setting",
        "for size in sorted(sizes):\n    overlap = longest - 1\n"
        "    if overlap < size and n:\n"
        "        count = 1 + -(-max(0, n - size) // (size - overlap))\n"
        "        if count * size <= budget: return size, overlap\n"
        "    elif overlap < size: return size, overlap\nraise ValueError",
        "exactly the budget",
        "are in a budget",
    ),
    (
        "None where none does",
        "choose_setting",
        "for size in sorted(sizes):\n"
        "    if longest - 1 < size and _stored_positions(n, size, longest - 1) <= budget:\n"
        "        return size, longest - 1",
        "a budget that is too small",
        "no size does",
    ),
    (
        "never committed",
        "ingest",
        CONNECT + OLD + "if old != new:\n    " + DELETE + "    " + INSERT + DONE,
        "the worked example",
        "Did you commit",
    ),
    (
        "nothing returned",
        "ingest",
        CONNECT + DELETE + INSERT + COMMIT,
        "the worked example",
        "Return",
    ),
    (
        "in memory",
        "ingest",
        (NEW + OPEN + DELETE + INSERT + COMMIT + DONE).replace(
            "connect(database)", "connect(':memory:')"
        ),
        "the worked example",
        "in the table",
    ),
    (
        "always the same file",
        "ingest",
        (UNLESS_SAME + DELETE + INSERT + COMMIT + DONE).replace("(database)", "('notes.db')"),
        "another name for the database",
        "whose name is given",
    ),
    (
        "texts put into the statement",
        "ingest",
        UNLESS_SAME + "with connection:\n"
        "    connection.execute(f\"DELETE FROM chunks WHERE document_id = '{document_id}'\")\n"
        "    for d, r, s, e, t in new:\n"
        "        values = f\"'{d}', '{r}', {s}, {e}, '{t}'\"\n"
        "        connection.execute(f'INSERT INTO chunks VALUES ({values})')\n" + DONE,
        "quotation marks in id and text",
        "write ?",
    ),
    (
        "old rows left",
        "ingest",
        UNLESS_SAME + INSERT + COMMIT + DONE,
        "a document that has changed",
        "no more",
    ),
    (
        "all rows deleted",
        "ingest",
        UNLESS_SAME + "connection.execute('DELETE FROM chunks')\n" + INSERT + COMMIT + DONE,
        "a document that has changed",
        "other documents",
    ),
    (
        "the table made anew",
        "ingest",
        UNLESS_SAME
        + "connection.execute('DROP TABLE chunks')\nconnection.execute(TABLE)\n"
        + INSERT
        + COMMIT
        + DONE,
        "a document that has changed",
        "other documents",
    ),
    (
        "rows replaced by their starts",
        "ingest",
        UNLESS_SAME + "with connection:\n    for row in new:\n"
        "        connection.execute('DELETE FROM chunks WHERE document_id = ? AND start = ?', "
        "[row[0], row[2]])\n    " + INSERT + DONE,
        "a document that has become shorter",
        "no more",
    ),
    (
        "stale rows known by their revision",
        "ingest",
        UNLESS_SAME + "with connection:\n"
        "    connection.execute('DELETE FROM chunks WHERE document_id = ? AND revision != ?', "
        "[document_id, new[0][1] if new else ''])\n    " + INSERT + DONE,
        "the same text in another setting",
        "compare the rows",
    ),
    (
        "the same revision is enough",
        "ingest",
        CONNECT + OLD + "if old and new and old[0][1] == new[0][1]: return len(new)\n"
        "with connection:\n    " + DELETE + "    " + INSERT + DONE,
        "the same text in another setting",
        "compare the rows",
    ),
    (
        "always written",
        "ingest",
        CONNECT + "with connection:\n    " + DELETE + "    " + INSERT + DONE,
        "the same again",
        "write nothing",
    ),
    (
        "compared in the order of the table",
        "ingest",
        CONNECT + "old = connection.execute('SELECT * FROM chunks WHERE document_id = ?', "
        "[document_id]).fetchall()\nif old != new:\n    with connection:\n        "
        + DELETE
        + "        "
        + INSERT
        + DONE,
        "the same again",
        "in the order of their starts",
    ),
    (
        "nothing to do for an empty text",
        "ingest",
        NEW
        + "if not new: return 0\n"
        + OPEN
        + OLD
        + "if old != new:\n    with connection:\n        "
        + DELETE
        + "        "
        + INSERT
        + DONE,
        "a text that has become empty",
        "none of the document",
    ),
    (
        "no table for an empty text",
        "ingest",
        NEW + "connection = sqlite3.connect(database)\n"
        "tables = connection.execute('SELECT * FROM sqlite_master').fetchall()\n"
        "if not new and not tables: return 0\n"
        "connection.execute(TABLE)\n"
        + OLD
        + "if old != new:\n    with connection:\n        "
        + DELETE
        + "        "
        + INSERT
        + DONE,
        "an empty text in a new database",
        "are to be made",
    ),
    (
        "settings not checked",
        "ingest",
        "try: new = _chunk_rows(document_id, text, size, overlap)\n"
        "except UnicodeError: raise\nexcept ValueError: new = []\n"
        + OPEN
        + OLD
        + "if old != new:\n    with connection:\n        "
        + DELETE
        + "        "
        + INSERT
        + DONE,
        "overlap equal to size",
        "0 <= overlap < size",
    ),
    (
        "deleted before the settings are checked",
        "ingest",
        OPEN + "with connection: " + DELETE + NEW + "with connection: " + INSERT + DONE,
        "the same again",
        "write nothing",
    ),
    (
        "checked when the rows are deleted",
        "ingest",
        OPEN + OLD + "if text and 0 <= overlap < size and not set('\\ud83d') & set(text):\n"
        "    " + NEW + "    if old == new: return len(new)\n"
        "with connection: " + DELETE + NEW + "with connection: " + INSERT + DONE,
        "overlap equal to size",
        "before the database is touched",
    ),
    (
        "only an overlap equal to size refused",
        "ingest",
        "if overlap == size or overlap < 0: raise ValueError\n"
        "size = max(size, overlap + 1)\n"
        + UNLESS_SAME
        + "with connection:\n    "
        + DELETE
        + "    "
        + INSERT
        + DONE,
        "overlap larger than size",
        "0 <= overlap < size",
    ),
    (
        "surrogates left out",
        "ingest",
        "text = text.encode('utf-8', 'ignore').decode()\n"
        + UNLESS_SAME
        + "with connection:\n    "
        + DELETE
        + "    "
        + INSERT
        + DONE,
        "half a surrogate pair",
        "no revision",
    ),
    (
        "two transactions",
        "ingest",
        UNLESS_SAME + "with connection: " + DELETE + "with connection: " + INSERT + DONE,
        "an error in the middle",
        "one transaction",
    ),
    (
        "each row for itself",
        "ingest",
        (UNLESS_SAME + DELETE + INSERT + DONE).replace(
            "connect(database)", "connect(database, isolation_level=None)"
        ),
        "an error in the middle",
        "one transaction",
    ),
    (
        "committed after each row",
        "ingest",
        UNLESS_SAME + DELETE + "for row in new:\n"
        "    connection.execute('INSERT INTO chunks VALUES (?, ?, ?, ?, ?)', row)\n    "
        + COMMIT
        + COMMIT
        + DONE,
        "an error in the middle",
        "one transaction",
    ),
    (
        "committed whatever happens",
        "ingest",
        UNLESS_SAME + "try:\n    " + DELETE + "    " + INSERT + "finally:\n    " + COMMIT + DONE,
        "an error in the middle",
        "one transaction",
    ),
    (
        "errors passed over",
        "ingest",
        UNLESS_SAME
        + "try:\n    with connection:\n        "
        + DELETE
        + "        "
        + INSERT
        + "except sqlite3.Error: pass\n"
        + DONE,
        "an error in the middle",
        "passed on",
    ),
    (
        "repaired by hand",
        "ingest",
        UNLESS_SAME
        + "with connection: "
        + DELETE
        + "try:\n    for row in new:\n        with connection: connection.execute("
        "'INSERT INTO chunks VALUES (?, ?, ?, ?, ?)', row)\n"
        "except sqlite3.Error:\n    with connection: "
        + DELETE
        + "    with connection: connection.executemany("
        "'INSERT INTO chunks VALUES (?, ?, ?, ?, ?)', old)\n    raise\n" + DONE,
        "a power cut in the middle",
        "commit once",
    ),
    (
        "chunk by chunk",
        "where_from",
        BY_CHUNK,
        "the worked example",
        "put its text together",
    ),
    (
        "lists for places",
        "where_from",
        WALK + "return sorted(map(list, found))",
        "the worked example",
        "a tuple",
    ),
    (
        "texts joined with their overlaps",
        "where_from",
        "if not passage: raise ValueError\nfound, texts = [], {}\n"
        "for row in export_rows(database):\n    key = (row['document_id'], row['revision'])\n"
        "    texts[key] = texts.get(key, '') + row['text']\n"
        "for (document_id, revision), text in texts.items():" + FIND + "return sorted(found)",
        "the worked example",
        "put its text together",
    ),
    (
        "by chunk and across, both counted",
        "where_from",
        "if not passage: raise ValueError\nfound = []\n"
        "for row in export_rows(database):\n    if passage in row['text']:\n"
        "        at = row['start'] + row['text'].index(passage)\n"
        "        found.append((row['document_id'], row['revision'], at, at + len(passage)))\n"
        "if found: return sorted(found)\n"
        "for (document_id, revision), text in _documents(database).items():"
        + FIND
        + "return sorted(found)",
        "a passage that two chunks hold",
        "chunks share it",
    ),
    (
        "one document only",
        "where_from",
        WALK + "    if found: return found\nreturn found",
        "two documents",
        "in both",
    ),
    (
        "the first place only",
        "where_from",
        "if not passage: raise ValueError\n"
        "return sorted((d, r, t.find(passage), t.find(passage) + len(passage)) "
        "for (d, r), t in _documents(database).items() if passage in t)",
        "places that overlap",
        "one position further",
    ),
    (
        "places that do not overlap",
        "where_from",
        WALK.replace("start + 1", "start + len(passage)") + "return sorted(found)",
        "places that overlap",
        "one position further",
    ),
    (
        "rows in the order of the table",
        "where_from",
        "if not passage: raise ValueError\nfound, texts = [], {}\n"
        "with closing(sqlite3.connect(database)) as c:\n"
        "    for d, r, start, end, text in c.execute('SELECT * FROM chunks'):\n"
        "        whole = texts.get((d, r), '')\n"
        "        texts[d, r] = whole + text[len(whole) - start:]\n"
        "for (document_id, revision), text in texts.items():" + FIND + "return sorted(found)",
        "many places, and rows in any order",
        "in no order",
    ),
    (
        "sorted as texts",
        "where_from",
        WALK + "return sorted(found, key=str)",
        "many places, and rows in any order",
        "not by their digits",
    ),
    (
        "an empty passage is nowhere",
        "where_from",
        "if not passage: return []\n" + WALK + "return sorted(found)",
        "an empty passage",
        "Raise ValueError",
    ),
    (
        "tuples",
        "export_rows",
        "with closing(sqlite3.connect(database)) as c: return c.execute(ROWS).fetchall()",
        "the worked example",
        "These are tuples",
    ),
    (
        "in the order of the table",
        "export_rows",
        "with closing(sqlite3.connect(database)) as c:\n    c.row_factory = sqlite3.Row\n"
        "    return [dict(row) for row in c.execute('SELECT * FROM chunks')]",
        "rows in another order",
        "ORDER BY",
    ),
    (
        "rows taken out",
        "export_rows",
        "with closing(sqlite3.connect(database)) as c:\n    c.row_factory = sqlite3.Row\n"
        "    rows = [dict(row) for row in c.execute(ROWS)]\n"
        "    with c: c.execute('DELETE FROM chunks')\n    return rows",
        "the worked example",
        "",
    ),
    (
        "names without their suffix",
        "ingest_folder",
        folder(("name = path.name", "name = path.stem"), ("name.endswith", "path.name.endswith")),
        "the worked example",
        "file's name",
    ),
    (
        "every file",
        "ingest_folder",
        folder(
            ('if not (name.endswith((".txt", ".md")) and path.is_file())', "if not path.is_file()")
        ),
        "what is a document and what is not",
        "end in .txt or .md",
    ),
    (
        "text files only",
        "ingest_folder",
        folder(('((".txt", ".md"))', '(".txt")')),
        "what is a document and what is not",
        "end in .txt or .md",
    ),
    (
        "folders below too",
        "ingest_folder",
        folder(("Path(folder).iterdir()", "Path(folder).rglob('*')")),
        "what is a document and what is not",
        "this very folder",
    ),
    (
        "a folder taken for a file",
        "ingest_folder",
        folder((" and path.is_file()", "")),
        "what is a document and what is not",
        "files of this very folder",
    ),
    (
        "not prepared",
        "ingest_folder",
        folder(("prepared(path.read_bytes())", "path.read_text(encoding='utf-8')")),
        "a file that has to be prepared",
        "what prepared gives",
    ),
    (
        "all stored",
        "ingest_folder",
        folder(('"unchanged" if same else "stored"', '"stored"')),
        "nothing has changed",
        "unchanged",
    ),
    (
        "what has gone is left",
        "ingest_folder",
        folder(('        ingest(database, document_id, "", size, overlap)\n', "")),
        "one changed, one gone",
        "must go too",
    ),
    (
        "the table emptied first",
        "ingest_folder",
        folder(
            (
                "for path in",
                "with sqlite3.connect(database) as c: c.execute('DELETE FROM chunks')\nfor path in",
            )
        ),
        "nothing has changed",
        "nothing is to be written",
    ),
    (
        "the same by its revision",
        "ingest_folder",
        folder(
            (
                "    ingest(database, name, text, size, overlap)\n",
                "    import hashlib\n    digest = hashlib.sha256(text.encode()).hexdigest()\n"
                "    if digest in {row['revision'] for row in before.get(name, [])}:\n"
                "        report['unchanged'].append(name)\n        continue\n"
                "    ingest(database, name, text, size, overlap)\n",
            )
        ),
        "another setting",
        "cut in another way",
    ),
    (
        "one bad file ends it",
        "ingest_folder",
        folder(("        continue\n    ingest", "        break\n    ingest")),
        "a file that is no UTF-8",
        "go on",
    ),
    (
        "a bad file is not caught",
        "ingest_folder",
        folder(("except ValueError", "except KeyError")),
        "a file that is no UTF-8",
        "go on",
    ),
    (
        "a bad file keeps its chunks",
        "ingest_folder",
        folder(('        ingest(database, name, "", size, overlap)\n', "")),
        "a file that is no UTF-8 any more",
        "earlier text",
    ),
    (
        "a bad file has gone",
        "ingest_folder",
        folder(
            ('        ingest(database, name, "", size, overlap)\n', ""),
            (' + report["refused"]', ""),
        ),
        "a file that is no UTF-8 any more",
        "",
    ),
    (
        "empty files passed over",
        "ingest_folder",
        folder(
            (
                "    ingest(database, name, text",
                "    if not text: continue\n    ingest(database, name, text",
            )
        ),
        "empty files",
        "unchanged",
    ),
    (
        "errors of the database passed over",
        "ingest_folder",
        folder(
            (
                "    ingest(database, name, text, size, overlap)\n",
                "    try: ingest(database, name, text, size, overlap)\n"
                "    except sqlite3.Error: continue\n",
            )
        ),
        "an error at the second file",
        "passed on",
    ),
    (
        "from the last name to the first",
        "ingest_folder",
        folder(
            ("sorted(Path(folder).iterdir())", "sorted(Path(folder).iterdir(), reverse=True)")
        ).replace("return report", "return {key: sorted(ids) for key, ids in report.items()}"),
        "an error at the second file",
        "order of their names",
    ),
    (
        "all in one transaction",
        "ingest_folder",
        "import os, shutil\nif os.path.exists(database): shutil.copyfile(database, 'copy.db')\n"
        + folder(("return report", "os.replace('copy.db', original)\nreturn report")).replace(
            "\nbefore =", "original, database = database, 'copy.db'\nbefore =", 1
        ),
        "an error at the second file",
        "a transaction of its own",
    ),
]


@pytest.fixture
def nursery(nurseries):
    return nurseries(True)


@pytest.mark.parametrize(
    ("function", "body", "category", "hint"),
    [pytest.param(*rest, id=f"{rest[0]}: {name}") for name, *rest in WRONG],
)
def test_each_wrong_answer_fails_in_its_check_with_its_hint(
    nursery, function, body, category, hint
):
    [verdict] = INGEST.verdicts(nursery, INGEST.with_body(function, body), function)
    assert verdict.outcome in (Outcome.WRONG, Outcome.RAISED), verdict
    assert verdict.category == category, verdict
    assert hint in verdict.hint, verdict


# what the learner wrote | function | code: right answers unlike the key's
RIGHT = [
    (
        "mark by the codec, lines by io",
        "prepared",
        "import io\ntext = io.StringIO(raw.decode('utf-8-sig'), newline=None).read()\n"
        "return unicodedata.normalize('NFC', text)",
    ),
    (
        "chunks counted one by one where there are few",
        "choose_setting",
        "for size in sorted(sizes):\n    stride = size - longest + 1\n    if stride < 1: continue\n"
        "    chunks = 1 + max(0, -(-(n - size) // stride))\n"
        "    if n + (chunks - 1) * (longest - 1) <= budget: return size, longest - 1\n"
        "raise ValueError",
    ),
    (
        "BEGIN and COMMIT",
        "ingest",
        (UNLESS_SAME + "connection.execute('BEGIN IMMEDIATE')\n" + DELETE + INSERT).replace(
            "connect(database)", "connect(database, isolation_level=None)"
        )
        + "connection.execute('COMMIT')\nconnection.close()\n"
        + DONE,
    ),
    (
        "with a log for writing ahead",
        "ingest",
        CONNECT
        + "connection.execute('PRAGMA journal_mode = WAL')\n"
        + OLD
        + "if old != new:\n    with connection:\n        "
        + DELETE
        + "        "
        + INSERT
        + DONE,
    ),
    (
        "left open",
        "ingest",
        "global connection\n"
        + UNLESS_SAME
        + "with connection:\n    "
        + DELETE
        + "    "
        + INSERT
        + DONE,
    ),
    (
        "only what differs, in one transaction",
        "ingest",
        UNLESS_SAME + "with connection:\n    for row in set(old) - set(new):\n"
        "        connection.execute('DELETE FROM chunks WHERE document_id = ? AND revision = ? "
        'AND start = ? AND "end" = ? AND text = ?\', row)\n'
        "    connection.executemany('INSERT INTO chunks VALUES (?, ?, ?, ?, ?)', "
        "sorted(set(new) - set(old)))\n" + DONE,
    ),
    (
        "letter by letter",
        "where_from",
        "if not passage: raise ValueError\nletters = {}\nfor row in export_rows(database):\n"
        "    source = letters.setdefault((row['document_id'], row['revision']), {})\n"
        "    source.update(enumerate(row['text'], row['start']))\n"
        "return sorted((*source, at, at + len(passage)) for source, of in letters.items() "
        "for at in of if all(of.get(at + i) == c for i, c in enumerate(passage)))",
    ),
    (
        "by row_factory",
        "export_rows",
        "with closing(sqlite3.connect(database)) as c:\n    c.row_factory = sqlite3.Row\n"
        "    return sorted(map(dict, c.execute('SELECT * FROM chunks')), "
        "key=lambda row: (row['document_id'], row['start']))",
    ),
    (
        "what has gone comes first",
        "ingest_folder",
        "import os\nnames = sorted(e.name for e in os.scandir(folder) if e.is_file() "
        "and e.name.rpartition('.')[2] in ('txt', 'md') and '.' in e.name)\n"
        "had = _rows_by_document(database)\nanswer = dict(stored=[], unchanged=[], refused=[], "
        "removed=sorted(had.keys() - set(names)))\n"
        "for name in answer['removed']: ingest(database, name, '', size, overlap)\n"
        "for name in names:\n    with open(os.path.join(folder, name), 'rb') as file:\n"
        "        try: text, kind = prepared(file.read()), ''\n"
        "        except UnicodeDecodeError: text, kind = '', 'refused'\n"
        "    ingest(database, name, text, size, overlap)\n"
        "    rows = [r for r in export_rows(database) if r['document_id'] == name]\n"
        "    same = 'unchanged' if rows == had.get(name, []) else 'stored'\n"
        "    answer[kind or same].append(name)\nreturn answer",
    ),
]


@pytest.mark.parametrize(
    ("function", "body"), [pytest.param(*rest, id=f"{rest[0]}: {name}") for name, *rest in RIGHT]
)
def test_another_right_answer_passes(nursery, function, body):
    [verdict] = INGEST.verdicts(nursery, INGEST.with_body(function, body), function)
    assert verdict.outcome is Outcome.PASSED, verdict


@pytest.fixture
def helped(nursery):
    """Return a function that judges one function with the answer key's help."""

    def helped(source, function):
        with (
            Key(ROOT / "solutions/ingest.py", nursery) as key,
            Judge(source, "ingest.py", nursery, key) as judge,
        ):
            return judge.walk(function, INGEST.checks[function])

    return helped


@pytest.mark.parametrize("bad", ["prepared", "ingest", "export_rows"])
@pytest.mark.parametrize("ending", ["return 0", "raise KeyError", "while True: pass"])
def test_a_mistake_in_an_earlier_function_does_not_cost_the_last(helped, bad, ending):
    verdict = helped(INGEST.with_body(bad, ending), "ingest_folder")
    assert verdict.outcome is Outcome.PASSED, verdict
    assert bad in verdict.reason


def test_the_keys_ingest_is_of_no_use_to_ingest_itself(helped):
    source = INGEST.key.replace("def ingest(", "def ingest(*given):\n    return ingest_folder()\n")
    source += "\ndef ingest_folder(*given):\n    return ingest(*given)\n"
    assert helped(source, "ingest").outcome is not Outcome.PASSED
