"""Sizes of a market and of the scopes around it, each in a small chart of its own on one scale: seen side by side, never
averaged.

Belongs here: which scopes are shown and their points. How scopes are related is the marts' matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from release.reading.figure_words import figure
from release.reading.row_words import split_ids
from release.site.addresses import Addresses
from release.site.rows import Row, Rows
from release.site.series import STATED_FIRST, by_year, stated_first
from release.site.shown import Shown, Where, equal, shown
from sources.grammar.areas import WORLD_CODE
from warehouse.schema.table import literal

AT_MOST = 9  # charts, the market's own among them
FIGURES = 300  # points of all charts together; of more, each chart has its share
_COLUMNS = (
    "vendor_figure_id", "publisher_id", "publisher", "time_period", "time_period_year", "obs_value", "unit_measure", "status",
    "claim_ids",
)  # fmt: skip
_WORLD_SIZES: dict[str, str | None] = {"metric": "market_size", "segment": None, "ref_area": WORLD_CODE}


@dataclass(frozen=True, slots=True)
class Scopes:
    """Small charts and the table of the same numbers.

    Attributes:
        rows: one a point, in the order of the charts: `relation`, `market_id`, `market` and a row of marts.vendor_figures
            with its `href`.
        chart: what `assets/charts.js` draws.
        n_left_out: related scopes with figures that have no chart.
    """

    rows: Shown[dict[str, Any]]
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
    own = rows.by("vendor_figures", "market_id", *_COLUMNS, **_WORLD_SIZES).get(market["market_id"], [])
    if not own:
        return None
    unit = Counter(row["unit_measure"] for row in sorted(own, key=by_year)).most_common(1)[0][0]
    sizes_of = rows.by("vendor_figures", "market_id", *_COLUMNS, **_WORLD_SIZES, unit_measure=unit)
    scopes = [("this scope", market["market_id"], market["market"])]
    scopes += [(relation, one, name) for relation, markets in related for one, name in markets if one in sizes_of]
    if len(scopes) == 1:
        return None
    drawn = scopes[:AT_MOST]
    all_sizes = sizes_of.many({market_id: None for _, market_id, _ in drawn})
    panels = [(*one, _sizes(all_sizes[one[1]], one[1], unit, FIGURES // len(drawn))) for one in drawn]
    return Scopes(
        rows=Shown(
            [
                {
                    **row,
                    "relation": relation,
                    "market": name,
                    "market_id": market_id,
                    "href": at.first(split_ids(row["claim_ids"])),
                }
                for relation, market_id, name, sizes in panels
                for row in sizes
            ],
            sum(sizes.of for *_, sizes in panels),
            STATED_FIRST,
            _where([market_id for _, market_id, _ in drawn], unit),
        ),
        chart={
            "unit": unit,
            "panels": [
                {"n": name, "r": relation, "points": [_point(row) for row in sizes]}
                for relation, _, name, sizes in panels
            ],
        },
        n_left_out=len(scopes) - len(drawn),
    )


def _sizes(found: list[Row], market_id: str, unit: str, most: int) -> Shown[Row]:
    where = _where([market_id], unit)
    return shown(sorted(found, key=by_year), where, STATED_FIRST, rank=stated_first, order=by_year, most=most)


def _where(market_ids: Sequence[str], unit: str) -> Where:
    of_the_world = [equal(column, value) for column, value in {**_WORLD_SIZES, "unit_measure": unit}.items()]
    among = f"market_id IN ({', '.join(map(literal, market_ids))})"
    return Where("vendor_figures", " AND ".join([*of_the_world, among]))


def _point(row: Row) -> dict[str, Any]:
    return {
        "x": row["time_period_year"],
        "y": float(row["obs_value"]),
        "s": row["status"],
        "t": f"{row['publisher'] or 'unknown publisher'}, {row['time_period']}: {figure(row['obs_value'], row['unit_measure'])}",
    }
