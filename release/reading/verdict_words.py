"""The verdict and status words in one sentence each, for readers of a release. Words only."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

VERDICTS: Mapping[str, str] = MappingProxyType(
    {
        "agree": "independent publishers state figures of one scope within the policy's narrow distance",
        "compatible": "they are further apart, but different methods explain the distance",
        "conflict_likely": "the distance is larger than the policy allows; two voices in conflict get no number",
        "conflict_proven": "a bound or an identity rules out that both are right; a distance alone never proves it",
        "not_comparable": "the scopes or conventions differ and no bridge connects them; shown side by side, never pooled",
        "insufficient": "the statements do not suffice for a verdict",
        "single_source": "one independent voice; copies and members of its group do not add to it",
    }
)

STATUSES: Mapping[str, str] = MappingProxyType(
    {
        "stated": "printed by the publisher",
        "inferred": "printed, but its year is inferred from the text",
        "derived": "computed by us from the publisher's own figures, with its formula",
        "refused": "no honest number exists; low and high are the range of stated figures, and a reason is given",
    }
)
