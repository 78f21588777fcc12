"""Plausibility and volume of the core layer. What a vendor prints may be wrong without our being wrong: that warns."""

from __future__ import annotations

from quality.check import Check, SetsAside, matches, no_rows, within
from quality.suites import words
from sources.metrics import named

_CLAIM = "claim_id, document_id, value_as_printed"
_YEARS = f"""
select {_CLAIM}, unnest([time_period_year, time_period_inferred, period_start, period_end]) as year from core.claims
"""
_OF_MONEY = ", ".join(f"'{metric}'" for metric in named(lambda metric: metric.is_money))
_MONEY = f"metric in ({_OF_MONEY}) and status <> 'quarantined'"

PLAUSIBILITY: tuple[Check, ...] = (
    matches(
        "currency_codes",
        "core.claims",
        "error",
        "Currency codes have three capital letters (ISO 4217).",
        column="unit_measure",
        pattern="^[A-Z]{3}$",
        where=_MONEY,
        aside=SetsAside(
            "claim",
            f"select claim_id, claim_id as key, unit_measure as found from core.claims where {_MONEY} "
            "and not regexp_matches(unit_measure, '^[A-Z]{3}$')",
        ),
    ),
    no_rows(
        "period_order",
        "core.claims",
        "warning",
        "A growth period starts before it ends.",
        f"select {_CLAIM}, period_start, period_end from core.claims where period_start > period_end order by claim_id",
    ),
    no_rows(
        "contested",
        "core.conflicts",
        "warning",
        "No estimate is contested by a camp of voices that agree with each other: many may be one (docs/security.md).",
        "select conflict_id, market_id, metric, year, value_a, publishers_a, value_b, publishers_b from core.conflicts "
        "where rule = 'contested' order by conflict_id",
    ),
    no_rows(
        "hidden_figures",
        "core.documents",
        "warning",
        "No document holds numbers that its readers cannot see; they were left out (docs/extraction.md, hidden text).",
        "select document_id, name, n_hidden, n_hidden_figures from core.documents where n_hidden_figures > 0 "
        "order by document_id",
    ),
    no_rows(
        "range_order",
        "core.claims",
        "warning",
        "The upper end of a stated range is not below its lower end.",
        f"select {_CLAIM}, obs_value, obs_value_high from core.claims "
        "where obs_value_high < obs_value order by claim_id",
    ),
    no_rows(
        "years",
        "core.claims",
        "warning",
        "Years of claims lie between 1990 and 2100.",
        f"select distinct {_CLAIM}, year from ({_YEARS}) "
        f"where year < {words.YEARS[0]!r} or year > {words.YEARS[1]!r} order by claim_id, year",
    ),
    within(
        "shares",
        "core.claims",
        "warning",
        "Shares lie between 0 and 100 percent.",
        column="obs_value",
        bounds=words.SHARES_PCT,
        show=_CLAIM,
        where="metric = 'share'",
    ),
    within(
        "market_sizes",
        "core.observations",
        "warning",
        "Market sizes lie above 0 and within 1e15 USD.",
        column="obs_value",
        bounds=words.MARKET_SIZES_USD,
        show="claim_id, document_id",
        where="metric = 'market_size' and unit_measure = 'USD'",
        above_low=True,
    ),
    no_rows(
        "probable_years",
        "core.claims",
        "error",
        "A probable year has its basis and its confidence, has no stated or inferred time beside it, and is no observation's year.",
        """
        select claims.claim_id, time_period_probable, time_period, time_period_inferred, seen.year
        from core.claims as claims
        left join core.observations as seen on claims.claim_id = seen.claim_id
        where (time_period_probable is null) <> (time_period_probable_basis is null)
            or (time_period_probable is null) <> (time_period_probable_confidence is null)
            or (
                time_period_probable is not null
                and coalesce(time_period_year, time_period_inferred, period_start, period_end, seen.year) is not null
            )
        order by claims.claim_id
        """,
    ),
    no_rows(
        "conversion",
        "core.observations",
        "error",
        "Money that counts is in USD; what is printed in another currency carries the rule, the year and the rate.",
        f"""
        select seen.claim_id, claims.unit_measure as printed_in, seen.unit_measure, fx_rule, fx_year, usd_per_unit
        from core.observations as seen
        inner join core.claims as claims on seen.claim_id = claims.claim_id
        where claims.metric in ({_OF_MONEY}) and seen.excluded is null and (
            seen.unit_measure is distinct from 'USD'
            or (claims.unit_measure <> 'USD' and (fx_rule is null or fx_year is null or coalesce(usd_per_unit, 0) <= 0))
        )
        order by seen.claim_id
        """,
    ),
)

VOLUME: tuple[Check, ...] = (
    no_rows(
        "silent_documents",
        "core.documents",
        "warning",
        "A current document holds numbers; of one whose every number was set aside the review queue asks.",
        """
        select document_id, name, publisher, char_length
        from core.documents
        where status = 'stated' and n_candidates = 0
        order by document_id
        """,
    ),
    no_rows(
        "silent_publishers",
        "core.publishers",
        "warning",
        "A publisher with current documents has at least one claim.",
        """
        select publishers.publisher_id, publishers.publisher, count(*) as n_documents
        from core.publishers as publishers
        inner join core.documents as documents
            on publishers.publisher_id = documents.publisher_id and documents.status = 'stated'
        where publishers.publisher_id not in (select publisher_id from core.claims where publisher_id is not null)
        group by all
        order by all
        """,
    ),
)
