"""What a percentage measures: growth, share, margin, impact, or something else."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property

from sources.extract.figures.quantity import Quantity
from sources.extract.figures.surroundings import Reading, Surroundings, nearest_before, nearest_behind
from sources.extract.metric.non_english_growth import is_ranked_share, non_english_growth
from sources.extract.metric.other_wholes import of_other_whole
from sources.extract.metric.rate_words import MOVED, OF_WHOLE, VALUE_NOUNS, WILL, ahead_of, also, near_clause, of_whole
from sources.extract.metric.share_levels import share_level
from sources.extract.metric.share_or_growth import share_or_growth
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, words_of_languages
from sources.records import Metric

_WORDS = pattern_words("metric")
_ANY = words_of_languages("metric")

_NEAR = 70
_AT_ONCE = 12  # "rose 9% and squeezed margins": growth of something else than the margin
_LESS = re.compile(rf"\s{_WORDS['less_words']}\b")
_SHARE_MOVES = re.compile(rf"\b{_WORDS['share_word']}\b[^.;%]{{0,80}}\bby\s$", re.IGNORECASE)
_MADE_UP = re.compile(rf"\b{_WORDS['made_up_verbs']}\b", re.IGNORECASE)


# "of which 9% are recycled", "between 30% and 40% give up": those who or which do something, and no growth.
_DOES = re.compile(rf"\s{_WORDS['doing_verbs']}\b")
_OPENS = re.compile(
    rf"(?:^|[.;,(]\s?|\b(?:{_WORDS['clause_openers']}|{_WORDS['between_word']}\s[0-9.]{{1,5}}\s?%?\sand)\s){_WORDS['opening_hedges']}?\s?$",
    re.IGNORECASE,
)


def read_rate(q: Quantity, a: Surroundings, g: Grammar) -> Reading:
    """The metric of a percentage, percentage points or basis points; `other_numeric` where no cue is near."""
    if reading := _under_heading(a, g) or _of_points(q, a, g):
        return reading
    left, right = _MADE_UP.sub(" represented ", a.left[-160:]), _FOOTNOTE.sub("", a.right[:90])
    if g.is_wide:
        left, right = near_clause(left, right)
    rate = _Rate(q, a, g, left, right)
    return next((reading for step in _STEPS if (reading := step(rate))), Reading("other_numeric", "percent.other"))


@dataclass(frozen=True)
class _Rate:
    """A percentage with the words around it. Distances are characters; `_NOWHERE` where no such word is near."""

    q: Quantity
    a: Surroundings
    g: Grammar
    left: str
    right: str

    @cached_property
    def is_signed(self) -> bool:
        return bool(_SIGNED.match(self.a.sentence[self.a.at : self.a.at + 1]))

    @cached_property
    def share_left(self) -> int:
        return nearest_before(self.g.pattern("metrics.share"), self.left)

    @cached_property
    def growth_left(self) -> int:
        return nearest_before(self.g.pattern("metrics.growth"), self.left)

    @cached_property
    def cagr_left(self) -> int:
        return nearest_before(self.g.pattern("metrics.cagr"), self.left)

    @cached_property
    def cagr_right(self) -> int:
        return nearest_behind(self.g.pattern("metrics.cagr"), self.right)

    @cached_property
    def of_whole(self) -> re.Match[str] | None:
        return of_whole(self.right, self.g)

    @property
    def rate_before(self) -> Metric | None:
        """The metric of the figure before in the sentence, where it is a share or a rate."""
        before = self.a.previous_in_sentence
        return before if before in _RATES else None

    @property
    def is_named_in_other_words(self) -> bool:
        """The document's language has words of its own, and blanks between them."""
        return self.g.language != "en" and not self.g.is_wide


def _under_heading(a: Surroundings, g: Grammar) -> Reading | None:
    """The metric of a value under a table header, row label or field name."""
    if not a.heading:
        return None
    cagr = g.pattern("metrics.cagr")
    if nearest_before(cagr, a.left[-40:]) <= 12 or nearest_behind(cagr, a.right[:24]) <= 2:
        return Reading("cagr", "percent.cagr_before")
    if g.pattern("metrics.impact").search(a.heading):
        return Reading("impact_on_cagr", "percent.impact_header")
    return _by_header(a.heading, g)


def _of_points(q: Quantity, a: Surroundings, g: Grammar) -> Reading | None:
    """Basis points, points by which a share moves, and points in a script without blanks: no metric of a market."""
    if q.kind == "basis_points":
        return Reading("other_numeric", "percent.basis_points")
    if q.kind == "points" and _SHARE_MOVES.search(a.left[-120:]):
        return Reading("other_numeric", "percent.points_of_share")
    if q.kind == "points" and g.is_wide:
        return Reading("other_numeric", "percent.points")
    return None


