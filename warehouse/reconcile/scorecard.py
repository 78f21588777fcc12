"""The vendor scorecard: what a build can say of each publisher's record. Counts only.

Belongs here: one row per publisher from tables that are already there. No new judgement.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from decimal import Decimal
from statistics import median

import polars as pl

from warehouse.reconcile.keys import published
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step


def score(frames: Frames) -> pl.DataFrame:
    """Scores every publisher.

    Args:
        frames: core.publishers, documents, claims, observations, growth_audit, conflicts, revisions.

    Returns:
        core.vendor_scorecard. Conflicts count where the verdict is a conflict; a CAGR is a mismatch where its best
        recomputation is beyond rounding; a figure is revised where a later edition changes it.
    """
    documents = frames["core.documents"].filter(pl.col("status") == "stated")
    claims = frames["core.claims"].filter(pl.col("document_id").is_in(documents["document_id"].to_list()))
    observations = frames["core.observations"].filter(pl.col("excluded").is_null())
    best = frames["core.growth_audit"].filter("is_best")
    said_by = dict(frames["core.claims"].select("claim_id", "publisher_id").iter_rows())
    counts: dict[str, Counter[str]] = {
        "n_documents": _count(documents["publisher_id"]),
        "n_claims": _count(claims["publisher_id"]),
        "n_growth_audited": _count(best["publisher_id"]),
        "n_growth_mismatch": _count(best.filter(pl.col("finding").str.starts_with("mismatch"))["publisher_id"]),
        "n_markets": _count(
            observations.filter(pl.col("metric") == "market_size").unique(["publisher_id", "market_id"])["publisher_id"]
        ),
        "n_conflicts": _conflicts(frames["core.conflicts"], said_by),
        "n_dependent_documents": _dependent(documents),
    }
    changes = _changes(frames["core.revisions"])
    conventions = dict(
        frames["core.growth_audit"]
        .filter(pl.col("publisher_id").is_not_null())
        .select("publisher_id", "publisher_convention")
        .unique()
        .iter_rows()
    )
    rows = [
        {
            "publisher_id": publisher_id,
            **{name: counted[publisher_id] for name, counted in counts.items()},
            "growth_convention": conventions.get(publisher_id),
            "n_revised": len(changes[publisher_id]),
            "median_revision_pct": published(median(changes[publisher_id])) if changes[publisher_id] else None,
        }
        for publisher_id in frames["core.publishers"]["publisher_id"].sort().to_list()
    ]
    return pl.DataFrame(rows, schema=core_tables()["core.vendor_scorecard"].polars_schema())


def _count(publishers: pl.Series) -> Counter[str]:
    return Counter(publishers.drop_nulls().to_list())


def _conflicts(conflicts: pl.DataFrame, said_by: dict[str, str | None]) -> Counter[str]:
    """Conflicts by publisher, each once per publisher."""
    found: Counter[str] = Counter()
    real = conflicts.filter(pl.col("verdict").str.starts_with("conflict"))
    for a, b in real.select("claim_ids_a", "claim_ids_b").iter_rows():
        found.update({publisher for claim_id in (*a, *b) if (publisher := said_by[claim_id]) is not None})
    return found


def _dependent(documents: pl.DataFrame) -> Counter[str]:
    """Current documents whose cluster holds a document of another publisher."""
    members: defaultdict[str, list[str]] = defaultdict(list)
    for cluster_id, publisher_id in documents.select("cluster_id", "publisher_id").iter_rows():
        members[cluster_id].append(publisher_id or "")
    return Counter(
        publisher
        for publishers in members.values()
        if len(set(publishers)) > 1
        for publisher in publishers
        if publisher
    )


def _changes(revisions: pl.DataFrame) -> defaultdict[str, list[Decimal]]:
    """Absolute changes of revised figures, percent, by publisher."""
    found: defaultdict[str, list[Decimal]] = defaultdict(list)
    for publisher_id, change in revisions.select("publisher_id", "change_pct").iter_rows():
        if change:
            found[publisher_id].append(abs(Decimal(str(change))))
    return found


def _run(frames: Frames, context: BuildContext) -> Frames:
    del context  # the scorecard counts what is there
    return {"core.vendor_scorecard": score(frames)}


STEP = Step(
    name="vendor_scorecard",
    reads=(
        "core.publishers",
        "core.documents",
        "core.claims",
        "core.observations",
        "core.growth_audit",
        "core.conflicts",
        "core.revisions",
    ),
    writes=("core.vendor_scorecard",),
    run=_run,
)
