"""Peers from the literature, plain implementations of the papers' formulas: measuring sticks, not code to ship.

Belongs here: mean, median, vote, CRH, CATD and PooledInvestment on one table of claims, none tuned to any data.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

Array = npt.NDArray[np.float64]
Codes = npt.NDArray[np.int64]
ROUNDS = 20
POOLED_GROWTH = 1.4  # the exponent of Pasternack and Roth
SIGNIFICANCE = 0.05  # of CATD


@dataclass(frozen=True)
class Table:
    """Claims as arrays; rows of `keys` are items.

    Attributes:
        keys: object and attribute of each item.
        item: of each claim.
        source: of each claim.
        value: of each claim.
        fact: of each claim the number of its item and value.
        fact_item: item of each fact.
        fact_value: value of each fact.
    """

    keys: pl.DataFrame
    item: Codes
    source: Codes
    value: Array
    fact: Codes
    fact_item: Codes
    fact_value: Array

    @classmethod
    def of(cls, claims: pl.DataFrame) -> Table:
        """Numbers the names of a frame of source, object, attribute and num."""
        rows = claims.sort("attribute", "object", "num", "source").with_columns(
            item=pl.struct("attribute", "object").rle_id().cast(pl.Int64),
            who=pl.col("source").rank("dense").cast(pl.Int64) - 1,
            fact=pl.struct("attribute", "object", "num").rle_id().cast(pl.Int64),
        )
        first = rows.unique("fact", keep="first", maintain_order=True)
        return cls(
            keys=rows.unique("item", keep="first", maintain_order=True).select("object", "attribute"),
            item=rows["item"].to_numpy(),
            source=rows["who"].to_numpy(),
            value=rows["num"].cast(pl.Float64).to_numpy(),
            fact=rows["fact"].to_numpy(),
            fact_item=first["item"].to_numpy(),
            fact_value=first["num"].cast(pl.Float64).to_numpy(),
        )

    def best(self, score: Array) -> Array:
        """Of each item the value of the highest score; of equal ones the smaller."""
        order = np.lexsort((self.fact_value, -score, self.fact_item))
        _, first = np.unique(self.fact_item[order], return_index=True)
        return self.fact_value[order[first]]

    def spread(self) -> Array:
        """Standard deviation of each item, the median positive one of the table where it is 0."""
        size = np.bincount(self.item)
        mean = np.bincount(self.item, self.value) / size
        found = np.sqrt(np.bincount(self.item, (self.value - mean[self.item]) ** 2) / size)
        usual = float(np.median(found[found > 0])) if (found > 0).any() else 1.0
        return np.where(found > 0, found, usual)


def mean(table: Table) -> Array:
    """Mean of each item."""
    return np.asarray(np.bincount(table.item, table.value) / np.bincount(table.item))


def median(table: Table) -> Array:
    """Median of each item."""
    start = np.flatnonzero(np.r_[True, np.diff(table.item) > 0])
    size = np.diff(np.r_[start, len(table.item)])
    return np.asarray((table.value[start + (size - 1) // 2] + table.value[start + size // 2]) / 2)


def vote(table: Table) -> Array:
    """The most frequent value of each item; of equally frequent ones the one nearest to the median, then the smaller."""
    distance = np.abs(table.fact_value - median(table)[table.fact_item])
    order = np.lexsort((table.fact_value, distance, -np.bincount(table.fact), table.fact_item))
    _, first = np.unique(table.fact_item[order], return_index=True)
    return table.fact_value[order[first]]


def crh_squared(table: Table) -> Array:
    """CRH with squared loss, a weighted mean (Li et al., SIGMOD 2014, eq. 5 and 9): weights -ln of shares of the loss."""
    unit, truth = table.spread()[table.item], mean(table)
    for _ in range(ROUNDS):
        loss = np.bincount(table.source, (table.value - truth[table.item]) ** 2 / unit) + 1e-9
        weight = -np.log(loss / loss.sum())[table.source] + 1e-9
        truth = np.bincount(table.item, weight * table.value) / np.bincount(table.item, weight)
    return np.asarray(truth)


def catd(table: Table) -> Array:
    """CATD (Li et al., PVLDB 8, 2014, eq. 6 and 7): weights from the upper bound of each source's variance."""
    from scipy.special import chdtri

    unit, truth = table.spread()[table.item], median(table)
    quantile = chdtri(np.bincount(table.source), 1 - SIGNIFICANCE / 2)  # lower tail
    for _ in range(ROUNDS):
        loss = np.bincount(table.source, ((table.value - truth[table.item]) / unit) ** 2) + 1e-9
        weight = (quantile / loss)[table.source]
        truth = np.bincount(table.item, weight * table.value) / np.bincount(table.item, weight)
    return np.asarray(truth)


def pooled_investment(table: Table) -> Array:
    """PooledInvestment (Pasternack and Roth, COLING 2010): trust spread evenly, beliefs grown and rescaled per item."""
    claims_of = np.bincount(table.source)
    backing = np.bincount(table.fact)
    belief = backing / np.bincount(table.item)[table.fact_item]
    trust: Array = np.ones(len(claims_of))
    for _ in range(ROUNDS):
        stake = trust / claims_of
        invested = np.bincount(table.fact, stake[table.source])
        returned = np.bincount(table.source, belief[table.fact] * stake[table.source] / invested[table.fact])
        trust = np.maximum(returned / returned.max(), 1e-12)
        held = np.bincount(table.fact, (trust / claims_of)[table.source])
        grown = held**POOLED_GROWTH
        belief = held * grown / np.bincount(table.fact_item, grown)[table.fact_item]
    return table.best(belief)


PEERS: dict[str, Callable[[Table], Array]] = {
    "mean": mean,
    "median": median,
    "vote": vote,
    "CRH, squared loss": crh_squared,
    "CATD": catd,
    "PooledInvestment": pooled_investment,
}
