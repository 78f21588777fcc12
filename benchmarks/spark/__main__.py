"""`make spark-test`: both engines on the same documents, every mart row by row, with and without a worker that is killed, and behind one
report more, with the stores of the run before; throughput.

Exit 1 where a row differs or a run fails. Without Java it says so, and exits 0: nothing was tested, and nothing is claimed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import signal
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.spark.cluster import ClusterError, cluster
from benchmarks.spark.parity import compare, table_of
from benchmarks.spark.runs import MOMENTS, Moment, Run, run_local, run_on
from benchmarks.spark.throughput import measure
from pipelines.home import sample_inbox
from sources.ingest import discover
from trials.machine import machine
from trials.processes import RunError
from trials.synthetic.composing import BRIEF
from trials.synthetic.writing import write_reports
from trials.world import remove
from warehouse.spark.session import missing_for_spark, missing_java

_MOST_TIMED = 400  # documents that throughput is measured on


def main() -> int:
    """Runs what was asked for; the exit code."""
    asked = _arguments()
    no_java = missing_java()
    if no_java is not None:
        print(f"spark-test skipped, nothing was tested: {no_java}")
        return 0
    lacking = missing_for_spark()
    if lacking is not None:
        print(f"error: {lacking}", file=sys.stderr)
        return 1
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # ending this process also ends the cluster
    signal.signal(signal.SIGINT, signal.default_int_handler)
    work = Path(tempfile.mkdtemp(prefix="parallax-spark-", dir=asked.work))
    try:
        report = _report(asked, work)
    except (RunError, ClusterError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    finally:
        if not asked.keep:
            remove(work)
    if asked.out is not None:
        asked.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
        print(f"\nwritten to {asked.out}")
    differing = sum(not one["equal"] for one in report["parity"])
    print("\nequal: every mart, row by row" if not differing else f"\n{differing} comparison(s) found differences")
    return 1 if differing else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.spark", description=__doc__)
    parser.add_argument("--documents", type=int, default=0, metavar="N", help="generated documents beside the samples")
    parser.add_argument("--inbox", type=Path, metavar="DIR", help="reports of your own in the place of generated ones")
    parser.add_argument("--work", type=Path, metavar="DIR", help="folder for homes and logs  [default: the system's]")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write what was found as JSON")
    parser.add_argument("--keep", action="store_true", help="leave homes and logs there")
    parser.add_argument(
        "--kill",
        nargs="*",
        choices=MOMENTS,
        default=MOMENTS[:1],
        help="when a worker dies, a run each  [default: %(default)s]",
    )
    return parser.parse_args()


def _report(asked: argparse.Namespace, work: Path) -> dict[str, Any]:
    inboxes = {"samples": sample_inbox()}
    if asked.inbox is not None:
        inboxes["inbox"] = asked.inbox
    elif asked.documents:
        inboxes["generated"] = work / "inbox"
        write_reports(work / "inbox", asked.documents, range(asked.documents), length=BRIEF)
    report: dict[str, Any] = {
        "at": datetime.now(UTC).date().isoformat(),
        "machine": machine(),
        "parity": [],
        "throughput": [],
    }
    for name, inbox in inboxes.items():
        report["parity"] += _parities(name, inbox, work / name, asked.kill)
    timed = _some(inboxes[list(inboxes)[-1]], work / "timed")
    print(f"\nreading on a cluster of this machine ({report['machine']['cores']} cores), {_LINE}")
    for n_workers in (1, 2):
        found = measure(timed, work / f"throughput-{n_workers}", n_workers)
        report["throughput"].append({**asdict(found), "documents_per_second": round(found.per_second, 2)})
        print(
            f"{n_workers} worker(s): {found.documents} documents in {found.wall_seconds:.1f} s, {found.per_second:.2f} a "
            f"second; {found.cpu_per_document:.2f} processor seconds a document"
        )
    return report


_LINE = "one core each; wall time, and processor time of workers and of the driver's Python"


def _parities(name: str, inbox: Path, work: Path, kills: Sequence[Moment]) -> list[dict[str, Any]]:
    print(f"\n{name}: {inbox}")
    local = run_local(inbox, work / "local")
    print(f"local engine: {local.seconds:.0f} s")
    found = []
    for kill in kills:
        with cluster(work / f"cluster-{kill}", 2) as at:
            run = run_on(at, inbox, work / f"spark-{kill}", kill)
        found.append(_parity(name, local, run))
    with cluster(work / "cluster-None", 2) as at:
        found.append(_parity(name, local, run_on(at, inbox, work / "spark-None")))
        more = work / "more"
        write_reports(more, _COLLECTION, [0], length=BRIEF)
        local = run_local(more, work / "local")
        print(f"\none report more, local engine: {local.seconds:.0f} s")
        found.append(_parity(f"{name} and one report more", local, run_on(at, more, work / "spark-None")))
    return found


_COLLECTION = 5_000  # a market and publishers that no other inbox of a trial has to have


def _parity(name: str, local: Run, spark: Run) -> dict[str, Any]:
    parities = compare(local.database, spark.database)
    core = compare(local.database, spark.database, "core")
    # Receipts and histories hold our clocks, which differ from run to run.
    apart = sum(one.differences for one in core if one.table not in ("receipts", "document_history"))
    print(f"\nspark, master and two workers: {spark.seconds:.0f} s; killed: {spark.killed or 'nothing'}")
    print(table_of(parities))
    print(f"core, {len(core) - 2} tables without clocks of ours: {apart:,} differences")
    return {
        "documents": name,
        "killed": spark.killed,
        "equal": bool(parities) and all(one.is_equal for one in parities) and not apart,
        "seconds_local": round(local.seconds, 1),
        "seconds_spark": round(spark.seconds, 1),
        "core_differences": apart,
        "marts": [{**asdict(one), "is_equal": one.is_equal} for one in parities],
    }


def _some(inbox: Path, folder: Path) -> Path:
    """The inbox itself, or where it is large a folder with the first of its files."""
    files = discover([inbox])
    if len(files) <= _MOST_TIMED:
        return inbox
    folder.mkdir()
    for number, path in enumerate(files[:_MOST_TIMED]):
        shutil.copyfile(path, folder / f"{number:04d}-{path.name}")
    return folder


if __name__ == "__main__":
    sys.exit(main())
