select
    bridges.bridge_id,
    bridges.market_id,
    markets.market,
    bridges.segments,
    {{ list_to_text('bridges.segment_keys') }} as segment_keys,
    bridges.ref_area,
    areas.area,
    bridges.metric,
    bridges.unit_measure,
    bridges.value_basis,
    bridges.price_basis,
    {{ as_text('bridges.year') }} as time_period,
    bridges.year as time_period_year,
    bridges.publishers,
    {{ list_to_text('bridges.document_ids') }} as document_ids,
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
    {{ list_to_text('bridges.definition_ids') }} as definition_ids,
    {{ list_to_text('bridges.claim_ids') }} as claim_ids
from {{ source('core', 'bridges') }} as bridges
left join {{ source('core', 'markets') }} as markets
    on bridges.market_id = markets.market_id
left join {{ source('core', 'markets') }} as other_markets
    on bridges.other_market_id = other_markets.market_id
left join {{ source('core', 'areas') }} as areas
    on bridges.ref_area = areas.ref_area
order by bridges.market_id nulls last, bridges.bridge_id
