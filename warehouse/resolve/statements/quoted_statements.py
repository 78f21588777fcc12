"""Statements of documents in force with the words that they quote: checked against the text, cut to the licence's limit.

Belongs here: what the steps of definitions, drivers, qualities and technical figures share. Quotes with an evidence table
of their own do not (`warehouse/load/quotes.py`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from warehouse.resolve.documents.document_metadata import Row
from warehouse.step import BuildContext, BuildError, Frames


def statements_in_text(frames: Frames, table: str, context: BuildContext) -> Iterator[tuple[Row, Row, str]]:
    """Rows of a raw table in the order of the text, without those of retracted documents.

    Args:
        frames: core.documents and the table.
        table: a raw table with document_id, char_start, char_end and surface.
        context: holds the texts.

    Yields:
        (row, its row of core.documents, the canonical text).

    Raises:
        BuildError: the text does not hold a row's words at its offsets.
    """
    documents = {row["document_id"]: row for row in frames["core.documents"].iter_rows(named=True)}
    for row in frames[table].sort("document_id", "char_start", "char_end").iter_rows(named=True):
        document = documents.get(row["document_id"])
        if document is None:
            continue  # retracted
        text = context.text_of(row["document_id"])
        require_exact_span(row, text)
        yield row, document, text


def require_exact_span(statement: Row, text: str) -> None:
    """Raises BuildError where the text does not hold a row's words at its offsets."""
    start, end = statement["char_start"], statement["char_end"]
    if text[start:end] != statement["surface"] or start >= end:
        raise BuildError(
            f"document {statement['document_id']}: the text at [{start}:{end}] is {text[start:end]!r}, the extraction says "
            f"{statement['surface']!r}; a fault of the extractor, no release can carry it"
        )


def quoted_columns(statement: Row, document: Row, text: str) -> dict[str, Any]:
    """Columns of a statement that is one row per place: document, publisher, rule, status, and the quote with its span."""
    start, end = statement["char_start"], statement["char_end"]
    quote, is_cut = excerpt(text, start, end, document["quote_limit_chars"])
    return {
        "document_id": document["document_id"],
        "publisher_id": document["publisher_id"],
        "rule": statement["rule"],
        "status": document["status"],
        "is_cut": is_cut,
        "quote": quote,
        "char_start": start,
        "char_end": start + len(quote),
    }


def place_id(statement: Row, *beside: str) -> str:
    """Id of a row by its place: 16 hex digits of the hash of document, span and what else tells rows of one place apart."""
    parts = (statement["document_id"], str(statement["char_start"]), str(statement["char_end"]), *beside)
    return hashlib.sha256(":".join(parts).encode()).hexdigest()[:16]


def excerpt(text: str, start: int, end: int, limit: int) -> tuple[str, bool]:
    """The words at a span, cut where they exceed the limit.

    Args:
        text: canonical text.
        start: first code point.
        end: code point behind the last.
        limit: most code points that may be published.

    Returns:
        The quote, which `text` has at `start`, and whether it was cut.
    """
    if end - start <= limit:
        return text[start:end], False
    cut = start + limit
    while cut > start and not text[cut].isspace():
        cut -= 1
    while cut > start and text[cut - 1].isspace():
        cut -= 1
    return text[start : cut if cut > start else start + limit], True


def within_limit(words: str, limit: int) -> str:
    """Words of a document, cut at a blank where they exceed the limit."""
    return excerpt(words, 0, len(words), limit)[0]
