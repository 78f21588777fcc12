"""The chance of each candidate to be the publisher: a conditional logit over all candidates and the answer that there is none."""

from __future__ import annotations

import json
import math
from collections.abc import Container, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sources.extract.publisher.candidates import Candidate, candidates_of
from sources.extract.publisher.features import SHORT_TEXT, add_rivalry, features_of, lowered_words, none_features

# Log odds of a name that has a reviewed profile, and of one that stands in the head besides. Houses of labelled texts are invented, so they cannot
# be fitted: these name the houses of samples and seeds, and leave a house that a text only quotes below the threshold.
_REVIEWED = {"profile": 2.5, "profile_in_head": 2.5}
WEIGHTS = Path(__file__).parent / "weights.json"


class Scored(NamedTuple):
    """A candidate with its chance."""

    candidate: Candidate
    chance: float


def options_of(
    text: str, headings: Sequence[tuple[int, int]] = ()
) -> tuple[list[Candidate], list[Mapping[str, float]]]:
    """The candidates of a text and their features; behind the features of the last candidate those of "none"."""
    candidates, lines = candidates_of(text, headings)
    lowered = lowered_words(text)
    features: list[dict[str, float]] = [features_of(one, text, lines, lowered) for one in candidates]
    add_rivalry(candidates, features)
    return candidates, [*features, none_features(candidates, text, lines)]


def scored(text: str, headings: Sequence[tuple[int, int]] = ()) -> list[Scored]:
    """The candidates of a text with their chances, the likeliest first; what is left to 1 is the chance of none."""
    candidates, features = options_of(text, headings)
    chances = chances_of(features, {**weights().weights, **_REVIEWED})
    ranked = sorted(zip(candidates, chances, strict=False), key=lambda pair: (-pair[1], pair[0].spans[0]))
    return [Scored(one, chance) for one, chance in ranked]


def chances_of(features: Sequence[Mapping[str, float]], fitted: Mapping[str, float]) -> list[float]:
    """Chances of options that exclude each other; they sum to 1."""
    sums = [sum(fitted.get(name, 0.0) * value for name, value in with_pairs(one, fitted).items()) for one in features]
    highest = max(sums)
    odds = [math.exp(s - highest) for s in sums]
    total = sum(odds)
    return [o / total for o in odds]


def with_pairs(features: Mapping[str, float], wanted: Container[str]) -> dict[str, float]:
    """Features and those pairs of them that are wanted: a name in the first line means more where it is a house's."""
    names = sorted(features)
    out = dict(features)
    for i, one in enumerate(names):
        for other in names[i + 1 :]:
            if (pair := f"{one}&{other}") in wanted:
                out[pair] = features[one] * features[other]
    return out


class Weights(NamedTuple):
    """Fitted weights by feature, and the least chance of a publisher that is believed: of a page's, and of a short text's, which often has none."""

    threshold: float
    threshold_of_short: float
    weights: Mapping[str, float]

    def least_chance(self, text: str) -> float:
        """The least chance that is believed of a text's publisher."""
        return self.threshold_of_short if len(text) < SHORT_TEXT else self.threshold


@cache
def weights() -> Weights:
    """The weights in force."""
    stored = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return Weights(**stored)
