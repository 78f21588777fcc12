"""The spread of figures of one item, learned from all items of its class, and the resulting interval.

Belongs here: variances shrunk to a prior, and Student's t. Where the centre lies does not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from warehouse.fuse.claims import Flags, Floats

# Degrees of freedom that stand for "all items scatter alike".
ENDLESS = 1e6
_NEWTON_ROUNDS = 50


@dataclass(frozen=True, slots=True)
class Prior:
    """What the items of a class say of the variance of one that is not known: a scaled inverse chi-square.

    Attributes:
        variance: its scale.
        degrees: its degrees of freedom: how many squared deviations it is worth.
    """

    variance: float
    degrees: float


@dataclass(frozen=True, slots=True)
class Degrees:
    """Degrees of freedom of items' variances, and what they let expect of the logarithms of these.

    Attributes:
        number: of each item; 0 where it has one figure.
        bias: of each item, how much the logarithm of its variance lies too low in the mean.
        noise: of each item, the variance of that logarithm.
    """

    number: Floats
    bias: Floats
    noise: Floats

    @classmethod
    def of(cls, number: Floats) -> Degrees:
        """Looks them up once per different number: there are few, and polygamma functions are slow."""
        from scipy.special import digamma, polygamma

        different, which = np.unique(number, return_inverse=True)
        half = np.where(different > 0, different, 1.0) / 2
        return cls(number, (np.log(half) - digamma(half))[which], polygamma(1, half)[which])

    def __getitem__(self, items: slice | Flags) -> Degrees:
        return Degrees(self.number[items], self.bias[items], self.noise[items])


def prior_of(variance: Floats, degrees: Degrees) -> Prior | None:
    """Fits the prior of a class by the moments of log variances.

    Smyth 2004 (Statistical Applications in Genetics and Molecular Biology 3, article 3), section 6.2. The upper tail is
    drawn in (Phipson et al. 2016, Annals of Applied Statistics 10): items with a gross error tell nothing of the others.

    Args:
        variance: of each item; those that are 0 are left out.
        degrees: their degrees of freedom.

    Returns:
        The prior; None where fewer than three items tell anything.
    """
    from scipy.special import digamma

    usable = (variance > 0) & (degrees.number > 0)
    if not usable.all():
        variance, degrees = variance[usable], degrees[usable]
    if len(variance) < 3:
        return None
    e = np.log(variance) + degrees.bias
    low, middle = np.quantile(e, [0.1, 0.5])
    # The upper tail may be as long as twice the lower tenth, and no longer.
    e = np.minimum(e, middle + 2.0 * max(middle - low, 1e-12))
    mean = float(e.mean())
    extra = float(e.var(ddof=1) - degrees.noise.mean())
    if extra <= 0:
        return Prior(float(np.exp(mean)), ENDLESS)
    half = _inverse_trigamma(extra)
    return Prior(float(np.exp(mean + digamma(half) - np.log(half))), min(2 * half, ENDLESS))


def shrunk(variance: Floats, degrees: Floats, prior: Prior) -> tuple[Floats, Floats]:
    """Variances drawn towards the prior, and their degrees of freedom.

    Args:
        variance: of each item.
        degrees: their degrees of freedom; 0 where an item has one figure.
        prior: of the class.

    Returns:
        (d0 s0² + d s²) / (d0 + d), and d0 + d.
    """
    total = prior.degrees + degrees
    return (prior.degrees * prior.variance + degrees * variance) / total, total


def half_width(variance_of_centre: Floats, degrees: Floats, level: float) -> Floats:
    """Half the width of the interval around a centre.

    Args:
        variance_of_centre: squared standard error.
        degrees: degrees of freedom of the variance behind it.
        level: probability that the interval is to cover, between 0 and 1.
    """
    from scipy.special import stdtrit

    different, which = np.unique(degrees, return_inverse=True)  # few, and the function is slow
    return np.asarray(stdtrit(different, 0.5 + level / 2)[which] * np.sqrt(variance_of_centre))


def _inverse_trigamma(y: float) -> float:
    """X with trigamma(x) = y, by Newton's method (Smyth 2004, appendix)."""
    from scipy.special import polygamma

    x = 0.5 + 1 / y
    for _ in range(_NEWTON_ROUNDS):
        trigamma = float(polygamma(1, x))
        step = trigamma * (1 - trigamma / y) / float(polygamma(2, x))
        x += step
        if -step / x < 1e-8:
            break
    return x
