"""The likelihood of one series: which figures are sound, which are gross errors, and the spread of the sound ones.

Belongs here: the contaminated random-effects model and its conditional posteriors. Learning the law of the spread is in
`spread_law.py`, the posterior of the centre in `posterior.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Cores:
    """Conditional posteriors of the centre of series with equally many figures.

    One component per spread and core. A core is a run of neighbouring figures that are sound; the others are gross errors.

    Attributes:
        log_likelihood: of each component, the centre integrated out; shape (series, spreads, cores), up to a constant
            that depends on the number of figures only.
        mean: of the centre, the same shape.
        variance: of the centre, the same shape.
        is_sound: figures of each core; shape (cores, figures).
    """

    log_likelihood: Floats
    mean: Floats
    variance: Floats
    is_sound: npt.NDArray[np.bool_]


def cores_of(figures: Floats, factors: Floats, spread: Floats, gross_share: float, gross_scale: float) -> Cores:
    """Works out the conditional posteriors of series with n figures each.

    The model is the random-effects model of meta-analysis without within-study error, with Tukey's contamination (Tukey 1960,
    "A survey of sampling from contaminated distributions"): a sound figure is normal around the centre with variance
    spread² x factor, a gross error with variance spread² x factor + gross_scale². The prior of the centre is flat. Sets of
    sound figures that are no run of neighbours are left out: with one spread their likelihood is dominated by that of a run.

    Args:
        figures: on the scale of errors, ascending within a series; shape (series, n).
        factors: of each figure, its publisher's variance beside the usual one; shape (series, n).
        spread: grid of standard deviations between publishers; shape (spreads,).
        gross_share: probability of a gross error.
        gross_scale: standard deviation of gross errors.

    Returns:
        The components.
    """
    is_sound = runs(figures.shape[1])
    sound_variance = factors[:, None, None, :] * (spread**2)[None, :, None, None]
    variance = sound_variance + np.where(is_sound, 0.0, gross_scale**2)[None, None]
    weight = 1 / variance
    total = weight.sum(-1)
    at = figures[:, None, None, :]
    mean = (weight * at).sum(-1) / total
    squares = (weight * (at - mean[..., None]) ** 2).sum(-1)
    n_sound = is_sound.sum(1)
    prior = n_sound * np.log1p(-gross_share) + (figures.shape[1] - n_sound) * np.log(gross_share)
    log_likelihood = prior - 0.5 * (np.log(variance).sum(-1) + np.log(total) + squares)
    return Cores(log_likelihood, mean, 1 / total, is_sound)


@cache
def runs(n: int) -> npt.NDArray[np.bool_]:
    """Every run of neighbours among n figures in ascending order, and the empty one; shape (n (n + 1) / 2 + 1, n)."""
    ends = [(first, last) for first in range(n) for last in range(first, n)]
    rows = [[first <= place <= last for place in range(n)] for first, last in ends]
    return np.array([*rows, [False] * n])


def by_number(series: Sequence[Floats], at_once: int = 1_000) -> Iterator[tuple[list[int], Floats]]:
    """Series with equally many figures as one array: their places in `series`, and the figures; at most so many at once."""
    places: dict[int, list[int]] = {}
    for place, figures in enumerate(series):
        places.setdefault(len(figures), []).append(place)
    for _, members in sorted(places.items()):
        for start in range(0, len(members), at_once):
            chosen = members[start : start + at_once]
            yield chosen, np.stack([series[place] for place in chosen])
