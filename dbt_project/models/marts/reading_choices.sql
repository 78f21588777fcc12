select
    choices.choice_id,
    choices.document_id,
    documents.name as document_name,
    documents.publisher_id,
    documents.publisher,
    documents.read_with,
    choices.claim_id,
    choices.char_start,
    choices.char_end,
    choices.quote,
    choices.attribute,
    choices.first_reading,
    choices.second_reading,
    choices.taken,
    choices.odds,
    choices.rule
from {{ source('core', 'reading_choices') }} as choices
inner join {{ source('core', 'documents') }} as documents
    on choices.document_id = documents.document_id
order by choices.document_id, choices.char_start, choices.choice_id
