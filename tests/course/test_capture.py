"""A function captured from a real IPython session must give its answers in a bare interpreter."""

import ast
import linecache
import math
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

import chunklab
from chunklab.course.capture import MAX_DATA, Captured, CaptureError, capture
from chunklab.course.errors import CourseError

FRESH = """\
import sys
namespace = {"__name__": "submission"}
source, expression = sys.stdin.buffer.read().decode().split("\\0")
exec(compile(source, "submission", "exec", dont_inherit=True), namespace)
print(ascii(eval(expression, namespace)))
"""


class Notebook:
    """Runs cells as a kernel does, and captures what they define."""

    def __init__(self, shell: InteractiveShell) -> None:
        self._shell = shell

    def run(self, *cells: str) -> "Notebook":
        for cell in "\n# %%\n".join(cells).split("\n# %%\n"):
            self._shell.run_cell(cell, store_history=True).raise_error()
        return self

    def __getitem__(self, expression: str) -> Any:
        return eval(expression, self._shell.user_ns)  # noqa: S307

    def capture(self, expression: str) -> Captured:
        return capture(self[expression])


def fresh(captured: Captured, expression: str) -> Any:
    """Return what a fresh interpreter without site-packages answers."""
    ended = subprocess.run(
        [sys.executable, "-I", "-S", "-c", FRESH],
        input=f"{captured.source}\0{expression}".encode(),
        capture_output=True,
        check=False,
    )
    assert ended.returncode == 0, f"{captured.source}\n{ended.stderr.decode()}"
    return ast.literal_eval(ended.stdout.decode())


@pytest.fixture
def notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Notebook]:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setitem(sys.modules, "__main__", sys.modules["__main__"])
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    shell = InteractiveShell(config=config)
    yield Notebook(shell)
    shell.restore_sys_module_state()


ONLY = "the judge has only Python's standard library"
LARGE = f"too large to travel: more than {MAX_DATA:,} characters when written out"
NO_TEXT = (
    "cannot be found. Write its def in a cell of its own, without exec and without %%time or "
    "another such line at the top, and run that cell."
)
NO_CLASS = (
    "is a class whose text cannot be found for certain; put it, with a docstring, at the left "
    "margin of the cell of the function"
)

