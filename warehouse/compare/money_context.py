"""Money and margins beside related markets: per one thing against per another, capital raised, what one alone states.

Belongs here: rows scale, funding_against_market and single_source. None is a conflict; other context stands in `market_context.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import polars as pl

from warehouse.align.aligned_figures import Aligned
from warehouse.bridge.market_relations import MarketRelations, related_pairs
from warehouse.step import Frames
from warehouse.values.conflict_records import Conflict, Party, comparison
from warehouse.values.keys import BASE_CURRENCY
from warehouse.values.rounding_bands import EXACT
from warehouse.values.wording import amount, listed, times

_ONE_SOURCE = ("margin", "price", "volume")


def money_rows(
    frames: Frames,
    sizes: Sequence[Aligned],
    relations: MarketRelations,
    names: Mapping[str, str],
    market_names: Mapping[str, str],
) -> Iterator[Conflict]:
    """Money that stands beside related markets and is not compared.

    Args:
        frames: core.claims, evidence, observations, events.
        sizes: aligned sizes of whole markets in the world.
        relations: how markets lie to each other.
        names: publisher_id → name.
        market_names: market_id → name.

    Yields:
        scale, funding_against_market, single_source.
    """
    observations, claims = frames["core.observations"], frames["core.claims"]
    yield from _scale(observations, claims, relations, names)
    yield from _funding(frames["core.events"], claims, frames["core.evidence"], sizes, relations, names, market_names)
    yield from _single(observations, claims, relations, names)


def _printed(claims: pl.DataFrame) -> pl.DataFrame:
    """What a figure takes from its claim; a figure that a person has put right is no range any more."""
    upper = pl.when(pl.col("status") != "overridden").then(pl.col("obs_value_high")).alias("printed_high")
    return claims.select("claim_id", "unit_per", "value_as_printed", upper)


def _upper_end(row: Mapping[str, Any]) -> Decimal | None:
    """The upper end of a printed range in the observation's unit, converted at the rate of its lower end."""
    high: Decimal | None = row["printed_high"]
    return None if high is None else EXACT.multiply(high, row["usd_per_unit"] or Decimal(1))


def _scale(
    observations: pl.DataFrame, claims: pl.DataFrame, relations: MarketRelations, names: Mapping[str, str]
) -> Iterator[Conflict]:
    """Money per one thing against money per another: a ratio for plausibility, no verdict."""
    usable = (
        observations.filter(
            pl.col("excluded").is_null() | pl.col("excluded").is_in(["metric_not_estimated", "no_year"]),
            pl.col("unit_measure") == BASE_CURRENCY,
            pl.col("obs_value") > 0,  # so that a ratio means something
            pl.col("market_id").is_not_null(),
            pl.col("publisher_id").is_not_null(),
        )
        .join(_printed(claims), on="claim_id")
        .filter(pl.col("unit_per").is_not_null())
        .sort("claim_id")
    )
    by_market: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in usable.iter_rows(named=True):
        by_market[row["market_id"]].append(row)
    for market, other in related_pairs(by_market, relations):
        for one in by_market[market]:
            for two in by_market[other]:
                per = (one["unit_per"].casefold(), two["unit_per"].casefold())
                if one["publisher_id"] == two["publisher_id"] or per[0] == per[1]:
                    continue
                small, large = sorted((one, two), key=lambda row: (row["obs_value"], row["claim_id"]))
                low, high = EXACT.divide(large["obs_value"], small["obs_value"]), _upper_end(large)
                span = times(low) + (f" to {times(EXACT.divide(high, small['obs_value']))}" if high else "")
                sides = [
                    (
                        row["market_id"],
                        Party(
                            row["obs_value"], (names[row["publisher_id"]],), (row["claim_id"],), row["value_as_printed"]
                        ),
                        (),
                    )
                    for row in (small, large)
                ]
                yield comparison(
                    "scale",
                    "not_comparable",
                    sides[0],
                    sides[1],
                    "price",
                    BASE_CURRENCY,
                    f"{names[large['publisher_id']]} {large['value_as_printed']} per {large['unit_per']} is {span} the "
                    f"{small['value_as_printed']} per {small['unit_per']} of {names[small['publisher_id']]}: different "
                    "things, for plausibility only",
                )


