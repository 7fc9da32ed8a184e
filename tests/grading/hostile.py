"""Submissions that are hostile or broken, each with the outcome it deserves, function by function.

``everywhere`` gives all seven functions one dishonest body; ``beside`` puts something nasty at the
top level of a right answer. ``alone`` says what the judge gets without the sandbox, where that
differs; ``"crashed or raised"`` allows either; ``UNSAFE`` stands for an attack that would then harm the machine.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
KEY = (ROOT / "solutions/overlap.py").read_text(encoding="utf-8")
FUNCTIONS = [
    "stride",
    "chunk_starts",
    "n_chunks",
    "chunk_lengths",
    "stored_positions",
    "duplication_factor",
    "chunk_with_overlap",
]
UNSAFE = "unsafe"


@dataclass(frozen=True)
class Attack:
    name: str
    source: str
    outcomes: dict[str, str]
    alone: dict[str, str] | str | None = None


def each(outcome, **others):
    return {function: others.get(function, outcome) for function in FUNCTIONS}


def everywhere(name, body, outcome="wrong", *, first="", alone=None, **others):
    indented = "".join(f"    {line}\n" for line in body.splitlines())
    source = first + "\n" + "".join(f"def {name}(*given):\n{indented}\n" for name in FUNCTIONS)
    return Attack(name, source, each(outcome, **others), alone and each(alone))


def beside(name, code, outcome="passed", *, after="", alone=None, **others):
    return Attack(name, f"{code}\n{KEY}\n{after}\n", each(outcome, **others), alone)


def inside(name, body, outcome, *, first="", alone=None):
    """One function of a right answer goes wrong; the one that calls it must not suffer."""
    indented = "".join(f"    {line}\n" for line in body.strip().splitlines())
    source = f"{KEY}\n{first}\ndef stored_positions(*given):\n{indented}\n"
    alone = alone and each("passed", stored_positions=alone)
    return Attack(name, source, each("passed", stored_positions=outcome), alone)


def instead(name, code, outcome="passed", **others):
    return Attack(name, code, each(outcome, **others))


LIAR = """
class Liar{base}:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __hash__(self): return 0
    def __instancecheck__(self, other): return True
    __class__ = {kind}
