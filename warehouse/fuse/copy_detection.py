"""Copy detection: sources that repeat one another across items, and the resulting weight of each claim.

Belongs here: who agrees with whom more than both of them being right explains. Equal figures of one item, whoever prints
them, are weighed in `copies.py`; errors that pass from claim to claim in `inherited.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from warehouse.fuse.claims import Claims, Flags, Floats, Ints

# Two sources must have met so often before their agreement says anything.
FEWEST_MEETINGS = 10
# Of the disagreements that two independent sources would have, copiers lack more than this part.
MISSING = 0.3
# ... and the lack is no chance: it stays above this part even so many standard errors lower.
SURELY_MISSING, STANDARD_ERRORS = 0.1, 3.0
# Sources that agree almost always are nearly one witness of how often independent ones agree: at this power of their
# agreement they count as one. Sequence weights of protein families do the same (Henikoff and Henikoff 1994).
NEARLY_ONE = 8
# Of more sources, those that say most are looked at: pairs of them are counted.
MOST_SOURCES = 1_000
_ROUNDS = 30
_CELLS_AT_ONCE = 1 << 20


@dataclass(frozen=True)
class Copying:
    """Who repeats whom.

    Attributes:
        sources: those that repeat or are repeated, by number, ascending.
        between: of each pair of them the part of claims that one takes from the other, or both from the same third:
            symmetric, 0 to 1, 0 on the diagonal and where nothing is sure.
    """

    sources: Ints
    between: Floats

    @classmethod
    def of(cls, sources: Ints, between: Floats) -> Copying:
        """Leaves out the sources that have nothing to do with any other."""
        involved = np.flatnonzero(between.any(axis=1))
        return cls(sources[involved], between[np.ix_(involved, involved)])


NOBODY = Copying(np.zeros(0, dtype=np.int64), np.zeros((0, 0)))


def copying_between(claims: Claims) -> Copying:
    """Finds the sources that repeat one another.

    Where sources are independent, two of them agree where both are right: as often as the product of two numbers, one
    of each source. These are fitted to all pairs by medians. In a median sources weigh the less the more others repeat
    them, so that twenty copies of one source do not pass for the rule. Who agrees far more often than the product is
    no independent voice (detection from agreement beyond accuracy as in Dong, Berti-Equille and Srivastava 2009, without
    their order of who copies whom, which does not matter to the vote). Two excellent sources agree often, and so they
    should.

    Args:
        claims: the claims of items that are to tell.

    Returns:
        Who repeats whom.
    """
    n_claims = np.bincount(claims.source, minlength=len(claims.sources))
    able = np.flatnonzero(n_claims >= FEWEST_MEETINGS)
    if len(able) > MOST_SOURCES:
        able = np.sort(able[np.argsort(-n_claims[able], kind="stable")[:MOST_SOURCES]])
    if len(able) < 3:
        return NOBODY
    met, agreed = _meetings(claims, able)
    known = (met >= FEWEST_MEETINGS) & ~np.eye(len(able), dtype=bool)
    if not known.any():
        return NOBODY
    agreement = (agreed + 0.5) / (met + 1.0)
    expected = _as_independent(agreement, known)
    room = np.maximum(1 - expected, 1e-3)
    error = np.sqrt(np.maximum(expected * room, 0.01) / np.maximum(met, 1.0))
    lack = (agreement - expected) / room
    sure = known & (lack > MISSING) & (lack - STANDARD_ERRORS * error / room > SURELY_MISSING)
    return Copying.of(able, np.where(sure, np.clip(lack, 0.0, 1.0), 0.0))


def errors_shared(claims: Claims, copying: Copying, is_wrong: Floats) -> Copying:
    """The same after a first vote: no more than the part of errors that two sources share.

    Where sources state one of two things that many hold for true, each camp agrees within itself more than a product of
    one number per source lets expect. Sharing a true value is no sign of copying, sharing a false one is (Dong,
    Berti-Equille and Srivastava 2009, section 3).

    Args:
        claims: the claims that copying was found in.
        copying: what was found.
        is_wrong: of each claim, the probability that it is not the truth.

    Returns:
        What is left of it.
    """
    if not len(copying.sources):
        return copying
    met, agreed = _meetings(claims, copying.sources)
    _, wrong = _meetings(claims, copying.sources, is_wrong)
    part = wrong / np.maximum(wrong + met - agreed, 1e-9)
    return Copying.of(copying.sources, np.where(part > MISSING, np.minimum(copying.between, part), 0.0))


def voices(claims: Claims, copying: Copying) -> Floats:
    """How much of one voice each claim is.

    Args:
        claims: the claims.
        copying: who repeats whom.

    Returns:
        One per claim: 1 over 1 and the copying between its source and all others that state the same of its item. So k
        perfect copies are one voice together, and who differs from its group keeps its own.
    """
    from scipy.sparse import csr_array

    share = np.ones(len(claims.value))
    place = np.full(len(claims.sources), -1)
    place[copying.sources] = np.arange(len(copying.sources))
    of = np.flatnonzero(place[claims.source] >= 0)
    if not len(of):
        return share
    _, fact = np.unique(_numbers(claims)[of], return_inverse=True)
    source = place[claims.source[of]]
    together = csr_array((np.ones(len(of)), (fact, source)), shape=(int(fact[-1]) + 1, len(copying.sources)))
    step = max(1, _CELLS_AT_ONCE // len(copying.sources))
    for first in range(0, together.shape[0], step):
        begin, end = np.searchsorted(fact, [first, first + step])
        # Of each value, by source, how much those who state it copy from that source or it from them.
        beside = together[first : first + step] @ copying.between
        share[of[begin:end]] = 1 / (1 + np.asarray(beside)[fact[begin:end] - first, source[begin:end]])
    return share


def _numbers(claims: Claims) -> Ints:
    """Of each claim, the number of its item and value."""
    item, value = claims.item, claims.value
    return np.cumsum(np.r_[False, (item[1:] != item[:-1]) | (value[1:] != value[:-1])]).astype(np.int64)


def _meetings(claims: Claims, able: Ints, weight: Floats | None = None) -> tuple[Floats, Floats]:
    """How many items each pair of sources both speak of, and on how many they say the same; weighed by claim."""
    from scipy.sparse import csr_matrix

    place = np.full(len(claims.sources), -1)
    place[able] = np.arange(len(able))
    selected = place[claims.source] >= 0
    source = claims.source
    each_counts = np.ones(int(selected.sum())) if weight is None else np.sqrt(weight[selected])

    def pairs(of: Ints) -> Floats:
        there = csr_matrix((each_counts, (place[source[selected]], of[selected])))
        return np.asarray((there @ there.T).toarray(), dtype=np.float64)

    return pairs(claims.item), pairs(_numbers(claims))


def _as_independent(agreement: Floats, known: Flags) -> Floats:
    """What independent sources would agree: the product of one number per source, by weighted medians of logarithms."""
    logs = np.log(agreement)
    witnesses = 1 / (1 + np.where(known, agreement**NEARLY_ONE, 0.0).sum(1))
    weight = np.where(known, witnesses[None, :], 0.0)
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
    medians = np.take_along_axis(values, np.take_along_axis(order, middle[:, None], axis=1), axis=1)[:, 0]
    return np.where(running[:, -1] > 0, medians, 0.0)
