"""The order of the build's steps. Imports every step of Python and takes those of `sql/`; steps know nothing of each other."""

from __future__ import annotations

from warehouse.audit import listed_members, word_findings
from warehouse.balance import coherence
from warehouse.bridge import bridges
from warehouse.compare import known_scopes, names_compared
from warehouse.estimate import series_sources, spread_laws
from warehouse.explain import causes, components, estimates_step, judgements
from warehouse.load import decided, evidence, metrics, quotes, thresholds
from warehouse.observe import claim_terms
from warehouse.resolve.areas import core_areas, region_members
from warehouse.resolve.claims import core_claims, core_figure_contexts, core_set_aside, exchange_rates
from warehouse.resolve.companies import printed_companies
from warehouse.resolve.documents import core_documents, core_publishers, dates, text_signatures
from warehouse.resolve.markets import core_market_facets, core_markets
from warehouse.resolve.statements import (
    core_definitions,
    core_segments,
    reference_figures,
)
from warehouse.review import review_queue
from warehouse.schema import raw_tables
from warehouse.sql_steps import sql_steps
from warehouse.step import Step


def all_steps() -> tuple[Step, ...]:
    """Every step of the build in order: names, documents, claims with their evidence, observations, reconciliation.

    Each time the first step that has all it reads: a statement as soon as it can run, the steps of Python in their order.
    """
    waiting, there = [*sql_steps(), *_of_python()], set(raw_tables())
    steps: list[Step] = []
    while waiting:
        # A step whose tables are never there goes on anyway: `check_order` refuses it by name.
        step = next((one for one in waiting if there.issuperset(one.reads)), waiting[0])
        waiting.remove(step)
        steps.append(step)
        there.update(step.writes)
    return tuple(steps)


def _of_python() -> tuple[Step, ...]:
    return (
        thresholds.STEP,
        decided.STEP,
        metrics.STEP,
        core_publishers.STEP,
        core_markets.STEP,
        text_signatures.STEP,
        core_documents.STEP,
        dates.STEP,
        quotes.STEP,
        core_claims.STEP,
        core_set_aside.STEP,
        evidence.STEP,
        core_segments.STEP,
        printed_companies.STEP,
        core_areas.STEP,
        exchange_rates.STEP,
        claim_terms.STEP,
        region_members.STEP,
        listed_members.STEP,
        core_definitions.STEP,
        core_market_facets.STEP,
        reference_figures.STEP,
        core_figure_contexts.STEP,
        bridges.STEP,
        series_sources.STEP,
        spread_laws.STEP,
        judgements.STEP,
        known_scopes.STEP,
        names_compared.STEP,
        causes.STEP,
        estimates_step.STEP,
        coherence.STEP,
        components.STEP,
        word_findings.STEP,
        review_queue.STEP,
    )
