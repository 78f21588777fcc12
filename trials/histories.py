"""Random histories of a home: documents arrive, decisions come and end, policy and code change, a build is killed.

Belongs here: histories and their walk. After every event a build that looks up stored results is compared with one that has none:
`python -m trials.histories COUNT [--start N]` prints each history that differs, and ends with 1 if one does.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random

import polars as pl

from sources.ingest.arrival import Arrival
from sources.records import Extraction, ParsedDocument, Unreadable
from warehouse.build import BuildReport, build
from warehouse.connection import connect
from warehouse.decision_kinds import Alias, Override, RejectedClaim, Retraction
from warehouse.decisions import AnyDecision, gathered
from warehouse.engine import LocalEngine
from warehouse.ledger import Ledger, open_ledger
from warehouse.policy import Policy, read_policy
from warehouse.step import Frames, Step
from warehouse.step_cache.cached_step import Counts, StepCache
from warehouse.step_cache.result_store import ResultStore

EVENTS = ("arrive", "arrive", "arrive", "reject", "override", "alias", "retract", "withdraw", "policy", "code", "kill")
N_EVENTS = 6
_FIRST = datetime(2026, 1, 1, tzinfo=UTC)


class Killed(Exception):
    """A build was stopped in the middle."""


@dataclass
class History:
    """A home in the middle of its history.

    Attributes:
        random: decides what comes next.
        folder: of the home.
        ledger: of the home.
        waiting: documents that have not arrived.
        decisions: in force.
        hedges: factor of the policy's width of a hedge, the one threshold that changes.
        code: version of the code.
        events: what happened, in words.
    """

    random: Random
    folder: Path
    ledger: Ledger
    waiting: list[tuple[Arrival, ParsedDocument, Extraction]]
    decisions: list[AnyDecision] = field(default_factory=list)
    hedges: int = 1
    code: int = 0
    events: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Difference:
    """A table that the two builds do not agree on."""

    history: int
    events: tuple[str, ...]
    table: str
    rows: int


def differences(number: int, n_documents: int = 10, n_events: int = N_EVENTS) -> tuple[list[Difference], list[Counts]]:
    """Walks one history.

    Args:
        number: of the history; the same number is the same history.
        n_documents: documents that may arrive.
        n_events: events after the first arrival.

    Returns:
        Where the builds differ, and how many groups the builds with stored results computed.
    """
    with tempfile.TemporaryDirectory(prefix="parallax-history-") as folder:
        random = Random(number)
        waiting = random.sample(_texts(), n_documents)
        history = History(random, Path(folder), open_ledger(Path(folder) / "home"), waiting)
        found: list[Difference] = []
        counts: list[Counts] = []
        for turn in range(n_events + 1):
            _happens(history, "arrive" if turn == 0 else random.choice(EVENTS))
            cached = _built(history, Path(folder) / "cached", counts)
            fresh = _built(history, Path(folder) / "fresh", None)
            found += [
                Difference(number, tuple(history.events), table, rows)
                for table, rows in _compared(cached.database, fresh.database)
            ]
        return found, counts


def _happens(history: History, event: str) -> None:
    random = history.random
    claims = _claims(history.folder)
    if event == "kill":
        history.events.append(event)
        _kill(history)
    elif event == "policy":
        history.hedges = 3 - history.hedges
        history.events.append(f"policy {history.hedges}")
    elif event == "code":
        history.code = random.randrange(2)
        history.events.append(f"code {history.code}")
    elif event == "withdraw" and history.decisions:
        gone = history.decisions.pop(random.randrange(len(history.decisions)))
        history.events.append(f"withdraw {gone.kind} {gone.subject[:16]}")
    elif event in ("reject", "override", "alias", "retract") and claims.height:
        history.decisions.append(_decision(event, claims.row(random.randrange(claims.height), named=True)))
        history.events.append(f"{event} {history.decisions[-1].subject[:16]}")
    elif history.waiting:
        n = random.randint(1, 3)
        arrived, history.waiting = history.waiting[:n], history.waiting[n:]
        now = _FIRST + timedelta(days=len(history.events))
        history.ledger.take_in([arrival for arrival, _, _ in arrived], now=now)
        history.ledger.record([(parsed, extraction) for _, parsed, extraction in arrived])
        history.events.append("arrive " + " ".join(arrival.name for arrival, _, _ in arrived))


def _decision(event: str, claim: Mapping[str, str]) -> AnyDecision:
    of_event: Mapping[str, tuple[type[AnyDecision], dict[str, str]]] = {
        "reject": (RejectedClaim, {"kind": "rejected_claim", "claim_id": claim["claim_id"]}),
        "override": (Override, {"kind": "override", "claim_id": claim["claim_id"], "obs_value": "123.5"}),
        "alias": (Alias, {"kind": "alias", "name": claim["market"], "market": "Trial Market"}),
        "retract": (Retraction, {"kind": "retraction", "document_id": claim["document_id"]}),
    }
    form, fields = of_event[event]
    return form.model_validate({**fields, "author": "trial", "date": "2026-01-01", "reason": "trial"})


def _claims(folder: Path) -> pl.DataFrame:
    """Claims of the build before, with names of markets; none before the first build."""
    database = folder / "fresh" / "warehouse.duckdb"
    if not database.exists():
        return pl.DataFrame()
    con = connect(database)
    try:
        return con.execute(
            "SELECT claim_id, document_id, core.markets.market FROM core.claims INNER JOIN core.markets USING (market_id) ORDER BY claim_id"
        ).pl()
    finally:
        con.close()


def _kill(history: History) -> None:
    """Stops a build before a step; what it stored until then stays."""
    cache = _cache(history)
    steps = list(LocalEngine().steps(cache))
    place = history.random.randrange(len(steps))
    steps[place] = replace(steps[place], run=_killed)
    try:
        _build(history, history.folder / "killed", steps)
    except Killed:
        shutil.rmtree(history.folder / "killed")


def _killed(frames: Frames, context: object) -> Frames:
    raise Killed


def _built(history: History, target: Path, counts: list[Counts] | None) -> BuildReport:
    shutil.rmtree(target, ignore_errors=True)
    cache = None if counts is None else _cache(history)
    report = _build(history, target, LocalEngine().steps(cache))
    if counts is not None and cache is not None:
        counts += cache.counts
    return report


def _build(history: History, target: Path, steps: Sequence[Step]) -> BuildReport:
    return build(history.ledger, target, _policy(history), gathered(history.decisions), steps)


def _cache(history: History) -> StepCache:
    made_by = json.dumps([history.code, _policy(history).model_dump(mode="json")], sort_keys=True)
    return StepCache(ResultStore(history.folder / "results"), made_by)


def _policy(history: History) -> Policy:
    policy = read_policy()
    comparability = policy.comparability
    wider = comparability.model_copy(update={"hedge_share": comparability.hedge_share * history.hedges})
    return policy.model_copy(update={"comparability": wider})


def _compared(one: Path, other: Path) -> Iterator[tuple[str, int]]:
    """Tables of core that differ, with the number of rows that only one has."""
    con = connect(one)
    try:
        con.execute(f"ATTACH '{other}' AS other (READ_ONLY)")
        tables = con.execute(
            "SELECT table_name FROM duckdb_tables() WHERE schema_name = 'core' AND database_name <> 'other'"
        )
        for (table,) in sorted(tables.fetchall()):
            rows = f"SELECT * FROM core.{table}", f"SELECT * FROM other.core.{table}"
            counted = [
                con.execute(f"SELECT count(*) FROM ({a} EXCEPT ALL {b})").fetchall()[0][0]
                for a, b in (rows, reversed(rows))
            ]
            if any(counted):
                yield table, sum(counted)
    finally:
        con.close()


@cache
def _texts() -> list[tuple[Arrival, ParsedDocument, Extraction]]:
    """The bundled samples that can be read, with what they say."""
    from pipelines.home import sample_inbox
    from sources.extract import extract
    from sources.ingest import receive
    from sources.parse import parse

    texts = []
    for arrival in receive(sample_inbox()):
        with suppress(Unreadable):
            parsed = parse(arrival.content)
            texts.append((arrival, parsed, extract(parsed)))
    return sorted(texts, key=lambda one: one[0].document_id)


def main(arguments: Sequence[str] | None = None) -> None:
    """See the module."""
    parser = argparse.ArgumentParser(prog="python -m trials.histories", description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--start", type=int, default=0)
    options = parser.parse_args(arguments)
    n_different = 0
    for number in range(options.start, options.start + options.count):
        found, counts = differences(number)
        n_different += bool(found)
        n_groups, n_computed = sum(one.n_groups for one in counts), sum(one.n_computed for one in counts)
        print(f"history {number}: {len(found)} differences, {n_computed} of {n_groups} groups computed", flush=True)
        for one in found:
            print(f"  {one.table}: {one.rows} rows after {'; '.join(one.events)}")
    sys.exit(1 if n_different else 0)


if __name__ == "__main__":
    main()
