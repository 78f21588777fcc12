"""What the model answers: its classes and pointers, in the order of its outputs. Training and reading share this list."""

from __future__ import annotations

from typing import Final

from sources.records import Assertion, Metric

METRICS: Final[tuple[Metric | None, ...]] = (
    "market_size",
    "cagr",
    "share",
    "growth_rate",
    "volume",
    "price",
    "margin",
    "impact_on_cagr",
    "other_numeric",
    None,
)
ASSERTIONS: Final[tuple[Assertion, ...]] = ("asserted", "withdrawn", "not_asserted")
VALUE_BASES: Final = (None, "retail", "wholesale", "manufacturer", "spending", "shipments", "gross_merchandise")
PRICE_BASES: Final = (None, "current", "constant")
CLASSES: Final = {
    "metric": len(METRICS),
    "forecast": 2,
    "falls": 2,
    "assertion": len(ASSERTIONS),
    "value_basis": len(VALUE_BASES),
    "price_basis": len(PRICE_BASES),
}
TIMES: Final = ("year", "start", "end")  # pointers to marks of time
SPANS: Final = ("segment", "area", "market", "speaker", "subject")  # pointers to spans
N_POINTERS: Final = len(TIMES) + 2 * len(SPANS)
N_BESIDE: Final = N_POINTERS + len(SPANS)  # NONE of each pointer (WORLD of areas), then PAGE of each span
