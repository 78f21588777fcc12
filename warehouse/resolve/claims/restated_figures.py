"""Which figures of an earlier edition a later one states again: those are superseded, the others stay with their date (rule 11 of the design).

A later edition moves its base year and its horizon: it restates a series in every year from its first figure to its last, and a rate of
a series in whatever period.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from warehouse.resolve.documents.editions import WHOLE_FILE

_SERIES = (
    "publisher_id", "market_id", "segment_key", "ref_area", "metric", "unit_per", "value_basis", "price_basis", "subject",
)  # fmt: skip
_YEAR = pl.coalesce("time_period_year", "time_period_inferred")
_IS_RATE = pl.col("period_end").is_not_null()


def superseded_claims(claims: pl.DataFrame, documents: pl.DataFrame) -> frozenset[str]:
    """The claims that a later edition states again, and those of a text of which the whole is there.

    Args:
        claims: core.claims; quarantined ones restate nothing.
        documents: core.documents, all that the claims are of.

    Returns:
        Their claim_ids, whatever their status is.
    """
    old = documents.filter(pl.col("superseded_by").is_not_null())
    if old.is_empty():
        return frozenset()
    beginnings = old.filter(pl.col("superseded_reason") == WHOLE_FILE).select("document_id")
    of_beginnings = claims.join(beginnings, on="document_id", how="semi")["claim_id"]
    pairs = pl.DataFrame(
        _later_editions(dict(old.select("document_id", "superseded_by").iter_rows())),
        schema=("document_id", "later"),
        orient="row",
    )
    stated = claims.filter(pl.col("status") != "quarantined").select(
        pl.col("document_id").alias("later"), *_SERIES, _YEAR.alias("year"), _IS_RATE.alias("is_rate")
    )
    series = (
        stated.join(pairs, on="later")
        .group_by("document_id", *_SERIES, "is_rate")
        .agg(first=pl.col("year").min(), last=pl.col("year").max())
    )
    again = claims.with_columns(is_rate=_IS_RATE, year=_YEAR).join(
        series, on=["document_id", *_SERIES, "is_rate"], nulls_equal=True
    )
    # A figure without a year is one of the series, whichever.
    within = pl.col("year").is_between("first", "last").fill_null(value=True)
    return frozenset(of_beginnings) | frozenset(again.filter(pl.col("is_rate") | within)["claim_id"])


def _later_editions(superseded_by: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Each document with every edition behind it."""
    for document_id in superseded_by:
        later = superseded_by.get(document_id)
        while later is not None:
            yield document_id, later
            later = superseded_by.get(later)
