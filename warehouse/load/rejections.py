"""Rejections: every figure-like token that is no claim, with its rule, for documents that are not retracted."""

from __future__ import annotations

from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step


def run(frames: Frames, context: BuildContext) -> Frames:
    """Builds core.rejections from raw.rejections.

    Args:
        frames: raw.rejections, core.documents.
        context: not used.

    Returns:
        The table.
    """
    table = core_tables()["core.rejections"]
    rejections = frames["raw.rejections"].join(frames["core.documents"], on="document_id", how="semi")
    return {table.name: rejections.select(table.column_names)}


STEP = Step(
    name="rejections",
    reads=("raw.rejections", "core.documents"),
    writes=("core.rejections",),
    run=run,
)
