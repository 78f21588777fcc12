-- Parts of one market above every figure that other sources state for what holds them: a segment above its market, a country above its region.
-- depends: work.aligned_figures, work.area_names, core.segments, core.metrics, core.markets, core.areas, core.definitions
-- Two publishers may count differently, so this is likely; it is proven where both texts tell the same value basis and both figures are stated.
with figures as (
    select f.*, row_number() over (order by series_id, year, cluster_id, obs_value) as id, m.market,
        if(k.unit = 'noun counted', lower(f.unit_measure), f.unit_measure) as series_unit,
        core.side(f.market_id, obs_value, publishers, claim_ids, [], words) as side,
        coalesce(core.said(concat_ws(', ', split_part(segment_key, ':', 2), if(f.ref_area = '001', null, coalesce(a.area, f.ref_area)))),
            'the whole market') as label
    from work.aligned_figures as f
    inner join core.metrics as k on f.metric = k.metric and k.is_additive
    inner join core.markets as m on f.market_id = m.market_id
    left join core.areas as a on f.ref_area = a.ref_area
),
within as (  -- a country under its region, as documents list it
    select distinct a.ref_area, b.ref_area as outer_area
    from core.segments as s
    inner join work.area_names as a on s.segment = a.name and a.ref_area <> '001'
    inner join work.area_names as b on s.parent = b.name and b.ref_area <> '001' and b.ref_area <> a.ref_area
),
areas as (  -- the nearest first
    select distinct ref_area, ref_area as outer_area, 0 as nth from figures
    union all select ref_area, outer_area, 1 from within
    union all select distinct ref_area, '001', 2 from figures where ref_area <> '001'
),
held as (
    select p.id, a.nth, a.outer_area, w.segment_key is null as is_whole,
        bool_and(w.high < p.low or (w.high = p.low and w.is_rounding and p.is_rounding)) as is_above, arg_max(w.id, (w.obs_value, w.claim_ids)) as whole_id
    from figures as p
    inner join areas as a on p.ref_area = a.ref_area
    inner join figures as w on p.market_id = w.market_id and p.metric = w.metric and p.series_unit = w.series_unit and p.year = w.year
        and p.value_basis is not distinct from w.value_basis and p.price_basis is not distinct from w.price_basis and a.outer_area = w.ref_area
        and (w.segment_key is null or w.segment_key = p.segment_key) and (w.segment_key is distinct from p.segment_key or w.ref_area <> p.ref_area)
        and w.cluster_id <> p.cluster_id and not list_has_any(w.publishers, p.publishers)
    group by p.id, a.nth, a.outer_area, is_whole
),
above as (
    select * from held where is_above
    qualify row_number() over (partition by id order by nth, outer_area, is_whole) = 1
),
asked as (select * from figures where id in (select unnest([id, whole_id]) from above)),
bases as (from core.value_bases('asked')),
judged as (
    select p as part, w as whole, core.agreed_basis(b.basis, c.basis) as agreed, p.status <> 'stated' or w.status <> 'stated' as is_carried,
        if(agreed['verdict'] = 'conflict_proven' and is_carried, 'conflict_likely', agreed['verdict']) as verdict,
        core.that_holds([if(verdict = 'conflict_likely', agreed['words'], null),
            if(is_carried, 'each figure is what its publisher would state for this year', null)]) as needs
    from above as a
    inner join figures as p on a.id = p.id
    inner join figures as w on a.whole_id = w.id
    left join bases as b on p.id = b.id
    left join bases as c on w.id = c.id
),
rules as (
    select 'part_above_whole' as kind, if(part.segment_key is distinct from whole.segment_key, 'segment_inclusion', 'area_inclusion') as rule, verdict,
        core.severity_of(verdict) as severity, part.metric as metric, part.unit_measure as unit_measure, part.year as year, part.segment_key as segment_key,
        part.ref_area as ref_area, whole.side as one, part.side as two, whole.high as bound_high, core.said(array_to_string(needs, '; ')) as assumptions,
        core.with_grounds(format(
            '{} {} for {} of {} in {}, more than the {} that {} gives for {}, which holds it: {}', core.listed(part.publishers), part.words, part.label,
            part.market, part.year, whole.words, core.listed(whole.publishers), whole.label,
            if(whole.obs_value > 0, core.times(part.obs_value, whole.obs_value), 'no ratio')), verdict, agreed.words, needs) as explanation
    from judged
)
from core.pairs_of(rules)
