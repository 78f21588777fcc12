"""`parallax run`: the main job, from the inbox to a published release."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipelines.cli.publish.idle import nothing_to_do
from pipelines.cli.terminal.errors import CommandError, UsageError, is_for_people
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption, day_of
from pipelines.cli.terminal.shortage import shortage
from warehouse.values.wording import counted

if TYPE_CHECKING:
    from release.reading.overview import Overview
    from release.record import Release
    from warehouse.engine import Engine

SHOWN = 50
_KEY = 10  # width of the names in the account of a run


class EngineName(StrEnum):
    """What a run may be made by."""

    LOCAL = "local"
    SPARK = "spark"


EXAMPLES = """\b
Examples:
  parallax run
  parallax run --inbox REPORTS --home WAREHOUSE
  parallax run --engine spark --master spark://HOST:7077
"""


def run(
    inbox: Annotated[
        Path | None,
        typer.Option(
            "--inbox",
            metavar="DIR",
            help="Folder with the reports.  [default: PARALLAX_INBOX, else the bundled samples]",
            show_default=False,
        ),
    ] = None,
    home: HomeOption = None,
    as_of_day: Annotated[
        str | None,
        typer.Option(
            "--as-of-day",
            metavar="DAY",
            help="Day for the expiry of decisions.  [default: today, UTC]",
            show_default=False,
        ),
    ] = None,
    feeds: Annotated[
        bool, typer.Option("--feeds/--no-feeds", help="Fetch the feeds of the data home that are due.")
    ] = True,
    engine: Annotated[
        EngineName, typer.Option("--engine", help="Engine that reads the documents and builds the marts.")
    ] = EngineName.LOCAL,
    master: Annotated[
        str | None,
        typer.Option(
            "--master",
            metavar="URL",
            help="The Spark cluster, for --engine spark.  [default: PARALLAX_SPARK_MASTER]",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Ingest new documents, rebuild the warehouse, check it, and publish a release.

    Reads txt, md, html, pdf, docx, xlsx, pptx, csv, eml and zip, recognised by content. A file that cannot be read is quarantined with its reason; the
    others land. A release appears only after every blocking check has passed. Without new documents a run publishes nothing
    and ends with 0. Inbox and home must not contain each other.
    """
    from pipelines.cli.terminal.stopping import stopped_by_signals

    with stopped_by_signals():
        _run(inbox, home, as_of_day, feeds, engine, master)


def _run(
    inbox: Path | None, home: Path | None, as_of_day: str | None, feeds: bool, engine: EngineName, master: str | None
) -> None:
    from pipelines.cli.terminal.console import err
    from pipelines.cli.terminal.progress_bar import TerminalProgress
    from pipelines.home import PlacesOverlapError, check_apart, data_home, sample_inbox
    from pipelines.home import inbox as chosen_inbox
    from pipelines.launch import launch
    from pipelines.logs.setup import log_file
    from release.catalogue import latest, standing
    from warehouse.ledger import open_ledger

    # The day is an input of the build, named where a person or a schedule starts it: the build itself reads no clock.
    day = day_of("--as-of-day", as_of_day) or datetime.now(UTC).date()
    folder, reports = data_home(home), chosen_inbox(inbox)
    if not reports.exists():
        raise UsageError(f"{whole(reports)}: no such folder; give the folder with your reports as --inbox")
    try:
        check_apart(folder, reports)
    except PlacesOverlapError as error:
        raise UsageError(str(error)) from error
    chosen = _engine(engine, master)
    bundled = " (the bundled samples; --inbox takes your own reports)" if reports == sample_inbox() else ""
    tell(f"{whole(reports)}{bundled}", word="inbox")
    tell(whole(folder), word="home ")
    if not _has_documents(reports) and nothing_to_do(folder, day, feeds=feeds):
        tell("nothing was published: there is nothing new")
        return
    before = standing(folder)
    with log_file(folder) as log:
        try:
            with chosen as runs_on, TerminalProgress(err()) as progress:
                launch(folder, reports, progress, day, feeds=feeds, engine=runs_on)
        except Exception as error:
            message = _in_words(error, folder, log)
            if message is None:
                raise
            raise CommandError(message) from error
    now = latest(folder)
    if now is None:
        if not open_ledger(folder).batches():
            tell("nothing was published: nothing has arrived yet")
            return
        raise CommandError(f"the run ended without a release; its log is {whole(log)}")
    _summary(now, is_new=before.named != now.release_id)
    _next_steps(now, home)


