"""English amounts of money by the build of their sentence: sizes without a cue word, and amounts that are no market's size.

It corrects the reading of `amounts`. Other languages have lists of their own (`non_english_growth`).
"""

from __future__ import annotations

import re

from sources.extract.figures.surroundings import Reading, Surroundings
from sources.extract.phrases.area_subjects import area_subject
from sources.extract.scan.figure import Figure
from sources.grammar.figure_words import figure_source
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words

_WORDS = pattern_words("metric")

_LARGE = 20_000_000
_SMALL = 50_000
_COSTLY = 1_000_000  # not the average price of goods sold by number
_HEDGE = rf"(?:{_WORDS['amount_hedges']}\s)*"
# "$21.3bn or 28 per cent more than a year before", "US$15 lower".
_MORE_THAN = re.compile(
    rf"(?:,?\s{_WORDS['that_is_or']}\s[^,.;]{{1,24}}(?:%|{_WORDS['percent_words']}))?\s{_WORDS['difference_words']}\b(?:\s(?:than|on|of)\b|\s?[.,;)]|\s?$)",
    re.IGNORECASE,
)
_COST = re.compile(rf"\b{_WORDS['cost_verbs']}\s(?!of\b)(?:[\w'’-]+\s){{0,6}}$", re.IGNORECASE)
_ACCOUNT = re.compile(rf"\b{figure_source('accounts')}\s(?:{_WORDS['account_verbs']}|[:=])?\s?{_HEDGE}$", re.IGNORECASE)
_REPORTED = re.compile(
    rf"\b{_WORDS['reporting_verbs']}\s(?:{_WORDS['account_adjectives']}\s){{0,4}}{_WORDS['reported_revenue_nouns']}\s(?:[\w'’-]+\s){{0,3}}{_WORDS['amount_leads']}\s{_HEDGE}$",
    re.IGNORECASE,
)
_WE_EARN = re.compile(
    rf"\b{_WORDS['own_firm']}\s(?:\w+\s){{0,2}}{_WORDS['earning_verbs']}\s(?:[\w-]+\s){{0,3}}{_WORDS['revenue_nouns']}\s(?:of\s)?{_HEDGE}$"
    rf"|\bour\s(?:[\w-]+\s){{0,3}}{_WORDS['own_money_nouns']}\s{_WORDS['own_money_verbs']}\s{_HEDGE}$",
    re.IGNORECASE,
)
_FIRM = re.compile(rf"\b{_WORDS['firm_nouns']}\s(?-i:[A-Z])", re.IGNORECASE)
_IN_ACCOUNTS = re.compile(rf"\([^()]{{0,24}}{_WORDS['revenue_nouns']}\s?[:=]?\s(?:of\s)?$", re.IGNORECASE)
# "Torrin's sales of $120 million", "Torrin, with turnover of $120 million".
_FIRMS_SALES = re.compile(
    rf"(?-i:\b(?P<owner>[A-Z][\w&.-]+))(?:['’]s\s|,\swith\s(?:an?\s)?)(?:(?:{_WORDS['firm_sales_adjectives']}|[12][0-9]{{3}})\s){{0,3}}{_WORDS['firm_sales_nouns']}\s{_WORDS['firm_sales_verbs']}\s{_HEDGE}$",
    re.IGNORECASE,
)
_NO_FIRM = re.compile(rf"(?i:{_WORDS['no_firm_names']})")
# "Flamerix lifted revenue 18% to $90 million".
_LIFTED = re.compile(
    rf"(?-i:\b(?P<owner>[A-Z][\w&.-]+))\s(?:{_WORDS['lifting_auxiliaries']}\s)?{_WORDS['lifting_verbs']}\s(?:{_WORDS['lifted_adjectives']}\s){{0,3}}{_WORDS['lifted_nouns']}\s[^.;,]{{0,40}}\b(?:to|at|of)\s(?:\w+\s){{0,2}}$",
    re.IGNORECASE,
)
_FOR_SO_MUCH = re.compile(r"\sfor\s(?:the\s|its\s)?(?!(?:19|20)[0-9]{2}\b)[0-9]")  # "PHP482.1 billion for 33 km"
# "a second line in Kumamoto, at JPY 64 billion": the cost of building it.
_WORKS = re.compile(
    rf"\b{_WORDS['works_nouns']}(?:\s{_WORDS['site_prepositions']}\s(?-i:[A-Z])[\w-]+)?,?\s{_WORDS['works_price_leads']}\s(?:{_WORDS['cost_of']}\s)?{_HEDGE}$",
    re.IGNORECASE,
)
_TRADED_ABROAD = re.compile(
    rf"\W*(?:[A-Z][\w.-]+(?:['’]s)?\s){{0,2}}{_WORDS['foreign_trade_openers']}\s(?!{_WORDS['market_word']})"
)
_PUT_INTO = re.compile(rf"\b{_WORDS['investing_verbs']}\s{_HEDGE}$", re.IGNORECASE)
_INTO_MARKET = re.compile(
    rf"\s(?:into|in|on)\s(?:{_WORDS['invested_objects']}|the(?!\s{_WORDS['year_word']}))\b",
    re.IGNORECASE,
)
_PER_HEAD = re.compile(
    rf"\b{_WORDS['per_head_words']}\s(?!{_WORDS['per_time_nouns']}\b)(?:[\w-]+\s){{1,4}}{_WORDS['per_head_verbs']}\b[^.;]{{0,24}}$",
    re.IGNORECASE,
)
_OF_THE_SAME = re.compile(rf"[^.;]{{0,30}}?,?\s?{_WORDS['against_words']}\s(?:[\w-]+\s){{0,2}}{_HEDGE}", re.IGNORECASE)
_ABROAD = re.compile(rf"\b{_WORDS['foreign_trade_words']}\b[^.;:]{{0,70}}$", re.IGNORECASE)
_GIVEN_BY_STATE = re.compile(
    rf"\b{_WORDS['state_nouns']}\s(?:[\w-]+\s){{0,6}}{_WORDS['granting_verbs']}\b[^.;]{{0,50}}$",
    re.IGNORECASE,
)
# "Yogurt rang up $12.46 billion", "Endpoint protection fetched $15.5bn", "shippers laid out $1.25 trillion on".
_TOOK = re.compile(rf"\b{_WORDS['taking_verbs']}\s{_HEDGE}$", re.IGNORECASE)
_LAID_OUT = re.compile(rf"\b{_WORDS['spending_verbs']}\s{_HEDGE}$", re.IGNORECASE)
_BOUGHT = re.compile(rf"\b{_WORDS['buying_verbs']}\s{_HEDGE}$", re.IGNORECASE)
_ON_GOODS = re.compile(rf"\s(?:on|into|for)\s(?!{_WORDS['no_goods']}\b)[a-zA-Z]", re.IGNORECASE)
_MONEY_FLOW = re.compile(
    rf"^\s?(?:{_WORDS['flow_adjectives']}\s){{0,3}}{_WORDS['flow_nouns']}\s{_WORDS['flow_prepositions']}\s",
    re.IGNORECASE,
)
_HEADING_MOVE = re.compile(
    rf"\b(?:{_WORDS['headline_moves']}|to\s{_WORDS['headline_infinitives']}|{_WORDS['heading_for_verbs']}\s{_WORDS['towards_words']}|{_WORDS['tipped_word']}\s(?:for|to\s\w+))\s{_HEDGE}$",
    re.IGNORECASE,
)
_HEADING_DEAL = re.compile(rf"\b{_WORDS['deal_words']}\b", re.IGNORECASE)
_ESTIMATOR = re.compile(
    rf"\b{_WORDS['estimator_verbs']}\s(?:{_WORDS['degree_adverbs']}\s){{0,3}}{figure_source('estimators')}\b[^.;]{{0,20}}\b{_WORDS['estimate_leads']}\s(?:[\w-]+\s){{0,3}}$",
    re.IGNORECASE,
)
_NO_VERB = re.compile(rf"[^.;:]{{0,48}}?,?\s?(?:and\s|then\s|or\s)?(?:{_WORDS['bare_hedges']}\s)*", re.IGNORECASE)
_ANY_VERB = re.compile(rf"\b{_WORDS['no_size_verbs']}\b", re.IGNORECASE)
_SOLD_AT = re.compile(
    rf"\b{_WORDS['price_verbs']}\s(?:\w+\s){{0,2}}{_WORDS['price_leads']}?\s?{_HEDGE}$",
    re.IGNORECASE,
)
_TYPICALLY = re.compile(rf"\s(?:{_WORDS['each_words']}|a\s{_WORDS['priced_units']}|per\s\w+)\b", re.IGNORECASE)
_WEIGHED = re.compile(rf"\s?(?:/|per\s|a\s)\s?{_WORDS['weighed_units']}\b", re.IGNORECASE)
_QUOTED = re.compile(rf"\b{_WORDS['quoting_verbs']}\s{_HEDGE}$", re.IGNORECASE)
_BUILD = re.compile(rf"\b(?:{_WORDS['building_words']}|{_WORDS['building_stems']}\w*)\b", re.IGNORECASE)


