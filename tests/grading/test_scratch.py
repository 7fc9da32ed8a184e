"""Scratch folders: a child works in one and nowhere else, whatever it does there ends with it."""

import contextlib
import os
import socket
import sqlite3
import tempfile
from pathlib import Path

import pytest

from chunklab.grading import scratch as module
from chunklab.grading.checks import Call, Check, Files, Interrupted, Raises, Statement, Stored
from chunklab.grading.child import Died, Limits, Returned
from chunklab.grading.judge import Judge
from chunklab.grading.key import Key
from chunklab.grading.nursery import Nursery
from chunklab.grading.outcomes import Outcome
from chunklab.grading.practice import Practice
from chunklab.grading.run import run_checks
from chunklab.grading.scratch import MOST_ENTRIES, Scratch

from .lessons import ROOT

QUICK = Limits(cpu=0.5, wall=2.0)


@pytest.fixture
def nursery(nurseries, not_here):
    running = nurseries(True)
    with Scratch() as scratch, running.child(QUICK, None, scratch) as child:
        layers = " ".join(child.layers)
    if "landlock" not in layers or "seccomp" not in layers:
        not_here(f"the whole sandbox is not to be had, only: {layers}")
    return running


@pytest.fixture
def places(tmp_path, monkeypatch):
    """Return where scratch folders are made in this test."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture
def tried(nursery, places):
    """Return a function that runs a body in a child and says how that ended."""

    def tried(body):
        lines = "".join(f"        {line}\n" for line in body.splitlines())
        source = (
            "import ctypes, errno, os, sqlite3\n"
            "def syscall(number, *arguments):\n"
            "    call = ctypes.CDLL(None, use_errno=True).syscall\n"
            "    if call(*map(ctypes.c_long, (number, *arguments))) == -1:\n"
            "        raise OSError(ctypes.get_errno(), '')\n"
            f"def f():\n    try:\n{lines}"
            "    except OSError as error:\n        return errno.errorcode[error.errno]\n"
            "    except Exception as error:\n        return str(error)\n    return 'done'\n"
        )
        with Scratch() as scratch, nursery.child(QUICK, None, scratch) as child:
            child.load(source, "f.py")
            answer = child.call("f", ())
        assert isinstance(answer, Returned), answer
        return answer.value

    return tried


# what should work | the program
WORKS = [
    ("a file", "with open('a', 'w') as f: f.write('x')\nassert open('a').read() == 'x'"),
    ("an empty folder at first", "assert os.listdir() == []"),
    ("folders", "os.makedirs('a/b')\nos.rename('a/b', 'c')\nos.rmdir('c')\nos.rmdir('a')"),
    ("rename, truncate, remove", "open('a', 'w').write('xy')\nos.rename('a', 'b')\n"
     "with open('b', 'r+') as f: f.truncate(1); os.fsync(f.fileno())\nos.unlink('b')"),
    ("between folders", "os.mkdir('a')\nopen('b', 'w').close()\nos.rename('b', 'a/b')"),
    ("temporary files", "import tempfile\nwith tempfile.NamedTemporaryFile() as f: f.write(b'x')"),
    *(
        (
            f"a database, journal_mode {mode}",
            f"c = sqlite3.connect('a.db')\nc.execute('pragma journal_mode = {mode}')\n"
            "with c: c.execute('create table t(x)'); c.execute('insert into t values(1)')\n"
            "assert c.execute('select x from t').fetchall() == [(1,)]\nc.execute('vacuum')",
        )
        for mode in ("delete", "truncate", "persist", "memory", "wal", "off")
    ),
    ("two connections", "a, b = (sqlite3.connect('a.db', 0.01) for _ in 'ab')\n"
     "a.execute('create table t(x)')\na.execute('begin immediate')\n"
     "try: b.execute('begin immediate')\nexcept sqlite3.OperationalError: pass\nelse: 1 / 0"),
]  # fmt: skip


@pytest.mark.parametrize("body", [row[1] for row in WORKS], ids=[row[0] for row in WORKS])
def test_works(tried, body):
    assert tried(body) == "done"


BESIDE = "other = os.path.dirname(os.getcwd()) + '/x'\n"
NO_DATABASE = "unable to open database file"
# what is attempted | the program | how it ends
REFUSED = [
    ("write beside it", BESIDE + "open(other, 'w')", "EACCES"),
    ("write above it", "open('../x', 'w')", "EACCES"),
    ("list what is beside it", "os.listdir('..')", "EACCES"),
    ("read the key", f"open({str(ROOT / 'solutions/ingest.py')!r})", "EACCES"),
    ("write in /tmp", "open('/tmp/scratch-was-here', 'w')", "EACCES"),
    ("write in /dev/shm", "open('/dev/shm/scratch-was-here', 'w')", "EACCES"),
    ("append to the standard library", "open(os.__file__, 'a')", "EACCES"),
    ("remove from the standard library", "os.unlink(os.__file__)", "EACCES"),
    ("truncate it", "os.truncate(os.__file__, 0)", "EPERM"),
    ("move something in", "os.rename(os.__file__, 'x')", "EACCES"),
    ("move something out", "open('x', 'w').close()\nos.rename('x', '../x')", "EACCES"),
    ("remove the folder itself", "os.rmdir(os.getcwd())", "EACCES"),
    ("a link by name", f"os.symlink({str(ROOT)!r}, 'x')", "EPERM"),
    ("a link", "os.link(os.__file__, 'x')", "EPERM"),
    ("a link of its own", "open('x', 'w').close()\nos.link('x', 'y')", "EPERM"),
    ("a pipe with a name", "os.mkfifo('x')", "EPERM"),
    ("a device", "os.mknod('x', 0o600 | 0o020000, 0)", "EPERM"),
    ("a socket", "import socket\nsocket.socket(socket.AF_UNIX).bind('x')", "EPERM"),
    ("a file without a name", "os.open('.', os.O_RDWR | os.O_TMPFILE)", "EPERM"),
    ("a file in memory", "os.memfd_create('x')", "EPERM"),
    ("open by the old call", "syscall(85, id(b'x') + 32, 0o600)", "EPERM"),
    ("open by the new call", "syscall(437, -100, id(b'x') + 32, 0, 0)", "EPERM"),
    ("chmod", "os.mkdir('x')\nos.chmod('x', 0)", "EPERM"),
    ("another owner", "open('x', 'w').close()\nos.chown('x', 1, 1)", "EPERM"),
    ("another folder to work in", "os.chdir('/')", "EPERM"),
    ("a program of its own", "open('x', 'w').write('#!/bin/sh')\nos.execv('x', ['x'])", "EPERM"),
    ("a process that stays", "os.fork()", "EPERM"),
    ("a lease", "import fcntl\nfcntl.fcntl(open('x', 'w'), 1024, 1)", "EPERM"),
    ("a longer file", "open('x', 'wb', 0).write(bytes(5 << 20)) < 5 << 20 and 1 / 0",
     "division by zero"),
    ("a longer file with a hole", "open('x', 'wb').truncate(5 << 20)", "EFBIG"),
    ("attach a file beside it", BESIDE + "sqlite3.connect('a.db').execute('attach ? as o', [other])",
     "unable to open database: {other}"),
    ("a database above it", "sqlite3.connect('../a.db').execute('create table t(x)')", NO_DATABASE),
    ("a database by its whole path", BESIDE + "sqlite3.connect(other).execute('create table t(x)')",
     NO_DATABASE),
    ("vacuum into another place", BESIDE + "c = sqlite3.connect('a.db')\n"
     "c.execute('create table t(x)')\nc.execute('vacuum into ?', [other])",
     "unable to open database: {other}"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "end"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED]
)
def test_is_refused_and_leaves_nothing(tried, places, body, end):
    found = tried(body)
    assert found == end.format(other=places / "x")
    assert list(places.iterdir()) == []


def test_an_extension_has_no_more_rights_than_what_loads_it(tried):
    body = (
        "open('x.so', 'wb').write(b'\\x7fELF')\nc = sqlite3.connect('a.db')\n"
        "c.enable_load_extension(True)\nc.load_extension('./x.so')"
    )
    assert "x.so" in tried(body) or "enable_load_extension" in tried(body)


def test_a_child_does_not_see_another_ones_folder(nursery, places):
    with (
        Scratch() as mine,
        Scratch() as other,
        nursery.child(QUICK, None, mine) as one,
        nursery.child(QUICK, None, other) as two,
    ):
        two.load("open('secret', 'w').write('x')", "two.py")
        one.load(
            "import os\ndef f(path):\n    try: return os.listdir(path)\n"
            "    except PermissionError: return 'refused'\n",
            "one.py",
        )
        assert (other.path / "secret").exists()
        assert one.call("f", (str(other.path),)).value == "refused"
        assert one.call("f", (str(mine.path),)).value == []


# what is done | the program | the words of the report
EXCESS = [
    ("many files", "n = 0\nwhile True:\n    open(str(n), 'w').close()\n    n += 1", "more than 64"),
    ("many folders", "n = 0\nwhile True:\n    os.mkdir(str(n))\n    n += 1", "more than 64"),
    ("many long files", "n = 0\nwhile True:\n    open(str(n), 'wb').write(bytes(4 << 20))\n"
     "    n += 1", "more than 16 MB"),
    ("many files with holes", "for n in range(9): open(str(n), 'wb').truncate(4 << 20)",
     "more than 16 MB"),
    ("a folder that nobody may list", "os.mkdir('x', 0)", ""),
    ("a deep tree", "at = os.open('.', 0)\nwhile True:\n    os.mkdir('x', dir_fd=at)\n"
     "    down = os.open('x', 0, dir_fd=at)\n    os.close(at)\n    at = down", "more than 64"),
    ("names that are no text", "for n in range(70): open(b'\\xff%d' % n, 'w').close()",
     "more than 64"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "words"), [row[1:] for row in EXCESS], ids=[row[0] for row in EXCESS]
)
def test_too_much_is_told_in_words_and_gone_at_the_end(nursery, places, body, words):
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    source = f"import os\ndef f():\n{lines}    return 1\ndef g(): return 1\n"
    with Judge(source, "f.py", nursery, limits=QUICK) as judge:
        found = judge.walk("f", [Check((), 1, "", "")])
        assert judge.walk("g", [Check((), 1, "", "")]).outcome is Outcome.PASSED
    if words:
        assert (found.outcome, words in found.reason) == (Outcome.CRASHED, True), found
    assert list(places.iterdir()) == []


def test_a_folder_that_cannot_be_listed_counts_as_too_much(places, monkeypatch):
    def refuse(path):
        raise PermissionError(13, "Permission denied")

    with Scratch() as scratch:
        assert scratch.excess() == ""
        monkeypatch.setattr(module.os, "scandir", refuse)
        assert "cannot be listed" in scratch.excess()


def test_whatever_lies_in_a_folder_is_removed_and_nothing_else(places):
    kept = places / "kept"
    kept.mkdir()
    (kept / "file").write_text("mine")
    scratch = Scratch()
    top = scratch.path
    (top / "link").symlink_to(kept)
    (top / "file link").symlink_to(kept / "file")
    (top / "hard").hardlink_to(kept / "file")
    os.mkfifo(top / "pipe")
    with socket.socket(socket.AF_UNIX) as one, contextlib.chdir(top):
        one.bind("socket")
    with (top / "hole").open("wb") as file:
        file.truncate(1 << 40)
    (top / os.fsdecode(b"\xff\xfe")).mkdir()
    (top / "closed" / "below").mkdir(parents=True)
    (top / "closed" / "below" / "file").write_text("x")
    (top / "closed" / "below").chmod(0)
    (top / "closed").chmod(0)
    with contextlib.chdir(top):
        at = os.open(".", os.O_RDONLY)
        for _ in range(5000):  # deeper than a path can be long, or Python can call itself
            os.mkdir("d", dir_fd=at)
            down = os.open("d", os.O_RDONLY, dir_fd=at)
            os.close(at)
            at = down
        os.close(at)
    assert "more than" in scratch.excess()
    scratch.remove()
    assert [path.name for path in places.iterdir()] == ["kept"]
    assert (kept / "file").read_text() == "mine"


def test_a_link_in_the_place_of_the_folder_is_not_followed(places):
    kept = places / "kept"
    kept.mkdir()
    (kept / "file").write_text("mine")
    scratch = Scratch()
    scratch.path.rmdir()
    scratch.path.symlink_to(kept)
    scratch.remove()
    assert (kept / "file").read_text() == "mine"


def test_the_number_of_entries_may_be_reached(places):
    with Scratch() as scratch:
        for number in range(MOST_ENTRIES):
            (scratch.path / str(number)).touch()
        assert scratch.excess() == ""


# Scenes ----------------------------------------------------------------------------------------

MAKE = Statement("a.db", "CREATE TABLE chunks (x)", "make the table")
FOUND = Stored("a.db", "SELECT x FROM chunks ORDER BY x", [(1,)])
PUT = (
    "import os, sqlite3\ndef f(*given):\n    c = sqlite3.connect('a.db')\n"
    "    c.execute('create table if not exists chunks(x)')\n"
    "    with c: c.execute('insert into chunks values(1)')\n    return 1\n"
)


def scene(source, nursery, *before, stored=FOUND, expected=1, hidden=False):
    check = Check((), expected, "a scene", "a hint", before=before, stored=stored)
    with Judge(source, "f.py", nursery, limits=QUICK) as judge:
        return judge.walk("f", [check], hidden=hidden)


@pytest.fixture(params=["child", "practice"])
def either(request):
    if request.param == "practice":
        return Practice(scratch=True)
    return request.getfixturevalue("nursery")


def test_a_scene_is_set_called_and_read(either, places):
    assert scene(PUT, either).outcome is Outcome.PASSED
    assert scene(PUT, either, MAKE).outcome is Outcome.PASSED
    twice = scene(PUT, either, MAKE, Call(()))
    assert twice.outcome is Outcome.WRONG
    assert "not what is stored in a.db" in twice.reason
    assert twice.call == "make the table; f(); f()"
    assert "expected 1 item, got 2" in twice.difference
    assert list(places.iterdir()) == []


def test_files_are_put_and_removed(either):
    source = (
        "import os\ndef f(*given): return sorted("
        "os.path.relpath(os.path.join(d, n)) for d, _, ns in os.walk('.') for n in ns)"
    )
    steps = [Files({"a/b.txt": b"x", "c": b""}), Files({"c": None})]
    found = scene(source, either, *steps, stored=None, expected=["a/b.txt"])
    assert found.outcome is Outcome.PASSED, found


def test_a_scene_finds_nothing_of_an_earlier_one(either):
    source = PUT + "def g():\n    return os.listdir()"
    checks = [Check((), [], "empty", "", before=[Files({})]), Check((), [], "no scene", "")]
    with Judge(source, "f.py", either, limits=QUICK) as judge:
        for hidden in (False, True):
            assert judge.walk("f", [Check((), 1, "", "", stored=FOUND)], hidden=hidden)
            assert judge.walk("g", checks, hidden=hidden).outcome is Outcome.PASSED


def test_a_scene_of_a_function_that_is_not_written_is_not_attempted(either):
    source = "def f():\n    raise NotImplementedError\n    return 1"
    assert scene(source, either, Call(()), MAKE).outcome is Outcome.NOT_ATTEMPTED
    assert scene("def f(): ...", either, Call(())).outcome is Outcome.NOT_ATTEMPTED
    assert scene("", either, Call(())).outcome is Outcome.ABSENT


def test_an_exercise_that_did_not_ask_for_a_folder_gets_no_scene(nurseries):
    with (
        Judge(PUT, "f.py", nurseries(False)) as judge,
        pytest.raises(ValueError, match="scratch = true"),
    ):
        judge.walk("f", [Check((), 1, "", "", stored=FOUND)])
    with pytest.raises(ValueError, match="scratch=True"), Scratch() as scratch:
        nurseries(False).child(QUICK, None, scratch)


TRAP = Statement(
    "a.db",
    "CREATE TRIGGER trap BEFORE INSERT ON chunks BEGIN SELECT count(*) FROM (WITH RECURSIVE "
    "n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n); END",
    "set a trap",
)


def test_a_call_is_interrupted_and_a_new_process_goes_on(nursery):
    drop = Statement("a.db", "DROP TRIGGER trap", "remove it")
    assert scene(PUT, nursery, MAKE, TRAP, Interrupted(()), drop).outcome is Outcome.PASSED
    # What is committed in parts is there after the interruption: once more is twice.
    parts = PUT.replace(
        "    with c:", "    c.execute('insert into chunks values(1)'); c.commit()\n    with c:"
    )
    both = Statement(
        "a.db", TRAP.sql.replace("BEGIN", "WHEN (SELECT count(*) FROM chunks) = 1 BEGIN", 1), ""
    )
    found = scene(parts, nursery, MAKE, both, Interrupted(()), drop)
    assert "got 3" in found.difference, found


HOSTILE = [
    ("a text for a database", "open('a.db', 'w').write('x' * 9999)", "file is not a database"),
    ("no database", "pass", "there is no file a.db"),
    ("a folder for a database", "os.mkdir('a.db')", "unable to open database file"),
    ("no table", "sqlite3.connect('a.db').execute('create table t(x)')", "no such table"),
    ("a view without an end", "sqlite3.connect('a.db').execute('create view chunks as with "
     "recursive n(x) as (select 1 union all select x + 1 from n) select x from n')",
     "files are not as they should be"),
    ("rows without an end", "c = sqlite3.connect('a.db')\n    c.execute('create table chunks(x)')\n"
     "    c.execute('insert into chunks with recursive n(x) as (select 1 union all select x + 1 "
     "from n limit 100000) select x from n'); c.commit()", "got 10000"),
    ("a huge row", "c = sqlite3.connect('a.db')\n    c.execute('create view chunks as select "
     "zeroblob(900000000) as x')", ""),
    ("a row of two MB", "c = sqlite3.connect('a.db')\n    c.execute('create view chunks as select "
     "zeroblob(2000000) as x')", "longer than"),
    ("text that is no UTF-8", "sqlite3.connect('a.db').execute(\"create view chunks as select "
     "cast(x'ff' as text) as x\")", "Could not decode"),
    ("another type", "sqlite3.connect('a.db').execute(\"create view chunks as select '1' as x\")",
     "expected an int, got a string"),
    ("a float", "sqlite3.connect('a.db').execute('create view chunks as select 1.0 as x')",
     "expected an int, got a float"),
    ("held locked", PUT.replace("def f", "def put").replace("import os, sqlite3\n", "")
     .replace("\n", "\n    ") + "put()\n    global d\n    d = sqlite3.connect('a.db')\n"
     "    d.execute('begin exclusive')", None),
    ("a thread that goes on writing", "import threading\n    def go():\n        while True:\n"
     "            try: open('a.db', 'w').write('x' * 9999)\n            except OSError: pass\n"
     "    threading.Thread(target=go, daemon=True).start()", "a"),
    ("a link to what the stagehand may not read", "try: os.symlink('/etc/passwd', 'a.db')\n"
     "    except OSError: pass", "there is no file a.db"),
    ("a patched module", "sys = __import__('sys'); sys.modules['sqlite3'].connect = None",
     "there is no file a.db"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "words"), [r[1:] for r in HOSTILE], ids=[r[0] for r in HOSTILE])
def test_what_a_submission_leaves_is_read_in_a_child_and_earns_nothing(
    nursery, places, body, words
):
    source = f"import os, sqlite3\ndef f():\n    {body}\n    return 1\n"
    found = scene(source, nursery)
    if words is None:  # the lock ends with the process: what is committed counts
        assert found.outcome is Outcome.PASSED, found
    else:
        assert found.outcome is not Outcome.PASSED
        assert words in f"{found.reason} {found.difference}", found
    hidden = scene(source, nursery, hidden=True)
    told = {hidden.reason, hidden.call, hidden.got, hidden.expected, hidden.difference}
    assert (hidden.outcome, told) == (found.outcome, {""})
    assert list(places.iterdir()) == []


def test_a_database_that_is_held_locked_while_the_scene_goes_on_is_told(nursery):
    source = PUT + "    \nd = sqlite3.connect('a.db')\nd.execute('begin exclusive')\n"
    found = scene(source, nursery, MAKE)
    assert "database is locked" in found.reason


def test_a_step_meets_the_bounds_too(nursery):
    source = "def f():\n    for n in range(70): open(str(n), 'w').close()\n    return 1"
    found = scene(source, nursery, Call(()))
    assert found.outcome is Outcome.CRASHED
    assert "more than 64" in found.reason


@pytest.mark.parametrize("ending", ["os._exit(3)", "while True: pass", "os.kill(os.getpid(), 11)"])
def test_nothing_is_left_after_a_crash(nursery, places, ending):
    found = scene(f"{PUT}\ndef f():\n    open('x', 'w')\n    {ending}", nursery, MAKE)
    assert found.outcome in (Outcome.CRASHED, Outcome.TIMED_OUT)
    assert list(places.iterdir()) == []


def test_the_key_helps_in_the_same_folder(nursery, places):
    key = places / "key.py"
    key.write_text("def put(name):\n    open(name, 'w').close()\ndef names():\n    pass\n")
    source = "import os\ndef put(name): 1 / 0\ndef names():\n    put('x')\n    return os.listdir()"
    with Key(key, nursery) as running, Judge(source, "f.py", nursery, running) as judge:
        found = judge.walk("names", [Check((), ["x"], "", "", before=[Files({})])] * 2)
    assert found.outcome is Outcome.PASSED, found
    assert "put" in found.reason
    assert [path.name for path in places.iterdir()] == ["key.py"]


def test_an_error_that_needs_more_than_a_message_reaches_who_asked_the_key(nursery, places):
    key = places / "key.py"
    key.write_text("def text(raw):\n    return raw.decode()\ndef ok(raw):\n    pass\n")
    source = (
        "def text(raw): return None\ndef ok(raw):\n    try: return text(raw) == 'a'\n"
        "    except ValueError: return False\n"
    )
    checks = [Check((b"a",), True, "", ""), Check((b"\xff",), False, "", "")]
    with Key(key, nursery) as running, Judge(source, "f.py", nursery, running) as judge:
        assert judge.walk("ok", checks).outcome is Outcome.PASSED


def test_without_a_sandbox_the_folder_is_there_all_the_same(places):
    with Nursery("none", scratch=True) as nursery:
        assert scene(PUT, nursery).outcome is Outcome.PASSED
        linked = scene(
            "import os\ndef f():\n    os.symlink('/', 'x'); return 1", nursery, stored=None
        )
        assert linked.outcome is Outcome.PASSED
    assert Path("/usr").exists()
    assert list(places.iterdir()) == []


def test_a_run_that_is_given_up_leaves_no_folder(places):
    checks = [ROOT / "tests/exercises/test_ingest.py"]
    found = run_checks(ROOT, checks, [ROOT / "solutions/ingest.py"] * 2, ["export_rows"])
    next(found)
    found.close()
    assert list(places.iterdir()) == []


def test_raising_counts_with_what_is_stored(nursery):
    source = PUT.replace("return 1", "raise OSError")
    assert scene(source, nursery, expected=Raises(OSError)).outcome is Outcome.PASSED
    other = Stored("a.db", FOUND.query, [])
    assert scene(source, nursery, expected=Raises(OSError), stored=other).outcome is Outcome.WRONG


def test_a_death_while_loading_is_told_once(nursery, places):
    with Judge("while True: pass\n" + PUT, "f.py", nursery, limits=QUICK) as judge:
        assert judge.walk("f", [Check((), 1, "", "", stored=FOUND)]).outcome is Outcome.PASSED
    assert list(places.iterdir()) == []


def test_the_parent_counts_while_it_waits(nursery):
    with Scratch() as scratch, nursery.child(QUICK, None, scratch) as child:
        body = (
            "import time\ndef f():\n    for n in range(70): open(str(n), 'w')\n    time.sleep(60)"
        )
        child.load(body, "f.py")
        with pytest.raises(Died, match="more than 64"):
            child.call("f", ())


def test_the_parent_opens_no_database(nursery, monkeypatch):
    monkeypatch.setattr(sqlite3, "connect", None)
    assert scene(PUT, nursery, MAKE).outcome is Outcome.PASSED
