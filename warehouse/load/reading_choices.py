"""Reading choices: differences between two readers, each at its words, with the claim there.

Belongs here: raw.choices → core.reading_choices. Who counts was decided when the document was read (`sources/ask/reading.py`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from warehouse.load.quotes import item_id, shortened
from warehouse.schema import core_tables
from warehouse.step import BuildContext, BuildError, Frames, Step

Row = Mapping[str, Any]
Places = Sequence[tuple[int, int, str]]  # first code point, code point behind the last, claim_id


def run(frames: Frames, context: BuildContext) -> Frames:
    """Builds core.reading_choices.

    Args:
        frames: raw.choices, raw.mentions, core.documents.
        context: its texts are used, of documents with choices alone.

    Returns:
        The table, with a row for each different choice of every document that is not retracted; readings, of
        which the second may be a model's own words, keep to the document's quote limit.

    Raises:
        BuildError: a choice's surface is not what the text has at its offsets.
    """
    table = core_tables()["core.reading_choices"]
    documents = frames["core.documents"].select("document_id", "quote_limit_chars")
    choices = frames["raw.choices"].join(documents, on="document_id").sort("document_id", "char_start", "char_end")
    mentions = frames["raw.mentions"].join(choices, on="document_id", how="semi")
    places: defaultdict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for document_id, start, end, claim_id in mentions.select(
        "document_id", "char_start", "char_end", "claim_id"
    ).iter_rows():
        places[document_id].append((start, end, claim_id))
    rows: dict[str, dict[str, object]] = {}
    for choice in choices.iter_rows(named=True):
        document_id = choice["document_id"]
        row = _row(choice, context.text_of(document_id), places[document_id])
        rows[str(row["choice_id"])] = row
    return {table.name: pl.DataFrame(list(rows.values()), schema=table.polars_schema())}


def _row(choice: Row, text: str, places: Places) -> dict[str, object]:
    start, end, surface = choice["char_start"], choice["char_end"], choice["surface"]
    if not 0 <= start <= end <= len(text) or text[start:end] != surface:
        raise BuildError(
            f"document {choice['document_id']}, choice at [{start}:{end}]: the text there is {text[start:end]!r}, the choice "
            f"says {surface!r}; a fault of the extractor, no release can carry it"
        )
    readings = (choice["first"], choice["second"])
    first, second = (said and shortened(said, max(1, choice["quote_limit_chars"])) for said in readings)
    key = (choice["document_id"], start, end, choice["attribute"], *readings, choice["rule"])
    return {
        "choice_id": item_id("reading_choice", *key),
        "claim_id": _claim_at(start, end, places),
        "quote": surface,
        "first_reading": first,
        "second_reading": second,
    } | {name: choice[name] for name in ("document_id", "char_start", "char_end", "attribute", "taken", "odds", "rule")}


def _claim_at(start: int, end: int, places: Places) -> str | None:
    """The claim whose mention shares characters with a span: at the span itself, else the first in the text."""
    met = [place for place in places if max(start, place[0]) < min(end, place[1])]
    nearest = min(met, key=lambda place: (place[:2] != (start, end), place), default=None)
    return nearest[2] if nearest else None


STEP = Step(
    name="reading choices",
    reads=("raw.choices", "raw.mentions", "core.documents"),
    writes=("core.reading_choices",),
    run=run,
)
