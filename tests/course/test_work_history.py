"""Whatever happens, in whatever order, what a learner wrote stays where it was written.

Hypothesis plays the learner, the instructor and a failing disk. Only ``reset`` may move a file,
and then it says where to.
"""

import errno
import os
import tempfile
from pathlib import Path
from unittest import mock

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from chunklab.course.errors import CourseError
from chunklab.course.index import WORK_RECORD, Course, Exercise, GradedFunction
from chunklab.course.work import Work

EXERCISES = tuple(
    Exercise(name, name, f"{name}.ipynb", 1, (), (), "", (GradedFunction("f", 1, ("a", "b", "c")),))
    for name in ("overlap", "windows")
)
NAMES = ("exercises/overlap.py", "exercises/windows.py", "notebooks/overlap.ipynb")


class LearnerAndCourse(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.course = Course(Path(self.folder.name), "1", "A course", EXERCISES)
        self.work = Work(self.course)
        self.mine: dict[Path, str] = {}
        self.texts = 0
        for name in NAMES:
            self.new_version(name)

    def teardown(self) -> None:
        self.folder.cleanup()

    def text(self, of: str) -> str:
        self.texts += 1
        return f"{of} {self.texts}"

    def files(self) -> list[Path]:
        found = sorted(self.work.root.rglob("*"))
        return [path for path in found if path.is_file() and path.name[0] != "."]

    @rule(name=st.sampled_from(NAMES))
    def new_version(self, name: str) -> None:
        path = self.course.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(self.text("course"))

    @rule(name=st.sampled_from(NAMES), back=st.integers(1, 3))
    def old_version_again(self, name: str, back: int) -> None:
        (self.course.root / name).write_text(f"course {max(1, self.texts - back)}")

    @rule()
    def start(self) -> None:
        self.work.start()
        before = {path: path.read_text() for path in self.files()}
        assert {outcome.action for outcome in self.work.start()} == {"kept"}
        assert {path: path.read_text() for path in self.files()} == before

    @rule(works=st.integers(0, 6), call=st.sampled_from(["fsync", "link", "replace"]))
    def start_on_a_failing_disk(self, works: int, call: str) -> None:
        done = 0
        real = getattr(os, call)

        def failing(*args: object, **options: object) -> object:
            nonlocal done
            done += 1
            if done > works:
                raise OSError(errno.ENOSPC, "full")
            return real(*args, **options)

        with mock.patch.object(os, call, failing):
            try:
                self.work.start()
            except CourseError as error:
                assert "the disk is full" in str(error)  # noqa: PT017
        assert not list(self.work.root.rglob("*.tmp"))

    @rule(exercise=st.sampled_from(EXERCISES))
    def reset(self, exercise: Exercise) -> None:
        stub = self.work.stub(exercise)
        outcome = self.work.reset(exercise)[-1]
        assert stub.read_text() == self.course.stub(exercise).read_text()
        if stub in self.mine:
            assert outcome.beside is not None
            assert outcome.beside not in self.mine
            self.mine[outcome.beside] = self.mine.pop(stub)

    @rule(name=st.sampled_from(NAMES))
    def write(self, name: str) -> None:
        self.learner_writes(self.work.root / name)

    @precondition(lambda self: self.files())
    @rule(data=st.data())
    def write_any_file_there_is(self, data: st.DataObject) -> None:
        self.learner_writes(data.draw(st.sampled_from(self.files())))

    def learner_writes(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.mine[path] = self.text("learner")
        path.write_text(self.mine[path])

    @precondition(lambda self: self.files())
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(self.files()))
        path.unlink()
        self.mine.pop(path, None)

    @precondition(lambda self: self.files())
    @rule(data=st.data())
    def rename(self, data: st.DataObject) -> None:
        old = data.draw(st.sampled_from(self.files()))
        new = data.draw(st.sampled_from([*self.files(), old.with_name("copy.py")]))
        text = self.mine.pop(old, None)
        self.mine.pop(new, None)
        old.rename(new)
        if text is not None:
            self.mine[new] = text

    @precondition(lambda self: (self.work.root / WORK_RECORD).exists())
    @rule(damage=st.sampled_from([None, "", "{}", '{"version": 1, "files": {"a": 1}}']))
    def damage_the_record(self, damage: str | None) -> None:
        record = self.work.root / WORK_RECORD
        if damage is None:
            record.unlink()
        else:
            record.write_text(damage)

    @invariant()
    def nothing_is_lost(self) -> None:
        for path, text in self.mine.items():
            assert path.read_text() == text


LearnerAndCourse.TestCase.settings = settings(
    max_examples=40, stateful_step_count=30, deadline=None
)
TestHistory = LearnerAndCourse.TestCase
