-- An estimate has a number and a method, or it is a refusal: neither, and words that say why.
select
    estimate_id,
    status,
    method,
    estimate,
    reason
from {{ ref('market_estimates') }}
where
    (status = 'refused') <> (estimate is null)
    or (status = 'refused') <> (method = 'none')
    or trim(reason) = ''
