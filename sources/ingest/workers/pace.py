"""The speed of this machine relative to the one on which the bounds were measured. A number without consequences."""

from __future__ import annotations

import statistics
import time

_REFERENCE = 0.0013  # processor seconds of one piece of work, on the machine that `sources/parse/limits.yml` speaks of
_STEPS = 40_000
_PIECES = 5
_MOST = 4.0  # a machine slower than that is not waited for


def slowness() -> float:
    """How many times longer than there a fixed piece of work takes here, in processor time: from 1 to 4."""
    return min(_MOST, max(1.0, statistics.median(_seconds() for _ in range(_PIECES)) / _REFERENCE))


def _seconds() -> float:
    begun = time.process_time()
    total = 0
    for number in range(_STEPS):
        total ^= number * number
    return time.process_time() - begun
