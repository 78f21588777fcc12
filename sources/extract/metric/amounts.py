"""What an amount of money measures: a market's size, a price, or something else. English forms without a cue word belong to `english_amounts`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from sources.extract.figures.plausible_amounts import LARGEST, SMALLEST
from sources.extract.figures.surroundings import Reading, Surroundings, nearest_before, nearest_behind
from sources.extract.metric.figure_in_words import NOWHERE, FigureInWords, first_reading
from sources.extract.metric.non_english_growth import is_increment, lands, other_growth
from sources.extract.scan.figure import Figure
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages

_ANY = words_of_languages("metric")
_WORDS = pattern_words("metric")

_PER = re.compile(
    rf"\s?(?:/\s?|{_ANY['per_words']}\s)(?P<noun>[A-Za-zÀ-ÿ][\w³²-]*(?:\s(?!{_ANY['small_words']}\b)[A-Za-z][\w-]*)?)"
)


def read_amount(q: Figure, a: Surroundings, g: Grammar) -> Reading:
    """The metric of an amount of money; `other_numeric` where no cue is near."""
    if g.language != "en" and a.subject_is_company:
        return Reading("other_numeric", "money.of_company")
    if g.is_non_english and (reading := _moved_amount(q, a, g)):
        return reading
    return first_reading(_STEPS, _Amount(q, a, g, a.left[-140:], a.right[:80]), Reading("other_numeric", "money.other"))


def _moved_amount(q: Figure, a: Surroundings, g: Grammar) -> Reading | None:
    """In languages other than English: an increment, growth of another subject, or the value that a market reaches."""
    if is_increment(a, g):
        return Reading("other_numeric", "money.increment")
    if other_growth(a, g) and not a.subject_is_market and not g.pattern("metrics.price").search(a.clause):
        return Reading("other_numeric", "money.of_other_subject")
    if a.previous_in_sentence in ("growth_rate", "market_size") and q.value >= SMALLEST and lands(a, g):
        return Reading("market_size", "money.landed_at")
    return None


@dataclass(frozen=True)
class _Amount(FigureInWords):
    """An amount of money with the words around it."""

    @cached_property
    def per(self) -> str | None:
        """The unit that the amount buys: "per tonne"."""
        match = _PER.match(self.right)
        return match["noun"] if match else None

    @cached_property
    def other_left(self) -> int:
        """Distance back to a word for money that is no market size."""
        # "plant-based meat was worth": words of the market's name do not count as another topic.
        market = self.a.subject if self.a.subject_is_market else ""
        unnamed = self.left.replace(market, " " * len(market)) if market else self.left
        return nearest_before(self.g.pattern("metrics.other_money"), unnamed)

    @cached_property
    def price_left(self) -> int:
        """Distance back to a word for a price, or for an average."""
        return min(self.before("metrics.price"), nearest_before(_AVERAGE, self.left))

    @cached_property
    def near_other(self) -> int:
        """Distance to the nearest word for money that is no market size, before or behind."""
        # "The market will reach USD 1 trillion, with expenditure of ...": the words behind the amount belong to the next clause.
        return (
            self.other_left
            if self.a.subject_is_market
            else min(self.other_left, self.behind("metrics.other_money") + 4)
        )

    @cached_property
    def has_other_topic(self) -> bool:
        """The clause has a word for other money and none for a market size."""
        clause = self.a.clause
        other = clause and self.g.pattern("metrics.other_money").search(clause)
        return bool(other and not self.g.pattern("metrics.market_size").search(clause))


def _no_value(m: _Amount) -> Reading | None:
    """A price by its header, an increment of a market, an exchange rate, an amount with its share."""
    a, g = m.a, m.g
    if a.heading and g.pattern("metrics.price").search(a.heading) and not g.pattern("metrics.cagr").search(a.heading):
        return Reading("price", "money.price_header", m.per)
    added = _ADDED.search(m.left) or _SUMMED.search(m.left) or _GROWS_BY.search(m.left)
    if added or (a.heading and _INCREMENT_LABEL.match(a.heading)):
        return Reading("other_numeric", "money.increment")
    if _TRADE_AT.search(m.left) and not a.subject_is_company and m.q.value >= LARGEST:
        return Reading("market_size", "money.trade_at")
    if _EXCHANGE.match(m.right) or _CONVERTED.search(m.left):
        return Reading("other_numeric", "money.exchange_rate")
    if g.is_cjk and (_SHARE_BESIDE.match(m.right) or (a.previous_in_sentence == "share" and _MAKES.search(m.left))):
        return Reading("market_size", "money.with_share")
    return None


_FOR_ONE = re.compile(rf"\s{_WORDS['unit_price_words']}\b")


def _price(m: _Amount) -> Reading | None:
    """A unit price: by "each", by "per", by a word for a price, or after another price."""
    follows_price = m.a.previous_in_sentence == "price"
    if follows_price and (_COMPARED.search(m.left) or FROM_TO.search(m.left)):
        return Reading("price", "money.price_compared", m.per)
    if follows_price and m.q.value < LARGEST and _moved_to(m.left, m.g):
        return Reading("price", "money.price_moved", m.per)
    if _AVERAGING.search(m.left) and _FOR_ONE.match(m.right):
        return Reading("price", "money.average_each", None)
    each = _EACH.match(m.right)
    if each and m.other_left > 24:
        return Reading("price", "money.each_unit", each["noun"])
    if m.price_left <= 60 and m.price_left <= m.other_left + 12:
        return Reading("price", "money.price_word", m.per)
    if m.per is None:
        return None
    priced = m.price_left < NOWHERE or m.behind("metrics.price") <= 40
    is_price = follows_price or (priced and m.other_left > m.price_left)
    return Reading("price" if is_price else "other_numeric", "money.per_unit", m.per)


def _under_size_header(m: _Amount) -> Reading | None:
    if m.a.heading and m.g.pattern("metrics.market_size").search(m.a.heading) and m.near_other > 30:
        return Reading("market_size", "money.size_header")
    return None


def _of_payer(m: _Amount) -> Reading | None:
    """Costs, money of a firm, spending on the market, and money of another topic in the clause."""
    a, g = m.a, m.g
    if _COSTS.search(m.left) and not a.subject_is_market:
        if not g.pattern("metrics.other_money").search(_COSTS.sub("", a.clause)):
            return Reading("price", "money.costs", m.per)
    if (a.subject_is_company or a.speaks_of_deals or _FIRM_MONEY.search(a.subject)) and not a.clause_is_sized:
        return Reading("other_numeric", "money.of_company")
    if a.is_spent_on_market and not a.subject_is_company:
        return Reading("market_size", "money.spent_on_market")
    if m.has_other_topic and not a.subject_is_market and not a.subject_is_known:
        return Reading("other_numeric", "money.other_topic_in_clause")
    return None


def _by_nearest_word(m: _Amount) -> Reading | None:
    """A market's size or another topic: the nearer word decides."""
    a = m.a
    if m.near_other < 46 and m.near_other < min(m.before("metrics.market_size"), m.behind("metrics.market_size")):
        return Reading("other_numeric", "money.other_topic")
    if a.subject_is_market or m.before("metrics.market_size") <= 110:
        return Reading("market_size", "money.market_before")
    if a.previous == "market_size" or (a.is_listed and a.previous_in_sentence == "market_size"):
        return Reading("market_size", "money.same_as_before")
    if m.near_other < 60:
        return Reading("other_numeric", "money.other_topic")
    if m.behind("metrics.market_size") <= 60 or a.has_growth_rate or a.subject_is_part:
        return Reading("market_size", "money.market_around")
    if m.g.pattern("metrics.market_size").search(a.sentence[: a.at]) or a.context_is_sized:
        return Reading("market_size", "money.market_in_context")
    return None


