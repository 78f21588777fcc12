select
    definitions.definition_id,
    definitions.document_id,
    definitions.publisher_id,
    publishers.publisher,
    definitions.market_id,
    markets.market,
    definitions.defines,
    definitions.term,
    definitions.definition,
    {{ list_to_text('definitions.includes') }} as includes,
    {{ list_to_text('definitions.excludes') }} as excludes,
    definitions.scope,
    definitions.product,
    definitions.technology,
    definitions.workload,
    definitions.layer,
    definitions.value_basis,
    definitions.deployment,
    definitions.geography,
    definitions.rule,
    definitions.status,
    definitions.is_cut,
    definitions.quote,
    definitions.char_start,
    definitions.char_end
from {{ source('core', 'definitions') }} as definitions
left join {{ source('core', 'publishers') }} as publishers
    on definitions.publisher_id = publishers.publisher_id
left join {{ source('core', 'markets') }} as markets
    on definitions.market_id = markets.market_id
order by definitions.market_id nulls last, definitions.definition_id
