-- Words beside words: a burden that some publishers call slight and others grave, and one owner's companies as publishers name them.
-- depends: core.qualities, core.companies, core.documents, core.publishers, core.markets, core.policy, work.scopes
with said as (  -- documents that are not independent share a source
    select q.*, p.publisher, coalesce(d.cluster_id, q.document_id) as source, list_sort(list_distinct(q.terms)) as of_terms,
        coalesce(q.burden, '') as of_burden, q.property || coalesce(' ' || core.said(q.narrowed), '') || ': ' || q.words as phrase
    from core.qualities as q
    inner join core.publishers as p on q.publisher_id = p.publisher_id
    left join core.documents as d on q.document_id = d.document_id
    where q.status = 'stated' and q.market_id is not null
),
slight as (
    select *, dense_rank() over (order by market_id, list_sort(terms), burden) as nth_property
    from said where polarity = 'slight'
),
meeting as (  -- scopes that contain or overlap each other
    select market_id, other_market_id from work.scopes where relation not in ('different', 'untold')
),
comparable as (  -- one market, or markets that meet, themselves or by way of one between them
    select market_id, market_id as other_market_id from core.markets
    union from meeting
    union select one.market_id, two.market_id from meeting as one inner join meeting as two on one.other_market_id = two.other_market_id
),
same_property as (  -- the same telling words and no different burdens, or the passage of one names the burden of the other
    select distinct one.nth_property, two.quality_id
    from slight as one
    inner join comparable as c on one.market_id = c.market_id
    inner join said as two on two.polarity = 'grave' and c.other_market_id = two.market_id
    where (one.of_burden = '' or two.of_burden = '' or one.of_burden = two.of_burden)
        and (one.of_terms = two.of_terms
            or (one.burden is not null and (list_contains(two.beside, one.terms[-1] || ' ' || one.burden)
                or (two.burden is null and list_has_all(two.beside, one.terms))))
            or (two.burden is not null and (list_contains(one.beside, two.terms[-1] || ' ' || two.burden)
                or (one.burden is null and list_has_all(one.beside, two.terms)))))
),
opposed as (
    select s.nth_property, g.* from same_property as s inner join said as g using (quality_id)
    anti join slight as o on s.nth_property = o.nth_property and (g.publisher_id = o.publisher_id or g.source = o.source)
),
by_publisher as (
    select nth_property, polarity, publisher, format('{} ({})', publisher, core.each_once(list(phrase order by quality_id), '; ')) as words,
        min(market_id) as market_id, list(source) as sources, list(quality_id) as ids, arg_min(property, quality_id) as property, min(quality_id) as first_id
    from (from opposed union all by name from slight)
    group by nth_property, polarity, publisher
),
qualities as (
    select nth_property, polarity, arg_min(lower(property), first_id) as property, core.side(min(market_id), len(list_distinct(flatten(list(sources)))),
        list(publisher order by publisher), [], list_sort(flatten(list(ids))), core.listed(list(words))) as side
    from by_publisher group by nth_property, polarity
),
quality_opposed as (  -- words prove nothing; the values are the independent publishers on either side
    select 'quality_opposed' as rule, 'conflict_likely' as verdict, array_to_string(string_split_regex(trim(s.property), '\s+'), '_') as metric,
        'publishers' as unit_measure, s.side as one, g.side as two, format(
            '{}: {} against {}; called slight by {}, grave by {}; words without figures, so nothing is proven', s.property, s.side.words, g.side.words,
            core.counted(s.side.value::bigint, 'independent publisher'), core.counted(g.side.value::bigint, 'independent publisher')) as explanation
    from qualities as s inner join qualities as g on s.nth_property = g.nth_property and s.polarity = 'slight' and g.polarity = 'grave'
),
named as (
    select c.*, coalesce(core.said(c.parent), c.canonical) as owner, p.publisher, format('company:{}:{}-{}', document_id, char_start, char_end) as place,
        c.publisher_id = min(c.publisher_id) over (partition by coalesce(core.said(c.parent), c.canonical)) as is_first, format('{} ({}{}{}) by {}',
            company, replace(level, '_', ' '), coalesce(' of ' || core.said(c.parent), ''), coalesce(', product ' || core.said(product), ''),
            p.publisher) as words
    from core.companies as c
    inner join core.publishers as p on c.publisher_id = p.publisher_id
    where c.status = 'stated' and c.market_id is not null
),
companies as (  -- of one owner, in the order of the texts
    select *, row_number() over (partition by owner order by document_id, char_start, company) as nth,
        row_number() over (partition by owner, is_first order by document_id, char_start, company) as nth_of_side,
        (select value::int from core.policy where name = 'comparability.names_shown_at_most') as at_most
    from named
),
owners as (  -- the first publisher's names against those of all others
    select owner, is_first, core.side(arg_min(market_id, nth), count(distinct company), core.sorted_once(list(publisher)), [],
        list_sort(list(place) filter (nth_of_side <= at_most)), array_to_string(core.sorted_once(list(company))[:any_value(at_most)], ', ')) as side
    from companies group by owner, is_first
),
owned as (
    select owner, count(distinct company_id) = 1 as is_one, core.each_once(list(words order by nth) filter (nth <= at_most), '; ')
        || if(count(*) > any_value(at_most), format('; {} more', count(*) - any_value(at_most)), '') as shown
    from companies group by owner having count(distinct company) > 1
),
entity_names as (
    select 'entity_names' as rule, if(is_one, 'agree', 'compatible') as verdict, 'company' as metric, 'names' as unit_measure, a.side as one, b.side as two,
        format('names of {}: {}: {} by the reviewed names', o.owner, shown, if(is_one, 'one company', 'one owner, at the levels given')) as explanation
    from owned as o
    inner join owners as a on o.owner = a.owner and a.is_first
    inner join owners as b on o.owner = b.owner and not b.is_first
),
rules as (from quality_opposed union all by name from entity_names)
from core.pairs_of(rules)
