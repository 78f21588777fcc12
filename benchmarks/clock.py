"""Taking time: wall and processor seconds of a call, with a limit. Nothing is timed here by itself."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import isinf
from time import perf_counter, process_time


class OverLimit(Exception):
    """A call took longer than it was given."""


@dataclass(frozen=True, slots=True)
class Seconds:
    """How long something took.

    Attributes:
        wall: by the clock on the wall; what people wait. Other work on the machine makes it longer.
        cpu: of this process, all threads; what ratios are made of. Other work hardly shows in it.
    """

    wall: float
    cpu: float

    def __add__(self, other: Seconds) -> Seconds:
        return Seconds(self.wall + other.wall, self.cpu + other.cpu)


ZERO = Seconds(0.0, 0.0)


def timed(run: Callable[[], object]) -> Seconds:
    """Runs it once."""
    wall, cpu = perf_counter(), process_time()
    run()
    return Seconds(perf_counter() - wall, process_time() - cpu)


@contextmanager
def limit(seconds: float) -> Iterator[None]:
    """Ends what takes too long; nothing where the limit is infinite. For the main thread, outside of other alarms.

    Raises:
        OverLimit: at the first Python instruction behind the limit.
    """

    def ring(number: int, frame: object) -> None:
        raise OverLimit(f"more than {seconds:g} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0 if isinf(seconds) else seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def per_second(amount: float, seconds: float) -> int:
    """A speed, in whole units; zero where no time passed."""
    return round(amount / seconds) if seconds > 0 else 0


def rounded(seconds: float) -> float:
    """Seconds as they are written down: to the millisecond."""
    return round(seconds, 3)
