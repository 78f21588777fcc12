"""Of what a figure is said: the part of the market, the area, the market itself, or some other subject."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from sources.extract.acronyms import same_when_spelt_out
from sources.extract.clauses import Clause
from sources.extract.glued import name_parts
from sources.extract.market_phrases import market_phrases
from sources.extract.markets import market_key, market_marks
from sources.extract.own_phrases import (
    adjective_area,
    has_article,
    is_own,
    its_market,
    makers,
    of_industry,
    of_market,
    own_phrase,
)
from sources.extract.part_names import part_name
from sources.grammar.areas import Area, AreaMark, area_marks, area_named, area_of_adjective
from sources.grammar.language import Grammar
from sources.grammar.market_naming import naming
from sources.grammar.phrase_patterns import alternation

_LEAD = re.compile(
    r"^(?:(?:the|a|an|its|their|our|this|these|both|all|der|die|das|den|el|la|los|las|le|les|un|una|une|ein|eine)\s+|(?:therefore|meanwhile|however|overall|also|notably|similarly|likewise|even so|still|yet|so|but|and|thus|then|here|there|elsewhere|by contrast|in turn|in contrast|of these|of this|of that|in it|in all|all told|indeed|in fact|by now|by then|by comparison|separately|likewise),?\s+"
    r"|(?:largest|biggest|leading|dominant|top|fastest-growing|main|key|first|second)\s+)+",
    re.IGNORECASE,
)
_ESTIMATE_OF = re.compile(r"^(?:estimate|forecast|projection)s?\s(?:of|for)\s(?:the\s)?", re.IGNORECASE)
_CUT = re.compile(
    r"\s+(?:of|in|within|for|across|among|from|under|with|at|by|on|over|during|through|which|that|who|whose|as|because|driven|helped|supported|thanks|since|expected|likely|alone)\s|,\s|\s[(\[–—]|\s?[:;]"
)
_TAIL = re.compile(
    r"\s+(?:thus|therefore|then|however|meanwhile|segments?|sub-?segments?|categor(?:y|ies)|verticals?|regions?|areas?|markets?|industry|sector|group|class|types?|Segmente?|segmentos?|Kategorie|Region|región|région|alone|itself|also|still|now|currently|together|combined|each|too|both|uses?|part|piece|portion|side|revenues?|sales|demand|spending|shipments|Umsatz|ventas)$",
    re.IGNORECASE,
)
_OF_MARKET = re.compile(r"\b(?:segments?|category|submarket|part|portion|share)\s(?:of|in|within)\s", re.IGNORECASE)
_NO_NAME = re.compile(
    r"^[\W\d_]*$|^(?:and|or|but|there|here|it|this|that|which|what|who|one|others?|some|many|most|both|que|dass|von|de|el|la|mit|of|by|with)$",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"(?:USD|US\$|EUR|INR|Rs\.?|[$€£₹¥])\s?[0-9]|[0-9][0-9.,]*\s?(?:million|billion|bn|%|percent|Mio|Mrd|millones)"
)
_WORLD = re.compile(
    r"\b(?:worldwide|global|globally|world|world's|mundial|mundiales|weltweite?[nrs]?|globale[nrs]?|mondiale?s?)\b|世界|グローバル|全球",
    re.IGNORECASE,
)
_PART_WORDS = re.compile(
    r"\b(?:segment|category|tier|application|vertical|type|end[- ]user|sub-segment|class|channel|band)s?\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Part:
    """A member of a segmentation that the document lists."""

    dimension: str | None
    name: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a clause speaks of. At most one of area, segment and market is set."""

    text: str
    area: Area | None = None
    segment: str | None = None
    dimension: str | None = None
    market: str | None = None  # a market by name, or "" for the document's own
    known: bool = False  # the segment is one the document lists
    generic: bool = False  # "it", "the segment": whoever was spoken of before
    company: bool = False  # a proper name that is no part of the market


def part_of(dimension: str | None, name: str) -> Part:
    """A listed member with its words for comparison."""
    return Part(dimension, name, part_words(name))