def _funding(
    events: pl.DataFrame,
    claims: pl.DataFrame,
    evidence: pl.DataFrame,
    sizes: Sequence[Aligned],
    relations: MarketRelations,
    names: Mapping[str, str],
    market_names: Mapping[str, str],
) -> Iterator[Conflict]:
    """Capital raised that exceeds the size of the market or of a related one: no error, capital is not yearly sales."""
    first: dict[str, Aligned] = {}
    for figure in sorted(sizes, key=lambda one: (one.place.year or 0, one.claim_ids)):
        if not figure.is_derived:
            first.setdefault(figure.place.market_id or "", figure)
    money = claims.filter(pl.col("metric") == "other_numeric", pl.col("unit_measure") == BASE_CURRENCY)
    told: defaultdict[tuple[str, Decimal], list[tuple[str, int | None]]] = defaultdict(list)
    for claim_id, document_id, value, start in (
        money.join(evidence.select("claim_id", "char_start"), on="claim_id", how="left")
        .select("claim_id", "document_id", "obs_value", "char_start")
        .sort("claim_id", "char_start")
        .iter_rows()
    ):
        told[document_id, value].append((claim_id, start))
    raised = events.filter(
        pl.col("event_type") == "funding",
        pl.col("amount_unit") == BASE_CURRENCY,
        pl.col("amount").is_not_null(),
        pl.col("market_id").is_not_null(),
        pl.col("publisher_id").is_not_null(),
    )
    for row in raised.sort("event_id").iter_rows(named=True):
        own = _nearest(told[row["document_id"], row["amount"]], row["char_start"], row["char_end"])
        near = [row["market_id"], *sorted(relations.get(row["market_id"], {}))]
        for figure in (first[market] for market in near if own and market in first):
            if figure.value < row["amount"]:
                party = Party(
                    row["amount"], (names[row["publisher_id"]],), (own or "",), amount(row["amount"], BASE_CURRENCY)
                )
                yield comparison(
                    "funding_against_market",
                    "not_comparable",
                    (figure.place.market_id, figure.party, ()),
                    (row["market_id"], party, (row["event_id"],)),
                    "market_size",
                    BASE_CURRENCY,
                    f"{party.words} of capital ({row['event_date'] or 'no date'}, {names[row['publisher_id']]}) against a "
                    f"market of {figure.words} in {figure.place.year} ({market_names[figure.place.market_id or '']}, "
                    f"{listed(figure.publishers)}): context, not an error; capital is no yearly value of a market",
                    year=figure.place.year,
                )


def _nearest(mentions: Sequence[tuple[str, int | None]], start: int, end: int) -> str | None:
    """The claim of an amount that is stated within an event's words, else nearest to them: two deals may be of one size."""

    def gap(mention: tuple[str, int | None]) -> tuple[bool, int, str]:
        claim_id, at = mention
        return (at is None, 0 if at is None else max(start - at, at - end, 0), claim_id)

    return min(mentions, key=gap)[0] if mentions else None


def _single(
    observations: pl.DataFrame, claims: pl.DataFrame, relations: MarketRelations, names: Mapping[str, str]
) -> Iterator[Conflict]:
    """Margins, prices and counts that one publisher alone states, in a market that has related ones."""
    usable = (
        observations.filter(
            pl.col("metric").is_in(_ONE_SOURCE),
            pl.col("excluded").is_null() | pl.col("excluded").is_in(["no_year"]),
            pl.col("market_id").is_not_null(),
            pl.col("publisher_id").is_not_null(),
            pl.col("unit_measure").is_not_null(),
        )
        .join(_printed(claims), on="claim_id")
        .sort("claim_id")
    )
    by_metric: defaultdict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
    for row in usable.iter_rows(named=True):
        by_metric[row["market_id"], row["metric"]].append(row)
    for (market, metric), stated in sorted(by_metric.items()):
        near = relations.get(market, {})
        around = [one for other in near for one in by_metric.get((other, metric), ())]
        if not near or len({one["publisher_id"] for one in (*stated, *around)}) > 1:
            continue
        for one in stated:
            row = dict(one)
            low, high = row["obs_value"], _upper_end(row) or row["obs_value"]
            who = (names[row["publisher_id"]],)
            sides = [Party(value, who, (row["claim_id"],), row["value_as_printed"]) for value in (low, high)]
            yield comparison(
                "single_source", "single_source", (market, sides[0], ()), (market, sides[1], ()), metric,
                row["unit_measure"],
                f"{metric} {row['value_as_printed']} is stated by {who[0]} alone, on this market and on related ones",
                year=row["year"], segment=row["segment_key"],
            )  # fmt: skip
