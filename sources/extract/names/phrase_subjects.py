"""What a noun phrase means: a part of the market, an area, the market itself, a company, or nothing that has a name.

Which phrase is a figure's subject is decided in `subjects`; scripts without blanks are read in `cjk_subjects`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from sources.extract.document.context import Context
from sources.extract.markets.whole_market import WORLD_WORDS, area_of_same_market, is_market, named_market
from sources.extract.names.part_names import part_name
from sources.extract.parts.named_subjects import Part, Subject, known_part
from sources.extract.phrases.area_subjects import area_subject, closing_area
from sources.extract.phrases.glued_names import name_parts
from sources.extract.phrases.non_english_phrases import (
    adjective_area,
    has_article,
    its_market,
    makers,
    non_english_phrase,
    of_industry,
    of_market,
)
from sources.extract.phrases.noun_phrases import LEAD, measure_phrases, nominal_phrase, shortened_phrase
from sources.extract.text.name_keys import market_key, part_words
from sources.grammar.areas import area_marks, area_named, area_of_adjective
from sources.grammar.language import Grammar
from sources.grammar.pattern_words import pattern_words, word_lists

_WORDS = pattern_words("names")
_LISTS = word_lists("names")

_ESTIMATE_OF = re.compile(rf"^{_WORDS['estimate_nouns']}\s(?:of|for)\s(?:the\s)?", re.IGNORECASE)
_NO_NAME = re.compile(
    rf"^[\W\d_]*$|^(?:{_WORDS['no_names']}|{_WORDS['no_names_mul']})$",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    rf"(?:{_WORDS['amount_currencies']}|[$€£₹¥])\s?[0-9]|[0-9][.,]*+\s?(?:{_WORDS['amount_scales']}|{_WORDS['amount_scales_mul']})"
)


@lru_cache(maxsize=1024)
def read_subject(phrase: str, market: str | None, parts: tuple[Part, ...], grammar: Grammar) -> Subject:
    """What a noun phrase means.

    Args:
        phrase: the words before a clause's verb, or a label or heading.
        market: the document's own market.
        parts: members of the document's segmentations.
        grammar: generic words.
    """
    plain = " ".join(phrase.split()).strip(" ,.:;*•-–—\"“”'>|#")
    bare = _ESTIMATE_OF.sub("", LEAD.sub("", plain))
    if grammar.is_non_english:
        if subject := _in_non_english(plain, market, grammar):
            return subject
        bare = non_english_phrase(phrase, grammar)
        if named := _by_first_words(plain, bare, grammar):
            return named
        plain = bare
    if _names_nobody(plain, bare, grammar):
        return Subject(plain, generic=True)
    if grammar.language == "en" and (measured := _measured(plain, bare, market, parts, grammar)):
        return measured
    grown = _GROWTH_IN.match(bare) if grammar.language == "en" else None
    bare = grown["of"] if grown else bare  # "growth in the X segment"
    if _AS_A_WHOLE.search(plain) and not grammar.is_non_english:
        return Subject(plain, market="")
    owner = _OWNED.match(bare)
    if owner and _TIME_OWNED.fullmatch(owner["owner"]):
        return Subject(plain, market="")  # "last year's revenue"
    inner = None if grown else _part_of_whole(bare)
    head = owner["owner"] if owner else inner or bare
    short = shortened_phrase(head, grammar)
    part = known_part(short, parts)
    return (
        _area(plain, head, part, grammar)
        or _houses(plain, bare, head)
        or _known(_Phrase(phrase, plain, head), market, part, short, grammar)
        or _unlisted(_Phrase(phrase, plain, head), bare, short, market, grammar, is_owner=owner is not None)
    )


class _Phrase(NamedTuple):
    """A noun phrase: as printed, without marks at its ends, and the words that decide its meaning."""

    printed: str
    plain: str
    head: str


def _in_non_english(plain: str, market: str | None, grammar: Grammar) -> Subject | None:
    """In languages other than English: the market by its name or its industry, its makers, or several firms."""
    if market and market_key(plain) >= market_key(market) and len(plain.split()) <= len(market.split()) + 4:
        return Subject(plain, area=adjective_area(plain), market="")
    if its_market(plain, grammar) or makers(plain, grammar):
        return Subject(plain, generic=True)
    if of_industry(plain, grammar) or (market is None and of_market(plain, grammar)):
        return Subject(plain, area=adjective_area(plain), market="")
    if grammar.language != "de" and _SEVERAL_NAMES.fullmatch(plain) and not area_marks(plain, 0, len(plain)):
        return Subject(plain, company=True)
    return None


def _by_first_words(plain: str, bare: str, grammar: Grammar) -> Subject | None:
    """In languages other than English: a research house, a firm by the word before its name, or an area alone."""
    if not bare or any(m.group()[0].isupper() for m in grammar.pattern("house_words").finditer(bare)):
        return Subject(plain, generic=True)
    if (firm := grammar.pattern("company_words").match(bare)) and re.match(r"\s[A-ZÀ-Þ]", bare[firm.end() :]):
        return Subject(plain, company=True)
    marks = area_marks(bare, 0, len(bare))
    if marks and marks[0].start == 0 and not non_english_phrase(bare[marks[0].end :], grammar):
        return Subject(plain, area=marks[0].area)
    return None


def _names_nobody(plain: str, bare: str, grammar: Grammar) -> bool:
    """An amount, a lone participle, a pronoun, or a word such as "the figure"."""
    generic = grammar.phrases("generic_subjects")
    return bool(
        not bare
        or _AMOUNT.search(bare)
        or _PARTICIPLE_ALONE.fullmatch(bare)
        or _NO_NAME.match(bare)
        or plain.lower() in generic
        or bare.lower() in generic
    )


def _measured(plain: str, bare: str, market: str | None, parts: tuple[Part, ...], grammar: Grammar) -> Subject | None:
    """ "sales of X": the meaning of X, where X is more than a word for the product."""
    measured = measure_phrases(grammar).match(bare)
    if not measured:
        return None
    if measured["the"] and measured["of"].lower() in grammar.phrases("product_words"):
        return Subject(plain, generic=True)  # "sales of the systems"
    whose = read_subject(measured["of"], market, parts, grammar)
    if whose.segment and not whose.known and WORLD_WORDS.search(bare[: measured.start("of")]):
        return Subject(plain, market="")  # "worldwide revenue from X" is the whole of X
    return replace(whose, text=plain) if whose.area or whose.segment or whose.market is not None else None


def _part_of_whole(bare: str) -> str | None:
    """ "the X segment of the market": X; None where the phrase is no part within a market or an area."""
    inner = _INNER.match(bare)
    if not inner or _MEASURE_FIRST.match(inner["part"]):
        return None
    return inner["part"] if _MARKET_WORD.search(inner["whole"]) or area_named(inner["whole"]) else None


def _area(plain: str, head: str, part: Part | None, grammar: Grammar) -> Subject | None:
    """An area by its name or by an adjective; several of them together are the whole."""
    if area := area_subject(_TOGETHER.sub("", head)) or closing_area(head):
        return Subject(plain, area=area)
    if _SEVERAL_AREAS.match(plain):
        return Subject(plain, market="")
    first, _, rest = head.partition(" ")
    is_kind = rest.partition(" ")[0].lower() in grammar.phrases("kind_words")
    home = None if is_kind or part else area_of_adjective(first)
    return Subject(plain, area=home) if home else None


def _houses(plain: str, bare: str, head: str) -> Subject | None:
    """ "the firm's revenue" is the market's revenue in the words of a research house; "leading makers" and "brand leader X" are firms."""
    if _SOURCE_OWNED.match(bare):
        return Subject(plain, market="")
    called = _CALLED.match(head)
    if _HOUSES.search(head) or _HOUSES.search(plain) or (called and not area_named(called["name"])):
        return Subject(plain, company=True)
    return None


