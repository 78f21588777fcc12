"""`parallax ask`: ask the language model now, preview the questions, or use files of a batch API."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from uuid import uuid4

import typer

from pipelines.cli.terminal.errors import CommandError, UsageError
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption
from warehouse.values.wording import counted

if TYPE_CHECKING:
    from sources.ask.settings import Settings
    from warehouse.second_reading.given import Given
    from warehouse.second_reading.planning import Plan

EXAMPLES = """\b
Examples:
  parallax ask --dry-run
  parallax ask --dry-run --text
  parallax ask
  parallax ask --batch-out requests.jsonl
  parallax ask --batch-in results.jsonl
"""
SHOWN = 20


def ask(
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Print calls, tokens, cost and what is left out; call nothing.")
    ] = False,
    text: Annotated[
        bool, typer.Option("--text", help="With --dry-run: print every word that would leave the machine.")
    ] = False,
    batch_out: Annotated[
        Path | None,
        typer.Option("--batch-out", metavar="FILE", help="Write the requests for a batch API instead of calling."),
    ] = None,
    batch_in: Annotated[
        Path | None, typer.Option("--batch-in", metavar="FILE", help="Read the results of such a batch.")
    ] = None,
    home: HomeOption = None,
) -> None:
    """Ask the language model about documents of the ledger, as the next run would, without building a release.

    second_reader.yml of the data home, or variables (PARALLAX_MODEL_URL, PARALLAX_MODEL, PARALLAX_MODEL_KEY), name the
    model and the budget. Answers are stored, and the next run publishes the joined readings.
    """
    from pipelines.home import data_home
    from warehouse.second_reading.given import given

    if sum((dry_run, batch_out is not None, batch_in is not None)) > 1:
        raise UsageError("give only one of --dry-run, --batch-out and --batch-in")
    if text and not dry_run:
        raise UsageError("--text needs --dry-run; give both")
    folder = data_home(home)
    holds = given(folder, os.environ)
    if holds.settings is None:
        raise UsageError(
            f"no model is set up: write {whole(folder / 'second_reader.yml')}, or set PARALLAX_MODEL_URL and PARALLAX_MODEL; "
            "docs/second-reader.md says how"
        )
    if not (folder / "ledger").is_dir():
        raise UsageError(
            f"{whole(folder)}: no ledger here; `parallax run` reads the inbox, or name the data home with --home"
        )
    if dry_run or batch_out is not None:
        _prepare(folder, holds, holds.settings, batch_out, with_text=text)
    else:
        _ask(folder, holds, batch_in)


def _prepare(folder: Path, holds: Given, settings: Settings, batch_out: Path | None, *, with_text: bool) -> None:
    from sources.ask.questions import asked, conventions
    from warehouse.ledger import open_ledger
    from warehouse.second_reading.batch_files import write_requests
    from warehouse.second_reading.planning import plan

    planned = plan(open_ledger(folder), settings, holds)
    if batch_out is not None:
        written = write_requests(planned, settings, batch_out)
        tell(
            f"{counted(written, 'request')} in {whole(batch_out)}; `parallax ask --batch-in` reads the results",
            to="stdout",
        )
        return
    if with_text and planned.questions:
        tell(whole(f"SENT BEFORE EVERY PASSAGE\n\n{conventions()}"), to="stdout")
        for question_id, question in planned.questions.items():
            head = f"{'-' * 72}\n{question_id[:12]} of document {question.document_id[:12]}"
            tell(whole(f"{head}\n\n{asked(question)}\n"), to="stdout")
    _tell(planned, settings)


def _tell(planned: Plan, settings: Settings) -> None:
    """What would be asked, its cost, and what is left out."""
    from warehouse.second_reading.account import estimate

    cost, budget = estimate(planned.questions.values(), settings), settings.budget
    rows = {
        "server": whole(settings.url),
        "model": f"{whole(settings.model)}, reads: {settings.reads}",
        "documents": f"{len(planned.documents):,} to ask about, {len(planned.left_out):,} left out",
        "calls": f"{cost.unasked:,}" + (f"; {len(planned.taken_over):,} known already" if planned.taken_over else ""),
        "tokens": f"about {cost.tokens_in:,} in, {cost.tokens_out:,} out",
        "cost": f"about USD {cost.usd:.4f}" if cost.usd else "none by `price` of the settings",
        "budget": f"{budget.calls:,} calls, USD {budget.usd}, {budget.minutes:g} minutes a run",
    }
    for name, value in rows.items():
        tell(value, word=f"{name:<10}", to="stdout")
    _tell_left_out(planned.left_out)


def _tell_left_out(left_out: Mapping[str, str]) -> None:
    for document_id, reason in list(left_out.items())[:SHOWN]:
        tell(f"left out: {document_id[:12]}: {reason}", to="stdout")
    if len(left_out) > SHOWN:
        tell(f"... and {len(left_out) - SHOWN:,} more", to="stdout")


def _ask(folder: Path, holds: Given, batch_in: Path | None) -> None:
    from pipelines.cli.terminal.console import err
    from pipelines.cli.terminal.progress_bar import TerminalProgress
    from pipelines.logs.setup import log_file
    from pipelines.progress import LoggedProgress
    from sources.bound import bound
    from warehouse.ledger import open_ledger
    from warehouse.second_reading.account import in_words
    from warehouse.second_reading.batch_files import BatchFileError
    from warehouse.second_reading.reading import read_second

    ledger = open_ledger(folder)
    began = datetime.now(UTC)
    with (
        bound(run_id=f"ask-{uuid4()}"),
        log_file(folder),
        ledger.lock(),
        TerminalProgress(err()) as terminal,
    ):
        try:
            done = read_second(ledger, holds, LoggedProgress(terminal), batch_in)
        except BatchFileError as error:
            raise CommandError(str(error)) from error
    _tell_left_out(done.left_out)
    told, joined = in_words(done.account), counted(done.joined, "document")
    seconds = (datetime.now(UTC) - began).total_seconds()
    tell(f"{told}; {joined} joined, {seconds:.1f} s; `parallax run` publishes", to="stdout")
