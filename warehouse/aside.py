"""Claims that bad data costs: set aside by the rule on the size of a figure, or by a check of a build before. Shapes and one rule.

Belongs here: what is known of such a claim and the rows of core.set_aside. Which checks set aside: `quality/suites`; the
rounds: `release/making/settling.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Any, Literal, TypeAlias

from sources.metrics import facts_of
from warehouse.policy import Policy

SetAsideBy: TypeAlias = Literal["claim", "series", "document"]
BEYOND = "largest_figure"
_PERCENT = ("percent", "percentage points")


@dataclass(frozen=True, slots=True)
class Aside:
    """One claim that does not count, and why.

    Attributes:
        claim_id: the claim.
        rule: the check that failed, as "core.estimates: pooled_sizes", or `BEYOND`.
        set_aside_by: by what the failing rows were set aside: the claim itself, its series, its document.
        key: id of that claim, series or document.
        reason: what must hold, in one sentence.
        found: the value that was against it.
        round: of the build that failed, from 1; 0 where no build had to fail.
    """

    claim_id: str
    rule: str
    set_aside_by: SetAsideBy
    key: str
    reason: str
    found: str
    round: int

    def row(self) -> dict[str, Any]:
        """Its columns of core.set_aside, without those of the claim."""
        return asdict(self)


def is_beyond(claim: Mapping[str, Any], policy: Policy) -> bool:
    """Whether a figure of an estimated metric is larger than anything that arithmetic may meet.

    Args:
        claim: metric and figures, of raw.claims (`value`, `value_high`) or core.claims (`obs_value`, `obs_value_high`).
        policy: the largest figure.
    """
    if not facts_of(claim["metric"]).estimated:
        return False
    prefix = "" if "value" in claim else "obs_"
    figures: tuple[Decimal | None, ...] = (claim[f"{prefix}value"], claim[f"{prefix}value_high"])
    return any(figure is not None and abs(figure) > _largest(claim, policy) for figure in figures)


def _largest(claim: Mapping[str, Any], policy: Policy) -> Decimal:
    unit = claim["unit_measure"] if "unit_measure" in claim else claim["unit"]
    return policy.set_aside.largest_percent if unit in _PERCENT else policy.set_aside.largest_figure


def beyond(claim: Mapping[str, Any], policy: Policy) -> Aside:
    """The claim as a row of core.set_aside; `claim` is a row of core.claims for which `is_beyond` holds."""
    reason = f"A figure in {claim['unit_measure'] or 'no unit'} is at most {_largest(claim, policy):.0e}."
    return Aside(claim["claim_id"], BEYOND, "claim", claim["claim_id"], reason, claim["value_as_printed"], 0)
