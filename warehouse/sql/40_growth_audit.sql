-- Each stated CAGR against every recomputation from the same document's own figures, with the convention that its publisher keeps.
-- depends: core.growth_recomputations, core.claims, core.publishers
with audited as (
    select r.*, c.document_id, c.publisher_id, c.market_id, c.segment_key, c.ref_area, c.obs_value, c.band_low, c.band_high
    from core.growth_recomputations as r inner join core.claims as c on r.claim_id = c.claim_id
    where r.reach = 'document'
),
kept as (  -- the convention of most of a publisher's rates; none where two are equally often
    select publisher_id, convention, count(*) as n from audited
    where is_consistent and publisher_id is not null group by publisher_id, convention
    qualify rank() over (partition by publisher_id order by n desc) = 1
),
prevailing as (select publisher_id, any_value(convention) as convention from kept group by publisher_id having count(*) = 1)
select a.claim_id, a.document_id, a.publisher_id, a.market_id, a.segment_key, a.ref_area, a.convention, a.start_claim_id, a.end_claim_id,
    a.start_year, a.end_year, a.periods, a.obs_value as stated_pct, a.band_low as stated_low_pct, a.band_high as stated_high_pct,
    a.recomputed_pct, a.recomputed_low_pct, a.recomputed_high_pct, a.delta_pp, a.is_consistent, a.is_best,
    a.finding, coalesce(v.convention, p.growth_convention) as publisher_convention
from audited as a
left join prevailing as v on a.publisher_id = v.publisher_id
left join core.publishers as p on a.publisher_id = p.publisher_id
