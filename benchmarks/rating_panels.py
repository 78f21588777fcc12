"""Simulated ratings on a bounded scale whose truth is known: many raters give zero, each has bias and noise. Seeded.

Belongs here: drawing. The kind is that of intensities rated by a crowd (Snow et al., EMNLP 2008): the truth is the mean
of a trained panel, and most scores are the lowest of the scale.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from benchmarks.markets import World


@dataclass(frozen=True, slots=True)
class Ratings:
    """Scores of several attributes.

    Attributes:
        zeros: share of scores that are zero, about.
        raters: scores per item.
        pool: raters there are.
        items: per attribute.
        attributes: how many.
        signed: whether one more attribute runs from the negative highest to the highest, so that zero lies inside.
        steps: the scores that may be given, ascending; empty for whole numbers from 0 to 100.
        spam: share of raters who always give one score.
        bias: standard deviation of raters' bias, in hundredths of the scale.
        noise: median standard deviation of a rater's noise, in hundredths of the scale.
        crowd: standard deviation of what the whole crowd sees otherwise than the panel, by item.
        heaped: share of raters who give multiples of ten.
        strict: standard deviation of the logarithm of the threshold below which a rater gives zero.
    """

    zeros: float = 0.64
    raters: int = 10
    pool: int = 38
    items: int = 100
    attributes: int = 6
    signed: bool = True
    steps: tuple[float, ...] = ()
    spam: float = 0.05
    bias: float = 8.0
    noise: float = 15.0
    crowd: float = 8.0
    heaped: float = 0.3
    strict: float = 0.7

    def draw(self, seed: int = 1) -> World:
        """Draws claims with their truth.

        An item has a strength. A rater perceives it with bias and noise, and gives what lies below a threshold as zero;
        the truth is the mean score of raters without bias (10,000 of the usual noise).

        Args:
            seed: of the generator.
        """
        r = np.random.default_rng(seed)
        pool = max(self.pool, self.raters)
        bias = r.normal(0, self.bias, pool)
        noise = self.noise * np.exp(0.5 * r.normal(size=pool))
        strict = np.exp(self.strict * r.normal(size=pool))
        heaps = r.random(pool) < self.heaped
        spams, always = r.random(pool) < self.spam, r.choice(self._steps(0.0), pool)
        claims, truths = [], []
        for a in range(self.attributes + self.signed):
            is_signed = a == self.attributes
            strength = r.normal(0, 45, self.items) if is_signed else r.gamma(0.7, 30, self.items)
            panel = strength[:, None] + self.noise * r.normal(size=(self.items, 2_000))
            threshold = float(np.quantile(np.abs(panel) if is_signed else panel, self.zeros * (0.4 if is_signed else 1)))
            low = -100.0 if is_signed else 0.0
            truth = self._given(panel, threshold, low).mean(1)
            who = np.argsort(r.random((self.items, pool)), axis=1)[:, : self.raters]
            common = strength + self.crowd * r.normal(size=self.items)
            seen = common[:, None] + bias[who] + noise[who] * r.normal(size=who.shape)
            seen = np.where(heaps[who], np.round(seen / 10) * 10, seen)
            score = np.where(spams[who], always[who], self._given(seen, threshold * strict[who], low))
            name = "valence" if is_signed else f"score{a}"
            objects = np.array([f"o{i}" for i in range(self.items)])
            claims.append(
                pl.DataFrame(
                    {
                        "source": [f"w{w:03d}" for w in who.ravel()],
                        "object": np.repeat(objects, self.raters),
                        "attribute": name,
                        "num": score.ravel(),
                    }
                )
            )
            truths.append(pl.DataFrame({"object": objects, "attribute": name, "truth": truth}))
        return World(pl.concat(claims), pl.concat(truths))

    def _steps(self, low: float) -> np.ndarray:  # type: ignore[type-arg]
        return np.array(self.steps) if self.steps else np.arange(low, 101.0)

    def _given(self, seen: np.ndarray, threshold: float | np.ndarray, low: float) -> np.ndarray:  # type: ignore[type-arg]
        """The score that is given for what is perceived."""
        steps = self._steps(low)
        if self.steps:  # what is perceived runs from 0 to 100
            place = np.clip(np.round(seen / 100 * (len(steps) - 1)), 0, len(steps) - 1).astype(np.int64)
            place = np.where(seen < threshold, 0, place)
            return np.asarray(steps[place])
        clipped = np.clip(np.round(seen), low, 100.0)
        return np.where(np.abs(seen) < threshold if low < 0 else seen < threshold, 0.0, clipped)
