select
    technical_claims.technical_id,
    technical_claims.document_id,
    technical_claims.publisher_id,
    publishers.publisher,
    technical_claims.market_id,
    markets.market,
    technical_claims.claim_id,
    technical_claims.claimant,
    technical_claims.measure,
    technical_claims.product,
    technical_claims.subject,
    technical_claims.obs_value,
    technical_claims.obs_value_high,
    technical_claims.comparator,
    technical_claims.unit_measure,
    technical_claims.basis,
    technical_claims.time_period_year,
    technical_claims.verdict,
    technical_claims.reason,
    technical_claims.reference_value,
    technical_claims.reference_value_high,
    technical_claims.reference_unit,
    technical_claims.reference_basis,
    technical_claims.reference_variant,
    technical_claims.reference_source,
    technical_claims.same_basis,
    technical_claims.rule,
    technical_claims.status,
    technical_claims.quote,
    technical_claims.char_start,
    technical_claims.char_end
from {{ source('core', 'technical_claims') }} as technical_claims
left join {{ source('core', 'publishers') }} as publishers
    on technical_claims.publisher_id = publishers.publisher_id
left join {{ source('core', 'markets') }} as markets
    on technical_claims.market_id = markets.market_id
order by technical_claims.market_id nulls last, technical_claims.technical_id
