-- Findings on one figure that a document prints in several ways, and on a count times a price of one year.
-- depends: work.document_figures, work.count_times_price, core.document_facts, core.evidence, core.publishers, core.policy
-- A restatement is proven where metric and stated years make both prints the same figure: one thing has one value. It is likely where a year is our
-- reading, where a metric may have several figures, and where the values lie so far apart that a scope missed in the reading is the nearer explanation.
-- A product is held against the value of its own year. Against the value of the year after never as levels: where the publisher's own stated
-- growth leads there, it is consistent growth, and the value looks computed. Else the value is derived.
with figures as (select * from work.document_figures where nth = 1),
headlines as (  -- which claims stand in a title or the lead, and which in the body
    select claim_id, bool_or(is_above) as is_above, bool_or(not is_above) as is_below
    from (
        select e.claim_id, e.char_start < (select value::bigint from core.policy where name = 'audit_findings.lead_chars') or coalesce(bool_or(
            t.char_start <= e.char_start and e.char_end <= t.char_end), false) as is_above
        from core.evidence as e
        left join core.document_facts as t on e.document_id = t.document_id and t.fact in ('title', 'report_title', 'headline', 'subtitle')
        where e.claim_id in (select unnest([claim_id, first_claim_id]) from work.document_figures where nth > 1)
        group by e.evidence_id, e.claim_id, e.char_start
    )
    group by claim_id
),
distances as (  -- how far figures of a kind may lie apart
    select split_part(name, '.', 3) as kind, max(value) filter (where name like '%.measure') as measure, max(value) filter (where name like '%.agree') as agree,
        max(value) filter (where name like '%.compatible') as compatible, max(value) filter (where name like '%.severe') as severe
    from core.policy where name like 'verdicts.distances.%' group by all
),
printed as (
    select f.*, p as other, p.claim_id as other_id, p.is_same as fits,
        if(f.year_is_inferred or p.year_is_inferred, '; one of the years is our reading', '') as reading,
        coalesce((a.is_above and not b.is_above and b.is_below) or (b.is_above and not a.is_above and a.is_below), false) as is_headline, d.*,
        case when d.measure = 'points' then abs(p.value - f.value)::double
            when least(p.value, f.value) > 0 then greatest(p.value, f.value)::double / least(p.value, f.value)::double end as apart,
        coalesce(apart <= compatible::double, false) as is_near
    from figures as f
    inner join work.document_figures as p on f.claim_id = p.first_claim_id and p.nth > 1
    left join headlines as a on f.claim_id = a.claim_id
    left join headlines as b on p.claim_id = b.claim_id
    left join distances as d on f.kind = d.kind
),
restated as (
    select if(is_headline, 'headline_against_body', 'restated') as rule, if(fits, 'consistent', 'mismatch') as outcome, document_id, publisher_id, market_id,
        segment_key, ref_area, metric, unit_measure, year, other.value as stated, other.low as stated_low, other.high as stated_high, value as expected,
        low as expected_low, high as expected_high, list_sort([claim_id, other_id]) as claim_ids,
        format('{}: {} both {} and {} for {} in {}; rounding {} them{}', publisher, if(is_headline, 'headline and body give', 'the text gives'), words,
            other.words, label, year, if(fits, 'reconciles', 'does not reconcile'), reading) as explanation,
        if(fits, null, 'restated_differently') as pair_rule,
        if(is_unique and subject is null and reading = '' and is_near, 'conflict_proven', 'conflict_likely') as verdict,
        case when apart is null or apart > severe::double then 'high' when apart <= agree::double then 'low' else 'medium' end as pair_severity, publisher,
        [other_id] as stated_ids, other.words as stated_words, claim_ids as expected_ids, words as expected_words,
        format('{} prints both {} and {} for {} in {} within one document; rounding does not reconcile them{}{}', publisher,
            if(value <= other.value, words, stated_words), if(value <= other.value, stated_words, words), label, year, reading,
            if(is_near, '', '; they lie so far apart that they may be of different scope')) as pair_words
    from printed
    where not fits or (is_headline and value <> other.value)
),
products as (
    select p.*, s as same, a as later, n.publisher, p.low <> p.high as is_rounding,
        format('{} = {}, between {} and {}', p.product_in_words, core.amount(p.obs_value, 'USD'), core.amount(p.low, 'USD'), core.amount(p.high, 'USD'))
            as in_words, (a.value::double / p.obs_value::double - 1) * 100 as growth
    from work.count_times_price as p
    inner join core.publishers as n on p.publisher_id = n.publisher_id
    left join figures as s on p.document_id = s.document_id and p.publisher_id = s.publisher_id and p.series_id = s.series_id and p.year = s.year
    left join figures as a on p.document_id = a.document_id and p.publisher_id = a.publisher_id and p.series_id = a.series_id and p.year + 1 = a.year
        and s.claim_id is null
),
grown as (  -- the first rate of the text that leads from the product to the value of the year after
    select p.*, r as rate, {'low': p.low::double * (1 + r.low::double / 100), 'high': p.high::double * (1 + r.high::double / 100), 'is_rounding': true} as leads_to
    from products as p
    inner join figures as r on p.document_id = r.document_id and p.publisher_id = r.publisher_id and p.market_id = r.market_id
        and p.segment_key is not distinct from r.segment_key and p.ref_area = r.ref_area
    where r.metric = 'cagr' and p.growth >= coalesce(r.low, p.growth) and p.growth <= coalesce(r.high, p.growth)
        and not core.lies_below(leads_to, p.later) and not core.lies_below(p.later, leads_to)
    qualify row_number() over (partition by p.document_id, p.publisher_id, p.series_id, p.year order by r.series_id, r.year) = 1
),
compared as (
    select p.*, core.lies_below(p, same) or core.lies_below(same, p) as is_apart from products as p where same.claim_id is not null
),
levels as (
    select if(is_apart, 'mismatch', 'consistent') as outcome, document_id, publisher_id, market_id, segment_key, ref_area, same.unit_measure, year,
        same.value as stated, same.low as stated_low, same.high as stated_high, obs_value as expected, low as expected_low, high as expected_high,
        list_sort(list_distinct(claim_ids || same.claim_ids)) as claim_ids,
        format('{} states {} in {}; {}', publisher, same.words, year, in_words) as explanation, if(is_apart, 'volume_times_price', null) as pair_rule,
        'conflict_likely' as verdict, 'medium' as pair_severity, publisher, same.claim_ids as stated_ids, same.words as stated_words, claim_ids as expected_ids,
        core.amount(obs_value, 'USD') as expected_words,
        format('{} states {} for {} in {}; its own count times price gives {}', publisher, same.words, same.label, year, in_words) as pair_words
    from compared
    union all by name
    select 'derived' as outcome, document_id, publisher_id, market_id, segment_key, ref_area, unit_measure, year, obs_value as expected,
        low as expected_low, high as expected_high, claim_ids, format('{} in {}; no value is stated for that year', in_words, year) as explanation
    from products anti join grown using (document_id, publisher_id, series_id, year) where same.claim_id is null
    union all by name  -- a pair that agrees is no finding
    select document_id, publisher_id, market_id, segment_key, ref_area, later.unit_measure, later.year, later.value as stated, obs_value as expected,
        list_sort(list_distinct(claim_ids || later.claim_ids)) as claim_ids,
        format('consistent at the stated growth: {} in {}; {} in {} is {} % more, the stated CAGR is {} %, so {} looks computed from {}', in_words, year,
            later.words, later.year, core.plain(growth::decimal(38, 9)), core.plain(rate.value), later.year, year) as explanation,
        'volume_times_price' as pair_rule, 'agree' as verdict, 'low' as pair_severity, publisher, later.claim_ids as stated_ids, later.words as stated_words,
        claim_ids as expected_ids, core.amount(obs_value, 'USD') as expected_words, explanation as pair_words
    from grown
)
from restated
union all by name
select 'volume_times_price' as rule, *, 'market_size' as metric from levels
union all by name
select 'volume_times_price' as rule, 'consistent' as outcome, document_id, publisher_id, market_id, segment_key, ref_area, 'cagr' as metric,
    rate.unit_measure, rate.year, rate.value as stated, rate.low as stated_low, rate.high as stated_high, growth::decimal(38, 9) as expected,
    ((later.low::double / high::double - 1) * 100)::decimal(38, 9) as expected_low, ((later.high::double / low::double - 1) * 100)::decimal(38, 9) as expected_high,
    list_sort(list_distinct(claim_ids || later.claim_ids || rate.claim_ids)) as claim_ids,
    format('{} in {}; {} in {} are {} % more, the stated CAGR is {} %: consistent at the stated growth, so {} looks computed from {}', in_words, year,
        later.words, year + 1, core.plain(expected), core.plain(rate.value), year + 1, year) as explanation
from grown
