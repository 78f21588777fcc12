"""What a percentage measures: growth, share, margin, impact, or something else."""

from __future__ import annotations

import re
from functools import cache

from sources.extract.own_growth import is_ranked_share, other_growth, own_growth
from sources.extract.quantities import Quantity
from sources.extract.surroundings import Reading, Surroundings, nearest_before, nearest_behind
from sources.grammar.language import Grammar, alternation

_NEAR = 70
# "is forecast to grow at 3.4 %": a pace that is held, not one year's step ("by 3.4 %").
_GROW_AT = re.compile(
    r"\b(?:grow|expand|advance|rise|increase|climb|growing|expanding|advancing)\s(?:\w+\s)?at\s(?:\w+\s){0,2}$",
    re.IGNORECASE,
)
_AND = re.compile(r"\b(?:and|und|y|et)\b|,")
_LESS = re.compile(r"\s(?:cheaper|faster|slower|lower than|higher than|less|fewer|reduction|improvement|saving)\b")
_OF = re.compile(
    r"\s*(?:share\s)?(?:of|from|in|for|among|der|des|del|de la|de los|de las|du|de)\s(?:(?:19|20)[0-9]{2}\s)?(?P<noun>(?![0-9])[^,.;:()]{1,80})"
)
_SPANNED = re.compile(
    r"\b(?:through|until|by|to|bis|hasta|jusqu'en|between)\s(?:the end of\s)?(?:19|20)[0-9]{2}|(?:19|20)[0-9]{2}\s?[-–]\s?(?:(?:19|20)?[0-9]{2})",
    re.IGNORECASE,
)
_IN_YEAR = re.compile(r"\s*(?:in|im Jahr|en)\s(?:19|20)[0-9]{2}\b")
_SHARE_MOVES = re.compile(r"\bshare\b[^.;%]{0,80}\bby\s$", re.IGNORECASE)
_MOST_A_YEAR = 30  # "grow by 43 % between 2024 and 2030" is the growth of all those years
_BY = re.compile(r"\bby\s$")
_BETWEEN = re.compile(r"\s(?:between|from|over)\s(?:19|20)[0-9]{2}\b")
_MADE_UP = re.compile(r"\bma(?:de|kes?|king)\sup\b", re.IGNORECASE)
_VALUE_NOUNS = re.compile(
    r"\b(?:market|markets|revenues?|sales|value|total|demand|industry|turnover|shipments|consumption|capacity|volumes?|spending|share|installations|installed|output|"
    r"deliveries|units|trade|tonnage|pieces|pie|bookings|litres|tonnes|orders|purchases|sum|pot|money|what|field|space|work|billings|whole|that|those|them|it|"
    r"production|deployments|business|sector|Markt(?:es|s|volumens|anteils)?|Umsatz(?:es)?|Gesamtmarkt(?:s|es)?|mercado|ingresos|ventas|marché|chiffre)(?![A-Za-z])"
    r"|市場|市场|売上|收入",
    re.IGNORECASE,
)
_MARKET_NOUNS = re.compile(
    r"\b(?:market|markets|revenues?|sales|value|industry|turnover|spending|Markt(?:es)?|Umsatz(?:es)?|mercado|ventas|marché)\b|市場|市场",
    re.IGNORECASE,
)
_SHARE_BEHIND = re.compile(
    r"\s*(?:(?:of\s)?(?:the\s|total\s|global\s|overall\s|combined\s|leading\s|dominant\s|estimated\s|market\s|revenue\s|value\s|volume\s|sales\s|industry\s)*shares?\b|Marktanteil|Anteil|de (?:la )?(?:cuota|participación)|des parts|de part)",
    re.IGNORECASE,
)


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
        left, right = _near_clause(left, right)
        if _YEAR_AGO.search(left) and a.previous_in_sentence in ("share", "cagr", "growth_rate"):
            return Reading(a.previous_in_sentence, "percent.year_before")
        if a.subject_is_company:
            return Reading("other_numeric", "percent.of_company")
    signed = _SIGNED.match(a.sentence[a.at : a.at + 1])
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
        and not _also(_VALUE_NOUNS, g, "value_nouns").match(q.noun)
        and nearest_before(g.pattern("metrics.share"), left) <= 16
    ):
        return Reading("share", "percent.share_of_counted")
    if q.noun and not _also(_VALUE_NOUNS, g, "value_nouns").match(q.noun):
        return Reading("other_numeric", "percent.of_counted")  # "three in ten buyers"
    if (
        nearest_before(g.pattern("metrics.other_percent"), left) <= 30
        or g.pattern("metrics.other_percent").search(a.subject)
        or nearest_behind(g.pattern("metrics.other_percent"), right) <= 18
        or _also(_LESS, g, "less_words", r"\s{}").match(right)
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
    if (
        min(nearest_before(g.pattern("metrics.margin"), left), nearest_behind(g.pattern("metrics.margin"), right))
        <= _NEAR
    ):
        return Reading("margin", "percent.margin")
    if len(left.strip(" ,&/(·")) <= 3 and a.previous in ("cagr", "share", "growth_rate"):
        return Reading(a.previous, "percent.same_as_before")
    early = _OF.match(right)
    if (
        early
        and _VALUE_NOUNS.match(early["noun"])
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
        and not _of(right, g)
    ):
        return Reading("share", "percent.share_continued")
    if cagr_left < 10_000 and share_left == 10_000:
        return Reading("cagr", "percent.cagr_in_clause")
    if a.is_listed and a.subject_is_known and not _of(right, g):
        if re.match(r"\s*(?:through|until|by|to|from|over|bis|hasta|jusqu)\b", right):
            return Reading("cagr", "percent.part_through_year")
        if re.match(r"\s*(?:in\s(?:19|20)[0-9]{2})?\s*[.;)]?\s*$", right):
            return Reading("share", "percent.part_in_year")
    if (
        _also(_YEARLY, g, "modal_spans", r"\s*{}").match(right)
        and not a.subject_is_company
        and share_left > 25
        and not _of(right, g)
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
            or _also(_ON_YEAR, g, "moved_words", r"\s?{}").match(right)
        )
    ):
        return Reading("growth_rate", "percent.signed")
    if _also(_REST, g, "rest_words", r"{}\s(?:\w+\s){{0,3}}$").search(left) and "share" in (
        a.previous_in_sentence,
        a.carried,
    ):
        return Reading("share", "percent.rest")
    if (
        a.previous_in_sentence == "share"
        and _also(_MOVED, g, "moved_words", r"{}\s?(?:\w+\s){{0,2}}$").search(left)
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
    if reading := _share_or_growth(q, a, left, right, share_left, g):
        return reading
    if g.is_wide and (reading := _wide_share(a, left, right, share_left, g)):
        return reading
    if g.language != "en" and not g.is_wide and is_ranked_share(a, left, right, g):
        return Reading("share", "percent.ranked_share")
    if cagr_right < 10_000 and not _clause_break(right[:cagr_right]):
        return Reading("cagr", "percent.cagr_behind")
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
_BY_VALUE = re.compile(
    r"\bby (?:value|volume|revenue|units?|weight|sales|number)\b|\bin (?:value|volume) terms\b", re.IGNORECASE
)
_FOOTNOTE = re.compile(r"^(?:[0-9]{1,2}|\[[0-9]{1,2}\])(?![0-9%.,])")
_THE_REST = re.compile(
    r"[\s,]*(?:respectively,?\s)?(?:make|makes|made|making) up the (?:rest|remainder|balance)\b", re.IGNORECASE
)
_TO_CAGR = re.compile(r"\s(?:to|on|off|from)\s(?:the\s)?(?:[\w-]+\s){0,2}(?:CAGR|growth rate)\b", re.IGNORECASE)
_FOLLOWED = re.compile(r"\bfollowed by (?:an? )?(?:\w+ )?$", re.IGNORECASE)
_ANNUAL = re.compile(r"\b(?:yearly|annual|average annual|mean annual) growth\b[^.;]{0,24}$", re.IGNORECASE)
_FASTEST = re.compile(
    r"\b(?:quickest|fastest|strongest|highest|steepest)(?:[- ]growing)?\s(?:[\w-]+\s){0,3}(?:at|with|:)\s(?:\w+\s){0,2}$",
    re.IGNORECASE,
)
_AFTER = re.compile(r"\b(?:after|from|against|versus|compared (?:with|to)|following)\s(?:\w+\s){0,2}$", re.IGNORECASE)
_MORE_THIS_YEAR = re.compile(
    r"\s(?:more|less|higher|lower)\s(?:(?:this|next|last)\syear|in\s(?:19|20)[0-9]{2}|than\s(?:in\s)?(?:last year|a year|the year|(?:19|20)[0-9]{2}))\b"
)
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
_STATED = re.compile(r"(?:^|\b(?:with|at|had|has|is|was|about|of|by|to)\s(?:\w+\s){0,2})$", re.IGNORECASE)
_LOST = re.compile(r"\b(?:lost|lose|loses|shed|cut|gave up)\s(?:\w+\s){0,2}$", re.IGNORECASE)
_REST = re.compile(
    r"\b(?:the other|the remaining|remaining|the rest(?:,| of)?|the balance(?:,| of)?|the others?)\s(?:\w+\s){0,3}$",
    re.IGNORECASE,
)
_MOVED = re.compile(
    r"\b(?:to|from|against|versus|compared with|compared to|up from|down from|than)\s(?:\w+\s){0,2}$|[→⇒]\s*$",
    re.IGNORECASE,
)


@cache
def _also(pattern: re.Pattern[str], g: Grammar, name: str, shape: str = "{}") -> re.Pattern[str]:
    """The pattern, or any of the language's own phrases in that shape."""
    if g.language == "en" or not g.phrases(name):
        return pattern
    return re.compile(rf"(?:{pattern.pattern})|{shape.format(alternation(g.phrases(name)))}", pattern.flags)


def _of(right: str, g: Grammar) -> re.Match[str] | None:
    """ "of" and what follows it right behind a percentage."""
    return _OF.match(right) or _own_of(g).match(right)


@cache
def _own_of(g: Grammar) -> re.Pattern[str]:
    words, articles = alternation(g.phrases("of_words")), alternation(g.phrases("articles"))
    noun = r"(?P<noun>(?![0-9])[^,.;:()]{1,80})"
    return re.compile(
        rf"\s*(?:{alternation(g.phrases('share_behind'))}\s)?{words}\s?(?:{articles}\s?)?{noun}", re.IGNORECASE
    )


def _leaves(a: Surroundings, left: str, right: str, g: Grammar) -> bool:
    """ "pasó del 12 % en 2020 al 9 %": the share that a part moved from."""
    if g.language == "en" or g.is_wide or not g.ending("growth_openers").search(left):
        return False
    told = a.subject_is_part or g.pattern("share_words").search(a.clause)
    return bool(told and _moves_on(g).fullmatch(right))


@cache
def _moves_on(g: Grammar) -> re.Pattern[str]:
    years, moved = alternation(g.phrases("year_leads")), alternation(g.phrases("moved_words"))
    return re.compile(rf"\s*(?:{years}?\s?(?:19|20)[0-9]{{2}}\s)?{moved}\s?(?:\w+\s)?", re.IGNORECASE)


@cache
def _own_rate(g: Grammar) -> re.Pattern[str]:
    return re.compile(rf"{alternation(g.phrases('rate_leads'))}\s?(?:\w+\s){{0,4}}$", re.IGNORECASE)


@cache
def _ahead(g: Grammar) -> re.Pattern[str]:
    """ "bis 2032", "2025-2032", in the language's own words."""
    through = alternation([*g.phrases("through_words"), *(p for p in g.phrases("periods.through") if len(p) > 4)])
    spans = r"(?:19|20)[0-9]{2}\s?[-–]\s?(?:(?:19|20)?[0-9]{2})"
    return (
        re.compile(rf"{through}\s?(?:[\w']+\s){{0,2}}(?:19|20)[0-9]{{2}}|{spans}|(?!)", re.IGNORECASE)
        if g.language != "en"
        else re.compile("(?!)")
    )


def _foreseen(a: Surroundings, g: Grammar) -> bool:
    """The clause speaks of the future, in the language's own words."""
    return g.language != "en" and bool(g.pattern("status.forecast").search(a.clause))


def growth_before_is_far(left: str, g: Grammar) -> bool:
    """No growth word stands just before the figure."""
    return nearest_before(g.pattern("metrics.growth"), left) > 25


_WIDE_BREAK = re.compile(r"[、，;；。]|,(?![0-9])")
_WIDE_REACH = 34
_FOLLOWS = 14
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
        if a.subject_is_part and not grown and a.carried == "share" and a.previous_in_sentence in (None, "share"):
            return Reading("share", "percent.share_carried")
        in_row = a.subject_is_part and not grown and g.pattern("metrics.share").search(a.sentence)
        return Reading("share", "percent.share_in_row") if in_row else None
    return Reading("share", "percent.share_verb" if a.subject_is_part else "percent.share_word")


def _near_clause(left: str, right: str) -> tuple[str, str]:
    """Without blanks more is said in fewer characters: what counts ends at the next comma behind and stands near before."""
    return re.split(r"[;；。]", left)[-1][-_WIDE_REACH:], _WIDE_BREAK.split(right)[0]


def _yearly(a: Surroundings, g: Grammar) -> Reading:
    """ "9 % a year": compound where it runs over a span or stands beside a CAGR, one year's growth elsewhere."""
    ahead = re.search(
        r"\b(?:to|through|until|till|by|between|from|since|over the next|in the next|in the coming|up to)\s(?:\w+\s){0,3}(?:(?:19|20)[0-9]{2}|decade|years)\b",
        a.sentence,
        re.IGNORECASE,
    )
    ahead = ahead or _ahead(g).search(a.sentence)
    if ahead or a.n_years > 1 or a.has_growth_rate or a.previous_in_sentence == "cagr":
        return Reading("cagr", "percent.yearly_over_span")
    if a.subject_is_part or a.subject_is_market or a.subject_is_generic:
        return Reading("cagr" if _WILL.search(a.clause) or _foreseen(a, g) else "growth_rate", "percent.yearly")
    return Reading("other_numeric", "percent.yearly_elsewhere")


_WILL = re.compile(
    r"\b(?:will|should|expected|projected|forecast|set to|likely|may|could|would|foreseen|seen|anticipated)\b",
    re.IGNORECASE,
)


def _share_or_growth(
    q: Quantity, a: Surroundings, left: str, right: str, share_left: int, g: Grammar
) -> Reading | None:
    growth_left = nearest_before(g.pattern("metrics.growth"), left)
    growth_right = nearest_behind(g.pattern("metrics.growth"), right)
    of = _of(right, g)
    whole = re.split(r"\s(?:by|who|that|which|in|at|with|sold|from)\s", of["noun"])[0] if of else ""
    if of and g.language != "en":
        whole = g.pattern("subject_verbs").split(whole)[0]
    if a.previous_in_sentence == "share" and a.subject_is_generic and growth_left > 40:
        return Reading("share", "percent.share_carried")
    share_word = re.compile(
        r"\b(?:market |revenue )?shares?\b|Anteil|Marktanteil|cuota|participación|part de marché|シェア|份额|占",
        re.IGNORECASE,
    )
    word_left, word_right = (
        nearest_before(_also(share_word, g, "share_words"), left),
        nearest_behind(_also(share_word, g, "share_words"), right),
    )
    if growth_right <= 6 and not of and not _AND.search(right[:growth_right]):
        return _growth(a, right, "percent.growth_behind", g)
    if of:
        counted = a.subject_is_part and whole.startswith("all ") and _BY_VALUE.search(right[:60])
        if (
            (_also(_VALUE_NOUNS, g, "value_nouns").search(whole) or counted)
            and (growth_left > 25 or _also(_MOVED, g, "moved_words", r"{}\s?(?:\w+\s){{0,2}}$").search(left))
            and not _LOST.search(left)
        ):
            return Reading("share", "percent.share_of_value")
        if of.group().lstrip()[:2].lower() in ("of", "de") and word_left > 30 and not a.subject_is_part:
            return Reading("other_numeric", "percent.of_other_noun")
        if of.group().lstrip()[:2].lower() == "of" and word_left > 30:
            return Reading("other_numeric", "percent.of_other_noun")
    named = _also(_SHARE_BEHIND, g, "share_behind", r"\s*{}").match(right) if word_right < 34 else None
    if (named or word_left <= 34) and min(word_left, word_right) <= growth_left:
        return Reading("share", "percent.share_word")
    if growth_left <= 40 and q.value > _MOST_A_YEAR and _BY.search(left) and _BETWEEN.match(right):
        return Reading("growth_rate", "percent.growth_in_all")
    if _MORE_THIS_YEAR.match(right):
        return _growth(a, right, "percent.more_in_year", g)
    if growth_left <= 40 and growth_left <= share_left:
        return _growth(a, right, "percent.growth_before", g)
    if share_left <= 45 and (a.subject_is_part or a.subject_is_company):
        return Reading("share", "percent.share_verb")
    if a.subject_is_part and not of and growth_left > 40 and growth_right > 14:
        if a.subject_is_known and _also(_IN_YEAR, g, "year_leads", r"\s*{}\s(?:19|20)[0-9]{{2}}").match(right):
            return Reading("share", "percent.part_in_year")
        if a.carried == "share" and a.is_alone:
            return Reading("share", "percent.share_continued")
    if (
        a.previous_in_sentence in ("share", "cagr", "growth_rate")
        and a.subject_is_part
        and not of
        and growth_left > 40
        and growth_right > 14
        and a.clause_is_parallel
    ):
        return Reading(a.previous_in_sentence, "percent.parallel_part")
    continues = a.carried in ("share", "cagr", "growth_rate") and a.subject_is_part and not of
    if continues and min(growth_left - 26, growth_right) > 14 and _STATED.search(a.left):
        return Reading(a.carried or "share", "percent.rate_continued")
    if growth_right <= 14 and not of and not _AND.search(right[:growth_right]):
        return _growth(a, right, "percent.growth_behind", g)
    if a.subject_is_part and not left.strip(" (:–—-~") and a.context_is_sized:
        return Reading("share", "percent.listed_part")
    return None


def _growth(a: Surroundings, right: str, rule: str, g: Grammar) -> Reading:
    """Growth at a yearly rate over a stated span is a CAGR; one year's growth is a growth rate."""
    if g.language != "en" and not g.is_wide and other_growth(a, g):
        return Reading("other_numeric", rule + "_elsewhere")
    if g.is_wide and a.previous_in_sentence == "other_numeric" and len(_near_clause(a.left, "")[0]) < _FOLLOWS:
        return Reading("other_numeric", rule + "_of_other")  # "融资8.7亿美元,同比下降31%"
    rate = re.search(r"\b(?:at|by|by about|of|mit|um|al|del)\s(?:an?\s)?(?:\w+\s){0,4}$", a.left[-60:], re.IGNORECASE)
    rate = rate or _own_rate(g).search(a.left[-60:])
    yearly = g.starting("modal_spans").match(right) or re.match(
        r"\s*(?:a year|per year|per annum|p\.a\.|annually|yearly|each year|every year|pro Jahr|jährlich|im Jahr|al año|anual|par an)\b",
        right,
        re.IGNORECASE,
    )
    spans = g.pattern("periods.through").match(right.lstrip()) or re.match(r"\s*(?:from|over|during|between)\b", right)
    about_market = a.subject_is_market or a.subject_is_part
    if yearly and rate and (_SPANNED.search(a.sentence) or _ahead(g).search(a.sentence)):
        return Reading("cagr", rule + "_yearly")
    if rate and spans and about_market and re.search(r"(?:19|20)[0-9]{2}", right[:50]):
        return Reading("cagr", rule + "_to_year")
    one_year = re.match(r"\s*(?:in|this|next|for)\s(?:(?:19|20)[0-9]{2}|year)\b", right)
    if _GROW_AT.search(a.left[-60:]) and about_market and _WILL.search(a.clause) and not one_year:
        return Reading("cagr", rule + "_forecast_pace")
    if _ANNUAL.search(a.left) and (a.n_years > 1 or _SPANNED.search(a.sentence)):
        return Reading("cagr", rule + "_annual")
    if (
        a.subject_is_generic
        and (not a.subject or g.pattern("metrics.growth").search(a.subject))
        and a.carried in ("market_size", "volume", "cagr", "share", "growth_rate")
    ):
        return Reading("growth_rate", rule)
    sized = ("market_size", "volume", "price") if g.is_wide else ("market_size", "volume")
    if (a.subject_is_generic and a.context_is_sized) or a.previous_in_sentence in sized:
        return Reading("growth_rate", rule)
    if (
        a.subject_is_market
        or a.has_growth_rate
        or (_about_market(a.sentence, g) or a.subject_is_known or a.subject_is_part)
    ):
        return Reading("growth_rate", rule)
    if g.language != "en" and not g.is_wide and (about_market or a.subject_is_generic) and not a.subject_is_company:
        return Reading("other_numeric" if other_growth(a, g) else "growth_rate", rule)
    return Reading("other_numeric", rule + "_elsewhere")


def _about_market(sentence: str, g: Grammar) -> bool:
    if re.search(r"\bspend(?:ing)?\b", sentence, re.IGNORECASE):
        return True
    return bool(g.pattern("metrics.market_size").search(sentence) or g.pattern("metrics.volume").search(sentence))


_SPAN_HEADER = re.compile(r"(?:19|20)[0-9]{2}年?\s?(?:[-–~～〜至到]|から)\s?(?:19|20)[0-9]{2}")


def _by_header(header: str, g: Grammar) -> Reading | None:
    """The metric that a table header, row label or field name spells out."""
    for metric, name in (("cagr", "metrics.cagr"), ("margin", "metrics.margin")):
        if g.pattern(name).search(header):
            return Reading("cagr" if metric == "cagr" else "margin", f"percent.{metric}_header")
    shared = re.compile(r"\b(?:share|anteil|cuota|part)\b|シェア|份额", re.IGNORECASE)
    if _also(shared, g, "share_words").search(header):
        return Reading("share", "percent.share_header")
    grown = re.compile(r"\b(?:growth|yoy|y-o-y|wachstum|crecimiento|croissance)\b|成長|增长", re.IGNORECASE)
    if _also(grown, g, "growth_headers").search(header):
        if g.is_wide and _SPAN_HEADER.search(header):  # "国別の成長率(2025~2035年)"
            return Reading("cagr", "percent.growth_over_span_header")
        return Reading("growth_rate", "percent.growth_header")
    return None


def _clause_break(text: str) -> bool:
    return bool(re.search(r"[;:]|,\s(?:while|whereas|and|but)\b|\bwhile\b", text))
