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
    {{ as_text('found.time_period_year') }} as time_period,
    found.time_period_year,
    found.start_year,
    found.whole_id,
    found.member_ids,
    found.claim_ids,
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
from {{ ref('stg_balance_constraints') }} as found
left join {{ ref('stg_publishers') }} as publishers
    on found.publisher_id = publishers.publisher_id
left join {{ ref('stg_markets') }} as markets
    on found.market_id = markets.market_id
left join {{ ref('stg_areas') }} as areas
    on found.ref_area = areas.ref_area
order by found.market_id nulls last, found.constraint_id
