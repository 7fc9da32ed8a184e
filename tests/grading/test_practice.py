"""Practice in the judge's own process: verdicts are those of a child, and Python is as before."""

import json
import os
import subprocess
import sys

import pytest

from chunklab.grading import run
from chunklab.grading.checks import Check, Raises
from chunklab.grading.child import Limits
from chunklab.grading.judge import Judge
from chunklab.grading.outcomes import Outcome
from chunklab.grading.practice import TOOL, Practice

from . import test_wrong_answers_evidence as evidence
from . import test_wrong_answers_ingest as ingest
from . import test_wrong_answers_overlap as overlap
from . import test_wrong_answers_separators as separators
from . import test_wrong_answers_sources as sources
from . import test_wrong_answers_windows as windows
from .lessons import ROOT, Lesson

QUICK = Limits(wall=0.3)
KNOWN = [
    pytest.param(name, function, body, id=f"{name}, {function}: {what}")
    for name, answers in (
        ("overlap", overlap.WRONG),
        ("windows", [*windows.WRONG, *windows.RIGHT]),
        ("sources", [*sources.WRONG, *sources.RIGHT]),
        ("separators", [*separators.WRONG, *separators.RIGHT]),
        ("evidence", [*evidence.WRONG, *evidence.RIGHT]),
        ("ingest", [*ingest.WRONG, *ingest.RIGHT]),
    )
    for what, function, body, *_ in answers
]


@pytest.mark.parametrize(("name", "function", "body"), KNOWN)
def test_a_known_answer_meets_the_same_verdict_as_in_a_child(nurseries, name, function, body):
    lesson = Lesson(name)
    source = lesson.with_body(function, body)
    [practised] = lesson.verdicts(Practice(scratch=lesson.scratch), source, function)
    [judged] = lesson.verdicts(nurseries(lesson.scratch), source, function)
    if "a power cut in the middle" in judged.category:  # there is nothing that could be ended
        assert practised.outcome is Outcome.PASSED
    else:
        assert practised == judged


@pytest.mark.parametrize(
    "name", ["overlap", "windows", "sources", "separators", "evidence", "ingest"]
)
def test_an_untouched_file_is_not_attempted(name):
    lesson = Lesson(name)
    found = lesson.verdicts(Practice(scratch=lesson.scratch), lesson.stub)
    assert {verdict.outcome for verdict in found} == {Outcome.NOT_ATTEMPTED}


def verdict_on(body, expected=None, *arguments):
    with Judge(f"def f(*given):\n{body}\n", "f.py", Practice(), limits=QUICK) as judge:
        return judge.walk("f", [Check(arguments, expected, "once", "think")])


interrupted = pytest.mark.skipif(
    sys.version_info < (3, 12),
    reason="code is interrupted from Python 3.12 on; tests/site does it in a browser's Python",
)


@interrupted
@pytest.mark.parametrize(
    "body",
    [
        "    while True: pass",
        "    while True:\n        pass",
        "    while True:\n        try:\n            given = ()\n        except:\n            pass",
        "    for _ in iter(int, 1):\n        try:\n            continue\n"
        "        except BaseException:\n            continue",
        "    from itertools import count\n    return sum(1 for _ in count())",
    ],
)
def test_a_loop_in_python_that_never_ends_is_timed_out(body):
    verdict = verdict_on(body)
    assert (verdict.outcome, verdict.reason) == (Outcome.TIMED_OUT, "no answer within 0.3 s")


@interrupted
def test_a_top_level_that_never_ends_leaves_the_definitions():
    source = "def f():\n    return 1\n\nn = 0\nwhile True:\n    n += 1\n"
    with Judge(source, "f.py", Practice(), limits=QUICK) as judge:
        assert judge.walk("f", [Check((), 1, "once", "")]).outcome is Outcome.PASSED
        [note] = judge.notes
    assert note == (
        "only definitions were loaded: while the whole file was loaded, no answer within 0.3 s"
    )


@interrupted
def test_after_a_timeout_python_is_as_before():
    before = __import__, sys.stdout, sys.monitoring.get_tool(TOOL)
    verdict_on("    while True:\n        pass")
    assert before == (__import__, sys.stdout, sys.monitoring.get_tool(TOOL))
    assert verdict_on("    return 3", 3).outcome is Outcome.PASSED


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("import chunklab.geometry", "a submission is judged on code of its own"),
        ("from numpy import array", "only Python's standard library is there"),
    ],
)
def test_only_what_grading_has_can_be_imported(statement, reason):
    verdict = verdict_on(f"    {statement}")
    assert verdict.outcome is Outcome.RAISED
    assert reason in verdict.got
    assert (
        verdict_on("    import json, textwrap\n    return json.dumps(1)", "1").outcome == "passed"
    )


