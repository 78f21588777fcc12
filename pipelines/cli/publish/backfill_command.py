"""`parallax backfill`: read documents again with the current reader, show the difference, apply it."""

from __future__ import annotations

import getpass
import os
import sys
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer

from pipelines.cli.terminal.errors import UsageError
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption, day_of
from warehouse.values.wording import counted

if TYPE_CHECKING:
    from pipelines.backfill import Prepared

SHOWN = 5


class ReaderName(StrEnum):
    """Who reads again."""

    RULES = "rules"
    MODEL = "model"


EXAMPLES = """\b
Examples:
  parallax backfill --publisher brammer-reef-intelligence
  parallax backfill --from 2026-01-01 --to 2026-03-31 --dry-run
  parallax backfill --all --reader model --dry-run
  parallax backfill --all --apply --yes --reason "reader of November, looked through with the team"
"""


def backfill(
    publisher: Annotated[
        list[str] | None, typer.Option("--publisher", metavar="ID", help="Documents of a publisher; repeatable.")
    ] = None,
    first: Annotated[
        str | None, typer.Option("--from", metavar="DAY", help="Published on or after that day.", show_default=False)
    ] = None,
    last: Annotated[
        str | None, typer.Option("--to", metavar="DAY", help="Published on or before that day.", show_default=False)
    ] = None,
    document: Annotated[
        list[str] | None,
        typer.Option("--document", metavar="ID", help="A document, by the beginning of its id; repeatable."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every document of the ledger.")] = False,
    reader: Annotated[
        ReaderName,
        typer.Option(
            "--reader", help="Reader: the built-in one (rules), or also the language model of second_reader.yml."
        ),
    ] = ReaderName.RULES,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the difference only.")] = False,
    apply_it: Annotated[
        bool, typer.Option("--apply", help="Apply the new readings after showing the difference.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --apply: do not ask again.")] = False,
    reason: Annotated[
        str, typer.Option("--reason", metavar="TEXT", help="Why, for the record.", show_default=False)
    ] = "",
    home: HomeOption = None,
) -> None:
    """Read documents again with the current reader and show what would change.

    Nothing changes before somebody confirms. Then all chosen documents change at once, their older readings stay in the
    ledger, and the next run publishes. Documents that the current reader has already read are skipped. With --reader model,
    every chosen document without answers of the configured model is asked about.
    """
    from pipelines.backfill import apply, prepare
    from pipelines.cli.terminal.console import err
    from pipelines.cli.terminal.progress_bar import TerminalProgress
    from pipelines.home import data_home
    from pipelines.logs.setup import log_file
    from pipelines.progress import LoggedProgress
    from release.making.backfill_difference import Selection
    from sources.bound import bound
    from warehouse.second_reading.given import given

    if dry_run and apply_it:
        raise UsageError("give only one of --dry-run and --apply")
    asks = not dry_run and not (apply_it and yes)
    if apply_it and not yes and not sys.stdin.isatty():
        raise UsageError("--apply asks for confirmation, and there is no terminal to answer; add --yes")
    selection = Selection(
        tuple(publisher or ()), day_of("--from", first), day_of("--to", last), tuple(document or ()), everything
    )
    folder, run_id = data_home(home), f"backfill-{uuid4()}"
    with bound(run_id=run_id), log_file(folder), TerminalProgress(err()) as progress:
        prepared = prepare(
            folder,
            selection,
            LoggedProgress(progress),
            datetime.now(UTC).date(),
            given=given(folder, os.environ),
            with_model=reader is ReaderName.MODEL,
        )
    if prepared.changes is None:
        _tell_asking(prepared)
        n_left = len(prepared.left_out)
        but = f"; {n_left} left out" if n_left else ""
        tell(
            f"every chosen document has been read by {prepared.version} already{but}; nothing to read again",
            to="stdout",
        )
        return
    _tell(prepared)
    again = "the same command with --apply applies them"
    if dry_run or (asks and not sys.stdin.isatty()):
        tell(f"\nnothing has changed; {again}", to="stdout")
        return
    if asks and not typer.confirm("\nApply these readings?", default=False, err=True):
        tell(f"nothing has changed; {again}", to="stdout")
        return
    with bound(run_id=run_id), log_file(folder):
        batch = apply(folder, prepared, getpass.getuser(), reason)
    done = f"applied as batch {batch} of the ledger" if batch else "applied already"
    tell(f"{done}; `parallax run` publishes it", to="stdout")


def _tell_asking(prepared: Prepared) -> None:
    """What asking came to, and which documents keep their reading."""
    from warehouse.second_reading.account import in_words

    if prepared.account is not None:
        tell(f"\nasked: {in_words(prepared.account)}", to="stdout")
    for document_id, why in list(prepared.left_out.items())[:SHOWN]:
        tell(f"{document_id[:12]} keeps its reading: {why}", word="warning:")
    if len(prepared.left_out) > SHOWN:
        tell(f"... and {len(prepared.left_out) - SHOWN} more", word="warning:")


def _tell(prepared: Prepared) -> None:
    """What was read, and the difference as `parallax diff` shows one."""
    from pipelines.cli.explore.diff_command import print_changes

    were = ", ".join(f"{count} by {version}" for version, count in prepared.before.items())
    tell(
        f"\n{counted(len(prepared.documents), 'document')}, so far read by {were}; now by {prepared.version}",
        to="stdout",
    )
    if prepared.failed:
        shown = ", ".join(one[:12] for one in prepared.failed[:5])
        tell(
            f"{counted(len(prepared.failed), 'document')} could not be read again and would keep the old reading: {shown}; see the log",
            word="warning:",
        )
    _tell_asking(prepared)
    if prepared.changes is not None:
        print_changes(prepared.changes)
    tell(f"the whole difference: {whole(prepared.folder / 'changes.json')}", to="stdout")
