"""A made-up class of any size, in every shape that arrives; the same one for the same seed.

Six in ten are right, the others wrong in a way that learners are, untouched, broken, or hostile.
"""

import json
import random
import runpy
import zipfile
from pathlib import Path

TESTS = Path(__file__).parents[1]
_lesson = runpy.run_path(str(TESTS / "grading/lessons.py"))["Lesson"]("overlap")
_wrong = runpy.run_path(str(TESTS / "grading/test_wrong_answers_overlap.py"))
KEY, STUB = _lesson.key, _lesson.stub
WRONG = [_lesson.with_body(function, body) for _, function, body, *_ in _wrong["WRONG"]]
_hostile = runpy.run_path(str(TESTS / "grading/hostile.py"))
# Those that come to the same each time.
HOSTILE = [
    attack
    for attack in _hostile["ATTACKS"]
    if not any(" or " in o for o in attack.outcomes.values())
]
QUICK = [attack for attack in HOSTILE if "timed out" not in attack.outcomes.values()]
KINDS = {"right": 60, "wrong": 25, "hostile": 6, "broken": 5, "untouched": 4}
FIRST = "Aiko Bruno Chidi Dalia Emre Fatima Gabriel Hana Ivo Jun Kirsi Lena Malik Noor Olga Pablo"
LAST = "Abebe Berg Costa Diallo Eriksen Faye Gupta Haddad Ito Jansen Kaya Lopez Mbeki Novak Okoro"


def build(folder: Path, count: int, seed: int = 1, hostile=HOSTILE) -> list[tuple[str, str]]:
    """Write the work of ``count`` students into ``folder``; return (student, kind) of each.

    ``student`` is who the file or folder name says it is; ``hostile`` are the attacks to draw from.
    """
    rng = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    students = []
    for number in range(count):
        kind = rng.choices(list(KINDS), list(KINDS.values()))[0]
        shape = SHAPES[number % len(SHAPES)]
        letters = "".join(chr(97 + number // 26**place % 26) for place in (2, 1, 0))
        first, last = rng.choice(FIRST.split()), rng.choice(LAST.split()) + letters
        source = f"# {first} {last}\n{_source(kind, rng, hostile)}"
        students.append((shape(folder, first, last, number, source, kind == "broken"), kind))
    return students


def _source(kind, rng, hostile):
    if kind == "right":
        return KEY
    if kind == "wrong":
        return rng.choice(WRONG)
    if kind == "hostile":
        return rng.choice(hostile).source
    if kind == "untouched":
        return STUB
    start = rng.randrange(len(KEY) // 2)  # broken: some of it is gone
    return KEY[:start] + KEY[start + rng.randint(1, 200) :]


def _notebook(source: str) -> str:
    parts = ["%matplotlib inline\nimport math", *source.split("\n\n\n")]
    cells = [
        {
            "cell_type": "code",
            "metadata": {},
            "outputs": [],
            "execution_count": None,
            "source": part,
        }
        for part in parts
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4})


def _folder(folder, first, last, number, source, broken):
    student = f"{first}.{last}"
    path = folder / student / "overlap.py"
    path.parent.mkdir()
    path.write_text(source, encoding="utf-8", newline="\r\n" if number % 2 else "\n")
    return student


def _flat(folder, first, last, number, source, broken):
    student = f"{first}{last}"
    (folder / f"{student}_overlap.py").write_text(source, encoding="utf-8-sig")
    return student


def _canvas(folder, first, last, number, source, broken):
    student = f"{last}{first}".lower()
    late = "LATE_" if number % 3 == 0 else ""
    path = folder / f"{student}_{late}{1000 + number}_{90000 + number}_overlap.py"
    path.write_text(source, encoding="utf-8")
    return student


def _moodle(folder, first, last, number, source, broken):
    student = f"{first} {last}"
    path = folder / f"{student}_{1000 + number}_assignsubmission_file_" / "My overlap.ipynb"
    path.parent.mkdir()
    text = _notebook(source)
    path.write_text(text[: len(text) // 2] if broken else text, encoding="utf-8")
    return student


def _zip(folder, first, last, number, source, broken):
    student = f"{first}-{last}"
    with zipfile.ZipFile(folder / f"{student}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("homework/overlap.py", source)
        archive.writestr("../escape.py", source)
    return student


def _home(folder, first, last, number, source, broken):
    student = f"{first.lower()}{last.lower()}"
    work = folder / student / "course" / "work" / "exercises"
    work.mkdir(parents=True)
    (work / "overlap.py").write_text(source, encoding="utf-16" if number % 2 else "utf-8")
    (work.parent / ".chunklab-work.json").write_text("{}")
    pristine = work.parents[1] / "exercises" / "overlap.py"
    pristine.parent.mkdir()
    pristine.write_text(STUB, encoding="utf-8")
    return student


SHAPES = (_folder, _flat, _canvas, _moodle, _zip, _home)
