-- poolable: figures of several publishers on one scope may meet in one estimate
select
    metrics.metric,
    metrics.unit,
    metrics.poolable,
    metrics.definition
from (
    values
    ('market_size', 'ISO 4217 currency', true, 'Money value of a market, a segment or an area in a year.'),
    ('cagr', 'percent', true, 'Compound annual growth rate over a stated period.'),
    ('share', 'percent', true, 'Part of a market that a segment or an area holds.'),
    ('growth_rate', 'percent', true, 'Growth over one period, not compound.'),
    ('volume', 'noun counted', true, 'Number of units in a year.'),
    ('price', 'ISO 4217 currency per noun', true, 'Money per unit.'),
    ('margin', 'percent', true, 'Margin of vendors, as the text defines it.'),
    ('impact_on_cagr', 'percentage points', false, 'Effect of a driver (+) or restraint (-) on growth; not additive.'),
    ('other_numeric', 'as stated', false, 'A company, technology or policy figure about a subject.')
) as metrics (metric, unit, poolable, definition)
order by metrics.metric