def _in_wide_script(r: _Rate) -> Reading | None:
    """Forms of scripts without blanks: "39.5％のシェア", "(同 12%)", "上年为 11%"."""
    if not r.g.is_wide:
        return None
    share_right = nearest_behind(r.g.pattern("metrics.share"), r.right)
    if share_right <= 2 and nearest_behind(r.g.pattern("metrics.growth"), r.right) > share_right:
        return Reading("share", "percent.share_right_behind")
    if _DITTO.search(r.left) and r.a.previous_rate:
        return Reading(r.a.previous_rate, "percent.ditto")
    if r.rate_before and _YEAR_AGO.search(r.left):
        return Reading(r.rate_before, "percent.year_before")
    if r.a.subject_is_company and not share_level(r.q, r.a, r.g):
        return Reading("other_numeric", "percent.of_company")
    return None


def _level_of_share(r: _Rate) -> Reading | None:
    """A share that words of level tell, or that its change in brackets follows."""
    if r.is_signed:
        return None
    if level := share_level(r.q, r.a, r.g):
        return level
    changes = r.q.kind == "percent" and _WITH_CHANGE.match(r.a.sentence, r.a.at + r.q.end - r.q.start)
    if changes and r.growth_left > _ADJACENT and r.cagr_left > _NEAR:
        return Reading("share", "percent.with_change")
    return None


def _governed(r: _Rate) -> Reading | None:
    """What the words right beside it make of it: those who do something, points of a rate, a part of growth, stock."""
    a, g = r.a, r.g
    if g.language == "en" and _DOES.match(r.right) and _OPENS.search(r.left):
        return Reading("other_numeric", "percent.subject_of_verb")
    again = a.previous_in_sentence == "impact_on_cagr" and (r.q.kind == "points" or r.is_signed)
    if again or _TO_CAGR.match(r.right) or g.starting("impact_words").match(r.right):
        return Reading("impact_on_cagr", "percent.points_of_cagr")
    if _TO_GROWTH.match(r.right) and _ADDS.search(r.left):
        return Reading("other_numeric", "percent.part_of_growth")
    if _STOCK.search(r.left) or _OF_AMOUNT.match(r.right):
        return Reading("other_numeric", "percent.of_stock_or_amount")
    return None


def _grown_in_other_words(r: _Rate) -> Reading | None:
    return non_english_growth(r.q, r.a, r.left, r.right, r.g) if r.is_named_in_other_words else None


def _of_counted(r: _Rate) -> Reading | None:
    """ "three in ten buyers": a share of what is counted only where a word of share stands before it."""
    if not r.q.noun or also(VALUE_NOUNS, r.g, "value_nouns").match(r.q.noun):
        return None
    if r.share_left <= 16:
        return Reading("share", "percent.share_of_counted")
    return Reading("other_numeric", "percent.of_counted")


def _of_other_topic(r: _Rate) -> Reading | None:
    """A percentage of something else than the market: another whole, or a topic such as tax or efficiency."""
    if other := of_other_whole(r.q, r.a, r.left, r.right, r.g):
        return other
    topic = r.g.pattern("metrics.other_percent")
    if (
        nearest_before(topic, r.left) <= 30
        or topic.search(r.a.subject)
        or nearest_behind(topic, r.right) <= 18
        or also(_LESS, r.g, "less_words", r"\s{}").match(r.right)
    ):
        return Reading("other_numeric", "percent.other_topic")
    return None


def _named_rate(r: _Rate) -> Reading | None:
    """A compound growth rate by name beside the figure, before any word of share."""
    apart = r.g.language != "en" and r.right.lstrip().startswith(",")
    if r.cagr_right <= 30 and not apart and not _clause_break(r.right[: r.cagr_right]):
        return Reading("cagr", "percent.cagr_behind")
    if r.cagr_left <= _NEAR and r.cagr_left <= r.share_left:
        return Reading("cagr", "percent.cagr_before")
    return None


def _named_margin(r: _Rate) -> Reading | None:
    margin = r.g.pattern("metrics.margin")
    margin_left, margin_right = nearest_before(margin, r.left), nearest_behind(margin, r.right)
    rises = margin_left > _NEAR and margin_right > _AT_ONCE and r.growth_left <= 4
    if min(margin_left, margin_right) <= _NEAR and not rises:
        return Reading("margin", "percent.margin")
    return None


