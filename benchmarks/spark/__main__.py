"""`make spark-test`: both engines on the same documents, every table of core and marts row by row: a worker killed while it reads, nobody
killed, and one report more with the stores of the run before.

Exit 1 where a row differs or a run fails. Without Java it says so, and exits 0: nothing was tested, and nothing is claimed.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.spark.cluster import Node, cluster
from pipelines.home import sample_inbox
from trials.processes import RunError, machine
from trials.synthetic.composing import BRIEF
from trials.synthetic.writing import write_reports
from warehouse.database_comparison import compare
from warehouse.spark.session import missing_for_spark, missing_java

_COLLECTION = 5_000  # one more report is of a market and publishers that no other inbox of a trial has to have
_CLOCKS = ("receipts", "document_history")  # they hold clocks of ours, which differ from run to run


def main() -> int:
    """Runs what was asked for; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.spark", description=__doc__)
    parser.add_argument("--documents", type=int, default=0, metavar="N", help="generated documents beside the samples")
    parser.add_argument("--inbox", type=Path, metavar="DIR", help="reports of your own in the place of generated ones")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write what was found as JSON")
    parser.add_argument("--needs", action="store_true", help="only say whether Java is there: exit 1 where it is not")
    asked = parser.parse_args()
    if no_java := missing_java():
        print(f"spark-test skipped, nothing was tested: {no_java}")
        return int(asked.needs)
    if asked.needs:
        return 0
    if lacking := missing_for_spark():
        print(f"error: {lacking}", file=sys.stderr)
        return 1
    found: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory(prefix="parallax-spark-", ignore_cleanup_errors=True) as folder:
        work = Path(folder)
        inboxes = {"samples": sample_inbox(), **({"inbox": asked.inbox} if asked.inbox else {})}
        if asked.documents and not asked.inbox:
            inboxes["generated"] = work / "inbox"
            write_reports(work / "inbox", asked.documents, range(asked.documents), length=BRIEF)
        try:
            for name, inbox in inboxes.items():
                found += _parities(name, inbox, work / name)
        except RunError as error:
            print(f"error: {error}", file=sys.stderr)
            return 1
    if asked.out is not None:
        told = {"at": f"{datetime.now(UTC):%Y-%m-%d}", "machine": machine(), "parity": found}
        asked.out.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    n_differing = sum(bool(one["differing"]) for one in found)
    print("equal: every table, row by row" if not n_differing else f"{n_differing} comparison(s) found differences")
    return 1 if n_differing else 0


def _parities(name: str, inbox: Path, work: Path) -> list[dict[str, Any]]:
    more = work / "more"
    write_reports(more, _COLLECTION, [0], length=BRIEF)
    local, seconds = _run(inbox, work / "local")
    with cluster(work / "cluster-killed") as (master, workers):
        found = [
            _parity(f"{name}, a worker killed", (local, seconds), _run(inbox, work / "killed", master, workers[-1]))
        ]
    with cluster(work / "cluster") as (master, _):
        found.append(_parity(name, (local, seconds), _run(inbox, work / "spark", master)))
        found.append(
            _parity(f"{name} and one report more", _run(more, work / "local"), _run(more, work / "spark", master))
        )
    return found


def _run(inbox: Path, home: Path, master: str | None = None, victim: Node | None = None) -> tuple[Path, float]:
    """Publishes a release of an inbox, on this machine's engine or on a cluster whose worker dies while it reads; database and seconds.

    Raises:
        RunError: the run failed, or was over before the worker could be killed.
    """
    home.mkdir(parents=True, exist_ok=True)
    began, engine = time.monotonic(), ["--engine", "spark", "--master", master] if master else []
    words: Sequence[str | Path] = [
        "run",
        "--inbox",
        inbox,
        "--home",
        home,
        "--as-of-day",
        "2026-01-31",
        "--no-feeds",
        *engine,
    ]
    with (home / "run.log").open("wb") as log:
        process = subprocess.Popen(
            [Path(sys.executable).with_name("parallax"), *words], stdout=log, stderr=subprocess.STDOUT
        )
    try:
        while victim is not None and not _is_reading(home, victim):
            if process.poll() is not None:
                raise RunError(f"the run of {home} was over before a worker could be killed; give it more documents")
            time.sleep(0.2)
        if victim is not None:
            victim.kill()
        failed = process.wait()
    finally:
        process.kill()
    if failed:
        raise RunError("\n".join((home / "run.log").read_text(encoding="utf-8", errors="replace").splitlines()[-12:]))
    return home / "releases" / "latest" / "warehouse.duckdb", time.monotonic() - began


def _is_reading(home: Path, victim: Node) -> bool:
    """Whether a wave of documents has begun and is not over, and the worker has an executor."""
    wave = next((home / "ledger" / "tmp").glob("spark-*/answers"), None) if (home / "ledger").is_dir() else None
    return wave is not None and not (wave / "_SUCCESS").exists() and len(victim.pids()) > 1


def _parity(name: str, local: tuple[Path, float], spark: tuple[Path, float]) -> dict[str, Any]:
    tables = {
        f"{schema}.{one.table}": one
        for schema in ("core", "marts")
        for one in compare(local[0], spark[0], schema, ("local", "spark"))
    }
    compared = {table: one for table, one in tables.items() if table.partition(".")[2] not in _CLOCKS}
    differing = {
        table: f"{one.differences} differences, {one.example}" for table, one in compared.items() if not one.is_equal
    }
    rows = sum(one.rows["local"] or 0 for one in compared.values())
    print(
        f"{name}: local {local[1]:.0f} s, spark {spark[1]:.0f} s; {len(compared)} tables, {rows:,} rows, {len(differing)} differ {differing or ''}"
    )
    return {
        "documents": name,
        "tables": len(compared),
        "rows": rows,
        "differing": differing,
        "seconds": [round(local[1]), round(spark[1])],
    }


if __name__ == "__main__":
    sys.exit(main())
