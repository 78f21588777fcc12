-- What one independent source says of one series and year: equal figures of dependent documents are one, who copies whom is not told.
-- depends: core.vendor_figures, core.publishers
-- Bounds are left out. The words of a derived figure leave nothing open.
with figures as (
    select f.*, coalesce(p.publisher, f.publisher_id) as publisher,
        {'is_derived': status = 'derived', 'is_inferred': status = 'inferred', 'document_id': document_id, 'publisher_id': f.publisher_id} as firmness
    from core.vendor_figures as f
    left join core.publishers as p on f.publisher_id = p.publisher_id
    where status = 'derived' or (obs_value_low is not null and obs_value_high is not null)
),
joined as (
    select series_id, year, cluster_id, obs_value, arg_min(figures, firmness) as first,
        core.sorted_once(list(publisher)) as publishers, core.sorted_once(list(document_id)) as document_ids,
        core.sorted_once(flatten(list(claim_ids))) as claim_ids
    from figures group by series_id, year, cluster_id, obs_value
)
select series_id, year, cluster_id, obs_value, first.market_id, first.segment_key, first.ref_area, first.metric, first.unit_measure, first.value_basis,
    first.price_basis, first.status, if(first.status = 'derived', obs_value, first.obs_value_low) as low,
    if(first.status = 'derived', obs_value, first.obs_value_high) as high,
    first.status <> 'derived' and first.formula is null and low <> high as is_rounding, publishers, document_ids, claim_ids,
    core.amount(obs_value, first.unit_measure) || if(first.status = 'derived', ', derived', '') as words
from joined
