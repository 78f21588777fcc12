"""RSS and Atom: bytes of a list → its entries. Nothing outside of the bytes is ever read, no entity is ever expanded.

feedparser reads the list, also one that is no valid XML. Here are its limits, and what of an entry we use.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import feedparser

MAX_ENTRIES = 5_000
MAX_BYTES = 5_000_000
MAX_STEPS = 200_000  # of feedparser, up to 50 microseconds each

# Encodings of text that lists are written in; a name out of this list never reaches a codec.
_ENCODING = re.compile(
    r"utf-?8|utf-?16(?:[bl]e)?|us-ascii|ascii|iso-8859-\d{1,2}|latin-?1|windows-125\d|cp125\d|koi8-[ru]|shift[_-]jis|euc-(?:jp|kr)|gb2312|gbk|gb18030|big5",
    re.IGNORECASE,
)
_DECLARED = re.compile(rb"""\A\s{0,64}<\?xml[^>]{0,200}?encoding\s{0,8}=\s{0,8}["']([A-Za-z0-9_.-]{1,40})["']""")
_CHARSET = re.compile(r"""charset\s{0,8}=\s{0,8}["']?([A-Za-z0-9_.-]{1,40})""", re.IGNORECASE)
_PREFIX = re.compile(r"xmlns:([^\s=]{1,100})")
_CLOSED = re.compile(r"</\s{0,9}(?:[\w-]{1,40}:)?(?:rss|rdf|feed)\s{0,9}>", re.IGNORECASE)


class NoList(ValueError):
    """Bytes that are no RSS or Atom list that can be read. The message says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a list.

    Attributes:
        link: as printed; perhaps relative to the list.
        title: plain text; None where it has none, or one that a wrong encoding has damaged.
        published_on: the later of the days on which it says that it was published or changed; None where it says none.
        stamp: what changes when the entry does: its dates as printed.
    """

    link: str
    title: str | None
    published_on: date | None
    stamp: str


@dataclass(frozen=True, slots=True)
class Listed:
    """What a list holds, and whether its bytes fit its encoding."""

    entries: tuple[Entry, ...]
    damaged: bool


def entries_of(body: bytes, content_type: str = "") -> Listed:
    """Reads a list.

    Args:
        body: its bytes.
        content_type: the header field, whose charset holds before what the bytes declare (RFC 7303).

    Returns:
        Entries that have a link, in their order, the first 5,000.

    Raises:
        NoList: no list, one that ends in the middle, one beyond the limits, or one with entities of its own, which are
            never needed and can grow or read files.
    """
    if len(body) > MAX_BYTES:
        raise NoList(f"it has more than {MAX_BYTES:,} bytes")
    text, damaged = _decoded(body, content_type)
    text = " ".join(text.split())  # feedparser's time grows with the square of a run of empty lines
    if _steps(text) > MAX_STEPS:
        raise NoList("it has more tags, references, attributes or prefixes than a list needs and an attack has")
    if "<!ENTITY" in text:
        raise NoList("it declares entities of its own, which a list does not need and an attack does")
    source = io.BytesIO(text.encode("utf-8", "replace"))  # never a text: it fetches an address and opens a file's name
    told = {"content-type": "application/xml; charset=utf-8"}
    try:
        read = feedparser.parse(source, response_headers=told, sanitize_html=False, resolve_relative_uris=False)
    except Exception as error:  # as a KeyError of a `</link>` behind its entry
        raise NoList(f"feedparser cannot read it ({error!r})") from error
    if not read.get("version") or (read.bozo and not _CLOSED.search(text[-5_000:])):
        raise NoList(f"no RSS or Atom list, or half of one ({read.get('bozo_exception', 'XML of another kind')})")
    return Listed(tuple(filter(None, map(_entry, read.entries)))[:MAX_ENTRIES], damaged)


def _steps(text: str) -> int:
    """What a list costs feedparser: the square of the attributes of a tag, and each prefix again for each tag."""
    tags = text.split("<")
    prefixes = len(set(_PREFIX.findall(text)))
    attributes = sum(tag.count("=") ** 2 for tag in tags)
    return len(tags) * (1 + prefixes // 50) + text.count("&") + attributes // 500


def _decoded(body: bytes, content_type: str) -> tuple[str, bool]:
    """The text, and whether bytes had to be replaced."""
    named = _CHARSET.search(content_type)
    declared = _DECLARED.match(body[:400])
    name = named[1] if named else declared[1].decode("ascii") if declared else "utf-8"
    if body.startswith((b"\xff\xfe", b"\xfe\xff")):
        name = "utf-16"
    elif body.startswith(b"\xef\xbb\xbf"):
        name = "utf-8-sig"
    elif not _ENCODING.fullmatch(name):
        raise NoList(f"its encoding {name[:40]!r} is not known")
    try:
        return body.decode(name), False
    except UnicodeDecodeError:
        return body.decode(name, "replace"), True
    except LookupError as error:
        raise NoList(f"its encoding {name[:40]!r} is not known") from error


def _entry(read: Mapping[str, Any]) -> Entry | None:
    """An entry as feedparser read it, with its first link; None without one."""
    own = (one["href"] for one in read.get("links", ()) if one.get("rel") == "alternate" and one.get("href"))
    link = next(own, None) or read.get("link")
    if not link:
        return None
    title = " ".join(_without_tags(read.get("title", "")).split())[:1_000]
    dates = [read[name] for name in ("published", "updated") if name in read]
    days = [day for day in map(_day, dates) if day is not None]
    stamp = "; ".join(text[:100] for text in dates)
    return Entry(link, None if not title or "\ufffd" in title else title, max(days, default=None), stamp)


def _without_tags(text: str) -> str:
    """Titles of Atom may hold marks of HTML, written out."""
    return re.sub(r"<[^<>]{0,200}>", "", text)


def _day(text: str) -> date | None:
    """The day of a date as RSS (RFC 822) or Atom (RFC 3339) writes it, where it was written; None for anything else."""
    for read in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            day = read(text.strip()).date()
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
        return day if 1990 <= day.year <= 2100 else None
    return None
