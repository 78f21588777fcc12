"""A publisher's count times its price, against the value it states for that year or the next.

Belongs here: products and conflicts of rule volume_times_price. Other own arithmetic is in `internal_conflicts.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import polars as pl

from warehouse.audit.document_figures import DocumentFigure
from warehouse.values.arithmetic import change_pct
from warehouse.values.conflict_records import Conflict, Party, in_order
from warehouse.values.rounding_bands import EXACT, Band
from warehouse.values.wording import amount, plain


@dataclass(frozen=True, slots=True)
class Product:
    """A row of work.count_times_price: a count times a price in words, its value with what the prints leave open, and both claims."""

    words: str
    value: Decimal
    band: Band
    claim_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counted:
    """Count times price of one year, and what the publisher states beside it.

    Attributes:
        product: the product.
        year: its year.
        source: document, publisher, market, segment, area.
        same: the value stated for that year.
        after: the value stated for the year after.
        rate: the stated CAGR that leads from the product to `after`.
    """

    product: Product
    year: int
    source: tuple[Any, ...]
    same: DocumentFigure | None
    after: DocumentFigure | None
    rate: DocumentFigure | None


def counts_times_prices(figures: Iterable[DocumentFigure], products: pl.DataFrame) -> Iterator[Counted]:
    """Every product of a publisher's own count and price of one year.

    Years are respected: the product of one year is no figure of the next.

    Args:
        figures: own figures.
        products: work.count_times_price.
    """
    all_figures = list(figures)
    sizes = {
        (*_source(row), row.place.value_basis, row.place.price_basis, row.place.year): row
        for row in all_figures
        if row.place.metric == "market_size"
    }
    rates: dict[tuple[Any, ...], list[DocumentFigure]] = {}
    for row in all_figures:
        if row.place.metric == "cagr":
            rates.setdefault(_source(row), []).append(row)
    for one in products.sort("document_id", "series_id", "year").iter_rows(named=True):
        computed = Product(
            one["product_in_words"], one["obs_value"], Band(one["low"], one["high"]), tuple(one["claim_ids"])
        )
        source = tuple(one[name] for name in ("document_id", "publisher_id", "market_id", "segment_key", "ref_area"))
        basis, year = (one["value_basis"], one["price_basis"]), one["year"]
        same, after = sizes.get((*source, *basis, year)), sizes.get((*source, *basis, year + 1))
        fitting = (rate for rate in rates.get(source, []) if after is not None and _leads_to(computed, rate, after))
        yield Counted(computed, year, source, same, after, next(fitting, None))


def _leads_to(computed: Product, rate: DocumentFigure, after: DocumentFigure) -> bool:
    grown = Band(compounded_low(computed.band, rate.band), compounded_high(computed.band, rate.band))
    return rate.band.holds(change_pct(computed.value, after.value)) and grown.meets(after.band)


def volume_times_price(figures: Iterable[DocumentFigure], products: pl.DataFrame) -> Iterator[Conflict]:
    """Stated values against the publisher's own count times price.

    In the same year they must agree within their bands: if not, a likely conflict. Where only the year after has a
    stated value, and the growth between is the publisher's own stated CAGR, the value looks computed from the
    product: an agreement worth showing.

    Args:
        figures: own figures.
        products: work.count_times_price.

    Yields:
        volume_times_price with verdict conflict_likely or agree.
    """
    for item in counts_times_prices(figures, products):
        if item.same is not None:
            if not item.same.band.meets(item.product.band):
                yield _product_conflict(item.same, item.product)
        elif item.after is not None and item.rate is not None:
            yield _computed_from(item.after, item.product, item.rate)


def compounded_low(value: Band, rate: Band) -> Decimal | None:
    """Lower end of a value after one period of growth."""
    return None if value.low is None or rate.low is None else EXACT.multiply(value.low, 1 + rate.low / 100)


def compounded_high(value: Band, rate: Band) -> Decimal | None:
    """Upper end of a value after one period of growth."""
    return None if value.high is None or rate.high is None else EXACT.multiply(value.high, 1 + rate.high / 100)


def _source(row: DocumentFigure) -> tuple[Any, ...]:
    return (row.document_id, row.publisher_id, row.place.market_id, row.place.segment_key, row.place.ref_area)


def product_words(computed: Product, unit: str) -> str:
    """Count times price in words, with the product and its band."""
    low, high = computed.band.low, computed.band.high
    bounds = "" if low is None or high is None else f", between {amount(low, unit)} and {amount(high, unit)}"
    return f"{computed.words} = {amount(computed.value, unit)}{bounds}"


def _product_party(computed: Product, publisher: str, unit: str) -> Party:
    return Party(computed.value, (publisher,), computed.claim_ids, amount(computed.value, unit))


def _product_conflict(same: DocumentFigure, computed: Product) -> Conflict:
    unit = same.place.unit_measure
    a, b = in_order(same.party, _product_party(computed, same.publisher, unit))
    words = (
        f"{same.publisher} states {amount(same.value, unit)} for {same.label} in {same.place.year}; its own count "
        f"times price gives {product_words(computed, unit)}"
    )
    return Conflict("own_arithmetic", "volume_times_price", "conflict_likely", "medium", same.place, a, b, words)


def _computed_from(after: DocumentFigure, computed: Product, rate: DocumentFigure) -> Conflict:
    unit, year = after.place.unit_measure, after.place.year or 0
    growth = change_pct(computed.value, after.value)
    a, b = in_order(after.party, _product_party(computed, after.publisher, unit))
    words = (
        f"consistent at the stated growth: {product_words(computed, unit)} in {year - 1}; {amount(after.value, unit)} in "
        f"{year} is {plain(growth)} % more, the stated CAGR is {plain(rate.value)} %, so {year} looks "
        f"computed from {year - 1}"
    )
    return Conflict("own_arithmetic", "volume_times_price", "agree", "low", after.place, a, b, words)
