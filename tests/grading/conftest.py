"""A warm process for the tests of the judge; each test's children are copies of it."""

import pytest

from chunklab.grading.nursery import Nursery


@pytest.fixture(scope="session")
def nursery():
    with Nursery() as running:
        yield running
