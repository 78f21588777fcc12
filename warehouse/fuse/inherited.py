"""Inherited errors: a wrong value is new or copied from a wrong one, in proportion to its supporters.

Belongs here: the probability of a partition of wrong claims, and how ready errors are to be new. The process is the
Chinese restaurant process (Aldous 1985; Pitman 2006, Combinatorial Stochastic Processes, section 3.1); it is
exchangeable, so the order of claims makes no difference.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from warehouse.fuse.claims import Floats, Ints

# Claims may be parts of a voice, and different values a mean.
Counts: TypeAlias = Ints | Floats
# Concentrations beyond these bounds say no more: every error is taken over, or every error is new.
LOWEST, HIGHEST = np.exp(-4.0), np.exp(6.0)
_ROUNDS = 8


def log_probability(concentration: Floats, tables: Counts, ties: Floats, claims: Counts) -> Floats:
    """Log probability of the way in which wrong claims fall on wrong values, the values themselves left out.

    Args:
        concentration: how ready errors are to be new; positive.
        tables: different wrong values.
        ties: sum over these values of ln (claims on it - 1)!.
        claims: wrong claims.

    Returns:
        tables ln c + ties - ln (c (c + 1) ... (c + claims - 1)).
    """
    from scipy.special import gammaln  # lazily: scipy is heavy

    rising = gammaln(concentration + claims) - gammaln(concentration)
    return np.asarray(tables * np.log(concentration) + ties - rising)


def concentration_of(weight: Floats, tables: Counts, claims: Counts, group: Ints, n_groups: int) -> Floats:
    """The most likely concentration of each group, by Newton steps on its logarithm.

    A prior of one new value among two wrong claims keeps groups without evidence finite.

    Args:
        weight: how far each candidate counts: the probability that it is the truth.
        tables: different wrong values where it is.
        claims: wrong claims where it is.
        group: group of each candidate.
        n_groups: how many groups.

    Returns:
        One concentration per group.
    """
    from scipy.special import digamma

    several = claims > 1  # one wrong claim says nothing of repetition
    weight, tables, claims, group = weight[several], tables[several], claims[several], group[several]
    new = np.bincount(group, weight * tables, n_groups) + 1.0
    log_c = np.zeros(n_groups)

    def slope(at: Floats) -> Floats:
        c = np.exp(at)
        rate = digamma(c[group] + claims) - digamma(c)[group]
        return np.asarray(new - c * (np.bincount(group, weight * rate, n_groups) + 0.5))

    step = 1e-4
    for _ in range(_ROUNDS):
        here = slope(log_c)
        bend = (slope(log_c + step) - here) / step
        move = np.where(bend < 0, -here / np.where(bend < 0, bend, -1.0), np.sign(here))
        log_c = np.clip(log_c + np.clip(move, -1.5, 1.5), np.log(LOWEST), np.log(HIGHEST))
    return np.asarray(np.exp(log_c))