_PART_STOP = frozenset(
    "the a an and of for in segment segments market markets sector category type types based by other others group cluster clusters systems system "
    "solutions solution services service products product deployments deployment model models users user applications application tier".split()
)


@lru_cache(maxsize=4096)
def part_words(name: str) -> frozenset[str]:
    """Words of a segment's name for comparison: lower case, singular, generic words left out where others remain."""
    words = [w.rstrip("s") or w for w in re.findall(r"[^\W_]+", name.lower().replace("’", "").replace("'", ""))]
    telling = frozenset(w for w in words if w not in _PART_STOP and w + "s" not in _PART_STOP)
    return telling or frozenset(words)


def known_part(name: str, parts: Sequence[Part]) -> Part | None:
    """The listed member that a phrase means: equal words, or the only member whose words it holds."""
    words = part_words(name)
    if not words:
        return None
    exact = [p for p in parts if p.words == words]
    if exact:
        return exact[0]
    wider = [p for p in parts if p.words <= words and len(words - p.words) <= 2]
    if wider:
        return max(wider, key=lambda p: (len(p.words), p.name))
    narrower = [p for p in parts if words <= p.words and len(p.words - words) <= 2]
    names = {p.words for p in narrower}
    return narrower[0] if len(names) == 1 else None


def read_subject(phrase: str, market: str | None, parts: Sequence[Part], grammar: Grammar) -> Subject:
    """What a noun phrase stands for.

    Args:
        phrase: the words before a clause's verb, or a label or heading.
        market: the document's own market.
        parts: members of the document's segmentations.
        grammar: generic words.
    """
    plain = " ".join(phrase.split()).strip(" ,.:;*•-–—\"“”'>|#")
    bare = _ESTIMATE_OF.sub("", _LEAD.sub("", plain))
    lower = plain.lower()
    if is_own(grammar):
        if market and market_key(plain) >= market_key(market) and len(plain.split()) <= len(market.split()) + 4:
            return Subject(plain, area=adjective_area(plain), market="")
        if its_market(plain, grammar) or makers(plain, grammar):
            return Subject(plain, generic=True)
        if of_industry(plain, grammar) or (market is None and of_market(plain, grammar)):
            return Subject(plain, area=adjective_area(plain), market="")
        if grammar.language != "de" and _SEVERAL_NAMES.fullmatch(plain) and not area_marks(plain, 0, len(plain)):
            return Subject(plain, company=True)
        bare = own_phrase(phrase, grammar)
        if not bare:
            return Subject(plain, generic=True)
        if any(m.group()[0].isupper() for m in grammar.pattern("house_words").finditer(bare)):
            return Subject(plain, generic=True)
        if (firm := grammar.pattern("company_words").match(bare)) and re.match(r"\s[A-ZÀ-Þ]", bare[firm.end() :]):
            return Subject(plain, company=True)
        marks = area_marks(bare, 0, len(bare))
        if marks and marks[0].start == 0 and not own_phrase(bare[marks[0].end :], grammar):
            return Subject(plain, area=marks[0].area)
        plain, lower = bare, bare.lower()
    if _AMOUNT.search(bare) or _PARTICIPLE_ALONE.fullmatch(bare):
        return Subject(plain, generic=True)
    if (
        not bare
        or _NO_NAME.match(bare)
        or lower in grammar.phrases("generic_subjects")
        or bare.lower() in grammar.phrases("generic_subjects")
    ):
        return Subject(plain, generic=True)
    inner = re.match(
        r"(?P<part>.+?)\s(?:segments?|category|sub-?segment|tier)?\s?(?:of|in|within)\s(?:the\s)?(?P<whole>.+)$", bare
    )
    head = bare
    if grammar.language == "en" and (measured := _measured(grammar).match(bare)):
        if measured["the"] and measured["of"].lower() in grammar.phrases("product_words"):
            return Subject(plain, generic=True)  # "sales of the systems"
        told = read_subject(measured["of"], market, parts, grammar)
        if told.segment and not told.known and _WORLD.search(bare[: measured.start("of")]):
            return Subject(plain, market="")  # "worldwide revenue from X" is the whole of X
        if told.area or told.segment or told.market is not None:
            return replace(told, text=plain)
    if grammar.language == "en" and (grown := _GROWTH_IN.match(bare)):
        bare = head = grown["of"]  # "growth in the X segment"
    if _AS_A_WHOLE.search(plain) and not is_own(grammar):
        return Subject(plain, market="")
    owner = _OWNED.match(bare)
    if owner and _TIME_OWNED.fullmatch(owner["owner"]):
        return Subject(plain, market="")  # "last year's revenue"
    if owner:
        head = owner["owner"]
    elif (
        inner
        and (re.search(r"\bmarkets?\b|\bindustry\b", inner["whole"]) or area_named(inner["whole"]))
        and not re.match(
            r"(?:revenues?|sales|value|size|shipments|demand|spending|growth|number|volume|share|use|output|consumption)\b",
            inner["part"],
            re.IGNORECASE,
        )
    ):
        head = inner["part"]
    area = area_subject(_TOGETHER.sub("", head)) or _closing_area(head)
    if area:
        return Subject(plain, area=area)
    if _SEVERAL_AREAS.match(plain):
        return Subject(plain, market="")
    first = head.partition(" ")[0]
    kind = head.partition(" ")[2].partition(" ")[0].lower() in grammar.phrases("kind_words")
    if not kind and (home := area_of_adjective(first)) and not known_part(_shortened(head, grammar), parts):
        return Subject(plain, area=home)
    if _SOURCE_OWNED.match(bare):
        return Subject(plain, market="")
    if _HOUSES.search(head) or _HOUSES.search(plain):
        return Subject(plain, company=True)
    if (called := _CALLED.match(head)) and not area_named(called["name"]):
        return Subject(plain, company=True)
    part = known_part(_shortened(head, grammar), parts)
    if (
        part
        and part.words == part_words(_shortened(head, grammar))
        and not (market and part.words >= market_key(market))
    ):
        return Subject(plain, segment=part.name, dimension=part.dimension, known=True)
    if place := _area_of_own_market(head, market):
        return Subject(plain, area=place)
    if is_market(head, market, grammar):
        home = adjective_area(phrase) if is_own(grammar) else None
        return Subject(plain, area=home, market=_named_market(head, market, grammar))
    if part and not (market and part.words >= market_key(market)):
        return Subject(plain, segment=part.name, dimension=part.dimension, known=True)
    short = _shortened(head, grammar)
    if grammar.language in ("ja", "ko", "zh"):
        return Subject(plain, generic=True)
    short = _nominal(short, grammar)
    short = _LEAD.sub("", short) if grammar.language == "en" else short
    if grammar.language == "en" and short.lower() in grammar.words("measure_heads") and _UNDER.match(bare, len(short)):
        return Subject(plain, market="")  # "acreage under drip"
    if _NO_NAME.match(short) or short.lower() in grammar.phrases("generic_subjects") or _all_generic(short, grammar):
        return Subject(plain, generic=True)
    if area := area_subject(short):
        return Subject(plain, area=area)
    if market and market_key(short) == market_key(market):
        return Subject(plain, market="")
    if _PRICE_LIKE.search(short) and grammar.language == "en":
        return Subject(plain)  # "turnkey prices": a topic, no part
    short, verdict = part_name(short, plain, grammar)
    if verdict != "part":
        return _NO_PART[verdict](plain)
    if short.lower() in grammar.phrases("generic_subjects") or _all_generic(short, grammar):
        return Subject(plain, generic=True)
    if area := area_subject(short):
        return Subject(plain, area=area)
    named = is_own(grammar) and has_article(phrase, grammar)
    is_name = _is_proper_name(short) and not _NUMBERED_KIND.match(short)
    if (owner and not short.islower()) or (is_name and grammar.language != "de" and not named):
        return Subject(plain, company=True)
    return Subject(plain, segment=short)


