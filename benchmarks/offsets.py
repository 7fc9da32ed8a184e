"""Conversion of a million offsets over 10 MB of mixed text, beside the plain loop.

The plain loop goes through the text up to each offset, so it is timed on a few of them; a ratio is
of the time that one offset takes, in one run. What is prepared once a text is told by itself.
"""

import random
import time
import tracemalloc

from wcwidth import iter_graphemes

from chunklab.offsets import Offsets

MANY = 1_000_000
SAMPLE = (
    "The fire brigade’s café opens at 7 a.m. Überraschung! Ça coûte 12 €.\r\n"
    "消防隊的咖啡館早上七點開門。मौसम अच्छा है। 안녕하세요, 반갑습니다. "
    "👩‍🚒 🇩🇪🇫🇷 e\u0301a\u0308o\u0302 👍🏽 x² − 4 = 0.\r\n"
)
TEXT = SAMPLE * (10_000_000 // len(SAMPLE.encode()))


def plain_utf8(text, positions):
    return [len(text[:i].encode()) for i in positions]


def plain_utf16(text, positions):
    return [len(text[:i].encode("utf-16-le")) // 2 for i in positions]


def plain_clusters(text, positions):
    return [sum(1 for _ in iter_graphemes(text[:i])) for i in positions]


# How one would do it, and on how many offsets that is timed.
PLAIN = {
    "utf-8": (plain_utf8, 200),
    "utf-16": (plain_utf16, 200),
    "grapheme": (plain_clusters, 20),
}


def seconds(call, *arguments):
    began = time.perf_counter()
    result = call(*arguments)
    return time.perf_counter() - began, result


def prepare(unit):
    offsets = Offsets(TEXT)
    offsets.convert(0, unit, unit)
    return offsets


def kept(unit):
    tracemalloc.start()
    offsets = prepare(unit)
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    del offsets
    return size


def main():
    print(f"\nA text of {len(TEXT.encode()):,} bytes in UTF-8, {len(TEXT):,} code points")
    print(f"{'':32}{'a million':>11}{'one':>11}{'one, plain loop':>18}{'ratio':>11}")
    for unit, (plain, sample) in PLAIN.items():
        prepared, offsets = seconds(prepare, unit)
        cuts = offsets.cuts_cluster(range(len(TEXT) + 1))
        edges = [position for position, cut in enumerate(cuts) if not cut]
        positions = random.Random(5).choices(edges, k=MANY)  # noqa: S311 - no secret
        there, converted = seconds(offsets.convert, positions, "code point", unit)
        back, returned = seconds(offsets.convert, converted, unit, "code point")
        loop, expected = seconds(plain, TEXT, positions[:sample])
        assert returned == positions
        assert expected == converted[:sample]
        one = loop / sample
        for name, took in ((f"code point to {unit}", there), (f"{unit} to code point", back)):
            print(
                f"{name:32}{took:>9.2f} s{took / MANY * 1e6:>8.2f} µs"
                f"{one * 1e3:>15.2f} ms{one * MANY / took:>11,.0f}"
            )
        print(f"{'':4}once a text: {prepared:.2f} s, {kept(unit) / 2**20:.1f} MiB kept")


if __name__ == "__main__":
    main()
