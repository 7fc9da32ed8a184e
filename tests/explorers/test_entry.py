"""A text in a text box on a page: what is typed for what such a box would lose."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab.explorers.entry import MOST, require_showable, typed, written


@given(
    st.text(st.characters(), max_size=40) | st.text(st.sampled_from("\\ru0041\r\n"), max_size=20)
)
def test_the_box_keeps_every_text(text):
    entry = typed(text)
    assert written(entry) == text
    assert "\r" not in entry  # a page's text box would turn it into a line feed
    assert not any("\ud800" <= character <= "\udfff" for character in entry)


def test_what_no_page_can_show_is_refused():
    require_showable("a" * MOST)
    with pytest.raises(ValueError, match="at most 4000 code points, got 4001"):
        require_showable("a" * (MOST + 1))
    with pytest.raises(ValueError, match=r"half a surrogate pair, got '\\ude42' at 2"):
        require_showable("ab\ude42\ud83d")
