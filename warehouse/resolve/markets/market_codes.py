"""Official classifications of markets: the reviewed classes of NAICS, ISIC and HS in `market_codes.yml`. Nothing is guessed from words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, Self

from pydantic import TypeAdapter, field_validator, model_validator

from warehouse.resolve.names.market_names import read_name
from warehouse.resolve.words.tokens import Key, Tokens, resolution_key
from warehouse.resolve.words.vocabulary import Phrase, Reviewed, Shape
from warehouse.reviewed import read_reviewed

FILE = Path(__file__).with_name("market_codes.yml")
_BAR = "|"
_FORMS = {"NAICS 2022": r"[0-9]{2,6}", "ISIC Rev.4": r"[0-9]{2,4}", "HS 2022": r"[0-9]{2}|[0-9]{4}(?:\.[0-9]{2})?"}
System = Literal["NAICS 2022", "ISIC Rev.4", "HS 2022"]


class MarketCode(Shape):
    """One class, and how the market's scope relates to it."""

    system: System
    code: Phrase
    relation: Literal["same", "contained_in", "overlaps"]
    title: Phrase

    @field_validator("title")
    @classmethod
    def _is_one_of_a_list(cls, title: str) -> str:
        if _BAR in title:
            raise ValueError(f"{_BAR} joins titles; write another sign")
        return title

    @model_validator(mode="after")
    def _has_the_form_of_its_system(self) -> Self:
        if not re.fullmatch(_FORMS[self.system], self.code):
            raise ValueError(f"{self.code!r} is no code of {self.system}")
        return self


class CodedMarket(Shape):
    """Names of one market, as its names are read, and its classes."""

    names: tuple[Phrase, ...]
    codes: tuple[MarketCode, ...]


class CodeSystem(Shape):
    """A classification, and who publishes it."""

    system: System
    source: Phrase


class MarketCodes(Shape):
    """`market_codes.yml`."""

    reviewed: Reviewed
    systems: tuple[CodeSystem, ...]
    markets: tuple[CodedMarket, ...]

    @model_validator(mode="after")
    def _is_unambiguous(self) -> Self:
        sources = {one.system for one in self.systems}
        seen: dict[Key, str] = {}
        titles: dict[tuple[str, str], str] = {}
        for market in self.markets:
            for name in market.names:
                if (other := seen.setdefault(_key(name), name)) != name:
                    raise ValueError(f"{other!r} and {name!r} are names of one market")
            for one in market.codes:
                if one.system not in sources:
                    raise ValueError(f"{one.system} has no source under systems")
                if (title := titles.setdefault((one.system, one.code), one.title)) != one.title:
                    raise ValueError(f"{one.system} {one.code} is called {title!r} and {one.title!r}")
        return self


def market_codes(tokens: Tokens) -> dict[str, str | None]:
    """Columns of a market: its codes, their titles and its relations to them, each joined in the order of the codes; null where none is known.

    Args:
        tokens: of the resolved name.
    """
    found = sorted(_by_key().get(resolution_key(tokens), ()), key=lambda one: (one.system, one.code))
    return {
        "industry_codes": _BAR.join(f"{one.system} {one.code}" for one in found) or None,
        "industry_titles": _BAR.join(one.title for one in found) or None,
        "industry_relations": _BAR.join(one.relation for one in found) or None,
    }


def _key(name: str) -> Key:
    return resolution_key(read_name(name).tokens)


@cache
def _by_key() -> Mapping[Key, tuple[MarketCode, ...]]:
    read = read_reviewed(FILE, TypeAdapter(MarketCodes))
    return {_key(name): market.codes for market in read.markets for name in market.names}
