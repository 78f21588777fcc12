"""Metadata of one document, from its sidecars, else from its text.

Belongs here: the choice among several statements of one field. What follows from the fields (editions, clusters) does
not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from warehouse.resolve.documents.core_publishers import publisher_id_of, publisher_id_of_url
from warehouse.resolve.documents.vague_dates import VagueDate, vague_date

Row = Mapping[str, Any]
_WINDOW = re.compile(r"\b((?:19|20)\d\d)\s*[-–—/]\s*((?:19|20)\d\d)\b")
_YEAR = re.compile(r"\b((?:19|20)\d\d)\b")
_FIRST = "0001-01-01"


@dataclass(frozen=True, slots=True)
class DocumentMetadata:
    """One document. Every field is None where neither sidecar nor text states it.

    Attributes:
        published: the publisher's date, perhaps vague.
        data_as_of: date of the figures.
        last_updated: date that the page gives for its last change.
        market: name of the market that the text says it is about, as printed.
    """

    title: str | None
    publisher_id: str | None
    url: str | None
    report_id: str | None
    published: VagueDate | None
    data_as_of: VagueDate | None
    last_updated: VagueDate | None
    forecast_start: int | None
    forecast_end: int | None
    base_year: int | None
    licence: str | None
    quote_limit_chars: int | None
    language: str | None
    market: str | None

    @property
    def dated(self) -> VagueDate | None:
        """What the edition goes by: the publisher's date, else that of the figures."""
        return self.published or self.data_as_of

    @property
    def figure_date(self) -> date | None:
        """Latest day that the figures can be of."""
        known = self.data_as_of or self.published or self.last_updated
        return known.last if known else None


def document_metadata(sidecars: Iterable[Row], facts: Iterable[Row]) -> DocumentMetadata:
    """Puts one document's statements together.

    Args:
        sidecars: its rows of raw.metadata. Where several give a field, the one with the earliest `published_on`
            decides, then the one whose origin comes first.
        facts: its rows of raw.facts. Where several give a field, the first in the text decides.

    Returns:
        The metadata. Dates are read as EDTF or as printed; a text's own date that is no date is as good as none.
    """
    ordered = sorted(
        sidecars, key=lambda row: (row["published_on"] is None, str(row["published_on"] or _FIRST), row["origin"])
    )
    stated: dict[str, str] = {}
    for fact in sorted(facts, key=lambda row: (row["char_start"], row["char_end"])):
        if fact["value"]:
            stated.setdefault(fact["name"], fact["value"])

    def sidecar(field: str) -> Any:
        return next((row[field] for row in ordered if row[field] is not None), None)

    url = sidecar("url") or stated.get("url") or stated.get("report_url")
    published_on = sidecar("published_on")
    start, end = _window(stated.get("forecast_window"))
    return DocumentMetadata(
        title=sidecar("title") or stated.get("title"),
        publisher_id=publisher_id_of(sidecar("publisher") or stated.get("publisher")) or publisher_id_of_url(url),
        url=url,
        report_id=sidecar("report_id") or stated.get("report_id"),
        published=vague_date(published_on.isoformat() if published_on else stated.get("published_on")),
        data_as_of=vague_date(sidecar("data_as_of") or stated.get("data_as_of")),
        last_updated=vague_date(stated.get("last_updated")),
        forecast_start=start,
        forecast_end=end,
        base_year=_year(stated.get("base_year")),
        licence=sidecar("licence"),
        quote_limit_chars=sidecar("quote_limit_chars"),
        language=sidecar("language"),
        market=stated.get("market"),
    )


def rows_by_document(rows: Iterable[Row]) -> Mapping[str, Sequence[Row]]:
    """Rows grouped by their document."""
    grouped: dict[str, list[Row]] = {}
    for row in rows:
        grouped.setdefault(row["document_id"], []).append(row)
    return grouped


def _window(text: str | None) -> tuple[int | None, int | None]:
    match = _WINDOW.search(text or "")
    return (int(match[1]), int(match[2])) if match else (None, None)


def _year(text: str | None) -> int | None:
    match = _YEAR.search(text or "")
    return int(match[1]) if match else None