def _beside_figures(r: _Rate) -> Reading | None:
    """What the figure just before makes of it: the same again, a share of value, a rate that is compared."""
    a = r.a
    if len(r.left.strip(" ,&/(·")) <= 3 and a.previous in _RATES:
        return Reading(a.previous, "percent.same_as_before")
    early = OF_WHOLE.match(r.right)
    of_value = early and VALUE_NOUNS.match(early["noun"]) and r.growth_left > 30
    if of_value and (a.is_listed or a.clause_is_parallel):
        return Reading("share", "percent.share_of_value")
    if _FASTEST.search(r.left) and r.share_left > 40 and not early and a.subject_is_part:
        return Reading("cagr", "percent.fastest")
    if _AFTER.search(r.left) and a.previous_in_sentence == "growth_rate" and r.share_left > 25:
        return Reading("growth_rate", "percent.growth_compared")
    if r.rate_before and _FOLLOWED.search(r.left):
        return Reading(r.rate_before, "percent.listed_member")
    return None


_THROUGH = re.compile(rf"\s*{_ANY['span_words']}\b")


def _listed(r: _Rate) -> Reading | None:
    """A member of a list carries on what the list states; a rate named in the clause holds for it."""
    a, unnamed = r.a, r.cagr_left == _NOWHERE
    if a.is_listed and unnamed and r.rate_before:
        return Reading(r.rate_before, "percent.listed_member")
    carries_share = a.carried == "share" and a.previous_in_sentence is None
    if a.is_listed and unnamed and carries_share and not r.of_whole:
        return Reading("share", "percent.share_continued")
    if not unnamed and r.share_left == _NOWHERE:
        return Reading("cagr", "percent.cagr_in_clause")
    if a.is_listed and a.subject_is_known and not r.of_whole:
        if _THROUGH.match(r.right):
            return Reading("cagr", "percent.part_through_year")
        if re.match(r"\s*(?:in\s(?:19|20)[0-9]{2})?\s*[.;)]?\s*$", r.right):
            return Reading("share", "percent.part_in_year")
    return None


def _told_yearly(r: _Rate) -> Reading | None:
    """ "9 % a year", where no share and no firm is spoken of."""
    yearly = also(_YEARLY, r.g, "modal_spans", r"\s*{}").match(r.right)
    if yearly and not r.a.subject_is_company and r.share_left > 25 and not r.of_whole:
        return _yearly(r.a, r.g)
    return None


def _in_brackets(r: _Rate) -> Reading | None:
    """A figure in brackets or beside a dash: a member, a change, or a share of the value before it."""
    a, bracketed = r.a, _IN_BRACKETS.search(r.left)
    if bracketed and r.right[:1] == ")" and r.rate_before:
        return Reading(r.rate_before, "percent.bracketed_member")
    changes = r.is_signed and r.q.value_high is None
    if bracketed and changes and a.previous_in_sentence in ("market_size", "volume", "price"):
        return Reading("growth_rate", "percent.signed_in_brackets")
    if _THE_REST.match(r.right) and a.subject_is_part:
        return Reading("share", "percent.rest")
    beside = bracketed or r.left.strip() in (",", "|", "–", "-", "/")
    if beside and a.previous_in_sentence in ("market_size", "volume") and a.subject_is_part and not r.is_signed:
        return Reading("share", "percent.share_in_brackets")
    if a.row_is_whole:
        return Reading("share", "percent.row_of_shares")
    return None


def _moved(r: _Rate) -> Reading | None:
    """A signed change, what remains of a whole, and a share that moves."""
    a, g = r.a, r.g
    if r.is_signed and r.q.value_high is None and r.share_left > 30:
        sized = a.previous_in_sentence in ("market_size", "volume")
        if sized or also(_ON_YEAR, g, "moved_words", r"\s?{}").match(r.right):
            return Reading("growth_rate", "percent.signed")
    remains = "share" in (a.previous_in_sentence, a.carried)
    if remains and also(_REST, g, "rest_words", r"{}\s(?:\w+\s){{0,3}}$").search(r.left):
        return Reading("share", "percent.rest")
    moved = a.previous_in_sentence == "share" and also(MOVED, g, "moved_words", r"{}\s?(?:\w+\s){{0,2}}$").search(
        r.left
    )
    if moved and growth_before_is_far(r.left, g):
        return Reading("share", "percent.share_moved")
    return None


