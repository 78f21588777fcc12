"""Figures of different scope: never pooled, always shown, and checked against the inclusion of their scopes.

Belongs here: related_scope and scope_inclusion conflicts, and the words that an estimate carries about its neighbours.
How scopes relate is decided in `warehouse/resolve`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import get_args

import polars as pl

from warehouse.bridge.market_relations import MarketRelations, Relation
from warehouse.estimate.series_figures import PLACE, SeriesFigure, beside
from warehouse.values.conflict_records import Conflict, Grounds, Party, in_order, severity_of, with_grounds
from warehouse.values.distances import Verdict
from warehouse.values.rounding_bands import EXACT
from warehouse.values.wording import listed, times

_RELATION_WORDS: Mapping[Relation, str] = {
    "contains": "contained in this scope",
    "contained": "contains this scope",
    "overlap": "overlaps this scope",
    "different": "another scope",
    "untold": "a scope of which nothing tells how it lies to this one",
}
_NEARNESS: tuple[Relation, ...] = get_args(Relation)


_BESIDE = tuple(name for name in PLACE if name != "market_id")


def first_figures(judgements: pl.DataFrame) -> pl.DataFrame:
    """The first figure of each market and place, in words. Estimates of related markets show it."""
    return judgements.filter("is_first").select(
        "market", *_BESIDE, other_market_id="market_id", words="figure_in_words"
    )


def related_scopes(judgements: pl.DataFrame, others: pl.DataFrame, scopes: pl.DataFrame, at_most: int) -> pl.DataFrame:
    """What lies beside each estimate and was not pooled with it, in words with values.

    Args:
        judgements: rows of work.judgements.
        others: `first_figures` of all of them.
        scopes: rows of work.scopes.
        at_most: how many scopes are named, the nearest first.

    Returns:
        estimate_id, in_words ("not pooled: ..."); those with nothing related beside them are left out.
    """
    nearness = {relation: number for number, relation in enumerate(_NEARNESS)}
    named = pl.concat_str(
        "market", pl.lit(" ("), "words", pl.lit("; "), pl.col("relation").replace_strict(_RELATION_WORDS), pl.lit(")")
    )
    more = pl.when(pl.col("n") > at_most).then(pl.format(", and {} more", pl.col("n") - at_most)).otherwise(pl.lit(""))
    return (
        judgements.select("estimate_id", "market_id", *_BESIDE)
        .join(scopes.select("market_id", "other_market_id", "relation"), on="market_id")
        .join(others, on=["other_market_id", *_BESIDE], nulls_equal=True)
        .sort("estimate_id", pl.col("relation").replace_strict(nearness), "market", "other_market_id")
        .group_by("estimate_id", maintain_order=True)
        .agg(named.head(at_most).str.join(", ").alias("named"), n=pl.len())
        .select("estimate_id", in_words=pl.lit("not pooled: ") + pl.col("named") + more)
    )


def _no_basis(_: SeriesFigure) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known of scopes and value bases when their figures are held against each other.

    Attributes:
        relations: how markets relate to each other.
        basis_of: value basis of a figure; None where it is not stated.
        definition_ids: definitions that a relation rests on, by (market, other market): those of the first market.
            None where names tell it.
    """

    relations: MarketRelations
    basis_of: Callable[[SeriesFigure], str | None] = _no_basis
    definition_ids: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)


def scope_conflicts(sized: Iterable[SeriesFigure], known: MarketRelations | Knowledge) -> Iterator[Conflict]:
    """Sizes of related markets side by side, in each year in which at least one of the two is stated.

    Figures of different scope are not comparable, and their ratio is no error. Yet where one scope contains the
    other and its figure is the smaller one, they cannot both hold if both count value alike: that is proven where names
    tell the inclusion, both figures are stated and both texts tell the same value basis; else likely.

    Args:
        sized: figures of whole markets, metric market_size.
        known: relations, and where they are stated, value bases and definitions.

    Yields:
        related_scope (not_comparable) or scope_inclusion (conflict_likely or conflict_proven), one per pair and year.
    """
    knowledge = known if isinstance(known, Knowledge) else Knowledge(known)
    for figures in beside(sized).values():
        for market in sorted(figures):
            for other in sorted(knowledge.relations.get(market, {})):
                a, b = figures[market], figures.get(other)
                if b is None or market > other or a.center is None or b.center is None:
                    continue
                if not (a.is_derived and b.is_derived):
                    yield _pair(a, b, *knowledge.relations[market][other], knowledge)


