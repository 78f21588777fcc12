"""`python -m trials.histories COUNT [--start N]`: random histories of a home, each compared at its end with a rebuild without any store.

Documents come in any order, decisions are taken, end and are withdrawn, policy and code change, and a build is killed. Every second
history also arrives in another order. Each difference is named by the last event; exit 1 where there is one.
"""

from __future__ import annotations

import argparse
import os
import pickle
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from sources.ingest.arrival import Arrival
from sources.records import Extraction, ParsedDocument
from trials.synthetic.composing import BRIEF, compose
from trials.synthetic.forms import as_text, sidecar
from trials.synthetic.worlds import market_count, publisher
from trials.synthetic.writing import SEED
from warehouse.build import build
from warehouse.connection import rows
from warehouse.database_comparison import compare
from warehouse.decision_kinds import FILE, AnyDecision, Override
from warehouse.decisions import gathered
from warehouse.engine import LocalEngine
from warehouse.fingerprint import joined
from warehouse.ledger import Ledger, open_ledger
from warehouse.marts import build_marts
from warehouse.policy import Policy, read_policy
from warehouse.step_cache.cached_step import StepCache
from warehouse.step_cache.result_store import ResultStore
from warehouse.steps import all_steps

Text: TypeAlias = tuple[Arrival, ParsedDocument, Extraction]
EVENTS = (
    "arrive",
    "arrive",
    "arrive",
    "rejected_claim",
    "override",
    "again",
    "alias",
    "retraction",
    "withdraw",
    "day",
    "policy",
    "code",
    "kill",
)
MARKETS, BRIEFS, COLLECTION = 3, 5, 96  # few markets, so that several publishers of a history write about the same one
DOCUMENTS = 8
OTHERWISE_EVERY = 2  # histories: their documents also arrive in another order
_CLOCKS = frozenset({"receipts", "document_history"})  # when and in which order documents arrived
_FIRST = datetime(2026, 1, 1, tzinfo=UTC)
_CLAIMS = "SELECT claim_id, document_id, core.markets.market FROM core.claims INNER JOIN core.markets USING (market_id) ORDER BY claim_id"


class _Killed(Exception):
    """A build ended in the middle of its work."""


def _die(*_: object) -> Any:
    raise _Killed


@dataclass
class Walked:
    """A history: what happened, what differs at its end, and how much was compared and looked up."""

    number: int
    events: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    n_tables: int = 0
    n_groups: int = 0
    n_computed: int = 0


@dataclass
class _Home:
    """A home in the middle of its history. Rows of other code differ, as those of another policy do."""

    random: Random
    folder: Path
    waiting: list[Text]
    arrived: list[Text] = field(default_factory=list)
    decisions: list[AnyDecision] = field(default_factory=list)
    day: date = date(2026, 2, 1)
    policy: int = 0
    code: int = 0
    is_killed: bool = False


def read_texts(folder: Path) -> tuple[Text, ...]:
    """The samples and briefs on few markets, editions and copies of them among these, with their readings; some 15 seconds."""
    from pipelines.home import sample_inbox
    from sources.extract import extract
    from sources.ingest import receive
    from sources.parse import parse
    from sources.records import Unreadable

    for market in range(MARKETS):
        for place in range(BRIEFS):
            report = compose(SEED, COLLECTION, market + market_count(COLLECTION) * place, BRIEF)
            text, notes, name = as_text(report).decode(), sidecar(report), f"market-{market}-{place}"
            later = str(report.published_on + timedelta(days=365))
            edition = re.sub(r"(?<=\d)\.(\d)(?=\D)", lambda figure: f".{(int(figure[1]) + 1) % 10}", text)
            other = publisher(SEED, 4_000 + market).name
            written = {name: (text, notes)}
            if place == 0:
                written[f"{name}-edition"] = edition, notes.replace(str(report.published_on), later)
                new = {report.publisher: other, f"{report.number:06d}": f"{report.number + 500_000:06d}"}
                written[f"{name}-copy"] = _renamed(text, new), _renamed(notes, new)
            for file, (content, beside) in written.items():
                (folder / f"{file}.txt").write_text(content, encoding="utf-8")
                (folder / f"{file}.txt.meta.yml").write_text(beside, encoding="utf-8")
    texts = []
    for arrival in [*receive(sample_inbox()), *receive(folder)]:
        with suppress(Unreadable):
            parsed = parse(arrival.content)
            texts.append((arrival, parsed, extract(parsed)))
    return tuple(sorted(texts, key=lambda text: text[0].document_id))


