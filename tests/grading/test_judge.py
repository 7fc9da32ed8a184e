"""The judge: one bug costs one function, and a child's death is told in words."""

import runpy
import time
from pathlib import Path

import pytest

from chunklab.grading import judge as module
from chunklab.grading.checks import Check, Raises
from chunklab.grading.child import Child, Limits
from chunklab.grading.judge import Judge, Verdict
from chunklab.grading.key import Key
from chunklab.grading.nursery import Nursery
from chunklab.grading.outcomes import Outcome
from chunklab.grading.values import MAX_ITEMS, Generated, Stream

ROOT = Path(__file__).parents[2]
CHECKS = runpy.run_path(str(ROOT / "tests/exercises/test_overlap.py"))["CHECKS"]
QUICK = Limits(cpu=0.3, wall=1.0)


@pytest.fixture
def judged(nursery):
    """Return a function that gives the judge of a source."""
    return lambda source, limits=QUICK: Judge(source, "f.py", nursery, limits=limits)


@pytest.fixture
def judge_one(judged):
    """Return a function that judges ``def f`` in a source by one check."""

    def judge_one(source, expected=1, arguments=(), **how):
        check = Check(arguments, expected, "the only check", "a hint")
        with judged(source) as judge:
            return judge.walk("f", [check], **how)

    return judge_one


@pytest.mark.parametrize(
    "ending",
    [
        "while True: pass",
        "import time; time.sleep(60)",
        "import os; os._exit(0)",
        "raise SystemExit",
    ],
)
@pytest.mark.parametrize("bad", ["stride", "n_chunks", "chunk_with_overlap"])
def test_what_ends_one_function_leaves_the_other_six_judged(judged, bad, ending):
    bodies = {name: ending if name == bad else "return 1" for name in CHECKS}
    source = "\n".join(f"def {name}():\n    {body}" for name, body in bodies.items())
    with judged(source) as judge:
        outcomes = {name: judge.walk(name, [Check((), 1, "", "")] * 3).outcome for name in CHECKS}
    assert outcomes.pop(bad) in (Outcome.TIMED_OUT, Outcome.CRASHED, Outcome.RAISED)
    assert list(outcomes.values()) == [Outcome.PASSED] * 6


def test_a_loop_is_timed_out_by_its_computing_time(judge_one):
    verdict = judge_one("def f():\n    while True: pass")
    assert verdict.outcome is Outcome.TIMED_OUT
    assert verdict.reason == "no answer within 0.3 s of computing"


def test_a_loop_at_top_level_costs_only_what_it_would_define(judged):
    source = "while True: pass\ndef f(): return 1\nX = 3\nY = f()"
    with judged(source) as judge:
        found = judge.walk("f", [Check((), 1, "", "")])
    assert found.outcome is Outcome.PASSED
    assert judge.notes == [
        "only definitions were loaded: while the whole file was loaded, no answer within 0.3 s of "
        "computing"
    ]


def test_a_definition_that_never_ends_is_waited_for_once(judged):
    source = "import os\nclass A:\n    while True: pass\ndef f(): return 1"
    with judged(source) as judge:
        outcomes = {judge.walk(name, [Check((), 1, "", "")]).outcome for name in "fgh"}
    assert outcomes == {Outcome.TIMED_OUT}


def test_statements_that_fail_are_skipped_and_listed(judged):
    source = """import numpy
import chunklab
from math import ceil
raise SystemExit
import sys; sys.exit(0)
def g(: pass
@undefined
def h(): pass
def f(): return ceil(0.5)
print(1 / 0)
"""
    with judged(source) as judge:
        verdicts = {name: judge.walk(name, [Check((), 1, "", "")]) for name in "fgh"}
    assert verdicts["f"].outcome is Outcome.PASSED
    assert verdicts["g"].outcome is verdicts["h"].outcome is Outcome.ABSENT
    assert verdicts["g"].reason.endswith("does not work: SyntaxError: invalid syntax (line 6)")
    assert "NameError: name 'undefined' is not defined (line 7)" in verdicts["h"].reason
    notes = "\n".join(judge.notes)
    for told in (
        "numpy cannot be imported: only Python's standard library is there",
        "chunklab cannot be imported: a submission is judged on code of its own",
        "SystemExit",
        "ZeroDivisionError",
    ):
        assert told in notes


