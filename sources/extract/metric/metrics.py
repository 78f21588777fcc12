"""What a quantity measures: one of the nine metrics, from the words around it. Nothing here looks at other sentences.

The words before and behind a figure count up to its neighbours; of several cues the nearest wins, and each decision
carries the id of the rule that took it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from sources.extract.figures.plausible_amounts import LARGEST, SMALLEST, of_plausible_size
from sources.extract.figures.quantity import Quantity
from sources.extract.figures.surroundings import Reading, Surroundings, lacks_percent, nearest_before, nearest_behind
from sources.extract.metric.english_amounts import told_amount
from sources.extract.metric.english_counts import told_count
from sources.extract.metric.english_rates import told_rate
from sources.extract.metric.non_english_growth import is_increment, lands, other_growth
from sources.extract.metric.non_english_rows import own_row
from sources.extract.metric.rates import read_rate
from sources.extract.metric.traded import is_traded
from sources.extract.metric.year_before import year_before
from sources.extract.phrases.non_english_phrases import is_own
from sources.extract.subjects.reporting_speakers import only_says
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages

_WORDS = pattern_words("metric")
_ANY = words_of_languages("metric")

_PER = re.compile(
    rf"\s?(?:/\s?|{_ANY['per_words']}\s)(?P<noun>[A-Za-zÀ-ÿ][\w³²-]*(?:\s(?!{_ANY['small_words']}\b)[A-Za-z][\w-]*)?)"
)


def read_metric(q: Quantity, around: Surroundings, grammar: Grammar) -> Reading | None:
    """The metric of a quantity, or None where it is no figure worth a claim (the caller names the rejection)."""
    if reading := year_before(q, around, grammar):
        return reading
    if q.kind in ("percent", "points", "basis_points"):
        return own_row(around, grammar, told_rate(q, around, grammar, read_rate(q, around, grammar)))
    if q.kind == "money":
        around = _without_sayer(around, grammar)
        return told_amount(q, around, grammar, of_plausible_size(q, around, _read_money(q, around, grammar), grammar))
    return told_count(q, around, grammar, _read_count(q, around, grammar))


def _without_sayer(a: Surroundings, g: Grammar) -> Surroundings:
    """ "同社は…とみている": the words for the house that says an amount do not make it one of a firm."""
    if not g.verb_last or not g.pattern("company_words").search(a.clause):
        return a
    if not only_says(a.clause, a.sentence[a.at :], g):
        return a
    firms = g.pattern("company_words")
    return replace(a, left=firms.sub("", a.left), clause=firms.sub("", a.clause), subject_is_market=True)


def _read_money(q: Quantity, a: Surroundings, g: Grammar) -> Reading:
    if g.language != "en" and a.subject_is_company:
        return Reading("other_numeric", "money.of_company")
    if is_own(g) and (reading := _moved_amount(q, a, g)):
        return reading
    amount = _Amount(q, a, g, a.left[-140:], a.right[:80])
    return next((r for step in _MONEY_STEPS if (r := step(amount))), Reading("other_numeric", "money.other"))


def _moved_amount(q: Quantity, a: Surroundings, g: Grammar) -> Reading | None:
    """In other languages than English: what is added, what something else grew by, the value that a market reaches."""
    if is_increment(a, g):
        return Reading("other_numeric", "money.increment")
    if other_growth(a, g) and not a.subject_is_market and not g.pattern("metrics.price").search(a.clause):
        return Reading("other_numeric", "money.of_other_subject")
    if a.previous_in_sentence in ("growth_rate", "market_size") and q.value >= SMALLEST and lands(a, g):
        return Reading("market_size", "money.landed_at")
    return None


@dataclass(frozen=True)
class _Amount:
    """An amount of money with the words around it. Distances are characters, large where no such word is near."""

    q: Quantity
    a: Surroundings
    g: Grammar
    left: str
    right: str

    @cached_property
    def per(self) -> str | None:
        """What the amount is paid for one of: "per tonne"."""
        match = _PER.match(self.right)
        return match["noun"] if match else None

    @cached_property
    def other_left(self) -> int:
        # "plant-based meat was worth": a word of the market's own name is no other topic.
        own = self.a.subject if self.a.subject_is_market else ""
        unnamed = self.left.replace(own, " " * len(own)) if own else self.left
        return nearest_before(self.g.pattern("metrics.other_money"), unnamed)

    @cached_property
    def other_right(self) -> int:
        return nearest_behind(self.g.pattern("metrics.other_money"), self.right)

    @cached_property
    def price_left(self) -> int:
        return min(nearest_before(self.g.pattern("metrics.price"), self.left), nearest_before(_AVERAGE, self.left))

    @cached_property
    def market_left(self) -> int:
        return nearest_before(self.g.pattern("metrics.market_size"), self.left)

    @cached_property
    def market_right(self) -> int:
        return nearest_behind(self.g.pattern("metrics.market_size"), self.right)

    @cached_property
    def near_other(self) -> int:
        # "The market will reach USD 1 trillion, with expenditure of ...": what follows is of the next clause.
        return self.other_left if self.a.subject_is_market else min(self.other_left, self.other_right + 4)

    @cached_property
    def has_other_topic(self) -> bool:
        """The clause speaks of other money and not of a market's size."""
        clause = self.a.clause
        other = clause and self.g.pattern("metrics.other_money").search(clause)
        return bool(other and not self.g.pattern("metrics.market_size").search(clause))


