"""Plain values survive the pipe exactly; everything else is opaque and equal to nothing."""

import json
import math
from collections import OrderedDict, namedtuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunklab.grading.compare import difference
from chunklab.grading.values import Generated, Opaque, Stream, TooLarge, aliases, decode, encode

HASHABLE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary(),
    lambda parts: st.tuples(parts, parts) | st.frozensets(parts, max_size=3),
    max_leaves=5,
)
PLAIN = st.recursive(
    HASHABLE | st.builds(range, st.integers(), st.integers(), st.integers(1, 9)),
    lambda parts: (
        st.lists(parts) | st.tuples(parts, parts) | st.dictionaries(HASHABLE, parts, max_size=3)
    ),
    max_leaves=20,
)


def there_and_back(value):
    return decode(json.loads(json.dumps(encode(value))))


@given(PLAIN)
def test_a_plain_value_comes_back_the_same(value):
    assert difference(value, there_and_back(value)) is None


@given(st.text())
def test_lone_surrogates_survive(text):
    assert there_and_back(text + "\ud800") == text + "\ud800"


def test_signed_zero_and_specials_survive():
    assert math.copysign(1, there_and_back(-0.0)) == -1
    assert math.isnan(there_and_back(math.nan))
    assert there_and_back([-math.inf, math.inf]) == [-math.inf, math.inf]


@pytest.mark.parametrize(
    "value",
    [
        type("Int", (int,), {})(1),
        type("Text", (str,), {})("a"),
        OrderedDict(a=1),
        namedtuple("Pair", "a b")(1, 2),
        bytearray(b"a"),
        1j,
        print,
        int,
        object(),
    ],
    ids=lambda value: type(value).__name__,
)
def test_anything_else_is_opaque(value):
    returned = there_and_back(value)
    assert isinstance(returned, Opaque)
    assert returned.type_name == type(value).__name__
    assert difference(1, returned)
    assert difference(returned, there_and_back(value))


def test_a_repr_that_fails_or_lies_is_harmless():
    class Bad:
        def __repr__(self):
            raise SystemError

    class Huge:
        def __repr__(self):
            return "x" * 10**6

    assert there_and_back(Bad()).text == "(its repr failed)"
    assert len(there_and_back(Huge()).text) == 200


def test_a_generator_is_consumed():
    returned = there_and_back(i * i for i in range(3))
    assert isinstance(returned, Generated)
    assert returned.items == [0, 1, 4]


def test_a_stream_arrives_whole_and_can_be_read_once():
    sent = Stream(["a", "b", "c"])
    next(sent)
    stream = there_and_back(sent)
    assert stream.taken == 0
    assert [next(stream), stream.taken, *stream] == ["a", 1, "b", "c"]
    assert list(stream) == []
    for asked in (len, lambda stream: stream[0], lambda stream: stream[:2]):
        with pytest.raises(TypeError):
            asked(stream)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"tuple": 1},
        {"tuple": [], "list": []},
        {"float": "1.5"},
        {"bytes": "zz"},
        {"set": [[1]]},
        {"dict": [[1]]},
        {"range": [1, 2, 0]},
        {"stream": 1},
        {"opaque": "x"},
        {"eval": "1"},
    ],
    ids=json.dumps,
)
def test_what_no_encoder_writes_is_refused(data):
    with pytest.raises(ValueError):  # noqa: PT011  (each has a wording of its own)
        decode(data)


def test_bounds_name_themselves():
    with pytest.raises(TooLarge, match="100000 values"):
        encode([0] * 100_001)
    with pytest.raises(TooLarge, match="longer than 1000000"):
        encode("a" * 1_000_001)


def test_aliases_are_found_at_any_depth():
    inner = [1]
    assert aliases((0, {"a": inner}), ([inner],)) == "argument"
    assert aliases([inner, (inner,)], ()) == "itself"
    assert aliases([[1], [1]], (inner,)) == ""
