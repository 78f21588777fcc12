"""Small data homes for trials of damage and upkeep: a real one made once, ledgers of many batches, releases of one row."""

from __future__ import annotations

import atexit
import hashlib
import json
import shutil
import tempfile
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from threading import Lock

from release.keep.retention import discard_folder
from release.record import FORMAT_VERSION, ReleaseRecord

_MAKING = Lock()
FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)
DOCUMENTS = 4


def small_home() -> Path:
    """A home with two releases of the shortest bundled reports: r000001 with one figure changed, r000002 as it is made.

    Made once in this process, whoever asks first, and removed at its end. Copy it to change it.
    """
    with _MAKING:
        return _made()


@cache
def _made() -> Path:
    from pipelines.home import sample_inbox
    from quality import judge
    from release.making.builds import clear_bench, sign
    from release.making.judgement import add_checks, read_checks
    from release.making.publishing import publish
    from release.snapshot import snapshot_of
    from sources.extract import extractor_version
    from sources.ingest import receive
    from warehouse.build import build
    from warehouse.connection import connect
    from warehouse.decisions import read_decisions
    from warehouse.fingerprint import inputs, joined
    from warehouse.ledger import open_ledger
    from warehouse.ledger.reading import read_pending
    from warehouse.ledger.texts import texts_of
    from warehouse.marts import build_marts
    from warehouse.policy import read_policy

    folder = Path(tempfile.mkdtemp(prefix="parallax-chaos-home-"))
    atexit.register(discard_folder, folder)
    home, inbox = folder / "home", folder / "inbox"
    inbox.mkdir()
    reports = sorted(sample_inbox().glob("*.txt"), key=lambda path: (path.stat().st_size, path.name))
    for report in reports[:DOCUMENTS]:
        shutil.copyfile(report, inbox / report.name)
    ledger = open_ledger(home)
    ledger.take_in(receive(inbox), now=FIRST_DAY)
    version = extractor_version()
    list(read_pending(ledger, ledger.pending(version), version))
    policy, decisions, text_of = read_policy(), read_decisions(home), texts_of(ledger)
    made_from = inputs(ledger, policy, decisions)
    target = clear_bench(home, "small")
    report_of = build(ledger, target, policy, decisions)
    database = target / "warehouse.duckdb"
    add_checks(target, judge(database, text_of, FIRST_DAY.date(), ["core"]))
    build_marts(database)
    add_checks(target, judge(database, text_of, FIRST_DAY.date(), ["marts"]))
    sign(target, joined(made_from), report_of.as_of_day, made_from, snapshot_of(policy, decisions))
    other = home / "builds" / "other"
    shutil.copytree(target, other)
    connection = connect(other / "warehouse.duckdb", read_only=False)
    connection.execute("UPDATE marts.market_estimates SET estimate = estimate * 3")
    connection.execute("UPDATE marts.vendor_figures SET value_as_printed = 'changed'")
    connection.close()
    publish(home, other, "0" * 64, read_checks(other), text_of)
    publish(home, target, joined(made_from), read_checks(target), text_of)
    shutil.rmtree(home / "builds")
    return home


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
