-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    evidence_id,
    kind,
    item_id,
    document_id,
    text_sha256,
    char_start,
    char_end,
    is_cut,
    quote
from {{ source('core', 'statement_evidence') }}