def _no_value(m: _Amount) -> Reading | None:
    """A price by its header, what a market adds, and rates of exchange."""
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
    if g.is_wide and (_SHARE_BESIDE.match(m.right) or (a.previous_in_sentence == "share" and _MAKES.search(m.left))):
        return Reading("market_size", "money.with_share")
    return None


_FOR_ONE = re.compile(rf"\s{_WORDS['unit_price_words']}\b")


def _price(m: _Amount) -> Reading | None:
    """What is paid for one of something, told by "each", "per", a word of price or the price before."""
    follows_price = m.a.previous_in_sentence == "price"
    if follows_price and (_COMPARED.search(m.left) or _FROM_TO.search(m.left)):
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
    priced = m.price_left < 10_000 or nearest_behind(m.g.pattern("metrics.price"), m.right) <= 40
    is_price = follows_price or (priced and m.other_left > m.price_left)
    return Reading("price" if is_price else "other_numeric", "money.per_unit", m.per)


def _under_size_header(m: _Amount) -> Reading | None:
    if m.a.heading and m.g.pattern("metrics.market_size").search(m.a.heading) and m.near_other > 30:
        return Reading("market_size", "money.size_header")
    return None


def _of_payer(m: _Amount) -> Reading | None:
    """What something costs, what a firm has, what is spent on the market, and what another topic of the clause is."""
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
    """A market's size or another topic, by which word stands nearer."""
    a = m.a
    if m.near_other < 46 and m.near_other < min(m.market_left, m.market_right):
        return Reading("other_numeric", "money.other_topic")
    if a.subject_is_market or m.market_left <= 110:
        return Reading("market_size", "money.market_before")
    if a.previous == "market_size" or (a.is_listed and a.previous_in_sentence == "market_size"):
        return Reading("market_size", "money.same_as_before")
    if m.near_other < 60:
        return Reading("other_numeric", "money.other_topic")
    if m.market_right <= 60 or a.has_growth_rate or a.subject_is_part:
        return Reading("market_size", "money.market_around")
    if m.g.pattern("metrics.market_size").search(a.sentence[: a.at]) or a.context_is_sized:
        return Reading("market_size", "money.market_in_context")
    return None


def _bare_value(m: _Amount) -> Reading | None:
    """A value without a word for it: a bare answer, one that is "valued", moves "from" and "to", or has a year.

    `_by_nearest_word` leaves only amounts that no other topic stands near.
    """
    q, a, g, before = m.q, m.a, m.g, m.a.sentence[: m.a.at]
    if (a.is_listed and a.subject_is_known) or _DATED_ONLY.fullmatch(before + m.right):
        return Reading("market_size", "money.bare_answer")
    if _SIZES_IT.search(m.left):
        return Reading("market_size", "money.sized_at")
    valued = nearest_before(_VALUED, m.left) <= 40 or nearest_behind(_VALUED, m.right) <= 12
    if valued and (a.subject_is_generic or a.subject_is_part):
        return Reading("market_size", "money.valued")
    if _FROM_TO.search(m.left) and (a.previous_in_sentence == "market_size" or not a.subject_is_company):
        return Reading("market_size", "money.from_to")
    if g.language != "en" and len(before.split()) <= 1 and not a.right.strip(" ."):
        return Reading("market_size", "money.bare_answer")
    if g.is_wide and a.subject_is_generic and re.search(r"(?:19|20)[0-9]{2}", before):
        return Reading("market_size", "money.dated_alone")
    told = a.n_years > 0 or a.carried in ("market_size", "cagr")
    if told and not m.has_other_topic and not a.subject_is_company and q.value >= 10_000_000:
        return Reading("market_size", "money.dated_amount")
    return None


