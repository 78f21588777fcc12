"""How sure a claim is: the share of claims that its rule read right on labelled texts, moved by its circumstances.

A rule's share is smoothed towards its family's (the id before the dot), the family's towards its metric's, and that
towards all claims', each as the posterior mean of a beta-binomial: (hits + m p) / (trials + m), where p is the wider
group's share and m the weight that makes the counts of the level likeliest (empirical Bayes: Efron and Morris 1973;
Gelman et al., Bayesian Data Analysis, 3rd ed., ch. 5). Its circumstances, taken together, then move the odds by as much
as claims in them were right more or less often than their rules lead to expect. Nothing here reads text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import exp, lgamma, log
from typing import TypeAlias

from sources.grammar.confidence import CIRCUMSTANCES, Cell, read_record
from sources.records import Claim

_WEIGHTS = (1, 2, 4, 8, 16, 32, 64, 128)  # candidates for m, in claims
_CIRCUMSTANCE_WEIGHT = 4  # claims: as many say beforehand that a circumstance changes nothing
_DECIMALS = 2  # of a few hundred claims, no third decimal can be known
_NEVER_SURE = 1e-6  # shares nearer to 0 or 1 are no odds that arithmetic can hold
_UNTIMED = frozenset({"impact_on_cagr", "other_numeric"})

Group: TypeAlias = tuple[str, ...]
_LEVELS: tuple[Callable[[str, str], Group], ...] = (
    lambda metric, rule: (metric,),
    lambda metric, rule: (metric, rule.partition(".")[0]),
    lambda metric, rule: (metric, rule.partition(".")[0], rule),
)


def confidence_of(claim: Claim) -> float:
    """How likely a claim is right in value, time, segment and area, from the record in force.

    Args:
        claim: a settled claim; its own confidence does not matter.

    Returns:
        A probability with two decimals, from 0.01 to 0.99. A rule without record has its family's, a family its metric's.
    """
    return _in_force(claim.metric, claim.rule, circumstances_of(claim))


def circumstances_of(claim: Claim) -> frozenset[str]:
    """What else tells how sure a claim is.

    "restated": several places state it alike. "undated": a figure that holds for a time, and none was found.
    "unlisted": its segment is a phrase of the text that no segmentation lists.
    """
    found = {
        "restated": claim.n_mentions > 1,
        "undated": claim.metric not in _UNTIMED
        and claim.year_stated is None
        and claim.year_inferred is None
        and claim.period_end is None,
        "unlisted": claim.segment is not None and claim.dimension is None,
    }
    return frozenset(name for name in CIRCUMSTANCES if found[name])


@cache
def _in_force(metric: str, rule: str, circumstances: frozenset[str]) -> float:
    return _model_in_force().confidence(metric, rule, circumstances)


@cache
def _model_in_force() -> Confidence:
    return Confidence(read_record().cells())


class Confidence:
    """A record made ready to answer."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        """`cells`: the record; an empty one gives every claim even odds."""
        hits, trials = sum(cell.hits for cell in cells), sum(cell.trials for cell in cells)
        self._shares: dict[Group, float] = {(): (hits + 0.5) / (trials + 1)}
        for level in _LEVELS:
            self._shares |= self._smoothed(cells, level)
        self._effects = {
            circumstances: self._effect([cell for cell in cells if cell.circumstances == circumstances])
            for circumstances in {cell.circumstances for cell in cells}
        }

    def confidence(self, metric: str, rule: str, circumstances: frozenset[str]) -> float:
        """The probability that a claim of a rule is right, two decimals, never 0 or 1.

        Circumstances that no labelled claim had together move the odds by as much as each of them does alone.
        """
        odds = _log_odds(self.share(metric, rule))
        alone = sum(self._effects.get(frozenset({name}), 0.0) for name in sorted(circumstances))
        odds += self._effects.get(circumstances, alone)
        return round(min(0.99, max(0.01, 1 / (1 + exp(-odds)))), _DECIMALS)

    def share(self, metric: str, rule: str) -> float:
        """The smoothed share of right claims of the narrowest group that has a record, circumstances left out."""
        groups = (level(metric, rule) for level in reversed(_LEVELS))
        return next((self._shares[group] for group in groups if group in self._shares), self._shares[()])

    def _smoothed(self, cells: Sequence[Cell], level: Callable[[str, str], Group]) -> dict[Group, float]:
        counts: defaultdict[Group, list[int]] = defaultdict(lambda: [0, 0])
        for cell in cells:
            found = counts[level(cell.metric, cell.rule)]
            found[0] += cell.hits
            found[1] += cell.trials
        priors = {group: self._shares[group[:-1]] for group in counts}
        weight = max(_WEIGHTS, key=lambda m: sum(_likelihood(counts[g], priors[g], m) for g in sorted(counts)))
        return {g: (hits + weight * priors[g]) / (trials + weight) for g, (hits, trials) in counts.items()}

    def _effect(self, cells: Iterable[Cell]) -> float:
        """Log odds of what was seen over what the rules lead to expect, drawn towards no difference."""
        chosen = list(cells)
        trials = sum(cell.trials for cell in chosen)
        if not trials:
            return 0.0
        expected = sum(self.share(cell.metric, cell.rule) * cell.trials for cell in chosen) / trials
        hits = sum(cell.hits for cell in chosen)
        seen = (hits + _CIRCUMSTANCE_WEIGHT * expected) / (trials + _CIRCUMSTANCE_WEIGHT)
        return _log_odds(seen) - _log_odds(expected)


def _likelihood(counts: Sequence[int], prior: float, weight: int) -> float:
    """Log marginal likelihood of a group's counts under beta(weight * prior, weight * (1 - prior)), up to a constant."""
    hits, trials = counts
    a, b = weight * prior, weight * (1 - prior)
    return lgamma(a + hits) - lgamma(a) + lgamma(b + trials - hits) - lgamma(b) + lgamma(a + b) - lgamma(a + b + trials)


def _log_odds(share: float) -> float:
    inside = min(1 - _NEVER_SURE, max(_NEVER_SURE, share))
    return log(inside / (1 - inside))
