"""Conversion of a million offsets over 10 MB of mixed text, beside the loop that anyone would write.

The plain loop encodes the text up to each offset, so it is timed on a few of them; the ratios are
of the time that one offset takes, in one run. What is prepared for a unit is timed by itself.
"""

import random
import time
import tracemalloc

from chunklab.offsets import Offsets

MANY, FEW = 1_000_000, 200
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
    from wcwidth import iter_graphemes

    return [sum(1 for _ in iter_graphemes(text[:i])) for i in positions]


PLAIN = {"utf-8": plain_utf8, "utf-16": plain_utf16, "grapheme": plain_clusters}


def seconds(run):
    began = time.perf_counter()
    result = run()
    return time.perf_counter() - began, result


def prepare(unit):
    offsets = Offsets(TEXT)
    offsets.convert(0, unit, unit)
    return offsets


def main():
    chance = random.Random(5)
    print(f"\nA text of {len(TEXT.encode()):,} UTF-8 bytes, {len(TEXT):,} code points")
    print(
        f"{'':32}{'prepare':>10}{'kept':>10}{MANY:>14,}{'one':>11}{'plain, one':>14}{'ratio':>11}"
    )
    for unit, plain in PLAIN.items():
        prepared, offsets = seconds(lambda unit=unit: prepare(unit))
        tracemalloc.start()
        kept_for = prepare(unit)
        kept = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        del kept_for
        edges = [i for i, cuts in enumerate(offsets.cuts_cluster(range(len(TEXT) + 1))) if not cuts]
        picked = chance.choices(edges, k=MANY)
        for order, positions in (("any order", picked), ("sorted", sorted(picked))):
            there, converted = seconds(lambda p=positions: offsets.convert(p, "code point", unit))
            back, returned = seconds(lambda c=converted: offsets.convert(c, unit, "code point"))
            assert returned == positions
            few = range(0, MANY, MANY // (20 if unit == "grapheme" else FEW))
            sample = [positions[k] for k in few]
            loop, expected = seconds(lambda s=sample: plain(TEXT, s))
            assert expected == [converted[k] for k in few]
            one = loop / len(sample)
            for name, took in ((f"to {unit}, {order}", there), (f"from {unit}, {order}", back)):
                print(
                    f"{name:32}{prepared:>8.2f} s{kept / 2**20:>6.2f} MiB{took:>12.2f} s"
                    f"{took / MANY * 1e6:>8.2f} µs{one * 1e3:>11.2f} ms{one * MANY / took:>11,.0f}"
                )


if __name__ == "__main__":
    main()
