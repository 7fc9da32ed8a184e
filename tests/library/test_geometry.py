"""The closed forms against a table worked by hand, a plain loop, and the rules themselves."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from chunklab import (
    chunk_lengths,
    chunk_starts,
    duplication_factor,
    n_chunks,
    stored_positions,
    stride,
)

# Worked by hand: n, size, overlap, starts, length of the last chunk, stored positions.
WORKED = [
    pytest.param(
        *(1000, 200, 50), [0, 150, 300, 450, 600, 750, 900], 100, 1300, id="the worked example"
    ),
    pytest.param(0, 200, 50, [], None, 0, id="an empty document has no chunk"),
    pytest.param(1, 200, 50, [0], 1, 1, id="one unit, shorter than the overlap"),
    pytest.param(200, 200, 50, [0], 200, 200, id="exactly one chunk"),
    pytest.param(201, 200, 50, [0, 150], 51, 251, id="one unit past the first chunk"),
    pytest.param(350, 200, 50, [0, 150], 200, 400, id="exactly two chunks"),
    pytest.param(351, 200, 50, [0, 150, 300], 51, 451, id="one unit past two chunks"),
    pytest.param(
        *(950, 200, 50), [0, 150, 300, 450, 600, 750], 200, 1200, id="no chunk of overlap only"
    ),
    pytest.param(8, 5, 2, [0, 3], 5, 10, id="small, ends flush"),
    pytest.param(10, 5, 2, [0, 3, 6], 4, 14, id="small, with a remainder"),
    pytest.param(6, 3, 0, [0, 3], 3, 6, id="no overlap: nothing stored twice"),
    pytest.param(3, 10, 3, [0], 3, 3, id="shorter than one chunk"),
    pytest.param(10, 4, 3, [0, 1, 2, 3, 4, 5, 6], 4, 28, id="the greatest overlap: stride 1"),
    pytest.param(3, 1, 0, [0, 1, 2], 1, 3, id="the least size"),
]

# The six functions as calls of (n, size, overlap), so that one test can ask all of them.
SIX: list[Callable[[int, int, int], object]] = [
    lambda n, size, overlap: stride(size, overlap),
    chunk_starts,
    n_chunks,
    chunk_lengths,
    stored_positions,
    duplication_factor,
]
SIX_NAMES = [
    *("stride", "chunk_starts", "n_chunks", "chunk_lengths", "stored_positions"),
    "duplication_factor",
]
every_function = pytest.mark.parametrize("function", SIX, ids=SIX_NAMES)
every_function_of_n = pytest.mark.parametrize("function", SIX[1:], ids=SIX_NAMES[1:])


def chunks_by_loop(n: int, size: int, overlap: int) -> list[tuple[int, int]]:
    """Return (start, end) of every chunk by the definition: stop when an end reaches n."""
    found: list[tuple[int, int]] = []
    start = 0
    while not found or found[-1][1] < n:
        if n == 0:
            break
        found.append((start, min(start + size, n)))
        start += size - overlap
    return found


@st.composite
def settings_of(draw: st.DrawFn, greatest: int) -> tuple[int, int]:
    size = draw(st.integers(1, greatest))
    return size, draw(st.integers(0, size - 1))


lengths = st.integers(0, 400)
small = settings_of(60)
huge_lengths = st.integers(1, 10**40)
huge = settings_of(10**25)


@pytest.mark.parametrize(("n", "size", "overlap", "starts", "last", "stored"), WORKED)
def test_worked_values(
    n: int, size: int, overlap: int, starts: list[int], last: int | None, stored: int
) -> None:
    assert chunk_starts(n, size, overlap) == starts
    assert n_chunks(n, size, overlap) == len(starts)
    lengths = chunk_lengths(n, size, overlap)
    assert lengths[:-1] == [size] * (len(starts) - 1)
    assert lengths[-1:] == ([] if last is None else [last])
    assert stored_positions(n, size, overlap) == stored


def test_worked_factors() -> None:
    assert duplication_factor(1000, 200, 50) == 1.3
    assert duplication_factor(200, 200, 50) == 1.0
    assert duplication_factor(10, 4, 3) == 2.8


def test_results_are_plain_ints_and_floats() -> None:
    assert type(stride(200, 50)) is int
    assert type(n_chunks(1000, 200, 50)) is int
    assert type(stored_positions(1000, 200, 50)) is int
    assert type(duplication_factor(200, 200, 50)) is float
    for result in (chunk_starts(1000, 200, 50), chunk_lengths(1000, 200, 50)):
        assert type(result) is list
        assert {type(value) for value in result} == {int}


def test_names_may_be_given() -> None:
    assert stride(size=5, overlap=2) == 3
    assert chunk_starts(n=8, size=5, overlap=2) == [0, 3]
    assert n_chunks(n=8, size=5, overlap=2) == 2
    assert chunk_lengths(n=8, size=5, overlap=2) == [5, 5]
    assert stored_positions(n=8, size=5, overlap=2) == 10
    assert duplication_factor(n=8, size=5, overlap=2) == 1.25


@given(lengths, small)
@example(950, (200, 50))
def test_the_closed_forms_are_the_loop(n: int, setting: tuple[int, int]) -> None:
    spans = chunks_by_loop(n, *setting)
    assert chunk_starts(n, *setting) == [start for start, _ in spans]
    assert n_chunks(n, *setting) == len(spans)
    assert chunk_lengths(n, *setting) == [end - start for start, end in spans]
    assert stored_positions(n, *setting) == sum(end - start for start, end in spans)


@given(lengths, small)
def test_the_chunks_keep_every_promise(n: int, setting: tuple[int, int]) -> None:
    size, overlap = setting
    starts, lengths = chunk_starts(n, *setting), chunk_lengths(n, *setting)
    spans = [range(start, start + length) for start, length in zip(starts, lengths, strict=True)]

    assert set().union(*spans) == set(range(n)), "every position is in a chunk, and no other"
    assert all(len(span) == size for span in spans[:-1]), "only the last may be shorter"
    assert all(1 <= len(span) <= size for span in spans)
    for before, after in pairwise(spans):
        assert after.start - before.start == stride(*setting)
        assert before.stop - after.start == overlap, "neighbours share exactly the overlap"
        assert after.stop > before.stop, "no chunk holds overlap and nothing new"
    assert stored_positions(n, *setting) == n + max(0, len(spans) - 1) * overlap


@given(huge_lengths, huge)
@example(10**18, (512, 64))
@example(2**53 + 1, (2, 1))
@example(10**40, (1, 0))
def test_counts_are_exact_at_any_scale(n: int, setting: tuple[int, int]) -> None:
    size, overlap = setting
    count, step = n_chunks(n, *setting), size - overlap
    assert (count - 1) * step + size >= n, "the last chunk reaches the end"
    assert count == 1 or (count - 2) * step + size < n, "and the one before it does not"
    assert stored_positions(n, *setting) == n + (count - 1) * overlap


@given(huge_lengths, huge)
@example(10**18, (512, 64))
@example(10**400, (10**399, 10**398))
@example(1, (10**400, 0))
def test_the_factor_is_the_nearest_float(n: int, setting: tuple[int, int]) -> None:
    factor = duplication_factor(n, *setting)
    error = abs(Fraction(factor) - Fraction(stored_positions(n, *setting), n))
    assert error <= Fraction(math.ulp(factor)) / 2


def test_a_quintillion_tokens_worked_by_hand() -> None:
    # ceil((10**18 - 512) / 448) is 2232142857142856, and each chunk after the first stores 64 more.
    assert n_chunks(10**18, 512, 64) == 2_232_142_857_142_857
    assert stored_positions(10**18, 512, 64) == 10**18 + 2_232_142_857_142_856 * 64
    assert duplication_factor(10**18, 512, 64) == 1.1428571428571428


@given(small)
def test_the_counts_grow_with_the_document(setting: tuple[int, int]) -> None:
    counts = [n_chunks(n, *setting) for n in range(200)]
    assert counts == sorted(counts)


@every_function
@pytest.mark.parametrize("n", [0, 1, 1000], ids=["empty", "one unit", "long"])
@pytest.mark.parametrize(
    ("size", "overlap"),
    [
        pytest.param(4, 4, id="stride 0 never ends"),
        pytest.param(4, 9, id="stride below 0 walks backwards"),
        pytest.param(4, -1, id="a gap between the chunks"),
        pytest.param(0, 0, id="size 0 leaves no room for any overlap"),
        pytest.param(-4, 0, id="a size below 0"),
        pytest.param(-1, -2, id="both below 0"),
    ],
)
def test_a_setting_that_breaks_the_rule_is_refused_for_every_n(
    function: Callable[[int, int, int], object], n: int, size: int, overlap: int
) -> None:
    with pytest.raises(ValueError, match=r"overlap must satisfy 0 <= overlap < size") as caught:
        function(n, size, overlap)
    assert f"overlap={overlap}, size={size}" in str(caught.value)


@given(lengths, st.integers(-50, 50), st.integers(-50, 50))
def test_a_setting_is_refused_exactly_outside_the_rule(n: int, size: int, overlap: int) -> None:
    assume(not 0 <= overlap < size)
    for function in SIX:
        with pytest.raises(ValueError, match="0 <= overlap < size"):
            function(n, size, overlap)


@every_function_of_n
def test_a_negative_length_is_refused(function: Callable[[int, int, int], object]) -> None:
    with pytest.raises(ValueError, match=r"^n must be >= 0, got n=-1$"):
        function(-1, 200, 50)


NOT_INTS = [
    pytest.param(True, id="a bool is an int to isinstance"),
    pytest.param(4.0, id="a float that is whole"),
    pytest.param("4", id="a str of digits"),
    pytest.param(None, id="None"),
]


@every_function
@pytest.mark.parametrize("value", NOT_INTS)
def test_a_size_or_overlap_that_is_no_int_is_refused(
    function: Callable[[int, object, object], object], value: object
) -> None:
    with pytest.raises(ValueError, match="size must be an int") as caught:
        function(1000, value, 0)
    assert f"size={value!r}" in str(caught.value)
    with pytest.raises(ValueError, match="overlap must be an int") as caught:
        function(1000, 200, value)
    assert f"overlap={value!r}" in str(caught.value)


@every_function_of_n
@pytest.mark.parametrize("value", NOT_INTS)
def test_a_length_that_is_no_int_is_refused(
    function: Callable[[object, int, int], object], value: object
) -> None:
    with pytest.raises(ValueError, match="n must be an int") as caught:
        function(value, 200, 50)
    assert f"n={value!r}" in str(caught.value)


@given(small)
def test_the_factor_of_an_empty_document_is_undefined(setting: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="undefined: n must be >= 1, got n=0"):
        duplication_factor(0, *setting)
