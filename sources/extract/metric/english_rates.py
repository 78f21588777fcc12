"""English percentages that no cue word settles: growth, shares and rows told by the way the sentence is built.

It only mends what `rates` left open, and takes back growth of what is no market. Other languages have lists of their own.
"""

from __future__ import annotations

import re

from sources.extract.figures.quantities import Quantity
from sources.extract.figures.surroundings import Reading, Surroundings
from sources.extract.metric.rate_words import is_in_terms
from sources.grammar.figure_words import figure_source
from sources.grammar.language import Grammar

_OPEN = frozenset(
    {
        "percent.subject_of_verb",
        "percent.other",
        "percent.of_other_noun",
        "percent.other_topic",
        "percent.yearly_elsewhere",
    }
)
_RATES = ("share", "cagr", "growth_rate", "margin")
_YEAR = r"(?:(?:FY|fiscal\s|Q[1-4]\s|[1-4]Q|H[12]\s|[12]H)?\s?['’]?(?:(?:19|20)[0-9]{2}|(?<=[YQH'’])[0-9]{2})[EF]?)"
_AGO = (
    r"(?:(?:a|one|the|two|three|five|ten)\s(?:year|month|quarter|season|week)s?\s(?:ago|before|earlier|prior|previously)"
    r"|(?:the\s)?(?:last|previous|prior|preceding|same)\s(?:year|month|quarter|season|half|period|fiscal)|last\s(?:time|spring|summer|autumn|winter)|this\stime\slast\syear)"
)
_SMALL = r"(?:(?:about|around|nearly|almost|some|just|only|over|under|roughly|well|barely|fully|a|an|another|further|the|mere|modest|solid|strong|record)\s)*"

