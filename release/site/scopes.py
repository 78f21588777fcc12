"""Sizes of a market and of the scopes around it, each in a small chart of its own on one scale: seen side by side, never
averaged.

Belongs here: which scopes are shown and their points. How scopes are related is the marts' matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from release.figures import figure
from release.site.addresses import Addresses
from release.site.rows import Row, Rows, ids
from sources.grammar.areas import WORLD_CODE

AT_MOST = 9  # charts, the market's own among them


@dataclass(frozen=True, slots=True)
class Scopes:
    """Small charts and the table of the same numbers.

    Attributes:
        rows: one a point, in the order of the charts: `relation`, `market_id`, `market` and a row of marts.vendor_figures
            with its `href`.
        chart: what `assets/charts.js` draws.
        n_left_out: related scopes with figures that have no chart.
    """

    rows: tuple[dict[str, Any], ...]
    chart: dict[str, Any]
    n_left_out: int


def scopes_of(
    market: Row, related: Sequence[tuple[str, Sequence[tuple[str, str]]]], rows: Rows, at: Addresses
) -> Scopes | None:
    """The world sizes of a market beside those of related ones, in the unit that most of its own are in.

    Args:
        market: a row of marts.markets.
        related: relation, and id and name of the markets that stand in it.
        rows: the marts.
        at: addresses of the claims.

    Returns:
        None where the market itself or every other scope has no such size.
    """
    own = _sizes(rows, market["market_id"])
    if not own:
        return None
    unit = Counter(row["unit_measure"] for row in own).most_common(1)[0][0]
    panels = [
        ("this scope", market["market_id"], market["market"], [row for row in own if row["unit_measure"] == unit])
    ]
    for relation, markets in related:
        for market_id, name in markets:
            sizes = [row for row in _sizes(rows, market_id) if row["unit_measure"] == unit]
            if sizes:
                panels.append((relation, market_id, name, sizes))
    if len(panels) == 1:
        return None
    shown = panels[:AT_MOST]
    return Scopes(
        rows=tuple(
            {
                **row,
                "relation": relation,
                "market": name,
                "market_id": market_id,
                "href": at.first(ids(row["claim_ids"])),
            }
            for relation, market_id, name, sizes in shown
            for row in sizes
        ),
        chart={
            "unit": unit,
            "panels": [
                {"n": name, "r": relation, "points": [_point(row) for row in sizes]}
                for relation, _, name, sizes in shown
            ],
        },
        n_left_out=len(panels) - len(shown),
    )


def _sizes(rows: Rows, market_id: str) -> list[Row]:
    found = rows.by("vendor_figures", "market_id", metric="market_size", segment=None, ref_area=WORLD_CODE)
    return sorted(
        found.get(market_id, []),
        key=lambda row: (row["time_period_year"], row["publisher"] or "", row["vendor_figure_id"]),
    )


def _point(row: Row) -> dict[str, Any]:
    return {
        "x": row["time_period_year"],
        "y": float(row["obs_value"]),
        "s": row["status"],
        "t": f"{row['publisher'] or 'unknown publisher'}, {row['time_period']}: {figure(row['obs_value'], row['unit_measure'])}",
    }
