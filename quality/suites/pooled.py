"""Checks on pooled figures and on claims set aside. Data can fail these, so they set series aside.

A series whose estimate cannot be goes without the claims that are themselves out of bounds; where none of them is, the whole
series goes.
"""

from __future__ import annotations

from quality.check import Check, SetsAside, no_rows, within
from quality.suites import words

_ROW = "estimate_id, market_id, metric, year"


def _behind(metric: str, bounds: tuple[float, float], *, above_low: bool = False) -> SetsAside:
    """The claims of the series of failing estimates: those out of bounds themselves, all where none is."""
    low, high = bounds

    def outside(value: str) -> str:
        return f"(cast({value} as double) {'<=' if above_low else '<'} {low!r} or cast({value} as double) > {high!r})"

    return SetsAside(
        "series",
        f"""
        with failing as (
            select series_id, string_agg(format('{{:.6g}} in {{}}', estimate, year), ', ' order by year) as found
            from core.estimates
            where metric = '{metric}' and method = 'robust_mean_of_independent' and {outside("estimate")}
            group by series_id
        ),
        said as (
            select seen.claim_id, seen.series_id, {outside("seen.obs_value")} as is_outside
            from core.observations as seen
            inner join core.claims as claims on seen.claim_id = claims.claim_id
            where claims.status <> 'quarantined'
            union
            select unnest(figures.claim_ids), figures.series_id, false from core.vendor_figures as figures
        ),
        judged as (
            select claim_id, series_id, bool_or(is_outside) as is_outside from said group by claim_id, series_id
        )
        select judged.claim_id, judged.series_id as key, failing.found
        from judged
        inner join failing on judged.series_id = failing.series_id
        qualify judged.is_outside or not bool_or(judged.is_outside) over (partition by judged.series_id)
        """,
    )


POOLED: tuple[Check, ...] = (
    within(
        "pooled_sizes",
        "core.estimates",
        "error",
        "Market sizes that several sources are pooled into lie above 0 and within 1e15 USD.",
        column="estimate",
        bounds=words.MARKET_SIZES_USD,
        show=_ROW,
        where="metric = 'market_size' and method = 'robust_mean_of_independent'",
        above_low=True,
        aside=_behind("market_size", words.MARKET_SIZES_USD, above_low=True),
    ),
    within(
        "pooled_shares",
        "core.estimates",
        "error",
        "Shares that several sources are pooled into lie between 0 and 100 percent.",
        column="estimate",
        bounds=words.SHARES_PCT,
        show=_ROW,
        where="metric = 'share' and method = 'robust_mean_of_independent'",
        aside=_behind("share", words.SHARES_PCT),
    ),
    no_rows(
        "nothing_set_aside",
        "core.set_aside",
        "warning",
        "No claim had to be set aside because a figure is beyond all bounds, or a check failed on it.",
        """
        select claim_id, document_id, name as document, rule, set_aside_by, key, found
        from core.set_aside
        inner join core.documents using (document_id)
        order by claim_id, rule
        """,
    ),
    no_rows(
        "set_aside_is_quarantined",
        "core.set_aside",
        "error",
        "A claim that is set aside is quarantined, and a quarantined one was set aside or rejected by a person.",
        """
        with rejected as (
            select unnest(claim_ids) as claim_id from core.decisions where kind = 'rejected_claim' and in_force
        )
        select coalesce(claims.claim_id, found.claim_id) as claim_id, claims.status
        from (select distinct claim_id from core.set_aside) as found
        full join core.claims as claims on found.claim_id = claims.claim_id
        where (found.claim_id is not null and claims.status is distinct from 'quarantined')
            or (
                found.claim_id is null and claims.status = 'quarantined'
                and claims.claim_id not in (select claim_id from rejected)
            )
        order by 1
        """,
    ),
)
