"""Stated figures against the bounds of another publisher's total and shares for the same scope.

Belongs here: verdicts on bridges. How a bridge is made is in `bridges.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import polars as pl

from warehouse.align.aligned_figures import Aligned
from warehouse.compare.scope_conflicts import agreed_basis
from warehouse.observe.value_bases import Bases, DefinedScope
from warehouse.policy import Distance
from warehouse.values.conflict_records import Conflict, Grounds, Party, Place, Severity, in_order
from warehouse.values.distances import Verdict, apart, compared
from warehouse.values.rounding_bands import EXACT, Band
from warehouse.values.wording import amount, listed, plain


def bridge_conflicts(
    bridges: pl.DataFrame,
    figures: Sequence[Aligned],
    bases: Bases,
    defined: Mapping[str, DefinedScope],
    market_names: Mapping[str, str],
    distance: Distance,
) -> Iterator[Conflict]:
    """Holds every figure of a bridged scope against the bridge.

    Where the part is the other market, each figure of that market is a row: within the bounds it is compatible (of one
    share alone: by the distance from the exact value), outside them it is a conflict. Where the part lies inside the
    other market or holds it, only a figure that is too small or too large is a row. A conflict is proven where both
    texts tell the same value basis, names tell the scopes, both values are stated for that year and no share is
    carried; else it is likely, and what must hold for it is named.

    Args:
        bridges: core.bridges.
        figures: aligned figures.
        bases: value bases.
        defined: definitions by market.
        market_names: market_id → name.
        distance: how far sizes lie apart.

    Yields:
        bridge (the scopes are the same) and bridge_inclusion (one holds the other) conflicts.
    """
    places: defaultdict[Place, list[Aligned]] = defaultdict(list)
    for figure in figures:
        places[figure.place].append(figure)
    for row in bridges.sort("bridge_id").iter_rows(named=True):
        for figure in places.get(_target(row), ()):
            if figure.cluster_id != row["cluster_id"] or row["other_market_id"] is not None:
                yield from _held(row, figure, bases, defined, market_names, distance)


def _target(row: Mapping[str, Any]) -> Place:
    """Where figures lie that a bridge speaks of: the other market, or the part of its own market."""
    is_part = row["other_market_id"] is None
    segment = row["segment_keys"][0] if is_part and row["segment_keys"] else None
    market = row["market_id"] if is_part else row["other_market_id"]
    return Place(market, segment, row["ref_area"], row["metric"], row["unit_measure"], row["year"], row["value_basis"], row["price_basis"])  # fmt: skip


def _held(
    row: Mapping[str, Any],
    figure: Aligned,
    bases: Bases,
    defined: Mapping[str, DefinedScope],
    market_names: Mapping[str, str],
    distance: Distance,
) -> Iterator[Conflict]:
    lies = row["lies"] or "same"
    open_to = Band(row["value_floor"], row["value_ceiling"], is_explicit=True)
    is_below = figure.band.high is not None and figure.band.high < row["value_floor"] and lies != "contains"
    is_above = figure.band.low is not None and figure.band.low > row["value_ceiling"] and lies != "inside"
    is_exact = row["method"] == "share"
    if lies != "same" and not (is_below or is_above):
        return
    bound = row["value_low"] if is_below else row["value_high"]
    if not (is_below or is_above) or (lies == "same" and is_exact):
        near = compared(figure.value, figure.band, row["value_point"], open_to, distance) if is_exact else "compatible"
        verdict, basis = near, ""
    else:
        verdict, basis = "conflict_likely", ""
    is_violation = verdict == "conflict_likely"
    needs: list[str] = [row["assumptions"]] if row["assumptions"] else []
    if is_violation:
        basis_of_part = bases.of(row["market_id"], row["document_ids"])
        allowed, basis = agreed_basis(basis_of_part, bases.of(figure.place.market_id, figure.document_ids))
        verdict = allowed
        needs += [] if allowed != "conflict_likely" else [basis]
        needs += _weaknesses(row, figure)
        if allowed == "conflict_proven" and (needs or (lies == "same" and is_exact)):
            verdict = "conflict_likely"
    point = Party(
        row["value_point"] if lies == "same" else bound,
        tuple(row["publishers"].split("|")),
        tuple(row["claim_ids"]),
        row["formula"],
    )
    a, b = in_order(figure.party, point)
    ids = defined[row["market_id"]].definition_ids if row["market_id"] in defined else ()
    of_part = tuple(one for one in row["definition_ids"] if one in ids)
    of_other = tuple(one for one in row["definition_ids"] if one not in ids)
    yield Conflict(
        kind="bridge",
        rule="bridge" if lies == "same" else "bridge_inclusion",
        verdict=verdict,
        severity=_severity(verdict, figure.value, bound, distance),
        place=figure.place if a is not point else _source_place(row),
        a=a,
        b=b,
        explanation=_words(row, figure, market_names, bound, is_below, is_above, needs, basis, verdict),
        other_market_id=_other(row, figure, a is not point),
        grounds=Grounds(
            bridge_id=row["bridge_id"],
            bound_low=None if lies == "contains" else row["value_low"],
            bound_high=None if lies == "inside" else row["value_high"],
            assumptions="; ".join(needs) or None,
            statement_ids_a=of_part if a is point else of_other,
            statement_ids_b=of_other if a is point else of_part,
        ),
    )


def _source_place(row: Mapping[str, Any]) -> Place:
    segment = row["segment_keys"][0] if row["other_market_id"] is None and row["segment_keys"] else None
    return Place(row["market_id"], segment, row["ref_area"], row["metric"], row["unit_measure"], row["year"], row["value_basis"], row["price_basis"])  # fmt: skip


def _other(row: Mapping[str, Any], figure: Aligned, figure_is_first: bool) -> str | None:
    if row["other_market_id"] is None:
        return None
    return str(row["market_id"]) if figure_is_first else figure.place.market_id


def _weaknesses(row: Mapping[str, Any], figure: Aligned) -> Iterator[str]:
    if row["whole_status"] != "stated" or figure.status != "stated":
        yield "each figure is what its publisher would state for this year"
    if row["definition_ids"]:
        yield "the definition tells the whole scope"


def _severity(verdict: Verdict, value: Decimal, bound: Decimal, distance: Distance) -> Severity:
    if not verdict.startswith("conflict"):
        return "low"
    far = apart(value, bound, distance)
    return "high" if verdict == "conflict_proven" or far is None or far > distance.severe else "medium"


def _words(
    row: Mapping[str, Any],
    figure: Aligned,
    market_names: Mapping[str, str],
    bound: Decimal,
    is_below: bool,
    is_above: bool,
    needs: Sequence[str],
    basis: str,
    verdict: Verdict,
) -> str:
    unit = row["unit_measure"]
    lies = row["lies"] or "same"
    how = {
        "same": "which is this scope" if row["other_market_id"] is None else "which is that scope",
        "inside": "which lies inside that scope",
        "contains": "which holds that scope",
    }[lies]
    words = (
        f"{listed(figure.publishers)} {figure.words} for {market_names[figure.place.market_id or '']} in {row['year']} "
        f"against the {row['segments']} part of {market_names[row['market_id']]} by "
        f"{listed(row['publishers'].split('|'))}, {how} ({row['lies_reason'] or 'the same segment or area'}): "
        f"{row['formula']}"
    )
    if is_below or is_above:
        gap = abs(figure.value - bound)
        share = plain(EXACT.divide(gap * 100, bound).quantize(Decimal("0.1"))) if bound else "all"
        side = (
            ("below the lower bound" if is_below else "above the upper bound")
            if lies != "same" or row["method"] != "share"
            else ("below" if is_below else "above")
        )
        words += f"; the figure lies {amount(gap, unit)} ({share} %) {side} {amount(bound, unit)}"
        words += ", whatever the overlap of the shares" if row["method"] == "frechet" else ""
    else:
        words += "; the figure lies within the bounds" if row["method"] == "frechet" else "; the two meet"
    ratio = EXACT.divide(figure.value, row["value_point"])
    words += f"; {plain(ratio)} times the value under independence" if row["method"] == "frechet" else ""
    if verdict in ("conflict_proven", "not_comparable"):
        return f"{words}; {basis}"
    return f"{words}; this holds if {' and '.join(needs)}" if needs else words
