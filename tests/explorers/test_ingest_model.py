"""Ways to ingest: what each leaves behind, whatever the texts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunklab.explorers.ingest_model import (
    DOUBLED,
    OK,
    STALE,
    IngestState,
    ingest,
    interrupted,
    measure,
    only_add,
    words,
)
from chunklab.provenance import verify

TEXTS = st.text("ab é\n🙂", max_size=30)
WINDOWS = st.integers(1, 9).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))


@st.composite
def states(draw):
    """A state whose rows are those of an earlier text, and perhaps of a run that only added."""
    size, overlap = draw(WINDOWS)
    before = ingest(IngestState(draw(TEXTS), size, overlap))
    state = IngestState(draw(TEXTS), size, overlap, before.rows)
    return only_add(state) if draw(st.booleans()) else state


@settings(deadline=None)
@given(states())
def test_an_ingest_leaves_rows_that_verify_and_cover_the_document_once(state):
    values = measure(ingest(state))
    assert set(values.worth) <= {OK}
    assert values.missing == ()
    for row in values.state.rows:
        verify(row, {values.document.document_id: values.document})
    assert ingest(values.state).rows == values.state.rows


@settings(deadline=None)
@given(states())
def test_an_interrupted_ingest_in_a_transaction_leaves_the_rows_as_they_were(state):
    assert interrupted(state, transaction=True).rows == state.rows


@settings(deadline=None)
@given(states())
def test_an_interrupted_ingest_without_one_leaves_a_part_of_the_document_out(state):
    after = interrupted(state)
    if after.rows != state.rows:
        assert after.rows == ingest(state).rows[: len(after.rows)]
        assert measure(after).missing
        assert not set(measure(after).worth) & {STALE, DOUBLED}


@settings(deadline=None)
@given(states())
def test_what_is_missing_is_in_no_good_row_and_all_else_is(state):
    values = measure(state)
    held = {
        at
        for row, worth in zip(values.state.rows, values.worth, strict=True)
        if worth == OK
        for at in range(row.start, row.end)
    }
    missing = {at for start, end in values.missing for at in range(start, end)}
    assert held | missing == set(range(len(state.text)))
    assert not held & missing


def test_adding_twice_doubles_and_adding_after_a_change_leaves_stale_rows():
    once = ingest(IngestState("tea, rice", 5, 1))
    assert measure(only_add(once)).worth == (OK, OK, DOUBLED, DOUBLED)
    changed = IngestState("tea and rice", 5, 1, once.rows)
    assert measure(changed).worth == (STALE, STALE)
    assert measure(only_add(changed)).worth == (STALE, STALE, OK, OK, OK)


@pytest.mark.parametrize(
    ("state", "error"),
    [
        (IngestState(size=5, overlap=5), "overlap must satisfy"),
        (IngestState(text="x" * 4001), "at most 4000"),
        (IngestState(text="\ud83d"), "half a surrogate pair"),
    ],
)
def test_what_is_impossible_is_refused(state, error):
    with pytest.raises(ValueError, match=error):
        measure(state)


def test_the_words_tell_what_was_done_and_what_is_missing():
    before = ingest(IngestState("tea, rice", 5, 1))
    after = interrupted(IngestState("tea and rice", 5, 1, before.rows))
    assert words(measure(after)) == [
        "Interrupted: 2 rows went, and 1 of 3 rows came",
        "notice.txt has 12 code points. Stored: 1 row; 1 ok, 0 stale, 0 doubled",
        "In no row that is ok: 5 to 12",
        "The next ingest cuts with size 5 and overlap 1",
    ]
