"""The judge: walks a function's checks against a submission and says what became of it.

The submission runs in a child process that is only ever sent calls. Expected values stay here, and
answers are compared here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from chunklab.grading.checks import Call, Check, Files, Interrupted, Raises, Step, Stored
from chunklab.grading.child import (
    Answer,
    Child,
    Died,
    Limits,
    Missing,
    Problem,
    Refused,
    Returned,
    Skipped,
)
from chunklab.grading.compare import difference, show
from chunklab.grading.key import NO_ANSWER, Key
from chunklab.grading.nursery import Nursery
from chunklab.grading.outcomes import Outcome
from chunklab.grading.practice import Practice, PracticeChild
from chunklab.grading.scratch import Scratch

TOGETHER = 25.0
"""What a submission may use in all, in seconds by the clock: endless loops alone take less."""
TOGETHER_WITH_FILES = 60.0
"""The same where there are scratch folders: every scene starts anew, and waits for the disk."""

MIDDLE = Limits(cpu=0.2)
"""When a call that is to be interrupted is in the middle: what comes before takes much less."""

STAGEHAND = Path(__file__).with_name("stagehand.py")


@dataclass(frozen=True)
class Verdict:
    """The outcome of one function, with what a learner needs to see why.

    ``call``, ``got``, ``expected`` and ``difference`` are words, empty where they do not apply and
    for hidden checks, which reveal ``category`` and ``hint`` only. ``known`` says that the hint
    explains this very answer, as one that learners often give.
    """

    function: str
    outcome: Outcome
    reason: str = ""
    category: str = ""
    hint: str = ""
    call: str = ""
    got: str = ""
    expected: str = ""
    difference: str = ""
    output: str = ""
    known: bool = False

    def facts(self) -> list[tuple[str, str]]:
        """Return what is known besides the outcome, each with a label, in reading order."""
        told = self.difference == f"expected {self.expected}, got {self.got}"
        facts = [
            ("", self.reason),
            ("checked", self.category),
            ("call", self.call),
            ("came back", self.got),
            ("expected", self.expected),
            ("difference", "" if told else self.difference),
            ("think about", self.hint),
            ("printed", self.output),
        ]
        return [(label, fact) for label, fact in facts if fact]


@dataclass
class Judgement:
    """What was found about one submission.

    ``verdicts`` by function; ``notes`` on what of its top level could not be run; ``salvaged``
    says that it was judged in spite of broken syntax, an import that failed, or a top level that
    did not end; ``layers`` are the names of the sandbox's layers that were active.
    """

    verdicts: dict[str, Verdict] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    salvaged: bool = False
    layers: list[str] = field(default_factory=list)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Judgement:
        """Return what ``dataclasses.asdict`` and JSON made of a judgement."""
        verdicts = {
            function: Verdict(**{**each, "outcome": Outcome(each["outcome"])})
            for function, each in data["verdicts"].items()
        }
        return cls(**{**data, "verdicts": verdicts})


class Judge:
    """Judges one submission in children of ``nursery``; use as a context manager.

    With a ``key``, a function that fails is judged once more, the functions before it in the key
    answered by the key: a mistake costs the function in which it was made, not those that call it.
    ``layers`` names the parts of the sandbox that it ran in.
    """

    def __init__(
        self,
        source: str,
        name: str,
        nursery: Nursery | Practice,
        key: Key | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.layers: tuple[str, ...] = ()
        self._nursery = nursery
        self._source = source
        self._name = name
        self._key = key
        self._limits = limits or Limits()
        self._timed_out = False
        self._used = 0.0
        self._asked: set[str] = set()
        self._child: Child | PracticeChild | None = None
        self._stagehand: Child | PracticeChild | None = None
        self._scratch: Scratch | None = None
        self._skipped: list[Skipped] = []
        self._top_level_death: Died | None = None
        self._hopeless: Died | None = None

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *_: object) -> None:
        self._clear()

    @property
    def notes(self) -> list[str]:
        """What of the submission's top level could not be run, known once something was judged."""
        notes = [f"skipped: {_in_words(each.problem)}" for each in self._skipped]
        if self._top_level_death:
            notes.append(f"only definitions were loaded: {self._top_level_death}")
        return notes

    @property
    def salvaged(self) -> bool:
        """Whether part of the submission was lost to its syntax, an import or an endless loop."""
        return self._top_level_death is not None or any(
            "SyntaxError" in each.problem.kinds
            # The course's own import, as in the cells of a lesson, loses nothing of the learner's.
            or ("ImportError" in each.problem.kinds and "chunklab" not in each.problem.message)
            for each in self._skipped
        )

    def walk(self, function: str, checks: Iterable[Check], *, hidden: bool = False) -> Verdict:
        """Return the verdict on one function: that of the first check that fails, or passed."""
        checks = list(checks)
        if any(check.is_scene for check in checks) and not self._nursery.scratch:
            raise ValueError(
                f"a check of {function} needs a scratch folder: in exercises/course.toml, the "
                "exercise must say scratch = true"
            )
        checks = [
            check
            for check in checks
            if self._nursery.interrupts
            or not any(isinstance(step, Interrupted) for step in check.before)
        ]
        earlier = self._key.before(function) if self._key else {}
        # What calls a function that never ends would have to be waited for: with help first, then.
        help_first = bool(earlier) and self._timed_out
        first = self._try(function, checks, hidden, earlier if help_first else {})
        if first.outcome in (Outcome.PASSED, Outcome.NOT_ATTEMPTED, Outcome.ABSENT):
            return first
        doubtful = first.outcome is Outcome.TIMED_OUT and not self._timed_out
        if not (earlier or doubtful):
            return first
        second = self._try(function, checks, hidden, {} if help_first else earlier)
        if second.outcome is Outcome.PASSED:
            return second
        own, helped = (second, first) if help_first else (first, second)
        self._timed_out |= helped.outcome is Outcome.TIMED_OUT
        # Where the key had no answer, the failure with help is none of the learner's.
        return own if helped.got.startswith(f"RuntimeError: {NO_ANSWER}") else helped

    def _try(
        self, function: str, checks: list[Check], hidden: bool, helpers: Mapping[str, list[str]]
    ) -> Verdict:
        if not helpers:
            return self._walk(function, checks, hidden, helpers)
        self._clear()
        self._asked.clear()
        verdict = self._walk(function, checks, hidden, helpers)
        self._clear()
        if verdict.outcome is Outcome.PASSED and self._asked:
            helped_by = ", ".join(name for name in helpers if name in self._asked)
            return replace(verdict, reason=f"with correct answers of {helped_by}, not its own")
        return verdict

    def _walk(
        self, function: str, checks: list[Check], hidden: bool, helpers: Mapping[str, list[str]]
    ) -> Verdict:
        told: dict[str, Any] = {}
        granted = False
        try:
            for batch in _batches(checks, hidden):
                if batch[0].is_scene or not granted:
                    if batch[0].is_scene:
                        self._clear()
                    self._look_at_the_clock()
                    self._ready(helpers).grant()
                    granted = True
                for step in batch[0].before:
                    told = _told(function, batch[0], hidden)
                    if verdict := self._take(step, function, batch[0], hidden, helpers):
                        return verdict
                child = self._ready(helpers)
                answers = child.calls(function, [check.arguments for check in batch])
                for check in batch:
                    told = _told(function, check, hidden)
                    answer = next(answers)
                    verdict = self._verdict(function, check, answer, hidden)
                    if verdict and hidden:
                        self._clear()  # it may owe answers
                        return verdict
                    output = "" if hidden else child.take_output()
                    if not verdict and check.stored:
                        self._end_child()  # only what outlives it is stored
                        verdict = self._look_up(function, check, check.stored, hidden)
                    if verdict:
                        return replace(verdict, output=output)
                if batch[0].is_scene:
                    self._clear()
            return Verdict(function, Outcome.PASSED)
        except Died as death:
            output = self._child.take_output() if self._child else ""
            self._clear()
            if hidden:
                return Verdict(function, death.outcome, **told)
            return Verdict(function, death.outcome, str(death), output=output, **told)
        except BaseException:
            self._clear()  # no child outlives what it was started for, helped ones above all
            raise

    def _verdict(self, function: str, check: Check, answer: Answer, hidden: bool) -> Verdict | None:
        if isinstance(answer, Missing):
            return self._missing(function, answer)
        return _judge(function, check, answer, hidden)

    def _take(
        self,
        step: Step,
        function: str,
        check: Check,
        hidden: bool,
        helpers: Mapping[str, list[str]],
    ) -> Verdict | None:
        """Take one step before a call; return the verdict where there is nothing to call."""
        if not isinstance(step, Call):
            if isinstance(step, Files):
                answer = self._ask_stagehand("put", dict(step.contents))
            else:
                answer = self._ask_stagehand(
                    "execute", step.database, step.sql, [list(row) for row in step.rows]
                )
            return _unset(function, check, answer, hidden)
        child = self._ready(helpers)
        try:
            if isinstance(step, Interrupted):
                child.grant(MIDDLE)
            [answer] = child.calls(function, [step.arguments])
        except Died as death:
            if not (isinstance(step, Interrupted) and death.outcome is Outcome.TIMED_OUT):
                raise
            self._end_child()
            return None
        if isinstance(step, Interrupted):
            child.grant(self._limits)
        if isinstance(answer, Missing):
            return self._missing(function, answer)
        return _not_written(function, answer, hidden) if isinstance(answer, Problem) else None

    def _look_up(self, function: str, check: Check, stored: Stored, hidden: bool) -> Verdict | None:
        """Compare what is stored after a call with what must be: ``None`` if it is."""
        answer = self._ask_stagehand("query", stored.database, stored.query)
        if not isinstance(answer, Returned):
            return _unset(function, check, answer, hidden)
        unlike = difference(list(stored.rows), answer.value)
        if unlike is None:
            return None
        return _wrong(
            function,
            check,
            hidden,
            reason=f"what came back is right, but not what is stored in {stored.database}",
            got=show(answer.value),
            expected=show(list(stored.rows)),
            difference=unlike,
        )

    def _ask_stagehand(self, function: str, *arguments: Any) -> Answer:
        """Have trusted code do something in the folder, in a child of its own."""
        if self._stagehand is None:
            self._stagehand = self._nursery.child(Limits(), None, self._scratch)
            self._stagehand.load(STAGEHAND.read_text(encoding="utf-8"), STAGEHAND.name, helpers={})
        self._stagehand.grant()
        try:
            [answer] = self._stagehand.calls(function, [arguments])
        except Died as death:
            raise Died(death.outcome, f"while its files were looked at, {death}") from death
        return answer

    def _ready(self, helpers: Mapping[str, list[str]]) -> Child | PracticeChild:
        """Return the child in which the submission is loaded, a new one if there is none."""
        while self._child is None:
            if self._hopeless:
                raise self._hopeless
            if self._nursery.scratch and self._scratch is None:
                self._scratch = Scratch()
            self._child = self._nursery.child(
                self._limits, self._help if helpers else None, self._scratch
            )
            self.layers = self._child.layers
            only_definitions = self._top_level_death is not None
            try:
                self._skipped = self._child.load(
                    self._source, self._name, helpers=helpers, only_definitions=only_definitions
                )
            except Died as death:
                self._clear()
                told = Died(death.outcome, f"while the whole file was loaded, {death}")
                if only_definitions:  # every function would meet the same end: wait for it once
                    self._hopeless = told
                self._top_level_death = told
        return self._child

    def _help(self, function: str, arguments: list[Any]) -> dict[str, Any]:
        assert self._key  # noqa: S101  (without it nothing is helped)
        self._asked.add(function)
        return self._key.answer(function, arguments, self._scratch)

    def _look_at_the_clock(self) -> None:
        most = TOGETHER_WITH_FILES if self._nursery.scratch else TOGETHER
        if self._used + (self._child.lifetime() if self._child else 0.0) > most:
            raise Died(Outcome.TIMED_OUT, f"all functions together used more than {most:g} s")

    def _end_child(self) -> None:
        if self._child:
            self._used += self._child.lifetime()
            self._child.close()
        self._child = None

    def _clear(self) -> None:
        """End all that works in the folder, and remove it: the next check finds an empty one."""
        self._end_child()
        if self._stagehand:
            self._stagehand.close()
        self._stagehand = None
        if self._scratch:
            if self._key:
                self._key.rest()
            self._scratch.remove()
        self._scratch = None

    def _missing(self, function: str, answer: Missing) -> Verdict:
        if answer is Missing.EMPTY:
            return Verdict(function, Outcome.NOT_ATTEMPTED)
        own = [each.problem for each in self._skipped if each.defines == function]
        reason = "no function of this name is defined"
        if own:
            reason = f"its definition does not work: {_in_words(own[0])}"
        elif self.notes:
            reason = f"{reason}; {self.notes[0]}"
        return Verdict(function, Outcome.ABSENT, reason)


