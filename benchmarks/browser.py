"""Time from a key on a slider to the new picture in the browser, for every explorer.

Beside each explorer stands the habitual form, ``interact`` that draws with pyplot, in the same
notebook and turn by turn, so that a busy machine slows both. It draws the same rows and leaves out
what else the explorer shows. Also counted: animation frames without a picture, and how far the
cells below jump. Run it with ``python benchmarks/browser.py``; it needs Chromium.
"""

import shutil
import statistics
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
from playwright.sync_api import Browser, sync_playwright

from tests.browser.lab import SLOW, LessonPage, Server
from tests.outside.chromium import FLAGS

KEYS = 40
WHOLE = {"@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"}}

EXPLORERS = {
    "overlap": """
from chunklab.explorers.overlap import OverlapExplorer
OverlapExplorer(15_000, 200, 50)
""",
    "windows": """
from chunklab.explorers.windows import WindowsExplorer
report = "The night service lost money again in July, and rose by 4.6 in May. " * 9
WindowsExplorer(report, 20, 5, fact=(54, 64))
""",
    "sources": """
from chunklab.explorers.sources import SourcesExplorer
SourcesExplorer()
""",
    "separators": """
from chunklab.explorers.separators import SeparatorsExplorer
from chunklab.explorers.separators_model import SAMPLES
notice = ("\\n\\n".join(SAMPLES.values()) * 4)[:4000]
SeparatorsExplorer(notice)
""",
    "evidence": """
from chunklab.explorers.evidence import EvidenceExplorer
EvidenceExplorer(question=1)
""",
}
HABITUAL = {
    "overlap": """
import matplotlib.pyplot as plt
from ipywidgets import IntSlider, interact
from chunklab.explorers.overlap_model import OverlapState, measure, rows

def draw(chunk):
    values = measure(OverlapState(15_000, 200, 50, chunk))
    figure, (strip, stairs) = plt.subplots(2, 1, figsize=(5.8, 3.8), height_ratios=[1, 8])
    strip.barh(0, values.state.n, color="#ddd")
    strip.barh(0, 200, left=values.current.start)
    strip.set_axis_off()
    for each in rows(values, 8):
        fresh = each.start + each.repeated
        stairs.barh(each.number, each.end - fresh, left=fresh, color="C0")
        stairs.barh(each.number, each.repeated, left=each.start, color="C1", hatch="///")
        stairs.text(each.start, each.number, str(each.start), ha="right")
        stairs.text(each.end, each.number, str(each.end))
    stairs.invert_yaxis()
    plt.show()

interact(draw, chunk=IntSlider(2, 1, 100));
""",
    "windows": """
from chunklab.explorers import windows_model

def draw(size):
    values = windows_model.measure(windows_model.WindowsState(report, size, 5, 54, 63))
    figure, axes = plt.subplots(figsize=(5.8, 3.2))
    for each in windows_model.rows(values, 6):
        axes.barh(each.number, each.end - each.start, left=each.start)
        axes.text(each.start, each.number, str(each.start), ha="right")
        axes.text(each.end, each.number, str(each.end))
    axes.axvspan(*values.fact, fill=False)
    axes.invert_yaxis()
    axes.set_title(windows_model.fate_words(values), fontsize=8)
    plt.show()

interact(draw, size=IntSlider(20, 1, 100));
""",
    "sources": """
from chunklab.explorers import sources_model

def draw(size):
    values = sources_model.measure(sources_model.SourcesState(size=size))
    figure, axes = plt.subplots(figsize=(5.8, 3.2))
    for each in sources_model.rows(values, 9):
        axes.barh(each.number, each.end - each.start, left=each.start)
        axes.text(each.end, each.number, " ".join(map(str, each.offsets.values())), fontsize=6)
    axes.invert_yaxis()
    axes.set_title(sources_model.current_words(values), fontsize=8)
    plt.show()

interact(draw, size=IntSlider(24, 1, 100));
""",
    "separators": """
from chunklab.explorers import separators_model

def draw(size):
    values = separators_model.measure(separators_model.SeparatorsState(notice, size))
    figure, axes = plt.subplots(figsize=(7.6, 1.6))
    for y, scheme in enumerate((values.recursive, values.fixed)):
        for start, end in scheme.spans:
            if start < 700:
                axes.barh(y, end - start, left=start, alpha=0.5)
    for separator, height in zip(values.seams.separators, (0.5, 0.4, 0.3, 0.1)):
        axes.vlines(list(separator.ends(0, 700)), 0.4, 0.4 + height, color="black")
    axes.set_title(separators_model.current_words(values), fontsize=8)
    plt.show()

interact(draw, size=IntSlider(60, 16, 200));
""",
    "evidence": """
from chunklab.explorers import evidence_model

def draw(question):
    values = evidence_model.measure(evidence_model.EvidenceState(question=question))
    figure, (plots, found) = plt.subplots(2, 4, figsize=(7.6, 4), height_ratios=[2, 1])
    overlaps = [each.overlap for each in values.figures]
    plots[0].plot(overlaps, [each.survival for each in values.figures], "s")
    plots[1].plot(overlaps, [each.times for each in values.figures], "s")
    plots[2].errorbar(overlaps, [each.recall.mean for each in values.figures], 0.05)
    plots[3].bar(overlaps, [each.read for each in values.figures], 20)
    for each in values.pieces:
        if each.document == values.question.document:
            found[0].barh(each.ranks[0], each.end - each.start, left=each.start)
    figure.suptitle(evidence_model.fate_words(values), fontsize=8)
    plt.show()

interact(draw, question=IntSlider(1, 1, 238));
""",
}
SLIDERS = {
    "overlap": "Chunk",
    "windows": "Size, C",
    "sources": "Size, C",
    "separators": "Size, C",
    "evidence": "Question",
}

