"""The sources of citations: documents, and the places of claims and statements in them.

Belongs here: reading them from a release. How they are written is up to each style.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from release.reading.claim_evidence import mentions_of, statements_of
from warehouse.connection import query
from warehouse.resolve.documents.vague_dates import VagueDate, vague_date

_DIRECTION_MARKS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True, slots=True)
class Source:
    """A document as it is cited.

    Attributes:
        document_id: sha256 of its bytes.
        market_id: the market it is about; None where none is resolved.
        publisher_id: slug; None where nobody says who publishes it.
        publisher: canonical name; None as above.
        title: title, else file name.
        dated: date of the text as the release holds it, EDTF; None where unknown.
        data_as_of: date of its figures, EDTF; None where unknown.
        url: canonical address; None where unknown.
        licence: of its words; None where unknown.
        quote_limit: longest quote that may be published, in code points.
        retrieved: day of our clock, UTC, on which its bytes first arrived; None where no receipt is at hand.
    """

    document_id: str
    market_id: str | None
    publisher_id: str | None
    publisher: str | None
    title: str
    dated: str | None
    data_as_of: str | None
    url: str | None
    licence: str | None
    quote_limit: int
    retrieved: date | None

    @property
    def when(self) -> VagueDate | None:
        """The date of the text as days that it may be; None where unknown."""
        return vague_date(self.dated)

    @property
    def is_circa(self) -> bool:
        """Whether the date is uncertain or approximate (EDTF ?, ~, %)."""
        return bool(self.dated) and self.dated is not None and any(sign in self.dated for sign in "?~%")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a claim or a statement stands: offsets in code points of the text with that hash, end exclusive."""

    document_id: str
    page: int | None
    char_start: int
    char_end: int
    text_sha256: str
    quote: str | None  # None where the release carries no words for it
    prefix: str
    suffix: str


def read_sources(database: Path) -> dict[str, Source]:
    """Every document of a release, by document_id."""
    days = {
        row["document_id"]: row["day"]
        for row in query(
            database,
            "SELECT document_id, CAST(min(received_at) AS DATE) AS day FROM core.receipts GROUP BY document_id",
        ).iter_rows(named=True)
    }
    rows = query(
        database,
        "SELECT document_id, market_id, publisher_id, publisher, title, name, published_on, text_date, data_as_of, url, licence, "
        "quote_limit_chars FROM marts.documents ORDER BY document_id",
    )
    return {
        row["document_id"]: Source(
            document_id=row["document_id"],
            market_id=row["market_id"],
            publisher_id=row["publisher_id"],
            publisher=one_line(row["publisher"]) or None,
            title=one_line(row["title"]) or one_line(row["name"]),
            dated=row["published_on"].isoformat() if row["published_on"] else row["text_date"],
            data_as_of=row["data_as_of"],
            url=row["url"],
            licence=row["licence"],
            quote_limit=row["quote_limit_chars"],
            retrieved=days.get(row["document_id"]),
        )
        for row in rows.iter_rows(named=True)
    }


def read_places(database: Path, claim_ids: Collection[str], statement_ids: Collection[str] = ()) -> dict[str, Place]:
    """The first place of each claim and statement, by its id; ids that stand nowhere are left out."""
    found = {claim_id: _place(rows[0]) for claim_id, rows in mentions_of(database, claim_ids).items()}
    stated = (row for row in statements_of(database, statement_ids) if row["char_start"] is not None)
    return found | {row["statement_id"]: _place({"page": None, "prefix": "", "suffix": "", **row}) for row in stated}


def _place(row: dict[str, Any]) -> Place:
    return Place(**{name: row[name] for name in Place.__slots__})


def grouped(places: Sequence[Place]) -> list[tuple[str, list[Place]]]:
    """Places by document in order of first sight, each once, in order of the text."""
    by_document: dict[str, dict[tuple[int, int], Place]] = {}
    for place in places:
        by_document.setdefault(place.document_id, {}).setdefault((place.char_start, place.char_end), place)
    return [(document_id, [own[span] for span in sorted(own)]) for document_id, own in by_document.items()]


def one_line(text: str | None) -> str:
    """Text for a line of prose: white space as single blanks, no control characters, no marks that turn the line round."""
    kept = _DIRECTION_MARKS.sub("", " ".join((text or "").split()))
    return "".join(char for char in kept if unicodedata.category(char) not in ("Cc", "Cs", "Co", "Cn"))
