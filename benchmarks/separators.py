"""Recursive separators beside langchain's and fixed windows, at one, two and four megachars.

Python's own documentation is cut with one size and overlap, counted in characters and in a
tokenizer's tokens. Ratios are of langchain's time in the same run, which adds the lengths of pieces
up where ours measures whole chunks. langchain and the tokenizer live in an environment of their
own, of benchmarks/requirements.txt; where it cannot be made, ours runs alone.
"""

import importlib.util
import os
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from pydoc_data.topics import topics

ROOT = Path(__file__).parents[1]
PROSE = "\n\n".join(topics.values())
SEPARATORS = ["\n\n", "\n", ". ", " "]
CHARACTERS, TOKENS = (1000, 100), (256, 32)
SHAPES = {
    "prose": lambda n: (PROSE * (n // len(PROSE) + 1))[:n],
    "one line": lambda n: (PROSE.replace("\n", " ") * (n // len(PROSE) + 1))[:n],
    "Chinese": lambda n: "山高水長,風月無邊。" * (n // 10),
    "one far break": lambda n: "x" * (n - 10_000) + "\n\n" + "y" * 9_998,
}
Cut = Callable[[str], object]


def seconds(cuts: dict[str, Cut], text: str, rounds: int) -> dict[str, float]:
    """Return the median time of each, taking turns so that all meet the same machine."""
    times: dict[str, list[float]] = {name: [] for name in cuts}
    for _ in range(rounds):
        for name, cut in cuts.items():
            begun = time.perf_counter()
            cut(text)
            times[name].append(time.perf_counter() - begun)
    return {name: statistics.median(taken) for name, taken in times.items()}


def tokens() -> Callable[[str], int]:
    """Return the count of a byte-level BPE of 8,000 tokens, trained on the prose."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(
        vocab_size=8000, initial_alphabet=alphabet, show_progress=False, special_tokens=[]
    )
    tokenizer.train_from_iterator([PROSE], trainer)
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False).ids)


def ours(size: int, overlap: int, length: Callable[[str], int] = len) -> Cut:
    from chunklab.separators import recursive_chunks

    return lambda text: sum(
        1
        for _ in recursive_chunks(
            text, size, overlap, length=length, growth=None if length is len else 1
        )
    )


def fixed(size: int, overlap: int) -> Cut:
    from chunklab import chunks

    return lambda text: sum(1 for _ in chunks(text, size, overlap))


def langchain(size: int, overlap: int, length: Callable[[str], int] = len) -> Cut:
    from langchain_text_splitters import RecursiveCharacterTextSplitter

    splitter = RecursiveCharacterTextSplitter(
        separators=[*SEPARATORS, ""],
        chunk_size=size,
        chunk_overlap=overlap,
        length_function=length,
        add_start_index=True,
    )
    return lambda text: len(splitter.create_documents([text]))


def table(title: str, cuts: dict[str, Cut], shapes: list[str], rounds: int) -> None:
    print(f"\n{title}\n{'':16}{'characters':>12}" + "".join(f"{name:>26}" for name in cuts))
    for shape in shapes:
        for n in (1_000_000, 2_000_000, 4_000_000):
            times = seconds(cuts, SHAPES[shape](n), rounds)
            base = list(times.values())[-1]
            print(f"{shape:16}{n:>12,}", end="")
            for taken in times.values():
                print(f"{taken * 1000:>14,.1f} ms {taken / base:>7.2f}x", end="")
            print()


def main() -> None:
    peers = importlib.util.find_spec("langchain_text_splitters") is not None
    if not peers and "--alone" not in sys.argv:
        sys.path.insert(0, str(ROOT / "tests/outside"))
        import provided

        try:
            python = provided.environment(ROOT / "benchmarks/requirements.txt") / "python"
        except provided.NotToBeHad as error:
            print(error)
        else:
            path = {**os.environ, "PYTHONPATH": str(ROOT)}
            sys.exit(subprocess.run([python, __file__, "--alone"], env=path).returncode)

    cuts = {"recursive_chunks": ours(*CHARACTERS), "chunks": fixed(*CHARACTERS)}
    if peers:
        cuts["langchain"] = langchain(*CHARACTERS)
    table("Size 1000, overlap 100, in characters", cuts, list(SHAPES), rounds=3)

    text = SHAPES["prose"](4_000_000)
    tracemalloc.start()
    cuts["recursive_chunks"](text)
    print(f"\npeak memory beside the text: {tracemalloc.get_traced_memory()[1] / 1e6:.1f} MB")
    tracemalloc.stop()

    if peers:
        length = tokens()
        cuts = {"recursive_chunks": ours(*TOKENS, length), "langchain": langchain(*TOKENS, length)}
        table("Size 256, overlap 32, in tokens of a BPE", cuts, ["prose"], rounds=1)


if __name__ == "__main__":
    main()
