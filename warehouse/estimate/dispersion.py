"""Whether the figures of a series are further apart than honest publishers of their class.

Belongs here: the test of excess dispersion. What follows from it is up to `warehouse/estimate/verdicts.py`.
"""

from __future__ import annotations

import numpy as np

from warehouse.estimate.likelihood import Floats
from warehouse.estimate.spread_law import SpreadLaw


def excess(figures: Floats, law: SpreadLaw) -> float:
    """The probability that honest figures of the class lie as far apart as these.

    The statistic is Cochran's Q, the sum of squared deviations from the mean (Cochran 1954, Biometrics 10). Given a spread
    s, Q / s² is chi-square with n - 1 degrees of freedom; the law of the class averages over s. So the share of honest
    series below a given probability is that probability, whatever n is.

    Args:
        figures: on the scale of errors; at least two.
        law: of the class.

    Returns:
        Between 0 and 1; small where the figures are further apart than the class explains.
    """
    from scipy.special import chdtrc

    q = float(((figures - figures.mean()) ** 2).sum())
    return float(law.probability @ chdtrc(len(figures) - 1, q / law.spread**2))


def typical_gap(figures: Floats) -> float:
    """The distance to be expected between two of the figures: sqrt(2) times their standard deviation; of two, their distance."""
    return float(np.sqrt(2.0) * figures.std(ddof=1))
