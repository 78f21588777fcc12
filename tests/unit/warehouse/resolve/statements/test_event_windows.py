"""The window of a development: from its own date, from the document's, or from what the text describes as past."""

from __future__ import annotations

from datetime import date

import pytest

from warehouse.resolve.documents.vague_dates import vague_date
from warehouse.resolve.statements.event_windows import event_window

Q1_2026 = "2026-33"


@pytest.mark.parametrize(
    ("dated", "stated", "written", "past", "window", "basis", "anchor"),
    [
        # 31 March 2026 less six months, both days in: from 1 October 2025.
        (None, "past six months", None, Q1_2026, ("2025-10-01", "2026-03-31"), "bounded_by_past_period", Q1_2026),
        (None, "past twelve months", None, "2026-05", ("2025-06-01", "2026-05-31"), "bounded_by_past_period", "2026-05"),
        # A later publication moves the end of "last year" on, so it stays open up to the bound.
        (None, "last year", None, Q1_2026, ("2025-01-01", "2026-03-31"), "bounded_by_past_period", Q1_2026),
        # The document's own date goes before what its text tells. 30 March less six months: 30 September has 30 days.
        (None, "past six months", "2026-03-30", Q1_2026, ("2025-09-30", "2026-03-30"), "document_date", "2026-03-30"),
        # Dated June 2026: on the 1st the three months began on 2 March, on the 30th they end.
        (None, "past three months", "2026-06", None, ("2026-03-02", "2026-06-30"), "document_date", "2026-06"),
        (None, "last year", "2026-06", None, ("2025-01-01", "2025-12-31"), "document_date", "2026-06"),
        (None, "last quarter", "2026-06", None, ("2026-01-01", "2026-03-31"), "document_date", "2026-06"),
        (None, "last month", "2026-01-15", None, ("2025-12-01", "2025-12-31"), "document_date", "2026-01-15"),
        (None, "Earlier this year", "2026-06-10", None, ("2026-01-01", "2026-06-10"), "document_date", "2026-06-10"),
        # A day that the earlier month has not: 31 August less six months is the last day of February.
        (None, "past six months", "2026-08-30", None, ("2026-02-28", "2026-08-30"), "document_date", "2026-08-30"),
        (None, "l’année dernière", "2026-06", None, ("2025-01-01", "2025-12-31"), "document_date", "2026-06"),
        (Q1_2026, "Q1 2026", "2026-06", None, ("2026-01-01", "2026-03-31"), "stated_date", None),
        (None, "past six months", "2025-03-10", Q1_2026, None, "contradicting_dates", None),
        (None, "past six months", None, None, None, "unbounded", None),
        (None, "recently", "2026-06", Q1_2026, None, "no_length", None),
        (None, None, "2026-06", Q1_2026, None, "undated", None),
    ],
)  # fmt: skip
def test_a_window_goes_back_from_what_is_known_and_names_it(
    dated: str | None,
    stated: str | None,
    written: str | None,
    past: str | None,
    window: tuple[str, str] | None,
    basis: str,
    anchor: str | None,
) -> None:
    found = event_window(vague_date(dated), stated, vague_date(written), vague_date(past))
    days = None if window is None else tuple(date.fromisoformat(day) for day in window)
    assert (found.first, found.last) == (days or (None, None))
    assert (found.basis, found.anchor.edtf if found.anchor else None) == (basis, anchor)
