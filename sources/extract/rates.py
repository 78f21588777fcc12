"""What a percentage measures: growth, share, margin, impact, or something else."""

from __future__ import annotations

import re
from functools import cache

from sources.extract.other_wholes import of_other_whole
from sources.extract.own_growth import is_ranked_share, own_growth
from sources.extract.quantities import Quantity
from sources.extract.rate_words import MOVED, OF_WHOLE, VALUE_NOUNS, WILL, ahead_of, also, near_clause, of_whole
from sources.extract.share_levels import share_level
from sources.extract.share_or_growth import share_or_growth
from sources.extract.surroundings import Reading, Surroundings, nearest_before, nearest_behind
from sources.grammar.language import Grammar
from sources.grammar.phrase_patterns import alternation

_NEAR = 70
_AT_ONCE = 12  # "rose 9% and squeezed margins": growth of something else than the margin
_LESS = re.compile(r"\s(?:cheaper|faster|slower|lower than|higher than|less|fewer|reduction|improvement|saving)\b")
_SHARE_MOVES = re.compile(r"\bshare\b[^.;%]{0,80}\bby\s$", re.IGNORECASE)
_MADE_UP = re.compile(r"\bma(?:de|kes?|king)\sup\b", re.IGNORECASE)


# "of which 9% are recycled", "between 30% and 40% give up": those who or which do something, and no growth.
_DOES = re.compile(
    r"\s(?:are|were|give|gave|use|used|say|said|plan|planned|report|reported|believe|cite|cited|prefer|want|think|do|did|own|owned|buy|bought|go|went|already|still|now|never|always|often)\b"
)
_OPENS = re.compile(
    r"(?:^|[.;,(]\s?|\b(?:which|whom|that|and|while|but|where|between\s[0-9.]{1,5}\s?%?\sand)\s)(?:about|around|some|nearly|almost|over|only|just|roughly)?\s?$",
    re.IGNORECASE,
)