def _in_other_words(r: _Rate) -> Reading | None:
    """In other languages than English: a firm's rate, a part by its label, a share that a part leaves."""
    a, g = r.a, r.g
    if g.language == "en":
        return None
    if a.subject_is_company:
        return Reading("other_numeric", "percent.of_company")
    labelled = a.subject_is_part and r.left.rstrip().endswith((":", "："))
    if labelled and not r.right.strip(" .;,)") and r.q.value >= 0 and r.q.value_high is None:
        return Reading("share", "percent.labelled_part")
    if _leaves(a, r.left, r.right, g):
        return Reading("share", "percent.share_before")
    return None


def _weighed(r: _Rate) -> Reading | None:
    """Words of share against words of growth, by which stands nearer."""
    if reading := share_or_growth(r.q, r.a, r.left, r.right, r.share_left, r.g):
        return reading
    if r.g.is_wide:
        return _wide_share(r.a, r.left, r.right, r.share_left, r.g)
    if r.is_named_in_other_words and is_ranked_share(r.a, r.left, r.right, r.g):
        return Reading("share", "percent.ranked_share")
    return None


def _left_over(r: _Rate) -> Reading | None:
    """What weak cues make of a figure that no other step reads."""
    if r.cagr_right < _NOWHERE and not _clause_break(r.right[: r.cagr_right]):
        return Reading("cagr", "percent.cagr_behind")
    if _is_rival(r.a) and growth_before_is_far(r.left, r.g):
        return Reading("share", "percent.rival")
    return None


# In the order of their weight: the first that reads the figure decides.
_STEPS: tuple[Callable[[_Rate], Reading | None], ...] = (
    _in_wide_script,
    _level_of_share,
    _governed,
    _grown_in_other_words,
    _of_counted,
    _of_other_topic,
    _named_rate,
    _named_margin,
    _beside_figures,
    _listed,
    _told_yearly,
    _in_brackets,
    _moved,
    _in_other_words,
    _weighed,
    _left_over,
)
_RATES = ("share", "cagr", "growth_rate")
_NOWHERE = 10_000  # the distance of a word that is absent, as `nearest_before` and `nearest_behind` give it


