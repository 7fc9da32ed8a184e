"""The texts of a class: judged in shards, kept for the next run, and none harms another."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from chunklab.classroom import batch
from chunklab.classroom.batch import Kept, judge_texts, layers_here
from chunklab.course.errors import CourseError
from chunklab.course.index import Course
from chunklab.grading import nursery
from chunklab.grading.judge import Judgement
from chunklab.grading.outcomes import Outcome

ROOT = Path(__file__).parents[2]
COURSE = Course.load(ROOT)
EXERCISE = COURSE.exercise("overlap")
KEY = (ROOT / "solutions/overlap.py").read_text(encoding="utf-8")
STUB = (ROOT / "exercises/overlap.py").read_text(encoding="utf-8")


def kept_in(folder, sandbox=("best",)):
    return Kept(folder, COURSE, EXERCISE, sandbox)


def judged(texts, kept, jobs=2):
    with ThreadPoolExecutor(jobs) as executor:
        return dict(judge_texts(COURSE, EXERCISE, texts, kept, executor, "best"))


def passed(judgement):
    return [v.outcome for v in judgement.verdicts.values()].count(Outcome.PASSED)


def test_every_text_is_judged_once_and_kept(tmp_path, monkeypatch):
    texts = [f"# {n}\n{KEY}" for n in range(3)] + [STUB, "", "def stride(:"]
    first = judged([*texts, *texts], kept_in(tmp_path))
    assert [passed(first[text]) for text in texts] == [7, 7, 7, 0, 0, 0]
    assert len(list(tmp_path.glob("*.json"))) == len(texts)

    def never(*_):
        raise AssertionError("what is kept was judged again")

    monkeypatch.setattr(batch, "judge_shard", never)
    assert judged(texts, kept_in(tmp_path)) == first
    with pytest.raises(AssertionError, match="judged again"):
        judged([KEY], kept_in(tmp_path))


def test_another_sandbox_or_check_is_another_judgement(tmp_path):
    judged([STUB], kept_in(tmp_path))
    assert kept_in(tmp_path).get(STUB)
    assert kept_in(tmp_path, ["none"]).get(STUB) is None
    assert kept_in(tmp_path).get(f"{STUB}\n") is None


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "null", '{"verdicts": {}}', '{"verdicts": {}, "notes": []}', "\udcff"],
)
def test_what_cannot_be_understood_counts_as_none(tmp_path, content):
    judged([STUB], kept_in(tmp_path))
    [path] = tmp_path.glob("*.json")
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    assert kept_in(tmp_path).get(STUB) is None


def test_a_session_that_fails_costs_only_the_text_that_made_it_fail(tmp_path, monkeypatch):
    run = batch.run_checks

    def fails_for_some(root, checks, paths, functions, sandbox):
        for path in paths:
            if "fatal" in path.read_text():
                raise batch.ChecksDidNotRun("the checks broke")
            yield from run(root, checks, [path], functions, sandbox)

    monkeypatch.setattr(batch, "run_checks", fails_for_some)
    texts = [STUB, f"# fatal\n{STUB}", KEY, *(f"# {n}\n{KEY}" for n in range(14))]
    found = judged(texts, kept_in(tmp_path))
    assert found[texts[1]] == "the checks broke"
    assert (passed(found[STUB]), passed(found[KEY])) == (0, 7)
    assert len(list(tmp_path.glob("*.json"))) == 16, "what was not judged is tried again"


def test_a_text_that_no_file_can_hold_as_it_is(tmp_path):
    text = f"# coding: latin-1\n{KEY}\nassert len('é') == 1\nSURROGATE = '\ud800'\n"
    found = judged([text], kept_in(tmp_path))
    assert isinstance(found[text], Judgement)
    assert (passed(found[text]), found[text].notes) == (7, [])


def test_a_text_whose_coding_cookie_was_true_of_the_file_it_came_from(tmp_path):
    text = "# coding: latin-1\n" + KEY.replace("covered", "d\xe9j\xe0")
    assert passed(judged([text], kept_in(tmp_path))[text]) == 7


def test_a_session_ends_when_nobody_reads_what_it_finds(tmp_path):
    submissions = [tmp_path / f"{n}.py" for n in range(3)]
    for path in submissions:
        path.write_text(STUB)
    reports, theirs = os.pipe()
    os.close(reports)
    command = [sys.executable, "-P", "-m", "pytest", "-p", "chunklab.grading.plugin", "-q"]
    command += ["-p", "no:cacheprovider", "--verdicts", f"/dev/fd/{theirs}", "--function=stride"]
    command += [f"--submission={path}" for path in submissions]
    run = subprocess.run(
        [*command, *COURSE.checks(EXERCISE)[:1]],
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        pass_fds=[theirs],
        capture_output=True,
        text=True,
        check=False,
    )
    os.close(theirs)
    assert run.stdout.startswith("F!")  # the first failed, and the two others were not judged
    assert "nobody reads what is found" in run.stdout


def test_a_sandbox_that_is_not_to_be_had_is_told_before_anything_is_judged(monkeypatch):
    assert "rlimits" in layers_here("best")[0]

    def lacks(self):
        raise nursery.SandboxMissing("this machine lacks a layer of the sandbox: landlock.")

    monkeypatch.setattr(nursery.Nursery, "_start", lacks)
    with pytest.raises(CourseError, match=r"lacks a layer .* add --sandbox=best"):
        layers_here("require")
