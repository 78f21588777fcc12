"""The scope of a market as facets, by the words of its name. A facet without such a word stays unknown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from warehouse.facets import FACETS, Facet
from warehouse.resolve.words.tokens import LONGEST_PHRASE, Tokens, tokens_of
from warehouse.resolve.words.vocabulary import facet_words

Scope = Mapping[Facet, tuple[str, ...]]


@lru_cache(maxsize=100_000)
def scope_of(tokens: Tokens) -> Scope:
    """Facets of a name.

    Args:
        tokens: normal tokens of a name.

    Returns:
        Facet values in alphabetical order, facets in the order of `FACETS`; unknown facets are left out.
        The product is that of the last word that names one, since the last word says what is sold; of several phrases
        that end there the longest, for a heat pump is no pump.
    """
    by_facet: dict[Facet, dict[str, tuple[int, int]]] = {}
    for facet, table in _tables().items():
        for length in range(1, min(LONGEST_PHRASE, len(tokens)) + 1):
            for at in range(len(tokens) - length + 1):
                for value in table.get(tokens[at : at + length], ()):
                    known = by_facet.setdefault(facet, {}).get(value, (-1, 0))
                    by_facet[facet][value] = max(known, (at + length, length))
    product = by_facet.get("product", {})
    if product:
        last = max(product.values())
        by_facet["product"] = {value: at for value, at in product.items() if at == last}
    return {facet: tuple(sorted(by_facet[facet])) for facet in FACETS if facet in by_facet}


def scope_text(scope: Scope) -> str:
    """One line for people: `product=cluster; technology=ai|gpu; workload=training`; empty where nothing is known."""
    return "; ".join(f"{facet}={'|'.join(scope[facet])}" for facet in FACETS if facet in scope)


@cache
def _tables() -> Mapping[Facet, Mapping[Tokens, tuple[str, ...]]]:
    tables: dict[Facet, dict[Tokens, tuple[str, ...]]] = {}
    for facet, values in facet_words().facets.items():
        table = tables.setdefault(facet, {})
        for value, phrases in values.items():
            for phrase in phrases:
                tokens = tokens_of(phrase)
                table[tokens] = tuple(sorted({*table.get(tokens, ()), value}))
    return tables