def _bare_value(m: _Amount) -> Reading | None:
    """A value without a word for a market size: a bare answer, a verb of valuing, "from" and "to", or a year.

    `_by_nearest_word` has already read amounts with another topic near.
    """
    q, a, g, before = m.q, m.a, m.g, m.a.sentence[: m.a.at]
    if (a.is_listed and a.subject_is_known) or _DATED_ONLY.fullmatch(before + m.right):
        return Reading("market_size", "money.bare_answer")
    if _SIZES_IT.search(m.left):
        return Reading("market_size", "money.sized_at")
    valued = nearest_before(VALUED, m.left) <= 40 or nearest_behind(VALUED, m.right) <= 12
    if valued and (a.subject_is_generic or a.subject_is_part):
        return Reading("market_size", "money.valued")
    if FROM_TO.search(m.left) and (a.previous_in_sentence == "market_size" or not a.subject_is_company):
        return Reading("market_size", "money.from_to")
    if g.language != "en" and len(before.split()) <= 1 and not a.right.strip(" ."):
        return Reading("market_size", "money.bare_answer")
    if g.is_cjk and a.subject_is_generic and re.search(r"(?:19|20)[0-9]{2}", before):
        return Reading("market_size", "money.dated_alone")
    is_dated = a.n_years > 0 or a.carried in ("market_size", "cagr")
    if is_dated and not m.has_other_topic and not a.subject_is_company and q.value >= 10_000_000:
        return Reading("market_size", "money.dated_amount")
    return None


