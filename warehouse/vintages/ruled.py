"""The decisions in force on a day in the past, and the knowledge that its steps may use.

Belongs here: decisions by the day they were taken, their expiry by the day asked for. Whether a source still says what it
said: `warehouse/rulings/holding.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import polars as pl

from warehouse.decisions import Decisions, gathered
from warehouse.policy import Policy
from warehouse.rulings.holding import ON_CLAIMS, hold
from warehouse.step import BuildContext, BuildError
from warehouse.vintages.clocks import Asked


def context_of(
    read: Callable[[str], pl.DataFrame], asked: Asked, policy: Policy, decisions: Decisions, as_of_day: date | None
) -> BuildContext:
    """What the steps may know: as in a build, but without texts.

    Args:
        read: a raw table of the published database by name.
        asked: the question; decisions taken after `asked.known_by` do not count.
        policy: thresholds in force.
        decisions: all human decisions.
        as_of_day: the day by which the release judged the end of decisions; `asked.known_by` goes before it.

    Returns:
        The context; asking it for a text raises BuildError.
    """
    taken = _where_found(_taken(decisions, asked), read)
    held, day = hold(taken, asked.known_by or as_of_day, read)
    return BuildContext(policy, held, _no_text, taken=taken, as_of_day=day)


def _taken(decisions: Decisions, asked: Asked) -> Decisions:
    """The decisions that had been taken by then."""
    if asked.known_by is None:
        return decisions
    day = asked.known_by
    taken = {
        name: tuple(decision for decision in getattr(decisions, name) if decision.date <= day)
        for name in type(decisions).model_fields
    }
    return decisions.model_copy(update=taken)


def _where_found(decisions: Decisions, read: Callable[[str], pl.DataFrame]) -> Decisions:
    """Decisions on claims, each with the id under which the published build found its figure: a release has no texts to search."""
    figures = [one for one in decisions if isinstance(one, ON_CLAIMS) and one.figure is not None]
    if not figures:
        return decisions
    found = dict(read("core.decisions").select("decision_id", "claim_ids").iter_rows())
    ids = {one.decision_id: found[one.decision_id][0] for one in figures if len(found.get(one.decision_id, ())) == 1}
    return gathered(
        one.model_copy(update={"claim_id": ids[one.decision_id]}) if one.decision_id in ids else one
        for one in decisions
    )


def _no_text(document_id: str) -> str:
    raise BuildError(
        f"asks for the text of {document_id}, which a release does not carry; name the step in "
        "warehouse/vintages/rebuild.py among those that are carried"
    )
