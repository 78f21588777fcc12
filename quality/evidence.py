"""Evidence against the stored text: mentions whose quote differs from the text at their offsets."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

import polars as pl

from quality.check import FrameOf, Reading

MENTIONS_AT_ONCE = 100_000  # quotes held in memory; a document's mentions stay together


class Words(NamedTuple):
    """The columns of a table that quote a document: where the words start, where they end, and the words."""

    start: str
    end: str
    words: str


QUOTE = Words("char_start", "char_end", "quote")
HEADER = Words("header_start", "header_end", "header")


class Mention(NamedTuple):
    """One row of a table of evidence."""

    evidence_id: str
    document_id: str
    text_sha256: str
    char_start: int | None
    char_end: int | None
    quote: str | None


def unequal_quotes(table: str, words: Words = QUOTE) -> FrameOf:
    """Mentions of a table against the text: evidence_id, document_id, finding, quote, found.

    Args:
        table: core.evidence, marts.evidence, or another table of quotes.
        words: the columns that are compared; rows without these words are left out.

    Returns:
        A frame function; its rows are ordered by document and place.
    """

    def frame(reading: Reading) -> pl.DataFrame:
        rows: list[tuple[str, str, str, str | None, str | None]] = []
        for chunk in _chunks(table, words, reading):
            # By rows: taking each document's part out of the frame costs more than comparing it.
            for document_id, mentions in groupby(map(Mention._make, chunk.iter_rows()), attrgetter("document_id")):
                rows += _against_text(document_id, list(mentions), reading)
        return pl.DataFrame(
            rows,
            schema=dict.fromkeys(("evidence_id", "document_id", "finding", "quote", "found"), pl.String),
            orient="row",
        )

    return frame


def _chunks(table: str, words: Words, reading: Reading) -> Iterator[pl.DataFrame]:
    """Mentions of whole documents at a time, in order of document and place."""
    given = f"from {table} where {words.words} is not null or {words.start} is not null"
    counts = reading.query(f"select document_id, count(*) as n {given} group by document_id order by document_id")
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
            f"select evidence_id, document_id, text_sha256, {', '.join(words)} {given} "
            f"and document_id between '{_literal(low)}' and '{_literal(high)}' "
            f"order by document_id, {words.start}, {words.end}, evidence_id"
        )


def _against_text(
    document_id: str, mentions: list[Mention], reading: Reading
) -> list[tuple[str, str, str, str | None, str | None]]:
    try:
        text = reading.text_of(document_id)
    except (KeyError, OSError) as error:
        finding = f"no text: {error}"
        return [(mention.evidence_id, document_id, finding, mention.quote, None) for mention in mentions]
    digest = sha256(text.encode()).hexdigest()
    failing = []
    for evidence_id, _, text_sha256, start, end, quote in mentions:
        is_inside = start is not None and end is not None and 0 <= start < end <= len(text)
        printed = text[start:end] if is_inside else None
        if printed is None:
            finding = f"span {start}:{end} is outside the text of {len(text)} characters"
        elif text_sha256 != digest:
            finding = "the offsets refer to another text than the stored one"
        elif printed != quote:
            finding = "the text has other words there"
        else:
            continue
        failing.append((evidence_id, document_id, finding, quote, printed))
    return failing


def _literal(text: str) -> str:
    return text.replace("'", "''")
