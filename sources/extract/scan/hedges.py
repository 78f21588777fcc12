"""The comparator of a figure from adjacent words and signs ("about", "over", "or more"). Hedges of a whole clause are not read here."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from sources.extract.scan.figure import Figure
from sources.grammar.comparison_signs import comparison_sign
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import word_lists
from sources.records import Comparator

_LISTS = word_lists("scan")

_COMPARATORS: tuple[Comparator, ...] = (">=", "<=", ">", "<", "~")
_COMPARATORS_AFTER: tuple[Comparator, ...] = (">=", "<=")
_HEDGES = tuple(f"comparators.{c}" for c in _COMPARATORS)
_SIGN_REACH = 48


def hedged(text: str, floor: int, end: int, q: Figure, grammar: Grammar) -> Figure:
    """The quantity with the comparator of the words before or behind it ("about", "over", "or more")."""
    left = text[max(floor, q.start - 48) : q.start]
    if sign := comparison_sign(text, max(floor, q.start - _SIGN_REACH), q.start, q.end):
        return replace(q, comparator=sign.comparator, hedge_start=sign.start)
    best: tuple[int, Comparator] | None = None
    for comparator in _COMPARATORS if grammar.ending(*_HEDGES, english_articles=True).search(left) else ():
        m = grammar.ending(f"comparators.{comparator}").search(left)
        if m and comparator == "<=" and _is_reached(m.group().lower(), left[: m.start()], grammar):
            continue  # "should edge up to USD 3 billion" states the value reached
        if m and (best is None or m.start() < best[0]):
            best = (m.start(), comparator)
    if best and q.comparator == "=":
        return replace(q, comparator=best[1], hedge_start=q.start - (len(left) - best[0]))
    if q.comparator == "=" and (grammar.is_cjk or text[q.end : q.end + 1].isspace()):
        behind = text[q.end : min(end, q.end + 16)]
        for comparator in _COMPARATORS if grammar.is_cjk else _COMPARATORS_AFTER:
            if _behind(grammar, comparator).match(behind):
                return replace(q, comparator=comparator)
    return q


_REACHED = (*_LISTS["reached_words"], *_LISTS["reached_words_mul"])


def _is_reached(hedge: str, left: str, grammar: Grammar) -> bool:
    if not hedge.startswith(_REACHED):
        return False
    moves = ("motion_verbs",) if grammar.language == "en" else ("motion_verbs", "metrics.growth")
    return bool(grammar.ending(*moves, english_articles=True).search(left))


@cache
def _behind(grammar: Grammar, comparator: str) -> re.Pattern[str]:
    words = [w for w in grammar.phrases(f"comparators_after.{comparator}") if w != "+"]
    cjk = [w for w in words if ord(w[0]) > 0x2E7F]
    plain = [w for w in words if w not in cjk]
    body = [r"\s(?:" + "|".join(map(re.escape, plain)) + r")\b"] * bool(plain)
    body += ["(?:" + "|".join(map(re.escape, cjk)) + ")"] * bool(cjk)
    return re.compile("|".join(body) or "(?!)")
