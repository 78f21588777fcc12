"""Options that several commands share, with their words."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, TypeAlias

import typer

HomeOption: TypeAlias = Annotated[
    Path | None,
    typer.Option("--home", metavar="DIR", help="Data home.  [default: PARALLAX_HOME, else ./data]", show_default=False),
]
ReleaseOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--release", metavar="ID", help="Another release than the latest, such as r000001.", show_default=False
    ),
]
