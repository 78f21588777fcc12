"""A release as of a day, for command line and API: a database of the same marts, made on request.

Belongs here: where that database lies and how long. What stands in it is decided in `warehouse/vintages/`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from release.record import DATABASE, Release

if TYPE_CHECKING:
    from warehouse.vintages.clocks import Asked


@contextmanager
def database_as_of(release: Release, home: Path, asked: Asked, wanted: Collection[str] | None = None) -> Iterator[Path]:
    """The release's database as it would have been, under the policy in force and the home's decisions; the release is only read.

    Args:
        release: the release.
        home: its data home.
        asked: the question; where nothing is asked of the past, the answer is the release's own database.
        wanted: names of the marts that will be read; None for all.

    Yields:
        A DuckDB file to be opened read-only: marts with a last column `vintage` where their rows rest on documents, and
        `marts.vintages`. It is gone when the context ends.

    Raises:
        BuildError: the release was made by another version of the program.
        ReviewedFileError: the policy or a decision is faulty.
    """
    if asked.is_present:
        yield release.database
        return
    from warehouse.decisions import read_decisions
    from warehouse.policy import read_policy
    from warehouse.temporary import scratch_folder
    from warehouse.vintages.rebuild import rebuild  # pulls in every step

    policy, decisions = read_policy(), read_decisions(home)
    with scratch_folder("as-of") as folder:
        yield rebuild(release.database, folder / DATABASE, asked, policy, decisions, wanted, release.record.as_of_day)


def past_words(asked: Asked) -> str:
    """What is asked of the past, as a reader would put it: `as of 2026-02-01, known by 2026-03-01, certain only`; else empty."""
    parts = [f"as of {asked.as_of}"] if asked.as_of else []
    parts += [f"known by {asked.known_by}"] if asked.known_by else []
    parts += ["certain only"] if asked.only_known else []
    return ", ".join(parts)
