select
    bridges.bridge_id,
    bridges.market_id,
    markets.market,
    bridges.segments,
    bridges.segment_keys,
    bridges.ref_area,
    areas.area,
    bridges.metric,
    bridges.unit_measure,
    bridges.value_basis,
    bridges.price_basis,
    {{ as_text('bridges.time_period_year') }} as time_period,
    bridges.time_period_year,
    bridges.publishers,
    bridges.document_ids,
    bridges.cluster_id,
    bridges.whole_value,
    bridges.whole_status,
    bridges.share_pcts,
    bridges.share_low_pct,
    bridges.share_point_pct,
    bridges.share_high_pct,
    bridges.value_low,
    bridges.value_point,
    bridges.value_high,
    bridges.value_floor,
    bridges.value_ceiling,
    bridges.method,
    bridges.formula,
    bridges.share_year_basis,
    bridges.assumptions,
    bridges.other_market_id,
    other_markets.market as other_market,
    bridges.lies,
    bridges.lies_reason,
    bridges.definition_ids,
    bridges.claim_ids
from {{ ref('stg_bridges') }} as bridges
left join {{ ref('stg_markets') }} as markets
    on bridges.market_id = markets.market_id
left join {{ ref('stg_markets') }} as other_markets
    on bridges.other_market_id = other_markets.market_id
left join {{ ref('stg_areas') }} as areas
    on bridges.ref_area = areas.ref_area
order by bridges.market_id nulls last, bridges.bridge_id
