"""work.dates: what each printed date means: its days, or how far a relative one reaches back.

Belongs here: which texts may be dates. `vague_dates.py` reads a date, `sources/grammar/event_dates.yml` has the relative ones.
"""

from __future__ import annotations

from typing import Any

import polars as pl

from sources.grammar.event_dates import normal_phrase, relative_spans
from warehouse.resolve.documents.vague_dates import vague_date
from warehouse.schema import work_tables
from warehouse.step import BuildContext, Frames, Step

_MONTHS = {"month": 1, "quarter": 3, "year": 12}


def _run(frames: Frames, context: BuildContext) -> Frames:
    events = frames["raw.events"]
    columns = (
        events["date"],
        events["date_as_stated"],
        frames["raw.facts"]["value"],
        frames["core.documents"]["text_date"],
    )
    rows = [_row(printed) for printed in sorted({text for column in columns for text in column if text})]
    schema = work_tables()["work.dates"].polars_schema()
    return {"work.dates": pl.DataFrame([row for row in rows if len(row) > 1], schema=schema)}


def _row(printed: str) -> dict[str, Any]:
    row: dict[str, Any] = {"printed": printed}
    if date := vague_date(printed):
        row |= {"edtf": date.edtf, "first_day": date.first, "last_day": date.last}
    span = relative_spans().get(normal_phrase(printed))
    if isinstance(span, int):
        row |= {"months": span}
    elif span:  # this_year, previous_quarter
        which, _, unit = span.partition("_")
        row |= {"months": _MONTHS[unit] if which == "previous" else 0, "unit": unit}
    return row


STEP = Step(name="dates", reads=("raw.events", "raw.facts", "core.documents"), writes=("work.dates",), run=_run)
