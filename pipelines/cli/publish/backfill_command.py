"""`parallax backfill`: read documents again with the present reader, look at the difference, take it into force."""

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
from pipelines.cli.terminal.options import HomeOption, day_of

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
        list[str] | None, typer.Option("--publisher", metavar="ID", help="Documents of a publisher; may be repeated.")
    ] = None,
    first: Annotated[
        str | None, typer.Option("--from", metavar="DAY", help="Published on or after that day.", show_default=False)
    ] = None,
    last: Annotated[
        str | None, typer.Option("--to", metavar="DAY", help="Published on or before that day.", show_default=False)
    ] = None,
    document: Annotated[
        list[str] | None,
        typer.Option("--document", metavar="ID", help="A document, by the beginning of its id; may be repeated."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every document of the ledger.")] = False,
    reader: Annotated[
        ReaderName,
        typer.Option("--reader", help="Who reads again: the rules, or the second reader of second_reader.yml as well."),
    ] = ReaderName.RULES,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the difference and stop there.")] = False,
    apply_it: Annotated[
        bool, typer.Option("--apply", help="Take it into force after the difference was shown.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --apply: do not ask again.")] = False,
    reason: Annotated[
        str, typer.Option("--reason", metavar="TEXT", help="Why, for the record.", show_default=False)
    ] = "",
    home: HomeOption = None,
) -> None:
    """Read documents again with the present reader, beside what is in force, and show what would change.

    Nothing in force changes before somebody confirms it. Then all chosen documents change at once, their older readings
    stay in the ledger, and the next run publishes. Documents that the present reader has read are left out; with --reader
    model every chosen document is asked about that the model of the settings has not answered yet, whoever has before.
    """
    from pipelines.backfill import apply, prepare
    from pipelines.cli.terminal.console import err, out
    from pipelines.cli.terminal.progress_bar import TerminalProgress
    from pipelines.home import data_home
    from pipelines.logs.setup import log_file
    from pipelines.progress import LoggedProgress
    from release.making.backfill_difference import Selection
    from sources.bound import bound
    from warehouse.second_reading.given import given

    if dry_run and apply_it:
        raise UsageError("--dry-run and --apply are two things; give one of them")
    asks = not dry_run and not (apply_it and yes)
    if apply_it and not yes and not sys.stdin.isatty():
        raise UsageError("--apply asks before it takes anything into force, and nobody is there to answer; add --yes")
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
        out().print(
            f"every chosen document is read by {prepared.version} already{but}; nothing to read again", markup=False
        )
        return
    _tell(prepared)
    again = "the same command with --apply takes it into force"
    if dry_run or (asks and not sys.stdin.isatty()):
        out().print(f"\nnothing in force has changed; {again}", markup=False)
        return
    if asks and not typer.confirm("\nTake these readings into force?", default=False, err=True):
        out().print(f"nothing in force has changed; {again}", markup=False)
        return
    with bound(run_id=run_id), log_file(folder):
        batch = apply(folder, prepared, getpass.getuser(), reason)
    done = f"in force as batch {batch} of the ledger" if batch else "in force already"
    out().print(f"{done}; `parallax run` publishes it", markup=False)


def _tell_asking(prepared: Prepared) -> None:
    """What asking came to, and which documents keep their reading."""
    from pipelines.cli.terminal.console import out, warn
    from warehouse.second_reading.account import in_words

    if prepared.account is not None:
        out().print(f"\nasked: {in_words(prepared.account)}", markup=False)
    for document_id, why in list(prepared.left_out.items())[:SHOWN]:
        warn(f"{document_id[:12]} keeps its reading: {why}")
    if len(prepared.left_out) > SHOWN:
        warn(f"... and {len(prepared.left_out) - SHOWN} more")


def _tell(prepared: Prepared) -> None:
    """What was read, and the difference as `parallax diff` shows one."""
    from pipelines.cli.explore.diff_command import print_changes
    from pipelines.cli.terminal.console import out, warn

    were = ", ".join(f"{count} by {version}" for version, count in prepared.before.items())
    out().print(
        f"\n{len(prepared.documents)} document(s), read until now: {were}; now by {prepared.version}", markup=False
    )
    if prepared.failed:
        shown = ", ".join(one[:12] for one in prepared.failed[:5])
        warn(
            f"{len(prepared.failed)} document(s) failed while being read and would keep their reading: {shown}; see the log"
        )
    _tell_asking(prepared)
    if prepared.changes is not None:
        print_changes(prepared.changes)
    out().print(f"the whole difference: {prepared.folder / 'changes.json'}", markup=False)
