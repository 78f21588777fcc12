-- A publisher's own figures for each series and year in each edition of a report, and their change.
-- depends: core.observations, core.claims, core.documents, core.metrics
-- The figure before is that of the nearest earlier edition with the same series and year: an edition that leaves a figure out does not make it
-- new in the next. Figures that a document quotes from another publisher are no edition of its report.
with recursive before as (  -- the editions that lead up to each
    select document_id as earlier, superseded_by as document_id, 1 as distance from core.documents where superseded_by is not null
    union all
    select b.earlier, d.superseded_by, b.distance + 1
    from before as b inner join core.documents as d on b.document_id = d.document_id
    where d.superseded_by is not null
),
numbers as (select document_id, 1 + max(distance) as number from before group by document_id),
figures as (
    select o.*, d.report_key, d.published_on, d.text_date, d.data_as_of, d.edition_order_unknown, coalesce(n.number, 1) as number,
        c.obs_value as printed, c.unit_measure as printed_unit, o.obs_value_high - o.obs_value_low as width,
        m.is_estimated and o.year is not null as is_compared  -- else two figures of a series need not be about the same thing
    from core.observations as o
    inner join core.claims as c on o.claim_id = c.claim_id and c.status not in ('quarantined', 'withdrawn', 'unsure')
    inner join core.documents as d on o.document_id = d.document_id and o.publisher_id = d.publisher_id
    left join numbers as n on o.document_id = n.document_id
    left join core.metrics as m on o.metric = m.metric
    where o.series_id is not null and o.excluded is distinct from 'rejected'
),
previous as (  -- of two equally near editions the finest print
    select f.claim_id, p.claim_id as previous_claim_id, p.printed, p.printed_unit, p.obs_value
    from figures as f
    inner join before as b on f.document_id = b.document_id
    inner join figures as p on b.earlier = p.document_id and f.series_id = p.series_id and f.year = p.year
    where f.is_compared and p.is_compared
    qualify row_number() over (partition by f.claim_id order by p.number desc, p.width, p.claim_id) = 1
),
told as (  -- on the printed values where both are in one currency, so that exchange rates do not look like revisions
    select f.*, p.previous_claim_id, p.printed_unit is not distinct from f.printed_unit as is_alike,
        if(is_alike, p.printed, p.obs_value) as was, if(is_alike, f.printed, f.obs_value) as is_now
    from figures as f left join previous as p on f.claim_id = p.claim_id
)
select claim_id, document_id, publisher_id, report_key, if(edition_order_unknown, 0, number) as edition, published_on, text_date, data_as_of,
    series_id, market_id, segment_key, ref_area, metric, unit_measure, year, obs_value, previous_claim_id,
    if(previous_claim_id is null, null, core.twelve_digits((is_now - was)::double / nullif(was, 0)::double * 100)::double) as change_pct
from told
