"""Questions to the past, for the commands that take them: `--as-of`, `--known-by`, `--certain`.

Belongs here: their options and what is wrong with a date. The database that answers: `release/reading/past_database.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from pipelines.cli.terminal.errors import UsageError
from pipelines.cli.terminal.options import day_of

if TYPE_CHECKING:
    from warehouse.vintages.clocks import Asked

AsOfOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--as-of",
        metavar="DATE",
        help="What the publishers had said by this day (2026-02-01), by the dates of their texts.",
        show_default=False,
    ),
]
KnownByOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--known-by",
        metavar="DATE",
        help="Only what had been received here by this day, by our own clock (UTC).",
        show_default=False,
    ),
]
CertainOption: TypeAlias = Annotated[
    bool,
    typer.Option("--certain", help="With --as-of: leave out what was only possibly there and what has no date."),
]


def asked_of(as_of: str | None, known_by: str | None, certain: bool) -> Asked:
    """The question in a command's options.

    Raises:
        UsageError: a date is none, or `--certain` stands alone.
    """
    from warehouse.vintages.clocks import Asked

    if certain and as_of is None:
        raise UsageError("--certain needs --as-of: without a day every document is there; add --as-of 2026-02-01")
    return Asked(day_of("--as-of", as_of), day_of("--known-by", known_by), certain)