"""

# Answers that pretend to be right ------------------------------------------------------------

PRETENCE = [
    everywhere(
        "an object equal to everything", "return Liar()", first=LIAR.format(base="", kind="int")
    ),
    everywhere(
        "an int equal to everything", "return Liar(1)", first=LIAR.format(base="(int)", kind="int")
    ),
    everywhere(
        "a list equal to everything", "return Liar()", first=LIAR.format(base="(list)", kind="list")
    ),
    everywhere(
        "a str equal to everything", "return Liar()", first=LIAR.format(base="(str)", kind="str")
    ),
    everywhere(
        "a float equal to everything",
        "return Liar()",
        first=LIAR.format(base="(float)", kind="float"),
    ),
    everywhere("mock's ANY", "from unittest.mock import ANY\nreturn ANY"),
    everywhere("NaN", "return float('nan')"),
    everywhere("negative zero", "return -0.0"),
    everywhere("NotImplemented", "return NotImplemented"),
    everywhere("True", "return True"),
    everywhere("a lone surrogate", "return '\\ud800'"),
    everywhere("ten million elements", "return [0] * 10_000_000"),
    everywhere("an endless generator", "import itertools\nreturn (0 for _ in itertools.count())"),
    everywhere("a generator", "yield 150"),
    everywhere("nested 100,000 deep", "x = []\nfor _ in range(100_000): x = [x]\nreturn x"),
    everywhere("a list inside itself", "x = []\nx.append(x)\nreturn x"),
    everywhere("a huge int", "return 1 << 10_000_000"),
    inside(
        "a repr that never ends",
        "return Slow()",
        "timed out",
        first="class Slow:\n    def __repr__(self):\n        while True: pass",
    ),
    everywhere(
        "a repr of a gigabyte",
        "return Big()",
        first="class Big:\n    def __repr__(self): return 'x' * 2**31",
    ),
    everywhere("a module", "import sys\nreturn sys"),
    everywhere("the caller's frame", "import sys\nreturn sys._getframe(1).f_locals"),
    everywhere("an async answer", "return answer()", first="async def answer(): return 150"),
    everywhere("always ValueError", "raise ValueError", "raised"),
    everywhere(
        "a class that only calls itself ValueError",
        "raise ValueError",
        "raised",
        first="class ValueError(Exception): pass",
    ),
    everywhere("one right answer by heart", "return 150"),
]

# Tampering with the child ----------------------------------------------------------------------

ANSWER = '{"value": 150, "changed": false, "shares": "", "taken": []}'
TAMPERING = [
    everywhere(
        "patched json",
        "return 1",
        "crashed",
        first=f"import json\njson.dumps = lambda *a, **k: '{ANSWER}'",
    ),
    everywhere(
        "patched type",
        "return 150",
        first="import builtins\nbuiltins.type = lambda *a: int",
        chunk_with_overlap="crashed",
    ),
    everywhere(
        "patched isinstance and len",
        "return 150",
        "crashed",
        first="import builtins\nbuiltins.isinstance = lambda *a: True\nbuiltins.len = lambda x: 0",
    ),
    everywhere(
        "patched assertion errors",
        "return 150",
        first="import builtins\nbuiltins.AssertionError = builtins.ValueError = Exception",
    ),
    everywhere("emptied builtins", "return 150", first="import builtins\nvars(builtins).clear()"),
    everywhere(
        "patched encoder",
        "return 150",
        first="import sys\nsys.modules['values'].encode = lambda value: 150",
    ),
    everywhere(
        "lifted bounds",
        "return 'x' * 5_000_000",
        "crashed",
        first="import sys\nsys.modules['values'].MAX_TEXT = 10**9",
    ),
    everywhere(
        "patched codecs",
        "return 150",
        first="import codecs\ncodecs.encode = codecs.decode = lambda *a: b''",
    ),
    everywhere("emptied sys.modules", "return 150", first="import sys\nsys.modules.clear()"),
    everywhere(
        "a tracer that edits answers",
        "return 150",
        first="import sys\nsys.setprofile(lambda frame, event, arg: frame.f_locals.clear())",
        outcome="wrong",
    ),
    everywhere(
        "forged answers to every descriptor",
        "return forge()",
        "crashed",
        first=f"""
import os
def forge():
    for fd in range(3, 64):
        try: os.write(fd, b'{ANSWER}\\n' * 3)
        except OSError: pass
    return 150
""",
    ),
    Attack(
        "forged answers while loading",
        f"""
import os
for fd in range(3, 64):
    try: os.write(fd, b'{ANSWER}\\n' * 99)
    except OSError: pass
{KEY}""",
        each("passed"),
    ),
    everywhere(
        "no JSON",
        "return forge()",
        "crashed",
        first="""
import os
def forge():
    for fd in range(3, 64):
        try: os.write(fd, b'\\xff\\x00 no answer\\n')
        except OSError: pass
""",
    ),
    everywhere(
        "JSON nested too deep",
        "return forge()",
        "crashed",
        first="""
import os
def forge():
    for fd in range(3, 64):
        try: os.write(fd, b'[' * 60_000 + b'\\n')
        except OSError: pass
""",
    ),
    everywhere(
        "an endless line",
        "return forge()",
        "crashed",
        first="""
import os
def forge():
    while True:
        for fd in range(3, 64):
            try: os.write(fd, b'9' * 60_000)
            except OSError: pass
""",
    ),
    everywhere(
        "asking for the answer itself",
        "return ask(given)",
        "crashed",
        first="""
import gc, json, os
def ask(given):
    names = ['stride', 'chunk_starts', 'n_chunks', 'chunk_lengths', 'stored_positions',
             'duplication_factor', 'chunk_with_overlap']
    for fd in range(3, 64):
        for name in names[::-1]:
            try: os.write(fd, json.dumps({'ask': name, 'arguments': list(given)}).encode() + b'\\n')
            except OSError: pass
