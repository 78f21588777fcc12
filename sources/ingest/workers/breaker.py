"""When deaths of workers are the machine's fault and not the documents'. Counting and judging; nothing is stopped here."""

from __future__ import annotations

from collections import deque
from typing import Literal

Death = Literal["own", "outside"]


class Breaker:
    """The last documents, and whether a worker died over each: by itself or under a limit ("own"), or killed from "outside"."""

    def __init__(self, window: int, most_deaths: float) -> None:
        """Counts anew.

        Args:
            window: how many documents count.
            most_deaths: share of them over which workers may die.
        """
        self._last: deque[Death | None] = deque(maxlen=window)
        self._most = most_deaths * window

    def note(self, death: Death | None) -> None:
        """One more document has been read, or a worker died over it."""
        self._last.append(death)

    @property
    def is_killed_from_outside(self) -> bool:
        """Whether too many workers were killed by somebody else: no document does that."""
        return self._last.count("outside") > self._most

    @property
    def is_suspicious(self) -> bool:
        """Whether so many died that the machine has to show that it can read."""
        return len(self._last) - self._last.count(None) > self._most

    def clear(self) -> None:
        """The machine has shown that it can read."""
        self._last.clear()
