"""Findings on prints: one figure that a document prints in several ways, for example in headline and body.

Belongs here: rules that yield findings, count times price among them. What a figure is is in `document_figures.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import polars as pl

from warehouse.audit.document_figures import DocumentFigure
from warehouse.audit.findings import Finding
from warehouse.audit.product_checks import Counted, counts_times_prices, product_words
from warehouse.observe.prints import Print
from warehouse.values.arithmetic import change_pct
from warehouse.values.conflict_records import Place
from warehouse.values.keys import BASE_CURRENCY
from warehouse.values.rounding_bands import Band
from warehouse.values.wording import amount, plain

HEADLINE_FACTS = ("title", "report_title", "headline", "subtitle")


class Headlines:
    """Where each document's headline and lead end, and which claims are stated there."""

    def __init__(self, facts: pl.DataFrame, evidence: pl.DataFrame, lead_chars: int) -> None:
        """`facts`: core.document_facts; `evidence`: core.evidence; `lead_chars`: length of a lead."""
        self._titles: dict[str, list[tuple[int, int]]] = {}
        titles = facts.filter(pl.col("fact").is_in(HEADLINE_FACTS))
        for document_id, start, end in titles.select("document_id", "char_start", "char_end").iter_rows():
            self._titles.setdefault(document_id, []).append((start, end))
        self._lead = lead_chars
        self._above: set[str] = set()
        self._below: set[str] = set()
        columns = ("claim_id", "document_id", "char_start", "char_end")
        for claim_id, document_id, start, end in evidence.select(columns).iter_rows():
            (self._above if self._is_headline(document_id, start, end) else self._below).add(claim_id)

    def _is_headline(self, document_id: str, start: int, end: int) -> bool:
        spans = self._titles.get(document_id, ())
        return start < self._lead or any(a <= start and end <= b for a, b in spans)

    def part(self, claim_id: str, other: str) -> bool:
        """One of two claims is in headline or lead, the other only in the body."""
        return any(
            one in self._above and two not in self._above and two in self._below
            for one, two in ((claim_id, other), (other, claim_id))
        )


def prints(figures: Sequence[DocumentFigure], headlines: Headlines) -> Iterator[Finding]:
    """Figures that one document prints in two ways: headline_against_body where one stands above, restated elsewhere.

    Args:
        figures: own figures.
        headlines: what stands in headlines and leads.

    Yields:
        Mismatches for prints that rounding does not reconcile; for headlines also those that it does (66 for 65.8).
    """
    for figure in figures:
        chosen = figure.chosen_claim_id
        for other in figure.others:
            yield _prints(figure, chosen, other, is_headline=headlines.part(chosen, other.claim_id), fits=False)
        for other in figure.same:
            if other.value != figure.value and headlines.part(chosen, other.claim_id):
                yield _prints(figure, chosen, other, is_headline=True, fits=True)


def _prints(figure: DocumentFigure, chosen: str, other: Print, *, is_headline: bool, fits: bool) -> Finding:
    unit = figure.place.unit_measure
    where = "headline and body give" if is_headline else "the text gives"
    words = (
        f"{figure.publisher}: {where} both {amount(figure.value, unit)} and {amount(other.value, unit)} for {figure.label} in "
        f"{figure.place.year}; rounding {'reconciles' if fits else 'does not reconcile'} them"
        + ("; one of the years is our reading" if figure.year_is_inferred or other.year_is_inferred else "")
    )
    return Finding(
        rule="headline_against_body" if is_headline else "restated",
        outcome="consistent" if fits else "mismatch",
        document_id=figure.document_id,
        publisher_id=figure.publisher_id,
        place=figure.place,
        claim_ids=tuple(sorted({chosen, other.claim_id})),
        explanation=words,
        stated=other.value,
        stated_band=other.band,
        expected=figure.value,
        expected_band=figure.band,
    )


def products(figures: Iterable[DocumentFigure], counted: pl.DataFrame) -> Iterator[Finding]:
    """Count times price of one year: volume_times_price.

    Against the value stated for the same year: consistent or a mismatch. Against the value of the year after never as
    levels: where the publisher's own stated growth leads there, it is consistent growth. Else the value is derived.

    Args:
        figures: own figures.
        counted: work.count_times_price.
    """
    for item in counts_times_prices(figures, counted):
        judge: Callable[[Counted], Finding] = _derived
        if item.same is not None:
            judge = _same_year
        elif item.after is not None and item.rate is not None:
            judge = _year_after
        yield judge(item)


def _derived(item: Counted) -> Finding:
    document_id, publisher_id, market_id, segment_key, ref_area = item.source
    return Finding(
        rule="volume_times_price",
        outcome="derived",
        document_id=document_id,
        publisher_id=publisher_id,
        place=Place(market_id, segment_key, ref_area, "market_size", BASE_CURRENCY, item.year),
        claim_ids=item.product.claim_ids,
        explanation=f"{product_words(item.product, BASE_CURRENCY)} in {item.year}; no value is stated for that year",
        expected=item.product.value,
        expected_band=item.product.band,
    )


def _same_year(item: Counted) -> Finding:
    same = item.same
    if same is None:
        raise ValueError("a product is compared with a value of its own year only where there is one")
    fits = same.band.meets(item.product.band)
    return Finding(
        rule="volume_times_price",
        outcome="consistent" if fits else "mismatch",
        document_id=same.document_id,
        publisher_id=same.publisher_id,
        place=same.place,
        claim_ids=tuple(sorted({*item.product.claim_ids, *same.claim_ids})),
        explanation=(
            f"{same.publisher} states {same.party.words} in {item.year}; {product_words(item.product, BASE_CURRENCY)}"
        ),
        stated=same.value,
        stated_band=same.band,
        expected=item.product.value,
        expected_band=item.product.band,
    )


def _year_after(item: Counted) -> Finding:
    after, rate = item.after, item.rate
    if after is None or rate is None:
        raise ValueError("growth leads to the year after only where value and rate are stated")
    growth = change_pct(item.product.value, after.value)
    low, high = (
        None if before is None or later is None else change_pct(before, later)
        for before, later in ((item.product.band.high, after.band.low), (item.product.band.low, after.band.high))
    )
    words = (
        f"{product_words(item.product, BASE_CURRENCY)} in {item.year}; {after.party.words} in {item.year + 1} are "
        f"{plain(growth)} % more, the stated CAGR is {plain(rate.value)} %: consistent at the stated growth, so "
        f"{item.year + 1} looks computed from {item.year}"
    )
    return Finding(
        rule="volume_times_price",
        outcome="consistent",
        document_id=after.document_id,
        publisher_id=after.publisher_id,
        place=rate.place,
        claim_ids=tuple(sorted({*item.product.claim_ids, *after.claim_ids, *rate.claim_ids})),
        explanation=words,
        stated=rate.value,
        stated_band=rate.band,
        expected=growth,
        expected_band=Band(low, high),
    )


def by_claim(evidence: pl.DataFrame) -> Mapping[str, list[tuple[int, int]]]:
    """Spans of each claim's mentions, in order."""
    spans: dict[str, list[tuple[int, int]]] = {}
    ordered = evidence.select("claim_id", "char_start", "char_end").sort("claim_id", "char_start", "char_end")
    for claim_id, start, end in ordered.iter_rows():
        spans.setdefault(claim_id, []).append((start, end))
    return spans
