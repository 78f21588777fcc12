"""Countries, the members of regions, and the code that equal regions of different publishers share.

Belongs here: reviewed lists of members. Reading areas from texts does not (`sources`), nor does adding up countries
(`align.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import StringConstraints, TypeAdapter, model_validator

from warehouse.resolve.words.vocabulary import Shape
from warehouse.reviewed import read_reviewed

VENDOR = "vendor:"
TOGETHER = "|"  # joins the codes of areas that a figure is given for together
PACKAGED = Path(__file__).with_name("area_members.yml")
Country = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
OwnRegion = Annotated[str, StringConstraints(pattern=r"^vendor:.+$")]
Basis = Literal["name", "publisher", "listed"]


class NamedRegion(Shape):
    """A region whose name fixes its members."""

    ref_area: OwnRegion
    also: tuple[OwnRegion, ...]
    members: tuple[Country, ...]
    source: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class MemberFile(Shape):
    """`area_members.yml`."""

    regions: tuple[NamedRegion, ...]

    @model_validator(mode="after")
    def _each_code_and_each_list_once(self) -> Self:
        codes = [code for region in self.regions for code in (region.ref_area, *region.also)]
        lists = [frozenset(region.members) for region in self.regions]
        for region in self.regions:
            if len(set(region.members)) < max(2, len(region.members)):
                raise ValueError(f"{region.ref_area}: name two or more countries, each once")
        if len(set(codes)) < len(codes) or len(set(lists)) < len(lists):
            raise ValueError("each code and each list of members may appear only once; give a second name under `also`")
        return self


@dataclass(frozen=True, slots=True)
class Membership:
    """A region with its members.

    Attributes:
        code: the code that every equal region shares.
        members: ISO 3166 alpha-3, in order.
        basis: name fixes them, publisher states them (in its profile), or the text lists them as areas together.
    """

    code: str
    members: tuple[str, ...]
    basis: Basis


@cache
def named_regions(path: Path = PACKAGED) -> tuple[NamedRegion, ...]:
    """The reviewed regions, in the file's order.

    Raises:
        ReviewedFileError: the file is not what its schema asks for; names file and line.
    """
    return read_reviewed(path, TypeAdapter(MemberFile)).regions


def is_country(ref_area: str) -> bool:
    """Whether a code is a country's: ISO 3166 alpha-3, and not M49 or a publisher's own region."""
    return len(ref_area) == len("ISO") and ref_area.isalpha()


def membership(publisher_id: str | None, ref_area: str) -> Membership | None:
    """The members of an area as one publisher uses it.

    Args:
        publisher_id: who says it.
        ref_area: as in core.claims.

    Returns:
        What the publisher's profile says, else what the name fixes, else the countries that the code itself lists; None
        where nobody says (then the region is comparable with nobody else's) and for countries and M49 regions, which
        are what their code says.
    """
    stated = _stated_by_publishers().get((publisher_id or "", ref_area))
    if stated is not None:
        return Membership(code_of(stated), stated, "publisher")
    named = _by_code().get(ref_area)
    if named is not None:
        return Membership(named.ref_area, tuple(sorted(named.members)), "name")
    parts = ref_area.split(TOGETHER)
    if len(parts) > 1 and all(is_country(part) for part in parts):
        members = tuple(sorted(set(parts)))
        return Membership(code_of(members), members, "listed")
    return None


def region_named(ref_area: str) -> NamedRegion | None:
    """The region whose name fixes its members, by any of its codes."""
    return _by_code().get(ref_area)


def comparable_area(publisher_id: str | None, ref_area: str) -> str:
    """The code under which an area's figures are compared: that of its member list where one is known, else its own."""
    known = membership(publisher_id, ref_area)
    return known.code if known else ref_area


def is_comparable(code: str) -> bool:
    """Whether a code, after `comparable_area`, means the same area whoever uses it.

    M49 regions, countries, and regions with a member list do; a publisher's own region without one does not.
    """
    return code in _by_code() or VENDOR not in code


def code_of(members: tuple[str, ...]) -> str:
    """The code of a list of countries: the named region that has exactly these, else the codes joined with "|"."""
    return _by_members().get(frozenset(members)) or TOGETHER.join(sorted(members))


@cache
def _by_code() -> Mapping[str, NamedRegion]:
    return {code: region for region in named_regions() for code in (region.ref_area, *region.also)}


@cache
def _by_members() -> Mapping[frozenset[str], str]:
    return {frozenset(region.members): region.ref_area for region in named_regions()}


@cache
def _stated_by_publishers() -> Mapping[tuple[str, str], tuple[str, ...]]:
    from sources.profiles import load_profiles  # two hundred files, which a pair of names does without

    return {
        (profile.publisher_id, ref_area): tuple(sorted(members))
        for profile in load_profiles()
        for ref_area, members in profile.regions.items()
    }
