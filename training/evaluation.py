"""Scores of families by a chooser that was fitted on the others, with the rules' first readings. No fitting here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from corpus.scoring import Score, f1, score
from sources.extract.choose.figure_choice import FigureChoice
from sources.extract.choose.passes import choices
from sources.extract.choose.rule_precedence import with_rules_preferred
from sources.extract.choose.weights import WeightFile
from sources.extract.decide.decide import decided
from sources.records import Mention
from training.examples import Example
from training.fitting import fitted, second_of

_TRIALS = 1000


@dataclass(frozen=True, slots=True)
class Judged:
    """One text read by the rules alone and with the chooser."""

    family: str
    density: str
    rules: Score
    chooser: Score


def read_with(e: Example, weights: WeightFile) -> tuple[list[Mention], tuple[FigureChoice, ...]]:
    """An example's mentions as the chooser has them, and the choices."""
    second = choices(e.rows, second_of(e, weights.first.trees()), weights.second.trees())
    found = with_rules_preferred(e.page.figures, second)
    return decided(e.mentions, found), found


def leave_one_family_out(examples: Sequence[Example]) -> Iterator[tuple[list[Example], WeightFile]]:
    """Every family's texts with first readings, and weights fitted on all other families; families without first readings are in every fit."""
    for family in sorted({e.family for e in examples if e.is_first_reading}):
        weights = fitted([e for e in examples if e.family != family])
        yield [e for e in examples if e.family == family and e.is_first_reading], weights


def judged_by(examples: Sequence[Example], weights: WeightFile) -> list[Judged]:
    """Examples read with these weights."""
    return [
        Judged(e.family, e.density, score(e.labels, e.mentions), score(e.labels, read_with(e, weights)[0]))
        for e in examples
    ]


def table(judged: Sequence[Judged]) -> str:
    """F1 of full claims by family and density, rules and chooser, with 90 % intervals of the difference by resampling texts."""
    groups: dict[str, Callable[[Judged], bool]] = {"all": lambda _: True}
    groups |= {f"family {name}": lambda j, n=name: j.family == n for name in sorted({j.family for j in judged})}  # type: ignore[misc]
    groups |= {name: lambda j, n=name: j.density == n for name in sorted({j.density for j in judged})}  # type: ignore[misc]
    lines = ["group        texts  figures  rules  chooser  difference (90 %)"]
    for name, holds in MappingProxyType(groups).items():
        of = [j for j in judged if holds(j)]
        low, high = _interval(of)
        rules, chooser = f1([j.rules for j in of]), f1([j.chooser for j in of])
        n = sum(j.rules.labelled for j in of)
        lines.append(
            f"{name:12} {len(of):5}  {n:7}  {rules:.3f}  {chooser:7.3f}  {chooser - rules:+.3f} ({low:+.3f} to {high:+.3f})"
        )
    return "\n".join(lines)


def _interval(judged: Sequence[Judged]) -> tuple[float, float]:
    draws = np.random.default_rng(1).integers(len(judged), size=(_TRIALS, len(judged)))
    rules = np.array([(j.rules.right, j.rules.read + j.rules.labelled) for j in judged], dtype=float)
    chooser = np.array([(j.chooser.right, j.chooser.read + j.chooser.labelled) for j in judged], dtype=float)
    found = [2 * chooser[d, 0].sum() / chooser[d, 1].sum() - 2 * rules[d, 0].sum() / rules[d, 1].sum() for d in draws]
    low, high = np.quantile(found, (0.05, 0.95))
    return float(low), float(high)
