"""Events of one document: mentions of the same event become one item, dated before or after the document's figures.

Belongs here: which mentions are one event, and how its date compares with the figures'. Events of several documents are not
joined.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from warehouse.load.quotes import Item, Row, item_id, quote_of, shortened
from warehouse.resolve.documents.vague_dates import VagueDate, vague_date
from warehouse.resolve.statements.event_windows import event_window

_WORD = re.compile(r"[^\W_]{4,}|[0-9]+")
_ALIKE = 0.35  # share of the shorter statement's words that the other has, from which both are one event
_FIELDS = (
    "event_type",
    "date_precision",
    "date_as_stated",
    "amount",
    "amount_high",
    "amount_unit",
    "amount_comparator",
    "rule",
)


def events(
    document: Mapping[str, Any], mentions: Sequence[Row], text: str, limit: int, past: VagueDate | None = None
) -> list[Item]:
    """Events of one document.

    Two mentions are one event where their dates and types do not differ, they share a party, and the shorter one's words
    are mostly the other's too. The mention with a date and the most parties speaks for all.

    Args:
        document: its row of core.documents.
        mentions: its rows of raw.events.
        text: its canonical text.
        limit: most code points of a quote.
        past: the latest period that the text describes as past.
    """
    groups: list[list[Row]] = []
    for mention in sorted(mentions, key=lambda m: (m["char_start"], m["char_end"])):
        same = next((group for group in groups if any(_same(mention, other) for other in group)), None)
        if same is None:
            groups.append([mention])
        else:
            same.append(mention)
    return [_item(document, group, text, limit, past) for group in groups]


def relation_to_figures(event: str | None, figures: date | None) -> str:
    """Whether an event is before the day of the figures, after it, or cannot be placed."""
    when = vague_date(event)
    if when is None or figures is None:
        return "unknown"
    if when.first > figures:
        return "after"
    return "before" if when.last <= figures else "unknown"


def _same(one: Row, other: Row) -> bool:
    if one["date"] and other["date"] and one["date"] != other["date"]:
        return False
    types = {one["event_type"], other["event_type"]} - {"other"}
    if len(types) > 1 or not _share_party(one["parties"], other["parties"]):
        return False
    a, b = _words(one["headline"]), _words(other["headline"])
    return bool(a and b) and len(a & b) >= _ALIKE * min(len(a), len(b))


def _share_party(one: Sequence[str], other: Sequence[str]) -> bool:
    """One name is the other, or begins with it as a whole word: "Meta" and "Meta Platforms"."""
    return any(f"{a} ".startswith(f"{b} ") or f"{b} ".startswith(f"{a} ") for a in one for b in other)


def _words(headline: str) -> frozenset[str]:
    return frozenset(_WORD.findall(headline.lower()))


def _item(document: Mapping[str, Any], group: list[Row], text: str, limit: int, past: VagueDate | None) -> Item:
    best = max(
        group, key=lambda m: (m["date"] is not None, len(m["parties"]), m["amount"] is not None, -m["char_start"])
    )
    quote = quote_of(text, best, limit)
    when = vague_date(best["date"])
    window = event_window(when, best["date_as_stated"], vague_date(document["text_date"]), past)
    identity = item_id(document["document_id"], best["event_type"], best["date"], best["char_start"], best["char_end"])
    printed = None if best["amount_start"] is None else text[best["amount_start"] : best["amount_end"]]
    row = {
        "event_id": identity,
        "document_id": document["document_id"],
        "publisher_id": document["publisher_id"],
        "market_id": document["market_id"],
        "headline": shortened(best["headline"], max(1, limit - len(best["surface"]) + len(best["headline"]))),
        **{name: best[name] for name in _FIELDS},
        "event_date": best["date"],
        "first_day": when.first if when else None,
        "last_day": when.last if when else None,
        "window_start": window.first,
        "window_end": window.last,
        "window_basis": window.basis,
        "window_anchor": window.anchor.edtf if window.anchor else None,
        "figure_date": document["figure_date"],
        "relation_to_figures": relation_to_figures(best["date"], document["figure_date"]),
        "parties": list(best["parties"]),
        "party_roles": list(best["party_roles"]),
        "amount_as_printed": printed,
        "n_mentions": len({(m["char_start"], m["char_end"]) for m in group}),
        "char_start": quote.char_start,
        "char_end": quote.char_end,
        "quote": quote.quote,
    }
    return Item("event", identity, row, [best, *(m for m in group if m is not best)])