_YEARLY = re.compile(rf"\s*{_WORDS['a_year_words']}(?![A-Za-z])(?! {_WORDS['earlier_words']})", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"[(（]\s?[~≈<>]?\s?$")
_SIGNED = re.compile(r"[-+−–±]")
_ON_YEAR = re.compile(
    rf"\s?{_WORDS['on_words']}\s(?:the\s)?(?:(?:19|20)[0-9]{{2}}|{_WORDS['year_before_openers']})|\s?{_WORDS['yoy_words']}\b",
    re.IGNORECASE,
)
_BY_SO_MUCH = 5
_ADJACENT = 8
_WITH_CHANGE = re.compile(r"\s?\(\s?[-+−–]\s?[0-9][0-9.,]*\s?%\s?\)")  # "28 % (+2,2 %)": a share with its change
_FOOTNOTE = re.compile(r"^(?:[0-9]{1,2}|\[[0-9]{1,2}\])(?![0-9%.,])")
_THE_REST = re.compile(
    rf"[\s,]*(?:{_WORDS['respectively_word']},?\s)?{_WORDS['make_up_verbs']} {_WORDS['rest_nouns']}\b", re.IGNORECASE
)
_TO_CAGR = re.compile(
    rf"\s{_WORDS['points_prepositions']}\s(?:the\s)?(?:[\w-]+\s){{0,2}}{_WORDS['rate_nouns']}\b", re.IGNORECASE
)
_FOLLOWED = re.compile(rf"\b{_WORDS['followed_by']} (?:an? )?(?:\w+ )?$", re.IGNORECASE)
_FASTEST = re.compile(
    rf"\b{_WORDS['superlatives']}(?:[- ]{_WORDS['growing_word']})?\s(?:[\w-]+\s){{0,3}}(?:at|with|:)\s(?:\w+\s){{0,2}}$",
    re.IGNORECASE,
)
_AFTER = re.compile(rf"\b{_WORDS['after_words']}\s(?:\w+\s){{0,2}}$", re.IGNORECASE)
# "to contribute 69 % to the growth": a part of the growth is no part of the market.
_TO_GROWTH = re.compile(
    rf"\s{_WORDS['of_growth_prepositions']}\s(?:the\s|its\s)?(?:[\w-]+\s){{0,2}}{_WORDS['growth_word']}\b",
    re.IGNORECASE,
)
_ADDS = re.compile(
    rf"\b(?:{_WORDS['adding_stems']}\w+|{_WORDS['adding_verb_roots']}\w*|{_WORDS['see_word']})\b[^.;,]{{0,20}}$",
    re.IGNORECASE,
)
_STOCK = re.compile(
    rf"\b{_WORDS['share_nouns']} (?:(?:of|in) [\w ]{{3,30}} )?{_WORDS['stock_verbs']}\s(?:\w+\s){{0,2}}$",
    re.IGNORECASE,
)
_OF_AMOUNT = re.compile(
    rf"\s(?:of|that of)\s(?:(?:19|20)[0-9]{{2}}['’]s\s)?(?:{_WORDS['currency_codes']}\s?)?[$€£₹¥][0-9]"
)
_REST = re.compile(
    rf"\b(?:{_WORDS['other_parts']}|the {_WORDS['rest_and_balance']}(?:,| of)?)\s(?:\w+\s){{0,3}}$",
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
    years, moved = g.source("year_leads"), g.source("moved_words")
    return re.compile(rf"\s*(?:{years}?\s?(?:19|20)[0-9]{{2}}\s)?{moved}\s?(?:\w+\s)?", re.IGNORECASE)


def _foreseen(a: Surroundings, g: Grammar) -> bool:
    """The clause speaks of the future, in the language's own words."""
    return g.language != "en" and bool(g.pattern("status.forecast").search(a.clause))


def growth_before_is_far(left: str, g: Grammar) -> bool:
    """No growth word stands just before the figure."""
    return nearest_before(g.pattern("metrics.growth"), left) > 25


_BESIDE_SHARES = (None, "share", "market_size", "volume")
_DITTO = re.compile(rf"[(（]\s?{_WORDS['ditto_ja']}\s?約?$")
_YEAR_AGO = re.compile(
    rf"{_ANY['year_ago']}{_WORDS['same_period_ja']}?{_ANY['year_ago_links']}?{_ANY['year_ago_hedges']}?\s?$"
)
# "種類別では", "按应用划分": parts and their shares follow.
_BY_DIMENSION = re.compile(
    rf"{_WORDS['by_dimension_ja']}|{_WORDS['by_openers_zh']}.{{1,10}}?{_WORDS['by_closers_zh']}[,，]"
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


_AHEAD = re.compile(
    rf"\b{_WORDS['ahead_words_of_spans']}\s(?:\w+\s){{0,3}}(?:(?:19|20)[0-9]{{2}}|{_WORDS['years_words']})\b",
    re.IGNORECASE,
)


def _yearly(a: Surroundings, g: Grammar) -> Reading:
    """ "9 % a year": compound where it runs over a span or stands beside a CAGR, one year's growth elsewhere."""
    ahead = _AHEAD.search(a.sentence)
    ahead = ahead or ahead_of(g).search(a.sentence)
    if ahead or a.n_years > 1 or a.has_growth_rate or a.previous_in_sentence == "cagr":
        return Reading("cagr", "percent.yearly_over_span")
    if a.subject_is_part or a.subject_is_market or a.subject_is_generic:
        return Reading("cagr" if WILL.search(a.clause) or _foreseen(a, g) else "growth_rate", "percent.yearly")
    return Reading("other_numeric", "percent.yearly_elsewhere")


_SHARE_HEADER = re.compile(rf"\b{_ANY['share_headers']}\b|{_ANY['share_header_characters']}", re.IGNORECASE)
_GROWTH_HEADER = re.compile(rf"\b{_ANY['growth_headers']}\b|{_ANY['growth_header_characters']}", re.IGNORECASE)
_SPAN_HEADER = re.compile(rf"(?:19|20)[0-9]{{2}}年?\s?(?:[-–~～〜至到]|{_WORDS['from_word_ja']})\s?(?:19|20)[0-9]{{2}}")


def _by_header(header: str, g: Grammar) -> Reading | None:
    """The metric that a table header, row label or field name spells out."""
    for metric, name in (("cagr", "metrics.cagr"), ("margin", "metrics.margin")):
        if g.pattern(name).search(header):
            return Reading("cagr" if metric == "cagr" else "margin", f"percent.{metric}_header")
    if also(_SHARE_HEADER, g, "share_words").search(header):
        return Reading("share", "percent.share_header")
    if also(_GROWTH_HEADER, g, "growth_headers").search(header):
        if g.is_wide and _SPAN_HEADER.search(header):  # "国別の成長率(2025~2035年)"
            return Reading("cagr", "percent.growth_over_span_header")
        return Reading("growth_rate", "percent.growth_header")
    return None


_BREAK = re.compile(rf"[;:]|,\s{_WORDS['break_words']}\b|\b{_WORDS['while_word']}\b")


def _clause_break(text: str) -> bool:
    return bool(_BREAK.search(text))
