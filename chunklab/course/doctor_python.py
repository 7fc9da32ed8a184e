"""What ``doctor`` looks at in Python itself: system, packages, a second chunklab, encoding."""

import os
import re
import shlex
import sys
from importlib import metadata
from pathlib import Path

import chunklab
from chunklab.course.findings import Finding, good, nameless, note, problem


def in_a_kernel() -> bool:
    """Say whether this process is a notebook's kernel."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return getattr(shell, "kernel", None) is not None


def this_python() -> str:
    """Return this Python as one types it in a shell.

    It is not resolved: an environment's Python is a link to the one that made it.
    """
    shown = nameless(sys.executable or "python")
    home, rest = ("~/", shown[2:]) if shown.startswith("~/") else ("", shown)
    return home + shlex.quote(rest)


def pip_install(what: str) -> str:
    """Return the command that installs ``what`` for this Python, as one types it here."""
    if in_a_kernel():
        return f"%pip install {what} (in a cell, and restart the kernel after it)"
    return f"{this_python()} -m pip install {what}"


def system() -> Finding:
    """Look at the system: the checks need a process of POSIX."""
    if os.name == "nt":
        return problem(
            "system",
            "Windows. Lessons open, but checks need Linux or macOS",
            "Install WSL (wsl --install in a terminal), and set the course up inside it: "
            "docs/setup.md.",
        )
    where = "an environment" if sys.prefix != sys.base_prefix else "no environment of its own"
    return good("Python", f"{this_python()}, in {where}")


def packages() -> list[Finding]:
    """Look at whether what chunklab needs is installed, and new enough."""
    try:
        asked = metadata.requires("chunklab") or []
    except metadata.PackageNotFoundError:
        return [
            note(
                "packages",
                f"chunklab is not installed for this Python, only found in {_folder()}",
                f"Install it: {pip_install(shlex.quote(nameless(str(_folder()))))}",
            )
        ]
    # Our own requirements are all of this form; those of extras end in a condition.
    needed = [
        match.groups() for each in asked if (match := re.fullmatch(r"([\w-]+)>=([\d.]+)", each))
    ]
    here, wrong = [], []
    for name, least in needed:
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            version = ""
        if version and numbers(version) >= numbers(least):
            here.append(f"{name} {version}")
        else:
            why = f"{version} is too old" if version else "is not installed"
            command = pip_install(f"'{name}>={least}'")
            wrong.append(
                problem(name, f"{why}; {least} or newer is needed", f"Install it: {command}")
            )
    return wrong or [good("packages", ", ".join(here))]


def copies() -> Finding:
    """Look for a second chunklab that hides this one, or is hidden by it."""
    others = []
    for entry in dict.fromkeys(Path(each or ".").resolve() for each in sys.path):
        module = entry / "chunklab" / "__init__.py"
        if entry != _folder() and module.is_file():
            others.append(f"{version_in(module)} in {entry}")
    used = f"{chunklab.__version__}, from {_folder()}"
    if not others:
        return good("chunklab", used)
    return note(
        "chunklab",
        f"{used}. There is another: {'; '.join(others)}",
        "Which one is used depends on where you are. Take the other one away: python -m pip "
        "uninstall chunklab, with the Python that it was installed for; or unset PYTHONPATH.",
    )


def encoding() -> Finding:
    """Look at whether this output can show the course's signs."""
    name = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        "✓✗·é🙂".encode(name)
    except (UnicodeEncodeError, LookupError):
        return note(
            "encoding",
            f"this terminal is set to {name}, in which many signs are shown as codes",
            "Set the environment variable PYTHONUTF8=1 before you start, or a UTF-8 locale such as "
            "LC_ALL=C.UTF-8.",
        )
    return good("encoding", name)


def numbers(version: str) -> tuple[int, ...]:
    """Return a version as numbers that can be compared.

    >>> numbers("8.1.9rc1") > numbers("8.1")
    True
    """
    return tuple(int(part) for part in re.findall(r"\d+", version.partition("+")[0])[:3])


def version_in(module: Path) -> str:
    """Return the version that the text of a package's ``__init__.py`` names."""
    text = module.read_text(encoding="utf-8", errors="replace")
    found = re.search(r'^__version__ = "(.+?)"', text, re.MULTILINE)
    return found[1] if found else "an unknown version"


def _folder() -> Path:
    return Path(chunklab.__file__).resolve().parents[1]
