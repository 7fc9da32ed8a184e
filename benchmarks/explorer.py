"""How long one change in the overlap explorer keeps the kernel busy, at 100 chunks.

Beside it the same picture drawn with matplotlib and saved as PNG, in the same run, turn by turn so
that a busy machine slows both. Run it with ``python benchmarks/explorer.py``.
"""

import io
import statistics
import time
from collections.abc import Callable

from matplotlib.figure import Figure

from chunklab.explorers.overlap import OverlapExplorer
from chunklab.explorers.overlap_drawing import MOST_ROWS
from chunklab.explorers.overlap_model import current_words, rows
from chunklab.explorers.svg import BLUE, ORANGE

ROUNDS = 60


def matplotlib_png(explorer: OverlapExplorer) -> bytes:
    values = explorer.values
    current = values.current
    figure = Figure(figsize=(5.8, 3.8))
    strip, stairs = figure.subplots(2, 1, height_ratios=[1, 8])
    strip.barh(0, values.state.n, color="#ddd")
    strip.barh(0, current.end - current.start, left=current.start, color=BLUE)
    strip.set_axis_off()
    for chunk in rows(values, MOST_ROWS):
        fresh = chunk.start + chunk.repeated
        stairs.barh(chunk.number, chunk.end - fresh, left=fresh, color=BLUE)
        stairs.barh(chunk.number, chunk.repeated, left=chunk.start, color=ORANGE, hatch="///")
        stairs.text(chunk.start, chunk.number, str(chunk.start), ha="right")
        stairs.text(chunk.end, chunk.number, str(chunk.end))
    stairs.invert_yaxis()
    stairs.set_title(current_words(values), fontsize=8)
    png = io.BytesIO()
    figure.savefig(png, format="png")
    return png.getvalue()


def milliseconds(action: Callable[[], object]) -> float:
    before = time.perf_counter()
    action()
    return (time.perf_counter() - before) * 1000


def main() -> None:
    explorer = OverlapExplorer(15_000, 200, 50)
    ours, theirs = [], []
    for _ in range(ROUNDS):
        ours.append(milliseconds(lambda: explorer.step(1)))
        theirs.append(milliseconds(lambda: matplotlib_png(explorer)))
    print(f"one step at {explorer.values.count} chunks, {ROUNDS} rounds")
    for name, times in (("explorer", ours), ("matplotlib PNG", theirs)):
        median, p95 = statistics.median(times), statistics.quantiles(times, n=20)[-1]
        print(f"{name:16} median {median:7.2f} ms   p95 {p95:7.2f} ms")
    ratio = statistics.median(theirs) / statistics.median(ours)
    print(f"matplotlib takes {ratio:.0f} times as long")


if __name__ == "__main__":
    main()