# "45% more than last year", "2.1% short of the 65.6 GW of 2024", "16% dearer than a year earlier", "40% over 2021".
_AGAINST = re.compile(
    r"\s?(?:more|less|fewer|higher|lower|bigger|larger|smaller|greater|better|worse|stronger|weaker|up|down|above|below|ahead|behind|over|under|short|shy|off|on|dearer|cheaper)\b"
    rf"\s?(?:in\s(?:value|volume|energy|dollar|real|nominal|unit)(?:\sterms)?\s)?(?:than|of|on|from|against|versus|compared\s(?:with|to))?\s?(?:(?:in|for|at|during|the|its|their|what|it|they|was|were|figure|level|levels|total|value|sales|of|had|sold|booked|shipped)\s){{0,5}}(?:{_YEAR}|{_AGO})\b",
    re.IGNORECASE,
)
_SHORT_OF = re.compile(
    r"\s(?:short|shy|ahead)\sof\s(?:the|its|their|last)\b|\s(?:below|above|up on|down on)\s(?:the|its|last)\b",
    re.IGNORECASE,
)
# "$2.06 billion, i.e. 19.8% more."
_BARE_MORE = re.compile(r"\s(?:more|less|fewer|higher|lower)\s?(?:[.;,)]|$)", re.IGNORECASE)
# "$7 billion, a 2.3% reduction from previous figures"
_CUT_FROM = re.compile(r"\s(?:reduction|improvement)\s(?:from|on|over|versus|against|compared)\b", re.IGNORECASE)
# "cheaper within a year", "less over the year": the same thing at two times.
_IN_A_YEAR = re.compile(
    rf"\s(?:cheaper|dearer|more|less|fewer|lower|higher)\s(?:with)?(?:in|over|on|after)\s(?:an?|the|one|just\sa|twelve|12|two)\s(?:years?|months?|quarter)\b|\s(?:cheaper|dearer|lower|higher|less|more)\s(?:year[\s-]on[\s-]year|since\s{_YEAR})",
    re.IGNORECASE,
)
# "up 12.7 percent in value and 10.2 percent in volume"
_AND_SO_MUCH = re.compile(
    r"\s(?:by|in)\s(?:value|volume|units|sales|terms)\s?,?\s?(?:and|but|or)?\s?(?:\w+\s){0,2}", re.IGNORECASE
)
# "a further 3% off", "a 9.8% dollar sales gain", "an 11.3% gain".
_MOVE_BEHIND = re.compile(
    r"\s?(?:(?:dollar|unit|volume|value|sales|revenue|annual|yearly|y/y|yoy|year-on-year|year-over-year|net|overall|real|organic|like-for-like|underlying)\s){0,3}"
    r"(?:gains?|rise|increase|growth|jump|leap|uptick|uplift|upturn|drop|fall|decline|dip|slump|slide|contraction|decrease|loss|advance|expansion|improvement|surge|boost|climb|cut|reduction|hike|step-up|downturn|setback|rebound|swing|off|up|down|lower|higher)\b(?!\sin\s(?:cost|costs|emissions|energy|time|share))",
    re.IGNORECASE,
)
_FURTHER = re.compile(r"\b(?:another|a\sfurther|an\sextra|an\sadditional|a\sfresh)\s(?:\w+\s){0,2}$", re.IGNORECASE)
# "volumes were off 3%", "ahead 12% on the year".
_AHEAD = re.compile(
    rf"(?:\b(?:was|were|is|are|be|been|finished|ended|came\sin|running|stand|stood|,)\s|,\s)(?:off|ahead|behind|lower|higher)\s(?:by\s)?{_SMALL}$",
    re.IGNORECASE,
)
_FROM_SHARE = re.compile(
    rf"\b(?:up|down|rising|falling|climbing|slipping|risen|fallen)\sfrom\s{_SMALL}$", re.IGNORECASE
)
_PLACED = frozenset({"percent.part_in_year", "percent.share_continued", "percent.listed_part", "percent.rest"})
_FORESEES = re.compile(
    r"\b(?:pencils?\sin|pencilled\sin|sees?|expects?|forecasts?|predicts?|projects?|looks?\sfor|calls?\sfor|models?|assumes?|reckons\son|banks\son|bets\son|guides\sfor|has)\s(?:\w+\s){0,2}$",
    re.IGNORECASE,
)
_ADDED = re.compile(
    rf"\b(?:advanced|added|adds|adding|put\son|puts\son|piled\son|tacked\son|gave\sup|shed|sheds|lost|loses)\s{_SMALL}$",
    re.IGNORECASE,
)
_TO_VALUE = re.compile(
    r"\s?(?:to|in|last|this|year|from|on|over|against|YoY|y/y|by|during|,|\.|;|and|$)", re.IGNORECASE
)
_HEADLINE = re.compile(
    rf"\b(?:up|down|grow|grows|grew|rise|rises|rose|fall|falls|fell|jump|jumps|climb|climbs|leap|leaps|gain|gains|slip|slips|slide|slides|drop|drops|shrink|shrinks|slump|slumps|surge|surges|soar|soars|expand|expands)\s(?:by\s)?{_SMALL}$",
    re.IGNORECASE,
)
_FLOW = re.compile(
    rf"(?:^|[\s(]){figure_source('flows')}(?:\s(?:of|for|from|in|on|at|by)\s[^,;:]{{2,50}})?\s*$|^\s*{figure_source('flows')}\b",
    re.IGNORECASE,
)

