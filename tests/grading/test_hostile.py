"""No undeserved point, no lost point, no hang: every attack gets exactly what it deserves."""

import runpy

import pytest

from chunklab.grading.child import Limits
from chunklab.grading.judge import Judge
from chunklab.grading.key import Key
from chunklab.grading.nursery import Nursery

from .hostile import ATTACKS, FUNCTIONS, ROOT, UNSAFE

CHECKS = runpy.run_path(str(ROOT / "tests/exercises/test_overlap.py"))["CHECKS"]
LIMITS = Limits(cpu=0.5, wall=1.5)


@pytest.fixture(scope="module")
def surroundings(request):
    with (
        Nursery(request.param) as nursery,
        Key(ROOT / "solutions/overlap.py", nursery, LIMITS) as key,
    ):
        yield nursery, key


def undeserved(attack, surroundings, deserved):
    """Return the outcomes that are not the deserved ones, by function."""
    nursery, key = surroundings
    with Judge(attack.source, "overlap.py", nursery, key, LIMITS) as judge:
        found = {name: str(judge.walk(name, CHECKS[name]).outcome) for name in FUNCTIONS}
    return {
        name: outcome
        for name, outcome in found.items()
        if outcome not in deserved[name].split(" or ")
    }


def test_there_are_enough_and_no_two_are_called_the_same():
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS) >= 60


@pytest.mark.parametrize("surroundings", ["best"], indirect=True)
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_an_attack_gets_what_it_deserves(attack, surroundings):
    assert undeserved(attack, surroundings, attack.outcomes) == {}


@pytest.mark.parametrize("surroundings", ["none"], indirect=True)
@pytest.mark.parametrize(
    "attack", [a for a in ATTACKS if a.alone != UNSAFE], ids=lambda attack: attack.name
)
def test_what_the_judge_alone_withstands(attack, surroundings):
    assert undeserved(attack, surroundings, attack.alone or attack.outcomes) == {}
