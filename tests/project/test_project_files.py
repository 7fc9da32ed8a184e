"""The files around the package tell one story: dependencies, pins, conda, citation, licence."""

import doctest
import re
import tomllib
from pathlib import Path

import pytest
import rattler
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import chunklab

ROOT = Path(__file__).parents[2]


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


PROJECT = tomllib.loads(text_of("pyproject.toml"))["project"]
DEPENDENCIES = [Requirement(line) for line in PROJECT["dependencies"]]
EXTRAS = [
    Requirement(line) for lines in PROJECT["optional-dependencies"].values() for line in lines
]
PINS = [Requirement(line) for line in text_of("requirements.txt").splitlines()]


def test_conda_and_the_package_ask_for_the_same() -> None:
    lines = yaml.safe_load(text_of("environment.yml"))["dependencies"]
    specs = [rattler.MatchSpec(line) for line in lines if isinstance(line, str)]
    asked = {spec.name.normalized: spec.version for spec in specs}
    python = asked.pop("python")
    assert asked.pop("pip") is None, "pip itself comes in any version"
    assert asked.pop("nbgitpuller"), "a hub's links need it, and the package does not"
    assert asked == {each.name: str(each.specifier) for each in DEPENDENCIES}
    version, any_patch = str(python).rsplit(".", 1)
    assert any_patch == "*"
    assert SpecifierSet(PROJECT["requires-python"]).contains(version)


def test_conda_takes_one_channel_and_installs_the_package_itself() -> None:
    environment = yaml.safe_load(text_of("environment.yml"))
    assert environment["name"] == PROJECT["name"]
    assert environment["channels"] == ["conda-forge"]
    # Not editable: a hub that lays its home folders over the image's copy keeps the package.
    assert [line for line in environment["dependencies"] if not isinstance(line, str)] == [
        {"pip": ["."]}
    ]


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13"])
@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
@pytest.mark.parametrize("asked", [*DEPENDENCIES, *EXTRAS], ids=str)
def test_one_pin_within_its_bounds_for_every_system(
    asked: Requirement, python: str, system: str
) -> None:
    machine = {
        "python_version": python,
        "python_full_version": f"{python}.9",
        "sys_platform": system,
        "os_name": "nt" if system == "win32" else "posix",
    }
    (pin,) = [
        pin
        for pin in PINS
        if pin.name == asked.name and (pin.marker is None or pin.marker.evaluate(machine))
    ]
    (specifier,) = pin.specifier
    assert specifier.operator == "=="
    assert specifier.version in asked.specifier


def test_the_pins_are_names_and_versions_only() -> None:
    assert all(pin.url is None and len(pin.specifier) == 1 for pin in PINS)
    assert not [mark for mark in ("--", "://", "#") if mark in text_of("requirements.txt")]


def test_the_citation_is_complete_and_of_this_version() -> None:
    citation = yaml.safe_load(text_of("CITATION.cff"))
    assert citation["cff-version"] == "1.2.0"
    assert citation["authors"] == [{"name": "The chunklab authors"}]
    assert citation["version"] == chunklab.__version__
    assert citation["license"] == PROJECT["license"] == "MIT"
    assert all(isinstance(citation[key], str) and citation[key] for key in ("message", "title"))


def test_the_licence_is_the_one_that_is_named() -> None:
    assert text_of("LICENSE").startswith("MIT License\n")
    assert "SPDX-License-Identifier: CC-BY-4.0\n" in text_of("LICENSE-TEXT")


def test_the_example_in_the_readme_runs() -> None:
    (example,) = re.findall("```python\n(.*?)```", text_of("README.md"), flags=re.DOTALL)
    parsed = doctest.DocTestParser().get_doctest(example, {}, "README.md", "README.md", 0)
    assert parsed.examples
    assert doctest.DocTestRunner().run(parsed).failed == 0
