select
    constraints.constraint_id,
    constraints.level,
    constraints.component_id,
    constraints.kind,
    constraints.relation,
    constraints.document_id,
    constraints.publisher_id,
    publishers.publisher,
    constraints.market_id,
    markets.market,
    constraints.dimension,
    constraints.segment_key,
    constraints.ref_area,
    areas.area,
    constraints.metric,
    constraints.unit_measure,
    cast(constraints.time_period_year as varchar) as time_period,
    constraints.time_period_year,
    constraints.start_year,
    constraints.whole_id,
    constraints.member_ids,
    constraints.claim_ids,
    constraints.basis,
    constraints.residual_before,
    constraints.residual_after,
    constraints.residual_unit,
    constraints.deviation,
    constraints.normalised_residual,
    constraints.normalised_given_others,
    constraints.is_outlier,
    constraints.status,
    constraints.suspect_id,
    constraints.reason
from {{ ref('stg_balance_constraints') }} as constraints
left join {{ ref('stg_publishers') }} as publishers
    on constraints.publisher_id = publishers.publisher_id
left join {{ ref('stg_markets') }} as markets
    on constraints.market_id = markets.market_id
left join {{ ref('stg_areas') }} as areas
    on constraints.ref_area = areas.ref_area
order by constraints.constraint_id
