"""Compares the marts of two releases: one verb, `compare`.

Belongs here: which rows are new, gone or another. Why: `causes.py`. Whether anybody must be told: `alerts.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from release.changes.causes import Causes, Sides
from release.changes.record import (
    Alert,
    Changes,
    ConflictChange,
    DocumentChange,
    EstimateChange,
    FigureChange,
    Value,
)
from release.reading.row_words import split_ids
from release.record import Release
from warehouse.connection import connect
from warehouse.schema.table import literal

if TYPE_CHECKING:
    import polars as pl

LISTED_AT_MOST = 5_000
# Claims that count: what stands aside has its reason in its status and is no figure of the release.
_FIGURES = """
SELECT claim_id, document_id, publisher, market, metric, segment AS part, geography AS area, time_period,
       value_as_printed, decision_ids
FROM marts.claims WHERE status NOT IN ('superseded', 'quarantined', 'withdrawn', 'unsure') ORDER BY claim_id
"""
_REVISIONS = """
SELECT r.claim_id, p.value_as_printed AS previous_as_printed, r.previous_claim_id, r.change_pct
FROM marts.revisions AS r INNER JOIN marts.revisions AS p ON r.previous_claim_id = p.claim_id ORDER BY r.claim_id
"""
_ESTIMATES = """
SELECT series_id || ' ' || time_period AS key, estimate_id, market_id, market, metric, unit_measure, segment AS part, area,
       time_period, estimate, low, high, verdict, claim_ids, decision_ids
