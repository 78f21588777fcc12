"""The basis on which a document counts value (revenue, shipments, spending ...), and the scope in its definitions.

Belongs here: reading core.markets and core.definitions for a comparison. What follows from it does not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import polars as pl

from warehouse.facets import FACETS, Facet

OF_MARKETS = ("market", "term")


@dataclass(frozen=True, slots=True)
class DefinedScope:
    """Facets that definitions tell, and the definitions that tell them."""

    facets: Mapping[Facet, frozenset[str]]
    definition_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bases:
    """Value bases by document and market; a market's own name speaks for all its documents.

    Attributes:
        of_document: (document_id, market_id) → values told by definitions.
        of_market: market_id → values told by its name.
    """

    of_document: Mapping[tuple[str, str], frozenset[str]]
    of_market: Mapping[str, frozenset[str]]

    def of(self, market_id: str | None, document_ids: Iterable[str]) -> str | None:
        """The basis of a figure.

        Args:
            market_id: its market.
            document_ids: documents that state it.

        Returns:
            The one basis that all of them state; None where one states none, or where several are stated.
        """
        market = market_id or ""
        stated = [
            self.of_market.get(market, frozenset()) | self.of_document.get((document_id, market), frozenset())
            for document_id in document_ids
        ]
        values = frozenset(value for values in stated for value in values)
        return next(iter(values)) if len(values) == 1 and all(stated) else None


def value_bases(definitions: pl.DataFrame, markets: pl.DataFrame) -> Bases:
    """Bases as definitions and names of markets tell them.

    Args:
        definitions: core.definitions; those of segments and value chains say nothing of the market's figure, nor do
            those that are superseded or set aside.
        markets: core.markets.
    """
    by_place: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for document_id, market_id, basis in (
        _current(definitions).select("document_id", "market_id", "value_basis").iter_rows()
    ):
        by_place[document_id, market_id] |= _values(basis)
    named = {market_id: _values(basis) for market_id, basis in markets.select("market_id", "value_basis").iter_rows()}
    return Bases({key: frozenset(values) for key, values in by_place.items()}, named)


def defined_scopes(definitions: pl.DataFrame) -> Mapping[str, DefinedScope]:
    """What the definitions of a market tell of its scope.

    Args:
        definitions: core.definitions.

    Returns:
        market_id → facets of all current definitions of the market together.
    """
    facets: defaultdict[str, defaultdict[Facet, set[str]]] = defaultdict(lambda: defaultdict(set))
    ids: defaultdict[str, set[str]] = defaultdict(set)
    for row in _current(definitions).sort("definition_id").iter_rows(named=True):
        ids[row["market_id"]].add(row["definition_id"])
        for facet in FACETS:
            facets[row["market_id"]][facet] |= _values(row[facet])
    return {
        market_id: DefinedScope(
            {facet: frozenset(values) for facet, values in facets[market_id].items() if values}, tuple(sorted(used))
        )
        for market_id, used in ids.items()
    }


def _current(definitions: pl.DataFrame) -> pl.DataFrame:
    return definitions.filter(
        pl.col("defines").is_in(OF_MARKETS), pl.col("market_id").is_not_null(), pl.col("status") == "stated"
    )


def _values(joined: str | None) -> frozenset[str]:
    return frozenset(value for value in (joined or "").split("|") if value)
