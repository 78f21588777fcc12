"""The result of a check: passed or not, its severity, and the failing rows. Data only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Severity: TypeAlias = Literal["error", "warning"]
Layer: TypeAlias = Literal["core", "marts"]
Value: TypeAlias = str | int | float | bool | None
Row: TypeAlias = dict[str, Value]

SHOWN_ROWS = 20


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The outcome of one check.

    Attributes:
        name: the check's name; unique together with `table`.
        layer: core or marts.
        table: the table that is judged, with its schema: "core.claims"; of several, the first.
        passed: whether it holds.
        severity: an "error" that has not passed blocks the release; a "warning" is shown.
        description: what must hold, in one sentence.
        n_failing: number of rows against it; 0 where it holds.
        failing_rows: the first of them, at most `SHOWN_ROWS`, in a total order; numbers beyond float and dates as text.
        metadata: `skipped` or `error` with the reason where the check was not run.
    """

    name: str
    layer: Layer
    table: str
    passed: bool
    severity: Severity
    description: str
    n_failing: int
    failing_rows: tuple[Row, ...]
    metadata: Mapping[str, Value]

    @property
    def blocks(self) -> bool:
        """Whether a release must not be published."""
        return not self.passed and self.severity == "error"
