"""Simulated sources whose truth is known: clock times with groups of copiers, ratings by a crowd. Seeded. Markets: `benchmarks/markets.py`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from benchmarks.markets import World


def frame(rows: Sequence[tuple[str, str, str, float | None]]) -> pl.DataFrame:
    """Claims from tuples of source, object, attribute and number."""
    return pl.DataFrame(rows, schema=["source", "object", "attribute", "num"], orient="row")


def one_item(*values: float) -> pl.DataFrame:
    """Claims on one item, one source each."""
    return frame([(f"s{i:05d}", "o", "a", value) for i, value in enumerate(values)])


def aggregated(claims: pl.DataFrame, how: pl.Expr) -> pl.DataFrame:
    """The plain aggregate of each item."""
    return claims.group_by("object", "attribute").agg(value=how)


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