# The first step that reads the amount decides.
_MONEY_STEPS: tuple[Callable[[_Amount], Reading | None], ...] = (
    _no_value,
    _price,
    _under_size_header,
    _of_payer,
    _by_nearest_word,
    _bare_value,
)
_AVERAGING = re.compile(rf"\b{_WORDS['averaging_words']}\s(?:{_WORDS['about_words']}\s)?$")
_DATED_ONLY = re.compile(rf"\s*{_ANY['dated_prepositions']}?\s*(?:19|20)[0-9]{{2}}\s*[.]?\s*")


# "飲食費は2,265億円(構成比12.5%)", "全体の72.8%にあたる1兆3,191億円": an amount that is told with its share is a part of the market.
_SHARE_BESIDE = re.compile(rf"\s?[(（]\s?(?:{_ANY['share_beside']}|{_WORDS['ditto_ja']}\s?[0-9])")
_MAKES = re.compile(rf"(?:{_ANY['makes_up']}|,即|，即)\s?約?$")


def _moved_to(left: str, g: Grammar) -> bool:
    """The words for where a price went to or came from stand right before the amount."""
    leads = (*g.phrases("level_leads"), *g.phrases("origin_leads"))
    words = left.rstrip().lower()
    return any(words.endswith(lead if g.is_wide else f" {lead}") for lead in leads)


# What a market adds ("to add USD 1 billion", "increase by USD 1 billion") or brings in over many years is no yearly size.
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
_VALUED = re.compile(rf"\b{_WORDS['value_verbs']}\b", re.IGNORECASE)
_SIZES_IT = re.compile(rf"\b{_WORDS['sizing_verbs']}\s(?:it|this|the\s\w+)\sat\s(?:\w+\s){{0,2}}$", re.IGNORECASE)
_EACH = re.compile(
    rf"\s?(?:{_ANY['unit_articles']}|/)\s?(?P<noun>{_WORDS['unit_nouns']})\b|\s{_WORDS['each_or_apiece']}\b",
    re.IGNORECASE,
)
# "tech spend worldwide at USD 4.8 trillion": the verbless form of a headline.
_TRADE_AT = re.compile(rf"\b{_WORDS['trade_nouns']}\s{_WORDS['trade_at']}\s(?:\w+\s)?$", re.IGNORECASE)
# "grow by USD 3 bn", "Market growth 2024-2028: USD 3 bn": what is added to a market is no size of it.
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
_FROM_TO = re.compile(rf"\b{_WORDS['from_to_words']}\s(?:\w+\s){{0,2}}$|[→⇒>]\s*$", re.IGNORECASE)
_COMPARED = re.compile(
    rf"\b(?:up|down) from\s\w*\s?$|\b{_WORDS['price_against_words']}\s(?:\w+\s){{0,3}}$", re.IGNORECASE
)
_AVERAGE = re.compile(
    rf"\b{_WORDS['average_word']}\s(?:[\w-]+\s){{0,4}}{_WORDS['averaged_nouns']}\b|\b{_WORDS['average_price_de']}\w*|\b{_ANY['mean_price']}",
    re.IGNORECASE,
)


def _read_count(q: Quantity, a: Surroundings, g: Grammar) -> Reading:
    left, right = a.left[-120:], a.right[:70]
    return (
        _no_volume(q, a, left)
        or _volume(q, a, left, right, g)
        or _unit_left_out(q, a, left, g)
        or Reading("other_numeric", "count.other")
    )


def _no_volume(q: Quantity, a: Surroundings, left: str) -> Reading | None:
    """Multiples, the capacity of something else, and the rating of one machine."""
    if q.kind == "times":
        return Reading("other_numeric", "count.times")
    if not a.subject_is_market and not a.subject_is_generic and _CAPACITY.search(left) and not _INSTALLED.search(left):
        return Reading("other_numeric", "count.capacity_of_other")
    limits = q.comparator in (">", "<", ">=", "<=")
    if _POWER.match(q.noun) and (limits or not re.search(r"(?:19|20)[0-9]{2}", a.sentence)):
        return Reading("other_numeric", "count.rating")
    return None


