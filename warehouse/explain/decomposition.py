"""What the distance between two publishers consists of: an exact sum of logarithms, each part from claims or unknown.

Belongs here: the arithmetic of components and their sum. Which effects the claims of a side allow stands in
`effects.py`; the step in `components.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal, get_args

from warehouse.values.keys import published
from warehouse.values.rounding_bands import EXACT
from warehouse.values.wording import plain

Component = Literal["currency", "base_year", "horizon", "geography", "scope", "value_basis", "vintage", "remainder"]
Status = Literal["computed", "none", "unknown"]
COMPONENTS: tuple[Component, ...] = get_args(Component)
_ZERO = Decimal(0)


@dataclass(frozen=True, slots=True)
class Effect:
    """One component of a disagreement.

    Attributes:
        status: computed from claims, none (nothing differs), or unknown.
        log: its part of ln(b / a); 0 where it is not computed.
        how: in words.
        claim_ids_a: claims of side a that it rests on.
        claim_ids_b: claims of side b.
        low: lowest value of `log` that bounds leave open; None without bounds, and where they leave this end open.
        high: highest value, as `low`.
    """

    status: Status
    how: str
    log: Decimal = _ZERO
    claim_ids_a: tuple[str, ...] = ()
    claim_ids_b: tuple[str, ...] = ()
    low: Decimal | None = None
    high: Decimal | None = None


def ln_ratio(above: Decimal, below: Decimal) -> Decimal:
    """ln(above / below) of two positive values."""
    return EXACT.ln(EXACT.divide(above, below))


def component_rows(
    names: Mapping[str, Any],
    a: Decimal,
    b: Decimal,
    effects: Mapping[Component, Effect],
    claims: tuple[Sequence[str], Sequence[str]] = ((), ()),
) -> Sequence[dict[str, Any]]:
    """The components of one disagreement as rows, with the remainder that makes them sum up.

    ln(b / a) = sum of components + remainder. Logarithms make factors add up in any order, so no share depends on which
    difference is taken first (the log form of index decomposition; Törnqvist, Vartia and Vartia 1985, "How should
    relative changes be measured?"). A share is negative where a difference works against the distance.

    Args:
        names: columns of the disagreement: its id, year and both sides' publishers.
        a: smaller value, positive.
        b: larger value, positive and not equal to a.
        effects: every component but the remainder.
        claims: claims of either side: what the remainder and the components that compute nothing rest on.

    Returns:
        Rows of core.conflict_components in the order of `COMPONENTS`.

    Raises:
        ValueError: values that have no log ratio.
    """
    if a <= 0 or b <= 0 or a == b:
        raise ValueError(f"no log ratio of {a} and {b}: needs two different positive values")
    total = ln_ratio(b, a)
    explained = sum((effect.log for effect in effects.values()), _ZERO)
    unknown = [name.replace("_", " ") for name in COMPONENTS if name in effects and effects[name].status == "unknown"]
    parts = [
        f"{name.replace('_', ' ')} {plain(EXACT.divide(effects[name].log * 100, total))} %"
        for name in COMPONENTS
        if name in effects and effects[name].status == "computed"
    ]
    how = f"ln({_short(b)} / {_short(a)}) = {_short(total)}, less what is computed ({', '.join(parts) or 'nothing'})"
    how += f"; not quantified: {', '.join(unknown)}" if unknown else "; nothing is left unquantified but the estimates"
    rest = Effect("computed", how, total - explained)
    rows = []
    taken, ratio = _ZERO, EXACT.divide(b, a)
    for position, name in enumerate(COMPONENTS):
        effect = rest if name == "remainder" else effects[name]
        share = _share(effect.log, total)
        if name == "remainder":  # published shares also sum to 100
            share = Decimal(100) - taken
        else:
            taken += Decimal(repr(published(share)))
        is_known = effect.status != "unknown"
        ends = (effect.low, effect.high) if total > 0 else (effect.high, effect.low)
        low, high = (None if one is None else published(_share(one, total)) for one in ends)
        rows.append(
            {
                **names,
                "ratio": published(ratio),
                "component": name,
                "position": position,
                "status": effect.status,
                "log_ratio": published(effect.log) if is_known else None,
                "factor": published(EXACT.exp(effect.log)) if is_known else None,
                "log_share_pct": published(share) if is_known else None,
                "log_share_low_pct": low,
                "log_share_high_pct": high,
                "claim_ids_a": list(effect.claim_ids_a or claims[0]),
                "claim_ids_b": list(effect.claim_ids_b or claims[1]),
                "how": effect.how,
            }
        )
    return rows


def _share(log: Decimal, total: Decimal) -> Decimal:
    return EXACT.divide(log * 100, total)


def _short(value: Decimal) -> str:
    return f"{EXACT.create_decimal(value):.6g}"
