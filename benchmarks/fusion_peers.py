"""`python -m benchmarks.fusion_peers`: values of `fuse` and of peers from the literature, on clock times and on ratings.

Prints the two tables of docs/reconciliation.md in one run. Belongs here: the designs and the measures. Claims are drawn
in `clock_times.py` and `rating_panels.py`; the peers are written in `truth_finding.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from benchmarks.clock_times import ClockTimes, at_random
from benchmarks.markets import World
from benchmarks.rating_panels import Ratings
from benchmarks.truth_finding import PEERS, Table
from warehouse.fuse.engine import fuse

SEEDS = (1, 2, 3)
# One more row is the mean over so many designs drawn at random.
AT_RANDOM = 60
# A clock time is right within so many minutes.
TOLERANCE = 10.0
OURS = "fuse"
COLUMNS = (*PEERS, OURS)

CLOCK_TIMES: Mapping[str, ClockTimes] = {
    "16 of 38 copy, in five groups": ClockTimes(),
    "… 100 items": ClockTimes(items=100),
    "… most wrong times are the scheduled one": ClockTimes(scheduled=0.8),
    "… 5 state another event": ClockTimes(event=5),
    "… half of the independent round to 5 minutes": ClockTimes(coarse=0.5),
    "22 copy, but in 70 % only": ClockTimes(groups=(10, 8, 4), copying=0.7),
    "22 copy bad leaders (30 to 50 %), all others are worse (50 to 80 %)": ClockTimes(
        groups=(8, 6, 4, 4), leaders=(0.3, 0.5), independent=(0.5, 0.8), excellent=3
    ),
    "18 copy, sources cover 10 to 60 %, 100 items": ClockTimes(items=100, covers=(0.1, 0.6), groups=(8, 6, 4)),
    "20 copy, the excellent cover a third": ClockTimes(groups=(9, 7, 4), excellent=6, narrow=True),
    "20 copy one leader": ClockTimes(groups=(20,)),
    "24 copy two leaders": ClockTimes(groups=(12, 12)),
    "20 copy two leaders, 2 are excellent, 2,000 items": ClockTimes(items=2_000, groups=(12, 8), excellent=2),
}

RATINGS: Mapping[str, Ratings] = {
    "10 raters": Ratings(),
    "… fewer zeros": Ratings(zeros=0.3),
    "… more zeros": Ratings(zeros=0.95),
    "… no attribute but one with zero inside": Ratings(attributes=0, items=300, zeros=0.9),
    "… noisy, alike": Ratings(noise=30, strict=0.3, bias=3, crowd=12, spam=0),
    "… precise, alike": Ratings(noise=8, bias=4, spam=0),
    "… all give multiples of ten": Ratings(heaped=1.0),
    "… stars, 1 to 5": Ratings(zeros=0.2, steps=(1, 2, 3, 4, 5), signed=False),
    "… 0, 50 or 100": Ratings(zeros=0.5, steps=(0, 50, 100), signed=False),
    "5 raters": Ratings(raters=5),
    "5 raters, noisy, alike": Ratings(raters=5, noise=30, strict=0.3, bias=3, crowd=12, spam=0),
    "40 raters": Ratings(raters=40, pool=60),
}


@dataclass(frozen=True, slots=True)
class Row:
    """One design.

    Attributes:
        name: what it is.
        share: of claims that copiers make up, or that are zero (of coarse scales: the lowest step).
        scores: of each method, in the order of `COLUMNS`, the mean over the seeds.
    """

    name: str
    share: float
    scores: tuple[float, ...]


def clock_time_rows() -> Iterator[Row]:
    """Share of values that are more than ten minutes off; share: sources that copy, their leaders counted in."""
    for name, design in CLOCK_TIMES.items():
        worlds = [design.draw(seed) for seed in SEEDS]
        scores = np.mean([_all_off(world) for world in worlds], axis=0)
        yield Row(name, sum(design.groups) / design.sources, tuple(scores.tolist()))
    r = np.random.default_rng(SEEDS[0])
    designs = [at_random(r) for _ in range(AT_RANDOM)]
    scores = np.mean([_all_off(design.draw(seed)) for seed, design in enumerate(designs)], axis=0)
    share = float(np.mean([sum(design.groups) / design.sources for design in designs]))
    yield Row(f"{AT_RANDOM} designs drawn at random", share, tuple(scores.tolist()))


def rating_rows() -> Iterator[Row]:
    """Mean absolute error."""
    for name, design in RATINGS.items():
        worlds = [design.draw(seed) for seed in SEEDS]
        scores = np.mean([[world.error(values) for values in _fused(world)] for world in worlds], axis=0)
        lowest = design.steps[0] if design.steps else 0.0
        share = float(np.mean([(world.claims["num"] == lowest).mean() for world in worlds]))
        yield Row(name, share, tuple(scores.tolist()))


def as_markdown(head: tuple[str, str], rows: Iterator[Row], digits: int) -> str:
    """A table: shares as percentages, the best score of each row in bold."""
    lines = [f"| {' | '.join((*head, *COLUMNS))} |", "|" + "---|" * (len(COLUMNS) + 2)]
    for row in rows:
        best = round(min(row.scores), digits)
        cells = (f"**{x:.{digits}f}**" if round(x, digits) == best else f"{x:.{digits}f}" for x in row.scores)
        lines.append(f"| {row.name} | {row.share:.0%} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _fused(world: World) -> Iterator[pl.DataFrame]:
    """The values of all methods, in the order of `COLUMNS`."""
    table = Table.of(world.claims)
    for peer in PEERS.values():
        yield table.keys.with_columns(value=pl.Series(peer(table)))
    yield fuse(world.claims).values


def _all_off(world: World) -> list[float]:
    """Of each method, in the order of `COLUMNS`, the share of values that are too far off."""
    found = [world.met(values) for values in _fused(world)]
    return [float((np.abs(met["value"].to_numpy() - met["truth"].to_numpy()) > TOLERANCE).mean()) for met in found]


if __name__ == "__main__":
    print(as_markdown(("clock times: more than 10 minutes off", "copiers"), clock_time_rows(), 3))
    print()
    print(as_markdown(("ratings: mean absolute error", "zeros"), rating_rows(), 2))
