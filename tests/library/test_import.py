"""What importing the library loads, and which way the arrows between its parts point."""

import ast
import graphlib
import json
import subprocess
import sys
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "chunklab"
HEAVY = {"click", "ipywidgets", "matplotlib", "numpy", "pytest", "wcwidth"}

# Everything at the top of the package is pure, but for the door and for what draws.
NOT_PURE = {"__init__", "__main__", "cli", "figures"}
# What a pure module may import besides, inside the function that needs it.
LENT = {"offsets": {"wcwidth"}}
PURE = sorted(path.stem for path in PACKAGE.glob("*.py") if path.stem not in NOT_PURE)


def imports_of(path: Path) -> Iterator[str]:
    """Yield the full dotted name of every import in a file, also of those inside functions."""
    package = list(path.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def part_of(name: str) -> str | None:
    """Return which part of the package a dotted name belongs to: a sub-package or a module."""
    parts = name.split(".")
    if parts[0] != "chunklab":
        return None
    if len(parts) > 1 and ((PACKAGE / parts[1]).is_dir() or (PACKAGE / f"{parts[1]}.py").exists()):
        return parts[1]
    return "__init__"


def test_importing_the_library_loads_the_standard_library_only() -> None:
    program = (
        "import json, sys; before = set(sys.modules); "
        f"sys.path.insert(0, {str(ROOT)!r}); import chunklab; "
        "print(json.dumps([chunklab.__file__, sorted(set(sys.modules) - before), "
        "sorted(sys.modules)]))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", program], stdout=-1, check=True)
    file, loaded, everything = json.loads(done.stdout)
    assert Path(file) == PACKAGE / "__init__.py"
    tops = {name.partition(".")[0] for name in loaded}
    assert tops - sys.stdlib_module_names == {"chunklab"}
    assert HEAVY.isdisjoint(everything)


@pytest.mark.parametrize("module", PURE)
def test_a_pure_module_imports_the_standard_library_and_pure_modules(module: str) -> None:
    for name in imports_of(PACKAGE / f"{module}.py"):
        if part_of(name) is None:
            known = sys.stdlib_module_names | LENT.get(module, set())
            assert name.partition(".")[0] in known, name
        else:
            assert part_of(name) in PURE, name


@pytest.mark.parametrize("module", LENT)
def test_what_is_lent_waits_until_it_is_needed(module: str) -> None:
    find = f"import sys; sys.path.insert(0, {str(ROOT)!r})"
    program = f"{find}; import chunklab.{module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-c", program], stdout=-1, check=True, text=True)
    assert LENT[module].isdisjoint(done.stdout.split())


@pytest.mark.parametrize(
    "path",
    sorted([*PACKAGE.glob("splitters/*.py"), *PACKAGE.glob("retrieval/*.py")]),
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)
def test_what_is_not_always_installed_is_imported_by_the_function_that_runs_it(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = {
        node
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
    }
    for node in set(ast.walk(tree)) - inside:
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = (
                [node.module]
                if isinstance(node, ast.ImportFrom)
                else map(attrgetter("name"), node.names)
            )
            tops = {str(name).partition(".")[0] for name in names}
            assert tops <= sys.stdlib_module_names | {"chunklab"}, path


def test_pictures_know_nothing_of_course_grading_and_door() -> None:
    drawing = [*PACKAGE.glob("explorers/**/*.py"), *PACKAGE.glob("figures.py")]
    for path in drawing:
        parts = {part_of(name) for name in imports_of(path)}
        assert parts.isdisjoint({"course", "grading", "classroom", "cli"}), path


def test_the_arrows_between_the_parts_make_no_circle() -> None:
    arrows: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        here = path.relative_to(PACKAGE).with_suffix("").parts[0]
        targets = {part for name in imports_of(path) if (part := part_of(name))}
        arrows.setdefault(here, set()).update(targets - {here, "__init__"})
    assert arrows["__init__"] >= {"geometry", "sources", "windows"}
    assert {here for here, parts in arrows.items() if "classroom" in parts} == {"cli"}
    assert "course" not in arrows["grading"]
    assert arrows["splitters"] == {"explorers", "separators", "sources"}
    assert arrows["retrieval"] == {"corpus", "evidence", "separators", "sources"}
    graphlib.TopologicalSorter(arrows).prepare()  # raises CycleError with the circle in it


@pytest.mark.parametrize(
    ("folder", "stranger"), [("solutions", "chunklab"), ("chunklab", "solutions")]
)
def test_the_two_answers_do_not_know_each_other(folder: str, stranger: str) -> None:
    for path in (ROOT / folder).rglob("*.py"):
        for name in imports_of(path):
            assert name.partition(".")[0] != stranger, path
