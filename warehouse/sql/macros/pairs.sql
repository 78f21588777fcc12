-- The form of a pair: what a rule says of two sides becomes a row of the tables of pairs, the smaller side first.
-- A side: of which market, what in the unit of the row, who says it, on which claims and other statements, in words.
create macro core.side(market, value, publishers, claim_ids, statement_ids, words) as {
    'value': value::decimal(38, 9), 'claim_ids': claim_ids::varchar[], 'market_id': market::varchar, 'publishers': publishers::varchar[],
    'statement_ids': statement_ids::varchar[], 'words': words::varchar};
create macro core.comes_first(one, two) as (one.value, one.claim_ids) <= (two.value, two.claim_ids);
create macro core.sorted_once(lists) as list_sort(list_distinct(lists));
-- Statements tell pairs with equal claims apart.
create macro core.pair_id(rule, market, segment_key, ref_area, metric, year, other, a, b, bridge_id) as left(sha256(if(
    bridge_id is null and len(a.statement_ids) + len(b.statement_ids) = 0,
    json_array(rule, market, segment_key, ref_area, metric, year, other, a.claim_ids, b.claim_ids),
    json_array(rule, market, segment_key, ref_area, metric, year, other, a.claim_ids, b.claim_ids,
        list_filter([bridge_id] || a.statement_ids || b.statement_ids, lambda id: id is not null)))::varchar), 24);
-- Columns that a rule leaves out are empty; its kind is a comparison, its area the world. Of two pairs with one id the one with the greater nth stays.
create macro core.pairs_of(rules) as table
with form as (
    select null::varchar as kind, null::varchar as severity, null::varchar as segment_key, null::varchar as ref_area, null::int as year,
        null::double as ratio, null::varchar as bridge_id, null::decimal(38, 9) as bound_low, null::decimal(38, 9) as bound_high,
        null::varchar as assumptions, 0 as nth where false
),
ordered as (
    select * replace (coalesce(ref_area, '001') as ref_area), unnest(if(core.comes_first(one, two), {'a': one, 'b': two}, {'a': two, 'b': one}))
    from (from form union all by name from query_table(rules))
),
placed as (select *, a.market_id as market_id, if(b.market_id = a.market_id, null, b.market_id) as other_market_id from ordered)
select core.pair_id(rule, market_id, segment_key, ref_area, metric, year, other_market_id, a, b, bridge_id) as pair_id,
    coalesce(kind, 'comparison') as kind, rule, verdict, coalesce(severity, if(verdict like 'conflict%', 'medium', 'low')) as severity,
    market_id, other_market_id, segment_key, ref_area, metric, unit_measure, year, a.value as value_a, b.value as value_b,
    if(a.value > 0, core.twelve_digits(coalesce(ratio, b.value / a.value))::double, null) as ratio, a.words as words_a, b.words as words_b,
    array_to_string(a.publishers, '|') as publishers_a, array_to_string(b.publishers, '|') as publishers_b,
    a.claim_ids as claim_ids_a, b.claim_ids as claim_ids_b, explanation, bridge_id, bound_low, bound_high, assumptions,
    a.statement_ids as statement_ids_a, b.statement_ids as statement_ids_b
from placed
qualify row_number() over (partition by pair_id order by nth desc, explanation) = 1;
-- How far two values lie apart: in points, or the larger over the smaller; null for a ratio of values that are not both positive.
create macro core.apart(a, b, measure) as
    if(measure = 'points', abs(a - b)::double, if(least(a, b) > 0, greatest(a, b) / least(a, b), null));
-- The one value basis that all documents of a figure (id, market_id, document_ids) tell, figures with several or none left out. A market's name speaks
-- for all its documents.
create macro core.value_bases(figures) as table
with told as (
    select document_id, market_id, unnest(string_split(value_basis, '|')) as basis from core.definitions
    where defines in ('market', 'term') and status = 'stated' and market_id is not null and value_basis <> ''
    union all
    select null, market_id, unnest(string_split(value_basis, '|')) from core.markets where value_basis <> ''
)
select id, any_value(basis) as basis
from (select id, market_id, unnest(document_ids) as document_id from query_table(figures)) as f
left join told as t on f.market_id = t.market_id and (t.document_id is null or f.document_id = t.document_id)
group by id
having count(distinct basis) = 1 and count(*) = count(basis);
-- What two value bases make of figures that cannot both hold if they count value alike.
create macro core.agreed_basis(one, other) as case
    when one = other then {'verdict': 'conflict_proven', 'words': 'both count ' || one}
    when one <> other then {'verdict': 'not_comparable', 'words': format('the value bases differ: {} against {}', one, other)}
    else {'verdict': 'conflict_likely', 'words': format('both count value on the same basis ({})', coalesce(
        format('one text counts {}, the other does not state its basis', coalesce(one, other)), 'the texts do not state on which basis they count value'))}
    end;
-- An explanation with what must hold for a likely conflict, else with the fact that decides.
create macro core.with_grounds(words, verdict, basis, needs) as
    words || '; ' || if(verdict = 'conflict_likely', 'this holds if ' || array_to_string(needs, ' and '), basis);
create macro core.severity_of(verdict) as case verdict when 'conflict_proven' then 'high' when 'conflict_likely' then 'medium' else 'low' end;
create macro core.basis_in_words(value_basis, price_basis) as replace(coalesce(  -- retail value, constant 2015 money
    if(value_basis = 'unknown', 'value level not stated', value_basis || ' value') || ', ', '') || replace(coalesce(price_basis, ''), '-', ' ') || ' money',
    if(value_basis is null, chr(31), '_'), ' ');
create macro core.that_holds(needs) as list_filter(needs, lambda need: need is not null);
