"""Sources that repeat one another across items: however many they are, they have one voice.

Belongs here: who agrees with whom more than both of them being right explains, and the claims with one voice per circle.
Equal figures of one item, whoever prints them, are weighed in `copies.py`; errors that pass from claim to claim in
`inherited.py`.
"""

from __future__ import annotations

import warnings

import numpy as np
import polars as pl

from warehouse.fuse.claims import Claims, Flags, Floats, Ints

# Two sources must have met so often before their agreement says anything.
FEWEST_MEETINGS = 20
# Of the disagreements that two independent sources would have, copiers lack more than this part.
MISSING = 0.5
# ... and the lack is no chance: it stays above this part even so many standard errors lower.
SURELY_MISSING, STANDARD_ERRORS = 0.1, 4.0
# Of more sources, those that say most are looked at: pairs of them are counted.
MOST_SOURCES = 1_000
_ROUNDS = 30


def circles_of(claims: Claims) -> Ints:
    """Which sources belong together.

    Where sources are independent, two of them agree where both are right: as often as the product of two numbers, one
    of each source. These are fitted to all pairs by medians, so that a source's own circle, while it is less than half
    of those that it meets, does not move them. Who agrees far more often than the product repeats the other or the same
    third (detection from agreement beyond accuracy as in Dong, Berti-Equille and Srivastava 2009, without their order of
    who copies whom, which does not matter to the vote). Two excellent sources agree often, and so they should.

    Args:
        claims: the claims of items that are to tell.

    Returns:
        The number of each source's circle: the first source of the circle.
    """
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    alone = np.arange(len(claims.sources))
    made = np.bincount(claims.source, minlength=len(alone))
    able = np.flatnonzero(made >= FEWEST_MEETINGS)
    if len(able) > MOST_SOURCES:
        able = np.sort(able[np.argsort(-made[able], kind="stable")[:MOST_SOURCES]])
    if len(able) < 3:
        return alone
    met, agreed = _meetings(claims, able)
    told = (met >= FEWEST_MEETINGS) & ~np.eye(len(able), dtype=bool)
    if not told.any():
        return alone
    agreement = (agreed + 0.5) / (met + 1.0)
    expected = _as_independent(agreement, told)
    room = np.maximum(1 - expected, 1e-3)
    error = np.sqrt(np.maximum(expected * room, 0.01) / np.maximum(met, 1.0))
    lack = (agreement - expected) / room
    linked = told & (lack > MISSING) & (lack - STANDARD_ERRORS * error / room > SURELY_MISSING)
    _, circle = connected_components(csr_matrix(linked), directed=False)
    _, first = np.unique(circle, return_index=True)
    alone[able] = able[first[circle]]
    return alone


def one_voice_per_circle(claims: Claims, circle: Ints) -> Claims:
    """The claims with the copies within circles left out.

    Args:
        claims: the claims.
        circle: of each source, the first source of its circle.

    Returns:
        One claim per item, value and circle, by the circle's first source.
    """
    source = circle[claims.source]
    if np.array_equal(source, claims.source):
        return claims
    voices = pl.DataFrame({"item": claims.item, "value": claims.value, "source": source})
    voices = voices.unique().sort("item", "value", "source")
    return Claims(
        value=voices["value"].to_numpy(),
        item=voices["item"].to_numpy(),
        source=voices["source"].to_numpy(),
        attribute=claims.attribute,
        sources=claims.sources,
        attributes=claims.attributes,
        objects=claims.objects,
    )


def _meetings(claims: Claims, able: Ints) -> tuple[Floats, Floats]:
    """How many items each pair of sources both speak of, and on how many they say the same."""
    from scipy.sparse import csr_matrix

    place = np.full(len(claims.sources), -1)
    place[able] = np.arange(len(able))
    kept = place[claims.source] >= 0
    item, value, source = claims.item, claims.value, claims.source
    said = np.cumsum(np.r_[False, (item[1:] != item[:-1]) | (value[1:] != value[:-1])])
    ones = np.ones(int(kept.sum()))

    def pairs(of: Ints) -> Floats:
        there = csr_matrix((ones, (place[source[kept]], of[kept])))
        return np.asarray((there @ there.T).toarray(), dtype=np.float64)

    return pairs(item), pairs(said)


def _as_independent(agreement: Floats, told: Flags) -> Floats:
    """What independent sources would agree: the product of one number per source, fitted by medians of logarithms."""
    logs = np.where(told, np.log(agreement), np.nan)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # sources that meet nobody have no median
        rate = np.nan_to_num(np.nanmedian(logs, axis=1)) / 2
        for _ in range(_ROUNDS):
            found = np.nan_to_num(np.nanmedian(logs - rate[None, :], axis=1))
            rate = (rate + np.minimum(found, 0.0)) / 2
    return np.asarray(np.exp(rate[:, None] + rate[None, :]))
