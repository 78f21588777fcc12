"""What came of asking one question."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

Outcome = Literal["answered", "malformed", "failed", "unasked"]


@dataclass(frozen=True, slots=True)
class Answered:
    """One question with the model's own words.

    Attributes:
        question_id: hash of model, settings, prompt version and passage.
        document_id: the first document that the passage was asked about for.
        outcome: `malformed` words are kept, so that they are not asked again; `failed` and `unasked` wait for the next run.
        written: the model's words; None where there are none.
        tokens_in: as the server counts them, all tries together.
        tokens_out: likewise.
        usd: what that costs by the settings' price.
        problem: why it failed or was not asked.
    """

    question_id: str
    document_id: str
    outcome: Outcome
    written: str | None = None
    tokens_in: int = 0
    tokens_out: int = 0
    usd: Decimal = Decimal(0)
    problem: str | None = None
