"""The course in a browser with no server: from local files, and with no other address to be had."""

import functools
import re
import threading
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

import pytest

from chunklab.course.index import Course

from .conftest import ROOT

COURSE = Course.load(ROOT)
MINUTE = 60_000
READY = 4 * MINUTE
"""Longest to wait for Python in the page, in milliseconds: a busy machine takes its time."""

CHROMIUMS_OWN = (".google.com", ".googleapis.com", ".gstatic.com")
"""Whom the browser itself asks for lists and updates, on whatever page; it gets no answer."""

ALL_HAVE_RUN = """() => {
    const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputArea-prompt')];
    return prompts.length && prompts.every(each => /\\[\\d+\\]/.test(each.textContent));
}"""
CHANGED = """([selector, before]) => document.querySelector(selector).closest('.jp-OutputArea')
    .textContent != before"""


class Quiet(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass


class Elsewhere(BaseHTTPRequestHandler):
    """A proxy to nowhere: notes what is asked of it."""

    asked = []  # noqa: RUF012  (one list for all requests)

    def do_GET(self):
        self.asked.append(self.path)
        self.send_error(502)

    do_CONNECT = do_POST = do_GET  # noqa: N815

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def served():
    servers = []

    def serve(handler):
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return f"http://127.0.0.1:{server.server_port}"

    yield serve
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def context(browser, served):
    # Not by playwright's routes: they do not see what a service worker asks for.
    context = browser.new_context(proxy={"server": served(Elsewhere), "bypass": "127.0.0.1"})
    context.set_default_timeout(2 * MINUTE)
    yield context
    context.close()
    hosts = {urlsplit(f"//{each.removeprefix('http://')}").hostname for each in Elsewhere.asked}
    assert {host for host in hosts if not host.endswith(CHROMIUMS_OWN)} == set()


@pytest.fixture
def opened(context, served, site):
    address = served(functools.partial(Quiet, directory=site.parents[1]))
    pages = []

    def opened(exercise):
        page = context.new_page()
        pages.append(page)
        page.goto(f"{address}/some/path/notebooks/{exercise.notebook[:-6]}.html")
        page.get_by_role("link", name="Take it in your browser").click()
        page.locator(".jp-Toolbar-kernelName", has_text="Python").wait_for(timeout=READY)
        page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for(timeout=READY)
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name=re.compile("^Run All Cells")).first.click()
        page.wait_for_function(ALL_HAVE_RUN, timeout=READY)
        return page

    yield opened
    for page in pages:
        page.close()


def errors(page):
    kinds = ("stderr", "error")
    return [
        output.text_content()
        for kind in kinds
        for output in page.locator(f"[data-mime-type='application/vnd.jupyter.{kind}']").all()
    ]


def write(page, source):
    """Put ``source`` in the place of what the open editor holds, and save it."""
    page.locator(".jp-FileEditor .cm-content").click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(source)
    page.keyboard.press("Control+S")
    page.locator(".lm-TabBar-tab.lm-mod-current.jp-mod-dirty").wait_for(state="hidden")


def checked(page, exercise, wanted):
    """Run the lesson's check cell; return its report, which must come to hold ``wanted``."""
    page.locator(".lm-TabBar-tabLabel", has_text=exercise.notebook).click()
    cell = page.locator(".jp-CodeCell", has_text=f'check("{exercise.name}")')
    cell.locator(".cm-content").click()
    page.keyboard.press("Control+Enter")
    report = cell.locator(".jp-OutputArea-output [role=status]")
    report.filter(has_text=wanted).wait_for()
    return report.text_content()


def test_lesson_1_can_be_taken_in_the_browser(opened):
    exercise = COURSE.exercises[0]
    page = opened(exercise)
    assert errors(page) == []
    text = page.locator(".jp-Notebook").text_content()
    assert "A document of 1000 tokens in chunks of 200, overlap 50." in text
    assert "drawn with matplotlib, which this Python does not have" in text

    handle = page.locator(".noUi-handle").first
    before = handle.evaluate("each => each.closest('.jp-OutputArea').textContent")
    handle.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(CHANGED, arg=[".noUi-handle", before])

    page.get_by_role("link", name="your exercise file").click()
    stub = COURSE.stub(exercise).read_text(encoding="utf-8")
    wrong = f"{stub}\n\ndef stride(size, overlap):\n    return size + overlap\n"
    endless = (
        "\n\ndef chunk_starts(n, size, overlap):\n    while True:\n"
        "        try:\n            n += 1\n        except:\n            pass\n"
    )
    write(page, wrong + endless)
    report = checked(page, exercise, "timed out")
    assert "250 adds the overlap" in report
    assert "no answer within 3 s" in report
    assert "for practice, not for grades" in report
    assert "restart the kernel" in report

    page.locator(".lm-TabBar-tabLabel", has_text="overlap.py").click()
    rule = "    if not 0 <= overlap < size:\n        raise ValueError(overlap)\n"
    write(page, f"{stub}\n\ndef stride(size, overlap):\n{rule}    return size - overlap\n")
    report = checked(page, exercise, "1 of 7 functions passed")
    assert errors(page) == []


@pytest.mark.parametrize("exercise", COURSE.exercises[1:], ids=lambda each: each.name)
def test_every_other_lesson_runs_in_the_browser(opened, exercise):
    page = opened(exercise)
    assert errors(page) == []
    assert "0 of" in page.locator("[role=status]", has_text="functions passed").text_content()