_OF_WHOLE = re.compile(
    rf"\s(?:share\s)?(?:of|in)\s(?:[\w'’&./-]+\s){{0,5}}?{figure_source('wholes')}(?!\s(?:people|makers|buyers|users|leaders|companies|firms|respondents|executives|managers))",
    re.IGNORECASE,
)
_COUNTED = re.compile(rf"\s(?:of|in)\s(?:[\w'’-]+\s){{0,3}}?{figure_source('uncounted')}", re.IGNORECASE)
_HOLDS = re.compile(
    r"\b(?:pay|pays|paid|hold|holds|held|has|have|had|takes?|took|taking|makes?\sup|made\sup|account(?:s|ed|ing)?\sfor|represent(?:s|ed)?|is|are|was|were|be|supply|supplies|supplied|build|builds|built|buys?|bought|sells?|sold|bring(?:s|ing)?|brought|brings\sin|brought\sin|bring\sin|provide[sd]?|"
    r"contribute[sd]?|command(?:s|ed)?|control(?:s|led)?|captured?|got|gets?|gave|gives?|win|wins|won|with|at|on|for|or|and|to|leads?|led|lead\sat|grabbed|grabs|snared|swallow(?:s|ed)?|absorb(?:s|ed)?|consume[sd]?|use[sd]?|ordered|shipped|produce[sd]?|grow|grows|installs?|installed|earns?|earned|yield(?:s|ed)?|generate[sd]?|carr(?:y|ies|ied)|handled?|handles|own|owns|owned|form|forms|formed|kept|keeps?|claim(?:s|ed)?|attracts?|attracted|draws?|drew|booked|book|delivers?|delivered|pulls?\sin|rings?\sup|came\sto|comes\sto)\s"
    r"(?:(?:about|around|nearly|almost|some|just|only|over|under|roughly|well|barely|fully|more|than|less|above|below|up|to|already|still|now|close|a|an|the|as|much)\s)*$",
    re.IGNORECASE,
)
_BY_VALUE = re.compile(
    r"\sof\s(?:all\s)?[^.;]{3,50}\b(?:by|in)\s(?:value|volume|weight|revenue|units|turnover|sales|number)\b",
    re.IGNORECASE,
)
_IN_VALUE = re.compile(r"\s(?:by|in)\s(?:value|volume|weight|revenue|revenues|units|turnover)\b", re.IGNORECASE)
_OF_SOLD = re.compile(
    r"\sof\s(?:all\s|the\s|every\s)?[^.,;]{3,40}?\s(?:sold|shipped|installed|bought|built|produced|delivered|registered|consumed|purchased|ordered)\b",
    re.IGNORECASE,
)
_SLICE = re.compile(r"\s(?:slice|portion|chunk|cut\sof|piece\sof)\b", re.IGNORECASE)
_THAT_IS = re.compile(
    rf"\)?,?\s?\(?(?:or|i\.e\.,?|that\sis|which\sis|equal\sto|equivalent\sto|that\sis\sto\ssay|in\sother\swords)\s{_SMALL}",
    re.IGNORECASE,
)
_PART_IS = re.compile(
    r"\b(?:their|its|his|whose|the)\s(?:part|slice|portion|cut|piece|take|weight|stake\sin\sthe\smarket|chunk)\s(?:is|was|stood\sat|came\sto|will\sbe|stands\sat|has\sbeen|comes\sto|reached|rose\sto|fell\sto)\s(?:\w+\s){0,2}$",
    re.IGNORECASE,
)
_SUM = re.compile(
    r"\b(?:come|comes|came|add\sup|adds\sup|added\sup|amount|amounts|amounted|sum|sums|total|totals|totalled|totaled)\s(?:up\s)?(?:to\s)?(?:\w+\s)?$",
    re.IGNORECASE,
)
_TOGETHER = re.compile(
    r"\b(?:together|combined|between\sthem|jointly|the\s(?:two|three|four|five|six|ten|trio|pair|duo)|these\s(?:two|three|four|five)|top\s(?:two|three|four|five|six|ten))\b",
    re.IGNORECASE,
)

