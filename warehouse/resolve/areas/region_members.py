"""work.region_members: the countries that are all members of a region, so that their figures add up to it.

Belongs here: the regions whose name fixes their members, and those that a publisher's profile lists. The members of other areas are in
`area_members.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from sources.profiles import load_profiles
from warehouse.resolve.areas.area_members import comparable_area, membership, named_regions
from warehouse.schema.framing import framed
from warehouse.step import BuildContext, Frames, Step


def _regions() -> Iterator[tuple[str | None, str, tuple[str, ...]]]:
    named = {region.ref_area: region.members for region in named_regions()}
    for code, members in named.items():
        yield None, code, members
    of_profiles = {
        (profile.publisher_id, comparable_area(profile.publisher_id, ref_area), known.members)
        for profile in load_profiles()
        for ref_area in profile.regions
        if (known := membership(profile.publisher_id, ref_area)) is not None
    }
    yield from sorted(region for region in of_profiles if region[1] not in named)


def _run(frames: Frames, context: BuildContext) -> Frames:
    rows = [
        {"publisher_id": publisher_id, "ref_area": code, "member": member, "n_members": len(members)}
        for publisher_id, code, members in _regions()
        for member in members
    ]
    return {"work.region_members": framed("work.region_members", rows)}


STEP = Step(name="region members", reads=(), writes=("work.region_members",), run=_run)
