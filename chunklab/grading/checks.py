"""What a function is checked for: a table of calls, with a reason beside each row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chunklab.grading.compare import difference, show


@dataclass(frozen=True)
class Raises:
    """Expect an exception of this built-in type; its wording does not count.

    >>> Raises(ValueError)
    Raises(kind=<class 'ValueError'>)
    """

    kind: type[Exception]


@dataclass(frozen=True)
class Files:
    """Before the call, put files into the scratch folder; ``None`` instead of a content removes it.

    >>> str(Files({"notes/menu.txt": b"tea", "notes/old.txt": None}))
    "write b'tea' to notes/menu.txt; remove notes/old.txt"
    """

    contents: Mapping[str, bytes | None]

    def __str__(self) -> str:
        return "; ".join(
            f"remove {name}" if content is None else f"write {show(content, 60)} to {name}"
            for name, content in self.contents.items()
        )


@dataclass(frozen=True)
class Statement:
    """Before the call, carry out a statement in a database: once, or with each of some rows.

    ``words`` says to a learner what it does.
    """

    database: str
    sql: str
    words: str
    rows: Sequence[tuple[Any, ...]] = ()

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True)
class Call:
    """Before the call, call the same function with other arguments; nobody looks at the answer."""

    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Interrupted(Call):
    """As :class:`Call`, but end the process in the middle of it, and go on in a new one.

    It is ended when it has computed for a while: a statement before it sees to it that it does not
    come further than it should, as a trigger can that never ends.
    """


Step = Files | Statement | Call


@dataclass(frozen=True)
class Stored:
    """What a query must find in a database after the call, as a list of tuples."""

    database: str
    query: str
    rows: Sequence[tuple[Any, ...]]


@dataclass(frozen=True)
class Check:
    """One call and what it must give.

    ``arguments`` are passed by position and are plain values; ``expected`` is a plain value or
    :class:`Raises`. ``category`` says in a few words what is looked at, ``hint`` where to look when
    it fails. ``known`` pairs wrong answers that learners really give with the mistake behind each.

    Where an argument is a :class:`~chunklab.grading.values.Stream`, and ``expected`` is therefore
    :class:`~chunklab.grading.values.Generated`, ``taken`` says how many items of the stream are
    enough for each item that is yielded.

    ``before`` and ``stored`` are for exercises that have a scratch folder: steps that are taken in
    it before the call, and what must be there after it. Such a check is a scene: it begins in an
    empty folder and in a new process.

    >>> Check((200, 50), 150, "the worked example", "What is new in each chunk?",
    ...       known=[(250, "250 adds the overlap.")]).misconception(250)
    '250 adds the overlap.'
    """

    arguments: tuple[Any, ...]
    expected: Any
    category: str
    hint: str
    known: Sequence[tuple[Any, str]] = ()
    taken: Sequence[int] = ()
    before: Sequence[Step] = ()
    stored: Stored | None = None

    @property
    def is_scene(self) -> bool:
        """Whether files matter to it."""
        return bool(self.before) or self.stored is not None

    def in_words(self, function: str) -> str:
        """Return the call as it would be written, after the steps before it.

        >>> scene = Check(("a.db",), 1, "", "", before=[Files({"a.db": b""}), Call(("b.db",))])
        >>> scene.in_words("count")
        "write b'' to a.db; count('b.db'); count('a.db')"
        """
        return "; ".join(
            [*(_step(function, step) for step in self.before), _call(function, self.arguments)]
        )

    def misconception(self, got: Any) -> str | None:
        """Return the mistake behind a known wrong answer, ``None`` for any other."""
        for wrong, explanation in self.known:
            if difference(wrong, got) is None:
                return explanation
        return None


def _step(function: str, step: Step) -> str:
    if not isinstance(step, Call):
        return str(step)
    interrupted = " (ended in the middle)" if isinstance(step, Interrupted) else ""
    return _call(function, step.arguments) + interrupted


def _call(function: str, arguments: tuple[Any, ...]) -> str:
    return f"{function}({', '.join(show(argument, 60) for argument in arguments)})"
