"""Simulated clock times whose truth is known: 38 sources, many of which copy bad leaders. Seeded.

Belongs here: drawing. The kind is that of flight departures (Li et al., PVLDB 6, 2012): some sources are excellent and
few, the usual wrong value is the scheduled time or another event of the same flight, and copies outnumber originals.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from benchmarks.markets import World

Array = npt.NDArray[np.float64]
_ATTRIBUTES = ("arrival", "departure")


@dataclass(frozen=True, slots=True)
class ClockTimes:
    """Times of day in minutes, two per flight.

    Attributes:
        items: flights times two; even.
        groups: sizes of the groups that copy, their leader counted in.
        leaders: lowest and highest share of right times of a leader.
        copying: probability that a member takes over its leader's time where the leader has one.
        excellent: sources that are right in 95 to 100 %.
        independent: lowest and highest share of right times of all other sources, and of what copiers find themselves.
        narrow: whether the excellent ones speak of one in three flights only, as an airline does of its own.
        coarse: share of independent sources that round to five minutes.
        event: sources that state another event: minutes after the true time that differ by flight.
        scheduled: share of wrong times that are the scheduled one, which is the same for all.
        covers: lowest and highest share of items that a source speaks of.
        sources: how many there are.
    """

    items: int = 400
    groups: tuple[int, ...] = (5, 4, 3, 2, 2)
    leaders: tuple[float, float] = (0.4, 0.7)
    copying: float = 0.97
    excellent: int = 4
    independent: tuple[float, float] = (0.6, 0.9)
    narrow: bool = False
    coarse: float = 0.0
    event: int = 0
    scheduled: float = 0.35
    covers: tuple[float, float] = (0.3, 1.0)
    sources: int = 38

    def draw(self, seed: int = 1) -> World:
        """Draws claims with their truth."""
        r = np.random.default_rng(seed)
        n, m = self.sources, self.items
        leader = self._leaders()
        free = np.flatnonzero(np.bincount(leader, minlength=n)[leader] == 1)
        best, others = free[: self.excellent], free[self.excellent : self.excellent + self.event]
        leading = np.unique(leader[np.setdiff1d(np.arange(n), free)])
        right = r.uniform(*self.independent, n)
        right[best] = r.uniform(0.95, 1.0, len(best))
        right[leading] = r.uniform(*self.leaders, len(leading))

        truth = r.integers(300, 1380, m).astype(np.float64)
        said = self._own(r, truth, right)
        event = truth + np.round(8 + r.gamma(2, 5, m))
        said[others] = np.where(r.random((len(others), m)) < right[others][:, None], event, said[others])
        coarse = np.setdiff1d(free[r.random(len(free)) < self.coarse], best)
        said[coarse] = np.round(said[coarse] / 5) * 5

        says = r.random((n, m)) < r.uniform(*self.covers, n)[:, None]
        if self.narrow:
            says[best] &= (np.arange(m) // 2 % 3)[None, :] == np.arange(len(best))[:, None] % 3
        for s in np.flatnonzero(leader != np.arange(n)):
            copied = says[leader[s]] & (r.random(m) < self.copying)
            said[s] = np.where(copied, said[leader[s]], said[s])
            says[s] |= copied
        return self._world(truth, said, says, r.permutation(n))

    def _leaders(self) -> npt.NDArray[np.int64]:
        """Of each source whom it copies; itself where nobody."""
        leader = np.arange(self.sources)
        first = 0
        for size in self.groups:
            leader[first : first + size] = first
            first += size
        return leader

    def _own(self, r: np.random.Generator, truth: Array, right: Array) -> Array:
        """What each source would say without copying: the truth, the scheduled time, or a time off by minutes."""
        shape = (len(right), len(truth))
        scheduled = truth - np.round(np.abs(r.normal(0, 25, len(truth))))
        off = truth + np.round(r.normal(0, 30, shape))
        wrong = np.where(r.random(shape) < self.scheduled, scheduled, off)
        return np.where(r.random(shape) < right[:, None], truth, wrong)

    def _world(self, truth: Array, said: Array, says: npt.NDArray[np.bool_], number: npt.NDArray[np.int64]) -> World:
        source, item = np.nonzero(says)
        names = np.array([f"s{i:02d}" for i in number])
        objects = np.array([f"f{i // 2}" for i in range(self.items)])
        attributes = np.array([_ATTRIBUTES[i % 2] for i in range(self.items)])
        claims = pl.DataFrame(
            {"source": names[source], "object": objects[item], "attribute": attributes[item], "num": said[says]}
        )
        truths = pl.DataFrame({"object": objects, "attribute": attributes, "truth": truth})
        return World(claims, truths.filter(pl.Series(says.any(axis=0))))


def at_random(r: np.random.Generator) -> ClockTimes:
    """A design drawn at random: 10 to 70 % of 38 sources copy, in groups of 2 to 20."""
    copiers, groups = int(r.uniform(0.1, 0.7) * 38), list[int]()
    while copiers > 1:
        groups.append(min(copiers, int(r.choice([2, 3, 4, 5, 8, 12, 20]))))
        copiers -= groups[-1]
    leaders, others, covers = r.uniform(0.3, 0.7), r.uniform(0.4, 0.75), r.uniform(0.05, 0.6)
    return ClockTimes(
        items=int(r.choice([100, 200, 400, 1000])),
        groups=tuple(groups),
        leaders=(leaders, leaders + 0.2),
        copying=r.uniform(0.6, 1.0),
        excellent=int(r.integers(2, 6)),
        independent=(others, others + 0.2),
        narrow=bool(r.random() < 0.4),
        coarse=float(r.choice([0.0, 0.0, 0.3, 0.6])),
        event=int(r.choice([0, 0, 3, 6])),
        scheduled=r.uniform(0.1, 0.8),
        covers=(covers, min(1.0, covers + r.uniform(0.1, 0.7))),
    )