# Rows: what stands between a percentage and the one before it where both tell the same.
_NAME = r"(?:(?!(?:cost|costs|say|says|said|grow|grows|grew|rose|rises|fell|falls|because|since|if|margin|margins|discount|price|prices|save|saves|cut|cuts|poll|survey|asked)\b)[\w'’&./+-]+\s){1,6}?"
_NEXT_NAME = re.compile(
    rf"[^.;:%()]{{0,40}}?(?:,|;|\band\b|\bwhile\b|\bwhereas\b|\bwith\b|\bthen\b|\bbut\b|\bagainst\b|\bahead\sof\b|\bbefore\b|\bthan\b|\bplus\b)\s(?:(?:and|then|the|a|its|while|with|by)\s){{0,8}}{_NAME}(?:(?:for|at|on|with|has|had|have|takes?|took|of|is|was|are|were|made|makes|holds?|held|behind|next|about|around|nearly|some|just|only|another|a|an)\s){{0,4}}$",
    re.IGNORECASE,
)
_ROW_END = re.compile(
    rf"\s*(?:[.,;)]|$|(?:in|for|by|through)\s{_YEAR}|and\b|while\b|whereas\b|but\b|apiece\b|each\b|respectively\b|\((?:[^()]{{0,40}})\))",
    re.IGNORECASE,
)
_NEXT_YEAR = re.compile(
    rf"\s?(?:(?:for|in|of|during)\s)?(?:{_YEAR}|(?:the|this|last|next)\s\w+)?,?\s?(?:and|then|before|after|against|versus|from|compared\s(?:with|to)|followed\sby|to|but|or|where)?\s(?:then\s|a\s|an\s|by\s|it\swas\s|was\s|it\sis\s|with\s)*{_SMALL}$",
    re.IGNORECASE,
)
_IN_YEAR = re.compile(
    rf"\s?(?:in|for|during|the|by)\s(?:{_YEAR}|(?:year|one|two)\b|{_AGO})|\s?(?:this|next|last)\syear\b|\s?{_AGO}|\s?\({_YEAR}\)",
    re.IGNORECASE,
)
_YEAR_BRACKET = re.compile(
    rf"[(\[]\s?(?:in\s|up\sfrom\s|against\s|from\s)?{_YEAR}\s?[:,=]?\s?(?:it\swas\s|was\s)?(?:\w+\s)?$|[(\[](?:a\syear\s(?:ago|earlier|before)|last\syear|previous\syear|prior\syear|year\sbefore|PY|LY)\s?[:,]\s?$",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    rf"[^.;]{{0,36}}?\b(?:against|versus|vs\.?|compared\s(?:with|to)|than|up\sfrom|down\sfrom|after|below|above|ahead\sof|behind)\s{_SMALL}",
    re.IGNORECASE,
)
_MANAGED = re.compile(
    r"\b(?:managed|achieved|logged|clocked|notched(?:\sup)?|recorded|registered|mustered|made\sdo\swith|did\s(?:far\s|much\s|a\slittle\s|slightly\s)?(?:better|worse|less\swell)|fared\s(?:better|worse)|(?:faster|slower|ahead|behind|better|worse))\s(?:(?:only|just|a|an|mere|at|with|on|by|still|about|around)\s)*$",
    re.IGNORECASE,
)
# "with vacancy at 2%", "credit costs at 0.4-0.6% of AUM".
_OTHER_AT = re.compile(
    rf"(?:^|[\s,;(]){figure_source('other_subjects')}\s(?:rates?\s)?(?:at|of|is|was|are|were|stands?\sat|stood\sat|ran\sat|runs?\sat|near|down\sto|up\sto)\s(?:\w+\s){{0,2}}$",
    re.IGNORECASE,
)
_OURS = re.compile(r"(?:we|our|ours|I|my)\b", re.IGNORECASE)
_WE_DO = re.compile(
    r"\b(?:we\s(?:recorded|had|earned|generated|made|posted|reported|booked|achieved|sold|shipped|grew|raised|cut|hired|took)|our\s(?:own|company|group|firm|business|customers|clients|sales|revenues?|turnover|net|gross|operating|quarterly|annual))\b(?![^.;]*\b(?:expect|forecast|estimate|project|see)\b)",
    re.IGNORECASE,
)
_BRACKETED_NAME = re.compile(r"[A-Z][\w'’&.-]*\s?\($")
_OTHER_SUBJECT = re.compile(
    rf"^(?:the\s)?(?:number|count|tally)\sof\s(?:[\w-]+\s){{0,2}}?{figure_source('uncounted')}|^(?:the\s)?(?:euro|dollar|yen|pound|rupee|yuan|currency|franc|greenback|workforce|costs?|input\scosts|freight\srates)$",
    re.IGNORECASE,
)
_OTHER_BESIDE = re.compile(
    rf"\b(?:costs|wages|bills|fees|salaries|taxes|emissions|workforce|headcount|payroll|staff)\s(?:by\s)?{_SMALL}$",
    re.IGNORECASE,
)
_CLOSED = re.compile(
    r"\b(?:closed|opened|trading|traded|settled)\s(?:(?:\w+ly|about|around|some|nearly|just)\s)?$", re.IGNORECASE
)
_PART_MOVES = re.compile(r"\b(?:part|share|slice|portion|weight)\b[^.;%]{0,50}\bfrom\s(?:\w+\s){0,2}$", re.IGNORECASE)
_STOCK = re.compile(
    r"\b(?:closed|ended|finished|opened|settled|trading|traded|shares|stock)\s(?:\w+\s){0,2}$", re.IGNORECASE
)
_RATE_SUBJECT = re.compile(
    rf"(?:^|[\s,;(]){figure_source('other_subjects')}\s(?!of\b)(?:[^.;]|\.(?=[0-9])){{0,80}}$", re.IGNORECASE
)


