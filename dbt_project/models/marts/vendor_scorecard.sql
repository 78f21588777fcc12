select
    scores.publisher_id,
    publishers.publisher,
    publishers.publisher_group,
    publishers.tier,
    scores.n_documents,
    scores.n_markets,
    scores.n_claims,
    scores.n_growth_audited,
    scores.n_growth_mismatch,
    cast(100.0 * scores.n_growth_mismatch / nullif(scores.n_growth_audited, 0) as decimal(7, 2)) as growth_mismatch_pct,
    scores.growth_convention,
    scores.n_conflicts,
    scores.n_revised,
    scores.median_revision_pct,
    scores.n_dependent_documents
from {{ ref('stg_vendor_scorecard') }} as scores
left join {{ ref('stg_publishers') }} as publishers
    on scores.publisher_id = publishers.publisher_id
order by scores.publisher_id
