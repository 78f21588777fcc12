"""The comparison engine: statements of two sides in related markets, paired as a rule says; each pair is one row.

Belongs here: the walk over pairs and the form of a row. Rules are rows of `comparison_rules.py`; what each side states is
read in the modules of its tables (`technical_statements.py`, `money_statements.py` and others).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import combinations, product
from typing import Any, Literal

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from warehouse.align.aligned_figures import Aligned
from warehouse.bridge.market_relations import MarketRelations
from warehouse.policy import Policy
from warehouse.step import Frames
from warehouse.values.conflict_records import Conflict, Party, Rule, comparison
from warehouse.values.distances import Verdict

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Compared:
    """All that rules read.

    Attributes:
        frames: core tables by name.
        figures: aligned figures.
        relations: how markets relate to each other.
        names: publisher_id → name.
        market_names: market_id → name.
        area_labels: ref_area → name.
        policy: distances, and how much stands side by side.
    """

    frames: Frames
    figures: Sequence[Aligned]
    relations: MarketRelations
    names: Mapping[str, str]
    market_names: Mapping[str, str]
    area_labels: Mapping[str, str]
    policy: Policy

    def stated(self, table: str, *conditions: pl.Expr) -> pl.DataFrame:
        """Rows of a table of statements that count and whose market and publisher are known."""
        return attributed(self.frames[table], pl.col("status") == "stated", *conditions)


def attributed(rows: pl.DataFrame, *conditions: pl.Expr) -> pl.DataFrame:
    """Rows whose market and publisher are known."""
    return rows.filter(pl.col("market_id").is_not_null(), pl.col("publisher_id").is_not_null(), *conditions)


@dataclass(frozen=True, slots=True)
class Statement:
    """What one side states.

    Attributes:
        market_id: of which market.
        publishers: who states it, by name, in order.
        value: in the unit of the row.
        words: in words.
        claim_ids: claims that state it, in order.
        statement_ids: other statements behind it, in order.
        key: statements are compared where their keys are equal.
        detail: what the rule's judge reads beside it.
    """

    market_id: str
    publishers: tuple[str, ...]
    value: Decimal = Decimal(0)
    words: str = ""
    claim_ids: tuple[str, ...] = ()
    statement_ids: tuple[str, ...] = ()
    key: Hashable = None
    detail: Any = None

    @property
    def party(self) -> Party:
        """The side of a row."""
        return Party(self.value, self.publishers, self.claim_ids, self.words)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a judge makes of two statements; None keeps what the rule or the statement says.

    Attributes:
        one: the first side as the row shows it.
        two: the second side.
        words: values for the rule's sentence, by name.
        verdict: the verdict.
        segment: segment key of the row.
        ref_area: its area.
        year: its year.
        assumptions: what must hold.
    """

    one: Statement
    two: Statement
    words: Mapping[str, str] = field(default_factory=dict)
    verdict: Verdict | None = None
    segment: str | None = None
    ref_area: str = WORLD
    year: int | None = None
    assumptions: str | None = None


States = Callable[[Compared], Iterable[Statement]]
Judge = Callable[[Statement, Statement, Compared], Iterable[Outcome]]


def side_by_side(one: Statement, two: Statement, compared: Compared) -> Iterable[Outcome]:
    """The judge of rules that only show two statements beside each other."""
    del compared
    return (Outcome(one, two),)


@dataclass(frozen=True, slots=True)
class ComparisonRule:
    """A rule of comparison.

    Attributes:
        rule: its name in the rows.
        states: what is compared.
        against: what it is compared with; None where statements are compared among themselves, each pair once.
        markets: in which markets the two sides may be.
        publishers: "other": no publisher is on both sides; "not the same": the sides are not of equal publishers.
        judge: outcomes of a pair; none where the two are not comparable.
        metric: metric of the row.
        unit: unit of its values.
        verdict: verdict of the row, unless the judge gives another.
        words: the explanation. Words, metric and unit take the sides' words as `{one}` and `{two}`, the judge's by name.
    """

    rule: Rule
    states: States
    metric: str
    unit: str
    words: str
    judge: Judge = side_by_side
    against: States | None = None
    markets: Literal["related", "same or related"] = "related"
    publishers: Literal["any", "other", "not the same"] = "any"
    verdict: Verdict = "not_comparable"


_ByMarket = Mapping[str, Mapping[Hashable, Sequence[Statement]]]


def comparisons(rule: ComparisonRule, compared: Compared) -> Iterator[Conflict]:
    """Rows of one rule."""
    left = _by_market(rule.states(compared))
    right = left if rule.against is None else _by_market(rule.against(compared))
    for one, two in _pairs(rule, left, right, compared.relations):
        is_both = rule.publishers == "other" and not set(one.publishers).isdisjoint(two.publishers)
        if is_both or (rule.publishers == "not the same" and set(one.publishers) == set(two.publishers)):
            continue
        for outcome in rule.judge(one, two, compared):
            yield _row(rule, outcome)


def _by_market(statements: Iterable[Statement]) -> _ByMarket:
    found: defaultdict[str, defaultdict[Hashable, list[Statement]]] = defaultdict(lambda: defaultdict(list))
    for statement in statements:
        found[statement.market_id][statement.key].append(statement)
    return found


def _pairs(
    rule: ComparisonRule, left: _ByMarket, right: _ByMarket, relations: MarketRelations
) -> Iterator[tuple[Statement, Statement]]:
    is_directed = rule.against is not None
    for market in sorted(left):
        near = {*relations.get(market, {}), *({market} if rule.markets == "same or related" else ())}
        for other in sorted(near & right.keys()):
            if other < market and not is_directed:
                continue
            for key, own in left[market].items():
                if other == market and not is_directed:
                    yield from combinations(own, 2)
                else:
                    yield from product(own, right[other].get(key, ()))


def _row(rule: ComparisonRule, outcome: Outcome) -> Conflict:
    one, two = outcome.one, outcome.two
    words = {"one": one.words, "two": two.words} | dict(outcome.words)
    return comparison(
        rule.rule,
        outcome.verdict or rule.verdict,
        (one.market_id, one.party, one.statement_ids),
        (two.market_id, two.party, two.statement_ids),
        rule.metric.format(**words),
        rule.unit.format(**words),
        rule.words.format(**words),
        year=outcome.year,
        segment=outcome.segment,
        ref_area=outcome.ref_area,
        assumptions=outcome.assumptions,
    )
