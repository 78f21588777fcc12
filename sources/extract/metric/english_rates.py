"""English percentages by the build of their sentence: growth, shares and rows without a cue word.

It reads what `rates` left open, and takes back growth of what is no market. Other languages have lists of their own.
"""

from __future__ import annotations

import re

from sources.extract.figures.surroundings import Reading, Surroundings
from sources.extract.metric.rate_words import is_in_terms
from sources.extract.scan.figure import Figure
from sources.grammar.figure_words import figure_source
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("metric")

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
_YEAR = rf"(?:(?:FY|{_WORDS['fiscal_word']}\s|Q[1-4]\s|[1-4]Q|H[12]\s|[12]H)?\s?['’]?(?:(?:19|20)[0-9]{{2}}|(?<=[YQH'’])[0-9]{{2}})[EF]?)"
_AGO = rf"(?:{_WORDS['ago_numbers']}\s{_WORDS['ago_periods']}s?\s{_WORDS['ago_words']}|(?:the\s)?{_WORDS['last_words']}\s{_WORDS['last_periods']}|{_WORDS['last_seasons']})"
_SMALL = rf"(?:{_WORDS['rate_hedges']}\s)*"

# "45% more than last year", "2.1% short of the 65.6 GW of 2024", "16% dearer than a year earlier", "40% over 2021".
_AGAINST = re.compile(
    rf"\s?{_WORDS['comparatives']}\b\s?(?:in\s{_WORDS['growth_measures']}(?:\s{_WORDS['terms_word']})?\s)?{_WORDS['than_words']}?\s?(?:{_WORDS['base_fillers']}\s){{0,5}}(?:{_YEAR}|{_AGO})\b",
    re.IGNORECASE,
)
_SHORT_OF = re.compile(
    rf"\s{_WORDS['short_of']}\s{_WORDS['short_of_owners']}\b|\s{_WORDS['above_below']}\s{_WORDS['above_owners']}\b",
    re.IGNORECASE,
)
# "$2.06 billion, i.e. 19.8% more."
_BARE_MORE = re.compile(rf"\s{_WORDS['bare_comparatives']}\s?(?:[.;,)]|$)", re.IGNORECASE)
# "$7 billion, a 2.3% reduction from previous figures"
_CUT_FROM = re.compile(rf"\s{_WORDS['forecast_changes']}\s{_WORDS['forecast_bases']}\b", re.IGNORECASE)
# "cheaper within a year", "less over the year": the same thing at two times.
_IN_A_YEAR = re.compile(
    rf"\s{_WORDS['price_comparatives']}\s(?:with)?{_WORDS['span_prepositions']}\s(?:{_WORDS['span_numbers']}|12)\s{_WORDS['span_periods']}\b"
    rf"|\s{_WORDS['yearly_comparatives']}\s(?:{_WORDS['year_on_year']}|{_WORDS['since_word']}\s{_YEAR})",
    re.IGNORECASE,
)
# "up 12.7 percent in value and 10.2 percent in volume"
_AND_SO_MUCH = re.compile(
    rf"\s(?:by|in)\s{_WORDS['measure_words']}\s?,?\s?{_WORDS['next_ands']}?\s?(?:\w+\s){{0,2}}", re.IGNORECASE
)
# "a further 3% off", "a 9.8% dollar sales gain", "an 11.3% gain".
_MOVE_BEHIND = re.compile(
    rf"\s?(?:{_WORDS['move_adjectives']}\s){{0,3}}{_WORDS['move_nouns']}\b(?!\s{_WORDS['no_market_moves']})",
    re.IGNORECASE,
)
_FURTHER = re.compile(rf"\b{_WORDS['further_words']}\s(?:\w+\s){{0,2}}$", re.IGNORECASE)
# "volumes were off 3%", "ahead 12% on the year".
_AHEAD = re.compile(
    rf"(?:\b(?:{_WORDS['ahead_verbs']}|,)\s|,\s){_WORDS['ahead_words']}\s(?:by\s)?{_SMALL}$",
    re.IGNORECASE,
)
_FROM_SHARE = re.compile(rf"\b{_WORDS['moved_participles']}\sfrom\s{_SMALL}$", re.IGNORECASE)
_PLACED = frozenset({"percent.part_in_year", "percent.share_continued", "percent.listed_part", "percent.rest"})
_FORESEES = re.compile(rf"\b{_WORDS['foreseeing_verbs']}\s(?:\w+\s){{0,2}}$", re.IGNORECASE)
_ADDED = re.compile(rf"\b{_WORDS['adding_verbs']}\s{_SMALL}$", re.IGNORECASE)
_TO_VALUE = re.compile(rf"\s?(?:{_WORDS['growth_followers']}|,|\.|;|$)", re.IGNORECASE)
_HEADLINE = re.compile(rf"\b{_WORDS['headline_growth_verbs']}\s(?:by\s)?{_SMALL}$", re.IGNORECASE)
_FLOW = re.compile(
    rf"(?:^|[\s(]){figure_source('flows')}(?:\s{_WORDS['of_flow_prepositions']}\s[^,;:]{{2,50}})?\s*$|^\s*{figure_source('flows')}\b",
    re.IGNORECASE,
)