def _known(of: _Phrase, market: str | None, part: Part | None, short: str, grammar: Grammar) -> Subject | None:
    """A listed part, or the market itself: the exact name of a part first, then the market, then a part within the words."""
    listed = Subject(of.plain, segment=part.name, dimension=part.dimension, known=True) if part else None
    if part and part.words == part_words(short) and not (market and part.words <= market_key(market)):
        return listed
    if place := area_of_same_market(of.head, market):
        return Subject(of.plain, area=place)
    if is_market(of.head, market, grammar):
        home = adjective_area(of.printed) if grammar.is_non_english else None
        return Subject(of.plain, area=home, market=named_market(of.head, market, grammar))
    return listed if part and not (market and part.words >= market_key(market)) else None


def _unlisted(of: _Phrase, bare: str, short: str, market: str | None, grammar: Grammar, *, is_owner: bool) -> Subject:
    """The meaning of a name that is no listed part: a part of its own, a firm, a topic or no subject."""
    plain, english = of.plain, grammar.language == "en"
    if grammar.language in ("ja", "ko", "zh"):
        return Subject(plain, generic=True)
    short = nominal_phrase(short, grammar)
    short = LEAD.sub("", short) if english else short
    if english and short.lower() in grammar.words("measure_heads") and _UNDER.match(bare, len(short)):
        return Subject(plain, market="")  # "acreage under drip"
    if _NO_NAME.match(short):
        return Subject(plain, generic=True)
    if subject := _generic_or_area(plain, short, grammar):
        return subject
    if market and market_key(short) == market_key(market):
        return Subject(plain, market="")
    if english and _PRICE_LIKE.search(short):
        return Subject(plain)  # "turnkey prices": a topic, no part
    short, verdict = part_name(short, plain, grammar)
    if verdict != "part":
        return _NO_PART[verdict](plain)
    if subject := _generic_or_area(plain, short, grammar):
        return subject
    named = grammar.is_non_english and has_article(of.printed, grammar)
    is_name = _is_proper_name(short) and not _NUMBERED_KIND.match(short)
    if (is_owner and not short.islower()) or (is_name and grammar.language != "de" and not named):
        return Subject(plain, company=True)
    return Subject(plain, segment=short)