def told_rate(q: Quantity, a: Surroundings, g: Grammar, reading: Reading) -> Reading:
    """The reading of a percentage, mended where the sentence tells more than the cue words.

    Args:
        q: the percentage.
        a: the words around it.
        g: the document's words; other languages than English are left as they are.
        reading: what the cue words said.
    """
    if g.language != "en" or q.kind != "percent" or reading.metric == "impact_on_cagr":
        return reading
    if mended := _mended(q, a, g, reading):
        return mended
    is_elsewhere = reading.rule.endswith("_elsewhere")
    if reading.metric != "other_numeric" or not (reading.rule in _OPEN or is_elsewhere):
        return reading
    if q.noun or _STOCK.search(a.left):
        return reading
    return _found(q, a, g, reading, is_elsewhere=is_elsewhere) or reading


def _mended(q: Quantity, a: Surroundings, g: Grammar, reading: Reading) -> Reading | None:
    """Another reading of what the cue words took for growth or a share; None where they were right."""
    if reading.metric == "growth_rate":
        ours = _WE_DO.search(a.sentence[: a.at][-160:]) and not a.subject_is_market
        if ours or _of_other(a):
            return Reading("other_numeric", "percent.growth_of_other")
        if _CLOSED.search(a.left[-40:]):
            return Reading("other_numeric", "percent.of_stock_or_amount")
        if a.previous_in_sentence == "growth_rate" and _PART_MOVES.search(a.left[-90:]):
            return Reading("share", "percent.told_part_moves")
    if reading.metric in ("growth_rate", "share") and _OTHER_AT.search(a.left[-60:]):
        return Reading("other_numeric", "percent.of_other_rate")
    carried = reading.rule in ("percent.share_continued", "percent.share_in_brackets")
    if carried and (_AGAINST.match(a.right) or _SHORT_OF.match(a.right)):
        return _growth(q, a, g, is_elsewhere=False) or Reading("other_numeric", "percent.against_other")
    if reading.metric == "growth_rate" and _FROM_SHARE.search(a.left) and a.previous_in_sentence in ("share", "margin"):
        return Reading(a.previous_in_sentence, "percent.told_moved_from")
    if reading.rule in _PLACED and (_FURTHER.search(a.left) or _AHEAD.search(a.left)):
        return _growth(q, a, g, is_elsewhere=False) or reading
    return None


