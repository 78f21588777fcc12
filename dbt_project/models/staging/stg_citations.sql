-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    citation_id,
    document_id,
    publisher_id,
    form,
    label,
    cited_name,
    cited_title,
    cited_year,
    url,
    doi,
    supports_start,
    supports_end,
    {{ list_to_text('claim_ids') }} as claim_ids,
    rule,
    char_start,
    char_end,
    quote
from {{ source('core', 'citations') }}
