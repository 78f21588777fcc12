"""The first layer: the inbox goes into the ledger, and new documents are read."""

import logging
import os
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

import dagster as dg

from pipelines.defs.policies import OWNERS, POOL, SOURCES
from pipelines.defs.resources import EngineParam, Home, LedgerParam, ProgressParam
from pipelines.defs.transient import tried_again
from pipelines.logs.redaction import redactor
from sources.bound import bound
from warehouse.values.wording import counted

if TYPE_CHECKING:
    from sources.ingest import Arrival
    from warehouse.ledger.intake import Intake

_LOG = logging.getLogger("parallax.receiving")


class ReceiptsConfig(dg.Config):
    """What a run may say of what it takes in.

    Attributes:
        feeds: whether feeds that are due are fetched beside the inbox.
    """

    feeds: bool = True


@dg.asset(
    key=["ledger", "receipts"],
    group_name=SOURCES,
    kinds={"python", "parquet"},
    owners=OWNERS,
    pool=POOL,
    description=(
        "Every arrival of a file in the inbox or a document of a feed, with its outcome: landed, duplicate, quarantined or "
        "pending. Bytes are "
        "kept by their sha256 and never overwritten; what arrived before changes nothing."
    ),
)
def receipts(
    config: ReceiptsConfig, home: Home, ledger: LedgerParam, progress: ProgressParam
) -> dg.MaterializeResult[None]:
    """Takes in the inbox, and the feeds that are due."""
    from pipelines.home import check_apart
    from pipelines.operations import read_operations
    from sources.ingest import receive, survey

    started = perf_counter()
    check_apart(home.path, home.inbox_path)
    found = survey([home.inbox_path])
    progress.begin("receive", total=len(found.files))
    faults: list[tuple[str, str]] = []
    settle = read_operations(home.path).inbox.settle_seconds

    def announced() -> "Iterator[Arrival]":
        for arrival in receive(home.inbox_path, settle):
            faults.extend((arrival.document_id, f"{arrival.name}: {warning}") for warning in arrival.warnings)
            progress.advance(arrival.name)
            yield arrival

    with tried_again():
        intake = ledger.take_in(announced(), now=datetime.now(UTC))
    _tell_what_is_new(intake)
    progress.end(
        ", ".join(f"{count} {outcome}" for outcome, count in intake.counts.items() if count) or "nothing there"
    )
    fed = _take_in_feeds(home, ledger, progress) if config.feeds else _Fed(Counter(), 0, 0, [])
    redact = redactor(os.environ)  # an address of a feed may hold a token, and Dagster keeps what it is told
    faults += [
        (receipt.document_id, f"{receipt.name} is pending: {receipt.detail}")
        for receipt in intake.receipts
        if receipt.outcome == "pending"
    ]
    passed_over = [redact(told) for told in found.passed_over]
    told = [(document_id, redact(fault)) for document_id, fault in faults]
    of_feeds = [redact(fault) for fault in fed.warnings]
    for document_id, fault in told:
        with bound(document_id=document_id):
            progress.warn(fault)
    for fault in [*passed_over, *of_feeds]:
        progress.warn(fault)
    counts = Counter(intake.counts) + fed.counts
    return dg.MaterializeResult(
        metadata={
            **{f"documents_{outcome}": counts[outcome] for outcome in intake.counts},
            "sidecars_new": intake.n_metadata,
            "feeds_fetched": fed.n_feeds,
            "feed_addresses_asked": fed.n_visits,
            "warnings": dg.MetadataValue.json([fault for _, fault in told] + passed_over + of_feeds),
            "seconds": round(perf_counter() - started, 3),
            "inbox": dg.MetadataValue.path(home.inbox),
        }
    )


def _tell_what_is_new(intake: "Intake") -> None:
    """A line per document that is new: the log says where an id came from. What was there before would drown it."""
    for receipt in intake.receipts:
        with bound(document_id=receipt.document_id):
            if receipt.outcome == "quarantined":
                told = {"document": receipt.name, "reason": receipt.reason, "detail": receipt.detail}
                _LOG.warning("document quarantined", extra=told)
            elif receipt.outcome == "landed":
                _LOG.info("document landed", extra={"document": receipt.name, "bytes": receipt.byte_length})
            else:
                _LOG.info("document %s", receipt.outcome, extra={"document": receipt.name, "reason": receipt.reason})


class _Fed(NamedTuple):
    """What feeds gave: arrivals by outcome, feeds, addresses asked for, and what people should look at."""

    counts: Counter[str]
    n_feeds: int
    n_visits: int
    warnings: list[str]


def _take_in_feeds(home: Home, ledger: LedgerParam, progress: ProgressParam) -> _Fed:
    """Takes in the feeds that are due, one batch each; a home without feeds says and costs nothing."""
    from sources.ingest.feeds.feed_file import read_feeds

    feeds, warnings = read_feeds(home.path)
    fed = _Fed(Counter(), 0, 0, list(warnings))
    if not feeds:
        return fed
    from sources.ingest.feeds.fetching import due_feeds
    from sources.ingest.feeds.visiting import Visitor
    from warehouse.ledger.feeding import take_in_feeds

    now = datetime.now(UTC)
    due = due_feeds(feeds, ledger.visits(), now)
    progress.begin("fetch", total=len(due))
    for one in take_in_feeds(ledger, due, Visitor(now)):
        progress.advance(one.feed)
        _tell_what_is_new(one.intake)
        fed = _Fed(
            fed.counts + Counter(one.intake.counts),
            fed.n_feeds + 1,
            fed.n_visits + len(one.visits),
            [*fed.warnings, *one.warnings],
        )
    came = ", ".join(f"{count} {outcome}" for outcome, count in fed.counts.items())
    progress.end(
        f"{counted(fed.n_visits, 'request')} to {counted(len(due), 'feed')}" + (f": {came}" if came else "")
        if due
        else "no feed is due"
    )
    return fed


@dg.asset(
    key=["ledger", "extractions"],
    deps=[["ledger", "receipts"]],
    group_name=SOURCES,
    kinds={"python", "parquet"},
    owners=OWNERS,
    pool=POOL,
    description=(
        "The reading of each document: claims with their mentions, rejected figures, players, segments, facts. One "
        "reading per document and extractor version; only documents without one are read, those of an older version as "
        "`reading.on_new_extractor` of operations.yml says."
    ),
)
def extractions(
    home: Home, ledger: LedgerParam, progress: ProgressParam, engine: EngineParam
) -> dg.MaterializeResult[None]:
    """Reads what has not been read by this version of the extractor."""
    from pipelines.operations import read_operations
    from sources.extract import extractor_version

    started = perf_counter()
    version = extractor_version()
    keeps = read_operations(home.path).reading.on_new_extractor == "new_documents"
    pending = ledger.pending(version, unread_only=keeps)
    progress.begin("read", total=len(pending))
    outcomes: Counter[str] = Counter()
    with tried_again():
        for reading in engine.read_pending(ledger, pending, version):
            outcomes[reading.outcome] += 1
            progress.advance()
    progress.end(", ".join(f"{count} {outcome}" for outcome, count in sorted(outcomes.items())) or "nothing new")
    return dg.MaterializeResult(
        metadata={
            "documents_pending_before": len(pending),
            **{f"documents_{outcome}": count for outcome, count in sorted(outcomes.items())},
            "extractor_version": version,
            "seconds": round(perf_counter() - started, 3),
        }
    )