# "Tier 4", "Level 3 chargers", "800 GbE", "3D NAND": a kind by its number, and no firm.
_NUMBERED_KIND = re.compile(
    r"[0-9]{1,4}(?:\.[0-9])?\s?(?:GbE|Gbps|[GDT]|nm|V)\b|(?:Tier|Level|Type|Class|Grade|Stage|Phase|Category|Generation|Gen|Series|Group|Zone|Band|Size|Wave|Rank)s?[\s-](?:[0-9]{1,3}(?:\.[0-9])?|[IVX]{1,4}|[A-F])(?:\s[\w-]+){0,2}$"
)
# "Advancing 42 % a year, HBM would ...": whom it is said of follows.
_PARTICIPLE_ALONE = re.compile(
    r"(?:[A-Z]?[a-z]+ly\s)?(?:[Gg]row|[Rr]is|[Aa]dvanc|[Ee]xpand|[Cc]limb|[Ii]ncreas|[Dd]eclin|[Ff]all|[Ss]urg|[Rr]each|[Tt]otall?|[Aa]ccount|[Rr]epresent|[Hh]old|[Mm]ak|[Oo]utpac|[Mm]ov|[Bb]egin|[Ss]tart)ing"
)
_NO_PART: dict[str, Callable[[str], Subject]] = {
    "nobody": lambda plain: Subject(plain, generic=True),
    "whole": lambda plain: Subject(plain, market=""),
    "firm": lambda plain: Subject(plain, company=True),
}
_UNDER = re.compile(r"\s(?:under|on|behind|at|with)\s\w")
_GROWTH_IN = re.compile(
    r"(?:growth|demand|sales|revenue|spending|shipments)\s(?:in|of|for|within)\s(?:the\s)?(?P<of>[^,;:]{2,50}?\s(?:segment|category|sub-?segment))$",
    re.IGNORECASE,
)
_SEVERAL_NAMES = re.compile(
    r"[A-ZÀ-Þ][\w&.’'-]*(?:\s[A-ZÀ-Þ][\w&.’'-]*)*(?:,\s[A-ZÀ-Þ][\w&.’'-]*(?:\s[A-ZÀ-Þ][\w&.’'-]*)*)*\s(?:et|y|e|ed)\s[A-ZÀ-Þ][\w&.’'-]*(?:\s[A-ZÀ-Þ][\w&.’'-]*)*"
)


