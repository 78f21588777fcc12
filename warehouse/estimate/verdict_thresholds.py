"""Thresholds of distances between figures of one metric: the policy's values, and the improbability of a dispersion.

Belongs here: comparing all figures of a series at once. A single pair is compared in `distances.py`; what follows from a
verdict is up to `verdicts.py`; how improbable a dispersion is is measured in `estimation.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Self

import numpy as np

from warehouse.estimate.dispersion import typical_gap
from warehouse.estimate.independence import Source
from warehouse.policy import Contest, Distance, Policy
from warehouse.values.distances import Verdict

# Logarithms of prints are not exact: figures 1.10 apart are no further apart than 1.10.
_SLACK = 1e-12


@dataclass(frozen=True, slots=True)
class Dispersion:
    """How far apart the figures of a series and year lie.

    Attributes:
        probability: that honest publishers of the metric lie as far apart.
        gross: of each source in ascending order of value, the probability that its figure is a gross error.
    """

    probability: float = 1.0
    gross: tuple[float, ...] = ()


@dataclass(frozen=True)
class VerdictThresholds:
    """How figures of one metric are compared.

    Attributes:
        distance: thresholds for a single pair.
        conflict_below: figures conflict where honest ones lie as far apart with less than this probability ...
        gross_above: ... or where one of them is a gross error with more than this one.
        contest: when voices are camps.
    """

    distance: Distance
    conflict_below: float
    gross_above: float
    contest: Contest

    @classmethod
    def of(cls, metric: str, policy: Policy) -> Self:
        """The yardstick of a metric."""
        verdicts = policy.verdicts
        return cls(
            verdicts.distance(metric),
            verdicts.conflict_below_probability,
            verdicts.gross_above_probability,
            policy.contest,
        )

    def verdict(self, sources: Sequence[Source], dispersion: Dispersion) -> Verdict:
        """Whether several sources agree, are compatible or conflict.

        They agree where all their bands meet, or where the typical distance of two of them is one of agreement. They conflict
        where their dispersion is improbable among honest publishers. Neither measure grows with the number of sources, as
        the widest gap does.

        Args:
            sources: two or more.
            dispersion: theirs.
        """
        if all(a.band.meets(b.band) for a, b in combinations(sources, 2)) or self._is_close(sources):
            return "agree"
        is_apart = dispersion.probability < self.conflict_below
        is_gross = max(dispersion.gross, default=0.0) > self.gross_above
        return "conflict_likely" if is_apart or is_gross else "compatible"

    def _is_close(self, sources: Sequence[Source]) -> bool:
        values, agree = np.array([float(source.value) for source in sources]), float(self.distance.agree)
        if self.distance.measure == "points":
            return typical_gap(values) <= agree * (1 + _SLACK)
        return bool(values.min() > 0 and typical_gap(np.log(values)) <= np.log(agree) * (1 + _SLACK))
