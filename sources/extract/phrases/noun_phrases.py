"""Noun phrases cut to the name in them: without what leads in, what follows a preposition, the verb that closes them, and "sales of".

Most of it is English; other languages are cut in `non_english_phrases`. Whom the name means is read in `phrase_subjects`.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from sources.extract.phrases.non_english_phrases import is_own
from sources.grammar.language import Grammar
from sources.grammar.phrase_patterns import alternation

LEAD = re.compile(
    r"^(?:(?:the|a|an|its|their|our|this|these|both|all|der|die|das|den|el|la|los|las|le|les|un|una|une|ein|eine)\s+|(?:therefore|meanwhile|however|overall|also|notably|similarly|likewise|even so|still|yet|so|but|and|thus|then|here|there|elsewhere|by contrast|in turn|in contrast|of these|of this|of that|in it|in all|all told|indeed|in fact|by now|by then|by comparison|separately|likewise),?\s+"
    r"|(?:largest|biggest|leading|dominant|top|fastest-growing|main|key|first|second)\s+)+",
    re.IGNORECASE,
)
_CUT = re.compile(
    r"(?<!\s)\s++(?:of|in|within|for|across|among|from|under|with|at|by|on|over|during|through|which|that|who|whose|as|because|driven|helped|supported|thanks|since|expected|likely|alone)\s|,\s|\s[(\[–—]|\s?[:;]"
)
_TAIL = re.compile(
    r"(?<!\s)\s++(?:thus|therefore|then|however|meanwhile|segments?|sub-?segments?|categor(?:y|ies)|verticals?|regions?|areas?|markets?|industry|sector|group|class|types?|Segmente?|segmentos?|Kategorie|Region|región|région|alone|itself|also|still|now|currently|together|combined|each|too|both|uses?|part|piece|portion|side|revenues?|sales|demand|spending|shipments|Umsatz|ventas)$",
    re.IGNORECASE,
)


def measured_name(phrase: str, grammar: Grammar) -> str | None:
    """X in "sales of X"."""
    match = measure_phrases(grammar).match(LEAD.sub("", phrase)) if grammar.language == "en" else None
    return match["of"] if match else None


@cache
def measure_phrases(g: Grammar) -> re.Pattern[str]:
    """ "Sales of X", "revenue from X in Asia"."""
    return re.compile(
        rf"(?:(?:global|world|worldwide|annual|total|overall|yearly|combined|new|retail|unit|gross|net|domestic|local|consumer)\s){{0,2}}{alternation(g.phrases('measure_nouns'))}\s(?:of|from|on|for|to|among)\s(?P<the>(?:the|these|those|such|all)\s)?(?P<of>[^,;:]{{2,60}})$",
        re.IGNORECASE,
    )


_FINITE = re.compile(r"^[a-z]+ed$")
LED_BY = re.compile(
    r"^(?:In|On|At|For|Among|Across|Within|With|By|Of|Over|From|Since|After|Until|Through|During|Between|Under|Despite)\s",
    re.IGNORECASE,
)
_AMONG = re.compile(r"amongs?t?\s(?:all\s|the\s|these\s)?(?:[\w-]+\s)?[\w-]+s\s(?=\S)", re.IGNORECASE)
_TIME_WORD = re.compile(r"\b(?:years?|decades?|months?|period|quarters?|time|it|term)$", re.IGNORECASE)
_YEAR = re.compile(r"^(?:19|20)[0-9]{2}$")
_CAPITALS = frozenset(("IT", "US"))  # no pronouns


def nominal_phrase(phrase: str, grammar: Grammar) -> str:
    """A subject without the verb that closes it ("Haverly turned") and the phrase that opens it ("In big stores X lines")."""
    words = phrase.split()
    english = grammar.language == "en"  # other languages: `part_name`
    bad = grammar.words("no_part_words") - grammar.words("name_verbs") if english else frozenset[str]()
    while len(words) > 1 and (_FINITE.match(words[-1]) or words[-1].lower() in bad):
        words.pop()
    if grammar.language == "en" and (among := _AMONG.match(phrase)):
        phrase, words = phrase[among.end() :], phrase[among.end() :].split()  # "among resins polypropylene"
    if LED_BY.match(phrase) and _TIME_WORD.search(" ".join(words)):
        return ""
    if len(words) > 3 and LED_BY.match(phrase):
        words = words[-2:]
    if LED_BY.match(" ".join(words)) or _YEAR.search(words[0]):
        return ""
    if any(w.lower() in bad and w not in _CAPITALS for w in words) or (len(words) == 1 and _FINITE.match(words[0])):
        return ""
    return " ".join(words)


@lru_cache(maxsize=4096)
def shortened_phrase(phrase: str, grammar: Grammar) -> str:
    """The noun phrase up to its first preposition; those of other languages are cut already."""
    return _TAIL.sub("", phrase) if is_own(grammar) else short_phrase(phrase)


def short_phrase(phrase: str) -> str:
    """A noun phrase up to its first preposition, without "segment"."""
    phrase = LEAD.sub("", phrase)
    cut = _CUT.search(phrase)
    short = phrase[: cut.start()] if cut and cut.start() > 1 else phrase
    previous = None
    while previous != short:
        previous = short
        short = _TAIL.sub("", short).strip(" ,")
    return short
