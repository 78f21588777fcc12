"""Simulated sources whose truth is known: markets, clock times with circles of copiers, ratings by a crowd. Seeded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

Array = npt.NDArray[np.float64]


def frame(rows: Sequence[tuple[str, str, str, float | None]]) -> pl.DataFrame:
    """Claims from tuples of source, object, attribute and number."""
    return pl.DataFrame(rows, schema=["source", "object", "attribute", "num"], orient="row")


def one_item(*values: float) -> pl.DataFrame:
    """Claims on one item, one source each."""
    return frame([(f"s{i:05d}", "o", "a", value) for i, value in enumerate(values)])


@dataclass(frozen=True, slots=True)
class World:
    """Claims, and the truth of each object (and attribute)."""

    claims: pl.DataFrame
    truth: pl.DataFrame

    def error(self, values: pl.DataFrame) -> float:
        """Mean absolute error."""
        met = values.join(self.truth, on=["object", "attribute"], how="inner")
        assert met.height == self.truth.height
        return float(np.abs(met["value"].to_numpy() - met["truth"].to_numpy()).mean())

    def wrong(self, values: pl.DataFrame) -> float:
        """Share of values that are not the truth."""
        met = values.join(self.truth, on=["object", "attribute"], how="inner")
        assert met.height == self.truth.height
        return float((met["value"] != met["truth"]).to_numpy().mean())


def aggregated(claims: pl.DataFrame, how: pl.Expr) -> pl.DataFrame:
    """The plain aggregate of each item."""
    return claims.group_by("object", "attribute").agg(value=how)


@dataclass(frozen=True, slots=True)
class Markets:
    """n figures on each of many markets: log-normal errors with a spread of each market.

    Attributes:
        n: figures per market.
        spread: "lognormal" (median .35), "gamma", "two" (.1 or .8) or "constant".
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
        """The claims with their truth, and the figures as an array, one row per market."""
        r = np.random.default_rng(seed)
        m, n = self.repetitions, self.n
        spreads = {
            "lognormal": lambda: np.exp(np.log(0.35) + 0.5 * r.normal(size=m)),
            "gamma": lambda: r.gamma(2, 0.2, m),
            "two": lambda: r.choice([0.1, 0.8], m),
            "constant": lambda: np.full(m, 0.35),
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


def clock_times(
    seed: int,
    objects: int = 100,
    groups: int = 5,
    group_size: int = 4,
    leader: float = 0.55,
    copying: float = 0.97,
    minutes: int = 1,
    popular: float = 0.35,
    sources: int = 38,
) -> World:
    """Times of day in minutes, two attributes. Groups copy a bad leader; independent sources are right in 70 to 95 %.

    `popular` of wrong values are the scheduled time, which many state.
    """
    r = np.random.default_rng(seed)
    right = r.uniform(0.7, 0.95, sources)
    leader_of: dict[int, int] = {}
    for g in range(groups):
        first = g * group_size
        right[first] = leader
        leader_of |= dict.fromkeys(range(first + 1, first + group_size), first)
    covers = r.uniform(0.3, 1.0, sources)
    rows: list[tuple[str, str, str, float | None]] = []
    truth = []
    for o in range(objects):
        for a in ("arrival", "departure"):
            actual = int(r.integers(300, 1380))
            scheduled = actual - int(abs(r.normal(0, 25)))
            truth.append((f"f{o}", a, float(round(actual / minutes) * minutes)))
            said: dict[int, int] = {}
            for s in range(sources):
                if leader_of.get(s, -1) in said and r.random() < copying:
                    said[s] = said[leader_of[s]]
                elif r.random() <= covers[s]:
                    u = (r.random() - right[s]) / (1 - right[s])
                    stated = actual if u < 0 else scheduled if u < popular else actual + round(r.normal(0, 20))
                    said[s] = round(stated / minutes) * minutes
            rows += [(f"s{s:02d}", f"f{o}", a, float(v)) for s, v in said.items()]
    return World(frame(rows), pl.DataFrame(truth, schema=["object", "attribute", "truth"], orient="row"))


def ratings(
    seed: int,
    objects: int = 300,
    per: int = 10,
    low: float = 0,
    heaped: float = 0.0,
    zeros: float = 0.0,
    spam: float = 0.1,
    workers: int = 40,
    spam_says: str = "constant",
    is_skewed: bool = False,
) -> World:
    """Scores from `low` to 100 by workers with noise and bias of their own; some of them spam."""
    r = np.random.default_rng(seed)
    noise, bias, is_spam = r.gamma(4, 5, workers) + 2, r.normal(0, 8, workers), r.random(workers) < spam
    always = r.choice([low, (low + 100) / 2, 100], workers)
    rows: list[tuple[str, str, str, float | None]] = []
    truth = []
    for o in range(objects):
        actual = float(np.clip(r.gamma(0.8, 18), low, 100) if is_skewed else r.uniform(low, 100))
        truth.append((f"o{o}", "score", actual))
        for w in r.choice(workers, per, replace=False):
            score = actual + bias[w] + noise[w] * r.normal()
            if is_spam[w]:
                score = always[w] if spam_says == "constant" else r.uniform(low, 100)
            elif r.random() < heaped:
                score = round(score / 10) * 10
            if r.random() < zeros and abs(score) < 15:
                score = 0.0
            rows.append((f"w{w}", f"o{o}", "score", float(np.clip(round(score), low, 100))))
    return World(frame(rows), pl.DataFrame(truth, schema=["object", "attribute", "truth"], orient="row"))