def _volume(q: Quantity, a: Surroundings, left: str, right: str, g: Grammar) -> Reading | None:
    """A volume by its header, its unit or the words beside it."""
    words = g.pattern("metrics.volume")
    volume_left = nearest_before(words, left)
    if a.heading and words.search(a.heading) and not a.heading.startswith("%"):
        return Reading("volume", "count.volume_header")
    if q.noun and _SOLD.match(right.lstrip()):
        return Reading("volume", "count.volume_sold")
    many = q.scaled or q.value >= 100
    if many and _UNIT_NOUN.match(q.noun) and not a.subject_is_company and not _CAPACITY.search(left):
        return Reading("volume", "count.unit_noun")
    if g.language != "en" and q.noun and q.value >= _MANY and _own_volume(left, right, volume_left, g):
        return Reading("volume", "count.volume_told")
    is_counted = bool(q.noun and g.pattern("counted_nouns").match(q.noun.lower()))
    if is_counted and is_own(g) and q.value >= _MANY and words.search(a.right[:140]):
        return Reading("volume", "count.volume_at_end")
    if is_counted and is_own(g) and q.value >= _MANY and words.search(a.sentence[: a.at]):
        return Reading("volume", "count.volume_in_sentence")
    if is_own(g) and (q.noun or a.previous_in_sentence == "growth_rate") and is_traded(q, a, g):
        return Reading("volume", "count.trade_unit")
    if is_counted and (volume_left <= 90 or words.search(a.heading)):
        return Reading("volume", "count.volume")
    if is_counted and (q.scaled or q.value >= _MANY) and a.subject_is_market and _SIZED_AT.search(left):
        return Reading("volume", "count.size_in_units")
    if a.previous_in_sentence == "volume" and (is_counted or (not q.noun and _FROM_TO.search(left))):
        return Reading("volume", "count.volume_again")
    return None


_SOLD = re.compile(rf"\s?(?:[\w-]+\s){{0,3}}(?:were\s|was\s|are\s)?{_WORDS['volume_participles']}\b")


def _unit_left_out(q: Quantity, a: Surroundings, left: str, g: Grammar) -> Reading | None:
    """A number whose percent sign, currency or unit the words before it make up for."""
    if not q.noun and not q.scaled and lacks_percent(left, q, g):
        return Reading("cagr", "count.cagr_without_sign")
    is_amount = q.scaled and not q.noun and q.value >= 1_000_000
    if is_amount and _SIZE_LABEL.search(left):
        return Reading("market_size", "count.size_label_without_currency")
    if is_amount and a.clause_is_sized and nearest_before(_VALUED, left) <= 24:
        return Reading("market_size", "count.size_without_currency")
    if (q.scaled or not q.noun) and nearest_before(g.pattern("metrics.volume"), left) <= 40:
        return Reading("volume", "count.volume_before")
    return None


_MANY = 1000
# "The market size is estimated at 15.9 thousand MW": a market told in what is counted.
_SIZED_AT = re.compile(rf"\b{_WORDS['size_verbs']}\s(?:{_WORDS['size_leads']}\s){{0,3}}$", re.IGNORECASE)
_SIZE_LABEL = re.compile(rf"\b{_WORDS['size_labels']}\b[^.;:]{{0,24}}[:=]\s?$", re.IGNORECASE)
_UNIT_NOUN = re.compile(
    rf"(?:(?i:{_WORDS['counted_units']})|{_WORDS['traded_units']}|{_WORDS['tonnes']}s|(?i:(?:{_WORDS['many_words']}\s)?{_WORDS['area_units']}s|{_WORDS['volume_units']}))\b"
)


def _own_volume(left: str, right: str, volume_left: int, g: Grammar) -> bool:
    """A volume word stands beside a counted noun: "wurden 310.000 Sättel verkauft"."""
    return min(volume_left, nearest_behind(g.pattern("metrics.volume"), right)) <= 32


_POWER = re.compile(rf"(?:{_WORDS['watt_units']}p?|{_WORDS['rated_units']})\b")
_CAPACITY = re.compile(rf"\b{_WORDS['capacity_word']}\b[^.;]{{0,40}}$", re.IGNORECASE)
_INSTALLED = re.compile(rf"\b{_WORDS['capacity_adjectives']}\s(?:\w+\s)?{_WORDS['capacity_word']}\b", re.IGNORECASE)
