"""core.policy: each threshold of the policy in use, so that statements of the build find them beside its tables."""

from __future__ import annotations

import json
from collections.abc import Iterator

import polars as pl

from warehouse.policy import Policy
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step


def policy_rows(policy: Policy) -> pl.DataFrame:
    """Rows of core.policy."""
    rows = list(_leaves("", policy.model_dump(mode="json")))
    return pl.DataFrame(rows, schema=core_tables()["core.policy"].polars_schema(), orient="row")


def _leaves(path: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _leaves(f"{path}.{name}" if path else name, inner)
    elif value is not None:
        yield path, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _run(frames: Frames, context: BuildContext) -> Frames:
    return {"core.policy": policy_rows(context.policy)}


STEP = Step(name="policy", reads=(), writes=("core.policy",), run=_run)
