"""core.metrics: what each metric is, as the file of metrics in use says it; so a release carries the facts it was made with."""

from __future__ import annotations

import polars as pl

from sources.metrics import metrics
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step


def _run(frames: Frames, context: BuildContext) -> Frames:
    rows = [
        {
            "metric": facts.name,
            "place": place,
            "label": facts.label,
            "kind": facts.kind,
            "unit": facts.unit,
            "is_estimated": facts.estimated,
            "is_additive": facts.additive,
            "is_positive": facts.positive,
            "definition": facts.definition,
        }
        for place, facts in enumerate(metrics(), start=1)
    ]
    return {"core.metrics": pl.DataFrame(rows, schema=core_tables()["core.metrics"].polars_schema())}


STEP = Step(name="metrics", reads=(), writes=("core.metrics",), run=_run)
