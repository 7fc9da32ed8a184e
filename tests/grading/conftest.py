"""A warm process for the tests of the judge, and the lesson that a module's EXERCISE names."""

import pytest

from chunklab.grading.nursery import Nursery

from .lessons import Lesson


@pytest.fixture(scope="session")
def nursery():
    with Nursery() as running:
        yield running


@pytest.fixture
def lesson(request):
    return Lesson(request.module.EXERCISE)
