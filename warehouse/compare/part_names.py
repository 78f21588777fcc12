"""What the name of a part adds to the name of its market.

Belongs here: words of parts across markets. Names of parts put together are in `bridged_scopes.py`.
"""

from __future__ import annotations

from functools import cache

from warehouse.resolve.scopes.concept_hierarchy import concepts
from warehouse.resolve.words.tokens import Tokens, tokens_of_id


@cache
def part_name_words(member: Tokens, market_id: str) -> frozenset[Tokens]:
    """What a part's name adds to its market's: "cloud gpu" of a GPU cluster market adds cloud."""
    of_market = set(concepts(tokens_of_id(market_id)))
    return frozenset(concept for concept in concepts(member) if concept not in of_market)
