-- Sizes of related markets side by side: not comparable and never pooled, yet a scope that is smaller than what it holds is a conflict.
-- depends: work.judgements, work.scopes, core.claims, core.definitions, core.markets
-- Proven where names tell the inclusion, both figures are stated and both texts tell the same value basis; else likely.
with sizes as (
    select *, estimate_id as id,
        core.side(market_id, center, publishers, claim_ids, [], figure_in_words) as side
    from work.judgements
    where metric = 'market_size' and segment_key is null and is_first and center is not null
),
met as (  -- in each year in which at least one of the two is stated
    select one.id as one_id, two.id as two_id, one.metric, one.unit_measure, one.year, one.ref_area, s.reason, s.definition_ids,
        t.definition_ids as other_definition_ids,
        one.is_derived or two.is_derived as has_derived, core.comes_first(one.side, two.side) as is_ordered, one.side as one, two.side as two,
        case when s.relation = 'contains' and one.ceiling < two.floor
                then {'wider': one.market, 'narrower': two.market, 'floor': two.floor}
            when s.relation = 'contained' and two.ceiling < one.floor
                then {'wider': two.market, 'narrower': one.market, 'floor': one.floor} end as inclusion,
        format('{} {} ({})', one.market, one.figure_in_words, core.listed(one.publishers)) as one_told,
        format('{} {} ({})', two.market, two.figure_in_words, core.listed(two.publishers)) as two_told
    from work.scopes as s
    inner join work.scopes as t on s.market_id = t.other_market_id and s.other_market_id = t.market_id
    inner join sizes as one on s.market_id = one.market_id
    inner join sizes as two on s.other_market_id = two.market_id and one.ref_area = two.ref_area and one.unit_measure = two.unit_measure
        and one.year = two.year and one.value_basis is not distinct from two.value_basis and one.price_basis is not distinct from two.price_basis
    where s.market_id < s.other_market_id and not (one.is_derived and two.is_derived)
),
compared as (
    select *, format('{} against {} in {}, {}', if(is_ordered, one_told, two_told), if(is_ordered, two_told, one_told), year,
        if(least(one.value, two.value) > 0, core.times(greatest(one.value, two.value), least(one.value, two.value)), 'no ratio')) as told
    from met
),
documents as (
    select id, s.market_id, list(distinct c.document_id) as document_ids
    from (select id, market_id, unnest(claim_ids) as claim_id from sizes
        where value_basis = 'unknown' and id in (select unnest([one_id, two_id]) from met where inclusion is not null)) as s
    inner join core.claims as c on s.claim_id = c.claim_id
    group by id, s.market_id
),
bases as (
    select id, basis from core.value_bases('documents')
    union all
    select id, value_basis from sizes where value_basis <> 'unknown'
),
smaller as (
    select c.* replace (
            core.side(one.market_id, one.value, one.publishers, one.claim_ids, definition_ids, one.words) as one,
            core.side(two.market_id, two.value, two.publishers, two.claim_ids, other_definition_ids, two.words) as two),
        core.agreed_basis(a.basis, b.basis) as agreed, len(definition_ids) + len(other_definition_ids) > 0 as is_defined,
        if(agreed['verdict'] = 'conflict_proven' and (has_derived or is_defined), 'conflict_likely', agreed['verdict']) as verdict,
        core.that_holds([
            if(verdict = 'conflict_proven', null, agreed['words']),
            if(has_derived, 'one figure stands on its publisher''s path between stated years', null),
            if(is_defined, 'the definition tells the whole scope', null)]) as needs
    from compared as c
    left join bases as a on c.one_id = a.id
    left join bases as b on c.two_id = b.id
    where inclusion is not null
),
rules as (
    select 'related_scope' as kind, 'related_scope' as rule, 'not_comparable' as verdict, metric, unit_measure, year, ref_area, one, two,
        format('{}: different scopes ({}), not comparable and never pooled', told, reason) as explanation
    from compared where inclusion is null
    union all by name
    select 'related_scope' as kind, 'scope_inclusion' as rule, verdict, core.severity_of(verdict) as severity, metric, unit_measure, year, ref_area, one, two,
        inclusion.floor as bound_low, core.said(array_to_string(needs, '; ')) as assumptions, core.with_grounds(format(
            '{}: {} contains {} ({}), yet its figure is the smaller one', told, inclusion.wider, inclusion.narrower, reason),
            verdict, agreed.words, needs) as explanation
    from smaller
)
from core.pairs_of(rules)
