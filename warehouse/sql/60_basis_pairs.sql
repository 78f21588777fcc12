-- Figures of one market and year that were set apart, because they count on another basis or are of an older vintage.
-- depends: work.judgements, core.vendor_figures, core.publishers, core.metrics, core.policy
-- That they are not pooled follows from the identity of a series and from vintages. A price is per something, which a place does not say: left out.
with items as (
    select j.*, core.side(market_id, shown, publishers, claim_ids, [], figure_in_words) as side,
        format('{} {} ({})', core.listed(publishers), figure_in_words, core.basis_in_words(value_basis, price_basis)) as told
    from work.judgements as j
),
bases as (  -- two bases of one publisher are two figures and no disagreement; years that both sides only derive say nothing new
    select if(one.value_basis is distinct from two.value_basis, 'value_basis_differs', 'price_basis_differs') as rule, one.metric, one.unit_measure,
        one.year, one.segment_key, one.ref_area, one.side as one, two.side as two, format('{} against {}: never pooled',
            if(core.comes_first(one.side, two.side), one.told, two.told), if(core.comes_first(one.side, two.side), two.told, one.told)) as explanation
    from items as one
    inner join core.metrics as m on one.metric = m.metric and (m.kind = 'rate' or (m.is_money and m.unit not like '% per noun'))
    inner join items as two on one.market_id = two.market_id and one.metric = two.metric and one.unit_measure = two.unit_measure
        and one.year = two.year and one.ref_area = two.ref_area and one.segment_key is not distinct from two.segment_key
        and one.series_id < two.series_id and one.publishers <> two.publishers and not (one.is_derived and two.is_derived)
        and (one.value_basis is distinct from two.value_basis or one.price_basis is distinct from two.price_basis)
),
dated as (  -- what the words of a judgement call older: made so many years before the newest
    select f.*, coalesce(p.publisher, f.publisher_id) as publisher, coalesce(vintage_date < max(vintage_date) over (partition by series_id, year)
            - to_years((select value::int from core.policy where name = 'comparability.vintage_span_years')), false) as is_older
    from core.vendor_figures as f
    left join core.publishers as p on f.publisher_id = p.publisher_id
),
gathered as (
    select series_id, year, is_older, if(min(vintage_date) = max(vintage_date), format('by {}', min(vintage_date)),
            format('by {} to {}', min(vintage_date), max(vintage_date))) as days, list_sort(list(obs_value)) as figures,
        core.sorted_once(list(publisher)) as publishers, core.sorted_once(flatten(list(claim_ids))) as claim_ids
    from dated group by series_id, year, is_older
),
made as (select *, coalesce(try(((figures[(len(figures) + 1) // 2] + figures[len(figures) // 2 + 1]) * 0.5)::decimal(38, 9)), figures[1]) as middle from gathered),
vintages as (  -- the older knows less and has no voice beside the newer
    select 'vintage_differs' as rule, i.metric, i.unit_measure, i.year, i.segment_key, i.ref_area, i.side as two,
        core.side(i.market_id, o.middle, o.publishers, o.claim_ids, [], core.amount(o.middle, i.unit_measure)) as one, format(
            '{} {}, made {}, against {} {}, made {}: the older knows less and has no voice beside the newer', core.listed(o.publishers),
            core.amount(o.middle, i.unit_measure), o.days, core.listed(i.publishers), i.figure_in_words, n.days) as explanation
    from made as o
    inner join made as n on o.series_id = n.series_id and o.year = n.year and o.is_older and not n.is_older
    inner join items as i on o.series_id = i.series_id and o.year = i.year
),
rules as (select *, 'not_comparable' as verdict from (from bases union all by name from vintages))
from core.pairs_of(rules)
