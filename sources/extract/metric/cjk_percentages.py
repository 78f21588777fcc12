"""What Chinese, Japanese and Korean forms make of a percentage. Index figures and falls belong to `cjk_rates`."""

from __future__ import annotations

import re

from sources.extract.figures.surroundings import Reading, Surroundings, nearest_behind
from sources.extract.metric.percentage import Percentage
from sources.extract.metric.share_levels import share_level
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages

_ANY = words_of_languages("metric")
_WORDS = pattern_words("metric")


def in_cjk_script(r: Percentage) -> Reading | None:
    """Forms of scripts without blanks: "39.5％のシェア", "(同 12%)", "上年为 11%"."""
    if not r.g.is_cjk:
        return None
    share_right = r.behind("metrics.share")
    if share_right <= 2 and r.behind("metrics.growth") > share_right:
        return Reading("share", "percent.share_right_behind")
    if _DITTO.search(r.left) and r.a.previous_rate:
        return Reading(r.a.previous_rate, "percent.ditto")
    if r.rate_before and _YEAR_AGO.search(r.left):
        return Reading(r.rate_before, "percent.year_before")
    if r.a.subject_is_company and not share_level(r.q, r.a, r.g):
        return Reading("other_numeric", "percent.of_company")
    return None


_BESIDE_SHARES = (None, "share", "market_size", "volume")
_DITTO = re.compile(rf"[(（]\s?{_WORDS['ditto_ja']}\s?約?$")
_YEAR_AGO = re.compile(
    rf"{_ANY['year_ago']}{_WORDS['same_period_ja']}?{_ANY['year_ago_links']}?{_ANY['year_ago_hedges']}?\s?$"
)
# "種類別では", "按应用划分": parts and their shares follow.
_BY_DIMENSION = re.compile(
    rf"{_WORDS['by_dimension_ja']}|{_WORDS['by_openers_zh']}.{{1,10}}?{_WORDS['by_closers_zh']}[,，]"
)


def cjk_share(a: Surroundings, left: str, right: str, share_left: int, g: Grammar) -> Reading | None:
    """ "ArF液浸が39.5％と最大のシェアを占め", "小丝束占62.4%": a share word in the figure's own clause."""
    if min(share_left, nearest_behind(g.pattern("metrics.share"), right)) > 14:
        grown = g.pattern("metrics.growth").search(a.sentence) or a.has_growth_rate
        if a.subject_is_part and not grown and _BY_DIMENSION.search(a.sentence[: a.at]):
            return Reading("share", "percent.part_of_dimension")
        if a.subject_is_part and not grown and a.carried == "share" and a.previous_in_sentence in _BESIDE_SHARES:
            return Reading("share", "percent.share_carried")
        in_row = a.subject_is_part and not grown and g.pattern("metrics.share").search(a.sentence)
        return Reading("share", "percent.share_in_row") if in_row else None
    return Reading("share", "percent.share_verb" if a.subject_is_part else "percent.share_word")
