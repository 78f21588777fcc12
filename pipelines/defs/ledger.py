"""The first layer: what the inbox holds goes into the ledger, and what is new there is read."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from time import perf_counter
from typing import TYPE_CHECKING

import dagster as dg

from pipelines.defs.policies import OWNERS, POOL, SOURCES
from pipelines.defs.resources import Home, LedgerParam, ProgressParam
from pipelines.defs.transient import tried_again

if TYPE_CHECKING:
    from sources.ingest import Arrival


@dg.asset(
    key=["ledger", "receipts"],
    group_name=SOURCES,
    kinds={"python", "parquet"},
    owners=OWNERS,
    pool=POOL,
    description=(
        "Every arrival of a file in the inbox, with its outcome: landed, duplicate, quarantined or pending. Bytes are "
        "kept by their sha256 and never overwritten; what arrived before changes nothing."
    ),
)
def receipts(home: Home, ledger: LedgerParam, progress: ProgressParam) -> dg.MaterializeResult[None]:
    """Takes in the inbox."""
    from sources.ingest import discover, receive

    started = perf_counter()
    progress.begin("receive", total=len(discover([home.inbox_path])))
    faults: list[str] = []

    def announced() -> "Iterator[Arrival]":
        for arrival in receive(home.inbox_path):
            faults.extend(f"{arrival.name}: {warning}" for warning in arrival.warnings)
            progress.advance(arrival.name)
            yield arrival

    with tried_again():
        intake = ledger.take_in(announced(), now=datetime.now(UTC))
    progress.end(
        ", ".join(f"{count} {outcome}" for outcome, count in intake.counts.items() if count) or "nothing there"
    )
    for fault in faults:
        progress.warn(fault)
    return dg.MaterializeResult(
        metadata={
            **{f"documents_{outcome}": count for outcome, count in intake.counts.items()},
            "sidecars_new": intake.n_metadata,
            "warnings": dg.MetadataValue.json(faults),
            "seconds": round(perf_counter() - started, 3),
            "inbox": dg.MetadataValue.path(home.inbox),
        }
    )


@dg.asset(
    key=["ledger", "extractions"],
    deps=[["ledger", "receipts"]],
    group_name=SOURCES,
    kinds={"python", "parquet"},
    owners=OWNERS,
    pool=POOL,
    description=(
        "What was read of each document: claims with their mentions, rejected figures, players, segments, facts. One "
        "reading per document and extractor version; only documents without one are read, those of an older version as "
        "`reading.on_new_extractor` of operations.yml says."
    ),
)
def extractions(home: Home, ledger: LedgerParam, progress: ProgressParam) -> dg.MaterializeResult[None]:
    """Reads what has not been read by this version of the extractor."""
    from pipelines.operations import read_operations
    from sources.extract import extractor_version
    from warehouse.ledger.reading import read_pending

    started = perf_counter()
    version = extractor_version()
    keeps = read_operations(home.path).reading.on_new_extractor == "new_documents"
    pending = ledger.pending(version, unread_only=keeps)
    progress.begin("read", total=len(pending))
    outcomes: Counter[str] = Counter()
    with tried_again():
        for reading in read_pending(ledger, pending, version):
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
