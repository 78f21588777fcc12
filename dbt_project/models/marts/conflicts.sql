-- Each side shows the first mention of each of its claims, in the order of the claims.
with first_mentions as (
    select
        claim_id,
        quote,
        row_number() over (
            partition by claim_id
            order by char_start, char_end, evidence_id
        ) as nth
    from {{ ref('stg_evidence') }}
),

sides as (
    select
        conflict_id,
        'a' as side,
        {{ members_of_text('claim_ids_a') }} as claim_id
    from {{ ref('stg_conflicts') }}

    union all

    select
        conflict_id,
        'b' as side,
        {{ members_of_text('claim_ids_b') }} as claim_id
    from {{ ref('stg_conflicts') }}
),

quotes as (
    select
        sides.conflict_id,
        sides.side,
        {{ join_values('first_mentions.quote', by='sides.claim_id', between=' | ') }} as quoted
    from sides
    inner join first_mentions
        on
            sides.claim_id = first_mentions.claim_id
            and first_mentions.nth = 1
    group by sides.conflict_id, sides.side
),

decided as (
    select
        conflict_id,
        {{ join_values('decision_id') }} as decision_ids
    from (
        select
            decision_id,
            {{ members_of_text('conflict_ids') }} as conflict_id
        from {{ ref('stg_decisions') }}
        where conflict_ids is not null
    ) as members
    group by conflict_id
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
    quotes_a.quoted as quote_a,
    quotes_b.quoted as quote_b,
    decided.decision_ids
from {{ ref('stg_conflicts') }} as conflicts
left join {{ ref('stg_markets') }} as markets
    on conflicts.market_id = markets.market_id
left join {{ ref('stg_markets') }} as other_markets
    on conflicts.other_market_id = other_markets.market_id
left join {{ ref('stg_areas') }} as areas
    on conflicts.ref_area = areas.ref_area
left join quotes as quotes_a
    on
        conflicts.conflict_id = quotes_a.conflict_id
        and quotes_a.side = 'a'
left join quotes as quotes_b
    on
        conflicts.conflict_id = quotes_b.conflict_id
        and quotes_b.side = 'b'
left join decided
    on conflicts.conflict_id = decided.conflict_id
order by conflicts.conflict_id
