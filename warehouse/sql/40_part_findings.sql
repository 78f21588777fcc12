-- Findings on parts and their wholes within one document of one publisher: sizes against what holds them, and stated shares against sizes.
-- depends: work.document_figures
-- Each finding beyond rounding is also a pair of figures in conflict. An identity proves one where every year is stated; where one is our reading,
-- the reading may be at fault. A share is likely only: it and the sizes may count differently.
with figures as (select * from work.document_figures where nth = 1 and subject is null),
holding as (  -- a part's whole is the whole market in its area, its segment in the world, or the whole market in the world: the one it exceeds, else the nearest
    select p.*, w as whole, core.lies_below(w, p) as is_above
    from figures as p
    inner join figures as w on p.document_id = w.document_id and p.publisher_id = w.publisher_id and p.market_id = w.market_id and p.metric = w.metric
        and p.series_unit = w.series_unit and p.value_basis is not distinct from w.value_basis and p.price_basis is not distinct from w.price_basis
        and p.year = w.year and p.series_id <> w.series_id
        and (w.segment_key is null or w.segment_key = p.segment_key) and (w.ref_area = '001' or w.ref_area = p.ref_area)
    where p.is_additive
    qualify row_number() over (partition by p.claim_id
        order by is_above desc, w.segment_key is null and w.ref_area = p.ref_area desc, w.segment_key is not null desc) = 1
),
sized as (  -- a segment within an area is left out, for the text may mean either whole; of two bases the text does not say which one the share divides
    select s.*, p as part, w as whole, p.value::double / w.value::double * 100 as computed, list_sort(list_distinct(p.claim_ids || w.claim_ids)) as size_ids,
        {'low': p.low::double / w.high::double * 100, 'high': p.high::double / w.low::double * 100, 'is_rounding': p.low / w.high <> p.high / w.low} as band
    from figures as s
    inner join figures as p on s.document_id = p.document_id and s.publisher_id = p.publisher_id and s.market_id = p.market_id and s.year = p.year
        and s.segment_key is not distinct from p.segment_key and s.ref_area = p.ref_area
    inner join figures as w on s.document_id = w.document_id and s.publisher_id = w.publisher_id and s.market_id = w.market_id and s.year = w.year
        and p.value_basis is not distinct from w.value_basis and p.price_basis is not distinct from w.price_basis
    where s.metric = 'share' and (s.segment_key is null) <> (s.ref_area = '001') and s.low is not null and s.high is not null
        and p.metric = 'market_size' and p.low is not null and p.high is not null
        and w.metric = 'market_size' and w.segment_key is null and w.ref_area = '001' and w.low is not null and w.high is not null
    qualify count(*) over (partition by s.claim_id) = 1 and w.low > 0
),
shares as (
    select *, core.plain(computed::decimal(38, 9)) || ' %' as computed_words, (core.lies_below(s, band) or core.lies_below(band, s))
        and abs(computed - value) > high - low as is_above
    from sized as s
)
select 'part_of_whole' as rule, if(is_above, 'mismatch', 'consistent') as outcome, document_id, publisher_id, market_id, segment_key, ref_area, metric,
    unit_measure, year, value as stated, low as stated_low, high as stated_high, whole.value as expected,
    if(is_above, whole.low, null) as expected_low, if(is_above, whole.high, null) as expected_high,  -- a limit that is kept has no distance
    list_sort(list_distinct(claim_ids || whole.claim_ids)) as claim_ids,
    format('{}: {} for {} in {}, ', publisher, words, label, year) || if(is_above,
        format('more than the {} of {}, which contains it', whole.words, whole.label), format('within the {} of {}', whole.words, whole.label)) as explanation,
    if(is_above, 'part_above_whole', null) as pair_rule, if(year_is_inferred or whole.year_is_inferred, 'conflict_likely', 'conflict_proven') as verdict,
    'high' as pair_severity, publisher, claim_ids as stated_ids, words as stated_words, whole.claim_ids as expected_ids, whole.words as expected_words,
    format('{} states {} for {} in {}, more than the {} it states for {}, which contains it', publisher, words, label, year, whole.words, whole.label)
        as pair_words
from holding
union all by name
select 'share_of_whole' as rule, if(is_above, 'mismatch', 'consistent') as outcome, document_id, publisher_id, market_id, segment_key, ref_area, metric,
    unit_measure, year, value as stated, low as stated_low, high as stated_high, computed::decimal(38, 9) as expected,
    band.low::decimal(38, 9) as expected_low, band.high::decimal(38, 9) as expected_high, list_sort(list_distinct(claim_ids || size_ids)) as claim_ids,
    format('{} states a share of {} for {} in {}; {} of {} are {}', publisher, words, label, year, part.words, whole.words, computed_words) as explanation,
    if(is_above, 'share_mismatch', null) as pair_rule, 'conflict_likely' as verdict, if(abs(computed - value) < 1, 'low', 'medium') as pair_severity,
    publisher, claim_ids as stated_ids, words as stated_words, size_ids as expected_ids, computed_words as expected_words,
    format('{} states a share of {} for {} in {}; its own sizes {} of {} give {}', publisher, words, label, year, part.words, whole.words, computed_words)
        as pair_words
from shares
