-- Technical figures as stated, one row per product, each tested against the reference table: consistent, contradicts or unknown.
-- depends: raw.technical, raw.mentions, core.documents, work.quotes, work.hardware_facts, work.technical_words
-- A figure is of the products in its own part of the sentence, nearest first; where none of them has a reference figure of this measure, of those in
-- the words before. A name is looked up whole, else by its last words ("AMD Instinct MI300X" is MI300X).
with figures as (
    select r.*, d.publisher_id, d.market_id, d.status, u.is_of as unit_of, u.factor, b.is_of as piece, coalesce(r.value_high, r.value) as most
    from raw.technical as r
    inner join core.documents as d using (document_id)
    semi join work.quotes as q on r.document_id = q.document_id and r.char_start = q.char_start and r.char_end = q.char_end
    left join work.technical_words as u on r.unit = u.word
    left join work.technical_words as b on lower(regexp_replace(r.basis, '\s+', ' ', 'g')) = b.word
),
names as (
    select document_id, char_start, char_end, measure, reach, unnest(names) as name, generate_subscripts(names, 1) as position
    from (select *, if(reach = 0, products, context_products) as names from figures cross join (select unnest([0, 1]) as reach))
),
endings as (
    select *, array_to_string(words[nth_word:], ' ') as ending
    from (select *, string_split_regex(trim(lower(name)), '\s+') as words, unnest(range(1, len(words) + 1)) as nth_word from names)
),
named as (
    select e.* exclude (words, ending), f as fact
    from endings as e inner join work.hardware_facts as f on e.ending = f.alias
    qualify rank() over (partition by document_id, char_start, char_end, reach, position order by nth_word) = 1
),
known as (  -- of two names of one product the nearer
    select * from named where measure = fact.measure
    qualify reach = min(reach) over (partition by document_id, char_start, char_end)
        and rank() over (partition by document_id, char_start, char_end, reach, fact.product order by position) = 1
),
alike as (
    select t.*, k.fact, w.factor as reference_factor, coalesce(t.unit_of = w.is_of, false) as is_of_one_kind,
        is_of_one_kind or rtrim(lower(t.unit), 's') = rtrim(lower(k.fact.unit), 's') as is_comparable
    from figures as t
    inner join known as k using (document_id, char_start, char_end)
    left join work.technical_words as w on k.fact.unit = w.word
),
converted as (  -- both in the base unit; "about" may be further off
    select *, if(is_of_one_kind, factor, 1) as per_stated, if(is_of_one_kind, reference_factor, 1) as per_reference,
        value * per_stated as stated, most * per_stated as stated_most, fact.value * per_reference as reference,
        if(comparator = '~', fact.hedged_low, fact.low) * per_reference as low, if(comparator = '~', fact.hedged_high, fact.high) * per_reference as high
    from alike
),
tested as (  -- "up to" names the greatest value and must be it
    select *, case when comparator in ('>', '>=') then high >= stated when comparator = '<' then low <= stated_most
        else stated <= high and stated_most >= low end as fits
    from converted
),
nearest as (
    select document_id, char_start, char_end, fact.product as product, is_comparable, fits, if(is_comparable, fact, null) as fact
    from tested
    qualify row_number() over (partition by document_id, char_start, char_end, fact.product
        order by is_comparable desc, fits desc, abs(stated - reference) / per_reference, fact.nth) = 1
),
told as (
    select t.*, coalesce(n.product, t.products[1]) as product, n.fact, n.is_comparable, n.fits
    from figures as t left join nearest as n using (document_id, char_start, char_end)
)
select left(sha256(concat_ws(':', document_id, t.char_start, t.char_end, coalesce(product, ''))), 16) as technical_id, document_id, publisher_id, market_id,
    m.claim_id, claimant, measure, product, subject, value as obs_value, value_high as obs_value_high, comparator, unit as unit_measure, basis,
    year as time_period_year, case when fact is null then 'unknown' when fits then 'consistent' else 'contradicts' end as verdict,
    case when is_comparable then fact.reason
        when not is_comparable then 'the reference figure is in another kind of unit than ' || unit
        else 'no reference figure for ' || measure || coalesce(' of ' || product, '') end as reason,
    fact.value as reference_value, fact.value_high as reference_value_high, fact.unit as reference_unit, fact.basis as reference_basis,
    fact.variant as reference_variant, fact.source as reference_source, piece = fact.piece as same_basis, rule, status, surface as quote, t.char_start, t.char_end
from told as t
left join (select document_id, char_start, max(claim_id) as claim_id from raw.mentions group by all) as m using (document_id, char_start)
