"""The two streams: standard output for results, standard error for everything said to people.

Colour only on a terminal. Whatever is printed here may hold words of documents and names of files: none of them steers the
terminal.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Literal, TextIO, TypeAlias

from pipelines.visible import visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

Justify: TypeAlias = Literal["left", "right"]

PIPED_WIDTH = 10_000  # into a file or pipe nothing is cut or wrapped


def out() -> Console:
    """Results."""
    return _guarded()(
        file=sys.stdout,
        width=None if _has_width(sys.stdout.isatty()) else PIPED_WIDTH,
        highlight=False,
        soft_wrap=False,
    )


def err() -> Console:
    """Progress, warnings, errors, summaries beside machine formats."""
    return _guarded()(stderr=True, width=None if _has_width(sys.stderr.isatty()) else 120, highlight=False)


def to_file(file: TextIO) -> Console:
    """What `out` prints, into a file."""
    return _guarded()(file=file, width=PIPED_WIDTH, highlight=False)


def say(text: str, *, err: bool = False, nl: bool = True) -> None:
    """Lines as they are, neither wrapped nor styled, on standard output or error."""
    import typer

    typer.echo(visible(text), err=err, nl=nl)


def plain_table(*columns: tuple[str, Justify]) -> Table:
    """A table without lines, two blanks between columns; right-justified columns are never wrapped."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for title, justify in columns:
        table.add_column(title, justify=justify, no_wrap=justify == "right")
    return table


def warn(message: str) -> None:
    """A warning on standard error."""
    err().print("warning:", style="bold yellow", end=" ")
    err().print(message, markup=False)


@cache
def _guarded() -> type[Console]:
    """A console that lets no text of others through that would steer the terminal; its own styles are no text."""
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment

    class Guarded(Console):
        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterator[Segment]:
            """Every text that becomes output comes through here, whatever it is a part of."""
            for segment in super().render(renderable, options):
                yield segment if segment.control else Segment(visible(segment.text), segment.style)

    return Guarded


def _has_width(is_terminal: bool) -> bool:
    return is_terminal or bool(os.environ.get("COLUMNS"))
