"""Builds core.set_aside: the claims that do not count because of bad data, the rule, and the value that broke it."""

from __future__ import annotations

import polars as pl

from warehouse.aside import Aside, beyond, is_beyond
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step

_OF_CLAIM = ("document_id", "publisher_id", "market_id", "metric", "value_as_printed")
_READ = ("claim_id", *_OF_CLAIM, "obs_value", "obs_value_high", "unit_measure")


def run(frames: Frames, context: BuildContext) -> Frames:
    """Builds core.set_aside.

    Args:
        frames: core.claims.
        context: its policy, and what checks set aside in a build before.

    Returns:
        The table: one row per claim and rule, of claims that are there.
    """
    overridden = {decision.claim_id for decision in context.decisions.overrides}
    rejected = {decision.claim_id for decision in context.decisions.rejected_claims}
    by_claim: dict[str, list[Aside]] = {}
    for one in context.aside:
        by_claim.setdefault(one.claim_id, []).append(one)
    rows = []
    for claim in frames["core.claims"].select(_READ).sort("claim_id").iter_rows(named=True):
        if claim["claim_id"] in rejected:
            continue  # a person has said so already
        reasons = list(by_claim.get(claim["claim_id"], ()))
        if claim["claim_id"] not in overridden and is_beyond(claim, context.policy):
            reasons.append(beyond(claim, context.policy))
        rows += [one.row() | {name: claim[name] for name in _OF_CLAIM} for one in reasons]
    return {"core.set_aside": pl.DataFrame(rows, schema=core_tables()["core.set_aside"].polars_schema())}


STEP = Step(name="set aside", reads=("core.claims",), writes=("core.set_aside",), run=run)