# The first step that reads the amount decides.
_STEPS: tuple[Callable[[_Amount], Reading | None], ...] = (
    _no_value,
    _price,
    _under_size_header,
    _of_payer,
    _by_nearest_word,
    _bare_value,
)
_AVERAGING = re.compile(rf"\b{_WORDS['averaging_words']}\s(?:{_WORDS['about_words']}\s)?$")
_DATED_ONLY = re.compile(rf"\s*{_ANY['dated_prepositions']}?\s*(?:19|20)[0-9]{{2}}\s*[.]?\s*")


# "飲食費は2,265億円(構成比12.5%)", "全体の72.8%にあたる1兆3,191億円": an amount with its share is a part of the market.
_SHARE_BESIDE = re.compile(rf"\s?[(（]\s?(?:{_ANY['share_beside']}|{_WORDS['ditto_ja']}\s?[0-9])")
_MAKES = re.compile(rf"(?:{_ANY['makes_up']}|,即|，即)\s?約?$")


def _moved_to(left: str, g: Grammar) -> bool:
    """The words "to" or "from" of a price that moved are right before the amount."""
    leads = (*g.phrases("level_leads"), *g.phrases("origin_leads"))
    words = left.rstrip().lower()
    return any(words.endswith(lead if g.is_cjk else f" {lead}") for lead in leads)


# "to add USD 1 billion", "increase by USD 1 billion", and revenue summed over years: none is the size of one year.
_ADDED = re.compile(
    rf"\b(?:{_WORDS['increment_verbs']}|{_WORDS['growing_verbs']} by)\s(?:{_WORDS['increment_adjectives']}\s)*$",
    re.IGNORECASE,
)
_SUMMED = re.compile(
    rf"\b{_WORDS['cumulative_word']}\s(?:{_WORDS['market_word']}\s)?{_WORDS['summed_nouns']}\b[^.;]{{0,70}}$",
    re.IGNORECASE,
)
_COSTS = re.compile(
    rf"\b(?:{_WORDS['unit_price_verbs']}|(?<!a )(?<!the )(?<!of ){_WORDS['cost_nouns_or_verbs']}(?! of))\s(?:\w+\s){{0,2}}$",
    re.IGNORECASE,
)
_FIRM_MONEY = re.compile(rf"\b{_WORDS['payers']}\b", re.IGNORECASE)
VALUED = re.compile(rf"\b{_WORDS['value_verbs']}\b", re.IGNORECASE)
_SIZES_IT = re.compile(rf"\b{_WORDS['sizing_verbs']}\s(?:it|this|the\s\w+)\sat\s(?:\w+\s){{0,2}}$", re.IGNORECASE)
_EACH = re.compile(
    rf"\s?(?:{_ANY['unit_articles']}|/)\s?(?P<noun>{_WORDS['unit_nouns']})\b|\s{_WORDS['each_or_apiece']}\b",
    re.IGNORECASE,
)
# "tech spend worldwide at USD 4.8 trillion": the verbless form of a headline.
_TRADE_AT = re.compile(rf"\b{_WORDS['trade_nouns']}\s{_WORDS['trade_at']}\s(?:\w+\s)?$", re.IGNORECASE)
# "grow by USD 3 bn", "Market growth 2024-2028: USD 3 bn": an increment is no size.
_GROWS_BY = re.compile(
    rf"\b{_WORDS['growth_by_verbs']}\sby\s(?:[\w-]+\s){{0,3}}$|\b{_WORDS['adding_auxiliaries']}\s{_WORDS['add_word']}\s(?:[\w-]+\s){{0,3}}$",
    re.IGNORECASE,
)
_INCREMENT_LABEL = re.compile(
    rf"(?:{_WORDS['market_word']}\s)?{_WORDS['increment_labels']}\b(?!.{{0,40}}\b{_WORDS['size_words']}\b)",
    re.IGNORECASE,
)
_EXCHANGE = re.compile(
    rf"\s(?:to|per) (?:{_WORDS['one_words']} |1 )?(?:{_WORDS['us_word']} )?{_WORDS['exchange_currencies']}\b",
    re.IGNORECASE,
)
_CONVERTED = re.compile(rf"\b{_WORDS['converting_words']}\s?$", re.IGNORECASE)
FROM_TO = re.compile(rf"\b{_WORDS['from_to_words']}\s(?:\w+\s){{0,2}}$|[→⇒>]\s*$", re.IGNORECASE)
_COMPARED = re.compile(
    rf"\b(?:up|down) from\s\w*\s?$|\b{_WORDS['price_against_words']}\s(?:\w+\s){{0,3}}$", re.IGNORECASE
)
_AVERAGE = re.compile(
    rf"\b{_WORDS['average_word']}\s(?:[\w-]+\s){{0,4}}{_WORDS['averaged_nouns']}\b|\b{_WORDS['average_price_de']}\w*|\b{_ANY['mean_price']}",
    re.IGNORECASE,
)