def read_rate(q: Quantity, a: Surroundings, g: Grammar) -> Reading:
    """The metric of a percentage, percentage points or basis points; `other_numeric` where no cue is near."""
    if a.heading and (
        nearest_before(g.pattern("metrics.cagr"), a.left[-40:]) <= 12
        or nearest_behind(g.pattern("metrics.cagr"), a.right[:24]) <= 2
    ):
        return Reading("cagr", "percent.cagr_before")
    if a.heading:
        if g.pattern("metrics.impact").search(a.heading):
            return Reading("impact_on_cagr", "percent.impact_header")
        if reading := _by_header(a.heading, g):
            return reading
    if q.kind == "basis_points":
        return Reading("other_numeric", "percent.basis_points")
    if q.kind == "points" and _SHARE_MOVES.search(a.left[-120:]):
        return Reading("other_numeric", "percent.points_of_share")
    left, right = _MADE_UP.sub(" represented ", a.left[-160:]), _FOOTNOTE.sub("", a.right[:90])
    if g.is_wide:
        if q.kind == "points":
            return Reading("other_numeric", "percent.points")
        left, right = near_clause(left, right)
        if (near := nearest_behind(g.pattern("metrics.share"), right)) <= 2 and nearest_behind(
            g.pattern("metrics.growth"), right
        ) > near:
            return Reading("share", "percent.share_right_behind")
        if _DITTO.search(left) and a.previous_rate:
            return Reading(a.previous_rate, "percent.ditto")
        if _YEAR_AGO.search(left) and a.previous_in_sentence in ("share", "cagr", "growth_rate"):
            return Reading(a.previous_in_sentence, "percent.year_before")
        if a.subject_is_company and not share_level(q, a, g):
            return Reading("other_numeric", "percent.of_company")
    signed = _SIGNED.match(a.sentence[a.at : a.at + 1])
    if not signed and (moved := share_level(q, a, g)):
        return moved
    if not signed and q.kind == "percent" and _WITH_CHANGE.match(a.sentence, a.at + q.end - q.start):
        if (
            nearest_before(g.pattern("metrics.growth"), left) > _ADJACENT
            and nearest_before(g.pattern("metrics.cagr"), left) > _NEAR
        ):
            return Reading("share", "percent.with_change")
    if g.language == "en" and _DOES.match(right) and _OPENS.search(left):
        return Reading("other_numeric", "percent.subject_of_verb")
    if (
        _TO_CAGR.match(right)
        or g.starting("impact_words").match(right)
        or (a.previous_in_sentence == "impact_on_cagr" and (q.kind == "points" or signed))
    ):
        return Reading("impact_on_cagr", "percent.points_of_cagr")
    if _TO_GROWTH.match(right) and _ADDS.search(left):
        return Reading("other_numeric", "percent.part_of_growth")
    if _STOCK.search(left) or _OF_AMOUNT.match(right):
        return Reading("other_numeric", "percent.of_stock_or_amount")
    if g.language != "en" and not g.is_wide and (grown := own_growth(q, a, left, right, g)):
        return grown
    if (
        q.noun
        and not also(VALUE_NOUNS, g, "value_nouns").match(q.noun)
        and nearest_before(g.pattern("metrics.share"), left) <= 16
    ):
        return Reading("share", "percent.share_of_counted")
    if q.noun and not also(VALUE_NOUNS, g, "value_nouns").match(q.noun):
        return Reading("other_numeric", "percent.of_counted")  # "three in ten buyers"
    if other := of_other_whole(q, a, left, right, g):
        return other
    if (
        nearest_before(g.pattern("metrics.other_percent"), left) <= 30
        or g.pattern("metrics.other_percent").search(a.subject)
        or nearest_behind(g.pattern("metrics.other_percent"), right) <= 18
        or also(_LESS, g, "less_words", r"\s{}").match(right)
    ):
        return Reading("other_numeric", "percent.other_topic")
    cagr_left, cagr_right = (
        nearest_before(g.pattern("metrics.cagr"), left),
        nearest_behind(g.pattern("metrics.cagr"), right),
    )
    apart = g.language != "en" and right.lstrip().startswith(",")
    if cagr_right <= 30 and not apart and not _clause_break(right[:cagr_right]):
        return Reading("cagr", "percent.cagr_behind")
    share_left = nearest_before(g.pattern("metrics.share"), left)
    if cagr_left <= _NEAR and cagr_left <= share_left:
        return Reading("cagr", "percent.cagr_before")
    margin_left, margin_right = (
        nearest_before(g.pattern("metrics.margin"), left),
        nearest_behind(g.pattern("metrics.margin"), right),
    )
    rises = margin_left > _NEAR and margin_right > _AT_ONCE and nearest_before(g.pattern("metrics.growth"), left) <= 4
    if min(margin_left, margin_right) <= _NEAR and not rises:
        return Reading("margin", "percent.margin")
    if len(left.strip(" ,&/(·")) <= 3 and a.previous in ("cagr", "share", "growth_rate"):
        return Reading(a.previous, "percent.same_as_before")
    early = OF_WHOLE.match(right)
    if (
        early
        and VALUE_NOUNS.match(early["noun"])
        and nearest_before(g.pattern("metrics.growth"), left) > 30
        and (a.is_listed or a.clause_is_parallel)
    ):
        return Reading("share", "percent.share_of_value")
    if _FASTEST.search(left) and share_left > 40 and not early and a.subject_is_part:
        return Reading("cagr", "percent.fastest")
    if _AFTER.search(left) and a.previous_in_sentence == "growth_rate" and share_left > 25:
        return Reading("growth_rate", "percent.growth_compared")
    if _FOLLOWED.search(left) and a.previous_in_sentence in ("share", "cagr", "growth_rate"):
        return Reading(a.previous_in_sentence, "percent.listed_member")
    if a.is_listed and a.previous_in_sentence in ("share", "cagr", "growth_rate") and cagr_left == 10_000:
        return Reading(a.previous_in_sentence, "percent.listed_member")
    if (
        a.is_listed
        and a.carried == "share"
        and a.previous_in_sentence is None
        and cagr_left == 10_000
        and not of_whole(right, g)
    ):
        return Reading("share", "percent.share_continued")
    if cagr_left < 10_000 and share_left == 10_000:
        return Reading("cagr", "percent.cagr_in_clause")
    if a.is_listed and a.subject_is_known and not of_whole(right, g):
        if re.match(r"\s*(?:through|until|by|to|from|over|bis|hasta|jusqu)\b", right):
            return Reading("cagr", "percent.part_through_year")
        if re.match(r"\s*(?:in\s(?:19|20)[0-9]{2})?\s*[.;)]?\s*$", right):
            return Reading("share", "percent.part_in_year")
    if (
        also(_YEARLY, g, "modal_spans", r"\s*{}").match(right)
        and not a.subject_is_company
        and share_left > 25
        and not of_whole(right, g)
    ):
        return _yearly(a, g)
    if _IN_BRACKETS.search(left) and right[:1] == ")" and a.previous_in_sentence in ("share", "cagr", "growth_rate"):
        return Reading(a.previous_in_sentence, "percent.bracketed_member")
    if (
        _IN_BRACKETS.search(left)
        and q.value_high is None
        and a.previous_in_sentence in ("market_size", "volume", "price")
        and _SIGNED.search(a.sentence[a.at : a.at + 1])
    ):
        return Reading("growth_rate", "percent.signed_in_brackets")
    if _THE_REST.match(right) and a.subject_is_part:
        return Reading("share", "percent.rest")
    beside = _IN_BRACKETS.search(left) or left.strip() in (",", "|", "–", "-", "/")
    if beside and a.previous_in_sentence in ("market_size", "volume") and a.subject_is_part and not signed:
        return Reading("share", "percent.share_in_brackets")
    if a.row_is_whole:
        return Reading("share", "percent.row_of_shares")
    if (
        signed
        and q.value_high is None
        and share_left > 30
        and (
            a.previous_in_sentence in ("market_size", "volume")
            or also(_ON_YEAR, g, "moved_words", r"\s?{}").match(right)
        )
    ):
        return Reading("growth_rate", "percent.signed")
    if also(_REST, g, "rest_words", r"{}\s(?:\w+\s){{0,3}}$").search(left) and "share" in (
        a.previous_in_sentence,
        a.carried,
    ):
        return Reading("share", "percent.rest")
    if (
        a.previous_in_sentence == "share"
        and also(MOVED, g, "moved_words", r"{}\s?(?:\w+\s){{0,2}}$").search(left)
        and growth_before_is_far(left, g)
    ):
        return Reading("share", "percent.share_moved")
    if g.language != "en" and a.subject_is_company:
        return Reading("other_numeric", "percent.of_company")
    labelled = g.language != "en" and a.subject_is_part and left.rstrip().endswith((":", "："))
    if labelled and not right.strip(" .;,)") and q.value >= 0 and q.value_high is None:
        return Reading("share", "percent.labelled_part")
    if _leaves(a, left, right, g):
        return Reading("share", "percent.share_before")
    if reading := share_or_growth(q, a, left, right, share_left, g):
        return reading
    if g.is_wide and (reading := _wide_share(a, left, right, share_left, g)):
        return reading
    if g.language != "en" and not g.is_wide and is_ranked_share(a, left, right, g):
        return Reading("share", "percent.ranked_share")
    if cagr_right < 10_000 and not _clause_break(right[:cagr_right]):
        return Reading("cagr", "percent.cagr_behind")
    if _is_rival(a) and growth_before_is_far(left, g):
        return Reading("share", "percent.rival")
    return Reading("other_numeric", "percent.other")


