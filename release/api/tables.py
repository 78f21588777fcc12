"""Lists whose rows are those of a mart: shares, companies, drivers, events; and any list as a table for CSV and Parquet.

Belongs here: which rows, in which order, and their form. Which form a request asks for is the face's.
"""

from __future__ import annotations

import io
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

from release.api import answer_forms
from release.api.markets import market_named
from release.api.source import Source, told
from warehouse.connection import query

if TYPE_CHECKING:
    import polars as pl

Listed = Literal["shares", "companies", "drivers", "events"]
MARTS: dict[Listed, tuple[str, str]] = {  # the mart of each list, and its order
    "shares": ("segment_shares", "market_id, publisher_id, dimension, ref_area, time_period, obs_value DESC, claim_id"),
    "companies": ("companies", "market_id, rank NULLS LAST, n_mentions DESC, company, document_id, char_start"),
    "drivers": ("drivers", "market_id, publisher_id, sign DESC, abs(impact) DESC NULLS LAST, driver_id"),
    "events": ("events", "first_day DESC NULLS LAST, event_id"),
}
_KEYS = {
    "markets": ("markets", "market_id"),
    "conflicts": ("conflicts", "conflict_id"),
    "publishers": ("publishers", "publisher_id"),
}


LISTS: dict[Listed, tuple[str, str]] = {
    "shares": ("Shares", "Stated shares of segments, with what they are a share of."),
    "companies": ("Companies", "Companies that documents name in a market, with role, rank and parent."),
    "drivers": (
        "Drivers and restraints",
        "Drivers (+) and restraints (-) with the impact on growth where it is stated; never add them up.",
    ),
    "events": ("Events", "Dated developments with parties and amounts, the latest first."),
}


def marts_of(listed: Listed) -> tuple[str, ...]:
    """Names of the marts that a list reads."""
    return ("markets", MARTS[listed][0])


def row_list(source: Source, listed: Listed, market: str | None, limit: int, offset: int) -> answer_forms.RowPage:
    """Rows of a list.

    Args:
        source: who answers.
        listed: which list.
        market: only those of this market; its name or id.
        limit: most that are given.
        offset: how many are passed over.

    Raises:
        QuestionError: no such market, or several.
    """
    total, frame = _rows(source, listed, market, limit, offset)
    rows = [{name: _json(value) for name, value in row.items()} for row in frame.iter_rows(named=True)]
    return answer_forms.RowPage(
        **told(source), total=total, limit=limit, offset=offset, mart=MARTS[listed][0], rows=rows, of_market=market
    )


def as_table(source: Source, page: answer_forms.Page) -> pl.DataFrame:
    """The rows of the marts that a page of a list is made of, in its order, with all their columns."""
    if isinstance(page, answer_forms.RowPage):
        listed = next(name for name, (mart, _) in MARTS.items() if mart == page.mart)
        return _rows(source, listed, page.of_market, page.limit, page.offset)[1]
    name = next(name for name in _KEYS if hasattr(page, name))
    mart, key = _KEYS[name]
    ids = [getattr(row, key) for row in getattr(page, name)]
    frame = query(source.database, f"SELECT * FROM marts.{mart} WHERE list_contains($1, {key})", [ids or [""]])
    places = {one: number for number, one in enumerate(ids)}
    return frame[sorted(range(frame.height), key=lambda row: places[frame[key][row]])]


def written(frame: pl.DataFrame, media_type: str) -> bytes:
    """A table as CSV or Parquet."""
    if media_type == "text/csv":
        return frame.write_csv().encode()
    buffer = io.BytesIO()
    frame.write_parquet(buffer)
    return buffer.getvalue()


def _rows(source: Source, listed: Listed, market: str | None, limit: int, offset: int) -> tuple[int, pl.DataFrame]:
    mart, order = MARTS[listed]
    market_id = "" if market is None else market_named(source, market)[0].market_id
    where = "($1 = '' OR market_id = $1)"
    total = query(source.database, f"SELECT count(*) FROM marts.{mart} WHERE {where}", [market_id]).item()
    rows = f"SELECT * FROM marts.{mart} WHERE {where} ORDER BY {order} LIMIT $2 OFFSET $3"
    return int(total), query(source.database, rows, [market_id, limit, offset])


def _json(value: Any) -> Any:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value.isoformat() if hasattr(value, "isoformat") else value
