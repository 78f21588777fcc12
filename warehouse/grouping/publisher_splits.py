"""How steps fall apart by publisher: what holds a publisher's documents against each other.

Belongs here: which rows of its documents each publisher is dealt. The registry of splits is `splits.py`.
"""

from __future__ import annotations

import polars as pl

from sources.metrics import growing
from warehouse.audit.growth_audit import IN_FORCE
from warehouse.audit.revisions import STEP as STEP_OF_REVISIONS
from warehouse.grouping.dealing import complete, keyed, named
from warehouse.grouping.groups import KEY, Split
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames

# -- revisions: a publisher's own figures in the editions of its reports --------------------------------------------------------

_EDITION = (
    "document_id", "publisher_id", "report_key", "published_on", "text_date", "data_as_of", "superseded_by", "edition_order_unknown",
)  # fmt: skip
_COMPARED = (
    "claim_id",
    "document_id",
    "publisher_id",
    "series_id",
    "year",
    "metric",
    "excluded",
    "obs_value_low",
    "obs_value_high",
)


def _cut_revisions(frames: Frames, context: BuildContext) -> Frames:
    observations, documents = frames["core.observations"], frames["core.documents"]
    of_revision = core_tables()["core.revisions"].column_names
    columns = [name for name in observations.columns if name in _COMPARED or name in of_revision]
    own = documents.select("document_id", "publisher_id")
    figures = keyed(
        observations.select(columns).join(own, on=["document_id", "publisher_id"], how="semi"), "publisher_id"
    )
    printed = frames["core.claims"].select("claim_id", "status", "obs_value", "unit_measure")
    return {
        "core.observations": figures,
        "core.claims": named(printed, "claim_id", [figures]),
        "core.documents": keyed(documents.select(_EDITION).drop_nulls("publisher_id"), "publisher_id"),
    }


def _run_revisions(frames: Frames, context: BuildContext) -> Frames:
    return STEP_OF_REVISIONS.run(complete(frames, STEP_OF_REVISIONS.reads), context)


def _nothing(frames: Frames, context: BuildContext) -> Frames:
    return {}


REVISIONS = Split(_cut_revisions, _nothing, _run_revisions, owners={"core.revisions": "publisher_id"})


# -- the audit across documents: a publisher's rates and figures; a document without a publisher is a group of its own -----------

ACROSS = ("core.growth_audit", "core.claims", "core.documents", "core.publishers", "core.evidence")


def speaker() -> pl.Expr:
    """The key of the audit across documents."""
    return pl.coalesce("publisher_id", "document_id")


def cut_across(frames: Frames) -> Frames:
    """What the audit across documents reads, by publisher.

    Args:
        frames: what the audit reads.
    """
    claims = frames["core.claims"].filter(
        pl.col("status").is_in(IN_FORCE), pl.col("metric").is_in(["cagr", *growing()])
    )
    claims = keyed(claims, speaker())
    documents = frames["core.documents"].select("document_id", "status", "base_year")
    spans = frames["core.evidence"].select("claim_id", "char_start", "char_end")
    return {
        "core.growth_audit": keyed(
            frames["core.growth_audit"].select("claim_id", "publisher_id", "document_id").unique(), speaker()
        ).select(KEY, "claim_id"),
        "core.claims": claims,
        "core.documents": named(documents, "document_id", [claims]),
        "core.publishers": named(
            frames["core.publishers"].select("publisher_id", "publisher"), "publisher_id", [claims]
        ),
        "core.evidence": named(spans, "claim_id", [claims]),
    }
