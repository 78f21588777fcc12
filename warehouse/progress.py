"""What long work says of its progress. Who listens is chosen where it is started."""

from __future__ import annotations

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
