"""Wall and processor seconds of a call. Nothing is timed here by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter, process_time


@dataclass(frozen=True, slots=True)
class Seconds:
    """How long something took.

    Attributes:
        wall: wall time; other work on the machine makes it longer.
        cpu: processor time of this process, all threads; ratios are made of it.
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


def per_second(amount: float, seconds: float) -> int:
    """A speed in whole units; zero where no time passed."""
    return round(amount / seconds) if seconds > 0 else 0


def rounded(seconds: float) -> float:
    """Seconds to the millisecond."""
    return round(seconds, 3)