def english_amount(q: Figure, a: Surroundings, g: Grammar, reading: Reading) -> Reading:
    """The reading of an amount of money, corrected where the sentence says more than the cue words.

    Args:
        q: the amount.
        a: the words around it.
        g: the document's words; English only: other languages keep their reading.
        reading: by the cue words.
    """
    if g.language != "en" or q.kind != "money":
        return reading
    if reading.metric in ("market_size", "price") and (rule := _is_other(q, a, reading)):
        return Reading("other_numeric", rule)
    if reading.metric != "other_numeric" or a.heading:
        return reading
    if q.value < _SMALL:
        return _price(q, a, reading)
    if q.value >= _LARGE and (rule := _is_size(a, reading)) and not _is_other(q, a, Reading("market_size", rule)):
        return Reading("market_size", rule)
    return reading


_OF_THE_SAME_THING = re.compile(rf"\sof\s{_WORDS['same_thing_words']}\b")


def _is_other(q: Figure, a: Surroundings, reading: Reading) -> str | None:
    """The rule by which an amount that was read as a size or a price is neither; None where the reading holds."""
    left, tail = a.left[-150:], a.sentence[a.at :][q.end - q.start : q.end - q.start + 80]
    if rule := _no_value(q, a, reading, left, tail):
        return rule
    if reading.metric != "market_size":
        return None
    before = a.sentence[: a.at]
    if _IN_ACCOUNTS.search(before) and _FIRM.search(before):
        return "money.told_account"
    if a.previous_in_sentence == "other_numeric" and _OF_THE_SAME_THING.match(tail):
        return "money.told_same_other"
    if a.heading:
        return None
    if _FOR_SO_MUCH.match(tail) or (_WORKS.search(left) and not (a.subject and a.subject_is_market)):
        return "money.told_works"
    return _in_account(a, left, before) or _in_public_money(a, left, before)


