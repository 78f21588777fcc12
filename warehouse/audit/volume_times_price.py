"""Volume times price: the value implied by a publisher's own count and price of one year.

Belongs here: which count and which price go together, and their product with its band. Where the product becomes a
figure is in `warehouse/align/alignment.py`, what it says of stated values in `product_checks.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import polars as pl

from warehouse.values.arithmetic import is_storable
from warehouse.values.keys import BASE_CURRENCY, series_key
from warehouse.values.rounding_bands import EXACT, Band
from warehouse.values.vendor_figure_rows import BASIS_COLUMNS, SOURCE_COLUMNS


@dataclass(frozen=True, slots=True)
class Factor:
    """A count or a price of one document, publisher, market, segment, area and year."""

    claim_id: str
    value: Decimal
    band: Band
    noun: str | None  # what is counted, or what the price is per


@dataclass(frozen=True, slots=True)
class Product:
    """A value with the two claims it comes from."""

    volume: Factor
    price: Factor
    value: Decimal
    band: Band


def product(volumes: Sequence[Factor], prices: Sequence[Factor], generic: Collection[str]) -> Product | None:
    """The value of one year as count times price.

    A count and a price go together where they name the same thing, or where one of them names a thing and the other
    counts in a word that names none (6,750 deployments, USD 2.8 million per cluster).

    Args:
        volumes: counts of that year.
        prices: prices of that year, all in one currency.
        generic: words that count without saying what, singular.

    Returns:
        The product, bounds multiplied end by end; None unless exactly one count and one price go together (a second
        fitting pair would make the choice ours).
    """
    pairs = [
        (volume, price)
        for volume in volumes
        for price in prices
        if _go_together(_thing(volume.noun), _thing(price.noun), generic)
        and not volume.band.is_one_sided
        and not price.band.is_one_sided
    ]
    if len(pairs) != 1:
        return None
    volume, price = pairs[0]
    if not is_storable(EXACT.multiply(_widest(volume), _widest(price))):
        return None
    low, high = (
        EXACT.multiply(a, b) if a is not None and b is not None else None
        for a, b in ((volume.band.low, price.band.low), (volume.band.high, price.band.high))
    )
    return Product(volume, price, EXACT.multiply(volume.value, price.value), Band(low, high))


def _widest(factor: Factor) -> Decimal:
    return max(abs(factor.value), abs(factor.band.high or factor.value))


def _go_together(counted: str | None, priced: str | None, generic: Collection[str]) -> bool:
    if counted is None or priced is None:
        return False
    return counted == priced or (counted in generic) != (priced in generic)


def _thing(noun: str | None) -> str | None:
    """A noun without case and plural ending, so that clusters are counted and a price is per cluster."""
    return (noun or "").casefold().removesuffix("s") or None


def volume_and_price(
    observations: pl.DataFrame, claims: pl.DataFrame
) -> Iterator[tuple[Mapping[str, Any], Sequence[Factor], Sequence[Factor]]]:
    """Counts and prices of one document, publisher, market, segment, area and year, where both are given.

    Args:
        observations: core.observations.
        claims: core.claims.

    Yields:
        The columns that a market size of that year has (with the series it belongs to), the counts, the prices.
    """
    usable = observations.filter(pl.col("excluded").is_null(), pl.col("metric").is_in(["volume", "price"])).join(
        claims.select("claim_id", "unit_per", pl.col("unit_measure").alias("counted")), on="claim_id"
    )
    counts: defaultdict[tuple[Any, ...], list[Factor]] = defaultdict(list)
    prices: defaultdict[tuple[Any, ...], list[Factor]] = defaultdict(list)  # by place and basis
    shared: dict[tuple[Any, ...], dict[str, Any]] = {}
    place = ("document_id", "publisher_id", "market_id", "segment_key", "ref_area", "year")
    for row in usable.sort("claim_id").iter_rows(named=True):
        key = tuple(row[name] for name in place)
        noun = row["counted"] if row["metric"] == "volume" else row["unit_per"]
        band = Band(row["obs_value_low"], row["obs_value_high"])
        factor = Factor(row["claim_id"], row["obs_value"], band, (noun or "").strip(" .,;:") or None)
        if row["metric"] == "volume":
            counts[key].append(factor)
            continue
        of_basis = (*key, *(row[name] for name in BASIS_COLUMNS))
        prices[of_basis].append(factor)
        shared.setdefault(of_basis, {name: row[name] for name in (*place, *BASIS_COLUMNS, *SOURCE_COLUMNS)})
    for of_basis, at_prices in prices.items():
        if volumes := counts.get(of_basis[: len(place)]):
            columns = shared[of_basis] | {"metric": "market_size", "unit_measure": BASE_CURRENCY}
            columns["series_id"] = series_key(
                columns["market_id"],
                columns["segment_key"],
                columns["ref_area"],
                "market_size",
                BASE_CURRENCY,
                **{name: columns[name] for name in BASIS_COLUMNS},
            )
            yield columns, volumes, at_prices
