"""`parallax feeds` and `parallax fetch`: the feeds of a data home with their state, and fetching them without a build."""

from __future__ import annotations

import os
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pipelines.cli.terminal.errors import CommandError, UsageError
from pipelines.cli.terminal.messages import tell, whole
from pipelines.cli.terminal.options import HomeOption
from pipelines.logs.redaction import redactor
from warehouse.values.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pipelines.progress import Progress
    from sources.ingest.feeds.feed_file import Feed
    from sources.ingest.feeds.fetching import Known
    from sources.records import Visit

FEEDS_EXAMPLES = """\b
Examples:
  parallax feeds
  parallax feeds --home WAREHOUSE
"""

FETCH_EXAMPLES = """\b
Examples:
  parallax fetch
  parallax fetch acme-news --dry-run
  parallax fetch acme-news --now
"""


def feeds(home: HomeOption = None) -> None:
    """List the feeds of a data home: documents, last request, due time and trouble."""
    from rich.text import Text

    from pipelines.cli.terminal.tables import plain_table, show
    from pipelines.home import data_home
    from sources.ingest.feeds.feed_file import FOLDER

    folder = data_home(home)
    found, faults, known = _state(folder)
    for fault in faults:
        tell(fault, word="warning:")
    if not found and not faults:
        tell(f"{whole(folder / FOLDER)}: no feed; docs/feeds.md says how to write one")
        return
    table = plain_table(
        ("feed", "left"), ("kind", "left"), ("documents", "right"), ("last request (UTC)", "left"), ("due (UTC)", "left"),
        ("licence", "left"), ("trouble", "left"),
    )  # fmt: skip
    for feed in found:
        table.add_row(*(Text(cell) for cell in _row(feed, known)))
    show(table)
    if faults:
        raise CommandError(
            f"{counted(len(faults), 'file')} in {whole(folder / FOLDER)} cannot be used; see the reasons above"
        )


def fetch(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME...", help="Feeds to fetch, enabled or not.  [default: all enabled feeds]"),
    ] = None,
    home: HomeOption = None,
    everything: Annotated[
        bool, typer.Option("--now", help="Also fetch what is not due; a change in a feed's file reaches its documents.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what a first run would fetch; store nothing.")
    ] = False,
) -> None:
    """Fetch feeds into the ledger without building a release; `parallax run` does both.

    Only feeds that are due are fetched. robots.txt, pauses and limits always apply.
    """
    from pipelines.cli.terminal.console import err
    from pipelines.cli.terminal.progress_bar import TerminalProgress
    from pipelines.cli.terminal.tables import plain_table, show
    from pipelines.home import data_home
    from sources.ingest.feeds.fetching import due_feeds
    from warehouse.ledger import open_ledger

    folder, now = data_home(home), datetime.now(UTC)
    found, faults, known = _state(folder)
    chosen = _chosen(folder, found, faults, names or [])
    for fault in faults:
        tell(fault, word="warning:")
    if not (everything or dry_run):
        due = due_feeds([feed.model_copy(update={"enabled": True}) for feed in chosen], known, now)
        chosen = [feed for feed in chosen if feed.name in {one.name for one in due}]
        if not chosen:
            tell("no feed is due; --now fetches anyway")
            return
    visits: list[Visit] = []
    counts: Counter[str] = Counter()
    with TerminalProgress(err()) as progress:
        progress.begin("fetch", total=len(chosen))
        if dry_run:
            visits += _tried(chosen, now, progress)
        else:
            from sources.ingest.feeds.visiting import Visitor
            from warehouse.ledger.feeding import take_in_feeds

            ledger = open_ledger(folder)
            with ledger.lock():
                for fed in take_in_feeds(ledger, chosen, Visitor(now), everything=everything):
                    progress.advance(fed.feed)
                    for warning in fed.warnings:
                        progress.warn(redactor(os.environ)(warning))
                    visits += fed.visits
                    counts.update(fed.intake.counts)
        came = ", ".join(f"{count} {outcome}" for outcome, count in counts.items() if count)
        progress.end(came or ("nothing stored" if dry_run else "nothing new"))
    table = plain_table(("feed", "left"), ("outcome", "left"), ("status", "right"), ("address", "whole"))
    for visit in visits:
        table.add_row(visit.feed, visit.outcome, "" if visit.status is None else str(visit.status), visit.url)
    show(table)
    if visits and all(visit.outcome in ("failed", "refused") for visit in visits):
        raise CommandError(f"none of {len(visits)} address(es) gave a document; see the reasons above")


def _state(home: Path) -> tuple[tuple[Feed, ...], tuple[str, ...], Known]:
    """Feeds, faulty files, and what is known; a home without a ledger is not given one."""
    from sources.ingest.feeds.feed_file import read_feeds
    from warehouse.ledger import open_ledger

    found, faults = read_feeds(home)
    return found, faults, open_ledger(home).visits() if (home / "ledger" / "format.json").exists() else {}


def _chosen(home: Path, found: tuple[Feed, ...], faults: tuple[str, ...], names: list[str]) -> list[Feed]:
    by_name = {feed.name: feed for feed in found}
    for name in names:
        if name not in by_name:
            broken = [fault for fault in faults if f"{name}.yml:" in fault]
            if broken:
                raise CommandError(broken[0])
            known = ", ".join(by_name) or "none"
            raise UsageError(f"{whole(name)}: no such feed in {whole(home / 'feeds')}; there are: {known}")
    return [by_name[name] for name in sorted(set(names))] if names else [feed for feed in found if feed.enabled]


def _tried(chosen: Iterable[Feed], now: datetime, progress: Progress) -> list[Visit]:
    """Visits of a first run whose documents are thrown away."""
    from sources.ingest.feeds.fetching import fetch as fetch_feed
    from sources.ingest.feeds.visiting import Visitor

    visits = []
    visitor = Visitor(now)
    for feed in chosen:
        for visit, _ in fetch_feed(feed, {}, visitor):
            visits.append(visit)
            if visit.problem is not None:
                progress.warn(redactor(os.environ)(f"{feed.name}: {visit.url}: {visit.problem}"))
        progress.advance(feed.name)
    return visits


def _row(feed: Feed, known: Known) -> tuple[str, ...]:
    from sources.ingest.feeds.fetching import next_due

    now = datetime.now(UTC)
    own = [visit for visit in known.values() if visit.feed == feed.name]
    tried = max((visit.tried_at for visit in own), default=None)
    due = next_due(feed, known, now)
    trouble = Counter(visit.outcome for visit in own if visit.problem is not None)
    newest = max((visit for visit in own if visit.problem), key=lambda visit: (visit.tried_at, visit.url), default=None)
    words = ", ".join(f"{count} {outcome}" for outcome, count in sorted(trouble.items()))
    return (
        feed.name,
        feed.kind,
        str(sum(visit.document_id is not None and visit.role != "list" for visit in own)),
        "never" if tried is None else f"{tried:%Y-%m-%d %H:%M}",
        "off" if not feed.enabled else "now" if due <= now else f"{due:%Y-%m-%d %H:%M}",
        feed.licence,
        f"{words}; last: {newest.problem}" if newest is not None else "",
    )
