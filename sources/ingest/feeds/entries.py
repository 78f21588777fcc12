"""RSS and Atom: bytes of a list → its entries. Nothing outside of the bytes is ever read, no entity is ever expanded.

Belongs here: RSS 0.9 to 2.0, RSS 1.0 (RDF) and Atom, read as a stream. Which entries are fetched does not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, datetime
from email.utils import parsedate_to_datetime
from xml.parsers import expat

MAX_ENTRIES = 5_000
MAX_DEPTH = 60
_MAX_TEXT = 2_000

_ATOM = "http://www.w3.org/2005/Atom"
_DUBLIN_CORE = "http://purl.org/dc/elements/1.1/"
_PLAIN = ("", "http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/", "http://backend.userland.com/rss2")
_DATES = {"pubDate": "published", "published": "published", "issued": "published", "date": "published",
          "updated": "updated", "modified": "updated"}  # fmt: skip

# Encodings of text that lists are written in; a name out of this list never reaches a codec.
_ENCODING = re.compile(
    r"utf-?8|utf-?16(?:[bl]e)?|us-ascii|ascii|iso-8859-\d{1,2}|latin-?1|windows-125\d|cp125\d|koi8-[ru]|shift[_-]jis|euc-(?:jp|kr)|gb2312|gbk|gb18030|big5",
    re.IGNORECASE,
)
_DECLARED = re.compile(rb"""\A\s{0,64}<\?xml[^>]{0,200}?encoding\s{0,8}=\s{0,8}["']([A-Za-z0-9_.-]{1,40})["']""")
_CHARSET = re.compile(r"""charset\s{0,8}=\s{0,8}["']?([A-Za-z0-9_.-]{1,40})""", re.IGNORECASE)


class NoList(ValueError):
    """Bytes that are no RSS or Atom list that can be read. The message says why and where."""


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
        NoList: no XML, XML of another kind, or XML with entities of its own, which are never needed and can grow or
            read files.
    """
    text, damaged = _decoded(body, content_type)
    reader = _Reader()
    try:
        reader.read(text)
    except expat.ExpatError as error:
        raise NoList(f"line {error.lineno}: no valid XML ({expat.ErrorString(error.code)})") from error
    if not reader.is_list:
        raise NoList(f"no RSS or Atom list: its outermost element is {reader.root[:40]!r}")
    return Listed(tuple(reader.entries), damaged)


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


@dataclass(slots=True)
class _Draft:
    """An entry while it is read."""

    depth: int
    texts: dict[str, str] = field(default_factory=dict)
    link: str = ""
    other_link: str = ""
    guid: str = ""


class _Reader:
    """Handlers of the stream: keeps the path and the entry under way, nothing else."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.root = ""
        self.is_list = False
        self._depth = 0
        self._draft: _Draft | None = None
        self._field = ""
        self._text: list[str] = []

    def read(self, text: str) -> None:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = self._entity
        parser.UnparsedEntityDeclHandler = self._entity
        parser.ExternalEntityRefHandler = self._entity
        parser.Parse(text, True)

    def _entity(self, *_: object) -> int:
        raise NoList("it declares entities of its own, which a list does not need and an attack does")

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise NoList(f"its elements are nested more than {MAX_DEPTH} deep")
        space, _, local = name.rpartition(" ")
        if self._depth == 1:
            self.root = local
            self.is_list = local in ("rss", "RDF") or (local == "feed" and space == _ATOM)
        draft = self._draft
        if draft is None:
            if self.is_list and (local, space == _ATOM) in (("item", False), ("entry", True)):
                if len(self.entries) < MAX_ENTRIES:
                    self._draft = _Draft(self._depth)
            return
        if self._depth != draft.depth + 1:
            return
        self._text.clear()
        self._field = _field_of(space, local)
        if self._field == "link" and space == _ATOM:
            if attributes.get("rel", "alternate") == "alternate" and not draft.link:
                draft.link = attributes.get("href", "")
            self._field = ""
        elif self._field == "guid" and attributes.get("isPermaLink", "true").strip().lower() != "true":
            self._field = ""

    def _characters(self, text: str) -> None:
        if self._field and self._draft is not None and sum(map(len, self._text)) < _MAX_TEXT:
            self._text.append(text[:_MAX_TEXT])

    def _end(self, name: str) -> None:
        draft = self._draft
        if draft is not None and self._depth == draft.depth + 1 and self._field:
            text = "".join(self._text).strip()
            if self._field == "link":
                draft.link = draft.link or text
            elif self._field == "guid":
                draft.guid = text
            elif text:
                draft.texts.setdefault(self._field, text)
            self._field = ""
        elif draft is not None and self._depth == draft.depth:
            self._draft = None
            link = draft.link or draft.guid
            if link:
                self.entries.append(_entry(link, draft.texts))
        self._depth -= 1


def _field_of(space: str, local: str) -> str:
    if space == _DUBLIN_CORE:
        return "published" if local == "date" else ""
    if space not in (*_PLAIN, _ATOM):
        return ""
    return _DATES.get(local, local if local in ("title", "link", "guid") else "")


def _entry(link: str, texts: dict[str, str]) -> Entry:
    title = " ".join(_without_tags(texts.get("title", "")).split())[:1_000]
    days = [day for day in map(_day, (texts.get("published", ""), texts.get("updated", ""))) if day is not None]
    stamp = "; ".join(texts[name][:100] for name in ("published", "updated") if name in texts)
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