def measured_name(phrase: str, grammar: Grammar) -> str | None:
    """X in "sales of X"."""
    match = _measured(grammar).match(_LEAD.sub("", phrase)) if grammar.language == "en" else None
    return match["of"] if match else None


@cache
def _measured(g: Grammar) -> re.Pattern[str]:
    """ "Sales of X", "revenue from X in Asia"."""
    return re.compile(
        rf"(?:(?:global|world|worldwide|annual|total|overall|yearly|combined|new|retail|unit|gross|net|domestic|local|consumer)\s){{0,2}}{alternation(g.phrases('measure_nouns'))}\s(?:of|from|on|for|to|among)\s(?P<the>(?:the|these|those|such|all)\s)?(?P<of>[^,;:]{{2,60}})$",
        re.IGNORECASE,
    )


_PRICE_LIKE = re.compile(
    r"\b(?:prices?|costs?|margins?|fees?|tariffs?|wages|salaries|rents?|interest rates?|operating rates?|yields|stocks?|inventor(?:y|ies)|budgets?|profits?|losses|jobs|headcount|employment|tickets? prices?)$",
    re.IGNORECASE,
)
_TIME_OWNED = re.compile(
    r"(?:(?:the\s)?(?:last|this|next|that|previous|prior|current|coming)\s(?:year|quarter|month|decade|season)|today|tomorrow|yesterday|(?:19|20)[0-9]{2})",
    re.IGNORECASE,
)
_AS_A_WHOLE = re.compile(
    r"\s(?:as a whole|overall|in total|in all|all together|altogether|taken together)$", re.IGNORECASE
)
_OWNED = re.compile(
    r"(?P<owner>[^,;]{2,40}?)['’]s?\s(?:\w+\s){0,2}(?:share|slice|part|portion|market|revenues?|sales|take|business|industry|sector)\b"
)
# "Brand leader X", "listed player X": the name of a firm.
_SOURCE_OWNED = re.compile(r"(?:firm|house|agency|report|study|analysts|consultancy)['’]s?\s", re.IGNORECASE)
_HOUSES = re.compile(
    r"\b(?:top|largest|leading|biggest|major|main|key)\s(?:\w+\s){0,2}(?:producers|companies|players|vendors|suppliers|firms|makers|manufacturers|operators|brands)$"
    r"|^(?:producers|companies|players|vendors|suppliers|makers)$",
    re.IGNORECASE,
)
_TOGETHER = re.compile(r"\s(?:together|combined|jointly|taken together)$")
_CALLED = re.compile(
    r"(?:[\w-]+\s){0,2}(?:leader|maker|supplier|producer|rival|player|start-?up|company|firm|giant|operator|retailer|manufacturer|provider|vendor|brand)\s(?P<name>[A-ZÀ-Þ][\w&.’'-]*(?:\s[A-ZÀ-Þ&][\w&.’'-]*)*)$"
)
_FINITE = re.compile(r"^[a-z]+ed$")
_LED_BY = re.compile(
    r"^(?:In|On|At|For|Among|Across|Within|With|By|Of|Over|From|Since|After|Until|Through|During|Between|Under|Despite)\s",
    re.IGNORECASE,
)
_AMONG = re.compile(r"amongs?t?\s(?:all\s|the\s|these\s)?(?:[\w-]+\s)?[\w-]+s\s(?=\S)", re.IGNORECASE)
_TIME_WORD = re.compile(r"\b(?:years?|decades?|months?|period|quarters?|time|it|term)$", re.IGNORECASE)
_YEAR = re.compile(r"^(?:19|20)[0-9]{2}$")
_CAPITALS = frozenset(("IT", "US"))  # no pronouns
_PROPER = re.compile(r"[A-Z0-9À-Þ][\w&.’'-]*")