_YEARLY = re.compile(
    r"\s*(?:a year|per year|per annum|p\.\s?a\.|annually|yearly|each year|every year|a annum|year after year)(?![A-Za-z])(?! (?:ago|before|earlier))",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"[(（]\s?[~≈<>]?\s?$")
_SIGNED = re.compile(r"[-+−–±]")
_ON_YEAR = re.compile(
    r"\s?(?:on|over|against|versus|vs\.?|from)\s(?:the\s)?(?:(?:19|20)[0-9]{2}|previous|prior|last|year before)|\s?(?:yoy|y/y|y-o-y|year[- ](?:on|over)[- ]year)\b",
    re.IGNORECASE,
)
_BY_SO_MUCH = 5
_ADJACENT = 8
_WITH_CHANGE = re.compile(r"\s?\(\s?[-+−–]\s?[0-9][0-9.,]*\s?%\s?\)")  # "28 % (+2,2 %)": a share with its change
_FOOTNOTE = re.compile(r"^(?:[0-9]{1,2}|\[[0-9]{1,2}\])(?![0-9%.,])")
_THE_REST = re.compile(
    r"[\s,]*(?:respectively,?\s)?(?:make|makes|made|making) up the (?:rest|remainder|balance)\b", re.IGNORECASE
)
_TO_CAGR = re.compile(r"\s(?:to|on|off|from)\s(?:the\s)?(?:[\w-]+\s){0,2}(?:CAGR|growth rate)\b", re.IGNORECASE)
_FOLLOWED = re.compile(r"\bfollowed by (?:an? )?(?:\w+ )?$", re.IGNORECASE)
_FASTEST = re.compile(
    r"\b(?:quickest|fastest|strongest|highest|steepest)(?:[- ]growing)?\s(?:[\w-]+\s){0,3}(?:at|with|:)\s(?:\w+\s){0,2}$",
    re.IGNORECASE,
)
_AFTER = re.compile(r"\b(?:after|from|against|versus|compared (?:with|to)|following)\s(?:\w+\s){0,2}$", re.IGNORECASE)
# "to contribute 69 % to the growth": a part of the growth is no part of the market.
_TO_GROWTH = re.compile(r"\s(?:to|of|towards?)\s(?:the\s|its\s)?(?:[\w-]+\s){0,2}growth\b", re.IGNORECASE)
_ADDS = re.compile(
    r"\b(?:contribut\w+|add\w*|account\w*|provid\w+|bring\w*|give\w*|generat\w+|see)\b[^.;,]{0,20}$", re.IGNORECASE
)
_STOCK = re.compile(
    r"\bshares? (?:(?:of|in) [\w ]{3,30} )?(?:closed|fell|rose|jumped|gained|slid|dropped|climbed|surged|were|are)\s(?:\w+\s){0,2}$",
    re.IGNORECASE,
)
_OF_AMOUNT = re.compile(r"\s(?:of|that of)\s(?:(?:19|20)[0-9]{2}['’]s\s)?(?:(?:USD|EUR|GBP|INR|US)\s?)?[$€£₹¥][0-9]")
_REST = re.compile(
    r"\b(?:the other|the remaining|remaining|the rest(?:,| of)?|the balance(?:,| of)?|the others?)\s(?:\w+\s){0,3}$",
    re.IGNORECASE,
)


