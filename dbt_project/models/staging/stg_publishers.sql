-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    publisher_id,
    publisher,
    publisher_group,
    tier,
    licence,
    quote_limit_chars,
    profile,
    cadence,
    growth_convention
from {{ source('core', 'publishers') }}
