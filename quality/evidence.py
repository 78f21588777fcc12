"""Evidence against the stored text: mentions whose quote differs from the text at their offsets."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import polars as pl

from quality.check import FrameOf, Reading

MENTIONS_AT_ONCE = 100_000  # quotes held in memory; a document's mentions stay together


def unequal_quotes(table: str) -> FrameOf:
    """Mentions of a table against the text: evidence_id, document_id, finding, quote, found.

    Args:
        table: core.evidence or marts.evidence.

    Returns:
        A frame function; its rows are ordered by document and place.
    """

    def frame(reading: Reading) -> pl.DataFrame:
        rows: list[tuple[str, str, str, str, str | None]] = []
        for chunk in _chunks(table, reading):
            for (document_id,), mentions in chunk.group_by("document_id", maintain_order=True):
                rows += _against_text(str(document_id), mentions, reading)
        return pl.DataFrame(
            rows,
            schema=dict.fromkeys(("evidence_id", "document_id", "finding", "quote", "found"), pl.String),
            orient="row",
        )

    return frame


def _chunks(table: str, reading: Reading) -> Iterator[pl.DataFrame]:
    """Mentions of whole documents at a time, in order of document and place."""
    counts = reading.query(f"select document_id, count(*) as n from {table} group by document_id order by document_id")
    first, held = None, 0
    spans: list[tuple[str, str]] = []
    for position, (document_id, n_mentions) in enumerate(counts.iter_rows()):
        first = document_id if first is None else first
        held += n_mentions
        if held >= MENTIONS_AT_ONCE or position == counts.height - 1:
            spans.append((first, document_id))
            first, held = None, 0
    for low, high in spans:
        yield reading.query(
            f"select evidence_id, document_id, text_sha256, char_start, char_end, quote from {table} "
            f"where document_id between '{_literal(low)}' and '{_literal(high)}' "
            "order by document_id, char_start, char_end, evidence_id"
        )


def _against_text(
    document_id: str, mentions: pl.DataFrame, reading: Reading
) -> list[tuple[str, str, str, str, str | None]]:
    try:
        text = reading.text_of(document_id)
    except (KeyError, OSError) as error:
        finding = f"no text: {error}"
        return [
            (row["evidence_id"], document_id, finding, row["quote"], None) for row in mentions.iter_rows(named=True)
        ]
    digest = sha256(text.encode()).hexdigest()
    failing = []
    for row in mentions.iter_rows(named=True):
        start, end, quote = row["char_start"], row["char_end"], row["quote"]
        printed = text[start:end] if 0 <= start < end <= len(text) else None
        if printed is None:
            finding = f"span {start}:{end} is outside the text of {len(text)} characters"
        elif row["text_sha256"] != digest:
            finding = "the offsets refer to another text than the stored one"
        elif printed != quote:
            finding = "the text has other words there"
        else:
            continue
        failing.append((row["evidence_id"], document_id, finding, quote, printed))
    return failing


def _literal(text: str) -> str:
    return text.replace("'", "''")
