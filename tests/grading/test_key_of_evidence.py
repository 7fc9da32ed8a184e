"""The key of lesson 5 against brute force: sets of positions, and the windows of lesson 2."""

import copy
import runpy
from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from .lessons import ROOT

KEY = runpy.run_path(str(ROOT / "solutions/evidence.py"))
WINDOWS = runpy.run_path(str(ROOT / "solutions/windows.py"))
SHARES = ["recall", "precision", "intersection_over_union"]


@st.composite
def runs(draw, most=8):
    starts = draw(
        st.lists(
            st.tuples(st.sampled_from(["tea", "rice", "Tea"]), st.integers(0, 20)), max_size=most
        )
    )
    # Made anew each time, for an equal name need not be the same object.
    return [(f"{name} leaves", start, start + draw(st.integers(1, 9))) for name, start in starts]


@st.composite
def settings(draw):
    pairs = st.tuples(st.sampled_from([100, 200, 300]), st.sampled_from([0, 20, 50]))
    return [
        {
            "size": size,
            "overlap": overlap,
            "recall": draw(st.sampled_from([0.0, 0.5, 0.75, 1.0])),
            "stored": draw(st.integers(1000, 1002)),
        }
        for size, overlap in draw(st.lists(pairs, unique=True, max_size=9))
    ]


def positions(evidence):
    """Return every position, each with its document, as a set."""
    return {(name, place) for name, start, end in evidence for place in range(start, end)}


@given(st.integers(1, 30), st.integers(1, 9), st.data())
@example(20, 8, None)
def test_survival_is_the_count_of_lesson_2_over_all_spans(n, size, data):
    overlap = data.draw(st.integers(0, size - 1)) if data else 3
    for length in range(1, n + 1):
        surviving = WINDOWS["surviving_spans"](n, size, overlap, length)
        survival = KEY["survival"](n, size, overlap, length)
        assert type(survival) is float
        assert survival == surviving / (n - length + 1)


@pytest.mark.parametrize(("size", "overlap", "length"), [(8, 3, 5), (8, 3, 8), (200, 50, 100)])
def test_away_from_the_ends_survival_comes_near_to_the_formula(size, overlap, length):
    share = (size - length + 1) / (size - overlap)
    near, nearer = (KEY["survival"](n, size, overlap, length) for n in (5 * size, 20 * size))
    assert abs(nearer - share) < abs(near - share) < 0.05


def test_every_span_of_overlap_plus_one_survives_and_none_longer_than_a_chunk():
    for overlap in range(8):
        assert KEY["survival"](50, 8, overlap, overlap + 1) == 1.0
        assert KEY["survival"](50, 8, overlap, 9) == 0.0


@given(runs())
def test_merged_evidence_holds_the_same_positions_in_as_few_runs_as_can_be(found):
    merged = KEY["merge_evidence"](found)
    assert positions(merged) == positions(found)
    assert all(start < end for _, start, end in merged)
    for (name, _, end), (next_name, next_start, _) in pairwise(merged):
        assert (name, end) < (next_name, next_start)


@given(runs(), runs())
def test_shares_are_those_of_sets_of_positions(found, wanted):
    here, there = positions(found), positions(wanted)
    for function, whole in zip(SHARES, (there, here, here | there), strict=True):
        if whole:
            share = KEY[function](found, wanted)
            assert type(share) is float
            assert share == len(here & there) / len(whole)
        else:
            with pytest.raises(ValueError, match="undefined"):
                KEY[function](found, wanted)


@given(settings(), st.sampled_from([0.0, 0.5, 0.6, 0.75, 1.0]))
def test_no_setting_that_reaches_the_target_is_better(measured, target):
    reaching = [each for each in measured if each["recall"] >= target]
    if not reaching:
        with pytest.raises(ValueError, match="no setting reaches"):
            KEY["cheapest_setting"](measured, target)
        return
    size, overlap = KEY["cheapest_setting"](measured, target)
    [chosen] = [each for each in reaching if (each["size"], each["overlap"]) == (size, overlap)]
    for other in reaching:
        assert chosen["stored"] <= other["stored"]
        if chosen["stored"] == other["stored"]:
            assert chosen["recall"] >= other["recall"]
            if chosen["recall"] == other["recall"]:
                assert (size, overlap) <= (other["size"], other["overlap"])


@given(runs(), runs(), settings())
def test_nothing_that_is_given_is_changed(found, wanted, measured):
    before = copy.deepcopy((found, wanted, measured))
    for function, arguments in (
        ("merge_evidence", (found,)),
        *((share, (found, wanted)) for share in SHARES),
        ("cheapest_setting", (measured, 0.5)),
    ):
        with suppress(ValueError):  # it has to leave them alone then too
            KEY[function](*arguments)
        assert (found, wanted, measured) == before


def test_very_long_runs_are_measured_by_their_ends():
    half = [("log", 0, 10**18)], [("log", 5 * 10**17, 15 * 10**17)]
    assert KEY["merge_evidence"](half[0] + half[1]) == [("log", 0, 15 * 10**17)]
    assert [KEY[share](*half) for share in SHARES] == [0.5, 0.5, 1 / 3]


@pytest.mark.parametrize("n", [0, 5, 20])
@pytest.mark.parametrize("setting", [(0, 0), (4, 4), (4, 5), (4, -1)])
def test_settings_are_refused_whatever_the_document_is(n, setting):
    with pytest.raises(ValueError, match="overlap must satisfy"):
        KEY["survival"](n, *setting, 1)


@pytest.mark.parametrize(("n", "length"), [(20, 0), (20, -1), (20, 21), (20, 22), (0, 1), (0, 0)])
def test_a_length_of_which_there_is_no_span_is_refused(n, length):
    with pytest.raises(ValueError, match="length must satisfy"):
        KEY["survival"](n, 8, 3, length)
