"""Reading a submission: every encoding, every shape of notebook, nothing that raises or hangs."""

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chunklab.grading import source
from chunklab.grading.outcomes import Outcome
from chunklab.grading.run import run_checks
from chunklab.grading.source import Source, Unreadable, read_source

ROOT = Path(__file__).parents[2]


def code(text):
    return {"cell_type": "code", "source": text, "outputs": []}


def notebook(*cells, **more):
    return json.dumps({"cells": list(cells), "nbformat": 4, "nbformat_minor": 5, **more}).encode()


def text_of(*cells):
    """Return the code that is read from cells with these sources."""
    return read_source("a.ipynb", notebook(*map(code, cells))).text


def why_not(name, content):
    with pytest.raises(Unreadable) as caught:
        read_source(name, content)
    return str(caught.value)


@pytest.mark.parametrize(
    ("content", "note"),
    [
        ("s = 'é'\n".encode(), ""),
        ("s = 'é'\n".encode("utf-8-sig"), ""),
        ("s = 'é'\r\n".encode(), ""),
        ("s = 'é'\r".encode(), ""),  # old Macs
        ("s = 'é'\n".encode("utf-16"), ""),
        ("s = 'é'\n".encode("utf-16-le"), ""),  # PowerShell's >, by the NULs
        ("s = 'é'\n".encode("utf-16-be"), ""),
        ("s = 'é'\n".encode("utf-32"), ""),
        ("s = 'é'\n".encode("latin-1"), "not valid UTF-8: it was read as Windows-1252"),
        (b"s = '\0\xc3\xa9'\n\0\0", "NUL characters in it were left out"),
    ],
)
def test_every_encoding_that_arrives_gives_the_same_text(content, note):
    assert read_source("overlap.py", content) == Source("s = 'é'\n", (note,) if note else ())


@pytest.mark.parametrize(
    ("cookie", "encoding", "read_as"),
    [
        ("latin-1", "latin-1", "ä"),
        ("cp1252", "cp1252", "ä"),
        ("Shift_JIS", "shift_jis", "ソ"),  # its second byte is a backslash
        ("utf8", "utf-8", "ä"),  # a name for it that is not listed
        ("idna", "utf-8", "ä"),  # slow on purpose: not asked
        ("no-such", "utf-8", "ä"),
    ],
)
def test_a_coding_cookie_counts_if_its_encoding_is_a_usual_one(cookie, encoding, read_as):
    text = f"#!/usr/bin/python\n# -*- coding: {cookie} -*-\ns = '{read_as}'\n"
    assert read_source("a.py", text.encode(encoding)).text == text


def test_bytes_that_no_encoding_explains_are_read_all_the_same():
    assert read_source("a.py", b"# \x81\nx = 1\n").notes == (
        "not valid UTF-8: it was read as Latin-1",
    )
    assert "replaced" in read_source("a.py", b"\xff\xfex\0=\0001\0\0").notes[0]  # an odd length


def test_an_empty_file_is_readable_and_an_empty_notebook_is_not():
    assert read_source("a.py", b"") == Source("", ("the file is empty",))
    assert read_source("a.py", b"\xef\xbb\xbf \n").notes == ("the file is empty",)
    assert why_not("a.ipynb", b"") == why_not("a.ipynb", b" \n") == "the notebook is empty"
    assert read_source("a.ipynb", notebook()).notes == ("the notebook has no code",)


def test_a_text_beyond_the_bound_is_refused_with_both_sizes():
    assert len(read_source("a.py", b"#" * 1_000_000).text) == 1_000_000
    assert why_not("a.py", b"#" * 1_000_001) == (
        "the text is 1,000,001 characters long; at most 1,000,000 characters are judged"
    )
    assert "5,000,000 bytes" in why_not("a.py", b"#" * 5_000_000)
    assert "1,000,001" in why_not("a.ipynb", notebook(code("#" * 1_000_001)))


