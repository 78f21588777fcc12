"""Copy detection: which sources repeat one another across items, and how much of one voice each of their claims is.

Belongs here: who agrees with whom more than both of them being right explains. Equal figures of one item, whoever prints
them, are weighed in `copies.py`; errors that pass from claim to claim in `inherited.py`.
"""

from __future__ import annotations

import numpy as np

from warehouse.fuse.claims import Claims, Flags, Floats, Ints

# Two sources must have met so often before their agreement says anything.
FEWEST_MEETINGS = 20
# Of the disagreements that two independent sources would have, copiers lack more than this part.
MISSING = 0.3
# ... and the lack is no chance: it stays above this part even so many standard errors lower.
SURELY_MISSING, STANDARD_ERRORS = 0.1, 4.0
# Sources that agree almost always are nearly one witness of how often independent ones agree: at this power of their
# agreement they count as one. Sequence weights of protein families do the same (Henikoff and Henikoff 1994).
NEARLY_ONE = 8
# Of more sources, those that say most are looked at: pairs of them are counted.
MOST_SOURCES = 1_000
_ROUNDS = 30


def copying_between(claims: Claims) -> Floats:
    """Of each pair of sources, the part of claims that one of them takes from the other or both from the same third.

    Where sources are independent, two of them agree where both are right: as often as the product of two numbers, one
    of each source. These are fitted to all pairs by medians. In a median sources weigh the less the more others repeat
    them, so that twenty copies of one source do not pass for the rule. Who agrees far more often than the product is
    no independent voice (detection from agreement beyond accuracy as in Dong, Berti-Equille and Srivastava 2009, without
    their order of who copies whom, which does not matter to the vote). Two excellent sources agree often, and so they
    should.

    Args:
        claims: the claims of items that are to tell.

    Returns:
        Sources × sources, symmetric, 0 to 1, 0 on the diagonal and where nothing is sure.
    """
    n = len(claims.sources)
    found = np.zeros((n, n))
    made = np.bincount(claims.source, minlength=n)
    able = np.flatnonzero(made >= FEWEST_MEETINGS)
    if len(able) > MOST_SOURCES:
        able = np.sort(able[np.argsort(-made[able], kind="stable")[:MOST_SOURCES]])
    if len(able) < 3:
        return found
    met, agreed = _meetings(claims, able)
    told = (met >= FEWEST_MEETINGS) & ~np.eye(len(able), dtype=bool)
    if not told.any():
        return found
    agreement = (agreed + 0.5) / (met + 1.0)
    expected = _as_independent(agreement, told)
    room = np.maximum(1 - expected, 1e-3)
    error = np.sqrt(np.maximum(expected * room, 0.01) / np.maximum(met, 1.0))
    lack = (agreement - expected) / room
    sure = told & (lack > MISSING) & (lack - STANDARD_ERRORS * error / room > SURELY_MISSING)
    found[np.ix_(able, able)] = np.where(sure, np.clip(lack, 0.0, 1.0), 0.0)
    return found


def errors_shared(claims: Claims, copying: Floats, is_wrong: Floats) -> Floats:
    """The same after a first vote: no more than the part of errors that two sources share.

    Where sources state one of two things that many hold for true, each camp agrees within itself more than a product of
    one number per source lets expect. Sharing a true value is no sign of copying, sharing a false one is (Dong,
    Berti-Equille and Srivastava 2009, section 3).

    Args:
        claims: the claims that copying was found in.
        copying: between sources, see `copying_between`.
        is_wrong: of each claim, the probability that it is not the truth.

    Returns:
        Sources × sources.
    """
    able = np.flatnonzero(copying.any(axis=1))
    if not len(able):
        return copying
    met, agreed = _meetings(claims, able)
    _, wrong = _meetings(claims, able, is_wrong)
    part = wrong / np.maximum(wrong + met - agreed, 1e-9)
    limited = copying.copy()
    limited[np.ix_(able, able)] = np.where(part > MISSING, np.minimum(copying[np.ix_(able, able)], part), 0.0)
    return limited


def voices(claims: Claims, copying: Floats) -> Floats:
    """How much of one voice each claim is.

    Args:
        claims: the claims.
        copying: between sources, see `copying_between`.

    Returns:
        One per claim: 1 over 1 and the copying between its source and all others that state the same of its item. So k
        perfect copies are one voice together, and who differs from its group keeps its own.
    """
    from scipy.sparse import csr_array

    share = np.ones(len(claims.value))
    involved = copying.any(axis=1)
    if not involved.any():
        return share
    place = np.cumsum(involved) - 1
    of = np.flatnonzero(involved[claims.source])
    item, value = claims.item, claims.value
    said = np.cumsum(np.r_[False, (item[1:] != item[:-1]) | (value[1:] != value[:-1])])[of]
    _, fact = np.unique(said, return_inverse=True)
    source = place[claims.source[of]]
    together = csr_array((np.ones(len(of)), (fact, source)), shape=(int(fact.max()) + 1, int(involved.sum())))
    beside = together @ copying[np.ix_(involved, involved)]
    share[of] = 1 / (1 + np.asarray(beside)[fact, source])
    return share


def _meetings(claims: Claims, able: Ints, weight: Floats | None = None) -> tuple[Floats, Floats]:
    """How many items each pair of sources both speak of, and on how many they say the same; weighed by claim."""
    from scipy.sparse import csr_matrix

    place = np.full(len(claims.sources), -1)
    place[able] = np.arange(len(able))
    kept = place[claims.source] >= 0
    item, value, source = claims.item, claims.value, claims.source
    said = np.cumsum(np.r_[False, (item[1:] != item[:-1]) | (value[1:] != value[:-1])])
    each_counts = np.ones(int(kept.sum())) if weight is None else np.sqrt(weight[kept])

    def pairs(of: Ints) -> Floats:
        there = csr_matrix((each_counts, (place[source[kept]], of[kept])))
        return np.asarray((there @ there.T).toarray(), dtype=np.float64)

    return pairs(item), pairs(said)


def _as_independent(agreement: Floats, told: Flags) -> Floats:
    """What independent sources would agree: the product of one number per source, by weighted medians of logarithms."""
    logs = np.log(agreement)
    witnesses = 1 / (1 + np.where(told, agreement**NEARLY_ONE, 0.0).sum(1))
    weight = np.where(told, witnesses[None, :], 0.0)
    rate = np.minimum(_medians(logs, weight) / 2, 0.0)
    for _ in range(_ROUNDS):
        rate = (rate + np.minimum(_medians(logs - rate[None, :], weight), 0.0)) / 2
    return np.asarray(np.exp(rate[:, None] + rate[None, :]))


def _medians(values: Floats, weight: Floats) -> Floats:
    """Weighted median of each row; 0 where nothing weighs."""
    order = np.argsort(values, axis=1, kind="stable")
    running = np.cumsum(np.take_along_axis(weight, order, axis=1), axis=1)
    half = running[:, -1:] / 2
    middle = np.argmax(running >= half * (1 - 1e-12), axis=1)
    found = np.take_along_axis(values, np.take_along_axis(order, middle[:, None], axis=1), axis=1)[:, 0]
    return np.where(running[:, -1] > 0, found, 0.0)
