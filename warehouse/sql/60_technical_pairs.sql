-- Technical figures of publishers beside each other: of one product, of one quantity, per piece, per node and per rack.
-- depends: core.technical_claims, core.claims, core.publishers, core.policy, work.scopes, work.hardware_facts, work.technical_words
-- A conflict only where the reference contradicts one of two unequal figures of one product; all else is shown, never ranked.
with said as (  -- a claim that a person rejected or corrected, or that is unsure, takes its rows with it
    select t.*, p.publisher as who, coalesce(nullif(t.obs_value_high, 0), t.obs_value) as most, core.said(t.product) as of_product,
        try(t.obs_value * u.factor) as in_base, u.is_of as dimension, b.word as base,
        core.technical_figure(t.comparator, t.obs_value, t.obs_value_high, t.unit_measure) as figure,
        t.measure = 'unit_count' and coalesce(t.basis, '') in ('per node', 'per server') as is_in_node, f.value as n_pieces, f.unit as piece, f.source,
        if(core.said(t.claim_id) is null, [], [t.claim_id]) as claim_ids,
        dense_rank() over (partition by t.market_id order by t.publisher_id) as nth_publisher
    from core.technical_claims as t
    inner join core.publishers as p on t.publisher_id = p.publisher_id
    anti join core.claims as c on t.claim_id = c.claim_id and c.status <> 'stated'
    left join work.technical_words as u on t.unit_measure = u.word and u.factor is not null
    left join work.technical_words as b on u.is_of = b.is_of and b.factor = 1
    left join (  -- how many pieces a whole holds
        from work.hardware_facts where measure = 'unit_count' and value > 1 qualify row_number() over (partition by alias order by nth) = 1
    ) as f on lower(t.product) = f.alias
    where t.status = 'stated' and t.market_id is not null
),
near as (select market_id, other_market_id from work.scopes union all select distinct market_id, market_id from said),
paired as (  -- of the publishers of a market the first ones
    select *, who || ' ' || figure || ' (' || coalesce(of_product, core.said(subject), 'no product named')
        || coalesce(', ' || core.said(basis), '') || ')' as printed
    from said where nth_publisher <= (select value::int from core.policy where name = 'comparability.related_shown_at_most')
),
products as (
    select *, core.side(market_id, obs_value, [who], claim_ids, [technical_id], printed) as side from paired where of_product is not null
),
of_one_product as (
    select 'technical_across' as rule, one.side as one, two.side as two, one.measure as metric, one.unit_measure,
        case when one.obs_value = two.obs_value then {'verdict': 'agree', 'words': 'equal'}
            when one.verdict = 'consistent' and two.verdict = 'consistent'
                then {'verdict': 'compatible', 'words': 'both fit a reference, of different variants'}
            when list_sort([one.verdict, two.verdict]) = ['consistent', 'contradicts'] then {'verdict': 'conflict_proven', 'words': format(
                'decided by reference: {}; the figure of {} is kept and not used',
                if(one.verdict = 'consistent', one.reason, two.reason), if(one.verdict = 'consistent', two.who, one.who))}
            else {'verdict': 'not_comparable', 'words': 'no reference decides'} end as outcome,
        outcome['verdict'] as verdict,
        format('{} of {}: {} against {}: {}', replace(one.measure, '_', ' '), one.product, one.printed, two.printed, outcome['words']) as explanation
    from products as one
    inner join near as n on one.market_id = n.market_id
    inner join products as two on n.other_market_id = two.market_id and one.product = two.product and one.measure = two.measure
        and one.unit_measure = two.unit_measure and one.who <> two.who
        and (one.market_id, one.publisher_id, one.technical_id) < (two.market_id, two.publisher_id, two.technical_id)
),
quantities as (  -- all figures of one quantity that a publisher states of a market, the largest in front
    select market_id, publisher_id, who, quantity, core.each_once(list(printed order by technical_id), '; ') as every, core.side(
        market_id, max(amount), [who], core.sorted_once(list(claim_id)), list(technical_id order by technical_id),
        arg_max(printed, (amount, technical_id))) as side
    from (
        select *, case when dimension = 'power' then 'power' when measure = 'unit_count' then 'unit count' end as quantity,
            if(dimension = 'power', try((in_base * 1000)::decimal(38, 9)), most) as amount
        from paired where len(claim_ids) > 0
    )
    where quantity is not null and amount is not null
    group by market_id, publisher_id, who, quantity
),
of_one_quantity as (
    select 'technical_across' as rule, one.side as one, two.side as two, replace(one.quantity, ' ', '_') as metric,
        if(one.quantity = 'power', 'W', 'units') as unit_measure, 'not_comparable' as verdict, 1 as nth, format(
            '{}: {} against {}: said of different things, each with its own basis; shown side by side, never ranked',
            one.quantity, one.every, two.every) as explanation
    from quantities as one
    inner join near as n on one.market_id = n.market_id
    inner join quantities as two on n.other_market_id = two.market_id and one.quantity = two.quantity and one.who <> two.who
        and (one.market_id, one.publisher_id) < (two.market_id, two.publisher_id)
),
dimensions as (
    select *, coalesce(core.said(basis), reference_basis) as per from said
    where dimension in ('power', 'energy', 'bytes') and comparator in ('=', '~') and of_product is not null and in_base is not null
),
alone as (  -- one piece by itself
    select d.*, core.side(market_id, in_base, [who], claim_ids, [technical_id], format(
        '{} {} {} {} ({} alone, {})', who, core.plain(in_base), base, per, product, replace(measure, '_', ' '))) as side
    from dimensions as d
    inner join work.technical_words as w on lower(regexp_replace(per, '\s+', ' ', 'g')) = w.word and w.is_of = 'device'
    where n_pieces is null
),
parts as (  -- a whole divided by the pieces it holds
    select *, core.side(market_id, in_base / n_pieces, [who], claim_ids, [technical_id], format(
        '{} {} {} / {} {}s of a {} = {} {} per {} within the whole, with all else it feeds', who, core.plain(obs_value), unit_measure,
        core.plain(n_pieces), piece, product, core.plain((in_base / n_pieces)::decimal(38, 9)), base, piece)) as side
    from dimensions where n_pieces is not null
),
per_piece as (  -- a whole feeds more than its pieces: the ratio says what the scope is worth
    select 'per_piece_across' as rule, one.side as one, two.side as two, one.dimension || '_per_piece' as metric, one.base as unit_measure,
        'not_comparable' as verdict, one.in_base::double as v, two.in_base / two.n_pieces as w, greatest(v, w) / least(v, w) as ratio, format(
            '{} per piece: {} against {}: {} apart by product and by scope, the piece alone and its part of a whole; no conflict',
            one.dimension, one.side['words'], two.side['words'], if(least(v, w) = 0, 'no ratio',
                core.times(greatest(one.side.value, two.side.value), least(one.side.value, two.side.value)))) as explanation
    from alone as one
    inner join near as n on one.market_id = n.market_id
    inner join parts as two on n.other_market_id = two.market_id and one.base = two.base and one.who <> two.who
),
node_and_rack as (  -- a rack that holds more pieces than a node; both counts may be right
    select 'domains_across' as rule, 'unit_count' as metric, 'units' as unit_measure, 'not_comparable' as verdict,
        core.side(this.market_id, this.most, [this.who], [], [this.technical_id], format('{} {}{} {} {}', this.who,
            if(this.obs_value_high is null, '', core.plain(this.obs_value) || ' to '), core.plain(this.most), this.unit_measure, this.basis)) as one,
        core.side(that.market_id, that.n_pieces, [that.who], [], [that.technical_id], format(
            '{} of {} with {} {}s in one rack', that.product, that.who, core.plain(that.n_pieces), that.piece)) as two,
        format('domains of a count: {} against {} (reference: {}): node and rack are two domains; a soft difference of scope, no conflict',
            one['words'], two['words'], that.source) as explanation
    from said as this
    inner join near as n on this.market_id = n.market_id
    inner join (
        from said where not is_in_node and of_product is not null and n_pieces is not null
        qualify row_number() over (partition by market_id, publisher_id, product order by technical_id) = 1
    ) as that on n.other_market_id = that.market_id and this.who <> that.who and that.n_pieces > this.most
        and lower(rtrim(this.unit_measure, 's')) = lower(rtrim(that.piece, 's'))
    where this.is_in_node
),
rules as (
    select * exclude (outcome) from of_one_product union all by name from of_one_quantity
    union all by name select * exclude (v, w) from per_piece union all by name from node_and_rack
)
from core.pairs_of(rules)
