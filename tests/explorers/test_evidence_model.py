"""The values and words of the evidence explorer, without widgets and without a picture."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklab.corpus import documents, questions
from chunklab.evidence import survival_inside, surviving_spans
from chunklab.explorers.evidence_model import (
    CUTS,
    LONGEST,
    MOST,
    SHARES,
    EvidenceState,
    answer_words,
    describe,
    evidence_words,
    fate_words,
    figures_table,
    formulas,
    measure,
    pieces_table,
    question_words,
    retrieval_words,
    setting_words,
    storage_words,
    survival_words,
)
from chunklab.retrieval import CUTS as RUN_CUTS
from chunklab.retrieval import EIGHTHS, SETTINGS, Setting, at_k, depth, interval, retrieved, spans

TEXTS = documents()
QUESTIONS = questions()


@st.composite
def states(draw):
    setting = draw(st.sampled_from(SETTINGS))
    return EvidenceState(
        setting.size,
        setting.overlap,
        draw(st.integers(1, 500)),
        draw(st.sampled_from([1, 5, 20])),  # an interval takes a while, and is kept
        draw(st.integers(1, len(QUESTIONS))),
        setting.cut,
        draw(st.booleans()),
    )


def held(pieces, document):
    """Return the positions of a document that some pieces hold, one by one."""
    return {at for name, start, end in pieces if name == document for at in range(start, end)}


def test_what_can_be_set_is_what_was_run():
    assert tuple(CUTS) == tuple(RUN_CUTS)
    assert tuple(SHARES) == EIGHTHS
    assert min(map(depth, SETTINGS)) == MOST
    assert max(setting.size for setting in SETTINGS) == LONGEST
    every = {
        (size, size * eighths // 8, cut)
        for size in {setting.size for setting in SETTINGS}
        for eighths in SHARES
        for cut in CUTS
    }
    assert {(each.size, each.overlap, each.cut) for each in SETTINGS} == every


@settings(max_examples=25, deadline=None)
@given(states())
def test_figures_agree_with_the_library_at_every_overlap(state):
    values = measure(state)
    assert [each.overlap for each in values.figures] == [state.size * e // 8 for e in EIGHTHS]
    assert values.current.overlap == state.overlap
    for each in values.figures:
        setting = Setting(state.size, each.overlap, state.cut)
        outcomes = at_k(setting, state.k)
        whole = [o.whole_merged if state.merged else o.whole_in_chunk for o in outcomes]
        assert each.recall == interval([outcome.recall for outcome in outcomes])
        assert each.whole == interval(whole)
        mean = sum(outcome.distinct for outcome in outcomes) / len(QUESTIONS)
        assert each.distinct == pytest.approx(mean)
        read = sum(outcome.read for outcome in outcomes) / len(QUESTIONS)
        assert each.read == pytest.approx(mean if state.merged else read)
        assert each.repeated == each.read - each.distinct
        assert each.stored == sum(end - start for _, start, end in spans(setting))
        assert each.times == each.stored / sum(map(len, TEXTS.values()))


@settings(max_examples=25, deadline=None)
@given(states())
def test_survival_in_fixed_windows_is_that_of_the_formulas(state):
    for each in measure(replace(state, cut="windows")).figures:
        counted = [
            surviving_spans(len(text), state.size, each.overlap, state.length)
            for text in TEXTS.values()
        ]
        there = sum(max(0, len(text) - state.length + 1) for text in TEXTS.values())
        assert each.survival == sum(counted) / there
        assert each.formula == survival_inside(state.size, each.overlap, state.length)


@pytest.mark.parametrize(("size", "length"), [(200, 1), (200, 60), (400, 150), (1600, 1600)])
def test_survival_at_separators_is_counted_fact_by_fact(size, length):
    values = measure(EvidenceState(size, 0, length, cut="separators"))
    for each in values.figures:
        assert each.formula is None
        begins = set()
        for name, start, end in spans(Setting(size, each.overlap, "separators")):
            begins |= {(name, at) for at in range(start, end - length + 1)}
        there = sum(max(0, len(text) - length + 1) for text in TEXTS.values())
        assert each.survival == len(begins) / there


@settings(max_examples=40, deadline=None)
@given(states())
def test_pieces_agree_with_counting_positions_one_by_one(state):
    values = measure(state)
    asked = QUESTIONS[state.question - 1]
    found = retrieved(state.setting, asked, state.k)
    answer = set(range(asked.start, asked.end))
    for name in {document for document, _, _ in found}:
        of_it = [(each.document, each.start, each.end) for each in values.pieces]
        assert held(of_it, name) == held(found, name)
    seen = []
    for each in values.pieces:
        piece = [(each.document, each.start, each.end)]
        inside = held(piece, asked.document) & answer
        assert each.held == pytest.approx(len(inside) / len(answer))
        assert (each.held == 1) == (inside == answer)
        again = held(piece, each.document) & held(seen, each.document)
        assert each.repeats == len(again)
        seen += piece
    assert sorted(rank for each in values.pieces for rank in each.ranks) == list(
        range(1, len(found) + 1)
    )
    for each in values.pieces:
        for rank in each.ranks:
            document, start, end = found[rank - 1]
            assert each.document == document
            assert each.start <= start < end <= each.end
    assert len(values.pieces) == (values.outcome.stretches if state.merged else len(found))
    assert [each.ranks for each in values.pieces] == sorted(each.ranks for each in values.pieces)


@settings(max_examples=40, deadline=None)
@given(states())
def test_what_is_said_of_the_answer_is_so(state):
    values = measure(state)
    asked = values.question
    answer = (asked.document, asked.start, asked.end)
    found = retrieved(state.setting, asked, state.k)
    got = held(found, asked.document) & held([answer], asked.document)
    said = fate_words(values)
    if said.startswith(("Rank", "Merged")):
        assert values.outcome.whole_in_chunk or state.merged
        assert values.outcome.whole_merged
    elif "but merged" in said:
        assert values.outcome.whole_merged
        assert not values.outcome.whole_in_chunk
        place = re.search(r": (\S+) (\d+) to (\d+)$", said)
        assert place[1] == asked.document
        assert int(place[2]) <= asked.start < asked.end <= int(place[3])
    elif got:
        share = float(re.search(r"whole: ([\d.]+) of it", said)[1])
        assert share == pytest.approx(len(got) / (asked.end - asked.start), abs=0.01)
        assert share not in (0, 1)
    else:
        assert said == "Nothing of the answer was retrieved"


@settings(max_examples=25, deadline=None)
@given(states())
def test_tables_and_words_are_of_the_same_figures(state):
    values = measure(state)
    rows = {what: figures for what, *figures in figures_table(values)}
    at = [each.overlap for each in values.figures].index(state.overlap)
    assert ("survival by formula" in rows) == (state.cut == "windows")
    assert rows["survival counted"][at] in survival_words(values)
    assert rows["positions stored"][at] in storage_words(values)
    assert rows["times the corpus"][at] in storage_words(values)
    assert rows["recall of the answers"][at] in retrieval_words(values)
    assert rows["characters read"][at] in retrieval_words(values)
    assert rows["of them distinct"][at] in retrieval_words(values)
    if state.merged:
        assert set(rows["of them repeated"]) == {"0, 0 %"}
    assert len(pieces_table(values)) == len(values.pieces)
    everything = describe(values)
    for tell in (
        *(setting_words, survival_words, storage_words, retrieval_words),
        *(question_words, answer_words, fate_words, evidence_words),
    ):
        assert tell(values) in everything
    for figures in rows.values():
        assert ", ".join(figures) in everything


def test_merging_changes_no_recall_and_what_is_read():
    state = EvidenceState(400, 200)
    apart, merged = measure(state), measure(replace(state, merged=True))
    for one, other in zip(apart.figures, merged.figures, strict=True):
        assert one.recall == other.recall
        assert one.distinct == other.distinct
        assert other.read <= one.read
        assert other.whole.mean >= one.whole.mean
    assert merged.current.read < apart.current.read


def test_the_formulas_meet_the_counted_figures_inside():
    values = measure(EvidenceState(400, 100, 150))
    curve = {overlap: (kept, times) for overlap, kept, times in formulas(values, steps=8)}
    for each in values.figures:
        assert curve[each.overlap][0] == each.formula
        assert curve[each.overlap][1] == 400 / (400 - each.overlap)
    assert formulas(measure(EvidenceState(cut="separators"))) == []


def test_a_fact_longer_than_a_chunk():
    values = measure(EvidenceState(200, 100, 201))
    assert values.current.survival == values.current.formula == 0
    assert survival_words(values).startswith("Facts of 201: none survives, since L > C")


def test_the_words_of_one_chunk_and_of_merged_ones():
    assert setting_words(measure(EvidenceState(200, 0, k=1))) == (
        "Size 200, overlap 0 (none), fixed windows; the best chunk"
    )
    values = measure(EvidenceState(merged=True))
    assert setting_words(values).endswith("the best 5 chunks, merged")
    assert fate_words(values) == (
        "Merged, ranks 1 and 4 hold the answer whole: library-readme 0 to 700"
    )
    assert pieces_table(values)[0] == ("1 and 4", "library-readme", "0", "700", "all", "0")
    assert retrieval_words(values).endswith("characters read, none of them twice")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"size": 500}, "there are runs for the sizes 200, 400"),
        ({"overlap": 99}, "overlaps of none, an eighth"),
        ({"cut": "pages"}, "the cuts windows, separators"),
        ({"size": 400.0}, r"size must be an int, got size=400\.0"),
        ({"overlap": False}, "overlap must be an int, got overlap=False"),
        ({"length": 0}, "1 <= length <= 1600, got length=0"),
        ({"length": 1601}, "1 <= length <= 1600, got length=1601"),
        ({"k": 21}, "1 <= k <= 20, got k=21"),
        ({"k": True}, "k must be an int .*, got k=True"),
        ({"question": 239}, "1 <= question <= 238, got question=239"),
        ({"question": "ferry-faq-2"}, "question must be an int"),
    ],
)
def test_settings_that_were_not_run_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        measure(replace(EvidenceState(), **change))