def _batches(checks: list[Check], hidden: bool) -> list[list[Check]]:
    """Return the checks that are asked for at once, in order."""
    batches: list[list[Check]] = []
    for check in checks:
        # One by one where what is printed is shown, so that it is known which call printed it.
        alone = not hidden or check.is_scene or not batches or batches[-1][-1].is_scene
        if alone:
            batches.append([check])
        else:
            batches[-1].append(check)
    return batches


def _told(function: str, check: Check, hidden: bool) -> dict[str, Any]:
    told = {"category": check.category, "hint": check.hint}
    return told if hidden else {**told, "call": check.in_words(function)}


def _unset(function: str, check: Check, answer: Answer, hidden: bool) -> Verdict | None:
    """Say why the stagehand could not do what it was asked, ``None`` where it could."""
    match answer:
        case Returned():
            return None
        case Problem():
            reason = _in_words(replace(answer, line=None))
        case Refused(reason=refusal):
            reason = refusal
        case _:
            raise AssertionError(f"the stagehand lacks a function: {answer}")
    reason = f"its files are not as they should be: {reason}"
    return _wrong(function, check, hidden, reason=reason)


def _wrong(function: str, check: Check, hidden: bool, **facts: Any) -> Verdict:
    if hidden:
        return Verdict(function, Outcome.WRONG, "", check.category, check.hint)
    return Verdict(function, Outcome.WRONG, **_told(function, check, hidden), **facts)


