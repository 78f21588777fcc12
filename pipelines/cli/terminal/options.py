"""Options that several commands share, with their words."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from pipelines.cli.terminal.errors import UsageError
from pipelines.cli.terminal.messages import whole

HomeOption: TypeAlias = Annotated[
    Path | None,
    typer.Option("--home", metavar="DIR", help="Data home.  [default: PARALLAX_HOME, else ./data]", show_default=False),
]
ReleaseOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--release", metavar="ID", help="Release id, such as r000001.  [default: the latest]", show_default=False
    ),
]


def day_of(option: str, text: str | None) -> date | None:
    """A day as YYYY-MM-DD; None where the option is not given.

    Raises:
        UsageError: it is no day.
    """
    try:
        return None if text is None else date.fromisoformat(text.strip())
    except ValueError as error:
        raise UsageError(f"{option} {whole(text)}: no day; give year, month and day, such as 2026-02-01") from error
