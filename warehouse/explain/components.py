"""The step that decomposes the distance of every disagreement between two publishers.

Belongs here: gathering what each side rests on. The tables as lookups are in `claim_lookups.py`, effects in `effects.py`, sums
in `decomposition.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.explain.claim_lookups import OF_GROWTH, Known, Row, asked_by, known_of, looked_up
from warehouse.explain.decomposition import component_rows
from warehouse.explain.disagreement_sides import Conversion, Edition, Growth, Question, Side, Spanned
from warehouse.explain.effects import effects
from warehouse.resolve.markets.relation_pruning import incomparability_reason
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.keys import UNKNOWN_VALUE, inflation_of
from warehouse.values.rounding_bands import EXACT

DECOMPOSED = (
    "same_scope_ratio",
    "contested",
    "bounds_disjoint",
    "related_scope",
    "scope_inclusion",
    "bridge",
    "bridge_inclusion",
    "area_inclusion",
    "segment_inclusion",
)
_OF_A_SIDE = ("value", "publishers", "claim_ids", "market_id")
AT_ONCE = 50_000  # disagreements
_HUNDRED = Decimal(100)


def by_year(conflicts: pl.DataFrame, sides: pl.DataFrame) -> pl.DataFrame:
    """Lowest against highest side of every disagreement that is decomposed, in each of its years.

    Args:
        conflicts: core.conflicts.
        sides: core.conflict_sides.

    Returns:
        One row per conflict and year: the conflict's rule and place, and value, publishers, claims and market of either end.
    """
    place = ("conflict_id", "rule", "segment_key", "ref_area", "metric", "unit_measure")
    asked = conflicts.filter(pl.col("rule").is_in(DECOMPOSED)).select(place)
    ends = (
        sides.join(asked, on="conflict_id", how="semi")
        .sort("conflict_id", "year", "value", "side")
        .group_by("conflict_id", "year", maintain_order=True)
        .agg(
            *(pl.col(name).first().alias(f"{name}_a") for name in _OF_A_SIDE),
            *(pl.col(name).last().alias(f"{name}_b") for name in _OF_A_SIDE),
            pl.col("bridge_id").first(),
        )
    )
    a, b = pl.col("market_id_a"), pl.col("market_id_b")
    return ends.join(asked, on="conflict_id", maintain_order="left").with_columns(
        market_id=a, other_market_id=pl.when(b.ne_missing(a)).then(b)
    )


def decompose(conflicts: pl.DataFrame, known: Known) -> Iterator[dict[str, Any]]:
    """Components of disagreements between different publishers that have a log ratio.

    Args:
        conflicts: rows of `by_year`.
        known: what the sides rest on.

    Yields:
        Rows of core.conflict_components.
    """
    for row in conflicts.sort("conflict_id", "year").iter_rows(named=True):
        a, b = row["value_a"], row["value_b"]
        if row["publishers_a"] == row["publishers_b"] or a <= 0 or a == b:
            continue
        question = _question(row, known)
        claims = (row["claim_ids_a"], row["claim_ids_b"])
        names = {name: row[name] for name in ("conflict_id", "year", "publishers_a", "publishers_b")}
        yield from component_rows(names, a, b, effects(question), claims)


def components(conflicts: pl.DataFrame, frames: Frames) -> Frames:
    """The step's rows of some or all conflicts.

    Disagreements of one market and of markets near it rest on the same claims, so they are taken market by market, and what
    they look up is looked up for some of them at a time: all of it would take five kilobytes a claim.

    Args:
        conflicts: rows of `by_year`.
        frames: what `looked_up` leaves of the others.
    """
    asked = conflicts.sort("market_id", "conflict_id", "year")
    rows = (row for part in asked.iter_slices(AT_ONCE) for row in decompose(part, known_of(asked_by(part, frames))))
    return {"core.conflict_components": framed("core.conflict_components", rows)}


def _question(row: Row, known: Known) -> Question:
    bridge = known.bridge.get(row["bridge_id"] or "")
    bridge_is_a, bridge_is_b = (
        bridge is not None and list(bridge["claim_ids"]) == list(row[f"claim_ids_{side}"]) for side in ("a", "b")
    )
    bridge = bridge if bridge_is_a or bridge_is_b else None  # of three sides it may be the middle one
    a = _side(row, "a", row["market_id"], known, bridge if bridge_is_a else None)
    b = _side(row, "b", row["other_market_id"] or row["market_id"], known, bridge if bridge_is_b else None)
    point = Decimal(1) if bridge is None else bridge["value_point"]
    return Question(
        a=a,
        b=b,
        metric=row["metric"],
        unit=row["unit_measure"],
        year=row["year"],
        same_scope=row["rule"] in ("same_scope_ratio", "contested", "bounds_disjoint", "area_inclusion"),
        scope_reason=_reason(row, bridge, known),
        spanned=_spanned(row, known),
        inside_bridge=(
            (EXACT.divide(bridge["value_low"], point), EXACT.divide(bridge["value_high"], point))
            if bridge is not None and row["rule"] == "bridge"
            else None
        ),
        bridge_is_b=bridge_is_b,
        area_share=_part_share(row, known) if row["rule"] == "area_inclusion" and a.area == WORLD else None,
    )


def _reason(row: Row, bridge: Row | None, known: Known) -> str:
    if row["rule"] == "bridge_inclusion" and bridge is not None:
        return "one holds the other, and what it holds beyond that is not stated"
    if row["rule"] == "segment_inclusion":
        return "a segment and its market"
    market, other = row["market_id"], row["other_market_id"] or row["market_id"]
    return "one market" if market is None or market == other else incomparability_reason(market, other, known.reasons)


def _side(row: Row, side: str, market_id: str | None, known: Known, bridge: Row | None) -> Side:
    claim_ids = tuple(row[f"claim_ids_{side}"])
    value: Decimal = row[f"value_{side}"]
    seen = [known.seen[claim_id] for claim_id in claim_ids]
    main = [one for one in seen if one["metric"] == row["metric"]] or seen
    now = [one for one in main if one["year"] == row["year"]]
    used = [one for one in now if one["obs_value"] == value] or now or main
    names = tuple(row[f"publishers_{side}"].split("|"))
    documents = sorted({one["document_id"] for one in seen})
    dates = [known.dated.get(document_id) for document_id in documents]
    status = "derived" if not now else "stated" if any(not one["year_is_inferred"] for one in now) else "inferred"
    scale = Decimal(1) if bridge is None else EXACT.divide(value, bridge["whole_value"])
    return Side(
        names=names,
        value=value,
        claim_ids=claim_ids,
        status=status,
        currencies=tuple(sorted({one["printed_unit"] or "" for one in used})),
        conversion=None if bridge is not None else _conversion(used, known),
        growth=_growth(main, row["year"], known, scale) if status == "derived" else None,
        past=_past(main, known, scale) if len(names) == 1 else None,
        area=_area(row, value, main, known) if row["rule"] == "area_inclusion" else row["ref_area"],
        basis=_stated_basis(used) or known.bases.of(market_id, documents),
        dated=None if None in dates or not dates else max(one for one in dates if one is not None),
        editions=() if bridge is not None or len(used) != 1 else tuple(_editions(used[0]["claim_id"], known)),
    )


def _stated_basis(used: Sequence[Row]) -> str | None:
    """The level of the trade that the figure's own document states, where it is one."""
    bases = {one["value_basis"] for one in used}
    return str(bases.pop()) if len(bases) == 1 and not bases <= {None, UNKNOWN_VALUE} else None