_PER_HEAD_SPEND = re.compile(rf"\b{_WORDS['per_head_spend_nouns']}", re.IGNORECASE)


def _no_value(q: Figure, a: Surroundings, reading: Reading, left: str, tail: str) -> str | None:
    """A difference, a cost, spending per head, or the same amount again."""
    if _MORE_THAN.match(tail) and not a.heading:
        return "money.told_difference"
    if q.value >= _LARGE and _COST.search(left) and not a.subject_is_market:
        return "money.told_cost"
    is_costly = reading.metric == "price" and q.value >= _COSTLY
    if is_costly or reading.metric == "market_size":
        if _PER_HEAD.search(left) and not _PER_HEAD_SPEND.search(left):
            return "money.told_per_head"
    if (is_costly or not a.heading) and a.previous_in_sentence == "other_numeric" and _OF_THE_SAME.fullmatch(a.left):
        return "money.told_same_other"
    return None


_MARKET_NOUN = re.compile(rf"\b{_WORDS['market_nouns']}\b", re.IGNORECASE)


def _in_account(a: Surroundings, left: str, before: str) -> str | None:
    """An account of one firm."""
    if _ACCOUNT.search(left):
        return "money.told_account"
    if _WE_EARN.search(left):
        return "money.told_own_account"
    known = a.subject_is_market or (a.subject_is_known and not a.subject_is_company)
    if _REPORTED.search(left) and not known:
        if not _MARKET_NOUN.search(a.subject):
            return "money.told_account"
    if not (a.subject and (known or a.subject_is_generic)) and _is_firms_sales(left):
        return "money.told_account"
    lifted = _LIFTED.search(before[-110:])
    return "money.told_account" if lifted and _is_firm(lifted["owner"]) else None


