"""A reader's findings in synthetic reports against their claims. No reader here, no timing.

A figure is right where document, metric, value (six digits) and year are right; it is fully right if segment and area are right.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

SCORED = frozenset({"market_size", "cagr", "share", "growth_rate", "volume"})
Figure = tuple[str, str, float, int | None, str]  # document, metric, value, year, part of the market ("" for the whole)


def known_claims(path: Path) -> list[dict[str, Any]]:
    """The claims of a collection, as `writing.py` wrote them."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def figure(document: str, metric: str, value: float, year: int | None, part: str = "") -> Figure:
    """A figure as it is compared: its value in six digits, its segment or area in small letters."""
    return document, metric, float(f"{value:.6g}"), year, part.lower()


def part_of(segment: str | None, area: str | None) -> str:
    """What of the market a figure is about: the segment, else the area, else nothing for the whole market in the world."""
    return segment or (area if area and area != "Global" else "")


def scored(found: Iterable[Figure], known: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Recall and precision over figures of the scored metrics.

    Args:
        found: figures of a reader, those of other metrics are not looked at.
        known: what the same documents claim.

    Returns:
        `known`, `found`, `right`, `recall` and `precision` without the part; `recall_in_full` and `precision_in_full` with it.
    """
    in_full = {
        figure(row["document"], row["metric"], row["value"], row["year"], part_of(row["segment"], row["area"]))
        for row in known
    }
    got_in_full = {one for one in found if one[1] in SCORED}
    wanted, got = ({one[:4] for one in some} for some in (in_full, got_in_full))
    right_in_full = len(in_full & got_in_full)
    right = wanted & got
    return {
        "known": len(wanted),
        "found": len(got),
        "right": len(right),
        "recall": round(len(right) / max(len(wanted), 1), 4),
        "precision": round(len(right) / max(len(got), 1), 4),
        "recall_in_full": round(right_in_full / max(len(in_full), 1), 4),
        "precision_in_full": round(right_in_full / max(len(got_in_full), 1), 4),
    }


def of_build(database: Path) -> list[Figure]:
    """Figures of the claims of a build or release, by name of their document."""
    from warehouse.connection import query

    sql = (
        "SELECT d.name, c.metric, CAST(c.obs_value AS DOUBLE), coalesce(c.period_end, c.time_period_year, c.time_period_inferred), "
        "c.segment, c.geography FROM core.claims c JOIN core.documents d USING (document_id) WHERE c.obs_value IS NOT NULL"
    )
    rows = query(database, sql).iter_rows()
    return [
        figure(name, metric, value, year, part_of(segment, area)) for name, metric, value, year, segment, area in rows
    ]
