"""`python -m benchmarks.conflicts`: how often honest markets come out as conflicts, and how often one gross error is seen, by number of publishers.

Prints a table of docs/reconciliation.md. The figures are judged by the function that the build calls.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from warehouse.estimate.estimation import reconcile
from warehouse.estimate.independence import Figure, voices
from warehouse.estimate.series import Reconciled, SeriesYear
from warehouse.policy import read_policy
from warehouse.values.conflict_records import Place
from warehouse.values.keys import digest
from warehouse.values.rounding_bands import Band

PUBLISHERS = (2, 3, 5, 10)
# One figure of a market is off by this factor; 1 is the honest market.
FACTORS = (1, 3, 5, 10)
# Publishers scatter by a factor from 1.1 to 2.2 (one standard deviation), evenly on the log-log scale.
TIGHTEST, WIDEST = math.log(1.1), math.log(2.2)


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of the markets of one kind.

    Attributes:
        conflicts: share of them with a conflict verdict.
        refused: share of them without an estimate.
        held: share of published intervals that hold the centre.
    """

    conflicts: float
    refused: float
    held: float


def markets(n: int, factor: float, count: int, rng: np.random.Generator) -> Iterator[tuple[float, list[float]]]:
    """Centres and figures of markets with n publishers, of which one is off by a factor in either direction."""
    for _ in range(count):
        centre = rng.normal(2, 1)
        spread = math.exp(rng.uniform(math.log(TIGHTEST), math.log(WIDEST)))
        figures = centre + spread * rng.normal(size=n)
        if factor > 1:
            figures[rng.integers(n)] += math.log(factor) * rng.choice([-1, 1])
        yield centre, [float(f"{math.exp(one):.4g}") for one in figures]


def judged(values: Sequence[Sequence[float]]) -> tuple[Reconciled, ...]:
    """Markets as a build judges them, all of one metric."""
    found = []
    for number, own in enumerate(values):
        figures = tuple(_figure(f"p{place}", value) for place, value in enumerate(own))
        place = Place(f"m{number}", None, "001", "market_size", "USD", 2025)
        # A hash, as in a build: the law is learned from the series with the smallest ids, which are a sample.
        found.append(SeriesYear(digest("series", number), place, f"m{number}", figures, voices(figures), ()))
    return reconcile(found, read_policy())


def _figure(name: str, value: float) -> Figure:
    at = Decimal(repr(value))
    return Figure(name, name, name, name, name, at, Band(at, at), "stated", (f"claim of {name}",))


def measured(factor: float, count: int, seed: int = 1) -> dict[int, Seen]:
    """Conflicts by number of publishers.

    One build holds the honest markets of every number of publishers, so that it learns how far they scatter, and a tenth as
    many with the gross error.
    """
    rng = np.random.default_rng(seed)
    made = [
        (n, kind, centre, figures)
        for n in PUBLISHERS
        for kind, own in ((1.0, count), (max(factor, 3.0), count // 10))
        for centre, figures in markets(n, kind, own, rng)
    ]
    results = judged([figures for *_, figures in made])
    found = {}
    for n in PUBLISHERS:
        own = [
            (centre, item)
            for (number, kind, centre, _), item in zip(made, results, strict=True)
            if number == n and kind == factor
        ]
        published = [(centre, item.judgement.interval) for centre, item in own if item.judgement.interval is not None]
        held = [
            one.low is not None and one.high is not None and float(one.low) <= math.exp(centre) <= float(one.high)
            for centre, one in published
        ]
        found[n] = Seen(
            float(np.mean([item.judgement.verdict.startswith("conflict") for _, item in own])),
            float(np.mean([item.judgement.estimate is None for _, item in own])),
            float(np.mean(held)),
        )
    return found


def as_markdown(count: int) -> str:
    """The table as it is in the docs."""
    header = [
        "publishers",
        "honest: conflict",
        "refused",
        *(f"one off by {factor}: conflict" for factor in FACTORS[1:]),
    ]
    columns = {factor: measured(factor, count) for factor in FACTORS}
    lines = [f"| {' | '.join(header)} |", "|" + "---|" * len(header)]
    for n in PUBLISHERS:
        honest = columns[1][n]
        cells = [f"{honest.conflicts:.3f}", f"{honest.refused:.3f}"]
        cells += [f"{columns[factor][n].conflicts:.2f}" for factor in FACTORS[1:]]
        lines.append(f"| {n} | {' | '.join(cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(as_markdown(2_000))
