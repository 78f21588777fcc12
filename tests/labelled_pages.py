"""Two short pages with labels of every kind that pages have, and what a reader read of them. No tests here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from corpus.predictions import Prediction

VENDOR = """Crail Yard Research

The kite market was worth USD 2 billion in 2024, corrected from USD 1 billion. Ostwick expects 5% a year from 2024 to 2030.

Europe held 30% in 2024. Box kites made up 12% of a shop's shelf.
"""
_VENDOR_LABELS = """document: wa001.txt
publisher: [Crail Yard Research, Crail Yard]
market: Kite
language: en
price_basis: current
claims:
  - {surface: USD 2 billion, metric: market_size, value: 2.0e+9, unit: USD, year: 2024, status: historical}
  - {surface: USD 1 billion, metric: market_size, value: 1.0e+9, unit: USD, year: 2024, status: historical, assertion: withdrawn}
  - {surface: 5%, metric: cagr, value: 5, unit: percent, period_start: 2024, period_end: 2030, status: forecast, speaker: Ostwick, price_basis: unstated}
  - {surface: 30%, metric: share, value: 30, unit: percent, year: 2024, status: historical, geography: Europe}
  - {surface: 12%, metric: other_numeric, value: 12, unit: percent, status: historical, alt_metrics: [share]}
"""
NEWS = "Kite sales fell by 4% in 2024, the ministry said. Would 9% be enough?\n"
_NEWS_LABELS = """document: wb001.txt
publisher: []
market: Kite
language: en
claims:
  - {surface: 4%, metric: growth_rate, value: -4, unit: percent, year: 2024, status: historical, speaker: [ministry, the ministry]}
  - {surface: 9%, metric: growth_rate, value: 9, unit: percent, status: forecast, assertion: not_asserted}
"""


def write_pages(folder: Path, prefix: str = "w") -> None:
    """Both pages with their labels; their names begin with the prefix."""
    for name, text, labels in (("a001", VENDOR, _VENDOR_LABELS), ("b001", NEWS, _NEWS_LABELS)):
        (folder / f"{prefix}{name}.txt").write_text(text, encoding="utf-8")
        (folder / f"{prefix}{name}.yml").write_text(
            labels.replace(f"document: w{name}", f"document: {prefix}{name}"), encoding="utf-8"
        )


def _read(text: str, surface: str, metric: str, value: int, **said: Any) -> Prediction:
    start = text.index(surface)
    plain = {"unit": "percent", "geography": "Global", "market": "Kites", "status": "historical"}
    name = "wa001.txt" if text == VENDOR else "wb001.txt"
    where = {"text": name, "char_start": start, "char_end": start + len(surface)}
    return Prediction.model_validate(
        {**where, "metric": metric, "value": value, **plain, **said}, strict=False
    )  # fmt: skip


HOUSE = {"publisher": "Crail Yard"}
OF_VENDOR = (
    _read(VENDOR, "USD 2 billion", "market_size", 2_000_000_000, unit="USD", year=2024, confidence=0.9, **HOUSE),
    _read(VENDOR, "USD 1 billion", "market_size", 1_000_000_000, unit="USD", year=2024, confidence=0.8, **HOUSE),  # taken back: wrong
    _read(VENDOR, "5%", "cagr", 5, period_start=2024, period_end=2030, status="forecast", confidence=0.9, speaker="Ostwick Ltd", publisher="Ostwick Ltd"),
    _read(VENDOR, "30%", "share", 30, year=2024, confidence=0.6, **HOUSE),  # timed: the area is Europe
    _read(VENDOR, "12%", "share", 12, confidence=0.7, **HOUSE),  # an accepted core metric
)  # fmt: skip
OF_NEWS = (
    _read(NEWS, "4%", "growth_rate", -4, year=2024),
    _read(NEWS, "9%", "growth_rate", 9, assertion="not_asserted"),  # claims nothing
)
