"""Revisions: a publisher's figures for one series and year in each edition of a report, and their change.

Belongs here: the order of editions as their documents give it, and the figure before. Which edition is current is
decided in `warehouse/load`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias

import polars as pl

from sources.metrics import named
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step
from warehouse.values.arithmetic import change_pct
from warehouse.values.keys import published

UNKNOWN_ORDER = 0
SET_ASIDE = ("quarantined", "withdrawn", "unsure")

Place: TypeAlias = tuple[Any, ...]  # document, series, year


def editions(documents: pl.DataFrame) -> Mapping[str, int]:
    """The place of each document among the editions of its report.

    Args:
        documents: core.documents.

    Returns:
        document_id → 1, 2, ... from the first edition on, each counted from those that it supersedes; 0 for current
        editions whose order is unknown.
    """
    unknown = documents.filter("edition_order_unknown")["document_id"].to_list()
    return _generations(documents) | dict.fromkeys(unknown, UNKNOWN_ORDER)


def _generations(documents: pl.DataFrame) -> dict[str, int]:
    """How many editions lead up to each document, itself included; an edition with several before it takes the most."""
    later = dict(documents.select("document_id", "superseded_by").iter_rows())
    superseding = set(later.values())
    numbers: dict[str, int] = {}
    generation = sorted(document_id for document_id in later if document_id not in superseding)
    number = 1
    while generation:
        numbers |= dict.fromkeys(generation, number)
        generation = sorted({later[document_id] for document_id in generation} - {None})
        number += 1
    return numbers


def revise(
    observations: pl.DataFrame, claims: pl.DataFrame, documents: pl.DataFrame, metrics: Collection[str]
) -> pl.DataFrame:
    """Lays out every publisher's own figures by edition.

    The figure before is that of the nearest earlier edition with the same series and year: an edition that leaves a
    figure out does not make it new in the next. Where it prints several, the finest print. The change is taken on the printed values where both are in one currency, so that
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
    usable = observations.filter(pl.col("series_id").is_not_null(), pl.col("excluded").fill_null("") != "rejected")
    joined = (
        usable.join(
            claims.filter(~pl.col("status").is_in(SET_ASIDE)).select(
                "claim_id", pl.col("obs_value").alias("printed"), pl.col("unit_measure").alias("printed_unit")
            ),
            on="claim_id",
        )
        .join(
            documents.select(
                "document_id", "publisher_id", "report_key", "published_on", "text_date", "data_as_of", "superseded_by"
            ),
            on=["document_id", "publisher_id"],  # null publishers do not join
        )
        .with_columns((pl.col("obs_value_high") - pl.col("obs_value_low")).alias("width"))
        .sort("width", "claim_id", nulls_last=True)
    )
    rows = [row | {"edition": numbers[row["document_id"]]} for row in joined.iter_rows(named=True)]
    before = _before([row for row in rows if row["year"] is not None and row["metric"] in metrics], documents)
    return pl.DataFrame(
        [_row(row, before.get((row["document_id"], row["series_id"], row["year"]))) for row in rows],
        schema=core_tables()["core.revisions"].polars_schema(),
    )


def _before(rows: Sequence[dict[str, Any]], documents: pl.DataFrame) -> Mapping[Place, dict[str, Any]]:
    """The figure before, by document, series and year.

    Args:
        rows: figures that can be compared, the finest print first.
        documents: core.documents.

    Returns:
        The row of the nearest earlier edition; of two equally near, the finest print.
    """
    number = _generations(documents)
    later = dict(documents.select("document_id", "superseded_by").iter_rows())
    of_document: defaultdict[str, dict[tuple[Any, ...], dict[str, Any]]] = defaultdict(dict)
    fineness = {row["claim_id"]: place for place, row in enumerate(rows)}
    for row in rows:
        of_document[row["document_id"]].setdefault((row["series_id"], row["year"]), row)
    previous: dict[Place, dict[str, Any]] = {}
    earlier: defaultdict[str, dict[tuple[Any, ...], dict[str, Any]]] = defaultdict(dict)  # by the editions before
    for document_id in sorted(number, key=lambda name: (number[name], name)):
        previous |= {(document_id, *figure): row for figure, row in earlier[document_id].items()}
        following = earlier[later[document_id]] if later[document_id] is not None else {}
        for figure, row in (earlier[document_id] | of_document[document_id]).items():
            other = following.get(figure, row)
            following[figure] = min(
                (row, other), key=lambda known: (-number[known["document_id"]], fineness[known["claim_id"]])
            )
    return previous


def _row(row: Mapping[str, Any], before: Mapping[str, Any] | None) -> dict[str, Any]:
    names = core_tables()["core.revisions"].column_names
    change = None
    if before is not None:
        column = "printed" if before["printed_unit"] == row["printed_unit"] else "obs_value"
        change = published(change_pct(before[column], row[column])) if before[column] else None
    copied = {name: row[name] for name in names if name in row}
    return copied | {"previous_claim_id": None if before is None else before["claim_id"], "change_pct": change}


def _run(frames: Frames, context: BuildContext) -> Frames:
    metrics = named(lambda metric: metric.estimated)
    return {
        "core.revisions": revise(frames["core.observations"], frames["core.claims"], frames["core.documents"], metrics),
    }


STEP = Step(
    name="revisions",
    reads=("core.observations", "core.claims", "core.documents"),
    writes=("core.revisions",),
    run=_run,
)
