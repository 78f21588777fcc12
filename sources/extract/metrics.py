"""What a quantity measures: one of the nine metrics, from the words around it. Nothing here looks at other sentences.

The words before and behind a figure count up to its neighbours; of several cues the nearest wins, and each decision
carries the id of the rule that took it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from sources.extract.quantities import Quantity
from sources.grammar.language import Grammar
from sources.records import Metric

_NEAR = 70
_AND = re.compile(r"\b(?:and|und|y|et)\b|,")
_IN_YEAR = re.compile(r"\s*(?:in|im Jahr|en)\s(?:19|20)[0-9]{2}\b")
_LESS = re.compile(r"\s(?:cheaper|faster|slower|lower than|higher than|less|fewer|reduction|improvement|saving)\b")
_MADE_UP = re.compile(r"\bma(?:de|kes?|king)\sup\b", re.IGNORECASE)
_SHARE_BEHIND = re.compile(
    r"\s*(?:(?:of\s)?(?:the\s|total\s|global\s|overall\s|combined\s|leading\s|dominant\s|estimated\s|market\s|revenue\s|value\s|volume\s|sales\s|industry\s)*shares?\b|Marktanteil|Anteil|de (?:la )?(?:cuota|participación)|des parts|de part)",
    re.IGNORECASE,
)
_OF = re.compile(
    r"\s*(?:share\s)?(?:of|from|in|for|among|der|des|del|de la|de los|de las|du|de)\s(?P<noun>[^,.;:()]{1,80})"
)
_VALUE_NOUNS = re.compile(
    r"\b(?:market|markets|revenues?|sales|value|total|demand|industry|turnover|shipments|consumption|capacity|volumes?|spending|share|installations|installed|output|"
    r"production|deployments|business|sector|Markt(?:es|s|volumens|anteils)?|Umsatz(?:es)?|Gesamtmarkt(?:s|es)?|mercado|ingresos|ventas|marché|chiffre)\b"
    r"|市場|市场|売上|收入",
    re.IGNORECASE,
)
_MARKET_NOUNS = re.compile(
    r"\b(?:market|markets|revenues?|sales|value|industry|turnover|spending|Markt(?:es)?|Umsatz(?:es)?|mercado|ventas|marché)\b|市場|市场",
    re.IGNORECASE,
)
_PER = re.compile(
    r"\s?(?:/\s?|(?:per|pro|por|par|je|each)\s)(?P<noun>[A-Za-zÀ-ÿ][\w³²-]*(?:\s(?!in\b|and\b|by\b|for\b|from\b|with\b|to\b|at\b|or\b|on\b|is\b|was\b|im\b|und\b|en\b)[A-Za-z][\w-]*)?)"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A metric with the rule that found it; `unit_per` where a price is per something."""

    metric: Metric
    rule: str
    unit_per: str | None = None


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The words around a quantity. `left` and `right` stop at its neighbours; `sentence` is all of it."""

    left: str
    right: str
    sentence: str
    at: int  # the quantity's offset within `sentence`
    heading: str  # header path, row label or label that the figure stands under
    has_growth_rate: bool  # a CAGR stands in the same sentence
    previous: Metric | None  # metric of the figure just before, where only "and", "," or "(" stands between
    is_listed: bool  # the figure stands beside a name without a verb
    carried: Metric | None  # metric of the last figure of the sentence before, in the same block or list
    is_alone: bool  # no other figure stands in the sentence
    previous_in_sentence: Metric | None  # metric of the figure before in the same sentence
    clause: str  # the clause up to the quantity
    subject: str  # the clause's own subject as printed
    subject_is_generic: bool  # "it", "the figure"
    subject_is_part: bool  # the clause's subject is a segment or an area
    subject_is_market: bool
    subject_is_known: bool  # an area or a segment that the document lists
    context_is_sized: bool  # the text just before speaks of the market's size


def read_metric(q: Quantity, around: Surroundings, grammar: Grammar) -> Reading | None:
    """The metric of a quantity, or None where it is no figure worth a claim (the caller names the rejection)."""
    if q.kind in ("percent", "points", "basis_points"):
        return _read_percent(q, around, grammar)
    if q.kind == "money":
        return _read_money(q, around, grammar)
    return _read_count(q, around, grammar)


def _last(pattern: re.Pattern[str], text: str) -> int:
    """Distance from the end of `text` back to the end of the last match; large where there is none."""
    end = -1
    for match in pattern.finditer(text):
        end = match.end()
    return len(text) - end if end >= 0 else 10_000


def _first(pattern: re.Pattern[str], text: str) -> int:
    match = pattern.search(text)
    return match.start() if match else 10_000


def _read_percent(q: Quantity, a: Surroundings, g: Grammar) -> Reading:
    if a.heading:
        if g.pattern("metrics.impact").search(a.heading):
            return Reading("impact_on_cagr", "percent.impact_header")
        if reading := _by_header(a.heading, g):
            return reading
    if q.kind == "basis_points":
        return Reading("other_numeric", "percent.basis_points")
    left, right = _MADE_UP.sub(" made ", a.left[-160:]), a.right[:90]
    if (
        _last(g.pattern("metrics.other_percent"), left) <= 30
        or g.pattern("metrics.other_percent").search(a.subject)
        or _first(g.pattern("metrics.other_percent"), right) <= 18
        or _LESS.match(right)
    ):
        return Reading("other_numeric", "percent.other_topic")
    cagr_left, cagr_right = _last(g.pattern("metrics.cagr"), left), _first(g.pattern("metrics.cagr"), right)
    if cagr_right <= 30 and not _clause_break(right[:cagr_right]):
        return Reading("cagr", "percent.cagr_behind")
    share_left = _last(g.pattern("metrics.share"), left)
    if cagr_left <= _NEAR and cagr_left <= share_left:
        return Reading("cagr", "percent.cagr_before")
    if min(_last(g.pattern("metrics.margin"), left), _first(g.pattern("metrics.margin"), right)) <= _NEAR:
        return Reading("margin", "percent.margin")
    if len(left.strip(" ,&/(·")) <= 3 and a.previous in ("cagr", "share", "growth_rate"):
        return Reading(a.previous, "percent.same_as_before")
    if a.is_listed and a.previous_in_sentence in ("share", "cagr", "growth_rate") and cagr_left == 10_000:
        return Reading(a.previous_in_sentence, "percent.listed_member")
    if (
        a.is_listed
        and a.carried == "share"
        and a.previous_in_sentence is None
        and cagr_left == 10_000
        and not _OF.match(right)
    ):
        return Reading("share", "percent.share_continued")
    if cagr_left < 10_000 and share_left == 10_000:
        return Reading("cagr", "percent.cagr_in_clause")
    if a.is_listed and a.subject_is_known and not _OF.match(right):
        if re.match(r"\s*(?:through|until|by|to|from|over|bis|hasta|jusqu)\b", right):
            return Reading("cagr", "percent.part_through_year")
        if re.match(r"\s*(?:in\s(?:19|20)[0-9]{2})?\s*[.;)]?\s*$", right):
            return Reading("share", "percent.part_in_year")
    if reading := _share_or_growth(q, a, left, right, share_left, g):
        return reading
    if cagr_right < 10_000 and not _clause_break(right[:cagr_right]):
        return Reading("cagr", "percent.cagr_behind")
    return Reading("other_numeric", "percent.other")


def _share_or_growth(
    q: Quantity, a: Surroundings, left: str, right: str, share_left: int, g: Grammar
) -> Reading | None:
    growth_left = _last(g.pattern("metrics.growth"), left)
    growth_right = _first(g.pattern("metrics.growth"), right)
    of = _OF.match(right)
    whole = re.split(r"\s(?:by|who|that|which|in terms)\s", of["noun"])[0] if of else ""
    if a.previous_in_sentence == "share" and a.subject_is_generic and growth_left > 40:
        return Reading("share", "percent.share_carried")
    share_word = re.compile(
        r"\b(?:market |revenue )?shares?\b|Anteil|Marktanteil|cuota|participación|part de marché|シェア|份额|占",
        re.IGNORECASE,
    )
    word_left, word_right = _last(share_word, left), _first(share_word, right)
    if growth_right <= 6 and not of and not _AND.search(right[:growth_right]):
        return _growth(a, right, "percent.growth_behind", g)
    if of:
        opens = not a.subject and not a.subject_is_part
        if (_MARKET_NOUNS if opens else _VALUE_NOUNS).search(whole) and growth_left > 25:
            return Reading("share", "percent.share_of_value")
        if of.group().lstrip()[:2].lower() in ("of", "de") and word_left > 30 and not a.subject_is_part:
            return Reading("other_numeric", "percent.of_other_noun")
        if of.group().lstrip()[:2].lower() == "of" and word_left > 30:
            return Reading("other_numeric", "percent.of_other_noun")
    named = _SHARE_BEHIND.match(right) if word_right < 34 else None
    if (named or word_left <= 34) and min(word_left, word_right) <= growth_left:
        return Reading("share", "percent.share_word")
    if growth_left <= 40 and growth_left <= share_left and q.value >= 0:
        return _growth(a, right, "percent.growth_before", g)
    if share_left <= 45 and a.subject_is_part:
        return Reading("share", "percent.share_verb")
    if a.subject_is_part and not of and growth_left > 40 and growth_right > 14:
        if a.subject_is_known and _IN_YEAR.match(right):
            return Reading("share", "percent.part_in_year")
        if a.carried == "share" and a.is_alone:
            return Reading("share", "percent.share_continued")
    if growth_right <= 14 and not of and not _AND.search(right[:growth_right]):
        return _growth(a, right, "percent.growth_behind", g)
    if a.subject_is_part and not left.strip(" (:–—-~") and a.context_is_sized:
        return Reading("share", "percent.listed_part")
    return None


def _growth(a: Surroundings, right: str, rule: str, g: Grammar) -> Reading:
    """Growth at a yearly rate over a stated span is a CAGR; one year's growth is a growth rate."""
    rate = re.search(r"\b(?:at|by|by about|of|mit|um|al|del)\s(?:an?\s)?(?:\w+\s){0,4}$", a.left[-60:], re.IGNORECASE)
    yearly = re.match(
        r"\s*(?:a year|per year|per annum|p\.a\.|annually|yearly|each year|every year|pro Jahr|jährlich|im Jahr|al año|anual|par an)\b",
        right,
        re.IGNORECASE,
    )
    spans = g.pattern("periods.through").match(right.lstrip()) or re.match(r"\s*(?:from|over|during|between)\b", right)
    about_market = a.subject_is_market or a.subject_is_part
    if yearly and rate and _SPANNED.search(a.sentence):
        return Reading("cagr", rule + "_yearly")
    if rate and spans and about_market and re.search(r"(?:19|20)[0-9]{2}", right[:50]):
        return Reading("cagr", rule + "_to_year")
    if a.subject_is_generic and a.context_is_sized:
        return Reading("growth_rate", rule)
    if a.subject_is_market or a.has_growth_rate or (_about_market(a.sentence, g) or a.subject_is_known):
        return Reading("growth_rate", rule)
    return Reading("other_numeric", rule + "_elsewhere")


