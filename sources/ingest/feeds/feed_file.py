"""Feed files, `PARALLAX_HOME/feeds/*.yml`: which pages and lists are fetched, who permitted it, and how politely.

Belongs here: the schema and its reading. Fetching does not.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from sources.ingest.feeds.addresses import address_of
from sources.ingest.reading import MAX_BYTES
from sources.profiles import PublisherProfile, profile_of
from sources.reviewed import ReviewedFileError, read_reviewed

FOLDER = "feeds"

_CONTACT = re.compile(r"[^\s@<>()\"\\,;]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}|https?://[!-~]+", re.ASCII)


def _address(text: str) -> str:
    return address_of(text).text


def _contact(text: str) -> str:
    if not _CONTACT.fullmatch(text):
        raise ValueError("give a mail address or a web address at which the owner of a site can reach you")
    return text


_Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1_000)]
_Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
_Web = Annotated[str, AfterValidator(_address)]
_HostRule = Annotated[str, StringConstraints(pattern=r"^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:[1-9][0-9]{0,4})?$")]
# SPDX: an identifier or a LicenseRef, perhaps joined by AND, OR, WITH.
_Licence = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9.+-]*( (AND|OR|WITH) [A-Za-z0-9][A-Za-z0-9.+-]*)*$")
]


class Feed(BaseModel):
    """One feed: pages, or lists whose entries are fetched.

    Attributes:
        name: slug; the file is called so.
        kind: page: each address is a document; rss: each address is an RSS or Atom list, and its entries' links are.
        urls: addresses, http or https.
        publisher: id of a publisher's profile, or its name; null where the documents say it themselves.
        licence: SPDX identifier, or all-rights-reserved, of every document of the feed.
        licence_note: who said that we may fetch it, and when.
        contact: mail or web address of whoever runs this; part of the User-Agent.
        enabled: whether it is fetched.
        every_hours: hours between two looks at an address.
        revisit_days: days after which an entry that was fetched is looked at again; null: only when its list dates it anew.
        seconds_between_requests: least pause between two requests to a host; a longer Crawl-delay holds instead.
        max_bytes: largest document, after unpacking.
        max_documents: most documents asked for in one run; the others wait for the next.
        max_minutes: time for the whole feed in one run; what is left waits for the next.
        hosts: further hosts that links and redirects may lead to: `example.com`, `*.example.com`, `example.com:8080`.
        allow_private: whether addresses of the own network may be connected to.
        quote_limit_chars: longest quote that may be published; the publisher's or the policy's where null.
        no_external: whether no word of its documents may be sent to a model.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: _Slug
    kind: Literal["page", "rss"]
    urls: Annotated[tuple[_Web, ...], Field(min_length=1, max_length=1_000)]
    publisher: _Words | None = None
    licence: _Licence
    licence_note: Annotated[str, StringConstraints(strip_whitespace=True, min_length=10, max_length=2_000)]
    contact: Annotated[str, AfterValidator(_contact), Field(max_length=200)]
    enabled: bool = True
    every_hours: float = Field(default=24, ge=0.25, le=24 * 366)
    revisit_days: float | None = Field(default=None, ge=1, le=3_660)
    seconds_between_requests: float = Field(default=2, ge=0, le=3_600)
    max_bytes: int = Field(default=20_000_000, ge=1_000, le=MAX_BYTES)
    max_documents: int = Field(default=50, ge=1, le=10_000)
    max_minutes: float = Field(default=10, gt=0, le=600)
    hosts: tuple[_HostRule, ...] = ()
    allow_private: bool = False
    quote_limit_chars: int | None = Field(default=None, ge=0, le=100_000)
    no_external: bool = False

    @property
    def allowed_hosts(self) -> tuple[str, ...]:
        """Every host that may be asked: those of the addresses, and those that the file adds."""
        return (*dict.fromkeys(address_of(url).authority for url in self.urls), *self.hosts)

    def publisher_name(self, profiles: tuple[PublisherProfile, ...]) -> str | None:
        """The publisher as it is written: a profile's name, else the name as the file gives it."""
        if self.publisher is None:
            return None
        by_id = {profile.publisher_id: profile for profile in profiles}
        profile = by_id.get(self.publisher) or profile_of(self.publisher, profiles)
        return profile.name if profile else self.publisher


_SHAPE: TypeAdapter[Feed] = TypeAdapter(Feed)


def read_feeds(home: Path) -> tuple[tuple[Feed, ...], tuple[str, ...]]:
    """Reads every feed file of a data home. A faulty one costs no other.

    Args:
        home: the data home; it need not have feeds.

    Returns:
        Feeds in order of their names, those that are off included; and one message per faulty file, with file and line.
    """
    feeds: dict[str, Feed] = {}
    faults: list[str] = []
    for path in sorted((home / FOLDER).glob("*.yml")):
        try:
            feed = read_reviewed(path, _SHAPE)
            if path.stem != feed.name:
                raise ReviewedFileError(f"{path}:1: name: holds {feed.name!r}; call the file {feed.name}.yml")
            feeds[feed.name] = feed
        except ReviewedFileError as error:
            faults.append(f"{error}; this feed is left out until its file is mended")
    return tuple(feeds[name] for name in sorted(feeds)), tuple(faults)