def test_an_exit_is_told_as_what_it_was(judge_one):
    verdict = judge_one("import os\ndef f(): os._exit(3)")
    assert verdict.outcome is Outcome.CRASHED
    assert verdict.reason == "it ended the program itself, with exit status 3"
    verdict = judge_one("import os, signal\ndef f(): os.kill(os.getpid(), signal.SIGSEGV)")
    assert verdict.reason == "it was ended by a signal: Segmentation fault"


def test_an_exception_is_told_with_its_line(judge_one):
    verdict = judge_one("def g():\n    return 1 / 0\ndef f():\n    return g()")
    assert verdict.outcome is Outcome.RAISED
    assert verdict.got == "ZeroDivisionError: division by zero (line 2)"


def test_memory_has_an_outcome_of_its_own(judge_one):
    assert judge_one("def f(): raise MemoryError").outcome is Outcome.OUT_OF_MEMORY


@pytest.mark.parametrize(
    ("source", "outcome"),
    [
        ("{real}\n{stub}", Outcome.PASSED),  # a duplicated cell
        ("{stub}\n{real}", Outcome.PASSED),
        ("{stub}\n{real}\n{stub}\n{stub}", Outcome.PASSED),
        ("{stub}\n{stub}", Outcome.NOT_ATTEMPTED),
        ("{real}\ndef f(): return 2", Outcome.WRONG),  # of written ones the last counts
    ],
)
def test_a_stub_does_not_undo_what_was_written_above_it(judge_one, source, outcome):
    stub = "def f():\n    'Return one.'\n    raise NotImplementedError"
    written = source.format(real="def f(): return 1", stub=stub)
    assert judge_one(written).outcome is outcome


def test_a_missing_function_is_absent_with_the_likely_reason(judge_one):
    assert judge_one("g = 1").reason == "no function of this name is defined"
    verdict = judge_one("x = 1\nif x:\nprint(x)")
    assert verdict.outcome is Outcome.ABSENT
    assert "IndentationError" in verdict.reason
    assert "(line 2)" in verdict.reason


def test_an_unwritten_helper_is_named(judge_one):
    verdict = judge_one("def g(): raise NotImplementedError\ndef f(): return g()")
    assert verdict.outcome is Outcome.RAISED
    assert verdict.reason == "it calls g, which is not written yet"


def test_only_a_real_value_error_is_one(judge_one):
    fake = "class ValueError(Exception): pass\ndef f(): raise ValueError"
    assert judge_one(fake, Raises(ValueError)).outcome is Outcome.WRONG
    mine = "class Mine(ValueError): pass\ndef f(): raise Mine"
    assert judge_one(mine, Raises(ValueError)).outcome is Outcome.PASSED


@pytest.mark.parametrize(
    "lie",
    [
        "class A:\n    def __eq__(self, other): return True\ndef f(): return A()",
        "class A(int):\n    def __eq__(self, other): return True\ndef f(): return A(1)",
        "def f(): return True",
        "def f(): return 1.0",
        "def f(): return float('nan')",
        "def f(): yield 1",
        "async def f(): return 1",
        "f = 1",
    ],
)
def test_only_the_value_itself_passes(judge_one, lie):
    assert judge_one(lie).outcome in (Outcome.WRONG, Outcome.ABSENT)


def test_claims_about_arguments_cost_the_check(judge_one):
    changed = judge_one("def f(x):\n    x.append(3)\n    return 1", 1, ([1, 2],))
    assert (changed.outcome, changed.hint[:9]) == (Outcome.WRONG, "Arguments")
    shared = judge_one("def f(x): return [x]", [[1, 2]], ([1, 2],))
    assert "the argument itself" in shared.difference
    twice = judge_one("def f(): \n    row = [0]\n    return [row, row]", [[0], [0]])
    assert "the same list is in it twice" in twice.difference