WATCH = """([cell, after]) => {
    const picture = () => [...cell.querySelectorAll('svg[role=img], .widget-output img')].at(-1);
    const look = () => { const now = picture(); return now && (now.src || now.outerHTML); };
    const place = () => after.getBoundingClientRect().top - cell.getBoundingClientRect().top;
    const before = place();
    cell.seen = {blank: 0, jump: 0};
    cell.pressed = () => new Promise(resolve => {
        const old = look();
        let began;
        addEventListener('keydown', event => { began = event.timeStamp; },
            {capture: true, once: true});
        const changed = new MutationObserver(async () => {
            const now = look();
            if (!now || now === old) return;
            changed.disconnect();
            if (picture().decode) await picture().decode();
            requestAnimationFrame(() => resolve(performance.now() - began));
        });
        changed.observe(cell, {subtree: true, childList: true, attributes: true});
    });
    const frame = () => {
        const now = picture();
        if (!now || !now.getBoundingClientRect().height || now.complete === false)
            cell.seen.blank += 1;
        cell.seen.jump = Math.max(cell.seen.jump, Math.abs(place() - before));
        requestAnimationFrame(frame);
    };
    frame();
}"""


@dataclass
class Form:
    """A form of an explorer on the page, its slider and what was measured."""

    lesson: LessonPage
    name: str
    slider: str
    times: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.cell = self.lesson.cell(self.name)
        label = self.lesson.page.locator(f'label:text-is("{self.slider}")')
        self.handle = self.cell.locator(".widget-slider", has=label).locator(".noUi-handle")
        after = self.lesson.cell(f"after-{self.name}")
        handles = [self.cell.element_handle(), after.element_handle()]
        self.lesson.page.evaluate(WATCH, handles)

    def press(self) -> None:
        self.handle.focus()
        self.cell.evaluate("cell => { cell.told = cell.pressed(); }")
        self.lesson.page.keyboard.press("ArrowRight")
        self.times.append(self.cell.evaluate("cell => cell.told"))
        self.lesson.settle()

    def line(self) -> str:
        median, p95 = statistics.median(self.times), statistics.quantiles(self.times, n=20)[-1]
        seen = self.cell.evaluate("cell => cell.seen")
        return (
            f"{self.name:18}{median:>8.0f} ms{p95:>8.0f} ms"
            f"{seen['blank']:>13}{seen['jump']:>11.0f} px"
        )


def notebook() -> nbformat.NotebookNode:
    cells = []
    for name, explorer in EXPLORERS.items():
        for kind, source in ((name, explorer), (f"{name}-interact", HABITUAL[name])):
            cells.append(nbformat.v4.new_code_cell(source.strip(), id=kind))
            cells.append(nbformat.v4.new_markdown_cell("below", id=f"after-{kind}"))
    cells.append(nbformat.v4.new_code_cell("None", id="last"))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})


def measured(server: Server, browser: Browser) -> list[tuple[Form, Form]]:
    nbformat.write(notebook(), server.work / "notebooks" / "benchmark.ipynb")
    viewport = {"width": 1200, "height": 1000}
    lesson = LessonPage(server, browser, "benchmark.ipynb", viewport=viewport)
    lesson.page.set_default_timeout(SLOW)
    lesson.open()
    lesson.run_all()
    pairs = [
        (Form(lesson, name, SLIDERS[name]), Form(lesson, f"{name}-interact", slider))
        for name, slider in (
            ("overlap", "chunk"),
            ("windows", "size"),
            ("sources", "size"),
            ("separators", "size"),
            ("evidence", "question"),
        )
    ]
    for _ in range(KEYS):
        for pair in pairs:
            for form in pair:
                form.press()
    return pairs


def main() -> None:
    chromium = shutil.which("chromium")
    if not chromium:
        print("\nbenchmarks/browser.py was left out: there is no chromium.")
        return
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        server = Server(Path(folder), WHOLE)
        try:
            pairs = measured(server, browser)
            print(f"\nFrom a key to the new picture in the browser, {KEYS} keys each")
            print(f"{'':18}{'median':>11}{'p95':>11}{'blank frames':>13}{'jump below':>14}")
            for ours, habitual in pairs:
                ratio = statistics.median(habitual.times) / statistics.median(ours.times)
                print(ours.line(), habitual.line(), sep="\n")
                print(f"interact takes {ratio:.1f} times as long")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
