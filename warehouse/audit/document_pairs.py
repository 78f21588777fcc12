"""Publishers at odds with themselves within one document: the step that writes work.pairs_in_documents.

Belongs here: which rules are asked. The rules are in `internal_conflicts.py`, `product_checks.py`, `part_sums.py` and `share_checks.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from warehouse.audit.document_figures import document_figures
from warehouse.audit.internal_conflicts import growth_mismatches, restated
from warehouse.audit.part_sums import parts_larger_than_wholes, sums_above_wholes
from warehouse.audit.product_checks import volume_times_price
from warehouse.audit.share_checks import share_mismatches
from warehouse.conflict_pairs import pairs_of
from warehouse.doubt import doubtful
from warehouse.policy import Policy
from warehouse.schema import work_tables
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.conflict_records import Conflict
from warehouse.values.frame_groups import by_documents

OF_DOCUMENTS = ("core.claims", "core.observations", "core.segments", "core.growth_audit", "work.count_times_price")


def document_pairs(frames: Frames, policy: Policy) -> Frames:
    """Disagreements of publishers with themselves, each within one document, on readings that are sure enough to say so.

    Args:
        frames: `OF_DOCUMENTS`, whole documents, and the names of their publishers in core.publishers.
        policy: distances and tolerances.

    Returns:
        work.pairs_in_documents.
    """
    unsure = doubtful(frames["core.claims"], policy.accusation)
    pairs = pairs_of(
        conflict
        for document in by_documents(frames, OF_DOCUMENTS)
        for conflict in _conflicts(frames, document, policy)
        if unsure.isdisjoint((*conflict.a.claim_ids, *conflict.b.claim_ids))
    )
    first_claim = pl.concat_list("claim_ids_a", "claim_ids_b").list.first().alias("claim_id")
    documents = frames["core.claims"].select("claim_id", "document_id")
    placed = pairs.with_columns(first_claim).join(documents, on="claim_id", how="left", maintain_order="left")
    return {"work.pairs_in_documents": placed.select(work_tables()["work.pairs_in_documents"].column_names)}


def _conflicts(frames: Frames, document: Frames, policy: Policy) -> Iterator[Conflict]:
    names = dict(frames["core.publishers"].select("publisher_id", "publisher").iter_rows())
    observations, claims = document["core.observations"], document["core.claims"]
    figures = tuple(document_figures(observations, claims, document["core.segments"], names))
    yield from restated(figures, policy)
    yield from growth_mismatches(document["core.growth_audit"], claims, names, policy)
    yield from volume_times_price(figures, document["work.count_times_price"])
    yield from parts_larger_than_wholes(figures)
    yield from sums_above_wholes(figures, policy)
    yield from share_mismatches(figures)


def _run(frames: Frames, context: BuildContext) -> Frames:
    return document_pairs(frames, context.policy)


STEP = Step(
    name="document_pairs",
    reads=(*OF_DOCUMENTS, "core.publishers"),
    writes=("work.pairs_in_documents",),
    run=_run,
)
