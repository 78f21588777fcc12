select
    claims.claim_id,
    claims.document_id,
    claims.publisher_id,
    claims.publisher,
    claims.market_id,
    markets.market,
    claims.subject as driver,
    claims.obs_value as impact,
    claims.obs_value_high as impact_high,
    claims.comparator,
    claims.unit_measure,
    case
        when claims.obs_value > 0 then '+'
        when claims.obs_value < 0 then '-'
        else '0'
    end as sign,
    claims.geography,
    claims.ref_area,
    claims.time_period,
    claims.period_start,
    claims.period_end,
    false as additive,
    claims.value_as_printed,
    claims.status,
    claims.n_mentions
from {{ ref('stg_claims') }} as claims
left join {{ ref('stg_markets') }} as markets
    on claims.market_id = markets.market_id
where claims.metric = 'impact_on_cagr'
order by claims.claim_id
