"""Shows how far a command is, on whatever its error stream is."""

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

import click

T = TypeVar("T")


def shown(items: Iterable[T], total: int, doing: str, done: str) -> Iterator[T]:
    """Pass on items, with a bar on a terminal and a line for every tenth elsewhere."""
    if sys.stderr.isatty():
        with click.progressbar(
            items, length=total, label=doing, show_pos=True, file=sys.stderr
        ) as bar:
            yield from bar
        return
    for count, each in enumerate(items, start=1):
        yield each
        if count * 10 // total > (count - 1) * 10 // total:
            click.echo(f"{done} {count} of {total}", err=True)