RIGHT = "yield 'ab'; yield 'cd'"
PAIRS = Check(
    (Stream("abcd"),), Generated(["ab", "cd"]), "pairs of a stream", "a hint", taken=[2, 4]
)


@pytest.mark.parametrize(
    ("body", "difference"),
    [
        ("for a in stream: yield a + next(stream)", ""),
        (
            "a = list(stream)\n    yield a[0] + a[1]\n    yield a[2] + a[3]",
            "the values are right, but item 0 was yielded only when 4 items of the stream had been "
            "taken, and 2 are enough for it",
        ),
        ("return ['ab', 'cd']", "expected a generator, got a list"),
        ("return stream", "expected a generator, got a stream"),
        ("yield str(len(stream))", ""),  # raises: a stream has no length
    ],
)
def test_a_stream_is_read_no_further_than_is_needed(judged, body, difference):
    with judged(f"def f(stream):\n    {body}") as judge:
        verdict = judge.walk("f", [PAIRS])
    assert verdict.difference == difference
    assert (verdict.outcome is Outcome.PASSED) == (not difference and "len" not in body)


@pytest.mark.parametrize(
    ("body", "outcome", "told"),
    [
        ("return values.Generated(['ab', 'cd'])", Outcome.WRONG, "got a Generated"),
        ("stream.items = ['ab', 'cd']\n    return stream", Outcome.WRONG, "got a stream"),
        ("yield stream", Outcome.WRONG, "expected a string, got a stream"),
        (f"stream.taken = 10**4000\n    {RIGHT}", Outcome.WRONG, f"when {MAX_ITEMS} items"),
        (f"stream.items.clear()\n    {RIGHT}", Outcome.WRONG, "changed its argument"),
        (f"stream.taken = f\n    {RIGHT}", Outcome.CRASHED, "ended the program itself"),
        (f"stream.items = (0 for _ in iter(int, 1))\n    {RIGHT}", Outcome.CRASHED, "ended"),
        ("while True: next(stream)\n    yield", Outcome.RAISED, "StopIteration (line 3)"),
        ("row = []\n    yield row\n    row.append(row)", Outcome.TIMED_OUT, "no answer within"),
    ],
)
def test_nothing_done_to_a_stream_stalls_the_judge_or_makes_a_wrong_value_right(
    judged, body, outcome, told
):
    with judged(f"import sys; values = sys.modules['values']\ndef f(stream):\n    {body}") as judge:
        verdict = judge.walk("f", [PAIRS])
        hidden = judge.walk("f", [PAIRS], hidden=True)
    assert verdict.outcome is outcome
    words = f"{verdict.reason} {verdict.got} {verdict.difference}"
    assert told in words
    assert len(words) < 500
    assert hidden == Verdict("f", outcome, "", PAIRS.category, PAIRS.hint)


def test_a_walk_over_a_stream_that_never_ends_is_cut_at_the_most_values(judged):
    source = "def f(stream):\n    while True: yield list(stream)"
    with judged(source, Limits()) as judge:
        verdict = judge.walk("f", [PAIRS])
    assert verdict.outcome is Outcome.WRONG
    assert f"more than {MAX_ITEMS} values" in verdict.reason


def test_a_generator_that_yields_the_same_list_again_is_told(judge_one):
    body = "row = []\n    for n in (1, 2):\n        row[:] = [n]\n        yield row"
    verdict = judge_one(f"def f():\n    {body}", Generated([[1], [2]]))
    assert "the same list is in it twice" in verdict.difference


@pytest.mark.parametrize(
    "channel",
    [
        "print(x); raise KeyError(x)",
        "import sys; raise sys.modules['values'].TooLarge(x)",
        "import os; os._exit(len(x))",
        "import os; os.kill(os.getpid(), len(x))",
        "return x",
        "raise NotImplementedError(x)",
        "raise type(x, (Exception,), {})",
    ],
)
def test_a_hidden_check_reveals_category_and_hint_only(judge_one, channel):
    verdict = judge_one(f"def f(x):\n    {channel}", 1, ("secret",), hidden=True)
    assert verdict.outcome is not Outcome.PASSED
    told = {verdict.category, verdict.hint} - {""}
    assert told <= {"the only check", "a hint"}
    assert verdict == Verdict("f", verdict.outcome, "", verdict.category, verdict.hint)


