"""Write the learner's edition: what of the course is a learner's, and nothing else.

A list says what goes in. What nobody thought of therefore stays behind: the answer key, the hidden
checks, submissions that lie in the course folder, notebooks that ``course.toml`` does not name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from chunklab import __version__
from chunklab.course import files
from chunklab.course.errors import CourseError
from chunklab.course.index import Course

ALLOWED = {
    # The course: for every exercise that course.toml names, and for no other.
    "exercises/course.toml": "the lessons in order, their functions, points and hints",
    "exercises/{exercise}.py": "what a learner fills in",
    "exercises/questions/{exercise}.toml": "what a lesson asks, and its replies",
    "notebooks/{notebook}": "the lesson",
    "notebooks/00_start.ipynb": "the first page: the lessons, and how far one is",
    "tests/exercises/test_{exercise}.py": "the visible checks",
    # The program: the library is a reference and stays readable.
    "chunklab/**/*.py": "the library, and the commands start, lab, check, hint, progress",
    "chunklab/py.typed": "the library's types",
    "chunklab/course/lesson_link.json": "switches a hub's links to the lessons on",
    "chunklab/splitters/saved.json": "what public splitters do, where they are not installed",
    "chunklab/retrieval/saved.json": "what was found for each question of the corpus",
    "chunklab/classroom/templates/*.html": "the pages that instructors see",
    "chunklab/corpus/documents/*.txt": "what retrieval is measured on",
    "chunklab/corpus/questions.toml": "its questions, with their answers in the documents",
    # The environment: make, pip, conda, Binder and hubs.
    "Makefile": "make lab, make test",
    "pyproject.toml": "what the package needs",
    "requirements.txt": "its pins",
    "environment.yml": "the same for conda, Binder and hubs",
    ".gitignore": "keeps a learner's work and .venv out of git",
    # What a learner reads about it.
    "README.md": "without its section for instructors",
    "docs/explorer.svg": "the README's picture",
    "docs/learners.md": "how a lesson goes, and where a learner's work is",
    "docs/setup.md": "how to set it up, and what to do when something goes wrong",
    "docs/protocol.md": "what the checks do with a learner's code",
    "docs/jupyterhub.md": "how a hub serves this edition",
    "docs/hub/jupyterhub_config.py": "the settings of a hub",
    "docs/hub/values.yaml": "the same for Kubernetes",
    "CITATION.cff": "how to cite it",
    "LICENSE": "of the code",
    "LICENSE-TEXT": "of the lessons",
}
AFTER_THE_DEADLINE = {"solutions/{exercise}.py": "the answer key"}
OPTIONAL = {"exercises/questions/{exercise}.toml"}  # a lesson may ask nothing

FOR_INSTRUCTORS = re.compile(rb"(?ms)^## For instructors\s*?$.*?(?=^## |\Z)")

RECORD = ".chunklab-release.json"  # marks a release, and says what in it is ours


@dataclass(frozen=True)
class Released:
    """What became of a release; every name is relative to its ``folder`` or to the course.

    ``files`` are all that it holds, ``written`` those of them that were new or different,
    ``removed`` those of an earlier release that the course no longer has. ``not_named`` lie
    beside the course's lessons, and were left out because ``course.toml`` does not name them.
    """

    folder: Path
    files: tuple[str, ...]
    written: tuple[str, ...]
    removed: tuple[str, ...]
    not_named: tuple[str, ...]


@dataclass(frozen=True)
class _File:
    content: bytes
    executable: bool


_Ours = set[tuple[str, str]]  # names, each with the SHA-256 of what a release wrote there


def release(course: Course, folder: Path, *, with_solutions: bool = False) -> Released:
    """Write the learner's edition of ``course`` to ``folder``, byte for byte the same every time.

    The folder is made, or is empty but for a ``.git``, or holds an earlier release: then what
    nobody changed in it is replaced or removed, and what others have added stays. An interrupted
    release is completed by another. ``CourseError``, before any file is written: a file that a
    release needs is missing or a link; the folder touches the course's, or holds other things;
    something of somebody else's is where a file of ours belongs.
    """
    root = _outside(course, folder)
    edition = _edition(course, with_solutions)
    new: _Ours = {(name, files.digest(file.content)) for name, file in edition.items()}
    files.make_folder(folder)
    old = _earlier(root)
    present = {name: _read(root, name) for name in sorted({name for name, _ in old | new})}
    changed = [
        name
        for name, content in present.items()
        if content is not None and (name, files.digest(content)) not in old | new
    ]
    if changed:
        raise CourseError(
            f"Nothing was written to {root}, where these files are not as a release left them: "
            f"{_listed(changed)}. Move them elsewhere, or name another folder."
        )
    # Until all is written, the old files are ours as well as the new: after an interruption the
    # next release must know both.
    _write_record(root, old | new, with_solutions)
    written = [name for name in edition if present[name] != edition[name].content]
    for name in written:
        _write(root / name, edition[name].content, there=present[name] is not None)
    for name in edition:
        if edition[name].executable:
            _make_executable(root / name)
    removed = [name for name in present if name not in edition and present[name] is not None]
    for name in removed:
        _remove(root, name)
    _write_record(root, new, with_solutions)
    return Released(
        root, tuple(edition), tuple(written), tuple(removed), _not_named(course, edition)
    )


def _outside(course: Course, folder: Path) -> Path:
    root, own = folder.resolve(), course.root.resolve()
    if root.is_relative_to(own) or own.is_relative_to(root):
        raise CourseError(
            f"A release must lie outside the course folder {own}, and must not hold it; got "
            f"{root}. Name another folder, such as {own.with_name(f'{own.name}-release')}."
        )
    return root


def _edition(course: Course, with_solutions: bool) -> dict[str, _File]:
    """Return the files of the learner's edition by name, in the order of their names."""
    root = course.root.resolve()
    edition = {}
    for pattern in [*ALLOWED, *(AFTER_THE_DEADLINE if with_solutions else ())]:
        for name in _names(course, pattern):
            content = _read(root, name)
            if content is not None:
                edition[name] = _File(content, bool((root / name).stat().st_mode & 0o100))
            elif pattern not in OPTIONAL:
                raise CourseError(f"There is no {root / name}, and a release needs it.")
    readme = edition["README.md"]
    edition["README.md"] = _File(FOR_INSTRUCTORS.sub(b"", readme.content), readme.executable)
    return dict(sorted(edition.items()))


