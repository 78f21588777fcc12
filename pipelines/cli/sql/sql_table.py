"""Rows of a query as a table for the terminal. The command does not belong here."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipelines.cli.terminal.messages import tell
from release.reading.figure_words import as_decimal, plain
from warehouse.values.wording import counted

if TYPE_CHECKING:
    import polars as pl
    from rich.table import Table

WRAPPED = 24


def print_table(frame: pl.DataFrame, said_of: str, out_file: Path | None = None) -> None:
    """Prints a result for people, and on standard error how many rows of which release these are.

    Args:
        frame: the rows.
        said_of: the release, in words.
        out_file: write the table there instead.
    """
    from pipelines.cli.terminal.console import out, to_file
    from pipelines.cli.terminal.tables import show

    if out_file is not None:
        with out_file.open("w", encoding="utf-8") as file:
            to_file(file).print(_table(frame))
    elif _fits(frame, out().width):
        show(_table(frame))
    else:  # more columns than the terminal holds: one block per row, as psql does
        for number, row in enumerate(frame.iter_rows(named=True), start=1):
            out().rule(f"row {number}", align="left", style="dim")
            show(_record(row))
    tell(f"{counted(frame.height, 'row')} · release {said_of}", style="dim")


def _fits(frame: pl.DataFrame, width: int) -> bool:
    """Whether a table of these columns can be read at this width; text may wrap down to `WRAPPED` characters or its longest word."""
    needed = 0
    for name, dtype in frame.schema.items():
        cells = [cell(value) for value in frame[name] if value is not None]
        longest = max(map(len, cells), default=0)
        if not dtype.is_numeric():
            word = max((len(word) for text in cells for word in text.split()), default=0)
            longest = min(longest, max(WRAPPED, word))
        needed += 2 + max(len(name), longest)
    return needed <= width or not frame.height


def _table(frame: pl.DataFrame) -> Table:
    from rich.text import Text

    from pipelines.cli.terminal.tables import plain_table

    table = plain_table(*((name, "right" if dtype.is_numeric() else "left") for name, dtype in frame.schema.items()))
    for row in frame.iter_rows():
        table.add_row(*(Text("–", style="dim") if value is None else Text(cell(value)) for value in row))
    return table


def _record(row: dict[str, Any]) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for name, value in row.items():
        table.add_row(name, Text("–", style="dim") if value is None else Text(cell(value)))
    return table


def cell(value: Any) -> str:
    """A value as people read it in a table: one line; separators in amounts, none in integers (years and counts)."""
    if isinstance(value, Decimal | float):
        whole, point, fraction = plain(as_decimal(value)).partition(".")
        return (
            f"{int(whole):,}{point}{fraction}"
            if whole.lstrip("-").isdigit() and whole != "-0"
            else f"{whole}{point}{fraction}"
        )
    return " ".join(plain(value).split())
