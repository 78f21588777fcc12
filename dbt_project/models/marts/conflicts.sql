-- Each side shows the first mention of each of its claims, in the order of the claims, then the statements it rests on.
with first_mentions as (
    select
        claim_id,
        quote,
        row_number() over (
            partition by claim_id
            order by char_start, char_end, evidence_id
        ) as nth
    from {{ source('core', 'evidence') }}
),

statements as (
    select
        definition_id as item_id,
        quote as words
    from {{ source('core', 'definitions') }}

    union all

    select
        ranking_id as item_id,
        quote as words
    from {{ source('core', 'rankings') }}

    union all

    select
        technical_id as item_id,
        quote as words
    from {{ source('core', 'technical_claims') }}

    union all

    select
        event_id as item_id,
        quote as words
    from {{ source('core', 'events') }}

    union all

    select
        quality_id as item_id,
        quote as words
    from {{ source('core', 'qualities') }}

    union all

    select
        concat(document_id, ':', {{ as_text('char_start') }}, '-', {{ as_text('char_end') }}) as item_id,
        segment as words
    from {{ source('core', 'segments') }}

    union all

    select
        concat('company:', document_id, ':', {{ as_text('char_start') }}, '-', {{ as_text('char_end') }}) as item_id,
        company as words
    from {{ source('core', 'companies') }}
),

sides as (
    select
        conflict_id,
        'a' as side,
        {{ members_of('claim_ids_a') }} as item_id
    from {{ source('core', 'conflicts') }}

    union all

    select
        conflict_id,
        'b' as side,
        {{ members_of('claim_ids_b') }} as item_id
    from {{ source('core', 'conflicts') }}
),

more_sides as (
    select
        conflict_id,
        'a' as side,
        {{ members_of('statement_ids_a') }} as item_id
    from {{ source('core', 'conflicts') }}

    union all

    select
        conflict_id,
        'b' as side,
        {{ members_of('statement_ids_b') }} as item_id
    from {{ source('core', 'conflicts') }}
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
            {{ members_of('conflict_ids') }} as conflict_id
        from {{ source('core', 'decisions') }}
    ) as members
    group by conflict_id
),

parts as (
    select
        components.conflict_id,
        components.position,
        concat(
            replace(components.component, '_', ' '), ' ', {{ one_decimal_as_text('components.log_share_pct') }}, ' %'
        ) as part
    from {{ source('core', 'conflict_components') }} as components
    inner join {{ source('core', 'conflicts') }} as conflicts
        on
            components.conflict_id = conflicts.conflict_id
            and coalesce(components.year, 0) = coalesce(conflicts.year, 0)
    where components.status = 'computed'
),

decompositions as (
    select
        conflict_id,
        {{ join_values('part', by='position', between=', ') }} as decomposition
    from parts
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
    {{ as_text('conflicts.year') }} as time_period,
    conflicts.year as time_period_year,
    {{ list_to_text('conflicts.years') }} as years,
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
    {{ list_to_text('conflicts.claim_ids_a') }} as claim_ids_a,
    {{ list_to_text('conflicts.claim_ids_b') }} as claim_ids_b,
    quotes_a.quoted as quote_a,
    quotes_b.quoted as quote_b,
    decided.decision_ids,
    conflicts.bridge_id,
    conflicts.bound_low,
    conflicts.bound_high,
    conflicts.assumptions,
    decompositions.decomposition,
    {{ list_to_text('conflicts.statement_ids_a') }} as statement_ids_a,
    {{ list_to_text('conflicts.statement_ids_b') }} as statement_ids_b
from {{ source('core', 'conflicts') }} as conflicts
left join {{ source('core', 'markets') }} as markets
    on conflicts.market_id = markets.market_id
left join {{ source('core', 'markets') }} as other_markets
    on conflicts.other_market_id = other_markets.market_id
left join {{ source('core', 'areas') }} as areas
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
