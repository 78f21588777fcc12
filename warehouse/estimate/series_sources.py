"""What the laws of metrics are learned from: of each series with several sources, those of the year that has most of them.

Belongs here: the step that writes work.reprints and work.series_sources, market by market. Learning is in `spread_laws.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import polars as pl

from warehouse.estimate.estimation import SEVERAL
from warehouse.estimate.reprints import Pair, possible_reprints
from warehouse.estimate.series import SeriesYear, attributed_figures, series_years
from warehouse.policy import Policy
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step

FIGURES = "series.figures"


def gathered(frames: Frames) -> Frames:
    """What the step asks of its frames: figures with their publishers and markets."""
    return {FIGURES: attributed_figures(frames)}


def series_sources(given: Frames, policy: Policy) -> Frames:
    """Reprints, and the sources of one year of each series.

    Args:
        given: of `gathered`, whole markets.
        policy: when prints are equal, and when a figure is of an older vintage.

    Returns:
        work.reprints and work.series_sources.
    """
    figures = given[FIGURES]
    equal = possible_reprints(figures, policy.independence.equal_within_share)
    markets = dict(figures.select("series_id", "market_id").unique().iter_rows())
    pairs = (
        {"market_id": markets[series_id], "series_id": series_id, "publisher_group": one, "other_group": other}
        for series_id, of_series in equal.items()
        for one, other in of_series
    )
    chosen = _most_told(figures, equal, policy)
    rows = (row for item in chosen for row in _rows(item))
    return {"work.reprints": framed("work.reprints", pairs), "work.series_sources": framed("work.series_sources", rows)}


def equal_prints(reprints: pl.DataFrame) -> Mapping[str, Collection[Pair]]:
    """Pairs of publisher groups that may be one source, by series, of work.reprints."""
    equal: dict[str, set[Pair]] = {}
    for series_id, one, other in reprints.select("series_id", "publisher_group", "other_group").iter_rows():
        equal.setdefault(series_id, set()).add((one, other))
    return equal


def _most_told(figures: pl.DataFrame, equal: Mapping[str, Collection[Pair]], policy: Policy) -> Iterator[SeriesYear]:
    """Of each series the first of the years with most sources, where these are several.

    A year has no more sources than publisher groups that state a figure. So years are asked in that order, and only those that
    may still have more sources than the best one so far.
    """
    may_have: dict[str, list[tuple[int, int]]] = {}
    for series_id, year, n_groups in _several_groups(figures).iter_rows():
        may_have.setdefault(series_id, []).append((-n_groups, year))
    best: dict[str, SeriesYear] = {}
    while may_have:
        asked = pl.DataFrame(
            [(series_id, years[0][1]) for series_id, years in may_have.items()],
            schema={"series_id": pl.String, "year": figures.schema["year"]},
            orient="row",
        )
        heard = figures.join(asked, on=["series_id", "year"], how="semi", maintain_order="left")
        for item in series_years(heard, equal, policy):
            before = best.get(item.series_id)
            if before is None or _rank(item) < _rank(before):
                best[item.series_id] = item
        may_have = {
            series_id: left
            for series_id, years in may_have.items()
            if (left := [year for year in years[1:] if year < _rank(best[series_id])])
        }
    yield from (item for item in best.values() if len(item.spoken.sources) >= SEVERAL)


def _several_groups(figures: pl.DataFrame) -> pl.DataFrame:
    """series_id, year, n_groups: how many publisher groups state a figure and no bound, where these are several."""
    has_ends = pl.col("obs_value_low").is_not_null() & pl.col("obs_value_high").is_not_null()
    return (
        figures.filter((pl.col("status") == "derived") | has_ends)
        .group_by("series_id", "year")
        .agg(n_groups=pl.col("publisher_group").n_unique())
        .filter(pl.col("n_groups") >= SEVERAL)
        .sort("series_id", pl.col("n_groups"), "year", descending=[False, True, False])
    )


def _rank(item: SeriesYear) -> tuple[int, int]:
    """Sorts the year with most sources first, of equal ones the earliest."""
    return -len(item.spoken.sources), item.place.year or 0


def _rows(item: SeriesYear) -> Iterator[dict[str, Any]]:
    for position, source in enumerate(item.spoken.sources):
        yield {
            "market_id": item.place.market_id,
            "series_id": item.series_id,
            "metric": item.place.metric,
            "position": position,
            "value": float(source.value),
            "publisher_group": source.group,
        }


def _run(frames: Frames, context: BuildContext) -> Frames:
    return series_sources(gathered(frames), context.policy)


STEP = Step(
    name="series_sources",
    reads=("core.vendor_figures", "core.documents", "core.publishers", "core.markets"),
    writes=("work.reprints", "work.series_sources"),
    run=_run,
)
