"""Which market a name means: markets whose names hold or resemble the words asked for, best first."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from release.reading.row_words import split_ids
from warehouse.connection import rows

ENOUGH = 75  # score of 100 below which a name is no match
ALL_WORDS = 95  # score of a name that holds every word asked for


@dataclass(frozen=True, slots=True)
class Match:
    """A market whose name resembles the words asked for; score 0 to 100."""

    market_id: str
    market: str
    scope: str
    score: float


def find_markets(database: Path, words: str, limit: int = 5) -> list[Match]:
    """Markets by name, best first.

    Args:
        database: a release's database.
        words: a market id, a name, or words of a name; case and word order do not matter.
        limit: how many at most.

    Returns:
        Matches with a score of at least `ENOUGH`. An id or a name that is met exactly scores 100 and stands alone.
    """
    from rapidfuzz import fuzz

    asked = _plain(words)
    if not asked:
        return []
    ranked: list[tuple[float, float, Match]] = []
    markets = rows(database, "SELECT market_id, market, scope, names FROM marts.markets ORDER BY market_id")
    for row in markets:
        names = {_plain(name) for name in (row["market_id"], row["market"], *split_ids(row["names"]))}
        if asked in names:
            return [Match(row["market_id"], row["market"], row["scope"], 100.0)]
        has_all = any(set(asked.split()) <= set(name.split()) for name in names)
        score = max(ALL_WORDS if has_all else 0.0, *(fuzz.WRatio(asked, name) for name in names))
        closeness = max(fuzz.token_sort_ratio(asked, name) for name in names)  # of two that hold the words, the shorter
        if score >= ENOUGH:
            match = Match(row["market_id"], row["market"], row["scope"], round(score, 1))
            ranked.append((match.score, round(closeness, 6), match))
    ranked.sort(key=lambda found: (-found[0], -found[1], found[2].market_id))
    return [match for _, _, match in ranked[:limit]]


def _plain(name: str) -> str:
    """Small letters, no punctuation, no plural s: what people type alike."""
    from rapidfuzz.utils import default_process

    return " ".join(word.removesuffix("s") for word in default_process(name).split())
