-- Each side shows the first mention of each of its claims, in the order of the claims, then the statements it rests on.
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

statements as (
    select
        definition_id as item_id,
        quote as words
    from {{ ref('stg_definitions') }}

    union all

    select
        ranking_id as item_id,
        quote as words
    from {{ ref('stg_rankings') }}

    union all

    select
        technical_id as item_id,
        quote as words
    from {{ ref('stg_technical_claims') }}

    union all

    select
        event_id as item_id,
        quote as words
    from {{ ref('stg_events') }}

    union all

    select
        quality_id as item_id,
        quote as words
    from {{ ref('stg_qualities') }}

    union all

    select
        concat(document_id, ':', {{ as_text('char_start') }}, '-', {{ as_text('char_end') }}) as item_id,
        segment as words
    from {{ ref('stg_segments') }}

    union all

    select
        concat('company:', document_id, ':', {{ as_text('char_start') }}, '-', {{ as_text('char_end') }}) as item_id,
        company as words
    from {{ ref('stg_companies') }}
),

sides as (
    select
        conflict_id,
        'a' as side,
        {{ members_of_text('claim_ids_a') }} as item_id
    from {{ ref('stg_conflicts') }}
    where claim_ids_a is not null

    union all

    select
        conflict_id,
        'b' as side,
        {{ members_of_text('claim_ids_b') }} as item_id
    from {{ ref('stg_conflicts') }}
    where claim_ids_b is not null
),

more_sides as (
    select
        conflict_id,
        'a' as side,
        {{ members_of_text('statement_ids_a') }} as item_id
    from {{ ref('stg_conflicts') }}
    where statement_ids_a is not null

    union all

    select
        conflict_id,
        'b' as side,
        {{ members_of_text('statement_ids_b') }} as item_id
    from {{ ref('stg_conflicts') }}
    where statement_ids_b is not null
),

said as (
    select
        sides.conflict_id,
        sides.side,
        concat('0', sides.item_id) as nth,
        first_mentions.quote as words
    from sides
    inner join first_mentions
        on
            sides.item_id = first_mentions.claim_id
            and first_mentions.nth = 1

    union all

    select
        more_sides.conflict_id,
        more_sides.side,
        concat('1', more_sides.item_id) as nth,
        statements.words
    from more_sides
    inner join statements
        on more_sides.item_id = statements.item_id
),

quotes as (
    select
        conflict_id,
        side,
        {{ join_values('words', by='nth', between=' | ') }} as quoted
    from said
    group by conflict_id, side
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
),

told as (
    select
        components.conflict_id,
        components.position,
        concat(
            replace(components.component, '_', ' '), ' ', {{ one_decimal_as_text('components.log_share_pct') }}, ' %'
        ) as part
    from {{ ref('stg_conflict_components') }} as components
    inner join {{ ref('stg_conflicts') }} as conflicts
        on
            components.conflict_id = conflicts.conflict_id
            and coalesce(components.time_period_year, 0) = coalesce(conflicts.time_period_year, 0)
    where components.status = 'computed'
),

decompositions as (
    select
        conflict_id,
        {{ join_values('part', by='position', between=', ') }} as decomposition
    from told
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
    {{ as_text('conflicts.time_period_year') }} as time_period,
    conflicts.time_period_year,
    conflicts.years,
    conflicts.n_years,
    conflicts.first_year,
    conflicts.last_year,
    conflicts.publishers,
    conflicts.n_sides,
    conflicts.value_a,
    conflicts.value_b,
    conflicts.ratio,
    conflicts.ratio_low,
    conflicts.ratio_high,
    conflicts.publishers_a,
    conflicts.publishers_b,
    conflicts.explanation,
    conflicts.claim_ids_a,
    conflicts.claim_ids_b,
    quotes_a.quoted as quote_a,
    quotes_b.quoted as quote_b,
    decided.decision_ids,
    conflicts.bridge_id,
    conflicts.bound_low,
    conflicts.bound_high,
    conflicts.assumptions,
    decompositions.decomposition,
    conflicts.statement_ids_a,
    conflicts.statement_ids_b
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
left join decompositions
    on conflicts.conflict_id = decompositions.conflict_id
order by conflicts.market_id nulls last, conflicts.conflict_id
