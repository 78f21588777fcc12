"""The relation of two areas: same, one inside the other, overlapping, different, or unknown if publishers define them differently.

Belongs here: the reviewed extents of areas and what follows from them. `market_names.py` reads an area from a name;
`area_members.py` decides which regions of several publishers are one area.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import StringConstraints, TypeAdapter

from sources.grammar import areas as area_grammar
from sources.grammar.areas import area_names
from warehouse.resolve.areas.area_members import VENDOR, region_named
from warehouse.resolve.words.vocabulary import Shape
from warehouse.reviewed import read_reviewed

PACKAGED = Path(__file__).with_name("area_extents.yml")
_STATES = Path(area_grammar.__file__).with_name("areas_iso3166_2.json")
_COUNTRY = re.compile(r"^[A-Z]{3}$")
_DIRECTED = re.compile(
    r"^(?:(?:North|South|East|West)(?:ern)?|(?:North|South)-?[Ee]ast|(?:North|South)-?[Ww]est|Central|Centre-West) (.+)$"
)

Code = Annotated[str, StringConstraints(pattern=r"^(?:[A-Z]{3}|\d{3}|vendor:.+)$")]
AreaRelation = Literal["same", "a_contains_b", "b_contains_a", "overlap", "different", "unknown"]


class ReviewedExtent(Shape):
    """What an area holds: surely, perhaps, and by its name."""

    members: tuple[Code, ...]
    perhaps: tuple[Code, ...] = ()
    holds: tuple[Code, ...] = ()


class ExtentFile(Shape):
    """`area_extents.yml`."""

    extents: dict[Code, ReviewedExtent]


@dataclass(frozen=True, slots=True)
class Extent:
    """The countries of an area.

    Attributes:
        surely: those that every house counts in.
        at_most: these and those that some do.
        is_part: the area is a part of its one country ("Western China", "California").
    """

    surely: frozenset[str]
    at_most: frozenset[str]
    is_part: bool = False


@lru_cache(maxsize=10_000)
def area_relation(a: str, b: str) -> AreaRelation:
    """The relation of two areas.

    Args:
        a: code of the first: M49, ISO 3166 alpha-3 or `vendor:` and a name.
        b: of the second.

    Returns:
        `different` only where neither holds, even as some houses draw it, a country that the other surely has; `unknown`
        where houses differ, and for a region that nobody has drawn.
    """
    if a == b:
        return "same"
    if b in _held(a):
        return "a_contains_b"
    if a in _held(b):
        return "b_contains_a"
    one, other = extent(a), extent(b)
    if one is None or other is None:
        return "unknown"
    if not one.at_most & other.surely and not one.surely & other.at_most:
        return "different"
    if one.is_part and other.is_part:
        return "unknown"
    if one.at_most == other.at_most == one.surely == other.surely and one.is_part == other.is_part:
        return "same"
    if not one.is_part and one.surely >= other.at_most:
        return "a_contains_b"
    if not other.is_part and other.surely >= one.at_most:
        return "b_contains_a"
    shared = one.surely & other.surely
    if shared and one.surely - other.at_most and other.surely - one.at_most:
        return "overlap"
    return "unknown"


@cache
def extent(code: str) -> Extent | None:
    """The countries of an area; None where nobody has drawn it."""
    drawn = _drawn().get(code)
    if drawn is not None:
        surely = _countries(drawn.members)
        return Extent(surely, surely | _countries(drawn.perhaps))
    named = region_named(code)
    if named is not None:
        members = frozenset(named.members)
        return Extent(members, members)
    if _COUNTRY.match(code):
        return Extent(frozenset([code]), frozenset([code]))
    country = _country_of_part(code.removeprefix(VENDOR)) if code.startswith(VENDOR) else None
    return Extent(frozenset([country]), frozenset([country]), is_part=True) if country else None


def _countries(codes: tuple[str, ...]) -> frozenset[str]:
    return frozenset(country for code in codes for country in ([code] if _COUNTRY.match(code) else _surely(code)))


def _surely(code: str) -> frozenset[str]:
    known = extent(code)
    if known is None:
        raise KeyError(f"{PACKAGED.name}: {code} is a member and has no entry")
    return known.surely


@cache
def _held(code: str) -> frozenset[str]:
    """Regions that are inside by their name, and what these hold."""
    drawn = _drawn().get(code)
    inner = (*drawn.holds, *(member for member in drawn.members if not _COUNTRY.match(member))) if drawn else ()
    return frozenset(inner) | frozenset(held for one in inner for held in _held(one))


def _country_of_part(name: str) -> str | None:
    """The country of a state, or of a part named by a direction."""
    state = _states().get(name)
    if state is not None:
        return state
    directed = _DIRECTED.match(name)
    area = area_names().get(directed[1]) if directed else None
    return area.code if area is not None and _COUNTRY.match(area.code) else None


@cache
def _states() -> Mapping[str, str]:
    alpha_3 = {
        "AT": "AUT", "AU": "AUS", "BR": "BRA", "CA": "CAN", "CN": "CHN", "DE": "DEU", "ES": "ESP", "FR": "FRA", "GB": "GBR",
        "IN": "IND", "IT": "ITA", "US": "USA",
    }  # fmt: skip
    listed = json.loads(_STATES.read_text(encoding="utf-8"))
    return {name: alpha_3[country["country"]] for country in listed for name in country["names"]}


@cache
def _drawn() -> Mapping[str, ReviewedExtent]:
    return reviewed_extents()


def reviewed_extents(path: Path = PACKAGED) -> Mapping[str, ReviewedExtent]:
    """The reviewed extents by code.

    Raises:
        ReviewedFileError: the file is not what its schema asks for; names file and line.
    """
    return read_reviewed(path, TypeAdapter(ExtentFile)).extents
