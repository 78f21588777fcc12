"""Percentages in scripts without blanks: index figures, falls, and shares that print their part after them."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from functools import cache

from sources.extract.figures.surroundings import Reading
from sources.extract.parts.named_subjects import Subject
from sources.extract.scan.figure import Figure
from sources.extract.scenes.scene import Scene
from sources.grammar.areas import area_named
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages

_WORDS = pattern_words("metric")
_ANY = words_of_languages("metric")

_CLAUSE = re.compile(r"[、，,;；。:：(（「]")
_STEPPED = re.compile(rf"\s?{_WORDS['step_words_ja']}")
_INDEX_LOW, _INDEX_HIGH = 50, 200
_REACH = 14
_VALUE = re.compile(rf"{_ANY['value_words']}")
_JA_HELD = re.compile(rf"\s?を(?P<name>[^、。,0-9がをはに]{{1,20}}?){_WORDS['holding_verbs_ja']}")
_JA_NAMED = re.compile(
    rf"\s?(?:が|は)(?!{_WORDS['no_part_openers_ja']})(?P<name>[^、。,0-9がをはに]{{1,20}}?)(?:{_WORDS['naming_ends_ja']}|だ。|で、|{_WORDS['meant_for_ja']}(?=$|[。、])|(?=[。、]|$))"
)
_ZH_NAMED = re.compile(rf"\s?(?:的)?{_WORDS['wholes_zh']}*")
_ZH_NAME = re.compile(rf"(?P<name>[^,，。;；、:：0-9]{{2,20}}?){_WORDS['part_ends_zh']}?(?=[,，。;；、]|$)")


def changed(scene: Scene, q: Figure, reading: Reading) -> tuple[Figure, Reading]:
    """The figure as it is meant: an index of the year before as growth, a fall as negative growth.

    Args:
        scene: the figure's sentence.
        q: the figure.
        reading: what it measures by the words around it.

    Returns:
        Figure and reading, as they were where neither holds. "前年度比103.8%" is 3.8 - the index less 100.
    """
    g = scene.grammar
    if q.kind != "percent" or q.value_high is not None:
        return q, reading
    left = _CLAUSE.split(scene.text[max(scene.sentence.start, q.hedge_start - 40) : q.hedge_start])[-1]
    right = _CLAUSE.split(scene.text[q.end : min(scene.sentence.end, q.end + 30)])[0]
    if (
        g.language == "ja"
        and _INDEX_LOW <= q.value <= _INDEX_HIGH
        and (_indexed(g).search(left) or _is_noted_index(scene, q, left))
        and not _STEPPED.match(right)
    ):
        if not left.endswith("同") or _near_hundred(scene, q):
            return replace(q, value=q.value - Decimal(100)), Reading("growth_rate", "percent.index_of_year_before")
    if reading.metric != "growth_rate" or q.value <= 0:
        return q, reading
    return (replace(q, value=-q.value), reading) if _falls(left, right, g) else (q, reading)


# "おもな数字(いずれも前年比)": the percentages of the list below are indices.
_NOTED_INDEX = re.compile(rf"{_WORDS['all_yearly_ja']}{_WORDS['ratio_ends_ja']}")
_OF_A_WHOLE = re.compile(rf"{_WORDS['of_whole_words_ja']}")
_NOTE_REACH = 600


def _is_noted_index(scene: Scene, q: Figure, left: str) -> bool:
    """A note above says that all percentages are indices of the year before; shares name themselves or have their part behind them."""
    note = _NOTED_INDEX.search(scene.text, max(0, q.start - _NOTE_REACH), q.start)
    return note is not None and not _OF_A_WHOLE.search(left) and scene.text[q.end : q.end + 1] != "が"


_INDEX_OF = re.compile(rf"{_WORDS['yearly_index_ja']}\s?[0-9][0-9.]*{_WORDS['percent_of_ja']}")
_INDEX_ABOVE = re.compile(rf"{_WORDS['yearly_index_ja']}[0-9.,約]*1[0-9]{{2}}")


def _near_hundred(scene: Scene, q: Figure) -> bool:
    """ "同96.1%" is an index where an index was stated before it or it is no share: shares are stated as "構成比"."""
    before = scene.text[max(0, q.start - 160) : q.start]
    return bool(_INDEX_ABOVE.search(before) or _INDEX_OF.search(before))


@cache
def _indexed(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"{g.source('index_words')}[はで約]?\s?$")


_FALL_LEAD = re.compile(rf"{_WORDS['fall_leads_ja']}\s?約?$")


def _falls(left: str, right: str, g: Grammar) -> bool:
    """A word of decline nearer to the figure than one of growth: before it in Chinese, behind it in Japanese."""
    decline = g.pattern("decline_words")
    if g.verb_last:
        growth = g.pattern("metrics.growth")
        first = growth.search(right, 0, _REACH)
        if first:
            return bool(decline.match(right, first.start()))
        return bool(_FALL_LEAD.search(left))
    marks = list(g.pattern("metrics.growth").finditer(left))
    last = marks[-1] if marks else None
    return bool(last and len(left) - last.end() <= _REACH and decline.search(left, last.start()))


def part_behind(scene: Scene, q: Figure, subject: Subject | None) -> Subject | None:
    """The part that a share is said of where it is behind it: "62%をスポーツ用が占め", "38%来自X"; None elsewhere."""
    g = scene.grammar
    if q.kind != "percent" or not scene.is_wide or scene.cell:
        return None
    text, end = scene.text, scene.sentence.end
    lead = text[scene.sentence.start : q.hedge_start]
    if g.language == "ja":
        stands = _JA_HELD.match(text, q.end, end)
        if stands is None and (subject is None or not subject.segment or _REST.search(lead)):
            stands = _JA_NAMED.match(text, q.end, end) if _VALUE.search(lead) else None
    else:
        of = _ZH_NAMED.match(text, q.end, end)
        link = _links(g).match(text, of.end() if of else q.end, end)
        stands = (
            _ZH_NAME.match(text, link.end(), end) if link and (_VALUE.search(lead) or (of and of.group())) else None
        )
    if stands is None:
        return None
    name = stands["name"].strip()
    if not name or g.pattern("generic_subjects").fullmatch(name) or g.pattern("metrics.growth").search(name):
        return None
    area = area_named(name)
    return Subject(name, area=area) if area else Subject(name, segment=name)


_REST = re.compile(rf"{_WORDS['rest_ja']}{_WORDS['about_ja']}?$")


@cache
def _links(g: Grammar) -> re.Pattern[str]:
    return re.compile(g.source("behind_links"))


def concentration(scene: Scene, q: Figure) -> Subject | None:
    """ "CR5为36.8%", "上位5社で6割": the first few firms together; their share is one of the market."""
    if q.kind != "percent" or not scene.is_wide or scene.cell:
        return None
    left = _CLAUSE.split(scene.text[scene.sentence.start : q.hedge_start])[-1]
    named = scene.grammar.pattern("concentration_words").search(left)
    if (
        named is None
        or scene.grammar.pattern("metrics.growth").search(left)
        or scene.grammar.pattern("metrics.cagr").search(left)
    ):
        return None
    return Subject(named.group(), company=True)
