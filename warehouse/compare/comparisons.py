"""All comparisons across scopes and publishers, gathered: one call for the estimates' step.

Belongs here: which frames the rules of scopes, bridges, inclusion and comparison need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from sys import intern

import polars as pl

from warehouse.align.aligned_figures import aligned
from warehouse.bridge.defined_relations import DefinedRelations
from warehouse.bridge.market_relations import Relation, groups_of
from warehouse.compare.bridge_conflicts import bridge_conflicts
from warehouse.compare.comparison_engine import Compared
from warehouse.compare.comparison_rules import compared_across_markets
from warehouse.compare.inclusion import inclusion_conflicts
from warehouse.compare.inclusion_pairs import inclusion_pairs
from warehouse.compare.scope_conflicts import Knowledge, scope_conflicts
from warehouse.estimate.series_figures import SeriesFigure, beside, whole_market_sizes
from warehouse.observe.value_bases import Bases, defined_scopes, value_bases
from warehouse.policy import Policy
from warehouse.resolve.markets.relation_pruning import incomparability_reason
from warehouse.resolve.statements.listed_members import areas_in_areas
from warehouse.step import Frames
from warehouse.values.conflict_records import Conflict
from warehouse.values.keys import UNKNOWN_VALUE

READS = (
    "core.bridges",
    "core.definitions",
    "core.rankings",
    "core.technical_claims",
    "core.qualities",
    "core.documents",
    "core.events",
    "core.evidence",
    "core.areas",
    "core.companies",
)


def across_scopes(
    frames: Frames, sized: Sequence[SeriesFigure], known: DefinedRelations, names: Mapping[str, str], policy: Policy
) -> Iterator[Conflict]:
    """Conflicts and comparisons across scopes and publishers.

    Args:
        frames: core.vendor_figures, claims, observations, markets, segments, growth_audit, and `READS`.
        sized: the figure of every series and year.
        known: relations among markets by names and definitions.
        names: publisher_id → name.
        policy: distances, and how much stands side by side.

    Yields:
        Conflicts of kinds related_scope, bridge, part_above_whole and comparison.
    """
    market_names = dict(frames["core.markets"].select("market_id", "market").iter_rows())
    told = defined_scopes(frames["core.definitions"])
    bases = value_bases(frames["core.definitions"], frames["core.markets"])
    figures = tuple(aligned(frames["core.vendor_figures"], names))
    whole = whole_market_sizes(sized)
    knowledge = _knowledge(frames, known, whole, bases, market_names, policy)
    distance = policy.verdicts.distance("market_size")
    bridged = bridge_conflicts(frames["core.bridges"], figures, bases, told, market_names, distance)
    opposed: list[Conflict] = []  # few of those that stand side by side
    for conflict in chain(scope_conflicts(whole, knowledge), bridged):
        yield conflict
        if conflict.verdict.startswith("conflict"):
            opposed.append(conflict)
    yield from inclusion_pairs(opposed, frames["core.bridges"], market_names)
    membership = areas_in_areas(frames["core.segments"])
    area_labels = dict(frames["core.areas"].select("ref_area", "area").iter_rows())
    yield from inclusion_conflicts(figures, bases, membership, market_names, area_labels)
    compared = Compared(frames, figures, knowledge.relations, names, market_names, area_labels, policy)
    yield from compared_across_markets(compared)


def _knowledge(
    frames: Frames,
    defined: DefinedRelations,
    whole: Sequence[SeriesFigure],
    bases: Bases,
    market_names: Mapping[str, str],
    policy: Policy,
) -> Knowledge:
    """Relations by names and definitions; pairs with a common neighbour stand side by side."""
    known = defined.relations
    relations: dict[str, dict[str, tuple[Relation, str]]] = {market: dict(others) for market, others in known.items()}
    at_most = policy.comparability.related_shown_at_most
    columns = ("market_id", "other_market_id", "reason")
    kept = {frozenset((a, b)): reason for a, b, reason in frames["core.market_relations"].select(columns).iter_rows()}
    for figures in beside(whole).values():
        for group in groups_of(figures, known):
            if len(group) > at_most:
                continue
            for a, b in combinations(group, 2):
                if b not in relations.get(a, {}):
                    between = next((one for one in group if {a, b} <= set(known.get(one, {}))), None)
                    reason = incomparability_reason(a, b, kept)
                    reason += f"; both stand beside {market_names.get(between, between)}" if between else ""
                    relations.setdefault(a, {})[b] = relations.setdefault(b, {})[a] = ("untold", reason)
    return Knowledge(relations, _basis_of(frames["core.claims"], whole, bases), defined.definition_ids)


def _basis_of(
    claims: pl.DataFrame, figures: Sequence[SeriesFigure], bases: Bases
) -> Callable[[SeriesFigure], str | None]:
    behind = {claim_id for figure in figures for claim_id in figure.claim_ids}
    asked = pl.Series("claim_id", list(behind), dtype=pl.String)
    told = claims.select("claim_id", "document_id").join(asked.to_frame(), on="claim_id", how="semi")
    document_of = {intern(claim_id): intern(document_id) for claim_id, document_id in told.iter_rows()}

    def basis(figure: SeriesFigure) -> str | None:
        documents = sorted({document_of[claim_id] for claim_id in figure.claim_ids})
        told = figure.place.value_basis
        return told if told != UNKNOWN_VALUE else bases.of(figure.place.market_id, documents)

    return basis