# "Eleven states": together they are no area of their own.
_SEVERAL_AREAS = re.compile(
    r"(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[0-9]{1,2}|top)\s(?:[\w-]+\s)?(?:states|countries|regions|nations|provinces|cities)\b",
    re.IGNORECASE,
)


def _closing_area(phrase: str) -> Area | None:
    """ "With the help of a grant the UK": the area behind a phrase that no comma closes."""
    if not _LED_BY.match(phrase):
        return None
    marks = area_marks(phrase, 0, len(phrase))
    if len(marks) != 1 or phrase[marks[0].end :].strip() or len(phrase[: marks[0].start].split()) < 3:
        return None
    return marks[0].area if not _PREPOSED.search(phrase[: marks[0].start]) else None


_PREPOSED = re.compile(
    r"\b(?:in|of|for|from|to|with|by|across|within|and|on|at|over|between|into)\s(?:the\s)?$", re.IGNORECASE
)


def _nominal(phrase: str, grammar: Grammar) -> str:
    """A subject without the verb that closes it ("Haverly turned") and the phrase that opens it ("In big stores X lines")."""
    words = phrase.split()
    english = grammar.language == "en"  # other languages: `part_name`
    bad = grammar.words("no_part_words") - grammar.words("name_verbs") if english else frozenset[str]()
    while len(words) > 1 and (_FINITE.match(words[-1]) or words[-1].lower() in bad):
        words.pop()
    if grammar.language == "en" and (among := _AMONG.match(phrase)):
        phrase, words = phrase[among.end() :], phrase[among.end() :].split()  # "among resins polypropylene"
    if _LED_BY.match(phrase) and _TIME_WORD.search(" ".join(words)):
        return ""
    if len(words) > 3 and _LED_BY.match(phrase):
        words = words[-2:]
    if _LED_BY.match(" ".join(words)) or _YEAR.search(words[0]):
        return ""
    if any(w.lower() in bad and w not in _CAPITALS for w in words) or (len(words) == 1 and _FINITE.match(words[0])):
        return ""
    return " ".join(words)


