"""The pages that people read: feedback for one student, and the report on the class.

Each is one self-contained HTML file without scripts. Whatever a student wrote is shown as text.
"""

import re
import unicodedata
from datetime import UTC, datetime
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from chunklab.classroom.grades import ClassGrades, Grade, Status
from chunklab.classroom.overrides import COLUMNS, EVERY, looked_at
from chunklab.classroom.summary import Summary
from chunklab.classroom.visible import visible
from chunklab.course.files import digest
from chunklab.course.report import shortened, sign
from chunklab.grading.judge import Verdict
from chunklab.grading.outcomes import Outcome

MOST_NOTES = 6
"""How many notes are open on a feedback page; the rest are folded."""

MOST_WRONG_VALUES = 20
"""How many wrong values the report lists; the rest are counted, and in results.json."""

_PLAIN_NAME = re.compile(r"[a-z0-9_](?:[a-z0-9_.@-]{0,78}[a-z0-9_])?")
_LIKE_A_DIGEST = re.compile(r".*-[0-9a-f]{16}")
# Windows keeps these names for devices, with any ending.
_DEVICES = {"con", "prn", "aux", "nul"} | {
    f"{port}{n}" for port in ("com", "lpt") for n in range(10)
}


def page_name(student: str) -> str:
    """Return the name of a student's feedback page, the same whoever else is in the class.

    It is the identifier itself where that is a plain name in lower case, which every system can
    hold. Any other is put into plain letters, with a digest of the identifier behind it: so no two
    share a page, also where a system takes A for a, or one way to write é for another.

    >>> page_name("anna.berg@uni.example"), page_name("Zoë/../Ørn")
    ('anna.berg@uni.example.html', 'zoe-rn-9703926e0364e294.html')
    """
    # A plain name that ends like a digest gets one too, or it could be another's page.
    plain = _PLAIN_NAME.fullmatch(student) and not _LIKE_A_DIGEST.fullmatch(student)
    if plain and student.partition(".")[0] not in _DEVICES:
        return f"{student}.html"
    letters = unicodedata.normalize("NFKD", student).encode("ascii", "ignore").decode().lower()
    slug = re.sub("[^a-z0-9]+", "-", letters)[:40].strip("-") or "student"
    return f"{slug}-{digest(student.encode('utf-8', 'surrogatepass'))[:16]}.html"


def feedback_page(grade: Grade, layers: tuple[str, ...] = ()) -> str:
    """Return the page for one student; ``layers`` are those of the sandbox."""
    to_mend = _to_mend(grade)
    return _template("feedback.html").render(
        grade=grade,
        exercise=grade.exercise,
        layers=layers,
        most_notes=MOST_NOTES,
        next_step=_next_step(grade, to_mend),
        hint_for=to_mend.function if to_mend else "",
    )


def report_page(grades: ClassGrades, summary: Summary) -> str:
    """Return the report on the class, with links to the feedback pages beside it."""
    return _template("report.html").render(
        grades=grades,
        exercise=grades.exercise,
        summary=summary,
        possible=sum(function.points for function in grades.exercise.functions),
        columns=COLUMNS,
        most_wrong_values=MOST_WRONG_VALUES,
    )


def _to_mend(grade: Grade) -> Verdict | None:
    """Return the failure to begin with: functions build on those before them.

    What was decided by hand is settled.
    """
    for function in grade.exercise.functions:
        verdict = grade.verdicts.get(function.name)
        settled = function.name in grade.by_hand
        if verdict and verdict.outcome is not Outcome.PASSED and not settled:
            return verdict
    return None


def _next_step(grade: Grade, to_mend: Verdict | None) -> str:
    """Return what the student can do now, in a sentence or two."""
    if to_mend:
        match to_mend.outcome:
            case Outcome.NOT_ATTEMPTED:
                return f"Write {to_mend.function}: it is the first that is not written yet."
            case Outcome.ABSENT:
                return f"See above why {to_mend.function} is absent, and mend that first."
        return f"Look at {to_mend.function} first."
    all_passed = grade.passed == len(grade.exercise.functions)
    if grade.by_hand and not (all_passed and grade.total == grade.possible):
        return "Read above what your instructor decided. If something in it is not clear, ask them."
    match grade.status:
        case Status.MISSING:
            return "If you did hand something in, tell your instructor how and when."
        case Status.UNREADABLE:
            return (
                "Open the file that you handed in and see that it is the one you mean: a Python "
                "file or a notebook, saved whole. Then ask your instructor whether you may hand it "
                "in again."
            )
        case Status.NOT_JUDGED:
            return "There is nothing for you to do: your instructor can see this too."
    afterwards = grade.exercise.afterwards
    return afterwards[:1].upper() + afterwards[1:]


@cache
def _template(name: str) -> Template:
    return _environment().get_template(name)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("chunklab.classroom"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.globals |= {"EVERY": EVERY, "Outcome": Outcome, "Status": Status}
    environment.filters |= {
        "looked_at": looked_at,
        "moment": _moment,
        "page_name": page_name,
        "shortened": shortened,
        "sign": sign,
    }
    return environment


def _shown(value: object) -> object:
    """Return whatever a template puts out with hiding characters made visible."""
    if isinstance(value, str) and not hasattr(value, "__html__"):
        return visible(value, keep="\n\t")
    return value


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
