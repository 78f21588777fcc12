-- Every claim is a candidate of an estimate, or the reason why not stands beside it.
select
    claim_id,
    estimate_ids,
    estimate_reason
from {{ ref('claims') }}
where estimate_ids is null and estimate_reason is null
