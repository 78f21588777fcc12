-- Each finding shows the first mention of each of its claims, in the order of the claims.
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

members as (
    select
        finding_id,
        {{ members_of('claim_ids') }} as claim_id
    from {{ source('core', 'audit_findings') }}
),

quotes as (
    select
        members.finding_id,
        {{ join_values('first_mentions.quote', by='members.claim_id', between=' | ') }} as quoted
    from members
    inner join first_mentions
        on
            members.claim_id = first_mentions.claim_id
            and first_mentions.nth = 1
    group by members.finding_id
)

select
    findings.finding_id,
    findings.rule,
    findings.outcome,
    findings.severity,
    findings.document_id,
    findings.publisher_id,
    publishers.publisher,
    findings.market_id,
    markets.market,
    findings.segment_key,
    findings.ref_area,
    areas.area,
    findings.metric,
    findings.unit_measure,
    {{ as_text('findings.year') }} as time_period,
    findings.year as time_period_year,
    findings.stated,
    findings.expected,
    findings.expected_low,
    findings.expected_high,
    findings.deviation,
    findings.half_width,
    findings.times_rounding,
    findings.explanation,
    {{ list_to_text('findings.claim_ids') }} as claim_ids,
    findings.definition_id,
    {{ list_to_text('findings.spans') }} as spans,
    coalesce(quotes.quoted, defined.quote) as quoted
from {{ source('core', 'audit_findings') }} as findings
left join {{ source('core', 'publishers') }} as publishers
    on findings.publisher_id = publishers.publisher_id
left join {{ source('core', 'markets') }} as markets
    on findings.market_id = markets.market_id
left join {{ source('core', 'areas') }} as areas
    on findings.ref_area = areas.ref_area
left join {{ source('core', 'definitions') }} as defined
    on findings.definition_id = defined.definition_id
left join quotes
    on findings.finding_id = quotes.finding_id
order by findings.market_id nulls last, findings.finding_id
