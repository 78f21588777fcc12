"""The vendor scorecard: each publisher's record in a build, each rate with its count.

Belongs here: one row per publisher from tables that are already there. No new judgement; how far a publisher lies from
the others is in `consensus.py`, how its forecasts came out in `forecast_errors.py`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from statistics import median

import polars as pl

from warehouse.align.alignment import conventions_of
from warehouse.compare.consensus import TABLE as DISTANCES
from warehouse.compare.consensus import by_publisher
from warehouse.compare.forecast_errors import forecast_errors
from warehouse.policy import Scorecard
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.arithmetic import share_pct
from warehouse.values.keys import published


def score(frames: Frames, policy: Scorecard) -> pl.DataFrame:
    """Scores every publisher. Every rate has its count beside it, and is null where the count is too small to tell.

    Args:
        frames: core.publishers, documents, claims, observations, growth_audit, audit_findings, conflicts,
            conflict_sides, revisions; work.distances.
        policy: what too small is.

    Returns:
        core.vendor_scorecard. Conflicts count where the verdict is a conflict; a CAGR is a mismatch where its best
        recomputation is beyond rounding; a check is an error where two of the publisher's own numbers, or a number and
        what follows from others, differ beyond rounding; a figure is revised where a later edition changes it.
    """
    documents = frames["core.documents"].filter(pl.col("status") == "stated")
    claims = frames["core.claims"].filter(pl.col("document_id").is_in(documents["document_id"].to_list()))
    observations = frames["core.observations"].filter(pl.col("excluded").is_null())
    best = frames["core.growth_audit"].filter("is_best")
    checks = frames["core.audit_findings"].filter(pl.col("outcome").is_in(["consistent", "mismatch"]))
    errors = checks.filter(pl.col("outcome") == "mismatch")
    said_by = dict(frames["core.claims"].select("claim_id", "publisher_id").iter_rows())
    counts: dict[str, Mapping[str, int]] = {
        "n_documents": _count(documents["publisher_id"]),
        "n_claims": _count(claims["publisher_id"]),
        "n_growth_audited": _count(best["publisher_id"]),
        "n_growth_mismatch": _count(best.filter(pl.col("finding").str.starts_with("mismatch"))["publisher_id"]),
        "n_markets": _count(
            observations.filter(pl.col("metric") == "market_size").unique(["publisher_id", "market_id"])["publisher_id"]
        ),
        "n_series": _count(observations.unique(["publisher_id", "series_id"])["publisher_id"]),
        "n_areas": _count(observations.unique(["publisher_id", "ref_area"])["publisher_id"]),
        "n_checks": _count(checks["publisher_id"]),
        "n_errors": _count(errors["publisher_id"]),
        "n_severe_errors": _count(errors.filter(pl.col("severity") == "high")["publisher_id"]),
        "n_conflicts": _conflicts(frames["core.conflicts"], frames["core.conflict_sides"], said_by),
        "n_dependent_documents": _dependent(documents),
        "n_passed_on": _passed_on(observations, frames["core.documents"], frames["core.publishers"]),
    }
    changes = _changes(frames["core.revisions"])
    far = by_publisher(frames[DISTANCES])
    missed = forecast_errors(frames["core.observations"], frames["core.claims"], frames["core.documents"])
    conventions = conventions_of(frames["core.publishers"], frames["core.growth_audit"])
    years = {
        publisher_id: (first, last)
        for publisher_id, first, last in observations.filter(pl.col("publisher_id").is_not_null())
        .group_by("publisher_id")
        .agg(pl.col("year").min().alias("first"), pl.col("year").max().alias("last"))
        .iter_rows()
    }
    least = policy.least_for_a_rate
    rows = []
    for publisher_id in frames["core.publishers"]["publisher_id"].sort().to_list():
        n = {name: counted.get(publisher_id, 0) for name, counted in counts.items()}
        off, wrong = far.get(publisher_id, ()), missed.get(publisher_id, ())
        rows.append(
            {
                "publisher_id": publisher_id,
                **n,
                "first_year": years.get(publisher_id, (None, None))[0],
                "last_year": years.get(publisher_id, (None, None))[1],
                "growth_convention": conventions.get(publisher_id),
                "error_pct": _rate(n["n_errors"], n["n_checks"], least),
                "dependent_pct": _rate(n["n_dependent_documents"], n["n_documents"], least),
                "n_revised": len(changes[publisher_id]),
                "median_revision_pct": published(median(changes[publisher_id])) if changes[publisher_id] else None,
                "n_compared": len(off),
                "median_distance_ln": _median(off, least),
                "n_forecasts_checked": len(wrong),
                "median_forecast_error_ln": _median([abs(error) for error in wrong], least),
                "median_forecast_bias_ln": _median(wrong, least),
            }
        )
    return pl.DataFrame(rows, schema=core_tables()["core.vendor_scorecard"].polars_schema())


def _rate(part: int, whole: int, least: int) -> float | None:
    """Percent of the whole; None where it counts too little."""
    return published(share_pct(Decimal(part), Decimal(whole))) if whole >= least else None


def _median(values: Sequence[float], least: int) -> float | None:
    return published(Decimal(median(values))) if len(values) >= least else None


def _passed_on(observations: pl.DataFrame, documents: pl.DataFrame, publishers: pl.DataFrame) -> Counter[str]:
    """Figures in a publisher's documents that are another's voice: quoted, or cited as theirs."""
    groups = dict(publishers.select("publisher_id", "publisher_group").iter_rows())
    speaks = dict(documents.select("document_id", "publisher_id").iter_rows())
    pairs = observations.filter(pl.col("publisher_group").is_not_null()).select("document_id", "publisher_group")
    return Counter(
        speaker
        for document_id, group in pairs.iter_rows()
        if (speaker := speaks[document_id]) is not None and groups[speaker] != group
    )


def _count(publishers: pl.Series) -> Counter[str]:
    return Counter(publishers.drop_nulls().to_list())


def _conflicts(conflicts: pl.DataFrame, sides: pl.DataFrame, said_by: dict[str, str | None]) -> Counter[str]:
    """Conflicts by publisher: each cause once per publisher, whatever its years and sides."""
    real = conflicts.filter(pl.col("verdict").str.starts_with("conflict")).select("conflict_id")
    behind = sides.join(real, on="conflict_id", how="semi").select("conflict_id", "claim_ids").iter_rows()
    parties = {(conflict_id, said_by[claim_id]) for conflict_id, claim_ids in behind for claim_id in claim_ids}
    return Counter(publisher for _, publisher in parties if publisher is not None)


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
    changes: defaultdict[str, list[Decimal]] = defaultdict(list)
    for publisher_id, change in revisions.select("publisher_id", "change_pct").iter_rows():
        if change:
            changes[publisher_id].append(abs(Decimal(str(change))))
    return changes


def _run(frames: Frames, context: BuildContext) -> Frames:
    return {"core.vendor_scorecard": score(frames, context.policy.scorecard)}


STEP = Step(
    name="vendor_scorecard",
    reads=(
        "core.publishers",
        "core.documents",
        "core.claims",
        "core.observations",
        DISTANCES,
        "core.growth_audit",
        "core.audit_findings",
        "core.conflicts",
        "core.conflict_sides",
        "core.revisions",
    ),
    writes=("core.vendor_scorecard",),
    run=_run,
)
