-- Findings on totals that a text computes from its own parts: pieces times what each has against the total that the same passage states.
-- depends: core.technical_claims, core.documents, core.claims, work.technical_words, core.policy
-- The three stand near each other in that order; the piece's figure and the total are of one dimension, and the total is the greater.
with figures as (  -- what a comparison may use: figures of claims that stand as they are printed, and those of none; at one place the first
    select t.*, w.is_of, w.factor, greatest(core.printed_unit(t.quote, t.obs_value)::double / 2e9,
            if(t.comparator = '~' and t.obs_value_high is null, abs(t.obs_value) * p.hedge, 0)) as half,
        if(t.comparator = '~', p.hedge, 0) as slack, p.reach
    from core.technical_claims as t
    inner join core.documents as d on t.document_id = d.document_id and d.status = 'stated'
    left join core.claims as c on t.claim_id = c.claim_id
    left join work.technical_words as w on t.unit_measure = w.word and w.is_of not in ('percent', 'times', 'count', 'bits', 'year')
    cross join (
        select (select value::double from core.policy where name = 'comparability.hedge_share') as hedge,
            (select value::int from core.policy where name = 'figure_scale.sum_within_chars') as reach
    ) as p
    where t.status = 'stated' and coalesce(c.status, 'stated') = 'stated'
    qualify row_number() over (partition by t.document_id, t.char_start, t.char_end order by t.technical_id) = 1
),
banded as (
    select *, obs_value_high is null and comparator in ('=', '~') as is_rounding,
        case when obs_value_high is not null then least(obs_value, obs_value_high) * (1 - slack) when comparator in ('<', '<=') then null
            when is_rounding then obs_value - half else obs_value end as low,
        case when obs_value_high is not null then greatest(obs_value, obs_value_high) * (1 + slack) when comparator in ('>', '>=') then null
            when is_rounding then obs_value + half else obs_value end as high
    from figures
),
sums as (
    select lag(f) over around as one, f as number, lead(f) over around as total from banded as f
    window around as (partition by f.document_id order by f.char_start, f.char_end)
),
computed as (
    select *, one.factor::double / total.factor::double as rate, (one.obs_value * rate * number.obs_value)::decimal(38, 9) as product,
        {'low': one.low * rate * number.low, 'high': one.high * rate * number.high, 'is_rounding': true} as expected,
        core.lies_below(expected, total) or core.lies_below(total, expected) as is_apart
    from sums
    where number.measure = 'unit_count' and total.char_end - one.char_start <= one.reach and one.is_of = total.is_of
        and one.comparator in ('=', '~') and number.comparator in ('=', '~') and number.obs_value_high is null and number.obs_value > 1
        and total.claim_id is not null and total.obs_value * total.factor > one.obs_value * one.factor
)
select 'partial_sum' as rule, if(is_apart, 'mismatch', 'consistent') as outcome, total.document_id, total.publisher_id, total.market_id, null as segment_key,
    '001' as ref_area, total.measure as metric, total.unit_measure, total.time_period_year as year, total.obs_value as stated, total.low as stated_low,
    total.high as stated_high, product as expected, expected.low as expected_low, expected.high as expected_high,
    list_sort(list_distinct([one.claim_id, number.claim_id, total.claim_id])) as claim_ids,
    [one.char_start || ':' || one.char_end, number.char_start || ':' || number.char_end, total.char_start || ':' || total.char_end] as spans,
    format('pieces x {} of one: {} {} x {} {} = {} {} against {} {} stated; counts only {}{}: whatever else the whole needs is not in it',
        replace(one.measure, '_', ' '), core.plain(number.obs_value), number.unit_measure, core.plain(one.obs_value), one.unit_measure, core.plain(product),
        total.unit_measure, core.plain(total.obs_value), total.unit_measure, coalesce(one.product, one.subject, number.unit_measure),
        coalesce(', as ' || one.reference_variant, '')) as explanation
from computed