def _has_documents(inbox: Path) -> bool:
    """Whether an inbox holds a document; where it does not, what is there instead is reported."""
    from sources.ingest import survey

    found = survey([inbox])
    if not found.files:
        tell(
            f"inbox {whole(inbox)} holds no document; put reports (txt, md, html, pdf, docx, xlsx, pptx, csv, eml, zip) into it, or check that it is mounted",
            word="warning:",
        )
        for told in found.passed_over:
            tell(told, word="warning:")
    return bool(found.files)


def _engine(name: EngineName, master: str | None) -> AbstractContextManager[Engine | None]:
    """What runs the job: nothing to begin or end for this machine.

    Raises:
        UsageError: no cluster is named, one is named for nothing, or its address is none.
        CommandError: this machine cannot run Spark; the message says which command changes that.
    """
    if name is EngineName.LOCAL:
        if master is not None:
            raise UsageError("--master names a Spark cluster; add --engine spark, or leave it out")
        return nullcontext()
    master = master or os.environ.get("PARALLAX_SPARK_MASTER", "").strip()
    if not master:
        raise UsageError(
            "--engine spark needs a cluster: give --master spark://HOST:7077, or set PARALLAX_SPARK_MASTER"
        )
    from warehouse.spark.session import check_master, missing_for_spark

    try:
        check_master(master)
    except ValueError as error:
        raise UsageError(str(error)) from error
    lacking = missing_for_spark()
    if lacking is not None:
        raise CommandError(lacking)
    from warehouse.spark.engine import SparkEngine

    return SparkEngine(master)


def _in_words(error: Exception, home: Path, log: Path) -> str | None:
    """What people should read of an error that came out of Dagster; None where it is a bug."""
    cause: BaseException | None = error
    while cause is not None and not is_for_people(cause):
        cause = cause.__cause__
    if cause is not None:
        return f"{cause}\nlog: {whole(log)}"
    if type(error).__name__ == "DagsterAssetCheckFailedError":
        return _refusal(home, log)
    lacking = shortage(error)
    return None if lacking is None else f"{lacking}\nthe last release is unchanged; log: {whole(log)}"


def _refusal(home: Path, log: Path) -> str:
    """Which checks blocked the release, and what stands."""
    from release.catalogue import standing
    from release.making.builds import standing_build
    from release.making.judgement import ReleaseRefused, blocking_failures, read_checks

    build, stood = standing_build(home), standing(home)
    refused = ReleaseRefused(blocking_failures(read_checks(build)))
    stands = f"the latest release is still {stood.named}" if stood.named else "nothing has been published yet"
    if stood.damage is not None:
        stands += f", and it cannot be read: {stood.damage}; `parallax doctor` says what to do"
    return f"{refused}\n{_not_published(home)}{stands}; the refused build is {whole(build)}, the failing rows are in its checks.json\nlog: {whole(log)}"


def _not_published(home: Path) -> str:
    """The documents that are in no release: one of them may be what the program cannot bear."""
    from release.landed import ID_CHARS, TAKE_BACK, unreleased

    waiting = unreleased(home)
    if not waiting:
        return ""
    named = ", ".join(f"{whole(one.name)} ({one.document_id[:ID_CHARS]})" for one in waiting[:SHOWN])
    more = f" and {len(waiting) - SHOWN} more" if len(waiting) > SHOWN else ""
    return f"not yet in a release: {named}{more}; if one of them is at fault, {TAKE_BACK.format('DOCUMENT')}\n"