def _not_written(function: str, answer: Problem, hidden: bool) -> Verdict | None:
    if "NotImplementedError" not in answer.kinds or answer.where != function:
        return None
    reason = f"line {answer.line} still says raise NotImplementedError"
    return Verdict(function, Outcome.NOT_ATTEMPTED, "" if hidden else reason)


def _judge(
    function: str, check: Check, answer: Returned | Problem | Refused, hidden: bool
) -> Verdict | None:
    """Compare one answer with one check: ``None`` if it is right, else the verdict."""
    error = check.expected.kind.__name__ if isinstance(check.expected, Raises) else ""
    outcome, reason, got, unlike, hint = Outcome.WRONG, "", "", "", check.hint
    known = False
    match answer:
        case Problem() if error and error in answer.kinds:
            return None
        case Problem() if stub := _not_written(function, answer, hidden):
            return stub
        case Problem():
            got = _in_words(answer)
            if "MemoryError" in answer.kinds:
                outcome = Outcome.OUT_OF_MEMORY
            elif not error:
                outcome = Outcome.RAISED
            if "NotImplementedError" in answer.kinds:
                reason = f"it calls {answer.where}, which is not written yet"
        case Refused(reason=refusal):
            reason = refusal
        case Returned(value=value):
            if error:
                unlike = f"expected {error}, got an answer"
            else:
                unlike = difference(check.expected, value) or ""
            greed = _greed(check.taken, answer.taken)
            if not (unlike or answer.changed or answer.shares in _SHARES or greed):
                return None
            got = show(value)
            known = (misconception := check.misconception(value)) is not None
            hint = misconception or check.hint
            if not unlike and answer.changed:
                unlike, hint = _CHANGED
            elif not unlike and greed:
                unlike, hint = greed, _GREED
            elif not unlike:
                unlike, hint = _SHARES[answer.shares]
    if hidden:  # every word of the submission's own could carry a hidden argument out
        return Verdict(function, outcome, "", check.category, check.hint)
    call, expected = check.in_words(function), error or show(check.expected)
    return Verdict(
        function, outcome, reason, check.category, hint, call, got, expected, unlike, known=known
    )


# What only the child can see, and therefore its claim: (what it claims, where to look).
_CHANGED = (
    "the value is right, but the call changed its argument",
    "Arguments belong to the caller: leave them unchanged. Take slices, or work on a copy.",
)
_SHARES = {
    "argument": (
        "the value is right, but part of it is the argument itself",
        "Changing the answer would change the caller's data too: return new lists.",
    ),
    "itself": (
        "the value is right, but the same list is in it twice",
        "Changing one part would change the other too: make a new list for each.",
    ),
}
_GREED = (
    "A stream may be long, or still be coming in: yield each item as soon as you have taken what "
    "it needs, and only then take more."
)


def _greed(enough: Sequence[int], taken: Sequence[int]) -> str:
    """Say for which item more of a stream was taken than is enough, or nothing."""
    for index, (least, took) in enumerate(zip(enough, taken, strict=False)):
        if took > least:
            return (
                f"the values are right, but item {index} was yielded only when {took} items of "
                f"the stream had been taken, and {least} are enough for it"
            )
    return ""


def _in_words(problem: Problem) -> str:
    at = f" (line {problem.line})" if problem.line else ""
    return f"{problem.kinds[0]}: {problem.message}".removesuffix(": ") + at
