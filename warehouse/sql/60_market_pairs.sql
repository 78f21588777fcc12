-- Whole markets beside each other: vintages of their figures, conventions of growth, years that their figures cover.
-- depends: core.claims, core.documents, core.publishers, core.markets, core.growth_audit, core.policy, work.scopes, work.aligned_figures
with dated as (  -- a document without a date has an unknown vintage
    select distinct c.market_id, p.publisher, d.figure_date, strftime(d.figure_date, '%Y-%m') as month, c.claim_id
    from core.claims as c
    inner join core.documents as d on c.document_id = d.document_id and d.status = 'stated'
    inner join core.publishers as p on c.publisher_id = p.publisher_id
    where c.market_id is not null and c.metric = 'market_size' and c.segment_key is null and c.ref_area = '001' and c.status in ('stated', 'overridden')
),
vintages as (
    select d.market_id, core.sorted_once(list(month)) as months, bool_or(month is null) as is_unknown, core.side(d.market_id,
            coalesce(max(replace(month, '-', '')::int), 0), core.sorted_once(list(publisher)), core.sorted_once(list(claim_id)), [],
            core.each_once(list(format('{} {}', publisher, coalesce(month, 'unknown')) order by publisher, figure_date nulls first), ', ')) as side
    from dated as d group by d.market_id
),
vintage as (  -- they agree where all figures are of one known month
    select 'vintage' as rule, 'market_size' as metric, 'month' as unit_measure, one.side as one, two.side as two,
        if(one.months = two.months and len(one.months) = 1 and not one.is_unknown and not two.is_unknown, 'agree', 'not_comparable') as verdict,
        format('vintage of the figures: {}: {} against {}: {}{}', m.market, one.side.words, o.market, two.side.words, if(one.is_unknown or two.is_unknown,
            '; an unknown vintage is none of the others, and no figure with it is of a known date', '')) as explanation
    from vintages as one
    inner join work.scopes as n on one.market_id = n.market_id and n.market_id < n.other_market_id
    inner join vintages as two on n.other_market_id = two.market_id
    inner join core.markets as m on one.market_id = m.market_id
    inner join core.markets as o on two.market_id = o.market_id
),
rates as (  -- of several rates that of the longest period stands for the publisher, then that which ends last
    select market_id, publisher_id, claim_id, any_value(publisher_convention) as convention, any_value(stated_pct) as pct,
        core.sorted_once(flatten(list([claim_id, start_claim_id, end_claim_id]))) as claim_ids,
        string_agg(format('{}: {} %', g.convention, core.plain(recomputed_pct)), ', ' order by periods, g.convention) as recomputed
    from core.growth_audit as g
    where segment_key is null and ref_area = '001' and market_id is not null
    group by market_id, publisher_id, claim_id
    qualify row_number() over (partition by market_id, publisher_id
        order by max(periods) desc, arg_min(end_year, (periods, g.convention)) desc, any_value(stated_pct), claim_id) = 1
),
counted as (
    select r.*, p.publisher, core.side(r.market_id, pct, [p.publisher], claim_ids, [], core.plain(pct) || ' %') as side, format(
            '{} states {} % for {} and counts {} ({})', p.publisher, core.plain(pct), m.market,
            coalesce(core.said(convention), 'by no convention that fits'), recomputed) as words
    from rates as r
    inner join core.publishers as p on r.publisher_id = p.publisher_id
    inner join core.markets as m on r.market_id = m.market_id
),
growth_convention as (  -- that count periods differently, or by no convention that fits
    select 'growth_convention' as rule, 'not_comparable' as verdict, 'cagr' as metric, 'percent' as unit_measure, one.side as one, two.side as two,
        format('growth counted over different periods: {}; {}; held against each other under one convention only', one.words, two.words) as explanation
    from counted as one
    inner join work.scopes as n on one.market_id = n.market_id and n.market_id < n.other_market_id
    inner join counted as two on n.other_market_id = two.market_id and one.publisher <> two.publisher
        and (one.convention = two.convention) is not true
),
sizes as (
    select market_id, year, publishers, claim_ids, min(year) over of_market as first_year, max(year) over of_market as last_year
    from work.aligned_figures where metric = 'market_size' and segment_key is null and ref_area = '001' and status <> 'derived'
    window of_market as (partition by market_id)
),
spans as (
    select s.market_id, m.market, first_year, last_year, core.sorted_once(flatten(list(publishers))) as publishers, core.side(s.market_id, last_year,
            core.sorted_once(flatten(list(publishers) filter (year in (first_year, last_year)))),
            core.sorted_once(flatten(list(claim_ids) filter (year in (first_year, last_year)))), [], last_year) as side
    from sizes as s inner join core.markets as m on s.market_id = m.market_id
    group by s.market_id, m.market, first_year, last_year
),
together as (
    with recursive groups (market_id, first_market) using key (market_id) as (
        select market_id, market_id from spans
        union
        select u.market_id, min(v.first_market) from recurring.groups as u
        inner join work.scopes as n on u.market_id = n.market_id
        inner join groups as v on n.other_market_id = v.market_id and v.first_market < u.first_market
        group by u.market_id
    )
    from groups
),
covered as (
    select max(first_year) as from_year, min(last_year) as to_year, arg_min(side, (last_year, market_id)) as one, arg_max(side, (last_year, market_id)) as two,
        string_agg(format('{} {} to {}', market, first_year, last_year), '; ' order by market_id) as every
    from spans inner join together using (market_id)
    group by first_market
    having count(*) between 2 and (select value::int from core.policy where name = 'comparability.related_shown_at_most')
        and (min(first_year) < max(first_year) or min(last_year) < max(last_year)) and len(list_distinct(flatten(list(publishers)))) > 1
),
horizon as (
    select 'horizon' as rule, if(from_year < to_year, 'compatible', 'not_comparable') as verdict, 'market_size' as metric, 'year' as unit_measure, one, two,
        format('horizons of related markets: {}; {}; nothing is carried beyond a publisher''s own last year', every, if(from_year < to_year,
            format('all cover {} to {}, and are compared there only', from_year, to_year), 'no year is covered by all')) as explanation
    from covered
),
rules as (from vintage union all by name from growth_convention union all by name from horizon)
from core.pairs_of(rules)
