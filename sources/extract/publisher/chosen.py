"""The publisher of a text: the likeliest name where it is likely enough, with the place that prints it and its chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sources.extract.publisher.candidates import Candidate
from sources.extract.publisher.names import related
from sources.extract.publisher.scoring import Scored, scored, weights

_FIRST = 12  # behind them no name is likely
_NEXT_TO_NOUGHT = 0.01


class Publisher(NamedTuple):
    """A publisher's name, the span of the text that prints or spells it, and its chance."""

    name: str
    start: int
    end: int
    chance: float


def publisher_of(text: str, headings: Sequence[tuple[int, int]] = ()) -> Publisher | None:
    """Who publishes a text by its own words; None where no name is likely enough.

    Args:
        text: canonical text.
        headings: spans of its headings; a heading is seldom a name.
    """
    best = likeliest(scored(text, headings))
    return best if best and best.chance >= weights().least_chance(text) else None


def likeliest(ranked: Sequence[Scored]) -> Publisher | None:
    """The candidate that is likeliest together with its longer and shorter forms, whose chances are its own.

    Args:
        ranked: candidates with their chances, the likeliest first.
    """
    if not ranked:
        return None
    first = ranked[:_FIRST]
    chances = [sum(one.chance for one in ranked if related(one.candidate.key, own.candidate.key)) for own in first]
    chance = max(chances)
    # Forms of one name differ by what is next to nought; the likeliest of them is printed.
    best = next(own.candidate for own, its in zip(first, chances, strict=True) if its > chance - _NEXT_TO_NOUGHT)
    index = _best_print(best)
    span = best.spans[index]
    return Publisher(best.printed[index], span.start, span.end, min(1.0, chance))


def _best_print(one: Candidate) -> int:
    """The print that occurs most often, one with small letters before one in capitals; its first place."""
    counts = Counter(one.printed)
    best = max(counts, key=lambda name: (not name.isupper(), counts[name], -one.printed.index(name)))
    return one.printed.index(best)
