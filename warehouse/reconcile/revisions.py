"""Revisions: what a publisher said of one series and year in each edition of a report, and by how much it changed.

Belongs here: the order of editions as their documents give it, and the figure before. Which edition is current is
decided in `warehouse/load`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from typing import Any

import polars as pl

from warehouse.audit.arithmetic import change_pct
from warehouse.reconcile.keys import published
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step

UNKNOWN_ORDER = 0
SET_ASIDE = ("quarantined", "unsure")


def editions(documents: pl.DataFrame) -> Mapping[str, int]:
    """The place of each document among the editions of its report.

    Args:
        documents: core.documents.

    Returns:
        document_id → 1, 2, ... from the first edition on, each counted from those that it supersedes; 0 for current
        editions whose order is unknown.
    """
    later = dict(documents.select("document_id", "superseded_by").iter_rows())
    earlier: defaultdict[str, list[str]] = defaultdict(list)
    for document_id in sorted(later):
        if later[document_id] is not None:
            earlier[later[document_id]].append(document_id)
    found: dict[str, int] = {}
    generation = sorted(document_id for document_id in later if document_id not in earlier)
    number = 1
    while generation:  # an edition with several before it takes the highest number
        found |= dict.fromkeys(generation, number)
        generation = sorted({later[document_id] for document_id in generation} - {None})
        number += 1
    unknown = documents.filter("edition_order_unknown")["document_id"].to_list()
    return found | dict.fromkeys(unknown, UNKNOWN_ORDER)


def revise(
    observations: pl.DataFrame, claims: pl.DataFrame, documents: pl.DataFrame, metrics: Collection[str]
) -> pl.DataFrame:
    """Lays out every publisher's own figures by edition.

    The figure before is that of the superseded edition with the same series and year; where that edition prints
    several, the finest print. The change is taken on the printed values where both are in one currency, so that
    exchange rates do not look like revisions. Figures that a document quotes from another publisher are no edition
    of its report. Figures of other metrics than the given ones have no figure before: two of them in one series need
    not be about the same thing.

    Args:
        observations: core.observations.
        claims: core.claims.
        documents: core.documents.
        metrics: those whose series say all that two figures must share to be compared.

    Returns:
        core.revisions.
    """
    numbers = editions(documents)
    own = observations.filter(pl.col("series_id").is_not_null(), pl.col("excluded").fill_null("") != "rejected")
    joined = (
        own.join(
            claims.filter(~pl.col("status").is_in(SET_ASIDE)).select(
                "claim_id", pl.col("obs_value").alias("printed"), pl.col("unit_measure").alias("printed_unit")
            ),
            on="claim_id",
        )
        .join(
            documents.select(
                "document_id", "publisher_id", "report_key", "published_on", "data_as_of", "superseded_by"
            ),
            on=["document_id", "publisher_id"],  # null publishers do not join
        )
        .with_columns((pl.col("obs_value_high") - pl.col("obs_value_low")).alias("width"))
        .sort("width", "claim_id", nulls_last=True)
    )
    rows = [row | {"edition": numbers[row["document_id"]]} for row in joined.iter_rows(named=True)]
    before: dict[tuple[Any, ...], dict[str, Any]] = {}
    for row in rows:
        if row["superseded_by"] is not None and row["year"] is not None and row["metric"] in metrics:
            before.setdefault((row["superseded_by"], row["series_id"], row["year"]), row)
    return pl.DataFrame(
        [_row(row, before.get((row["document_id"], row["series_id"], row["year"]))) for row in rows],
        schema=core_tables()["core.revisions"].polars_schema(),
    )


def _row(row: Mapping[str, Any], before: Mapping[str, Any] | None) -> dict[str, Any]:
    names = core_tables()["core.revisions"].column_names
    change = None
    if before is not None:
        column = "printed" if before["printed_unit"] == row["printed_unit"] else "obs_value"
        change = published(change_pct(before[column], row[column])) if before[column] else None
    own = {name: row[name] for name in names if name in row}
    return own | {"previous_claim_id": None if before is None else before["claim_id"], "change_pct": change}


def _run(frames: Frames, context: BuildContext) -> Frames:
    metrics = context.policy.comparability.estimated_metrics
    return {
        "core.revisions": revise(frames["core.observations"], frames["core.claims"], frames["core.documents"], metrics),
    }


STEP = Step(
    name="revisions",
    reads=("core.observations", "core.claims", "core.documents"),
    writes=("core.revisions",),
    run=_run,
)
