"""Money for the comparison engine: per one thing against per another, and capital raised against a market's size.

Belongs here: statements for the rules scale and funding_against_market, and figures that one publisher alone states.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.align.aligned_figures import Aligned
from warehouse.compare.comparison_engine import Compared, Outcome, Row, Statement, attributed
from warehouse.values.conflict_records import Conflict, Party, comparison
from warehouse.values.keys import BASE_CURRENCY
from warehouse.values.rounding_bands import EXACT
from warehouse.values.wording import amount, listed, times

_ONE_SOURCE = ("margin", "price", "volume")


def world_sizes(compared: Compared) -> list[Aligned]:
    """Aligned sizes of whole markets in the world."""
    places = ((figure, figure.place) for figure in compared.figures)
    return [f for f, at in places if at.metric == "market_size" and at.segment_key is None and at.ref_area == WORLD]


def _with_print(compared: Compared, excluded: Sequence[str], *conditions: pl.Expr) -> pl.DataFrame:
    """Observations with what they take from their claims; a figure that a person has put right is no range any more."""
    counts = pl.col("excluded").is_null() | pl.col("excluded").is_in(list(excluded))
    upper = pl.when(pl.col("status") != "overridden").then(pl.col("obs_value_high")).alias("printed_high")
    printed = compared.frames["core.claims"].select("claim_id", "unit_per", "value_as_printed", upper)
    return (
        attributed(compared.frames["core.observations"], counts, *conditions)
        .join(printed, on="claim_id")
        .sort("claim_id")
    )


def _upper_end(row: Row) -> Decimal | None:
    """The upper end of a printed range in the observation's unit, converted at the rate of its lower end."""
    high: Decimal | None = row["printed_high"]
    return None if high is None else EXACT.multiply(high, row["usd_per_unit"] or Decimal(1))


def money_per_thing(compared: Compared) -> Iterator[Statement]:
    """Money per unit of something; above zero, so that a ratio means something."""
    rows = _with_print(
        compared,
        ("metric_not_estimated", "no_year"),
        pl.col("unit_measure") == BASE_CURRENCY,
        pl.col("obs_value") > 0,
    ).filter(pl.col("unit_per").is_not_null())
    for row in rows.iter_rows(named=True):
        who = (compared.names[row["publisher_id"]],)
        claims = (row["claim_id"],)
        yield Statement(row["market_id"], who, row["obs_value"], row["value_as_printed"], claims, detail=row)


def of_other_things(one: Statement, two: Statement, compared: Compared) -> Iterator[Outcome]:
    """Money per one thing against money per another: a ratio for plausibility, no verdict."""
    del compared
    if one.detail["unit_per"].casefold() == two.detail["unit_per"].casefold():
        return
    small, large = sorted((one, two), key=lambda side: (side.value, side.claim_ids))
    low, high = EXACT.divide(large.value, small.value), _upper_end(large.detail)
    words = {
        "large": f"{large.publishers[0]} {large.words} per {large.detail['unit_per']}",
        "span": times(low) + (f" to {times(EXACT.divide(high, small.value))}" if high else ""),
        "small": f"{small.words} per {small.detail['unit_per']} of {small.publishers[0]}",
    }
    yield Outcome(one, two, words)


def capital_raised(compared: Compared) -> Iterator[Statement]:
    """Amounts of funding events, each with the claim that states it."""
    money = compared.frames["core.claims"].filter(
        pl.col("metric") == "other_numeric",
        pl.col("unit_measure") == BASE_CURRENCY,
        pl.col("status") == "stated",
    )
    stated: defaultdict[tuple[str, Decimal], list[tuple[str, int | None]]] = defaultdict(list)
    for claim_id, document_id, value, start in (
        money.join(compared.frames["core.evidence"].select("claim_id", "char_start"), on="claim_id", how="left")
        .select("claim_id", "document_id", "obs_value", "char_start")
        .sort("claim_id", "char_start")
        .iter_rows()
    ):
        stated[document_id, value].append((claim_id, start))
    raised = attributed(
        compared.frames["core.events"],
        pl.col("event_type") == "funding",
        pl.col("amount_unit") == BASE_CURRENCY,
        pl.col("amount").is_not_null(),
    )
    for row in raised.sort("event_id").iter_rows(named=True):
        claim = _nearest(stated[row["document_id"], row["amount"]], row["char_start"], row["char_end"])
        if claim:
            words, who = amount(row["amount"], BASE_CURRENCY), (compared.names[row["publisher_id"]],)
            ids = (row["event_id"],)
            yield Statement(row["market_id"], who, row["amount"], words, (claim,), ids, detail=row["event_date"])


def _nearest(mentions: Sequence[tuple[str, int | None]], start: int, end: int) -> str | None:
    """The claim of an amount that is stated within an event's words, else nearest to them: two deals may be of one size."""

    def gap(mention: tuple[str, int | None]) -> tuple[bool, int, str]:
        claim_id, at = mention
        return (at is None, 0 if at is None else max(start - at, at - end, 0), claim_id)

    return min(mentions, key=gap)[0] if mentions else None


def first_sizes(compared: Compared) -> Iterator[Statement]:
    """The earliest stated size of each market."""
    first: dict[str, Aligned] = {}
    for figure in sorted(world_sizes(compared), key=lambda one: (one.place.year or 0, one.claim_ids)):
        if not figure.is_derived:
            first.setdefault(figure.place.market_id or "", figure)
    for market, figure in first.items():
        year = figure.place.year
        yield Statement(market, figure.publishers, figure.value, figure.words, figure.claim_ids, detail=year)


def above_the_market(raised: Statement, size: Statement, compared: Compared) -> Iterator[Outcome]:
    """Capital that exceeds the size of a market: no error, capital is not yearly sales."""
    if size.value < raised.value:
        market = f"{compared.market_names[size.market_id]}, {listed(size.publishers)}"
        words = {"date": str(raised.detail or "no date"), "who": raised.publishers[0], "market": market}
        yield Outcome(raised, size, words | {"year": str(size.detail)}, year=size.detail)


def single_sources(compared: Compared) -> Iterator[Conflict]:
    """Margins, prices and counts that one publisher alone states, in a market that has related ones."""
    is_one = (pl.col("metric").is_in(_ONE_SOURCE), pl.col("unit_measure").is_not_null())
    by_metric: defaultdict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in _with_print(compared, ("no_year",), *is_one).iter_rows(named=True):
        by_metric[row["market_id"], row["metric"]].append(row)
    for (market, metric), stated in sorted(by_metric.items()):
        near = compared.relations.get(market, {})
        around = [one for other in near for one in by_metric.get((other, metric), ())]
        if not near or len({one["publisher_id"] for one in (*stated, *around)}) > 1:
            continue
        for one in stated:
            low, high = one["obs_value"], _upper_end(one) or one["obs_value"]
            who = (compared.names[one["publisher_id"]],)
            sides = [Party(value, who, (one["claim_id"],), one["value_as_printed"]) for value in (low, high)]
            yield comparison(
                "single_source", "single_source", (market, sides[0], ()), (market, sides[1], ()), metric,
                one["unit_measure"],
                f"{metric} {one['value_as_printed']} is stated by {who[0]} alone, on this market and on related ones",
                year=one["year"], segment=one["segment_key"],
            )  # fmt: skip
