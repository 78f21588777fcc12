-- Ids that more than one statement makes, and numbers as they are published.
create macro core.series_id(market_id, segment_key, ref_area, metric, unit, per, period, value_basis, price_basis) as sha256(to_json(list_concat(
    [market_id, segment_key, ref_area, metric, unit, per, period],
    -- a figure that states no basis keeps the id that it always had
    if(coalesce(value_basis, 'unknown') = 'unknown' and coalesce(price_basis, 'current') = 'current',
        [], [coalesce(value_basis, 'unknown'), coalesce(price_basis, 'current')])))::varchar)[:24];
create macro core.vendor_figure_id(document_id, publisher_id, series_id, year) as
    sha256(json_array(document_id, publisher_id, series_id, year)::varchar)[:24];
-- As text, which becomes a DECIMAL or a DOUBLE without another rounding.
create macro core.twelve_digits(number) as printf('%.11e', number);
create macro core.ranking_id(document_id, subject, dimension, criterion, ordinal, in_words, year, ref_area) as left(sha256(concat_ws(chr(31),
    document_id, lower(subject), lower(coalesce(dimension, '')), criterion, coalesce(ordinal::varchar, lower(in_words)),
    coalesce(year::varchar, 'None'), ref_area)), 16);
create macro core.citation_id(document_id, form, char_start, char_end) as left(sha256(concat_ws(chr(31), document_id, form, char_start, char_end)), 16);
create macro core.document_fact_id(document_id, name, value) as left(sha256(concat_ws(chr(31), document_id, name, coalesce(value, 'None'))), 16);
create macro core.billionths(v) as trunc(abs(v))::hugeint * 1000000000 + ((abs(v) % 1)::decimal(18, 9) * 1000000000)::hugeint;
-- Half of a number; a half of the ninth place goes to the even neighbour, as where other values are stored.
create macro core.half(v) as (v::decimal(37, 9) * 0.5::decimal(1, 1))::decimal(38, 9)
    - if(core.billionths(v) % 4 = 1, if(v < 0, -0.000000001, 0.000000001), 0)::decimal(38, 9);
-- Every value of one figure is smaller than every value of the other. Two rounding bands that only touch do not meet: 14.6 and 14.7 are different prints.
create macro core.lies_below(one, other) as
    coalesce(one.high < other.low or (one.high = other.low and one.is_rounding and other.is_rounding), false);
-- The worth of one unit of a printed figure's last digit, in billionths; as `warehouse/values/rounding_bands.py` finds it. A blank stands only before a
-- group of three digits. Where no numeral gives the value, its own last digit that is not zero counts.
create macro core.joined(words) as regexp_replace(words, '([0-9])[ \x{a0}\x{202f}]([0-9]{3})([^0-9]|$)', '\1,\2\3', 'g');
create macro core.printed_unit(words, v) as if(v = 0, 1000000000, coalesce(
    core.billionths(v) // list_filter(
        list_transform(regexp_extract_all(core.joined(core.joined(words)), '[0-9]+(?:[.,''’][0-9]+)*'), lambda numeral:
            try_cast(regexp_replace(numeral, '[^0-9]', '', 'g') as hugeint)),
        lambda digits: digits > 0 and core.billionths(v) % digits = 0 and regexp_full_match((core.billionths(v) // digits)::varchar, '10*'))[1],
    ('1' || regexp_extract(core.billionths(v)::varchar, '0*$'))::hugeint));
