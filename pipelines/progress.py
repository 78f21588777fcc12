"""How a run says what it is doing.

Assets speak to this; who listens (a log, a terminal) is chosen where the run is started.
"""

from __future__ import annotations

import logging
from typing import Protocol


class Progress(Protocol):
    """A listener. Stages follow each other: begin, any number of advances, end."""

    def begin(self, stage: str, total: int | None = None) -> None:
        """A stage begins, of `total` items where that is known."""

    def advance(self, item: str = "") -> None:
        """One item of the stage is done."""

    def end(self, note: str) -> None:
        """The stage is done; the note says what came of it."""

    def warn(self, message: str) -> None:
        """Something that people should look at although the run goes on."""


class LoggedProgress:
    """Stages as lines of Python's log: what scheduled runs use."""

    def __init__(self) -> None:
        """Starts outside of any stage."""
        self._log = logging.getLogger("parallax")
        self._stage = ""

    def begin(self, stage: str, total: int | None = None) -> None:
        """Remembers the stage."""
        self._stage = stage
        self._log.info("%s: begins%s", stage, "" if total is None else f", {total} item(s)")

    def advance(self, item: str = "") -> None:
        """Says nothing: thousands of items would drown the log."""

    def end(self, note: str) -> None:
        """Logs what came of the stage."""
        self._log.info("%s: %s", self._stage, note)

    def warn(self, message: str) -> None:
        """Logs a warning."""
        self._log.warning("%s", message)