def _about_market(sentence: str, g: Grammar) -> bool:
    return bool(g.pattern("metrics.market_size").search(sentence) or g.pattern("metrics.volume").search(sentence))


def _by_header(header: str, g: Grammar) -> Reading | None:
    """The metric that a table header, row label or field name spells out."""
    for metric, name in (("cagr", "metrics.cagr"), ("margin", "metrics.margin")):
        if g.pattern(name).search(header):
            return Reading("cagr" if metric == "cagr" else "margin", f"percent.{metric}_header")
    if re.search(r"\b(?:share|anteil|cuota|part)\b|シェア|份额", header, re.IGNORECASE):
        return Reading("share", "percent.share_header")
    if re.search(r"\b(?:growth|yoy|y-o-y|wachstum|crecimiento|croissance)\b|成長|增长", header, re.IGNORECASE):
        return Reading("growth_rate", "percent.growth_header")
    return None


def _read_money(q: Quantity, a: Surroundings, g: Grammar) -> Reading:
    left, right = a.left[-140:], a.right[:80]
    per = _PER.match(right)
    other_left, other_right = (
        _last(g.pattern("metrics.other_money"), left),
        _first(g.pattern("metrics.other_money"), right),
    )
    price_left = min(_last(g.pattern("metrics.price"), left), _last(_AVERAGE, left))
    if a.heading and g.pattern("metrics.price").search(a.heading) and not g.pattern("metrics.cagr").search(a.heading):
        return Reading("price", "money.price_header", per["noun"] if per else None)
    if a.previous_in_sentence == "price" and _COMPARED.search(left):
        return Reading("price", "money.price_compared", per["noun"] if per else None)
    if re.search(r"\baverag(?:e of|ing)\s(?:about\s|around\s)?$", left) and re.match(r"\s(?:each|apiece|per)\b", right):
        return Reading("price", "money.average_each", None)
    if price_left <= 60 and price_left <= other_left + 12:
        return Reading("price", "money.price_word", per["noun"] if per else None)
    if per:
        priced = price_left < 10_000 or _first(g.pattern("metrics.price"), right) <= 40
        return Reading(
            "price" if priced and other_left > price_left else "other_numeric", "money.per_unit", per["noun"]
        )
    market_left = _last(g.pattern("metrics.market_size"), left)
    market_right = _first(g.pattern("metrics.market_size"), right)
    near_other = min(other_left, other_right + 4)
    if a.heading and g.pattern("metrics.market_size").search(a.heading) and near_other > 30:
        return Reading("market_size", "money.size_header")
    topic = (
        a.clause
        and g.pattern("metrics.other_money").search(a.clause)
        and not g.pattern("metrics.market_size").search(a.clause)
    )
    if topic and not a.subject_is_market and not a.subject_is_known:
        return Reading("other_numeric", "money.other_topic_in_clause")
    if near_other < 46 and near_other < min(market_left, market_right):
        return Reading("other_numeric", "money.other_topic")
    if a.subject_is_market or market_left <= 110:
        return Reading("market_size", "money.market_before")
    if a.previous == "market_size" or (a.is_listed and a.previous_in_sentence == "market_size"):
        return Reading("market_size", "money.same_as_before")
    if near_other < 60:
        return Reading("other_numeric", "money.other_topic")
    if market_right <= 60 or a.has_growth_rate or a.subject_is_part:
        return Reading("market_size", "money.market_around")
    if g.pattern("metrics.market_size").search(a.sentence[: a.at]) or a.context_is_sized:
        return Reading("market_size", "money.market_in_context")
    if (
        (a.is_listed
        and a.subject_is_known)
        or re.fullmatch(r"\s*(?:in|by|im Jahr|en)?\s*(?:19|20)[0-9]{2}\s*[.]?\s*", a.sentence[: a.at] + right)
    ):
        return Reading("market_size", "money.bare_answer")
    return Reading("other_numeric", "money.other")


