-- Lists of publishers beside each other: regions that only one of two lists names, and the open upper band of sizes beside single sizes.
-- depends: core.segments, core.technical_claims, core.claims, core.publishers, core.markets, core.policy, work.scopes, work.area_names, work.name_words
with listed as (
    select s.*, p.publisher as who, m.market, format('{}:{}-{}', s.document_id, s.char_start, s.char_end) as place, a.ref_area, a.area
    from core.segments as s
    inner join core.publishers as p on s.publisher_id = p.publisher_id
    inner join core.markets as m on s.market_id = m.market_id
    left join work.area_names as a on s.segment = a.name
),
held as (  -- what the regions of a list hold
    select market_id, string_agg(format('{} holds {}', parent, members), '; ' order by parent) as words
    from (select market_id, parent, core.listed(list(area)) as members from listed where area is not null and parent is not null group by all)
    group by market_id
),
regions as (  -- the areas into which the publishers of a market divide it
    select market_id, market, ref_area,
        arg_min({'who': who, 'place': place, 'words': format('{} ({})', area, ref_area)}, (document_id, position, char_start)) as first
    from listed where area is not null and parent is null
    group by market_id, market, ref_area
),
lists as (
    select market_id, market, list(ref_area) as areas, list(first order by ref_area) as firsts, core.sorted_once(list(first.who)) as who
    from regions group by market_id, market
),
apart as (  -- lists that share some areas and not all, from either side
    select one.*, n.other_market_id, list_filter(one.firsts, lambda f: not list_contains(list_transform(two.firsts, lambda g: g.words), f.words)) as alone
    from lists as one
    inner join work.scopes as n on one.market_id = n.market_id
    inner join lists as two on n.other_market_id = two.market_id
    where one.who <> two.who and list_has_any(one.areas, two.areas) and list_sort(one.areas) <> list_sort(two.areas)
),
told as (
    select a.market_id, a.other_market_id, format('{} ({}) alone names {}{}', market, core.listed(who), core.listed(list_transform(alone, lambda f: f.words)),
            coalesce(', its ' || h.words, '')) as told,
        core.side(a.market_id, len(areas), who, [], list_sort(list_transform(if(len(alone) > 0, alone, firsts), lambda f: f.place)),
            format('{} regions', len(areas))) as side
    from apart as a left join held as h on a.market_id = h.market_id
),
regions_differ as (
    select 'regions_differ' as rule, 'not_comparable' as verdict, 'share' as metric, 'regions' as unit_measure, one.side as one, two.side as two,
        format('lists of regions differ: {}; {}; regions of different lists are never taken for one another', one.told, two.told) as explanation
    from told as one inner join told as two on one.other_market_id = two.market_id and two.other_market_id = one.market_id
    where one.market_id < two.market_id
),
bands as (  -- the open upper band of the first division by size of each publisher and market
    select l.*, w.noun, core.side(market_id, bound_low, [who], [], [place], segment) as side
    from listed as l inner join work.name_words as w on l.segment = w.name
    where bound_high is null and bound_low >= (select value::bigint from core.policy where name = 'comparability.large_count')
    qualify row_number() over (partition by market_id, publisher_id order by document_id, char_start) = 1
),
counts as (
    select t.*, p.publisher as who, w.kinds, coalesce(nullif(t.obs_value_high, 0), t.obs_value) as most, format(
            '{} ({})', core.technical_figure(t.comparator, t.obs_value, t.obs_value_high, t.unit_measure),
            coalesce(core.said(t.subject), core.said(t.product), 'nothing named')) as printed
    from core.technical_claims as t
    inner join core.publishers as p on t.publisher_id = p.publisher_id
    inner join work.name_words as w on t.unit_measure = w.name
    anti join core.claims as c on t.claim_id = c.claim_id and c.status <> 'stated'
    where t.status = 'stated' and t.measure = 'unit_count'
        and t.obs_value >= (select value::bigint from core.policy where name = 'comparability.large_count')
),
size_bands as (  -- sizes of what the band counts, or of a thing that its noun covers
    select b.side as one, b.who, b.dimension, b.segment, b.bound_low, core.side(c.market_id, max(c.most), [c.who],
            core.sorted_once(list_filter(list(c.claim_id), lambda id: id <> '')), list(c.technical_id order by c.technical_id),
            core.each_once(list(c.printed order by c.char_start, c.technical_id), '; ')) as two, c.who as other
    from bands as b
    inner join (from work.scopes union all by name select market_id, market_id as other_market_id from core.markets) as n on b.market_id = n.market_id
    inner join counts as c on n.other_market_id = c.market_id and b.who <> c.who and list_contains(c.kinds, b.noun)
    group by b.side, b.who, b.dimension, b.segment, b.bound_low, c.market_id, c.publisher_id, c.who
),
rules as (
    from regions_differ
    union all by name
    select 'size_bands_across' as rule, 'not_comparable' as verdict, 'unit_count' as metric, 'units' as unit_measure, one, two, format(
        '{}: {} sorts its market into bands, the uppermost being {} (from {}); {} tells {}: a band of a division and sizes of single things are '
            || 'distinct measures, listed side by side', dimension, who, segment, core.plain(bound_low::decimal(38, 9)), other, two['words']) as explanation
    from size_bands
)
from core.pairs_of(rules)