# Why, the cells (parted by # %%), what is captured, an expression and its value.
TRAVEL: list[tuple[str, str, str, str, object]] = [
    (
        "one function",
        """\
def stride(size, overlap):
    return size - overlap""",
        "stride",
        "stride(200, 50)",
        150,
    ),
    (
        "defined again in another cell",
        """\
def stride(size, overlap):
    return size + overlap
# %%
def stride(size, overlap):
    return size - overlap""",
        "stride",
        "stride(200, 50)",
        150,
    ),
    (
        "data as they are now, not as they were",
        """\
step = 1
def f():
    return step
# %%
step = 2""",
        "f",
        "f()",
        2,
    ),
    (
        "a list that was changed since",
        """\
seen = []
def f():
    return seen
# %%
seen.append((1, {2: 'x'}))""",
        "f",
        "f()",
        [(1, {2: "x"})],
    ),
    (
        "helpers of helpers, from several cells",
        """\
def f():
    return g() + 1
def g():
    return h() * 2
# %%
def h():
    return 5""",
        "f",
        "f()",
        11,
    ),
    (
        "mutual recursion",
        """\
def even(n):
    return n == 0 or odd(n - 1)
def odd(n):
    return n != 0 and even(n - 1)""",
        "even",
        "even(10), odd(10)",
        (True, False),
    ),
    (
        "recursion",
        """\
def f(n):
    return 1 if n == 0 else n * f(n - 1)""",
        "f",
        "f(5)",
        120,
    ),
    (
        "imports under their own names and others",
        """\
import math
from math import ceil as up
import os.path as p
# %%
def f(x):
    return math.floor(x), up(x), p.join('a', 'b')""",
        "f",
        "f(1.5)",
        (1, 2, "a/b"),
    ),
    (
        "names whose own __module__ is missing or private",
        """\
from random import random
from functools import reduce
from datetime import datetime
# %%
def f():
    return random() < 1, reduce(max, [1, 3, 2]), datetime(2000, 1, 2).year""",
        "f",
        "f()",
        (True, 3, 2000),
    ),
    (
        "a submodule that has no name of its own in the notebook",
        """\
import xml.etree.ElementTree
# %%
def f():
    return xml.etree.ElementTree.fromstring('<a/>').tag""",
        "f",
        "f()",
        "a",
    ),
    (
        "star imports",
        """\
from collections import *
from typing import *
# %%
def f() -> List[int]:
    return list(deque([1]))""",
        "f",
        "f()",
        [1],
    ),
    (
        "lru_cache",
        """\
import functools
@functools.lru_cache
def f(n):
    return n + 1""",
        "f",
        "f(1)",
        2,
    ),
    (
        "a decorator of the notebook, with its own helper",
        """\
import functools
TIMES = 2
def twice(function):
    @functools.wraps(function)
    def wrapper(*args):
        return pair(function(*args))
    return wrapper
def pair(value):
    return [value] * TIMES
# %%
@twice
def apply(n):
    return n""",
        "apply",
        "apply(4)",
        [4, 4],
    ),
    (
        "decorators that run helpers while the module is loaded",
        """\
def register(function):
    log(function.__name__)
    return function
def log(name):
    names.append(name)
names = []
# %%
@register
@register
def a_first():
    return len(names)
# %%
names.clear()""",
        "a_first",
        "a_first()",
        2,
    ),
    (
        "defaults, which are evaluated at the def",
        """\
DEFAULT = 50
def half(n):
    return n // 2
# %%
def f(size, overlap=DEFAULT, *, sizes=[half(k) for k in (2, 4)], key=lambda: DEFAULT):
    return size, overlap, sizes, key()""",
        "f",
        "f(1)",
        (1, 50, [1, 2], 50),
    ),
    (
        "annotations and defaults of a class that has no method",
        """\
class Z:
    '''Comes last by name.'''
# %%
def f(x: Z = Z()) -> 'Nowhere':
    return type(x).__name__""",
        "f",
        "f()",
        "Z",
    ),
    (
        "classes with a base, a decorator and methods",
        """\
class Base:
    size = 3
    def get(self):
        return self.size * factor
factor = 2
# %%
import dataclasses
@dataclasses.dataclass
class Sub(Base):
    n: int = 1
    @property
    def both(self):
        return self.get() + self.n
# %%
def f():
    return Sub(4).both""",
        "f",
        "f()",
        10,
    ),
    (
        "the current one of two classes without methods, by its docstring",
        """\
class Bad(ValueError):
    pass
# %%
class Bad(ValueError):
    '''New.'''
# %%
def f():
    try:
        raise Bad('x')
    except ValueError as e:
        return type(e).__doc__""",
        "f",
        "f()",
        "New.",
    ),
    (
        "the current one of two classes without methods, by its fields",
        """\
from dataclasses import dataclass
from typing import NamedTuple
@dataclass
class Window:
    size: int
class Span(NamedTuple):
    start: int
# %%
@dataclass
class Window:
    size: int
    overlap: int = 50
# %%
def f():
    return Window(200).overlap, Span(3).start""",
        "f",
        "f()",
        (50, 3),
    ),
    (
        "a class body that reads the outer name it hides",
        """\
size = 1
class A:
    size = size
    def m(self):
        return self.size
def f():
    return A().m()""",
        "f",
        "f()",
        1,
    ),
    (
        "a hidden built-in stays hidden",
        """\
sum = 5
def f():
    return sum""",
        "f",
        "f()",
        5,
    ),
    (
        "also by a def",
        """\
def len(x):
    return 42
def f():
    return len([])""",
        "f",
        "f()",
        42,
    ),
    (
        "and is a built-in again once deleted",
        """\
def max(*a):
    return 'mine'
# %%
del max
# %%
def f():
    return max(1, 2)""",
        "f",
        "f()",
        2,
    ),
    (
        "built-ins, also the one that IPython wraps",
        """\
def f():
    return open.__name__, len([print, ValueError, Ellipsis, NotImplemented, __debug__])""",
        "f",
        "f()",
        ("open", 5),
    ),
    (
        "two functions in one cell, comments and blank lines",
        """\
# a comment above

x = 1


def f(
    a,

    b,
):  # a comment
    # inside

    return a - b

# below

def g():
    return f(1, 2)""",
        "g",
        "g()",
        -1,
    ),
    (
        "magics beside the function",
        """\
%pwd
!true
def f():
    return 1
%pwd""",
        "f",
        "f()",
        1,
    ),
    (
        "%%capture",
        """\
%%capture
def f():
    return 1""",
        "f",
        "f()",
        1,
    ),
    (
        "identifiers that are not ASCII, one of them not normalised",
        """\
größe = 3
def übërlapp(größe_, ﬁx=1):
    return größe + größe_ + fix""",
        "übërlapp",
        "übërlapp(2)",
        6,
    ),
    (
        "text",
        'def f():\n    return \'A🙂\ud7ff\', """two\n  lines"""',
        "f",
        "f()",
        ("A🙂\ud7ff", "two\n  lines"),
    ),
    (
        "an indented def keeps the text inside it",
        """\
if True:
\tdef f():
\t\treturn '''
\tx'''""",
        "f",
        "f()",
        "\n\tx",
    ),
    (
        "defined inside another, but needs nothing of it",
        """\
def outer():
    def f():
        return 7
    return f
f = outer()""",
        "f",
        "f()",
        7,
    ),
    (
        "a function with one inside",
        """\
def f(n):
    def inner():
        nonlocal n
        n += k
        return n
    return inner()
k = 3""",
        "f",
        "f(1)",
        4,
    ),
    (
        "lambdas as helpers",
        """\
double = lambda x: 2 * x
triple = lambda x: x + double(x)
# %%
also = double
# %%
def f(n):
    return triple(n), also(n)""",
        "f",
        "f(3)",
        (9, 6),
    ),
    (
        "a former helper under another name",
        """\
def step(a):
    return a + 1
# %%
old = step
# %%
def step(a):
    return old(a) * 10
# %%
def f():
    return step(1), old(1)""",
        "f",
        "f()",
        (20, 2),
    ),
    (
        "one helper under two names",
        """\
def helper():
    return 1
other = helper
# %%
def f():
    return helper is other""",
        "f",
        "f()",
        True,
    ),
    (
        "global names, one of which it makes itself",
        """\
calls = 0
def f():
    global calls, fresh
    calls += 1
    fresh = calls
    return fresh""",
        "f",
        "f(), f()",
        (1, 2),
    ),
    (
        "annotations that are never evaluated",
        """\
from __future__ import annotations
# %%
def f(x: Nowhere) -> Never.Defined:
    return x""",
        "f",
        "f(1)",
        1,
    ),
    (
        "local names that are something else outside",
        """\
n = 3
def f(rows):
    size = 2
    return [[n * k + size for k in row] for row in rows]
# %%
k = open('/dev/null')
row = k
size = k""",
        "f",
        "f([[1]])",
        [[5]],
    ),
    (
        "a generator",
        """\
def f(n):
    for i in range(n):
        yield i""",
        "f",
        "list(f(3))",
        [0, 1, 2],
    ),
    (
        "an async function",
        """\
async def f(n):
    return n""",
        "f",
        "f(1).close()",
        None,
    ),
    (
        "a library function under another name",
        """\
import collections
Pair = collections.namedtuple
# %%
def f():
    return tuple(Pair('P', 'a')(1))""",
        "f",
        "f()",
        (1,),
    ),
    (
        "given under another name",
        """\
f = 1
def stride(size, overlap):
    return size - overlap
twin = stride""",
        "twin",
        "stride(3, 1)",
        2,
    ),
    (
        "a name with two underscores",
        """\
__secret = 4
class A:
    def m(self):
        return 1
def f():
    return A().m() + __secret""",
        "f",
        "f()",
        5,
    ),
]