def _area(row: Row, value: Decimal, main: Sequence[Row], known: Known) -> str:
    """The area of a side's figure: of its claims, or of the sum that countries were added up to."""
    areas = {one["ref_area"] for one in main}
    if len(areas) > 1:
        claims = {one["claim_id"] for one in main}
        sums = known.sums.get((row["market_id"], row["segment_key"], row["metric"], row["year"], value), ())
        areas = {area for area, members in sums if members <= claims}
    return str(areas.pop()) if len(areas) == 1 else row["ref_area"]


def _conversion(used: Sequence[Row], known: Known) -> Conversion | None:
    """The one conversion of a side; None where it needed none, or where its prints differ in currency or rate."""
    if not used or any(one["usd_per_unit"] is None for one in used):
        return None
    kinds = {(one["printed_unit"], one["usd_per_unit"]) for one in used}
    if len(kinds) != 1:
        return None
    first = min(used, key=lambda one: str(one["claim_id"]))
    printed_rate, claims = None, [one["claim_id"] for one in used]
    for other in known.by_series.get((first["document_id"], first["series_id"], first["year"]), ()):
        if printed_rate is None and other["printed_unit"] == "USD" and first["printed_value"] > 0:
            printed_rate = EXACT.divide(other["printed_value"], first["printed_value"])
            claims.append(other["claim_id"])
    words = f"{'mean of' if first['fx_rule'] == 'year_mean' else 'mean of the last complete year,'} {first['fx_year']}"
    return Conversion(first["printed_unit"], first["usd_per_unit"], words, printed_rate, tuple(sorted(claims)))


