"""A citation before its style: the documents behind something, the places in them, and the release. Records only."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from release.citations.sources import Place, Source

KEY_DIGITS, PLACE_DIGITS = 12, 6


@dataclass(frozen=True, slots=True)
class Entry:
    """One document, the places that are cited, and their words where they were asked for."""

    source: Source
    places: tuple[Place, ...]
    quotes: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """A citation key that stays while the document's bytes, its publisher's name and the places do.

        The places are in it because they are in the entry: two figures of one document may stand in one bibliography.
        """
        spans = " ".join(f"{place.char_start}-{place.char_end}" for place in self.places)
        place = f"-{sha256(spans.encode()).hexdigest()[:PLACE_DIGITS]}" if spans else ""
        return f"{_slug(self.source.publisher_id) or 'document'}-{self.source.document_id[:KEY_DIGITS]}{place}"


@dataclass(frozen=True, slots=True)
class Citation:
    """What is cited.

    Attributes:
        kind: estimate, figure, claim, conflict, bridge or decision.
        identifier: its full id.
        subject: what it says, on one line.
        entries: the documents that it rests on; empty where none does.
        release_id: the release that says it.
        published_on: the release's day, UTC.
        fingerprint: hash of everything that the release was made from.
    """

    kind: str
    identifier: str
    subject: str
    entries: tuple[Entry, ...]
    release_id: str
    published_on: date
    fingerprint: str

    @property
    def title(self) -> str:
        """The release's own part, without its author."""
        kind = "vendor figure" if self.kind == "figure" else self.kind
        return f"release {self.release_id}, {kind} {self.identifier}: {self.subject}"

    @property
    def key(self) -> str:
        """The release's citation key."""
        return f"parallax-{self.release_id}-{self.identifier[:KEY_DIGITS]}"


def _slug(text: str | None) -> str:
    plain = unicodedata.normalize("NFKD", text or "").encode("ascii", errors="ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")
