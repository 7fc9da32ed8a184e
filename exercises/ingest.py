"""Exercise "ingest": six functions that keep an index of chunks true to a folder of documents.

Replace each ``raise NotImplementedError`` with your own code. Run ``check("ingest")`` in the
notebook, or ``chunklab check ingest`` in a terminal, as often as you like; stuck functions have
hints: ``chunklab hint ingest prepared``. Later functions may call earlier ones, and you may write
more functions, or copy in those of earlier lessons.

The words:

- *document*: a text and the id that it is known by;
- *revision*: the SHA-256 of a text's UTF-8 in 64 hexadecimal digits, as in lesson 3;
- *chunks* of a text: cut by size and overlap in code points, as in lesson 3. The first starts at 0
  and each next one at the last end less overlap; the first chunk whose end reaches the end of the
  text is the last. An empty text has none;
- *database*: the name of a file that SQLite keeps, for Python's module sqlite3. It has one table,
  with a row for each chunk:

      CREATE TABLE chunks (document_id TEXT, revision TEXT, start INTEGER, "end" INTEGER, text TEXT)

  In SQL, write "end" in double quotes: without them it is a word of SQL's own.

Your functions are checked in an empty folder of their own, with room for 16 MB, where the names of
files that they are given belong. Nothing else can be written there, and only Python's standard
library can be read.
"""


def prepared(raw):
    """Return the text of a file, a str, prepared once and for all before it is chunked.

    raw: what the file holds, bytes

    The bytes are UTF-8. A byte order mark (U+FEFF) at the very beginning is removed, one of them.
    Line ends are made line feeds: both "\\r\\n" and "\\r" become "\\n". Then the text is normalised
    to NFC. Nothing else is changed. Raise ValueError for bytes that are no UTF-8.

    Example: prepared(b"caf\\xc3\\xa9\\r\\ntea") is "café\\ntea".
    """
    raise NotImplementedError


def choose_setting(n, longest, budget, sizes):
    """Return the smallest size that keeps every fact and stays in the budget: (size, overlap).

    n:       code points of the document, perhaps 0
    longest: the longest fact has so many code points, at least 1. Wherever a fact of up to this
             length stands, some chunk is to hold it whole
    budget:  most positions that all chunks may have together; one in two chunks counts twice
    sizes:   the sizes to choose from, a list of ints >= 1, in any order

    The overlap is longest - 1, the least with which no fact is lost in a long document. A size
    with which this overlap is not allowed (0 <= overlap < size) is out of the question. Raise
    ValueError if no size does.

    Example: choose_setting(1000, 51, 1400, [400, 100, 200]) is (200, 50): seven chunks with 1300
    positions. A size of 100 would store 1900.
    """
    raise NotImplementedError


def ingest(database, document_id, text, size, overlap):
    """Store the chunks of a document in place of all its earlier ones; return how many there are.

    database:      the name of the database's file; file and table are made if they are not there
    document_id:   a str; what is stored of other documents stays as it is
    text:          a str, perhaps empty: then nothing is stored of the document any more
    size, overlap: most code points in a chunk, and how many it repeats from the one before it

    Old rows go and new ones come in one transaction: whatever goes wrong, an error or a power cut,
    the database then holds either all of the old rows or all of the new. Where the rows are there
    already, with the same revision and cut in the same way, nothing is written.

    Raise ValueError unless 0 <= overlap < size, and for a text that has no UTF-8. An error of the
    database is passed on.

    Example: ingest("notes.db", "menu", "tea, rice", 5, 1) is 2 and stores "tea, " at 0 to 5 and
    " rice" at 4 to 9.
    """
    raise NotImplementedError


def where_from(database, passage):
    """Return every place where a passage stands, as (document_id, revision, start, end) in a list.

    database: as ingest made it
    passage:  a str, letter by letter as it is to be found

    A place is in the answer once, though two chunks that overlap may both hold it, and also if no
    chunk holds it whole. Places may overlap: "aa" stands in "aaa" twice. The list is sorted by
    document_id, then by start; [] if there is none. Raise ValueError for an empty passage.

    Example: after the ingest above, where_from("notes.db", ", r") is [("menu", r, 3, 6)], where r
    is the revision of "tea, rice".
    """
    raise NotImplementedError


def export_rows(database):
    """Return all rows of a database, a list of dicts that json.dumps can write.

    Each has exactly the keys "document_id", "revision", "start", "end" and "text". They are sorted
    by document_id, then by start. A database without rows gives [].

    Example: after the ingest above, export_rows("notes.db")[1] is {"document_id": "menu",
    "revision": r, "start": 4, "end": 9, "text": " rice"}.
    """
    raise NotImplementedError


def ingest_folder(folder, database, size, overlap):
    """Bring a database up to date with a folder; return what became of each document.

    folder: the name of a folder. Its documents are the files in it, not those in folders below,
            whose names end in ".txt" or ".md"; the name of the file is the document's id. Each is
            prepared before it is stored
    database, size, overlap: as in ingest

    Afterwards the database holds the chunks of these files as they are now, and nothing else. Go
    through them in the order of their names, and store each in a transaction of its own. A file
    that is no UTF-8 is refused: nothing is stored of it, and all others are treated as ever.

    The answer is a dict of four lists of ids, each sorted:

    "stored"     rows were written, or removed because the text has become empty;
    "unchanged"  all rows were there already, or there are none to be stored;
    "removed"    the file has gone, and its rows with it;
    "refused"    the file is no UTF-8.

    Example: where the folder "notes" holds menu.txt, and nothing is stored yet,
    ingest_folder("notes", "notes.db", 5, 1) is
    {"stored": ["menu.txt"], "unchanged": [], "removed": [], "refused": []}.
    """
    raise NotImplementedError