def _names(course: Course, pattern: str) -> list[str]:
    if "*" not in pattern:
        each = [pattern.format(exercise=e.name, notebook=e.notebook) for e in course.exercises]
        return list(dict.fromkeys(each))
    found = (path.relative_to(course.root) for path in course.root.glob(pattern))
    # Names with a dot in front are other programs' leftovers.
    return [path.as_posix() for path in found if not any(part[0] == "." for part in path.parts)]


def _not_named(course: Course, edition: dict[str, _File]) -> tuple[str, ...]:
    beside = [
        path.relative_to(course.root).as_posix()
        for folder in ("exercises", "exercises/questions", "notebooks", "tests/exercises")
        for path in sorted((course.root / folder).glob("[!.]*"))
        if not path.is_dir()
    ]
    return tuple(name for name in beside if name not in edition)


def _read(root: Path, name: str) -> bytes | None:
    """Return what the plain file ``name`` below ``root`` holds, or ``None`` where nothing is."""
    path = root / name
    content = files.read(path)
    if path.resolve() != path or not path.is_relative_to(root):
        raise CourseError(f"{path} leads elsewhere by a link. Put plain folders and files there.")
    return content


def _earlier(root: Path) -> _Ours:
    """Return what an earlier release wrote to ``root``, which is else empty."""
    content = files.read(root / RECORD)
    if content is None:
        with files.disk_errors(root):
            others = sorted({path.name for path in root.iterdir()} - {".git"})
        if others:
            raise CourseError(
                f"{root} holds other things and no earlier release: {_listed(others)}. Name a new "
                "folder, or one that is empty or holds only a .git."
            )
        return set()
    try:
        record = json.loads(content)
        if record["format"] != 1:
            raise ValueError("a format that this program does not know")
        return {(name, digest) for name, digests in record["files"].items() for digest in digests}
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise CourseError(
            f"{root / RECORD} cannot be understood, so it is not known what in this folder is an "
            "earlier release. Name another folder."
        ) from error


def _write_record(root: Path, ours: _Ours, with_solutions: bool) -> None:
    digests: dict[str, list[str]] = {}
    for name, digest in sorted(ours):
        digests.setdefault(name, []).append(digest)
    record = {
        "format": 1,
        "chunklab": __version__,
        "with_solutions": with_solutions,
        "files": digests,
    }
    content = json.dumps(record, indent=1).encode() + b"\n"
    if files.read(root / RECORD) != content:
        files.replace(root / RECORD, content)


def _write(path: Path, content: bytes, *, there: bool) -> None:
    files.make_folder(path.parent)
    if there:
        files.replace(path, content)
    elif not files.create(path, content):
        raise CourseError(f"{path} has just been made by somebody else. Move it, then try again.")


def _make_executable(path: Path) -> None:
    with files.disk_errors(path):
        mode = path.stat().st_mode
        path.chmod(mode | (mode & 0o444) >> 2)  # for everyone who may read it


def _remove(root: Path, name: str) -> None:
    path = root / name
    with files.disk_errors(path):
        path.unlink()
        for folder in path.relative_to(root).parents[:-1]:
            if any((root / folder).iterdir()):
                break
            (root / folder).rmdir()


def _listed(names: Iterable[str]) -> str:
    first, rest = list(names)[:10], list(names)[10:]
    return ", ".join(first) + (f" and {len(rest)} more" if rest else "")
