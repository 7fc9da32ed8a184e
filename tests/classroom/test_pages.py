"""The pages: well-formed, without scripts, readable by everybody, and safe whatever is in them."""

import itertools
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from html import unescape
from html.parser import HTMLParser

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from chunklab.classroom.grades import ClassGrades, Grade, Status
from chunklab.classroom.overrides import Override
from chunklab.classroom.pages import feedback_page, page_name, report_page
from chunklab.classroom.summary import summarise
from chunklab.grading.judge import Verdict
from chunklab.grading.outcomes import Outcome

VOID = {"meta", "rect", "br"}


class Page(HTMLParser):
    """What a test asks of a page: its elements in order, each with attributes and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == [], "every element is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, "elements are nested"

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.fixture(scope="module")
def pages() -> Callable[[ClassGrades], dict[str, Page]]:
    def of(grades: ClassGrades) -> dict[str, Page]:
        found = {
            f"feedback/{page_name(grade.student)}": Page(feedback_page(grade, grades.layers))
            for grade in grades.grades
        }
        return {**found, "report.html": Page(report_page(grades, summarise(grades)))}

    return of


Pages = Callable[[ClassGrades], dict[str, Page]]


def test_every_page_is_sound(thirty: ClassGrades, pages: Pages) -> None:
    found = pages(thirty)
    assert len(found) == 31
    for name, page in found.items():
        tags = {tag for tag, _ in page.elements}
        assert tags.isdisjoint({"script", "img", "link", "iframe", "object", "form", "base"}), name
        assert len(page.all("style")) == len(page.all("main")) == len(page.all("title")) == 1
        assert page.all("html") == [{"lang": "en"}]
        attributes = [pair for _, each in page.elements for pair in each.items()]
        assert not [key for key, _ in attributes if key.startswith("on")], name
        addresses = [value or "" for key, value in attributes if key in ("href", "src")]
        ids = [value for key, value in attributes if key == "id"]
        assert len(ids) == len(set(ids)), name
        for address in addresses:
            inside = address.startswith("#") and address[1:] in ids
            assert inside or address in found, (name, address)
        named = [value for key, value in attributes if key == "aria-labelledby"]
        assert set(named) <= set(ids), name


def test_headings_are_in_order(thirty: ClassGrades, pages: Pages) -> None:
    for name, page in pages(thirty).items():
        levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
        assert levels[0] == 1, name
        assert levels.count(1) == 1, name
        assert all(b <= a + 1 for a, b in itertools.pairwise(levels)), name


def test_tables_say_what_they_hold_and_scroll_by_keyboard(
    thirty: ClassGrades, pages: Pages
) -> None:
    for name, page in pages(thirty).items():
        assert len(page.all("caption")) == len(page.all("table")), name
        assert {each.get("scope") for each in page.all("th")} <= {"col", "row"}, name
        regions = [each for each in page.all("div") if each.get("role") == "region"]
        assert len(regions) == len(page.all("table")), name
        for region in regions:
            assert region["tabindex"] == "0"
            assert (region["aria-labelledby"] or "").endswith("-caption")


def test_pictures_are_said_in_words(thirty: ClassGrades, pages: Pages) -> None:
    (picture, *decoration) = pages(thirty)["report.html"].all("svg")
    assert picture["role"] == "img"
    assert "7 points: 1; 10 points: 3; 12 points: 4" in (picture["aria-label"] or "")
    assert {each.get("aria-hidden") for each in decoration} == {"true"}


def test_the_numbers_of_the_picture_are_folded_and_open_on_paper(
    thirty: ClassGrades, pages: Pages
) -> None:
    page = pages(thirty)["report.html"]
    assert {"class": "paper"} in page.all("details")
    assert "The same numbers as a table" in page.text
    assert ".paper::details-content" in css(report_page(thirty, summarise(thirty)))


def css(html: str) -> str:
    (style,) = re.findall("<style>(.*?)</style>", html, flags=re.DOTALL)
    return str(style)


def test_nothing_is_fetched(thirty: ClassGrades) -> None:
    style = css(report_page(thirty, summarise(thirty)))
    assert "@import" not in style
    assert re.findall(r"url\((.*?)\)", style) == ["#hatch"], "a pattern of the page itself"


def schemes(style: str) -> Iterator[dict[str, str]]:
    """Yield the colours of the light page, then those of the dark one."""
    light, dark = (
        dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", block))
        for block in re.findall(r":root \{(.*?)\}", style, flags=re.DOTALL)
    )
    assert light.keys() == dark.keys()
    yield from (light, dark)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
def test_contrast(thirty: ClassGrades, scheme: int) -> None:
    colours = list(schemes(css(report_page(thirty, summarise(thirty)))))[scheme]
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    for ground in ("paper", "tint"):
        for text in ("ink", "muted", "link"):
            assert contrast(colours[text], colours[ground]) >= 4.5, (text, ground)
        for mark in ("bar", "good", "bad", "hand", "link"):
            assert contrast(colours[mark], colours[ground]) >= 3, (mark, ground)


def test_every_colour_is_one_of_those_that_are_tested(thirty: ClassGrades) -> None:
    for html in (feedback_page(thirty.grades[0]), report_page(thirty, summarise(thirty))):
        rules = re.sub(r":root \{.*?\}", "", css(html), flags=re.DOTALL)
        assert not re.findall(r"#[0-9a-f]{3,8}\b|rgb|hsl", rules.replace("#hatch", ""))
        assert not re.findall(r'(?:fill|stroke|color|style)="', html)


def page_of(student: str, thirty: ClassGrades) -> str:
    return Page(feedback_page(next(g for g in thirty.grades if g.student == student))).text


def test_feedback_says_what_happened(thirty: ClassGrades) -> None:
    text = page_of("s25", thirty)
    for words in (
        "Feedback for Nora",
        "12.5 of 15 points, in part by hand",
        "n_chunks: 1.5 of 2 points. Reason: off by one, <b>explained</b> in the oral exam",
        "n_chunks(950, 200, 50)",
        "The last chunk here is only overlap",
        "one token more than the chunks hold",
        "This check is one of the hidden ones",
        "Read above what your instructor decided.",
    ):
        assert words in text


@pytest.mark.parametrize(
    ("student", "words"),
    [
        ("s01", "All seven are right"),
        ("s01", "15 of 15 points: 7 of 7 functions passed"),
        ("s08", "Look at n_chunks first"),
        ("s08", "chunklab hint overlap n_chunks"),
        ("s01", "Your fileoverlap.py"),
        ("s12", "with correct answers of chunk_starts, not its own"),
        ("s15", "2025-03-15 07:05 UTC, late"),
        ("s15", "First difference\nexpected 666 items, got 665"),
        ("s19", "Write stride: it is the first"),
        ("s21", "does not run from top to bottom"),
        ("s21", "'(' was never closed (line 88)"),
        ("s22", "could not be read, so there was nothing to check: the notebook is cut off"),
        ("s22", "Handed in aslesson (1).ipynb"),
        ("s23", "No work of yours came in."),
        ("s24", "not your fault"),
        ("s24", "No points yet"),
        ("s26", "7 of 15 points, by hand"),
        ("s26", "Read above what your instructor decided."),
        ("s27", "0 of 15 points, by hand"),
        ("s27", "Every function: 0 points. Reason: copied, as they both say"),
        ("s27", "Read above what your instructor decided."),
        ("s28", "15 of 15 points: 7 of 7 functions passed"),
        (
            "s28",
            "has looked at your work, and the points stay as they are. Reason: wrote it in pairs",
        ),
        ("s28", "All seven are right"),
    ],
)
def test_every_kind_of_student_is_told(thirty: ClassGrades, student: str, words: str) -> None:
    assert words in page_of(student, thirty)


@pytest.mark.parametrize("student", ["s25", "s26", "s27"])
def test_what_was_found_comes_before_what_was_decided(student: str, thirty: ClassGrades) -> None:
    text = page_of(student, thirty)
    assert "All seven are right" not in text
    assert "functions passed" not in text
    headings = ("Your functions", "Decided by hand", "Next")
    assert sorted(headings, key=text.index) == list(headings)


def test_what_to_mend_is_not_what_was_decided_by_hand(one: Callable[..., Grade]) -> None:
    first, second = (Verdict(name, Outcome.WRONG) for name in ("stride", "n_chunks"))
    given = {"stride": Override(Decimal(1), "a name misspelt")}
    text = Page(feedback_page(one("a", first, second, overrides=given))).text
    assert "Look at n_chunks first." in text


@pytest.mark.parametrize(
    ("count", "folded"), [(6, ""), (7, "1 more note\n"), (9, "3 more notes\n")]
)
def test_many_notes_are_folded(one: Callable[..., Grade], count: int, folded: str) -> None:
    notes = tuple(f"skipped: NameError {i}" for i in range(count))
    page = Page(feedback_page(one("a", notes=notes)))
    assert len(page.all("details")) == bool(folded)
    assert folded in page.text
    assert all(note in page.text for note in notes)


def test_a_student_reads_of_no_other_student_and_of_no_broken_check(thirty: ClassGrades) -> None:
    assert "s02" not in page_of("Müller, Ö.", thirty)
    assert "the checks did not run" not in page_of("s24", thirty), "for the instructor only"


def test_what_a_stranger_wrote_is_shown_as_text_and_shortened(thirty: ClassGrades) -> None:
    html = feedback_page(next(g for g in thirty.grades if g.student.startswith("<script>")))
    assert len(html) < 20_000
    assert (
        "</pre><script>alert('out')</script>⟨U+001B⟩[31m⟨U+0000⟩ &amp; ⟨U+D800⟩" in Page(html).text
    )
    html.encode()
    assert not re.findall("[\x00-\x08\x0b-\x1f\u202a-\u202e]", html)


def test_what_is_behind_a_wrong_value(thirty: ClassGrades, pages: Pages) -> None:
    text = " ".join(pages(thirty)["report.html"].text.split())
    assert "Misconception: 250 adds the overlap" in text
    assert "Not known. The hint shown: Take slices." in text
    assert "6 students s08, s09, s10, s11, s13, s25 n_chunks(950, 200, 50) 7 6" in text


def test_the_report_is_short_where_there_is_nothing_to_say(
    one: Callable[..., Grade], pages: Pages
) -> None:
    everybody_passed = ClassGrades(one("a").exercise, (one("a"),))
    nobody = ClassGrades(one("a").exercise, ())
    assert "Nobody's work needs it." in pages(everybody_passed)["report.html"].text
    assert "No visible check got a wrong value." in pages(everybody_passed)["report.html"].text
    assert "Nobody's work was judged." in pages(nobody)["report.html"].text


def test_the_median_says_of_how_many(thirty: ClassGrades, one: Callable[..., Grade]) -> None:
    def words(grades: ClassGrades) -> str:
        return " ".join(Page(report_page(grades, summarise(grades))).text.split())

    assert "13 of 15 points, the median of 27 students" in words(thirty)
    assert "15 of 15 points, the median of 1 student" in words(
        ClassGrades(one("a").exercise, (one("a"),))
    )


def test_the_rows_that_settle_a_look(thirty: ClassGrades) -> None:
    html = report_page(thirty, summarise(thirty))
    rows = re.findall('<code class="whole-row">(.*?)</code>', html)
    assert "<code>student,function,points,reason</code>" in html
    settled = [f"{student},*,,looked at" for student in ("s22", "s24", "s21", "s18")]
    assert [unescape(row) for row in rows] == [*settled, '"Müller, Ö.",*,,looked at']


def test_rare_wrong_values_are_counted(one: Callable[..., Grade], pages: Pages) -> None:
    def wrong(i: int) -> Verdict:
        return Verdict("stride", Outcome.WRONG, "", "c", "h", "stride(1)", str(i), "0")

    grades = tuple(one(f"s{i:02}", wrong(i)) for i in range(23))
    report = pages(ClassGrades(grades[0].exercise, grades))["report.html"]
    assert "3 more, each less frequent, are in results.json" in report.text
    assert sum(each.get("class") == "value" for each in report.all("td")) == 3 * 20


# --- names of pages ----------------------------------------------------------------------------

RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
STUDENTS = st.one_of(
    st.text(),
    st.text("aAbé-./\\ \u0301", max_size=6),
    st.sampled_from(["con", "COM1", "..", "", "a.html", "İ", "ß", "SS", "a-0123456789abcdef"]),
)


@given(STUDENTS)
@example("x" * 500)
@example("\ud800")
def test_a_page_name_is_safe_everywhere(student: str) -> None:
    name = page_name(student)
    assert re.fullmatch(r"[a-z0-9_][a-z0-9_.@-]*\.html", name)
    assert len(name) <= 90
    assert not RESERVED.fullmatch(name.removesuffix(".html"))


@given(STUDENTS, STUDENTS)
@example("Anna", "anna")
@example("e\u0301", "é")
@example("Anna", page_name("Anna").removesuffix(".html"))
@example("a.html", "a")
def test_no_two_students_share_a_page(one: str, other: str) -> None:
    assume(one != other)
    assert page_name(one) != page_name(other)


# --- writing -----------------------------------------------------------------------------------


def test_every_status_has_a_page(thirty: ClassGrades) -> None:
    assert {grade.status for grade in thirty.grades} == set(Status)
