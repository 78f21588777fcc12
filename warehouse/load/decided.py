"""work.retractions: what people took back, so that statements of the build find it beside its tables."""

from __future__ import annotations

import polars as pl

from warehouse.schema import work_tables
from warehouse.step import BuildContext, Frames, Step


def _run(frames: Frames, context: BuildContext) -> Frames:
    last = {
        one.document_id: (one.document_id, one.date, one.author, one.reason) for one in context.decisions.retractions
    }
    schema = work_tables()["work.retractions"].polars_schema()
    return {"work.retractions": pl.DataFrame(list(last.values()), schema=schema, orient="row")}


STEP = Step(name="retractions", reads=(), writes=("work.retractions",), run=_run)
