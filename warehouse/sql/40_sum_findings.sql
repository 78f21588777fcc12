-- Findings on sums: the parts of one dimension against their whole, and what shares leave for the parts without one.
-- depends: work.document_figures, work.listed_members, core.policy
-- Parts are the segments of a dimension, countries, and regions that do not overlap. Segments of segments are not added, nor is one size alone.
-- Above the whole is always a mismatch; below it only where nothing can be missing: every listed member has a figure, or one of them is called others.
-- The rest is derived for the one member that is missing, else for all others together, never for each of them.
with figures as (select * from work.document_figures where nth = 1 and subject is null and not is_nested and low is not null and high is not null),
regions as (
    select 'partition ' || nth as parts, unnest(areas) as area
    from (select unnest(value::json::varchar[][]) as areas, unnest(range(len(value::json::varchar[][]))) as nth
        from core.policy where name = 'comparability.region_partitions')
),
lists as (select document_id, market_id, dimension, list(distinct member) as members from work.listed_members group by all),
rests as (
    select (select value::json::varchar[] from core.policy where name = 'balance.rest_members') as members,
        (select value::json::varchar[] from core.policy where name = 'balance.rest_areas') as areas
),
grouped as (
    select *, dimension as by_dimension, ref_area as whole_area, ref_area || '/' || dimension as parts
    from figures where segment_key is not null and dimension is not null
    union all by name
    select f.*, '001' as whole_area, r.parts
    from figures as f
    inner join (from regions union all select distinct 'countries', printed_area from figures where regexp_full_match(printed_area, '[A-Za-z]{3}')) as r
        on f.printed_area = r.area
    where f.segment_key is null and f.ref_area <> '001'
),
added as (
    select g.document_id, g.publisher_id, g.publisher, g.market_id, g.metric, g.series_unit, g.value_basis, g.price_basis, g.year, g.parts, g.whole_area,
        g.by_dimension, g.kind = 'share' as is_share, count(*) as n, sum(g.value) as total, sum(g.low) as low, sum(g.high) as high,
        min_by(g.unit_measure, g.series_id) as unit_measure, bool_or(g.year_is_inferred) as is_inferred,
        list_sort(list_distinct(flatten(list(g.claim_ids)))) as claim_ids, list_distinct(list(coalesce(g.segment_key, g.printed_area))) as have,
        string_agg(g.words, ' + ' order by g.value desc, g.label) as each, string_agg(g.label || ' ' || g.words, '; ' order by g.value desc, g.label) as each_named,
        string_agg(core.plain(g.value), ' - ' order by g.series_id) as less,
        bool_or(if(g.by_dimension is null, len(list_filter(r.areas, lambda area: starts_with(g.printed_area, area))) > 0,
            list_contains(r.members, split_part(g.segment_key, ':', -1)))) as has_rest
    from grouped as g cross join rests as r
    where g.kind = 'share' or g.is_additive
    group by all
),
sums as (
    select a.*, coalesce(w.value, 100) as whole, coalesce(w.low, 100) as whole_low, coalesce(w.high, 100) as whole_high, w.claim_ids as whole_ids,
        a.low > whole_high as is_above, a.high < whole_low as is_below, a.is_inferred or coalesce(w.year_is_inferred, false) as is_unsure,
        coalesce(w.words, '100 %') as whole_words, core.amount(a.total, a.unit_measure) as words, coalesce(a.by_dimension, 'area') as parts_by,
        if(len(l.members) > 1 and list_has_all(l.members, a.have), list_filter(l.members, lambda one: not list_contains(a.have, one)), null) as missing,
        coalesce(len(missing) = 0, has_rest) as is_whole, if(len(missing) = 1, missing[1], null) as only_one
    from added as a
    left join figures as w on a.document_id = w.document_id and a.publisher_id = w.publisher_id and a.market_id = w.market_id and a.metric = w.metric
        and a.series_unit = w.series_unit and a.value_basis is not distinct from w.value_basis and a.price_basis is not distinct from w.price_basis
        and a.year = w.year and w.segment_key is null and w.ref_area = a.whole_area and w.is_additive
    left join lists as l on a.document_id = l.document_id and a.market_id = l.market_id and coalesce(a.by_dimension, 'geography') = l.dimension
    where a.is_share or (w.claim_id is not null and a.n > 1)
),
residuals as (
    select s.*, 100 - s.total as rest,
        if(s.by_dimension is null, null, s.only_one) as segment_key, if(s.by_dimension is null, coalesce(m.ref_area, s.whole_area), s.whole_area) as ref_area,
        coalesce(m.name, format('all others ({} members) together', len(s.missing))) as name
    from sums as s
    left join (select distinct document_id, member, ref_area, name from work.listed_members) as m on s.document_id = m.document_id and s.only_one = m.member
    where s.is_share and len(s.missing) > 0 and not s.is_above and not (s.n > 1 and not s.is_below)
)
select distinct 'parts_of_whole' as rule, if(is_above or is_below, 'mismatch', 'consistent') as outcome, document_id, publisher_id, market_id,
    null as segment_key, whole_area as ref_area, metric, unit_measure, year, total as stated, low as stated_low, high as stated_high, whole as expected,
    whole_low as expected_low, whole_high as expected_high, list_sort(list_distinct(claim_ids || coalesce(whole_ids, []))) as claim_ids, null as about,
    format('{}: {}{} by {} in {} come to {} ({}); the whole is {}', publisher, if(is_whole, 'all ', ''), core.counted(n, 'part'), parts_by, year, words,
        each, core.amount(whole, unit_measure)) as explanation,
    if(is_above, 'parts_above_whole', null) as pair_rule, if(is_unsure, 'conflict_likely', 'conflict_proven') as verdict, 'high' as pair_severity, publisher,
    claim_ids as stated_ids, words as stated_words, coalesce(whole_ids, claim_ids) as expected_ids, whole_words as expected_words,
    format('{}: {} by {} in {} come to {}, beyond rounding more than {}: {}', publisher, if(is_share, 'shares', 'sizes'), parts_by, year, words, whole_words,
        each_named) as pair_words
from sums
where is_above or is_whole or (n > 1 and not is_below)
union all by name
select distinct 'share_residual' as rule, 'derived' as outcome, document_id, publisher_id, market_id, segment_key, ref_area, metric, unit_measure, year,
    rest as expected, 100 - high as expected_low, 100 - low as expected_high, claim_ids,
    if(segment_key is null and ref_area = whole_area, only_one, null) as about,
    format('{}: shares by {} in {} leave {} % for {}: 100 - {}; derived, if the parts do not overlap', publisher, parts_by, year, core.plain(rest), name, less)
        as explanation
from residuals
