-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    claim_id,
    estimate_id,
    role,
    reason
from {{ source('core', 'estimate_candidates') }}
