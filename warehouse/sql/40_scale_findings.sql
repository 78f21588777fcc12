-- Findings on figures of one text that must have one order of magnitude: prices against example sizes, counts against capacities, costs against totals.
-- depends: core.claims, core.documents, core.technical_claims, core.figure_contexts, work.document_figures, core.policy
-- What cannot be of one thing is a flag, no error. A count of lines that nobody states is derived.
with claims as (
    select c.*, coalesce(c.obs_value_high, c.obs_value) as most, coalesce(c.time_period_year, c.time_period_inferred) as year, core.singular(c.unit_per) as per,
        core.singular(split_part(coalesce(c.unit_measure, ''), ' ', -1)) as noun,
        list_contains((select value::json::varchar[] from core.policy where name = 'comparability.generic_count_nouns'), noun) as is_generic
    from core.claims as c
    inner join core.documents as d on c.document_id = d.document_id and d.status = 'stated'
    where c.status = 'stated'
),
technical as (  -- what a comparison may use: figures of claims that stand as they are printed, and those of none
    select t.*, t.char_start || ':' || t.char_end as span, core.singular(t.unit_measure) as piece
    from core.technical_claims as t
    inner join core.documents as d on t.document_id = d.document_id and d.status = 'stated'
    left join core.claims as c on t.claim_id = c.claim_id
    where t.measure = 'unit_count' and t.status = 'stated' and coalesce(c.status, 'stated') = 'stated'
),
contexts as (
    select x.* from core.figure_contexts as x
    left join core.claims as c on x.claim_id = c.claim_id
    where coalesce(c.status, 'stated') = 'stated'
),
pieces as (  -- what a piece costs at least and at most, all-in
    select split_part(name, '.', 3) as piece, max(value) filter (where name like '%.low') as low, max(value) filter (where name like '%.high') as high,
        max(value) filter (where name like '%.why') as why
    from core.policy where name like 'figure_scale.piece_prices_usd.%' group by all
),
examples as (  -- of one size the first
    select p.*, k.piece, k.low::decimal(18, 9) as low, k.high::decimal(18, 9) as high, k.why, t.obs_value as size, t.claim_id as size_id, t.span
    from claims as p
    inner join technical as t on p.document_id = t.document_id and t.obs_value > 0
    inner join contexts as x on t.document_id = x.document_id and t.char_start = x.char_start and t.char_end = x.char_end and list_contains(x.units, p.per)
    inner join pieces as k on t.piece = k.piece
    where p.metric = 'price' and p.unit_measure = 'USD' and p.unit_per <> ''
    qualify row_number() over (partition by p.claim_id, k.piece, t.obs_value order by t.char_start, t.technical_id) = 1
),
piece_prices as (
    select 'piece_price' as rule, 'flag' as outcome, document_id, publisher_id, market_id, segment_key, ref_area, 'price' as metric, 'USD' as unit_measure, year,
        obs_value as stated, band_low as stated_low, band_high as stated_high, (min(size) * low)::decimal(38, 9) as expected, expected as expected_low,
        (min(size) * high)::decimal(38, 9) as expected_high, list_sort(list_distinct([claim_id] || list(size_id))) as claim_ids, list(span) as spans,
        format('price per {} / {}s in an example = price per {}: {}; a {} is taken to cost {} to {} ({}), so the average and the examples are not of one '
            || 'scale; on that assumption the average buys {} to {} {}s', per, piece, piece,
            string_agg(format('{} / {} = {} per {}', value_as_printed, core.plain(size), core.amount((obs_value / size)::decimal(38, 9), 'USD'), piece),
                '; ' order by size),
            piece, core.amount(low, 'USD'), core.amount(high, 'USD'), why, core.plain((obs_value / high)::decimal(38, 9)),
            core.plain((obs_value / low)::decimal(38, 9)), piece) as explanation
    from examples
    group by claim_id, document_id, publisher_id, market_id, segment_key, ref_area, year, obs_value, band_low, band_high, value_as_printed, per, piece, low,
        high, why
    having band_high < expected * (select value::decimal(18, 9) from core.policy where name = 'figure_scale.implausible_below_share')
),
lines as (
    select v.*, c.claim_id as capacity_id, c.line, c.value_as_printed as capacity, v.obs_value::double / c.most as fewest,
        v.obs_value::double / c.obs_value as at_most, v.obs_value::double / ((c.obs_value + c.most) / 2) as middle,
        v.band_low::double / nullif(c.band_high, 0) as low, v.band_high::double / nullif(c.band_low, 0) as high
    from (
        select *, list_filter((select value::json::varchar[] from core.policy where name = 'figure_scale.line_words'),
            lambda word: list_contains(string_split_regex(replace(lower(subject), '-', ' '), '\s+'), word))[1] as line
        from claims where rule = 'count.capacity_of_other' and obs_value > 0
    ) as c
    inner join claims as v on c.document_id = v.document_id and c.market_id is not distinct from v.market_id
        and (c.noun = v.noun or c.is_generic <> v.is_generic)
    where c.line is not null and v.metric = 'volume' and v.segment is null and v.ref_area = '001'
),
totals as (  -- the market of a text by its first year
    select * from work.document_figures
    where nth = 1 and metric = 'market_size' and segment_key is null and ref_area = '001' and year <> 0
    qualify row_number() over (partition by document_id, market_id order by year, claim_ids) = 1
),
costs as (
    select t.*, c.claim_id as cost_id, c.per, x.actors, x.actors_start || ':' || x.actors_end as span, len(x.actors) as n, c.value_as_printed as printed,
        n * c.obs_value as least, n * c.most as expected, n * c.band_low as expected_low, n * c.band_high as expected_high,
        coalesce(n * c.most > t.high, false) as is_above
    from contexts as x
    inner join claims as c on x.document_id = c.document_id and x.claim_id = c.claim_id
    inner join totals as t on c.document_id = t.document_id and c.market_id = t.market_id
    where len(x.actors) > 0 and c.unit_measure = 'USD' and c.unit_per <> '' and c.metric in ('other_numeric', 'price') and t.unit_measure = 'USD'
)
from piece_prices
union all by name
select 'lines_of_capacity' as rule, 'derived' as outcome, document_id, publisher_id, market_id, segment_key, ref_area, 'volume' as metric,
    line || 's' as unit_measure, year, middle::decimal(38, 9) as expected, low::decimal(38, 9) as expected_low, high::decimal(38, 9) as expected_high,
    list_sort(list_distinct([claim_id, capacity_id])) as claim_ids, [] as spans,
    format('units of a year / capacity of one {} = {}s: {} / {} = {} to {} {}s; the text states no such count, and what a {} is here may be a manner of '
        || 'speaking: a note, no figure of the publisher', line, line, value_as_printed, capacity, core.plain(fewest::decimal(38, 9)),
        core.plain(at_most::decimal(38, 9)), line, line) as explanation
from lines
union all by name
select 'costs_against_market' as rule, if(is_above, 'flag', 'consistent') as outcome, document_id, publisher_id, market_id, segment_key, ref_area, metric,
    unit_measure, year, value as stated, low as stated_low, high as stated_high, expected, expected_low, expected_high,
    list_sort(list_distinct([cost_id] || claim_ids)) as claim_ids, [span] as spans,
    format('actors x cost per {}: {} ({}) x {} = {} to {} against {} of the whole market in {}: one {} each {}; spending of its buyers and the market''s '
        || 'yearly value need not be counted alike', per, n, core.listed(actors), printed, core.amount(least, unit_measure), core.amount(expected, unit_measure),
        words, year, per, if(is_above, 'at the upper end exceeds the whole market', 'lies within the market')) as explanation
from costs
