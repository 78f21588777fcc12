-- Each side shows the first mention of its first claim; the other claims are named beside it.
with first_mentions as (
    select
        claim_id,
        quote,
        row_number() over (
            partition by claim_id
            order by char_start, char_end, evidence_id
        ) as nth
    from {{ ref('stg_evidence') }}
)

select
    conflicts.conflict_id,
    conflicts.kind,
    conflicts.rule,
    conflicts.verdict,
    conflicts.severity,
    conflicts.market_id,
    markets.market,
    conflicts.other_market_id,
    other_markets.market as other_market,
    conflicts.segment_key,
    conflicts.ref_area,
    areas.area,
    conflicts.metric,
    conflicts.unit_measure,
    cast(conflicts.time_period_year as varchar) as time_period,
    conflicts.time_period_year,
    conflicts.value_a,
    conflicts.value_b,
    conflicts.ratio,
    conflicts.publishers_a,
    conflicts.publishers_b,
    conflicts.explanation,
    conflicts.claim_ids_a,
    conflicts.claim_ids_b,
    mentions_a.quote as quote_a,
    mentions_b.quote as quote_b
from {{ ref('stg_conflicts') }} as conflicts
left join {{ ref('stg_markets') }} as markets
    on conflicts.market_id = markets.market_id
left join {{ ref('stg_markets') }} as other_markets
    on conflicts.other_market_id = other_markets.market_id
left join {{ ref('stg_areas') }} as areas
    on conflicts.ref_area = areas.ref_area
left join first_mentions as mentions_a
    on
        {{ first_of_text('conflicts.claim_ids_a') }} = mentions_a.claim_id
        and mentions_a.nth = 1
left join first_mentions as mentions_b
    on
        {{ first_of_text('conflicts.claim_ids_b') }} = mentions_b.claim_id
        and mentions_b.nth = 1
order by conflicts.conflict_id
