with document_counts as (
    select
        publisher_id,
        count(*) as n_documents
    from {{ source('core', 'documents') }}
    where status <> 'superseded' and publisher_id is not null
    group by publisher_id
),

claim_counts as (
    select
        publisher_id,
        count(*) as n_claims
    from {{ source('core', 'claims') }}
    where status <> 'superseded' and publisher_id is not null
    group by publisher_id
)

select
    publishers.publisher_id,
    publishers.publisher,
    publishers.publisher_group,
    publishers.tier,
    publishers.licence,
    publishers.quote_limit_chars,
    publishers.profile,
    publishers.cadence,
    scores.growth_convention,
    coalesce(document_counts.n_documents, 0) as n_documents,
    coalesce(claim_counts.n_claims, 0) as n_claims
from {{ source('core', 'publishers') }} as publishers
left join {{ source('core', 'vendor_scorecard') }} as scores
    on publishers.publisher_id = scores.publisher_id
left join document_counts
    on publishers.publisher_id = document_counts.publisher_id
left join claim_counts
    on publishers.publisher_id = claim_counts.publisher_id
order by publishers.publisher_id