def _generic_or_area(plain: str, short: str, grammar: Grammar) -> Subject | None:
    """Generic words alone, or an area's name, without the words around them."""
    if short.lower() in grammar.phrases("generic_subjects") or _all_generic(short, grammar):
        return Subject(plain, generic=True)
    area = area_subject(short)
    return Subject(plain, area=area) if area else None


_INNER = re.compile(rf"(?P<part>.+?)\s{_WORDS['part_nouns']}?\s?(?:of|in|within)\s(?:the\s)?(?P<whole>.+)$")
_MARKET_WORD = re.compile(rf"\b{_WORDS['market_nouns']}\b")
_MEASURE_FIRST = re.compile(
    rf"{_WORDS['first_measures']}\b",
    re.IGNORECASE,
)


# "Tier 4", "Level 3 chargers", "800 GbE", "3D NAND": a kind by its number, and no firm.
_NUMBERED_KIND = re.compile(
    rf"[0-9]{{1,4}}(?:\.[0-9])?\s?{_WORDS['grade_units']}\b|{_WORDS['numbered_kinds']}s?[\s-](?:[0-9]{{1,3}}(?:\.[0-9])?|[IVX]{{1,4}}|[A-F])(?:\s[\w-]+){{0,2}}$"
)
# "Advancing 42 % a year, HBM would ...": the subject follows.
_PARTICIPLE_ALONE = re.compile(rf"(?:[A-Z]?[a-z]+ly\s)?(?i:{_WORDS['rising_participles']})")
_NO_PART: dict[str, Callable[[str], Subject]] = {
    "no_subject": lambda plain: Subject(plain, generic=True),
    "whole": lambda plain: Subject(plain, market=""),
    "firm": lambda plain: Subject(plain, company=True),
}
_UNDER = re.compile(rf"\s{_WORDS['basis_prepositions']}\s\w")
_GROWTH_IN = re.compile(
    rf"{_WORDS['grown_measures']}\s{_WORDS['growth_prepositions']}\s(?:the\s)?(?P<of>[^,;:]{{2,50}}?\s{_WORDS['growth_parts']})$",
    re.IGNORECASE,
)
_SEVERAL_NAMES = re.compile(
    rf"[A-ZÀ-Þ][\w&.’'-]*(?:\s[A-ZÀ-Þ][\w&.’'-]*)*(?:,\s[A-ZÀ-Þ][\w&.’'-]*(?:\s[A-ZÀ-Þ][\w&.’'-]*)*)*\s{_WORDS['name_ands_mul']}\s[A-ZÀ-Þ][\w&.’'-]*(?:\s[A-ZÀ-Þ][\w&.’'-]*)*"
)
_PRICE_LIKE = re.compile(
    rf"\b{_WORDS['price_nouns']}$",
    re.IGNORECASE,
)
_TIME_OWNED = re.compile(
    rf"(?:{_WORDS['day_words']}|(?:the\s)?{_WORDS['time_adjectives']}\s{_WORDS['period_nouns']}|(?:19|20)[0-9]{{2}})",
    re.IGNORECASE,
)
_AS_A_WHOLE = re.compile(rf"\s{_WORDS['whole_adverbs']}$", re.IGNORECASE)
_OWNED = re.compile(rf"(?P<owner>[^,;]{{2,40}}?)['’]s?\s(?:\w+\s){{0,2}}{_WORDS['owned_nouns']}\b")
_SOURCE_OWNED = re.compile(rf"{_WORDS['source_nouns']}['’]s?\s", re.IGNORECASE)
_HOUSES = re.compile(
    rf"\b{_WORDS['rank_adjectives']}\s(?:\w+\s){{0,2}}{_WORDS['firm_nouns']}$"
    rf"|^{_WORDS['lone_firm_nouns']}$",
    re.IGNORECASE,
)
_TOGETHER = re.compile(rf"\s{_WORDS['together_words']}$")
# "Brand leader X", "listed player X": the name of a firm.
_CALLED = re.compile(
    rf"(?:[\w-]+\s){{0,2}}{_WORDS['firm_titles']}\s(?P<name>[A-ZÀ-Þ][\w&.’'-]*(?:\s[A-ZÀ-Þ&][\w&.’'-]*)*)$"
)
_JOINTS = frozenset((*_LISTS["name_joints"], *_LISTS["name_joints_mul"]))
_PROPER = re.compile(r"[A-Z0-9À-Þ][\w&.’'-]*")
# "Eleven states": together they are no area of their own.
_SEVERAL_AREAS = re.compile(
    rf"(?:{_WORDS['area_counts']}|[0-9]{{1,2}})\s(?:[\w-]+\s)?{_WORDS['area_nouns']}\b",
    re.IGNORECASE,
)


