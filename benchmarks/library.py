"""The library beside code that does the same, in one run: time and peak memory as ratios.

Each row is measured against the first of its table, which therefore reads 1.00.
"""

import statistics
import timeit
import tracemalloc
from collections import deque
from collections.abc import Callable, Sequence

from chunklab import chunk_with_overlap, chunks, n_chunks

N, SIZE, OVERLAP = 1_000_000, 200, 50
TOKENS = list(range(N))
TEXT = "All work and no play. " * (N // 22)


def windows_comprehension(units: Sequence[int], size: int, overlap: int) -> list[list[int]]:
    return [
        list(units[start : start + size])
        for start in range(0, max(1, len(units) - overlap), size - overlap)
    ]


def windows_loop(units: Sequence[int], size: int, overlap: int) -> list[list[int]]:
    """Return what is often written: correct but for a last window that is only overlap."""
    windows, start = [], 0
    while start < len(units):
        windows.append(list(units[start : start + size]))
        start += size - overlap
    return windows


def records_comprehension(text: str, size: int, overlap: int) -> list[dict[str, object]]:
    return [
        {"start": start, "end": min(start + size, len(text)), "text": text[start : start + size]}
        for start in range(0, max(1, len(text) - overlap), size - overlap)
    ]


def records_loop(text: str, size: int, overlap: int) -> list[dict[str, object]]:
    records, start = [], 0
    while start < len(text):
        end = min(start + size, len(text))
        records.append({"start": start, "end": end, "text": text[start:end]})
        start += size - overlap
    return records


def seconds(runs: list[Callable[[], object]]) -> list[float]:
    """Return the median time of each, taking turns so that all meet the same machine."""
    numbers = [max(1, round(0.01 / timeit.timeit(run, number=1))) for run in runs]
    rounds = [
        [timeit.timeit(run, number=k) / k for run, k in zip(runs, numbers, strict=True)]
        for _ in range(25)
    ]
    return [statistics.median(times) for times in zip(*rounds, strict=True)]


def peak_bytes(run: Callable[[], object]) -> int:
    tracemalloc.start()
    kept = run()  # a result that is kept counts, as it does for who asks for it
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    del kept
    return peak


def table(title: str, rows: dict[str, Callable[[], object]]) -> None:
    print(f"\n{title}\n{'':30}{'time':>14}{'ratio':>12}{'peak memory':>15}{'ratio':>13}")
    times, peaks = seconds(list(rows.values())), [peak_bytes(run) for run in rows.values()]
    for name, took, peak in zip(rows, times, peaks, strict=True):
        print(
            f"{name:30}{took * 1e6:>11,.1f} µs{took / times[0]:>12,.2f}"
            f"{peak / 2**10:>11,.1f} KiB{peak / peaks[0]:>13,.2f}"
        )


def main() -> None:
    setting = SIZE, OVERLAP
    print(f"size {SIZE}, overlap {OVERLAP}")
    table(
        f"Windows of {N:,} tokens",
        {
            "list comprehension": lambda: windows_comprehension(TOKENS, *setting),
            "while loop": lambda: windows_loop(TOKENS, *setting),
            "chunk_with_overlap": lambda: chunk_with_overlap(TOKENS, *setting),
        },
    )
    table(
        f"Chunks of a text of {len(TEXT):,} code points",
        {
            "list comprehension": lambda: records_comprehension(TEXT, *setting),
            "while loop": lambda: records_loop(TEXT, *setting),
            "list(chunks(...))": lambda: list(chunks(TEXT, *setting)),
            "chunks, one at a time": lambda: deque(chunks(TEXT, *setting), maxlen=0),
        },
    )
    table(
        f"How many chunks have {N:,} tokens?",
        {
            "n_chunks": lambda: n_chunks(N, *setting),
            "len(chunk_with_overlap(...))": lambda: len(chunk_with_overlap(TOKENS, *setting)),
            "len(list(chunks(...)))": lambda: len(list(chunks(TEXT, *setting))),
        },
    )


if __name__ == "__main__":
    main()
