-- Every figure-like token of a document is a mention of a claim or rejected by a named rule.
with mentions as (
    select
        document_id,
        count(*) as n_mentions
    from {{ ref('evidence') }}
    group by document_id
),

rejections as (
    select
        document_id,
        count(*) as n_rejections
    from {{ source('core', 'rejections') }}
    group by document_id
)

select
    documents.document_id,
    documents.n_candidates,
    coalesce(mentions.n_mentions, 0) as n_mentions,
    coalesce(rejections.n_rejections, 0) as n_rejections
from {{ ref('documents') }} as documents
left join mentions
    on documents.document_id = mentions.document_id
left join rejections
    on documents.document_id = rejections.document_id
where documents.n_candidates <> coalesce(mentions.n_mentions, 0) + coalesce(rejections.n_rejections, 0)