FROM marts.market_estimates ORDER BY key
"""
_DOCUMENTS = "SELECT document_id, name, publisher, status, superseded_by FROM marts.documents ORDER BY document_id"
_CONFLICTS = "SELECT conflict_id, market, verdict, explanation FROM marts.conflicts ORDER BY conflict_id"

# Rows that one release has and the other has not, or not so.
_DIFFERING = {"estimates": _ESTIMATES, "conflicts": _CONFLICTS}
_KEYS = {
    "documents": "document_id",
    "figures": "claim_id",
    "revisions": "claim_id",
    "estimates": "key",
    "conflicts": "conflict_id",
}

_RATES = ("percent", "percentage points")  # their changes are points, not percent

Rows = Mapping[str, dict[str, Any]]


def compare(
    before: Release | None,
    after: Path,
    release_id: str,
    made_from: Mapping[str, str],
    alerts: Callable[..., tuple[Alert, ...]],
) -> Changes:
    """What a release holds that the one before it did not, and the other way round.

    Args:
        before: the earlier release; None where there is none, and then nothing is listed.
        after: database of the later one.
        release_id: its id.
        made_from: hashes of what it was made from, by part.
        alerts: says which thresholds are passed, from the counts, the estimates' changes and the number of figures before.

    Returns:
        The difference; equal releases have empty lists.
    """
    if before is None:
        return Changes(
            release_id=release_id, before=None, inputs=(), counts={}, documents=(), figures=(), estimates=(), conflicts=(), alerts=()
        )  # fmt: skip
    old, new, n_figures_before = _read(before.database, after)
    inputs = inputs_that_differ(before.record.made_from, made_from)
    causes = Causes(old, new, inputs)
    documents = tuple(_documents(old.documents, new.documents))
    figures = tuple(_figures(old, new, causes))
    estimates = tuple(_estimates(old.estimates, new.estimates, causes))
    conflicts = tuple(_conflicts(old.conflicts, new.conflicts))
    counts = {
        f"{kind} {change}": sum(row.change == change for row in rows)
        for kind, rows, changes in (
            ("documents", documents, ("new", "withdrawn", "changed")),
            ("figures", figures, ("new", "revised", "superseded", "withdrawn")),
            ("estimates", estimates, ("new", "moved", "judged otherwise", "withdrawn")),
            ("conflicts", conflicts, ("new", "judged otherwise", "gone")),
        )
        for change in changes
    }
    return Changes(
        release_id=release_id,
        before=before.release_id,
        inputs=inputs,
        counts=counts,
        documents=documents[:LISTED_AT_MOST],
        figures=figures[:LISTED_AT_MOST],
        estimates=estimates[:LISTED_AT_MOST],
        conflicts=conflicts[:LISTED_AT_MOST],
        alerts=alerts(counts, estimates, n_figures_before),
    )


def inputs_that_differ(before: Mapping[str, str], after: Mapping[str, str]) -> tuple[str, ...]:
    """Names of the inputs whose hashes differ; ("unknown",) where one of the releases does not say."""
    if not before or not after:
        return ("unknown",)
    return tuple(sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name)))


def _read(before: Path, after: Path) -> tuple[Sides, Sides, int]:
    """Both sides, as far as they differ or a cause is looked for in them, and the number of figures of the earlier one."""
    connection = connect(after)
    try:
        connection.execute(f"ATTACH {literal(str(before))} AS before (READ_ONLY)")
        try:
            return _differing(lambda sql: connection.execute(sql).pl())
        finally:
            connection.execute("DETACH before")
    finally:
        connection.close()


def _differing(ask: Callable[[str], pl.DataFrame]) -> tuple[Sides, Sides, int]:
    both: list[dict[str, Rows]] = []
    for one, other in ((_earlier, _later), (_later, _earlier)):
        asked = {name: f"FROM ({one(sql)}) EXCEPT FROM ({other(sql)}) ORDER BY ALL" for name, sql in _DIFFERING.items()}
        asked["documents"] = one(_DOCUMENTS)
        both.append({name: _by_key(name, ask(sql)) for name, sql in asked.items()})
    ids = {one for side in both for row in side["estimates"].values() for one in split_ids(row["claim_ids"])}
    keys = [f"SELECT claim_id FROM ({of(_FIGURES)})" for of in (_earlier, _later)]
    ids |= set(ask(f"({keys[0]} EXCEPT {keys[1]}) UNION ({keys[1]} EXCEPT {keys[0]})")["claim_id"])
    named = ", ".join(map(literal, sorted(ids))) or "NULL"
    for side, of in zip(both, (_earlier, _later), strict=True):
        for name, sql in (("figures", _FIGURES), ("revisions", _REVISIONS)):
            side[name] = _by_key(name, ask(f"FROM ({of(sql)}) WHERE claim_id IN ({named}) ORDER BY claim_id"))
    n_before = ask(f"SELECT count(*) AS n FROM ({_earlier(_FIGURES)})").item()
    return Sides(**both[0]), Sides(**both[1]), int(n_before)


def _earlier(sql: str) -> str:
    return sql.replace(" marts.", " before.marts.")


def _later(sql: str) -> str:
    return sql


def _by_key(name: str, frame: pl.DataFrame) -> Rows:
    return {row[_KEYS[name]]: row for row in frame.to_dicts()}


def _documents(old: Rows, new: Rows) -> list[DocumentChange]:
    found = []
    for key in sorted(old.keys() | new.keys()):
        was, now = old.get(key), new.get(key)
        if was is None and now is not None:
            change, row, reason = "new", now, f"received; it is {now['status']}"
        elif now is None and was is not None:
            change, row, reason = "withdrawn", was, "retracted, or set aside by this version of the reader"
        elif was is not None and now is not None and was["status"] != now["status"]:
            change, row, reason = "changed", now, f"was {was['status']}, is {now['status']}"
        else:
            continue
        found.append(
            DocumentChange.model_validate(
                {
                    "change": change,
                    "document_id": key,
                    "name": row["name"],
                    "publisher": row["publisher"],
                    "reason": reason,
                }
            )
        )
    return found


def _figures(old: Sides, new: Sides, causes: Causes) -> list[FigureChange]:
    found = []
    for key in sorted(old.figures.keys() ^ new.figures.keys()):
        row, is_new = (new.figures[key], True) if key in new.figures else (old.figures[key], False)
        revised = new.revisions.get(key) if is_new else None
        has_new_edition = new.documents.get(row["document_id"], {}).get("status") == "superseded"
        gone = "superseded" if has_new_edition else "withdrawn"
        change = gone if not is_new else "revised" if revised else "new"
        cause, reason = causes.of_figure(row, is_new)
        fields = {
            name: row[name]
            for name in ("claim_id", "publisher", "market", "metric", "part", "area", "time_period", "value_as_printed")
        }
        found.append(
            FigureChange.model_validate(
                fields
                | {
                    "change": change,
                    "previous_as_printed": revised["previous_as_printed"] if revised else None,
                    "change_pct": revised["change_pct"] if revised else None,
                    "cause": cause,
                    "reason": reason,
                }
            )
        )
    return found


def _estimates(old: Rows, new: Rows, causes: Causes) -> list[EstimateChange]:
    found = []
    for key in sorted(old.keys() | new.keys()):
        was, now = old.get(key), new.get(key)
        row = now or was
        if row is None or (was is not None and now is not None and _value(was) == _value(now)):
            continue
        move = _move(was, now)
        is_rate = row["unit_measure"] in _RATES
        change = "new" if was is None else "withdrawn" if now is None else "moved" if move else "judged otherwise"
        cause, reason = causes.of_estimate(was, now)
        fields = {
            name: row[name]
            for name in ("estimate_id", "market_id", "market", "metric", "unit_measure", "part", "area", "time_period")
        }
        found.append(
            EstimateChange.model_validate(
                fields
                | {
                    "change": change,
                    "before": None if was is None else _value(was),
                    "after": None if now is None else _value(now),
                    "move_pct": None if is_rate else move,
                    "move_points": _points(was, now) if is_rate else None,
                    "cause": cause,
                    "reason": reason,
                }
            )
        )
    found.sort(key=lambda one: (-abs(one.move_pct or one.move_points or 0.0), one.market, one.estimate_id))
    return found


def _value(row: Mapping[str, Any]) -> Value:
    return Value(estimate=row["estimate"], low=row["low"], high=row["high"], verdict=row["verdict"])


def _move(was: Mapping[str, Any] | None, now: Mapping[str, Any] | None) -> float | None:
    if was is None or now is None or was["estimate"] is None or now["estimate"] is None or was["estimate"] == 0:
        return None
    return float(f"{100 * (now['estimate'] / was['estimate'] - 1):.6g}")


def _points(was: Mapping[str, Any] | None, now: Mapping[str, Any] | None) -> float | None:
    if was is None or now is None or was["estimate"] is None or now["estimate"] is None:
        return None
    return float(f"{now['estimate'] - was['estimate']:.6g}")


def _conflicts(old: Rows, new: Rows) -> list[ConflictChange]:
    found = []
    for key in sorted(old.keys() | new.keys()):
        was, now = old.get(key), new.get(key)
        if was is not None and now is not None and was["verdict"] == now["verdict"]:
            continue
        row = now or was or {}
        change = "new" if was is None else "gone" if now is None else "judged otherwise"
        found.append(
            ConflictChange.model_validate(
                {
                    "change": change,
                    "conflict_id": key,
                    "market": row["market"],
                    "before": None if was is None else was["verdict"],
                    "after": None if now is None else now["verdict"],
                    "explanation": row["explanation"],
                }
            )
        )
    return found
