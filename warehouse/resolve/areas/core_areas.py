"""Builds core.areas: the codes that claims carry, with names for people."""

from __future__ import annotations

import re
from collections.abc import Mapping

import polars as pl

from sources.grammar.areas import WORLD_CODE as WORLD
from sources.grammar.areas import area_names
from warehouse.resolve.areas.area_members import TOGETHER, VENDOR, membership
from warehouse.schema import core_tables
from warehouse.step import BuildContext, BuildError, Frames, Step


def kind_of(ref_area: str) -> str:
    """Kind of an area by its code alone.

    Args:
        ref_area: M49 (three digits), ISO 3166 alpha-3 or "vendor:" and a name; or several of them joined with "|".

    Returns:
        world, region, country or vendor_region; several areas together are a vendor's own region.

    Raises:
        BuildError: the code is none of these.
    """
    if TOGETHER in ref_area:
        for part in ref_area.split(TOGETHER):
            kind_of(part)
        return "vendor_region"
    if ref_area == WORLD:
        return "world"
    if re.fullmatch(r"\d{3}", ref_area):
        return "region"
    if re.fullmatch(r"[A-Z]{3}", ref_area):
        return "country"
    if ref_area.startswith(VENDOR) and len(ref_area) > len(VENDOR):
        return "vendor_region"
    raise BuildError(
        f"core.claims.ref_area: {ref_area!r} is no M49 code, no ISO 3166 alpha-3 code and no vendor: region; correct "
        "sources/grammar/areas.yml or the rule that read it"
    )


def _run(frames: Frames, context: BuildContext) -> dict[str, pl.DataFrame]:
    claims = frames["core.claims"]
    printed = dict(claims.group_by("ref_area").agg(pl.col("geography").min()).sort("ref_area").iter_rows())
    members: dict[str, tuple[str, ...]] = {}
    for publisher_id, code in claims.select("publisher_id", "ref_area").unique().sort(pl.all()).iter_rows():
        known = membership(publisher_id, code)
        if known is not None:
            members[known.code] = known.members
            printed.setdefault(known.code, known.code)
            if known.basis != "publisher":  # another publisher may draw it otherwise
                members[code] = known.members
    names = {area.code: area.name for area in sorted(area_names().values(), key=lambda area: (area.code, area.name))}
    rows = [
        {
            "ref_area": code,
            "area": _name(code, geography, names),
            "kind": kind_of(code),
            "members": list(members[code]) if code in members else None,
        }
        for code, geography in sorted(printed.items())
    ]
    return {"core.areas": pl.DataFrame(rows, schema=core_tables()["core.areas"].polars_schema())}


def _name(code: str, geography: str, known: Mapping[str, str]) -> str:
    """The area's name; for areas together the names of each, for one that no list names what the text calls it."""
    if TOGETHER in code:
        return " and ".join(known.get(part, part.removeprefix(VENDOR)) for part in code.split(TOGETHER))
    return known.get(code) or (code.removeprefix(VENDOR) if code.startswith(VENDOR) else geography)


STEP = Step(name="areas", reads=("core.claims",), writes=("core.areas",), run=_run)
