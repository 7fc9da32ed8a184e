"""A warm process for the tests of the judge, and the lesson that a module's EXERCISE names."""

import pytest

from .lessons import Lesson


@pytest.fixture(scope="session")
def nursery(nurseries):
    return nurseries(False)


@pytest.fixture
def lesson(request):
    return Lesson(request.module.EXERCISE)