""",
    ),
    instead(
        "asking the key through a helper's own parts",
        """
def stride(size, overlap):
    if not 0 <= overlap < size: raise ValueError
    return size - overlap
def cheat(name):
    def cheating(*given):
        return type(stride)(name, [], stride._ask)(*given)
    return cheating
for name in ('chunk_starts', 'n_chunks', 'chunk_lengths', 'stored_positions',
             'duplication_factor', 'chunk_with_overlap'):
    globals()[name] = cheat(name)
""",
        "crashed",
        stride="passed",
    ),
    inside(
        "renaming a helper",
        "stride._function = 'stored_positions'\nreturn stride(*given)",
        "crashed",
    ),
    inside(
        "asking with no list", "return stride._ask({'ask': 'stride', 'arguments': 5})", "crashed"
    ),
    inside(
        "asking with a huge number",
        "return stride._ask({'ask': 'stride', 'arguments': [10**3000, 1]})",
        "wrong",
    ),
    inside(
        "asking without reading",
        """
import os, time
line = b'{"ask": "chunk_starts", "arguments": [90000, 2, 1]}\\n'
for _ in range(3):
    for fd in range(3, 64):
        try: os.write(fd, line)
        except OSError: pass
    time.sleep(0.3)
""",
        "crashed",
    ),
    inside(
        "questions that keep the key busy for an hour",
        """
import os, time
line = b'{"ask": "chunk_starts", "arguments": [1000000000000, 2, 1]}\\n'
for fd in range(3, 64):
    try: os.write(fd, line * 900)
    except OSError: pass
time.sleep(600)
""",
        "timed out",
    ),
    inside(
        "keys that collide",
        "return {k * (2**61 - 1) for k in range(1, 2_000)}",
        "wrong",
    ),
    inside(
        "forged keys that collide",
        "import sys\nbomb = {'set': [k * (2**61 - 1) for k in range(1, 20_001)]}\n"
        "sys.modules['values'].encode = lambda value: bomb\nreturn 0",
        "crashed",
    ),
    inside("a signal without a name", "import os\nos.kill(os.getpid(), 40)", "crashed"),
    inside("an error of lone surrogates", "raise TypeError('\\ud800\\x1b[2J')", "raised"),
    everywhere("closed descriptors", "import os\nos.closerange(0, 64)\nreturn 150", "crashed"),
]

# Looking for the answers -------------------------------------------------------------------------

READ = f"""
def key(given):
    import sys
    text = open({str(ROOT / "solutions/overlap.py")!r}).read()
    space = {{}}
    exec(text, space)
    return space[sys._getframe(1).f_code.co_name](*given)
"""
LOOKING = [
    everywhere("the key by path", "return key(given)", "raised", first=READ, alone="passed"),
    everywhere(
        "the key by /proc",
        "return key(given)",
        "raised",
        alone="passed",
        first=READ.replace("open('", "open('/proc/self/root"),
    ),
    everywhere(
        "the tests by path",
        f"return open({str(ROOT / 'tests/exercises/test_overlap.py')!r}).read()",
        "raised",
        alone="wrong",
    ),
    everywhere(
        "the parent's folder",
        "import os\nreturn os.listdir(f'/proc/{os.getppid()}/cwd')",
        "raised",
        alone="wrong",
    ),
    everywhere(
        "the parent's memory",
        "import os\nreturn open(f'/proc/{os.getppid()}/mem', 'rb').read(1)",
        "raised",
        alone="raised",
    ),
    everywhere(
        "the parent's command line",
        "import os\nreturn open(f'/proc/{os.getppid()}/cmdline').read()",
        "raised",
        alone="wrong",
    ),
    everywhere(
        "expected values by frames",
        """
import sys
frame = sys._getframe()
while frame:
    for name, value in {**frame.f_globals, **frame.f_locals}.items():
        if name in ('expected', 'check', 'CHECKS', 'key'): return value
    frame = frame.f_back
""",
    ),
    everywhere(
        "expected values by gc",
        """
