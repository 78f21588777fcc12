"""Drivers in tables: one row per driver, with impact on growth, areas and timeline if there are columns for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from sources.extract.statements.driver_roles import areas_in, driver_at, horizon, role_of
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages
from sources.records import Block, Driver, DriverRole

_WORDS = pattern_words("statements")
_ANY = words_of_languages("statements")

_GEOGRAPHY = re.compile(_ANY["geography_headers"], re.IGNORECASE)
_TIMELINE = re.compile(rf"{_ANY['timeline_headers']}|{_WORDS['term_noun']}\b", re.IGNORECASE)
_SOURCE = re.compile(rf"\s*{_ANY['source_labels']}\s?[:：]", re.IGNORECASE)
_MINUS = re.compile(r"\s*\(?[-−–]\s?[0-9]")


def drivers_in_tables(text: str, blocks: Sequence[Block], market: str | None, grammar: Grammar) -> Iterator[Driver]:
    """Rows of tables whose first column is headed as drivers or restraints, or that have a column of impacts on growth.

    Args:
        text: canonical text.
        blocks: its blocks.
        market: the market they drive.
        grammar: the document's words.
    """
    cells = [b for b in blocks if b.kind == "table_cell"]
    for table, group in groupby(cells, key=lambda b: b.table):
        rows = [sorted(r, key=lambda b: b.column or 0) for _, r in groupby(group, key=lambda b: b.row)]
        if len(rows) < 2:
            continue
        headers = [text[c.char_start : c.char_end] for c in rows[0]]
        impact = next((i for i, h in enumerate(headers) if grammar.pattern("metrics.impact").search(h)), None)
        role = role_of(headers[0], grammar.language, market)
        if impact is None and role is None:
            continue
        columns = {
            "impact": impact,
            "where": next((i for i, h in enumerate(headers) if i and _GEOGRAPHY.search(h)), None),
            "when": next((i for i, h in enumerate(headers) if i and i != impact and _TIMELINE.search(h)), None),
        }
        for position, row in enumerate(rows[1:]):
            driver = _row(text, row, role, columns, market, table or 0, position)
            if driver:
                yield driver


def _row(
    text: str,
    row: Sequence[Block],
    role: DriverRole | None,
    columns: dict[str, int | None],
    market: str | None,
    table: int,
    position: int,
) -> Driver | None:
    by_column = {c.column: c for c in row}
    first = by_column.get(0)
    if first is None or _SOURCE.match(text, first.char_start):
        return None
    cell = {name: by_column.get(at) if at is not None else None for name, at in columns.items()}
    impact, where, when = cell["impact"], cell["where"], cell["when"]
    if columns["impact"] is not None and (impact is None or not re.search(r"[0-9]", text[impact.char_start : impact.char_end])):  # fmt: skip
        return None
    if role is None and impact is not None:
        role = "restraint" if _MINUS.match(text, impact.char_start) else "driver"
    geographies = areas_in(text, where.char_start, where.char_end) if where else ((), ())
    driver = driver_at(
        text, first.char_start, first.char_end, role or "driver", market=market, segment=None,
        rule="driver.table_impact" if impact else "driver.table", listing=table, position=position, geographies=geographies,
    )  # fmt: skip
    if driver is None:
        return None
    timeline = text[when.char_start : when.char_end].strip() if when else ""
    low, high = horizon(timeline)
    return replace(
        driver,
        timeline=timeline or None,
        years_from=low,
        years_to=high,
        impact_start=impact.char_start if impact else None,
        impact_end=impact.char_end if impact else None,
    )
