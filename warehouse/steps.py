"""The order of the build's steps. Imports every step; steps know nothing of each other."""

from __future__ import annotations

from warehouse.align import alignment
from warehouse.audit import audit_step, document_pairs, growth_audit, revisions
from warehouse.balance import coherence
from warehouse.bridge import bridges
from warehouse.compare import comparisons, consensus, known_scopes, scope_pairs, scorecard
from warehouse.estimate import series_sources, spread_laws
from warehouse.explain import causes, components, estimates_step, judgements
from warehouse.load import evidence, metrics, reading_choices, receipts, rejections
from warehouse.observe import observations
from warehouse.resolve.areas import core_areas
from warehouse.resolve.claims import core_claims, core_figure_contexts, core_set_aside, exchange_rates
from warehouse.resolve.companies import core_companies
from warehouse.resolve.documents import core_documents, core_publishers, text_signatures
from warehouse.resolve.markets import core_market_facets, core_markets
from warehouse.resolve.statements import (
    core_definitions,
    core_drivers,
    core_qualities,
    core_segments,
    core_statements,
    core_technical_claims,
)
from warehouse.review import review_queue
from warehouse.step import Step


def all_steps() -> tuple[Step, ...]:
    """Every step of the build in order: names, documents, claims with their evidence, observations, reconciliation."""
    return (
        metrics.STEP,
        core_publishers.STEP,
        core_markets.STEP,
        text_signatures.STEP,
        core_documents.STEP,
        receipts.STEP,
        core_claims.STEP,
        core_set_aside.STEP,
        evidence.STEP,
        rejections.STEP,
        reading_choices.STEP,
        core_segments.STEP,
        core_companies.STEP,
        core_areas.STEP,
        exchange_rates.STEP,
        observations.STEP,
        growth_audit.STEP,
        alignment.STEP,
        core_definitions.STEP,
        core_statements.STEP,
        core_market_facets.STEP,
        core_technical_claims.STEP,
        core_qualities.STEP,
        core_figure_contexts.STEP,
        bridges.STEP,
        series_sources.STEP,
        spread_laws.STEP,
        judgements.STEP,
        document_pairs.STEP,
        known_scopes.STEP,
        scope_pairs.STEP,
        comparisons.STEP,
        causes.STEP,
        estimates_step.STEP,
        coherence.STEP,
        revisions.STEP,
        components.STEP,
        core_drivers.STEP,
        audit_step.STEP,
        consensus.STEP,
        scorecard.STEP,
        review_queue.STEP,
    )
