"""Token windows: their examples, their promises, and the order in which settings are answered."""

from array import array
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab import chunk_with_overlap


def windows_by_loop(units: Sequence[Any], size: int, overlap: int) -> list[list[Any]]:
    """Return the windows unit by unit: fill one, keep its tail, go on while units are left."""
    windows: list[list[Any]] = []
    window: list[Any] = []
    for unit in units:
        if len(window) == size:
            windows.append(window)
            window = window[size - overlap :]
        window = [*window, unit]
    return [*windows, window] if window else windows


@st.composite
def settings_of(draw: st.DrawFn) -> tuple[int, int]:
    size = draw(st.integers(1, 40))
    return size, draw(st.integers(0, size - 1))


documents = st.lists(st.integers(), max_size=200)


@pytest.mark.parametrize(
    ("units", "size", "overlap", "windows"),
    [
        pytest.param("abcdefghij", 5, 2, ["abcde", "defgh", "ghij"], id="the last is shorter"),
        pytest.param("abcdef", 3, 0, ["abc", "def"], id="no overlap, no remainder"),
        pytest.param("abc", 10, 3, ["abc"], id="shorter than one window"),
        pytest.param("abcdefgh", 5, 2, ["abcde", "defgh"], id="no window of overlap only"),
        pytest.param("abcd", 1, 0, ["a", "b", "c", "d"], id="the least size"),
        pytest.param("abcde", 3, 2, ["abc", "bcd", "cde"], id="the greatest overlap"),
    ],
)
def test_examples(units: str, size: int, overlap: int, windows: list[str]) -> None:
    assert chunk_with_overlap(list(units), size, overlap) == [list(window) for window in windows]


@given(documents, settings_of())
def test_the_windows_are_those_of_the_loop(units: list[int], setting: tuple[int, int]) -> None:
    assert chunk_with_overlap(units, *setting) == windows_by_loop(units, *setting)


@given(documents, settings_of())
def test_the_windows_keep_every_promise(units: list[int], setting: tuple[int, int]) -> None:
    size, overlap = setting
    windows = chunk_with_overlap(units, *setting)
    assert all(len(window) == size for window in windows[:-1])
    assert all(0 < len(window) <= size for window in windows)
    for before, after in pairwise(windows):
        assert before[size - overlap :] == after[:overlap], "neighbours share the overlap"
        assert len(after) > overlap, "every window brings something new"
    rebuilt = [*windows[0]] if windows else []
    for window in windows[1:]:
        rebuilt += window[overlap:]
    assert rebuilt == units


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(list, id="list"),
        pytest.param(tuple, id="tuple"),
        pytest.param(lambda units: range(len(units)), id="range"),
        pytest.param(lambda units: array("q", units), id="array.array"),
        pytest.param(lambda units: np.array(units, dtype=np.int64), id="numpy array"),
        pytest.param(bytes, id="bytes"),
        pytest.param(lambda units: memoryview(bytes(units)), id="memoryview"),
    ],
)
@pytest.mark.parametrize("n", [0, 1, 5, 6, 10, 23])
def test_every_kind_of_sequence(kind: Callable[[list[int]], Any], n: int) -> None:
    numbers = list(range(n))
    windows = chunk_with_overlap(kind(numbers), 5, 2)
    assert windows == windows_by_loop(numbers, 5, 2)
    assert type(windows) is list
    assert {type(window) for window in windows} <= {list}


def test_a_string_gives_its_code_points() -> None:
    assert chunk_with_overlap("a🙂é", 2, 1) == [["a", "🙂"], ["🙂", "é"]]


def test_rows_of_a_numpy_matrix_are_units() -> None:
    rows = chunk_with_overlap(np.arange(6).reshape(3, 2), 2, 1)
    assert [[row.tolist() for row in window] for window in rows] == [
        [[0, 1], [2, 3]],
        [[2, 3], [4, 5]],
    ]


@given(documents, settings_of())
def test_changing_a_window_changes_nothing_else(units: list[int], setting: tuple[int, int]) -> None:
    before = list(units)
    windows = chunk_with_overlap(units, *setting)
    for k, window in enumerate(windows):
        others = [list(other) for other in windows[k + 1 :]]
        window.clear()
        assert windows[k + 1 :] == others
    assert units == before


def test_one_window_is_a_new_list_too() -> None:
    units = [1, 2, 3]
    (window,) = chunk_with_overlap(units, 10, 3)
    assert window == units
    assert window is not units


@pytest.mark.parametrize(
    ("units", "size", "overlap"),
    [
        pytest.param([], 5, 2, id="nothing to cut"),
        pytest.param([], 2, 9, id="empty comes before the overlap is looked at"),
        pytest.param([], "5", None, id="and before any type is"),
        pytest.param("abc", 0, 0, id="size 0"),
        pytest.param("abc", -4, 0, id="size below 0"),
        pytest.param("abc", 0, 7, id="size comes before the overlap is looked at"),
        pytest.param(np.array([]), 5, 2, id="an empty numpy array, whose truth is no bool"),
    ],
)
def test_early_answers(units: Any, size: Any, overlap: Any) -> None:
    assert chunk_with_overlap(units, size, overlap) == []


@pytest.mark.parametrize(
    ("size", "overlap"),
    [
        pytest.param(3, 3, id="it would never end"),
        pytest.param(3, 4, id="it would walk backwards"),
        pytest.param(3, -1, id="units would fall between the windows"),
        pytest.param(1, 1, id="the least size"),
    ],
)
def test_settings_that_break_the_rule_are_refused(size: int, overlap: int) -> None:
    with pytest.raises(ValueError, match="0 <= overlap < size") as caught:
        chunk_with_overlap("abc", size, overlap)
    assert f"overlap={overlap}, size={size}" in str(caught.value)


@pytest.mark.parametrize("value", [True, False, 2.0, "2", None], ids=repr)
def test_settings_that_are_no_ints_are_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=f"size must be an int, got size={value!r}"):
        chunk_with_overlap("abc", value, 0)
    with pytest.raises(ValueError, match=f"overlap must be an int, got overlap={value!r}"):
        chunk_with_overlap("abc", 3, value)
