"""Whether the course folder and the installed package belong together.

On a hub they come by different ways, the package in an image and the folder by a pull, so either
can be older than the other. The folder's version stands in its index, ``exercises/course.toml``.
"""

from pathlib import Path

import chunklab


def mismatch(version: str, root: Path) -> str | None:
    """Return how a course folder of ``version`` differs from this package; ``None``: it does not.

    A package that is imported from the course folder itself is never another.

    >>> mismatch(chunklab.__version__, Path("anywhere")) is None
    True
    """
    package = Path(chunklab.__file__).resolve().parents[1]
    if version == chunklab.__version__ or package == root.resolve():
        return None
    return (
        f"the course folder {root} is of version {version}, and the installed chunklab of "
        f"{chunklab.__version__}: lessons, checks and commands may not fit together"
    )


REMEDY = (
    "Bring the older one up to date. The folder: fetch it the way you got it. The package: in the "
    "course folder, python -m pip install . and restart the kernel. On a hub, tell who runs it."
)