_COMPARED = re.compile(
    r"\b(?:up|down) from\s\w*\s?$|\b(?:against|versus|compared (?:with|to))\s(?:\w+\s){0,3}$", re.IGNORECASE
)
_AVERAGE = re.compile(
    r"\baverage\s(?:[\w-]+\s){0,4}(?:cost|costs|price|prices|spend|spending|revenue|fee|value)\b|\bDurchschnittspreis\w*|\bprecio medio|\bprix moyen",
    re.IGNORECASE,
)


def _read_count(q: Quantity, a: Surroundings, g: Grammar) -> Reading | None:
    left, right = a.left[-120:], a.right[:70]
    if q.kind == "times":
        return Reading("other_numeric", "count.times")
    noun = q.noun.lower()
    counted = g.pattern("counted_nouns").match(noun) if noun else None
    volume_left = _last(g.pattern("metrics.volume"), left)
    if not a.subject_is_market and not a.subject_is_generic and _CAPACITY.search(left) and not _INSTALLED.search(left):
        return Reading("other_numeric", "count.capacity_of_other")
    sold = re.match(
        r"\s?(?:[\w-]+\s){0,3}(?:were\s|was\s|are\s)?(?:sold|shipped|deployed|delivered|installed)\b", right.lstrip()
    )
    if _POWER.match(q.noun) and (
        q.comparator in (">", "<", ">=", "<=") or not re.search(r"(?:19|20)[0-9]{2}", a.sentence)
    ):
        return Reading("other_numeric", "count.rating")
    if a.heading and g.pattern("metrics.volume").search(a.heading) and not a.heading.startswith("%"):
        return Reading("volume", "count.volume_header")
    if sold and q.noun:
        return Reading("volume", "count.volume_sold")
    if counted and (volume_left <= 90 or g.pattern("metrics.volume").search(a.heading)):
        return Reading("volume", "count.volume")
    if a.previous_in_sentence == "volume" and counted:
        return Reading("volume", "count.volume_again")
    if volume_left <= 40 and (q.scaled or not q.noun):
        return Reading("volume", "count.volume_before")
    return Reading("other_numeric", "count.other")


_POWER = re.compile(r"(?:[kMGT]?Wp?|[kMGT]?VA|HP|hp)\b")
_SPANNED = re.compile(
    r"\b(?:through|until|by|to|bis|hasta|jusqu'en|between)\s(?:the end of\s)?(?:19|20)[0-9]{2}|(?:19|20)[0-9]{2}\s?[-–]\s?(?:(?:19|20)?[0-9]{2})",
    re.IGNORECASE,
)
_CAPACITY = re.compile(r"\bcapacity\b[^.;]{0,40}$", re.IGNORECASE)
_INSTALLED = re.compile(
    r"\b(?:installed|total|global|built|market|operational|operating|cumulative|annual|storage)\s(?:\w+\s)?capacity\b",
    re.IGNORECASE,
)


def _clause_break(text: str) -> bool:
    return bool(re.search(r"[;:]|,\s(?:while|whereas|and|but)\b|\bwhile\b", text))