def _summary(release: Release, *, is_new: bool) -> None:
    from release.changes.reading import changes_of
    from release.reading.overview import overview

    seen = overview(release)
    for alert in changes_of(release.path).alerts if is_new else ():
        tell(f"{alert.message}; `parallax diff` shows more", word="warning:")
    tell(to="stdout")
    tell(
        release.release_id if is_new else f"{release.release_id}, nothing new to publish",
        word=f"{'release':<{_KEY}}",
        style="bold",
        to="stdout",
    )
    for name, told in _account(release, seen).items():
        tell(told, word=f"{name:<{_KEY}}", to="stdout")
    for document in seen.quarantine[:SHOWN]:
        tell(f"{whole(document.name)} is in quarantine: {document.reason}: {document.detail}", word="warning:")
    if len(seen.quarantine) > SHOWN:
        tell(f"... and {len(seen.quarantine) - SHOWN} more; see marts.quarantine", word="warning:")
    for aside in seen.set_aside[:SHOWN]:
        tell(
            f"{whole(aside.document)} ({aside.document_id[:12]}): {counted(aside.n_claims, 'claim')} set aside by {aside.rule}, first "
            f"{aside.first}; the rest is published",
            word="warning:",
        )
    if len(seen.set_aside) > SHOWN:
        tell(f"... and {len(seen.set_aside) - SHOWN} more; see marts.set_aside", word="warning:")
    if seen.set_aside:
        tell(
            "`parallax review --kind set_aside` says what to do; `--answer retract` retracts a document",
            word="warning:",
        )
    for name, why in seen.unnamed[:SHOWN]:
        tell(f"{whole(name)} names no publisher: {why}; they are in no estimate", word="warning:")
    if len(seen.unnamed) > SHOWN:
        tell(
            f"... and {len(seen.unnamed) - SHOWN} more; see `parallax review --kind unnamed_publisher`", word="warning:"
        )
    if seen.unnamed:
        tell("name it in a document's sidecar (`publisher: NAME`), and run again", word="warning:")
    if seen.documents.get("pending"):
        tell(
            f"{counted(seen.documents['pending'], 'document')} pending after a failed reading; the next run tries again",
            word="warning:",
        )


def _next_steps(release: Release, home: Path | None) -> None:
    """Commands to go on with, as they can be pasted."""
    from release.reading.overview import overview

    seen = overview(release)
    there = "" if home is None else f" --home {shlex.quote(str(home))}"
    steps = [
        f"show {shlex.quote(seen.market)}" if seen.market else None,
        f"explain {seen.estimate_id}" if seen.estimate_id else None,
        "sql \"from marts.market_estimates where verdict <> 'single_source'\"",
    ]
    tell("\nnext")
    for step in steps:
        if step is not None:
            tell("  " + whole(f"{_program()} {step}{there}"))


def _program() -> str:
    """This program as the shell finds it, so that the lines under "next" can be pasted."""
    called = Path(sys.argv[0]).absolute()
    if shutil.which("parallax") or called.name != "parallax":
        return "parallax"
    return str(called.relative_to(Path.cwd()) if called.is_relative_to(Path.cwd()) else called)


def _account(release: Release, seen: Overview) -> dict[str, str]:
    """What a release holds, and where it is."""
    record = release.record
    errors, warnings = record.checks["error"], record.checks["warning"]
    judged = f"{errors.passed + warnings.passed} passed"
    if warnings.failed:
        judged += f", {counted(warnings.failed, 'warning')}: {', '.join(record.warnings[:3])}{' ...' if warnings.failed > 3 else ''}"
    held = {"held back": _held_back(seen.held_back)} if seen.held_back else {}
    return {
        "where": whole(release.path),
        "documents": _counts(seen.documents),
        "claims": f"{_counts(seen.claims)}; {seen.n_mentions:,} mentions, {seen.n_rejections:,} numbers set aside by named rules",
        **held,
        "estimates": _counts(seen.estimates),
        "conflicts": _counts(seen.conflicts),
        "checks": judged,
    }


def _held_back(counts: Mapping[str, int]) -> str:
    """What guards hold back, counted: "2 figures: 2 compound rates above 200 %; 1 document of which every number was set aside"."""
    from warehouse.policy import read_policy

    words = {
        name: f"{n:,} {guard.in_words(n)}" for name, guard in read_policy().guards.items() if (n := counts.get(name, 0))
    }
    document = words.pop("nothing_read", None)
    figures = (
        f"{counted(sum(counts[name] for name in words), 'figure')}: {', '.join(words.values())}" if words else None
    )
    return "; ".join(filter(None, (figures, document, "`parallax review` asks")))


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in counts.items()) or "none"
