"""Settings of the property tests."""

from hypothesis import settings

# No deadline: how long an example takes says more about the machine than about the library.
settings.register_profile("chunklab", deadline=None)
settings.load_profile("chunklab")
