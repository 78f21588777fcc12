"""The sections of a market page besides its series: shares, drivers, growth, events, revisions, companies, sources.

Belongs here: picking and ordering the rows, and the marks that charts draw of them. Nothing is summed that its publisher
has not summed, except shares of one division, whose rest is named as not stated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from types import MappingProxyType
from typing import Any

from release.reading.figure_words import as_decimal, figure, number
from release.reading.row_words import words
from release.site.addresses import Addresses
from release.site.rows import Row, Rows, grouped
from release.site.shown import Where, equal, shown
from sources.grammar.areas import WORLD

HUNDRED = Decimal(100)
LATEST_FIRST = "latest first"


def divisions(shares: Iterable[Row], at: Addresses) -> list[dict[str, Any]]:
    """Shares of a market by publisher, division and year.

    A division whose name is not stated may be any number of divisions: each of its shares stands alone, with its own rest.
    So does a second share of a part that has one already: a part is never added twice.

    Returns:
        One entry per division: its rows, `rest` (percent that is not stated, or None where shares overlap or exceed the
        whole), and whether the publisher's shares are complete.
    """
    by_division: dict[tuple[Any, ...], list[Row]] = {}
    seen: set[tuple[Any, ...]] = set()
    for row in shares:
        key = (row["publisher"] or "", row["document_id"], row["share_of"], row["dimension"], row["time_period_year"])
        part = (*key, row["segment"], row["area"])
        is_alone = part in seen or (row["dimension"] is None and row["share_of"] == "segment")
        seen.add(part)
        alone = row["claim_id"] if is_alone else None
        by_division.setdefault((*key, alone), []).append(row)
    found = []
    for rows in by_division.values():
        rows.sort(key=lambda row: (-row["obs_value"], row["segment"] or row["area"] or "", row["claim_id"]))
        total = sum((row["obs_value"] for row in rows), Decimal(0))
        first = rows[0]
        found.append(
            {
                "publisher_id": first["publisher_id"],
                "publisher": first["publisher"],
                "dimension": first["dimension"],
                "share_of": first["share_of"],
                "year": str(first["time_period"] or first["time_period_inferred"] or ""),
                "is_complete": bool(first["is_complete"]),
                "rows": [
                    {**row, "name": row["segment"] or row["area"] or "–", "href": at.claims.get(row["claim_id"])}
                    for row in rows
                ],
                "total": total,
                "rest": max(HUNDRED - total, Decimal(0)) if total <= HUNDRED else None,
            }
        )
    for one in found:
        marks = [{"n": row["name"], "v": float(row["obs_value"])} for row in one["rows"]]
        one["chart"] = {"shares": marks, "rest": float(one["rest"] or 0), "complete": one["is_complete"]}
    found.sort(key=lambda one: (one["publisher"] or "", one["dimension"] or "~", one["year"], -one["total"]))
    return found


def tornado(drivers: Sequence[Row], at: Addresses) -> dict[str, Any] | None:
    """Drivers and restraints with a stated impact, largest first, and those without one; None where there are none."""
    if not drivers:
        return None
    stated = sorted(
        (row for row in drivers if row["impact"] is not None), key=lambda row: (-row["impact"], row["driver_id"])
    )
    placed = [
        {**row, "href": at.statements.get(row["driver_id"]) or at.claims.get(row["claim_id"] or "")} for row in stated
    ]
    others = [
        {**row, "href": at.statements.get(row["driver_id"])}
        for row in sorted(drivers, key=lambda row: (row["role"] or "", row["driver"], row["driver_id"]))
        if row["impact"] is None
    ]
    marks = [
        {
            "n": f"{row['driver']} ({row['publisher']})",
            "v": float(row["impact"]),
            "t": figure(row["impact"], row["unit_measure"]),
        }
        for row in placed
    ]
    caveats = sorted({row["caveat"] for row in drivers if row["caveat"]})
    return {"stated": placed, "others": others, "chart": marks, "caveats": caveats}


def areas_of(rows: Rows, own: Iterable[Row]) -> dict[str, str]:
    """The names of the areas of claims, by claim_id: audit and revisions have their codes only."""
    found = rows.by("claims", "claim_id", "claim_id", "geography").known({row["claim_id"]: None for row in own})
    return {claim_id: claims[0]["geography"] or WORLD.name for claim_id, claims in found.items()}


def growth(audit: Sequence[Row], at: Addresses, areas: Mapping[str, str]) -> list[dict[str, Any]]:
    """Stated growth rates with every recomputation, one entry per claim.

    Args:
        audit: rows of marts.growth_audit.
        at: addresses of the claims.
        areas: of `areas_of`.
    """
    found = []
    for claim_id, rows in grouped(audit, "claim_id").items():
        rows.sort(key=lambda row: row["convention"])
        best = next((row for row in rows if row["is_best"]), rows[0])
        recomputed = [row for row in rows if row["recomputed_pct"] is not None]
        marks = {
            "stated": [float(best[f"stated{end}_pct"]) for end in ("_low", "", "_high")],
            "points": [
                {
                    "n": words(row["convention"]),
                    "lo": float(row["recomputed_low_pct"]),
                    "v": float(row["recomputed_pct"]),
                    "hi": float(row["recomputed_high_pct"]),
                    "ok": bool(row["is_consistent"]),
                }
                for row in recomputed
                if row["recomputed_low_pct"] is not None and row["recomputed_high_pct"] is not None
            ],
        }
        found.append(
            {
                "claim_id": claim_id,
                "best": best,
                "rows": rows,
                "chart": marks,
                "href": at.claims.get(claim_id),
                "area": areas.get(claim_id, best["ref_area"]),
            }
        )
    found.sort(key=lambda one: (one["best"]["publisher"] or "", one["best"]["segment"] or "", one["claim_id"]))
    return found


def revision_groups(
    revisions: Iterable[Row], at: Addresses, areas: Mapping[str, str] = MappingProxyType({})
) -> list[dict[str, Any]]:
    """What a publisher said of one year from edition to edition, where it said it more than once.

    A group holds the editions of one statement: figures that the marts join, or one figure in each of several documents of
    unknown order. Several figures of one document beside each other are no revision. The knowledge date is that of
    publication, else that of the text, else that of its figures; unknown stays unknown.

    Args:
        revisions: rows of marts.revisions.
        at: addresses of the claims.
        areas: of `areas_of`.
    """
    found: list[dict[str, Any]] = []
    for own in grouped(revisions, "publisher", "series_id", "time_period", "report_key").values():
        rows = _editions(own)
        if len(rows) < 2:
            continue
        rows.sort(key=lambda row: (row["edition"], row["claim_id"]))
        told = [
            {**row, "known": _known(row), "href": at.claims.get(row["claim_id"]), "change": change_words(row)}
            for row in rows
        ]
        marks = [
            {
                "d": row["known"],
                "e": row["edition"],
                "v": float(row["obs_value"]),
                "t": figure(row["obs_value"], row["unit_measure"]),
            }
            for row in told
        ]
        found.append(
            {
                "first": told[0],
                "rows": told,
                "chart": {"unit": told[0]["unit_measure"], "points": marks},
                "area": areas.get(told[0]["claim_id"], told[0]["ref_area"]),
            }
        )
    return sorted(found, key=_of_revisions)


def _editions(own: Sequence[Row]) -> list[Row]:
    """The rows of one statement among those of a series, year and report."""
    earlier = {row["previous_claim_id"] for row in own} - {None}
    joined = [row for row in own if row["previous_claim_id"] is not None or row["claim_id"] in earlier]
    documents = {row["document_id"] for row in own}
    is_one_each = all(row["edition"] == 0 for row in own) and len(documents) == len(own)
    return list(own) if is_one_each else joined


def change_words(revision: Row) -> str:
    """How far a figure moved since the edition before: rates in points, everything else in percent; a dash for a first one.

    Args:
        revision: a row of marts.revisions.
    """
    before = revision["previous_obs_value"]
    if before is None:
        return "–"
    if revision["unit_measure"] in ("percent", "percentage points"):
        return f"{_signed(revision['obs_value'] - before)} pp"
    return "–" if revision["change_pct"] is None else f"{_signed(as_decimal(revision['change_pct']))}\u202f%"


def _signed(value: Decimal) -> str:
    return ("+" if value > 0 else "−" if value < 0 else "") + number(abs(value), 3)


def _of_revisions(group: dict[str, Any]) -> tuple[str, ...]:
    first = group["first"]
    return (first["market"] or "", first["publisher"] or "", first["time_period"] or "", first["claim_id"])


def _known(row: Row) -> str | None:
    day = row["published_on"] or row["text_date"] or row["data_as_of"]
    return None if day is None else str(day)


def timeline_of(events: Sequence[Row], market_id: str | None, at: Addresses) -> dict[str, Any]:
    """The timeline of a market, `t`, of its latest events where there are many, and which these are, `events`."""
    picked = shown(
        events,
        Where("events", equal("market_id", market_id)),
        "the latest; undated events only if there is room",
        rank=lambda row: (row["first_day"] is None, -_ordinal(row["first_day"]), row["event_id"]),
    )
    return {"t": timeline(picked.rows, at), "events": picked}


def latest_first(document: Row) -> tuple[object, ...]:
    """What documents are sorted by where not all of them are drawn: the day that they were published, else of their figures."""
    day = document["published_on"] or document["figure_date"]
    return (day is None, -_ordinal(day), document["document_id"])


def _ordinal(day: date | None) -> int:
    return 0 if day is None else day.toordinal()


def timeline(events: Iterable[Row], at: Addresses) -> dict[str, Any] | None:
    """Events by day, each with its relation to the day of its document's figures; None where there are none."""
    rows = sorted(
        ({**row, "href": at.statements.get(row["event_id"])} for row in events),
        key=lambda row: (str(row["first_day"] or "9999"), row["event_id"]),
    )
    if not rows:
        return None
    marks = [
        {
            "a": str(row["first_day"]),
            "b": str(row["last_day"] or row["first_day"]),
            "n": (row["headline"] or "")[:80],
            "after": row["relation_to_figures"] == "after",
        }
        for row in rows
        if row["first_day"] is not None
    ]
    lines = sorted({str(row["figure_date"]) for row in rows if row["figure_date"] is not None})
    return {"rows": rows, "chart": {"events": marks, "as_of": lines}}


def players(companies: Iterable[Row]) -> list[dict[str, Any]]:
    """Companies by name with every document that names them; those set aside keep their reason."""
    found = []
    for rows in grouped(companies, "company", "status").values():
        first = rows[0]
        found.append(
            {
                **first,
                "publishers": sorted({row["publisher"] or "" for row in rows}),
                "roles": sorted({row["role"] for row in rows if row["role"]}),
                "mentions": sum(row["n_mentions"] or 0 for row in rows),
            }
        )
    found.sort(key=lambda one: (one["status"] == "quarantined", (one["company"] or "").lower(), one["status"]))
    return found
