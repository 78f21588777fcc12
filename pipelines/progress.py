"""Progress messages of a run as lines of the log; who else listens (a terminal) is chosen where the run is started."""

from __future__ import annotations

import logging
from time import perf_counter

from warehouse.progress import Progress

__all__ = ["LoggedProgress", "Progress"]


class LoggedProgress:
    """Stages as lines of Python's log, passed on to another listener where there is one."""

    def __init__(self, listener: Progress | None = None) -> None:
        """Starts outside of any stage."""
        self._log = logging.getLogger("parallax")
        self._listener = listener
        self._stage, self._started = "", 0.0

    def begin(self, stage: str, total: int | None = None) -> None:
        """Remembers the stage."""
        self._stage, self._started = stage, perf_counter()
        self._log.info("stage begins", extra={"stage": stage} | ({} if total is None else {"total": total}))
        if self._listener is not None:
            self._listener.begin(stage, total)

    def advance(self, item: str = "") -> None:
        """Logs nothing: thousands of items would drown the log."""
        if self._listener is not None:
            self._listener.advance(item)

    def end(self, note: str) -> None:
        """Logs what came of the stage."""
        seconds = round(perf_counter() - self._started, 3)
        self._log.info("stage done", extra={"stage": self._stage, "note": note, "seconds": seconds})
        if self._listener is not None:
            self._listener.end(note)

    def warn(self, message: str) -> None:
        """Logs a warning."""
        self._log.warning("%s", message)
        if self._listener is not None:
            self._listener.warn(message)