_OF_WHOLE = re.compile(
    rf"\s(?:{_WORDS['share_word']}\s)?(?:of|in)\s(?:[\w'’&./-]+\s){{0,5}}?{figure_source('wholes')}(?!\s{_WORDS['whole_people']})",
    re.IGNORECASE,
)
_COUNTED = re.compile(rf"\s(?:of|in)\s(?:[\w'’-]+\s){{0,3}}?{figure_source('uncounted')}", re.IGNORECASE)
_HOLDS = re.compile(rf"\b{_WORDS['holding_verbs']}\s(?:{_WORDS['share_hedges']}\s)*$", re.IGNORECASE)
_BY_VALUE = re.compile(
    rf"\sof\s(?:{_WORDS['all_word']}\s)?[^.;]{{3,50}}\b(?:by|in)\s{_WORDS['value_measures']}\b",
    re.IGNORECASE,
)
_IN_VALUE = re.compile(rf"\s(?:by|in)\s{_WORDS['share_measures']}\b", re.IGNORECASE)
_OF_SOLD = re.compile(
    rf"\sof\s(?:{_WORDS['sold_wholes']}\s)?[^.,;]{{3,40}}?\s{_WORDS['whole_participles']}\b",
    re.IGNORECASE,
)
_SLICE = re.compile(rf"\s{_WORDS['slice_nouns']}\b", re.IGNORECASE)
_THAT_IS = re.compile(rf"\)?,?\s?\(?(?:{_WORDS['equal_words']}|i\.e\.,?)\s{_SMALL}", re.IGNORECASE)
_PART_IS = re.compile(
    rf"\b{_WORDS['slice_owners']}\s{_WORDS['slice_of_owner']}\s{_WORDS['slice_verbs']}\s(?:\w+\s){{0,2}}$",
    re.IGNORECASE,
)
_SUM = re.compile(rf"\b{_WORDS['sum_verbs']}\s(?:up\s)?(?:to\s)?(?:\w+\s)?$", re.IGNORECASE)
_TOGETHER = re.compile(rf"\b(?:{_WORDS['together_words']}|the\s{_WORDS['group_numbers']})\b", re.IGNORECASE)