def _found(q: Quantity, a: Surroundings, g: Grammar, reading: Reading, *, is_elsewhere: bool) -> Reading | None:
    """Growth or a share where the cue words found neither; None where the sentence tells no more."""
    has_topic = reading.rule == "percent.other_topic"
    if has_topic and a.previous_in_sentence in ("market_size", "volume") and _CUT_FROM.match(a.right):
        return Reading("growth_rate", "percent.told_move_behind")
    if has_topic and _IN_A_YEAR.match(a.right):
        return Reading("growth_rate", "percent.told_in_a_year")
    if reading.rule == "percent.subject_of_verb":
        return None
    if not has_topic or _AGAINST.match(a.right):
        if growth := _growth(q, a, g, is_elsewhere=is_elsewhere):
            return growth
    return None if has_topic else _share(a, g) or _row(a)


def _of_other(a: Surroundings) -> bool:
    """ "Claims fell 13 percent", "operating rates have sunk from 86%": what moves is no market."""
    told = a.clause[-110:] if a.subject else a.sentence[max(0, a.at - 110) : a.at]
    if _OTHER_SUBJECT.search(a.subject) or _OTHER_BESIDE.search(a.left[-40:]):
        return True
    return bool(_RATE_SUBJECT.search(told)) and not _FLOW.search(a.subject)


def _growth(q: Quantity, a: Surroundings, g: Grammar, *, is_elsewhere: bool) -> Reading | None:
    left, right = a.left[-80:], a.right[:110]
    about = a.subject_is_market or a.subject_is_part or a.subject_is_generic or bool(_FLOW.search(a.subject))
    sized = a.previous_in_sentence in ("market_size", "volume", "growth_rate", "cagr", "share")
    if _of_other(a) or _OURS.match(a.subject) or _OURS.match(a.sentence.lstrip()):
        return None
    if _AGAINST.match(right) and (sized or (about and not a.subject_is_company)):
        return Reading("growth_rate", "percent.told_against_year")
    if sized and _SHORT_OF.match(right):
        return Reading("growth_rate", "percent.told_against_year")
    if a.subject_is_company:
        return None
    if sized and _BARE_MORE.match(right):
        return Reading("growth_rate", "percent.told_more")
    if a.previous_in_sentence == "growth_rate" and is_in_terms(right) and _AND_SO_MUCH.fullmatch(a.left):
        return Reading("growth_rate", "percent.told_next_terms")
    further = _FURTHER.search(left)
    if (further and sized) or (_AHEAD.search(left) and about and not re.match(r"\s(?:of|in the)\b", right)):
        return Reading("growth_rate", "percent.told_further")
    if further and (_FORESEES.search(left[: further.start()]) or _MOVE_BEHIND.match(right)):
        return Reading("growth_rate", "percent.told_further")
    if _MOVE_BEHIND.match(right) and (sized or (about and not is_elsewhere)) and not _HOLDS.search(left):
        return Reading("growth_rate", "percent.told_move_behind")
    if _ADDED.search(left) and about and _TO_VALUE.match(right):
        return Reading("growth_rate", "percent.told_added")
    if is_elsewhere and _FLOW.search(a.subject):
        return Reading("growth_rate", "percent.told_of_flow")
    is_heading = not a.sentence.rstrip().endswith((".", "!", "?", ";", ":")) and len(a.sentence.split()) <= 16
    if is_heading and is_elsewhere and a.at and _HEADLINE.search(a.sentence[: a.at]) and not a.clause_is_parallel:
        return Reading("growth_rate", "percent.told_in_headline")
    yearly = re.match(r"\s(?:a|per|each|every)\s(?:year|annum)\b|\s(?:annually|yearly)\b", right)
    if yearly and a.subject_is_generic and a.carried in ("market_size", "volume", "cagr", "growth_rate"):
        return Reading("cagr" if a.carried != "growth_rate" else "growth_rate", "percent.told_yearly")
    if _FORESEES.search(left) and "growth_rate" in (a.previous_in_sentence, a.carried) and _ROW_END.match(right):
        return Reading("growth_rate", "percent.told_foreseen")
    return None