def _is_proper_name(phrase: str) -> bool:
    """Two or more capitalised words, the last no plural, or one word in capitals or with a capital inside: a firm, no part."""
    words = [w for w in phrase.split() if w not in _JOINTS]
    if not words or not all(_PROPER.fullmatch(w) for w in words):
        return False
    if len(words) == 1:
        return bool(re.search(r"[a-z][A-Z]", words[0]))
    last = words[-1].lower()
    return not (last.endswith("s") or last in name_parts().heads or last in name_parts().weak_heads)


@lru_cache(maxsize=4096)
def _all_generic(phrase: str, grammar: Grammar) -> bool:
    generic = grammar.words("generic_words")
    return all(w in generic for w in re.findall(r"[^\W_]+", phrase.lower()))


_FIRM = re.compile(rf"\b(?:{_WORDS['house_names']}|{_WORDS['house_names_mul']})$")


def subject_in(phrase: str, context: Context) -> Subject:
    """A phrase's subject; the publisher itself is no subject of a figure."""
    if (
        _FIRM.search(phrase)
        or _is_house(phrase, context)
        or (context.publisher and phrase.startswith(context.publisher))
    ):
        return Subject(phrase, generic=True)
    return read_subject(phrase, context.market, context.parts, context.grammar)


def _is_house(phrase: str, context: Context) -> bool:
    """ "Otterline Data": capitalised words, the last of them common in names of research houses."""
    words = phrase.split()
    if not 2 <= len(words) <= 4 or not all(w[0].isupper() for w in words):
        return False
    return bool(context.grammar.pattern("house_words").fullmatch(words[-1]))
