select
    companies.document_id,
    companies.publisher_id,
    publishers.publisher,
    companies.market_id,
    markets.market,
    companies.company,
    companies.product,
    companies.role,
    companies.rank,
    companies.status,
    companies.reason,
    companies.n_mentions,
    companies.char_start,
    companies.char_end,
    companies.company_id,
    companies.canonical,
    companies.parent,
    companies.level,
    companies.parent_since,
    companies.n_neighbours,
    companies.method,
    companies.wikidata,
    companies.lei
from {{ source('core', 'companies') }} as companies
left join {{ source('core', 'publishers') }} as publishers
    on companies.publisher_id = publishers.publisher_id
left join {{ source('core', 'markets') }} as markets
    on companies.market_id = markets.market_id
order by companies.market_id nulls last, companies.document_id, companies.company
