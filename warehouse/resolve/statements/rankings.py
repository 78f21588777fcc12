"""Rankings of one document: mentions that give one subject the same position are one item. Those of several documents stay apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from warehouse.load.quotes import Item, Row, item_id, quote_of

_FIELDS = (
    "subject",
    "subject_kind",
    "dimension",
    "criterion",
    "ordinal",
    "position",
    "time_period",
    "year",
    "geography",
    "ref_area",
    "rule",
)


def rankings(document: Mapping[str, Any], mentions: Sequence[Row], text: str, limit: int) -> list[Item]:
    """Rankings of one document, one per subject, dimension, criterion, place and year; the first mention speaks for all.

    Args:
        document: its row of core.documents.
        mentions: its rows of raw.ranks.
        text: its canonical text.
        limit: most code points of a quote.
    """
    groups: dict[tuple[object, ...], list[Row]] = {}
    for mention in sorted(mentions, key=lambda m: (m["char_start"], m["char_end"], m["subject"])):
        groups.setdefault(_key(mention), []).append(mention)
    return [_item(document, key, group, text, limit) for key, group in groups.items()]


def _key(mention: Row) -> tuple[object, ...]:
    place = mention["ordinal"] if mention["ordinal"] is not None else mention["position"].casefold()
    return (
        mention["subject"].casefold(),
        (mention["dimension"] or "").casefold(),
        mention["criterion"],
        place,
        mention["year"],
        mention["ref_area"],
    )


def _item(document: Mapping[str, Any], key: tuple[object, ...], group: Sequence[Row], text: str, limit: int) -> Item:
    first = group[0]
    quote = quote_of(text, first, limit)
    identity = item_id(document["document_id"], *key)
    row = {
        "ranking_id": identity,
        "document_id": document["document_id"],
        "publisher_id": document["publisher_id"],
        "market_id": document["market_id"],
        **{name: first[name] for name in _FIELDS},
        "n_mentions": len({(m["char_start"], m["char_end"]) for m in group}),
        "char_start": quote.char_start,
        "char_end": quote.char_end,
        "quote": quote.quote,
    }
    return Item("ranking", identity, row, group)
