select
    found.constraint_id,
    found.level,
    found.component_id,
    found.kind,
    found.relation,
    found.document_id,
    found.publisher_id,
    publishers.publisher,
    found.market_id,
    markets.market,
    found.dimension,
    found.segment_key,
    found.ref_area,
    areas.area,
    found.metric,
    found.unit_measure,
    {{ as_text('found.year') }} as time_period,
    found.year as time_period_year,
    found.start_year,
    found.whole_id,
    {{ list_to_text('found.member_ids') }} as member_ids,
    {{ list_to_text('found.claim_ids') }} as claim_ids,
    found.basis,
    found.residual_before,
    found.residual_after,
    found.residual_unit,
    found.deviation,
    found.normalised_residual,
    found.normalised_given_others,
    found.is_outlier,
    found.status,
    found.suspect_id,
    found.reason
from {{ source('core', 'balance_constraints') }} as found
left join {{ source('core', 'publishers') }} as publishers
    on found.publisher_id = publishers.publisher_id
left join {{ source('core', 'markets') }} as markets
    on found.market_id = markets.market_id
left join {{ source('core', 'areas') }} as areas
    on found.ref_area = areas.ref_area
order by found.market_id nulls last, found.constraint_id