def _is_rival(a: Surroundings) -> bool:
    """ "Microsoft follows on 22 %", behind a firm's share: the next firm's."""
    last = a.previous_in_sentence or a.carried
    return a.subject_is_firm and last == "share" and a.n_years < _SEVERAL


_SEVERAL = 2


def _leaves(a: Surroundings, left: str, right: str, g: Grammar) -> bool:
    """ "pasó del 12 % en 2020 al 9 %": the share that a part moved from."""
    if g.language == "en" or g.is_wide or not g.ending("growth_openers").search(left):
        return False
    if nearest_before(g.pattern("metrics.growth"), left) <= _BY_SO_MUCH and not g.pattern("motion_verbs").search(left):
        return False  # "alta de 3,9% sobre os R$ 71,6 bilhões"
    told = a.subject_is_part or any(g.pattern(name).search(a.clause) for name in ("share_words", "share_nouns"))
    return bool(told and _moves_on(g).fullmatch(right))


@cache
def _moves_on(g: Grammar) -> re.Pattern[str]:
    years, moved = alternation(g.phrases("year_leads")), alternation(g.phrases("moved_words"))
    return re.compile(rf"\s*(?:{years}?\s?(?:19|20)[0-9]{{2}}\s)?{moved}\s?(?:\w+\s)?", re.IGNORECASE)


