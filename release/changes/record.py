"""`changes.json`: the difference between a release and the previous one."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, ConfigDict

Cause = Literal["first release", "document", "decision", "policy", "code", "unknown"]


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class DocumentChange(_Frozen):
    """A document that is there now, or no more, or has another status."""

    change: Literal["new", "withdrawn", "changed"]
    document_id: str
    name: str
    publisher: str | None
    reason: str


class FigureChange(_Frozen):
    """A figure that counts now and did not, or no longer does (superseded: a new edition replaces its document); `previous` is what the earlier edition printed."""

    change: Literal["new", "revised", "superseded", "withdrawn"]
    claim_id: str
    publisher: str | None
    market: str | None
    metric: str
    part: str | None
    time_period: str | None
    value_as_printed: str | None
    previous_as_printed: str | None
    change_pct: Decimal | None
    cause: Cause
    reason: str
    area: str | None = None


class Value(_Frozen):
    """An estimate as one release has it."""

    estimate: float | None
    low: float | None
    high: float | None
    verdict: str


class EstimateChange(_Frozen):
    """An estimate that is new, gone, or another; `move_pct` is the change of its value in percent, of a rate `move_points` in percentage points."""

    change: Literal["new", "moved", "judged otherwise", "withdrawn"]
    estimate_id: str
    market_id: str
    market: str
    metric: str
    unit_measure: str
    part: str | None
    area: str | None
    time_period: str
    before: Value | None
    after: Value | None
    move_pct: float | None
    cause: Cause
    reason: str
    move_points: float | None = None


class ConflictChange(_Frozen):
    """A conflict that is new, gone or judged otherwise."""

    change: Literal["new", "judged otherwise", "gone"]
    conflict_id: str
    market: str | None
    before: str | None
    after: str | None
    explanation: str


class Alert(_Frozen):
    """A threshold of the policy that was passed."""

    threshold: str
    limit: float
    seen: float
    message: str


class Changes(_Frozen):
    """The difference of two releases; lists are cut at `listed_at_most`, `counts` are of all.

    Attributes:
        before: id of the release it is compared with; null for a first one.
        inputs: what the two were made from and differs: documents, decisions, policy, code, engines; "unknown" where a
            release does not say.
        notes: what to know of the comparison, such as that the release before was damaged and another one stands for it.
    """

    release_id: str
    before: str | None
    inputs: tuple[str, ...]
    counts: dict[str, int]
    documents: tuple[DocumentChange, ...]
    figures: tuple[FigureChange, ...]
    estimates: tuple[EstimateChange, ...]
    conflicts: tuple[ConflictChange, ...]
    alerts: tuple[Alert, ...]
    notes: tuple[str, ...] = ()