_MARKET = re.compile(rf"\b{_WORDS['market_word']}\b", re.IGNORECASE)


def _in_public_money(a: Surroundings, left: str, before: str) -> str | None:
    """An investment, a budget of a state, or trade across its border."""
    if _PUT_INTO.search(left) and _INTO_MARKET.match(a.right):
        return "money.told_investment"
    if _GIVEN_BY_STATE.search(before[-160:]):
        return "money.told_budget"
    if _TRADED_ABROAD.match(a.sentence):
        return "money.told_trade_abroad"
    if _ABROAD.search(left) and not _MARKET.search(left):
        return "money.told_trade_abroad"
    return None


def _is_firms_sales(left: str) -> bool:
    """Sales of a name that is neither a place nor a word for the market."""
    owned = _FIRMS_SALES.search(left)
    return bool(owned and _is_firm(owned["owner"]))


def _is_firm(name: str) -> bool:
    return not _NO_FIRM.fullmatch(name) and not area_subject(name)


_MARKET_BEHIND = re.compile(rf"\s{_WORDS['headline_market_nouns']}\b")
_AMOUNT_OF = re.compile(rf"\s{_WORDS['worth_of']}\s")
_FIRM_SUFFIX = re.compile(rf"\b{_WORDS['firm_suffixes']}\b")


def _is_size(a: Surroundings, reading: Reading) -> str | None:
    left, right = a.left[-110:], a.right[:60].split(";")[0]
    weak = reading.rule in ("money.other", "money.other_topic", "money.of_company", "money.other_topic_in_clause")
    if not weak:
        return None
    if _ESTIMATOR.search(left):
        return "money.told_estimator"
    flows = _MONEY_FLOW.match(a.subject) and not _FIRM_SUFFIX.search(a.subject)
    if flows and _ends_clause(left):
        return "money.told_flow"
    if reading.rule == "money.of_company":
        follows = a.previous_in_sentence == "market_size" and len(a.left) < 60
        plain = follows and _NO_VERB.fullmatch(a.left) and not _ANY_VERB.search(a.left)
        return "money.told_again" if plain else None
    if a.subject_is_company:
        return None
    if _TOOK.search(left) and (a.subject_is_part or a.subject_is_market or a.subject_is_generic):
        return "money.told_taken"
    if _BOUGHT.search(left) and _AMOUNT_OF.match(right):
        return "money.told_worth_of"
    if _LAID_OUT.search(left) and _ON_GOODS.match(right):
        return "money.told_spent"
    is_heading = not a.sentence.rstrip().endswith((".", "!", "?", ";", ":")) and len(a.sentence.split()) <= 18
    moves = _HEADING_MOVE.search(a.sentence[: a.at]) or _MARKET_BEHIND.match(right)
    if is_heading and moves and not _HEADING_DEAL.search(a.sentence):
        return "money.told_in_headline"
    return None


_LEVEL = re.compile(rf"\b{_WORDS['level_verbs']}\s(?:\w+\s){{0,3}}$", re.IGNORECASE)


def _ends_clause(left: str) -> bool:
    """The verb before the amount states or moves a value."""
    return bool(_LEVEL.search(left))


def _price(q: Figure, a: Surroundings, reading: Reading) -> Reading:
    """ "went for $2.85 on average", "was US$935/t": a unit price."""
    left, right = a.left[-80:], a.right[:40]
    if reading.rule not in ("money.other", "money.per_unit", "money.too_small_for_a_market", "money.other_topic"):
        return reading
    if a.subject_is_company or _BUILD.search(a.left):
        return reading
    if _SOLD_AT.search(left) and _TYPICALLY.match(right):
        return Reading("price", "money.told_price", reading.unit_per)
    if reading.rule == "money.per_unit" and _WEIGHED.match(right) and _QUOTED.search(left):
        return Reading("price", "money.told_quoted", reading.unit_per)
    return reading
