-- Every finding of the audit with its id, its measure against rounding and its places; errors that rest on a reading which is not sure enough are left out.
-- depends: work.growth_findings, work.part_findings, work.sum_findings, work.share_findings, work.print_findings, work.scale_findings, work.total_findings
-- depends: work.word_findings, work.doubtful_claims, core.evidence, core.policy
-- A deviation of one half-width is the largest that rounding explains, for symmetric bands. One finding that two ways lead to stands once; where two that
-- differ come to one id, a hash of what they say keeps them apart.
with found as (
    from work.growth_findings
    union all by name from work.part_findings
    union all by name from work.sum_findings
    union all by name from work.share_findings
    union all by name from work.print_findings
    union all by name from work.scale_findings
    union all by name from work.total_findings
    union all by name from work.word_findings
),
doubtful as (select distinct claim_ids from (select claim_ids, unnest(claim_ids) as claim_id from found) semi join work.doubtful_claims using (claim_id)),
placed as (  -- spans in the order of the text
    select * exclude (spans), list_sort(list_transform(coalesce(spans, []), lambda span:
        {'start': split_part(span, ':', 1)::bigint, 'end': split_part(span, ':', 2)::bigint})) as spans
    from found
    where outcome is not null and (outcome <> 'mismatch' or claim_ids not in (from doubtful))
),
identified as (
    select *, stated - expected as deviation, (stated_high - stated_low) + (expected_high - expected_low) as width,
        claim_ids || list_transform(spans, lambda span: span['start'] || ':' || span['end']) as members,
        sha256(if(about is null, json_array(rule, document_id, market_id, segment_key, ref_area, metric, unit_measure, year, definition_id, members),
            json_array(rule, document_id, market_id, segment_key, ref_area, metric, unit_measure, year, definition_id, members, about))::varchar)[:24] as own_id
    from (select distinct rule, outcome, document_id, publisher_id, market_id, segment_key, ref_area, metric, unit_measure, year, stated, stated_low, stated_high,
        expected, expected_low, expected_high, claim_ids, definition_id, spans, about, explanation from placed)
),
measured as (
    select *, if(count(*) over (partition by own_id) = 1, own_id, sha256(json_array(own_id, outcome, explanation)::varchar)[:24]) as finding_id,
        if(deviation is null, null, core.half(width)) as half_width, case when width > 0 then abs(deviation)::double * 2 / width::double end as times
    from identified
),
mentions as (
    select m.finding_id, list({'start': e.char_start, 'end': e.char_end}) as spans
    from (select finding_id, unnest(claim_ids) as claim_id from measured) as m inner join core.evidence as e on m.claim_id = e.claim_id
    group by m.finding_id
)
select finding_id, rule, outcome,
    case when outcome = 'flag' then 'low' when outcome <> 'mismatch' then 'none'
        when times <= (select value::double from core.policy where name = 'audit_findings.low_up_to_half_widths') then 'low'
        when times <= (select value::double from core.policy where name = 'audit_findings.medium_up_to_half_widths') then 'medium' else 'high' end as severity,
    document_id, publisher_id, market_id, segment_key, ref_area, metric, unit_measure, year, stated, expected, expected_low, expected_high, deviation,
    half_width, core.twelve_digits(times)::double as times_rounding, claim_ids, definition_id,
    list_transform(list_sort(list_distinct(f.spans || coalesce(m.spans, []))), lambda span: span['start'] || ':' || span['end']) as spans, explanation
from measured as f left join mentions as m using (finding_id)
