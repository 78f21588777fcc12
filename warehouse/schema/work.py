"""The tables of schema `work`: rows that one step of the build gives another, and that no database holds.

Belongs here: their columns and keys; columns that a table shares with one of core have its words. A step may take such a table
apart into groups as any other.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

from warehouse.schema.core import core_tables
from warehouse.schema.table import NUMBERS, Column, Table, TypeName, by_name

# Of core.conflicts: what only a cause has, with all its years and sides.
OF_A_CAUSE = (
    "conflict_id", "publishers", "n_sides", "years", "n_years", "first_year", "last_year", "ratio_low", "ratio_high",
)  # fmt: skip
# What is compared across markets, a file of pairs each.
COMPARED = (
    "basis",
    "scope",
    "bridge",
    "part",
    "technical",
    "list",
    "market",
    "money",
    "share",
    "rank",
    "word",
    "inclusion",
)
# Of core.companies: what its name tells.
_OF_A_NAME = ("company_id", "canonical", "parent", "level", "parent_since", "wikidata", "lei")
# Of core.estimates: what other markets and the words of claims add.
_OF_AN_ESTIMATE = ("dimension", "segment", "related_scopes", "conflict_ids")


@cache
def work_tables() -> Mapping[str, Table]:
    """Tables of schema work by full name, in the order in which the build writes them."""
    return by_name(
        (
            *_of_documents(),
            *_of_claims(),
            *_of_figures(),
            *_of_findings(),
            *_of_series(),
            *_of_scopes(),
            *_of_names(),
            *_of_pairs(),
            *_of_causes(),
            *_of_publishers(),
        )
    )


def _of_documents() -> tuple[Table, ...]:
    return (
        _table(
            "work.retractions",
            "Documents that a person took back.",
            ("document_id",),
            _is("document_id", "VARCHAR", "the document"),
            _is("decided_on", "DATE", "the decision's own date"),
            _is("author", "VARCHAR", "who took it"),
            _is("reason", "VARCHAR", "why"),
        ),
        _table(
            "work.text_signatures",
            "Signatures of texts, by which near duplicates are found.",
            ("document_id",),
            _is("document_id", "VARCHAR", "the document"),
            _may("signature", "VARCHAR", "MinHash of its shingles, hexadecimal; null where it has no word"),
        ),
        _table(
            "work.company_names",
            "The company that each printed name means.",
            ("name",),
            _is("name", "VARCHAR", "as printed"),
            *_of_core("core.companies", only=_OF_A_NAME),
        ),
        _table(
            "work.hardware_facts",
            "Reference figures by each name of their product.",
            ("alias", "nth"),
            _is("alias", "VARCHAR", "a name in lower case"),
            _is("nth", "INTEGER", "order among the figures of this name", "order"),
            _is("product", "VARCHAR", "the product"),
            _is("measure", "VARCHAR", "what is measured"),
            _is("value", "NUM", "the figure", "unit"),
            _may("value_high", "NUM", "upper end of a range", "unit"),
            _is("unit", "VARCHAR", "symbol, or the noun counted"),
            _may("basis", "VARCHAR", "denominator"),
            _may("piece", "VARCHAR", "what that is: device, link, rack or node"),
            _may("variant", "VARCHAR", "variant of the product"),
            _is("source", "VARCHAR", "where it is from"),
            _is("low", "NUM", "lowest figure that fits it", "unit"),
            _is("high", "NUM", "highest figure that fits it", "unit"),
            _is("hedged_low", "NUM", "lowest one that fits with about before it", "unit"),
            _is("hedged_high", "NUM", "highest one that fits with about before it", "unit"),
            _is("reason", "VARCHAR", "the figure in words"),
        ),
        _table(
            "work.technical_words",
            "Units of technical figures, and what figures are per.",
            ("word",),
            _is("word", "VARCHAR", "symbol of a unit, or a basis in lower case (per gpu)"),
            _is("is_of", "VARCHAR", "dimension of the unit, or device, link, rack or node"),
            _may("factor", "NUM", "base units of the dimension in one of it", "ratio"),
        ),
        _table(
            "work.dates",
            "What each printed date means: its days, or how far a relative one reaches back.",
            ("printed",),
            _is("printed", "VARCHAR", "as the text or sidecar has it"),
            _may("edtf", "VARCHAR", "the date in EDTF; null if it is relative"),
            _may("first_day", "DATE", "first possible day"),
            _may("last_day", "DATE", "last possible day"),
            _may(
                "months", "INTEGER", "months that a relative date reaches back; null if it states no length", "months"
            ),
            _may("unit", "VARCHAR", "month, quarter or year if it names one of the calendar (last year)"),
        ),
        _table(
            "work.quotes",
            "The words at each place of a statement that is longer than a figure, checked against the text.",
            ("document_id", "char_start", "char_end"),
            _is("document_id", "VARCHAR", "the document"),
            _is("char_start", "BIGINT", "first code point", "code points"),
            _is("char_end", "BIGINT", "first code point after the statement", "code points"),
            _is("quote", "VARCHAR", "its words, cut to the licence's limit"),
            _is("is_cut", "BOOLEAN", "true if the statement continues after the quote"),
        ),
        _table(
            "work.event_mentions",
            "Places that tell of each development.",
            ("event_id", "char_start", "char_end"),
            _is("event_id", "VARCHAR", "the development"),
            _is("document_id", "VARCHAR", "the document"),
            _is("char_start", "BIGINT", "first code point", "code points"),
            _is("char_end", "BIGINT", "first code point after it", "code points"),
            _is("is_fullest", "BOOLEAN", "it speaks for all"),
        ),
    )


def _of_claims() -> tuple[Table, ...]:
    return (
        _table(
            "work.claim_terms",
            "What only code knows of a claim before it is an observation.",
            ("claim_id",),
            _is("claim_id", "VARCHAR", "the claim"),
            _is("ref_area", "VARCHAR", "area for comparison: regions with equal member lists share a code"),
            _is("is_comparable", "BOOLEAN", "the area is the same whoever names it"),
            _may(
                "voice_id", "VARCHAR", "publisher whose figure it is: of a quoted or cited one its original publisher"
            ),
            _may("fx_rule", "VARCHAR", "rule that chose the year of its rate; null if it takes none"),
            _may("fx_year", "INTEGER", "year of that rate", "year"),
            _is("is_rejected", "BOOLEAN", "a person rejected it"),
            _may("obs_value", "NUM", "value that a person gave instead", "unit_measure"),
            _may("band_low", "NUM", "lowest value that such a print leaves open", "unit_measure"),
            _may("band_high", "NUM", "highest one", "unit_measure"),
        ),
    )


# Of core.vendor_figures: what every derived figure has of its own document.
_OF_A_DERIVED_FIGURE = (
    "document_id", "publisher_id", "publisher_group", "cluster_id", "series_id", "market_id", "segment_key", "ref_area", "metric",
    "unit_measure", "value_basis", "price_basis", "year", "obs_value", "formula", "price_basis_is_assumed", "vintage_date", "claim_ids",
)  # fmt: skip

# Of core.vendor_figures: what dependent documents say alike.
_OF_AN_ALIGNED_FIGURE = (
    "series_id", "year", "cluster_id", "obs_value", "market_id", "segment_key", "ref_area", "metric", "unit_measure", "value_basis",
    "price_basis", "status", "claim_ids",
)  # fmt: skip


def _of_figures() -> tuple[Table, ...]:
    key = ("document_id", "publisher_id", "series_id", "year")
    return (
        _table(
            "work.stated_figures",
            "The figure that each document states for a series and year.",
            key,
            *_of_core("core.vendor_figures"),
            _is("claim_id", "VARCHAR", "the claim whose print stands for it"),
            _may("period_start", "INTEGER", "first year of a rate's period", "year"),
        ),
        _table(
            "work.path_figures",
            "Years of a document's own horizon that none of its figures states, on its own path.",
            key,
            *_of_core("core.vendor_figures", only=_OF_A_DERIVED_FIGURE),
        ),
        _table(
            "work.count_times_price",
            "The value that a document's own count and price of one year imply.",
            key,
            *_of_core("core.vendor_figures", only=_OF_A_DERIVED_FIGURE),
            _is("low", "NUM", "product of the low ends", "unit_measure"),
            _is("high", "NUM", "product of the high ends", "unit_measure"),
            _is("product_in_words", "VARCHAR", "the count times the price"),
        ),
        _table(
            "work.aligned_figures",
            "What one independent source says of one series and year: equal figures of dependent documents are one.",
            ("series_id", "year", "cluster_id", "obs_value"),
            *_of_core("core.vendor_figures", only=_OF_AN_ALIGNED_FIGURE),
            _is("low", "NUM", "lowest value that its words leave open"),
            _is("high", "NUM", "highest one"),
            _is("is_rounding", "BOOLEAN", "these are the ends of a rounding, not of a stated range"),
            _is("publishers", "VARCHAR[]", "who says it, by name"),
            _is("document_ids", "VARCHAR[]", "documents that say it"),
            _is("words", "VARCHAR", "the figure in words"),
        ),
        _table(
            "work.region_members",
            "Countries that are all members of a region.",
            ("publisher_id", "ref_area", "member"),
            _may("publisher_id", "VARCHAR", "publisher that draws it so; null where its name fixes the members"),
            _is("ref_area", "VARCHAR", "the region, as areas are compared"),
            _is("member", "VARCHAR", "a country, ISO 3166 alpha-3"),
            _is("n_members", "INTEGER", "members of the region", "count"),
        ),
    )


def _of_series() -> tuple[Table, ...]:
    market, series = _is("market_id", "VARCHAR", "market"), _is("series_id", "VARCHAR", "series")
    metric, group = _is("metric", "VARCHAR", "metric"), _is("publisher_group", "VARCHAR", "group of publishers")
    return (
        _table(
            "work.reprints",
            "Pairs of publisher groups whose figures of a series are equal and never differ: they may be one source.",
            ("series_id", "publisher_group", "other_group"),
            market,
            series,
            _is("publisher_group", "VARCHAR", "the first group in alphabetical order"),
            _is("other_group", "VARCHAR", "the other"),
        ),
        _table(
            "work.series_sources",
            "Independent sources of each series in the year that has most of them, where they are several.",
            ("series_id", "position"),
            market,
            series,
            metric,
            _is("position", "INTEGER", "order, by value", "order"),
            _is("value", "DOUBLE", "what the source states"),
            group,
        ),
        _table(
            "work.spread_laws",
            "How far independent publishers of a metric scatter from series to series: a grid of spreads.",
            ("metric", "position"),
            metric,
            _is("position", "INTEGER", "order, by spread", "order"),
            _is("spread", "DOUBLE", "standard deviation between publishers, on the scale of errors", "scale"),
            _is("probability", "DOUBLE", "of this spread", "probability"),
            _is("gross_share", "DOUBLE", "probability that a figure is a gross error", "probability"),
            _is("gross_scale", "DOUBLE", "standard deviation of gross errors", "scale"),
        ),
        _table(
            "work.source_factors",
            "The variance of a publisher group beside the usual one of the metric.",
            ("metric", "publisher_group"),
            metric,
            group,
            _is("factor", "DOUBLE", "its variance over the usual one", "ratio"),
        ),
        _table(
            "work.judgements",
            "The verdict and value of a series in a year, with its figure as related markets see it.",
            ("estimate_id",),
            *_of_core("core.estimates", without=_OF_AN_ESTIMATE),
            _is("figure_in_words", "VARCHAR", "the figure as neighbours name it"),
            _is("is_first", "BOOLEAN", "of several series in one place, this one stands for its market"),
            _is("market", "VARCHAR", "name of the market"),
            _is("shown", "NUM", "the estimate, else the median of what was stated, else the lowest figure"),
            _may("center", "NUM", "estimate, or median of what was stated; null if only bounds are stated"),
            _may("floor", "NUM", "lowest value that any figure leaves open; null if a side is open"),
            _may("ceiling", "NUM", "highest value that they leave open; null if a side is open"),
            _is("is_derived", "BOOLEAN", "all figures are derived"),
            _is("publishers", "VARCHAR[]", "who states it, by name"),
            _is("claim_ids", "VARCHAR[]", "claims behind it, sorted"),
        ),
        _table(
            "work.candidates",
            "core.estimate_candidates, with the market of the claim.",
            ("claim_id", "estimate_id"),
            _may("market_id", "VARCHAR", "market; null if it is unknown"),
            *_of_core("core.estimate_candidates"),
        ),
    )


# Of core.vendor_figures: where a figure is.
_OF_A_PLACE = (
    "document_id", "publisher_id", "series_id", "market_id", "segment_key", "ref_area", "metric", "unit_measure", "value_basis", "price_basis", "year",
)  # fmt: skip
# Of core.audit_findings: what a rule says; the rest is made of it for all rules.
_OF_A_RULE = (
    "rule", "document_id", "publisher_id", "market_id", "segment_key", "ref_area", "metric", "unit_measure", "year", "stated", "expected",
    "expected_low", "expected_high", "claim_ids", "explanation",
)  # fmt: skip


def _of_findings() -> tuple[Table, ...]:
    finding = (
        *_of_core("core.audit_findings", only=_OF_A_RULE),
        _may("outcome", "VARCHAR", "as in core.audit_findings; null of a pair that is no finding"),
    )
    stated = (
        _may("stated_low", "NUM", "lowest value that the words of the stated figure leave open"),
        _may("stated_high", "NUM", "highest one"),
    )
    about = _may("about", "VARCHAR", "what else tells it from findings of the same rule, place and evidence")
    spans = _is("spans", "VARCHAR[]", "places that are no mention of a claim, as start:end")
    definition = _of_core("core.audit_findings", only=("definition_id",))
    pair = (
        _may("pair_rule", "VARCHAR", "rule of the pair of figures in conflict; null if it is none"),
        _may("verdict", "VARCHAR", "verdict of the pair"),
        _may("pair_severity", "VARCHAR", "its severity"),
        _may("publisher", "VARCHAR", "name of the publisher"),
        _may("stated_ids", "VARCHAR[]", "claims of the stated figure"),
        _may("stated_words", "VARCHAR", "that figure in words"),
        _may("expected_ids", "VARCHAR[]", "claims of the expected figure"),
        _may("expected_words", "VARCHAR", "that figure in words"),
        _may("pair_words", "VARCHAR", "the conflict in words"),
    )

    def findings(name: str, doc: str, *columns: Column) -> Table:
        return _table(f"work.{name}_findings", doc, tuple(column.name for column in columns), *columns)

    return (
        _table(
            "work.doubtful_claims",
            "Claims that are too uncertain to accuse their publisher.",
            ("claim_id",),
            _is("claim_id", "VARCHAR", "the claim"),
        ),
        _table(
            "work.document_figures",
            "Each print of each publisher's figure of a series and year in a document.",
            ("claim_id",),
            *_of_core("core.vendor_figures", only=_OF_A_PLACE),
            _is("claim_id", "VARCHAR", "the claim that prints it"),
            _is("publisher", "VARCHAR", "name of the publisher"),
            _is("series_unit", "VARCHAR", "unit as series know it: a noun counted in lower case"),
            _is("kind", "VARCHAR", "kind of its metric"),
            _is("is_additive", "BOOLEAN", "parts add up to the whole"),
            _is("is_unique", "BOOLEAN", "a document can have one such figure"),
            _is("year_is_inferred", "BOOLEAN", "the year is our reading"),
            _is("value", "NUM", "the figure, of a range its middle"),
            _may("low", "NUM", "lowest value that its words leave open"),
            _may("high", "NUM", "highest one"),
            _is("is_rounding", "BOOLEAN", "low and high are half a digit away, and no bounds that the text states"),
            _is("words", "VARCHAR", "the figure in words"),
            _is("label", "VARCHAR", "the part that it is about, in words"),
            _may("segment", "VARCHAR", "segment as printed"),
            _may("dimension", "VARCHAR", "dimension of the segment, normalised"),
            _is("is_nested", "BOOLEAN", "the segment is part of another"),
            _may("subject", "VARCHAR", "whom it is about, where that is not the market"),
            _may("period_start", "INTEGER", "first year of a rate's period", "year"),
            _is("printed_area", "VARCHAR", "area as the text names it"),
            _is("nth", "INTEGER", "order among the prints of the figure; the first stands for it", "order"),
            _is("first_claim_id", "VARCHAR", "claim of the first print"),
            _is("is_same", "BOOLEAN", "it says the same as the first"),
            _is("claim_ids", "VARCHAR[]", "of the first print all that say the same, sorted; else its own"),
        ),
        _table(
            "work.listed_members",
            "Members that a document lists of a dimension of a market.",
            ("document_id", "market_id", "dimension", "segment_key"),
            _is("document_id", "VARCHAR", "the document"),
            _may("market_id", "VARCHAR", "the market that is divided"),
            _is("dimension", "VARCHAR", "normalised"),
            _is("segment_key", "VARCHAR", "the member, normalised"),
            _is("member", "VARCHAR", "code of the area that a member of a geography is; else segment_key"),
            _may("ref_area", "VARCHAR", "that area as areas are compared"),
            _is("name", "VARCHAR", "as the document prints the member first"),
            _may("may_overlap", "VARCHAR", "members of the list that may overlap, in words"),
        ),
        findings("growth", "Findings on growth.", *finding, *stated, *pair),
        findings("part", "Findings on parts and what holds them.", *finding, *stated, *pair),
        findings("sum", "Findings on parts added up.", *finding, *stated, about, *pair),
        findings("share", "Findings on shares over time.", *finding, about),
        findings("print", "Findings on prints of one figure, and on counts times prices.", *finding, *stated, *pair),
        findings("scale", "Findings on the scale of figures.", *finding, *stated, spans),
        findings("total", "Findings on totals that a text computes from its parts.", *finding, *stated, spans),
        findings("word", "Findings on words.", *finding, *stated, about, spans, *definition),
    )


def _of_scopes() -> tuple[Table, ...]:
    return (
        _table(
            "work.scopes",
            "How a market lies to another one, from either side: by names, by definitions, or by a neighbour of both.",
            ("market_id", "other_market_id"),
            _is("market_id", "VARCHAR", "market"),
            _is("other_market_id", "VARCHAR", "the other market"),
            _is(
                "relation", "VARCHAR", "contains, contained, overlap, different, or untold: only a neighbour joins them"
            ),
            _is("reason", "VARCHAR", "why, in words"),
            _is("definition_ids", "VARCHAR[]", "definitions of the market that the relation rests on"),
        ),
        _table(
            "work.related_scopes",
            "What lies beside an estimate and was not pooled with it.",
            ("estimate_id",),
            _is("estimate_id", "VARCHAR", "the estimate"),
            _is("in_words", "VARCHAR", "figures on other bases, and the nearest ones of other scopes"),
        ),
    )


def _of_names() -> tuple[Table, ...]:
    market, area = _is("market_id", "VARCHAR", "market"), "area code, as in core.areas"
    return (
        _table(
            "work.area_names",
            "The area that each member of a printed list, or its parent, is the name of.",
            ("name",),
            _is("name", "VARCHAR", "as printed"),
            _is("ref_area", "VARCHAR", area),
            _is("area", "VARCHAR", "its name"),
        ),
        _table(
            "work.name_words",
            "The words of names of size bands, counted units, bridged parts and the markets that these correspond to.",
            ("name",),
            _is("name", "VARCHAR", "as printed, or the id of a market"),
            _may("noun", "VARCHAR", "its last word, singular: what it counts"),
            _is("kinds", "VARCHAR[]", "that noun and all that it is a kind of"),
            _is("telling", "VARCHAR[]", "its words that are not too general to tie two names"),
            _is("words", "VARCHAR[]", "its words and all that they are kinds of"),
        ),
        _table(
            "work.part_names",
            "What the name of a part adds to the name of its market.",
            ("market_id", "segment_key"),
            market,
            _is("segment_key", "VARCHAR", "the part"),
            _is("words", "VARCHAR", "its words that are not the market's"),
        ),
        _table(
            "work.ranked_names",
            "What makes the subjects of two rankings the same.",
            ("ranking_id",),
            _is("ranking_id", "VARCHAR", "the ranking"),
            _is("dimension_key", "VARCHAR", "dimension in one form; empty where none is printed"),
            _is("division", "VARCHAR", "area, the facet that tells the members of the dimension apart, or empty"),
            _is("facet_values", "VARCHAR[]", "values of that facet among the members"),
            _may("identity", "VARCHAR", "area, facet values or words of the subject; null where it has none"),
            _may("segment_key", "VARCHAR", "the subject as a part"),
            _may("ref_area", "VARCHAR", area),
        ),
    )


def _of_pairs() -> tuple[Table, ...]:
    pair = (
        _is("pair_id", "VARCHAR", "hash of rule, place and claims"),
        *_of_core("core.conflicts", without=OF_A_CAUSE),
        _is("words_a", "VARCHAR", "side a in words"),
        _is("words_b", "VARCHAR", "side b in words"),
    )
    return (
        _table(
            "work.pairs_in_documents",
            "Figures of a publisher at odds with others of the same document.",
            ("pair_id",),
            _is("document_id", "VARCHAR", "document"),
            *pair,
        ),
        _table("work.pairs_in_series", "Figures of one market that disagree or were set apart.", ("pair_id",), *pair),
        *(
            _table(f"work.{of}_pairs", f"Rows of `warehouse/sql/60_{of}_pairs.sql`.", ("pair_id",), *pair)
            for of in COMPARED
        ),
    )


def _of_causes() -> tuple[Table, ...]:
    low = _is("low_market", "VARCHAR", "of the markets of its pairs the first in alphabetical order, or empty")
    return (
        _table(
            "work.conflicts", "core.conflicts before decisions.", ("conflict_id",), low, *_of_core("core.conflicts")
        ),
        _table(
            "work.conflict_sides",
            "core.conflict_sides, with the key of its cause.",
            ("conflict_id", "year", "side"),
            low,
            *_of_core("core.conflict_sides"),
        ),
    )


def _of_publishers() -> tuple[Table, ...]:
    return (
        _table(
            "work.distances",
            "How far each publisher is from the independent voices without it, of each series.",
            ("publisher_id", "series_id"),
            _is("market_id", "VARCHAR", "market"),
            _is("series_id", "VARCHAR", "series"),
            _is("publisher_id", "VARCHAR", "publisher"),
            _is("distance_ln", "DOUBLE", "median over the years of the series, on the log scale", "ratio"),
        ),
        _table(
            "work.forecast_errors",
            "Forecasts of each publisher whose year has become history.",
            ("claim_id",),
            _is("publisher_id", "VARCHAR", "publisher"),
            _is("claim_id", "VARCHAR", "its forecast"),
            _is("error_ln", "DOUBLE", "ln(forecast / actual)", "ratio"),
        ),
    )


def _table(name: str, doc: str, key: tuple[str, ...], *columns: Column) -> Table:
    return Table(name, doc, key, columns)


def _is(name: str, type_: TypeName, doc: str, unit: str | None = None) -> Column:
    """A column that holds no null."""
    return Column(name, type_, True, doc, unit if unit or type_ not in NUMBERS else "unit_measure")


def _may(name: str, type_: TypeName, doc: str, unit: str | None = None) -> Column:
    """A column that may hold null."""
    return Column(name, type_, False, doc, unit if unit or type_ not in NUMBERS else "unit_measure")


def _of_core(table: str, without: Collection[str] = (), only: Collection[str] = ()) -> tuple[Column, ...]:
    """The columns of a table of core."""
    columns = core_tables()[table].columns
    return tuple(one for one in columns if one.name not in without and (not only or one.name in only))
