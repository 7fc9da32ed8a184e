"""What is measured of the runs, against counting position by position, and the intervals."""

import random
import statistics
from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chunklab.corpus import Question, documents, questions
from chunklab.evidence import intersection_over_union, precision, recall
from chunklab.retrieval import (
    MOST_CHARACTERS,
    SETTINGS,
    Interval,
    Setting,
    at_k,
    depth,
    difference,
    interval,
    retrieved,
    spans,
    within,
)
from chunklab.retrieval.outcomes import _outcome, _seen
from chunklab.retrieval.runs import ranked

QUESTIONS = questions()
SOME = [Setting(200, 100), Setting(400, 0), Setting(600, 300, "separators"), Setting(1600, 800)]


def listed(found):
    return [(name, at) for name, start, end in found for at in range(start, end)]


def wanted(question: Question):
    return [(question.document, question.start, question.end)]


@pytest.mark.parametrize("setting", SOME, ids=str)
@pytest.mark.parametrize("k", [1, 5, 20])
def test_the_outcomes_are_what_is_counted_position_by_position(setting, k):
    outcomes = at_k(setting, k)
    assert len(outcomes) == len(QUESTIONS)
    for question, outcome in zip(QUESTIONS[::10], outcomes[::10], strict=True):
        found = retrieved(setting, question, k)
        read, answer = listed(found), set(listed(wanted(question)))
        assert outcome.chunks == len(found) <= k
        assert outcome.read == len(read)
        assert outcome.distinct == len(set(read))
        assert outcome.repetition == len(read) / len(set(read))
        assert outcome.whole_merged == (answer <= set(read))
        assert outcome.whole_in_chunk == any(answer <= set(listed([each])) for each in found)
        before = {(name, at - 1) for name, at in set(read)}
        assert outcome.stretches == len(set(read) - before)  # their last positions
        assert outcome.recall == recall(found, wanted(question))
        assert outcome.precision == precision(found, wanted(question))
        assert outcome.iou == intersection_over_union(found, wanted(question))


def test_a_case_by_hand():
    question = next(each for each in QUESTIONS if each.id == "hut-hausordnung-1")
    assert (question.start, question.end) == (394, 485)
    found = retrieved(Setting(400, 0), question, 2)
    assert found == [("hut-hausordnung", 400, 800), ("hut-hausordnung", 0, 400)]
    first, both = (at_k(Setting(400, 0), k)[QUESTIONS.index(question)] for k in (1, 2))
    assert (first.recall, first.whole_merged) == (85 / 91, False)
    assert (both.recall, both.whole_in_chunk, both.whole_merged) == (1, False, True)
    assert (both.read, both.distinct, both.stretches) == (800, 800, 1)


@pytest.mark.parametrize(
    ("found", "in_chunk", "merged", "reason"),
    [
        ([("a", 3, 9)], True, True, "the answer itself"),
        ([("a", 3, 8)], False, False, "its last position is missing"),
        ([("a", 4, 9)], False, False, "its first position is missing"),
        ([("b", 3, 9)], False, False, "another document"),
        ([("a", 6, 9), ("b", 0, 9), ("a", 3, 6)], False, True, "two that touch"),
    ],
)
def test_whole_is_every_position(found, in_chunk, merged, reason):
    outcome = _outcome(Question("a-1", "a", "What?", 3, 9, "answer"), found, 6)
    assert (outcome.whole_in_chunk, outcome.whole_merged) == (in_chunk, merged), reason


SPANS = st.lists(
    st.tuples(st.sampled_from("ab"), st.integers(0, 20), st.integers(1, 9)).map(
        lambda drawn: (drawn[0], drawn[1], drawn[1] + drawn[2])
    ),
    min_size=1,
    max_size=6,
)


