"""Classes of NAICS, ISIC and HS that a market belongs to, from its row in marts.markets.

Which class a market belongs to is decided in a reviewed file (`warehouse/resolve/markets`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_RELATIONS = {"same": "is", "contained_in": "part of", "overlaps": "overlaps"}


@dataclass(frozen=True, slots=True)
class IndustryClass:
    """A class of NAICS, ISIC or HS."""

    code: str  # with its classification: "ISIC Rev.4 2819"
    title: str
    relation: str  # of the market to it: same, contained_in, overlaps

    @property
    def relation_words(self) -> str:
        """The relation in words, to print before the code: "part of"."""
        return _RELATIONS[self.relation]


def industry_classes(market: Mapping[str, Any]) -> Iterator[IndustryClass]:
    """The classes of a row of marts.markets; none of a release from before there were any."""
    columns = [(market.get(f"industry_{name}") or "").split("|") for name in ("codes", "titles", "relations")]
    yield from (IndustryClass(*one) for one in zip(*columns, strict=True) if one[0])