def _growth(main: Sequence[Row], year: int | None, known: Known, scale: Decimal) -> Growth | None:
    """The publisher's own growth over the year, from the first of the figures that the side stands on.

    A rate holds for each year that the figure is carried to. Of several the one of the shortest period counts, then of the latest.
    """
    points = [one for one in main if year is not None and one["year"] is not None and one["year"] < year]
    if year is None or not points or len({one["document_id"] for one in main}) != 1:
        return None
    start = min(points, key=lambda one: (one["year"], one["claim_id"]))
    rates = [
        rate
        for rate in known.growth.get(tuple(start[name] for name in OF_GROWTH), ())
        if rate["price_basis"] == inflation_of(start["price_basis"])
        and rate["period_end"] is not None
        and year <= rate["period_end"]
        and (rate["period_start"] is None or rate["period_start"] <= start["year"] + 1)
    ]
    if not rates:
        return None
    rate = min(
        rates, key=lambda one: (one["period_end"] - (one["period_start"] or 0), -one["period_end"], one["claim_id"])
    )
    claims = tuple(sorted({rate["claim_id"], start["claim_id"]}))
    return Growth(rate["obs_value"], start["year"], EXACT.multiply(start["obs_value"], scale), claims)


def _past(main: Sequence[Row], known: Known, scale: Decimal) -> Mapping[int, tuple[Decimal, tuple[str, ...]]] | None:
    series = {(one["document_id"], one["series_id"]) for one in main}
    if len(series) != 1:
        return None
    return {
        year: (EXACT.multiply(value, scale), claims)
        for year, (value, claims) in known.past.get(series.pop(), {}).items()
    }


def _editions(claim_id: str, known: Known) -> Iterator[Edition]:
    """The same figure in the editions before, the latest first; undated ones cannot be placed and end the walk."""
    row = known.earlier.get(claim_id)
    while row is not None and row["previous_claim_id"] is not None:
        row = known.earlier.get(row["previous_claim_id"])
        dated = None if row is None else known.dated.get(row["document_id"])
        if row is None or dated is None or row["obs_value"] <= 0:
            return
        yield Edition(row["obs_value"], dated, (row["claim_id"],))


def _spanned(row: Row, known: Known) -> Spanned | None:
    """A share of one side's market that makes it the other's: the bridge of one of the sides' own publishers."""
    if row["rule"] == "segment_inclusion":
        return _part_share(row, known)
    if row["rule"] not in ("related_scope", "scope_inclusion") or row["year"] is None:
        return None
    for wide_is_b, wide, narrow in (
        (True, row["other_market_id"], row["market_id"]),
        (False, row["market_id"], row["other_market_id"]),
    ):
        publishers = set(row["publishers_b" if wide_is_b else "publishers_a"].split("|"))
        for bridge in known.bridges.get((wide or "", narrow or "", row["year"]), ()):
            if bridge["lies"] == "same" and publishers & set(bridge["publishers"].split("|")):
                return _as_share(bridge, wide_is_b)
    return None


def _part_share(row: Row, known: Known) -> Spanned | None:
    """The stated share of a segment in its market, or of an area in the world, by either side."""
    publishers = set(row["publishers_a"].split("|")) | set(row["publishers_b"].split("|"))
    for bridge in known.bridges.get((row["market_id"] or "", "", row["year"] or 0), ()):
        is_part = list(bridge["segment_keys"]) == ([row["segment_key"]] if row["segment_key"] else [])
        if is_part and bridge["ref_area"] == row["ref_area"] and publishers & set(bridge["publishers"].split("|")):
            return _as_share(bridge, wide_is_b=False)
    return None


def _as_share(bridge: Row, wide_is_b: bool) -> Spanned:
    low, point, high = (
        EXACT.divide(bridge[f"share_{end}_pct"], _HUNDRED) for end in ("low", "point", "high")
    )  # fmt: skip
    words = f"bridged by {bridge['publishers'].replace('|', ', ')}: {bridge['segments']}, {bridge['formula']}"
    words += f"; if {bridge['assumptions']}" if bridge["assumptions"] else ""
    return Spanned(wide_is_b, point, low, high, tuple(bridge["claim_ids"]), words)


def _run(frames: Frames, context: BuildContext) -> Frames:
    del context  # no threshold: a component is computed or it is not
    return components(by_year(frames["core.conflicts"], frames["core.conflict_sides"]), looked_up(frames))


STEP = Step(
    name="conflict_components",
    reads=(
        "core.conflicts",
        "core.conflict_sides",
        "core.claims",
        "core.observations",
        "core.vendor_figures",
        "core.documents",
        "core.revisions",
        "core.bridges",
        "core.definitions",
        "core.markets",
        "core.market_relations",
    ),
    writes=("core.conflict_components",),
    run=_run,
)
