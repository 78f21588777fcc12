"""The four texts of the small world, their ids and dates, and the places of their words. No rows here."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from hashlib import sha256

TEXTS = {
    "d_new": (
        "The widget market was USD 10.0 billion in 2025 and will reach USD 20.0 billion by 2030, a CAGR of 14.9%. "
        "Cloud holds 60% and On-premises 40% of it in 2025. North America leads with 52%. Automation adds +2.5%. "
        "In short: USD 10.0 billion in 2025. Key players: Foo Corp, Bar AG. Report 4711."
    ),
    "d_old": "The widget market was USD 9.0 billion in 2025.",
    "d_other": (
        "Widgets were worth EUR 8.8 billion in 2025, smart widgets USD 12.0 billion. About 30% run in the cloud."
    ),
    "d_copy": "Acme sees the widget market at USD 10.0 billion in 2025.",
}
DOCUMENTS = {name: sha256(text.encode()).hexdigest() for name, text in TEXTS.items()}
EMPTY = sha256(b"").hexdigest()
PUBLISHED = {"d_new": date(2026, 3, 1), "d_old": date(2025, 3, 1), "d_other": date(2026, 5, 1), "d_copy": None}
BILLION = Decimal(10**9)
CLOCK = datetime(2026, 6, 1)


def span_of(text: str, words: str) -> dict[str, int]:
    """Offsets of words in a text; ValueError where they do not stand in it."""
    start = text.index(words)
    return {"char_start": start, "char_end": start + len(words)}
