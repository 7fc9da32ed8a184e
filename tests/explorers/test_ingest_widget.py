"""The ingest explorer without a browser: its controls, its buttons, and what it refuses."""

import pytest

from chunklab.explorers.ingest import IngestExplorer
from chunklab.explorers.ingest_drawing import panel, words
from chunklab.explorers.ingest_model import DOUBLED, OK, STALE


@pytest.fixture
def explorer():
    return IngestExplorer("tea, rice", 5, 1)


def test_it_begins_with_the_rows_of_its_text(explorer):
    assert explorer.values.worth == (OK, OK)
    assert explorer.view.value == panel(explorer.values)


def test_a_change_makes_every_row_stale_until_it_is_ingested(explorer):
    explorer.text.value = "tea and rice"
    assert explorer.values.worth == (STALE, STALE)
    explorer.ingest.click()
    assert explorer.values.worth == (OK, OK, OK)
    assert explorer.view.value == panel(explorer.values)


def test_adding_doubles(explorer):
    explorer.add.click()
    assert explorer.values.worth == (OK, OK, DOUBLED, DOUBLED)


@pytest.mark.parametrize(("transaction", "missing"), [(True, ((0, 12),)), (False, ((5, 12),))])
def test_an_interrupted_ingest(explorer, transaction, missing):
    explorer.transaction.value = transaction
    explorer.text.value = "tea and rice"
    explorer.interrupted.click()
    assert explorer.values.missing == missing
    assert (explorer.values.worth == (STALE, STALE)) is transaction


def test_an_impossible_setting_is_said_and_nothing_is_ingested(explorer):
    explorer.overlap.box.value = 5
    assert "overlap must satisfy" in explorer.problem
    assert "Impossible settings" in explorer.view.value
    before = explorer.values
    explorer.add.click()
    assert explorer.values == before
    explorer.overlap.box.value = 2
    assert explorer.problem == ""
    assert "Impossible settings" not in explorer.view.value


@pytest.mark.parametrize("arguments", [("x" * 4001,), ("tea", 4, 4), ("tea", 0, 0)])
def test_impossible_arguments_are_refused(arguments):
    with pytest.raises(ValueError, match=r"overlap|4000"):
        IngestExplorer(*arguments)


def test_it_shows_a_picture_and_words_where_no_widget_can_run(explorer):
    shown = explorer._repr_mimebundle_()
    assert shown["text/plain"] == words(explorer.values)
    assert '<img alt="' in shown["text/html"]
