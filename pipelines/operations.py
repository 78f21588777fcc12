"""Settings of operation as reviewed data: `operations.yml`, validated. No logic and no threshold of a build."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from warehouse.reviewed import read_reviewed

PACKAGED = Path(__file__).with_name("operations.yml")
NAME = "operations.yml"


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Reading(_Section):
    """What a new version of the reader does with documents that an older one has read."""

    on_new_extractor: Literal["all", "new_documents"]


class Inbox(_Section):
    """When a file is taken, and how often and after how long a failed run is asked for again (`pipelines/defs/sensors.py`)."""

    settle_seconds: float = Field(default=2.0, ge=0, le=3_600)  # homes have files of their own from before the key
    attempts: int = Field(ge=1, le=20)
    wait_minutes: int = Field(ge=0, le=1_440)


class Runs(_Section):
    """How long Dagster remembers (`pipelines/old_runs.py`)."""

    kept_days: int = Field(ge=1, le=3_650)
    kept_at_least: int = Field(ge=1, le=10_000)
    most_megabytes: int = Field(default=500, ge=10, le=1_000_000)  # a home's own file may be older than this key

    @property
    def most_bytes(self) -> int:
        """The same in bytes."""
        return self.most_megabytes * 1_000_000


class Age(_Section):
    """When a release is called old."""

    age_alarm_hours: int = Field(ge=1, le=8_760)


class Operations(_Section):
    """All settings of running it."""

    reading: Reading
    inbox: Inbox
    runs: Runs
    release: Age


def read_operations(home: Path | None = None) -> Operations:
    """The settings of a data home: its own file where it has one, else the packaged one.

    Args:
        home: the data home; None for the packaged settings.

    Raises:
        ReviewedFileError: an unknown or missing key, or a value out of bounds; names file and line.
    """
    own = None if home is None else home / NAME
    return read_reviewed(own if own is not None and own.exists() else PACKAGED, TypeAdapter(Operations))
