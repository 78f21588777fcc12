"""Simulated markets whose truth is known: some figures on each, with a spread of its own, copies and gross errors. Seeded.

Belongs here: drawing. What an engine makes of the claims is measured elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

Array = npt.NDArray[np.float64]
# Median standard deviation of the logarithms between the publishers of a market.
SPREAD = 0.35


@dataclass(frozen=True, slots=True)
class World:
    """Claims, and the truth of each object (and attribute)."""

    claims: pl.DataFrame
    truth: pl.DataFrame

    def met(self, values: pl.DataFrame) -> pl.DataFrame:
        """Values beside the truth.

        Raises:
            ValueError: an object has no value.
        """
        found = values.join(self.truth, on=["object", "attribute"], how="inner")
        if found.height != self.truth.height:
            raise ValueError(f"{self.truth.height - found.height} of {self.truth.height} objects have no value")
        return found

    def error(self, values: pl.DataFrame) -> float:
        """Mean absolute error."""
        met = self.met(values)
        return float(np.abs(met["value"].to_numpy() - met["truth"].to_numpy()).mean())

    def wrong(self, values: pl.DataFrame) -> float:
        """Share of values that are not the truth."""
        met = self.met(values)
        return float((met["value"] != met["truth"]).to_numpy().mean())


@dataclass(frozen=True, slots=True)
class Markets:
    """n figures on each of many markets: log-normal errors with a spread of each market.

    Attributes:
        n: figures per market.
        spread: "lognormal" (median `SPREAD`), "gamma", "two" (.1 or .8) or "constant".
        truth: "decades" (log-normal over some decades) or "same" (100 for all).
        copies: probability that a figure is copied from an earlier one.
        gross: probability of a gross error, a factor of e^1.5 to e^3 either way.
        sources: how many sources there are.
        uneven: whether they differ in reliability.
    """

    n: int
    spread: str = "lognormal"
    truth: str = "decades"
    copies: float = 0.0
    gross: float = 0.0
    sources: int = 60
    uneven: bool = False
    repetitions: int = 4_000

    def draw(self, seed: int = 1) -> tuple[World, Array]:
        """Draws markets.

        Returns:
            The claims with their truth, and the figures as an array, one row per market.
        """
        r = np.random.default_rng(seed)
        m, n = self.repetitions, self.n
        spreads: dict[str, Callable[[], Array]] = {
            "lognormal": lambda: np.exp(np.log(SPREAD) + 0.5 * r.normal(size=m)),
            "gamma": lambda: r.gamma(2, 0.2, m),
            "two": lambda: r.choice([0.1, 0.8], m),
            "constant": lambda: np.full(m, SPREAD),
        }
        spread = spreads[self.spread]()
        truth = np.exp(r.normal(8, 1.5, m)) if self.truth == "decades" else np.full(m, 100.0)
        source = np.argsort(r.random((m, self.sources)), axis=1)[:, :n]
        error = r.normal(size=(m, n))
        if self.uneven:
            error = error * np.exp(0.6 * r.normal(size=self.sources))[source]
        figure = truth[:, None] * np.exp(spread[:, None] * error)
        slip = np.exp(r.choice([-1, 1], (m, n)) * r.uniform(1.5, 3, (m, n)))
        figure = np.where(r.random((m, n)) < self.gross, figure * slip, figure)
        for k in range(1, n):
            is_copy, of = r.random(m) < self.copies, r.integers(0, k, m)
            figure[:, k] = np.where(is_copy, figure[np.arange(m), of], figure[:, k])
        objects = [f"m{i}" for i in range(m)]
        claims = pl.DataFrame(
            {
                "source": [f"v{s}" for s in source.ravel()],
                "object": np.repeat(objects, n),
                "attribute": "size",
                "num": figure.ravel(),
            }
        )
        return World(claims, pl.DataFrame({"object": objects, "attribute": "size", "truth": truth})), figure