@pytest.mark.parametrize(
    ("cells", "expression", "call", "value"),
    [case[1:] for case in TRAVEL],
    ids=[case[0] for case in TRAVEL],
)
def test_what_travels_gives_the_same_answer_elsewhere(
    notebook: Notebook, cells: str, expression: str, call: str, value: object
) -> None:
    captured = notebook.run(cells).capture(expression)
    assert captured.left_behind == ()
    assert fresh(captured, call) == value
    assert captured.name in call


def test_the_text_is_the_learners_own(notebook: Notebook) -> None:
    notebook.run("import math\nSIZE = 200", "def f(n):  # why\n    return math.ceil(n / SIZE)")
    assert notebook.capture("f").source == (
        "import math\n\nSIZE = 200\n\n\ndef f(n):  # why\n    return math.ceil(n / SIZE)\n"
    )


def test_the_same_session_gives_the_same_text(notebook: Notebook) -> None:
    notebook.run("names = {'b', 'a', 'c'}\ndef g(): return names\ndef f(): return g(), names")
    assert notebook.capture("f") == notebook.capture("f")


# Why, cells that define f, an expression and its value all the same, what is said to be missing.
LEFT: list[tuple[str, str, str, object, list[str]]] = [
    (
        "a module that is not used",
        """\
import numpy as np
def f(n):
    return n""",
        "f(1)",
        1,
        [],
    ),
    (
        "a foreign module",
        """\
import numpy as np
def f(n):
    return np.ceil(n) if n < 0 else n""",
        "f(1)",
        1,
        [f"np is the module numpy; {ONLY}"],
    ),
    (
        "a foreign module in an annotation must not stop the function",
        """\
import numpy
def f(n: numpy.ndarray) -> 'numpy':
    return n""",
        "f(1)",
        1,
        [f"numpy is the module numpy; {ONLY}"],
    ),
    (
        "a helper of the library",
        """\
from chunklab import stride
def f(n):
    return stride(n, 0) if n < 0 else n""",
        "f(1)",
        1,
        [f"stride is imported from chunklab.geometry; {ONLY}"],
    ),
    (
        "a helper of a helper",
        """\
from chunklab import stride
def g(n):
    return stride(n, 0)
def f(n):
    return g(n) if n < 0 else n""",
        "f(1)",
        1,
        [f"stride is imported from chunklab.geometry; {ONLY}"],
    ),
    (
        "an array",
        """\
import numpy
row = numpy.zeros(3)
def f(n):
    return row if n < 0 else n""",
        "f(1)",
        1,
        ["row is a numpy.ndarray; only plain data can travel"],
    ),
    (
        "a list of arrays",
        """\
import numpy
rows = [numpy.zeros(3)]
def f(n):
    return rows if n < 0 else n""",
        "f(1)",
        1,
        ["rows is data that holds a numpy.ndarray; only plain data can travel"],
    ),
    (
        "what only looks like a float",
        """\
import numpy
x = numpy.float64(1)
def f(n):
    return x if n < 0 else n""",
        "f(1)",
        1,
        ["x is a numpy.float64; only plain data can travel"],
    ),
    (
        "an open file",
        """\
file = open('/dev/null')
def f(n):
    return file if n < 0 else n""",
        "f(1)",
        1,
        ["file is an open file, which cannot travel"],
    ),
    (
        "a long list",
        """\
big = [0] * 200_000
def f(n):
    return big if n < 0 else n""",
        "f(1)",
        1,
        [f"big is {LARGE}"],
    ),
    (
        "much in a short list, a text, a number",
        """\
big = [[123456] * 20_000]
many = '-' * 100_001
n2 = 1 << 500_000
def f(n):
    return (big, many, n2) if n < 0 else n""",
        "f(1)",
        1,
        [f"big is {LARGE}", f"many is {LARGE}", f"n2 is {LARGE}"],
    ),
    (
        "a list that holds itself",
        """\
loop = []
loop.append(loop)
def f(n):
    return loop if n < 0 else n""",
        "f(1)",
        1,
        ["loop is nested more than 50 levels deep, too deep to travel"],
    ),
    (
        "a helper that was never run",
        """\
def f(n):
    return helper(n) if n < 0 else n""",
        "f(1)",
        1,
        ["helper is not defined; run the cell that defines it"],
    ),
    (
        "what a notebook adds",
        """\
def f(n):
    return display(n) and exit() if n < 0 else n""",
        "f(1)",
        1,
        ["display works only in a notebook", "exit works only in a notebook"],
    ),
    (
        "magics inside the function",
        """\
def f(n):
    if n < 0:
        %pwd
        !ls
    return n""",
        "f(1)",
        1,
        ["get_ipython works only in a notebook (a line that begins with % or ! uses it)"],
    ),
    (
        "a closure as a helper",
        """\
def make(k):
    def inner(n):
        return n + k
    return inner
add = make(1)
# %%
def f(n):
    return add(n) if n < 0 else n""",
        "f(1)",
        1,
        ["add was made inside make and uses what only exists there"],
    ),
    (
        "a helper without a text",
        """\
exec('def g(): pass')
def f(n):
    return g() if n < 0 else n""",
        "f(1)",
        1,
        [f"g cannot travel: The text of g {NO_TEXT}"],
    ),
    (
        "a class without a text",
        """\
exec('class G: pass')
def f(n):
    return G() if n < 0 else n""",
        "f(1)",
        1,
        [f"G {NO_CLASS}"],
    ),
    (
        "two classes that nothing tells apart",
        """\
class G:
    size = 1
# %%
class G:
    size = 2
# %%
def f(n):
    return G() if n < 0 else n""",
        "f(1)",
        1,
        [f"G {NO_CLASS}"],
    ),
    (
        "an object",
        """\
class Thing:
    '''.'''
thing = Thing()
def f(n):
    return thing if n < 0 else n""",
        "f(1)",
        1,
        ["thing is a Thing; only plain data can travel"],
    ),
    (
        "one of two lambdas on a line",
        """\
a, b = lambda: 1, lambda: 2
def f(n):
    return a() if n < 0 else n""",
        "f(1)",
        1,
        [f"a cannot travel: The text of <lambda> {NO_TEXT}"],
    ),
]


