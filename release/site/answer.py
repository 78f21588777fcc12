"""The answer of a market page: the figure that stands first, its two intervals, who states it, since when, or why there is none.

Belongs here: which estimate answers "how large is it", and the rows that name its publishers. The template has the words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from release.reading.row_words import area_of
from release.site.rows import Row, Rows
from sources.grammar.areas import WORLD_CODE

SIZE = "market_size"
SIZE_COLUMNS = (  # of marts.market_estimates, what a size is chosen and shown by
    "market_id", "metric", "segment", "ref_area", "area", "estimate_id", "time_period", "time_period_year", "unit_measure", "estimate",
    "low", "high", "verdict", "status", "n_independent", "price_basis",
)  # fmt: skip
_STATUSES = ("stated", "inferred", "derived")


@dataclass(frozen=True, slots=True)
class Answer:
    """What stands first on a market page.

    Attributes:
        size: a row of marts.market_estimates.
        is_world: whether it is of the world; a national size stands first only where no global one is stated.
        voices: rows of marts.vendor_figures of this year, one a publisher, each with the `published_on` of its document.
        others: the best size of every other area, by name of the area; only where no global size is stated.
        prices: "nominal" or "real" with its reason in words, None where that is no question.
    """

    size: Row
    is_world: bool
    voices: tuple[dict[str, Any], ...]
    others: tuple[Row, ...]
    prices: str | None


def best_sizes(estimates: Sequence[Row]) -> dict[str, Row]:
    """The size of the whole market in each area: the year with most independent publishers, stated years first, then the earliest.

    Args:
        estimates: rows of marts.market_estimates of one market, at least `SIZE_COLUMNS`.
    """
    best: dict[str, Row] = {}
    for row in estimates:
        if row["metric"] == SIZE and row["segment"] is None:
            known = best.get(row["ref_area"])
            if known is None or weight(row) > weight(known):
                best[row["ref_area"]] = row
    return best


def leading(sizes: Mapping[str, Row]) -> Row | None:
    """Of the sizes by area the world's; without one the largest, refusals last."""
    if WORLD_CODE in sizes:
        return sizes[WORLD_CODE]
    return max(sizes.values(), key=lambda row: (row["estimate"] or 0, row["estimate_id"]), default=None)


def answer_of(estimates: Sequence[Row], figures: Sequence[Row], rows: Rows) -> Answer | None:
    """What stands first on a market page; None where no document states a size.

    Args:
        estimates: the market's rows of marts.market_estimates.
        figures: its rows of marts.vendor_figures.
        rows: the marts.
    """
    sizes = best_sizes(estimates)
    size = leading(sizes)
    if size is None:
        return None
    voices = _voices(size, figures, rows)
    is_world = size["ref_area"] == WORLD_CODE
    others = [] if is_world else [row for row in sizes.values() if row is not size]
    return Answer(size, is_world, tuple(voices), tuple(sorted(others, key=area_of)), prices_of(size, voices))


def prices_of(estimate: Row, figures: Sequence[Row]) -> str | None:
    """The kind of money of an estimate in words; None where it is no money.

    Args:
        estimate: a row of marts.market_estimates.
        figures: rows of marts.vendor_figures behind it.
    """
    basis = estimate["price_basis"]
    if basis is None:
        return None
    if basis != "current":
        year = basis.removeprefix("constant").removeprefix("-")
        return f"real: money of {year}" if year else "real: constant money, its year is not stated"
    if all(row["price_basis_is_assumed"] for row in figures):
        return "nominal, as assumed: no source says whether inflation is taken out"
    return "nominal: money of each year"


def _voices(size: Row, figures: Sequence[Row], rows: Rows) -> list[dict[str, Any]]:
    same = [
        row
        for row in figures
        if (row["series_id"], row["time_period_year"]) == (size["series_id"], size["time_period_year"])
    ]
    first: dict[str, Row] = {}
    for row in sorted(same, key=_first):
        first.setdefault(row["publisher_id"], row)
    documents = rows.by("documents", "document_id").known({row["document_id"]: None for row in first.values()})
    voices = []
    for row in sorted(first.values(), key=lambda one: (one["publisher"], one["vendor_figure_id"])):
        found = documents.get(row["document_id"])
        voices.append({**row, "published_on": found[0]["published_on"] if found else None})
    return voices


def _first(row: Row) -> tuple[object, ...]:
    status = row["status"]
    return (_STATUSES.index(status) if status in _STATUSES else len(_STATUSES), row["vendor_figure_id"])


def weight(row: Row) -> tuple[object, ...]:
    """What an estimate is chosen by among the years of a series: the largest stands for it."""
    return (row["n_independent"], row["status"] == "stated", -row["time_period_year"], row["estimate_id"])
