select
    publisher_id,
    n_documents,
    n_markets,
    n_claims,
    n_growth_audited,
    n_growth_mismatch,
    growth_convention,
    n_conflicts,
    n_revised,
    median_revision_pct,
    n_dependent_documents
from {{ source('core', 'vendor_scorecard') }}
