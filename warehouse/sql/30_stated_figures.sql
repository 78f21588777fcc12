-- The figure that each document states for a series and year. Of several prints one stands for it, and those that agree with it support it.
-- depends: core.observations, core.claims, core.metrics
-- A stated year goes before an inferred one, a figure before a bound, then the finest print, then the smaller value. A range counts by its middle.
with prints as (
    select o.*, o.obs_value_low as low, o.obs_value_high as high, c.obs_status, c.value_as_printed, c.period_start,
        if(m.is_money, c.unit_measure, null) as currency_as_printed,
        -- a range that a person has put right is one figure
        c.obs_value_high is not null and c.status <> 'overridden' and low is not null and high is not null as is_range
    from core.observations as o
    inner join core.claims as c on o.claim_id = c.claim_id
    inner join core.metrics as m on o.metric = m.metric
    where o.excluded is null and o.year is not null
),
figures as (
    select * replace (if(is_range, ((low + high)::decimal(37, 9) * 0.5::decimal(1, 1))::decimal(38, 9), obs_value) as obs_value),
        not is_range and low <> high as is_rounding, high - low as width,
        coalesce(if(obs_value = 0 or width = 0, 0, floor(log10(abs(obs_value)::double / width::double))), 0) as digits
    from prints
),
ordered as (
    select *, row_number() over finest as nth,
        first_value(claim_id) over (partition by document_id, publisher_id, series_id, year order by claim_id) as first_claim_id
    from figures
    window finest as (
        partition by document_id, publisher_id, series_id, year
        order by year_is_inferred, low is null or high is null, digits desc, width, obs_value, claim_id)
)
select core.vendor_figure_id(f.document_id, f.publisher_id, f.series_id, f.year) as vendor_figure_id, f.document_id, f.publisher_id,
    s.publisher_group, s.cluster_id, f.series_id, s.market_id, s.segment_key, s.ref_area, s.metric, s.unit_measure, s.value_basis, s.price_basis,
    f.year, f.obs_value, f.low as obs_value_low, f.high as obs_value_high, if(f.year_is_inferred, 'inferred', 'stated') as status, f.obs_status,
    if(f.is_range, 'middle of the stated range ' || f.value_as_printed, null) as formula, f.value_as_printed, f.currency_as_printed,
    s.price_basis_is_assumed, s.vintage_date, f.claim_id, f.period_start, supporting.claim_ids
from ordered as f
inner join core.observations as s on f.first_claim_id = s.claim_id
inner join (  -- rounding bands that only touch do not meet: 14.6 and 14.7 are different prints
    select a.claim_id, list_sort(list(b.claim_id)) as claim_ids
    from ordered as a
    inner join ordered as b on a.document_id = b.document_id and a.publisher_id = b.publisher_id and a.series_id = b.series_id and a.year = b.year
    where a.nth = 1 and (a.claim_id = b.claim_id or not (
        coalesce(a.high < b.low or (a.high = b.low and a.is_rounding and b.is_rounding), false)
        or coalesce(b.high < a.low or (b.high = a.low and a.is_rounding and b.is_rounding), false)))
    group by a.claim_id
) as supporting on f.claim_id = supporting.claim_id
where f.nth = 1