import gc
for thing in gc.get_objects():
    if type(thing).__name__ in ('Check', 'Key', 'Verdict'): return thing.expected
""",
    ),
    everywhere("importing chunklab", "import chunklab\nreturn chunklab.stride(*given)", "raised"),
    everywhere("importing the solutions", "from solutions import overlap\nreturn 1", "raised"),
    everywhere("importing the tests", "import tests\nreturn 1", "raised"),
    everywhere(
        "importing by path",
        f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
sys.meta_path[:] = [finder for finder in sys.meta_path if 'Guide' not in str(finder)]
import chunklab
return getattr(chunklab, sys._getframe().f_code.co_name)(*given)
""",
        "raised",
        alone="passed",
    ),
]

# Harming the judge or the machine --------------------------------------------------------------------

HARM = [
    inside("killing the parent", "import os\nos.kill(os.getppid(), 9)", "raised", alone=None),
    inside("killing the group", "import os\nos.kill(0, 9)", "raised"),
    inside("killing everything", "import os\nos.kill(-1, 9)", "raised"),
    inside("a fork bomb", "import os\nwhile True: os.fork()", "raised"),
    inside("a new program", "import subprocess\nreturn subprocess.check_output(['id'])", "raised"),
    inside("a shell", "import os\nreturn os.system('id')", "wrong"),
    inside(
        "a process pool",
        """
from concurrent.futures import ProcessPoolExecutor
with ProcessPoolExecutor() as pool: return pool.submit(int).result()
""",
        "raised",
    ),
    inside("a socket", "import socket\nsocket.create_connection(('127.0.0.1', 9), 1)", "raised"),
    inside("a file in /tmp", "open('/tmp/left-behind', 'w').write('x')", "raised"),
    inside(
        "a thousand threads",
        "import threading, time\nthreading.stack_size(65536)\n"
        "for _ in range(1000): threading.Thread(target=time.sleep, args=(9,)).start()\n"
        "time.sleep(9)",
        "crashed or raised",
    ),
    inside("all the memory", "x = []\nwhile True: x.append(bytes(10**8))", "out of memory"),
    inside("memory at once", "return bytearray(2**40)", "out of memory"),
]
HARM = [Attack(a.name, a.source, a.outcomes, a.alone or UNSAFE) for a in HARM[:9]] + HARM[9:]

# Ending, hanging, crashing ---------------------------------------------------------------------------

ENDING = [
    inside("an infinite loop", "while True: pass", "timed out"),
    inside("a long sleep", "import time\ntime.sleep(600)", "timed out"),
    inside(
        "a deadlock",
        "import threading\nx = threading.Lock()\nx.acquire()\nx.acquire()",
        "timed out",
    ),
    inside("a huge power", "return 10 ** 10 ** 9", "timed out"),
    inside("os._exit", "import os\nos._exit(0)", "crashed"),
    inside("sys.exit", "import sys\nsys.exit(0)", "raised"),
    inside("abort", "import os\nos.abort()", "crashed"),
    inside("KeyboardInterrupt", "raise KeyboardInterrupt", "raised"),
    inside("endless recursion", "return stored_positions(*given)", "raised"),
    inside(
        "recursion without a limit",
        "import sys\nsys.setrecursionlimit(10**9)\nx = y = []\n"
        "for _ in range(2 * 10**5): x, y = [x], [y]\nreturn x == y",
        "crashed" if sys.version_info < (3, 12) else "raised",
    ),
    inside("a segmentation fault", "import ctypes\nctypes.string_at(0)", "crashed"),
    inside("input()", "return input()", "raised"),
    inside(
        "an error whose text never ends",
        "raise Slow",
        "timed out",
        first="class Slow(Exception):\n    def __str__(self):\n        while True: pass",
    ),
    inside(
        "an error whose text fails",
        "raise Bad",
        "raised",
        first="class Bad(Exception):\n    def __str__(self): raise Bad",
    ),
    inside(
        "holding the pipe open",
        """
import os, subprocess
subprocess.Popen(['sleep', '20'], pass_fds=[fd for fd in range(3, 20) if os.path.exists(f'/proc/self/fd/{fd}')])
os._exit(0)
""",
        "raised",
        alone="crashed or timed out",
    ),
    inside(
        "waiting for ever on its own pipe",
        "import os\nr, w = os.pipe()\nos.read(r, 1)",
        "timed out",
    ),
]