def _is_proper_name(phrase: str) -> bool:
    """Two or more capitalised words, the last no plural, or one word in capitals or with a capital inside: a firm, no part."""
    words = [w for w in phrase.split() if w not in ("&", "of", "and", "de")]
    if not words or not all(_PROPER.fullmatch(w) for w in words):
        return False
    if len(words) == 1:
        return bool(re.search(r"[a-z][A-Z]", words[0]))
    last = words[-1].lower()
    return not (last.endswith("s") or last in name_parts().heads or last in name_parts().weak_heads)


@lru_cache(maxsize=4096)
def _shortened(phrase: str, grammar: Grammar) -> str:
    """The noun phrase up to its first preposition; those of other languages are cut already."""
    return _TAIL.sub("", phrase) if is_own(grammar) else _short(phrase)


def _short(phrase: str) -> str:
    """A noun phrase up to its first preposition, without "segment"."""
    phrase = _LEAD.sub("", phrase)
    cut = _CUT.search(phrase)
    short = phrase[: cut.start()] if cut and cut.start() > 1 else phrase
    previous = None
    while previous != short:
        previous = short
        short = _TAIL.sub("", short).strip(" ,")
    return short


@lru_cache(maxsize=4096)
def _all_generic(phrase: str, grammar: Grammar) -> bool:
    generic = grammar.words("generic_words")
    return all(w in generic for w in re.findall(r"[^\W_]+", phrase.lower()))


@lru_cache(maxsize=4096)
def area_subject(phrase: str) -> Area | None:
    """The area that a phrase is about: "Asia-Pacific", "the U.S. market", "China, the second largest economy"."""
    if area := area_named(phrase):
        return area
    marks = area_marks(phrase, 0, len(phrase))
    if not marks:
        return None
    first = marks[0]
    if _JOINED_AREA.fullmatch(phrase[first.end :].strip()) and not phrase[: first.start].strip():
        return Area(f"vendor:{phrase.strip()}", phrase.strip())
    lead = phrase[: first.start].strip(" ,").lower()
    rest = phrase[first.end :].strip()
    if lead not in ("", "the", "in", "in the", "within", "for"):
        return None
    if (
        not rest
        or rest[0] in ",(–—:"
        or re.match(
            r"(?:region|market|alone|itself|as\b|still|also|thus|therefore|then|however|meanwhile|continues|remains|and\b|['’]s\b\s?(?:market|share)?$)",
            rest,
            re.IGNORECASE,
        )
    ):
        return first.area
    return None


# "South Asia & Pacific", "Latin America and MEA": a publisher's own region.
_JOINED_AREA = re.compile(
    r"(?:&|and)\s(?:the\s)?(?:Pacific|Oceania|Africa|Caribbean|MEA|Middle East(?:\s(?:&|and)\s(?:North\s)?Africa)?|Latin America|Central Asia|Russia|CIS|Turkey|Australia)"
)


@lru_cache(maxsize=4096)
def _area_of_own_market(phrase: str, market: str | None) -> Area | None:
    """ "North America X market" in a text on X: the area, and no market of another name."""
    marks = area_marks(phrase, 0, len(phrase)) if market and phrase.lower().endswith(("market", "industry")) else []
    if len(marks) != 1 or marks[0].start or marks[0].area.code == "001":
        return None
    own = _without_areas(market or "")
    return marks[0].area if own and _without_areas(phrase) == own else None


_GOODS = re.compile(
    r"\s(?:chips?|products?|devices?|systems?|equipment|machines?|solutions?|services?|technology|units?)$"
)


