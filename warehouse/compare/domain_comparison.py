"""How many pieces one node holds, beside a product that holds more of them in a rack: counts of two domains.

Belongs here: rows domains_across. A count within a node and one within a rack may both be right; what is drawn per piece
stands in `piece_comparison.py`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from warehouse.bridge.market_relations import MarketRelations
from warehouse.compare.piece_comparison import pieces_of
from warehouse.values.conflict_records import Conflict, Party, comparison
from warehouse.values.wording import plain

_NODES = frozenset({"per node", "per server"})


def domains_across(technical: pl.DataFrame, relations: MarketRelations, names: Mapping[str, str]) -> Iterator[Conflict]:
    """Pieces per node by one publisher against a product of another that holds more of the same pieces.

    How many a product holds is asked of the reference table. A rack is no node, so the row is soft: the scopes differ.

    Args:
        technical: core.technical_claims.
        relations: how markets lie to each other.
        names: publisher_id → name.

    Yields:
        domains_across rows, not_comparable, one per count and product.
    """
    usable = technical.filter(
        pl.col("status") == "stated", pl.col("market_id").is_not_null(), pl.col("publisher_id").is_not_null()
    ).sort("technical_id")
    counts: list[Mapping[str, Any]] = []
    products: defaultdict[str, dict[tuple[str, str], Mapping[str, Any]]] = defaultdict(dict)
    for row in usable.iter_rows(named=True):
        if row["measure"] == "unit_count" and row["basis"] in _NODES:
            counts.append(row)
        elif row["product"] and pieces_of(row["product"]) is not None:
            products[row["market_id"]].setdefault((row["publisher_id"], row["product"]), row)
    for count in counts:
        for market in sorted({count["market_id"], *relations.get(count["market_id"], {})}):
            for (publisher, product), other in sorted(products.get(market, {}).items()):
                if publisher != count["publisher_id"]:
                    yield from _row(count, other, product, names)


def _row(
    count: Mapping[str, Any], other: Mapping[str, Any], product: str, names: Mapping[str, str]
) -> Iterator[Conflict]:
    fact = pieces_of(product)
    most = count["obs_value_high"] or count["obs_value"]
    if fact is None or fact.value <= most or fact.unit.rstrip("s").lower() != count["unit_measure"].rstrip("s").lower():
        return
    low = f"{plain(count['obs_value'])} to " if count["obs_value_high"] is not None else ""
    one = f"{names[count['publisher_id']]} {low}{plain(most)} {count['unit_measure']} {count['basis']}"
    two = f"{product} of {names[other['publisher_id']]} with {plain(fact.value)} {fact.unit}s in one rack"
    sides = [
        (row["market_id"], Party(value, (names[row["publisher_id"]],), (), words), (row["technical_id"],))
        for row, value, words in ((count, most, one), (other, fact.value, two))
    ]
    yield comparison(
        "domains_across", "not_comparable", sides[0], sides[1], "unit_count", "units",
        f"domains of a count: {one} against {two} (reference: {fact.source}): node and rack are two domains; a soft "
        "difference of scope, no conflict",
    )  # fmt: skip
