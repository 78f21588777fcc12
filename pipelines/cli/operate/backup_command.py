"""`parallax backup`: everything that cannot be made again, in one file, while runs go on."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from pipelines.cli.terminal.errors import CommandError, UsageError
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption

EXAMPLES = """\b
Examples:
  parallax backup /mnt/backup/parallax-2026-11-21.tar
  mkdir NEW_HOME && tar -C NEW_HOME -xf FILE.tar && parallax doctor --home NEW_HOME
"""


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file in an existing folder.")],
    home: HomeOption = None,
) -> None:
    """Write ledger, decisions, feeds, expectations, settings and records of releases into a tar file.

    Runs may go on meanwhile. Releases are not copied: `parallax run` and `parallax rebuild` make them again.
    """
    from pipelines.backup import back_up
    from pipelines.home import data_home

    target = file.expanduser().absolute()
    if not target.parent.is_dir():
        raise UsageError(f"{whole(target.parent)}: no such folder; create it first")
    try:
        saved = back_up(data_home(home), target)
    except FileExistsError as error:
        raise UsageError(f"{whole(target)}: {error.strerror}") from error
    except OSError as error:
        raise CommandError(
            f"{whole(error.filename or target)}: {error.strerror or error}; no partial file remains"
        ) from error
    tell(
        f"{whole(target)}: {saved.batches} batches, {saved.documents} documents, {saved.texts} texts, {saved.own} other files",
        to="stdout",
    )
