"""The static pages: whole, readable without a kernel or a script, and within their own site."""

import json
import re
from html.parser import HTMLParser
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from chunklab.course.index import Course

from .conftest import ROOT

COURSE = Course.load(ROOT)


class Page(HTMLParser):
    """Collects a page's tags."""

    def __init__(self, path):
        super().__init__()
        self.tags = []
        self.text = path.read_text(encoding="utf-8")
        self.feed(self.text)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def all(self, tag):
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture(scope="module")
def pages(site):
    paths = [path for path in site.rglob("*.html") if not path.is_relative_to(site / "lite")]
    return {path: Page(path) for path in paths}


def lesson(pages, exercise):
    return pages[next(path for path in pages if path.stem == exercise.notebook[:-6])]


def test_there_is_a_page_of_every_lesson_and_of_every_file_that_one_links_to(site, pages):
    names = {path.relative_to(site).as_posix() for path in pages}
    assert names == {
        "index.html",
        "notebooks/00_start.html",
        *(f"notebooks/{each.notebook[:-6]}.html" for each in COURSE.exercises),
        *(f"exercises/{each.name}.py.html" for each in COURSE.exercises),
    }


def test_no_link_is_dead(site, pages):
    followed = 0
    for path, page in pages.items():
        for tag, attribute in (("a", "href"), ("link", "href"), ("img", "src"), ("script", "src")):
            for address in (each.get(attribute) for each in page.all(tag)):
                parts = urlsplit(address or "#")
                if parts.scheme == "data" or not parts.path:
                    continue
                followed += 1
                target = path.parent / unquote(parts.path)
                assert target.is_file(), (path.name, address)
                for opened in parse_qs(parts.query).get("path", ()):
                    assert (site / "lite" / "files" / opened).is_file(), address
    assert followed > 20


def test_no_page_names_another_address(pages):
    for path, page in pages.items():
        for tag, attributes in page.tags:
            addresses = [attributes.get(name) or "" for name in ("href", "src", "srcset", "action")]
            outside = [each for each in addresses if re.match(r"(https?:)?//|/", each)]
            assert not outside, (path.name, tag, outside)
        assert not page.all("script"), path.name


@pytest.mark.parametrize("exercise", COURSE.exercises, ids=lambda each: each.name)
def test_a_lesson_shows_its_explorers_picture_in_words_too_and_its_formulas(pages, exercise):
    page = lesson(pages, exercise)
    notebook = json.loads(COURSE.notebook(exercise).read_text(encoding="utf-8"))
    pictures = re.findall(r'<img alt=\\"', json.dumps(notebook).replace('\\\\"', '\\"'))
    drawn = [each for each in page.all("img") if each["src"].startswith("data:image/")]
    assert len(drawn) == len(page.all("img")) == len(pictures) >= 1
    assert all(len(each["alt"]) > 40 for each in drawn)
    assert page.all("math")
    assert "$" not in re.sub(r"<(pre|code).*?</\1>|data:image/[^\"]*", "", page.text, flags=re.S)
    assert "mathjax" not in page.text.lower()
    assert "application/vnd.jupyter.widget" not in page.text


def test_the_index_tells_minutes_objectives_and_what_can_be_done_where(pages):
    index = next(page for path, page in pages.items() if path.name == "index.html").text
    for exercise in COURSE.exercises:
        assert exercise.title in index
        assert f"{exercise.minutes} minutes" in index
    assert index.count("After this lesson you can") == len(COURSE.exercises)
    assert "for practice, not for grades" in index
    assert "Kernel, Restart" in index


def test_only_the_learners_edition_is_there(site):
    names = [path.relative_to(site).as_posix() for path in site.rglob("*")]
    assert not [name for name in names if "solution" in name or "hidden" in name]
    secret = (ROOT / "solutions" / "overlap.py").read_text(encoding="utf-8").splitlines()
    body = max(secret, key=len)
    texts = [path for path in site.rglob("*") if path.suffix in {".html", ".json", ".py"}]
    assert not [
        path for path in texts if body in path.read_text(encoding="utf-8", errors="replace")
    ]


def test_the_app_is_told_of_no_other_address(site):
    settings = json.loads((site / "lite" / "jupyter-lite.json").read_text(encoding="utf-8"))
    [kernel] = [
        each
        for name, each in settings["jupyter-config-data"]["litePluginSettings"].items()
        if "pyodide" in name
    ]
    assert kernel["disablePyPIFallback"] is True
    assert "//" not in json.dumps(kernel)
    folder = site / "lite" / "static" / "pyodide"
    lock = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))
    assert all((folder / each["file_name"]).is_file() for each in lock["packages"].values())
    assert {"chunklab", "chunklab-course", "pytest", "ipywidgets"} <= lock["packages"].keys()


def test_a_folder_that_is_no_site_is_left_alone(build, tmp_path):
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    done = build(tmp_path)
    assert done.returncode == 2
    assert f"an empty one or an earlier site, got {tmp_path}" in done.stderr
    assert [path.read_text() for path in tmp_path.iterdir()] == ["mine"]
