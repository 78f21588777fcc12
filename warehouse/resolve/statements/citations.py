"""Citations of one document, each with the claims whose mentions are in the statement that it supports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from warehouse.load.quotes import Item, Row, item_id, quote_of, shortened


def citations(
    document: Mapping[str, Any], mentions: Sequence[Row], evidence: Sequence[Row], text: str, limit: int
) -> list[Item]:
    """Citations of one document, one per place.

    Args:
        document: its row of core.documents.
        mentions: its rows of raw.citations.
        evidence: its rows of core.evidence (claim_id, char_start, char_end).
        text: its canonical text.
        limit: most code points of a quote.
    """
    items: dict[str, Item] = {}
    for mention in sorted(mentions, key=lambda m: (m["char_start"], m["char_end"], m["form"])):
        item = _item(document, mention, evidence, text, limit)
        items.setdefault(item.item_id, item)
    return list(items.values())


def _item(document: Mapping[str, Any], mention: Row, evidence: Sequence[Row], text: str, limit: int) -> Item:
    quote = quote_of(text, mention, limit)
    identity = item_id(document["document_id"], mention["form"], mention["char_start"], mention["char_end"])
    start, end = mention["supports_start"], mention["supports_end"]
    supported = (
        sorted({e["claim_id"] for e in evidence if start <= e["char_start"] and e["char_end"] <= end})
        if start is not None
        else []
    )
    title = mention["cited_title"]
    row = {
        "citation_id": identity,
        "document_id": document["document_id"],
        "publisher_id": document["publisher_id"],
        **{name: mention[name] for name in ("form", "label", "cited_name", "url", "doi", "rule")},
        "cited_title": shortened(title, limit) if title else None,
        "cited_year": mention["year"],
        "supports_start": start,
        "supports_end": end,
        "claim_ids": supported,
        "char_start": quote.char_start,
        "char_end": quote.char_end,
        "quote": quote.quote,
    }
    return Item("citation", identity, row, [mention])
