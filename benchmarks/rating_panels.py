"""Simulated ratings on a bounded scale whose truth is known: many raters give zero, each has bias and noise. Seeded.

Belongs here: drawing. The kind is that of intensities rated by a crowd (Snow et al., EMNLP 2008): the truth is the mean
of a trained panel, and most scores are the lowest of the scale.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from benchmarks.markets import World

Array = npt.NDArray[np.float64]
HIGHEST = 100.0
_PANEL = 2_000  # scores of an item that the truth is the mean of
# Strengths of items: a gamma law on a scale from zero, a normal one where zero lies inside.
_SHAPE, _SCALE, _SIGNED = 0.7, 30.0, 45.0


@dataclass(frozen=True, slots=True)
class Ratings:
    """Scores of several attributes.

    Attributes:
        zeros: share of the panel's scores that are zero, more than of the crowd's; where zero lies inside two fifths of it.
        raters: scores per item.
        pool: raters there are.
        items: per attribute.
        attributes: how many run from zero to the highest score.
        signed: whether one more runs from its negative, so that zero lies inside.
        steps: the scores that may be given, ascending; empty for whole numbers up to 100.
        spam: share of raters who always give one score.
        bias: standard deviation of raters' bias, in hundredths of the scale.
        noise: median standard deviation of a rater's noise, in hundredths of the scale.
        crowd: standard deviation of what the whole crowd sees otherwise than the panel, by item.
        heaped: share of raters who give multiples of ten.
        strict: standard deviation of the logarithm of the threshold below which a rater gives zero.
    """

    zeros: float = 0.75
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
        the truth is the mean score of a panel without bias.
        """
        r = np.random.default_rng(seed)
        pool = max(self.pool, self.raters)
        bias, noise = r.normal(0, self.bias, pool), self.noise * np.exp(0.5 * r.normal(size=pool))
        strict, heaps = np.exp(self.strict * r.normal(size=pool)), r.random(pool) < self.heaped
        spams, always = r.random(pool) < self.spam, r.choice(self._steps(0.0), pool)
        objects = np.array([f"o{i}" for i in range(self.items)])
        claims, truths = [], []
        for name, low in self._attributes():
            strength = r.normal(0, _SIGNED, self.items) if low < 0 else r.gamma(_SHAPE, _SCALE, self.items)
            panel = strength[:, None] + self.noise * r.normal(size=(self.items, _PANEL))
            threshold = float(
                np.quantile(np.abs(panel), 0.4 * self.zeros) if low < 0 else np.quantile(panel, self.zeros)
            )
            who = np.argsort(r.random((self.items, pool)), axis=1)[:, : self.raters]
            common = strength + self.crowd * r.normal(size=self.items)
            seen = common[:, None] + bias[who] + noise[who] * r.normal(size=who.shape)
            seen = np.where(heaps[who], np.round(seen / 10) * 10, seen)
            score = np.where(spams[who], always[who], self._given(seen, threshold * strict[who], low))
            rated = {"source": [f"w{w:03d}" for w in who.ravel()], "object": np.repeat(objects, self.raters)}
            claims.append(pl.DataFrame({**rated, "attribute": name, "num": score.ravel()}))
            truth = self._given(panel, np.array(threshold), low).mean(axis=1)
            truths.append(pl.DataFrame({"object": objects, "attribute": name, "truth": truth}))
        return World(pl.concat(claims), pl.concat(truths))

    def _attributes(self) -> list[tuple[str, float]]:
        """Names, and the lowest score of each."""
        return [(f"score{a}", 0.0) for a in range(self.attributes)] + [("valence", -HIGHEST)] * self.signed

    def _steps(self, low: float) -> Array:
        return np.array(self.steps) if self.steps else np.arange(low, HIGHEST + 1)

    def _given(self, seen: Array, threshold: Array, low: float) -> Array:
        """The score that is given for what is perceived."""
        if self.steps:
            highest = len(self.steps) - 1
            place = np.clip(np.round(seen / HIGHEST * highest), 0, highest).astype(np.int64)
            return np.asarray(self._steps(low)[np.where(seen < threshold, 0, place)])
        felt = np.abs(seen) if low < 0 else seen
        return np.where(felt < threshold, 0.0, np.clip(np.round(seen), low, HIGHEST))
