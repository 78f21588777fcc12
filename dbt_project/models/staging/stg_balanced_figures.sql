-- Made by `python -m warehouse.dbt_files`; edit warehouse/schema/core.yml.
select
    figure_id,
    level,
    component_id,
    document_id,
    publisher_id,
    series_id,
    market_id,
    segment_key,
    ref_area,
    metric,
    unit_measure,
    year as time_period_year,
    obs_value,
    balanced,
    change_pct,
    status,
    n_constraints,
    n_outliers,
    reason
from {{ source('core', 'balanced_figures') }}
