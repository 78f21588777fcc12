"""Technical figures of two publishers side by side, and against the reference where both speak of one product.

Belongs here: rows technical_across. No row is a conflict save where the reference contradicts one of two unequal
statements. What a technical figure is tested against stands in `warehouse/resolve`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import combinations
from typing import Any

import polars as pl

from warehouse.bridge.market_relations import MarketRelations
from warehouse.values.conflict_records import Conflict, Party, comparison
from warehouse.values.distances import Verdict
from warehouse.values.wording import plain

# Units of one quantity, in its smallest: figures of measures with such units stand beside each other.
_IN_WATTS = {"W": Decimal(1), "kW": Decimal(1_000), "MW": Decimal(1_000_000), "GW": Decimal(1_000_000_000)}


def technical_across(
    technical: pl.DataFrame, relations: MarketRelations, names: Mapping[str, str], at_most: int
) -> Iterator[Conflict]:
    """Technical figures of two publishers: of one product against the reference, of different things side by side.

    Args:
        technical: core.technical_claims.
        relations: how markets lie to each other.
        names: publisher_id → name.
        at_most: publishers of a market that are paired at most.

    Yields:
        technical_across rows.
    """
    usable = technical.filter(
        pl.col("status") == "stated", pl.col("market_id").is_not_null(), pl.col("publisher_id").is_not_null()
    ).sort("technical_id")
    by_market: defaultdict[str, defaultdict[str, list[Mapping[str, Any]]]] = defaultdict(lambda: defaultdict(list))
    for row in usable.iter_rows(named=True):
        by_market[row["market_id"]][row["publisher_id"]].append(row)
    for market in sorted(by_market):
        for other in sorted({market, *relations.get(market, {})} & by_market.keys()):
            if market <= other:
                for one, two in _sources(by_market[market], by_market[other], market == other, at_most):
                    yield from _of_one_product(by_market[market][one], by_market[other][two], names)
                    yield from _of_one_quantity(by_market[market][one], by_market[other][two], names)


def _sources(
    left: Collection[str], right: Collection[str], is_one_market: bool, at_most: int
) -> Iterator[tuple[str, str]]:
    """Pairs of different publishers, the first ones in alphabetical order where a market has many."""
    if is_one_market:
        yield from combinations(sorted(left)[:at_most], 2)
    else:
        yield from ((one, two) for one in sorted(left)[:at_most] for two in sorted(right)[:at_most] if one != two)


def _of_one_product(
    left: Sequence[Mapping[str, Any]], right: Sequence[Mapping[str, Any]], names: Mapping[str, str]
) -> Iterator[Conflict]:
    for one in left:
        for two in right:
            is_one_thing = one["product"] and one["product"] == two["product"] and one["measure"] == two["measure"]
            if not is_one_thing or one["unit_measure"] != two["unit_measure"]:
                continue
            verdicts = {one["verdict"], two["verdict"]}
            is_equal = one["obs_value"] == two["obs_value"]
            verdict: Verdict = "agree" if is_equal else "not_comparable"
            outcome = "equal" if is_equal else "no reference decides"
            if not is_equal and verdicts == {"consistent"}:
                verdict, outcome = "compatible", "both fit a reference, of different variants"
            elif not is_equal and verdicts == {"consistent", "contradicts"}:
                right_one = one if one["verdict"] == "consistent" else two
                wrong = two if right_one is one else one
                verdict = "conflict_proven"
                outcome = (
                    f"decided by reference: {right_one['reason']}; the figure of {names[wrong['publisher_id']]} is "
                    "kept and not used"
                )
            yield comparison(
                "technical_across",
                verdict,
                _technical_side([one], one, one["obs_value"], names),
                _technical_side([two], two, two["obs_value"], names),
                one["measure"],
                one["unit_measure"],
                f"{one['measure'].replace('_', ' ')} of {one['product']}: {_said(one, names)} against {_said(two, names)}: "
                f"{outcome}",
            )


def _of_one_quantity(
    left: Sequence[Mapping[str, Any]], right: Sequence[Mapping[str, Any]], names: Mapping[str, str]
) -> Iterator[Conflict]:
    """One row per quantity: the largest figure of either side, all of them told."""
    quantities = {_quantity(row)[0] for row in left} & {_quantity(row)[0] for row in right} - {None}
    for quantity in sorted(str(name) for name in quantities):
        own = [[row for row in rows if _quantity(row)[0] == quantity and row["claim_id"]] for rows in (left, right)]
        if not all(own):
            continue
        largest = [max(rows, key=lambda row: (_quantity(row)[1], row["technical_id"])) for rows in own]
        sides = [
            _technical_side(rows, most, _quantity(most)[1], names) for rows, most in zip(own, largest, strict=True)
        ]
        words = " against ".join("; ".join(dict.fromkeys(_said(row, names) for row in rows)) for rows in own)
        unit = "W" if quantity == "power" else "units"
        yield comparison(
            "technical_across", "not_comparable", sides[0], sides[1], quantity.replace(" ", "_"), unit,
            f"{quantity}: {words}: said of different things, each with its own basis; shown side by side, never ranked",
        )  # fmt: skip


def _quantity(row: Mapping[str, Any]) -> tuple[str | None, Decimal]:
    if row["unit_measure"] in _IN_WATTS:
        return "power", row["obs_value"] * _IN_WATTS[row["unit_measure"]]
    if row["measure"] == "unit_count":
        return "unit count", row["obs_value_high"] or row["obs_value"]
    return None, row["obs_value"]


def _technical_side(
    rows: Sequence[Mapping[str, Any]], most: Mapping[str, Any], value: Decimal, names: Mapping[str, str]
) -> tuple[str | None, Party, tuple[str, ...]]:
    claims = tuple(sorted({row["claim_id"] for row in rows if row["claim_id"]}))
    party = Party(value, (names[most["publisher_id"]],), claims, _said(most, names))
    return most["market_id"], party, tuple(sorted(row["technical_id"] for row in rows))


def _said(row: Mapping[str, Any], names: Mapping[str, str]) -> str:
    high = f" to {plain(row['obs_value_high'])}" if row["obs_value_high"] is not None else ""
    sign = "" if row["comparator"] == "=" else row["comparator"]
    of = row["product"] or row["subject"] or "no product named"
    basis = f", {row['basis']}" if row["basis"] else ""
    return f"{names[row['publisher_id']]} {sign}{plain(row['obs_value'])}{high} {row['unit_measure']} ({of}{basis})"
