"""How many documents a cluster of one and of two workers reads in a second: `read_pending` of a fresh ledger, nothing else timed.

`python -m benchmarks.spark.throughput MASTER INBOX HOME` reads once and prints JSON; sizes of clusters are chosen by the caller.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.spark.cluster import cluster
from trials.processes import RunError


@dataclass(frozen=True, slots=True)
class Throughput:
    """What reading cost.

    Attributes:
        workers: of the cluster, one core each.
        documents: read.
        wall_seconds: of reading and recording, the session being up.
        cluster_cpu_seconds: processor time of the workers for it, executors and their reading processes included.
        driver_cpu_seconds: of the driver's Python process for it; its Java process, which only schedules, is not counted.
    """

    workers: int
    documents: int
    wall_seconds: float
    cluster_cpu_seconds: float
    driver_cpu_seconds: float

    @property
    def per_second(self) -> float:
        """Documents read in a second of wall time."""
        return self.documents / self.wall_seconds

    @property
    def cpu_per_document(self) -> float:
        """Processor seconds for a document, of both; hardly longer where others are at work on the machine."""
        return (self.cluster_cpu_seconds + self.driver_cpu_seconds) / self.documents


def measure(inbox: Path, work: Path, n_workers: int) -> Throughput:
    """Reads an inbox on a cluster that is started for it.

    Args:
        inbox: reports.
        work: a folder for home and logs; a fresh one.
        n_workers: workers, one core each.

    Raises:
        RunError: reading failed.
    """
    with cluster(work / "cluster", n_workers) as at:
        command = [sys.executable, "-m", "benchmarks.spark.throughput", at.master, str(inbox), str(work / "home")]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as driver:
            assert driver.stdout is not None and driver.stdin is not None
            if driver.stdout.readline().strip() != "ready":
                raise RunError(f"reading {inbox} with {n_workers} worker(s) could not begin")
            before = sum(node.cpu_seconds() for node in at.workers)
            driver.stdin.write("go\n")
            driver.stdin.flush()
            line = driver.stdout.readline()
            after = sum(node.cpu_seconds() for node in at.workers)
            driver.stdin.close()
        if driver.returncode or not line:
            raise RunError(f"reading {inbox} with {n_workers} worker(s) failed")
    found = json.loads(line)
    return Throughput(n_workers, found["documents"], found["wall"], after - before, found["cpu"])


def _read_once(master: str, inbox: Path, home: Path) -> None:
    """Takes in, waits for a word, reads, tells, and stays until nobody listens: then the executors' times have been taken."""
    from sources.extract import extractor_version
    from sources.ingest import receive
    from warehouse.ledger import open_ledger
    from warehouse.ledger.reading import read_pending
    from warehouse.spark.reading import reader
    from warehouse.spark.session import session

    ledger, version = open_ledger(home), extractor_version()
    with ledger.lock(), session(master) as spark:
        ledger.take_in(receive(inbox), now=datetime.now(UTC))
        spark.range(1).count()  # executors are up
        print("ready", flush=True)
        sys.stdin.readline()
        wall, cpu = time.perf_counter(), time.process_time()
        readings = read_pending(ledger, ledger.pending(version), version, elsewhere=reader(spark, ledger, version))
        outcomes: Counter[str] = Counter(reading.outcome for reading in readings)
        told: dict[str, Any] = {
            "documents": outcomes.total(),
            "wall": time.perf_counter() - wall,
            "cpu": time.process_time() - cpu,
        }
        print(json.dumps(told), flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    _read_once(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
