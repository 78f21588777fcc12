select
    citations.citation_id,
    citations.document_id,
    citations.publisher_id,
    publishers.publisher,
    citations.form,
    citations.label,
    citations.cited_name,
    citations.cited_title,
    citations.cited_year,
    citations.url,
    citations.doi,
    citations.supports_start,
    citations.supports_end,
    {{ list_to_text('citations.claim_ids') }} as claim_ids,
    citations.rule,
    documents.status,
    citations.char_start,
    citations.char_end,
    citations.quote
from {{ source('core', 'citations') }} as citations
left join {{ source('core', 'documents') }} as documents
    on citations.document_id = documents.document_id
left join {{ source('core', 'publishers') }} as publishers
    on citations.publisher_id = publishers.publisher_id
order by citations.citation_id
