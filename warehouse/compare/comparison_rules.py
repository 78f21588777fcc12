"""The rules of comparison as rows: what is compared with what, in which markets, of which publishers, and in which words.

Belongs here: one row per rule. The walk over pairs is `comparison_engine.py`; rules of groups instead of pairs are the
functions at the end.
"""

from __future__ import annotations

from collections.abc import Iterator

from warehouse.compare import market_statements as markets
from warehouse.compare import money_statements as money
from warehouse.compare import technical_statements as technical
from warehouse.compare.comparison_engine import Compared, ComparisonRule, comparisons
from warehouse.compare.entity_names import entity_names
from warehouse.compare.horizons import horizons
from warehouse.compare.quality_comparison import opposed_qualities
from warehouse.compare.rank_comparison import first_places, of_divisions
from warehouse.compare.share_comparison import of_one_part, shares_of_parts
from warehouse.values.conflict_records import Conflict
from warehouse.values.keys import BASE_CURRENCY

RULES = (
    ComparisonRule(
        rule="share_across_markets",
        states=shares_of_parts,
        judge=of_one_part,
        metric="share",
        unit="percent",
        words="share of {part}: {one} against {two}, {gap} points apart; the markets differ ({why}), so the shares may be "
        "compared and their values may not{values}{needs}",
    ),
    ComparisonRule(
        rule="rank_across_markets",
        states=first_places,
        judge=of_divisions,
        metric="{metric}",
        unit="{unit}",
        words="{criterion}: {one} against {two}: {outcome}",
    ),
    ComparisonRule(
        rule="technical_across",
        states=technical.of_products,
        judge=technical.against_reference,
        markets="same or related",
        publishers="other",
        metric="{measure}",
        unit="{unit}",
        words="{what}: {one} against {two}: {outcome}",
    ),
    ComparisonRule(
        rule="technical_across",
        states=technical.of_quantities,
        judge=technical.of_one_quantity,
        markets="same or related",
        publishers="other",
        metric="{metric}",
        unit="{unit}",
        words="{quantity}: {one} against {two}: said of different things, each with its own basis; shown side by side, never "
        "ranked",
    ),
    ComparisonRule(
        rule="per_piece_across",
        states=technical.pieces_alone,
        against=technical.pieces_of_wholes,
        judge=technical.piece_and_part,
        markets="same or related",
        publishers="other",
        metric="{dimension}_per_piece",
        unit="{unit}",
        words="{dimension} per piece: {one} against {two}: {ratio} apart by product and by scope, the piece alone and its part "
        "of a whole; no conflict",
    ),
    ComparisonRule(
        rule="size_bands_across",
        states=technical.uppermost_bands,
        against=technical.large_counts,
        judge=technical.band_and_counts,
        markets="same or related",
        publishers="other",
        metric="unit_count",
        unit="units",
        words="{dimension}: {who} sorts its market into bands, the uppermost being {one} (from {low}); {other} tells {two}: a "
        "band of a division and sizes of single things are distinct measures, listed side by side",
    ),
    ComparisonRule(
        rule="domains_across",
        states=technical.counts_in_nodes,
        against=technical.products_of_pieces,
        judge=technical.node_and_rack,
        markets="same or related",
        publishers="other",
        metric="unit_count",
        unit="units",
        words="domains of a count: {one} against {two} (reference: {source}): node and rack are two domains; a soft "
        "difference of scope, no conflict",
    ),
    ComparisonRule(
        rule="vintage",
        states=markets.vintages_of_markets,
        judge=markets.of_one_month,
        metric="market_size",
        unit="month",
        words="vintage of the figures: {one} against {two}{unknown}",
    ),
    ComparisonRule(
        rule="growth_convention",
        states=markets.growth_rates,
        judge=markets.of_other_conventions,
        publishers="other",
        metric="cagr",
        unit="percent",
        words="growth counted over different periods: {one}; {two}; held against each other under one convention only",
    ),
    ComparisonRule(
        rule="regions_differ",
        states=markets.lists_of_regions,
        judge=markets.of_other_regions,
        publishers="not the same",
        metric="share",
        unit="regions",
        words="lists of regions differ: {one}; {two}; regions of different lists are never taken for one another",
    ),
    ComparisonRule(
        rule="scale",
        states=money.money_per_thing,
        judge=money.of_other_things,
        publishers="other",
        metric="price",
        unit=BASE_CURRENCY,
        words="{large} is {span} the {small}: different things, for plausibility only",
    ),
    ComparisonRule(
        rule="funding_against_market",
        states=money.capital_raised,
        against=money.first_sizes,
        judge=money.above_the_market,
        markets="same or related",
        metric="market_size",
        unit=BASE_CURRENCY,
        words="{one} of capital ({date}, {who}) against a market of {two} in {year} ({market}): context, not an error; capital "
        "is no yearly value of a market",
    ),
)


def compared_across_markets(compared: Compared) -> Iterator[Conflict]:
    """Rows of every rule, and of those that compare groups instead of pairs."""
    for rule in RULES:
        yield from comparisons(rule, compared)
    yield from opposed_qualities(compared)
    yield from entity_names(compared)
    yield from horizons(compared)
    yield from money.single_sources(compared)