# Nasty but right: no point may be lost -------------------------------------------------------------------

RIGHT = [
    beside("sys.exit at top level", "import sys\nsys.exit()"),
    beside("os._exit at top level", "import os\nos._exit(0)"),
    beside("an infinite loop at top level", "while True: pass"),
    beside("a sleep at top level", "import time\ntime.sleep(600)"),
    beside("a segmentation fault at top level", "import ctypes\nctypes.string_at(0)"),
    beside("an error at the end", "", after="1 / 0"),
    beside("a failing import", "import numpy as np\nfrom pandas import *"),
    beside(
        "importing the course", "import chunklab\nfrom solutions.overlap import *\nimport tests"
    ),
    beside("input at top level", "name = input('Your name? ')"),
    beside("reading stdin", "import sys\nsys.stdin.read()"),
    beside("50 MB of prints", "for _ in range(50): print('x' * 1_000_000)"),
    beside(
        "warnings and stderr",
        "import sys, warnings\nwarnings.warn('x')\nprint('x', file=sys.stderr)",
    ),
    beside("standard output closed", "import sys, os\nsys.stdout.close()\nos.close(2)"),
    beside("no standard output", "import sys\nsys.stdout = sys.stderr = None"),
    beside("print patched", "def print(*a): raise SystemExit"),
    beside("atexit", "import atexit, os\natexit.register(os.abort)"),
    beside(
        "signal handlers",
        "import signal\nfor s in (1, 2, 15, 14): signal.signal(s, lambda *a: 1 / 0)\nsignal.alarm(1)",
    ),
    beside(
        "a thread that never ends",
        "import threading, time\nthreading.Thread(target=time.sleep, args=(999,)).start()",
    ),
    beside("another working folder", "import os\nos.chdir('/usr')"),
    beside("deleting the submission", "import os\nos.remove(__file__)"),
    beside("a recursion limit of 100", "import sys\nsys.setrecursionlimit(100)"),
    beside("no garbage collection", "import gc\ngc.disable()"),
    beside("another name for the module", "__name__ = __spec__ = 'x'"),
    beside(
        "slow, but within the limit",
        "",
        after="""
_stride = stride
def stride(size, overlap):
    import time
    end = time.process_time() + 0.002
    while time.process_time() < end: pass
    return _stride(size, overlap)
""",
    ),
    beside(
        "decorators that keep the value",
        """
from functools import wraps
def logged(function):
    @wraps(function)
    def wrapper(*arguments):
        print(function.__name__, arguments)
        return function(*arguments)
    return wrapper
""",
        after="\n".join(f"{name} = logged({name})" for name in FUNCTIONS),
    ),
    beside(
        "a dataclass and type hints",
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n@dataclass\nclass Window:\n    start: int\n    end: int",
    ),
    instead("below the untouched stub", (ROOT / "exercises/overlap.py").read_text("utf-8") + KEY),
    instead(
        "an overload above",
        KEY.replace(
            "def stride",
            "from typing import overload\n@overload\ndef stride(size, overlap): ...\ndef stride",
        ),
    ),
    beside(
        "definitions below a loop that never ends",
        "while True: pass",
        after="try:\n    from math import ceil\nexcept ImportError:\n    ceil = None\n"
        "n_chunks = lambda n, size, overlap: "
        "ceil(max(0, n - size) / stride(size, overlap)) + (n > 0)",
    ),
    instead("letters in bold", KEY.replace("def stride", "def 𝐬𝐭𝐫𝐢𝐝𝐞")),
    instead("Windows line ends", KEY.replace("\n", "\r\n")),
    instead("tabs for spaces", KEY.replace("    ", "\t")),
    instead("defined twice", KEY + KEY),
    instead(
        "only lambdas",
        """
def check(size, overlap):
    if not 0 <= overlap < size: raise ValueError
    return size - overlap
stride = lambda size, overlap: check(size, overlap)
n_chunks = lambda n, size, overlap: -(-max(0, n - size) // stride(size, overlap)) + (n > 0)
chunk_starts = lambda n, size, overlap: [k * stride(size, overlap) for k in range(n_chunks(n, size, overlap))]
chunk_lengths = lambda n, size, overlap: [min(size, n - s) for s in chunk_starts(n, size, overlap)]
stored_positions = lambda n, size, overlap: sum(chunk_lengths(n, size, overlap))
def no(n): raise ValueError
duplication_factor = lambda n, size, overlap: stored_positions(n, size, overlap) / n if n or stride(size, overlap) < 0 else no(n)
chunk_with_overlap = lambda units, size, overlap: [list(units[s:s + size]) for s in chunk_starts(len(units), size, overlap)]
""",
    ),
]

