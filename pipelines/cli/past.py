"""Options about the past, shared by commands: `--as-of`, `--known-by`, `--certain`.

Belongs here: their options, what is wrong with a date, and how an answer is headed. No figure.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from pipelines.cli.errors import UsageError
from pipelines.cli.options import day_of

if TYPE_CHECKING:
    from release.record import Release
    from warehouse.vintages.clocks import Asked

AsOfOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--as-of",
        metavar="DATE",
        help="Answer as of this day (2026-02-01), by the dates of the texts.",
        show_default=False,
    ),
]
KnownByOption: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--known-by",
        metavar="DATE",
        help="Answer from what this home had received by this day (UTC).",
        show_default=False,
    ),
]
CertainOption: TypeAlias = Annotated[
    bool,
    typer.Option("--certain", help="With --as-of: leave out documents that are undated or only possibly of that day."),
]


def asked_of(as_of: str | None, known_by: str | None, certain: bool) -> Asked:
    """The question in a command's options.

    Raises:
        UsageError: a date is none, or `--certain` stands alone.
    """
    from warehouse.vintages.clocks import Asked

    if certain and as_of is None:
        raise UsageError("--certain needs --as-of; add a day, such as --as-of 2026-02-01")
    return Asked(day_of("--as-of", as_of), day_of("--known-by", known_by), certain)


@contextmanager
def database_for(release: Release, home: Path, asked: Asked, wanted: Collection[str] | None = None) -> Iterator[Path]:
    """The database that answers: the release's own, or one made for the question.

    Args:
        release: the release asked.
        home: data home, for its decisions.
        asked: the question.
        wanted: names of the marts that will be read; None for all.

    Yields:
        A DuckDB file to be opened read-only.
    """
    if asked.is_present:
        yield release.database
        return
    from release.as_of import database_as_of
    from warehouse.decisions import read_decisions
    from warehouse.policy import read_policy

    with database_as_of(release, asked, read_policy(), read_decisions(home), wanted) as database:
        yield database


def in_words(asked: Asked) -> str:
    """The question as a reader would put it: `as of 2026-02-01, known by 2026-03-01, certain only`."""
    parts = [f"as of {asked.as_of}"] if asked.as_of else []
    parts += [f"known by {asked.known_by}"] if asked.known_by else []
    parts += ["certain only"] if asked.only_known else []
    return ", ".join(parts)
