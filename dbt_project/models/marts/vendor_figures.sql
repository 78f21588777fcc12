-- A segment goes by the name its own document prints; the first in the alphabet where it prints several.
with segment_names as (
    select
        document_id,
        segment_key,
        dimension,
        segment,
        row_number() over (
            partition by document_id, segment_key
            order by segment, dimension nulls last, claim_id
        ) as nth
    from {{ source('core', 'claims') }}
    where segment is not null and segment_key is not null
)

select
    figures.vendor_figure_id,
    figures.document_id,
    figures.publisher_id,
    publishers.publisher,
    figures.publisher_group,
    figures.cluster_id,
    figures.series_id,
    figures.market_id,
    markets.market,
    markets.scope,
    segment_names.dimension,
    segment_names.segment,
    figures.segment_key,
    figures.ref_area,
    areas.area,
    figures.metric,
    figures.unit_measure,
    figures.value_basis,
    figures.price_basis,
    figures.price_basis_is_assumed,
    {{ as_text('figures.year') }} as time_period,
    figures.year as time_period_year,
    figures.obs_value,
    figures.obs_value_low,
    figures.obs_value_high,
    case when figures.unit_measure = 'USD' then figures.obs_value end as obs_value_usd,
    balanced.balanced,
    balanced.status as balanced_status,
    balanced.reason as balanced_reason,
    figures.status,
    figures.obs_status,
    figures.formula,
    figures.value_as_printed,
    figures.currency_as_printed,
    figures.vintage_date,
    {{ list_to_text('figures.claim_ids') }} as claim_ids
from {{ source('core', 'vendor_figures') }} as figures
left join {{ source('core', 'balanced_figures') }} as balanced
    on figures.vendor_figure_id = balanced.figure_id
left join {{ source('core', 'publishers') }} as publishers
    on figures.publisher_id = publishers.publisher_id
left join {{ source('core', 'markets') }} as markets
    on figures.market_id = markets.market_id
left join {{ source('core', 'areas') }} as areas
    on figures.ref_area = areas.ref_area
left join segment_names
    on
        figures.document_id = segment_names.document_id
        and figures.segment_key = segment_names.segment_key
        and segment_names.nth = 1
order by figures.market_id nulls last, figures.vendor_figure_id
