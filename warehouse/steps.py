"""The order of the build's steps, said once. Imports every room; steps themselves know nothing of each other."""

from __future__ import annotations

from warehouse.align import alignment
from warehouse.audit import audit_step, growth_audit, revisions
from warehouse.balance import coherence
from warehouse.bridge import bridges
from warehouse.compare import scorecard
from warehouse.explain import components, estimates_step
from warehouse.load import evidence, metrics, reading_choices, receipts, rejections
from warehouse.observe import observations
from warehouse.resolve import (
    areas,
    claims,
    companies,
    definitions,
    documents,
    drivers,
    figure_contexts,
    fx,
    market_facets,
    markets,
    publishers,
    qualities,
    segments,
    set_aside,
    statements,
    technical,
)
from warehouse.review import review_queue
from warehouse.step import Step


def all_steps() -> tuple[Step, ...]:
    """Every step of the build in order: names, documents, claims with their evidence, observations, reconciliation."""
    return (
        metrics.STEP,
        publishers.STEP,
        markets.STEP,
        documents.STEP,
        receipts.STEP,
        claims.STEP,
        set_aside.STEP,
        evidence.STEP,
        rejections.STEP,
        reading_choices.STEP,
        segments.STEP,
        companies.STEP,
        areas.STEP,
        fx.STEP,
        observations.STEP,
        growth_audit.STEP,
        alignment.STEP,
        definitions.STEP,
        statements.STEP,
        market_facets.STEP,
        technical.STEP,
        qualities.STEP,
        figure_contexts.STEP,
        bridges.STEP,
        estimates_step.STEP,
        coherence.STEP,
        revisions.STEP,
        components.STEP,
        drivers.STEP,
        audit_step.STEP,
        scorecard.STEP,
        review_queue.STEP,
    )
