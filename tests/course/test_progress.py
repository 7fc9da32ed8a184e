"""Progress remembers the best outcome, and survives damage to its file."""

import json
from collections.abc import Callable
from contextlib import suppress

import pytest

from chunklab.course import files
from chunklab.course.errors import CourseError
from chunklab.course.index import Course, Exercise
from chunklab.course.progress import Progress, Standing
from chunklab.course.work import Work
from chunklab.grading.outcomes import Outcome


@pytest.fixture
def progress(work: Work) -> Progress:
    return Progress(work)


@pytest.fixture
def overlap(course: Course) -> Exercise:
    return course.exercise("overlap")


def standing(progress: Progress, function: str) -> Standing:
    return progress.summary()[0].standings[function]


def test_nothing_yet(progress: Progress) -> None:
    overlap, windows = progress.summary()
    assert overlap.standings == {"stride": Standing(), "chunk_starts": Standing()}
    assert (overlap.earned, overlap.possible) == (0, 4)
    assert (windows.earned, windows.possible) == (0, 2)
    assert not progress.path.parent.exists(), "looking makes no folder"


def test_points_and_counts(progress: Progress, overlap: Exercise) -> None:
    progress.record(overlap, {"stride": "passed", "chunk_starts": "not attempted"})
    progress.record(overlap, {"chunk_starts": "wrong"})
    lesson = progress.summary()[0]
    assert (lesson.earned, lesson.possible) == (1, 4)
    assert (lesson.standings["stride"].checks, lesson.standings["stride"].best) == (1, "passed")
    assert lesson.standings["chunk_starts"] == Standing(best="wrong", checks=2)


def test_the_same_function_name_in_two_exercises(progress: Progress, overlap: Exercise) -> None:
    progress.record(overlap, {"stride": "passed"})
    assert [lesson.earned for lesson in progress.summary()] == [1, 0]


def test_passed_sticks_with_the_date_of_the_first_time(
    progress: Progress, overlap: Exercise
) -> None:
    progress.record(overlap, {"stride": "passed"})
    values = json.loads(progress.path.read_text())
    values["exercises"]["overlap"]["stride"]["passed_at"] = "2026-11-30T14:30:05+01:00"
    progress.path.write_text(json.dumps(values))
    for outcome in Outcome:
        progress.record(overlap, {"stride": outcome})
    assert standing(progress, "stride") == Standing(
        "passed", "2026-11-30T14:30:05+01:00", checks=1 + len(Outcome)
    )


def test_the_best_outcome_stays(progress: Progress, overlap: Exercise) -> None:
    for outcome, best in [
        ("absent", "absent"),
        ("raised", "raised"),
        ("crashed", "raised"),
        ("wrong", "wrong"),
        ("not attempted", "wrong"),
    ]:
        progress.record(overlap, {"stride": outcome})
        assert standing(progress, "stride").best == best


def test_hints_climb_and_end(progress: Progress, overlap: Exercise) -> None:
    assert [progress.next_hint(overlap, "stride") for _ in range(5)] == [1, 2, 3, 4, 4]
    assert standing(progress, "stride") == Standing(hints=3)
    assert progress.next_hint(overlap, "chunk_starts") == 1


def test_checks_and_hints_keep_each_other(progress: Progress, overlap: Exercise) -> None:
    progress.record(overlap, {"stride": "wrong"})
    progress.next_hint(overlap, "stride")
    progress.record(overlap, {"stride": "wrong"})
    assert standing(progress, "stride") == Standing(best="wrong", checks=2, hints=1)


def test_what_is_no_outcome_or_no_function_changes_nothing(
    progress: Progress, overlap: Exercise
) -> None:
    with pytest.raises(ValueError, match=r"outcome must be one of passed, .*, got 'fine'"):
        progress.record(overlap, {"stride": "passed", "chunk_starts": "fine"})
    with pytest.raises(CourseError, match="Did you mean 'stride'"):
        progress.record(overlap, {"strid": "passed"})
    with pytest.raises(CourseError, match="Did you mean 'stride'"):
        progress.next_hint(overlap, "strid")
    assert not progress.path.exists()


def test_what_an_older_course_recorded_is_kept(progress: Progress, overlap: Exercise) -> None:
    old = {"best": "passed", "passed_at": "2026-11-30T14:30:05+01:00", "checks": 1, "hints": 0}
    values = {"version": 1, "exercises": {"gone": {"old": old}, "overlap": {"older": old}}}
    progress.path.parent.mkdir()
    progress.path.write_text(json.dumps(values))
    progress.record(overlap, {"stride": "passed"})
    exercises = json.loads(progress.path.read_text())["exercises"]
    assert exercises["gone"] == {"old": old}
    assert exercises["overlap"]["older"] == old


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"\xff",
        b"[]",
        b"{}",
        b'{"version": 2, "exercises": {}}',
        b'{"version": 1, "exercises": []}',
        b'{"version": 1, "exercises": {"overlap": {"stride": 1}}}',
        b'{"version": 1, "exercises": {"overlap": {"stride": {"best": "fine"}}}}',
        b'{"version": 1, "exercises": {"overlap": {"stride": {"best": []}}}}',
        b'{"version": 1, "exercises": {"overlap": {"stride": {"checks": -1}}}}',
        b'{"version": 1, "exercises": {"overlap": {"stride": {"hints": true}}}}',
        b'{"version": 1, "exercises": {"overlap": {"stride": {"passed_at": 1}}}}',
        b'{"version": 1, "exercises": {"overlap": {"stride": {"odd": 1}}}}',
    ],
)
def test_a_damaged_file_is_set_aside_and_told(
    progress: Progress, overlap: Exercise, damage: bytes
) -> None:
    progress.path.parent.mkdir()
    progress.path.write_bytes(damage)
    progress.record(overlap, {"stride": "passed"})
    assert standing(progress, "stride").best == "passed"
    [aside] = progress.path.parent.glob("progress.unreadable-*.json")
    assert aside.read_bytes() == damage
    [note] = progress.notes
    assert aside.name in note


def test_a_damaged_file_is_set_aside_by_looking_too(progress: Progress) -> None:
    progress.path.parent.mkdir()
    progress.path.write_text("{")
    assert progress.summary()[0].earned == 0
    assert len(progress.notes) == 1
    assert not progress.path.exists()


def test_nobody_else_writes_between_reading_and_writing(
    progress: Progress, overlap: Exercise, monkeypatch: pytest.MonkeyPatch
) -> None:
    fcntl = pytest.importorskip("fcntl")
    seen = []

    def watched(name: str) -> Callable[..., object]:
        real = getattr(files, name)

        def watch(*args: object) -> object:
            with (progress.path.parent / files.LOCK).open("a") as lock, suppress(BlockingIOError):
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                pytest.fail(f"{name} without the lock")
            seen.append(name)
            return real(*args)

        return watch

    monkeypatch.setattr(files, "read", watched("read"))
    monkeypatch.setattr(files, "replace", watched("replace"))
    progress.record(overlap, {"stride": "wrong"})
    progress.next_hint(overlap, "stride")
    progress.summary()
    assert seen == ["read", "replace", "read", "replace", "read"]