def _foreseen(a: Surroundings, g: Grammar) -> bool:
    """The clause speaks of the future, in the language's own words."""
    return g.language != "en" and bool(g.pattern("status.forecast").search(a.clause))


def growth_before_is_far(left: str, g: Grammar) -> bool:
    """No growth word stands just before the figure."""
    return nearest_before(g.pattern("metrics.growth"), left) > 25


_BESIDE_SHARES = (None, "share", "market_size", "volume")
_DITTO = re.compile(r"[(（]\s?同\s?約?$")
_YEAR_AGO = re.compile(
    r"(?:去年|上年|前年|昨年|上一年)(?:度|同期|同月)?(?:的|の|则|則)?(?:为|為|是|は|约|約|仅|僅)?\s?$"
)
# "種類別では", "按应用划分": parts and their shares follow.
_BY_DIMENSION = re.compile(
    r"別(?:では|に見ると|にみると|で見ると|でみると|の内訳|内訳|には)|(?:从|按|依|就).{1,10}?(?:来看|看|划分|分|而言)[,，]"
)


def _wide_share(a: Surroundings, left: str, right: str, share_left: int, g: Grammar) -> Reading | None:
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


def _yearly(a: Surroundings, g: Grammar) -> Reading:
    """ "9 % a year": compound where it runs over a span or stands beside a CAGR, one year's growth elsewhere."""
    ahead = re.search(
        r"\b(?:to|through|until|till|by|between|from|since|over the next|in the next|in the coming|up to)\s(?:\w+\s){0,3}(?:(?:19|20)[0-9]{2}|decade|years)\b",
        a.sentence,
        re.IGNORECASE,
    )
    ahead = ahead or ahead_of(g).search(a.sentence)
    if ahead or a.n_years > 1 or a.has_growth_rate or a.previous_in_sentence == "cagr":
        return Reading("cagr", "percent.yearly_over_span")
    if a.subject_is_part or a.subject_is_market or a.subject_is_generic:
        return Reading("cagr" if WILL.search(a.clause) or _foreseen(a, g) else "growth_rate", "percent.yearly")
    return Reading("other_numeric", "percent.yearly_elsewhere")


_SPAN_HEADER = re.compile(r"(?:19|20)[0-9]{2}年?\s?(?:[-–~～〜至到]|から)\s?(?:19|20)[0-9]{2}")


def _by_header(header: str, g: Grammar) -> Reading | None:
    """The metric that a table header, row label or field name spells out."""
    for metric, name in (("cagr", "metrics.cagr"), ("margin", "metrics.margin")):
        if g.pattern(name).search(header):
            return Reading("cagr" if metric == "cagr" else "margin", f"percent.{metric}_header")
    shared = re.compile(r"\b(?:share|anteil|cuota|part)\b|シェア|份额", re.IGNORECASE)
    if also(shared, g, "share_words").search(header):
        return Reading("share", "percent.share_header")
    grown = re.compile(r"\b(?:growth|yoy|y-o-y|wachstum|crecimiento|croissance)\b|成長|增长", re.IGNORECASE)
    if also(grown, g, "growth_headers").search(header):
        if g.is_wide and _SPAN_HEADER.search(header):  # "国別の成長率(2025~2035年)"
            return Reading("cagr", "percent.growth_over_span_header")
        return Reading("growth_rate", "percent.growth_header")
    return None


def _clause_break(text: str) -> bool:
    return bool(re.search(r"[;:]|,\s(?:while|whereas|and|but)\b|\bwhile\b", text))
