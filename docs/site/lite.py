"""The course as a JupyterLite app: Python runs in the reader's browser, from files of this site.

What the browser's Python can import is what its lock file lists. Here that is Pyodide itself (from
npm), the wheels of browser.txt, this package, and the course's files as a package of their own:
they stay as they are, while a learner's copies lie in the browser's storage.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from email import message_from_bytes
from hashlib import sha256
from pathlib import Path
from typing import Any

from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

HERE = Path(__file__).parent

COURSE = "chunklab_course"
"""The package that holds the course's files in the browser."""
LEARNERS = ("notebooks/*.ipynb", "exercises/*.py")
"""What a learner works on: the app's own files, laid out as a work folder."""
KERNEL = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython")
"""What JupyterLite's kernel loads first, in its own words."""
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""What of npm's package a browser asks for."""
KERNEL_PLUGIN = "@jupyterlite/pyodide-kernel-extension:kernel"


def build(edition: Path, out: Path, pyodide: Path, scratch: Path, address: str = "") -> None:
    """Write the app for the learner's ``edition`` to ``out``.

    ``pyodide`` is npm's package. ``address``, if given, is where a browser finds Pyodide's own
    builds of compiled packages; matplotlib is loaded from there, and figures are drawn.
    """
    lite = scratch / "lite"
    distribution = lite / "static" / "pyodide"
    distribution.mkdir(parents=True)
    for name in CORE:
        shutil.copy(pyodide / name, distribution)
    _collect_wheels(edition, distribution, scratch)
    lock = _lock(pyodide / "pyodide-lock.json", sorted(distribution.glob("*.whl")), address)
    (distribution / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    _copy_learners_files(edition, scratch / "contents")
    (lite / "jupyter-lite.json").write_text(json.dumps(_settings(lock)), encoding="utf-8")
    shutil.copy(HERE / "overrides.json", lite)
    _run(
        scratch,
        *("jupyter", "lite", "build", f"--lite-dir={lite}", f"--output-dir={out}"),
        *(f"--contents={scratch / 'contents'}", "--apps=lab", "--no-sourcemaps"),
    )


def _collect_wheels(edition: Path, folder: Path, scratch: Path) -> None:
    # Wheels for any system: which Python builds the site must make no difference.
    anywhere = ("--python-version=3.14", "--implementation=py", "--abi=none", "--platform=any")
    pip = ("pip", "--quiet", "--disable-pip-version-check")
    _run(
        scratch,
        *(*pip, "download", "--no-deps", "--only-binary=:all:", *anywhere),
        *(f"--dest={folder}", f"--requirement={HERE / 'browser.txt'}"),
    )
    for source in (edition, _course_as_package(edition, scratch)):
        _run(
            scratch,
            *(*pip, "wheel", "--no-deps", "--no-build-isolation"),
            *(f"--wheel-dir={folder}", str(source)),
        )
    [kernels] = Path(sys.prefix).glob("share/jupyter/labextensions/*/pyodide-kernel*/static/pypi")
    for name in ("piplite", "pyodide_kernel", "ipykernel", "widgetsnbextension-4"):
        [wheel] = kernels.glob(f"{name}*.whl")
        shutil.copy(wheel, folder)


def _course_as_package(edition: Path, scratch: Path) -> Path:
    folder = scratch / "course"
    for name in ("exercises", "notebooks", "tests"):
        shutil.copytree(edition / name, folder / COURSE / name)
    (folder / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n'
        f'[project]\nname = "{COURSE}"\nversion = "1"\n'
        f'[tool.hatch.build.targets.wheel]\npackages = ["{COURSE}"]\n',
        encoding="utf-8",
    )
    return folder


def _lock(original: Path, wheels: list[Path], address: str) -> dict[str, Any]:
    """Return the list of all that can be imported: ``wheels``, and what ``address`` has."""
    lock: dict[str, Any] = json.loads(original.read_bytes())
    packages = lock["packages"] if address else {}
    for package in packages.values():
        package["file_name"] = f"{address.rstrip('/')}/{package['file_name']}"
    browser = {**default_environment(), "sys_platform": lock["info"]["platform"].split("_")[0]}
    browser["python_version"] = ".".join(lock["info"]["python"].split(".")[:2])
    packages |= {entry["name"]: entry for entry in (_entry(wheel, browser) for wheel in wheels)}
    # Of what chunklab needs at a desk, a browser has no JupyterLab to start and no tests to run.
    for package in packages.values():
        package["depends"] = [name for name in package["depends"] if name in packages]
    return {**lock, "packages": packages}


def _entry(wheel: Path, browser: dict[str, str]) -> dict[str, Any]:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        [about] = (name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = message_from_bytes(archive.read(about))
    needs = [Requirement(text) for text in metadata.get_all("Requires-Dist", ())]
    tops = {name.split("/")[0].removesuffix(".py") for name in names if name.endswith(".py")}
    return {
        "name": canonicalize_name(metadata["Name"]),
        "version": metadata["Version"],
        "file_name": wheel.name,
        "sha256": sha256(wheel.read_bytes()).hexdigest(),
        "imports": sorted(tops),
        "depends": [
            canonicalize_name(need.name)
            for need in needs
            if not need.marker or need.marker.evaluate({**browser, "extra": ""})
        ],
        "install_dir": "site",
        "package_type": "package",
        "unvendored_tests": False,
    }


def _settings(lock: dict[str, Any]) -> dict[str, Any]:
    version = ".".join(lock["info"]["python"].split(".")[:2])
    kernel = {
        "pyodideUrl": "./static/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "packages": [*KERNEL, "chunklab", COURSE.replace("_", "-")],
            "env": {
                "CHUNKLAB_COURSE": f"/lib/python{version}/site-packages/{COURSE}",
                "CHUNKLAB_WORK": "/drive",
            },
        },
    }
    settings = json.loads((HERE / "jupyter-lite.json").read_text(encoding="utf-8"))
    settings["jupyter-config-data"]["litePluginSettings"] = {KERNEL_PLUGIN: kernel}
    return settings


def _copy_learners_files(edition: Path, contents: Path) -> None:
    for path in (each for pattern in LEARNERS for each in edition.glob(pattern)):
        own = contents / path.relative_to(edition)
        own.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, own)


def _run(scratch: Path, *command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=scratch, capture_output=True, text=True
    )
    if done.returncode:
        sys.exit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