def _renamed(text: str, new: Mapping[str, str]) -> str:
    for old, name in new.items():
        text = text.replace(old, name)
    return text


def walk(number: int, texts: tuple[Text, ...], script: Sequence[str] | None = None) -> Walked:
    """Walks a history; the same number is the same history. `script` names its events in order, the first of them an arrival."""
    random, walked = Random(number), Walked(number)
    market = f"market-{random.randrange(MARKETS)}-"
    chosen = random.sample([text for text in texts if text[0].name.startswith(market)], DOCUMENTS // 2)
    chosen += random.sample([text for text in texts if text not in chosen], DOCUMENTS - len(chosen))
    random.shuffle(chosen)
    with tempfile.TemporaryDirectory(prefix="parallax-history-") as folder:
        home, claims = _Home(random, Path(folder), chosen), list[dict[str, Any]]()
        ledger = open_ledger(home.folder / "home")
        for event in script or ["arrive", *random.choices(EVENTS, k=random.randint(2, 4))]:
            walked.events.append(_happen(home, ledger, event, claims))
            database = _stepped(home, ledger, walked)
            claims = rows(database, _CLAIMS)
        build_marts(database)
        _compare(walked, "a rebuild without stores", database, _built(home, ledger, "fresh"), frozenset())
        if number % OTHERWISE_EVERY == 0:
            otherwise = open_ledger(home.folder / "otherwise")
            for day, text in enumerate(random.sample(home.arrived, len(home.arrived)), 400):
                _take_in(otherwise, [text], day)
            _compare(walked, "another order of arrival", database, _built(home, otherwise, "otherwise-built"), _CLOCKS)
    return walked


def _happen(home: _Home, ledger: Ledger, event: str, claims: Sequence[Mapping[str, str]]) -> str:
    """One event, in words; where there is nothing that it could happen to, documents arrive instead."""
    random = home.random
    if event == "kill":
        home.is_killed = True
    elif event in ("policy", "code"):
        setattr(home, event, 1 - getattr(home, event))
    elif event == "day":
        home.day += timedelta(days=30)
    elif event == "again" and (overrides := [one for one in home.decisions if isinstance(one, Override)]):
        last = overrides[-1]  # its other value shows in the decision only
        home.decisions[home.decisions.index(last)] = last.model_copy(update={"obs_value": last.obs_value + 1})
    elif event == "withdraw" and home.decisions:
        home.decisions.pop(random.randrange(len(home.decisions)))
    elif event in ("rejected_claim", "override", "alias", "retraction") and claims:
        home.decisions.append(_decision(home, event, random.choice(claims)))
        return f"{event} {home.decisions[-1].subject[:16]} until {home.decisions[-1].expires}"
    elif home.waiting:
        n = random.randint(1, 3)
        now, home.waiting = home.waiting[:n], home.waiting[n:]
        _take_in(ledger, now, len(home.arrived))
        home.arrived += now
        return "arrive " + " ".join(arrival.name for arrival, _, _ in now)
    return event


def _take_in(ledger: Ledger, texts: Sequence[Text], day: int) -> None:
    ledger.take_in([arrival for arrival, _, _ in texts], now=_FIRST + timedelta(days=day))
    ledger.record([(parsed, extraction) for _, parsed, extraction in texts])


def _decision(home: _Home, kind: str, claim: Mapping[str, str]) -> AnyDecision:
    about = {
        "rejected_claim": {"claim_id": claim["claim_id"]},
        "override": {"claim_id": claim["claim_id"], "obs_value": f"{home.random.randint(1, 999)}.5"},
        "alias": {"name": claim["market"], "market": "Trial Market"},
        "retraction": {"document_id": claim["document_id"]},
    }[kind]
    expires = home.day + timedelta(days=home.random.randint(20, 80)) if home.random.random() < 0.5 else None
    said = {**about, "kind": kind, "author": "trial", "date": "2026-01-01", "reason": "trial", "expires": expires}
    return (FILE.validate_python([said]) or [])[0]


def _stepped(home: _Home, ledger: Ledger, walked: Walked) -> Path:
    """The database of a build with the home's store; where a kill is due, behind one that dies in one of its steps."""
    made_by = joined({"code": str(home.code), "policy": repr(_policy(home.policy))})
    if home.is_killed:
        steps = list(LocalEngine().steps(StepCache(ResultStore(home.folder / "store"), made_by)))
        place = home.random.randrange(len(steps))
        steps[place] = replace(steps[place], run=_die)
        with suppress(_Killed):
            _build(home, ledger, "killed", steps)
        home.is_killed = False
    cache = StepCache(ResultStore(home.folder / "store"), made_by)
    database = _build(home, ledger, f"build-{len(walked.events)}", LocalEngine().steps(cache))
    walked.n_groups += sum(one.n_groups for one in cache.counts)
    walked.n_computed += sum(one.n_computed for one in cache.counts)
    return database


def _built(home: _Home, ledger: Ledger, name: str) -> Path:
    """The database of a build with its marts that looks up nothing."""
    database = _build(home, ledger, name, LocalEngine().steps())
    build_marts(database)
    return database


def _build(home: _Home, ledger: Ledger, name: str, steps: Sequence[Any]) -> Path:
    policy = _policy(
        home.policy + 2 * home.code
    )  # the key of a stored result knows the policy as people changed it, and the code
    return build(ledger, home.folder / name, policy, gathered(home.decisions), steps, home.day).database


def _policy(version: int) -> Policy:
    """Thresholds that show in rows of many steps; version 0 is the packaged policy."""
    policy = read_policy()
    changes: Mapping[str, Mapping[str, object]] = {
        "evidence": {"context_chars": policy.evidence.context_chars - 20 * version},
        "comparability": {"hedge_share": policy.comparability.hedge_share * (1 + version)},
        "growth_audit": {"rounding_units": policy.growth_audit.rounding_units + version},
        "estimation": {"level": round(policy.estimation.level - 0.05 * version, 2)},
    }
    return policy.model_copy(
        update={name: getattr(policy, name).model_copy(update=change) for name, change in changes.items()}
    )


def _compare(walked: Walked, other: str, one: Path, two: Path, without: frozenset[str]) -> None:
    """Notes tables that differ, in the order in which the build writes them: the first one is the nearest to the fault."""
    written_by = {table: step.name for step in all_steps() for table in step.writes}
    found = {
        f"{schema}.{table.table}": table
        for schema in ("core", "marts")
        for table in compare(one, two, schema, ("home", "other"))
    }
    order = {table: place for place, table in enumerate(written_by)}
    for name, table in sorted(found.items(), key=lambda pair: order.get(pair[0], len(order))):
        if table.table not in without:
            walked.n_tables += 1
            step = f" (step {written_by[name]})" if name in written_by else ""
            words = f"{name}{step} differs from {other} after {walked.events[-1]}: {table.differences} rows, such as {table.example}"
            walked.differences += [] if table.is_equal else [words]


def _walks(numbers: range, texts: Path) -> Iterator[Walked]:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield from pool.map(partial(_walk_stored, texts), numbers)


def _walk_stored(texts: Path, number: int) -> Walked:
    return walk(number, pickle.loads(texts.read_bytes()))


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(prog="python -m trials.histories", description=__doc__)
    parser.add_argument("count", type=int)
    parser.add_argument("--start", type=int, default=0)
    asked = parser.parse_args()
    os.environ.setdefault("POLARS_MAX_THREADS", "1")  # frames are small: threads cost more than they bring
    n_different = n_tables = 0
    with tempfile.TemporaryDirectory(prefix="parallax-histories-") as folder:
        (Path(folder) / "inbox").mkdir()
        (Path(folder) / "texts").write_bytes(pickle.dumps(read_texts(Path(folder) / "inbox")))
        for walked in _walks(range(asked.start, asked.start + asked.count), Path(folder) / "texts"):
            n_different, n_tables = n_different + bool(walked.differences), n_tables + walked.n_tables
            print(f"{walked.number}: {'; '.join(walked.events)}", *walked.differences, sep="\n  ", flush=True)
    print(f"{asked.count} histories, {n_different} with differences; {n_tables:,} tables compared")
    sys.exit(1 if n_different else 0)


if __name__ == "__main__":
    main()
