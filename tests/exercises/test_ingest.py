"""The visible checks of the exercise "ingest".

Every row was worked out by hand and could stand in the lesson; a revision is what any program for
SHA-256 gives. The first check that fails is the one that is shown. Each check with files is a scene
of its own, in an empty folder: what is put there first, the call, and what must be stored after it.
"""

import hashlib

import pytest

from chunklab.grading.checks import Call, Check, Files, Interrupted, Raises, Statement, Stored

EXERCISE = "ingest"

DB = "notes.db"
ALL = 'SELECT document_id, revision, start, "end", text FROM chunks ORDER BY 1, 2, 3, 4, 5'


def rows(document_id, text, *edges):
    """Return the rows of a document that is cut at these edges."""
    revision = hashlib.sha256(text.encode()).hexdigest()
    return [(document_id, revision, start, end, text[start:end]) for start, end in edges]


def holding(*held, database=DB):
    """Return the steps by which a database comes to hold these rows."""
    return [
        Statement(
            database,
            'CREATE TABLE chunks (document_id TEXT, revision TEXT, start INTEGER, "end" INTEGER, '
            "text TEXT)",
            f"make {database} with its table",
        ),
        *(
            Statement(
                database,
                "INSERT INTO chunks VALUES (?, ?, ?, ?, ?)",
                f"put {len(each)} rows of {each[0][0]!r} in it",
                each,
            )
            for each in held
        ),
    ]


def stored(*held, database=DB):
    """Return what must be in a database: these rows, each once, and no others."""
    ordered = sorted(row for each in held for row in each)
    return Stored(database, ALL, ordered)


def trigger(name, event, action, words, when=""):
    return Statement(DB, f"CREATE TRIGGER {name} BEFORE {event} ON chunks {when} {action}", words)


REFUSE = "BEGIN SELECT RAISE(ABORT, 'this is not to be written'); END"
# A recursion without an end, as SQL writes it.
HANG = (
    "BEGIN SELECT count(*) FROM (WITH RECURSIVE numbers(i) AS "
    "(SELECT 1 UNION ALL SELECT i + 1 FROM numbers) SELECT i FROM numbers); END"
)
NOT_WRITTEN = [
    trigger(f"no_{event}", event, REFUSE, f"let every {event} fail")
    for event in ("INSERT", "DELETE", "UPDATE")
]
FAILS_LATE = trigger(
    "late", "INSERT", REFUSE, "let the row that starts at 8 fail", "WHEN NEW.start = 8"
)
FAILS_AT_B = trigger(
    "at_b", "INSERT", REFUSE, "let the rows of b.txt fail", "WHEN NEW.document_id = 'b.txt'"
)
HANGS_LATE = trigger(
    "late", "INSERT", HANG, "let the row that starts at 8 take for ever", "WHEN NEW.start = 8"
)
HANGS_AT_B = trigger(
    "at_b", "INSERT", HANG, "let the rows of b.txt take for ever", "WHEN NEW.document_id = 'b.txt'"
)


def without(name):
    return Statement(DB, f"DROP TRIGGER {name}", "all is well again")


MENU = rows("menu", "tea, rice", (0, 5), (4, 9))
LONGER = rows("menu", "tea, rice, soup", (0, 5), (4, 9), (8, 13), (12, 15))
WIDER = rows("menu", "tea, rice", (0, 9))
DRINKS = rows("drinks", "tea", (0, 3))
[(_, TEA_RICE, *_), _] = MENU
[(_, TEA, *_)] = DRINKS

ONE_TRANSACTION = (
    "Deleting and inserting must be one transaction: after an error nothing of it may be left. "
    '"with connection:" commits at its end, and rolls back where an error leaves it.'
)
POWER_CUT = (
    "Your process was ended in the middle of the inserts. What was committed by then stays for "
    "ever: delete and insert all in one transaction, and commit once, at the end."
)
OTHERS = "Rows of other documents are to stay as they are: WHERE document_id = ?"
STALE = "These rows are of a text that is no more: delete the document's earlier rows first."
RULE = "Raise ValueError unless 0 <= overlap < size, before the database is touched."


def report(stored=(), unchanged=(), removed=(), refused=()):
    """Return the report of ingest_folder."""
    return {
        "stored": list(stored),
        "unchanged": list(unchanged),
        "removed": list(removed),
        "refused": list(refused),
    }


def place(start, end, document_id="menu", revision=TEA_RICE):
    return (document_id, revision, start, end)


