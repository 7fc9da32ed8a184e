"""``doctor``: what a learner pastes when something does not work, with the remedy for each problem.

It runs where half of what the course needs is missing: what cannot be looked at is a finding too.
"""

import os
import sys
import warnings
from collections.abc import Callable, Iterable

import chunklab
from chunklab.course.findings import Diagnosis, Finding, note

Look = Callable[[], Finding | Iterable[Finding]]

IN_A_BROWSER = ("chunklab", "course folder", "encoding")
"""What can be looked at where Python itself runs in a browser."""


def doctor() -> Diagnosis:
    """Look at everything that the course needs; never raises.

    In a notebook it tells of the kernel's Python, in a terminal of the command's.
    """
    import platform  # here, as in _looks: a lesson that starts has no use for it

    heading = (
        f"chunklab {chunklab.__version__}, Python {platform.python_version()}, "
        f"{platform.system()} {platform.release()} {platform.machine()}, seen from {_here()}"
    )
    looks = _looks()
    if sys.platform == "emscripten":
        looks = {name: looks[name] for name in IN_A_BROWSER}
    return Diagnosis(heading, [each for name, look in looks.items() for each in _seen(name, look)])


def _looks() -> dict[str, Look]:
    from chunklab.course import doctor_jupyter, doctor_places, doctor_python, doctor_sandbox

    return {
        "Python": doctor_python.system,
        "chunklab": doctor_python.copies,
        "packages": doctor_python.packages,
        "JupyterLab": doctor_jupyter.front_end,
        "widgets in the page": doctor_jupyter.widgets,
        "kernel": doctor_jupyter.kernel,
        "course folder": doctor_places.course_and_work,
        "home folder": doctor_places.home_folder,
        "temporary files": doctor_places.temporary_folder,
        "sandbox": doctor_sandbox.sandbox,
        "encoding": doctor_python.encoding,
    }


def _seen(name: str, look: Look) -> list[Finding]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what there is to say, the finding says
            found = look()
        return [found] if isinstance(found, Finding) else list(found)
    except Exception as error:
        return [
            note(
                name,
                f"could not be looked at: {type(error).__name__}: {error}",
                "This is a mistake of doctor itself, and not yours: please tell us of it.",
            )
        ]


def _here() -> str:
    from chunklab.course.doctor_python import in_a_kernel

    if sys.platform == "emscripten":
        return "a browser"
    here = "a notebook" if in_a_kernel() else "a terminal"
    return f"{here} on a JupyterHub" if "JUPYTERHUB_SERVICE_PREFIX" in os.environ else here
