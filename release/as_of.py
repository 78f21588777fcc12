"""A release as of a day, for command line and API: a database of the same marts, made on request.

Belongs here: where that database lies and how long. What stands in it is decided in `warehouse/vintages/`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

from release.record import DATABASE, Release
from warehouse.decisions import Decisions
from warehouse.policy import Policy
from warehouse.temporary import own_folder
from warehouse.vintages.clocks import Asked


@contextmanager
def database_as_of(
    release: Release, asked: Asked, policy: Policy, decisions: Decisions, wanted: Collection[str] | None = None
) -> Iterator[Path]:
    """The release's database as it would have been; the release itself is only read.

    Args:
        release: the release.
        asked: the question; where nothing is asked of the past, the answer is the release's own database.
        policy: thresholds in force.
        decisions: all human decisions.
        wanted: names of the marts that will be read; None for all.

    Yields:
        A DuckDB file to be opened read-only: marts with a last column `vintage` where their rows rest on documents, and
        `marts.vintages`. It is gone when the context ends.

    Raises:
        BuildError: the release was made by another version of the program.
    """
    if asked.is_present:
        yield release.database
        return
    from warehouse.vintages.rebuild import rebuild  # pulls in every step

    with own_folder("as-of") as folder:
        yield rebuild(release.database, folder / DATABASE, asked, policy, decisions, wanted, release.record.as_of_day)
