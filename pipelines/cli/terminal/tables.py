"""Tables and trees on standard output. In a cell or a branch no word is cut: a line may become longer than the terminal.

The terminal breaks such a line itself, and copying gives a path or a name back in one piece.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from pipelines.cli.terminal.console import PIPED_WIDTH, out
from pipelines.cli.terminal.messages import wrapped

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.tree import Tree

Justify: TypeAlias = Literal["left", "right", "whole"]

_GUIDE = 4  # cells of the line that leads to a branch


def plain_table(*columns: tuple[str, Justify]) -> Table:
    """A table without lines, two blanks between columns. Figures (right) and what holds a name or a path (whole) never wrap."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for title, justify in columns:
        table.add_column(title, justify="right" if justify == "right" else "left", no_wrap=justify != "left")
    return table


def show(drawn: Table | Tree) -> None:
    """Prints a table or a tree."""
    from rich.table import Table

    console = out()
    if isinstance(drawn, Table):
        if console.width < PIPED_WIDTH:
            _fit(drawn, console)
    else:
        _wrap(drawn, console.width)
        console.width = PIPED_WIDTH
    console.print(drawn)


def _fit(table: Table, console: Console) -> None:
    """Gives each column the room that its longest word needs, and what is left to those that need more to wrap less.

    Rich by itself narrows a column below its words, and cuts them.
    """
    unbound = console.options.update(width=PIPED_WIDTH)
    needs = [[console.measure(cell, options=unbound) for cell in (one.header, *one.cells)] for one in table.columns]
    most = [max(each.maximum for each in need) for need in needs]
    least = [
        full if column.no_wrap else max(each.minimum for each in need)
        for column, full, need in zip(table.columns, most, needs, strict=True)
    ]
    between = sum(table.padding[1::2]) * len(most)
    left = console.width - sum(least) - between
    if sum(most) + between <= console.width:
        return
    console.width = max(console.width, sum(least) + between)
    for number, index in enumerate(sorted(range(len(most)), key=lambda index: most[index] - least[index])):
        more = max(0, min(most[index] - least[index], left // (len(most) - number)))
        table.columns[index].width = least[index] + more
        left -= more


def _wrap(branch: Tree, width: int) -> None:
    """Wraps what a branch and all branches below it say."""
    from rich.text import Text

    said = branch.label if isinstance(branch.label, Text) else Text(str(branch.label))
    branch.label = wrapped(said, width)
    for below in branch.children:
        _wrap(below, width - _GUIDE)
