"""Waiting between requests, and what a Retry-After means."""

from __future__ import annotations

import pytest

from sources.ingest.feeds.pace import OutOfTime, Pace, retry_after
from tests.unit.sources.ingest.feeds.conftest import NOON


@pytest.mark.parametrize(
    ("value", "date", "seconds"),
    [
        (None, None, None),
        ("120", None, 120),
        ("0", None, 0),
        ("99999999999999999999", None, 30 * 86_400),
        ("-5", None, None),
        ("soon", None, None),
        ("Fri, 20 Nov 2026 12:10:00 GMT", None, 600),
        ("Fri, 20 Nov 2026 12:10:00 GMT", "Fri, 20 Nov 2026 12:09:00 GMT", 60),  # the server's own clock counts
        ("Fri, 20 Nov 2026 11:00:00 GMT", None, 0),
        ("Fri, 20 Nov 2099 11:00:00 GMT", None, 30 * 86_400),
        ("٣", None, None),
    ],
)
def test_retry_after_in_seconds_or_as_a_date(value: str | None, date: str | None, seconds: float | None) -> None:
    assert retry_after(value, date, NOON) == seconds


def test_a_host_is_waited_for_and_another_is_not() -> None:
    now, slept = [100.0], []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    pace = Pace(lambda: now[0], sleep)
    pace.wait("a", 5, 1_000)
    pace.wait("b", 5, 1_000)
    pace.wait("a", 5, 1_000)
    assert slept == [5]
    with pytest.raises(OutOfTime):
        pace.wait("a", 5, now[0] + 4)
    assert slept == [5]
