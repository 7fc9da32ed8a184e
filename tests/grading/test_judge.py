"""The judge: one bug costs one function, and a child's death is told in words."""

import runpy
from pathlib import Path

import pytest

from chunklab.grading.checks import Check, Raises
from chunklab.grading.child import Limits
from chunklab.grading.judge import Judge, Verdict
from chunklab.grading.key import Key
from chunklab.grading.outcomes import Outcome

ROOT = Path(__file__).parents[2]
CHECKS = runpy.run_path(str(ROOT / "tests/exercises/test_overlap.py"))["CHECKS"]
QUICK = Limits(cpu=0.3, wall=1.0)


def judge_one(source, expected=1, arguments=(), **how):
    """Judge ``def f`` in ``source`` by one check."""
    check = Check(arguments, expected, "the only check", "a hint")
    with Judge(source, "f.py", limits=QUICK) as judge:
        return judge.walk("f", [check], **how)


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
def test_what_ends_one_function_leaves_the_other_six_judged(bad, ending):
    bodies = {name: ending if name == bad else "return 1" for name in CHECKS}
    source = "\n".join(f"def {name}():\n    {body}" for name, body in bodies.items())
    with Judge(source, "overlap.py", limits=QUICK) as judge:
        outcomes = {name: judge.walk(name, [Check((), 1, "", "")] * 3).outcome for name in CHECKS}
    assert outcomes.pop(bad) in (Outcome.TIMED_OUT, Outcome.CRASHED, Outcome.RAISED)
    assert list(outcomes.values()) == [Outcome.PASSED] * 6


def test_a_loop_is_timed_out_by_its_computing_time():
    verdict = judge_one("def f():\n    while True: pass")
    assert verdict.outcome is Outcome.TIMED_OUT
    assert verdict.reason == "no answer within 0.3 s of computing"


def test_a_loop_at_top_level_costs_only_what_it_would_define():
    source = "while True: pass\ndef f(): return 1\nX = 3\nY = f()"
    with Judge(source, "f.py", limits=QUICK) as judge:
        found = judge.walk("f", [Check((), 1, "", "")])
    assert found.outcome is Outcome.PASSED
    assert judge.notes == [
        "only definitions were loaded, as otherwise while the file was loaded, no answer within "
        "0.3 s of computing"
    ]


def test_a_definition_that_never_ends_is_waited_for_once():
    source = "import os\nclass A:\n    while True: pass\ndef f(): return 1"
    with Judge(source, "f.py", limits=QUICK) as judge:
        outcomes = {judge.walk(name, [Check((), 1, "", "")]).outcome for name in "fgh"}
    assert outcomes == {Outcome.TIMED_OUT}


def test_statements_that_fail_are_skipped_and_listed():
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
    with Judge(source, "f.py", limits=QUICK) as judge:
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
def test_a_stub_does_not_undo_what_was_written_above_it(source, outcome):
    stub = "def f():\n    'Return one.'\n    raise NotImplementedError"
    written = source.format(real="def f(): return 1", stub=stub)
    assert judge_one(written).outcome is outcome


def test_an_exit_is_told_as_what_it_was():
    verdict = judge_one("import os\ndef f(): os._exit(3)")
    assert verdict.outcome is Outcome.CRASHED
    assert verdict.reason == "it ended the program itself, with exit status 3"
    verdict = judge_one("import os, signal\ndef f(): os.kill(os.getpid(), signal.SIGSEGV)")
    assert verdict.reason == "it was ended by a signal: Segmentation fault"


def test_an_exception_is_told_with_its_line():
    verdict = judge_one("def g():\n    return 1 / 0\ndef f():\n    return g()")
    assert verdict.outcome is Outcome.RAISED
    assert verdict.got == "ZeroDivisionError: division by zero (line 2)"


def test_memory_has_an_outcome_of_its_own():
    assert judge_one("def f(): raise MemoryError").outcome is Outcome.OUT_OF_MEMORY


def test_a_missing_function_is_absent_with_the_likely_reason():
    assert judge_one("g = 1").reason == "no function of this name is defined"
    verdict = judge_one("x = 1\nif x:\nprint(x)")
    assert verdict.outcome is Outcome.ABSENT
    assert "IndentationError" in verdict.reason
    assert "(line 2)" in verdict.reason


def test_an_unwritten_helper_is_named():
    verdict = judge_one("def g(): raise NotImplementedError\ndef f(): return g()")
    assert verdict.outcome is Outcome.RAISED
    assert verdict.reason == "it calls g, which is not written yet"


def test_only_a_real_value_error_is_one():
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
def test_only_the_value_itself_passes(lie):
    assert judge_one(lie).outcome in (Outcome.WRONG, Outcome.ABSENT)


def test_claims_about_arguments_cost_the_check():
    changed = judge_one("def f(x):\n    x.append(3)\n    return 1", 1, ([1, 2],))
    assert (changed.outcome, changed.hint[:9]) == (Outcome.WRONG, "Arguments")
    shared = judge_one("def f(x): return [x]", [[1, 2]], ([1, 2],))
    assert "the argument itself" in shared.difference
    twice = judge_one("def f(): \n    row = [0]\n    return [row, row]", [[0], [0]])
    assert "the same list is in it twice" in twice.difference


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
def test_a_hidden_check_reveals_category_and_hint_only(channel):
    verdict = judge_one(f"def f(x):\n    {channel}", 1, ("secret",), hidden=True)
    assert verdict.outcome is not Outcome.PASSED
    told = {verdict.category, verdict.hint} - {""}
    assert told <= {"the only check", "a hint"}
    assert verdict == Verdict("f", verdict.outcome, "", verdict.category, verdict.hint)


def test_a_helped_child_does_not_outlive_an_error_of_the_judge(monkeypatch):
    with Key(ROOT / "solutions/overlap.py") as key:
        monkeypatch.setattr(key, "answer", lambda *_: 1 / 0)
        source = "def stride(size, overlap): return 0\ndef n_chunks(n, *more): return stride(*more)"
        with Judge(source, "f.py", key) as judge:
            with pytest.raises(ZeroDivisionError):
                judge.walk("n_chunks", CHECKS["n_chunks"])
            assert judge.walk("stride", CHECKS["stride"]).got == "0"


def test_output_is_kept_to_its_bound_and_never_fatal():
    body = "print('é\\ud800' * 100_000); sys.stdout.close(); return 2"
    verdict = judge_one(f"import sys\ndef f(): {body}")
    assert verdict.outcome is Outcome.WRONG
    assert verdict.output.startswith("é\\ud800é")
    assert len(verdict.output.encode()) <= 65_536


def test_an_answer_out_of_bounds_is_refused_with_the_reason():
    assert "more than 100000 values" in judge_one("def f(): return [0] * 10**7").reason
    assert (
        "more than 100000 values"
        in judge_one("import itertools\ndef f(): return (i for i in itertools.count())").reason
    )
    deep = "def f():\n    x = []\n    for _ in range(10**5): x = [x]\n    return x"
    assert "nested more than 50 deep" in judge_one(deep).reason
    assert "bits" in judge_one("def f(): return 1 << 10**6").reason


def test_a_large_request_reaches_a_child_that_reads_slowly():
    source = "import time\n" + "# padding\n" * 50_000 + "def f(x): return len(x)"
    assert judge_one(source, 200_000, ("a" * 200_000,)).outcome is Outcome.PASSED
