"""work.claim_terms: what only code knows of a claim before it is an observation. The observation is made in `warehouse/sql/30_observations.sql`.

Belongs here: the area that it is compared in, the year of its rate, whose figure it is, and what a person said of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from functools import cache
from typing import Any

from warehouse.resolve.areas.area_members import comparable_area, is_comparable
from warehouse.resolve.claims.exchange_rates import BASE, FxRule, figure_dates, rate_year
from warehouse.resolve.documents.origins import origins
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.rounding_bands import band_columns

_READ = (
    "claim_id", "document_id", "publisher_id", "ref_area", "metric", "unit_measure", "time_period_year", "time_period_inferred",
    "value_as_printed",
)  # fmt: skip
ChooseRate = Callable[[str, "int | None", "date | None"], "tuple[FxRule, int] | None"]


def claim_terms(frames: Frames, context: BuildContext, choose_rate: ChooseRate = rate_year) -> Frames:
    """The terms of each claim.

    Args:
        frames: `READS`.
        context: its overrides and rejected claims, and what a hedge leaves open.
        choose_rate: which year's rate a currency takes in a year, for a document of a date.

    Returns:
        work.claim_terms, one row per claim.
    """
    claims, documents = frames["core.claims"], frames["core.documents"]
    money = set(frames["core.metrics"].filter("is_money")["metric"])
    dates = figure_dates(documents, claims)
    voice_of = origins(claims, documents, frames["core.evidence"], frames["raw.citations"])
    values = {one.claim_id: one.obs_value for one in context.decisions.overrides}
    rejected = {one.claim_id for one in context.decisions.rejected_claims}
    hedge_share, chosen = context.policy.comparability.hedge_share, cache(choose_rate)

    def decided(claim: dict[str, Any]) -> dict[str, Any]:
        """A reviewed override takes the place of the printed value."""
        if claim["claim_id"] not in values:
            return {}
        said = {"obs_value": values[claim["claim_id"]], "obs_value_high": None, "comparator": "="}
        bands = band_columns(claim | said, hedge_share)
        return {"obs_value": said["obs_value"], "band_low": bands["band_low"], "band_high": bands["band_high"]}

    def rows() -> Iterator[dict[str, Any]]:
        for claim in claims.select(_READ).iter_rows(named=True):
            unit, rate = claim["unit_measure"], None
            if unit is not None and unit != BASE and (claim["metric"] in money or _is_currency(unit)):
                year = claim["time_period_year"] or claim["time_period_inferred"]
                rate = chosen(unit, year, dates[claim["document_id"]])
            area = comparable_area(claim["publisher_id"], claim["ref_area"])
            yield {
                "claim_id": claim["claim_id"],
                "ref_area": area,
                "is_comparable": is_comparable(area),
                "voice_id": voice_of.get(claim["claim_id"], claim["publisher_id"]),
                "fx_rule": rate and rate[0],
                "fx_year": rate and rate[1],
                "is_rejected": claim["claim_id"] in rejected,
            } | decided(claim)

    return {"work.claim_terms": framed("work.claim_terms", rows())}


@cache
def _is_currency(unit: str) -> bool:
    import pycountry  # lazily: its tables are read on first use

    return pycountry.currencies.get(alpha_3=unit) is not None


READS = ("core.claims", "core.documents", "core.metrics", "core.evidence", "raw.citations")
STEP = Step(name="claim terms", reads=READS, writes=("work.claim_terms",), run=claim_terms)