# Rows: what is between a percentage and the one before it where both measure the same.
_NAME = rf"(?:(?!{_WORDS['no_row_words']}\b)[\w'’&./+-]+\s){{1,6}}?"
_NEXT_NAME = re.compile(
    rf"[^.;:%()]{{0,40}}?(?:,|;|\b{_WORDS['row_links']}\b)\s(?:{_WORDS['row_openers']}\s){{0,8}}{_NAME}(?:{_WORDS['row_verbs']}\s){{0,4}}$",
    re.IGNORECASE,
)
_ROW_END = re.compile(
    rf"\s*(?:[.,;)]|$|{_WORDS['row_end_prepositions']}\s{_YEAR}|{_WORDS['row_end_words']}\b|\((?:[^()]{{0,40}})\))",
    re.IGNORECASE,
)
_NEXT_YEAR = re.compile(
    rf"\s?(?:{_WORDS['next_year_prepositions']}\s)?(?:{_YEAR}|{_WORDS['next_year_words']}\s\w+)?,?\s?{_WORDS['next_year_links']}?\s(?:{_WORDS['next_year_fillers']}\s)*{_SMALL}$",
    re.IGNORECASE,
)
_IN_YEAR = re.compile(
    rf"\s?{_WORDS['in_year_prepositions']}\s(?:{_YEAR}|{_WORDS['in_year_numbers']}\b|{_AGO})|\s?{_WORDS['near_years']}\b|\s?{_AGO}|\s?\({_YEAR}\)",
    re.IGNORECASE,
)
_YEAR_BRACKET = re.compile(
    rf"[(\[]\s?(?:{_WORDS['year_bracket_leads']}\s)?{_YEAR}\s?[:,=]?\s?(?:it\swas\s|was\s)?(?:\w+\s)?$|[(\[]{_WORDS['year_before_words']}\s?[:,]\s?$",
    re.IGNORECASE,
)
_COMPARED = re.compile(rf"[^.;]{{0,36}}?\b{_WORDS['compared_words']}\s{_SMALL}", re.IGNORECASE)
_MANAGED = re.compile(
    rf"\b(?:{_WORDS['managing_verbs']}|{_WORDS['did_word']}\s(?:{_WORDS['managed_degrees']}\s)?{_WORDS['managed_results']})\s(?:{_WORDS['managed_hedges']}\s)*$",
    re.IGNORECASE,
)
# "with vacancy at 2%", "credit costs at 0.4-0.6% of AUM".
_OTHER_AT = re.compile(
    rf"(?:^|[\s,;(]){figure_source('other_subjects')}\s(?:{_WORDS['rates_word']}\s)?{_WORDS['rate_level_verbs']}\s(?:\w+\s){{0,2}}$",
    re.IGNORECASE,
)
_OURS = re.compile(rf"{_WORDS['first_person']}\b", re.IGNORECASE)
_WE_DO = re.compile(
    rf"\b(?:we\s{_WORDS['own_firm_verbs']}|our\s{_WORDS['own_firm_nouns']})\b(?![^.;]*\b{_WORDS['opinion_verbs']}\b)",
    re.IGNORECASE,
)
_BRACKETED_NAME = re.compile(r"[A-Z][\w'’&.-]*\s?\($")
_OTHER_SUBJECT = re.compile(
    rf"^{_WORDS['number_of']}\s(?:[\w-]+\s){{0,2}}?{figure_source('uncounted')}|^(?:the\s)?{_WORDS['no_market_subjects']}$",
    re.IGNORECASE,
)
_OTHER_BESIDE = re.compile(rf"\b{_WORDS['cost_nouns']}\s(?:by\s)?{_SMALL}$", re.IGNORECASE)
_CLOSED = re.compile(rf"\b{_WORDS['session_verbs']}\s(?:(?:\w+ly|{_WORDS['session_hedges']})\s)?$", re.IGNORECASE)
_PART_MOVES = re.compile(rf"\b{_WORDS['moving_parts']}\b[^.;%]{{0,50}}\bfrom\s(?:\w+\s){{0,2}}$", re.IGNORECASE)
_STOCK = re.compile(rf"\b{_WORDS['stock_words']}\s(?:\w+\s){{0,2}}$", re.IGNORECASE)
_RATE_SUBJECT = re.compile(
    rf"(?:^|[\s,;(]){figure_source('other_subjects')}\s(?!of\b)(?:[^.;]|\.(?=[0-9])){{0,80}}$", re.IGNORECASE
)


def english_rate(q: Figure, a: Surroundings, g: Grammar, reading: Reading) -> Reading:
    """The reading of a percentage, corrected where the sentence says more than the cue words.

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
    return _worded(q, a, g, reading, is_elsewhere=is_elsewhere) or reading


def _mended(q: Figure, a: Surroundings, g: Grammar, reading: Reading) -> Reading | None:
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


def _worded(q: Figure, a: Surroundings, g: Grammar, reading: Reading, *, is_elsewhere: bool) -> Reading | None:
    """Growth or a share where the cue words found neither; None where the sentence adds nothing."""
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
    lead = a.clause[-110:] if a.subject else a.sentence[max(0, a.at - 110) : a.at]
    if _OTHER_SUBJECT.search(a.subject) or _OTHER_BESIDE.search(a.left[-40:]):
        return True
    return bool(_RATE_SUBJECT.search(lead)) and not _FLOW.search(a.subject)


_YEARLY = re.compile(rf"\s{_WORDS['yearly_openers']}\s{_WORDS['yearly_nouns']}\b|\s{_WORDS['yearly_adverbs']}\b")


def _growth(q: Figure, a: Surroundings, g: Grammar, *, is_elsewhere: bool) -> Reading | None:
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
    yearly = _YEARLY.match(right)
    if yearly and a.subject_is_generic and a.carried in ("market_size", "volume", "cagr", "growth_rate"):
        return Reading("cagr" if a.carried != "growth_rate" else "growth_rate", "percent.told_yearly")
    if _FORESEES.search(left) and "growth_rate" in (a.previous_in_sentence, a.carried) and _ROW_END.match(right):
        return Reading("growth_rate", "percent.told_foreseen")
    return None


_AND = re.compile(rf",?\s{_WORDS['row_ands']}\s(?:\w+\s)?")
_OF_NO_WHOLE = re.compile(rf"\s(?:of|in)\s(?:the\s)?{_WORDS['no_wholes']}\b")


def _share(a: Surroundings, g: Grammar) -> Reading | None:
    left, right = a.left[-90:], a.right[:90]
    if _of_other(a) or _OTHER_AT.search(left) or _OF_NO_WHOLE.match(right):
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
    if a.previous_in_sentence == "share" and re.match(r"\sof\s[^.,;]{3,40}[.,;]", right) and _AND.fullmatch(left):
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
