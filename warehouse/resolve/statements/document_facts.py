"""Facts that one document states about itself: one item per field and value, with printed dates and their EDTF form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sources.records import PAST_PERIOD
from warehouse.load.quotes import Item, Row, item_id, quote_of, shortened
from warehouse.resolve.documents.vague_dates import VagueDate, vague_date

_DATES = frozenset({"published_on", "last_updated", "data_as_of", PAST_PERIOD})


def document_facts(document: Mapping[str, Any], mentions: Sequence[Row], text: str, limit: int) -> list[Item]:
    """Facts of one document; an empty field gives an item without a value.

    Args:
        document: its row of core.documents.
        mentions: its rows of raw.facts.
        text: its canonical text.
        limit: most code points of a quote.
    """
    groups: dict[tuple[str, str | None], list[Row]] = {}
    for mention in sorted(mentions, key=lambda m: (m["char_start"], m["char_end"], m["name"])):
        value = shortened(mention["value"], limit) if mention["value"] else None
        groups.setdefault((mention["name"], value), []).append(mention)
    return [_item(document, name, value, group, text, limit) for (name, value), group in groups.items()]


def past_period(mentions: Sequence[Row]) -> VagueDate | None:
    """The latest period that a text describes as past.

    Args:
        mentions: its rows of raw.facts.
    """
    dates = (vague_date(mention["value"]) for mention in mentions if mention["name"] == PAST_PERIOD)
    return max((period for period in dates if period), key=lambda period: period.last, default=None)


def _item(
    document: Mapping[str, Any], name: str, value: str | None, group: Sequence[Row], text: str, limit: int
) -> Item:
    quote = quote_of(text, group[0], limit)
    when = vague_date(value) if name in _DATES else None
    identity = item_id(document["document_id"], name, value)
    row = {
        "fact_id": identity,
        "document_id": document["document_id"],
        "publisher_id": document["publisher_id"],
        "fact": name,
        "value": value,
        "value_date": when.edtf if when else None,
        "n_mentions": len({(m["char_start"], m["char_end"]) for m in group}),
        "char_start": quote.char_start,
        "char_end": quote.char_end,
        "quote": quote.quote,
    }
    return Item("document_fact", identity, row, group)