# Partly right: each mistake is counted where it was made -----------------------------------------------

PARTLY = [
    instead(
        "a bug in the first function",
        KEY.replace("return size - overlap", "return size + overlap"),
        stride="wrong",
    ),
    instead(
        "a loop in the first function",
        KEY.replace("return size - overlap", "while True: pass"),
        stride="timed out",
    ),
    instead(
        "a bug in the starts",
        KEY.replace("while covered < n", "while start < n"),
        chunk_starts="wrong",
    ),
    instead(
        "a function deleted",
        KEY.replace("def chunk_lengths", "def other_name"),
        chunk_lengths="absent",
    ),
    instead(
        "a syntax error in one function",
        KEY.replace("    return len(", "    return len(("),
        n_chunks="absent",
    ),
    instead(
        "a bracket never closed", KEY.replace("lengths = []", "lengths = ["), chunk_lengths="absent"
    ),
    instead(
        "no indentation",
        KEY.replace("    return sum(", "return sum("),
        stored_positions="not attempted",
    ),
    instead(
        "an unfinished stub",
        KEY.replace("return sum(chunk_lengths(n, size, overlap))", "raise NotImplementedError"),
        stored_positions="not attempted",
    ),
    instead("look-alike letters", KEY.replace("def stride", "def ѕtride"), stride="absent"),
    instead(
        "functions in a class",
        "class Answers:\n" + "".join(f"    {line}" for line in KEY.splitlines(True)),
        "absent",
    ),
    instead(
        "a module that answers to any name",
        "def __getattr__(name): return lambda *a: 150",
        "absent",
    ),
    instead("async functions", KEY.replace("def ", "async def "), "wrong"),
    instead("nothing", "", "absent"),
    instead("no Python", "Dear teacher,\nI couldn't do it.\n" * 50, "absent"),
    instead("null bytes", "\0" + KEY, "passed"),
    instead("10,000 brackets", "(" * 10_000 + KEY, "passed", stride="passed"),
    instead(
        "a circle of two",
        KEY.replace(
            "return sum(chunk_lengths(n, size, overlap))",
            "return round(duplication_factor(n, size, overlap) * n)",
        ),
        stored_positions="raised",
        duplication_factor="passed",
    ),
    instead(
        "nothing but circles",
        "".join(
            f"def {name}(*given): return {other}(*given)\n"
            for name, other in zip(FUNCTIONS, FUNCTIONS[1:] + FUNCTIONS[:1], strict=True)
        ),
        "raised",
    ),
    instead(
        "the key's memory at stake",
        KEY.replace(
            "return len(chunk_starts(n, size, overlap))", "return len(chunk_starts(10**12, 2, 1))"
        ),
        n_chunks="timed out",
    ),
    instead(
        "arguments used up",
        KEY.replace("    return windows", "    units *= 0\n    return windows"),
        chunk_with_overlap="wrong",
    ),
]

ATTACKS = [*PRETENCE, *TAMPERING, *LOOKING, *HARM, *ENDING, *RIGHT, *PARTLY]
