"""Checks on missing data: documents, claims and freshness of publishers against reviewed expectations.

The numbers stand in `quality/expectations.yml` and the data home; no clock is read, the day of the run is handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Literal

import polars as pl

from quality.check import Check, Reading, no_rows
from quality.expectations import Expectation, Range

CLAIMS_IN_USE = """
select publisher_id, count(*) as n from core.claims
where publisher_id is not null and status not in ('superseded', 'quarantined')
group by publisher_id order by publisher_id
"""
_DOCUMENTS = """
select publisher_id, count(*) as n from core.documents
where publisher_id is not null and status = 'stated'
group by publisher_id order by publisher_id
"""
# The publisher's own date; of a document that names none, the day on which it first arrived.
_NEWEST = """
with arrived as (select document_id, cast(min(received_at) as date) as day from core.receipts group by document_id)
select documents.publisher_id, count(*) as n,
    max(coalesce(greatest(documents.published_on, documents.figure_date), arrived.day)) as newest
from core.documents as documents
left join arrived on documents.document_id = arrived.document_id
where documents.publisher_id is not null and documents.status = 'stated'
group by documents.publisher_id order by documents.publisher_id
"""

_Counted = Literal["documents", "claims"]
_QUERIES: Mapping[_Counted, str] = {"documents": _DOCUMENTS, "claims": CLAIMS_IN_USE}


def _counts(reading: Reading, counted: _Counted) -> dict[str, int]:
    return dict(reading.query(_QUERIES[counted]).iter_rows())


def _publishers(reading: Reading) -> tuple[Expectation, ...]:
    return reading.expected.expectations.publishers if reading.expected is not None else ()


def _range(one: Expectation, counted: _Counted) -> Range | None:
    return one.documents if counted == "documents" else one.claims


def _outside(counted: _Counted) -> Callable[[Reading], pl.DataFrame]:
    """Publishers whose number lies outside of its range; a missed minimum that blocks is another check's."""

    def frame(reading: Reading) -> pl.DataFrame:
        counts = _counts(reading, counted)
        rows = []
        for one in _publishers(reading):
            bounds, n = _range(one, counted), counts.get(one.publisher, 0)
            if bounds is None:
                continue
            too_few = bounds.min is not None and n < bounds.min and not one.blocking
            if too_few or (bounds.max is not None and n > bounds.max):
                rows.append((one.publisher, counted, n, bounds.min, bounds.max, _said(one)))
        return _rows(rows)

    return frame


def _missed_minimum(reading: Reading) -> pl.DataFrame:
    """Publishers that miss a minimum without which no release may be."""
    rows = []
    for counted in _QUERIES:
        counts = _counts(reading, counted)
        for one in _publishers(reading):
            bounds, n = _range(one, counted), counts.get(one.publisher, 0)
            if one.blocking and bounds is not None and bounds.min is not None and n < bounds.min:
                rows.append((one.publisher, counted, n, bounds.min, bounds.max, _said(one)))
    return _rows(rows)


def _too_old(reading: Reading) -> pl.DataFrame | None:
    """Publishers whose newest document is older than expected; None where there is no day to measure against.

    A publisher without documents is the ranges' business.
    """
    if reading.as_of is None:
        return None
    newest: dict[str, date | None] = {publisher: day for publisher, _, day in reading.query(_NEWEST).iter_rows()}
    rows = []
    for one in _publishers(reading):
        if one.newest_within_days is None or one.publisher not in newest:
            continue
        day = newest[one.publisher]
        age = None if day is None else (reading.as_of - day).days
        if age is None or age > one.newest_within_days:
            rows.append((one.publisher, day, age, one.newest_within_days, _said(one)))
    shape = {"publisher_id": pl.String, "newest": pl.Date, "age_days": pl.Int64, "expected_within_days": pl.Int64,
             "said_by": pl.String}  # fmt: skip
    return pl.DataFrame(rows, schema=shape, orient="row")


def _fallen(reading: Reading) -> pl.DataFrame:
    """Publishers whose claims fell by more than their share against the last release."""
    shape = {"publisher_id": pl.String, "n_before": pl.Int64, "n_now": pl.Int64, "fallen_pct": pl.Float64,
             "expected_at_most_pct": pl.Float64}  # fmt: skip
    rows = []
    if reading.expected is not None and reading.expected.claims_before:
        expectations, now = reading.expected.expectations, _counts(reading, "claims")
        for publisher, before in sorted(reading.expected.claims_before.items()):
            rule = expectations.of(publisher)
            at_most = expectations.drop.max_drop_pct if rule is None or rule.max_drop_pct is None else rule.max_drop_pct
            fallen = 100 * (before - now.get(publisher, 0)) / before if before else 0.0
            if before >= expectations.drop.counts_from and fallen > at_most:
                rows.append((publisher, before, now.get(publisher, 0), round(fallen, 1), at_most))
    return pl.DataFrame(rows, schema=shape, orient="row")


def _rows(rows: Sequence[tuple[str, str, int, int | None, int | None, str]]) -> pl.DataFrame:
    shape = {"publisher_id": pl.String, "counted": pl.String, "n": pl.Int64, "expected_min": pl.Int64,
             "expected_max": pl.Int64, "said_by": pl.String}  # fmt: skip
    return pl.DataFrame(rows, schema=shape, orient="row")


def _said(one: Expectation) -> str:
    return f"{one.author}, {one.date}: {one.reason}"


EXPECTED: tuple[Check, ...] = (
    no_rows(
        "expected_documents",
        "core.documents",
        "warning",
        "The number of a publisher's current documents is within the reviewed expectations.",
        _outside("documents"),
    ),
    no_rows(
        "expected_claims",
        "core.claims",
        "warning",
        "The number of a publisher's claims is within the reviewed expectations.",
        _outside("claims"),
    ),
    no_rows(
        "expected_minimum",
        "core.publishers",
        "error",
        "No publisher has fewer documents or claims than the minimum that reviewed expectations mark as blocking.",
        _missed_minimum,
    ),
    no_rows(
        "expected_age",
        "core.documents",
        "warning",
        "The newest document of a publisher is no older on the day of the run than reviewed expectations allow.",
        _too_old,
    ),
    no_rows(
        "claims_since_last_release",
        "core.claims",
        "warning",
        "No publisher lost more than the allowed share of its claims since the last release.",
        _fallen,
    ),
)