def test_a_helped_child_does_not_outlive_an_error_of_the_judge(nursery, monkeypatch):
    with Key(ROOT / "solutions/overlap.py", nursery) as key:
        monkeypatch.setattr(key, "answer", lambda *_: 1 / 0)
        source = "def stride(size, overlap): return 0\ndef n_chunks(n, *more): return stride(*more)"
        with Judge(source, "f.py", nursery, key) as judge:
            with pytest.raises(ZeroDivisionError):
                judge.walk("n_chunks", CHECKS["n_chunks"])
            assert judge.walk("stride", CHECKS["stride"]).got == "0"


def test_output_is_kept_to_its_bound_and_never_fatal(judge_one):
    body = "print('é\\ud800' * 100_000); sys.stdout.close(); return 2"
    verdict = judge_one(f"import sys\ndef f(): {body}")
    assert verdict.outcome is Outcome.WRONG
    assert verdict.output.startswith("é\\ud800é")
    assert len(verdict.output.encode()) <= 65_536


def test_an_answer_out_of_bounds_is_refused_with_the_reason(judge_one):
    assert "more than 100000 values" in judge_one("def f(): return [0] * 10**7").reason
    assert (
        "more than 100000 values"
        in judge_one("import itertools\ndef f(): return (i for i in itertools.count())").reason
    )
    deep = "def f():\n    x = []\n    for _ in range(10**5): x = [x]\n    return x"
    assert "nested more than 50 deep" in judge_one(deep).reason
    assert "bits" in judge_one("def f(): return 1 << 10**6").reason


def test_a_large_request_reaches_a_child_that_reads_slowly(judge_one):
    source = "import time\n" + "# padding\n" * 50_000 + "def f(x): return len(x)"
    assert judge_one(source, 200_000, ("a" * 200_000,)).outcome is Outcome.PASSED


def test_hidden_checks_are_asked_for_at_once_and_a_death_is_told_at_its_own(judged):
    checks = [Check((n,), n, f"category {n}", "a hint") for n in range(5)]
    source = "import os\ndef f(n): return n if n < 3 else os._exit(0)"
    with judged(source) as judge:
        died = judge.walk("f", checks, hidden=True)
        assert (died.outcome, died.category) == (Outcome.CRASHED, "category 3")
        assert judge.walk("f", checks[:3], hidden=True).outcome is Outcome.PASSED


def test_more_questions_and_answers_than_the_pipes_hold(judged):
    checks = [Check((f"{n} {'x' * 5000}",), f"{n} {'x' * 5000}", "", "") for n in range(200)]
    with judged("def f(text):\n    print(text * 9)\n    return text") as judge:
        assert judge.walk("f", checks, hidden=True).outcome is Outcome.PASSED
        assert judge.walk("f", checks[:3]).outcome is Outcome.PASSED


def test_time_runs_on_while_questions_are_answered(nursery):
    asks = '{"ask": "stride", "arguments": [9, 1]}\\n'
    source = f"""
import os, time
def chunk_starts(*given):
    for fd in range(3, 9):
        try: os.write(fd, b'{asks}' * 500)
        except OSError: pass
    time.sleep(9)
"""
    answered = []

    class SlowKey(Key):
        def answer(self, function, arguments, scratch=None):
            answered.append(function)
            time.sleep(0.1)
            return {"value": 8}

    with (
        SlowKey(ROOT / "solutions/overlap.py", nursery) as key,
        Judge(source, "f.py", nursery, key, QUICK) as judge,
    ):
        verdict = judge.walk("chunk_starts", CHECKS["chunk_starts"])
    assert verdict.outcome is Outcome.TIMED_OUT
    assert len(answered) < 50


