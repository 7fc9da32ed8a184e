"""What a learner has reached is told as the command tells it, and as a table for each lesson."""

import re

import pytest

from chunklab.course.progress import Progress
from chunklab.course.reached import progress
from chunklab.course.work import Work


@pytest.fixture
def own(work: Work, monkeypatch: pytest.MonkeyPatch) -> Progress:
    monkeypatch.chdir(work.course.root)
    return Progress(work)


def tables(html: str) -> list[tuple[str, str, list[str]]]:
    """Return of each lesson whether it is open, its heading, and what its cells hold."""
    lessons = re.findall(r"<details( open|)><summary>(.*?)</summary>(.*?)</details>", html)
    return [
        (is_open, head, re.findall(r"<td[^>]*>(.*?)</td>", body)) for is_open, head, body in lessons
    ]


def test_the_lesson_to_go_on_with_is_open_and_linked(own: Progress) -> None:
    overlap, windows = own.course.exercises
    own.record(overlap, {"stride": "wrong", "chunk_starts": "passed"})
    own.next_hint(overlap, "stride")
    html = progress()._repr_html_()
    first, second = tables(html)
    assert first[:2] == (" open", "overlap: 3 of 4 points. Overlap")
    assert first[2][:5] == ["<code>stride</code>", "0/1", "wrong", "1", "1"]
    assert first[2][6] == "3/3"
    assert re.fullmatch(r"passed on 20\d\d-\d\d-\d\d", first[2][7])
    assert second[:2] == ("", "windows: 0 of 2 points. Windows")
    assert "Altogether: 3 of 6 points" in html
    assert 'write <code>stride</code>, in <a href="01_overlap.ipynb">Overlap</a>' in html

    own.record(overlap, {"stride": "passed"})
    html = progress()._repr_html_()
    assert [is_open for is_open, *_ in tables(html)] == ["", " open"]
    assert 'write <code>stride</code>, in <a href="02_windows.ipynb">Windows</a>' in html

    own.record(windows, {"stride": "passed"})
    html = progress()._repr_html_()
    assert [is_open for is_open, *_ in tables(html)] == ["", ""]
    assert html.endswith("<strong>Next:</strong> everything is passed</p></div>")


def test_a_damaged_file_is_told_of(own: Progress) -> None:
    own.path.parent.mkdir()
    for shown in (str, lambda reached: reached._repr_html_()):
        own.path.write_text("<b>")
        assert re.search(r"Note: .*progress\.json could not be understood", shown(progress()))


def test_titles_of_lessons_are_text(own: Progress) -> None:
    index = own.course.root / "exercises/course.toml"
    index.write_text(index.read_text().replace('"Overlap"', '"Where n < size"'))
    html = progress()._repr_html_()
    assert html.count("Where n &lt; size") == 2
    assert "n < size" not in html
    assert "Where n < size" in repr(progress())