@pytest.mark.parametrize(
    ("cells", "call", "value", "words"), [case[1:] for case in LEFT], ids=[case[0] for case in LEFT]
)
def test_what_cannot_travel_is_named_and_the_rest_travels(
    notebook: Notebook, cells: str, call: str, value: object, words: list[str]
) -> None:
    captured = notebook.run(cells).capture("f")
    assert list(captured.left_behind) == words
    assert fresh(captured, call) == value


# Why, the cells, what is given to capture, words of the refusal.
REFUSED: list[tuple[str, str, str, list[str]]] = [
    (
        "the library's",
        "import chunklab",
        "chunklab.stride",
        ["stride comes from chunklab.geometry", "Write your own", "def stride(size, overlap):"],
    ),
    ("another module's", "from os.path import join as stride", "stride", ["comes from posixpath"]),
    (
        "the library's, wrapped",
        """\
import chunklab, functools
stride = functools.lru_cache(chunklab.stride)""",
        "stride",
        ["comes from chunklab.geometry"],
    ),
    (
        "one that says it is the library's",
        """\
import chunklab, functools
@functools.wraps(chunklab.stride)
def stride(*a):
    return chunklab.stride(*a)""",
        "stride",
        ["comes from chunklab.geometry"],
    ),
    (
        "the library's, relabelled",
        """\
from chunklab.geometry import stride
stride.__module__ = '__main__'""",
        "stride",
        ["comes from chunklab.geometry"],
    ),
    (
        "the library's code in the notebook's namespace",
        """\
import chunklab, types
stride = types.FunctionType(chunklab.stride.__code__, globals())""",
        "stride",
        ["comes from chunklab.geometry"],
    ),
    (
        "a lambda",
        "stride = lambda size, overlap: size - overlap",
        "stride",
        ["lambda", "def stride(size, overlap):"],
    ),
    (
        "a closure",
        """\
def make(k):
    def stride(size, overlap):
        return size - overlap + k
    return stride
stride = make(0)""",
        "stride",
        ["stride was defined inside make", "k"],
    ),
    (
        "a decorator that keeps no track",
        """\
def plain(function):
    def wrapper(*args):
        return function(*args)
    return wrapper
# %%
@plain
def stride(size, overlap):
    return size - overlap""",
        "stride",
        ["wrapper was defined inside plain", "@functools.wraps"],
    ),
    (
        "a decorator that its text does not show",
        """\
def stride(size, overlap):
    return size - overlap
# %%
import functools
stride = functools.lru_cache(stride)""",
        "stride",
        ["stride was wrapped after it was defined"],
    ),
    ("a built-in", "", "len", ["len is built into Python", "Write your own"]),
    ("a function in C", "import math", "math.ceil", ["ceil is built into Python"]),
    (
        "a partial",
        """\
import functools
def stride(size, overlap):
    return size - overlap""",
        "functools.partial(stride, 200)",
        ["functools.partial"],
    ),
    (
        "a class",
        """\
class Stride:
    '''.'''""",
        "Stride",
        ["Stride is a class"],
    ),
    (
        "a bound method",
        """\
class A:
    def stride(self):
        return 1""",
        "A().stride",
        ["stride is a method"],
    ),
    (
        "a function of a class",
        """\
class A:
    def stride(self):
        return 1""",
        "A.stride",
        ["part of the class A"],
    ),
    (
        "an object that can be called",
        """\
class A:
    def __call__(self):
        return 1""",
        "A()",
        ["can be called, an A"],
    ),
    (
        "the result of a call",
        """\
def stride(size, overlap):
    return size - overlap""",
        "stride(200, 50)",
        ["This is an int", "without brackets"],
    ),
    ("the name as a text", "", "'stride'", ["'stride' is a text", "without quotes"]),
    ("nothing", "", "None", ["NoneType"]),
    (
        "exec",
        "exec('def stride(size, overlap): return 1')",
        "stride",
        ["The text of stride cannot be found"],
    ),
    (
        "a cell that %%time runs",
        """\
%%time
def stride(size, overlap):
    return 1""",
        "stride",
        ["The text of stride cannot be found", "%%time"],
    ),
]


