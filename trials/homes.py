"""Small data homes for trials and tests of upkeep: ledgers of many batches, releases of one row."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from release.record import FORMAT_VERSION, ReleaseRecord

FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)


def ledger_of_batches(home: Path, runs: int) -> None:
    """A ledger as so many runs leave it: each receives and reads one new document, and reads the first one again."""
    from sources.extract import extract
    from sources.ingest.arrival import Arrival
    from sources.parse import parse
    from warehouse.ledger import open_ledger

    ledger = open_ledger(home)
    for number in range(runs):
        content = f"Acme says the widget market was USD {number + 1}.5 billion in 2025.\n".encode()
        document_id = hashlib.sha256(content).hexdigest()
        arrival = Arrival(f"inbox/{number}.txt", f"{number}.txt", document_id, content, None, None)
        ledger.take_in([arrival], now=FIRST_DAY + timedelta(days=number))
        first = b"Acme says the widget market was USD 1.5 billion in 2025.\n"
        parsed = [parse(one) for one in dict.fromkeys((content, first))]
        ledger.record([(one, extract(one)) for one in parsed])


def tiny_release(home: Path, number: int, published_at: datetime) -> None:
    """A release of one row, which says its number, in the place and form of a real one; `latest` leads to it."""
    import polars as pl

    from release.manifest import write_manifest
    from warehouse.connection import connect

    folder = home / "releases"
    staged = folder / f".tmp-tiny-{number}"
    (staged / "parquet").mkdir(parents=True)
    record = ReleaseRecord(
        format_version=FORMAT_VERSION, release_id=f"r{number:06d}", published_at=published_at, fingerprint=f"{number:064x}",
        rows={"numbers": 1}, documents={}, checks={}, warnings=(), versions={},
    )  # fmt: skip
    (staged / "release.json").write_text(json.dumps(record.model_dump(mode="json")))
    connection = connect(staged / "warehouse.duckdb", read_only=False)
    connection.execute("CREATE SCHEMA marts")
    connection.execute(f"CREATE TABLE marts.numbers AS SELECT {number} AS number")
    connection.close()
    pl.DataFrame({"number": [number]}).write_parquet(staged / "parquet" / "numbers.parquet")
    write_manifest(staged)
    staged.rename(folder / record.release_id)
    link = folder / ".tmp-latest"
    link.unlink(missing_ok=True)
    link.symlink_to(record.release_id)
    link.rename(folder / "latest")
