"""Areas in a figure's own clause without a preposition: an object, an adjective, "the region", "放眼全球". Areas with one are read in `area_subjects`."""

from __future__ import annotations

import re
from functools import cache

from sources.extract.phrases.clauses import Clause
from sources.extract.scan.figure import Figure
from sources.extract.scenes.scene import Scene
from sources.grammar.areas import WORLD, Area, AreaMark, area_marks, area_of_adjective
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists
from sources.records import Metric

_WORDS = pattern_words("subjects")
_LISTS = word_lists("subjects")

_FAR = 60  # characters between a figure and its verb or noun
_LOOK_BACK = 900  # characters in which the region was named that "the region" is
_REST = re.compile(r"vendor:Rest of")
_PLACED = re.compile(
    rf"[^.;]{{0,70}}\b(?:{_WORDS['share_prepositions']}|{_WORDS['share_prepositions_mul']})\s(?:[^\s0-9.,;]{{1,12}}\s){{0,4}}$"
)
# "56 % of it Chinese", "of which 56 % was Chinese", "18 % of all U.S. pumps".
_OF_IT = re.compile(
    rf"\s(?:of\s{_WORDS['whole_pronouns']}\s)?(?:{_WORDS['being_verbs']}\s)?(?P<word>[A-Z][a-z]{{3,}})(?=[.,;)\s])"
)
_OF_ALL = re.compile(rf"\sof\s(?:{_WORDS['whole_adjectives']}\s){{0,2}}(?=[A-Z])")
_WORD = re.compile(r"(?P<word>[A-Z][\w-]{2,})\s(?P<noun>[\w-]+)")
_NOUN = re.compile(r"\s(?P<noun>[a-z][\w-]*)")
_AHEAD = re.compile(
    rf"\s*(?:{_WORDS['fronted_share_words']}|{_WORDS['fronted_share_words_mul']})\s(?:[^\s0-9.,;]{{1,12}}\s){{0,4}}$"
)
_THEN = re.compile(rf"[^.;:,]{{0,50}},\s(?:(?:the|{_WORDS['area_articles_mul']})\s|l['’])?")
_LEADS = re.compile(r"\s(?:[a-zà-ÿ]{2,})")


def area_without_preposition(scene: Scene, q: Figure, clause: Clause, metric: Metric) -> Area | None:
    """The area that the words around a figure name without a preposition; None where they name none."""
    g = scene.grammar
    if g.is_cjk:
        return _viewed(scene, q)
    if (placed := _object(scene, q, clause)) or (placed := _subject_behind(scene, q, clause)):
        return placed
    if metric in ("share", "growth_rate", "volume", "other_numeric", "market_size") and g.language == "en":
        if adjective := _adjective_behind(scene, q):
            return adjective
    if clause.subject and _region(g).match(clause.subject) and scene.grammar.phrases("region_words"):
        return _region_before(scene, clause.start)
    return None


def _object(scene: Scene, q: Figure, clause: Clause) -> Area | None:
    """ "put Asia Pacific at the top with 38 %": the object is whose figure it is."""
    if not scene.grammar.phrases("placing_verbs"):
        return None
    text = scene.text
    start = max(clause.start, scene.sentence.start)
    for mark in reversed(area_marks(text, start, q.hedge_start)):
        if mark.area is WORLD or not _PLACED.fullmatch(text, mark.end, q.hedge_start):
            continue
        if _placing(scene.grammar).search(text, max(start, mark.start - 24), mark.start):
            return mark.area
    return None


@cache
def _placing(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"{g.source('placing_verbs')}\s(?:(?:the|{_WORDS['object_articles_mul']})\s|l['’])?$")


def _subject_behind(scene: Scene, q: Figure, clause: Clause) -> Area | None:
    """ "With USD 42 bn, China is the largest market"."""
    text, s = scene.text, scene.sentence
    if not _AHEAD.match(text, max(s.start, scene.begin(q)), q.hedge_start) or q.hedge_start - s.start > _FAR:
        return None
    then = _THEN.match(text, q.end, s.end)
    if then is None or any(q.end <= o.start < then.end() for o in scene.live):
        return None
    mark = next(iter(area_marks(text, then.end(), min(s.end, then.end() + 40))), None)
    return mark.area if mark and mark.start == then.end() and _LEADS.match(text, mark.end) else None


def _adjective_behind(scene: Scene, q: Figure) -> Area | None:
    text, end = scene.text, scene.sentence.end
    if (m := _OF_IT.match(text, q.end, end)) and (area := area_of_adjective(m["word"])) and text[m.end()] in ".,;)":
        return area
    of = _OF_ALL.match(text, q.end, end)
    if of is None:
        return None
    if (m := _WORD.match(text, of.end(), end)) and (area := area_of_adjective(m["word"])):
        return area if m["noun"].lower() not in _no_home(scene.grammar) else None
    mark: AreaMark | None = next(iter(area_marks(text, of.end(), min(end, of.end() + 40))), None)
    noun = _NOUN.match(text, mark.end, end) if mark and mark.start == of.end() else None
    return mark.area if mark and noun and noun["noun"] not in _no_home(scene.grammar) else None


@cache
def _no_home(g: Grammar) -> frozenset[str]:
    """Nouns whose adjective gives a seat or a kind, and no market: "German maker", "Greek yogurt"."""
    return frozenset((*g.words("house_nouns"), *g.words("kind_words"), *_LISTS["no_home_words"]))


@cache
def _region(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"{g.source('region_words')}$", re.IGNORECASE)


def _region_before(scene: Scene, at: int) -> Area | None:
    """The region named last before "the region"."""
    named = [m.area for m in area_marks(scene.text, max(0, at - _LOOK_BACK), at) if is_region(m.area)]
    return named[-1] if named else None


def is_region(area: Area) -> bool:
    """A region of the world, and no country, no part of one, and not the rest of something."""
    return (area.code.isdigit() and area is not WORLD) or (
        area.code.startswith("vendor:") and not _REST.match(area.code) and area.name in _REGIONS
    )


_REGIONS = frozenset(_LISTS["world_regions"])


def _viewed(scene: Scene, q: Figure) -> Area | None:
    """ "放眼全球,装机量为54万台": the area that the figure's own words open with."""
    tails = scene.grammar.phrases("viewed_tails")
    if not tails:
        return None
    text = scene.text
    start = max([scene.sentence.start, *(o.end for o in scene.live if o.end <= q.start)])
    for mark in reversed(area_marks(text, start, q.hedge_start)):
        looked = _LOOKED.search(text, start, mark.start) and _COMMA.match(text, mark.end)
        if looked or _viewing(scene.grammar).match(text, mark.end, q.hedge_start):
            return mark.area
    return None


@cache
def _viewing(g: Grammar) -> re.Pattern[str]:
    return re.compile("|".join(sorted(map(re.escape, g.phrases("viewed_tails")), key=len, reverse=True)))


_LOOKED = re.compile(r"(?:放眼|纵观|综观|环顾|縱觀|環顧)\s?$")
_COMMA = re.compile(r"\s?[,，、]")