def test_what_all_functions_use_together_is_bounded(judged, monkeypatch):
    monkeypatch.setattr(module, "TOGETHER", 0.4)
    source = "".join(f"def {name}():\n    sleep(0.3)\n    return 1\n" for name in "fgh")
    with judged(f"from time import sleep\n{source}") as judge:
        verdicts = [judge.walk(name, [Check((), 1, "", "")]) for name in "fgh"]
    assert [each.outcome for each in verdicts] == ["passed", "passed", "timed out"]
    assert verdicts[2].reason == "all functions together used more than 0.4 s"


def test_waiting_for_a_processor_does_not_count(judge_one, monkeypatch):
    sleeper = "import time\ndef f():\n    time.sleep(1.2)\n    return 1"
    verdict = judge_one(sleeper)
    assert (verdict.outcome, verdict.reason) == (Outcome.TIMED_OUT, "no answer within 1 s")
    monkeypatch.setattr(Child, "_waited", lambda self: time.monotonic())
    assert judge_one(sleeper).outcome is Outcome.PASSED


def test_the_system_tells_how_long_a_child_waited(nursery):
    with Child(nursery, QUICK) as child:
        before = child._waited()
        child.load("for _ in range(10**6): pass", "f.py")
        assert 0.0 <= before <= child._waited() < 60


def test_what_calls_a_function_that_never_ends_is_helped_at_once(nursery, monkeypatch):
    tried = []
    walk = Judge._walk
    monkeypatch.setattr(
        Judge,
        "_walk",
        lambda self, function, checks, hidden, helpers: (
            tried.append((function, bool(helpers))) or walk(self, function, checks, hidden, helpers)
        ),
    )
    source = (ROOT / "solutions/overlap.py").read_text(encoding="utf-8")
    source += "\ndef chunk_starts(n, size, overlap):\n    while True: pass"
    with (
        Key(ROOT / "solutions/overlap.py", nursery) as key,
        Judge(source, "f.py", nursery, key, QUICK) as judge,
    ):
        verdicts = {name: judge.walk(name, CHECKS[name]) for name in CHECKS}
    assert tried == [
        *(("stride", False), ("chunk_starts", False), ("chunk_starts", True)),
        *((name, True) for name in list(CHECKS)[2:]),
    ]
    assert verdicts.pop("chunk_starts").outcome is Outcome.TIMED_OUT
    assert {verdict.outcome for verdict in verdicts.values()} == {Outcome.PASSED}


@pytest.mark.parametrize(
    ("before", "salvaged"),
    [
        ("", False),
        ("def g(:", True),
        ("import numpy", True),
        ("while True: pass", True),
        ("from chunklab.course import check", False),  # a lesson's own cell
        ("1 / 0", False),  # it costs nothing of what was handed in
    ],
)
def test_salvaged_is_what_lost_a_part(judged, before, salvaged):
    with judged(f"{before}\ndef f(): return 1") as judge:
        assert judge.walk("f", [Check((), 1, "", "")]).outcome is Outcome.PASSED
        assert judge.salvaged is salvaged


def test_the_same_answer_each_time_where_it_depends_on_the_order_of_a_set(judged):
    source = "def f(): return list({'cut', 'window', 'stride', 'overlap', 'chunk'})"
    with judged(source) as judge:
        answer = judge.walk("f", [Check((), [], "", "")]).got
    with Nursery() as another, Judge(source, "f.py", another) as judge:
        assert judge.walk("f", [Check((), [], "", "")]).got == answer


def test_addresses_are_left_out(judge_one):
    assert judge_one("def f(): return object()").got == "<object object> (object)"


def test_where_the_key_has_no_answer_the_own_failure_is_told(nursery):
    source = """
def stride(size, overlap): return size
def chunk_starts(n, size, overlap):
    stride(iter([size]), overlap)
    return "mine"
"""
    with (
        Key(ROOT / "solutions/overlap.py", nursery) as key,
        Judge(source, "f.py", nursery, key, QUICK) as judge,
    ):
        verdict = judge.walk("chunk_starts", CHECKS["chunk_starts"])
    assert verdict.got == "'mine'"
