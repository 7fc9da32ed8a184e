"""No undeserved point, no lost point, no hang: every attack gets exactly what it deserves."""

import runpy

import pytest

from chunklab.grading.child import Limits
from chunklab.grading.judge import Judge
from chunklab.grading.key import Key

from .hostile import ATTACKS, FUNCTIONS, ROOT, UNSAFE

CHECKS = runpy.run_path(str(ROOT / "tests/exercises/test_overlap.py"))["CHECKS"]
LIMITS = Limits(cpu=0.5, wall=1.5)


@pytest.fixture(scope="module")
def key():
    with Key(ROOT / "solutions/overlap.py", LIMITS) as running:
        yield running


def undeserved(attack, key, sandbox, deserved):
    """Return the outcomes that are not the deserved ones, by function."""
    with Judge(attack.source, "overlap.py", key, LIMITS, sandbox=sandbox) as judge:
        found = {name: str(judge.walk(name, CHECKS[name]).outcome) for name in FUNCTIONS}
    return {
        name: outcome
        for name, outcome in found.items()
        if outcome not in deserved[name].split(" or ")
    }


def test_there_are_enough_and_no_two_are_called_the_same():
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS) >= 60


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_gets_what_it_deserves(attack, key):
    assert undeserved(attack, key, "best", attack.outcomes) == {}


@pytest.mark.parametrize(
    "attack", [a for a in ATTACKS if a.alone != UNSAFE], ids=lambda attack: attack.name
)
def test_what_the_judge_alone_withstands(attack, key):
    assert undeserved(attack, key, "none", attack.alone or attack.outcomes) == {}
