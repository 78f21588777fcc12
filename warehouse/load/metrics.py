"""core.metrics: each metric as in the metrics file in use, so that a release carries these facts."""

from __future__ import annotations

from typing import Any

import polars as pl

from sources.metrics import metrics
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step


def metric_rows() -> list[dict[str, Any]]:
    """Rows of core.metrics, in the order of pages."""
    return [
        {
            "metric": facts.name,
            "place": place,
            "label": facts.label,
            "kind": facts.kind,
            "unit": facts.unit,
            "is_estimated": facts.estimated,
            "is_additive": facts.additive,
            "is_positive": facts.positive,
            "is_interpolated": facts.interpolated,
            "is_unique": facts.unique,
            "is_money": facts.is_money,
            "grows": facts.grows,
            "definition": facts.definition,
        }
        for place, facts in enumerate(metrics(), start=1)
    ]


def _run(frames: Frames, context: BuildContext) -> Frames:
    return {"core.metrics": pl.DataFrame(metric_rows(), schema=core_tables()["core.metrics"].polars_schema())}


STEP = Step(name="metrics", reads=(), writes=("core.metrics",), run=_run)
