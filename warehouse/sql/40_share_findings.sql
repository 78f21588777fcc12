-- Findings on shares over time: what shares without a year leave for all others, and where the stated growth of a part and its whole leads its share.
-- depends: work.document_figures, work.sum_findings, work.listed_members, core.observations, core.claims, core.publishers, core.policy
-- A rest without a year is told only for two listed parts or more: one alone would get a share of its own, and without a year that is no figure.
-- With s the share in year y, g the CAGR of the part and G that of the whole over the same period S to E, the share in E is
-- s x ((1 + g) / (1 + G)) ^ (E - S): the share of S is taken for that of y, which lies no more than a year before.
with undated as (  -- shares of segments, with the finest print of each; those without a year have a rest of their own
    select o.document_id, o.publisher_id, o.market_id, split_part(o.segment_key, ':', 1) as dimension, o.segment_key, o.year, o.claim_id, o.obs_value as value,
        greatest(o.obs_value_low, 0) as low, least(o.obs_value_high, 100) as high, row_number() over finest as nth,
        first({'low': low, 'high': high}) over finest as fine,
        split_part(o.segment_key, ':', -1) in (
            select unnest(value::json::varchar[]) from core.policy where name = 'balance.rest_members') as is_rest,
        format('{}, {} ({} confidence)', c.time_period_probable, if(c.time_period_probable_basis = 'base_year', 'the base year of the document',
            'the latest with a stated size'), c.time_period_probable_confidence) as probable
    from core.observations as o inner join core.claims as c on o.claim_id = c.claim_id
    where o.metric = 'share' and (o.excluded is null or o.excluded = 'no_year') and o.unit_measure = 'percent' and o.market_id is not null
        and o.publisher_id is not null and o.segment_key is not null and o.ref_area = '001' and o.obs_value_low is not null
        and o.obs_value_high is not null and o.obs_value > 0 and o.obs_value <= 100
    window finest as (partition by o.document_id, o.publisher_id, o.market_id, o.segment_key, o.year
        order by o.obs_value_high - o.obs_value_low, o.obs_value, o.claim_id)
),
lists as (
    select document_id, market_id, dimension, any_value(may_overlap) as may_overlap, list(segment_key) as members from work.listed_members group by all
),
left_over as (  -- prints that agree with the finest are evidence too
    select u.document_id, u.publisher_id, u.market_id, u.dimension, 100 - sum(value) filter (where nth = 1) as rest, list_sort(list(claim_id)) as claim_ids,
        greatest(100 - sum(u.high) filter (where nth = 1), 0) as low, 100 - sum(u.low) filter (where nth = 1) as high,
        string_agg(core.plain(value), ' - ' order by u.segment_key) filter (where nth = 1) as less, any_value(l.may_overlap) as may_overlap,
        any_value(len(l.members)) - count(distinct u.segment_key) as n_missing,
        if(count(distinct probable) = 1 and count(probable) = count(*), any_value(probable), null) as probable
    from undated as u
    inner join lists as l on u.document_id = l.document_id and u.market_id = l.market_id and u.dimension = l.dimension
    where u.low <= u.fine.high and u.fine.low <= u.high
    group by all
    having bool_and(u.year is null and not is_rest and list_contains(l.members, u.segment_key)) and rest > 0 and n_missing > 1
),
figures as (select * from work.document_figures where nth = 1 and subject is null and low is not null and high is not null),
shares as (  -- a rest counts where a part has no stated share
    select document_id, publisher_id, market_id, segment_key, ref_area, year, value, claim_ids, null as parts from figures where metric = 'share'
    union all
    select document_id, publisher_id, market_id, segment_key, ref_area, year, expected, claim_ids, explanation
    from work.sum_findings where rule = 'share_residual'
),
shifts as (  -- of a segment in the world or an area of the whole market: a segment of an area has two wholes
    select r.*, s.year as share_year, s.value as share, s.claim_ids as share_ids, w.value as whole_rate, w.claim_ids as whole_ids,
        try((s.value::double * pow((1 + r.value::double / 100) / (1 + w.value::double / 100), r.year - r.period_start))::decimal(38, 9)) as later
    from figures as r
    inner join figures as w on r.document_id = w.document_id and r.publisher_id = w.publisher_id and r.market_id = w.market_id
        and r.period_start = w.period_start and r.year = w.year and w.segment_key is null and w.ref_area = '001'
    inner join shares as s on r.document_id = s.document_id and r.publisher_id = s.publisher_id and r.market_id = s.market_id
        and r.segment_key is not distinct from s.segment_key and r.ref_area = s.ref_area and s.year in (r.period_start, r.period_start - 1)
    where r.metric = 'cagr' and w.metric = 'cagr' and (r.segment_key is null) <> (r.ref_area = '001')
    qualify row_number() over (partition by r.document_id, r.publisher_id, r.market_id, r.segment_key, r.ref_area, r.period_start, r.year
        order by s.year desc, s.parts is not null, s.parts, r.series_id desc, w.series_id desc) = 1
)
select 'share_residual' as rule, 'derived' as outcome, document_id, publisher_id, market_id, '001' as ref_area, 'share' as metric, 'percent' as unit_measure,
    rest as expected, low as expected_low, high as expected_high, claim_ids, dimension as about,
    concat_ws('; ', format('{}: shares by {}, of no stated year, leave {} % for all others ({} members) together: 100 - {}', publisher, dimension,
        core.plain(rest), n_missing, less), 'derived, if the parts do not overlap', 'the year is probably ' || probable, may_overlap) as explanation,
    null as segment_key, null as year, null as stated
from left_over inner join core.publishers using (publisher_id)
union all by name
select 'share_shift' as rule, 'derived' as outcome, document_id, publisher_id, market_id, segment_key, ref_area, 'share' as metric, 'percent' as unit_measure,
    year, share as stated, later as expected, list_sort(list_distinct(claim_ids || whole_ids || share_ids)) as claim_ids,
    format('{}: {} grows by {} % a year against {} % of the whole ({}-{}); its share of {} % in {} becomes {} % in {}, {} points {}', publisher, label,
        core.plain(value), core.plain(whole_rate), period_start, year, core.plain(share), share_year, core.plain(later), year,
        core.plain(abs(later - share)), if(later >= share, 'more', 'less')) as explanation
from shifts where later is not null
