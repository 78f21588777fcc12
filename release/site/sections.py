"""The sections of a market page besides its series, each with its most important rows if it is long.

Belongs here: which rows those are. How a section is made of rows: `parts.py`; how much is drawn: `shown.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from release.reading.claim_evidence import STATEMENTS
from release.site.addresses import Addresses
from release.site.parts import (
    LATEST_FIRST,
    areas_of,
    divisions,
    growth,
    latest_first,
    players,
    revision_groups,
    timeline_of,
    tornado,
)
from release.site.rows import Row, Rows
from release.site.scopes import Scopes
from release.site.shown import AS_THEY_STAND, CHARTS, Where, equal, shown


def sections_of(rows: Rows, market_id: str, at: Addresses) -> dict[str, Any]:
    """What the sections of a market page draw, by their names in `market_sections.html`.

    Args:
        rows: the marts.
        market_id: whose page it is.
        at: the addresses of claims and statements.
    """

    def of(mart: str) -> list[Row]:
        return rows.by(mart, "market_id").get(market_id, [])

    def where(mart: str) -> Where:
        return Where(mart, equal("market_id", market_id))

    audit, revisions = of("growth_audit"), of("revisions")
    drivers = shown(of("drivers"), where("drivers"), "largest impacts first", rank=_by_impact)
    return {
        "documents": shown(of("documents"), where("documents"), LATEST_FIRST, rank=latest_first),
        "growth": shown(
            growth(audit, at, areas_of(rows, audit)),
            where("growth_audit"),
            "rates that contradict their publisher’s figures first",
            rank=_by_mismatch,
            most=CHARTS,
        ),
        "divisions": shown(
            divisions(of("segment_shares"), at),
            where("segment_shares"),
            "complete divisions first, then by the stated share",
            rank=lambda one: (not one["is_complete"], -one["total"]),
            most=CHARTS,
        ),
        "segments": shown(of("segments"), where("segments"), AS_THEY_STAND),
        "drivers": drivers,
        "tornado": tornado(drivers.rows, at),
        "players": shown(
            players(of("companies")),
            where("companies"),
            "most mentions first",
            rank=lambda one: (one["status"] == "quarantined", -one["mentions"], one["company"] or ""),
        ),
        **timeline_of(of("events"), market_id, at),
        "revisions": shown(
            revision_groups(revisions, at, areas_of(rows, revisions)),
            where("revisions"),
            "largest changes first",
            rank=_by_change,
            most=CHARTS,
        ),
        **{name: _statements(of(mart), where(mart), STATEMENTS[mart].key, at) for name, mart in _STATEMENTS.items()},
        "bridges": shown(of("bridges"), where("bridges"), AS_THEY_STAND),
    }


_STATEMENTS = {
    "definitions": "definitions",
    "rankings": "rankings",
    "technical": "technical_claims",
}  # name in the template, mart


_HEADINGS = (  # anchor, title, names of the lists that stand under it
    ("scopes", "Other scopes", ("scopes",)),
    ("conflicts", "Conflicts and comparisons", ("conflicts",)),
    ("bridges", "Bridges between scopes", ("bridges",)),
    ("growth", "Growth audit", ("growth",)),
    ("segments", "Shares", ("divisions",)),
    ("tree", "Segments as named", ("segments",)),
    ("drivers", "Drivers and restraints", ("drivers",)),
    ("revisions", "Revisions", ("revisions",)),
    ("events", "Events", ("events",)),
    ("companies", "Companies", ("players",)),
    ("statements", "Definitions, rankings, technical claims", tuple(_STATEMENTS)),
    ("sources", "Sources", ("documents",)),
)


def contents_of(sections: Mapping[str, Any], n_series: int) -> list[tuple[str, str, int]]:
    """The sections that a market page has, as anchor, title and number of entries.

    Args:
        sections: what `sections_of` gives, with `scopes` and `conflicts`.
        n_series: how many series of figures the market has.
    """
    found = [("figures", "Figures", n_series)]
    for anchor, title, names in _HEADINGS:
        n_entries = sum(_entries(sections[name]) for name in names)
        if n_entries:
            found.append((anchor, title, n_entries))
    return [*found, ("files", "Files of the release", 0)]


def _entries(section: Any) -> int:
    if section is None:
        return 0
    if isinstance(section, Scopes):
        return len(section.chart["panels"])
    return int(section.of)


def _statements(rows: list[Row], where: Where, key: str, at: Addresses) -> Any:
    return shown([{**row, "href": at.statements.get(row[key])} for row in rows], where, AS_THEY_STAND)


def _by_impact(driver: Row) -> tuple[object, ...]:
    impact = driver["impact"]
    return (impact is None, 0 if impact is None else -abs(impact), driver["driver_id"])


def _by_mismatch(entry: Row) -> tuple[object, ...]:
    best = entry["best"]
    return (best["finding"] in ("consistent", "rounding"), -abs(best["delta_pp"] or 0), entry["claim_id"])


def _by_change(group: Row) -> object:
    return -max((abs(row["change_pct"] or 0) for row in group["rows"]), default=0)
