"""Builds core.publishers: every publisher's name that sidecars, texts and quotations print.

Belongs here: the canonical name and group of a publisher. How reliable a publisher is does not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import polars as pl

from sources.profiles import PublisherProfile, load_profiles, profile_of, publisher_slug
from warehouse.schema import core_tables
from warehouse.step import BuildContext, Frames, Step


@dataclass(frozen=True, slots=True)
class Publisher:
    """What claims and documents take from core.publishers."""

    publisher_id: str
    publisher: str
    publisher_group: str
    licence: str | None
    quote_limit_chars: int


@lru_cache(maxsize=65_536)  # asked for every claim; names are few
def publisher_id_of(name: str | None) -> str | None:
    """Id of a printed name: its profile's, else the slug of its normal name; None where there is none.

    Args:
        name: as printed ("QY Research Inc."), or None.
    """
    if not name:
        return None
    profile = profile_of(name, load_profiles())
    return profile.publisher_id if profile else publisher_slug(name) or None


@lru_cache(maxsize=65_536)
def publisher_id_of_url(url: str | None) -> str | None:
    """Id of the publisher whose profile claims an address's domain; None where none does."""
    profile = profile_of(url, load_profiles()) if url and "." in url else None
    return profile.publisher_id if profile else None


def publishers_by_id(publishers: pl.DataFrame) -> Mapping[str, Publisher]:
    """The lookup that later steps join by.

    Args:
        publishers: core.publishers.
    """
    columns = ("publisher_id", "publisher", "publisher_group", "licence", "quote_limit_chars")
    return {row[0]: Publisher(*row) for row in publishers.select(columns).iter_rows()}


def _run(frames: Frames, context: BuildContext) -> dict[str, pl.DataFrame]:
    profiles = {profile.publisher_id: profile for profile in load_profiles()}
    printed: dict[str, set[str]] = {}
    for name in _names(frames):
        if publisher_id := publisher_id_of(name):
            printed.setdefault(publisher_id, set()).add(name)
    for url in _urls(frames):
        if publisher_id := publisher_id_of_url(url):
            printed.setdefault(publisher_id, set())
    limit = context.policy.evidence.default_quote_limit_chars
    rows = [_row(publisher_id, names, profiles.get(publisher_id), limit) for publisher_id, names in printed.items()]
    return {"core.publishers": pl.DataFrame(rows, schema=core_tables()["core.publishers"].polars_schema())}


def _names(frames: Frames) -> Iterable[str]:
    facts = frames["raw.facts"].filter(pl.col("name") == "publisher")["value"]
    for column in (frames["raw.metadata"]["publisher"], frames["raw.claims"]["publisher"], facts):
        yield from (name for name in column.unique().to_list() if name)


def _urls(frames: Frames) -> Iterable[str]:
    facts = frames["raw.facts"].filter(pl.col("name").is_in(["url", "report_url"]))["value"]
    for column in (frames["raw.metadata"]["url"], facts):
        yield from (url for url in column.unique().to_list() if url)


def _row(publisher_id: str, names: set[str], profile: PublisherProfile | None, limit: int) -> dict[str, object]:
    # Where nobody reviewed the name: the first printed one, those in capitals throughout last.
    name = profile.name if profile else min(names, key=lambda printed: (printed.isupper(), " ".join(printed.split())))
    return {
        "publisher_id": publisher_id,
        "publisher": " ".join(name.split()),
        "publisher_group": (profile.group if profile else None) or publisher_id,
        "tier": profile.tier if profile else "unknown",
        "licence": profile.licence if profile else None,
        "quote_limit_chars": (profile.quote_limit_chars if profile else None) or limit,
        "profile": profile.file_name if profile else None,
        "cadence": profile.cadence if profile else None,
        "growth_convention": profile.growth_convention if profile else None,
    }


STEP = Step(
    name="publishers",
    reads=("raw.metadata", "raw.facts", "raw.claims"),
    writes=("core.publishers",),
    run=_run,
)
