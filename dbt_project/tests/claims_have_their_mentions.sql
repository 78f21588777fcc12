-- No span, no claim: a claim has as many rows of evidence as it says, and at least one.
select
    claims.claim_id,
    claims.n_mentions,
    count(evidence.evidence_id) as n_evidence
from {{ ref('claims') }} as claims
left join {{ ref('evidence') }} as evidence
    on claims.claim_id = evidence.claim_id
group by claims.claim_id, claims.n_mentions
having count(evidence.evidence_id) = 0 or count(evidence.evidence_id) <> claims.n_mentions
