"""How sure a language model's claims are: by kind of text and metric, as measured on labelled texts (`warehouse/policy.yml`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

TextKind = Literal["plain", "dense"]
OTHERS: Final = "others"  # metrics of which too few cases were measured
_DENSE = 15  # figures in 1,000 characters from which a text is dense: so have half of the texts that chances were measured on
Chances = Mapping[TextKind, Mapping[str, float]]


def kind_of(n_figures: int, n_characters: int) -> TextKind:
    """How a text is written."""
    return "dense" if n_figures * 1_000 >= _DENSE * n_characters else "plain"


def chance_of(chances: Mapping[str, float], metric: str) -> float:
    """The chance that a claim of a metric is right; one half where nobody measured."""
    return chances.get(metric, chances.get(OTHERS, 0.5))