def agreed_basis(one: str | None, other: str | None) -> tuple[Verdict, str]:
    """What two value bases make of figures that cannot both hold if they count value alike.

    Args:
        one: basis of one side; None where it is not stated.
        other: basis of the other.

    Returns:
        The verdict that they allow, and the assumption or fact in words.
    """
    if one is None or other is None:
        basis = one or other
        words = "the texts do not state on which basis they count value" if basis is None else (
            f"one text counts {basis}, the other does not state its basis"
        )  # fmt: skip
        return "conflict_likely", f"both count value on the same basis ({words})"
    if one != other:
        return "not_comparable", f"the value bases differ: {one} against {other}"
    return "conflict_proven", f"both count {one}"


def _pair(one: SeriesFigure, other: SeriesFigure, relation: Relation, reason: str, known: Knowledge) -> Conflict:
    """`relation` is how `one` lies to `other`."""
    a, b = in_order(_party(one), _party(other))
    first, second = (one, other) if a.claim_ids == _party(one).claim_ids else (other, one)
    ratio = times(EXACT.divide(b.value, a.value)) if a.value > 0 else "no ratio"
    wider = {"contains": one, "contained": other}.get(relation)
    narrower = None if wider is None else other if wider is one else one
    compared = (
        f"{first.market} {first.words} ({listed(first.publishers)}) against {second.market} {second.words} "
        f"({listed(second.publishers)}) in {one.place.year}, {ratio}"
    )
    if wider is None or narrower is None or not _lies_below(wider, narrower):
        words = f"{compared}: different scopes ({reason}), not comparable and never pooled"
        return Conflict("related_scope", "related_scope", "not_comparable", "low", first.place, a, b, words,
                        second.place.market_id)  # fmt: skip
    pair = (first.place.market_id or "", second.place.market_id or "")
    definitions = (known.definition_ids.get(pair, ()), known.definition_ids.get(pair[::-1], ()))
    verdict, basis = agreed_basis(known.basis_of(one), known.basis_of(other))
    if verdict == "conflict_proven" and (one.is_derived or other.is_derived or any(definitions)):
        verdict = "conflict_likely"
    needs = [] if verdict == "conflict_proven" else [basis]
    needs += ["one figure stands on its publisher's path between stated years"] * (one.is_derived or other.is_derived)
    needs += ["the definition tells the whole scope"] if any(definitions) else []
    words = f"{compared}: {wider.market} contains {narrower.market} ({reason}), yet its figure is the smaller one"
    return Conflict(
        kind="related_scope",
        rule="scope_inclusion",
        verdict=verdict,
        severity=severity_of(verdict),
        place=first.place,
        a=a,
        b=b,
        explanation=with_grounds(words, verdict, basis, needs),
        other_market_id=second.place.market_id,
        grounds=Grounds(
            bound_low=narrower.floor,
            assumptions="; ".join(needs) or None,
            statement_ids_a=definitions[0],
            statement_ids_b=definitions[1],
        ),
    )


def _lies_below(one: SeriesFigure, other: SeriesFigure) -> bool:
    """Every figure of the one is smaller than every figure of the other, rounding included."""
    return one.ceiling is not None and other.floor is not None and one.ceiling < other.floor


def _party(figure: SeriesFigure) -> Party:
    value = figure.low if figure.center is None else figure.center
    return Party(value, figure.publishers, figure.claim_ids, figure.words)
