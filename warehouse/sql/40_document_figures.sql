-- Each print of each publisher's figure of a series and year in a document: the first one stands for it, the others agree with it or do not.
-- depends: core.observations, core.claims, core.segments, core.publishers, core.metrics
-- A stated year goes before an inferred one, a figure before a bound, then the finest print, then the smaller value. A range counts by its middle.
-- A vendor's own regions are figures too: they are parts of the vendor's own world.
with prints as (
    select o.document_id, o.publisher_id, o.series_id, o.year, o.claim_id, p.publisher, o.market_id, o.segment_key, o.ref_area, o.metric, o.unit_measure,
        o.value_basis, o.price_basis, o.year_is_inferred, o.obs_value_low as low, o.obs_value_high as high, c.segment, c.subject, c.period_start,
        c.ref_area as printed_area, if(m.unit = 'noun counted', lower(o.unit_measure), o.unit_measure) as series_unit, m.kind, m.is_additive, m.is_unique,
        -- a range that a person has put right is one figure
        c.obs_value_high is not null and c.status <> 'overridden' and low is not null and high is not null as is_range,
        coalesce(not is_range and low <> high, false) as is_rounding, if(is_range, core.half(low + high), o.obs_value) as value
    from core.observations as o
    inner join core.claims as c on o.claim_id = c.claim_id
    inner join core.publishers as p on o.publisher_id = p.publisher_id
    inner join core.metrics as m on o.metric = m.metric
    where (o.excluded is null or o.excluded = 'vendor_region') and o.year is not null
),
ordered as (
    select * replace (first_value(unit_measure) over (partition by document_id, publisher_id, series_id, year order by claim_id) as unit_measure),
        row_number() over finest as nth, first_value(claim_id) over finest as first_claim_id
    from (select *, coalesce(if(value = 0 or high = low, 0, floor(log10(abs(value)::double / (high - low)::double))), 0) as digits from prints)
    window finest as (
        partition by document_id, publisher_id, series_id, year
        order by year_is_inferred, low is null or high is null, digits desc, high - low, value, claim_id)
),
met as (
    select p.* exclude (digits, is_range), not core.lies_below(p, f) and not core.lies_below(f, p) as is_same
    from ordered as p inner join ordered as f on p.first_claim_id = f.claim_id
)
select *, core.amount(value, unit_measure) as words,
    coalesce(nullif(concat_ws(', ', nullif(segment, ''), if(ref_area = '001', null, 'area ' || ref_area)), ''), 'the whole market') as label,
    nullif(split_part(segment_key, ':', 1), '') as dimension,
    (document_id, segment_key) in (select (document_id, segment_key) from core.segments where parent is not null) as is_nested,
    if(nth = 1, list_sort(list(claim_id) filter (where is_same) over (partition by first_claim_id)), [claim_id]) as claim_ids
from met
