"""How sure a claim of a joined reading is: from the rules' confidence, and from the chance that the model gives to what is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sources.extract.join.joined import Joined
from sources.extract.join.odds import chance_of, log_odds
from sources.records import Claim, Mention

_DECIMALS = 2


def with_joint_confidence(
    claims: Sequence[Claim],
    mentions: Sequence[Mention],
    joined: Joined,
    is_wide: bool,
    fitted: Mapping[str, Sequence[float]],
) -> tuple[Claim, ...]:
    """Claims with the confidence of the joined reading.

    Args:
        claims: with the rules' confidence.
        mentions: of these claims.
        joined: where the chances are.
        is_wide: the text is Japanese, Chinese or Korean.
        fitted: weights by metric; `other` for the rest.

    Returns:
        The same claims. One that the model was not asked about, or whose metric is not judged, keeps its confidence.
    """
    best: dict[str, tuple[float, bool]] = {}
    for mention in mentions:
        span = (mention.char_start, mention.char_end)
        if (chance := joined.chances.get(span)) is not None:
            found = (chance, span in joined.added)
            best[mention.claim_id] = max(found, best.get(mention.claim_id, found))
    return tuple(
        claim
        if claim.confidence is None or claim.claim_id not in best
        else replace(claim, confidence=_of(claim, *best[claim.claim_id], is_wide, fitted))
        for claim in claims
    )


def reading_features(rules: float, model: float, *, is_added: bool, is_wide: bool) -> tuple[float, ...]:
    """The measures of a reading, as `odds.READING` names them; what the rules set aside has no confidence of theirs."""
    return (1.0, 0.0 if is_added else log_odds(rules), log_odds(model), float(is_added), float(is_wide))


def _of(claim: Claim, model: float, is_added: bool, is_wide: bool, fitted: Mapping[str, Sequence[float]]) -> float:
    assert claim.confidence is not None
    features = reading_features(claim.confidence, model, is_added=is_added, is_wide=is_wide)
    chance = chance_of(features, fitted.get(claim.metric, fitted["other"]))
    return round(min(0.99, max(0.01, chance)), _DECIMALS)
