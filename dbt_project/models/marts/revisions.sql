select
    revisions.claim_id,
    revisions.document_id,
    revisions.publisher_id,
    publishers.publisher,
    revisions.report_key,
    revisions.edition,
    revisions.published_on,
    revisions.text_date,
    revisions.data_as_of,
    revisions.series_id,
    revisions.market_id,
    markets.market,
    claims.dimension,
    claims.segment,
    revisions.segment_key,
    revisions.ref_area,
    revisions.metric,
    revisions.unit_measure,
    {{ as_text('revisions.year') }} as time_period,
    revisions.year as time_period_year,
    revisions.obs_value,
    claims.value_as_printed,
    revisions.previous_claim_id,
    earlier.obs_value as previous_obs_value,
    revisions.change_pct,
    case
        when revisions.edition = 0 then 'order_unknown'
        when revisions.previous_claim_id is null then 'first_stated'
        when revisions.obs_value > earlier.obs_value then 'raised'
        when revisions.obs_value < earlier.obs_value then 'lowered'
        else 'unchanged'
    end as direction
from {{ source('core', 'revisions') }} as revisions
left join {{ source('core', 'revisions') }} as earlier
    on revisions.previous_claim_id = earlier.claim_id
left join {{ source('core', 'claims') }} as claims
    on revisions.claim_id = claims.claim_id
left join {{ source('core', 'publishers') }} as publishers
    on revisions.publisher_id = publishers.publisher_id
left join {{ source('core', 'markets') }} as markets
    on revisions.market_id = markets.market_id
order by revisions.market_id nulls last, revisions.claim_id
