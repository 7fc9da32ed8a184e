"""Comparison is exact in type and says the first difference."""

import math

import pytest

from chunklab.grading.compare import difference, show
from chunklab.grading.values import Generated, Opaque


@pytest.mark.parametrize(
    ("expected", "got", "words"),
    [
        (1, True, "expected an int, got a bool"),
        (1, 1.0, "expected an int, got a float"),
        (1, None, "expected an int, got None"),
        ([1], (1,), "expected a list, got a tuple"),
        ([1], Generated([1]), "expected a list, got a generator"),
        ("a", Opaque("Text", "a"), "expected a string, got a Text"),
        ([[1, 2], [3]], [[1, 2], [4]], "index 1: index 0: expected 3, got 4"),
        ([1, 2, 3], [1, 2], "expected 3 items, got 2: 3 at index 2 is missing"),
        ({"a": 1}, {}, "key 'a' is missing"),
        ({}, {"a": 1}, "key 'a' is one too many"),
        ({"a": 1}, {"a": 2}, "key 'a': expected 1, got 2"),
        (1.3, 1.4, "expected 1.3, got 1.4"),
        (0.0, -0.0, "expected 0.0, got -0.0"),
        (1.0, math.nan, "expected 1.0, got nan"),
    ],
)
def test_the_first_difference_is_said(expected, got, words):
    assert difference(expected, got) == words


@pytest.mark.parametrize("value", [1, 1.3, math.inf, "a", None, [1, [2]], {"a": (1,)}, range(3)])
def test_equal_values_do_not_differ(value):
    assert difference(value, value) is None


def test_what_is_no_plain_data_is_shown_by_its_own_text_at_any_depth():
    window = Opaque("deque", "deque([1])")
    assert show(window) == "deque([1]) (deque)"
    assert show(Generated([[window]])) == "a generator of [[deque([1]) (deque)]]"


def test_rounding_in_another_order_is_allowed_and_no_more():
    assert difference(1.3, 1 + 6 * 50 / 1000) is None
    assert difference(1.3, 1.3001)


def test_show_stays_within_its_width():
    assert len(show(list(range(1000)), 60)) == 60
