"""Text chunks: their offsets hold, their texts rebuild the source, their arguments wait."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chunklab import chunk_lengths, chunk_starts, chunk_with_overlap, chunks

SMILE = "A🙂BCDEFGHI"


@st.composite
def settings_of(draw: st.DrawFn) -> tuple[int, int]:
    size = draw(st.integers(1, 40))
    return size, draw(st.integers(0, size - 1))


# st.text() leaves lone surrogates out; a str may hold them, and offsets do not care.
texts = st.text(st.characters(exclude_categories=[]), max_size=200)


def chunks_by_loop(text: str, size: int, overlap: int) -> list[dict[str, Any]]:
    """Return the chunks by trying every start there is, and keeping those that bring more text."""
    found: list[dict[str, Any]] = []
    reached = 0
    for start in range(0, len(text), size - overlap):
        end = min(start + size, len(text))
        if end > reached:
            found.append({"start": start, "end": end, "text": text[start:end]})
            reached = end
    return found


def test_the_worked_example() -> None:
    assert list(chunks(SMILE, 4, 1)) == [
        {"start": 0, "end": 4, "text": "A🙂BC"},
        {"start": 3, "end": 7, "text": "CDEF"},
        {"start": 6, "end": 10, "text": "FGHI"},
    ]


def test_each_item_is_a_plain_dict_of_its_own() -> None:
    items = list(chunks(SMILE, 4, 1))
    assert {type(item) for item in items} == {dict}
    assert [list(item) for item in items] == [["start", "end", "text"]] * 3
    assert len({id(item) for item in items}) == 3


@given(texts, settings_of())
@example("", (4, 1))
@example("abcdefgh", (5, 2))
def test_the_chunks_are_those_of_the_loop(text: str, setting: tuple[int, int]) -> None:
    assert list(chunks(text, *setting)) == chunks_by_loop(text, *setting)


@given(texts, settings_of())
def test_the_chunks_keep_every_promise(text: str, setting: tuple[int, int]) -> None:
    size, overlap = setting
    found = list(chunks(text, *setting))
    assert all(item["text"] == text[item["start"] : item["end"]] for item in found)
    assert all(0 < item["end"] - item["start"] <= size for item in found)
    for before, after in pairwise(found):
        assert after["start"] == before["end"] - overlap
        assert after["end"] > before["end"]
    rebuilt = "".join(item["text"][overlap if k else 0 :] for k, item in enumerate(found))
    assert rebuilt == text


@given(texts, settings_of())
def test_three_ways_to_cut_agree(text: str, setting: tuple[int, int]) -> None:
    found = list(chunks(text, *setting))
    assert [item["start"] for item in found] == chunk_starts(len(text), *setting)
    assert [len(item["text"]) for item in found] == chunk_lengths(len(text), *setting)
    assert [list(item["text"]) for item in found] == chunk_with_overlap(text, *setting)


def test_a_repeated_sentence_is_told_apart_by_its_offsets() -> None:
    found = list(chunks("Yes sir. Yes sir. ", 9, 0))
    assert [(item["start"], item["text"]) for item in found] == [(0, "Yes sir. "), (9, "Yes sir. ")]


@pytest.mark.parametrize(
    ("size", "overlap"),
    [
        pytest.param(0, 0, id="size 0"),
        pytest.param(4, 4, id="it would never end"),
        pytest.param(4, 9, id="it would walk backwards"),
        pytest.param(4, -1, id="text would fall between the chunks"),
        pytest.param(True, 0, id="a bool for the size"),
        pytest.param(4, False, id="a bool for the overlap"),
        pytest.param(4.0, 1, id="a float that is whole"),
        pytest.param("4", 1, id="a str of digits"),
    ],
)
@pytest.mark.parametrize("text", ["", SMILE], ids=["empty text", "some text"])
def test_a_bad_setting_is_refused_when_iteration_starts(text: str, size: Any, overlap: Any) -> None:
    waiting = chunks(text, size, overlap)  # the call itself raises nothing
    with pytest.raises(ValueError, match=r"must (be an int|satisfy 0 <= overlap < size)") as caught:
        next(waiting)
    message = str(caught.value)
    assert f"size={size!r}" in message or f"overlap={overlap!r}" in message


def test_text_that_is_no_str_is_refused_when_iteration_starts() -> None:
    waiting = chunks(b"bytes", 4, 1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="text must be a str, got bytes"):
        next(waiting)


def test_it_yields_one_at_a_time() -> None:
    found = chunks("x" * 10**6, 2, 1)
    assert isinstance(found, Iterator)
    assert next(found) == {"start": 0, "end": 2, "text": "xx"}
    assert next(found) == {"start": 1, "end": 3, "text": "xx"}
