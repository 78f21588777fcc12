select
    aside.claim_id,
    aside.document_id,
    documents.name as document_name,
    aside.publisher_id,
    publishers.publisher,
    aside.market_id,
    markets.market,
    aside.metric,
    aside.value_as_printed,
    aside.rule,
    aside.set_aside_by,
    aside.key,
    aside.reason,
    aside.found
from {{ source('core', 'set_aside') }} as aside
inner join {{ source('core', 'documents') }} as documents
    on aside.document_id = documents.document_id
left join {{ source('core', 'publishers') }} as publishers
    on aside.publisher_id = publishers.publisher_id
left join {{ source('core', 'markets') }} as markets
    on aside.market_id = markets.market_id
order by aside.claim_id, aside.rule