A = rows("a.txt", "tea, rice", (0, 5), (4, 9))
B = rows("b.txt", "soup", (0, 4))
B_OLD = rows("b.txt", "stew", (0, 4))
C = rows("c.md", "cake", (0, 4))
LINES = rows("lines.txt", "é\nb\nc", (0, 5))
FOLDER = Files({"notes/a.txt": b"tea, rice", "notes/b.txt": b"soup"})
CALL = ("notes", DB, 5, 1)

CHECKS = {
    "prepared": [
        Check(
            (b"caf\xc3\xa9\r\ntea",),
            "café\ntea",
            "the worked example",
            "Decode the bytes as UTF-8, and make each line end one line feed.",
            known=[
                ("café\r\ntea", 'The line ends are still those of the file: replace "\\r\\n".'),
                ("café\n\ntea", 'Each "\\r\\n" became two line feeds: replace the pair first.'),
                (b"caf\xc3\xa9\ntea", "These are still bytes: decode them."),
                ("cafÃ©\ntea", "The bytes were read as Latin-1. They are UTF-8."),
            ],
        ),
        Check(
            (b"one\rtwo\n\r\nthree\r\r\n",),
            "one\ntwo\n\nthree\n\n",
            "line ends of every kind",
            'First "\\r\\n", then "\\r" that are left: each is one line end. An empty line stays.',
        ),
        Check(
            (b"\xef\xbb\xbftea",),
            "tea",
            "a byte order mark",
            "The first three bytes are U+FEFF in UTF-8, a mark of some editors. Remove it.",
            known=[("\ufefftea", "The mark is still there, though it cannot be seen.")],
        ),
        Check(
            (b"\xef\xbb\xbf\xef\xbb\xbftea\xef\xbb\xbf",),
            "\ufefftea\ufeff",
            "more than one such mark",
            "Only one, and only at the very beginning, is the file's mark: the others are text.",
        ),
        Check(
            (b"cafe\xcc\x81",),
            "café",
            "a letter and its accent apart",
            'e and U+0301 look like é and are not: unicodedata.normalize("NFC", text).',
            known=[("cafe\u0301", "This é is two code points still. Normalise to NFC.")],
        ),
        Check(
            ("ﬁne ① km²\t ".encode(),),
            "ﬁne ① km²\t ",
            "characters that only look alike",
            "NFC leaves these as they are, NFKC does not. And nothing is stripped.",
        ),
        Check((b"",), "", "an empty file", "An empty file has an empty text."),
        Check(
            (b"caf\xe9",),
            Raises(ValueError),
            "bytes that are no UTF-8",
            "0xe9 is é in Latin-1 and begins something else in UTF-8. Let decode raise its error: "
            "whoever ignores or replaces such bytes stores a text that is in no file.",
        ),
        Check(
            ("tea".encode("utf-16"),),
            Raises(ValueError),
            "UTF-16",
            "This file is no UTF-8. Do not guess what else it is.",
        ),
    ],
    "choose_setting": [
        Check(
            (1000, 51, 1400, [400, 100, 200]),
            (200, 50),
            "the worked example",
            "Seven chunks of 200 with overlap 50 store 1300 positions, and 1400 are allowed.",
            known=[
                ((400, 50), "This size is in the budget too, but 200 is smaller and is as well."),
                ((100, 50), "Chunks of 100 store 1900 positions: more than the budget."),
                ((200, 51), "One less is enough: a fact of 51 survives an overlap of 50."),
                ([200, 50], "The numbers are right, but they are to be a tuple."),
                (200, "Return the overlap as well: (size, overlap)."),
            ],
        ),
        Check(
            (1000, 51, 1300, [100, 200, 400]),
            (200, 50),
            "exactly the budget",
            "1300 positions are in a budget of 1300.",
        ),
        Check(
            (1000, 51, 1299, [100, 200, 400]),
            (400, 50),
            "one position too many",
            "200 stores 1300, and 1299 are allowed: take the next.",
        ),
        Check(
            (0, 5, 0, [9, 4, 5]),
            (5, 4),
            "an empty document, and a size that is too small",
            "Nothing is stored, so the smallest size does that can hold a fact of 5 at all: 5, "
            "with overlap 4. A size of 4 cannot.",
            known=[((4, 4), "The overlap must be less than the size.")],
        ),
        Check(
            (1000, 1, 1000, [30, 10]),
            (10, 0),
            "facts of one code point",
            "A fact of one code point needs no overlap, so nothing is stored twice.",
        ),
        Check(
            (12, 3, 12, [4, 20]),
            (20, 2),
            "a chunk larger than the document",
            "One chunk holds it all, and stores no more than the document has.",
        ),
        Check(
            (12, 2, 13, [5, 7, 6]),
            (7, 1),
            "a last chunk that is shorter",
            "Chunks of 6 end at 6, 11 and 12: they store 14. Chunks of 7 end at 7 and 12: 13. "
            "Count the last chunk as long as it is.",
        ),
        Check(
            (1000, 51, 900, [100, 200, 5000]),
            Raises(ValueError),
            "a budget that is too small",
            "Less than the document itself cannot be stored: no size does.",
        ),
        Check(
            (1000, 51, 9000, [10, 50]),
            Raises(ValueError),
            "facts that fit in no chunk",
            "A fact of 51 is longer than these chunks: no size does.",
        ),
        Check(
            (2, 5, 1, [20]),
            Raises(ValueError),
            "a document shorter than the facts",
            "Its one chunk stores 2 positions, however long facts can be: more than 1.",
        ),
        Check((10, 1, 10, []), Raises(ValueError), "no sizes", "There is none to choose."),
        Check(
            (10**12, 101, 2 * 10**12, [150, 250, 200]),
            (200, 100),
            "a very long document",
            "Nobody can list the chunks of 10**12 code points: count them by the formula of "
            "lesson 1.",
        ),
    ],
    "ingest": [
        Check(
            (DB, "menu", "tea, rice", 5, 1),
            2,
            "the worked example",
            "Two chunks: their rows are to be in the table chunks when the function has ended. "
            "Did you commit?",
            known=[(None, "Return the number of chunks.")],
            stored=stored(MENU),
        ),
        Check(
            ("other.sqlite", "menu", "tea, rice", 9, 0),
            1,
            "another name for the database",
            "The database is the file whose name is given.",
            stored=stored(WIDER, database="other.sqlite"),
        ),
        Check(
            (DB, "it's 100%", "a \"b\" 'c'; --", 20, 0),
            1,
            "quotation marks in id and text",
            "Never put a text into a statement yourself: write ? and pass the values.",
            stored=stored(rows("it's 100%", "a \"b\" 'c'; --", (0, 13))),
        ),
        Check(
            (DB, "song", "la, " * 100, 300, 20),
            2,
            "a longer text",
            "400 code points: the first chunk ends at 300, the second begins at 280.",
            stored=stored(rows("song", "la, " * 100, (0, 300), (280, 400))),
        ),
        Check(
            (DB, "menu", "tea, rice, soup", 5, 1),
            4,
            "a document that has changed",
            f"{STALE} {OTHERS}",
            before=holding(MENU, DRINKS),
            stored=stored(LONGER, DRINKS),
        ),
        Check(
            (DB, "menu", "tea, rice", 5, 1),
            2,
            "a document that has become shorter",
            STALE,
            before=[Call((DB, "menu", "tea, rice, soup", 5, 1))],
            stored=stored(MENU),
        ),
        Check(
            (DB, "menu", "tea, rice", 9, 3),
            1,
            "the same text in another setting",
            "The revision is the same and the chunks are not: compare the rows, not only it.",
            before=holding(MENU),
            stored=stored(WIDER),
        ),
        Check(
            (DB, "menu", "tea, rice", 5, 1),
            2,
            "the same again",
            "Read the document's rows first, in the order of their starts. If they are the new "
            "ones, write nothing, and return their number.",
            before=[*holding(MENU[::-1], DRINKS), *NOT_WRITTEN],
            stored=stored(MENU, DRINKS),
        ),
        Check(
            (DB, "menu", "", 5, 1),
            0,
            "a text that has become empty",
            "An empty text has no chunks, so none of the document may be left.",
            before=holding(MENU, DRINKS),
            stored=stored(DRINKS),
        ),
        Check(
            (DB, "menu", "", 5, 1),
            0,
            "an empty text in a new database",
            "There is nothing to store, but file and table are to be made.",
            stored=stored(),
        ),
        *(
            Check(
                (DB, "menu", text, size, overlap),
                Raises(ValueError),
                category,
                RULE,
                before=holding(MENU),
                stored=stored(MENU),
            )
            for text, size, overlap, category in (
                ("tea, rice, soup", 5, 5, "overlap equal to size"),
                ("tea, rice, soup", 5, 6, "overlap larger than size"),
                ("tea, rice, soup", 5, -1, "negative overlap"),
                ("", 0, 0, "size 0, and an empty text"),
            )
        ),
        Check(
            (DB, "menu", "tea \ud83d", 5, 1),
            Raises(ValueError),
            "half a surrogate pair",
            "The text has no UTF-8, so it has no revision. Let encode raise its error before "
            "anything is deleted.",
            before=holding(MENU),
            stored=stored(MENU),
        ),
        Check(
            (DB, "menu", "tea, rice, soup", 5, 1),
            Raises(Exception),
            "an error in the middle",
            f"{ONE_TRANSACTION} The error itself is to be passed on.",
            before=[*holding(MENU, DRINKS), FAILS_LATE],
            stored=stored(MENU, DRINKS),
        ),
        Check(
            (DB, "drinks", "tea", 5, 1),
            1,
            "a power cut in the middle",
            POWER_CUT,
            before=[
                *holding(MENU),
                HANGS_LATE,
                Interrupted((DB, "menu", "tea, rice, soup", 5, 1)),
            ],
            stored=stored(MENU, DRINKS),
        ),
        Check(
            (DB, "menu", "tea, rice, soup", 5, 1),
            4,
            "once more after a power cut",
            POWER_CUT,
            before=[
                *holding(DRINKS),
                HANGS_LATE,
                Interrupted((DB, "menu", "tea, rice, soup", 5, 1)),
                without("late"),
            ],
            stored=stored(LONGER, DRINKS),
        ),
    ],
    "where_from": [
        Check(
            (DB, ", r"),
            [place(3, 6)],
            "the worked example",
            "It stands across the edge of two chunks, and no chunk holds it whole. Put the text "
            "together from the chunks first.",
            known=[
                ([], "No chunk holds it whole, but the document does: put its text together."),
                ([[*place(3, 6)]], "Each place is to be a tuple."),
            ],
            before=holding(MENU),
            stored=stored(MENU),
        ),
        Check(
            (DB, " "),
            [place(4, 5)],
            "a passage that two chunks hold",
            "The space at 4 is in both chunks, and it is one place: the overlap is no new "
            "evidence.",
            known=[([place(4, 5), place(4, 5)], "It is one place: the chunks share it.")],
            before=holding(MENU),
        ),
        Check(
            (DB, "tea"),
            [place(0, 3, "drinks", TEA), place(0, 3)],
            "two documents",
            "It stands in both. Sort the answer.",
            before=holding(MENU, DRINKS),
        ),
        Check(
            (DB, "aa"),
            [place(at, at + 2, "a", rows("a", "aaaa", (0, 4))[0][1]) for at in (0, 1, 2)],
            "places that overlap",
            "After a place, search on one position further, not behind it.",
            before=holding(rows("a", "aaaa", (0, 3), (2, 4))),
        ),
        Check(
            (DB, "12"),
            [
                place(at, at + 2, "n", rows("n", "12 12 12 12 12", (0, 1))[0][1])
                for at in (0, 3, 6, 9, 12)
            ],
            "many places, and rows in any order",
            "Sort by numbers, not by their digits: 9 is before 12. And the rows of a table are in "
            "no order: ask for one.",
            before=holding(rows("n", "12 12 12 12 12", (9, 14), (0, 4), (6, 10), (3, 7))),
        ),
        Check(
            (DB, "%e_"),
            [],
            "signs that mean more to SQL",
            "% and _ are wildcards in LIKE. Here they are letters: search in Python.",
            before=holding(MENU),
        ),
        Check((DB, "TEA"), [], "capital letters", "Letter by letter.", before=holding(MENU)),
        Check(
            (DB, "coffee"),
            [],
            "a passage that stands nowhere",
            "It stands in no document: [].",
            before=holding(MENU),
        ),
        Check(
            (DB, "tea"),
            [],
            "a database without rows",
            "There is nothing to be found.",
            before=holding(),
        ),
        Check(
            (DB, ""),
            Raises(ValueError),
            "an empty passage",
            "It would stand everywhere. Raise ValueError.",
            before=holding(MENU),
        ),
    ],
    "export_rows": [
        Check(
            (DB,),
            [
                {
                    "document_id": "menu",
                    "revision": TEA_RICE,
                    "start": 0,
                    "end": 5,
                    "text": "tea, ",
                },
                {
                    "document_id": "menu",
                    "revision": TEA_RICE,
                    "start": 4,
                    "end": 9,
                    "text": " rice",
                },
            ],
            "the worked example",
            "A dict for each row, in a list.",
            known=[(MENU, "These are tuples. json.dumps would write them without the keys.")],
            before=holding(MENU),
            stored=stored(MENU),
        ),
        Check(
            (DB,),
            [
                {"document_id": "drinks", "revision": TEA, "start": 0, "end": 3, "text": "tea"},
                {
                    "document_id": "menu",
                    "revision": TEA_RICE,
                    "start": 0,
                    "end": 5,
                    "text": "tea, ",
                },
                {
                    "document_id": "menu",
                    "revision": TEA_RICE,
                    "start": 4,
                    "end": 9,
                    "text": " rice",
                },
            ],
            "rows in another order",
            "The rows of a table are in no order: ORDER BY document_id, start.",
            before=holding(MENU[::-1], DRINKS),
        ),
        Check((DB,), [], "a database without rows", "No rows: [].", before=holding()),
    ],
    "ingest_folder": [
        Check(
            CALL,
            report(stored=["menu.txt"]),
            "the worked example",
            "The file's name is the id, and its rows are new.",
            before=[Files({"notes/menu.txt": b"tea, rice"})],
            stored=stored([("menu.txt", *row[1:]) for row in MENU]),
        ),
        Check(
            CALL,
            report(stored=["a.txt", "b.txt", "c.md"]),
            "what is a document and what is not",
            "Documents are the files of this very folder whose names end in .txt or .md.",
            before=[
                FOLDER,
                Files({"notes/c.md": b"cake", "notes/d.csv": b"1", "notes/e.txt.old": b"1"}),
                Files({"notes/below/f.txt": b"1", "notes/g.md/h.csv": b"1", "notes/txt": b"1"}),
            ],
            stored=stored(A, B, C),
        ),
        Check(
            CALL,
            report(stored=["lines.txt"]),
            "a file that has to be prepared",
            "Its text is what prepared gives for its bytes. open in text mode does other things.",
            before=[Files({"notes/lines.txt": b"\xef\xbb\xbfe\xcc\x81\r\nb\rc"})],
            stored=stored(LINES),
        ),
        Check(
            CALL,
            report(unchanged=["a.txt", "b.txt"]),
            "nothing has changed",
            "All rows are there already: nothing is to be written, and both are unchanged.",
            before=[FOLDER, *holding(A, B), *NOT_WRITTEN],
            stored=stored(A, B),
        ),
        Check(
            CALL,
            report(stored=["b.txt"], unchanged=["a.txt"], removed=["c.md"]),
            "one changed, one gone",
            "b.txt has another text than its rows, and c.md is no more: its rows must go too.",
            before=[FOLDER, *holding(C, B_OLD, A)],
            stored=stored(A, B),
        ),
        Check(
            ("notes", DB, 9, 0),
            report(stored=["a.txt"], unchanged=["b.txt"]),
            "another setting",
            "The text is the same, but it is cut in another way: rows are written.",
            before=[FOLDER, *holding(A, B)],
            stored=stored(rows("a.txt", "tea, rice", (0, 9)), B),
        ),
        Check(
            CALL,
            report(stored=["b.txt"], refused=["a.txt"]),
            "a file that is no UTF-8",
            "Note it as refused and go on: the other files are treated as ever.",
            before=[FOLDER, Files({"notes/a.txt": b"caf\xe9"})],
            stored=stored(B),
        ),
        Check(
            CALL,
            report(unchanged=["b.txt"], refused=["a.txt"]),
            "a file that is no UTF-8 any more",
            "What is stored of it is of an earlier text: no such chunk may be left.",
            before=[FOLDER, Files({"notes/a.txt": b"caf\xe9"}), *holding(A, B)],
            stored=stored(B),
        ),
        Check(
            CALL,
            report(stored=["b.txt"], unchanged=["a.txt"]),
            "empty files",
            "a.txt never had a row and has none now: unchanged. b.txt had one, which is removed: "
            "stored.",
            before=[Files({"notes/a.txt": b"", "notes/b.txt": b""}), *holding(B)],
            stored=stored(),
        ),
        Check(
            CALL,
            report(removed=["a.txt", "b.txt"]),
            "an empty folder",
            "All files have gone.",
            before=[Files({"notes/x.csv": b""}), *holding(B, A)],
            stored=stored(),
        ),
        Check(
            CALL,
            Raises(Exception),
            "an error at the second file",
            "Each file has a transaction of its own, in the order of their names: a.txt stays "
            "stored. The error itself is to be passed on.",
            before=[FOLDER, *holding(B_OLD), FAILS_AT_B],
            stored=stored(A, B_OLD),
        ),
        Check(
            CALL,
            report(stored=["b.txt"], unchanged=["a.txt"]),
            "once more after a power cut",
            "The power was cut while b.txt was stored. a.txt was committed by then, so it is "
            f"unchanged now. {POWER_CUT}",
            before=[FOLDER, *holding(B_OLD), HANGS_AT_B, Interrupted(CALL), without("at_b")],
            stored=stored(A, B),
        ),
    ],
}


@pytest.mark.parametrize("function", CHECKS)
def test_ingest(submission, function):
    submission.check(function, CHECKS[function])
