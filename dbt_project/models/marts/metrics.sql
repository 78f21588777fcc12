-- poolable: figures of several publishers on one scope may meet in one estimate
-- rows: sources/metrics.yml, or the file that the release was made with (PARALLAX_METRIC_DEFINITIONS)
select
    metrics.metric,
    metrics.unit,
    metrics.is_estimated as poolable,
    metrics.definition
from {{ source('core', 'metrics') }} as metrics
order by metrics.metric
