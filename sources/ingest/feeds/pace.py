"""Waiting: how long before a host is asked again, and which hosts are left alone. The only sleep of `sources`' feeds."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

LONGEST_REST = 30 * 86_400.0  # seconds that a Retry-After is honoured for


class OutOfTime(Exception):
    """The time that a feed has in one run is over; what is left waits for the next."""


@dataclass(slots=True)
class Pace:
    """Requests to each host of one run, of all feeds together.

    Attributes:
        clock: seconds that only run forward.
        sleep: waits that many seconds.
    """

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep
    _free_at: dict[str, float] = field(default_factory=dict)
    _resting: dict[str, str] = field(default_factory=dict)

    def wait(self, host: str, gap: float, until: float) -> None:
        """Waits until a host may be asked, and notes that it is asked now.

        Args:
            host: name of the host, whatever the port.
            gap: seconds before the next request after this one.
            until: when, by the clock, the feed's time is over.

        Raises:
            OutOfTime: it would take longer.
        """
        now = self.clock()
        start = max(now, self._free_at.get(host, now))
        if start >= until:
            raise OutOfTime
        if start > now:
            self.sleep(start - now)
        self._free_at[host] = max(start, self.clock()) + gap

    def hold(self, host: str, seconds: float) -> None:
        """Leaves a host alone for that long."""
        self._free_at[host] = max(self._free_at.get(host, 0.0), self.clock() + seconds)

    def rest(self, authority: str, why: str) -> None:
        """Leaves a host (and port) alone for the rest of the run."""
        self._resting.setdefault(authority, why)

    def resting(self, authority: str) -> str | None:
        """Why a host (and port) is left alone; None where it is not."""
        return self._resting.get(authority)


def retry_after(value: str | None, date: str | None, now: datetime) -> float | None:
    """Seconds that a Retry-After asks us to stay away, at most 30 days.

    Args:
        value: the field: seconds, or a date.
        date: the answer's own Date, which such a date is counted from.
        now: our clock, where the answer has none.

    Returns:
        Seconds, 0 for a date that has passed; None where the field is missing or says nothing.
    """
    if value is None:
        return None
    if value.isascii() and value.isdigit():
        return min(float(value[:12]), LONGEST_REST)
    until, since = _moment(value), _moment(date or "")
    return None if until is None else min(max((until - (since or now)).total_seconds(), 0.0), LONGEST_REST)


def _moment(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
