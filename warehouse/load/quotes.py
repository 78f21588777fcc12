"""work.quotes: what each statement and choice of a reading quotes, checked against the text and cut to the licence's limit.

Belongs here: span → quote. What a statement says was read before; figures are quoted in `evidence.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from warehouse.schema.framing import framed
from warehouse.step import BuildContext, BuildError, Frames, Step

_QUOTED = (
    "raw.events", "raw.ranks", "raw.citations", "raw.facts", "raw.definitions", "raw.drivers", "raw.technical", "raw.qualities",
)  # fmt: skip
_CHOICES = "raw.choices"  # one that points at no figure of the text has an empty place
_SPAN = ("document_id", "char_start", "char_end")


def run(frames: Frames, context: BuildContext) -> Frames:
    """Builds work.quotes.

    Args:
        frames: the tables of statements, and core.documents.
        context: its texts are used, each once.

    Returns:
        The table, with a row for each place of a statement, of an amount of a development and of a choice, in documents in force.

    Raises:
        BuildError: a place is empty or outside the text, or the text has other words there than the statement.
    """
    documents = frames["core.documents"].select("document_id", "quote_limit_chars")
    places = [
        frames[table].select(*_SPAN, pl.col("^surface$"), least=pl.lit(0 if table == _CHOICES else 1))
        for table in (*_QUOTED, _CHOICES)
    ]
    amount = {"char_start": "amount_start", "char_end": "amount_end"}
    places.append(frames["raw.events"].select("document_id", **amount, least=pl.lit(1)).drop_nulls())
    every = pl.concat(places, how="diagonal").unique().join(documents, on="document_id")
    columns = (*_SPAN, "surface", "least", "quote_limit_chars")
    return {"work.quotes": framed("work.quotes", _rows(every.select(columns).sort(columns), context))}


def _rows(places: pl.DataFrame, context: BuildContext) -> Iterator[dict[str, object]]:
    before = None
    for *place, surface, least, limit in places.iter_rows():
        document_id, start, end = place
        text = context.text_of(document_id)
        printed = text[start:end]
        if not 0 <= start <= end - least <= len(text) - least or (surface is not None and printed != surface):
            raise BuildError(
                f"document {document_id}: the text at [{start}:{end}] is {printed!r}, the statement says "
                f"{surface!r}; a fault of the extractor, no release can carry it"
            )
        if place != before:  # several statements of one place
            quote = shortened(printed, limit)
            yield dict(zip(_SPAN, place, strict=True)) | {"quote": quote, "is_cut": len(quote) < len(printed)}
        before = place


def shortened(words: str, limit: int) -> str:
    """The beginning of a text, cut at the last blank that keeps it within `limit`; a text without one is cut in the word."""
    if len(words) <= limit:
        return words
    head = words[: limit + 1]
    blank = max(head.rfind(" "), head.rfind("\n"))
    return (head[:blank] if blank > 0 else words[:limit]).rstrip()


STEP = Step(name="quotes", reads=(*_QUOTED, _CHOICES, "core.documents"), writes=("work.quotes",), run=run)
