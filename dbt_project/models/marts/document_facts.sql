select
    document_facts.fact_id,
    document_facts.document_id,
    document_facts.publisher_id,
    publishers.publisher,
    document_facts.fact,
    document_facts.value,
    document_facts.value_date,
    documents.status,
    document_facts.n_mentions,
    document_facts.char_start,
    document_facts.char_end,
    document_facts.quote
from {{ source('core', 'document_facts') }} as document_facts
left join {{ source('core', 'documents') }} as documents
    on document_facts.document_id = documents.document_id
left join {{ source('core', 'publishers') }} as publishers
    on document_facts.publisher_id = publishers.publisher_id
order by document_facts.fact_id
