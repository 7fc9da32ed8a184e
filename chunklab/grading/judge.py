"""The judge: walks a function's checks against a submission and says what became of it.

The submission runs in a child process that is only ever sent calls. Expected values stay here, and
answers are compared here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from chunklab.grading.checks import Check, Raises
from chunklab.grading.child import (
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

TOGETHER = 25.0
"""What a submission may use in all, in seconds by the clock: endless loops alone take less."""


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
        self._skipped: list[Skipped] = []
        self._top_level_death: Died | None = None
        self._hopeless: Died | None = None

    def __enter__(self) -> Judge:
        return self

    def __exit__(self, *_: object) -> None:
        self._end_child()

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
        self._end_child()
        self._asked.clear()
        verdict = self._walk(function, checks, hidden, helpers)
        self._end_child()
        if verdict.outcome is Outcome.PASSED and self._asked:
            helped_by = ", ".join(name for name in helpers if name in self._asked)
            return replace(verdict, reason=f"with correct answers of {helped_by}, not its own")
        return verdict

    def _walk(
        self, function: str, checks: list[Check], hidden: bool, helpers: Mapping[str, list[str]]
    ) -> Verdict:
        told: dict[str, Any] = {}
        try:
            self._look_at_the_clock()
            child = self._ready(helpers)
            child.grant()
            # One by one where what is printed is shown, so that it is known which call printed it.
            for batch in [checks] if hidden else [[check] for check in checks]:
                answers = child.calls(function, [check.arguments for check in batch])
                for check in batch:
                    told = {"category": check.category, "hint": check.hint}
                    if not hidden:
                        told["call"] = _call(function, check)
                    answer = next(answers)
                    if isinstance(answer, Missing):
                        verdict: Verdict | None = self._missing(function, answer)
                    else:
                        verdict = _judge(function, check, answer, hidden)
                    if verdict and hidden:
                        self._end_child()  # it may owe answers
                        return verdict
                    output = "" if hidden else child.take_output()
                    if verdict:
                        return replace(verdict, output=output)
            return Verdict(function, Outcome.PASSED)
        except Died as death:
            output = self._child.take_output() if self._child else ""
            self._end_child()
            if hidden:
                return Verdict(function, death.outcome, **told)
            return Verdict(function, death.outcome, str(death), output=output, **told)
        except BaseException:
            self._end_child()  # no child outlives what it was started for, helped ones above all
            raise

    def _ready(self, helpers: Mapping[str, list[str]]) -> Child | PracticeChild:
        """Return the child in which the submission is loaded, a new one if there is none."""
        while self._child is None:
            if self._hopeless:
                raise self._hopeless
            self._child = self._nursery.child(self._limits, self._help if helpers else None)
            self.layers = self._child.layers
            only_definitions = self._top_level_death is not None
            try:
                self._skipped = self._child.load(
                    self._source, self._name, helpers=helpers, only_definitions=only_definitions
                )
            except Died as death:
                self._end_child()
                told = Died(death.outcome, f"while the whole file was loaded, {death}")
                if only_definitions:  # every function would meet the same end: wait for it once
                    self._hopeless = told
                self._top_level_death = told
        return self._child

    def _help(self, function: str, arguments: list[Any]) -> dict[str, Any]:
        assert self._key  # noqa: S101  (without it nothing is helped)
        self._asked.add(function)
        return self._key.answer(function, arguments)

    def _look_at_the_clock(self) -> None:
        if self._used + (self._child.lifetime() if self._child else 0.0) > TOGETHER:
            raise Died(Outcome.TIMED_OUT, f"all functions together used more than {TOGETHER:g} s")

    def _end_child(self) -> None:
        if self._child:
            self._used += self._child.lifetime()
            self._child.close()
        self._child = None

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
        case Problem(where=where) if "NotImplementedError" in answer.kinds and where == function:
            reason = f"line {answer.line} still says raise NotImplementedError"
            return Verdict(function, Outcome.NOT_ATTEMPTED, "" if hidden else reason)
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
    call, expected = _call(function, check), error or show(check.expected)
    return Verdict(
        function, outcome, reason, check.category, hint, call, got, expected, unlike, known=known
    )


def _call(function: str, check: Check) -> str:
    return f"{function}({', '.join(show(argument, 60) for argument in check.arguments)})"


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
