select
    audits.claim_id,
    audits.convention,
    audits.document_id,
    audits.publisher_id,
    publishers.publisher,
    audits.market_id,
    markets.market,
    claims.dimension,
    claims.segment,
    audits.segment_key,
    audits.ref_area,
    claims.value_as_printed,
    claims.period_start,
    claims.period_end,
    claims.period_inferred,
    audits.start_claim_id,
    audits.end_claim_id,
    audits.start_year,
    audits.end_year,
    audits.periods,
    audits.stated_pct,
    audits.stated_low_pct,
    audits.stated_high_pct,
    audits.recomputed_pct,
    audits.recomputed_low_pct,
    audits.recomputed_high_pct,
    audits.delta_pp,
    audits.is_consistent,
    audits.is_best,
    audits.finding,
    audits.publisher_convention
from {{ source('core', 'growth_audit') }} as audits
left join {{ source('core', 'claims') }} as claims
    on audits.claim_id = claims.claim_id
left join {{ source('core', 'publishers') }} as publishers
    on audits.publisher_id = publishers.publisher_id
left join {{ source('core', 'markets') }} as markets
    on audits.market_id = markets.market_id
order by audits.market_id nulls last, audits.claim_id, audits.convention
