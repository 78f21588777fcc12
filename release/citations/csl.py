"""A citation as CSL-JSON, for Zotero, pandoc and citeproc. Schema: citation-style-language/schema, csl-data.json."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from release.citations.dates import parts
from release.citations.entries import Citation, Entry
from release.citations.text import locator

FULL_HASH = 64


def csl_json(citation: Citation) -> str:
    """An array: one item per document and one for the release."""
    items = [*(_document(entry) for entry in citation.entries), _release(citation)]
    return json.dumps(items, indent=2, ensure_ascii=False)


def _document(entry: Entry) -> dict[str, Any]:
    source, when = entry.source, entry.source.when
    item: dict[str, Any] = {
        "id": entry.key,
        "type": "webpage" if source.url else "report",
        "title": source.title,
    }
    if source.publisher:
        item |= {"author": [{"literal": source.publisher}], "publisher": source.publisher}
    # An unknown date is left out: every style then writes its own "n.d.".
    if when is not None:
        item["issued"] = {"date-parts": parts(when)} | ({"circa": True} if source.is_circa else {})
    elif source.dated:
        item["issued"] = {"literal": source.dated}
    if source.retrieved:
        item["accessed"] = _day(source.retrieved)
    if source.url:
        item["URL"] = source.url
    if entry.places:
        item["locator"] = locator(entry.places, digits=FULL_HASH)
    if entry.quotes:
        item["note"] = " ".join(f"“{quote}”" for quote in entry.quotes)
    custom = {"document_id": source.document_id, "data_as_of": source.data_as_of, "licence": source.licence}
    return item | {"custom": {name: value for name, value in custom.items() if value}}


def _release(citation: Citation) -> dict[str, Any]:
    return {
        "id": citation.key,
        "type": "dataset",
        "title": f"Parallax {citation.title}",
        "author": [{"literal": "Parallax"}],
        "publisher": "Parallax",
        "issued": _day(citation.published_on),
        "version": citation.release_id,
        "custom": {"fingerprint": citation.fingerprint},
    }


def _day(day: date) -> dict[str, Any]:
    return {"date-parts": [[day.year, day.month, day.day]]}
