"""What the windows explorer finds by arithmetic, held against counting, without a picture."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab import geometry
from chunklab.explorers.windows_model import (
    WindowsState,
    describe,
    fate_words,
    measure,
    quote,
    readouts,
    rows,
    runs,
    window_at,
    window_starting_at,
)
from chunklab.tokens import word_spans


@st.composite
def states(draw, least=0):
    n = draw(st.integers(least, 40))
    size = draw(st.integers(1, 12))
    first = draw(st.integers(0, 45))
    return WindowsState(
        text="tide " * n,
        size=size,
        overlap=draw(st.integers(0, size - 1)),
        first=first,
        last=first + draw(st.integers(0, 15)),
    )


def windows_of(values):
    """The windows as sets of tokens, by number: counted, not computed."""
    state, n = values.state, len(values.spans)
    starts = geometry.chunk_starts(n, state.size, state.overlap)
    return {k: set(range(s, min(s + state.size, n))) for k, s in enumerate(starts, 1)}


@given(states(least=1))
def test_the_windows_of_the_fact_are_those_that_counting_finds(state):
    values = measure(state)
    windows = windows_of(values)
    fact = set(range(*values.fact))
    assert values.count == len(windows)
    assert list(values.holding) == [k for k, window in windows.items() if fact <= window]
    assert list(values.touching) == [k for k, window in windows.items() if fact & window]
    for k, window in windows.items():
        found = window_at(values, k)
        assert set(range(found.start, found.end)) == window
        assert found.repeated == len(window & windows.get(k - 1, set()))
        assert (found.holds, found.whole) == (len(fact & window), fact <= window)


@given(states(least=1))
def test_the_safe_places_are_those_that_counting_finds(state):
    values = measure(state)
    windows = windows_of(values).values()
    length = len(range(*values.fact))
    places = [set(range(s, s + length)) for s in range(len(values.spans) - length + 1)]
    assert values.places == len(places)
    assert values.safe == sum(any(place <= window for window in windows) for place in places)


@given(states(least=1))
def test_the_overlap_that_is_said_to_be_enough_is_the_smallest_one(state):
    values = measure(state)
    enough = dict(readouts(values))["every place is safe from"]
    safe = [
        overlap
        for overlap in range(state.size)
        if (m := measure(WindowsState(state.text, state.size, overlap, state.first, state.last)))
        and m.safe == m.places
    ]
    assert enough.startswith(f"overlap {safe[0]}" if safe else "no overlap")


@given(states())
def test_runs_follow_each_other_and_look_alike(state):
    values = measure(state)
    n = len(values.spans)
    windows = windows_of(values)
    found = runs(values, 0, n)
    assert [token for run in found for token in range(run.first, run.past)] == list(range(n))
    for run in found:
        for token in range(run.first, run.past):
            assert list(run.windows) == [k for k, window in windows.items() if token in window]
            assert run.in_fact == (token in range(*values.fact))
    starts = [window_starting_at(values, run.first) for run in found]
    assert [number for number in starts if number] == list(windows)


@given(states(), st.integers(1, 8))
def test_rows_are_consecutive_and_hold_a_window_of_the_fact(state, limit):
    values = measure(state)
    numbers = [window.number for window in rows(values, limit)]
    assert len(numbers) == min(limit, values.count)
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers))) if numbers else True
    assert not numbers or set(numbers) & set(values.holding or values.touching)


@given(states(least=1))
def test_the_words_tell_a_cut_fact_from_one_that_survives(state):
    values = measure(state)
    words = fate_words(values)
    assert words.startswith("It survives" if values.holding else "It is cut")
    assert words in describe(values)


@pytest.mark.parametrize(
    ("text", "settings", "words", "reason"),
    [
        ("", (5, 2, 0, 0), "no tokens", "an empty text has no windows"),
        (" \n", (5, 2, 3, 9), "no tokens", "white space is no token"),
        ("a b c", (5, 2, 7, 9), "number 2: “c”", "past the end the last token is meant"),
        ("a b c", (3, 0, 0, 0), "window 1 holds it whole", "one window"),
        ("a b c d", (2, 1, 1, 1), "windows 1 and 2 both hold it", "within the overlap"),
        ("a b c d e", (3, 2, 2, 2), "windows 1 to 3 hold it", "overlap of more than half"),
        ("a b c d", (2, 0, 1, 2), "its first 1 token, window 2 its last 1", "across a cut"),
        ("a b c d", (2, 0, 0, 2), "a window holds at most 2 tokens", "longer than a window"),
    ],
)
def test_words_of_particular_states(text, settings, words, reason):
    assert words in describe(measure(WindowsState(text, *settings))), reason


@pytest.mark.parametrize(
    ("settings", "rule"),
    [
        ((5, 5, 0, 0), "0 <= overlap < size, got overlap=5, size=5"),
        ((0, 0, 0, 0), "0 <= overlap < size, got overlap=0, size=0"),
        ((5, 2, 3, 2), "0 <= first <= last, got first=3, last=2"),
        ((5, 2, -1, 2), "0 <= first <= last, got first=-1, last=2"),
    ],
)
def test_impossible_settings_name_the_rule(settings, rule):
    with pytest.raises(ValueError, match=rule):
        measure(WindowsState("a b c", *settings))


def test_the_quote_is_of_the_source_not_of_joined_tokens():
    text = "In all, third-quarter\n revenue rose to 4.6 million."
    first = [text[a:b] for a, b in word_spans(text)].index("third")
    values = measure(WindowsState(text, 20, 0, first, first + 9))
    assert quote(values) == "third-quarter revenue rose to 4.6 million"
