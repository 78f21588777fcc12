"""Rows of the marts → forms of the answers. Pure; no query here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from release.api import row_forms
from release.reading.figure_words import Number, as_decimal, figure, plain
from release.reading.published_figure import comparator_of, same_source_as
from release.reading.row_words import Row, area_of, split_ids
from release.reading.trace import ClaimTrace

QUOTES_A_CLAIM = 3
_RANGE = "no interval: the range of what the publishers state"
_CENTRE = "the centre of independent publishers on this scope"


def quantity(value: Number | None, unit: str | None) -> row_forms.Figure | None:
    """A number with its exact text; None stays None."""
    if value is None:
        return None
    exact = as_decimal(value)
    number = int(exact) if exact == exact.to_integral_value() else float(exact)
    return row_forms.Figure(value=number, exact=plain(exact), unit=unit, shown=figure(value, unit))


def _given(value: Number, unit: str | None) -> row_forms.Figure:
    found = quantity(value, unit)
    assert found is not None
    return found


def estimate_fields(row: Row) -> dict[str, Any]:
    """The fields of an estimate, for `Estimate` and what builds on it. `row`: of marts.market_estimates."""
    unit = row["unit_measure"]
    interval = None
    if row["low"] is not None and row["high"] is not None:
        interval = row_forms.Interval(
            low=_given(row["low"], unit),
            high=_given(row["high"], unit),
            level=row["level"],
            covers=_RANGE if row["level"] is None else _CENTRE,
        )
    prediction = None
    if row["predicted_low"] is not None and row["predicted_high"] is not None:
        prediction = row_forms.Prediction(
            low=_given(row["predicted_low"], unit), high=_given(row["predicted_high"], unit), level=row["level"]
        )
    return {
        "estimate_id": row["estimate_id"],
        "market_id": row["market_id"],
        "market": row["market"],
        "metric": row["metric"],
        "dimension": row["dimension"],
        "segment": row["segment"],
        "segment_key": row["segment_key"],
        "ref_area": row["ref_area"],
        "area": area_of(row),
        "unit": unit,
        "year": row["time_period_year"],
        "value": quantity(row["estimate"], unit),
        "interval": interval,
        "prediction": prediction,
        "in_words": row["interval_covers"],
        "verdict": row["verdict"],
        "status": row["status"],
        "method": row["method"],
        "reason": row["reason"],
        "n_claims": row["n_claims"],
        "n_publishers": row["n_publishers"],
        "n_independent": row["n_independent"],
        "related_scopes": row["related_scopes"],
        "vintage": row.get("vintage"),
        "conflict_ids": split_ids(row["conflict_ids"]),
        "decision_ids": split_ids(row["decision_ids"]),
    }


def estimate(row: Row) -> row_forms.Estimate:
    """A row of marts.market_estimates."""
    return row_forms.Estimate(**estimate_fields(row))


def vendor_figures(
    rows: Sequence[Row],
    mentions: Mapping[str, Sequence[Row]],
    comparators: Mapping[str, str],
    *,
    independent: bool,
) -> list[row_forms.VendorFigure]:
    """Publishers' figures of one series and year.

    Args:
        rows: of marts.vendor_figures.
        mentions: of their claims by claim_id, as `mentions_of` gives them.
        comparators: of their claims by claim_id.
        independent: whether the estimate counts every publisher as a voice of its own, however near their texts are.
    """
    found = []
    for row in rows:
        claim_ids = split_ids(row["claim_ids"])
        unit = row["unit_measure"]
        found.append(
            row_forms.VendorFigure(
                vendor_figure_id=row["vendor_figure_id"],
                publisher=row["publisher"],
                comparator=comparator_of(row, comparators),
                value=_given(row["obs_value"], unit),
                low=quantity(row["obs_value_low"], unit),
                high=quantity(row["obs_value_high"], unit),
                as_printed=row["value_as_printed"],
                status=row["status"],
                formula=row["formula"],
                same_source_as=[] if independent else same_source_as(row, rows),
                vintage=row.get("vintage"),
                claim_ids=claim_ids,
                quotes=[quote(one) for claim_id in claim_ids for one in mentions.get(claim_id, ())[:QUOTES_A_CLAIM]],
            )
        )
    return found


def quote(row: Row) -> row_forms.Quote:
    """A mention, as `mentions_of` gives it; releases of earlier versions have no header."""
    texts = {name: row[name] or "" for name in ("prefix", "suffix")} | {"header": row.get("header")}
    return row_forms.Quote(**{name: row[name] for name in row_forms.Quote.model_fields if name not in texts} | texts)


def conflict(row: Row) -> row_forms.Conflict:
    """A row of marts.conflicts."""
    unit = row["unit_measure"]
    return row_forms.Conflict(
        conflict_id=row["conflict_id"],
        verdict=row["verdict"],
        kind=row["kind"],
        rule=row["rule"],
        severity=row["severity"],
        market_id=row["market_id"],
        market=row["market"],
        other_market_id=row["other_market_id"],
        other_market=row["other_market"],
        metric=row["metric"],
        segment_key=row["segment_key"],
        area=area_of(row),
        year=row["time_period_year"],
        years=[int(year) for year in split_ids(row["years"])],
        n_sides=row["n_sides"],
        publishers=split_ids(row["publishers"]),
        a=quantity(row["value_a"], unit),
        b=quantity(row["value_b"], unit),
        ratio=row["ratio"],
        publishers_a=split_ids(row["publishers_a"]),
        publishers_b=split_ids(row["publishers_b"]),
        explanation=row["explanation"],
        quote_a=row["quote_a"],
        quote_b=row["quote_b"],
        bound_low=quantity(row["bound_low"], unit),
        bound_high=quantity(row["bound_high"], unit),
        assumptions=row["assumptions"],
        decomposition=row["decomposition"],
        claim_ids_a=split_ids(row["claim_ids_a"]),
        claim_ids_b=split_ids(row["claim_ids_b"]),
        vintage=row.get("vintage"),
    )


def conflict_side(row: Row) -> row_forms.ConflictSide:
    """A row of marts.conflict_sides."""
    unit = row["unit_measure"]
    return row_forms.ConflictSide(
        year=row["time_period_year"],
        side=row["side"],
        verdict=row["verdict"],
        market=row["market"],
        publishers=split_ids(row["publishers"]),
        value=quantity(row["value"], unit),
        words=row["words"],
        is_stated=row["is_stated"],
        bound_low=quantity(row["bound_low"], unit),
        bound_high=quantity(row["bound_high"], unit),
        assumptions=row["assumptions"],
        claim_ids=split_ids(row["claim_ids"]),
    )


def claim(found: ClaimTrace) -> row_forms.Claim:
    """A claim with its quotes and where two readers differ."""
    row = found.row
    unit = row["unit_measure"]
    period = row["time_period"]
    if row["period_end"] is not None and not row["period_inferred"]:
        period = f"{row['period_start'] or '?'} to {row['period_end']}"
    value: Decimal | None = row["obs_value"]
    return row_forms.Claim(
        claim_id=row["claim_id"],
        publisher=row["publisher"],
        document=found.document,
        market=row["market"],
        metric=row["metric"],
        segment=row["segment"],
        geography=row["geography"],
        comparator=row["comparator"],
        value=quantity(value, unit),
        value_high=quantity(row["obs_value_high"], unit),
        as_printed=row["value_as_printed"],
        period=period,
        period_inferred=row["time_period_inferred"],
        inference_basis=row["inference_basis"],
        subject=row["subject"],
        rule=row["rule"],
        read_by=row.get("read_by"),
        confidence=row["confidence"],
        status=row["status"],
        estimate_role=row["estimate_role"],
        estimate_reason=row["estimate_reason"],
        vintage=row.get("vintage"),
        choices=[
            row_forms.ReadingChoice(**{name: one[name] for name in row_forms.ReadingChoice.model_fields})
            for one in found.choices
        ],
        quotes=[quote(one) for one in found.quotes],
    )


def decision(row: Row) -> row_forms.Decision:
    """A row of marts.decisions."""
    return row_forms.Decision(**{name: row[name] for name in row_forms.Decision.model_fields})


def market(row: Row, score: float | None = None) -> row_forms.MarketFound:
    """A row of marts.markets."""
    return row_forms.MarketFound(
        market_id=row["market_id"],
        market=row["market"],
        scope=row["scope"] or "",
        names=split_ids(row["names"]),
        n_documents=row["n_documents"],
        n_publishers=row["n_publishers"],
        n_claims=row["n_claims"],
        score=score,
    )