@pytest.mark.parametrize(
    ("cells", "expression", "words"),
    [case[1:] for case in REFUSED],
    ids=[case[0] for case in REFUSED],
)
def test_a_refusal_says_what_was_given_and_what_to_do(
    notebook: Notebook,
    cells: str,
    expression: str,
    words: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chunklab.stride, "__module__", "chunklab.geometry")  # one case changes it
    notebook.run(cells)
    with pytest.raises(CaptureError) as refusal:
        notebook.capture(expression)
    for word in words:
        assert word in str(refusal.value)
    assert isinstance(refusal.value, CourseError)


def test_a_function_of_a_file_that_was_run_travels(notebook: Notebook, tmp_path: Path) -> None:
    script = tmp_path / "mine.py"
    script.write_text("K = 2\ndef f(n):\n    return n * K\n")
    captured = notebook.run(f"%run {script}").capture("f")
    assert fresh(captured, "f(4)") == 8


def test_a_function_of_an_imported_file_is_refused(
    notebook: Notebook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my_own_file.py").write_text("def f(n):\n    return n\n")
    monkeypatch.syspath_prepend(tmp_path)
    notebook.run("from my_own_file import f", "def g(n):\n    return f(n) if n < 0 else n")
    with pytest.raises(CaptureError, match="f comes from my_own_file"):
        notebook.capture("f")
    assert notebook.capture("g").left_behind[0].startswith("f is imported from my_own_file")
    del sys.modules["my_own_file"]


def test_an_object_that_answers_every_attribute_is_refused(notebook: Notebook) -> None:
    notebook.run("class Any:\n    def __getattr__(self, name):\n        return Any()\n")
    notebook.run("class Rude:\n    def __getattr__(self, name):\n        raise OSError(name)\n")
    for expression in ("Any()", "Rude()"):
        with pytest.raises(CaptureError):
            notebook.capture(expression)


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text() | st.integers() | st.floats(allow_nan=False), inner, max_size=3)
        | st.sets(st.integers() | st.text() | st.floats(allow_nan=False), max_size=4)
    ),
    max_leaves=12,
)


def same(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, float):
        return (one == other and math.copysign(1, one) == math.copysign(1, other)) or one != one
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return same(list(one.items()), list(other.items()))
    return bool(one == other)


def _plain_function() -> Callable[[], object]:
    namespace: dict[str, Any] = {"__name__": "__main__"}
    exec(compile("def f():\n    return data\n", __file__ + ".cell", "exec"), namespace)  # noqa: S102
    return namespace["f"]  # type: ignore[no-any-return]


@given(plain | st.integers(10**5000, 10**5001))
def test_plain_data_arrives_as_it_left(data: object) -> None:
    function = _plain_function()
    file = function.__code__.co_filename
    linecache.cache[file] = (1, None, ["def f():\n", "    return data\n"], file)
    function.__globals__["data"] = data
    namespace: dict[str, Any] = {}
    exec(capture(function).source, namespace)  # noqa: S102
    assert same(namespace["f"](), data)
