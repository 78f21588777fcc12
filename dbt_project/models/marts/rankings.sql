select
    rankings.ranking_id,
    rankings.document_id,
    rankings.publisher_id,
    publishers.publisher,
    rankings.market_id,
    markets.market,
    rankings.subject,
    rankings.subject_kind,
    rankings.dimension,
    rankings.criterion,
    rankings.ordinal,
    rankings.position,
    rankings.time_period,
    rankings.year as time_period_year,
    rankings.geography,
    rankings.ref_area,
    rankings.rule,
    documents.status,
    rankings.n_mentions,
    rankings.char_start,
    rankings.char_end,
    rankings.quote
from {{ source('core', 'rankings') }} as rankings
left join {{ source('core', 'documents') }} as documents
    on rankings.document_id = documents.document_id
left join {{ source('core', 'publishers') }} as publishers
    on rankings.publisher_id = publishers.publisher_id
left join {{ source('core', 'markets') }} as markets
    on rankings.market_id = markets.market_id
order by rankings.market_id nulls last, rankings.ranking_id
