-- What drives or restrains a market, one row per document, role, part and name; an impact that no driver states makes one of its own.
-- depends: raw.drivers, raw.facts, core.documents, core.markets, core.claims, core.evidence, work.quotes
-- Places with one name are one driver. The fullest speaks for it: the first with an impact, else the first. A claim belongs to the first driver
-- that takes it.
with names as (select name, max(market_id) as market_id from (select market_id, unnest(string_split(names, '|')) as name from core.markets) group by name),
impacts as (
    select c.*, e.char_start, e.char_end, e.quote
    from core.claims as c inner join core.evidence as e using (claim_id)
    where c.metric = 'impact_on_cagr'
),
places as (  -- of an impact's words the first figure is the impact
    select r.*, n.market_id, array_to_string(regexp_extract_all(lower(r.name), '[\p{L}\p{N}]+'), ' ') as key, i.claim_id, q.quote
    from raw.drivers as r
    inner join work.quotes as q using (document_id, char_start, char_end)
    left join names as n on replace(r.market, '|', '¦') = n.name
    left join impacts as i on r.document_id = i.document_id and i.char_start >= r.impact_start and i.char_end <= r.impact_end
    qualify row_number() over (partition by r.document_id, r.char_start, r.char_end, r.name, r.role order by i.char_start) = 1
),
ordered as (
    select *, row_number() over (same order by impact_start is null, char_start, char_end) as nth,
        first_value(claim_id ignore nulls) over (same order by char_start, char_end rows between unbounded preceding and unbounded following) as first_claim,
        min(char_start) over same as begins
    from places window same as (partition by document_id, market_id, role, segment, key)
),
drivers as (
    select document_id, market_id, role, segment, key, min(begins) as begins, any_value(first_claim) as claim_id, count(*) as n_mentions,
        min(char_start) filter (rule = 'driver.narrative') as narrative_start,
        first(struct_pack(name, rule, quote, char_start) order by nth) as said,
        first(struct_pack(geographies, ref_areas) order by len(ref_areas) = 0, nth > 1, char_start, char_end) as placed,
        first(struct_pack(timeline, years_from, years_to) order by nullif(timeline, '') is null, nth > 1, char_start, char_end) as timed
    from ordered group by document_id, market_id, role, segment, key
),
taken as (
    select * replace (if(row_number() over (partition by document_id, claim_id order by begins) = 1, claim_id, null) as claim_id)
    from drivers
),
alone as (  -- impacts that no driver took
    select *, coalesce(nullif(subject, ''), value_as_printed) as name from impacts
    where claim_id not in (select claim_id from taken where claim_id is not null)
    qualify row_number() over (partition by claim_id order by char_start, char_end) = 1
),
told as (
    select document_id, market_id, role, segment, key, claim_id, n_mentions, narrative_start, said.name as name, said.rule as rule, said.quote as quote,
        said.char_start as char_start, placed.geographies as geographies, placed.ref_areas as ref_areas, timed.timeline as timeline,
        timed.years_from as years_from, timed.years_to as years_to
    from taken
    union all by name
    select document_id, market_id, if(obs_value < 0, 'restraint', 'driver') as role, segment,
        array_to_string(regexp_extract_all(lower(name), '[\p{L}\p{N}]+'), ' ') as key, claim_id, n_mentions, name, rule, quote, char_start,
        [geography] as geographies, [ref_area] as ref_areas
    from alone
),
caveats as (
    select document_id, min(char_start) as caveat_start, first(value order by char_start, char_end, value) as caveat
    from raw.facts where name = 'impact_caveat' group by document_id
)
select left(sha256(concat_ws(chr(31), document_id, coalesce(t.market_id, ''), role, coalesce(t.segment, ''), key, coalesce(claim_id, ''))), 16) as driver_id,
    document_id, if(claim_id is null, d.publisher_id, c.publisher_id) as publisher_id, t.market_id, t.segment, role,
    core.cut_to(t.name, d.quote_limit_chars) as driver,
    claim_id, c.obs_value as impact, c.obs_value_high as impact_high, c.comparator, geographies, ref_areas, timeline, years_from, years_to,
    false as additive,
    core.cut_to(caveat, d.quote_limit_chars) as caveat,
    caveat_start, narrative_start, t.n_mentions, t.rule, if(claim_id is null, d.status, c.status) as status, t.quote,
    char_start, char_start + length(t.quote) as char_end
from told as t
inner join core.documents as d using (document_id)
left join core.claims as c using (claim_id)
left join caveats using (document_id)
