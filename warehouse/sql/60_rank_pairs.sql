-- First places of related markets, by size or by growth: of one division, or of divisions that only one of the two has.
-- depends: core.rankings, core.observations, core.claims, core.publishers, core.markets, work.scopes, work.ranked_names
-- No row is a conflict: other divisions are shown in one row and not merged.
with stated as (  -- shares and growth rates of parts, of each document and part one
    select o.document_id, o.market_id, o.segment_key, o.ref_area, o.metric,
        arg_min({'pct': o.obs_value, 'claim_id': o.claim_id,
            'words': format('{}{} %', if(c.comparator in ('=', '~'), '', c.comparator), core.plain(o.obs_value))}, o.claim_id) as figure
    from core.observations as o inner join core.claims as c on o.claim_id = c.claim_id
    where o.metric in ('share', 'cagr') and (o.segment_key is not null or o.ref_area <> '001')
        and coalesce(o.excluded, 'no_year') in ('no_year', 'vendor_region')
    group by all
),
places as (
    select r.*, n.* exclude (ranking_id, segment_key, ref_area), coalesce(p.publisher, r.publisher_id) as publisher, s.figure,
        if(r.criterion = 'size', 'share', 'cagr') as metric
    from core.rankings as r
    inner join work.ranked_names as n on r.ranking_id = n.ranking_id
    left join core.publishers as p on r.publisher_id = p.publisher_id
    left join stated as s on r.document_id = s.document_id and r.market_id = s.market_id and n.segment_key is not distinct from s.segment_key
        and coalesce(n.ref_area, '001') = s.ref_area and s.metric = if(r.criterion = 'size', 'share', 'cagr')
    where r.ordinal = 1 and r.ref_area = '001' and r.subject_kind in ('area', 'segment') and r.publisher_id is not null and n.identity is not null
        and r.document_id in (select document_id from core.observations where coalesce(excluded, '') <> 'superseded')
),
chosen as (  -- where publishers differ, the one that most of them name
    select market_id, criterion, metric, division, dimension_key, identity, any_value(facet_values) as facet_values,
        format('{} by {}', min(subject), if(division = 'area', 'area', coalesce(core.said(min(coalesce(dimension, ''))), 'part'))) as first,
        core.sorted_once(list(publisher)) as publishers, list_sort(list(ranking_id)) as ranking_ids,
        list(figure order by figure.pct, ranking_id) filter (figure is not null) as figures
    from places
    group by market_id, criterion, metric, division, dimension_key, identity
    qualify row_number() over (partition by market_id, criterion, division, dimension_key order by count(distinct publisher_id) desc, identity) = 1
),
firsts as (
    select c.*, m.market, format('{}:{}', division, dimension_key) as name, list_transform(coalesce(figures, []), lambda f: f.claim_id) as claim_ids,
        list_filter(figures, lambda f: f.pct = figures[(len(figures) + 1) // 2].pct)[1] as figure,
        first || coalesce(format(' ({})', figure['words']), '') as words
    from chosen as c inner join core.markets as m on c.market_id = m.market_id
),
matched as (  -- both divide by area, by one facet into some of the same values, or by a dimension of one name
    select one.market_id, two.market_id as other_market_id, s.reason, one.criterion, one.name as one_name, two.name as two_name,
        one.identity = two.identity as is_same, one.publishers <> two.publishers as is_of_others
    from firsts as one
    inner join work.scopes as s on one.market_id = s.market_id and s.market_id < s.other_market_id
    inner join firsts as two on s.other_market_id = two.market_id and one.criterion = two.criterion and case
        when 'area' in (one.division, two.division) then one.division = two.division
        else (one.division = two.division and list_has_any(one.facet_values, two.facet_values))
            or (one.dimension_key <> '' and one.dimension_key = two.dimension_key) end
),
told as (  -- a row for each division that both have, and one for all those that only one has
    select market_id, other_market_id, criterion, one_name as row_name, if(is_same, 'agree', 'not_comparable') as verdict,
        format('{} ({})', if(is_same, 'both name the same one', 'they name different ones, and the scopes differ'), reason) as outcome,
        unnest([market_id, other_market_id]) as side_market, unnest([one_name, two_name]) as name, two_name as other_name
    from matched where is_of_others
    union all
    select s.market_id, s.other_market_id, f.criterion, '', 'not_comparable',
        'the two divide the market differently; the parts may be mapped by a person and are not merged', f.market_id, f.name, ''
    from firsts as f
    inner join work.scopes as s on f.market_id in (s.market_id, s.other_market_id) and s.market_id < s.other_market_id
    where f.division <> 'area' and not exists (from matched as m where m.market_id = s.market_id and m.other_market_id = s.other_market_id
        and m.criterion = f.criterion and f.name = if(f.market_id = m.market_id, m.one_name, m.two_name))
),
gathered as (
    select t.market_id, t.other_market_id, t.criterion, t.row_name, t.other_name, t.verdict, t.outcome, f.market_id as of_market, f.market, f.metric,
        string_agg(f.words, '; ' order by f.division, f.dimension_key) as words, if(count(*) = 1, any_value(f.figure.pct), null) as pct,
        core.sorted_once(flatten(list(f.publishers))) as publishers, core.sorted_once(flatten(list(f.claim_ids))) as claim_ids,
        core.sorted_once(flatten(list(f.ranking_ids))) as ranking_ids
    from told as t inner join firsts as f on t.side_market = f.market_id and t.criterion = f.criterion and t.name = f.name
    group by all
),
sides as (  -- figures only where both have one
    select *, count(pct) over both_sides = 2 as has_figures, format('{} in {} ({})', words, market, core.listed(publishers)) as told, core.side(of_market,
            if(count(pct) over both_sides = 2, pct, 1), publishers, claim_ids, ranking_ids, words) as side
    from gathered
    window both_sides as (partition by market_id, other_market_id, criterion, row_name, other_name)
),
rules as (
    select 'rank_across_markets' as rule, one.verdict, one.metric, if(one.has_figures, 'percent', 'rank') as unit_measure, one.side as one, two.side as two,
        format('{}: {} against {}: {}', if(one.criterion = 'size', 'largest', 'fastest-growing'),
            if(core.comes_first(one.side, two.side), one.told, two.told), if(core.comes_first(one.side, two.side), two.told, one.told), one.outcome
        ) as explanation
    from sides as one
    inner join sides as two on one.of_market = one.market_id and two.of_market = one.other_market_id and one.market_id = two.market_id
        and one.other_market_id = two.other_market_id and one.criterion = two.criterion and one.row_name = two.row_name
        and one.other_name = two.other_name and one.publishers <> two.publishers
)
from core.pairs_of(rules)
