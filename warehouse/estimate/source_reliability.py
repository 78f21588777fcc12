"""The reliability of each source: the distance of its sound figures from the centres of all its series.

Belongs here: variances of sources beside the usual one. The law of the spread is learned in `spread_law.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from warehouse.estimate.likelihood import Floats
from warehouse.estimate.posterior import posteriors
from warehouse.estimate.spread_law import SpreadLaw

# A source starts from so many deviations like everybody's.
SHRUNK_BY = 15.0
# A source counts at most so many times as much as the usual one, and no less than that part of it.
MOST_RELIABLE = 8.0
# A deviation counts as at most so many standard deviations.
FARTHEST = 3.0
_ANY_LEVEL = 0.5
# The logarithm of a factor is known to this step, less than the standard error that 15 figures beside `SHRUNK_BY` leave,
# sqrt(2 / 30) = 0.26, and that of the usual one to a quarter of it: one report more moves few factors (docs/decisions/0039).
_STEP, _USUAL_STEP = 0.2, 0.05


def source_factors(series: Sequence[Floats], sources: Sequence[Sequence[str]], law: SpreadLaw) -> Mapping[str, float]:
    """Learns each source's variance beside the usual one.

    A source's factor is the mean of its squared deviations in units of what their series let expect, weighed by the
    probability that the figure is sound, and shrunk to 1 (the variance of a source as in Zhao and Han 2012, "A probabilistic
    model for estimating real-valued truth from conflicting sources", section 4). A gross error gives no information on a source's
    usual precision, so it does not count.

    Args:
        series: figures of each on the scale of errors, ascending, at least two.
        sources: who says each figure.
        law: of the class, learned as if all sources were alike.

    Returns:
        By source; the geometric mean is 1, up to a step.
    """
    seen: defaultdict[str, float] = defaultdict(float)
    tried: defaultdict[str, float] = defaultdict(float)
    alike = [np.ones(len(figures)) for figures in series]
    for figures, names, posterior in zip(series, sources, posteriors(series, alike, law, _ANY_LEVEL), strict=True):
        sound = 1 - np.array(posterior.gross)
        # A figure that helped to make the centre lies closer to it than to the truth.
        expected = posterior.spread**2 * (1 - sound / np.maximum(sound.sum(), 1.0))
        squared = sound * (figures - posterior.centre) ** 2 / np.maximum(expected, 1e-300)
        for name, deviation, weight in zip(
            names, np.minimum(squared, sound * FARTHEST**2).tolist(), sound.tolist(), strict=True
        ):
            seen[name] += deviation
            tried[name] += weight
    logs = {name: float(np.log((seen[name] + SHRUNK_BY) / (tried[name] + SHRUNK_BY))) for name in sorted(tried)}
    usual = _in_steps(float(np.mean(list(logs.values()))), _USUAL_STEP) if logs else 0.0
    most = np.log(MOST_RELIABLE)
    return {name: float(np.exp(np.clip(_in_steps(one - usual, _STEP), -most, most))) for name, one in logs.items()}


def _in_steps(log: float, step: float) -> float:
    return float(step * np.round(log / step))