@given(found=SPANS, characters=st.integers(1, 60), merged=st.booleans())
@example(found=[("a", 4, 6), ("a", 0, 10)], characters=3, merged=True)  # ends before what is known
def test_a_number_of_characters_is_read_one_after_the_other(found, characters, merged):
    read, seen = [], set()
    for position in listed(found):
        if merged and position in seen:
            continue
        if len(read) == characters:
            break
        read.append(position)
        seen.add(position)
    there = _seen(found, characters, merged)
    assert set(listed(there)) == seen
    assert len(read) == (len(seen) if merged else len(listed(there)))
    assert [(name, start) for name, start, _ in there] == [
        (name, start) for name, start, _ in found[: len(there)]
    ]


@pytest.mark.parametrize("setting", SOME, ids=str)
@pytest.mark.parametrize("merged", [True, False])
def test_within_reads_no_more_and_no_less_than_there_is(setting, merged):
    for characters in (1, 1000, MOST_CHARACTERS):
        outcomes = within(setting, characters, merged=merged)
        everything = at_k(setting, depth(setting))
        for outcome, all_of_it in zip(outcomes, everything, strict=True):
            there = all_of_it.distinct if merged else all_of_it.read
            assert outcome.read == min(characters, there)
            assert outcome.distinct == outcome.read or not merged


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_enough_chunks_are_kept_for_the_largest_number_of_characters(setting):
    for outcome in at_k(setting, depth(setting)):
        assert outcome.distinct >= MOST_CHARACTERS or outcome.chunks < depth(setting)


def test_chunks_are_of_the_documents_and_of_the_size():
    texts = documents()
    for setting in SETTINGS:
        for name, start, end in spans(setting):
            assert 0 <= start < end <= len(texts[name])
            assert end - start <= setting.size


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (partial(at_k, Setting(400, 0), 0), "1 <= k <= 20 for .*, got k=0"),
        (partial(at_k, Setting(400, 0), 21), "1 <= k <= 20 for .*, got k=21"),
        (partial(at_k, Setting(200, 0), 41), "1 <= k <= 40 for .*, got k=41"),
        (partial(at_k, Setting(400, 99), 5), "sizes 200, 400, .* got .*overlap=99"),
        (partial(ranked, Setting(400, 0, "tokens")), "cuts windows, separators; got .*tokens"),
        (partial(within, Setting(400, 0), 0), "1 <= characters <= 3000, got characters=0"),
        (partial(within, Setting(400, 0), 3001), "1 <= characters <= 3000, got characters=3001"),
        (partial(interval, []), "the mean of no values is undefined"),
        (partial(difference, [1], [1, 2]), "of the same questions, got 1 and 2 values"),
    ],
)
def test_refused_with_the_rule(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_an_interval_is_that_of_the_normal_approximation_where_that_holds():
    dice = random.Random(1)
    values = [dice.random() for _ in range(400)]
    half = 1.96 * statistics.pstdev(values) / 20
    found = interval(values)
    assert found.mean == pytest.approx(statistics.fmean(values))
    assert found.low == pytest.approx(found.mean - half, abs=half / 6)
    assert found.high == pytest.approx(found.mean + half, abs=half / 6)


def test_nineteen_of_twenty_intervals_hold_the_true_mean():
    dice = random.Random(2)
    samples = ([dice.random() < 0.7 for _ in range(238)] for _ in range(300))
    held = sum(found.low <= 0.7 <= found.high for found in map(interval, samples))
    assert 0.91 <= held / 300 <= 0.98


def test_a_paired_difference_is_sharper_than_its_parts_and_changes_its_sign():
    hard = [k / 100 for k in range(100)]
    better = [value + 0.1 for value in hard]
    one = difference(hard, better)
    assert (one.low, one.high) == (pytest.approx(0.1), pytest.approx(0.1))
    assert interval(hard).high > interval(better).low
    back = difference(better, hard)
    assert back.mean == pytest.approx(-one.mean)


def test_an_interval_is_the_same_every_time_and_of_one_value_has_no_width():
    values = [0, 1, 1, 0, 1, 1, 1]
    assert interval(values) == interval(values)
    assert interval([0.5]) == Interval(0.5, 0.5, 0.5)
