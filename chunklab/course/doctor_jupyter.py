"""What ``doctor`` looks at in Jupyter: JupyterLab, the widgets in it, and the lessons' kernel.

What can be seen is the Jupyter of this Python's environment. A learner's page may come from
another one: then only the page itself can tell, and the words say so.
"""

import contextlib
import json
import shutil
import subprocess
import sys
from importlib import metadata, util
from pathlib import Path

from chunklab.course.doctor_python import in_a_kernel, numbers, pip_install, this_python
from chunklab.course.findings import Finding, good, note, problem

MANAGER = "@jupyter-widgets/jupyterlab-manager"
"""The part of the widgets that lives in the page."""
OLDEST_MANAGER = "5"
"""The first that understands ipywidgets 8."""
KERNEL = "python3"
"""The kernel that every lesson names."""

_PROBE = """
import importlib.util as util, json, sys
found = util.find_spec("chunklab")
print(json.dumps([found and found.origin, util.find_spec("ipykernel") is not None]))
"""
_SECONDS = 60


def front_end() -> Finding:
    """Look for the JupyterLab of this environment."""
    try:
        version = metadata.version("jupyterlab")
    except metadata.PackageNotFoundError:
        if in_a_kernel():  # then there is a page, and it is somebody else's
            return note(
                "JupyterLab",
                "not in this kernel's environment; your page comes from another one",
                "Its version is in the page's menu: Help, About JupyterLab. It needs 4.4 or newer.",
            )
        return problem(
            "JupyterLab",
            "not installed for this Python",
            f"Install it: {pip_install('jupyterlab')}",
        )
    return good("JupyterLab", f"{version} in this environment, which is what chunklab lab opens")


def widgets() -> Finding:
    """Look for the page's half of the widgets, in the places that JupyterLab reads."""
    try:
        from jupyter_core.paths import jupyter_config_path, jupyter_path
    except ImportError:
        return note(
            "widgets in the page",
            "cannot be seen from here, without JupyterLab's own packages",
            "Where pictures have no sliders after their cell has run, install jupyterlab-widgets "
            "into the environment that JupyterLab is started from.",
        )
    places = [Path(folder, MANAGER, "package.json") for folder in jupyter_path("labextensions")]
    package = next((place for place in places if place.is_file()), None)
    if package is None:
        return problem(
            "widgets in the page",
            "missing: pictures have no sliders, and questions no buttons",
            # Without the option pip is content where the package is there and its files are not.
            f"{pip_install('--force-reinstall --no-deps jupyterlab-widgets')}, then start "
            "JupyterLab again.",
        )
    version = json.loads(package.read_text(encoding="utf-8"))["version"]
    if numbers(version) < numbers(OLDEST_MANAGER):
        return problem(
            "widgets in the page",
            f"{MANAGER} {version} is too old for ipywidgets 8",
            f"{pip_install('--upgrade jupyterlab-widgets')}, then start JupyterLab again.",
        )
    if by := _switched_off_by(jupyter_config_path()):
        return problem(
            "widgets in the page",
            f"{MANAGER} {version} is switched off",
            f"Take it out of disabledExtensions in {by}, then reload the page.",
        )
    return good("widgets in the page", f"{MANAGER} {version}")


def _switched_off_by(folders: list[str]) -> Path | None:
    """Return which of JupyterLab's settings in ``folders``, strongest first, switches MANAGER off.

    They are read here, as the package that does it for JupyterLab takes a second to import.
    """
    for folder in folders:
        file = Path(folder, "labconfig", "page_config.json")
        with contextlib.suppress(FileNotFoundError):
            found = json.loads(file.read_text(encoding="utf-8")).get("disabledExtensions", {})
            extensions = found if isinstance(found, dict) else dict.fromkeys(found, True)
            about = [off for name, off in extensions.items() if name.split(":")[0] == MANAGER]
            if about:
                return file if any(about) else None
    return None


def kernel() -> Finding:
    """Look at which Python the lessons' kernel is, and whether that one has chunklab."""
    if util.find_spec("ipykernel") is None:
        return problem(
            "kernel",
            "ipykernel is not installed for this Python, so no notebook can run in it",
            f"Install it: {pip_install('ipykernel')}",
        )
    try:
        from jupyter_client.kernelspec import KernelSpecManager
        from traitlets import TraitError
    except ImportError:
        return problem(
            "kernel",
            "jupyter_client is not installed for this Python",
            f"Install it: {pip_install('jupyter_client')}",
        )
    kernels = KernelSpecManager()
    folder = kernels.find_kernel_specs()[KERNEL]  # where there is none, Jupyter lends its own
    remedy = (
        f"Move the folder {folder} away: then Jupyter takes its own Python, which is this one. "
        "Restart the kernel after that."
    )
    try:
        spec = kernels.get_kernel_spec(KERNEL)
        command, name = str(spec.argv[0]), f"kernel {spec.display_name!r}"
    except (OSError, ValueError, LookupError, TypeError, TraitError) as error:
        return problem("kernel", f"its description cannot be understood: {error}", remedy)
    # Jupyter takes these names for the Python that it runs in itself.
    if command in ("python", "python3", f"python3.{sys.version_info.minor}", sys.executable):
        running = " (this kernel)" if in_a_kernel() else ""
        return good(name, f"{this_python()}{running}")
    return _another_python(name, command, remedy)


def _another_python(name: str, command: str, remedy: str) -> Finding:
    """Ask the Python that a kernel's description names whether it has what a lesson needs."""
    path = shutil.which(command)
    if path is None:
        return problem(name, f"is {command}, which is not there (any more)", remedy)
    try:
        done = subprocess.run(  # noqa: S603  (Jupyter would run the same)
            [path, "-c", _PROBE],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            cwd=Path(path).anchor,  # where nothing lies that could be taken for a package
            timeout=_SECONDS,
            check=True,
        )
        origin, has_ipykernel = json.loads(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        return problem(name, f"is {command}, which does not start: {error}", remedy)
    if not has_ipykernel:
        return problem(name, f"is {command}, which has no ipykernel: no notebook starts", remedy)
    if origin is None:
        return problem(
            name, f"is {command}, which has no chunklab: import chunklab fails there", remedy
        )
    return note(
        name,
        f"is {command}, another Python than this one, with the chunklab in {Path(origin).parent}",
        "That works. To see it from there, run in a notebook: from chunklab.course import doctor; "
        "doctor()",
    )