def _share(a: Surroundings, g: Grammar) -> Reading | None:
    left, right = a.left[-90:], a.right[:90]
    if _of_other(a) or _OTHER_AT.search(left) or re.match(r"\s(?:of|in)\s(?:the\s)?(?:its|GDP|growth|our)\b", right):
        return None
    if _SLICE.match(right):
        return Reading("share", "percent.told_slice")
    sized = a.previous_in_sentence in ("market_size", "volume")
    if sized and a.subject_is_part and _THAT_IS.fullmatch(a.left) and re.match(r"\s*(?:[.;)]|$)", right):
        return Reading("share", "percent.told_that_is")
    if _PART_IS.search(left):
        return Reading("share", "percent.told_part_is")
    holder = a.subject_is_part or a.subject_is_company or "share" in (a.previous_in_sentence, a.carried)
    named = a.subject[:1].isupper() or a.subject_is_generic
    after_sum = a.previous_in_sentence in ("market_size", "volume") and re.search(r"(?:,|\bor)\s(?:\w+\s){0,2}$", left)
    if _OF_WHOLE.match(right) and not _COUNTED.match(right) and (holder or named or after_sum):
        if after_sum or _HOLDS.search(left) or (a.previous_in_sentence == "share" and len(left) < 30):
            return Reading("share", "percent.told_of_whole")
    if (_OF_SOLD.match(right) or _IN_VALUE.match(right)) and _HOLDS.search(left) and (holder or named):
        return Reading("share", "percent.told_by_value")
    if _BY_VALUE.match(right) and _HOLDS.search(left) and (holder or a.subject_is_generic):
        return Reading("share", "percent.told_by_value")
    if a.carried == "share" and _SUM.search(left) and _TOGETHER.search(a.clause):
        return Reading("share", "percent.told_sum")
    if (
        a.previous_in_sentence == "share"
        and re.match(r"\sof\s[^.,;]{3,40}[.,;]", right)
        and re.fullmatch(r",?\s(?:and|but)\s(?:\w+\s)?", left)
    ):
        return Reading("share", "percent.told_row")
    return None


def _row(a: Surroundings) -> Reading | None:
    """The metric of the percentage before, where the sentence goes on in the same way: "and North America for 29%"."""
    left, right = a.left[-110:], a.right[:70]
    before = a.previous_rate
    if before in _RATES and _YEAR_BRACKET.search(left):
        return Reading(before, "percent.told_year_bracket")
    if _of_other(a):
        return None
    same = a.previous_in_sentence
    if same in _RATES and len(a.left) <= 110:
        if _ROW_END.match(right) and _NEXT_NAME.fullmatch(a.left):
            return Reading(same, "percent.told_next_name")
        if (
            same in ("cagr", "growth_rate")
            and _COMPARED.fullmatch(a.left)
            and not re.match(r"\s(?:of|in)\s(?:the\s)?[a-z]", right)
        ):
            return Reading(same, "percent.told_compared")
        if _NEXT_YEAR.fullmatch(a.left) and (_IN_YEAR.match(right) or _ROW_END.match(right)):
            return Reading(same, "percent.told_next_year")
        if re.fullmatch(r"\),?\s(?:and\s|then\s)?(?:[\w'’&.-]+\s){1,4}\(", a.left) and right[:1] in ("%", ")", ""):
            return Reading(same, "percent.told_next_bracket")
    if _MANAGED.search(left) and _ROW_END.match(right):
        rate = before or a.carried
        if rate in ("cagr", "growth_rate"):
            return Reading(rate, "percent.told_managed")
    if a.carried == "share" and a.previous_in_sentence is None and _BRACKETED_NAME.search(left) and right[:1] == ")":
        return Reading("share", "percent.told_bracketed")
    return None