@pytest.mark.parametrize(
    ("cell", "read"),
    [
        ("%matplotlib inline\nx = 1", "pass\nx = 1"),
        ("!pip install a \\\n    b\nx = 1", "pass\nx = 1"),  # a shell line that goes on
        ("if x:\n    %timeit f()\n\t!ls", "if x:\n    pass\n\tpass"),
        ("?print", "pass"),
        ("print??  ", "pass"),
        ("np.array?", "pass"),
        ("%psearch?", "pass"),
        ("names = !ls\na, b = %who_ls", "pass\npass"),
        ("x = (a\n % b)", "x = (a\n % b)"),
        ("x = a \\\n % b", "x = a \\\n % b"),
        ("x = '''\n%d\n!\n'''\n%ls", "x = '''\n%d\n!\n'''\npass"),
        ('x = """\n%d"""\n', 'x = """\n%d"""'),
        ("x = 'it\\'s (' # (\n%ls", "x = 'it\\'s (' # (\npass"),
        ("# really?\nx != 1", "# really?\nx != 1"),
        ("x)\n%ls", "x)\npass"),
        ("%", "pass"),
    ],
)
def test_what_only_ipython_understands_becomes_pass(cell, read):
    assert text_of(cell) == f"{read}\n"


def test_cells_are_joined_and_those_with_a_cell_magic_left_out_with_a_note():
    cells = [
        code("x = 1\n"),
        {"cell_type": "markdown", "source": "y = 2"},
        code(["\n", "%%time\n", "z = 3"]),
        code(["def f():\n", "    return 4"]),
    ]
    assert read_source("A.IPYNB", notebook(*cells)) == Source(
        "x = 1\n\ndef f():\n    return 4\n",
        ("code cell 2 was skipped: it begins with %%time",),
    )


def test_a_text_that_never_ends_does_not_reach_into_the_next_cell():
    read = read_source("a.ipynb", notebook(code("x = 1\ny = '''oops"), code("z = '''3'''")))
    assert read.text == "x = 1\ny = \n\nz = '''3'''\n"
    assert read.notes == ("code cell 1 was cut off where a text begins that never ends",)


@pytest.mark.parametrize(
    "content",
    [
        notebook(code("x = 1"), metadata=7),
        notebook(code("x = 1"), nbformat=99),
        notebook({"cell_type": "code", "source": "x = 1"}),  # no outputs, metadata, id
        notebook({**code("x = 1"), "id": "a b!", "outputs": {"odd": None}}),
        notebook(7, None, {"cell_type": []}, code("x = 1")),
        json.dumps({"cells": [code("x = 1")]}).encode("utf-8-sig"),
        json.dumps({"cells": [code("x = 1")]}).encode("utf-16"),
        json.dumps(  # format 3
            {"worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1"]}]}]}
        ).encode(),
        json.dumps({"worksheets": [3, {}, {"cells": [code("x = 1")]}]}).encode(),
    ],
)
def test_trouble_with_the_schema_leaves_the_code_readable(content):
    assert read_source("a.ipynb", content).text == "x = 1\n"


def test_a_source_that_is_no_text_costs_its_cell():
    read = read_source("a.ipynb", notebook(code(["x", 1]), code(None), code("x = 1")))
    assert read.text == "x = 1\n"
    assert len(read.notes) == 2


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"print('hello')\n", "cut off or is no JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"cells":' * 100_000, "nested too deeply"),
        (b"[" + b"9" * 100_000 + b"]", "cut off or is no JSON"),
        (b"[1, 2]", "no notebook"),
        (b'{"cells": 3}', "no cells"),
        (b'{"name": "x"}', "no cells"),
        (b'{"cells": [' + b"[]," * 499_999 + b"1]}", "more than 500,000 values"),
        (notebook(*[code("x")] * 5_001), "more than 5,000 code cells"),
        (b" " * 20_000_000 + b"{}", "20,000,002 bytes; at most 20,000,000"),
    ],
)
def test_a_notebook_that_cannot_be_read_says_why(content, reason):
    assert reason in why_not("a.ipynb", content)


def test_a_notebook_cut_off_anywhere_is_told_so():
    whole = (ROOT / "notebooks/01_overlap.ipynb").read_bytes()
    end = len(whole.rstrip())
    for length in range(50, end, 50):
        assert "cut off or is no JSON" in why_not("a.ipynb", whole[:length])
    assert "check(" in read_source("a.ipynb", whole).text


