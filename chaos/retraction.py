"""Documents that are taken back: the marts must be those of a home that never had them, and the ledger must still hold them.

Two homes are built for every subset, with the same calls as the job makes but without Dagster and without a release: one received
all and retracts the subset, the other never received it. They may differ in the list of decisions alone.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from chaos.elsewhere import arrive
from chaos.trial import Outcome, Size, Trial
from trials.supervised import start
from trials.world import World, documents_of, remove, world

SUBSETS: dict[Size, int] = {"quick": 1, "full": 20}
LARGEST = 4
# What tells of decisions and of our own clocks; everything else must be as if the documents had never come.
OF_OURS = frozenset({"decisions", "receipts", "document_history"})
_DECISION = """- kind: retraction
  document_id: {document_id}
  author: chaos
  date: 2026-11-20
  reason: taken back by its publisher
"""


def build(inbox: str, home: str, out: str, has_marts: bool) -> None:
    """Ledger, core and, where asked for, marts of a home, every table as a Parquet file; to be given to `start`.

    Args:
        inbox: the reports.
        home: the data home, perhaps with decisions.
        out: folder for `<schema>.<table>` files; must not exist.
        has_marts: whether dbt runs; core alone is a third of the work.
    """
    from warehouse.build import build as build_core
    from warehouse.decisions import read_decisions
    from warehouse.export import export_parquet
    from warehouse.ledger import open_ledger
    from warehouse.marts import build_marts
    from warehouse.policy import read_policy

    arrive(Path(inbox), Path(home), 0, 0)
    report = build_core(open_ledger(Path(home)), Path(home) / "builds" / "b", read_policy(), read_decisions(Path(home)))
    if has_marts:
        build_marts(report.database)
    for schema in ("core", "marts") if has_marts else ("core",):
        (Path(out) / schema).mkdir(parents=True)
        export_parquet(report.database, schema, Path(out) / schema, {})


def taken_back(work: Path, size: Size) -> Outcome:
    """Retracts drawn subsets; a failure is a table that shows it, or history that is gone."""
    made, draw = world(), Random("parallax chaos: retraction")
    names = _names(made.inbox)
    unreadable = [name for name in names if name in ("empty.txt", "torn.pdf")]
    subsets = [sorted(draw.sample(names, draw.randint(1, LARGEST))) for _ in range(SUBSETS[size])]
    subsets[0] = sorted({*subsets[0], unreadable[0]})  # retracts an unreadable document as well
    with ThreadPoolExecutor(min(len(subsets), os.cpu_count() or 1)) as pool:
        jobs = [pool.submit(_one, work / f"{n:03d}", subset, made, size == "full") for n, subset in enumerate(subsets)]
        found = [job.result() for job in jobs]
    faults = [fault for faults in found for fault in faults]
    layers = "core and marts" if size == "full" else "core"
    return Outcome.of(len(subsets), faults, f"{layers} compared", sum(map(bool, found)))


def _names(inbox: Path) -> list[str]:
    """Files that stand in the inbox once."""
    twice = {path.read_bytes() for path in (inbox / "again").iterdir()}
    return sorted(p.name for p in inbox.iterdir() if p.is_file() and p.suffix != ".yml" and p.read_bytes() not in twice)


def _one(work: Path, subset: Sequence[str], made: World, has_marts: bool) -> list[str]:
    from hashlib import sha256

    shutil.copytree(made.inbox, work / "less")
    ids = {sha256((work / "less" / name).read_bytes()).hexdigest() for name in subset}
    for name in subset:
        for file in (work / "less").glob(f"{name}*"):
            file.unlink()
    decisions = work / "taken" / "decisions"
    decisions.mkdir(parents=True)
    (decisions / "taken-back.yml").write_text(
        "".join(_DECISION.format(document_id=one) for one in sorted(ids)), encoding="utf-8"
    )
    for home, inbox in (("taken", made.inbox), ("never", work / "less")):
        running = start(work / f"log-{home}", build, str(inbox), str(work / home), str(work / f"out-{home}"), has_marts)
        ended = running.wait()
        if ended.code:
            return [f"{', '.join(subset)}: {home}: {ended.code}: {ended.last_words}"]
    faults = _differences(work / "out-taken", work / "out-never")
    faults += [] if ids <= documents_of(work / "taken") else ["the ledger does not hold what was taken back"]
    faults += [] if ids <= _told(work / "taken" / "builds" / "b" / "warehouse.duckdb") else ["no history says so"]
    if not faults:
        remove(work)
    return [f"{', '.join(subset)}: {fault}" for fault in faults]


def _differences(taken: Path, never: Path) -> list[str]:
    files = sorted({path.relative_to(folder) for folder in (taken, never) for path in folder.rglob("*.parquet")})
    return [
        f"{file.with_suffix('')} shows it"
        for file in files
        if file.stem not in OF_OURS and (taken / file).read_bytes() != (never / file).read_bytes()
    ]


def _told(database: Path) -> set[str]:
    from warehouse.connection import query

    return set(
        query(database, "SELECT document_id FROM core.document_history WHERE event = 'retracted'")["document_id"]
    )


TRIALS = (
    Trial("documents are retracted", "every table as if they had never come; ledger and history still hold them", taken_back),
)  # fmt: skip
