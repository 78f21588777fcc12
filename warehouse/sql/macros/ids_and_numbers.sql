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
