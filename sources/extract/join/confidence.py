"""How sure a claim of a joined reading is: from the rules' confidence, and from the chance that the model gives to what is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sources.extract.join.joined import Joined
from sources.extract.join.odds import Agreement, chance_of, log_odds, metric_indicators
from sources.records import Claim, Mention

_DECIMALS = 2


def with_joint_confidence(
    claims: Sequence[Claim],
    mentions: Sequence[Mention],
    joined: Joined,
    is_wide: bool,
    fitted: Mapping[Agreement, Sequence[float]],
) -> tuple[Claim, ...]:
    """Claims with the confidence of the joined reading.

    Args:
        claims: with the rules' confidence.
        mentions: of these claims.
        joined: where the chances are.
        is_wide: the text is Japanese, Chinese or Korean.
        fitted: weights of `odds.READING`.

    Returns:
        The same claims, each as sure as the mention of it that the model supports most. One that the model was not asked about, or
        whose metric is not judged, keeps its confidence.
    """
    best: dict[str, Mention] = {}
    for mention in sorted(mentions, key=lambda m: joined.chances.get(_span(m), -1.0)):
        if _span(mention) in joined.chances:
            best[mention.claim_id] = mention
    return tuple(
        claim
        if claim.confidence is None or claim.claim_id not in best
        else replace(claim, confidence=_of(claim.confidence, best[claim.claim_id], joined, is_wide, fitted))
        for claim in claims
    )


def reading_features(rules: float, mention: Mention, joined: Joined, *, is_wide: bool) -> tuple[float, ...]:
    """The measures of a reading, as `odds.READING` names them; what the rules set aside has no confidence of theirs."""
    span = _span(mention)
    return (
        1.0,
        0.0 if span in joined.added else log_odds(rules),
        log_odds(joined.chances[span]),
        float(span in joined.added),
        float(is_wide),
        joined.page.rules,
        joined.page.agrees,
        float(mention.dimension is not None),
        *metric_indicators(mention.metric),
    )


def agreement_of(mention: Mention, joined: Joined) -> Agreement:
    """Which weights hold for a reading."""
    return "agreed" if _span(mention) in joined.agreed else "disputed"


def _of(
    rules: float, mention: Mention, joined: Joined, is_wide: bool, fitted: Mapping[Agreement, Sequence[float]]
) -> float:
    features = reading_features(rules, mention, joined, is_wide=is_wide)
    chance = chance_of(features, fitted[agreement_of(mention, joined)])
    return round(min(0.99, max(0.01, chance)), _DECIMALS)


def _span(mention: Mention) -> tuple[int, int]:
    return mention.char_start, mention.char_end
