"""Quotes of statements that are longer than a figure: checked against the text, cut to the licence's limit at a blank.

Belongs here: span → quote. What a statement says was read before.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from warehouse.step import BuildError

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Item:
    """A row of a core table with every place that states it."""

    kind: str
    item_id: str
    row: Mapping[str, Any]
    mentions: Sequence[Row]  # rows of raw, the one that the row quotes first


@dataclass(frozen=True, slots=True)
class Quote:
    """What may be shown of a span. `quote` is the text from `char_start` to `char_end`."""

    char_start: int
    char_end: int
    quote: str
    is_cut: bool


def item_id(*parts: object) -> str:
    """Id of an item: 16 hex digits of the hash of what makes it the one it is."""
    return hashlib.sha256("\x1f".join(str(part) for part in parts).encode()).hexdigest()[:16]


def quote_of(text: str, mention: Row, limit: int) -> Quote:
    """The quote of a mention, at most `limit` code points.

    Args:
        text: canonical text of its document.
        mention: a row of raw with char_start and char_end, and surface where the record has one.
        limit: most code points of a quote.

    Raises:
        BuildError: the span is empty or outside the text, or its surface is not what the text has there.
    """
    start, end = mention["char_start"], mention["char_end"]
    surface = mention.get("surface")
    printed = text[start:end]
    if not 0 <= start < end <= len(text) or (surface is not None and printed != surface):
        raise BuildError(
            f"document {mention['document_id']}: the text at [{start}:{end}] is {printed!r}, the statement says "
            f"{surface!r}; a fault of the extractor, no release can carry it"
        )
    stop = start + len(shortened(printed, max(1, limit)))
    return Quote(start, stop, text[start:stop], stop < end)


def shortened(words: str, limit: int) -> str:
    """The beginning of a text, cut at the last blank that keeps it within `limit`; a text without one is cut in the word."""
    if len(words) <= limit:
        return words
    head = words[: limit + 1]
    blank = max(head.rfind(" "), head.rfind("\n"))
    return (head[:blank] if blank > 0 else words[:limit]).rstrip()


def evidence_rows(items: Sequence[Item], text: str, text_sha256: str, limit: int) -> list[dict[str, Any]]:
    """Rows of core.statement_evidence for the items of one document; a place that states an item twice counts once."""
    rows: dict[str, dict[str, Any]] = {}
    for item in items:
        for mention in item.mentions:
            quote = quote_of(text, mention, limit)
            evidence_id = item_id(item.kind, item.item_id, mention["char_start"], mention["char_end"])
            rows[evidence_id] = {
                "evidence_id": evidence_id,
                "kind": item.kind,
                "item_id": item.item_id,
                "document_id": mention["document_id"],
                "text_sha256": text_sha256,
                "char_start": quote.char_start,
                "char_end": quote.char_end,
                "is_cut": quote.is_cut,
                "quote": quote.quote,
            }
    return list(rows.values())
