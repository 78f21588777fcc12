select
    drivers.driver_id,
    drivers.document_id,
    drivers.publisher_id,
    publishers.publisher,
    drivers.market_id,
    markets.market,
    drivers.segment,
    drivers.role,
    case
        when drivers.impact > 0 then '+'
        when drivers.impact < 0 then '-'
        when drivers.impact = 0 then '0'
        when drivers.role in ('driver', 'opportunity') then '+'
        when drivers.role = 'restraint' then '-'
        else '0'
    end as sign,
    drivers.driver,
    drivers.claim_id,
    drivers.impact,
    drivers.impact_high,
    drivers.comparator,
    claims.unit_measure,
    {{ list_to_text('drivers.geographies') }} as geographies,
    {{ list_to_text('drivers.ref_areas') }} as ref_areas,
    coalesce({{ list_to_text('drivers.geographies', between=', ') }}, claims.geography) as geography,  -- noqa: RF04
    coalesce({{ list_to_text('drivers.ref_areas') }}, claims.ref_area) as ref_area,
    drivers.timeline,
    drivers.years_from,
    drivers.years_to,
    claims.time_period,
    claims.period_start,
    claims.period_end,
    claims.value_as_printed,
    drivers.additive,
    drivers.caveat,
    drivers.caveat_start,
    drivers.narrative_start,
    drivers.n_mentions,
    drivers.rule,
    drivers.status,
    drivers.quote,
    drivers.char_start,
    drivers.char_end
from {{ source('core', 'drivers') }} as drivers
left join {{ source('core', 'claims') }} as claims
    on drivers.claim_id = claims.claim_id
left join {{ source('core', 'publishers') }} as publishers
    on drivers.publisher_id = publishers.publisher_id
left join {{ source('core', 'markets') }} as markets
    on drivers.market_id = markets.market_id
order by drivers.market_id nulls last, drivers.driver_id
