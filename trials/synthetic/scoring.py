"""A reader's findings in synthetic reports against their claims. No reader here, no timing.

A figure is right where document, metric, value (six digits) and year are right; it is fully right if segment and area are right.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from math import exp, log
from pathlib import Path
from statistics import median
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
        `known`, `found`, `right`, `recall`, `precision`, and recall `by_metric`, all without the part; `recall_in_full` and
        `precision_in_full` with it.
    """
    in_full = {
        figure(row["document"], row["metric"], row["value"], row["year"], part_of(row["segment"], row["area"]))
        for row in known
    }
    got_in_full = {one for one in found if one[1] in SCORED}
    wanted, got = ({one[:4] for one in some} for some in (in_full, got_in_full))
    right_in_full = len(in_full & got_in_full)
    right = wanted & got
    by_metric = {
        metric: round(sum(one[1] == metric for one in right) / n, 4)
        for metric in sorted(SCORED)
        if (n := sum(one[1] == metric for one in wanted))
    }
    return {
        "known": len(wanted),
        "found": len(got),
        "right": len(right),
        "recall": round(len(right) / max(len(wanted), 1), 4),
        "precision": round(len(right) / max(len(got), 1), 4),
        "recall_in_full": round(right_in_full / max(len(in_full), 1), 4),
        "precision_in_full": round(right_in_full / max(len(got_in_full), 1), 4),
        "by_metric": by_metric,
    }


def size_errors(answers: Mapping[tuple[str, int], float], known: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """How far answers to "how large is this market in this year" lie from the middle of what the reports claim.

    Args:
        answers: market (lower case) and year → size in US dollars.
        known: what the reports claim.

    Returns:
        `asked` (markets and years with at least two claims of the whole market), `answered`, `median_factor` (1 is exact) and
        `within_5_percent`, the share of the asked.
    """
    told: defaultdict[tuple[str, int], list[float]] = defaultdict(list)
    for row in known:
        if row["metric"] == "market_size" and row["segment"] is None and row["area"] == "Global":
            told[row["market"], row["year"]].append(row["value"])
    asked = {place: median(values) for place, values in told.items() if len(values) > 1}
    off = [abs(log(answers[place] / middle)) for place, middle in asked.items() if answers.get(place, 0) > 0]
    return {
        "asked": len(asked),
        "answered": len(off),
        "median_factor": round(exp(median(off)), 4) if off else None,
        "within_5_percent": round(sum(one <= log(1.05) for one in off) / max(len(asked), 1), 4),
    }


def of_build(database: Path) -> tuple[list[Figure], dict[tuple[str, int], float]]:
    """Figures and market sizes of a build or release.

    Returns:
        Figures of its claims by name of their document; estimates of whole markets in the world, by market and year.
    """
    from warehouse.connection import connect

    con = connect(database, read_only=True)
    try:
        rows = con.execute(
            "SELECT d.name, c.metric, CAST(c.obs_value AS DOUBLE), "
            "coalesce(c.period_end, c.time_period_year, c.time_period_inferred), c.segment, c.geography "
            "FROM core.claims c JOIN core.documents d USING (document_id)"
        ).fetchall()
        sizes = con.execute(
            "SELECT lower(m.market), e.year, e.estimate FROM core.estimates e JOIN core.markets m USING (market_id) "
            "WHERE e.metric = 'market_size' AND e.segment_key IS NULL AND e.ref_area = '001' AND e.estimate IS NOT NULL"
        ).fetchall()
    finally:
        con.close()
    found = [
        figure(name, metric, value, year, part_of(segment, area))
        for name, metric, value, year, segment, area in rows
        if value is not None
    ]
    return found, {(m, year): value for m, year, value in sizes}
