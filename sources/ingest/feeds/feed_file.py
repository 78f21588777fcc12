"""Feed files, `PARALLAX_HOME/feeds/*.yml`: which addresses are visited, who permitted it, how often; one form of an address."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import quote, urljoin, urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter

from sources.ingest.reading import MAX_BYTES
from sources.reviewed import ReviewedFileError, read_reviewed

FOLDER = "feeds"
_PORTS = {"http": 80, "https": 443}

# Controls, marks that turn the writing direction, and backslashes: programs differ in what they make of them.
_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\ud800-\udfff\\\\]")
_HOST = re.compile(r"[a-z0-9_][a-z0-9_.-]{0,252}")
_ESCAPED_DOT = re.compile("%2e", re.IGNORECASE)


class BadAddress(ValueError):
    """No address that may be asked for. The message says why and names it in a form that can be shown."""


def address_of(text: str, base: str | None = None) -> str:
    """Writes an address in one form, so that it is asked for once and robots.txt sees where it leads.

    Args:
        text: as it is printed; blanks around it are dropped.
        base: what a relative address is relative to.

    Raises:
        BadAddress: not http or https, with a user name, with controls inside, without a host's name, or too long.
    """
    printed = text.strip(" \t\r\n\f")
    shown = _FORBIDDEN.sub("\ufffd", printed.rpartition("@")[2])[:200]  # what is before an @ may be a password
    if _FORBIDDEN.search(printed):
        raise BadAddress(f"{shown}: holds control characters, backslashes or marks that hide what it says")
    try:
        parts = urlsplit(urljoin(base or "", printed))
        host = (parts.hostname or "").rstrip(".").encode("idna").decode("ascii").lower()
        port = parts.port
    except (ValueError, UnicodeError) as error:
        raise BadAddress(f"{shown}: no address of a host") from error
    if parts.scheme not in _PORTS:
        raise BadAddress(f"{shown}: only http and https are fetched")
    if parts.username is not None:
        raise BadAddress(f"{shown}: an address with a user name is not fetched")
    if not _HOST.fullmatch(host) or port == 0 or len(printed) > 2_000:
        raise BadAddress(f"{shown}: no name of a host, or longer than 2,000 characters")
    place = f"{parts.scheme}://{host}" + (f":{port}" if port not in (None, _PORTS[parts.scheme]) else "")
    path, query = (quote(part, "%/:@!$&'()*+,;=~?") for part in (parts.path, parts.query))
    return urljoin(place, f"/.{_ESCAPED_DOT.sub('.', path)}{'?' if query else ''}{query}")  # resolves dots


_Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2_000)]
_Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
_HostRule = Annotated[str, StringConstraints(pattern=r"^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:[1-9][0-9]{0,4})?$")]
# Goes into a header field: a mail or web address, nothing else.
_Contact = Annotated[str, StringConstraints(pattern=r"^([!-;=?A-~]+@[A-Za-z0-9.-]+|https?://[!-~]+)$", max_length=200)]
_Web = Annotated[str, AfterValidator(address_of)]


class Feed(BaseModel):
    """Addresses that are visited under the same terms."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: _Slug  # the file is called so
    kind: Literal["page", "rss"] = "page"  # each address is a document, or an RSS or Atom list of links to documents
    urls: Annotated[tuple[_Web, ...], Field(min_length=1, max_length=1_000)]
    publisher: _Words | None = None  # id of a publisher's profile, or its name; null: the documents say it themselves
    licence: _Words  # SPDX identifier, or all-rights-reserved, of every document
    licence_note: Annotated[_Words, Field(min_length=10)]  # who said that we may fetch it, and when
    contact: _Contact  # at which the owner of a site reaches whoever runs this; part of the User-Agent
    enabled: bool = True
    every_hours: float = Field(default=24, ge=0.25, le=24 * 366)  # between two looks at an address
    revisit_days: float | None = Field(default=None, ge=1, le=3_660)  # between two looks at an entry; null: one look
    seconds_between_requests: float = Field(default=2, ge=0, le=3_600)  # to a host; a longer Crawl-delay holds instead
    max_bytes: int = Field(default=20_000_000, ge=1_000, le=MAX_BYTES)
    max_documents: int = Field(default=50, ge=1, le=10_000)  # in one run; the others wait for the next
    max_minutes: float = Field(default=10, gt=0, le=600)  # in one run
    hosts: tuple[_HostRule, ...] = ()  # that links and redirects may lead to, beside those of the addresses
    allow_private: bool = False  # whether addresses of the own network may be connected to
    quote_limit_chars: int | None = Field(default=None, ge=0, le=100_000)  # null: the publisher's or the policy's
    no_external: bool = False  # whether no word of its documents may be sent to a model

    def may_ask(self, address: str) -> bool:
        """Whether a canonical address lies on a host of the file: `example.com`, `host:8080`, `*.example.com`."""
        authority = urlsplit(address).netloc
        hosts = (*(urlsplit(url).netloc for url in self.urls), *self.hosts)
        return any(authority.endswith(host[1:]) if host.startswith("*") else authority == host for host in hosts)


_SHAPE: TypeAdapter[Feed] = TypeAdapter(Feed)


def read_feeds(home: Path) -> tuple[tuple[Feed, ...], tuple[str, ...]]:
    """Reads every feed file of a data home, which need not have one. A faulty one costs no other.

    Returns:
        Feeds in order of their names, those that are off included; and one message per faulty file, with file and line.
    """
    feeds, faults = [], []
    for path in sorted((home / FOLDER).glob("*.yml")):
        try:
            feed = read_reviewed(path, _SHAPE)
            if path.stem != feed.name:
                raise ReviewedFileError(f"{path}:1: name: holds {feed.name!r}; call the file {feed.name}.yml")
            feeds.append(feed)
        except ReviewedFileError as error:
            faults.append(f"{error}; this feed is left out until its file is mended")
    return tuple(feeds), tuple(faults)