@pytest.mark.parametrize(
    ("name", "content", "text", "note"),
    [
        ("a.py", notebook(code("x = 1")), "x = 1\n", "a notebook"),
        ("a.py", notebook(code("x = 1")).decode().encode("utf-16"), "x = 1\n", "a notebook"),
        ("a", json.dumps({"nbformat": 4, "cells": [code("x")]}).encode(), "x\n", "a notebook"),
        ("a.ipynb", b"x = 1\r\ndef f(): pass\r\n", "x = 1\ndef f(): pass\n", "Python text"),
        ("a.py.txt", b"x = 1\n", "x = 1\n", "Python text"),
        ("a", b"x = 1\n", "x = 1\n", "Python text"),
        ("a.py", b'{"cells"}\n', '{"cells"}\n', ""),  # a set
        ("A.PY", b"x = 1\n", "x = 1\n", ""),
        ("a.ipynb", notebook(code("def f(): pass")), "def f(): pass\n", ""),
    ],
)
def test_the_content_says_what_a_file_is_where_the_name_is_wrong(name, content, text, note):
    notes = (f"it was read as {note}, which its name does not say",) if note else ()
    assert read_source(name, content) == Source(text, notes)


def test_cells_can_be_replaced_and_nothing_is_said_of_it():
    cells = notebook(*map(code, ["\nimport os\nask()\n", "%%time", "x = 1", "ask()  "]))
    instead = {"import os\nask()": "import os", "%%time": "", "ask()": ""}
    assert read_source("a.ipynb", cells, instead) == Source("import os\n\nx = 1\n")


def test_notes_have_a_bound():
    notes = read_source("a.ipynb", notebook(*[code("%%html")] * 100)).notes
    assert len(notes) == source.MAX_NOTES
    assert notes[-1] == "and 82 more such notes"


@pytest.mark.parametrize(
    "cell",
    [
        "(" * 999_999,
        "%\n" * 100_000,
        "\\'''" * 250_000,
        "'''" * 333_333,
        " " * 999_999,
        "a, " * 333_333,
        "a?" + " " * 999_990 + "x",
        "!a\\\n" * 250_000,
    ],
)
def test_a_hostile_cell_is_done_with_at_once(cell):
    # A step that took the square of the length would take hours here.
    assert isinstance(text_of(cell), str)


@given(st.binary() | st.text().map(str.encode), st.sampled_from(["a.py", "a.ipynb"]))
@example("\ud800".encode("utf-8", "surrogatepass"), "a.py")
@example(notebook(code("\ud800")), "a.ipynb")
def test_whatever_the_bytes_there_is_a_text_or_a_reason(content, name):
    try:
        read = read_source(name, content)
    except Unreadable:
        return
    read.text.encode("utf-8")
    assert not {"\r", "\0"} & set(read.text)
    assert not read.text.startswith("\ufeff")


_json = st.recursive(
    st.none() | st.booleans() | st.text() | st.sampled_from(["code", "%x\n(", "'''"]),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(
            st.sampled_from(["cells", "worksheets", "source", "input", "cell_type"]), inner
        )
    ),
)


@given(_json)
def test_whatever_the_json_there_is_a_text_or_a_reason(values):
    with suppress(Unreadable):
        read_source("a.ipynb", json.dumps(values).encode())


def judged(handed):
    tests = [ROOT / "tests/exercises/test_overlap.py"]
    [found] = run_checks(ROOT, tests, [handed], ["stride", "n_chunks"])
    return found


def test_the_checks_take_a_notebook_and_tell_what_was_skipped_in_it(tmp_path):
    handed = tmp_path / "overlap.ipynb"
    written = "%time\ndef stride(size, overlap): return size - overlap"
    handed.write_bytes(notebook(code("%%time"), code(written)))
    found = judged(handed)
    assert found.verdicts["stride"].call == "stride(200, 200)"  # it raises no ValueError
    assert found.notes == ["code cell 1 was skipped: it begins with %%time"]


def test_of_an_unreadable_submission_every_function_is_absent_with_the_reason(tmp_path):
    handed = tmp_path / "overlap.ipynb"
    handed.write_bytes(b"{")
    for verdict in judged(handed).verdicts.values():
        assert verdict.outcome is Outcome.ABSENT
        assert verdict.reason.startswith("the notebook is cut off or is no JSON")


def test_a_set_is_shown_in_the_same_order_each_time(tmp_path, monkeypatch):
    handed = tmp_path / "overlap.py"
    handed.write_text("def stride(size, overlap): return set('abcdefgh')")
    shown = set()
    for seed in "12":
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        shown.add(judged(handed).verdicts["stride"].got)
    assert len(shown) == 1
