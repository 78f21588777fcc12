-- Pairs of figures of a publisher that are at odds within one document, on readings that are sure enough to say so. The smaller side comes first.
-- depends: work.growth_findings, work.part_findings, work.sum_findings, work.print_findings, work.doubtful_claims
with found as (
    from work.growth_findings
    union all by name from work.part_findings
    union all by name from work.sum_findings
    union all by name from work.print_findings
),
doubtful as (select distinct claim_ids from (select claim_ids, unnest(claim_ids) as claim_id from found) semi join work.doubtful_claims using (claim_id)),
sided as (
    select *, (stated, stated_ids) <= (expected, expected_ids) as is_stated_first, if(is_stated_first, stated, expected) as value_a,
        if(is_stated_first, expected, stated) as value_b, if(is_stated_first, stated_ids, expected_ids) as claim_ids_a,
        if(is_stated_first, expected_ids, stated_ids) as claim_ids_b,
        sha256(json_array(pair_rule, market_id, segment_key, ref_area, metric, year, null, claim_ids_a, claim_ids_b)::varchar)[:24] as pair_id
    from found
    where pair_rule is not null and claim_ids not in (from doubtful)
    qualify row_number() over (partition by pair_id order by pair_words) = 1
)
select document_id, pair_id, if(pair_rule in ('part_above_whole', 'parts_above_whole'), 'part_above_whole', 'own_arithmetic') as kind, pair_rule as rule,
    verdict, pair_severity as severity, market_id, null as other_market_id, segment_key, ref_area, metric, unit_measure, year, value_a, value_b,
    if(value_a > 0, core.twelve_digits(value_b::double / value_a::double)::double, null) as ratio, publisher as publishers_a, publisher as publishers_b,
    claim_ids_a, claim_ids_b, pair_words as explanation, null as bridge_id, null as bound_low, null as bound_high, null as assumptions,
    [] as statement_ids_a, [] as statement_ids_b, if(is_stated_first, stated_words, expected_words) as words_a,
    if(is_stated_first, expected_words, stated_words) as words_b
from sided
