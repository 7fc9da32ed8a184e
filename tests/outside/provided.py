"""Packages that only some tests and `make site` need, made once in .cache, and anew on a change.

As a command it prints where they are. After `python tests/outside/provided.py` comes
`environment REQUIREMENTS.txt` or `node_modules FOLDER`.
"""

import shutil
import subprocess
import sys
from pathlib import Path

CACHE = Path(__file__).parents[2] / ".cache"


class NotToBeHad(Exception):
    """The packages cannot be had here; the message says why."""


def node_modules(folder: Path) -> Path:
    """Return the installed node_modules of a folder with a package.json."""
    npm = shutil.which("npm")
    if not npm:
        raise NotToBeHad("there is no npm; on Debian: apt install npm")
    target = CACHE / "npm" / folder.name
    asked = (folder / "package.json").read_bytes()
    installed = target / "installed.json"
    if not installed.exists() or installed.read_bytes() != asked:
        target.mkdir(parents=True, exist_ok=True)
        (target / "package.json").write_bytes(asked)
        command = [npm, "install", "--no-audit", "--no-fund", "--no-package-lock"]
        done = subprocess.run(command, cwd=target, capture_output=True, text=True)
        if done.returncode:
            raise NotToBeHad(f"npm could not install the packages of {folder}:\n{done.stderr}")
        installed.write_bytes(asked)  # last: an interrupted install is made again
    return target / "node_modules"


def environment(requirements: Path) -> Path:
    """Return the ``bin`` of an environment that has what a requirements file names."""
    target = CACHE / "environments" / requirements.parent.name
    asked = requirements.read_bytes()
    installed = target / "installed.txt"
    if not installed.exists() or installed.read_bytes() != asked:
        uv = [sys.executable, "-m", "uv"]
        python = target / "bin" / "python"
        for command in (
            [*uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(target)],
            [*uv, "pip", "install", "--quiet", "--python", str(python), "-r", str(requirements)],
        ):
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                raise NotToBeHad(f"the environment of {requirements} was not made:\n{done.stderr}")
        installed.write_bytes(asked)
    return target / "bin"


def main() -> None:
    """Print where the packages that the command line names are."""
    makers = {"environment": environment, "node_modules": node_modules}
    kind, path = sys.argv[1:]
    try:
        print(makers[kind](Path(path).resolve()))
    except NotToBeHad as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
