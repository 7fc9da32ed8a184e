"""Preparing a text: what each step does, and the first offset that it breaks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab.preprocessing import STEPS, first_wrong_offset, prepare

TEXTS = st.text(st.sampled_from("aAé ﬁß\u0301\r\n\ufeff한각ᄀ") | st.characters(), max_size=30)


@pytest.mark.parametrize(
    ("step", "before", "after", "offset", "reason"),
    [
        ("BOM removal", "\ufeffHello", "Hello", 0, "everything moves by one"),
        ("BOM removal", "a\ufeff", "a\ufeff", None, "only in front is it a byte order mark"),
        ("line endings", "one\r\ntwo", "one\ntwo", 3, "two code points become one"),
        ("line endings", "a\rb", "a\nb", 1, "one for one: the text differs, later offsets hold"),
        ("trimming", "  tea", "tea", 0, "everything moves by two"),
        ("trimming", "tea \n", "tea", 3, "only the end is gone"),
        ("NFC", "cafe\u0301 au lait", "café au lait", 3, "letter and accent become one"),
        ("NFC", "ﬁsh", "ﬁsh", None, "a ligature is left alone"),
        ("NFKC", "ﬁsh", "fish", 0, "a ligature becomes two letters"),
        ("NFKC", "10 m²", "10 m2", 4, "the length stays, the meaning does not"),
        ("case folding", "Straße", "strasse", 0, "capitals go, and one letter becomes two"),
        ("case folding", "weiß", "weiss", 3, "nothing but the sharp s"),
    ],
)
def test_each_step_and_the_first_offset_that_goes_wrong(step, before, after, offset, reason):
    assert prepare(before, [step]) == after, reason
    assert first_wrong_offset(before, after) == offset, reason


@given(TEXTS, st.sets(st.sampled_from(list(STEPS))))
def test_steps_are_taken_in_their_own_order_whatever_order_they_are_named_in(text, steps):
    by_hand = text
    for name in STEPS:
        if name in steps:
            by_hand = STEPS[name](by_hand)
    assert prepare(text, sorted(steps)) == prepare(text, sorted(steps, reverse=True)) == by_hand


@given(TEXTS, TEXTS)
def test_before_the_first_wrong_offset_all_is_the_same_and_there_it_is_not(one, other):
    offset = first_wrong_offset(one, other)
    assert (offset is None) == (one == other)
    if offset is not None:
        assert one[:offset] == other[:offset]
        assert one[offset : offset + 1] != other[offset : offset + 1]
