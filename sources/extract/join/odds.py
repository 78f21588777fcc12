"""The chance that the model is right where it and the rules differ, and the chance that a joined reading is right. Fitted weights, in `weights.json`."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, Literal, NamedTuple

WEIGHTS = Path(__file__).with_name("weights.json")
# Of a difference: log odds of the model's chance, the doubt of the rules' chooser, log odds of the rules' confidence, whether the page lists
# the rules' part among its segments, whether the words that state the figure print what either reads, which of them tells the figures of the
# sentence apart ("A and B hold 17 % and 15 %, respectively"), a table's cell, the script, and how both read the page.
DIFFERENCE: Final = (
    "one", "model", "doubt", "rules", "listed", "rules_printed", "model_printed", "apart", "cell", "wide_script", "page_rules", "page_agrees",
)  # fmt: skip
# Of a joined reading: log odds of the rules' confidence and of the model's chance of what is read, where the reading is from, the script, how
# both read the page, whether the page lists the part, and what the figure measures. Readings on which both agree have weights of their own: there
# the rules' confidence says much more.
_METRICS: Final = ("market_size", "cagr", "share", "growth_rate", "volume", "price")
READING: Final = ("one", "rules", "model", "added", "wide_script", "page_rules", "page_agrees", "listed", *_METRICS)
Agreement = Literal["agreed", "disputed"]
_LEAST = 0.001  # of a chance: what the model prints has three digits


class Weights(NamedTuple):
    """Fitted weights: by kind of difference, and of the confidence where both agree and where they do not."""

    differences: Mapping[str, Sequence[float]]
    confidence: Mapping[Agreement, Sequence[float]]


@cache
def weights() -> Weights:
    """The weights in force."""
    stored = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    return Weights(stored["differences"], stored["confidence"])


def log_odds(chance: float) -> float:
    """ln(p / (1 - p)), of a chance that is kept away from 0 and 1."""
    kept = min(1 - _LEAST, max(_LEAST, chance))
    return math.log(kept / (1 - kept))


def metric_indicators(metric: str) -> tuple[float, ...]:
    """One for the metric and zero for the others, in the order of `READING`."""
    return tuple(float(metric == one) for one in _METRICS)


def chance_of(features: Sequence[float], fitted: Sequence[float]) -> float:
    """The logistic function of a weighted sum."""
    return 1 / (1 + math.exp(-sum(w * x for w, x in zip(fitted, features, strict=True))))


def model_right(kind: str, features: Sequence[float], fitted: Mapping[str, Sequence[float]]) -> float:
    """The chance that the model is right, and not the rules, in a difference; 0 for a kind that was never measured."""
    return chance_of(features, fitted[kind]) if kind in fitted else 0.0
