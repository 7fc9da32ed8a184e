"""What `import chunklab` adds to the start of Python, in one run, the two taking turns."""

import statistics
import subprocess
import sys
import time

ROUNDS = 40


def start(program: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True)
    return time.perf_counter() - began


def main() -> None:
    bare, with_library = [], []
    start("import chunklab")  # the first start writes the bytecode
    for _ in range(ROUNDS):
        bare.append(start("pass"))
        with_library.append(start("import chunklab"))
    first, second = (statistics.median(times) for times in (bare, with_library))
    print(f"\nStart of Python, median of {ROUNDS}\n{'':44}{'time':>11}{'ratio':>9}")
    print(f"{'bare':44}{first * 1e3:>8.1f} ms{1:>9.2f}")
    print(f"{'with import chunklab':44}{second * 1e3:>8.1f} ms{second / first:>9.2f}")


if __name__ == "__main__":
    main()