@lru_cache(maxsize=4096)
def is_market(phrase: str, market: str | None, grammar: Grammar) -> bool:
    """The phrase is a market as a whole: it says "market", or it is the document's own market by name."""
    if _PART_WORDS.search(phrase) and not re.search(r"\bmarkets?\b", phrase):
        return False
    if grammar.pattern("market_words").search(phrase) and not _OF_MARKET.search(phrase):
        return True
    if _WORLD.search(phrase):
        return True
    if not market:
        return False
    if same_when_spelt_out(_short(phrase), market) or same_when_spelt_out(_GOODS.sub("", _short(phrase)), market):
        return True
    key, own = _without_areas(_short(phrase)), _without_areas(market)
    extra = {
        "size",
        "value",
        "revenue",
        "sale",
        "spending",
        "demand",
        "volume",
        "worldwide",
        "shipment",
        "total",
        "overall",
        "annual",
        "from",
        "unit",
        "adoption",
        "retail",
        "consumption",
        "production",
        "business",
        "trade",
        "field",
        "space",
        "mundial",
        "equipment",
        "system",
        "product",
        "device",
        "machine",
        "good",
    }
    if key & own and key <= own | extra and re.search(r"\b(?:trade|field|scene|space)$", phrase):
        return True
    head = _head_of(market, grammar.language) if len(own) > 1 else frozenset[str]()
    if head and _without_areas(_LEAD.sub("", phrase)) - extra == head:
        return True
    return bool(key & own) and key - own <= extra and own <= key | extra


@lru_cache(maxsize=4096)
def _head_of(market: str, language: str) -> frozenset[str]:
    """The noun that a text takes up alone: "tile" for "ceramic tile", "robots" for "robots de servicio"."""
    words = [w for w in market.split() if w[0] != "("]
    head = words[0 if language in ("fr", "es", "pt", "it") else -1] if words else ""
    return frozenset() if head.lower() in naming(language).no_alone else market_key(head)


@lru_cache(maxsize=4096)
def _without_areas(name: str) -> frozenset[str]:
    for mark in reversed(area_marks(name, 0, len(name))):
        name = name[: mark.start] + " " + re.sub(r"^['’]s", "", name[mark.end :])
    return market_key(name)


def _named_market(phrase: str, market: str | None, grammar: Grammar) -> str:
    marks = market_marks(phrase, 0, len(phrase)) or market_phrases(phrase, 0, len(phrase), grammar)
    name = marks[0].name if marks else ""
    if not name or (market and market_key(name) <= market_key(market)):
        return ""
    return name


def areas_around(
    text: str, clause: Clause, figure: int, figure_end: int, end: int, stop: int, grammar: Grammar
) -> tuple[AreaMark | None, AreaMark | None]:
    """Areas named with a preposition before the figure in its clause, and behind it before the next figure."""
    before = [m for m in area_marks(text, clause.start, figure) if located(text, m, clause.start, grammar)]
    behind = [m for m in area_marks(text, figure_end, min(end, stop)) if located(text, m, figure_end, grammar)]
    return (before[-1] if before else None), (behind[0] if behind else None)


@cache
def _aside(g: Grammar) -> re.Pattern[str]:
    """ "imports, mainly from Poland,": an example, and not where the figure holds."""
    return re.compile(rf"[,(]\s?{alternation(g.phrases('focus_words'))}\s(?:[^\W\d_]{{1,4}}\s){{0,2}}$", re.IGNORECASE)


def located(text: str, mark: AreaMark, start: int, grammar: Grammar) -> bool:
    """A preposition of place stands before the area, or it is the world."""
    lead = text[max(start, mark.start - 24) : mark.start]
    if mark.area.code == "001":
        return True
    if text[mark.end : mark.end + 1] in (",", ")") and _aside(grammar).search(
        text, max(start, mark.start - 32), mark.start
    ):
        return False
    if is_own(grammar) and grammar.ending("place_leads").search(lead):
        return True
    return bool(
        re.search(
            r"(?:^|\s|\()(?:in|across|within|for|of|from|throughout|im|en|in der|dans|au|aux|der|del|de)\s(?:the\s|la\s|den\s)?(?:(?:big|bigger|large|larger|major|most|all|many|some|typical|average)\s)?$",
            lead,
            re.IGNORECASE,
        )
    )
