-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    claim_id,
    document_id,
    publisher_id,
    report_key,
    edition,
    published_on,
    text_date,
    data_as_of,
    series_id,
    market_id,
    segment_key,
    ref_area,
    metric,
    unit_measure,
    year as time_period_year,
    obs_value,
    previous_claim_id,
    change_pct
from {{ source('core', 'revisions') }}
