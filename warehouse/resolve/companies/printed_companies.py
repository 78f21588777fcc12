"""work.company_names: the company that each printed name means, with its owner and its public ids."""

from __future__ import annotations

from typing import Any

import polars as pl

from warehouse.resolve.companies.company_ids import company_ids
from warehouse.resolve.companies.company_names import company_id, company_of
from warehouse.schema import work_tables
from warehouse.step import BuildContext, Frames, Step


def _run(frames: Frames, context: BuildContext) -> Frames:
    rows = [_row(name) for name in frames["raw.players"]["name"].unique().sort()]
    return {"work.company_names": pl.DataFrame(rows, schema=work_tables()["work.company_names"].polars_schema())}


def _row(name: str) -> dict[str, Any]:
    company = company_of(name)
    return {
        "name": name,
        "company_id": company_id(company),
        "canonical": company.company,
        "parent": company.parent,
        "level": company.level,
        "parent_since": company.since,
        **company_ids(company.company)._asdict(),
    }


STEP = Step(name="company names", reads=("raw.players",), writes=("work.company_names",), run=_run)
