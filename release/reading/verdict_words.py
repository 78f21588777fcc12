"""What the verdict and status words mean, in one sentence each, for readers of a release. Words only; who uses which is
up to the warehouse.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

VERDICTS: Mapping[str, str] = MappingProxyType(
    {
        "agree": "independent publishers state figures of one scope within the policy's narrow distance",
        "compatible": "they lie further apart, yet no further than different methods explain",
        "conflict_likely": "the distance is larger than the policy allows; two voices in conflict get no number",
        "conflict_proven": "a bound or an identity rules out that both are right; a distance alone never proves it",
        "not_comparable": "the scopes or conventions differ and nothing bridges them; shown side by side, never pooled",
        "insufficient": "too little is stated to say more",
        "single_source": "one independent voice; copies and members of its group do not add to it",
    }
)

STATUSES: Mapping[str, str] = MappingProxyType(
    {
        "stated": "printed by the publisher",
        "inferred": "printed, but its year is our reading of the text",
        "derived": "computed by us from the publisher's own figures; the formula stands beside it",
        "refused": "no honest number exists; the reason stands beside it, low and high are the range of what was stated",
    }
)
