"""`python -m benchmarks.coverage`: how often the intervals of `fuse` hold the truth of simulated markets, and how wide they are.

Prints the table of docs/reconciliation.md. Belongs here: the measures. The markets are drawn in `markets.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from scipy.special import stdtrit

from benchmarks.markets import SPREAD, Array, Markets
from warehouse.fuse.engine import fuse

LEVEL = 0.9
PUBLISHERS = (2, 3, 5, 10)
COPIES, GROSS = 0.4, 0.1
COLUMNS = (
    "publishers",
    "clean: covered", "width", "spread given", "Hartung–Knapp",
    "40 % copies: covered", "width",
    "10 % gross errors: covered", "width",
    "both: covered", "width",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cover:
    """What intervals are worth.

    Attributes:
        covered: share of truths within them.
        width: median of their widths on the logarithmic scale.
    """

    covered: float
    width: float


def measured(markets: Markets, level: float = LEVEL, seed: int = 1) -> tuple[Cover, Array]:
    """Draws markets, fuses their claims and holds the intervals against the truth.

    Returns:
        The cover, and the figures, one row per market.
    """
    world, figures = markets.draw(seed)
    met = world.met(fuse(world.claims, level).values)
    truth, low, high = (met[name].to_numpy() for name in ("truth", "lo", "hi"))
    return Cover(float(((low <= truth) & (truth <= high)).mean()), float(np.median(np.log(high / low)))), figures


def hartung_knapp(figures: Array, level: float = LEVEL) -> float:
    """Median width of Hartung and Knapp's interval (Statistics in Medicine 20, 2001).

    With equal weights it is Student's t on the logarithms of each market's own figures.
    """
    logs, n = np.log(figures), figures.shape[1]
    return float(np.median(2 * stdtrit(n - 1, 0.5 + level / 2) * logs.std(axis=1, ddof=1) / np.sqrt(n)))


def told_the_spread(n: float, level: float = LEVEL) -> float:
    """Median width of the interval of whoever knows each market's spread: 2 z s / sqrt(n)."""
    return float(2 * stdtrit(np.inf, 0.5 + level / 2) * SPREAD / np.sqrt(n))


def independent_voices(markets: Markets) -> float:
    """How many figures of a market are neither copies nor gross errors, in the mean: the first is never a copy."""
    return (1 + (markets.n - 1) * (1 - markets.copies)) * (1 - markets.gross)


def table() -> Iterator[tuple[float, ...]]:
    """Rows of the table, one per number of publishers, in the order of `COLUMNS`."""
    for n in PUBLISHERS:
        clean, figures = measured(Markets(n))
        row = [n, clean.covered, clean.width, told_the_spread(n), hartung_knapp(figures)]
        for markets in (Markets(n, copies=COPIES), Markets(n, gross=GROSS), Markets(n, copies=COPIES, gross=GROSS)):
            found, _ = measured(markets)
            row += [found.covered, found.width]
        yield tuple(row)


def as_markdown(rows: Iterator[tuple[float, ...]]) -> str:
    """The table as it stands in the docs: shares with three decimals, widths with two."""
    lines = [f"| {' | '.join(COLUMNS)} |", "|" + "---|" * len(COLUMNS)]
    for row in rows:
        cells = [
            f"{value:.3f}" if name.endswith("covered") else f"{value:.2f}"
            for name, value in zip(COLUMNS[1:], row[1:], strict=True)
        ]
        lines.append(f"| {row[0]:.0f} | {' | '.join(cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(as_markdown(table()))
