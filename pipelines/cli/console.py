"""The two streams: standard output for results, standard error for everything said to people.

Colour only on a terminal.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

Justify: TypeAlias = Literal["left", "right"]

PIPED_WIDTH = 10_000  # into a file or pipe nothing is cut or wrapped


def out() -> Console:
    """Results."""
    from rich.console import Console

    return Console(
        file=sys.stdout,
        width=None if _has_width(sys.stdout.isatty()) else PIPED_WIDTH,
        highlight=False,
        soft_wrap=False,
    )


def err() -> Console:
    """Progress, warnings, errors, summaries beside machine formats."""
    from rich.console import Console

    return Console(stderr=True, width=None if _has_width(sys.stderr.isatty()) else 120, highlight=False)


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


def _has_width(is_terminal: bool) -> bool:
    return is_terminal or bool(os.environ.get("COLUMNS"))