def test_what_is_printed_is_shown_and_cut(capsys):
    verdict = verdict_on("    for n in range(200_000): print(n)\n    return 1")
    assert verdict.output.startswith("0\n1\n2\n")
    assert len(verdict.output) == 65_536
    assert capsys.readouterr().out == ""


def test_ending_the_program_or_memory_costs_the_function_only():
    assert verdict_on("    import sys\n    sys.exit(3)").got == "SystemExit: 3 (line 3)"
    assert verdict_on("    return 'a' * 10**18").outcome is Outcome.OUT_OF_MEMORY
    assert verdict_on("    return f()").got.startswith("RecursionError")
    assert verdict_on("    raise ValueError", Raises(ValueError)).outcome is Outcome.PASSED


def test_a_check_cannot_be_changed_through_its_arguments():
    units = ["a"]
    verdict = verdict_on("    given[0].append('b')\n    return 1", 1, units)
    assert (verdict.difference, units) == (
        "the value is right, but the call changed its argument",
        ["a"],
    )


def test_the_key_helps_in_a_child_only():
    with pytest.raises(ValueError, match="not helped by the key"):
        Practice().child(QUICK, lambda *_: {})


WHOLE = """
import json, sys
from dataclasses import asdict
from pathlib import Path
from chunklab.grading.run import practise
root = Path(sys.argv[1])
checks = [root / "tests/exercises/test_overlap.py"]
found = practise(root, checks, root / sys.argv[2], sys.argv[3:])
again = practise(root, checks, root / sys.argv[2], sys.argv[3:])
assert found == again
print(json.dumps(asdict(found)))
"""


def test_a_whole_run_with_files_leaves_no_folder(tmp_path):
    program = (
        "import sys\nfrom pathlib import Path\nfrom chunklab.grading.run import practise\n"
        "root = Path(sys.argv[1])\n"
        "found = practise(root, [root / 'tests/exercises/test_ingest.py'], "
        "root / 'solutions/ingest.py', ['ingest', 'ingest_folder'])\n"
        "print(*(verdict.outcome for verdict in found.verdicts.values()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, ROOT],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    assert done.stdout == "passed passed\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("file", ["solutions/overlap.py", "exercises/overlap.py"])
def test_a_whole_run_gives_the_same_judgement_as_one_with_processes(file):
    functions = ["stride", "n_chunks"]
    # In a Python of its own: these tests' pytest has loaded the checks already.
    done = subprocess.run(
        [sys.executable, "-c", WHOLE, ROOT, file, *functions],
        capture_output=True,
        text=True,
        check=True,
    )
    checks = [ROOT / "tests/exercises/test_overlap.py"]
    [expected] = run.run_checks(ROOT, checks, [ROOT / file], functions)
    practised = json.loads(done.stdout)
    assert run.Judgement.from_dict({**practised, "layers": expected.layers}) == expected
    assert practised["layers"] == []


def test_checks_that_break_say_so(tmp_path):
    checks = tmp_path / "test_broken.py"
    checks.write_text(
        "import pytest\nEXERCISE = 'f'\n@pytest.mark.parametrize('function', ['f'])\n"
        "def test_f(submission, function): 1 / 0\n",
        encoding="utf-8",
    )
    program = (
        "import sys\nfrom pathlib import Path\nfrom chunklab.grading.run import *\n"
        "root = Path(sys.argv[1])\n"
        "practise(root, [root / 'test_broken.py'], root / 'test_broken.py', ['f'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, tmp_path], capture_output=True, text=True, check=False
    )
    assert "ChecksDidNotRun" in done.stderr
    assert "ZeroDivisionError" in done.stderr


def test_what_grades_never_practises(monkeypatch):
    started = []

    def popen(command, **_):
        started.append([str(part) for part in command])
        raise InterruptedError

    monkeypatch.setattr(run.subprocess, "Popen", popen)
    monkeypatch.setattr(run, "practise", None)
    checks = [ROOT / "tests/exercises/test_overlap.py"]
    with pytest.raises(InterruptedError):
        list(run.run_checks(ROOT, checks, [ROOT / "exercises/overlap.py"], ["stride"], "none"))
    assert "--practice" not in started[0]
