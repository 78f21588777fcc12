"""Reads a text as a document, for tests that look at what is read and not at how the text came in."""

from __future__ import annotations

import hashlib
import unicodedata
from dataclasses import fields
from decimal import Decimal
from typing import Any

from sources.extract import extract
from sources.parse.text import blocks_of_text
from sources.records import Extraction, Mention, ParsedDocument

Stated = dict[str, Any]
_ATTRIBUTES = frozenset(field.name for field in fields(Mention))


def parsed(text: str) -> ParsedDocument:
    """A plain-text document."""
    plain = unicodedata.normalize("NFC", text)
    return ParsedDocument(
        hashlib.sha256(plain.encode()).hexdigest(), "text/plain", plain, blocks_of_text(plain), "test"
    )


def read(text: str) -> Extraction:
    """What the document states."""
    return extract(parsed(text))


def figures(text: str) -> list[Mention]:
    """Its mentions, in order of the text."""
    return list(read(text).mentions)


def only(text: str, metric: str) -> Mention:
    """The one mention of a metric."""
    found = [m for m in figures(text) if m.metric == metric]
    assert len(found) == 1, [(m.metric, m.surface) for m in figures(text)]
    return found[0]


def stated(metric: str, value: str | int, **attributes: Any) -> Stated:
    """What a text is expected to state: metric, value and as many attributes of the mention as matter."""
    unknown = attributes.keys() - _ATTRIBUTES
    assert not unknown, unknown
    return {"metric": metric, "value": Decimal(str(value)), **attributes}


def size(value: str | int, year: int | None, unit: str | None = "USD", **attributes: Any) -> Stated:
    """A market size. A value in words of the trade: "4.2bn", "850m", "3.1tn", or a plain number."""
    power = {"m": 6, "bn": 9, "tn": 12}
    printed = str(value)
    scale = next((s for s in ("bn", "tn", "m") if printed.endswith(s)), "")
    base = Decimal(printed.removesuffix(scale)) * 10 ** power.get(scale, 0)
    return stated("market_size", str(base), year=year, unit=unit, **attributes)


def cagr(value: str | int, start: int | None, end: int | None, **attributes: Any) -> Stated:
    """A compound growth rate in percent over a period."""
    return stated("cagr", value, period_start=start, period_end=end, unit="percent", **attributes)


def share(value: str | int, **attributes: Any) -> Stated:
    """A share in percent."""
    return stated("share", value, unit="percent", **attributes)


def agrees(text: str, expected: list[Stated], market: str = "") -> None:
    """The text, under a title that names its market, states the expected figures in order and no others."""
    found = figures(f"{market} Market Report\n\n{text}" if market else text)
    wanted = expected + [{}] * (len(found) - len(expected))
    pairs = zip(found, wanted, strict=False)
    shown = [{name: getattr(m, name) for name in (w or ("metric", "surface"))} for m, w in pairs]
    assert shown == expected
