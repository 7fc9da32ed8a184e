"""Of every lesson: the key is right, the stub not attempted, and each check's row is sound."""

import runpy

import pytest

from chunklab.grading.checks import Raises
from chunklab.grading.compare import difference
from chunklab.grading.outcomes import Outcome
from chunklab.grading.values import decode, encode

from .lessons import ROOT, Lesson

NAMES = sorted(path.stem for path in (ROOT / "solutions").glob("*.py"))


@pytest.fixture(params=NAMES)
def lesson(request):
    return Lesson(request.param)


@pytest.fixture
def nursery(nurseries, lesson):
    return nurseries(lesson.scratch)


def outcomes(verdicts):
    return {verdict.outcome for verdict in verdicts}


def test_the_answer_key_passes_throughout(nursery, lesson):
    assert outcomes(lesson.verdicts(nursery, lesson.key)) == {Outcome.PASSED}


def test_the_untouched_stub_is_not_attempted_throughout(nursery, lesson):
    assert outcomes(lesson.verdicts(nursery, lesson.stub)) == {Outcome.NOT_ATTEMPTED}


@pytest.mark.parametrize("body", ["pass", "...", '"""Later."""', '"""Later."""\npass'])
def test_an_empty_body_is_not_attempted(nursery, lesson, body):
    indented = body.replace("\n", "\n    ")
    source = "".join(f"def {f}(*args):\n    {indented}\n" for f in lesson.checks)
    assert outcomes(lesson.verdicts(nursery, source)) == {Outcome.NOT_ATTEMPTED}


def test_every_row_of_the_checks_is_decided_by_the_answer_key(lesson):
    key = runpy.run_path(str(ROOT / f"solutions/{lesson.name}.py"))
    for function, checks in lesson.checks.items():
        for check in checks:
            if check.is_scene:  # judged above: outside of its scene the call means nothing
                continue
            arguments = decode(encode(list(check.arguments)))
            if isinstance(check.expected, Raises):
                with pytest.raises(check.expected.kind):
                    encode(key[function](*arguments))  # a generator raises once it is read
            else:
                answer = decode(encode(key[function](*arguments)))
                assert difference(check.expected, answer) is None
            for wrong, _ in check.known:
                assert difference(check.expected, wrong)
